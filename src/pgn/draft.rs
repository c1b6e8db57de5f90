//! Draft: a game that is read from its tokens.
//!
//! A word that is not a legal move and a move number that shows missing moves end the line. No move is kept that might
//! be another than the one meant.

use std::mem;

use shakmaty::Move;
use shakmaty::san::San;

use super::error::MAX_VARIATION_DEPTH;
use super::language::{LANGUAGES, Language};
use super::normalize::NOVELTY;
use super::tokens::Token;
use super::words::is_movelike;
use super::{PgnGame, PgnLine, PgnMove, PgnWarning, move_number};
use crate::position::{Position, SanError, parse_san};

/// A game that is being read.
struct Draft<'a> {
    game: PgnGame,
    language: &'a Language,
    /// The main line and the open variations, the innermost last.
    open: Vec<Open<'a>>,
    /// The number of open variations that are skipped.
    skipped: usize,
    /// Whether there is a warning of variations before the first move of their line, and one of those nested too deep.
    has_warned: [bool; 2],
    /// The difference between the numbers in the text and those of the positions; `None` before the first number of
    /// a game that starts from a FEN.
    offset: Option<i64>,
    /// The number before the next move.
    number: Option<(u32, bool)>,
    /// Whether the main line ended at a word that is not a move in any notation.
    ends_with_word: bool,
}

/// A line that is being read.
struct Open<'a> {
    line: PgnLine,
    /// The position before the last move.
    before: Position,
    /// The position after the last move; `None` after an invalid move.
    after: Option<Position>,
    /// The number of the next move in plies, null moves included.
    ply: u32,
    /// The moves before the last number.
    numbered: usize,
    /// The last move as written.
    last: Option<&'a Token>,
}

/// Reads the tokens of a game, in English or else in the one language in which all its moves are legal.
pub(super) fn read_tokens(start: &PgnGame, tokens: &[Token]) -> PgnGame {
    let (english, is_whole) = Draft::read(start, tokens, &Language::ENGLISH);
    if is_whole {
        return english;
    }
    let words =
        || tokens.iter().filter_map(|token| if let Token::Word(word) = token { Some(word) } else { None });
    let mut found: Option<PgnGame> = None;
    for language in LANGUAGES.iter().filter(|language| words().any(|word| language.has_foreign_letter(word)))
    {
        let (game, is_whole) = Draft::read(start, tokens, language);
        if is_whole {
            let is_other = |other: &PgnGame| {
                !other.line.moves.iter().map(|m| m.m).eq(game.line.moves.iter().map(|m| m.m))
            };
            // The letters do not decide.
            if found.as_ref().is_some_and(is_other) {
                return english;
            }
            found.get_or_insert(game);
        }
    }
    found.unwrap_or(english)
}

impl<'a> Draft<'a> {
    /// Reads the tokens of a game in a language. Returns the game, and whether its main line is whole: whether all its
    /// moves up to a word that is not a move, such as "resigns", are legal.
    fn read(start: &PgnGame, tokens: &'a [Token], language: &'a Language) -> (PgnGame, bool) {
        let at = start.start.clone();
        let main = Open::new(at.clone(), at.game_ply());
        let offset = if start.tag("FEN").is_some() { None } else { Some(0) };
        let mut draft = Draft {
            game: start.clone(),
            language,
            open: vec![main],
            skipped: 0,
            has_warned: [false; 2],
            offset,
            number: None,
            ends_with_word: false,
        };
        for (index, token) in tokens.iter().enumerate() {
            draft.token(token, &tokens[index + 1..]);
        }
        draft.end()
    }

    fn end(mut self) -> (PgnGame, bool) {
        if self.open.len() == 1 && self.skipped == 0 {
            self.check_number(&[]);
        }
        if self.open.len() > 1 || self.skipped > 0 {
            self.game.warnings.push(PgnWarning::Variation);
        }
        self.skipped = 0;
        while self.open.len() > 1 {
            self.close_variation();
        }
        let Some(main) = self.open.pop() else { return (self.game, false) };
        let is_whole = main.after.is_some() || self.ends_with_word;
        (PgnGame { line: main.line, ..self.game }, is_whole)
    }

