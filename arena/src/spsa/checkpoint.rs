//! The checkpoint of a tuning: its conditions and its state, from which the same command resumes.

use std::io::{self, Read, Write};
use std::path::Path;

use lancet::console::write_atomic;
use lancet::files::{self, FileError, FileKind, MAX_TEXT};
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;

/// What identifies a tuning: only the same tuning is resumed.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct TuningKey {
    /// The player that is tuned.
    pub player: String,
    /// Its signature.
    pub signature: u64,
    /// The name of its evaluation.
    pub evaluation: String,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// Their values before the first iteration.
    pub start: Vec<i32>,
    /// Their smallest values.
    pub min: Vec<i32>,
    /// Their largest values.
    pub max: Vec<i32>,
    /// Their perturbations in the last iteration.
    pub c_end: Vec<f64>,
    /// The learning rate in the last iteration.
    pub r_end: f64,
    /// The number of iterations.
    pub iterations: u64,
    /// The number of earlier iterations whose results an iteration lacks.
    pub lag: u64,
    /// Pairs of games of an iteration.
    pub pairs: u64,
    /// The time control.
    pub time_control: String,
    /// The name of the openings.
    pub openings: String,
    /// The RNG seed.
    pub seed: u64,
    /// MiB of hash of each engine.
    pub hash: usize,
    /// Whether scores end games.
    pub adjudication: bool,
    /// The numbers of an adjudication that is neither the standard nor by the rules of chess alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_adjudication: Option<String>,
}

/// The values of the parameters after an iteration.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Point {
    /// The number of iterations.
    pub iteration: u64,
    /// The values.
    pub values: Vec<f64>,
}

/// The state of a tuning.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// What is tuned, and how.
    pub key: TuningKey,
    /// The number of iterations whose results have been applied.
    pub applied: u64,
    /// The values after the last of them, the present ones last.
    pub recent: Vec<Vec<f64>>,
    /// Games lost, drawn and won by the first point of an iteration.
    pub games: [u64; 3],
    /// The trajectory of the parameters.
    pub trajectory: Vec<Point>,
}

impl Checkpoint {
    /// Reads a checkpoint of this tuning; `None` if there is no file.
    ///
    /// # Errors
    /// A file that cannot be read, is not a checkpoint, or is one of another tuning.
    pub fn read(path: &Path, key: &TuningKey) -> Result<Option<Checkpoint>, ArenaError> {
        let Some(bytes) = read_existing(path)? else { return Ok(None) };
        let checkpoint: Checkpoint = serde_json::from_slice(&bytes).map_err(|_| Checkpoint::invalid(path))?;
        match difference(&checkpoint.key, key) {
            Some(what) => Err(ArenaError::OtherTuning { path: path.to_owned(), what }),
            None => Ok(Some(checkpoint)),
        }
    }

    /// Returns the error for a file that holds no checkpoint.
    pub fn invalid(path: &Path) -> ArenaError {
        ArenaError::unwritable(path, FileError::Foreign(EXPECTED))
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games_played(&self) -> u64 {
        self.games.iter().sum()
    }

    /// Reports whether all iterations have been applied.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.applied >= self.key.iterations
    }

    /// Adds the present values to the trajectory of the parameters, every `every` iterations and after the last one.
    pub fn add_point(&mut self, every: u64) {
        if (self.applied.is_multiple_of(every.max(1)) || self.is_complete())
            && let Some(values) = self.recent.last()
        {
            self.trajectory.push(Point { iteration: self.applied, values: values.clone() });
        }
    }

