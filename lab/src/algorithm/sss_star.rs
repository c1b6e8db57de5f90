//! SSS*: best-first search with a list OPEN of states (Stockman 1979).
//!
//! Source 000. A state is a node that is LIVE or SOLVED, with an upper bound of the value of the root, its merit. The
//! state with the highest merit is expanded first, among equal ones the leftmost. The six cases below are those of
//! Stockman's operator. A state that the operator puts at the head of OPEN is expanded at once and never enters the
//! heap. Purged states are recognized when they reach the head, but count as removed at once.

use std::collections::BinaryHeap;

use super::open::{Arena, Owner, State, TreeTooLarge};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{End, Observer, OpenChange, Visit, leaf};

/// Returns the value of the root.
///
/// # Errors
/// [`TreeTooLarge`] if the tree exceeds the limits of the list OPEN.
pub fn sss_star<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    depth: u32,
) -> Result<Value, TreeTooLarge> {
    best_first(tree, observer, depth, Owner::Max)
}

/// Runs SSS* with `root` to move at the root. With `Owner::Min` all values are negated, which makes it DUAL*.
pub(super) fn best_first<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    root: Owner,
) -> Result<Value, TreeTooLarge> {
    let mut arena = Arena::<T>::new(depth)?;
    let mut open = BinaryHeap::new();
    let start = tree.root();
    observer.open_changed(tree, OpenChange::Insert { node: &start, merit: INFINITY, is_solved: false });
    let mut head = State::root(start, INFINITY);
    loop {
        let owner = root.at(head.level);
        let merit = head.merit;
        head = match head.live.take() {
            None => match arena.parent(&head) {
                None => return Ok(if root == Owner::Max { merit } else { -merit }),
                // 1. A solved MIN node solves its parent and purges the other descendants of the parent.
                Some(parent) if owner == Owner::Min => {
                    arena.mark_solved(parent);
                    if O::MEMORY {
                        observer.memory_changed(-arena.purge(parent));
                    }
                    report_solved((tree, depth, root), observer, &arena, parent, (merit, 1));
                    arena.solved(parent, merit)
                }
                // 2. and 3. A solved MAX node is replaced by its next sibling; the last one solves its parent.
                Some(parent) => match arena.next_sibling(tree, &head) {
                    Some(sibling) => {
                        report_live(tree, observer, sibling.live.as_ref(), (merit, 2));
                        sibling
                    }
                    None => {
                        report_solved((tree, depth, root), observer, &arena, parent, (merit, 3));
                        arena.solved(parent, merit)
                    }
                },
            },
            Some(node) => {
                let visit = visit_at((tree, depth, root), &node, head.level, merit);
                let interior = expand(tree, &node, visit.depth);
                let case = if owner == Owner::Max { 6 } else { 5 };
                observer.open_changed(tree, OpenChange::Expand(if interior.is_some() { case } else { 4 }));
                match interior {
                    // 4. A leaf is solved; its merit is the smaller one of its value and the previous merit.
                    None => {
                        let value = leaf(observer, visit);
                        let value = if owner == Owner::Max { value } else { -value };
                        head.merit = merit.min(value);
                        observer.memory_changed(1);
                        let merit = head.merit;
                        observer
                            .open_changed(tree, OpenChange::Insert { node: &node, merit, is_solved: true });
                        push_and_pop(&mut open, head, &mut arena, observer, root)
                    }
                    Some((moves, count)) => {
                        observer.enter(visit);
                        let parent = arena.add(&head, node, moves, count)?;
                        // 6. All children of a MAX node. 5. The first child of a MIN node.
                        let others = if owner == Owner::Max { 1..count } else { 0..0 };
                        if O::MEMORY {
                            observer.memory_changed(others.len() as isize);
                            arena.count_states(Some(parent), others.len() as isize);
                        }
                        let first = arena.child(tree, parent, 0, merit);
                        report_inserted(tree, observer, first.live.as_ref(), merit);
                        open.extend(others.map(|index| {
                            let child = arena.child(tree, parent, index, merit);
                            report_inserted(tree, observer, child.live.as_ref(), merit);
                            child
                        }));
                        first
                    }
                }
            }
        };
    }
}

