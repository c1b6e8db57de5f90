//! Tokens: the parts of a game, as the parser finds them.

use std::borrow::Cow;
use std::mem;
use std::ops::ControlFlow;

use pgn_reader::{Nag, Outcome, RawComment, RawTag, SanPlus, Skip, Visitor};
use shakmaty::san::San;

use super::draft::read_tokens;
use super::normalize::{MARK, UNCLOSED};
use super::read::begin;
use super::{PgnError, PgnGame};

/// Collects the tokens of a game, which are read when it is complete.
pub(super) struct GameVisitor;

/// A token of a game.
pub(super) enum Token {
    /// A move number, and whether its dots say that Black moves.
    Number(u32, bool),
    San(San),
    /// A word where a move is due, in another notation than that of the parser.
    Word(String),
    Nag(u8),
    Comment(String),
    /// The missing end of a comment.
    Unclosed,
    Open,
    Close,
}

/// The tokens of a game.
pub(super) struct Tokens {
    tags: Vec<(String, String)>,
    tokens: Vec<Token>,
    result: Option<Outcome>,
    /// The first part of a long comment.
    comment_part: Vec<u8>,
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Visitor for GameVisitor {
    type Tags = Vec<(String, String)>;
    type Movetext = Tokens;
    type Output = Result<PgnGame, PgnError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        tags.push((lossy(name), value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Tokens> {
        ControlFlow::Continue(Tokens { tags, tokens: Vec::new(), result: None, comment_part: Vec::new() })
    }

    fn san(&mut self, game: &mut Tokens, san: SanPlus) -> ControlFlow<Self::Output> {
        game.tokens.push(Token::San(san.san));
        ControlFlow::Continue(())
    }

    fn nag(&mut self, game: &mut Tokens, nag: Nag) -> ControlFlow<Self::Output> {
        game.tokens.push(Token::Nag(nag.0));
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, game: &mut Tokens, part: RawComment<'_>) -> ControlFlow<Self::Output> {
        game.comment_part.extend_from_slice(part.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, game: &mut Tokens, part: RawComment<'_>) -> ControlFlow<Self::Output> {
        let mut bytes = Cow::from(part.as_bytes());
        if !game.comment_part.is_empty() {
            bytes = Cow::from([mem::take(&mut game.comment_part), bytes.into_owned()].concat());
        }
        game.tokens.push(Token::of_comment(&String::from_utf8_lossy(&bytes)));
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, game: &mut Tokens) -> ControlFlow<Self::Output, Skip> {
        game.tokens.push(Token::Open);
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, game: &mut Tokens) -> ControlFlow<Self::Output> {
        game.tokens.push(Token::Close);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut Tokens, outcome: Outcome) -> ControlFlow<Self::Output> {
        // The first one ends the game.
        game.result.get_or_insert(outcome);
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: Tokens) -> Self::Output {
        let mut start = begin(game.tags)?;
        if let Some(result) = game.result {
            start.result = result.to_string();
        }
        Ok(read_tokens(&start, &game.tokens))
    }
}

impl Token {
    fn of_comment(text: &str) -> Token {
        match text.strip_prefix(MARK) {
            Some(UNCLOSED) => Token::Unclosed,
            Some(text) => match text.trim_end_matches(['.', '…']).parse() {
                Ok(number) => Token::Number(number, text.matches('.').count() > 1 || text.contains('…')),
                Err(_) => Token::Word(text.to_owned()),
            },
            None => Token::Comment(text.trim().to_owned()),
        }
    }

    /// Returns a move as written, shortened.
    pub fn move_text(&self) -> String {
        match self {
            Token::San(san) => san.to_string(),
            Token::Word(word) => format!("{word:.40}"),
            _ => String::new(),
        }
    }

    pub fn is_move(&self) -> bool {
        matches!(self, Token::San(_) | Token::Word(_))
    }
}