    fn token(&mut self, token: &'a Token, rest: &[Token]) {
        match token {
            Token::Open => self.open_variation(),
            Token::Close => self.close_variation(),
            _ if self.skipped > 0 => {}
            Token::Number(number, is_black) => self.number = Some((*number, *is_black)),
            // A novelty, unless a move follows: then it is the first part of that.
            Token::Word(word)
                if word == NOVELTY && self.number.is_none() && !rest.first().is_some_and(Token::is_move) =>
            {
                self.last_move().into_iter().for_each(|m| m.nags.push(146));
            }
            Token::San(_) | Token::Word(_) => self.play(token, rest),
            Token::Nag(nag) => self.last_move().into_iter().for_each(|m| m.nags.push(*nag)),
            Token::Comment(text) => self.comment(text),
            Token::Unclosed => self.game.warnings.push(PgnWarning::Comment),
        }
    }

    /// Plays the move of a token in the innermost line, or ends the line.
    fn play(&mut self, token: &'a Token, rest: &[Token]) {
        self.check_number(rest);
        let in_variation = self.open.len() > 1;
        let Some(open) = self.open.last_mut() else { return };
        let Some(position) = open.after.take() else { return };
        let played = read_move(self.language, token, &position).map(PgnMove::new);
        match played.and_then(|m| Ok((m.play(&position).ok_or(SanError::Illegal)?, m))) {
            Ok((after, m)) => {
                open.line.moves.push(m);
                open.after = Some(after);
                open.before = position;
                open.ply += 1;
                open.last = Some(token);
            }
            Err(reason) => {
                let (number, text) = (move_number(open.ply), token.move_text());
                self.ends_with_word |= !in_variation && !is_movelike(&text);
                self.game.warnings.push(PgnWarning::Move { number, text, reason, in_variation });
            }
        }
    }

    /// Ends the innermost line if the number before the next move shows that moves are missing.
    ///
    /// The first number of a game that starts from a FEN is taken as it is. A number that is wrong alone, with a
    /// right one after it, is a misprint.
    fn check_number(&mut self, rest: &[Token]) {
        let Some((number, is_black)) = self.number.take() else { return };
        let in_variation = self.open.len() > 1;
        let Some(open) = self.open.last_mut().filter(|open| open.after.is_some()) else { return };
        let ply = i64::from(open.ply);
        let offset = *self.offset.get_or_insert(i64::from(number) - (ply / 2 + 1));
        let is_right = |number: u32, ply: i64| i64::from(number) == ply / 2 + 1 + offset;
        // Dots for Black before a move of White.
        let is_gap = is_black && open.ply.is_multiple_of(2);
        if !is_gap && is_right(number, ply) || has_right_number(rest, ply, is_right) {
            open.numbered = open.line.moves.len();
            return;
        }
        open.after = None;
        open.line.moves.truncate(open.certain_moves(self.language));
        let found = format!("{number}{}", if is_black { "..." } else { "." });
        let expected = move_number(open.ply);
        self.game.warnings.push(PgnWarning::Number { found, expected, in_variation });
    }

    /// Returns the last move of the innermost line, unless it ended with an invalid move.
    fn last_move(&mut self) -> Option<&mut PgnMove> {
        let open = self.open.last_mut()?;
        open.after.is_some().then(|| open.line.moves.last_mut()).flatten()
    }

    fn comment(&mut self, text: &str) {
        let Some(open) = self.open.last_mut() else { return };
        let Open { line: PgnLine { before, moves }, after, .. } = open;
        if text.is_empty() || after.is_none() {
            return;
        }
        moves.last_mut().map_or(before, PgnMove::last_comments).push(text.to_owned());
    }

