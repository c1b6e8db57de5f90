//! Parallel runs of a search on many trees, with results that do not depend on the number of threads.

use lancet::console::progress_bar;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cache::Cache;
use crate::error::LabError;

/// Runs searches in parallel and caches their results.
#[derive(Clone, Default, Debug)]
pub struct Runner {
    /// Partial results.
    pub cache: Cache,
}

/// The seed of a run; runs are numbered from 0.
#[must_use]
pub fn seed_of(number: u64) -> u64 {
    number * 1_000_003 + 17
}

/// The number of runs in one cached result.
const BATCH: u64 = 50;

impl Runner {
    /// Calls `run` with the seeds of the runs `0..runs` and returns the results in this order. `name` must contain
    /// everything else that the results depend on.
    ///
    /// # Errors
    /// Those of a run, and those of the cache.
    pub fn runs<R: Serialize + DeserializeOwned + Send>(
        &self,
        name: &str,
        runs: u64,
        run: impl Fn(u64) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError> {
        self.numbered(name, runs, |number| run(seed_of(number)))
    }

    /// As [`Runner::runs`], but `run` receives the numbers of the runs instead of their seeds.
    ///
    /// # Errors
    /// As [`Runner::runs`].
    pub fn numbered<R: Serialize + DeserializeOwned + Send>(
        &self,
        name: &str,
        runs: u64,
        run: impl Fn(u64) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError> {
        let progress = progress_bar(runs, "runs").with_message(name.to_owned());
        let mut results = Vec::new();
        for first in (0..runs).step_by(BATCH as usize) {
            let last = (first + BATCH).min(runs);
            let batch = self.cache.get_or_compute(&format!("{name}-runs-{first}-{last}"), || {
                let one = |number| {
                    let result = run(number);
                    progress.inc(1);
                    result
                };
                (first..last).into_par_iter().map(one).collect::<Result<Vec<R>, LabError>>()
            });
            results.extend(batch?);
        }
        progress.finish_and_clear();
        Ok(results)
    }
}
