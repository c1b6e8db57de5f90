//! The schedule: what each generation plays and trains.
//!
//! The more positions are stored, the more a larger network contributes to strength. Searches become longer up to 1000
//! nodes only: below 200 million positions, more positions contribute more than better scores. A score of 1000 nodes
//! already holds 73 % of the variance of what 20,000 nodes add to the static evaluation; one of 5000 holds 89 % and
//! costs five times as much. The numbers come from reports on other engines and from measurements.

use serde::{Deserialize, Serialize};

use crate::train::{Architecture, NetworkLayout};

/// A row of the schedule, which applies from a number of stored positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stage {
    /// The number of positions stored before.
    pub stored: u64,
    /// The number of positions to play.
    pub positions: u64,
    /// The soft node limit of a move.
    pub soft: u32,
    /// The first generation whose games are trained on; the scores of older games are too inaccurate.
    pub since: usize,
    /// The models to train; the best one by matches is kept.
    pub recipes: &'static [Recipe],
}

/// How a model is trained; everything else has the default for the number of positions.
// The state of a cycle contains recipes: a name that changes stays as an alias.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The architecture.
    #[serde(alias = "shape")]
    pub architecture: Architecture,
    /// The weight of the game's result in the target; the rest is that of the search score.
    #[serde(alias = "result")]
    pub result_weight: f64,
    /// The number of epochs, if not the default.
    pub epochs: Option<u32>,
    /// The weight decay, if not the default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decay: Option<f64>,
}

/// A linear model starts with material values and overfits soon when there are few games.
const fn linear(result_weight: f64, epochs: u32) -> Recipe {
    Recipe { architecture: Architecture::Linear, result_weight, epochs: Some(epochs), decay: None }
}

const fn network(hidden: usize, buckets: usize, result_weight: f64) -> Recipe {
    let architecture = Architecture::Network(NetworkLayout::new(hidden, buckets));
    Recipe { architecture, result_weight, epochs: None, decay: None }
}

/// A network with a middle layer of 8 units and weights of material, as the built-in one. More decay than without a
/// middle layer lowers its held-out loss (`nets/README.md`).
const fn deep_network(hidden: usize, buckets: usize, result_weight: f64) -> Recipe {
    let layout = NetworkLayout {
        fine_output: true,
        middle: 8,
        counts_material: true,
        ..NetworkLayout::new(hidden, buckets)
    };
    Recipe { architecture: Architecture::Network(layout), result_weight, epochs: None, decay: Some(0.05) }
}

const fn stage(stored: u64, positions: u64, soft: u32, since: usize, recipes: &'static [Recipe]) -> Stage {
    Stage { stored, positions, soft, since, recipes }
}

/// The stages. The first generation is played with material values only.
///
/// | column | meaning |
/// |---|---|
/// | stored | positions stored before |
/// | positions | positions to play |
/// | soft | soft node limit of a move |
/// | since | first generation trained on |
/// | recipes | linear (result weight, epochs), or network, deep or not (hidden units, output buckets, result weight) |
#[rustfmt::skip]
pub const STAGES: [Stage; 9] = [
    //         stored   positions  soft  since
    stage(          0,    500_000,  300, 0, &[linear(0.5, 6), linear(0.1, 10)]),
    stage(    500_000,  2_000_000,  300, 0, &[linear(0.5, 10), network(64, 1, 0.0)]),
    stage(  2_500_000,  5_000_000,  500, 1, &[network(64, 1, 0.0), network(128, 4, 0.0)]),
    stage(  7_500_000,  6_000_000,  500, 2, &[network(128, 4, 0.1), network(256, 8, 0.1)]),
    stage( 13_500_000,  8_000_000,  750, 2, &[network(256, 8, 0.1), network(256, 8, 0.3)]),
    stage( 21_500_000, 10_000_000, 1000, 2, &[network(256, 8, 0.1), network(256, 8, 0.2)]),
    stage( 31_500_000, 15_000_000, 1000, 2, &[network(256, 8, 0.1), network(512, 8, 0.1)]),
    stage( 46_500_000, 15_000_000, 1000, 3, &[network(512, 8, 0.1), deep_network(512, 8, 0.1)]),
    stage( 80_000_000, 15_000_000, 1000, 4, &[deep_network(512, 8, 0.1), deep_network(512, 8, 0.05)]),
];

/// The soft node limit with which games at least two generations old are rescored before training.
pub const RESCORE_NODES: u32 = 300;

/// Games played with a higher soft limit are not rescored, as their scores are accurate enough
/// (`nets/README.md`).
pub const RESCORE_MAX_SOFT: u32 = 500;

