//! SSS*: best first, by a list OPEN of states (Stockman 1979).
//!
//! Source 000. A state is a node, LIVE or SOLVED, with a bound of the root's value, its merit. The
//! one of the highest merit is treated first, of equal ones the leftmost. The operator of the six
//! cases below is Stockman's; what it puts at the head of OPEN is treated at once here and never
//! enters the heap. States that should have been purged are known when they come to the head.

use std::collections::BinaryHeap;

use super::open::{Arena, Owner, State, TooLarge};
use crate::game_tree::{GameTree, INFINITY, Value, expand};
use crate::observer::{Observer, Window, leaf};

/// The value of the root.
///
/// # Errors
/// Where OPEN or the depth is more than there is room for.
pub fn sss_star<T: GameTree, O: Observer>(tree: &T, observer: &mut O, depth: u32) -> Result<Value, TooLarge> {
    best_first(tree, observer, depth, Owner::Max)
}

/// SSS* where `root` says who is to move at the root; as Min, the values are negated, which makes it DUAL*.
pub(super) fn best_first<T: GameTree, O: Observer>(
    tree: &T,
    observer: &mut O,
    depth: u32,
    root: Owner,
) -> Result<Value, TooLarge> {
    let mut arena = Arena::<T>::new(depth)?;
    let mut open = BinaryHeap::new();
    let mut head = State::root(tree.root(), INFINITY);
    loop {
        let owner = root.at(head.level);
        let merit = head.merit;
        head = match head.live.take() {
            None => match arena.parent(&head) {
                None => return Ok(if root == Owner::Max { merit } else { -merit }),
                // 1. A solved MIN node solves its father; the other descendants of the father are dead.
                Some(parent) if owner == Owner::Min => {
                    arena.finish(parent);
                    arena.solved(parent, merit)
                }
                // 2. and 3. A solved MAX node hands over to its next brother, or else solves its father.
                Some(parent) => match arena.next_brother(tree, &head) {
                    Some(brother) => brother,
                    None => arena.solved(parent, merit),
                },
            },
            Some(node) => match expand(tree, &node, depth - head.level) {
                // 4. A leaf is solved with its own value if that is less.
                None => {
                    let value = leaf(tree, observer, &node);
                    let value = if owner == Owner::Max { value } else { -value };
                    head.merit = merit.min(value);
                    open.push(head);
                    observer.stored(1);
                    pop(&mut open, &arena, observer, root)
                }
                Some((moves, count)) => {
                    observer.enter(Window::Null);
                    let place = arena.add(&head, node, moves, count)?;
                    // 6. All sons of a MAX node. 5. The first son of a MIN node.
                    let others = if owner == Owner::Max { 1..count } else { 0..0 };
                    observer.stored(others.len() as isize);
                    open.extend(others.map(|index| arena.son(tree, place, index, merit)));
                    arena.son(tree, place, 0, merit)
                }
            },
        };
    }
}

/// The state of the highest merit that is not dead.
fn pop<T: GameTree, O: Observer>(
    open: &mut BinaryHeap<State<T::Node>>,
    arena: &Arena<T>,
    observer: &mut O,
    root: Owner,
) -> State<T::Node> {
    loop {
        observer.stored(-1);
        match open.pop() {
            Some(state) if arena.is_dead(&state, root) => {}
            Some(state) => return state,
            // A state was put in just before, and the leaf itself is not dead.
            None => unreachable!("OPEN is empty before the root is solved"),
        }
    }
}
