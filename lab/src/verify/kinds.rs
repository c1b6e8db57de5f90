//! The proof of theorem 1: the windows of the critical positions, their number by level, and what a cutoff needs.

use std::collections::HashMap;

use super::trial::Trial;
use crate::algorithm::alpha_beta_fail_soft;
use crate::theory::{NodeKind, NodeType, Permuted, kinds_at_level};
use crate::tree::{Path, PathNode, Paths};
use crate::{End, GameTree, INFINITY, Observer, Value, Visit, expand};

pub(super) fn check_kinds<T: GameTree>(trial: &mut Trial<T>) {
    check_proof(trial);
    check_cutoffs(trial);
}

/// The nodes that a search visits, with their windows for the side to move.
#[derive(Default)]
struct Windows(Vec<(Path, u64, (Value, Value))>);

impl<'t, T: GameTree> Observer<Paths<'t, T>> for Windows {
    fn enter(&mut self, visit: Visit<'_, Paths<'t, T>>) {
        let Visit { tree, node, alpha, beta, .. } = visit;
        self.0.push((node.path.clone(), tree.key(node), (alpha, beta)));
    }

    fn leaf(&mut self, visit: Visit<'_, Paths<'t, T>>, _value: Value) {
        self.enter(visit);
    }
}

/// Notes the value of every node for its side to move, by its key.
fn note_values<T: GameTree>(tree: &T, node: &T::Node, depth: u32, values: &mut HashMap<u64, Value>) -> Value {
    let value = match expand(tree, node, depth) {
        None => tree.evaluate(node),
        Some((moves, count)) => {
            let children = (0..count)
                .map(|index| -note_values(tree, &tree.child(node, &moves, index), depth - 1, values));
            children.fold(Value::MIN, Value::max)
        }
    };
    values.insert(tree.key(node), value);
    value
}

/// The statement of the proof about a node: type 1 is searched with the whole range, type 2 with `(-inf, beta)` and
/// `beta <= F(p)`, type 3 with `(alpha, +inf)` and `alpha >= F(p)`.
fn is_as_proved(kind: NodeKind, (alpha, beta): (Value, Value), value: Value) -> bool {
    match kind.node_type() {
        NodeType::Principal => alpha == -INFINITY && beta == INFINITY,
        NodeType::Cut => alpha == -INFINITY && beta <= value,
        NodeType::All => alpha >= value && beta == INFINITY,
    }
}

fn check_proof<T: GameTree>(trial: &mut Trial<T>) {
    let depth = trial.depth;
    let perfect = Permuted::perfect(trial.tree, depth);
    let mut values = HashMap::new();
    note_values(&perfect, &perfect.root(), depth, &mut values);
    let paths = Paths::new(&perfect);
    let mut windows = Windows::default();
    alpha_beta_fail_soft(&paths, &mut windows, &paths.root(), -INFINITY, INFINITY, depth);

    let mut levels = vec![[0; NodeKind::ALL.len()]; depth as usize + 1];
    let mut holds = true;
    for (path, key, window) in &windows.0 {
        let Some(kind) = NodeKind::of(path) else {
            holds = false;
            continue;
        };
        levels[path.level()][kind as usize] += 1;
        holds &= is_as_proved(kind, *window, values[key]);
    }
    trial.check("12 proof of theorem 1: windows (-inf, inf), (-inf, b <= F(p)), (a >= F(p), inf)", holds);
    if let Some(width) = trial.width {
        let expected: Vec<[u64; 5]> = (0..=depth).map(|level| kinds_at_level(width as u64, level)).collect();
        trial.check(
            "11 in perfect order each level has as many nodes of each kind as computed",
            levels == expected,
        );
    }
}

/// Whether every child that alpha-beta cut off has an elder sibling, and an ancestor at an odd distance that has one.
#[derive(Default)]
struct Cutoffs {
    all_have_elders: bool,
    all_parents_have_elders: bool,
}

impl<'t, T: GameTree> Observer<Paths<'t, T>> for Cutoffs {
    fn leave(&mut self, visit: Visit<'_, Paths<'t, T>>, _value: Value, end: End) {
        let PathNode { path, .. } = visit.node;
        let count = visit.tree.len(&visit.tree.moves(visit.node));
        if matches!(end, End::Cutoff(index) if index + 1 < count) {
            // The parent is at distance 1, its grandparent at distance 3, and so on.
            let mut odd = path.indices().iter().rev().step_by(2);
            self.all_have_elders &= odd.any(|index| *index > 0);
            self.all_parents_have_elders &= path.indices().last().is_some_and(|index| *index > 0);
        }
    }
}

fn check_cutoffs<T: GameTree>(trial: &mut Trial<T>) {
    let paths = Paths::new(trial.tree);
    let mut cutoffs = Cutoffs { all_have_elders: true, all_parents_have_elders: true };
    alpha_beta_fail_soft(&paths, &mut cutoffs, &paths.root(), -INFINITY, INFINITY, trial.depth);
    trial.check(
        "16 what is cut off has an ancestor at an odd distance with an elder sibling",
        cutoffs.all_have_elders,
    );
    if trial.depth <= 3 {
        trial.check("16 up to three plies this ancestor is the parent", cutoffs.all_parents_have_elders);
    }
}
