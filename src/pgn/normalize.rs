//! Normalizer: rewrites PGN as people and programs write it for the parser.
//!
//! The parser silently ignores tokens that it does not know, ends a game at an empty line and a file at an
//! unclosed comment. The normalizer works line by line before the parser, divides the text into games, so that a
//! game can be read as soon as it is over, and marks unknown tokens so that they can be tried as moves or reported.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::mem;

use super::lines::Lines;
use super::notation::{NULL_MOVE, Notation, is_null_move, notation};
use super::open_tag::OpenTag;
use super::words::{ends_token, is_first_of_white, is_html, is_movelike, is_tag_line, tag};

/// Marks a comment as an unknown token or a move number, which the parser would ignore. It is removed from the
/// input.
pub(super) const MARK: char = '\0';

/// The token that stands for the missing end of a comment.
pub(super) const UNCLOSED: &str = "{";

/// The symbol of a novelty, which may also be the first word of a move with a blank.
pub(super) const NOVELTY: &str = "N";

/// The length in bytes from which on a move number gets no more dots.
const MAX_NUMBER: usize = 64;

/// The maximum length in bytes of the comments that are held.
const MAX_HELD: usize = 1 << 20;

/// The maximum length in bytes of the normalized text of a game.
const MAX_GAME: usize = 16 << 20;

/// The characters after a move number.
const DOTS: [char; 2] = ['.', '…'];

/// The normalized text of a game.
#[derive(Debug, Default)]
pub(super) struct GameText {
    pub bytes: Vec<u8>,
    /// Whether the game is longer than [`MAX_GAME`]: then the text is not all of it.
    pub is_too_long: bool,
}

impl GameText {
    fn push(&mut self, text: &str) {
        self.is_too_long |= self.bytes.len() + text.len() > MAX_GAME;
        if !self.is_too_long {
            self.bytes.extend(text.as_bytes());
        }
    }
}

/// A source of PGN that is normalized while it is read.
pub(super) struct Normalizer<R> {
    source: Lines<R>,
    /// The games that are over and not taken yet.
    games: VecDeque<GameText>,
    /// The game that is being read.
    game: GameText,
    place: Place,
    /// The number of open variations.
    depth: usize,
    in_comment: bool,
    /// Whether an empty line followed the last tag or move.
    after_gap: bool,
    /// A move number before its move.
    number: Option<String>,
    /// Comments between games or among tags, which are those before the first move.
    held: String,
    /// Whether the last comment that is held is not closed.
    is_held_open: bool,
    start: Start,
    open_tag: OpenTag,
    /// Whether the line before ends within a tag of HTML.
    in_html: bool,
    /// How the source has ended, once it has and that is not returned yet.
    end: Option<io::Result<()>>,
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
            source: Lines::new(source),
            games: VecDeque::new(),
            game: GameText::default(),
            place: Place::Between,
            depth: 0,
            in_comment: false,
            after_gap: false,
            number: None,
            held: String::new(),
            is_held_open: false,
            start: Start::Line,
            open_tag: OpenTag::default(),
            in_html: false,
            end: None,
        }
    }

    /// Returns the next game as soon as it is over; `None` at the end of the source.
    ///
    /// # Errors
    /// An I/O error of the source, after the games before it.
    pub fn next_game(&mut self) -> io::Result<Option<GameText>> {
        loop {
            if let Some(game) = self.games.pop_front() {
                return Ok(Some(game));
            }
            if let Some(end) = &mut self.end {
                return mem::replace(end, Ok(())).map(|()| None);
            }
            match self.source.next_line() {
                // Old files end lines with a carriage return alone.
                Ok(Some(text)) => text.split('\r').for_each(|line| self.line(line)),
                Ok(None) => self.end(Ok(())),
                Err(error) => self.end(Err(error)),
            }
        }
    }
}

impl<R> Normalizer<R> {
    /// Ends what is open at the end of the source.
    fn end(&mut self, end: io::Result<()>) {
        self.end_open_tag();
        self.end_comment();
        if self.place == Place::Tags {
            self.begin_moves();
        }
        self.last_number();
        self.finish_game();
        self.end = Some(end);
    }

    /// Takes the text of the game that is over.
    fn finish_game(&mut self) {
        let game = mem::take(&mut self.game);
        if !game.bytes.is_empty() || game.is_too_long {
            self.games.push_back(game);
        }
    }

    fn put(&mut self, text: &str) {
        if self.place <= Place::Tags {
            self.is_held_open &= !self.held.is_empty();
            // What is too long loses its middle, but a comment is closed.
            if self.held.len() < MAX_HELD || self.is_held_open && text.starts_with('}') {
                self.held += text;
                self.is_held_open = text.starts_with('{') && !text.contains('}')
                    || self.is_held_open && !text.starts_with('}');
            }
            return;
        }
        self.game.push(text);
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
        let line = if self.in_comment { line } else { line.trim_start_matches(['>', '|', ' ']) };
        if !self.open_tag.is_empty() {
            self.continue_tag(line);
        } else if self.in_comment || !self.open_tag.begin(line) {
            self.whole_line(line);
        }
    }

