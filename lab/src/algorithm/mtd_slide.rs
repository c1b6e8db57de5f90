//! MTD(f) as the slide of source 001 prints it, with its error.
//!
//! The slide compares the result of a test with `<`. A test that fails low with exactly the tested value is then taken for
//! one that fails high, and the loop tests the same window for ever; the comparison must be `<=`.

use super::table::Bounds;
use crate::game_tree::Value;

/// Runs the loop of the slide with a first guess, and returns the value; `None` if the loop repeats a state for ever.
///
/// `test` searches with the window from its argument to the next value. `is_corrected` replaces `<` by `<=`.
pub fn mtd_slide(guess: Value, is_corrected: bool, mut test: impl FnMut(Value) -> Value) -> Option<Value> {
    let (mut known, mut window) = (Bounds::NONE, guess);
    let mut before = None;
    while known.lower < known.upper {
        // A test with memory has no state but these, so that a repeated one never changes.
        if before == Some((known, window)) {
            return None;
        }
        before = Some((known, window));
        let score = test(window);
        let fails_low = if is_corrected { score <= window } else { score < window };
        if fails_low {
            known.upper = score;
            window = score - 1;
        } else {
            known.lower = score;
            window = score;
        }
    }
    Some(known.lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_comparison_loops_and_the_corrected_one_ends() {
        // A tree whose tests return the value 7 itself.
        let run = |guess, is_corrected| mtd_slide(guess, is_corrected, |_| 7);
        assert_eq!(run(3, false), None);
        assert_eq!(run(9, false), Some(7));
        assert_eq!((run(3, true), run(9, true)), (Some(7), Some(7)));
    }
}
