//! Normalizer: rewrites PGN as people and programs write it for the parser.
//!
//! The parser silently ignores tokens that it does not know, ends a game at an empty line and a file at an
//! unclosed comment. The normalizer works line by line before the parser, and marks unknown tokens so that
//! they can be tried as moves or reported.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use shakmaty::san::SanPlus;

use super::RESULTS;

/// Marks a comment as an unknown token that the parser would ignore. It is removed from the input.
pub(super) const MARK: char = '\0';

/// Annotation symbols with their numeric glyphs; a symbol precedes its own suffixes.
const SYMBOLS: [(&str, &str); 16] = [
    ("+/-", "$16"),
    ("-/+", "$17"),
    ("+/=", "$14"),
    ("=/+", "$15"),
    ("+-", "$18"),
    ("-+", "$19"),
    ("+=", "$14"),
    ("=+", "$15"),
    ("=", "$10"),
    ("±", "$16"),
    ("∓", "$17"),
    ("⩲", "$14"),
    ("⩱", "$15"),
    ("∞", "$13"),
    ("□", "$7"),
    ("ep", ""),
];

/// The symbol of a novelty, only as a token of its own: as a suffix it is a promotion.
const NOVELTY: (&str, &str) = ("N", "$146");

/// The characters after a move number.
const DOTS: [char; 2] = ['.', '…'];

/// A source of PGN that is normalized while it is read.
pub(super) struct Normalizer<R> {
    source: BufReader<R>,
    /// Normalized bytes that are not read yet.
    ready: VecDeque<u8>,
    place: Place,
    /// The number of open variations.
    depth: usize,
    in_comment: bool,
    /// Whether an empty line followed the last tag or move.
    after_gap: bool,
}

/// The part of a game that comes next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Before the first tag or token.
    Between,
    /// In the tags.
    Tags,
    /// Before the first move.
    Begun,
    /// In the moves.
    Moves,
    /// After the result.
    Over,
}

impl<R: Read> Normalizer<R> {
    /// Returns a normalizer of `source`.
    pub fn new(source: R) -> Normalizer<R> {
        Normalizer {
            source: BufReader::new(source),
            ready: VecDeque::new(),
            place: Place::Between,
            depth: 0,
            in_comment: false,
            after_gap: false,
        }
    }

    /// Normalizes the next line. Returns false at the end of the output.
    fn next_line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        if self.source.read_until(b'\n', &mut bytes)? > 0 {
            let text = decoded(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
            // Old files end lines with a carriage return alone.
            text.split('\r').for_each(|line| self.line(line));
            return Ok(true);
        }
        let open = self.in_comment;
        self.close_comment();
        Ok(open)
    }
}

impl<R: Read> Read for Normalizer<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.ready.is_empty() && self.next_line()? {}
        self.ready.read(buffer)
    }
}

impl<R> Normalizer<R> {
    fn put(&mut self, text: &str) {
        self.ready.extend(text.as_bytes());
    }

    /// Writes a token and a space.
    fn put_token(&mut self, token: &str) {
        self.put(token);
        self.put(" ");
    }

    fn line(&mut self, line: &str) {
        // A tag cannot be in a comment: the comment before it is unclosed.
        if line.starts_with("[Event \"") {
            self.close_comment();
        }
        let mut rest = line;
        if self.in_comment {
            rest = self.comment(rest);
        } else if line.starts_with('%') {
            // An escaped line is for other programs.
            return;
        } else if line.trim().is_empty() {
            return self.empty_line();
        } else {
            while let Some((tag, after)) = tag(rest) {
                self.tag(&tag);
                rest = after;
            }
            // A tag without a value is ignored, as by the parser.
            if self.place <= Place::Tags && rest.starts_with('[') {
                return;
            }
        }
        self.moves(rest);
        self.put("\n");
    }

    fn empty_line(&mut self) {
        if self.place == Place::Over {
            self.end_game();
        }
        self.after_gap = true;
    }

