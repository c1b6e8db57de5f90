//! Normalizer: rewrites PGN as people and programs write it for the parser.
//!
//! The parser silently ignores tokens that it does not know, ends a game at an empty line and a file at an
//! unclosed comment. The normalizer works line by line before the parser, and marks unknown tokens so that
//! they can be tried as moves or reported.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read};
use std::mem;

use super::notation::{Notation, is_null_move, notation};
use super::words::{decoded, ends_token, is_html, is_movelike, is_open_tag, is_tag_line, tag};

/// Marks a comment as an unknown token or a move number, which the parser would ignore. It is removed from the
/// input.
pub(super) const MARK: char = '\0';

/// The token that stands for the missing end of a comment.
pub(super) const UNCLOSED: &str = "{";

/// The symbol of a novelty, which may also be the first word of a move with a blank.
pub(super) const NOVELTY: &str = "N";

/// The maximum length of a line in bytes; a longer one is split.
const MAX_LINE: u64 = 16 << 20;

/// The maximum length in bytes of the comments before a game without tags.
const MAX_HELD: usize = 1 << 20;

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
    /// A move number before its move.
    number: Option<String>,
    /// Comments between games, which may be those before the first move.
    held: String,
    start: Start,
    /// The beginning of a tag over two lines.
    open_tag: String,
    /// The error that ends the source. The parser sees only an end, or it would lose what is in its buffer.
    error: Option<io::Error>,
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

/// Whether a game without tags may start here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// At the start of a line.
    Line,
    /// After the result of a game.
    Result,
    /// Only with the number 1: after the result of a game and words.
    Number,
    /// Not in a line of text.
    None,
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
            number: None,
            held: String::new(),
            start: Start::Line,
            open_tag: String::new(),
            error: None,
        }
    }

    /// Returns the error that ended the source.
    pub fn into_error(self) -> Option<io::Error> {
        self.error
    }

    /// Normalizes the next line. Returns false at the end of the output.
    fn next_line(&mut self) -> io::Result<bool> {
        let mut bytes = Vec::new();
        if (&mut self.source).take(MAX_LINE).read_until(b'\n', &mut bytes)? > 0 {
            let text = decoded(&bytes);
            let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
            // Old files end lines with a carriage return alone.
            text.split('\r').for_each(|line| self.line(line));
            return Ok(true);
        }
        let open = self.in_comment || !self.open_tag.is_empty();
        self.end_tag("");
        self.end_comment();
        self.last_number();
        Ok(open)
    }
}

impl<R: Read> Read for Normalizer<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // The parser moves what is in its buffer at each read, so it gets many lines at once.
        while self.error.is_none() && self.ready.len() < buffer.len() {
            match self.next_line() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => self.error = Some(error),
            }
        }
        self.ready.read(buffer)
    }
}

impl<R> Normalizer<R> {
    fn put(&mut self, text: &str) {
        if self.place == Place::Between {
            if self.held.len() < MAX_HELD {
                self.held += text;
            }
            return;
        }
        self.ready.extend(text.as_bytes());
    }

    /// Writes a token and a space.
    fn put_token(&mut self, token: &str) {
        self.put(token);
        self.put(" ");
    }

    fn line(&mut self, line: &str) {
        // A tag cannot be in a comment: the comment before it is unclosed.
        if self.in_comment && is_tag_line(line) {
            self.end_comment();
        }
        // Mail quotes with these.
        let line = if self.in_comment { line } else { line.trim_start_matches(['>', ' ']) };
        let Some(line) = self.end_tag(line) else { return };
        let mut rest = line;
        self.start = Start::Line;
        if self.in_comment {
            rest = self.comment(rest);
        } else if line.starts_with('%') {
            // An escaped line is for other programs.
            return;
        } else if line.trim().is_empty() {
            return self.empty_line();
        } else {
            if is_open_tag(line) {
                line.clone_into(&mut self.open_tag);
                return;
            }
            while let Some((tag, after)) = tag(rest) {
                self.tag(&tag);
                rest = after;
            }
            // A tag without a value is ignored, as by the parser.
            if self.place <= Place::Tags && rest.starts_with('[') {
                return;
            }
        }
        let before = self.ready.len();
        self.moves(rest);
        // An empty line ends a game for the parser.
        if self.in_comment || self.ready.len() > before {
            self.put("\n");
        }
    }

