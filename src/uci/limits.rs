//! Limits: what a `go` asks for, as the search takes it.

use std::io::Write;
use std::time::Duration;

use shakmaty::Color;

use super::command::{Go, shorten};
use super::output::Output;
use crate::position::{Position, parse_move};
use crate::search::Limits;
use crate::time::Clock;
use crate::types::{Depth, MAX_DEPTH};

/// Time beyond this is as good as no limit.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// The limits of the search, with what cannot be used told and left out.
pub(super) fn limits<W: Write>(go: &Go, position: &Position, out: &mut Output<W>) -> Limits {
    let mut search_moves = Vec::new();
    for text in &go.search_moves {
        match parse_move(position, text) {
            Ok(m) => search_moves.push(m),
            Err(error) => out.error(format!("the search move '{}' is skipped: {error}", shorten(text))),
        }
    }
    if search_moves.is_empty() && !go.search_moves.is_empty() {
        out.say("no search move is left: all moves are searched");
    }
    let side = usize::from(position.turn() == Color::Black);
    let is_bounded = go.depth.or(go.nodes).or(go.mate).is_some() || go.movetime.is_some();
    let is_clocked = go.left[side].or(go.increment[side]).is_some();
    // An increment alone is a clock that has run out and lives on it. Where only the other side's clock
    // is told it stands for both, and where no limit can be used there is no time to lose.
    let clock = (is_clocked || go.is_limited && !is_bounded).then(|| Clock {
        left: go.left[side].or(go.left[1 - side].filter(|_| !is_clocked)).unwrap_or_default().min(MAX_TIME),
        increment: go.increment[side].unwrap_or_default().min(MAX_TIME),
        moves_to_go: go.moves_to_go.map(|moves| moves.clamp(1, 1000) as u32),
    });
    Limits {
        depth: go.depth.map(|depth| depth.clamp(1, MAX_DEPTH as u64) as Depth),
        nodes: go.nodes.map(|nodes| nodes.max(1)),
        soft_nodes: None,
        mate: go.mate.map(|moves| moves.clamp(1, 1000) as u32),
        movetime: go.movetime.map(|time| time.clamp(Duration::from_millis(1), MAX_TIME)),
        clock,
        infinite: go.infinite || !is_bounded && clock.is_none(),
        ponder: go.ponder,
        search_moves,
    }
}
