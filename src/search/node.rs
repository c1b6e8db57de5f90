//! Node: the main search, one line per rule, in the order in which they apply.

use std::ops::ControlFlow;

use shakmaty::Move;

use super::args::{NodeArgs, NodeType, NonPv};
use super::facts::Facts;
use super::order::{Candidate, MovePicker};
use super::params::Parameters;
use super::policy::{Informed, Policy};
use super::quiesce::quiesce;
use super::rules::verify::Singular;
use super::rules::{bounds, depth as depths, learn, prune, skip, syzygy, verify};
use super::shared::SearchResult;
use super::state::NodeState;
use super::worker::Worker;
use crate::position::Position;
use crate::tt::TtEntry;
use crate::types::{Bound, Depth, Score, Window};

/// Searches a node and returns its score: exact inside the window, a bound outside it (fail-soft).
pub(super) fn node<P: Policy, T: NodeType>(
    w: &mut Worker,
    position: &Position,
    args: NodeArgs,
) -> SearchResult {
    if args.depth <= 0 && !T::ROOT {
        return quiesce::<T>(w, position, args.window, args.ply);
    }
    w.check_stop()?;
    w.begin_node::<T>(args.ply);
    let mut args = args;
    let mut floor = -Score::INFINITE;
    if !T::ROOT {
        let narrowed = match bounds::before_search(w, position, args) {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(window) => window,
        };
        floor = bounds::proven_floor(args.window, narrowed);
        args.window = narrowed;
    }
    // A singular search must not use the TT entry, which is of a search with all moves.
    let tt_entry =
        if w.stack[args.ply].excluded.is_some() { None } else { w.probe_tt(position, args.window, args.ply) };
    if allows_tt_cutoff::<P, T>(w.params, tt_entry, args.window)
        && let Some(score) = bounds::tt_cutoff(w.params, position, tt_entry, args)
    {
        learn::tt_cutoff(w, position, tt_entry, args);
        return Ok(score);
    }
    let range = match syzygy::probe::<T>(w, position, args) {
        ControlFlow::Break(score) => return Ok(score),
        ControlFlow::Continue(range) => Window { alpha: range.alpha.max(floor), ..range },
    };
    args.window.alpha = args.window.alpha.max(range.alpha);
    let facts = Facts::gather::<T>(w, position, args, tt_entry);
    learn::eval_change(w, position, &facts);
    args.depth += depths::hindsight(w.params, w.stack, &facts, args.depth);
    if !T::PV
        && let Some(score) = prune_node::<P>(w, position, &facts, args)?
    {
        return Ok(score);
    }
    args.depth -= depths::internal_reduction(w.params, &facts, args.depth);
    search_moves::<P, T>(w, position, &facts, args, range)
}

/// Reports whether the TT may end the node: off the principal variation, or on it in a zero-window pass,
/// which needs no line, if the entry is of a PV node too. The latter saves passes 12 to 22 % of their nodes
/// (`docs/drivers`, section 8).
#[inline]
fn allows_tt_cutoff<P: Policy, T: NodeType>(
    params: &Parameters,
    tt_entry: Option<TtEntry>,
    window: Window,
) -> bool {
    let needs_no_line = P::ZERO_WINDOW && !T::ROOT && window.is_zero() && params.use_pass_tt_cutoff();
    !T::PV || needs_no_line && tt_entry.is_some_and(|entry| entry.pv)
}

/// The rules that end a node before its moves are searched.
#[inline]
fn prune_node<P: Policy>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    args: NodeArgs,
) -> SearchResult<Option<Score>> {
    if facts.in_check || facts.excluded.is_some() {
        return Ok(None);
    }
    if let Some(score) = prune::reverse_futility(w.params, facts, args) {
        return Ok(Some(score));
    }
    if let Some(score) = verify::razoring(w, position, facts, args)? {
        return Ok(Some(score));
    }
    if let Some(score) = verify::null_move::<P>(w, position, facts, args)? {
        return Ok(Some(score));
    }
    verify::probcut::<P>(w, position, facts, args)
}

