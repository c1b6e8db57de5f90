//! Properties: what must hold on every tree, on a few thousand; and that a broken one would be seen.

use lancet_lab::progress::Progress;
use lancet_lab::verify::{Sample, try_tree, try_trees};

#[test]
fn all_properties_hold() {
    let findings = try_trees(2000, 2026, &Progress::silent());
    assert_eq!(findings.broken, Vec::<String>::new());
    let least = findings.tried.values().min().copied();
    assert!(findings.tried.len() > 40 && least >= Some(500), "{:#?}", findings.tried);
}

#[test]
fn the_same_on_any_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| try_trees(100, 7, &Progress::silent()).tried)
    };
    assert_eq!(on(1), on(3));
    let one = Sample::of(7, 3);
    assert_eq!(one, Sample::of(7, 3));
    assert_ne!(one, Sample::of(7, 4));
    assert!(try_tree(&one).broken.is_empty());
}