/// The visit of a node of a state: values above the merit, for the player at the root, make no difference.
#[inline]
fn visit_at<'a, T: GameTree>(
    (tree, depth, root): (&'a T, u32, Owner),
    node: &'a T::Node,
    level: u32,
    merit: Value,
) -> Visit<'a, T> {
    let window = if root.at(level) == Owner::Max { (-INFINITY, merit) } else { (-merit, INFINITY) };
    Visit::new(tree, node, window, depth - level)
}

/// Reports that a node is solved, by this case of the operator.
#[inline]
fn report_solved<T: GameTree, O: Observer<T>>(
    (tree, depth, root): (&T, u32, Owner),
    observer: &mut O,
    arena: &Arena<T>,
    at: u32,
    (merit, case): (Value, u8),
) {
    let (node, level, entered) = arena.node(at);
    observer.open_changed(tree, OpenChange::Expand(case));
    if case == 1 {
        observer.open_changed(tree, OpenChange::Purge(node));
    }
    observer.open_changed(tree, OpenChange::Insert { node, merit, is_solved: true });
    let visit = visit_at((tree, depth, root), node, level, entered);
    let value = if root.at(level) == Owner::Max { merit } else { -merit };
    observer.leave(visit, value, End::Solved);
}

/// Reports that the first state is replaced by a LIVE one, by this case of the operator.
#[inline]
fn report_live<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: Option<&T::Node>,
    (merit, case): (Value, u8),
) {
    observer.open_changed(tree, OpenChange::Expand(case));
    report_inserted(tree, observer, node, merit);
}

/// Reports the insertion of a LIVE state.
#[inline]
fn report_inserted<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    node: Option<&T::Node>,
    merit: Value,
) {
    if let Some(node) = node {
        observer.open_changed(tree, OpenChange::Insert { node, merit, is_solved: false });
    }
}

/// Inserts a solved leaf and removes the state with the highest merit that is not purged.
fn push_and_pop<T: GameTree, O: Observer<T>>(
    open: &mut BinaryHeap<State<T::Node>>,
    leaf: State<T::Node>,
    arena: &mut Arena<T>,
    observer: &mut O,
    root: Owner,
) -> State<T::Node> {
    // The leaf itself is not purged, so the search ends there at the latest and needs no case for an empty heap.
    while open.peek().is_some_and(|state| *state > leaf) {
        if let Some(state) = open.pop().filter(|state| !arena.is_purged(state, root)) {
            if O::MEMORY {
                observer.memory_changed(-1);
                arena.count_states(arena.parent(&state), -1);
                arena.count_states(arena.parent(&leaf), 1);
            }
            open.push(leaf);
            return state;
        }
    }
    observer.memory_changed(-1);
    leaf
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Counters;
    use crate::tree::{Iid, Order, TopDown};

    /// The maximum number of states in OPEN.
    fn states<T: GameTree>(tree: &T, depth: u32) -> usize {
        let mut counters = Counters::default();
        sss_star(tree, &mut counters, depth).unwrap();
        counters.peak_entries
    }

    /// Stockman purges at once, so that OPEN never has more states than a solution tree has leaves.
    #[test]
    fn purged_states_do_not_count() {
        for (width, depth) in [(2, 9_u32), (3, 6), (5, 5), (8, 4)] {
            let limit = usize::pow(width, depth.div_ceil(2));
            for seed in 0..20 {
                let open = [
                    states(&Iid::new(width, 1000, seed), depth),
                    states(&TopDown::new(width, Order::STRONG, 1000, seed), depth),
                ];
                assert!(
                    open.iter().all(|states| (width..=limit).contains(states)),
                    "{open:?}, limit {limit}"
                );
            }
        }
    }
}
