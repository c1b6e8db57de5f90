//! The progress of a run.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar};
use lancet::console::progress_text;

use super::bounds::Bounds;

/// The progress of a run on stderr: a bar on a terminal, lines elsewhere.
pub struct Progress {
    bounds: Bounds,
    start: Instant,
    /// Games and positions in the file at the start.
    before: (u64, u64),
    bar: Option<ProgressBar>,
    /// The time of the last update of the bar.
    updated: Instant,
}

/// The length of the bar.
const BAR_LENGTH: u64 = 1000;

/// Time between two updates of the bar.
const BAR_INTERVAL: Duration = Duration::from_millis(200);

impl Progress {
    /// Starts the display with the games and positions that are in the file.
    #[must_use]
    pub fn new(bounds: Bounds, games: u64, positions: u64) -> Progress {
        let bar = stderr().is_terminal().then(|| progress_text(BAR_LENGTH));
        let now = Instant::now();
        Progress { bounds, start: now, before: (games, positions), bar, updated: now }
    }

    /// Updates the bar if the last update was long enough ago.
    pub fn update_bar(&mut self, games: u64, positions: u64) {
        if self.updated.elapsed() < BAR_INTERVAL {
            return;
        }
        self.updated = Instant::now();
        if let Some(bar) = &self.bar {
            bar.set_position((self.fraction(games, positions) * BAR_LENGTH as f64) as u64);
            bar.set_message(self.line(games, positions));
        }
    }

    /// Writes a line if there is no bar.
    pub fn write_line(&self, games: u64, positions: u64) {
        if self.bar.is_none() {
            // The run goes on if stderr is closed.
            let _ = writeln!(stderr(), "{}", self.line(games, positions));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Returns the positions per second since the start.
    #[must_use]
    pub fn rate(&self, positions: u64) -> f64 {
        (positions - self.before.1) as f64 / self.start.elapsed().as_secs_f64().max(1e-3)
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn line(&self, games: u64, positions: u64) -> String {
        let rate = self.rate(positions);
        let left = match self.left(games, positions) {
            Some(left) => format!(", {} left", HumanDuration(left)),
            None => String::new(),
        };
        format!("{games} games, {positions} positions, {rate:.0} positions/s{left}")
    }

    /// The fraction of this run that is done, by the bound that is reached first; 0 without bounds.
    fn fraction(&self, games: u64, positions: u64) -> f64 {
        let of = |now: u64, before: u64, bound: Option<u64>| {
            let bound = bound.filter(|bound| *bound > before)?;
            Some((now - before) as f64 / (bound - before) as f64)
        };
        let by_time =
            self.bounds.time.map(|time| self.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-3));
        let fractions = [
            of(games, self.before.0, self.bounds.games),
            of(positions, self.before.1, self.bounds.positions),
            by_time,
        ];
        fractions.into_iter().flatten().fold(0.0, f64::max).min(1.0)
    }

    /// The estimated remaining time, once the estimate means something.
    fn left(&self, games: u64, positions: u64) -> Option<Duration> {
        let fraction = self.fraction(games, positions);
        let total = (fraction > 1e-4).then(|| self.elapsed().as_secs_f64() / fraction)?;
        Duration::try_from_secs_f64(total * (1.0 - fraction)).ok()
    }
}