    fn empty_line(&mut self) {
        if self.place == Place::Over {
            self.end_game();
        }
        self.after_gap = true;
    }

    /// Takes up a tag over two lines, whose second is `line`. Returns what is left of the line.
    fn end_tag<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        if self.open_tag.is_empty() {
            return Some(line);
        }
        let open = mem::take(&mut self.open_tag);
        let whole = format!("{open} {line}");
        let goes_on = !line.starts_with('[') && (line.contains("\"]") || !open.contains('"'));
        let is_whole = goes_on && !is_open_tag(&whole);
        if let Some((tag, after)) = tag(if is_whole { &whole } else { &open }) {
            self.tag(&tag);
            if is_whole {
                let after = after.len();
                return Some(&line[line.len() - after.min(line.len())..]).filter(|rest| !rest.is_empty());
            }
        }
        Some(line)
    }

    fn end_game(&mut self) {
        self.last_number();
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
        self.held.clear();
        self.number = None;
        self.place = Place::Tags;
        self.put_token(tag);
        self.after_gap = false;
    }

    /// Normalizes the rest of a line outside comments.
    fn moves(&mut self, text: &str) {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            if self.place > Place::Between {
                self.place = self.place.max(Place::Begun);
            }
            rest = match first {
                '[' => self.bracket(rest),
                '<' if is_html(after) => after.split_once('>').map_or("", |(_, after)| after),

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
                '!' | '?' => self.glyph(rest, after.trim_start_matches(['!', '?'])),
                '}' => after,
                _ => self.word(rest),
            }
            .trim_start();
        }
    }

    /// Handles a square bracket in the moves: a tag, or else a remark in brackets, and returns the rest.
    fn bracket<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some((tag, after)) = tag(text) {
            self.tag(&tag);
            return after;
        }
        text.split_once(']').map_or("", |(_, after)| after)
    }

    /// Handles a symbol such as `!?`. After a move number it stands for an unknown move.
    fn glyph<'a>(&mut self, text: &'a str, after: &'a str) -> &'a str {
        if self.number.is_some() && self.place > Place::Between {
            self.played(&format!("{{{MARK}{}}}", &text[..text.len() - after.len()]));
            return after;
        }
        self.copy_until(text, after)
    }

    /// Handles a word of the moves and returns the rest.
    fn word<'a>(&mut self, text: &'a str) -> &'a str {
        let end = text.find(ends_token).unwrap_or(text.len());
        let html = text[..end].find('<').filter(|at| is_html(&text[at + 1..]));
        let end = html.unwrap_or(end);
        let (word, rest) = text.split_at(end);
        if let [b'(', role @ (b'Q' | b'R' | b'B' | b'N'), b')', ..] = rest.as_bytes()
            && word.ends_with(['1', '8'])
        {
            self.tokens(&format!("{word}={}", char::from(*role)));
            return &rest[3..];
        }
        self.tokens(word);
        rest
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

    /// Closes a comment that the text leaves open, and reports it.
    fn end_comment(&mut self) {
        if self.in_comment {
            self.close_comment();
            self.put(&format!("{{{MARK}{UNCLOSED}}}"));
        }
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
        let mut rest = text.strip_suffix("e.p.").unwrap_or(text).trim_matches(',');
        if is_null_move(rest) {
            return self.token(rest);
        }
        while !rest.is_empty() {
            let numbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            let after = numbered.trim_start_matches(DOTS);
            let is_before_move = numbered.len() < rest.len() && after.starts_with(char::is_alphabetic);
            rest = if after.is_empty() || after.len() < numbered.len() || is_before_move && is_movelike(after)
            {
                self.number(&rest[..rest.len() - after.len()]);
                after
            } else {
                // Dots end a move, but are a part of another word.
                let end = rest.find(DOTS).filter(|end| is_movelike(&rest[..*end])).unwrap_or(rest.len());
                self.token(&rest[..end]);
                &rest[end..]
            };
        }
    }

    /// Keeps a move number for its move. Number 1 after an empty line starts another game.
    fn number(&mut self, number: &str) {
        if self.place == Place::Moves && self.after_gap && self.depth == 0 && number == "1." {
            self.end_game();
        }
        match &mut self.number {
            // Dots after the number and a blank.
            Some(before) if number.starts_with(DOTS) => *before += number,
            // Dots alone say only that Black moves.
            None if number.starts_with(DOTS) => {}
            before => *before = Some(number.to_owned()),
        }
    }

    fn token(&mut self, token: &str) {
        match notation(token, self.number.is_none()) {
            Notation::San(san) => self.played(&san),
            Notation::Annotated(san, glyph) => {
                self.played(&san);
                self.put_token(glyph);
            }
            Notation::Glyph(glyph) => self.put_token(glyph),
            Notation::Result(result) => self.result(&result),
            Notation::Unknown(word) if self.is_outside() && !is_movelike(&word) => self.skip(),
            Notation::Unknown(word) => self.played(&format!("{{{MARK}{word}}}")),
        }
    }

    /// Reports whether this is between games, or after the result of one.
    fn is_outside(&self) -> bool {
        matches!(self.place, Place::Between | Place::Over) && self.depth == 0
    }

    /// Skips a word of a text that is in no game.
    fn skip(&mut self) {
        self.start =
            if matches!(self.start, Start::Line | Start::None) { Start::None } else { Start::Number };
        self.number = None;
        self.held.clear();
    }

    /// Writes a move or a token that may be one. After a result it starts the next game.
    fn played(&mut self, token: &str) {
        let number = self.number.take();
        if self.is_outside() {
            let is_first = match number.as_deref().map(|number| number.trim_end_matches(DOTS)) {
                None => matches!(self.start, Start::Line | Start::Result),
                Some(number) => self.start != Start::None && number == "1",
            };
            if !is_first {
                return self.skip();
            }
            if self.place == Place::Over {
                self.end_game();
            }
        }
        if self.place < Place::Over {
            self.place = Place::Moves;
        }
        let held = mem::take(&mut self.held);
        self.put(&held);
        self.after_gap = false;
        if let Some(number) = number {
            self.put_number(&number);
        }
        self.put_token(token);
    }

    fn put_number(&mut self, number: &str) {
        for part in ["{\0", number, "}"] {
            self.put(part);
        }
    }

    /// Writes a number without a move, which may show that moves are missing.
    fn last_number(&mut self) {
        if let Some(number) = self.number.take()
            && self.place == Place::Moves
            && self.depth == 0
        {
            self.put_number(&number);
        }
    }

    /// Writes a result; the result of a variation is dropped.
    fn result(&mut self, result: &str) {
        if self.place == Place::Between {
            self.start = Start::None;
            return self.skip();
        }
        self.last_number();
        self.start = Start::Result;
        if self.depth == 0 {
            self.place = Place::Over;
            self.put_token(result);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The normalized text without move numbers, with `#` for [`MARK`].
    fn normalized(text: impl AsRef<[u8]>) -> String {
        let mut found = String::new();
        Normalizer::new(text.as_ref()).read_to_string(&mut found).expect("UTF-8");
        let mark = format!("{{{MARK}");
        let mut parts = found.split(&mark);
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.split_once('}') {
                Some((number, after)) if number.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
                    text += after;
                }
                _ => text += &format!("{{#{part}"),
            }
        }
        text
    }

    /// The normalized games, separated by bars, with single spaces.
    fn normalized_games(text: &str) -> String {
        let games = normalized(text);
        let games = games.split("\n\n").map(|game| game.split_whitespace().collect::<Vec<_>>().join(" "));
        games.filter(|game| !game.is_empty()).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn invalid_utf8_is_decoded_as_latin_1() {
        assert_eq!(normalized(b"1. e4 {M\xfcller, M\xc3\xbcller\0}\n"), "e4 {Müller, Müller} \n");
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
        assert_eq!(normalized_games("1. e4 {never\nclosed"), "e4 {never closed } {#{}");
        let two = "[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 *\n";
        assert_eq!(normalized_games(two), "[Event \"a\"] e4 {never closed | } {#{} | [Event \"b\"] d4 *");
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
            "e4 $16 $17 $18 $19 $14 $14 $15 $15 $16 $17 $10 $13 {#N} $7 1/2-1/2"
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
        assert_eq!(normalized_games("1. e4 1-0 resigned 1. d4"), "e4 1-0 | d4");
    }
}
