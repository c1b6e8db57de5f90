//! Critical positions, which alpha-beta visits in every tree (Knuth and Moore 1975).
//!
//! Source 003. A path is written in Dewey decimal notation: the numbers of its moves, from 1. It is critical if all its
//! odd steps, or all its even steps, are 1.

/// Reports whether a path is critical; its steps are numbered from 1.
#[must_use]
pub fn is_critical(path: &[usize]) -> bool {
    let ones = |from: usize| path.iter().skip(from).step_by(2).all(|step| *step == 1);
    ones(0) || ones(1)
}
