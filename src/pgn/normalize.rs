//! Normalizer: what people and programs write as games, made fit for the reader.
//!
//! The reader passes silently over words that it does not know, ends a game at every empty line and
//! a file at a comment that is not closed. Here a file is put in order line by line before that, and
//! each word that may be meant as something is handed on so that it can be tried and told.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};

use shakmaty::san::SanPlus;

use super::RESULTS;

/// The first character of a comment that is none, but a word that the reader would pass over.
///
/// No file has it: it is taken out of what is read.
pub(super) const MARK: char = '\0';

/// Symbols of annotators with their glyphs, a symbol before those that it ends with.
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

/// A novelty; it stands alone, or it would be a promotion.
const NOVELTY: (&str, &str) = ("N", "$146");

/// What dots behind a number are.
const DOTS: [char; 2] = ['.', '…'];

/// Text with games, put in order while it is read.
pub(super) struct Normalizer<R> {
    source: BufReader<R>,
    /// In order, and not handed on yet.
    ready: VecDeque<u8>,
    place: Place,
    /// Variations that are open.
    depth: usize,
    in_comment: bool,
    /// An empty line came, and neither a tag nor a move since.
    parted: bool,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Before its first tag or word.
    Between,
    /// Among its tags.
    Tags,
    /// Before its first move.
    Begun,
    /// Among its moves.
    Moves,
    /// Behind its result.
    Over,
}

impl<R: Read> Normalizer<R> {
    /// Puts `source` in order.
    pub fn new(source: R) -> Normalizer<R> {
        Normalizer {
            source: BufReader::new(source),
            ready: VecDeque::new(),
            place: Place::Between,
            depth: 0,
            in_comment: false,
            parted: false,
        }
    }

    /// Takes up the next line; false where there is nothing more to hand on.
    fn next_line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        if self.source.read_until(b'\n', &mut bytes)? > 0 {
            let text = decoded(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
            // Old files end their lines with this alone.
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

    /// What another may follow.
    fn put_word(&mut self, word: &str) {
        self.put(word);
        self.put(" ");
    }

    fn line(&mut self, line: &str) {
        // Nobody writes that in a comment: one before it was never closed.
        if line.starts_with("[Event \"") {
            self.close_comment();
        }
        let mut rest = line;
        if self.in_comment {
            rest = self.comment(rest);
        } else if line.starts_with('%') {
            // For some other program.
            return;
        } else if line.trim().is_empty() {
            return self.empty_line();
        } else {
            while let Some((tag, after)) = tag(rest) {
                self.tag(&tag);
                rest = after;
            }
            // The reader knows no tag without a value either.
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
        self.parted = true;
    }

    fn end_game(&mut self) {
        self.put("\n\n");
        self.place = Place::Between;
        self.depth = 0;
        self.parted = false;
    }

    fn tag(&mut self, tag: &str) {
        if self.place == Place::Tags && self.parted && tag.starts_with("[Event ") {
            // A game without a word would become one with the next.
            self.put("{}");
            self.end_game();
        } else if self.place > Place::Tags {
            self.end_game();
        }
        self.put_word(tag);
        self.place = Place::Tags;
        self.parted = false;
    }

    /// The rest of a line, outside comments.
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
                    self.put_word(&format!("{{{}}}", after.replace('}', ")")));
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
                '$' => self.pass_on(rest, after.trim_start_matches(|c: char| c.is_ascii_digit())),
                '!' | '?' => self.pass_on(rest, after.trim_start_matches(['!', '?'])),
                '}' => after,
                _ => {
                    let end = rest.find(ends_word).unwrap_or(rest.len());
                    self.words(&rest[..end]);
                    &rest[end..]
                }
            }
            .trim_start();
        }
    }

    /// What of a line lies in the comment is handed on; what comes after it is given back.
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
            self.put_word(")");
        }
    }

    /// Hands on what stands before `after`.
    fn pass_on<'a>(&mut self, text: &str, after: &'a str) -> &'a str {
        self.put_word(&text[..text.len() - after.len()]);
        after
    }

    /// What stands between blanks and brackets: a word, a number with a word, or more of them.
    fn words(&mut self, text: &str) {
        let mut rest = text.strip_suffix("e.p.").unwrap_or(text);
        while !rest.is_empty() {
            let numbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let after = numbered.trim_start_matches(DOTS);
            rest = if after.is_empty() || after.len() < numbered.len() {
                self.number(&rest[..rest.len() - after.len()]);
                after
            } else {
                let end = rest.find(DOTS).unwrap_or(rest.len());
                self.word(&rest[..end]);
                &rest[end..]
            };
        }
    }

    /// The number before a move. The reader does not need it, but where it is the first one again
    /// behind an empty line, another game begins.
    fn number(&mut self, number: &str) {
        if self.place == Place::Moves && self.parted && self.depth == 0 && number == "1." {
            self.end_game();
        }
    }

    fn word(&mut self, word: &str) {
        // As nearly all are. A number before it is that of the move, no rank.
        if is_san(word) && !word.starts_with(|c: char| c.is_ascii_digit()) {
            return self.played(word);
        }
        let plain = word.replace(['–', '—'], "-");
        let result = plain.replace('½', "1/2");
        if RESULTS.contains(&result.as_str()) {
            return self.result(&result);
        }
        if let Some((_, glyph)) = SYMBOLS.iter().chain([&NOVELTY]).find(|(symbol, _)| *symbol == word) {
            return self.put_word(glyph);
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
            return self.put_word(glyph);
        }
        let marked = format!("{{{MARK}{bare}}}");
        if has_square(&bare) { self.played(&marked) } else { self.put_word(&marked) }
    }

    /// A move, or what may be meant as one. Behind a result it belongs to the next game.
    fn played(&mut self, word: &str) {
        if self.depth == 0 && self.place == Place::Over {
            self.end_game();
        }
        if self.place < Place::Over {
            self.place = Place::Moves;
        }
        self.parted = false;
        self.put_word(word);
    }

    /// The result of a variation is not that of the game.
    fn result(&mut self, result: &str) {
        if self.depth == 0 {
            self.place = Place::Over;
            self.put_word(result);
        }
    }
}

