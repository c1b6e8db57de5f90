//! Report: the output of a search in the words of UCI.

use shakmaty::Move;

use crate::position::Position;
use crate::search::{Info, SearchStats};
use crate::types::{Bound, Depth};

/// Returns the `info` line of a score, with win, draw and loss probabilities if `show_wdl`.
pub(super) fn info(position: &Position, info: &Info, show_wdl: bool) -> String {
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = if show_wdl { format!(" wdl {}", info.win_draw_loss()) } else { String::new() };
    let mut line = format!(
        "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {} hashfull {} tbhits {} time {}",
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

/// Returns the `info` line of the root move under search; `number` counts from 1.
pub(super) fn current_move(position: &Position, depth: Depth, m: Move, number: usize) -> String {
    format!("info depth {depth} currmove {} currmovenumber {number}", position.move_text(m))
}

/// Returns the message that a zero-window driver has reached its limit of passes.
pub(super) fn pass_limit(stats: SearchStats) -> String {
    let SearchStats { pass_limit_hits, passes, .. } = stats;
    format!("pass limit reached {pass_limit_hits} times ({passes} passes in total)")
}

/// Returns the `bestmove` line.
pub(super) fn best_move(position: &Position, best: Option<Move>, reply: Option<Move>) -> String {
    match (best, reply) {
        (Some(best), Some(reply)) => {
            format!("bestmove {} ponder {}", position.move_text(best), position.move_text(reply))
        }
        (Some(best), None) => format!("bestmove {}", position.move_text(best)),
        (None, _) => "bestmove (none)".to_owned(),
    }
}
