//! Which moves of the root are searched.

use shakmaty::Move;

use crate::position::MoveList;

/// Returns those of the `legal` moves that are searched: the ones in `only`, or all if none of them is legal.
pub(super) fn searched_moves(legal: MoveList, only: &[Move]) -> MoveList {
    let searched: MoveList = legal.iter().filter(|m| only.contains(m)).copied().collect();
    if searched.is_empty() { legal } else { searched }
}