/// The number of games of a match between two models of a generation.
const SELECTION_GAMES: u64 = 600;

/// The number of games of a match between the best model and the player: with 600 the error is 23 Elo, more than a
/// generation gains once millions of positions are stored; with 4000 it is 9.
const PROMOTION_GAMES: u64 = 4000;

/// The minimum number of games of a match, for small scales.
const MIN_MATCH_GAMES: u64 = 40;

/// The nodes of a move in matches.
const MATCH_NODES: u32 = 2000;

/// The soft limit of self-play below which matches have four times as many nodes; the schedule has none below it.
const SMALL_SOFT: u32 = 300;

/// Returns the stage for a number of stored positions, with all sizes multiplied by `scale`.
#[must_use]
pub fn stage_at(stored: u64, scale: f64) -> Stage {
    let fits = |stage: &&Stage| scaled(stage.stored, scale) <= stored;
    let stage = STAGES.iter().rev().find(fits).unwrap_or(&STAGES[0]);
    Stage { positions: scaled(stage.positions, scale).max(1), ..*stage }
}

/// Returns the number of games of a match, an even number.
#[must_use]
pub fn match_games(is_promotion: bool, scale: f64) -> u64 {
    let games = if is_promotion { PROMOTION_GAMES } else { SELECTION_GAMES };
    scaled(games, scale).next_multiple_of(2).max(MIN_MATCH_GAMES)
}

/// Returns the nodes of a move in the matches of a generation with a soft limit of self-play.
#[must_use]
pub const fn match_nodes(soft: u32) -> u32 {
    if soft < SMALL_SOFT { 4 * soft } else { MATCH_NODES }
}

fn scaled(number: u64, scale: f64) -> u64 {
    (number as f64 * scale) as u64
}

impl Recipe {
    /// Returns a short name for file names.
    #[must_use]
    pub fn name(&self) -> String {
        let percent = (100.0 * self.result_weight).round();
        match self.architecture {
            Architecture::Linear => format!("linear-r{percent}"),
            Architecture::Network(NetworkLayout { hidden, buckets, middle: 0, .. }) => {
                format!("{hidden}x{buckets}-r{percent}")
            }
            Architecture::Network(NetworkLayout { hidden, buckets, middle, .. }) => {
                format!("{hidden}x{buckets}m{middle}-r{percent}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_ordered_and_valid() {
        assert_eq!(STAGES[0].stored, 0);
        for (before, after) in STAGES.iter().zip(&STAGES[1..]) {
            assert!(before.stored < after.stored && before.soft <= after.soft && before.since <= after.since);
            assert!(before.stored + before.positions >= after.stored || before.stored > 30_000_000);
        }
        for stage in STAGES {
            assert!(!stage.recipes.is_empty());
            let names: std::collections::HashSet<String> = stage.recipes.iter().map(Recipe::name).collect();
            assert_eq!(names.len(), stage.recipes.len(), "the models of a generation have different files");
            assert!(stage.recipes.iter().all(|recipe| recipe.architecture.check().is_ok()));
        }
    }

    #[test]
    fn each_generation_leads_to_the_next_at_any_scale() {
        for scale in [1.0, 0.01, 0.003] {
            let (mut stored, mut softs) = (0, Vec::new());
            for _ in 0..10 {
                let stage = stage_at(stored, scale);
                softs.push(stage.soft);
                stored += stage.positions + 37; // the last game overshoots a little
            }
            assert_eq!(softs, [300, 300, 500, 500, 750, 1000, 1000, 1000, 1000, 1000], "scale {scale}");
        }
        assert_eq!(stage_at(0, 0.01).positions, 5000);
    }

    /// Nodes do not rise while positions contribute more, and a promotion can see a gain of 10 Elo.
    #[test]
    fn nodes_stay_and_promotions_are_long() {
        assert!(STAGES.iter().all(|stage| stage.stored >= 200_000_000 || stage.soft <= 1000));
        assert!(STAGES.iter().all(|stage| match_nodes(stage.soft) == 2000));
        assert_eq!([false, true].map(|is_promotion| match_games(is_promotion, 1.0)), [600, 4000]);
        assert_eq!((match_games(true, 0.001), match_nodes(20)), (40, 80));
    }

    #[test]
    fn names_contain_architecture_and_result_weight() {
        assert_eq!(linear(0.5, 6).name(), "linear-r50");
        assert_eq!(network(256, 8, 0.1).name(), "256x8-r10");
        assert_eq!(deep_network(512, 8, 0.05).name(), "512x8m8-r5");
    }
}
