//! Report: what a search tells, as UCI writes it.

use shakmaty::Move;

use crate::position::Position;
use crate::search::{Info, Outcome, SearchStats};
use crate::types::{Bound, Depth};

/// An `info` line with a score, and with the chances that go with it if they are asked for.
pub(super) fn info(position: &Position, info: &Info, chances: bool) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let chances = if chances { format!(" wdl {}", info.win_draw_loss()) } else { String::new() };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{chances} nodes {} nps {} hashfull {} tbhits {} time {}",
        info.depth,
        info.seldepth,
        info.multi_pv,
        info.display_score(),
        info.nodes,
        info.nps(),
        info.hashfull,
        info.tb_hits,
        info.elapsed.as_millis()
    );
    if info.line.first().is_some() {
        line.push_str(" pv");
        for m in info.line.moves() {
            line.push(' ');
            line.push_str(&position.move_text(*m));
        }
    }
    line
}

/// An `info` line with the root move under search.
pub(super) fn current_move(position: &Position, depth: Depth, m: Move, number: usize) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}", position.move_text(m))
}

/// That the passes of a zero-window driver reached the limit.
pub(super) fn pass_limit_hits(stats: SearchStats) -> String {
    let SearchStats { pass_limit_hits, passes, .. } = stats;
    format!("pass limit reached in {pass_limit_hits} iterations ({passes} passes in total)")
}

/// The `bestmove` line.
pub(super) fn best_move(position: &Position, outcome: &Outcome) -> String {
    match (outcome.best, outcome.ponder) {
        (Some(best), Some(ponder)) => {
            format!("bestmove {} ponder {}", position.move_text(best), position.move_text(ponder))
        }
        (Some(best), None) => format!("bestmove {}", position.move_text(best)),
        (None, _) => "bestmove (none)".to_owned(),
    }
}
