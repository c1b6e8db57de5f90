//! The filter that selects positions for training.

use std::fmt;

use clap::Args;
use lancet::position::Position;
use serde::{Deserialize, Serialize};

use crate::records::ScoredMove;

/// Which positions of games become samples. It applies when games are loaded, not when they are recorded; files of samples
/// cannot be filtered again, but merged.
// Checkpoints contain the filter: a name that changes stays as an alias.
#[derive(Args, Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Filter {
    /// Keep positions in check
    #[arg(long)]
    #[serde(alias = "checks")]
    pub keep_checks: bool,
    /// Keep positions whose best move is a capture or a promotion
    #[arg(long)]
    #[serde(alias = "captures")]
    pub keep_captures: bool,
    /// Skip positions before this ply
    #[arg(long, value_name = "PLY", default_value_t = Filter::DEFAULT.first_ply)]
    pub first_ply: usize,
    /// Skip positions with a score above this many internal units for either side
    #[arg(long, value_name = "UNITS", default_value_t = Filter::DEFAULT.max_score,
        value_parser = clap::value_parser!(i32).range(1..))]
    pub max_score: i32,
    /// Skip positions with fewer pieces, kings and pawns included
    #[arg(long, alias = "min-men", value_name = "N", default_value_t = Filter::DEFAULT.min_pieces)]
    #[serde(alias = "min_men")]
    pub min_pieces: usize,
    /// Merge positions with the same board into one sample with the mean of their targets
    #[arg(long)]
    pub merge: bool,
    /// Fraction of the games to hold out
    #[arg(long, value_name = "FRACTION", default_value_t = Filter::DEFAULT.held_out, value_parser = parse_fraction)]
    pub held_out: f64,
}

impl Filter {
    /// The default filter.
    pub const DEFAULT: Filter = Filter {
        keep_checks: false,
        keep_captures: false,
        first_ply: 16,
        max_score: 2000,
        min_pieces: 4,
        merge: false,
        held_out: 0.02,
    };

    /// Reports whether the filter selects other positions than the default one, or holds out other games.
    #[must_use]
    pub fn selects(&self) -> bool {
        Filter { merge: false, ..*self } != Filter::DEFAULT
    }

    /// Reports whether the position at `ply` is kept; counts the reason if it is not.
    #[must_use]
    pub fn keeps(
        &self,
        position: &Position,
        scored: &ScoredMove,
        ply: usize,
        counts: &mut FilterCounts,
    ) -> bool {
        let played = scored.played;
        let reason = if ply < self.first_ply {
            &mut counts.early
        } else if i32::from(scored.score.units()).abs() > self.max_score {
            &mut counts.decided
        } else if position.board().occupied().count() < self.min_pieces {
            &mut counts.few_pieces
        } else if !self.keep_checks && position.in_check() {
            &mut counts.checks
        } else if !self.keep_captures && (played.is_capture() || played.is_promotion()) {
            &mut counts.captures
        } else {
            return true;
        };
        *reason += 1;
        false
    }
}

impl Default for Filter {
    fn default() -> Filter {
        Filter::DEFAULT
    }
}

/// Parses a number from 0 to 1.
pub(crate) fn parse_fraction(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("expected a number from 0 to 1".into()),
    }
}

/// Numbers of loaded and skipped positions, and of the samples of files of samples, whose games are not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FilterCounts {
    /// Games.
    pub games: u64,
    /// Positions of games, skipped ones included.
    pub positions: u64,
    /// Samples of files of samples.
    pub samples: u64,
    /// Positions before the first ply of the filter.
    pub early: u64,
    /// Positions with a score beyond the limit.
    pub decided: u64,
    /// Positions with too few pieces.
    pub few_pieces: u64,
    /// Positions in check.
    pub checks: u64,
    /// Positions whose best move is a capture or a promotion.
    pub captures: u64,
    /// Positions merged into an equal one.
    pub duplicates: u64,
    /// Blocks that are corrupt or of an unknown version.
    pub unreadable_blocks: u64,
    /// Invalid games.
    pub damaged_games: u64,
    /// Games with the moves of an earlier one.
    pub repeated_games: u64,
}

impl FilterCounts {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &FilterCounts) {
        self.games += other.games;
        self.positions += other.positions;
        self.samples += other.samples;
        self.early += other.early;
        self.decided += other.decided;
        self.few_pieces += other.few_pieces;
        self.checks += other.checks;
        self.captures += other.captures;
        self.duplicates += other.duplicates;
        self.unreadable_blocks += other.unreadable_blocks;
        self.damaged_games += other.damaged_games;
        self.repeated_games += other.repeated_games;
    }
}

impl fmt::Display for FilterCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.games, self.samples) {
            (0, samples) if samples > 0 => write!(f, "{samples} samples")?,
            (games, 0) => write!(f, "{} positions of {games} games", self.positions)?,
            (games, samples) => {
                write!(f, "{} positions of {games} games, {samples} samples", self.positions)?;
            }
        }
        let skipped = [
            (self.early, "too early"),
            (self.decided, "decided"),
            (self.few_pieces, "with few pieces"),
            (self.checks, "in check"),
            (self.captures, "with a capture or promotion as best move"),
            (self.duplicates, "duplicates"),
        ];
        let mut separator = "; skipped ";
        for (count, reason) in skipped.into_iter().filter(|(count, _)| *count > 0) {
            write!(f, "{separator}{count} {reason}")?;
            separator = ", ";
        }
        if self.unreadable_blocks + self.damaged_games > 0 {
            write!(
                f,
                "; {} unreadable blocks, {} invalid games",
                self.unreadable_blocks, self.damaged_games
            )?;
        }
        if self.repeated_games > 0 {
            write!(f, "; {} games occur more than once and count each time", self.repeated_games)?;
        }
        Ok(())
    }
}
