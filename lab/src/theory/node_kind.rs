//! The five kinds of critical positions: types 2 and 3 by their distance from the principal variation.
//!
//! Source 003. The anchor of a path is its first step that is not 1. A node at the anchor is of kind 2.1, one an even
//! number of plies below of kind 2.2; one ply below the anchor lies kind 3.1, at larger odd distances kind 3.2.

use std::fmt;

use super::critical::is_critical;
use super::node_type::NodeType;
use crate::tree::Path;

/// The kind of a critical position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NodeKind {
    /// 1: on the principal variation.
    Principal,
    /// 2.1: a child of a node of kind 1 other than the first.
    CutAtAnchor,
    /// 2.2: a child of a node of type 3.
    CutBelow,
    /// 3.1: the first child of a node of kind 2.1.
    AllAtAnchor,
    /// 3.2: the first child of a node of kind 2.2.
    AllBelow,
}

impl NodeKind {
    /// All kinds.
    pub const ALL: [NodeKind; 5] = [
        NodeKind::Principal,
        NodeKind::CutAtAnchor,
        NodeKind::CutBelow,
        NodeKind::AllAtAnchor,
        NodeKind::AllBelow,
    ];

    /// The kind of the node at `path`; `None` if the node is not critical.
    #[must_use]
    pub fn of(path: &Path) -> Option<NodeKind> {
        let steps: Vec<usize> = path.indices().iter().map(|index| index + 1).collect();
        if !is_critical(&steps) {
            return None;
        }
        let Some(anchor) = steps.iter().position(|step| *step != 1) else { return Some(NodeKind::Principal) };
        Some(match steps.len() - 1 - anchor {
            0 => NodeKind::CutAtAnchor,
            1 => NodeKind::AllAtAnchor,
            below if below.is_multiple_of(2) => NodeKind::CutBelow,
            _ => NodeKind::AllBelow,
        })
    }

    /// The type, which has two kinds or one.
    #[must_use]
    pub fn node_type(self) -> NodeType {
        match self {
            NodeKind::Principal => NodeType::Principal,
            NodeKind::CutAtAnchor | NodeKind::CutBelow => NodeType::Cut,
            NodeKind::AllAtAnchor | NodeKind::AllBelow => NodeType::All,
        }
    }

    /// The number of the kind as printed.
    #[must_use]
    pub fn number(self) -> &'static str {
        match self {
            NodeKind::Principal => "1",
            NodeKind::CutAtAnchor => "2.1",
            NodeKind::CutBelow => "2.2",
            NodeKind::AllAtAnchor => "3.1",
            NodeKind::AllBelow => "3.2",
        }
    }
}

impl fmt::Display for NodeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.number())
    }
}

/// The number of critical positions of each kind, in the order of [`NodeKind::ALL`], at a level of the uniform tree of a
/// width of at least 1. Level 0 is the root.
///
/// Their sum is `w^ceil(l/2) + w^floor(l/2) - 1`.
#[must_use]
pub fn kinds_at_level(width: u64, level: u32) -> [u64; NodeKind::ALL.len()] {
    if level == 0 {
        return [1, 0, 0, 0, 0];
    }
    let anchored = width - 1;
    let all_at_anchor = if level >= 2 { anchored } else { 0 };
    // The anchors lie at all levels above; each level below them has `width` times as many nodes as two levels before.
    let below = |halves: u32| width.pow(halves) - width.min(width.pow(halves));
    [1, anchored, below(level.div_ceil(2)), all_at_anchor, below(level / 2)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All paths of a level of the uniform tree of a width.
    fn level(width: usize, level: usize) -> Vec<Path> {
        (0..level).fold(vec![Path::default()], |paths, _| {
            paths.iter().flat_map(|path| (0..width).map(|index| path.child(index))).collect()
        })
    }

    #[test]
    fn kinds_have_the_known_numbers() {
        // Width 3, level 5: 35 = 3^3 + 3^2 - 1 critical positions.
        let kinds: Vec<NodeKind> = level(3, 5).iter().filter_map(NodeKind::of).collect();
        let numbers = NodeKind::ALL.map(|kind| kinds.iter().filter(|other| **other == kind).count());
        assert_eq!((kinds.len(), numbers), (35, [1, 2, 24, 2, 6]));
    }

    #[test]
    fn numbers_at_a_level_are_those_of_its_paths() {
        for (width, depth) in [(1, 4), (2, 7), (3, 5), (4, 4)] {
            for number in 0..=depth {
                let kinds: Vec<NodeKind> =
                    level(width, number as usize).iter().filter_map(NodeKind::of).collect();
                let counted =
                    NodeKind::ALL.map(|kind| kinds.iter().filter(|other| **other == kind).count() as u64);
                let computed = kinds_at_level(width as u64, number);
                assert_eq!(computed, counted, "width {width}, level {number}");
                let minimal = crate::theory::minimal_leaves(width, number);
                assert_eq!(computed.iter().sum::<u64>() as f64, minimal);
            }
        }
    }

    #[test]
    fn kinds_refine_the_types() {
        for path in (0..5).flat_map(|depth| level(3, depth)) {
            let mut steps = path.indices().iter();
            let by_type = steps.try_fold(NodeType::Principal, |kind, index| kind.child(*index));
            assert_eq!(NodeKind::of(&path).map(NodeKind::node_type), by_type, "{path}");
        }
    }
}
