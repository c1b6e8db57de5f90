//! Drawings for LaTeX: one TikZ picture for each algorithm.

use std::fmt::Write as _;

use super::outline::Outline;
use super::picture::picture;
use super::recording::Recording;
use super::text::summary;
use super::view::View;

/// The styles of the nodes, which a document can redefine.
const STYLES: &str = "every node/.style={font=\\small, inner sep=2pt, minimum size=6mm}, max/.style={draw, rectangle}, \
                      min/.style={draw, circle}, leaf/.style={draw, rectangle, rounded corners=1pt}, \
                      critical/.style={fill=blue!8}, best/.style={very thick}, cut/.style={dashed, gray}";

/// Draws recordings of one tree for the LaTeX package `tikz`.
#[must_use]
pub fn tikz(recordings: &[Recording], outline: &Outline, view: View) -> String {
    // Writing to a string does not fail.
    let mut tikz = String::new();
    for recording in recordings {
        let title = format!("{}: {}", recording.algorithm.name(), summary(recording, outline).trim_end());
        let _ = writeln!(tikz, "% {title}\n\\begin{{tikzpicture}}[x=12mm, y=-18mm, {STYLES}]");
        for (number, node) in picture(recording, outline, view).iter().enumerate() {
            let mut style = String::from(match (node.is_leaf, node.is_max) {
                (true, _) => "leaf",
                (false, true) => "max",
                (false, false) => "min",
            });
            for (name, holds) in
                [("critical", node.kind.is_some()), ("best", node.is_best), ("cut", node.visits == 0)]
            {
                if holds {
                    let _ = write!(style, ", {name}");
                }
            }
            if !node.window.is_empty() {
                let _ = write!(style, ", label={{[font=\\tiny]below:${}$}}", math(&node.window));
            }
            let (x, y, result) = (node.x, node.level, math(&node.result));
            let _ = writeln!(tikz, "  \\node[{style}] (n{number}) at ({x}, {y}) {{${result}$}};");
            if let Some(parent) = node.parent {
                let style = if node.visits == 0 {
                    "[cut]"
                } else if node.is_best {
                    "[best]"
                } else {
                    ""
                };
                let _ = writeln!(tikz, "  \\draw{style} (n{parent}) -- (n{number});");
            }
        }
        tikz.push_str("\\end{tikzpicture}\n");
    }
    tikz
}

fn math(text: &str) -> String {
    text.replace('∞', "\\infty")
}
