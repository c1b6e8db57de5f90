//! Text: positions and moves as users write them, and what is wrong where they are not.

use std::fmt;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, CastlingSide, Chess, EnPassantMode, FromSetup, Move, Position as _, PositionError,
    PositionErrorKinds, Square,
};

use super::Position;

/// A halfmove clock above this says nothing more.
const MAX_CLOCK: u32 = 1_000;

/// A position read from a FEN, and what had to be dropped to make it a legal one.
#[derive(Clone, Debug)]
pub struct ParsedFen {
    /// The position.
    pub chess: Chess,
    /// One sentence for each field that did not fit the board.
    pub warnings: Vec<&'static str>,
}

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenError {
    /// It cannot be read.
    Syntax(ParseFenError),
    /// It can be read, but no game of chess is played on that board.
    Illegal(&'static str),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FenError::Syntax(ParseFenError::InvalidBoard) => "the board is not eight ranks of eight squares",
            FenError::Syntax(ParseFenError::InvalidTurn) => "the side to move is neither w nor b",
            FenError::Syntax(ParseFenError::InvalidCastling) => {
                "the castling rights are neither - nor letters such as KQkq or HAha"
            }
            FenError::Syntax(ParseFenError::InvalidEpSquare) => {
                "the en passant field is neither - nor a square"
            }
            FenError::Syntax(ParseFenError::InvalidHalfmoveClock) => "the halfmove clock is not a number",
            FenError::Syntax(ParseFenError::InvalidFullmoves) => "the move number is not a number",
            FenError::Syntax(_) => "it is not a FEN of four to six fields",
            FenError::Illegal(reason) => reason,
        })
    }
}

impl std::error::Error for FenError {}

/// Why a move was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It does not look like a move.
    Syntax,
    /// It looks like a move, but is not legal here.
    Illegal,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveError::Syntax => "it is not a move such as e2e4 or e7e8q",
            MoveError::Illegal => "it is not legal there",
        })
    }
}

impl std::error::Error for MoveError {}

/// Reads a FEN of four to six fields, X-FEN and Shredder-FEN included; the castling rights tell
/// whether it is Chess960.
///
/// # Errors
/// A [`FenError`] where the text cannot be read or the board cannot occur. Castling rights and en
/// passant squares that do not fit the board are dropped with a warning instead.
pub fn parse_fen(text: &str) -> Result<ParsedFen, FenError> {
    parse(text, None)
}

/// As [`parse_fen`], with the way castling is written given.
///
/// # Errors
/// As [`parse_fen`].
pub fn parse_fen_mode(text: &str, mode: CastlingMode) -> Result<ParsedFen, FenError> {
    parse(text, Some(mode))
}

fn parse(text: &str, mode: Option<CastlingMode>) -> Result<ParsedFen, FenError> {
    let text = text.trim();
    let fen = Fen::from_ascii(text.as_bytes()).map_err(FenError::Syntax)?;
    let mut fields = text.split_ascii_whitespace();
    if !fields.next().is_some_and(is_plain_board) {
        return Err(FenError::Syntax(ParseFenError::InvalidBoard));
    }
    if fields.count() < 3 {
        return Err(FenError::Syntax(ParseFenError::InvalidFen));
    }
    let mut setup = fen.into_setup();
    setup.halfmoves = setup.halfmoves.min(MAX_CLOCK);
    let mode = mode.unwrap_or_else(|| CastlingMode::detect(&setup));
    let mut warnings = Vec::new();
    let chess = match Chess::from_setup(setup, mode) {
        Ok(chess) => chess,
        Err(error) => {
            let kinds = error.kinds();
            if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
                warnings.push("castling rights that do not fit the board were dropped");
            }
            if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
                warnings.push("an en passant square that does not fit the board was dropped");
            }
            error
                .ignore_invalid_castling_rights()
                .or_else(PositionError::ignore_invalid_ep_square)
                .map_err(|error| FenError::Illegal(reason(&error)))?
        }
    };
    Ok(ParsedFen { chess, warnings })
}

/// No ninth rank, no pieces in hand, no two numbers side by side: shakmaty reads those too.
fn is_plain_board(board: &str) -> bool {
    let are_digits = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
    board.matches('/').count() == 7 && !board.contains('[') && !board.as_bytes().windows(2).any(are_digits)
}