    fn end_game(&mut self) {
        self.put("\n\n");
        self.place = Place::Between;
        self.depth = 0;
        self.after_gap = false;
    }

    fn tag(&mut self, tag: &str) {
        if self.place == Place::Tags && self.after_gap && tag.starts_with("[Event ") {
            // A game without a token would merge with the next.
            self.put("{}");
            self.end_game();
        } else if self.place > Place::Tags {
            self.end_game();
        }
        self.put_token(tag);
        self.place = Place::Tags;
        self.after_gap = false;
    }

    /// Normalizes the rest of a line outside comments.
    fn moves(&mut self, text: &str) {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            self.place = self.place.max(Place::Begun);
            rest = match first {
                '{' => {
                    self.put("{");
                    self.in_comment = true;
                    self.comment(after)
                }
                ';' => {
                    self.put_token(&format!("{{{}}}", after.replace('}', ")")));
                    ""
                }
                '(' => {
                    self.depth += 1;
                    self.put("(");
                    after
                }
                ')' => {
                    self.close_variation();
                    after
                }
                '*' => {
                    self.result("*");
                    after
                }
                '$' => self.copy_until(rest, after.trim_start_matches(|c: char| c.is_ascii_digit())),
                '!' | '?' => self.copy_until(rest, after.trim_start_matches(['!', '?'])),
                '}' => after,
                _ => {
                    let end = rest.find(ends_token).unwrap_or(rest.len());
                    self.tokens(&rest[..end]);
                    &rest[end..]
                }
            }
            .trim_start();
        }
    }

    /// Copies the part of a line that is in the comment and returns the rest.
    fn comment<'a>(&mut self, text: &'a str) -> &'a str {
        match text.split_once('}') {
            Some((text, after)) => {
                self.put(text);
                self.close_comment();
                after
            }
            None => {
                self.put(text);
                ""
            }
        }
    }

    fn close_comment(&mut self) {
        if self.in_comment {
            self.put("} ");
        }
        self.in_comment = false;
    }

    fn close_variation(&mut self) {
        if let Some(depth) = self.depth.checked_sub(1) {
            self.depth = depth;
            self.put_token(")");
        }
    }

    /// Copies `text` up to its suffix `after`, and returns `after`.
    fn copy_until<'a>(&mut self, text: &str, after: &'a str) -> &'a str {
        self.put_token(&text[..text.len() - after.len()]);
        after
    }

    /// Splits text between spaces and brackets into move numbers and tokens.
    fn tokens(&mut self, text: &str) {
        let mut rest = text.strip_suffix("e.p.").unwrap_or(text);
        while !rest.is_empty() {
            let numbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let after = numbered.trim_start_matches(DOTS);
            rest = if after.is_empty() || after.len() < numbered.len() {
                self.number(&rest[..rest.len() - after.len()]);
                after
            } else {
                let end = rest.find(DOTS).unwrap_or(rest.len());
                self.token(&rest[..end]);
                &rest[end..]
            };
        }
    }

    /// Drops a move number, which the parser does not need. Number 1 after an empty line starts another game.
    fn number(&mut self, number: &str) {
        if self.place == Place::Moves && self.after_gap && self.depth == 0 && number == "1." {
            self.end_game();
        }
    }

    fn token(&mut self, token: &str) {
        // The usual case. Leading digits are a move number, not a rank.
        if is_san(token) && !token.starts_with(|c: char| c.is_ascii_digit()) {
            return self.played(token);
        }
        let plain = token.replace(['–', '—'], "-");
        let result = plain.replace('½', "1/2");
        if RESULTS.contains(&result.as_str()) {
            return self.result(&result);
        }
        if let Some((_, glyph)) = SYMBOLS.iter().chain([&NOVELTY]).find(|(symbol, _)| *symbol == token) {
            return self.put_token(glyph);
        }
        let bare = if plain.starts_with("0-0") {
            plain.replace('0', "O")
        } else {
            plain.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned()
        };
        if is_san(&bare) {
            return self.played(&bare);
        }
        let with_symbol = |(symbol, glyph): &(&str, &'static str)| {
            bare.strip_suffix(symbol).filter(|san| is_san(san)).map(|san| (san.to_owned(), *glyph))
        };
        if let Some((san, glyph)) = SYMBOLS.iter().find_map(with_symbol) {
            self.played(&san);
            return self.put_token(glyph);
        }
        let marked = format!("{{{MARK}{bare}}}");
        if has_square(&bare) { self.played(&marked) } else { self.put_token(&marked) }
    }

    /// Writes a move or a token that may be one. After a result it starts the next game.
    fn played(&mut self, token: &str) {
        if self.depth == 0 && self.place == Place::Over {
            self.end_game();
        }
        if self.place < Place::Over {
            self.place = Place::Moves;
        }
        self.after_gap = false;
        self.put_token(token);
    }

    /// Writes a result; the result of a variation is dropped.
    fn result(&mut self, result: &str) {
        if self.depth == 0 {
            self.place = Place::Over;
            self.put_token(result);
        }
    }
}

