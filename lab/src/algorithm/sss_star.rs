//! SSS*: best-first search with a list OPEN of states (Stockman 1979).
//!
//! Source 000. A state is a node that is LIVE or SOLVED, with an upper bound of the value of the root, its merit. The
//! state with the highest merit is expanded first, among equal ones the leftmost. The six cases below are those of
//! Stockman's operator. A state that the operator puts at the head of OPEN is expanded at once and never enters the
//! heap. Purged states are recognized when they reach the head.

use std::collections::BinaryHeap;

use super::open::{Arena, Owner, State, TreeTooLarge};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// Returns the value of the root.
///
/// # Errors
/// [`TreeTooLarge`] if the tree exceeds the limits of the list OPEN.
pub fn sss_star<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    depth: u32,
) -> Result<Value, TreeTooLarge> {
    best_first(tree, observer, depth, Owner::Max)
}

/// Runs SSS* with `root` to move at the root. With `Owner::Min` all values are negated, which makes it DUAL*.
pub(super) fn best_first<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    root: Owner,
) -> Result<Value, TreeTooLarge> {
    let mut arena = Arena::<T>::new(depth)?;
    let mut open = BinaryHeap::new();
    let mut head = State::root(tree.root(), INFINITY);
    loop {
        let owner = root.at(head.level);
        let merit = head.merit;
        head = match head.live.take() {
            None => match arena.parent(&head) {
                None => return Ok(if root == Owner::Max { merit } else { -merit }),
                // 1. A solved MIN node solves its parent and purges the other descendants of the parent.
                Some(parent) if owner == Owner::Min => {
                    arena.mark_solved(parent);
                    arena.solved(parent, merit)
                }
                // 2. and 3. A solved MAX node is replaced by its next sibling; the last one solves its parent.
                Some(parent) => match arena.next_sibling(tree, &head) {
                    Some(sibling) => sibling,
                    None => arena.solved(parent, merit),
                },
            },
            Some(node) => match expand(tree, &node, depth - head.level) {
                // 4. A leaf is solved; its merit is the smaller one of its value and the previous merit.
                None => {
                    let value = leaf(tree, observer, &node);
                    let value = if owner == Owner::Max { value } else { -value };
                    head.merit = merit.min(value);
                    observer.memory_changed(1);
                    push_and_pop(&mut open, head, &arena, observer, root)
                }
                Some((moves, count)) => {
                    observer.enter(Window::Null);
                    let parent = arena.add(&head, node, moves, count)?;
                    // 6. All children of a MAX node. 5. The first child of a MIN node.
                    let others = if owner == Owner::Max { 1..count } else { 0..0 };
                    observer.memory_changed(others.len() as isize);
                    open.extend(others.map(|index| arena.child(tree, parent, index, merit)));
                    arena.child(tree, parent, 0, merit)
                }
            },
        };
    }
}

/// Inserts a solved leaf and removes the state with the highest merit that is not purged.
fn push_and_pop<T: GameTree, O: Observer>(
    open: &mut BinaryHeap<State<T::Node>>,
    leaf: State<T::Node>,
    arena: &Arena<T>,
    observer: &mut O,
    root: Owner,
) -> State<T::Node> {
    // The leaf itself is not purged, so the search ends there at the latest and needs no case for an empty heap.
    while open.peek().is_some_and(|state| *state > leaf) {
        observer.memory_changed(-1);
        if let Some(state) = open.pop().filter(|state| !arena.is_purged(state, root)) {
            open.push(leaf);
            return state;
        }
    }
    observer.memory_changed(-1);
    leaf
}
