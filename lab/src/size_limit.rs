//! Limits of tree sizes, which the option `--huge` lifts.

use crate::error::LabError;
use crate::theory::{expected_alpha_beta, minimal_leaves};

/// The largest number of leaves per tree and algorithm in an experiment with many trees.
const MAX_FIGURE: f64 = 1.2e7;

/// The largest depth in plies, which bounds the recursion of the searches; that of trees that are typed in.
pub const MAX_DEPTH: u32 = 64;

/// Leaves that an algorithm visits, as a multiple of the minimal tree, in a rough upper estimate.
const ORDERED_FACTOR: f64 = 10.0;

/// The largest number of leaves of the minimal tree in an experiment with one tree.
const MAX_LEAVES: f64 = 4e6;

/// The order of the children in a tree, which decides how many leaves a search takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ChildOrder {
    /// The values of the leaves do not depend on each other.
    Independent,
    /// The first children are best with the probabilities of the figures.
    Ordered,
    /// The first child is best with this probability.
    First(f64),
}

impl ChildOrder {
    /// Returns about how many leaves an algorithm evaluates.
    fn leaves(self, width: usize, depth: u32) -> f64 {
        let minimal = minimal_leaves(width, depth);
        match self {
            ChildOrder::Independent => expected_alpha_beta(width, depth),
            ChildOrder::Ordered => ORDERED_FACTOR * minimal,
            // Between all leaves and the minimal tree.
            ChildOrder::First(p) => (width as f64).powf(f64::from(depth) * (1.0 - p)) * minimal.powf(p),
        }
    }
}

/// Checks that searches of many trees of a size end in a reasonable time.
///
/// # Errors
/// [`LabError::FigureTooLarge`]; [`LabError::TreeTooLarge`], or [`LabError::EmptyTree`] if width or depth is 0.
pub fn check_figure(width: usize, depth: u32, order: ChildOrder, huge: bool) -> Result<(), LabError> {
    check_leaves(width, depth, huge)?;
    let leaves = order.leaves(width, depth);
    if leaves > MAX_FIGURE && !huge {
        return Err(LabError::FigureTooLarge { width, depth, leaves, limit: MAX_FIGURE });
    }
    Ok(())
}

/// Checks that the minimal tree of a width and depth is not too large.
///
/// # Errors
/// [`LabError::TreeTooLarge`], or [`LabError::EmptyTree`] if width or depth is 0.
fn check_leaves(width: usize, depth: u32, huge: bool) -> Result<(), LabError> {
    if width == 0 || depth == 0 {
        return Err(LabError::EmptyTree);
    }
    let leaves = minimal_leaves(width, depth);
    if leaves > MAX_LEAVES && !huge {
        return Err(LabError::TreeTooLarge { width, depth, leaves, limit: MAX_LEAVES });
    }
    Ok(())
}
