//! Progress: what a run tells while it goes on.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use super::run::Bounds;

/// The progress of a run: a bar on a terminal, a line now and then elsewhere.
pub struct Progress {
    bounds: Bounds,
    start: Instant,
    /// Games and positions that were there before.
    before: (u64, u64),
    bar: Option<ProgressBar>,
}

/// Steps of the bar.
const STEPS: u64 = 1000;

impl Progress {
    /// Begins with the games and positions that are there already.
    #[must_use]
    pub fn new(bounds: Bounds, games: u64, positions: u64) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(STEPS);
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        Progress { bounds, start: Instant::now(), before: (games, positions), bar }
    }

    /// Shows the state on a terminal.
    pub fn show(&self, games: u64, positions: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position((self.share(games, positions) * STEPS as f64) as u64);
            bar.set_message(self.line(games, positions));
        }
    }

    /// Tells the state where there is no terminal.
    pub fn tell(&self, games: u64, positions: u64) {
        if self.bar.is_none() {
            // A log that cannot be written is no reason to end.
            let _ = writeln!(stderr(), "{}", self.line(games, positions));
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Positions a second since the beginning.
    #[must_use]
    pub fn rate(&self, positions: u64) -> f64 {
        (positions - self.before.1) as f64 / self.start.elapsed().as_secs_f64().max(1e-3)
    }

    /// Time since the beginning.
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

    /// The share of this run that is done, by the bound that is nearest; none of them is 0.
    fn share(&self, games: u64, positions: u64) -> f64 {
        let of = |now: u64, before: u64, bound: Option<u64>| {
            let bound = bound.filter(|bound| *bound > before)?;
            Some((now - before) as f64 / (bound - before) as f64)
        };
        let by_time =
            self.bounds.time.map(|time| self.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-3));
        let shares = [
            of(games, self.before.0, self.bounds.games),
            of(positions, self.before.1, self.bounds.positions),
            by_time,
        ];
        shares.into_iter().flatten().fold(0.0, f64::max).min(1.0)
    }

    /// The time that is left, once there is enough to tell by.
    fn left(&self, games: u64, positions: u64) -> Option<Duration> {
        let share = self.share(games, positions);
        let total = (share > 1e-4).then(|| self.elapsed().as_secs_f64() / share)?;
        Duration::try_from_secs_f64(total * (1.0 - share)).ok()
    }
}
