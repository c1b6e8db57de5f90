//! Progress: bars on stderr, hidden where stderr is not a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// Returns a bar that counts `total` things called `unit`.
#[must_use]
pub fn progress_bar(total: u64, unit: &'static str) -> ProgressBar {
    bar(total, "{bar:24} {human_pos} of {human_len} {msg}, {eta} left").with_message(unit)
}

/// Returns a bar whose text is set by its owner as the work goes on.
#[must_use]
pub fn progress_line(total: u64) -> ProgressBar {
    bar(total, "{bar:24} {msg}, {eta} left")
}

fn bar(total: u64, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(total);
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
