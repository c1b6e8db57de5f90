//! What a drawing of a finished search shows at each node.

use super::event::{Event, Searched};
use super::outline::Outline;
use super::recording::Recording;
use super::view::{View, number};
use crate::tree::Path;

/// A node of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    /// The path, in Dewey decimal notation.
    pub name: String,
    /// The number of the parent.
    pub parent: Option<usize>,
    /// The horizontal position in leaves.
    pub x: f64,
    /// The level; the root is at 0.
    pub level: usize,
    /// Whether the player at the root is to move.
    pub is_max: bool,
    /// Whether the node is a leaf.
    pub is_leaf: bool,
    /// The kind of a critical node.
    pub kind: Option<&'static str>,
    /// The last result, or the value of a leaf; empty for an interior node that was not visited.
    pub result: String,
    /// The last window of an interior node.
    pub window: String,
    /// How often the node was visited.
    pub visits: u32,
    /// Whether the node lies on the best line.
    pub is_best: bool,
    /// The turn of the first evaluation of a leaf, from 1.
    pub turn: Option<usize>,
}

/// Collects what a drawing of a recording shows.
#[must_use]
pub fn picture(recording: &Recording, outline: &Outline, view: View) -> Vec<Drawn> {
    let mut drawn: Vec<Drawn> = outline
        .nodes
        .iter()
        .map(|node| Drawn {
            name: node.path.to_string(),
            parent: node.parent,
            x: node.x,
            level: node.path.level(),
            is_max: node.is_max(),
            is_leaf: node.is_leaf(),
            kind: node.kind.map(crate::theory::NodeKind::number),
            result: if node.is_leaf() { shown(view, &node.path, node.value) } else { String::new() },
            window: String::new(),
            visits: 0,
            is_best: recording.line.is_at_or_below(&node.path),
            turn: None,
        })
        .collect();
    let mut turns = 0;
    for event in &recording.events {
        let Some(node) = event.path().and_then(|path| outline.number(path)).map(|node| &mut drawn[node])
        else {
            continue;
        };
        match event {
            Event::Enter { at: Searched { path, alpha, beta, .. }, visit } => {
                node.visits = *visit;
                node.window = view.window(path, *alpha, *beta);
            }
            Event::Leaf { visit, .. } => {
                turns += 1;
                node.visits = *visit;
                node.turn.get_or_insert(turns);
            }
            Event::Leave { at, value, .. } => node.result = number(view.value(&at.path, *value)),
            _ => {}
        }
    }
    drawn
}

/// The value of a leaf, which the outline has for the player at the root.
fn shown(view: View, path: &Path, value: crate::Value) -> String {
    number(if view == View::SideToMove && !path.level().is_multiple_of(2) { -value } else { value })
}
