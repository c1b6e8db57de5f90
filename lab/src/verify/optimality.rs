//! The minimal tree, the critical positions and theorem 2.

use super::trial::Trial;
use crate::algorithm::{
    Options, alpha_beta_fail_hard, alpha_beta_fail_soft, alpha_beta_original, ins, mtd_f, negascout,
    negascout_ab, pns, pvs, rec_dual_star, rec_sss_star, scout,
};
use crate::theory::{
    NodeType, Permuted, critical_leaves, fail_high_leaves, fail_low_leaves, is_critical, theorem_2,
};
use crate::{GameTree, INFINITY, LeafTrace, Value, expand};

const LOW: Value = -INFINITY;
const HIGH: Value = INFINITY;

pub(super) fn check_optimality<T: GameTree>(trial: &mut Trial<T>) {
    check_critical(trial);
    check_perfect_order(trial);
    check_theorem_2(trial);
}

/// Collects the keys of the leaves below `node` whose path is critical in Dewey decimal notation.
fn by_dewey<T: GameTree>(tree: &T, node: &T::Node, depth: u32, path: &mut Vec<usize>, found: &mut Vec<u64>) {
    let Some((moves, count)) = expand(tree, node, depth) else {
        if is_critical(path) {
            found.push(tree.key(node));
        }
        return;
    };
    for index in 0..count {
        path.push(index + 1);
        by_dewey(tree, &tree.child(node, &moves, index), depth - 1, path, found);
        path.pop();
    }
}

fn check_critical<T: GameTree>(trial: &mut Trial<T>) {
    let (mut by_type, mut by_path) = (Vec::new(), Vec::new());
    let (tree, depth) = (trial.tree, trial.depth);
    critical_leaves(tree, &trial.root, depth, NodeType::Principal, &mut |key| by_type.push(key));
    by_dewey(tree, &trial.root, depth, &mut Vec::new(), &mut by_path);
    trial.check(
        "11 node types and Dewey decimal notation define the same critical leaves",
        by_type == by_path,
    );
}

fn check_perfect_order<T: GameTree>(trial: &mut Trial<T>) {
    let perfect = Permuted::perfect(trial.tree, trial.depth);
    let (root, depth) = (perfect.root(), trial.depth);
    let leaves_of = |search: &dyn Fn(&mut LeafTrace)| {
        let mut trace = LeafTrace::default();
        search(&mut trace);
        trace.leaves
    };
    let leaves = leaves_of(&|o| {
        alpha_beta_fail_soft(&perfect, o, &root, LOW, HIGH, depth);
    });
    let mut critical = Vec::new();
    critical_leaves(&perfect, &root, depth, NodeType::Principal, &mut |key| critical.push(key));
    trial.check("12 theorem 1: in perfect order alpha-beta visits the critical leaves", leaves == critical);

    let (Some(width), Some(minimal)) = (trial.width, trial.minimal()) else { return };
    trial.check("12 the number of critical leaves is that of the minimal tree", critical.len() == minimal);
    trial.check("17 no search visits fewer leaves than the minimal tree", trial.alpha_beta.len() >= minimal);
    let full = (LOW, HIGH);
    let directional: [&dyn Fn(&mut LeafTrace) -> Value; 9] = [
        &|o| alpha_beta_original(&perfect, o, &root, LOW, HIGH, depth),
        &|o| alpha_beta_fail_hard(&perfect, o, &root, LOW, HIGH, depth),
        &|o| negascout(&perfect, o, &root, full, depth, Options::FIGURE_1),
        &|o| negascout(&perfect, o, &root, full, depth, Options::PVS),
        &|o| negascout_ab(&perfect, o, &root, LOW, HIGH, depth),
        &|o| pvs(&perfect, o, &root, LOW, HIGH, depth),
        &|o| pns(&perfect, o, &root, LOW, HIGH, depth),
        &|o| ins(&perfect, o, &root, LOW, HIGH, depth),
        &|o| scout(&perfect, o, &root, depth),
    ];
    for search in directional {
        let leaves = leaves_of(&|o| {
            search(o);
        });
        trial.check(
            "12 in perfect order every directional search visits the minimal tree",
            leaves.len() == minimal,
        );
    }

    let value = trial.value;
    let low = leaves_of(&|o| {
        alpha_beta_fail_soft(&perfect, o, &root, value, HIGH, depth);
    });
    let high = leaves_of(&|o| {
        alpha_beta_fail_soft(&perfect, o, &root, LOW, value, depth);
    });
    let exact = low.len() == fail_low_leaves(width, depth) as usize
        && high.len() == fail_high_leaves(width, depth) as usize;
    trial.check(
        "20 in perfect order a failing aspiration visits one of the two halves of the minimal tree",
        exact,
    );
}

fn check_theorem_2<T: GameTree>(trial: &mut Trial<T>) {
    let sets = [
        trial.alpha_beta_set.clone(),
        trial.watch(|t, o, n, d| scout(t, o, n, d)).1.set(),
        trial.watch(|t, o, n, d| ins(t, o, n, LOW, HIGH, d)).1.set(),
        trial.watch(|t, o, _, d| rec_sss_star(t, o, d)).1.set(),
        trial.watch(|t, o, _, d| rec_dual_star(t, o, d)).1.set(),
        trial.watch(|t, o, _, d| mtd_f(t, o, 0, d).unwrap_or(Value::MIN)).1.set(),
    ];
    for set in sets {
        let mut leaves = Vec::new();
        let (tree, depth) = (trial.tree, trial.depth);
        let ordered = theorem_2(tree, depth, &set);
        if let Some(ordered) = &ordered {
            let mut trace = LeafTrace::default();
            alpha_beta_fail_soft(ordered, &mut trace, &ordered.root(), LOW, HIGH, depth);
            leaves = trace.leaves;
        }
        let inside = !leaves.is_empty() && leaves.iter().all(|leaf| set.contains(leaf));
        trial.check(
            "14 theorem 2: in some order alpha-beta needs only leaves that another search evaluated",
            inside,
        );
        if let Some(ordered) = &ordered {
            let mut critical = Vec::new();
            let root = ordered.root();
            critical_leaves(ordered, &root, depth, NodeType::Principal, &mut |key| critical.push(key));
            trial.check(
                "14 theorem 2: in this order it visits precisely the critical leaves",
                leaves == critical,
            );
        }
        if let Some(minimal) = trial.minimal() {
            trial.check("14 theorem 2: in this order it visits the minimal tree", leaves.len() == minimal);
            trial.check("17 no search visits fewer leaves than the minimal tree", set.len() >= minimal);
        }
    }
}
