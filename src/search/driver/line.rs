//! Completes the line of the best move, for drivers whose searches may cut it short.

use shakmaty::Move;

use crate::position::Position;
use crate::search::args::{NodeArgs, Pv};
use crate::search::node::node;
use crate::search::policy::Pvs;
use crate::search::rules::bounds;
use crate::search::shared::SearchResult;
use crate::search::worker::Worker;
use crate::types::{Line, Window};

/// Extends the line of the best open move to the depth of this iteration, unless the game ends before: by
/// moves from the TT, or by a search of one ply if it has none.
pub(super) fn complete_first_line(w: &mut Worker, root: &Position) -> SearchResult<()> {
    let Some(mut line) = w.root.first_line_mut().map(std::mem::take) else { return Ok(()) };
    let result = complete(w, &mut line, root);
    if let Some(slot) = w.root.first_line_mut() {
        *slot = line;
    }
    result
}

fn complete(w: &mut Worker, line: &mut Line, root: &Position) -> SearchResult<()> {
    let mut position = root.clone();
    let length = line.moves().len().max(w.root.iteration() as usize);
    let mut played = 0;
    while played < length {
        let m = match line.moves().get(played).copied() {
            Some(m) => m,
            None => {
                let Some(m) = next_move(w, &position, played)? else { break };
                line.push(m);
                m
            }
        };
        position = w.follow(&position, m, played);
        played += 1;
    }
    (0..played).for_each(|_| w.leave());
    Ok(())
}

/// Returns a move to continue a line with; `None` if the game is over.
fn next_move(w: &mut Worker, position: &Position, ply: usize) -> SearchResult<Option<Move>> {
    if bounds::game_over(w.params, w.stack.path(), position, ply).is_some() {
        return Ok(None);
    }
    let tt_entry = w.probe_tt(position, Window::FULL, ply);
    let tt_move = tt_entry.and_then(|entry| position.unpack(entry.best));
    if tt_move.is_some() {
        return Ok(tt_move);
    }
    node::<Pvs, Pv>(w, position, NodeArgs { window: Window::FULL, depth: 1, ply, cut_node: false })?;
    Ok(w.stack.line(ply).first())
}
