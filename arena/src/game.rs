//! Game: one game of a match, as it was played.

use std::ops::AddAssign;
use std::time::Duration;

use shakmaty::{Color, Move};

use crate::openings::Opening;
use crate::termination::{End, Outcome};
use lancet::search::{Outcome as Found, SearchStats};
use lancet::types::{Depth, Score};

/// A game of a match.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// How it began.
    pub opening: Opening,
    /// The colour of the first player.
    pub first: Color,
    /// The moves after the opening.
    pub moves: Vec<Searched>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended.
    pub end: End,
    /// What it took the players, the first one first.
    pub spent: [Spent; 2],
}

/// A move that was played after a search.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// The move.
    pub m: Move,
    /// What the search found, from the side to move.
    pub score: Score,
    /// The last iteration that was completed.
    pub depth: Depth,
    /// The time of the search.
    pub elapsed: Duration,
}

/// What searches took a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// Searches.
    pub searches: u64,
    /// The sum of their depths.
    pub depths: u64,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub elapsed: Duration,
    /// What the driver did.
    pub stats: SearchStats,
}

impl Spent {
    /// Adds a search.
    pub fn add(&mut self, found: &Found, elapsed: Duration) {
        *self += Spent {
            searches: 1,
            depths: found.info.depth.unsigned_abs().into(),
            nodes: found.info.nodes,
            elapsed,
            stats: found.stats,
        };
    }
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.searches += other.searches;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.elapsed += other.elapsed;
        self.stats += other.stats;
    }
}

/// Two games from the same opening; the first player has White in the first of them.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Its number in the match.
    pub number: u64,
    /// The games.
    pub games: [MatchGame; 2],
}

impl Pair {
    /// The first player's results: 0, 1 or 2 for a game that was lost, drawn or won.
    #[must_use]
    pub fn results(&self) -> [usize; 2] {
        [0, 1].map(|number| {
            let game = &self.games[number];
            (2.0 * game.outcome.points(game.first)) as usize
        })
    }
}