fn reason(error: &PositionError<Chess>) -> &'static str {
    let kinds = error.kinds();
    let has = |kind| kinds.contains(kind);
    if has(PositionErrorKinds::EMPTY_BOARD) {
        "the board is empty"
    } else if has(PositionErrorKinds::MISSING_KING) {
        "a king is missing"
    } else if has(PositionErrorKinds::TOO_MANY_KINGS) {
        "a side has more than one king"
    } else if has(PositionErrorKinds::PAWNS_ON_BACKRANK) {
        "a pawn stands on the first or last rank"
    } else if has(PositionErrorKinds::OPPOSITE_CHECK) {
        "the side that is not to move is in check"
    } else if has(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        "a side has more pieces than a game can give it"
    } else if has(PositionErrorKinds::IMPOSSIBLE_CHECK) {
        "no move can have given these checks"
    } else {
        "no game can come to it"
    }
}

/// Reads a move as UCI writes it: `e2e4`, `e7e8q`, castling as `e1g1` or `e1h1` in both modes.
///
/// In Chess960 a plain king move comes before castling by the square the king goes to.
///
/// # Errors
/// [`MoveError::Syntax`] or [`MoveError::Illegal`].
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    match UciMove::from_ascii(text.as_bytes()) {
        Ok(uci @ UciMove::Normal { from, to, promotion }) => uci
            .to_move(position.chess())
            .ok()
            .or_else(|| castling_to(position, from, to).filter(|_| promotion.is_none()))
            .ok_or(MoveError::Illegal),
        Ok(UciMove::Null) => Err(MoveError::Illegal),
        _ => Err(MoveError::Syntax),
    }
}

/// The castling move that brings the king from `from` to `to`.
fn castling_to(position: &Position, from: Square, to: Square) -> Option<Move> {
    let turn = position.turn();
    let side = CastlingSide::ALL.into_iter().find(|side| side.king_to(turn) == to)?;
    position.chess().castling_moves(side).into_iter().find(|m| m.from() == Some(from))
}

impl Position {
    /// A legal move as UCI writes it, castling in the manner of the position.
    #[must_use]
    pub fn move_text(&self, m: Move) -> String {
        m.to_uci(self.castling_mode()).to_string()
    }

    /// The same position with the colours exchanged, or `None` where that cannot be (never for a
    /// legal position).
    #[must_use]
    pub fn flipped(&self) -> Option<Position> {
        let setup = self.chess.to_setup(EnPassantMode::Always).into_mirrored();
        setup.position::<Chess>(self.castling_mode()).ok().map(Position::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, mode: CastlingMode, text: &str) -> Result<String, MoveError> {
        let position = Position::new(parse_fen_mode(fen, mode).expect(fen).chess);
        parse_move(&position, text).map(|m| position.move_text(m))
    }

    #[test]
    fn both_ways_to_write_castling_are_read_in_both_modes() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (king, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            for text in [king, rook] {
                assert_eq!(read(fen, CastlingMode::Standard, text).as_deref(), Ok(king));
                assert_eq!(read(fen, CastlingMode::Chess960, text).as_deref(), Ok(rook));
            }
        }
    }

    #[test]
    fn a_king_move_comes_before_castling_and_no_castling_is_made_up() {
        let read = |fen, text| read(fen, CastlingMode::Chess960, text);
        // A step to g1 is a step; the rook on h1 castles.
        let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        assert_eq!(read(fen, "f1g1").as_deref(), Ok("f1g1"));
        assert_eq!(read(fen, "f1h1").as_deref(), Ok("f1h1"));
        // The king takes its rook on g1 and they change places.
        assert_eq!(read("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1").as_deref(), Ok("f1g1"));
        for (fen, text) in [
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1"),
            ("4k3/8/8/8/8/5r2/8/R3K2R w HA - 0 1", "e1g1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e8g8"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "e1g1q"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "0000"),
        ] {
            assert_eq!(read(fen, text), Err(MoveError::Illegal), "{fen} {text}");
        }
        for text in ["", "e1", "O-O", "Q@e4", "e1g1x"] {
            assert_eq!(read("4k3/8/8/8/8/8/8/R3K2R w HA - 0 1", text), Err(MoveError::Syntax), "{text}");
        }
    }

    #[test]
    fn boards_of_other_games_are_refused() {
        for board in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qq]",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Qq",
            "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR",
        ] {
            let error = parse_fen(&format!("{board} w KQkq - 0 1")).expect_err(board);
            assert_eq!(error, FenError::Syntax(ParseFenError::InvalidBoard), "{board}");
        }
    }
}
