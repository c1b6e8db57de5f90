//! Every algorithm finds the value, and which leaves it visits relative to alpha-beta.

use std::collections::HashMap;

use super::trial::{Trial, are_different};
use crate::algorithm::{
    Fail, Options, ResearchFrom, Table, alpha_beta_fail_hard, alpha_beta_original, alpha_beta_shallow,
    alpha_beta_table, ins, minimax, negamax, negascout, negascout_ab, pns, pvs, scout,
};
use crate::{GameTree, INFINITY, Observer, Visit};

pub(super) fn check_values<T: GameTree>(trial: &mut Trial<T>) {
    const LOW: i32 = -INFINITY;
    const HIGH: i32 = INFINITY;
    let all = trial.solve("02 minimax finds the value", |t, o, _, d| minimax(t, o, d));
    if let Some(width) = trial.width {
        let total = width.pow(trial.depth);
        trial.check(
            "02 minimax visits every leaf once",
            all.leaves.len() == total && are_different(&all.leaves),
        );
    }

    let original =
        trial.solve("05 F1 finds the value", |t, o, n, d| alpha_beta_original(t, o, n, LOW, HIGH, d));
    let hard = trial.solve("06 F2 finds the value", |t, o, n, d| alpha_beta_fail_hard(t, o, n, LOW, HIGH, d));
    let same = original.leaves == trial.alpha_beta && hard.leaves == trial.alpha_beta;
    trial.check("08 F1, F2 and F3 visit the same leaves in the same order", same);

    let shallow = trial
        .solve("04 alpha-beta without deep cutoffs finds the value", |t, o, n, d| {
            alpha_beta_shallow(t, o, n, HIGH, d)
        })
        .set();
    let inside = trial.alpha_beta.iter().all(|leaf| shallow.contains(leaf));
    trial.check("04 alpha-beta visits a subset of the leaves of alpha-beta without deep cutoffs", inside);
    if trial.depth <= 3 {
        let same = shallow.len() == trial.alpha_beta_set.len();
        trial.check("04 up to three plies there are no deep cutoffs", same);
    }

    trial.solve("22 Scout finds the value", |t, o, n, d| scout(t, o, n, d));
    for depth_rule in [true, false] {
        for research_from in [ResearchFrom::Value, ResearchFrom::Alpha] {
            let options = Options { depth_rule, research_from };
            let trace = trial.solve("23 NegaScout in all its forms finds the value", |t, o, n, d| {
                negascout(t, o, n, (LOW, HIGH), d, options)
            });
            let inside = trial.is_inside_alpha_beta(&trace.leaves);
            trial.check("23 NegaScout visits no leaf that alpha-beta does not", inside);
        }
    }
    let trace = trial.solve("26 NSab finds the value", |t, o, n, d| negascout_ab(t, o, n, LOW, HIGH, d));
    let inside = trial.is_inside_alpha_beta(&trace.leaves);
    trial.check("26 NSab visits no leaf that alpha-beta does not", inside);
    let trace = trial.solve("25 PVS finds the value", |t, o, n, d| pvs(t, o, n, LOW, HIGH, d));
    let inside = trial.is_inside_alpha_beta(&trace.leaves);
    trial.check("25 PVS visits no leaf that alpha-beta does not", inside);
    let trace = trial.solve("30 INS finds the value", |t, o, n, d| ins(t, o, n, LOW, HIGH, d));
    trial.check("32 INS evaluates no leaf more than twice", multiplicity(&trace.leaves) <= 2);
    let mut ignored = Ignored { are_excluded: true };
    ins(trial.tree, &mut ignored, &trial.root, LOW, HIGH, trial.depth);
    trial.check(
        "53 the children that ignore-left leaves out have no value above alpha, as those of prove-best",
        ignored.are_excluded,
    );
    trial.solve("31 PNS finds the value", |t, o, n, d| pns(t, o, n, LOW, HIGH, d));

    for fail in [Fail::Original, Fail::Hard, Fail::Soft] {
        let mut table = Table::default();
        let trace = trial.solve("10 alpha-beta with a table finds the value", |t, o, n, d| {
            alpha_beta_table(t, o, &mut table, n, (LOW, HIGH), d, fail)
        });
        let same = trace.leaves == trial.alpha_beta;
        trial.check("10 on a tree, a table does not change the visited leaves", same);
    }
}

/// Whether all children that ignore-left leaves out are too low for the window of the re-search, so that their upper
/// bounds would make prove-best leave them out as well.
struct Ignored {
    are_excluded: bool,
}

impl<T: GameTree> Observer<T> for Ignored {
    fn ignore_left(&mut self, visit: Visit<'_, T>, index: usize) {
        let Visit { tree, node, alpha, depth, .. } = visit;
        let moves = tree.moves(node);
        let value = |index| -negamax(tree, &mut (), &tree.child(node, &moves, index), depth - 1);
        self.are_excluded &= (0..index).all(|index| value(index) <= alpha);
    }
}

/// Returns how often the most frequent leaf occurs.
fn multiplicity(leaves: &[u64]) -> usize {
    let mut counts = HashMap::new();
    for leaf in leaves {
        *counts.entry(leaf).or_insert(0) += 1;
    }
    counts.into_values().max().unwrap_or(0)
}
