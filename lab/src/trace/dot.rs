//! Drawings for Graphviz: one graph for each algorithm.

use std::fmt::Write as _;

use super::outline::Outline;
use super::picture::picture;
use super::recording::Recording;
use super::text::summary;
use super::view::View;

/// Draws recordings of one tree in the language DOT.
#[must_use]
pub fn dot(recordings: &[Recording], outline: &Outline, view: View) -> String {
    // Writing to a string does not fail.
    let mut dot = String::new();
    for recording in recordings {
        let _ = writeln!(dot, "digraph \"{}\" {{", recording.algorithm.name());
        let _ = writeln!(
            dot,
            "  label=\"{}: {}\"; labelloc=t;",
            recording.algorithm.name(),
            summary(recording, outline).trim_end()
        );
        dot.push_str(
            "  node [fontname=\"sans-serif\", style=filled, fillcolor=white]; edge [arrowhead=none];\n",
        );
        for (number, node) in picture(recording, outline, view).iter().enumerate() {
            let shape = match (node.is_leaf, node.is_max) {
                (true, _) => "box",
                (false, true) => "square",
                (false, false) => "circle",
            };
            let lines: Vec<&str> = [node.result.as_str(), node.window.as_str()]
                .into_iter()
                .filter(|line| !line.is_empty())
                .collect();
            let style = match node.visits {
                0 => ", style=dashed, color=gray, fontcolor=gray",
                _ if node.is_best => ", penwidth=2.5, color=\"#00694d\"",
                _ => "",
            };
            let fill = if node.kind.is_some() && node.visits > 0 { ", fillcolor=\"#e8eef7\"" } else { "" };
            let tooltip =
                node.kind.map_or_else(|| node.name.clone(), |kind| format!("{}, kind {kind}", node.name));
            let _ = writeln!(
                dot,
                "  n{number} [label=\"{}\", shape={shape}, tooltip=\"{tooltip}\"{style}{fill}];",
                lines.join("\\n")
            );
            if let Some(parent) = node.parent {
                let style = if node.visits == 0 { " [style=dashed, color=gray]" } else { "" };
                let _ = writeln!(dot, "  n{parent} -> n{number}{style};");
            }
        }
        dot.push_str("}\n");
    }
    dot
}
