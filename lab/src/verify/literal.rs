//! Programs as the sources print them, typed in without the interfaces of this crate, compared with its algorithms.

use super::trial::Trial;
use crate::algorithm::{Table, alpha_beta_fail_hard, memory_test};
use crate::{GameTree, Value, expand};

pub(super) fn check_literal<T: GameTree>(trial: &mut Trial<T>) {
    for what in 0..2 {
        let (a, b) = (trial.near(70 + 2 * what), trial.near(71 + 2 * what));
        let (alpha, beta) = (a.min(b), a.max(b).max(a.min(b) + 1));
        let mut leaves = Vec::new();
        let printed = eppstein(trial.tree, &trial.root, (alpha, beta), trial.depth, &mut leaves);
        let (found, trace) = trial.watch(|t, o, n, d| alpha_beta_fail_hard(t, o, n, alpha, beta, d));
        trial.check(
            "18 the program of source 004 returns what F2 returns and visits the same leaves",
            found == printed && trace.leaves == leaves,
        );
    }
    let guess = trial.near(74);
    let (corrected, printed) = [true, false].map(|is_corrected| slide(trial, guess, is_corrected)).into();
    trial.check(
        "44 the program of source 001 with <= in place of < ends with the value",
        corrected == Some(trial.value),
    );
    let is_right = printed.is_none_or(|found| found == trial.value);
    trial.check("44 the program of source 001 as printed never ends with a wrong value", is_right);
}

/// The program of source 004.
fn eppstein<T: GameTree>(
    tree: &T,
    node: &T::Node,
    (mut alpha, beta): (Value, Value),
    depth: u32,
    leaves: &mut Vec<u64>,
) -> Value {
    let Some((moves, count)) = expand(tree, node, depth) else {
        leaves.push(tree.key(node));
        return tree.evaluate(node);
    };
    for index in 0..count {
        let val = -eppstein(tree, &tree.child(node, &moves, index), (-beta, -alpha), depth - 1, leaves);
        if val >= beta {
            return val;
        }
        if val > alpha {
            alpha = val;
        }
    }
    alpha
}

/// The loop of MTD(f) of source 001; `None` if it does not end.
fn slide<T: GameTree>(trial: &Trial<T>, guess: Value, is_corrected: bool) -> Option<Value> {
    let mut table = Table::default();
    crate::algorithm::mtd_slide(guess, is_corrected, |window| {
        memory_test(trial.tree, &mut (), &mut table, &trial.root, window + 1, trial.depth)
    })
}
