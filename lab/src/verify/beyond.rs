//! Searches beyond the five sources: best node search, tables on graphs, and parallel search.

use super::trial::Trial;
use crate::algorithm::{
    Bounds, TableFull, TableUse, best_node, best_node_value, mtd_f, mtd_f_bounds, mtd_table, negamax,
    negascout_with_table,
};
use crate::parallel::{Method, simulate};
use crate::theory::Permuted;
use crate::{GameTree, INFINITY, Value};

const FULL: (Value, Value) = (-INFINITY, INFINITY);

fn value(found: Result<Value, TableFull>) -> Value {
    found.unwrap_or(Value::MIN)
}

pub(super) fn check_beyond<T: GameTree>(trial: &mut Trial<T>) {
    check_best_node(trial);
    check_tables(trial);
    check_parallel(trial);
}

fn check_best_node<T: GameTree>(trial: &mut Trial<T>) {
    let distances = [70, 71].map(|index| (trial.random(index) % 100_000) as Value);
    let range = Bounds { lower: trial.value - distances[0], upper: trial.value + distances[1] };
    let (tree, root, depth) = (trial.tree, trial.tree.root(), trial.depth);
    if let Ok(Some(found)) = best_node(tree, &mut (), range, depth) {
        let child = tree.child(&root, &tree.moves(&root), found.index);
        let is_best = -negamax(tree, &mut (), &child, depth - 1) == trial.value;
        let Bounds { lower, upper } = found.bounds;
        let is_inside = (lower..=upper).contains(&trial.value);
        trial.check("58 BNS finds a best child, and its bounds contain the value", is_best && is_inside);
    }
    trial.solve("58 BNS with further tests finds the value", |t, o, _, d| {
        value(best_node_value(t, o, range, d))
    });
}

fn check_tables<T: GameTree>(trial: &mut Trial<T>) {
    let guess = trial.near(72);
    for (finds, options) in [
        ("60 NegaScout and MTD(f) with ETC find the value", TableUse::ETC),
        ("61 NegaScout and MTD(f) with one bound for each node find the value", TableUse::ONE_BOUND),
        ("61 NegaScout and MTD(f) with two bounds for each node find the value", TableUse::TWO_BOUNDS),
    ] {
        trial.solve(finds, |t, o, _, d| value(negascout_with_table(t, o, FULL, d, options)));
        let tests = trial.solve(finds, |t, o, _, d| value(mtd_table(t, o, d, options, mtd_f_bounds(guess))));
        if options == TableUse::TWO_BOUNDS {
            let (_, memory) = trial.watch(|t, o, _, d| value(mtd_f(t, o, guess, d)));
            trial.check(
                "61 zero windows of NegaScout with two bounds visit the leaves of memory tests in order",
                tests.leaves == memory.leaves,
            );
        }
    }
}

fn check_parallel<T: GameTree>(trial: &mut Trial<T>) {
    let (tree, depth) = (trial.tree, trial.depth);
    let processors = 2 + (trial.random(73) % 15) as usize;
    for method in Method::ALL {
        let found = simulate(tree, depth, method, processors);
        let is_right = found.is_ok_and(|outcome| outcome.value == trial.value);
        trial.check("62 parallel searches of all methods find the value", is_right);
    }
    let perfect = Permuted::perfect(tree, depth);
    for method in [Method::PvSplitting, Method::YoungBrothersWait] {
        let visits = |processors| simulate(&perfect, depth, method, processors).map(|outcome| outcome.visits);
        let same = visits(1).is_ok_and(|one| visits(processors).is_ok_and(|all| all == one));
        trial.check("62 in perfect order split points have no search overhead", same);
    }
}