    /// Opens a variation of the last move, or skips it.
    fn open_variation(&mut self) {
        self.number = None;
        let Some(open) = self.open.last() else { return };
        let is_too_deep = self.open.len() > MAX_VARIATION_DEPTH;
        let is_possible = !is_too_deep && open.after.is_some() && !open.line.moves.is_empty();
        if self.skipped > 0 || !is_possible {
            // After an invalid move the line has its warning.
            if self.skipped == 0 && open.after.is_some() {
                self.warn_of_skipped(is_too_deep);
            }
            self.skipped += 1;
            return;
        }
        let variation = Open::new(open.before.clone(), open.ply.saturating_sub(1));
        self.open.push(variation);
    }

    /// Warns of a variation that is skipped, once for each reason.
    fn warn_of_skipped(&mut self, is_too_deep: bool) {
        if !mem::replace(&mut self.has_warned[usize::from(is_too_deep)], true) {
            let warning = if is_too_deep { PgnWarning::TooDeep } else { PgnWarning::NoMove };
            self.game.warnings.push(warning);
        }
    }

    fn close_variation(&mut self) {
        self.number = None;
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if self.open.len() < 2 {
            return;
        }
        let variation = self.open.pop().map(|open| open.line).unwrap_or_default();
        let Some(m) = self.open.last_mut().and_then(|open| open.line.moves.last_mut()) else { return };
        // A variation without moves cannot be written, but its comments can.
        if variation.moves.is_empty() {
            m.last_comments().extend(variation.before);
        } else {
            m.variations.push(variation);
        }
    }
}

impl Open<'_> {
    /// Returns an empty line from a position.
    fn new(start: Position, ply: u32) -> Self {
        let (line, before, after) = (PgnLine::default(), start.clone(), Some(start));
        Open { line, before, after, ply, numbered: 0, last: None }
    }

    /// Returns how many moves are certain when a number shows that some are missing.
    ///
    /// Those before the last number are, and so are the move of Black after his number and both moves after that
    /// of White. A single move after it may be that of Black, unless he cannot play it.
    fn certain_moves(&self, language: &Language) -> usize {
        let since = self.line.moves.len() - self.numbered;
        let is_of_white = (self.ply as usize - since).is_multiple_of(2);
        let certain = match since {
            1 if is_of_white => usize::from(!self.may_be_reply(language)),
            2 if is_of_white => 2,
            0 | 1 => since,
            _ => usize::from(!is_of_white),
        };
        self.numbered + certain
    }

    /// Reports whether the last move may be one of the other side, after a move that is missing.
    fn may_be_reply(&self, language: &Language) -> bool {
        let Some(last) = self.last else { return true };
        let moves = self.before.legal_moves();
        moves.into_iter().any(|m| read_move(language, last, &self.before.play(m)).is_ok())
    }
}

/// Reads the move of a token; `None` is a null move.
fn read_move(language: &Language, token: &Token, position: &Position) -> Result<Option<Move>, SanError> {
    let foreign = |text: &str| parse_san(position, &language.to_english(text).ok_or(SanError::Syntax)?);
    match token {
        Token::San(San::Null) => return Ok(None),
        // The parser takes `g1f3` for a pawn move.
        Token::San(san) if language.is_english() => {
            san.to_move(position.chess()).or_else(|_| parse_san(position, &san.to_string()))
        }
        Token::San(san) => foreign(&san.to_string()),
        Token::Word(word) => foreign(word),
        _ => Err(SanError::Syntax),
    }
    .map(Some)
}

/// Reports whether the next number in the same line, before whose move `ply` plies and that of the first token
/// are played, is right.
fn has_right_number(rest: &[Token], ply: i64, is_right: impl Fn(u32, i64) -> bool) -> bool {
    let (mut depth, mut ply) = (0, ply + 1);
    for token in rest {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return false,
            Token::Close => depth -= 1,
            Token::Number(number, _) if depth == 0 => return is_right(*number, ply),
            token if depth == 0 && token.is_move() => ply += 1,
            _ => {}
        }
    }
    false
}