/// Searches the moves of a node whose value is proven to lie in `range`.
#[inline]
fn search_moves<P: Policy, T: NodeType>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    args: NodeArgs,
    range: Window,
) -> SearchResult {
    let ply = args.ply;
    let threats = w.stack.threats(position, ply);
    let checks = position.checks();
    let params = w.params;
    let mut picker = MovePicker::new(params, position, facts, threats, checks, w.stack[ply].killer);
    if T::RESEARCH {
        Informed::sort(w, position, (args.depth, ply), &mut picker);
    }
    let mut state = NodeState::new(args, range.alpha);
    while let Some(candidate) = picker.next(w, position) {
        let m = candidate.m;
        if facts.excluded == Some(m) || T::ROOT && !w.root.is_open(m) {
            continue;
        }
        state.move_count += 1;
        if T::ROOT {
            announce(w, m, state.move_count);
        }
        let Some(window) = move_window::<T>(w, position, ply, &mut state, m) else { continue };
        let gives_check = position.gives_check(m, &checks);
        let reduction = depths::late_move_reduction(params, w.stack, facts, &state, &candidate, gives_check);
        let remaining = (state.depth - 1 - reduction).max(0);
        if !T::ROOT
            && !state.best_score.is_loss()
            && position.has_pieces()
            && skip::skips(params, &mut picker, position, (facts, &state), &candidate, gives_check, remaining)
        {
            continue;
        }
        let extension = match verify::singular::<P>(w, position, facts, &state, m)? {
            Singular::MultiCut(score) => return Ok(score),
            Singular::Extend(0) => {
                let low = depths::low_extension(params, facts, &state, m, w.root.iteration());
                depths::check_extension(params, facts, gives_check, state.move_count).max(low)
            }
            Singular::Extend(plies) => plies,
        };
        let child = ChildArgs { window, depth: state.depth - 1 + extension, extension, reduction };
        let score = search_move::<P, T>(w, position, facts, &state, &candidate, child)?;
        if score > state.best_score {
            state.best_score = score;
            if score > state.window.alpha {
                state.best_move = Some(m);
                // With a zero window the line is not known.
                if !args.window.is_zero() {
                    w.stack.extend_line(ply, m);
                }
                if score >= args.window.beta {
                    w.stack.count_cutoff(ply);
                    learn::cutoff(w, position, facts, &state, m);
                    break;
                }
                state.window.alpha = score;
                state.depth -= depths::alpha_raise_reduction(params, state.depth, score);
            }
        }
        state.tried.add(m);
    }
    state.best_score = state.best_score.min(range.beta);
    Ok(finish(w, position, facts, args, &state))
}

/// Returns the window that a move is searched with. In a re-search it ends at the move's upper bound by the TT;
/// `None` if that is not above alpha.
#[inline]
fn move_window<T: NodeType>(
    w: &Worker,
    position: &Position,
    ply: usize,
    state: &mut NodeState,
    m: Move,
) -> Option<Window> {
    if !T::RESEARCH {
        return Some(state.window);
    }
    let Window { alpha, beta } = state.window;
    let bound = Informed::upper_bound(w, position, (state.depth, ply), m);
    if bound <= alpha {
        state.best_score = state.best_score.max(bound);
        return None;
    }
    Some(Window { alpha, beta: beta.min(bound + 1) })
}

/// How a move is searched.
struct ChildArgs {
    window: Window,
    /// The depth of the child without reduction.
    depth: Depth,
    extension: Depth,
    reduction: Depth,
}

/// Plays a move, searches the child, and takes the move back.
#[inline]
fn search_move<P: Policy, T: NodeType>(
    w: &mut Worker,
    position: &Position,
    facts: &Facts,
    state: &NodeState,
    candidate: &Candidate,
    child_args: ChildArgs,
) -> SearchResult {
    let m = candidate.m;
    let nodes = w.polling.nodes();
    w.stack.count_extension(facts.ply, child_args.extension);
    w.stack[facts.ply].move_count = state.move_count;
    let child = w.enter(position, m, facts.ply);
    let score = search_child::<P, T>(w, &child, facts, (state, m), child_args)?;
    w.leave();
    if T::ROOT {
        let spent = (w.polling.nodes() - nodes, w.stack.seldepth());
        w.root.mark_searched((m, state.move_count), score, state.window, w.stack.line(1), spent);
    }
    Ok(score)
}

