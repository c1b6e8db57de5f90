//! Aspirate: one open window at the root, small at first around what is expected.
//!
//! Source: J. Gillogly, "Performance Analysis of the Technology Chess Program", 1978, who asks with
//! a window around the last value and again where the answer lies outside.

use super::Driver;
use crate::position::Position;
use crate::search::facts::Root;
use crate::search::node::node;
use crate::search::params as p;
use crate::search::worker::{Answer, Worker};
use crate::types::{Depth, Score, Window};

/// Asks the root with a small window around the score of the last iteration where that is wished
/// for, and with wider ones until the value lies inside.
pub(super) fn aspirate<D: Driver>(w: &mut Worker, position: &Position, depth: Depth) -> Answer<()> {
    let width = p::aspiration_window();
    let wished = w.shared.settings.driver.aspiration && depth >= p::aspiration_depth();
    let window = match w.root.expected() {
        Some(score) if wished && !score.is_decisive() => around(score, width, width),
        _ => Window::FULL,
    };
    widen::<D>(w, position, depth, window)
}

/// As [`aspirate`], for drivers whose lines may break off: where the table answers in an open window
/// (alpha-beta), or where the second answer lies below the first (NegaScout and its kin).
pub(super) fn with_line<D: Driver>(w: &mut Worker, position: &Position, depth: Depth) -> Answer<()> {
    aspirate::<D>(w, position, depth)?;
    w.complete_first_line(position)
}

/// Asks the root with `window`, and with wider ones until the value lies inside.
pub(super) fn widen<D: Driver>(
    w: &mut Worker,
    position: &Position,
    depth: Depth,
    mut window: Window,
) -> Answer<()> {
    let mut width = p::aspiration_window();
    let mut failed_high = 0;
    let mut at_most = None;
    loop {
        let answer = node::<D, Root>(w, position, window, (depth - failed_high).max(1), 0, false);
        w.root.sort_open();
        if answer.is_err() {
            w.root.break_off(at_most);
        }
        let score = answer?;
        w.stats.passes += 1;
        if score <= window.alpha {
            at_most = Some(score);
            w.report_bound(position);
            window = Window { alpha: around(score, width, 0).alpha, beta: middle(window) };
            failed_high = 0;
        } else if score >= window.beta {
            w.report_bound(position);
            window.beta = around(score, 0, width).beta;
            failed_high = (failed_high + i32::from(p::use_aspiration_reduction())).min(3);
        } else {
            return Ok(());
        }
        width += width / 2;
        if score.is_decisive() || width > 600 {
            window = Window::FULL;
        }
    }
}

/// The window that reaches so far to both sides of `score`.
pub(super) fn around(score: Score, below: i32, above: i32) -> Window {
    Window { alpha: (score - below).max(Window::FULL.alpha), beta: (score + above).min(Window::FULL.beta) }
}

fn middle(window: Window) -> Score {
    Score::new((window.alpha.units() + 3 * window.beta.units()) / 4)
}
