//! Recordings of searches: every event, with its reason.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::collections::{HashMap, HashSet};

use common::{Test, on_all_trees};
use lancet_lab::algorithm::{Algorithm, Parameters};
use lancet_lab::printed::{PRINTED_TREES, PrintedTree};
use lancet_lab::trace::{Event, Origin, Recording, Searched};
use lancet_lab::tree::{Explicit, Iid, Path, TreeLiteral};
use lancet_lab::{Counters, End, GameTree, INFINITY, LeafTrace, Memory, Value};

/// What holds for the events of every search.
struct Recordings;

impl Test for Recordings {
    fn run<T: GameTree>(&mut self, tree: &T, depth: u32) {
        for algorithm in Algorithm::ALL {
            let recording = Recording::of(algorithm, tree, depth, &Parameters::default()).unwrap();
            let mut observer = (Counters::default(), LeafTrace::default());
            algorithm.search(tree, &mut observer, depth, &Parameters::default()).unwrap();
            let (counters, trace) = observer;
            let count =
                |is_it: fn(&Event) -> bool| recording.events.iter().filter(|e| is_it(e)).count() as u64;
            assert_eq!(recording.leaves().count() as u64, counters.leaves, "{algorithm}");
            assert_eq!(count(|e| matches!(e, Event::Enter { .. })), counters.interior(), "{algorithm}");
            assert_eq!(count(|e| matches!(e, Event::Research { .. })), counters.researches, "{algorithm}");
            assert_eq!(
                count(|e| matches!(e, Event::TableCutoff { .. })),
                counters.table_cutoffs,
                "{algorithm}"
            );
            if !matches!(algorithm, Algorithm::SssStar | Algorithm::DualStar) {
                assert_eq!(count(|e| matches!(e, Event::EndPass { .. })), counters.passes, "{algorithm}");
                check_nesting(&recording);
            }
            check_leaves(tree, &recording, &trace);
        }
    }
}

/// The recorded paths lead to the evaluated leaves, whose values are right.
fn check_leaves<T: GameTree>(tree: &T, recording: &Recording, trace: &LeafTrace) {
    let mut keys = Vec::new();
    for event in &recording.events {
        let Event::Leaf { at, value, .. } = event else { continue };
        let node = at
            .path
            .indices()
            .iter()
            .fold(tree.root(), |node, index| tree.child(&node, &tree.moves(&node), *index));
        assert_eq!(*value, tree.evaluate(&node));
        keys.push(tree.key(&node));
    }
    assert_eq!(keys, trace.leaves);
}

/// A sibling that is the reason of a cutoff stands beside the node or an ancestor with the same side to move, and its
/// result is the bound that was reached.
fn check_origin(recording: &Recording, at: &Searched, origin: &Origin, results: &HashMap<Path, Value>) {
    let about = || format!("{} {at:?} {origin:?}", recording.algorithm);
    match origin {
        Origin::Sibling { of, sibling } => {
            assert!(sibling != of && sibling.parent() == of.parent(), "{}", about());
            assert!(
                at.path.is_at_or_below(of) && (at.path.level() - of.level()).is_multiple_of(2),
                "{}",
                about()
            );
            // F1 clamps leaves to their windows after they were reported.
            if recording.algorithm != Algorithm::AlphaBetaOriginal {
                assert_eq!(results[sibling], at.beta, "{}", about());
            }
        }
        Origin::Test(of) | Origin::OwnTest(of) => assert!(at.path.is_at_or_below(of), "{}", about()),
        Origin::Memory(_) => assert!(recording.algorithm.id().starts_with("table"), "{}", about()),
        Origin::Pass(_) => assert!(recording.passes() > 0, "{}", about()),
        Origin::Root => {}
    }
}

