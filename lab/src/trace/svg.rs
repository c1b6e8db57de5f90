//! Drawings as SVG: the trees of several algorithms one below the other.

use std::fmt::Write as _;

use super::outline::Outline;
use super::picture::{Drawn, picture};
use super::recording::Recording;
use super::text::summary;
use super::view::View;

/// The distance of leaves and of levels, and the margin, in pixels.
const STEP: (f64, f64) = (54.0, 84.0);
const MARGIN: f64 = 40.0;
/// The height of the lines above a tree.
const HEADER: f64 = 56.0;

const STYLE: &str = include_str!("svg.css");

/// Draws recordings of one tree.
#[must_use]
pub fn svg(recordings: &[Recording], outline: &Outline, view: View) -> String {
    let levels = outline.nodes.iter().map(|node| node.path.level()).max().unwrap_or(0) as f64;
    let width = (outline.leaves.max(1) as f64 - 1.0).mul_add(STEP.0, 2.0 * MARGIN).max(560.0);
    let one = levels.mul_add(STEP.1, HEADER + 2.0 * MARGIN);
    let height = one * recordings.len() as f64;
    // Writing to a string does not fail.
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<style>\n{STYLE}</style>"
    );
    for (number, recording) in recordings.iter().enumerate() {
        let _ = writeln!(svg, "<g transform=\"translate(0 {})\">", one * number as f64);
        let _ = writeln!(svg, "<text class=\"title\" x=\"8\" y=\"22\">{}</text>", recording.algorithm.name());
        let _ = writeln!(
            svg,
            "<text class=\"note\" x=\"8\" y=\"42\">{}</text>",
            summary(recording, outline).trim_end()
        );
        add_tree(&mut svg, &picture(recording, outline, view));
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

fn place(node: &Drawn) -> (f64, f64) {
    (node.x.mul_add(STEP.0, MARGIN), (node.level as f64).mul_add(STEP.1, HEADER + MARGIN))
}

fn add_tree(svg: &mut String, nodes: &[Drawn]) {
    for node in nodes.iter().filter(|node| node.kind.is_some()) {
        let (x, y) = place(node);
        let _ = writeln!(svg, "<circle class=\"critical\" cx=\"{x}\" cy=\"{y}\" r=\"25\"/>");
    }
    for node in nodes {
        let Some(parent) = node.parent.map(|parent| &nodes[parent]) else { continue };
        let ((x1, y1), (x2, y2)) = (place(parent), place(node));
        let class = class_of(node);
        let _ = writeln!(svg, "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>");
        if node.visits == 0 && parent.visits > 0 {
            let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
            let _ = writeln!(svg, "<path class=\"cutmark\" d=\"M{} {y}h14m-14 5h14\"/>", x - 7.0);
        }
    }
    nodes.iter().for_each(|node| add_node(svg, node));
}

/// The style of a node and of the edge above it.
fn class_of(node: &Drawn) -> &'static str {
    match node {
        node if node.visits == 0 => "unvisited",
        node if node.is_best => "best",
        _ => "visited",
    }
}

fn add_node(svg: &mut String, node: &Drawn) {
    let ((x, y), class) = (place(node), class_of(node));
    let _ = match (node.is_leaf, node.is_max) {
        (true, _) => writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"34\" height=\"24\" rx=\"3\"/>",
            x - 17.0,
            y - 12.0
        ),
        (false, true) => writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"34\" height=\"34\"/>",
            x - 17.0,
            y - 17.0
        ),
        (false, false) => writeln!(svg, "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"18\"/>"),
    };
    let _ = writeln!(svg, "<text class=\"result\" x=\"{x}\" y=\"{}\">{}</text>", y + 4.5, node.result);
    let note = |svg: &mut String, y: f64, text: &str| {
        let _ = writeln!(svg, "<text class=\"small\" x=\"{x}\" y=\"{y}\">{text}</text>");
    };
    if !node.window.is_empty() {
        note(svg, y + 30.0, &node.window);
    }
    if let Some(turn) = node.turn {
        let again = if node.visits > 1 { format!(" ×{}", node.visits) } else { String::new() };
        note(svg, y + 25.0, &format!("{turn}.{again}"));
    } else if node.visits > 1 {
        note(svg, y - 21.0, &format!("×{}", node.visits));
    }
}
