//! FEN: positions in Forsyth-Edwards notation.

use std::num::NonZeroU32;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Position as _, PositionError,
    PositionErrorKinds, Setup, Square,
};
use thiserror::Error;

use super::Position;

/// Halfmove clocks are clamped to this: a larger one makes no difference.
const MAX_CLOCK: u32 = 1_000;

/// Fullmove numbers are clamped to this, so that plies can be counted in 32 bits.
const MAX_FULLMOVES: NonZeroU32 = NonZeroU32::MIN.saturating_add(999_999);

/// A position parsed from a FEN, with warnings about fields that were dropped.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ParsedFen {
    /// The position.
    pub chess: Chess,
    /// The fields that did not fit the board.
    pub warnings: Vec<FenWarning>,
}

/// A field of a FEN that was dropped because it does not fit the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FenWarning {
    /// Castling rights without king or rook on their squares.
    #[error("dropped castling rights that do not fit the board")]
    CastlingRights,
    /// An en passant square behind no pawn that can have moved there.
    #[error("dropped an en passant square that does not fit the board")]
    EnPassantSquare,
}

/// Why a FEN is invalid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FenError {
    /// A field cannot be parsed.
    Syntax(ParseFenError),
    /// A field counts checks, as in Three-check.
    CheckCounter,
    /// The board cannot occur in a game.
    Illegal(IllegalPosition),
}

/// Why a board cannot occur in a game of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum IllegalPosition {
    /// There is no piece.
    #[error("the board is empty")]
    EmptyBoard,
    /// A side has no king.
    #[error("a king is missing")]
    MissingKing,
    /// A side has two kings or more.
    #[error("a side has more than one king")]
    TooManyKings,
    /// A pawn is on rank 1 or 8.
    #[error("a pawn is on the first or last rank")]
    PawnOnBackRank,
    /// The side that moved last is in check.
    #[error("the side not to move is in check")]
    OppositeCheck,
    /// A side has more pieces than promotions can give.
    #[error("a side has too many pieces")]
    TooMuchMaterial,
    /// No last move can have led to the checks.
    #[error("no move can lead to this check")]
    ImpossibleCheck,
    /// Any other reason.
    #[error("the position cannot occur in a game")]
    Other,
}

impl std::fmt::Display for FenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            FenError::Syntax(ParseFenError::InvalidBoard) => {
                "the board must have 8 ranks of 8 squares, pieces KQRBNP and kqrbnp, and no digit after another"
            }
            FenError::Syntax(ParseFenError::InvalidTurn) => "the side to move must be w or b",
            FenError::Syntax(ParseFenError::InvalidCastling) => {
                "the castling rights must be - or letters such as KQkq or HAha"
            }
            FenError::Syntax(ParseFenError::InvalidEpSquare) => "the en passant field must be - or a square",
            FenError::Syntax(ParseFenError::InvalidHalfmoveClock) => "the halfmove clock must be a number",
            FenError::Syntax(ParseFenError::InvalidFullmoves) => "the fullmove number must be a number",
            FenError::Syntax(_) => "a FEN has 4 to 6 fields",
            FenError::CheckCounter => "a field counts checks, and the variant Three-check is not supported",
            FenError::Illegal(reason) => return reason.fmt(f),
        })
    }
}

impl std::error::Error for FenError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FenError::Syntax(error) => Some(error),
            // Its text is that of the reason.
            FenError::Illegal(_) | FenError::CheckCounter => None,
        }
    }
}

/// Parses a FEN of four to six fields, X-FEN and Shredder-FEN included. The castling rights determine
/// whether it is Chess960: whether one does not fit standard chess, other than that of a king which has left its square
/// beside a king which has not.
///
/// Castling rights and en passant squares that do not fit the board are dropped with a warning.
///
/// # Errors
/// A [`FenError`] if the text cannot be parsed or the board cannot occur in a game.
pub fn parse_fen(text: &str) -> Result<ParsedFen, FenError> {
    parse(text, None)
}