/// Nodes are left in the reverse order of entering, with sound results and reasons.
fn check_nesting(recording: &Recording) {
    let (mut open, mut results) = (Vec::new(), HashMap::new());
    for event in &recording.events {
        match event {
            Event::Enter { at, .. } => {
                assert!(at.alpha < at.beta, "{event:?}");
                open.push(at.clone());
            }
            Event::Leave { at, value, end, cut, origin, .. } => {
                assert_eq!(open.pop().as_ref(), Some(at), "{}", recording.algorithm);
                let is_cutoff = matches!(end, End::Cutoff(_));
                assert!(!is_cutoff || *value >= at.beta, "{} {event:?}", recording.algorithm);
                assert_eq!(origin.is_some(), is_cutoff);
                if let Some(origin) = origin {
                    check_origin(recording, at, origin, &results);
                }
                results.insert(at.path.clone(), *value);
                assert!(!matches!(end, End::Complete | End::Solved) || cut.is_empty());
            }
            Event::Leaf { at, value, .. } | Event::TableCutoff { at, value } => {
                results.insert(at.path.clone(), *value);
            }
            _ => {}
        }
    }
    assert!(open.is_empty());
}

#[test]
fn recordings_hold_every_event() {
    on_all_trees(&mut Recordings);
}

fn recording(text: &str, algorithm: Algorithm, parameters: &Parameters) -> Recording {
    let literal = TreeLiteral::parse(text).unwrap();
    Recording::of(algorithm, &Explicit::new(&literal), literal.height(), parameters).unwrap()
}

/// The reasons of all cutoffs, by node.
fn origins(recording: &Recording) -> Vec<(String, Origin)> {
    let origins = recording.events.iter().filter_map(|event| match event {
        Event::Leave { at, origin: Some(origin), .. } => Some((at.path.to_string(), origin.clone())),
        _ => None,
    });
    origins.collect()
}

#[test]
fn cutoffs_have_their_reasons() {
    let plain = Parameters::default();
    let path = |text: &str| text.parse().unwrap();
    let sibling = |of, sibling| Origin::Sibling { of: path(of), sibling: path(sibling) };
    // A shallow cutoff: node 2 is at most 10, and its sibling 1 has 15.
    let shallow = recording("[15,[10,3]]", Algorithm::AlphaBetaFailSoft, &plain);
    assert_eq!(origins(&shallow), [("2".into(), sibling("2", "1"))]);
    // A deep cutoff: the bound 15 of the root reaches node 2.1.1, below the open window of node 2.
    let deep = recording("[15,[[[7,99],3],20]]", Algorithm::AlphaBetaFailSoft, &plain);
    assert_eq!(origins(&deep)[0], ("2.1.1".into(), sibling("2", "1")));
    let windowed = Parameters { window: (3, 8), ..plain };
    let root = recording("[9,5]", Algorithm::AlphaBetaFailSoft, &windowed);
    assert_eq!(origins(&root), [("root".into(), Origin::Root)]);
    let pass = recording("[9,5]", Algorithm::MtdF, &plain);
    assert_eq!(origins(&pass)[0], ("root".into(), Origin::Pass(1)));
    // After a failed aspiration, the lower end 3 of the second window cuts off both nodes.
    let aspiration = recording("[[1,2],[3,9]]", Algorithm::Aspiration, &plain);
    let both = [("1".into(), Origin::Root), ("2".into(), Origin::Root)];
    assert!(origins(&aspiration).ends_with(&both), "{:?}", origins(&aspiration));
    let test = recording("[5,[[6,1],[7,2]]]", Algorithm::NegaScout, &plain);
    assert!(origins(&test).contains(&("2.1".into(), Origin::Test(path("2")))), "{:?}", origins(&test));
}

