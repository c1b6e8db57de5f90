//! Alpha-beta with one function for each player: the two-player forms of F1 and F2.
//!
//! Functions F1', G1' and F2', G2' of source 003. Both players see the same window and the same values, those of the
//! maximizing player; the negamax forms F1 and F2 are the same searches with a change of sign.

use super::alpha_beta_table::Fail;
use crate::game_tree::{GameTree, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// Returns the value of the root, whose side to move maximizes, or a bound if it lies outside the window.
///
/// [`Fail::Original`] is F1' with G1', which clamp results to the window. [`Fail::Hard`] is F2' with G2', whose cutoffs
/// return the result itself; the sources print no third pair, and [`Fail::Soft`] is treated as [`Fail::Hard`].
pub fn alpha_beta_two_players<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    window: (Value, Value),
    depth: u32,
    fail: Fail,
) -> Value {
    let mut players = Players { tree, observer, clamps: fail == Fail::Original };
    players.maximum(&tree.root(), window, depth)
}

/// A search with two players.
struct Players<'a, T, O> {
    tree: &'a T,
    observer: &'a mut O,
    /// Whether results are clamped to the window.
    clamps: bool,
}

impl<T: GameTree, O: Observer<T>> Players<'_, T, O> {
    /// F1' or F2': the maximum of the children, for the maximizing player.
    fn maximum(&mut self, node: &T::Node, (alpha, beta): (Value, Value), depth: u32) -> Value {
        let tree = self.tree;
        let visit = Visit::new(tree, node, (alpha, beta), depth);
        let Some((moves, count)) = expand(tree, node, depth) else {
            let value = leaf(self.observer, visit);
            return if self.clamps { value.clamp(alpha, beta) } else { value };
        };
        self.observer.enter(visit);
        let mut best = alpha;
        for index in 0..count {
            best = best.max(self.minimum(&tree.child(node, &moves, index), (best, beta), depth - 1));
            if best >= beta {
                best = if self.clamps { beta } else { best };
                self.observer.leave(visit, best, End::Cutoff(index));
                return best;
            }
        }
        self.observer.leave(visit, best, End::Complete);
        best
    }

    /// G1' or G2': the minimum of the children, for the minimizing player. The observer learns the values of the side
    /// to move, hence the signs.
    fn minimum(&mut self, node: &T::Node, (alpha, beta): (Value, Value), depth: u32) -> Value {
        let tree = self.tree;
        let visit = Visit::new(tree, node, (-beta, -alpha), depth);
        let Some((moves, count)) = expand(tree, node, depth) else {
            let value = -leaf(self.observer, visit);
            return if self.clamps { value.clamp(alpha, beta) } else { value };
        };
        self.observer.enter(visit);
        let mut best = beta;
        for index in 0..count {
            best = best.min(self.maximum(&tree.child(node, &moves, index), (alpha, best), depth - 1));
            if best <= alpha {
                best = if self.clamps { alpha } else { best };
                self.observer.leave(visit, -best, End::Cutoff(index));
                return best;
            }
        }
        self.observer.leave(visit, -best, End::Complete);
        best
    }
}
