//! The state of a tuning that its workers share, and the parameters that they play with.
#![expect(clippy::cast_possible_truncation, reason = "values are in the ranges of parameters")]

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lancet::search::params::Parameter;
use lancet::search::{Control, Parameters};

use super::checkpoint::Checkpoint;
use super::optimizer::Spsa;
use crate::statistics::Tally;

/// Time between two checks of interruption by a worker that waits.
const TICK: Duration = Duration::from_millis(100);

/// The optimizer, from which workers take the points of their iteration as soon as they are known.
pub(super) struct SharedState {
    spsa: Mutex<Spsa>,
    advanced: Condvar,
    control: Arc<Control>,
}

impl SharedState {
    pub fn new(spsa: Spsa, control: Arc<Control>) -> SharedState {
        SharedState { spsa: Mutex::new(spsa), advanced: Condvar::new(), control }
    }

    fn lock(&self) -> MutexGuard<'_, Spsa> {
        self.spsa.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the two points that an iteration compares; `None` if the work is stopped before.
    pub fn points(&self, iteration: u64) -> Option<[Vec<f64>; 2]> {
        let mut spsa = self.lock();
        loop {
            if self.control.is_stopped() {
                return None;
            }
            if let Some(points) = spsa.points(iteration) {
                return Some(points);
            }
            let waited = self.advanced.wait_timeout(spsa, TICK);
            spsa = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Applies the games of the next iteration, and notes the state in the record.
    pub fn apply(&self, tally: &Tally, record: &mut Checkpoint) {
        let mut spsa = self.lock();
        let [lost, _, won] = tally.games;
        spsa.apply(won as f64 - lost as f64);
        record.games.iter_mut().zip(tally.games).for_each(|(sum, games)| *sum += games);
        record.applied = spsa.applied();
        record.recent = spsa.recent().map(<[f64]>::to_vec).collect();
        self.advanced.notify_all();
    }
}

/// Rounds the value of a parameter for play.
pub(super) fn rounded(row: &Parameter, value: f64) -> i32 {
    (value.round() as i32).clamp(row.min, row.max)
}

/// Returns the parameters of a player with these values of some of them.
pub(super) fn tuned(base: &Parameters, rows: &[&Parameter], values: &[f64]) -> Parameters {
    let mut parameters = base.clone();
    for (row, value) in rows.iter().zip(values) {
        parameters.set_number(row.name, rounded(row, *value));
    }
    parameters
}
