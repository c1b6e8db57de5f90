//! MTD(step): a bound that moves a fixed step beyond each result; here from a guess, in both directions.
//!
//! Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", Artificial Intelligence 87, 1996:
//! there the first bound is +infinity, as in SSS*, and each next one lies a step below the result. Here the first bound is a
//! guess, and the step leads down or up; the guess +infinity gives the published form. It needs fewer passes than MTD(f)
//! if the guess is far off; the last passes converge from both sides.

use super::mtd::mtd;
use super::table::{Bounds, Table, TableFull};
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::Observer;

/// Returns the value of the root. Each test lies `step` beyond the result of the previous one.
///
/// # Errors
/// [`TableFull`] if the table cannot hold all nodes.
pub fn mtd_step<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    guess: Value,
    step: Value,
    depth: u32,
) -> Result<Value, TableFull> {
    let step = step.max(1);
    let mut before = Bounds::NONE;
    let next = move |known: Bounds| {
        let bound = if known == Bounds::NONE {
            guess
        } else if known.upper == before.upper {
            known.lower.saturating_add(step)
        } else {
            (known.upper.saturating_sub(step) + 1).max(-INFINITY)
        };
        before = known;
        bound
    };
    mtd(tree, observer, depth, Table::default(), next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Iid;

    /// The bounds of the passes.
    #[derive(Default)]
    struct Tested(Vec<Value>);

    impl<T: GameTree> Observer<T> for Tested {
        fn begin_pass(&mut self, bound: Value) {
            self.0.push(bound);
        }
    }

    #[test]
    fn the_step_leads_down_from_infinity_and_both_ways_from_a_guess() {
        let tree = Iid::new(3, 1000, 5);
        let tested = |guess: Value| {
            let mut tested = Tested::default();
            let value = mtd_step(&tree, &mut tested, guess, 100, 4).expect("a small tree");
            (value, tested.0)
        };
        let (value, down) = tested(INFINITY);
        let first_below = down.iter().position(|bound| *bound <= value).expect("a pass that fails high");
        assert!(first_below > 1 && down[..=first_below].windows(2).all(|pair| pair[0] > pair[1]), "{down:?}");
        let (_, up) = tested(value - 250);
        assert!(up[0] < up[1] && up[1] < up[2], "{up:?}");
    }
}
