//! Reader: the games of a PGN file, one after another.
//!
//! An invalid move ends its line with a warning, an invalid start skips the game; the rest of the file is
//! read.

use std::io::{self, Read};
use std::mem;
use std::ops::ControlFlow;

use pgn_reader::{Nag, Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::san::San;
use shakmaty::{CastlingMode, Move};

use super::normalize::{MARK, Normalizer, has_square};
use super::{PgnError, PgnGame, PgnLine, PgnMove, PgnWarning, RESULTS, move_number};
use crate::position::{Position, SanError, parse_fen, parse_fen_mode, parse_san};

/// The maximum depth of nested variations; deeper ones are skipped.
const MAX_DEPTH: usize = 64;

/// The maximum number of warnings about tokens of a game; further tokens are only counted.
const MAX_TOKEN_WARNINGS: usize = 8;

/// The supported length of a tag line in bytes.
const MAX_TAG_LENGTH: usize = 1 << 16;

/// The names of standard chess in the tag `Variant`, without spaces and dashes.
const STANDARD: [&str; 6] = ["", "standard", "chess", "normal", "fromposition", "classical"];

/// The names of Chess960 in the tag `Variant`.
const CHESS960: [&str; 3] = ["chess960", "fischerandom", "fischerrandom"];

/// An iterator over the games of a PGN file; a game that cannot be read is a [`PgnError`].
pub struct PgnReader<R> {
    reader: Reader<Normalizer<R>>,
}

impl<R: Read> PgnReader<R> {
    /// Returns a reader of `source`.
    pub fn new(source: R) -> PgnReader<R> {
        let reader = Reader::build(Normalizer::new(source))
            .set_supported_tag_line_length(MAX_TAG_LENGTH)
            .set_supported_comment_length(1 << 16)
            .finish();
        PgnReader { reader }
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = io::Result<Result<PgnGame, PgnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.read_game(&mut GameVisitor).transpose()
    }
}

/// Builds games from the tokens of the parser.
struct GameVisitor;

/// A game that is being read.
struct Draft {
    game: PgnGame,
    /// The main line and the open variations, the innermost last.
    open: Vec<Open>,
    /// The first part of a long comment.
    comment_part: Vec<u8>,
    /// Whether the next end of a variation is that of a skipped one.
    skipping: bool,
    /// The number of ignored tokens.
    tokens: usize,
}

/// A line that is being read.
struct Open {
    line: PgnLine,
    /// The position before the last move.
    before: Position,
    /// The position after the last move; `None` after an invalid move.
    after: Option<Position>,
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl Visitor for GameVisitor {
    type Tags = Vec<(String, String)>;
    type Movetext = Draft;
    type Output = Result<PgnGame, PgnError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(Vec::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        tags.push((lossy(name), value.decode_utf8_lossy().into_owned()));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Draft> {
        match begin(tags) {
            Ok(draft) => ControlFlow::Continue(draft),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    }

    fn san(&mut self, draft: &mut Draft, san: SanPlus) -> ControlFlow<Self::Output> {
        draft.san(&san.san);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, draft: &mut Draft, nag: Nag) -> ControlFlow<Self::Output> {
        if let Some(m) = draft.last_move() {
            m.nags.push(nag.0);
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, draft: &mut Draft, part: RawComment<'_>) -> ControlFlow<Self::Output> {
        draft.comment_part.extend_from_slice(part.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, draft: &mut Draft, part: RawComment<'_>) -> ControlFlow<Self::Output> {
        let mut bytes = mem::take(&mut draft.comment_part);
        bytes.extend_from_slice(part.as_bytes());
        let text = lossy(&bytes);
        match text.strip_prefix(MARK) {
            Some(token) => draft.token(token),
            None => draft.comment(text.trim()),
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, draft: &mut Draft) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(!draft.open_variation()))
    }

    fn end_variation(&mut self, draft: &mut Draft) -> ControlFlow<Self::Output> {
        draft.close_variation();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, draft: &mut Draft, outcome: Outcome) -> ControlFlow<Self::Output> {
        draft.game.result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut draft: Draft) -> Self::Output {
        draft.skipping = false;
        while draft.open.len() > 1 {
            draft.close_variation();
        }
        if let Some(more) = draft.tokens.checked_sub(MAX_TOKEN_WARNINGS + 1) {
            draft.game.warnings.push(PgnWarning::Tokens(more + 1));
        }
        let line = draft.open.pop().map(|open| open.line).unwrap_or_default();
        Ok(PgnGame { line, ..draft.game })
    }
}

fn begin(tags: Vec<(String, String)>) -> Result<Draft, PgnError> {
    let value = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let variant = value("Variant").unwrap_or_default();
    let name = variant.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let is_chess960 = CHESS960.contains(&name.as_str());
    if !is_chess960 && !STANDARD.contains(&name.as_str()) {
        return Err(PgnError::Variant(variant.to_owned()));
    }
    let initial = Position::default().fen();
    let fen = value("FEN").filter(|fen| !fen.trim().is_empty()).unwrap_or(&initial);
    let parsed = if is_chess960 { parse_fen_mode(fen, CastlingMode::Chess960) } else { parse_fen(fen) };
    let parsed = parsed.map_err(|reason| PgnError::Fen { fen: fen.to_owned(), reason })?;
    let (start, warnings) = (Position::new(parsed.chess), parsed.warnings);
    let result = value("Result").filter(|result| RESULTS.contains(result)).unwrap_or("*").to_owned();
    let warnings = warnings.into_iter().map(PgnWarning::from).collect();
    let main = Open { line: PgnLine::default(), before: start.clone(), after: Some(start.clone()) };
    let game = PgnGame { tags, start, line: PgnLine::default(), result, warnings };
    Ok(Draft { game, open: vec![main], comment_part: Vec::new(), skipping: false, tokens: 0 })
}

impl Draft {
    fn san(&mut self, san: &San) {
        self.play(&san.to_string(), |position| match san {
            San::Null => Ok(None),
            // The parser takes `g1f3` for a pawn move.
            san => san.to_move(position.chess()).or_else(|_| parse_san(position, &san.to_string())).map(Some),
        });
    }

    /// Handles a token that the parser does not know: a move in another notation, or else ignored.
    fn token(&mut self, token: &str) {
        let text = format!("{token:.40}");
        if has_square(token) {
            self.play(&text, |position| parse_san(position, token).map(Some));
        } else if self.open.last().is_some_and(|open| open.after.is_some()) {
            self.tokens += 1;
            if self.tokens <= MAX_TOKEN_WARNINGS {
                self.game.warnings.push(PgnWarning::Token(text));
            }
        }
    }

    /// Plays in the innermost line the move that `read` makes of `text`.
    fn play(&mut self, text: &str, read: impl FnOnce(&Position) -> Result<Option<Move>, SanError>) {
        let in_variation = self.open.len() > 1;
        let Some(open) = self.open.last_mut() else { return };
        let Some(position) = open.after.take() else { return };
        let played = read(&position).map(PgnMove::new);
        match played.and_then(|m| Ok((m.play(&position).ok_or(SanError::Illegal)?, m))) {
            Ok((after, m)) => {
                open.line.moves.push(m);
                open.after = Some(after);
                open.before = position;
            }
            Err(reason) => {
                let (number, text) = (move_number(position.game_ply()), text.to_owned());
                self.game.warnings.push(PgnWarning::Move { number, text, reason, in_variation });
            }
        }
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

    /// Opens a variation of the last move. Returns false if it is skipped.
    fn open_variation(&mut self) -> bool {
        let deep = self.open.len() >= MAX_DEPTH;
        let Some(open) = self.open.last() else { return false };
        self.skipping = deep || open.after.is_none() || open.line.moves.is_empty();
        if self.skipping {
            return false;
        }
        let before = open.before.clone();
        self.open.push(Open { line: PgnLine::default(), after: Some(before.clone()), before });
        true
    }

    fn close_variation(&mut self) {
        if mem::take(&mut self.skipping) || self.open.len() < 2 {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
        PgnReader::new(text.as_bytes()).map(|game| game.expect("no I/O error")).collect()
    }

    #[test]
    fn variations_comments_and_glyphs_are_read() {
        let text = "[Event \"a \\\"b\\\"\"]\n\n{first} 1. e4! $14 {good} (1. d4 {solid} d5 (1... Nf6)) e5 2. Nf3 1-0\n";
        let games = read(text);
        let game = games[0].as_ref().expect("a game");
        assert_eq!((game.tag("Event"), game.result.as_str()), (Some("a \"b\""), "1-0"));
        assert_eq!((game.line.before.len(), game.line.moves.len()), (1, 3));
        let first = &game.line.moves[0];
        assert_eq!((&first.nags[..], &first.comments[..]), (&[1, 14][..], &["good".to_owned()][..]));
        assert_eq!(first.variations[0].moves.len(), 2);
        assert_eq!(first.variations[0].moves[1].variations[0].moves.len(), 1);
        assert!(game.warnings.is_empty());
    }

    #[test]
    fn invalid_games_and_moves_are_skipped_with_a_warning() {
        let games = read(
            "[FEN \"nonsense\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Round \"3\"]\n\n\
             1. e4 e5 (1... Ke4 2. d4) 2. Ke5 {lost} Nc6 *\n\n1. d4 -- 2. c4 *\n",
        );
        assert!(
            games[0].as_ref().is_err_and(|error| error.to_string().starts_with("invalid FEN 'nonsense': "))
        );
        assert!(games[1].as_ref().is_err_and(|error| error.to_string() == "unsupported variant 'Atomic'"));
        let third = games[2].as_ref().expect("a game");
        assert_eq!((third.line.moves.len(), third.warnings.len()), (2, 2));
        let text = "invalid move '2. Ke5': not a legal move; skipping the rest of the game";
        assert_eq!(third.warnings[1].to_string(), text);
        assert_eq!(games[3].as_ref().map(|game| game.line.moves.len()), Ok(3));
    }

    /// The moves and warnings of the first game.
    fn first(text: &str) -> (String, Vec<String>) {
        let game = read(text).remove(0).expect("a game");
        let moves: Vec<_> = game.line.moves.iter().filter_map(|played| played.m).collect();
        (game.start.san_line(&moves), game.warnings.iter().map(PgnWarning::to_string).collect())
    }

    #[test]
    fn comments_after_variations_stay_there() {
        let game = read("1. e4 {a} ({b}) (1. d4) {c} ({d}) (1. c4) e5 *").remove(0).expect("a game");
        let m = &game.line.moves[0];
        assert_eq!(
            (m.comments.join(""), m.after.join(""), m.variations.len()),
            ("ab".into(), "cd".into(), 2)
        );
    }

    #[test]
    fn variants_are_recognised_by_all_their_names() {
        let mode =
            |tags: &str| read(&format!("{tags}\n1. e4 *\n")).remove(0).map(|game| game.start.castling_mode());
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
        for (variant, wanted) in [
            ("", Ok(CastlingMode::Standard)),
            ("From Position", Ok(CastlingMode::Standard)),
            ("Classical", Ok(CastlingMode::Standard)),
            ("Chess 960", Ok(CastlingMode::Chess960)),
            ("fischer-random", Ok(CastlingMode::Chess960)),
            ("King of the Hill", Err(PgnError::Variant("King of the Hill".into()))),
            ("?!", Ok(CastlingMode::Standard)),
        ] {
            let variant = format!("[Variant \"{variant}\"]\n");
            for tags in [format!("{variant}{fen}"), format!("{variant}[FEN \"\"]\n"), variant] {
                assert_eq!(mode(&tags), wanted, "{tags}");
            }
        }
    }

    #[test]
    fn moves_in_other_notations_are_read() {
        for (text, moves) in [
            ("g1f3 e7e5 2. e2-e4 Ng8-f6 Nf3xe5", "Nf3 e5 e4 Nf6 Nxe5"),
            ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"),
            ("1. e4 d5 2. exd5 c5 3. dxc6 e.p. a6 cxb7 Nf6 bxa8Q", "e4 d5 exd5 c5 dxc6 a6 cxb7 Nf6 bxa8=Q"),
        ] {
            assert_eq!(first(text), (moves.to_owned(), Vec::new()), "{text}");
        }
    }

    #[test]
    fn unknown_tokens_are_ignored_with_a_warning() {
        let (moves, warnings) = first("1. e4 zugzwang e5 2. Sf3 hello Nc6 *");
        assert_eq!(moves, "e4 e5");
        let invalid =
            "invalid move '2. Sf3': not a move such as Nf3, exd5, e8=Q or O-O; skipping the rest of the game";
        assert_eq!(warnings, ["ignoring token 'zugzwang'", invalid]);
        let (_, warnings) = first(&"nonsense ".repeat(20));
        assert_eq!(
            (warnings.len(), warnings[MAX_TOKEN_WARNINGS].as_str()),
            (MAX_TOKEN_WARNINGS + 1, "ignoring 12 more tokens")
        );
        let (_, warnings) = first("1. Nf3 d5 2. d3 d4 3. Nd2 *");
        assert!(warnings[0].starts_with("invalid move '3. Nd2': ambiguous move"), "{warnings:?}");
    }

    #[test]
    fn a_skipped_variation_does_not_end_the_enclosing_one() {
        for text in ["1. e4 ((1. c4) 1. d4 d5) e5", "1. e4 (1. d4 d5 2. Ke5 (2. c4) 2... e6 (2... c6)) e5"] {
            let game = read(text).remove(0).expect("a game");
            assert_eq!(
                (game.line.moves.len(), game.line.moves[0].variations[0].moves.len()),
                (2, 2),
                "{text}"
            );
        }
    }

    #[test]
    fn a_broken_game_does_not_affect_the_others() {
        let games = read(
            "[White \"A\n\n1. e4\n\ne5 {open\n\n[Event \"b\"]\n\n1. d4 (1. c4 0-1) 1-0\n1. c4\n\n1. b3 $999 $1",
        );
        let games: Vec<PgnGame> = games.into_iter().map(|game| game.expect("a game")).collect();
        let found: Vec<_> = games.iter().map(|game| (game.line.moves.len(), game.result.as_str())).collect();
        assert_eq!(found, [(2, "*"), (1, "1-0"), (1, "*"), (1, "*")]);
        assert_eq!((games[0].tag("White"), &games[3].line.moves[0].nags), (Some("A"), &vec![1]));
    }

    #[test]
    fn deep_variations_and_long_comments_are_read() {
        let text = format!("1. e4 {} *", "(1. d4 ".repeat(10_000));
        assert_eq!(read(&text)[0].as_ref().map(|game| game.line.moves.len()), Ok(1));
        let comment = format!("1. e4 {{{}}} *", "x".repeat(1_000_000));
        assert_eq!(
            read(&comment)[0].as_ref().map(|game| game.line.moves[0].comments[0].len()),
            Ok(1_000_000)
        );
    }
}
