//! UCI moves: moves in the notation of the Universal Chess Interface (UCI).

use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Move, Position as _, Square};
use thiserror::Error;

use super::Position;

/// Why a move in UCI notation is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not a move.
    #[error("not a move such as e2e4 or e7e8q")]
    Syntax,
    /// The move is not legal in the position.
    #[error("not a legal move")]
    Illegal,
}

/// Parses a move in UCI notation: `e2e4`, `e7e8q`, castling as `e1g1` or `e1h1` in both castling modes.
///
/// In Chess960 a normal king move takes precedence over castling to the same square.
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

/// Returns the castling move that takes the king from `from` to `to`.
fn castling_to(position: &Position, from: Square, to: Square) -> Option<Move> {
    let turn = position.turn();
    let side = CastlingSide::ALL.into_iter().find(|side| side.king_to(turn) == to)?;
    position.chess().castling_moves(side).into_iter().find(|m| m.from() == Some(from))
}

impl Position {
    /// Returns a legal move in UCI notation, castling in the mode of the position.
    #[must_use]
    pub fn move_text(&self, m: Move) -> String {
        m.to_uci(self.castling_mode()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen_mode;
    use shakmaty::CastlingMode;

    fn read(fen: &str, mode: CastlingMode, text: &str) -> Result<String, MoveError> {
        let position = Position::new(parse_fen_mode(fen, mode).expect(fen).chess);
        parse_move(&position, text).map(|m| position.move_text(m))
    }

    #[test]
    fn both_notations_of_castling_are_parsed_in_both_modes() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for (king, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            for text in [king, rook] {
                assert_eq!(read(fen, CastlingMode::Standard, text).as_deref(), Ok(king));
                assert_eq!(read(fen, CastlingMode::Chess960, text).as_deref(), Ok(rook));
            }
        }
    }

    #[test]
    fn king_moves_take_precedence_over_castling_and_illegal_castling_is_refused() {
        let read = |fen, text| read(fen, CastlingMode::Chess960, text);
        // f1g1 is a king move; castling with the rook on h1 is f1h1.
        let fen = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
        assert_eq!(read(fen, "f1g1").as_deref(), Ok("f1g1"));
        assert_eq!(read(fen, "f1h1").as_deref(), Ok("f1h1"));
        // The king takes its rook on g1, and they exchange squares.
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
}