    /// Handles a line that is not a part of a tag over several lines, or all lines of one.
    fn whole_line(&mut self, line: &str) {
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
            rest = self.html(rest);
            while let Some((tag, after)) = tag(rest) {
                self.tag(&tag);
                rest = after;
            }
            // A tag without a value is ignored, as by the parser.
            if self.place <= Place::Tags && rest.starts_with('[') {
                return;
            }
        }
        let before = (self.games.len(), self.game.bytes.len());
        self.moves(rest);
        // An empty line ends a game for the parser.
        if self.in_comment || (self.games.len(), self.game.bytes.len()) > before {
            self.put("\n");
        }
    }

    /// Handles a line after the beginning of a tag.
    fn continue_tag(&mut self, line: &str) {
        if self.open_tag.is_broken_by(line) {
            self.end_open_tag();
            return self.line(line);
        }
        if let Some(whole) = self.open_tag.add(line) {
            if tag(&whole).is_none() {
                return self.end_open_tag();
            }
            self.open_tag = OpenTag::default();
            self.whole_line(&whole);
        }
    }

    /// Handles the lines after the beginning of a tag that has no end, each by itself.
    fn end_open_tag(&mut self) {
        for line in mem::take(&mut self.open_tag).into_lines() {
            self.whole_line(&line);
        }
    }

    /// Returns what follows the end of a tag of HTML that began on an earlier line.
    fn html<'a>(&mut self, line: &'a str) -> &'a str {
        if !mem::take(&mut self.in_html) || is_tag_line(line) {
            return line;
        }
        let end = line.split_once('>');
        self.in_html = end.is_none();
        end.map_or("", |(_, after)| after)
    }

    fn empty_line(&mut self) {
        self.in_html = false;
        if self.place == Place::Over {
            self.end_game();
        }
        self.after_gap = true;
    }

    fn end_game(&mut self) {
        self.last_number();
        self.finish_game();
        self.place = Place::Between;
        self.depth = 0;
        self.after_gap = false;
    }

    fn tag(&mut self, tag: &str) {
        if self.place == Place::Tags && self.after_gap && tag.starts_with("[Event ") {
            // A game without a token would merge with the next.
            self.begin_moves();
            self.put("{}");
            self.end_game();
        } else if self.place > Place::Tags {
            self.end_game();
        }
        // Comments among the tags are of the game, those before it are not.
        if self.place == Place::Between {
            self.held.clear();
        }
        self.number = None;
        self.place = Place::Tags;
        self.game.push(tag);
        self.game.push(" ");
        self.after_gap = false;
    }

    /// Begins the part after the tags with the comments among them.
    fn begin_moves(&mut self) {
        self.place = Place::Begun;
        let held = mem::take(&mut self.held);
        self.put(&held);
    }

    /// Normalizes the rest of a line outside comments.
    fn moves(&mut self, text: &str) {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            let is_among_tags =
                matches!(first, '{' | ';' | ']') && !self.after_gap || first == '<' && is_html(after);
            if self.place == Place::Tags && !is_among_tags {
                self.begin_moves();
            }
            rest = match first {
                '[' => self.bracket(rest),
                '<' if is_html(after) => self.html_tag(rest),
                '{' => {
                    self.put("{");
                    self.in_comment = true;
                    self.comment(after)
                }
                ';' => {
                    self.put_token(&format!("{{{}}}", after.replace('}', ")")));
                    ""
                }
                // In a text, where nothing may close it.
                '(' if self.place == Place::Between => {
                    self.skip();
                    after
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
                ']' if self.place <= Place::Tags => after,
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
        text.split_once(']').map_or_else(|| self.unclosed("["), |(_, after)| after)
    }

    /// Skips a tag of HTML and returns the rest.
    fn html_tag<'a>(&mut self, text: &'a str) -> &'a str {
        if let Some((_, after)) = text.split_once('>') {
            return after;
        }
        self.in_html = self.is_outside() || self.place == Place::Tags;
        if self.in_html { "" } else { self.unclosed("<") }
    }

    /// Handles a bracket that is not closed on its line. In a game, the rest of the line may or may not be moves.
    fn unclosed(&mut self, bracket: &str) -> &'static str {
        if self.is_outside() {
            self.skip();
        } else {
            self.played(&format!("{{{MARK}{bracket}}}"));
        }
        ""
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

    /// Keeps a move number for its move.
    fn number(&mut self, number: &str) {
        if is_first_of_white(number) && self.is_after_gap() {
            // It belongs to the next game, or to the reply if dots follow.
            self.last_number();
        }
        match &mut self.number {
            // Dots after the number and a blank: two say as much as more.
            Some(before) if number.starts_with(DOTS) => {
                if before.len() < MAX_NUMBER {
                    *before += number;
                }
            }
            // Dots alone say only that Black moves.
            None if number.starts_with(DOTS) => {}
            before => *before = Some(number.to_owned()),
        }
    }

    fn token(&mut self, token: &str) {
        match notation(token, self.number.is_none()) {
            // A signature of a mail, or a word.
            Notation::San(san) if san == NULL_MOVE && self.is_outside() && self.number.is_none() => {
                self.skip();
            }
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

    /// Reports whether an empty line is before this, among the moves of a game.
    fn is_after_gap(&self) -> bool {
        self.place == Place::Moves && self.after_gap && self.depth == 0
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
        // Number 1 after an empty line starts another game.
        if self.is_after_gap() && number.as_deref().is_some_and(is_first_of_white) {
            self.end_game();
        }
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
mod tests;