#[test]
fn searches_report_what_they_store() {
    let stored = |algorithm| {
        let record =
            |seed| Recording::of(algorithm, &Iid::new(3, 40, seed), 4, &Parameters::default()).unwrap();
        let memory = (0..10).flat_map(|seed| record(seed).events).filter_map(|event| match event {
            Event::Stored { memory, .. } => Some(memory),
            _ => None,
        });
        memory.collect::<Vec<Memory>>()
    };
    assert!(stored(Algorithm::AlphaBetaFailSoft).is_empty());
    for algorithm in [
        Algorithm::MtdF,
        Algorithm::CStar,
        Algorithm::RecSssStar,
        Algorithm::AlphaBetaTable,
        Algorithm::AlphaBetaTableOriginal,
    ] {
        assert!(
            stored(algorithm).iter().any(|memory| matches!(memory, Memory::Bounds { .. })),
            "{algorithm}"
        );
    }
    for algorithm in [Algorithm::Ins, Algorithm::Pns] {
        assert!(stored(algorithm).iter().any(|memory| matches!(memory, Memory::Best(_))), "{algorithm}");
    }
    assert!(stored(Algorithm::Ins).iter().any(|memory| matches!(memory, Memory::Children(_))));
}

#[test]
fn the_list_open_is_recorded() {
    // Stockman's example: its passes test falling merits, and at the end the root alone is in the list.
    let stockman = PrintedTree::of_name("stockman").unwrap();
    let recording = recording(stockman.text, Algorithm::SssStar, &Parameters::default());
    let lists: Vec<_> = recording
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Open { states, expanded } => Some((states, expanded)),
            _ => None,
        })
        .collect();
    let (last, _) = lists.last().unwrap();
    assert!(last.len() == 1 && last[0].path.level() == 0 && last[0].is_solved && last[0].merit == 52);
    for (states, expanded) in &lists {
        assert!(states.is_sorted_by(|a, b| (b.merit, &a.path) <= (a.merit, &b.path)), "{states:?}");
        let paths: HashSet<_> = states.iter().map(|state| &state.path).collect();
        assert_eq!(paths.len(), states.len(), "no node is in the list twice");
        assert!(expanded.as_ref().is_none_or(|(_, case)| (1..=6).contains(case)));
    }
    let bounds: Vec<Value> = recording
        .events
        .iter()
        .filter_map(|event| match event {
            Event::BeginPass { bound, .. } => Some(*bound),
            _ => None,
        })
        .collect();
    assert!(bounds[0] == INFINITY && bounds.is_sorted_by(|a, b| a > b) && bounds.last() == Some(&52));
}

#[test]
fn the_passes_of_the_list_are_those_of_the_recursive_form() {
    for seed in 0..20 {
        let tree = Iid::new(3, 30, seed);
        for (list, recursive) in
            [(Algorithm::SssStar, Algorithm::RecSssStar), (Algorithm::DualStar, Algorithm::RecDualStar)]
        {
            let bounds = |algorithm| {
                let recording = Recording::of(algorithm, &tree, 4, &Parameters::default()).unwrap();
                let bounds = recording.events.into_iter().filter_map(|event| match event {
                    Event::BeginPass { bound, .. } => Some(bound),
                    _ => None,
                });
                bounds.collect::<Vec<Value>>()
            };
            assert_eq!(bounds(list), bounds(recursive), "{list} {seed}");
        }
    }
}

#[test]
fn only_what_is_stored_is_forgotten_and_only_children_that_exist_are_ignored() {
    for tree in PRINTED_TREES {
        let literal = tree.literal().unwrap();
        for algorithm in [Algorithm::Ins, Algorithm::Pns, Algorithm::RecSssStar] {
            let recording =
                Recording::of(algorithm, &Explicit::new(&literal), literal.height(), &Parameters::default());
            let mut remembered: HashSet<Path> = HashSet::new();
            for event in &recording.unwrap().events {
                let about = || format!("{}, {algorithm}: {event:?}", tree.name);
                match event {
                    Event::Stored { path, .. } => _ = remembered.insert(path.clone()),
                    Event::Forgotten { path } => {
                        let before = remembered.len();
                        remembered.retain(|other| !other.is_at_or_below(path));
                        assert!(remembered.len() < before, "{}", about());
                    }
                    Event::IgnoreLeft { index, .. } => assert!(*index > 0, "{}", about()),
                    _ => {}
                }
            }
        }
    }
}
