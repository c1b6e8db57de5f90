//! Result: how a game has ended, and why.

use shakmaty::Color;

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
    /// A clock ran out.
    Clock,
}

impl Outcome {
    /// All of them, in an order that records of games rely on.
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

    /// The result as games in portable game notation have it.
    #[must_use]
    pub const fn notation(self) -> &'static str {
        match self {
            Outcome::Black => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::White => "1-0",
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
    /// All of them, in an order that records of games rely on.
    pub const ALL: [End; 9] = [
        End::Mate,
        End::Stalemate,
        End::Repetition,
        End::FiftyMoves,
        End::Material,
        End::AgreedWin,
        End::AgreedDraw,
        End::Length,
        End::Clock,
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
            End::Clock => "time",
        }
    }

    /// The game was won, not drawn.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        matches!(self, End::Mate | End::AgreedWin | End::Clock)
    }
}