    /// Returns the state in a line, with the parameters that have moved most, in units of `c_end`. `speed` returns games an
    /// hour.
    pub fn line(&self, speed: impl Fn(u64) -> f64) -> String {
        let TuningKey { parameters, start, c_end, iterations, .. } = &self.key;
        let values = self.recent.last().map_or(&[][..], Vec::as_slice);
        let all = values.iter().zip(start).zip(c_end).zip(parameters);
        let mut moved: Vec<(f64, &String)> =
            all.map(|(((value, start), c_end), name)| ((value - f64::from(*start)) / c_end, name)).collect();
        moved.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
        let moved: Vec<String> = moved.iter().take(3).map(|(by, name)| format!("{name} {by:+.1}")).collect();
        let applied = self.applied;
        let speed = speed(self.games_played());
        format!("{applied} of {iterations} iterations, {speed:.0} games an hour, {}", moved.join(", "))
    }

    /// Writes the checkpoint: the file is either complete or unchanged.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ArenaError> {
        let text = serde_json::to_vec(self).map_err(|error| ArenaError::unwritable(path, error))?;
        Ok(write_atomic(path, |file| file.write_all(&text))?)
    }

    /// What a table of the trajectory begins with.
    pub const TABLE_START: &str = "iteration,";

    /// Writes the trajectory of the parameters as a table: one line for each point.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}{}", Checkpoint::TABLE_START, self.key.parameters.join(","))?;
        for Point { iteration, values } in &self.trajectory {
            let values: Vec<String> = values.iter().map(|value| format!("{value:.4}")).collect();
            writeln!(out, "{iteration},{}", values.join(","))?;
        }
        Ok(())
    }
}

/// Refuses to replace a file that neither is empty nor begins with `start`: it is not `expected`.
///
/// # Errors
/// Such a file, or one that cannot be read.
pub fn check_replaced(path: &Path, start: &str, expected: &'static str) -> Result<(), ArenaError> {
    if !path.is_file() {
        return Ok(());
    }
    let unreadable = |error: FileError| ArenaError::unreadable(path, error);
    let file = files::open(path, u64::MAX).map_err(unreadable)?;
    let mut found = Vec::new();
    file.take(start.len() as u64).read_to_end(&mut found).map_err(|error| unreadable(error.into()))?;
    if found.is_empty() || found == start.as_bytes() {
        return Ok(());
    }
    Err(ArenaError::unwritable(path, FileError::Foreign(expected)))
}

/// Reads a file; `None` if there is none.
fn read_existing(path: &Path) -> Result<Option<Vec<u8>>, ArenaError> {
    match files::read(path, MAX_TEXT) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(FileError::NotAFile(FileKind::Null)) => Ok(None),
        Err(error) => Err(ArenaError::unreadable(path, error)),
    }
}

/// What a checkpoint is expected to be.
const EXPECTED: &str = "a checkpoint of 'lancet-arena spsa'";

/// Returns the first difference of two keys.
fn difference(found: &TuningKey, expected: &TuningKey) -> Option<&'static str> {
    let same = [
        (found.player == expected.player, "its player is another one"),
        (found.parameters == expected.parameters, "its parameters are other ones"),
        (found.evaluation == expected.evaluation, "its network is another one"),
        (found.signature == expected.signature, "its player plays differently in this version"),
        (found.start == expected.start, "its parameters begin with other values"),
        (found.min == expected.min && found.max == expected.max, "its parameters have other ranges"),
        (found.c_end == expected.c_end, "its last perturbation is another one"),
        (found.r_end.to_bits() == expected.r_end.to_bits(), "its learning rate is another one"),
        (found.iterations == expected.iterations, "its number of iterations is another one"),
        (found.lag == expected.lag, "its lag is another one"),
        (found.pairs == expected.pairs, "its number of pairs is another one"),
        (found.time_control == expected.time_control, "its time control is another one"),
        (found.openings == expected.openings, "its openings are other ones"),
        (found.seed == expected.seed, "its seed is another one"),
        (found.hash == expected.hash, "its size of hash is another one"),
        (found.adjudication == expected.adjudication, "its adjudication is another one"),
        (found.custom_adjudication == expected.custom_adjudication, "its adjudication is another one"),
    ];
    same.into_iter().find_map(|(is_same, what)| (!is_same).then_some(what))
}
