//! The golden rows: every count of every algorithm on fixed trees.

use lancet_lab::golden::GOLDEN_ROWS;

#[test]
fn every_count_equals_that_of_the_prototype() {
    for row in GOLDEN_ROWS {
        assert_eq!(row.count(), Ok(row.counts), "{row:?}");
    }
}
