//! Aspiration: an open window at the root, small at first, around the last score.
//!
//! Source: J. Gillogly, "Performance Analysis of the Technology Chess Program", 1978, which re-searches if
//! the value lies outside. `docs/aspiration.md`: what it gains, and why.

use super::line::complete_first_line;
use crate::position::Position;
use crate::search::args::{NodeArgs, Root};
use crate::search::lines::report_bound;
use crate::search::node::node;
use crate::search::policy::Policy;
use crate::search::shared::SearchResult;
use crate::search::worker::Worker;
use crate::types::{Depth, Score, Window};

/// Searches the root with a small window around the last score, if aspiration is on, and widens it until the
/// value lies inside.
pub(super) fn aspirate<P: Policy>(w: &mut Worker, position: &Position, depth: Depth) -> SearchResult<()> {
    let width = w.params.aspiration_window();
    let is_on = w.shared.settings.driver.aspiration && depth >= w.params.aspiration_depth();
    let window = match w.root.previous_score() {
        Some(score) if is_on && !score.is_decisive() => around(score, width, width),
        _ => Window::FULL,
    };
    widen::<P>(w, position, depth, window)
}

/// As [`aspirate`], and completes the line, for policies that may cut it short: the TT ends nodes in open
/// windows (alpha-beta), or the re-search scores below the first search (NegaScout and its relatives).
pub(super) fn aspirate_with_line<P: Policy>(
    w: &mut Worker,
    position: &Position,
    depth: Depth,
) -> SearchResult<()> {
    aspirate::<P>(w, position, depth)?;
    complete_first_line(w, position)
}

/// Searches the root with `window` and widens it until the value lies inside.
pub(super) fn widen<P: Policy>(
    w: &mut Worker,
    position: &Position,
    depth: Depth,
    mut window: Window,
) -> SearchResult<()> {
    let mut width = w.params.aspiration_window();
    let mut failed_high = 0;
    let mut upper_bound = None;
    loop {
        let args = NodeArgs::root(window, (depth - failed_high).max(1));
        let result = node::<P, Root>(w, position, args);
        w.root.sort_open();
        if result.is_err() {
            w.root.drop_unproven_best(upper_bound);
        }
        let score = result?;
        w.stats.passes += 1;
        if score <= window.alpha {
            upper_bound = Some(score);
            report_bound(w, position);
            window = Window { alpha: around(score, width, 0).alpha, beta: middle(window) };
            failed_high = 0;
        } else if score >= window.beta {
            report_bound(w, position);
            window.beta = around(score, 0, width).beta;
            failed_high = (failed_high + i32::from(w.params.use_aspiration_reduction())).min(3);
        } else {
            return Ok(());
        }
        width += width / 2;
        if score.is_decisive() || width > 600 {
            window = Window::FULL;
        }
    }
}

/// Returns the window from `below` below `score` to `above` above it.
pub(super) fn around(score: Score, below: i32, above: i32) -> Window {
    Window { alpha: (score - below).max(Window::FULL.alpha), beta: (score + above).min(Window::FULL.beta) }
}

fn middle(window: Window) -> Score {
    Score::new((window.alpha.units() + 3 * window.beta.units()) / 4)
}
