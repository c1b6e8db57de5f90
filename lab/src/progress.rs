//! Progress: how far a command is, as a bar on a terminal.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar, where there is a terminal to show it.
pub struct Progress(Option<ProgressBar>);

impl Progress {
    /// Begins with nothing done of `total`.
    #[must_use]
    pub fn new(total: u64, what: &str) -> Progress {
        if !stderr().is_terminal() {
            return Progress(None);
        }
        let bar = ProgressBar::new(total);
        let style = ProgressStyle::with_template("{bar:24} {pos} of {len} {msg}, {eta} left");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.set_message(what.to_string());
        Progress(Some(bar))
    }

    /// No bar at all.
    #[must_use]
    pub fn silent() -> Progress {
        Progress(None)
    }

    /// One more is done.
    pub fn step(&self) {
        if let Progress(Some(bar)) = self {
            bar.inc(1);
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Progress(Some(bar)) = self {
            bar.finish_and_clear();
        }
    }
}
