//! Schedule: what each generation plays and learns, as a table.
//!
//! The more positions there are, the more a larger network, longer searches and the results of
//! games are worth. The numbers come from other engines' reports and from measurements.

use serde::{Deserialize, Serialize};

use crate::train::{Network, Shape};

/// What a generation does from so many stored positions on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    /// Positions that were stored before.
    pub stored: u64,
    /// Positions that it adds.
    pub positions: u64,
    /// Nodes of a move after which no iteration begins.
    pub soft: u32,
    /// The first generation whose games are learned from; those of older ones are too poor.
    pub since: usize,
    /// What is learned; the best of them by matches is kept.
    pub learners: &'static [Learner],
}

/// A way to learn; what it does not say is as usual for the number of positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Learner {
    /// The model.
    pub shape: Shape,
    /// The weight of a game's result against the search's score.
    pub result: f64,
    /// How often all positions are learned from, if not as usual.
    pub epochs: Option<u32>,
}

/// A linear model begins with the values of the pieces, and from few games it is soon worse again.
const fn linear(result: f64, epochs: u32) -> Learner {
    Learner { shape: Shape::Linear, result, epochs: Some(epochs) }
}

const fn network(hidden: usize, buckets: usize, result: f64) -> Learner {
    Learner { shape: Shape::Network(Network { hidden, buckets }), result, epochs: None }
}

const fn stage(stored: u64, positions: u64, soft: u32, since: usize, learners: &'static [Learner]) -> Stage {
    Stage { stored, positions, soft, since, learners }
}

/// The stages. The first generation is played with the values of the pieces alone.
///
/// | column | meaning |
/// |---|---|
/// | stored | positions that were stored before |
/// | positions | positions that are added |
/// | soft | nodes of a move |
/// | since | first generation that is learned from |
/// | learners | linear (weight of results, epochs), or network (units, buckets, weight of results) |
#[rustfmt::skip]
pub const STAGES: [Stage; 9] = [
    //         stored   positions  soft  since
    stage(          0,    500_000,  300, 0, &[linear(0.5, 6), linear(0.1, 10)]),
    stage(    500_000,  2_000_000,  300, 0, &[linear(0.5, 10), network(64, 1, 0.0)]),
    stage(  2_500_000,  5_000_000,  500, 1, &[network(64, 1, 0.0), network(128, 4, 0.0)]),
    stage(  7_500_000,  6_000_000,  500, 2, &[network(128, 4, 0.1), network(256, 8, 0.1)]),
    stage( 13_500_000,  8_000_000,  750, 2, &[network(256, 8, 0.1), network(256, 8, 0.3)]),
    stage( 21_500_000, 10_000_000, 1000, 2, &[network(256, 8, 0.1), network(256, 8, 0.2)]),
    stage( 31_500_000, 15_000_000, 1500, 2, &[network(256, 8, 0.1), network(256, 8, 0.2)]),
    stage( 46_500_000, 15_000_000, 2500, 3, &[network(256, 8, 0.2), network(384, 8, 0.2)]),
    stage( 80_000_000, 15_000_000, 5000, 4, &[network(384, 8, 0.2)]),
];

/// Nodes with which games of networks that are two generations older are judged again before they are
/// learned from.
pub const JUDGE: u32 = 300;

/// Games of more nodes a move are not judged again: their scores are as good (`nets/README.md`).
pub const JUDGED_UP_TO: u32 = 500;

/// Games of a match between two models.
const MATCH_GAMES: u64 = 600;

/// No match is shorter, however small the scale.
const LEAST_GAMES: u64 = 40;

/// Nodes of a move in a match, for each of the soft limit: longer searches than those of the games.
const MATCH_FACTOR: u32 = 4;

/// The stage for so many stored positions, with all sizes times `scale`.
#[must_use]
pub fn stage_at(stored: u64, scale: f64) -> Stage {
    let fits = |stage: &&Stage| scaled(stage.stored, scale) <= stored;
    let stage = STAGES.iter().rev().find(fits).unwrap_or(&STAGES[0]);
    Stage { positions: scaled(stage.positions, scale).max(1), ..*stage }
}

/// Games of a match, times `scale`.
#[must_use]
pub fn match_games(scale: f64) -> u64 {
    scaled(MATCH_GAMES, scale).next_multiple_of(2).max(LEAST_GAMES)
}

/// Nodes of a move in the matches of a generation.
#[must_use]
pub const fn match_nodes(soft: u32) -> u32 {
    soft.saturating_mul(MATCH_FACTOR)
}

fn scaled(number: u64, scale: f64) -> u64 {
    (number as f64 * scale) as u64
}

impl Learner {
    /// A short name for files.
    #[must_use]
    pub fn name(&self) -> String {
        let percent = (100.0 * self.result).round();
        match self.shape {
            Shape::Linear => format!("linear-r{percent}"),
            Shape::Network(Network { hidden, buckets }) => format!("{hidden}x{buckets}-r{percent}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_grows() {
        assert_eq!(STAGES[0].stored, 0);
        for pair in STAGES.windows(2) {
            let [before, after] = pair else { unreachable!() };
            assert!(before.stored < after.stored && before.soft <= after.soft && before.since <= after.since);
            assert!(before.stored + before.positions >= after.stored || before.stored > 30_000_000);
        }
        for stage in STAGES {
            assert!(!stage.learners.is_empty());
            let names: std::collections::HashSet<String> = stage.learners.iter().map(Learner::name).collect();
            assert_eq!(names.len(), stage.learners.len(), "models of a generation have files of their own");
            assert!(stage.learners.iter().all(|learner| learner.shape.check().is_ok()));
        }
    }

    #[test]
    fn each_generation_leads_to_the_next_at_any_scale() {
        for scale in [1.0, 0.01, 0.003] {
            let (mut stored, mut softs) = (0, Vec::new());
            for _ in 0..10 {
                let stage = stage_at(stored, scale);
                softs.push(stage.soft);
                stored += stage.positions + 37; // the last game goes on a little
            }
            assert_eq!(softs, [300, 300, 500, 500, 750, 1000, 1500, 2500, 2500, 2500], "scale {scale}");
        }
        assert_eq!(stage_at(0, 0.01).positions, 5000);
        assert_eq!((match_games(1.0), match_games(0.001)), (600, 40));
    }

    #[test]
    fn names_say_what_is_learned() {
        assert_eq!(linear(0.5, 6).name(), "linear-r50");
        assert_eq!(network(256, 8, 0.1).name(), "256x8-r10");
    }
}
