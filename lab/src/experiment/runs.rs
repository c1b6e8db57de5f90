//! Runs: the same search on many trees, in parallel, with the same result on any number of threads.

use clap::ValueEnum;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::progress::Progress;
use crate::store::Store;
use crate::tree::Order;

/// Where an experiment keeps its pieces.
#[derive(Clone, Default, Debug)]
pub struct Lab {
    /// Finished pieces.
    pub store: Store,
}

/// The seed of the run `number`, from 0.
#[must_use]
pub fn seed_of(number: u64) -> u64 {
    number * 1_000_003 + 17
}

/// Runs that are kept as one piece.
const PIECE: u64 = 50;

impl Lab {
    /// What `run` makes of the seeds of the runs `0..runs`, in their order. `name` says all else that it
    /// depends on.
    ///
    /// # Errors
    /// Those of a run, and where a piece cannot be kept.
    pub fn runs<R: Serialize + DeserializeOwned + Send>(
        &self,
        name: &str,
        runs: u64,
        run: impl Fn(u64) -> Result<R, String> + Sync,
    ) -> Result<Vec<R>, String> {
        let progress = Progress::new(runs, name);
        let mut found = Vec::new();
        for first in (0..runs).step_by(PIECE as usize) {
            let last = (first + PIECE).min(runs);
            let piece = self.store.piece(&format!("{name}-runs-{first}-{last}"), || {
                let one = |number| {
                    let result = run(seed_of(number));
                    progress.step();
                    result
                };
                (first..last).into_par_iter().map(one).collect::<Result<Vec<R>, String>>()
            });
            found.extend(piece?);
        }
        progress.end();
        Ok(found)
    }
}

/// How the sons of a node are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TreeOrder {
    /// Every son is best equally often
    Random,
    /// The first son is best 60 % of the time
    Strong,
    /// The first son is best 70 % of the time, one of the first quarter 90 %
    Campbell,
    /// No order at all: independent leaves
    Iid,
}

impl TreeOrder {
    /// Its name in files and titles.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TreeOrder::Random => "random",
            TreeOrder::Strong => "strong",
            TreeOrder::Campbell => "campbell",
            TreeOrder::Iid => "iid",
        }
    }

    /// What it is, for people.
    #[must_use]
    pub fn describe(self) -> &'static str {
        match self {
            TreeOrder::Random => "random order",
            TreeOrder::Strong => "strongly ordered",
            TreeOrder::Campbell => "strongly ordered as Marsland and Campbell have it",
            TreeOrder::Iid => "independent leaves",
        }
    }

    /// The order of a top-down tree; none where the leaves are independent.
    #[must_use]
    pub fn order(self, width: usize) -> Option<Order> {
        match self {
            TreeOrder::Random => Some(Order::random(width)),
            TreeOrder::Strong => Some(Order::STRONG),
            TreeOrder::Campbell => Some(Order::CAMPBELL),
            TreeOrder::Iid => None,
        }
    }
}
