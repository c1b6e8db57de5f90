//! Properties of every algorithm on every tree, verified on many random trees.
//!
//! Each property is a claim of the papers or follows from one, and begins with the number of the claim in the report.
//! Statements about averages are not properties; the experiments check them.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "depths, widths and values are small"
)]

mod beyond;
mod kinds;
mod literal;
mod optimality;
mod passes;
mod sample;
mod trial;
mod values;
mod windows;

pub use sample::{Sample, Sampled};

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use indicatif::ProgressBar;
use lancet::console::progress_bar;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::GameTree;
use crate::command_line::Words;
use crate::error::LabError;
use trial::Trial;

/// Verify the properties of every algorithm on random trees
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Verify {
    /// Number of trees
    #[arg(long, value_name = "N", default_value_t = Verify::default().trees, value_parser = clap::value_parser!(u64).range(1..))]
    pub trees: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = Verify::default().seed)]
    pub seed: u64,
}

impl Default for Verify {
    fn default() -> Verify {
        Verify { trees: 10_000, seed: 1 }
    }
}

/// The verified properties: how often each was tried, and the failures.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct Findings {
    /// The number of trials of each property.
    pub trials: BTreeMap<String, u64>,
    /// A description of each failed trial.
    pub failures: Vec<String>,
}

impl Findings {
    /// Records a trial of a property.
    fn record(&mut self, property: &'static str, holds: bool, tree: &dyn Fn() -> String) {
        match self.trials.get_mut(property) {
            Some(count) => *count += 1,
            None => drop(self.trials.insert(property.to_string(), 1)),
        }
        if !holds {
            self.failures.push(format!("'{property}' does not hold on {}", tree()));
        }
    }

    fn merge(mut self, other: Findings) -> Findings {
        for (property, count) in other.trials {
            *self.trials.entry(property).or_default() += count;
        }
        self.failures.extend(other.failures);
        self
    }
}

/// Verifies all properties on one tree.
#[must_use]
pub fn verify_tree(sample: &Sample) -> Findings {
    match &sample.tree {
        Sampled::Iid(tree) => verify_all(tree, sample),
        Sampled::TopDown(tree) => verify_all(tree, sample),
        Sampled::Incremental(tree) => verify_all(tree, sample),
        Sampled::RandomShape(tree) => verify_all(tree, sample),
    }
}

fn verify_all<T: GameTree>(tree: &T, sample: &Sample) -> Findings {
    let mut trial = Trial::new(tree, sample);
    values::check_values(&mut trial);
    windows::check_windows(&mut trial);
    passes::check_passes(&mut trial);
    optimality::check_optimality(&mut trial);
    kinds::check_kinds(&mut trial);
    literal::check_literal(&mut trial);
    beyond::check_beyond(&mut trial);
    trial.findings
}

/// Verifies all properties on the trees `0..trees` of a seed.
#[must_use]
pub fn verify_trees(trees: u64, seed: u64, progress: &ProgressBar) -> Findings {
    let one = |number| {
        let findings = verify_tree(&Sample::of(seed, number));
        progress.inc(1);
        findings
    };
    (0..trees).into_par_iter().map(one).reduce(Findings::default, Findings::merge)
}

impl Verify {
    /// Verifies the properties and prints the number of trials of each.
    ///
    /// # Errors
    /// [`LabError::Properties`] if a trial fails; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LabError> {
        let progress = progress_bar(self.trees, "trees");
        let findings = verify_trees(self.trees, self.seed, &progress);
        progress.finish_and_clear();
        for (property, count) in &findings.trials {
            writeln!(out, "{count:>9}  {property}")?;
        }
        let Some(first) = findings.failures.first() else {
            let trials: u64 = findings.trials.values().sum();
            writeln!(out, "{} trees, {trials} trials, no failure", self.trees)?;
            return Ok(());
        };
        Err(LabError::Properties { failed: findings.failures.len(), first: first.clone() })
    }

    /// The words of the command line that runs the command.
    #[must_use]
    pub fn to_words(&self) -> Vec<String> {
        Words::new("verify").option("trees", self.trees).option("seed", self.seed).finish()
    }
}
