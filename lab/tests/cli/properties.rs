//! The properties that must hold on every tree, on a few thousand random trees.

use indicatif::ProgressBar;
use lancet_lab::verify::{Sample, verify_tree, verify_trees};

#[test]
fn all_properties_hold() {
    let findings = verify_trees(2000, 2026, &ProgressBar::hidden());
    assert_eq!(findings.failures, Vec::<String>::new());
    let least = findings.trials.values().min().copied();
    assert!(findings.trials.len() > 40 && least >= Some(500), "{:#?}", findings.trials);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| verify_trees(100, 7, &ProgressBar::hidden()).trials)
    };
    assert_eq!(on(1), on(3));
    let one = Sample::of(7, 3);
    assert_eq!(one, Sample::of(7, 3));
    assert_ne!(one, Sample::of(7, 4));
    assert!(verify_tree(&one).failures.is_empty());
}
