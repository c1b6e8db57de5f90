//! Node: the spine of the search, one line a rule, in the order in which they act.

use std::ops::ControlFlow;

use shakmaty::Move;

use super::driver::{Driver, Informed};
use super::facts::{Facts, Kind, NonPv};
use super::order::Picker;
use super::params as p;
use super::quiesce::quiesce;
use super::rules::learn::Tried;
use super::rules::verify::Singular;
use super::rules::{bounds, depth as depths, learn, prune, skip, syzygy, verify};
use super::worker::{Answer, Worker};
use crate::position::{Position, Threats};
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, Score, Window};

/// The value of `position` at `depth`, as far as `window` asks for it (fail-soft).
///
/// `cut` tells that a cut-off is expected here.
pub(super) fn node<D: Driver, K: Kind>(
    w: &mut Worker,
    position: &Position,
    window: Window,
    depth: Depth,
    ply: usize,
    cut: bool,
) -> Answer {
    if depth <= 0 && !K::ROOT {
        return quiesce::<K>(w, position, window, ply);
    }
    w.check_stop()?;
    w.begin_node::<K>(ply);
    let mut window = window;
    if !K::ROOT {
        if let Some(score) = bounds::game_over(w, position, ply) {
            return Ok(score);
        }
        if Worker::too_deep(ply) {
            return Ok(w.last_resort(position));
        }
        window = bounds::mate_distance(bounds::upcoming_repetition(w, position, window), ply);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }
    }
    let hit = w.probe(position, window, ply);
    if may_answer::<D, K>(hit, window)
        && let Some(score) = bounds::table_cutoff(position, hit, (window, depth, ply))
    {
        learn::table_cutoff(w, position, hit, (window, depth, ply));
        return Ok(score);
    }
    let range = match syzygy::probe::<K>(w, position, (window, depth, ply)) {
        ControlFlow::Break(score) => return Ok(score),
        ControlFlow::Continue(range) => range,
    };
    window.alpha = window.alpha.max(range.alpha);
    let mut facts = Facts::gather::<K>(w, position, (window, depth, ply), cut, hit);
    learn::eval_change(w, position, &facts);
    facts.depth += depths::hindsight(w, &facts);
    if !K::PV
        && let Some(score) = without_moves::<D>(w, position, &facts)?
    {
        return Ok(score);
    }
    facts.depth -= depths::internal_reduction(&facts);
    facts.threats = w.threats(position, ply);

    let checks = position.checks();
    let mut picker = Picker::new(position, &facts, checks, w.frames[ply].killer);
    if K::AGAIN {
        Informed::sort(w, position, &facts, &mut picker);
    }
    let mut best = Best { score: range.alpha, m: None, depth: facts.depth };
    let mut tried = Tried::default();
    let mut count = 0;
    while let Some(candidate) = picker.next(position, w.histories) {
        let m = candidate.m;
        if facts.excluded == Some(m) || K::ROOT && !w.root.is_open(m) {
            continue;
        }
        count += 1;
        if K::ROOT {
            w.announce(m, count);
        }
        let mut asked_window = facts.window;
        if K::AGAIN {
            let most = Informed::at_most(w, position, &facts, m);
            if most <= facts.window.alpha {
                best.score = best.score.max(most);
                continue;
            }
            asked_window.beta = asked_window.beta.min(most + 1);
        }
        let gives_check = position.gives_check(m, &checks);
        let reduction = depths::late_move_reduction(w, &facts, &candidate, gives_check, count);
        let remaining = (facts.depth - 1 - reduction).max(0);
        if !K::ROOT
            && !best.score.is_loss()
            && position.has_pieces()
            && skip::skips(&mut picker, position, &facts, &candidate, gives_check, (count, remaining))
        {
            continue;
        }
        let extension = match verify::singular::<D>(w, position, &facts, m)? {
            Singular::MultiCut(score) => return Ok(score),
            Singular::Extend(0) => depths::check_extension(&facts, gives_check, count),
            Singular::Extend(plies) => plies,
        };
        let new_depth = facts.depth - 1 + extension;
        let nodes_before = w.nodes;
        let child = w.enter_extended(position, m, ply, extension);
        let asked = Asked { window: asked_window, new_depth, reduction, first: count == 1, best: best.score };
        let score = ask::<D, K>(w, &child, &facts, asked)?;
        w.leave();
        if K::ROOT {
            w.settle_root_move(m, score, facts.window, count, nodes_before);
        }
        if score > best.score {
            best.score = score;
            if score > facts.window.alpha {
                best.m = Some(m);
                w.keep_line(ply, m, window);
                if score >= window.beta {
                    w.frames.cut_at(ply);
                    learn::cutoff(w, position, &facts, m, &tried);
                    break;
                }
                facts.window.alpha = score;
                facts.depth -= depths::alpha_raise_reduction(&facts, score);
            }
        }
        tried.add(m);
    }
    best.score = best.score.min(range.beta);
    Ok(finish(w, position, &mut facts, window, best, count))
}

