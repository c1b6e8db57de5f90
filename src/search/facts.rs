//! Facts: what is known of a node, found out once and read by every rule.

use shakmaty::Move;

use super::history::Context;
use super::params as p;
use super::worker::Worker;
use crate::position::{Position, Threats};
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, Score, Window};

/// Where a node lies, told by its place in the tree and not by its window.
pub(super) trait Kind {
    /// The root.
    const ROOT: bool = false;
    /// On the expected line of play, or searched again as if it were.
    const PV: bool = false;
    /// Searched again with what the table has kept of the first time.
    const AGAIN: bool = false;
    /// The kind of the first child.
    type First: Kind;
}

/// The root.
pub(super) struct Root;
/// A node on the principal variation.
pub(super) struct Pv;
/// A node on the principal variation that was searched a moment ago with a zero window.
pub(super) struct Again;
/// Any other node.
pub(super) struct NonPv;

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type First = Pv;
}
impl Kind for Pv {
    const PV: bool = true;
    type First = Pv;
}
impl Kind for Again {
    const PV: bool = true;
    const AGAIN: bool = true;
    type First = Again;
}
impl Kind for NonPv {
    type First = NonPv;
}

/// What is known of a node.
pub(super) struct Facts {
    pub ply: usize,
    pub depth: Depth,
    pub window: Window,
    /// The node is on the principal variation.
    pub pv: bool,
    /// A cut-off is expected.
    pub cut: bool,
    pub in_check: bool,
    /// What the table knows.
    pub hit: Option<TtEntry>,
    /// The table's move, legal here.
    pub table_move: Option<Move>,
    /// The node is or was on a principal variation.
    pub table_pv: bool,
    /// The static evaluation before correction; `None` in check.
    pub raw: Option<Score>,
    /// The corrected static evaluation; far below everything in check.
    pub eval: Score,
    /// The best estimate of the value before searching: `eval`, or the table's score.
    pub estimate: Score,
    /// The evaluation has risen since our last move.
    pub improving: bool,
    /// The last move of the other side has made it worse for it.
    pub gained: bool,
    /// The move a singular search leaves out.
    pub excluded: Option<Move>,
    /// What the other side attacks, once moves are looked at.
    pub threats: Threats,
    /// The moves before this node, for continuation history.
    pub before: [Context; 3],
}

impl Facts {
    /// Looks at everything a rule may ask for; `hit` is what the table knows.
    pub fn gather<K: Kind>(
        w: &mut Worker,
        position: &Position,
        (window, depth, ply): (Window, Depth, usize),
        cut: bool,
        hit: Option<TtEntry>,
    ) -> Facts {
        let excluded = w.frames[ply].excluded;
        let table_move = if K::ROOT { w.root.first() } else { hit.and_then(|hit| position.unpack(hit.best)) };
        let in_check = position.in_check();
        let (raw, eval) = w.static_eval(position, ply, hit, excluded.is_some());
        Facts {
            ply,
            depth,
            window,
            pv: K::PV,
            cut,
            in_check,
            hit,
            table_move,
            table_pv: K::PV || hit.is_some_and(|hit| hit.pv),
            raw,
            eval,
            estimate: better_estimate(eval, hit, ply, in_check),
            improving: !in_check && improving(w, ply, eval),
            gained: !in_check && gained(w, ply, eval),
            excluded,
            threats: Threats::default(),
            before: w.frames.contexts(ply),
        }
    }

    /// The table's score, counted from the root.
    pub fn table_score(&self) -> Option<(Score, Bound, Depth)> {
        self.hit.map(|hit| (Score::from_tt(hit.score, self.ply), hit.bound, hit.depth))
    }

    /// The table's move takes something.
    pub fn table_move_captures(&self) -> bool {
        self.table_move.is_some_and(Move::is_capture)
    }
}

/// The table's score is a better estimate than the static evaluation where it bounds it.
pub(super) fn better_estimate(eval: Score, hit: Option<TtEntry>, ply: usize, in_check: bool) -> Score {
    let Some(hit) = hit.filter(|_| !in_check && p::use_tt_eval()) else { return eval };
    let score = Score::from_tt(hit.score, ply);
    let tighter = if score > eval { hit.bound.is_lower() } else { hit.bound.is_upper() };
    if tighter && !score.is_decisive() { score } else { eval }
}

fn gained(w: &Worker, ply: usize, eval: Score) -> bool {
    ply > 0 && w.frames.back(ply, 1).eval.is_some_and(|before| eval > -before)
}

fn improving(w: &Worker, ply: usize, eval: Score) -> bool {
    let earlier = w.frames.back(ply, 2).eval.or(w.frames.back(ply, 4).eval);
    earlier.is_none_or(|earlier| eval > earlier)
}
