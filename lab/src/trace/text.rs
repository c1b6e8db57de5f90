//! A recording as text: one line for each event, indented by the level of its node.

use std::fmt::Write as _;

use super::event::Event;
use super::outline::Outline;
use super::recording::Recording;
use super::sentence::{described, sentence};
use super::view::View;
use crate::theory::NodeKind;
use crate::tree::Path;

/// Formats a recording.
#[must_use]
pub fn text(recording: &Recording, outline: &Outline, view: View) -> String {
    // Writing to a string does not fail.
    let mut text = String::new();
    let parameters = recording.described_parameters();
    let parameters = if parameters.is_empty() { parameters } else { format!(" ({parameters})") };
    let _ = writeln!(text, "{}: {}{parameters}", recording.algorithm.name(), recording.algorithm.summary());
    for (step, event) in (1..).zip(&recording.events) {
        let indent = "  ".repeat(event.path().map_or(0, Path::level));
        let kind = match event {
            Event::Enter { at, .. } | Event::Leaf { at, .. } => {
                NodeKind::of(&at.path).map_or("-", NodeKind::number)
            }
            _ => "",
        };
        let _ = writeln!(text, "{step:>5}  {kind:<3}  {indent}{}", sentence(event, view));
        if let Event::Open { states, .. } = event {
            let states: Vec<String> = states.iter().map(described).collect();
            let _ = writeln!(text, "{:>10}  {}", "", states.join(" "));
        }
    }
    text.push_str(&summary(recording, outline));
    text
}

/// The result of a recording in one line.
#[must_use]
pub fn summary(recording: &Recording, outline: &Outline) -> String {
    let leaves = recording.leaves().count();
    let passes = match recording.passes() {
        0 => String::new(),
        1 => ", 1 pass".into(),
        passes => format!(", {passes} passes"),
    };
    format!(
        "value {}, {leaves} leaves evaluated ({} different of {}; {} critical){passes}, best line {}\n",
        recording.described_value(),
        recording.distinct_leaves(),
        outline.leaves,
        outline.critical_leaves(),
        recording.line,
    )
}
