//! Filter: which positions are worth learning from.

use lancet::position::Position;
use serde::{Deserialize, Serialize};

use crate::records::Scored;

/// What is left out. It is decided when games are loaded, never when they are recorded.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// Keep positions in check.
    pub checks: bool,
    /// Keep positions whose best move is a capture or a promotion.
    pub captures: bool,
    /// Leave out positions before this ply of the game.
    pub first_ply: usize,
    /// Leave out scores beyond so many centipawns.
    pub max_score: i32,
    /// Leave out positions with fewer men.
    pub min_men: usize,
    /// Merge positions with the same board into one with the mean of their targets.
    pub merge: bool,
    /// The share of games that is held out.
    pub held_out: f64,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter {
            checks: false,
            captures: false,
            first_ply: 16,
            max_score: 2000,
            min_men: 4,
            merge: false,
            held_out: 0.02,
        }
    }
}

/// How many positions were found, and why some were left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Left out for coming too early.
    pub early: u64,
    /// Left out for a score too large.
    pub decided: u64,
    /// Left out for too few men.
    pub few_men: u64,
    /// Left out for being in check.
    pub checks: u64,
    /// Left out for a capture or a promotion as the best move.
    pub captures: u64,
    /// Left out for being the same as another.
    pub duplicates: u64,
    /// Blocks that could not be read.
    pub damaged_blocks: u64,
    /// Games that could not be replayed.
    pub damaged_games: u64,
}

impl Counts {
    /// Adds those of another part.
    pub fn add(&mut self, other: &Counts) {
        self.games += other.games;
        self.positions += other.positions;
        self.early += other.early;
        self.decided += other.decided;
        self.few_men += other.few_men;
        self.checks += other.checks;
        self.captures += other.captures;
        self.duplicates += other.duplicates;
        self.damaged_blocks += other.damaged_blocks;
        self.damaged_games += other.damaged_games;
    }

    /// In a sentence for people.
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut text = format!("{} positions of {} games", self.positions, self.games);
        let parts = [
            (self.early, "too early"),
            (self.decided, "decided"),
            (self.few_men, "with few men"),
            (self.checks, "in check"),
            (self.captures, "with a capture as best move"),
            (self.duplicates, "the same as others"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!("{count} {what}"))
            .collect();
        if !parts.is_empty() {
            text += &format!("; left out {}", parts.join(", "));
        }
        if self.damaged_blocks + self.damaged_games > 0 {
            text += &format!("; damaged: {} blocks, {} games", self.damaged_blocks, self.damaged_games);
        }
        text
    }
}

impl Filter {
    /// Whether the position at `ply` stays; if not, it is counted.
    #[must_use]
    pub fn keeps(&self, position: &Position, scored: &Scored, ply: usize, counts: &mut Counts) -> bool {
        let played = scored.played;
        let reason = if ply < self.first_ply {
            &mut counts.early
        } else if i32::from(scored.score.centipawns()).abs() > self.max_score {
            &mut counts.decided
        } else if position.board().occupied().count() < self.min_men {
            &mut counts.few_men
        } else if !self.checks && position.in_check() {
            &mut counts.checks
        } else if !self.captures && (played.is_capture() || played.is_promotion()) {
            &mut counts.captures
        } else {
            return true;
        };
        *reason += 1;
        false
    }
}