/// Text without the [`MARK`]; bytes that are not UTF-8 are taken as Latin-1.
fn decoded(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| char::from(*byte)));
    }
    text.retain(|c| c != MARK);
    text
}

fn ends_word(c: char) -> bool {
    c.is_whitespace() || "{}();!?$*".contains(c)
}

fn is_san(word: &str) -> bool {
    word.parse::<SanPlus>().is_ok()
}

/// The word names a square, as moves do.
pub(super) fn has_square(word: &str) -> bool {
    word.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// The tag at the beginning of a line as the reader wants it, and what comes after it.
fn tag(line: &str) -> Option<(String, &str)> {
    let (name, text) = line.trim_start().strip_prefix('[')?.split_once('"')?;
    let name = name.trim();
    if name.is_empty() || name.contains(|c: char| c.is_whitespace() || ends_word(c) || "[]%".contains(c)) {
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

/// The value up to its quote and bracket, or to the end of a line that lacks them, and what comes
/// after it.
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

    /// What the reader gets to see; a word that it does not know stands after a `#`.
    fn tidy(text: impl AsRef<[u8]>) -> String {
        let mut found = String::new();
        Normalizer::new(text.as_ref()).read_to_string(&mut found).expect("UTF-8");
        found.replace(MARK, "#")
    }

    /// The same without the breaks and blanks that mean nothing.
    fn words(text: &str) -> String {
        let games = tidy(text);
        let games = games.split("\n\n").map(|game| game.split_whitespace().collect::<Vec<_>>().join(" "));
        games.filter(|game| !game.is_empty()).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn bytes_of_latin_1_are_taken_as_such() {
        assert_eq!(tidy(b"{M\xfcller, M\xc3\xbcller\0}\n"), "{Müller, Müller} \n");
        assert_eq!(words("\u{feff}[White \"A\"]\r\n\r\n1. e4 *\r\n"), "[White \"A\"] e4 *");
    }

    #[test]
    fn lines_end_in_all_ways() {
        let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 ; good\ne5 *\n\n1. d4 *\n";
        let two = "[White \"A\"] [Black \"B\"] e4 { good} e5 * | d4 *";
        for end in ["\n", "\r\n", "\r"] {
            assert_eq!(words(&text.replace('\n', end)), two, "{end:?}");
        }
    }

    #[test]
    fn comments_are_closed() {
        assert_eq!(words("1. e4 ; good {or} bad\ne5 *"), "e4 { good {or) bad} e5 *");
        assert_eq!(words("1. e4 {never\nclosed"), "e4 {never closed }");
        let two = "[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 *\n";
        assert_eq!(words(two), "[Event \"a\"] e4 {never closed | } | [Event \"b\"] d4 *");
        assert_eq!(words("{a\n% b\n} 1. e4\n% for others\n*"), "{a % b } e4 *");
    }

    #[test]
    fn games_end_where_they_end() {
        assert_eq!(words("1. e4\n\ne5\n\n2. Nf3\n\n1... c5 *"), "e4 e5 Nf3 c5 *");
        assert_eq!(
            words("1. e4 e5 1-0 1. d4 d5 0-1 {so} (1... Nf6)\n\n{c} 1. c4"),
            "e4 e5 1-0 | d4 d5 0-1 {so} (Nf6 ) | {c} c4"
        );
        assert_eq!(words("1e4 e5 2Nf3 3 0-1"), "e4 e5 Nf3 0-1");
        assert_eq!(words("1. e4 e5\n\n1. d4 d5\n"), "e4 e5 | d4 d5");
        assert_eq!(words("[Event \"a\"]\n\n[Event \"b\"]\n\n*\n"), "[Event \"a\"] {} | [Event \"b\"] *");
        assert_eq!(words("1. e4 (1. d4 1-0 d5 0-1) *)"), "e4 (d4 d5 ) *");
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
            assert_eq!(words(line), wanted, "{line}");
        }
    }

    #[test]
    fn symbols_become_glyphs() {
        assert_eq!(
            words("1. e4 ± ∓ +- -+ += ⩲ =+ ⩱ +/- -/+ = ∞ N □ ½–½"),
            "e4 $16 $17 $18 $19 $14 $14 $15 $15 $16 $17 $10 $13 $146 $7 1/2-1/2"
        );
        assert_eq!(
            words("1.e4+- e5= 2.Nf3+/-!? $146 12...exd6e.p. exd6 e.p. exd6ep ep"),
            "e4 $18 e5 $10 Nf3 $16 !? $146 exd6 exd6 exd6"
        );
    }

    #[test]
    fn other_words_are_marked() {
        assert_eq!(
            words("1. Sf3 zugzwang! 1...0-0+ 2.0–0–0 e8Q e7e8q -- Z0 }"),
            "{#Sf3} {#zugzwang} ! O-O+ O-O-O {#e8Q} {#e7e8q} -- Z0"
        );
        assert_eq!(words("1. e4 1-0 resigned 1. d4"), "e4 1-0 {#resigned} | d4");
    }
}
