//! The result of a game and the reason for its end.

use shakmaty::Color;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameResult {
    /// Black wins.
    Black,
    /// A draw.
    #[default]
    Draw,
    /// White wins.
    White,
}

/// The reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Termination {
    /// Checkmate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Threefold repetition.
    Repetition,
    /// The fifty-move rule.
    FiftyMoves,
    /// Insufficient material: no sequence of legal moves ends in mate.
    Material,
    /// Adjudicated as a win by consecutive scores, or by a proven win of one search.
    AdjudicatedWin,
    /// Adjudicated as a draw by consecutive scores.
    AdjudicatedDraw,
    /// Adjudicated as a draw at the maximum length, [`Termination::MAX_MOVES`] in standard games.
    #[default]
    Length,
    /// A player lost on time.
    Time,
}

impl GameResult {
    /// All results. Game records store the index, so the order may not change.
    pub const ALL: [GameResult; 3] = [GameResult::Black, GameResult::Draw, GameResult::White];

    /// Returns the win of `color`.
    #[must_use]
    pub const fn win_of(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// Returns the name for display.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::Black => "black wins",
            GameResult::Draw => "draws",
            GameResult::White => "white wins",
        }
    }

    /// Returns the result in portable game notation (PGN).
    #[must_use]
    pub const fn notation(self) -> &'static str {
        match self {
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::White => "1-0",
        }
    }

    /// Returns the points of `color`: 0, 0.5 or 1.
    #[must_use]
    pub fn points(self, color: Color) -> f32 {
        match self {
            GameResult::Draw => 0.5,
            win if win == GameResult::win_of(color) => 1.0,
            _ => 0.0,
        }
    }
}

impl Termination {
    /// The moves of the longest game.
    pub const MAX_MOVES: u32 = 250;

    /// All reasons. Game records store the index, so the order may not change.
    pub const ALL: [Termination; 9] = [
        Termination::Mate,
        Termination::Stalemate,
        Termination::Repetition,
        Termination::FiftyMoves,
        Termination::Material,
        Termination::AdjudicatedWin,
        Termination::AdjudicatedDraw,
        Termination::Length,
        Termination::Time,
    ];

    /// The names of earlier versions in results files, with those of this one.
    const FORMER_NAMES: [(&'static str, &'static str); 3] = [
        ("agreed win", Termination::AdjudicatedWin.name()),
        ("agreed draw", Termination::AdjudicatedDraw.name()),
        ("too little material", Termination::Material.name()),
    ];

    /// Returns the name for display. Results files store it: a name that changes goes to the former names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Mate => "mate",
            Termination::Stalemate => "stalemate",
            Termination::Repetition => "repetition",
            Termination::FiftyMoves => "fifty moves",
            Termination::Material => "insufficient material",
            Termination::AdjudicatedWin => "adjudicated win",
            Termination::AdjudicatedDraw => "adjudicated draw",
            Termination::Length => "length",
            Termination::Time => "time",
        }
    }

    /// Returns the present name of a termination that a results file names.
    pub(crate) fn present_name(name: &str) -> &str {
        Termination::FORMER_NAMES
            .iter()
            .find(|(former, _)| *former == name)
            .map_or(name, |(_, present)| present)
    }

    /// Reports whether a game that ends like this is won, not drawn.
    #[must_use]
    pub const fn is_decisive(self) -> bool {
        matches!(self, Termination::Mate | Termination::AdjudicatedWin | Termination::Time)
    }
}
