//! BNS: best node search, which looks for the best child of the root instead of the value.
//!
//! D. Rutko, *Fuzzified Algorithm for Game Tree Search with Statistical and Analytical Evaluation*, University of Latvia
//! 2011. Each pass tests the children of the root that can still be best against one bound. The search ends when exactly one
//! of them reaches the bound: it is best, whatever its value is.
//!
//! Two things differ from the publication. There every pass tests every child; here a child is left out once it has failed
//! a test that another child passed. There the range of the value then begins or ends at the bound of the test; here at the
//! fail-soft result, so that it is at least as narrow.

use super::memory_test::{memory_test, report};
use super::table::{Bounds, Table, TableFull, key_at_depth};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, Visit, leaf};

/// The best child of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestNode {
    /// The index of the child; it starts at 0.
    pub index: usize,
    /// The bounds of the value of the node, as far as they are known.
    pub bounds: Bounds,
}

/// Returns the bound that separates `count` children whose best value lies between `lower` and `upper`, under the
/// assumption that their values are spread evenly.
fn separating(Bounds { lower, upper }: Bounds, count: usize) -> Value {
    let (range, count) = (i64::from(upper) - i64::from(lower), count as i64);
    // At most the range itself, which the type of values holds.
    (lower + (range * (count - 1) / count) as Value).clamp((lower + 1).min(upper), upper)
}

/// Runs passes until one child is known to be best.
///
/// `pass` tests the children of the given indices against a bound. For each it returns a lower bound of the value of the
/// child, from the point of view of its parent, that is at least the bound, or an upper bound below it. The value must lie
/// within `range`, and there must be a child.
pub fn separate(
    range: Bounds,
    count: usize,
    mut pass: impl FnMut(&[usize], Value) -> Vec<Value>,
) -> BestNode {
    let (mut known, mut candidates, mut best) = (range, (0..count).collect::<Vec<usize>>(), None);
    while candidates.len() > 1 && (known.lower < known.upper || best.is_none()) {
        let bound = separating(known, candidates.len());
        let results = pass(&candidates, bound);
        let highest = results.iter().copied().max().unwrap_or(bound);
        if highest < bound {
            known.upper = highest;
            continue;
        }
        known.lower = highest;
        let results = || candidates.iter().copied().zip(results.iter().copied());
        best = results().find(|(_, result)| *result == highest).map(|(index, _)| index);
        candidates = results().filter(|(_, result)| *result >= bound).map(|(index, _)| index).collect();
    }
    let index = if let [only] = candidates[..] { only } else { best.unwrap_or(0) };
    BestNode { index, bounds: known }
}

/// Returns the best child of the root, whose value must lie within `range`; `None` if the root is a leaf.
///
/// The tests are memory tests.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn best_node<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    range: Bounds,
    depth: u32,
) -> Result<Option<BestNode>, TableFull> {
    let mut table = Table::default();
    let found = search(tree, observer, &mut table, range, depth);
    observer.memory_changed(table.used() as isize);
    table.check().map(|()| found)
}

/// Returns the value of the root, which must lie within `range`: that of the best child, found by further tests.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn best_node_value<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    range: Bounds,
    depth: u32,
) -> Result<Value, TableFull> {
    let (root, mut table) = (tree.root(), Table::default());
    let Some(found) = search(tree, observer, &mut table, range, depth) else {
        return Ok(leaf(observer, Visit::new(tree, &root, (-INFINITY, INFINITY), depth)));
    };
    let mut known = found.bounds;
    // The table answers the tests of the other children by the bounds that the passes stored. The ends of the range are
    // assumptions until a test proves them.
    let mut is_proved = false;
    while known.lower < known.upper || !is_proved {
        let bound = (known.lower + Value::from(is_proved)).min(known.upper);
        observer.begin_pass(bound);
        let value = memory_test(tree, observer, &mut table, &root, bound, depth);
        observer.end_pass(value >= bound);
        if value < bound {
            known.upper = value;
        } else {
            (known.lower, is_proved) = (value, true);
        }
    }
    observer.memory_changed(table.used() as isize);
    table.check().map(|()| known.lower)
}

/// Finds the best child; every pass is a search of the root.
fn search<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    table: &mut Table,
    range: Bounds,
    depth: u32,
) -> Option<BestNode> {
    let root = tree.root();
    let (moves, count) = expand(tree, &root, depth)?;
    let key = key_at_depth(tree.key(&root), depth);
    Some(separate(range, count, |candidates, bound| {
        let visit = Visit::new(tree, &root, (bound - 1, bound), depth);
        observer.begin_pass(bound);
        observer.enter(visit);
        let mut test = |index: &usize| {
            let child = tree.child(&root, &moves, *index);
            -memory_test(tree, observer, table, &child, 1 - bound, depth - 1)
        };
        let results: Vec<Value> = candidates.iter().map(&mut test).collect();
        let highest = results.iter().copied().max().unwrap_or(bound);
        let known = table.get(key);
        let bounds = if highest < bound {
            Bounds { upper: highest, ..known }
        } else {
            Bounds { lower: highest, ..known }
        };
        table.set(key, bounds);
        observer.leave(visit, highest, End::Complete);
        report(observer, visit, bounds);
        observer.end_pass(highest >= bound);
        results
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best child of a node whose children have these values, and the bounds of the passes.
    fn separated(values: &[Value], range: Bounds) -> (BestNode, Vec<Value>) {
        let mut bounds = Vec::new();
        // The least informative answers: the bound itself, or one below.
        let found = separate(range, values.len(), |candidates, bound| {
            bounds.push(bound);
            candidates.iter().map(|index| if values[*index] >= bound { bound } else { bound - 1 }).collect()
        });
        (found, bounds)
    }

    #[test]
    fn passes_separate_the_best_child() {
        let range = Bounds { lower: 0, upper: 100 };
        // Three children: the first bound is two thirds up; two children reach it, so that the next one halves the rest.
        let (found, bounds) = separated(&[70, 10, 90], range);
        assert_eq!((found.index, bounds), (2, vec![66, 83]));
        assert_eq!(found.bounds, Bounds { lower: 83, upper: 100 });
        // Equal children are separated when the range is a single value.
        let (found, _) = separated(&[5, 40, 40], range);
        assert_eq!((found.index, found.bounds), (1, Bounds::exact(40)));
        // A value at an end of the range must be tested too.
        assert_eq!(separated(&[-3, 0], range).0.index, 1);
        assert_eq!(separated(&[3, 100, 100], range).0.index, 1);
    }
}
