//! Critical: the positions that every proof in the given order has to visit (Knuth and Moore 1975).
//!
//! Source 003. A path is written as the numbers of its steps from 1 (Dewey's code). It is critical
//! if all its odd steps, or all its even ones, are 1.

/// Whether the path is critical; its steps count from 1.
#[must_use]
pub fn is_critical(path: &[usize]) -> bool {
    let ones = |from: usize| path.iter().skip(from).step_by(2).all(|step| *step == 1);
    ones(0) || ones(1)
}