/// Parses a FEN as [`parse_fen`], with the castling mode given.
///
/// # Errors
/// A [`FenError`] if the text cannot be parsed or the board cannot occur in a game.
pub fn parse_fen_mode(text: &str, mode: CastlingMode) -> Result<ParsedFen, FenError> {
    parse(text, Some(mode))
}

/// Parses a FEN as [`parse_fen`], where standard chess is played. A castling right that does not fit it is dropped, as a
/// king that has left its square cannot castle; but if none fits, the position is one of Chess960.
pub(crate) fn parse_standard_fen(text: &str) -> Result<ParsedFen, FenError> {
    let parsed = parse(text, Some(CastlingMode::Standard))?;
    let has_dropped = parsed.warnings.contains(&FenWarning::CastlingRights);
    if has_dropped && parsed.chess.castles().is_empty() { parse_fen(text) } else { Ok(parsed) }
}

fn parse(text: &str, mode: Option<CastlingMode>) -> Result<ParsedFen, FenError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    if fields.iter().skip(4).any(|field| is_check_counter(field)) {
        return Err(FenError::CheckCounter);
    }
    if !fields.first().is_some_and(|board| is_standard_board(board)) {
        return Err(FenError::Syntax(ParseFenError::InvalidBoard));
    }
    let fen = Fen::from_ascii(fields.join(" ").as_bytes()).map_err(FenError::Syntax)?;
    let [_, _, castling, _, ..] = fields[..] else {
        return Err(FenError::Syntax(ParseFenError::InvalidFen));
    };
    let mut setup = fen.into_setup();
    setup.halfmoves = setup.halfmoves.min(MAX_CLOCK);
    setup.fullmoves = setup.fullmoves.min(MAX_FULLMOVES);
    let mode = mode.unwrap_or_else(|| castling_mode(&setup, castling));
    let without_ep_square = setup.ep_square.is_some().then(|| Setup { ep_square: None, ..setup.clone() });
    from_setup(setup, mode).or_else(|reason| {
        // A check that a double step of a pawn cannot have led to shows that it was not played.
        let parsed = without_ep_square.and_then(|setup| from_setup(setup, mode).ok());
        let mut parsed = parsed.ok_or(FenError::Illegal(reason))?;
        parsed.warnings.push(FenWarning::EnPassantSquare);
        Ok(parsed)
    })
}

/// Returns the castling mode of a position that names none: Chess960 if a right does not fit standard chess. But the rights
/// of a king that has left its square say nothing beside those of the other side that fit, unless they are named by files.
fn castling_mode(setup: &Setup, castling: &str) -> CastlingMode {
    let mode = CastlingMode::detect(setup);
    let is_by_file = castling.bytes().any(|letter| !b"KQkq-".contains(&letter));
    if mode.is_standard() || is_by_file {
        return mode;
    }
    let rights = |color: Color| setup.castling_rights & color.backrank();
    let king = |color: Color| setup.board.king_of(color);
    let corners = Bitboard::CORNERS;
    let fits = |color| {
        rights(color).any() && rights(color).is_subset(corners) && king(color) == Some(king_square(color))
    };
    let is_stale = |color| rights(color).any() && king(color) != Some(king_square(color));
    let is_standard = Color::ALL.into_iter().any(|color| fits(color) && is_stale(!color));
    if is_standard { CastlingMode::Standard } else { mode }
}

/// The square of a king in standard chess.
fn king_square(color: Color) -> Square {
    color.fold_wb(Square::E1, Square::E8)
}

/// Returns the position of a setup, without castling rights and an en passant square that do not fit the board.
fn from_setup(setup: Setup, mode: CastlingMode) -> Result<ParsedFen, IllegalPosition> {
    let mut warnings = Vec::new();
    let chess = match Chess::from_setup(setup, mode) {
        Ok(chess) => chess,
        Err(error) => {
            let kinds = error.kinds();
            if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
                warnings.push(FenWarning::CastlingRights);
            }
            if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
                warnings.push(FenWarning::EnPassantSquare);
            }
            error
                .ignore_invalid_castling_rights()
                .or_else(PositionError::ignore_invalid_ep_square)
                .map_err(|error| illegal_position(&error))?
        }
    };
    Ok(ParsedFen { chess, warnings })
}

