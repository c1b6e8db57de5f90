//! Ending: why a game is over by the rules.

use std::fmt;

use shakmaty::Color;

use super::Game;

/// Why a game is over by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Checkmate by this side.
    Checkmate(Color),
    /// The side to move has no legal move.
    Stalemate,
    /// Neither side can mate.
    Material,
    /// The position has occurred three times.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
}

impl Ending {
    /// Returns why a game is over; `None` if it goes on.
    #[must_use]
    pub fn of(game: &Game) -> Option<Ending> {
        let position = game.position();
        match () {
            () if position.is_checkmate() => Some(Ending::Checkmate(position.turn().other())),
            () if !position.has_legal_move() => Some(Ending::Stalemate),
            () if position.is_dead() => Some(Ending::Material),
            () if position.halfmoves() >= 100 => Some(Ending::FiftyMoves),
            () if game.path().is_repetition() => Some(Ending::Repetition),
            () => None,
        }
    }

    /// Returns the side that wins; `None` if the game is drawn.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Ending::Checkmate(winner) => Some(winner),
            _ => None,
        }
    }
}

/// A sentence without a full stop.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Checkmate(winner) => write!(f, "Checkmate: {winner:?} wins"),
            Ending::Stalemate => write!(f, "Stalemate: a draw"),
            Ending::Material => write!(f, "Draw: neither side can mate"),
            Ending::Repetition => write!(f, "Draw by threefold repetition"),
            Ending::FiftyMoves => write!(f, "Draw by the fifty-move rule"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse_fen, parse_san};

    #[test]
    fn every_end_by_the_rules_is_found() {
        let game = |fen: &str, moves: &str| {
            let mut game = Game::from(parse_fen(fen).unwrap().chess);
            for text in moves.split_whitespace() {
                game.play_unchecked(parse_san(game.position(), text).unwrap());
            }
            Ending::of(&game)
        };
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(game(START, "f3 e5 g4 Qh4#"), Some(Ending::Checkmate(Color::Black)));
        assert_eq!(game("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7"), Some(Ending::Stalemate));
        assert_eq!(game("7k/8/6K1/8/8/8/8/6B1 w - - 0 1", ""), Some(Ending::Material));
        assert_eq!(game(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1"), None);
        assert_eq!(game(START, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"), Some(Ending::Repetition));
        assert_eq!(game("7k/8/8/8/8/8/8/KQ6 w - - 99 90", "Qb2+"), Some(Ending::FiftyMoves));
        // Mate on the last move counts.
        assert_eq!(game("7k/8/6K1/8/8/8/8/1Q6 w - - 99 90", "Qb8#"), Some(Ending::Checkmate(Color::White)));
    }
}
