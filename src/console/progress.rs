//! Progress: bars on stderr, hidden where stderr is not a terminal.

use std::borrow::Cow;
use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The form of a bar that counts.
const COUNTED: &str = "{bar:24} {human_pos} of {human_len} {msg}, {eta} left";

/// Returns a bar that counts `total` things called `unit`.
#[must_use]
pub fn progress_bar(total: u64, unit: impl Into<Cow<'static, str>>) -> ProgressBar {
    bar(total, COUNTED).with_message(unit)
}

/// Returns a line that counts things called `unit` whose number is not known yet; [`show_total`] makes it a bar.
#[must_use]
pub fn progress_count(unit: impl Into<Cow<'static, str>>) -> ProgressBar {
    styled(ProgressBar::no_length(), "{human_pos} {msg}, {elapsed}").with_message(unit)
}

/// Makes a line that counts a bar with this total.
pub fn show_total(bar: &ProgressBar, total: u64) {
    bar.set_length(total);
    if let Ok(style) = ProgressStyle::with_template(COUNTED) {
        bar.set_style(style);
    }
}

/// Returns a bar with a text that its owner sets as the work goes on.
#[must_use]
pub fn progress_text(total: u64) -> ProgressBar {
    bar(total, "{bar:24} {msg}")
}

fn bar(total: u64, template: &str) -> ProgressBar {
    styled(ProgressBar::new(total), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The interval between updates of a [`Status`] on a terminal, and between its lines elsewhere.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// The status of a long run: a bar on a terminal, a line once a minute elsewhere.
#[derive(Debug)]
pub struct Status {
    bar: ProgressBar,
    is_terminal: bool,
    shown: Instant,
}

impl Status {
    /// Begins a run of `total` steps, or goes on with one of which `done` are done: they say nothing about the time left.
    #[must_use]
    pub fn new(total: u64, done: u64) -> Status {
        let bar = bar(total, "{bar:24} {msg}, {eta} left").with_position(done);
        // The estimate begins behind what it has seen.
        bar.tick();
        bar.reset_eta();
        Status { bar, is_terminal: stderr().is_terminal(), shown: Instant::now() }
    }

    /// Shows the steps done and a text if the last update is long enough ago.
    pub fn update(&mut self, done: u64, text: impl FnOnce() -> String) {
        let interval = if self.is_terminal { UPDATE_INTERVAL } else { LINE_INTERVAL };
        if self.shown.elapsed() < interval {
            return;
        }
        self.shown = Instant::now();
        if self.is_terminal {
            self.bar.set_position(done);
            self.bar.set_message(text());
        } else {
            // A closed stderr must not end the run.
            let _ = writeln!(stderr(), "{}", text());
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