/// Reports whether a field counts checks, such as `3+3` (left) or `+0+1` (given).
pub(crate) fn is_check_counter(field: &str) -> bool {
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let counts = field.strip_prefix('+').unwrap_or(field).split_once('+');
    counts.is_some_and(|(white, black)| is_count(white) && is_count(black))
}

/// Reports whether a board field has no ninth rank, no pocket, no mark of a promoted piece and no two adjacent digits, all
/// of which shakmaty accepts.
fn is_standard_board(board: &str) -> bool {
    let are_digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
    board.matches('/').count() == 7
        && !board.contains(['[', '~'])
        && !board.as_bytes().windows(2).any(are_digits)
}

/// Returns the castling rights by the files of the rooks, as in Shredder-FEN.
fn file_letters(setup: &Setup) -> String {
    let letters = |color: Color| {
        let rooks = setup.castling_rights & color.backrank();
        let letter = move |rook: Square| color.fold_wb(rook.file().upper_char(), rook.file().char());
        rooks.into_iter().rev().map(letter)
    };
    letters(Color::White).chain(letters(Color::Black)).collect()
}

pub(super) fn illegal_position(error: &PositionError<Chess>) -> IllegalPosition {
    let kinds = error.kinds();
    let has = |kind| kinds.contains(kind);
    if has(PositionErrorKinds::EMPTY_BOARD) {
        IllegalPosition::EmptyBoard
    } else if has(PositionErrorKinds::MISSING_KING) {
        IllegalPosition::MissingKing
    } else if has(PositionErrorKinds::TOO_MANY_KINGS) {
        IllegalPosition::TooManyKings
    } else if has(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        IllegalPosition::PawnOnBackRank
    } else if has(PositionErrorKinds::OPPOSITE_CHECK) {
        IllegalPosition::OppositeCheck
    } else if has(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        IllegalPosition::TooMuchMaterial
    } else if has(PositionErrorKinds::IMPOSSIBLE_CHECK) {
        IllegalPosition::ImpossibleCheck
    } else {
        IllegalPosition::Other
    }
}

