//! The expected number of critical positions of a perfectly ordered tree of random shape.
//!
//! Source 003. Positions of level `j` are interior with probability `q[j]` and have `b[j]` children on average. A
//! position is critical if all odd steps of its path are 1 (A) or all even ones (B); the principal variation belongs to
//! both sets (Q).

use crate::tree::Shape;

/// Expected numbers for one level of a tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// The expected number of critical positions.
    pub critical: f64,
    /// The expected number of positions.
    pub positions: f64,
}

/// Returns the expected numbers for each level, from the root (level 0) to one below the last level of the shape.
#[must_use]
pub fn average_case(shape: &Shape) -> Vec<Level> {
    let (mut a, mut b, mut q, mut positions) = (1.0, 1.0, 1.0, 1.0);
    let mut levels = vec![Level { critical: 1.0, positions: 1.0 }];
    for (level, (interior, children)) in shape.interior.iter().zip(&shape.children).enumerate() {
        let (odd, even) = if level % 2 == 0 { (children, interior) } else { (interior, children) };
        a *= odd;
        b *= even;
        q *= interior;
        positions *= children;
        levels.push(Level { critical: a + b - q, positions });
    }
    levels
}
