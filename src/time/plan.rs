//! Plan: how the time of a game is divided among its moves, as tunable numbers.

/// The fractions for the moves, and what changes the time of one. No number is below 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// The fraction of the time left that the first move of a game may use, without a time control.
    pub first_fraction: f64,
    /// The same from move [`Plan::LAST_MOVE`] on; between them it changes evenly.
    pub last_fraction: f64,
    /// The fraction of the increment that a move may use besides.
    pub increment: f64,
    /// The hard limit as a multiple of the soft limit.
    pub hard: f64,
    /// Less time for each of up to eight iterations with the same best move.
    pub stability: f64,
    /// More time for each change of the best move; changes count half in every later iteration.
    pub changes: f64,
    /// More time for a score below its mean in this search, by 100 internal units.
    pub trend: f64,
    /// Less time for each of up to eight consecutive iterations whose score is within 10 internal units of
    /// the mean.
    pub calm: f64,
    /// More time for a score below that of the search before, by 100 internal units.
    pub fall: f64,
    /// Less time by the fraction of nodes spent on the best move.
    pub nodes: f64,
}

impl Plan {
    /// The move of a game from which on its fraction is the last one.
    pub const LAST_MOVE: u32 = 40;

    /// Returns the fraction for a move, of which `moves` were played before it.
    #[must_use]
    pub fn fraction(&self, moves: u32) -> f64 {
        let way = f64::from(moves.min(Plan::LAST_MOVE)) / f64::from(Plan::LAST_MOVE);
        self.first_fraction + (self.last_fraction - self.first_fraction) * way
    }
}

#[cfg(test)]
impl Plan {
    /// A plan for tests, in which everything counts.
    pub(super) const EXAMPLE: Plan = Plan {
        first_fraction: 1.0 / 24.0,
        last_fraction: 1.0 / 24.0,
        increment: 0.75,
        hard: 5.0,
        stability: 0.09,
        changes: 0.1,
        trend: 0.67,
        calm: 0.05,
        fall: 0.5,
        nodes: 1.0,
    };
}
