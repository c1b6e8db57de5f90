//! Game: one game of self-play, as it is recorded.

use shakmaty::{Color, Move};

use super::Chance;
use lancet::position::Position;

/// A game from the start position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Game {
    /// The random moves that it began with.
    pub opening: Vec<Move>,
    /// The moves that were searched.
    pub moves: Vec<Scored>,
    /// How it ended.
    pub result: Outcome,
    /// Why it ended.
    pub end: End,
}

/// A move that was played after a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scored {
    /// The move.
    pub played: Move,
    /// What the search found the position before it to be worth, from the side to move.
    pub score: Chance,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Outcome {
    /// Black has won.
    Black,
    /// Nobody has won.
    #[default]
    Draw,
    /// White has won.
    White,
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum End {
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// The third repetition.
    Repetition,
    /// Fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// No line of moves can end in mate.
    Material,
    /// Both sides found it won for some plies.
    AgreedWin,
    /// Both sides found it even for long.
    AgreedDraw,
    /// It grew too long, which is a draw.
    #[default]
    Length,
}

impl Outcome {
    /// All of them, in the order of the records.
    pub const ALL: [Outcome; 3] = [Outcome::Black, Outcome::Draw, Outcome::White];

    /// A win of `color`.
    #[must_use]
    pub const fn win_of(color: Color) -> Outcome {
        match color {
            Color::White => Outcome::White,
            Color::Black => Outcome::Black,
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Black => "black wins",
            Outcome::Draw => "draws",
            Outcome::White => "white wins",
        }
    }

    /// The result in points, from the view of `color`: 0, 0.5 or 1.
    #[must_use]
    pub fn points(self, color: Color) -> f32 {
        match self {
            Outcome::Draw => 0.5,
            won if won == Outcome::win_of(color) => 1.0,
            _ => 0.0,
        }
    }
}

impl End {
    /// All of them, in the order of the records.
    pub const ALL: [End; 8] = [
        End::Mate,
        End::Stalemate,
        End::Repetition,
        End::FiftyMoves,
        End::Material,
        End::AgreedWin,
        End::AgreedDraw,
        End::Length,
    ];

    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            End::Mate => "mate",
            End::Stalemate => "stalemate",
            End::Repetition => "repetition",
            End::FiftyMoves => "fifty moves",
            End::Material => "too little material",
            End::AgreedWin => "agreed win",
            End::AgreedDraw => "agreed draw",
            End::Length => "length",
        }
    }

    /// The game was won, not drawn.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        matches!(self, End::Mate | End::AgreedWin)
    }
}

impl Game {
    /// The position in which the searched moves begin.
    #[must_use]
    pub fn start(&self) -> Position {
        self.opening.iter().fold(Position::default(), |position, m| position.play(*m))
    }

    /// Every searched position with the move played in it and its score.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Scored)> {
        let mut next = self.start();
        self.moves.iter().map(move |scored| {
            let after = next.play(scored.played);
            (std::mem::replace(&mut next, after), *scored)
        })
    }

    /// All moves from the start position on.
    pub fn all_moves(&self) -> impl Iterator<Item = Move> {
        self.opening.iter().copied().chain(self.moves.iter().map(|scored| scored.played))
    }
}