/// Decodes UTF-8, or Latin-1 where bytes are invalid, and removes [`MARK`].
fn decoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| char::from(*byte)));
    }
    text.retain(|c| c != MARK);
    text
}

fn ends_token(c: char) -> bool {
    c.is_whitespace() || "{}();!?$*".contains(c)
}

fn is_san(token: &str) -> bool {
    token.parse::<SanPlus>().is_ok()
}

/// Reports whether a token contains a square, as moves do.
pub(super) fn has_square(token: &str) -> bool {
    token.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// Returns the normalized tag at the beginning of a line, and the rest of the line.
fn tag(line: &str) -> Option<(String, &str)> {
    let (name, text) = line.trim_start().strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || ends_token(c) || "[]%".contains(c)) {
        return None;
    }
    let (value, after) = value(text);
    let mut quoted = String::new();
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\\' | '"')) => {
                quoted.push(c);
                quoted.extend(chars.next());
            }
            ('\\' | '"', _) => quoted.extend(['\\', c]),
            _ => quoted.push(c),
        }
    }
    Some((format!("[{name} \"{quoted}\"]"), after))
}

/// Splits a tag value from the rest of the line at its closing quote and bracket, or at the end of a line
/// without them.
fn value(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == '"'
            && !escaped
            && let Some(after) = text[at + 1..].trim_start().strip_prefix(']')
        {
            return (&text[..at], after.trim_start());
        }
        escaped = c == '\\' && !escaped;
    }
    let whole = text.trim_end();
    let whole = whole.strip_suffix(']').unwrap_or(whole);
    (whole.strip_suffix('"').unwrap_or(whole), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The normalized text, with `#` for [`MARK`].
    fn normalized(text: impl AsRef<[u8]>) -> String {
        let mut found = String::new();
        Normalizer::new(text.as_ref()).read_to_string(&mut found).expect("UTF-8");
        found.replace(MARK, "#")
    }

    /// The normalized games, separated by bars, with single spaces.
    fn normalized_games(text: &str) -> String {
        let games = normalized(text);
        let games = games.split("\n\n").map(|game| game.split_whitespace().collect::<Vec<_>>().join(" "));
        games.filter(|game| !game.is_empty()).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn invalid_utf8_is_decoded_as_latin_1() {
        assert_eq!(normalized(b"{M\xfcller, M\xc3\xbcller\0}\n"), "{Müller, Müller} \n");
        assert_eq!(normalized_games("\u{feff}[White \"A\"]\r\n\r\n1. e4 *\r\n"), "[White \"A\"] e4 *");
    }

    #[test]
    fn all_line_endings_are_recognised() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 ; good\ne5 *\n\n1. d4 *\n";
        let two = "[White \"A\"] [Black \"B\"] e4 { good} e5 * | d4 *";
        for end in ["\n", "\r\n", "\r"] {
            assert_eq!(normalized_games(&text.replace('\n', end)), two, "{end:?}");
        }
    }

    #[test]
    fn unclosed_comments_are_closed() {
        assert_eq!(normalized_games("1. e4 ; good {or} bad\ne5 *"), "e4 { good {or) bad} e5 *");
        assert_eq!(normalized_games("1. e4 {never\nclosed"), "e4 {never closed }");
        let two = "[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 *\n";
        assert_eq!(normalized_games(two), "[Event \"a\"] e4 {never closed | } | [Event \"b\"] d4 *");
        assert_eq!(normalized_games("{a\n% b\n} 1. e4\n% for others\n*"), "{a % b } e4 *");
    }

    #[test]
    fn games_are_separated() {
        assert_eq!(normalized_games("1. e4\n\ne5\n\n2. Nf3\n\n1... c5 *"), "e4 e5 Nf3 c5 *");
        assert_eq!(
            normalized_games("1. e4 e5 1-0 1. d4 d5 0-1 {so} (1... Nf6)\n\n{c} 1. c4"),
            "e4 e5 1-0 | d4 d5 0-1 {so} (Nf6 ) | {c} c4"
        );
        assert_eq!(normalized_games("1e4 e5 2Nf3 3 0-1"), "e4 e5 Nf3 0-1");
        assert_eq!(normalized_games("1. e4 e5\n\n1. d4 d5\n"), "e4 e5 | d4 d5");
        assert_eq!(
            normalized_games("[Event \"a\"]\n\n[Event \"b\"]\n\n*\n"),
            "[Event \"a\"] {} | [Event \"b\"] *"
        );
        assert_eq!(normalized_games("1. e4 (1. d4 1-0 d5 0-1) *)"), "e4 (d4 d5 ) *");
    }

    #[test]
    fn tags_are_closed_and_quoted() {
        for (line, wanted) in [
            (r#"[Event "a"#, r#"[Event "a"]"#),
            (r#"[Event "a]"#, r#"[Event "a"]"#),
            (r#"[Event "a""#, r#"[Event "a"]"#),
            (r#"[Event "C:\"]"#, r#"[Event "C:\\"]"#),
            (r#"[Event "the "big" \"one\""]"#, r#"[Event "the \"big\" \"one\""]"#),
            (r#"[Event "a"] [Site "b"] 1. e4"#, r#"[Event "a"] [Site "b"] e4"#),
            ("[Event]", ""),
        ] {
            assert_eq!(normalized_games(line), wanted, "{line}");
        }
    }

    #[test]
    fn symbols_become_glyphs() {
        assert_eq!(
            normalized_games("1. e4 ± ∓ +- -+ += ⩲ =+ ⩱ +/- -/+ = ∞ N □ ½–½"),
            "e4 $16 $17 $18 $19 $14 $14 $15 $15 $16 $17 $10 $13 $146 $7 1/2-1/2"
        );
        assert_eq!(
            normalized_games("1.e4+- e5= 2.Nf3+/-!? $146 12...exd6e.p. exd6 e.p. exd6ep ep"),
            "e4 $18 e5 $10 Nf3 $16 !? $146 exd6 exd6 exd6"
        );
    }

    #[test]
    fn unknown_tokens_are_marked() {
        assert_eq!(
            normalized_games("1. Sf3 zugzwang! 1...0-0+ 2.0–0–0 e8Q e7e8q -- Z0 }"),
            "{#Sf3} {#zugzwang} ! O-O+ O-O-O {#e8Q} {#e7e8q} -- Z0"
        );
        assert_eq!(normalized_games("1. e4 1-0 resigned 1. d4"), "e4 1-0 {#resigned} | d4");
    }
}