impl Position {
    /// Returns the FEN of the position. In Chess960 castling rights are those of X-FEN, or of Shredder-FEN where the letters
    /// of X-FEN would be read as standard chess although the kings are on different files.
    #[must_use]
    pub fn fen(&self) -> String {
        let fen = Fen::from_position(&self.chess, EnPassantMode::Legal);
        let text = fen.to_string();
        let setup = fen.as_setup();
        let is_ambiguous = self.castling_mode() == CastlingMode::Chess960
            && !CastlingMode::detect(setup).is_standard()
            && text.split(' ').nth(2).is_some_and(|castling| castling_mode(setup, castling).is_standard());
        if !is_ambiguous {
            return text;
        }
        let mut fields: Vec<&str> = text.split(' ').collect();
        let castling = file_letters(setup);
        fields[2] = &castling;
        fields.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_variants_are_invalid() {
        for board in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq]",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Qq",
            "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR",
            "r3k2r/8/8/8/8/8/8/8/R3K2R",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR",
        ] {
            let error = parse_fen(&format!("{board} w KQkq - 0 1")).expect_err(board);
            assert_eq!(error, FenError::Syntax(ParseFenError::InvalidBoard), "{board}");
        }
    }

    #[test]
    fn any_blanks_separate_the_fields() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let parsed = parse_fen(&format!("\t{}  ", fen.replace(' ', " \t"))).expect("tabs");
        assert_eq!(Position::new(parsed.chess).fen(), fen);
        for short in ["", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", &fen[..fen.len() - 6]] {
            assert!(matches!(parse_fen(short), Err(FenError::Syntax(_))), "{short}");
        }
    }

    /// Rights of a king that has left its square are stale where the other side has its own, and those of Chess960 elsewhere.
    #[test]
    fn stale_castling_rights_are_dropped() {
        for (stale, fresh) in [
            ("r4k1r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r4k1r/8/8/8/8/8/8/R3K2R w KQ - 0 1"),
            ("r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R4K1R w kq - 0 1"),
            ("r3k2r/8/8/8/8/8/8/1R3K2 w Qk - 0 1", "r3k2r/8/8/8/8/8/8/1R3K2 w k - 0 1"),
        ] {
            let parsed = parse_fen(stale).expect(stale);
            assert_eq!(parsed.warnings, [FenWarning::CastlingRights], "{stale}");
            let position = Position::new(parsed.chess);
            assert_eq!((position.fen().as_str(), position.castling_mode()), (fresh, CastlingMode::Standard));
        }
        for (text, fen) in [
            // A king on e8 and a rook on f8, and both kings off their squares.
            ("r3kr2/8/8/8/8/8/8/R3KR2 w KQkq - 0 1", "r3kr2/8/8/8/8/8/8/R3KR2 w KQkq - 0 1"),
            ("r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1", "r4k1r/8/8/8/8/8/8/R4K1R w KQkq - 0 1"),
            // Named by files; the kings on different files are those of double Chess960.
            ("r4k1r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r4k1r/8/8/8/8/8/8/R3K2R w HAha - 0 1"),
            ("r4k1r/8/8/8/8/8/8/R3K2R w Ah - 0 1", "r4k1r/8/8/8/8/8/8/R3K2R w Ah - 0 1"),
        ] {
            let parsed = parse_fen(text).expect(text);
            let position = Position::new(parsed.chess);
            assert_eq!((position.fen().as_str(), position.castling_mode()), (fen, CastlingMode::Chess960));
            assert!(parsed.warnings.is_empty(), "{text}");
        }
    }

    #[test]
    fn check_counters_are_refused() {
        const BOARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for fields in ["3+3 0 1", "+0+0 0 1", "0 1 +3+3", "0 1 3+3", "+1+2", "3+3"] {
            let error = parse_fen(&format!("{BOARD} {fields}")).expect_err(fields);
            assert_eq!(error, FenError::CheckCounter, "{fields}");
            let error = format!("{BOARD} {fields} ;D1 20").parse::<crate::epd::Epd>().expect_err(fields);
            assert!(error.to_string().contains("counts checks"), "{fields}: {error}");
        }
    }

    #[test]
    fn fields_that_do_not_fit_the_board_are_dropped_with_a_warning() {
        let parsed = parse_fen("4k3/8/8/8/8/8/8/4K3 w KQ e6 0 1").unwrap();
        assert_eq!(parsed.warnings, [FenWarning::CastlingRights, FenWarning::EnPassantSquare]);
        assert_eq!(Position::new(parsed.chess).fen(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        // Black's last move was that of the rook.
        let parsed = parse_fen("8/8/8/3pP3/8/8/k3r3/4K3 w K d6 0 1").unwrap();
        assert_eq!(parsed.warnings, [FenWarning::CastlingRights, FenWarning::EnPassantSquare]);
        assert_eq!(Position::new(parsed.chess).fen(), "8/8/8/3pP3/8/8/k3r3/4K3 w - - 0 1");
        let error = parse_fen("8/8/8/3pP3/8/8/k3r3/4KK2 w - d6 0 1").expect_err("two kings");
        assert_eq!(error, FenError::Illegal(IllegalPosition::TooManyKings));
    }

    #[test]
    fn clocks_beyond_all_rules_are_clamped() {
        let parsed = parse_fen("4k3/8/8/8/8/8/8/4K3 b - - 4000000000 4294967295").unwrap();
        let position = Position::new(parsed.chess);
        assert_eq!((position.halfmoves(), position.game_ply()), (1_000, 1_999_999));
        assert_eq!(position.fen(), "4k3/8/8/8/8/8/8/4K3 b - - 1000 1000000");
    }

    #[test]
    fn an_illegal_position_has_its_reason() {
        for (fen, reason) in [
            ("8/8/8/8/8/8/8/8 w - - 0 1", IllegalPosition::EmptyBoard),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", IllegalPosition::MissingKing),
            ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", IllegalPosition::PawnOnBackRank),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", IllegalPosition::OppositeCheck),
        ] {
            assert_eq!(parse_fen(fen).expect_err(fen), FenError::Illegal(reason), "{fen}");
        }
    }
}