/// The table may answer: off the principal variation, and on it where a pass asks for no line and what
/// it knows was searched as well. The latter saves passes 11 to 25 % of their nodes.
fn may_answer<D: Driver, K: Kind>(hit: Option<TtEntry>, window: Window) -> bool {
    let without_line = D::PASSES && !K::ROOT && window.is_zero() && p::use_pass_tt_cutoff();
    !K::PV || without_line && hit.is_some_and(|hit| hit.pv)
}

/// The best move so far.
struct Best {
    score: Score,
    m: Option<Move>,
    /// The depth that the node is worth, whatever was searched less deep.
    depth: Depth,
}

/// How a child is to be asked.
struct Asked {
    window: Window,
    new_depth: Depth,
    reduction: Depth,
    first: bool,
    best: Score,
}

/// The rules that end a node before any of its moves is searched.
fn without_moves<D: Driver>(w: &mut Worker, position: &Position, facts: &Facts) -> Answer<Option<Score>> {
    if facts.in_check || facts.excluded.is_some() {
        return Ok(None);
    }
    if let Some(score) = prune::reverse_futility(facts) {
        return Ok(Some(score));
    }
    if let Some(score) = verify::razoring(w, position, facts)? {
        return Ok(Some(score));
    }
    if let Some(score) = verify::null_move::<D>(w, position, facts)? {
        return Ok(Some(score));
    }
    verify::probcut::<D>(w, position, facts)
}

/// The value of a child from this node's side: reduced at first, in full where that surprises, and
/// with the driver's second question on the principal variation.
fn ask<D: Driver, K: Kind>(w: &mut Worker, child: &Position, facts: &Facts, asked: Asked) -> Answer {
    let Asked { window, mut new_depth, reduction, first, best } = asked;
    let ply = facts.ply + 1;
    if K::PV && first {
        return Ok(-node::<D, K::First>(w, child, -window, new_depth, ply, false)?);
    }
    let test = D::test(window);
    let reduced = (new_depth - reduction).max(1).min(new_depth);
    w.frames[facts.ply].reduction = new_depth - reduced;
    let mut score = -node::<D, NonPv>(w, child, -test, reduced, ply, reduction > 0 || !facts.cut)?;
    w.frames[facts.ply].reduction = 0;
    if score > window.alpha && reduced < new_depth {
        new_depth += depths::after_surprise(score, best, new_depth);
        if reduced < new_depth {
            score = -node::<D, NonPv>(w, child, -test, new_depth, ply, !facts.cut)?;
        }
    }
    if K::PV
        && score > window.alpha
        && let Some(again) = D::again(window, score)
    {
        w.stats.researches += 1;
        score = -node::<D, D::Again>(w, child, -again, new_depth, ply, false)?;
    }
    Ok(score)
}

/// What the node comes to, remembered.
fn finish(
    w: &mut Worker,
    position: &Position,
    facts: &mut Facts,
    asked: Window,
    mut best: Best,
    count: usize,
) -> Score {
    facts.depth = best.depth;
    if !facts.pv && facts.excluded.is_none() {
        best.score = bounds::drawn_to_beta(best.score, asked.beta, best.depth);
    }
    if count == 0 {
        return match facts.excluded {
            Some(_) => asked.alpha,
            None if facts.in_check => Score::mated_in(facts.ply),
            None => Score::DRAW,
        };
    }
    let bound = if best.score >= asked.beta {
        Bound::Lower
    } else if best.m.is_some() {
        Bound::Exact
    } else {
        learn::all_failed(w, position, facts);
        Bound::Upper
    };
    learn::result(w, position, facts, best.m, best.score, bound);
    best.score
}

impl Worker<'_> {
    /// Prepares the frames for a node at `ply`.
    fn begin_node<K: Kind>(&mut self, ply: usize) {
        if K::PV {
            self.seldepth = self.seldepth.max(ply + 1);
        }
        let excluded = self.frames[ply].excluded.is_some();
        if !excluded {
            self.frames.clear_line(ply);
        }
        let doubles = if ply == 0 { 0 } else { self.frames.back(ply, 1).doubles };
        self.frames[ply].doubles = doubles;
        self.frames[ply + 2].cutoffs = 0;
    }

    /// As [`Worker::enter`]; a double extension is counted on the line.
    fn enter_extended(&mut self, position: &Position, m: Move, ply: usize, extension: Depth) -> Position {
        let before = if ply == 0 { 0 } else { self.frames.back(ply, 1).doubles };
        self.frames[ply].doubles = before + i32::from(extension > 1);
        self.enter(position, m, ply)
    }

    /// What the other side attacks, kept for what is learned a ply later.
    fn threats(&mut self, position: &Position, ply: usize) -> Threats {
        let threats = position.threats(!position.turn());
        self.frames[ply].attacked = threats.attacked;
        threats
    }

    /// The line through `m` is the best so far, where the window is open enough to tell.
    fn keep_line(&mut self, ply: usize, m: Move, window: Window) {
        if !window.is_zero() {
            self.frames.extend_line(ply, m);
        }
    }
}