/// Searches a child and returns its score from this node's side: reduced first, at full depth if that is
/// above alpha, and with the window of the policy's re-search on the principal variation.
#[inline]
fn search_child<P: Policy, T: NodeType>(
    w: &mut Worker,
    child: &Position,
    facts: &Facts,
    (state, m): (&NodeState, Move),
    child_args: ChildArgs,
) -> SearchResult {
    let ChildArgs { window, mut depth, reduction, .. } = child_args;
    let ply = facts.ply + 1;
    if T::PV && state.move_count == 1 {
        w.stats.pv_nodes += 1;
        let first = NodeArgs { window: -window, depth, ply, cut_node: false };
        return Ok(-node::<P, T::FirstChild>(w, child, first)?);
    }
    let scout = -P::scout_window(window);
    let reduced = (depth - reduction).max(1).min(depth);
    w.stack[facts.ply].reduction = depth - reduced;
    let cut_node = reduction > 0 || !facts.cut_node;
    let mut score = -node::<P, NonPv>(w, child, NodeArgs { window: scout, depth: reduced, ply, cut_node })?;
    w.stack[facts.ply].reduction = 0;
    if score > window.alpha && reduced < depth {
        depth += depths::research_adjustment(w.params, score, state.best_score, depth);
        if reduced < depth {
            let cut_node = !facts.cut_node;
            score = -node::<P, NonPv>(w, child, NodeArgs { window: scout, depth, ply, cut_node })?;
            learn::research(w, facts, m, (score, depth), window);
        }
    }
    if T::PV
        && score > window.alpha
        && let Some(window) = P::research_window(w.params, window, score)
    {
        w.stats.researches += 1;
        let research = NodeArgs { window: -window, depth, ply, cut_node: false };
        score = -node::<P, P::ReSearch>(w, child, research)?;
    }
    if T::PV && score > window.alpha {
        w.stats.pv_changes += 1;
    }
    Ok(score)
}

/// Reports the root move under search.
fn announce(w: &mut Worker, m: Move, move_count: usize) {
    if w.polling.is_main() {
        let (elapsed, number) = (w.elapsed(), move_count + w.root.first_open());
        w.reporting.current_move(elapsed, w.root.iteration(), m, number);
    }
}

/// Returns the score of the node and writes it to the TT and the histories.
#[inline]
fn finish(w: &mut Worker, position: &Position, facts: &Facts, args: NodeArgs, state: &NodeState) -> Score {
    let NodeArgs { window, depth, ply, .. } = args;
    let mut score = state.best_score;
    if !facts.pv && facts.excluded.is_none() {
        score = bounds::interpolate_to_beta(w.params, score, window.beta, (depth, depth + 1));
    }
    if state.move_count == 0 {
        return match facts.excluded {
            Some(_) => window.alpha,
            None if facts.in_check => Score::mated_in(ply),
            None => Score::DRAW,
        };
    }
    let bound = if score >= window.beta {
        Bound::Lower
    } else if state.best_move.is_some() {
        Bound::Exact
    } else {
        learn::fail_low(w, position, facts, (score, depth));
        Bound::Upper
    };
    learn::result(w, position, facts, state.best_move, (score, bound, depth));
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::args::Pv;
    use crate::search::policy::Pvs;
    use crate::search::worker::with_line;

    /// Black is a queen down and can repeat a position of the line.
    #[test]
    fn a_side_that_can_repeat_a_position_has_at_least_a_draw() {
        let moves = ["e8e7", "g1h1", "e7d7", "h1g1"];
        with_line("4k3/8/8/8/8/8/Q7/6K1 b - - 0 1", &moves, |w, position, ply| {
            let window = Window { alpha: Score::new(-200), beta: Score::new(200) };
            assert_eq!(quiesce::<Pv>(w, position, window, ply).ok(), Some(Score::DRAW));
            let args = NodeArgs { window, depth: 1, ply, cut_node: false };
            assert_eq!(node::<Pvs, Pv>(w, position, args).ok(), Some(Score::DRAW));
        });
    }
}
