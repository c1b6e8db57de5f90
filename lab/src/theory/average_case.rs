//! Average case: how many positions of a perfectly ordered tree of random shape are critical.
//!
//! Source 003. Positions of level `j` have sons with the probability `q[j]`, and `b[j]` sons on
//! average. On level `l` a position is critical where its odd steps are 1 (A), or its even ones (B);
//! the principal variation is in both (Q).

use crate::tree::Shape;

/// What is expected on a level of the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Critical positions.
    pub critical: f64,
    /// Positions.
    pub positions: f64,
}

/// What is expected on each level, from the root, which is level 0, to below the last that has sons.
#[must_use]
pub fn average_case(shape: &Shape) -> Vec<Level> {
    let (mut a, mut b, mut q, mut positions) = (1.0, 1.0, 1.0, 1.0);
    let mut levels = vec![Level { critical: 1.0, positions: 1.0 }];
    for (level, (interior, sons)) in shape.interior.iter().zip(&shape.sons).enumerate() {
        let (odd, even) = if level % 2 == 0 { (sons, interior) } else { (interior, sons) };
        a *= odd;
        b *= even;
        q *= interior;
        positions *= sons;
        levels.push(Level { critical: a + b - q, positions });
    }
    levels
}
