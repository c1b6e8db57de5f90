//! State: what changes while the moves of a node are searched.

use arrayvec::ArrayVec;
use shakmaty::Move;

use super::args::NodeArgs;
use super::order::is_noisy;
use crate::types::{Depth, Score, Window};

/// The state of a node while its moves are searched.
pub(super) struct NodeState {
    /// The window that is left: alpha rises with the best score.
    pub window: Window,
    /// The depth at which the remaining moves are searched.
    pub depth: Depth,
    pub best_score: Score,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// Moves so far, also those that were pruned.
    pub move_count: usize,
    /// The moves that were searched without a cutoff.
    pub tried: TriedMoves,
}

impl NodeState {
    /// The state before the first move; `floor` is a proven lower bound.
    pub fn new(args: NodeArgs, floor: Score) -> NodeState {
        NodeState {
            window: args.window,
            depth: args.depth,
            best_score: floor,
            best_move: None,
            move_count: 0,
            tried: TriedMoves::default(),
        }
    }
}

/// The moves of a node that were searched without a cutoff, as far as there is room.
#[derive(Default)]
pub(super) struct TriedMoves {
    pub quiets: ArrayVec<Move, 64>,
    pub noisy: ArrayVec<Move, 32>,
}

impl TriedMoves {
    /// Adds `m`, unless its list is full.
    pub fn add(&mut self, m: Move) {
        let _ = if is_noisy(m) { self.noisy.try_push(m) } else { self.quiets.try_push(m) };
    }

    /// The number of moves kept.
    pub fn len(&self) -> usize {
        self.quiets.len() + self.noisy.len()
    }
}
