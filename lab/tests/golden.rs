//! Golden: every count of every algorithm on the trees that the laboratory was built by.

use lancet_lab::golden::KNOWN;

#[test]
fn every_count_is_that_of_the_prototype() {
    for known in KNOWN {
        assert_eq!(known.count(), Ok(known.counts), "{known:?}");
    }
}
