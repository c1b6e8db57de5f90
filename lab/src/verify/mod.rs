//! Verify: what must hold of every algorithm on every tree, tried on many.
//!
//! Each property is a claim of the papers, or follows from one; its number is that of the claims in
//! the report. What holds on average only is no property.

mod optimality;
mod passes;
mod subject;
mod values;
mod windows;

pub use subject::{Sample, Sampled};

use std::collections::BTreeMap;
use std::io::Write;

use clap::Args;
use lancet::Error;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::GameTree;
use crate::progress::Progress;
use subject::Subject;

/// Try on random trees what must hold of every algorithm
#[derive(Args, Clone, Debug)]
pub struct Verify {
    /// How many trees
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub trees: u64,
    /// The number that all chance follows from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// The properties that were tried: how often each, and where one did not hold.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct Findings {
    /// How often each property was tried.
    pub tried: BTreeMap<String, u64>,
    /// A sentence for each time one did not hold.
    pub broken: Vec<String>,
}

impl Findings {
    /// Notes a property that was tried on a tree.
    fn note(&mut self, property: &'static str, holds: bool, tree: &dyn Fn() -> String) {
        match self.tried.get_mut(property) {
            Some(count) => *count += 1,
            None => drop(self.tried.insert(property.to_string(), 1)),
        }
        if !holds {
            self.broken.push(format!("{property}: not on {}", tree()));
        }
    }

    fn and(mut self, other: Findings) -> Findings {
        for (property, count) in other.tried {
            *self.tried.entry(property).or_default() += count;
        }
        self.broken.extend(other.broken);
        self
    }
}

/// Tries all properties on one tree.
#[must_use]
pub fn try_tree(sample: &Sample) -> Findings {
    match &sample.tree {
        Sampled::Iid(tree) => try_all(tree, sample),
        Sampled::TopDown(tree) => try_all(tree, sample),
        Sampled::Incremental(tree) => try_all(tree, sample),
        Sampled::RandomShape(tree) => try_all(tree, sample),
    }
}

fn try_all<T: GameTree>(tree: &T, sample: &Sample) -> Findings {
    let mut subject = Subject::new(tree, sample);
    values::try_values(&mut subject);
    windows::try_windows(&mut subject);
    passes::try_passes(&mut subject);
    optimality::try_optimality(&mut subject);
    subject.findings
}

/// Tries all properties on the trees `0..trees` of a seed.
#[must_use]
pub fn try_trees(trees: u64, seed: u64, progress: &Progress) -> Findings {
    let one = |number| {
        let findings = try_tree(&Sample::of(seed, number));
        progress.step();
        findings
    };
    (0..trees).into_par_iter().map(one).reduce(Findings::default, Findings::and)
}

impl Verify {
    /// Tries, and tells how often each property was tried.
    ///
    /// # Errors
    /// A sentence where one does not hold; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let progress = Progress::new(self.trees, "trees");
        let findings = try_trees(self.trees, self.seed, &progress);
        progress.end();
        for (property, count) in &findings.tried {
            writeln!(out, "{count:>9}  {property}")?;
        }
        let Some(first) = findings.broken.first() else {
            let tried: u64 = findings.tried.values().sum();
            writeln!(out, "{} trees, {tried} trials, all hold", self.trees)?;
            return Ok(());
        };
        Err(Error::Sentence(format!("{} trials failed; the first: {first}", findings.broken.len())))
    }
}
