//! PVS: principal variation search as it is implemented today: a better child is re-searched with the rest of the window.
//!
//! Source 001; the name is from Marsland and Campbell 1982. The re-search begins at alpha, at every depth, and zero windows
//! are searched by a separate function: nodes outside the principal variation are only tested. The listing of the same name
//! in T. A. Marsland, "A review of game-tree pruning", ICCA Journal 9(1), 1986, page 10, has another form: it calls itself
//! for zero windows, and re-searches from the value found, above depth 2 only, as NegaScout of figure 1 does
//! ([`Options::FIGURE_1`](super::Options::FIGURE_1)).

use super::alpha_beta_fail_soft::alpha_beta_fail_soft;
use super::last_ply::last_ply;
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, Window, leaf};

/// Returns the value of `node` if it lies between `alpha` and `beta`, else a bound.
///
/// A result of at most `alpha` is an upper bound, one of at least `beta` a lower bound (fail-soft).
pub fn pvs<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: &T::Node,
    alpha: Value,
    beta: Value,
    depth: u32,
) -> Value {
    let visit = Visit::new(tree, node, (alpha, beta), depth);
    let Some((moves, count)) = expand(tree, node, depth) else { return leaf(observer, visit) };
    if depth == 1 {
        return last_ply(observer, visit, (moves, count)).best;
    }
    observer.enter(visit);
    let mut end = End::Complete;
    let mut best = -INFINITY;
    for index in 0..count {
        let child = tree.child(node, &moves, index);
        let lower = alpha.max(best);
        let is_better = |value: Value| lower < value && value < beta;
        let mut value = -INFINITY;
        if index > 0 {
            value = -alpha_beta_fail_soft(tree, observer, &child, -lower - 1, -lower, depth - 1);
        }
        if index == 0 || is_better(value) {
            if index > 0 {
                observer.research(tree, &child);
            }
            value = -pvs(tree, observer, &child, -beta, -lower, depth - 1);
        }
        if value > best {
            if index > 0 && visit.window() == Window::Wide && value > alpha {
                observer.new_best();
            }
            best = value;
            if best >= beta {
                end = End::Cutoff(index);
                break;
            }
        }
    }
    observer.leave(visit, best, end);
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::{Options, negascout};
    use crate::tree::Iid;

    /// A re-search: the upper end of its window and its depth, and the window and result of the test before.
    struct Research {
        upper: Value,
        depth: u32,
        tested: Value,
        result: Value,
    }

    /// Records every re-search.
    #[derive(Default)]
    struct Researches {
        last: (Value, Value),
        is_next: bool,
        found: Vec<Research>,
    }

    impl<T: GameTree> Observer<T> for Researches {
        fn enter(&mut self, visit: Visit<'_, T>) {
            if self.is_next {
                let (tested, result) = self.last;
                self.found.push(Research { upper: visit.beta, depth: visit.depth, tested, result });
            }
            self.is_next = false;
        }

        fn leave(&mut self, visit: Visit<'_, T>, value: Value, _end: End) {
            self.last = (visit.beta, value);
        }

        fn research(&mut self, _tree: &T, _child: &T::Node) {
            self.is_next = true;
        }
    }

    /// Which listing has which form: this one re-searches from alpha at every depth, that of figure 1 and of Marsland 1986
    /// from the value found, above depth 2.
    #[test]
    fn the_forms_differ_in_the_window_and_the_depth_of_re_searches() {
        let tree = Iid::new(5, 1000, 17);
        let (mut today, mut printed) = (Researches::default(), Researches::default());
        pvs(&tree, &mut today, &tree.root(), -INFINITY, INFINITY, 5);
        negascout(&tree, &mut printed, &tree.root(), (-INFINITY, INFINITY), 5, Options::FIGURE_1);
        assert!(today.found.iter().all(|one| one.upper == one.tested));
        assert!(today.found.iter().any(|one| one.depth == 1 && one.upper != one.result));
        assert!(printed.found.iter().all(|one| one.upper == one.result && one.depth > 1));
        assert!(printed.found.iter().any(|one| one.upper != one.tested));
    }
}
