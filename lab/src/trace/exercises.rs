//! Exercises on a tree with their answers, which the algorithms find.

use serde_json::{Value as Json, json};

use super::outline::Outline;
use super::recording::Recording;
use crate::algorithm::{Algorithm, Bounds, Parameters, SearchError};
use crate::game_tree::{GameTree, Value};

/// The maximum number of windows.
const MAX_WINDOWS: usize = 12;

/// Returns the exercises: what F1, F2 and F3 return in several windows, and how many passes algorithms make.
///
/// The third kind of exercise, which leaves are cut off, needs no more than the recordings.
pub(super) fn exercises<T: GameTree>(tree: &T, depth: u32, outline: &Outline) -> Result<Json, SearchError> {
    let value = outline.nodes[0].value;
    let mut values: Vec<Value> =
        outline.nodes.iter().filter(|node| node.is_leaf()).map(|node| node.value).collect();
    values.sort_unstable();
    values.dedup();
    Ok(
        json!({ "returns": returns(tree, depth, value, &values)?, "passes": passes(tree, depth, value, &values)? }),
    )
}

/// Windows with the results of F1, F2 and F3; first those in which not all results are equal.
fn returns<T: GameTree>(
    tree: &T,
    depth: u32,
    value: Value,
    values: &[Value],
) -> Result<Vec<Json>, SearchError> {
    let (low, high) = (values[0] - 2, values[values.len() - 1] + 2);
    let mut ends: Vec<Value> = values.iter().copied().chain([low, value - 1, value + 1, high]).collect();
    ends.sort_unstable();
    ends.dedup();
    // Large trees have many ends: about twenty of them suffice.
    let ends: Vec<Value> = ends.iter().copied().step_by(ends.len().div_ceil(20)).collect();
    let mut found = Vec::new();
    for (index, alpha) in ends.iter().enumerate() {
        for beta in &ends[index + 1..] {
            let parameters = Parameters { window: (*alpha, *beta), ..Parameters::default() };
            let results =
                [Algorithm::AlphaBetaOriginal, Algorithm::AlphaBetaFailHard, Algorithm::AlphaBetaFailSoft]
                    .map(|algorithm| algorithm.search(tree, &mut (), depth, &parameters));
            let [f1, f2, f3] = results;
            found.push(((*alpha, *beta), [f1?, f2?, f3?]));
        }
    }
    // The sort is stable: windows in which more results differ come first.
    found.sort_by_key(|(_, [f1, f2, f3])| u8::from(f1 == f2) + u8::from(f2 == f3));
    let step = found.len().div_ceil(MAX_WINDOWS).max(1);
    let some = found.iter().take(MAX_WINDOWS / 2).chain(found.iter().skip(MAX_WINDOWS / 2).step_by(step));
    let one = |((alpha, beta), [f1, f2, f3]): &((Value, Value), [Value; 3])| json!({ "alpha": alpha, "beta": beta, "f1": f1, "f2": f2, "f3": f3 });
    Ok(some.take(MAX_WINDOWS).map(one).collect())
}

/// The numbers of passes of SSS*, DUAL*, C* and MTD(f) from several guesses.
fn passes<T: GameTree>(
    tree: &T,
    depth: u32,
    value: Value,
    values: &[Value],
) -> Result<Vec<Json>, SearchError> {
    let (low, high) = (values[0], values[values.len() - 1]);
    let plain = Parameters::default();
    let range = Parameters { range: Bounds { lower: low, upper: high }, ..plain };
    let from = |guess| Parameters { guess, ..plain };
    let questions = [
        ("SSS*".to_string(), Algorithm::RecSssStar, plain),
        ("DUAL*".to_string(), Algorithm::RecDualStar, plain),
        (format!("C* on the range from {low} to {high}"), Algorithm::CStar, range),
        (format!("MTD(f) with the first guess {value}"), Algorithm::MtdF, from(value)),
        (format!("MTD(f) with the first guess {low}"), Algorithm::MtdF, from(low)),
        (format!("MTD(f) with the first guess {}", high + 1), Algorithm::MtdF, from(high + 1)),
    ];
    questions
        .into_iter()
        .map(|(name, algorithm, parameters)| {
            let recording = Recording::of(algorithm, tree, depth, &parameters)?;
            Ok(json!({ "name": name, "passes": recording.passes() }))
        })
        .collect()
}
