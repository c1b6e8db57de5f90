//! One sentence for each event of a search.

use super::event::{Event, Origin, Searched, State};
use super::view::{View, number, player};
use crate::game_tree::Value;
use crate::observer::{End, Memory};
use crate::tree::Path;

/// Describes an event in a sentence without a full stop.
#[must_use]
pub fn sentence(event: &Event, view: View) -> String {
    match event {
        Event::Enter { at, visit } => {
            let again = if *visit > 1 { format!(", visit {visit}") } else { String::new() };
            let window = view.window(&at.path, at.alpha, at.beta);
            format!("{} ({}) is searched with the window {window}{again}", at.path, player(&at.path))
        }
        Event::Leaf { at, value, visit } => {
            let again = if *visit > 1 { format!(" again, visit {visit}") } else { String::new() };
            format!("leaf {} is evaluated{again}: {}", at.path, number(view.value(&at.path, *value)))
        }
        Event::Leave { at, value, end, cut, is_complete, origin } => match end {
            End::Complete => complete(at, *value, *is_complete, view),
            End::Solved => format!("{} is solved: {}", at.path, number(view.value(&at.path, *value))),
            End::Cutoff(_) => cutoff(at, *value, (cut, origin.as_ref()), view),
            End::ProveBest(upper) => proved_best(at, *value, (*upper, cut), view),
            End::Transposition(index) => {
                let (reached, child) = (compared(at, *value, at.beta, view), at.path.child(*index));
                format!(
                    "{}: {reached}: a bound of {child} is in the table (enhanced transposition cutoff); no child is searched",
                    at.path
                )
            }
        },
        Event::TableCutoff { at, value } => {
            let reached = if *value >= at.beta { at.beta } else { at.alpha };
            format!("{}: {} in memory: not searched", at.path, compared(at, *value, reached, view))
        }
        Event::Research { path } => {
            if path.level() == 0 {
                "the root is re-searched: its value lies outside the window".into()
            } else {
                format!("{path} is re-searched: the test shows that it is better, but not how much")
            }
        }
        Event::IgnoreLeft { path, index } => {
            format!(
                "{path}: the test showed that children left of {} are too low (ignore left)",
                path.child(*index)
            )
        }
        Event::BeginPass { number: pass, bound } => {
            format!("pass {pass} begins: does the root reach {}?", number(*bound))
        }
        Event::EndPass { number: pass, fail_high } => {
            format!("pass {pass} ends: it fails {}", if *fail_high { "high" } else { "low" })
        }
        Event::Stored { path, memory } => format!("memory: {}", remembered(path, memory, view)),
        Event::Forgotten { path } => format!("memory: nothing about {path} and the nodes below it any more"),
        Event::Open { expanded, .. } => expanded.as_ref().map_or_else(
            || "OPEN: the root".into(),
            |(state, case)| format!("OPEN: {} is expanded: {}", described(state), operator(*case)),
        ),
    }
}

/// The comparison of a result with the end of the window that it reached, such as `15 >= 12`.
fn compared(at: &Searched, value: Value, reached: Value, view: View) -> String {
    let is_above = (value >= at.beta) != view.negates(&at.path);
    let sign = if is_above { ">=" } else { "<=" };
    let shown = [value, reached].map(|value| number(view.value(&at.path, value)));
    format!("{} {sign} {}", shown[0], shown[1])
}

/// Describes a beta cutoff.
fn cutoff(at: &Searched, value: Value, (cut, origin): (&[usize], Option<&Origin>), view: View) -> String {
    let path = &at.path;
    let reached = compared(at, value, at.beta, view);
    let why = origin.map_or_else(String::new, |origin| format!(": {}", explained(path, origin)));
    let left = if cut.is_empty() { String::new() } else { format!("; cut off: {}", children(path, cut)) };
    format!("{path}: {reached}{why}{left}")
}

/// Describes a prove-best cutoff: no other child is better than `upper`.
fn proved_best(at: &Searched, value: Value, (upper, cut): (Value, &[usize]), view: View) -> String {
    let path = &at.path;
    let [result, upper] = [value, upper].map(|value| number(view.value(path, value)));
    let left = children(path, cut);
    format!(
        "{path}: {result}; the test showed that no other child is better than {upper} (prove best); cut off: {left}"
    )
}

/// The names of children.
fn children(path: &Path, indices: &[usize]) -> String {
    let names: Vec<String> = indices.iter().map(|index| path.child(*index).to_string()).collect();
    names.join(", ")
}

/// Describes the end of a node whose children were searched, as far as they could matter.
fn complete(at: &Searched, value: Value, is_complete: bool, view: View) -> String {
    let path = &at.path;
    let result = match value {
        value if value <= at.alpha => format!("{}, a bound", compared(at, value, at.alpha, view)),
        value if value >= at.beta => format!("{}, a bound", compared(at, value, at.beta, view)),
        value => number(view.value(path, value)),
    };
    let children = if is_complete { "all children are searched" } else { "no other child needs a search" };
    format!("{path}: {result}; {children}")
}

/// The reason of a cutoff.
fn explained(path: &Path, origin: &Origin) -> String {
    match origin {
        Origin::Sibling { of, sibling } if of == path => format!("{path} has a better sibling, {sibling}"),
        Origin::Sibling { of, sibling } => {
            format!("{of}, above {path}, has a better sibling, {sibling} (deep cutoff)")
        }
        Origin::Test(of) if of == path => "this answers the test".into(),
        Origin::Test(of) => format!("this answers the test of {of}"),
        Origin::OwnTest(of) => format!("the re-search of {of} confirms its test"),
        Origin::Memory(of) => format!("a bound of {of} in memory"),
        Origin::Pass(pass) => format!("this answers pass {pass}"),
        Origin::Root => "outside the window of the root".into(),
    }
}

/// What is stored about a node.
pub(super) fn remembered(path: &Path, memory: &Memory, view: View) -> String {
    match memory {
        Memory::Bounds { lower, upper } if lower == upper => {
            format!("{path} = {}", number(view.value(path, *lower)))
        }
        Memory::Bounds { lower, upper } => {
            let (low, high) = if view.negates(path) { (-upper, -lower) } else { (*lower, *upper) };
            format!("{} <= {path} <= {}", number(low), number(high))
        }
        Memory::Children(bounds) => {
            let sign = if view.negates(path) { ">=" } else { "<=" };
            let bounds = bounds.iter().enumerate().map(|(index, bound)| {
                format!("{} {sign} {}", path.child(index), number(view.value(path, *bound)))
            });
            bounds.collect::<Vec<String>>().join(", ")
        }
        Memory::Best(index) => format!("the best child of {path} is {}", path.child(*index)),
    }
}

/// A state of OPEN, such as `(1.2, LIVE, 8)`.
pub(super) fn described(state: &State) -> String {
    let status = if state.is_solved { "SOLVED" } else { "LIVE" };
    format!("({}, {status}, {})", state.path, number(state.merit))
}

/// What a case of Stockman's operator does.
fn operator(case: u8) -> &'static str {
    match case {
        1 => "its parent is solved and the states below are purged (case 1)",
        2 => "its next sibling replaces it (case 2)",
        3 => "it was the last child: its parent is solved (case 3)",
        4 => "a leaf: it is solved, and its value bounds its merit (case 4)",
        5 => "its first child replaces it (case 5)",
        _ => "all its children replace it (case 6)",
    }
}
