//! One self-contained HTML page on which searches of trees are watched side by side.
//!
//! The page has the recordings as JSON; its script draws them and checks the answers of exercises. Nothing is loaded
//! from a network.

use serde_json::{Value as Json, json};

use super::event::{Event, Searched, State};
use super::exercises::exercises;
use super::outline::Outline;
use super::recording::Recording;
use super::sentence::sentence;
use super::view::View;
use crate::algorithm::SearchError;
use crate::game_tree::{GameTree, INFINITY};
use crate::observer::Memory;
use crate::tree::Path;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = concat!(include_str!("page/palette.css"), include_str!("page/page.css"));
const SCRIPTS: [&str; 4] = [
    include_str!("page/model.js"),
    include_str!("page/drawing.js"),
    include_str!("page/exercises.js"),
    include_str!("page/main.js"),
];

/// A tree of the page with its recordings, as JSON.
#[derive(Clone, PartialEq, Debug)]
pub struct PageTree(Json);

/// How the page names a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading<'a> {
    /// A name for links, without spaces.
    pub name: &'a str,
    /// What the tree shows.
    pub title: &'a str,
    /// Where the tree comes from.
    pub source: &'a str,
}

impl PageTree {
    /// Collects what the page shows of a tree.
    ///
    /// # Errors
    /// [`SearchError`] of the searches whose results the exercises ask for.
    pub fn new<T: GameTree>(
        heading: Heading<'_>,
        (tree, depth): (&T, u32),
        outline: &Outline,
        recordings: &[Recording],
    ) -> Result<PageTree, SearchError> {
        let nodes: Vec<Json> = outline
            .nodes
            .iter()
            .map(|node| {
                json!({
                    "path": node.path.to_string(),
                    "parent": node.parent,
                    "children": node.children,
                    "x": node.x,
                    "level": node.path.level(),
                    "value": node.value,
                    "kind": node.kind.map(crate::theory::NodeKind::number),
                })
            })
            .collect();
        let runs: Vec<Json> = recordings.iter().map(|recording| run(recording, outline)).collect();
        Ok(PageTree(json!({
            "name": heading.name,
            "title": heading.title,
            "source": heading.source,
            "depth": depth,
            "leaves": outline.leaves,
            "critical": outline.critical_leaves(),
            "nodes": nodes,
            "runs": runs,
            "exercises": exercises(tree, depth, outline)?,
        })))
    }
}

/// Formats trees as one HTML page, which shows values from a point of view until another one is chosen.
#[must_use]
pub fn page(trees: &[PageTree], view: View) -> String {
    let trees: Vec<&Json> = trees.iter().map(|tree| &tree.0).collect();
    let data = json!({ "infinity": INFINITY, "ofMover": view == View::SideToMove, "trees": trees });
    // Inside a script element, `</` and `<!--` would end or change the script.
    let data = data.to_string().replace('<', "\\u003c");
    let page = TEMPLATE.replace("/* style */", STYLE).replace("/* script */", &SCRIPTS.join("\n"));
    page.replace("/* data */", &data)
}

fn run(recording: &Recording, outline: &Outline) -> Json {
    let events: Vec<Json> = recording.events.iter().map(|event| described(event, outline)).collect();
    let line =
        (0..=recording.line.level()).map(|plies| Path::new(recording.line.indices()[..plies].to_vec()));
    json!({
        "id": recording.algorithm.id(),
        "name": recording.algorithm.name(),
        "summary": recording.algorithm.summary(),
        "parameters": recording.described_parameters(),
        "result": recording.described_value(),
        "line": line.filter_map(|path| outline.number(&path)).collect::<Vec<usize>>(),
        "events": events,
    })
}

/// An event as the script reads it: `t` is its type, `n` its node, `s` its sentence and `m` the sentence from the point
/// of view of the side to move. Values are those of the side to move.
fn described(event: &Event, outline: &Outline) -> Json {
    let number = |path: &Path| outline.number(path);
    let mut json = match event {
        Event::Enter { at, visit } => searched("enter", at, json!({ "k": visit })),
        Event::Leaf { at, value, visit } => searched("leaf", at, json!({ "v": value, "k": visit })),
        Event::Leave { at, value, cut, .. } => {
            let cut: Vec<usize> = cut.iter().filter_map(|index| number(&at.path.child(*index))).collect();
            searched("leave", at, json!({ "v": value, "cut": cut }))
        }
        Event::TableCutoff { at, value } => searched("table", at, json!({ "v": value })),
        Event::Research { .. } => json!({ "t": "research" }),
        Event::IgnoreLeft { path, index } => {
            let cut: Vec<usize> = (0..*index).filter_map(|index| number(&path.child(index))).collect();
            json!({ "t": "ignore", "cut": cut })
        }
        Event::BeginPass { number, bound } => json!({ "t": "pass", "pass": number, "bound": bound }),
        Event::EndPass { number, fail_high } => json!({ "t": "end", "pass": number, "high": fail_high }),
        Event::Stored { memory, .. } => json!({ "t": "store", "memory": remembered(memory) }),
        Event::Forgotten { .. } => json!({ "t": "forget" }),
        Event::Open { states, .. } => {
            let state = |state: &State| json!([number(&state.path), state.merit, u8::from(state.is_solved)]);
            json!({ "t": "open", "open": states.iter().map(state).collect::<Vec<Json>>() })
        }
    };
    json["n"] = json!(event.path().and_then(number));
    json["s"] = json!(sentence(event, View::Root));
    let other = sentence(event, View::SideToMove);
    if json["s"] != json!(other) {
        json["m"] = json!(other);
    }
    json
}

fn searched(name: &str, at: &Searched, mut json: Json) -> Json {
    json["t"] = json!(name);
    (json["a"], json["b"]) = (json!(at.alpha), json!(at.beta));
    json
}

fn remembered(memory: &Memory) -> Json {
    match memory {
        Memory::Bounds { lower, upper } => json!({ "lower": lower, "upper": upper }),
        Memory::Children(bounds) => json!({ "children": bounds }),
        Memory::Best(index) => json!({ "best": index }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Explicit, TreeLiteral};

    #[test]
    fn markup_stays_text() {
        let literal = TreeLiteral::parse("[1,2]").expect("a tree");
        let (tree, depth) = (Explicit::new(&literal), literal.height());
        let outline = Outline::of(&tree, depth).expect("a small tree");
        let markup = "</script><!--";
        let heading = Heading { name: "markup", title: markup, source: markup };
        let shown = PageTree::new(heading, (&tree, depth), &outline, &[]).expect("a small tree");
        let html = page(&[shown], View::Root);
        let (_, rest) = html.split_once("<script type=\"application/json\" id=\"data\">").expect("the data");
        let (data, _) = rest.split_once("</script>").expect("the end of the data");
        assert!(!data.contains('<'), "{data}");
        let data: Json = serde_json::from_str(data).expect("JSON");
        assert_eq!(data["trees"][0]["title"], markup);
    }
}
