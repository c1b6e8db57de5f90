//! Every example that the sources print, searched and compared with what is printed.

use clap::Args;

use super::{Experiment, Output, Runner};
use crate::command_line::Words;
use crate::error::LabError;
use crate::printed::{PRINTED_PATHS, PRINTED_TREES, PrintedTree};
use crate::report::{DataTable, Section};
use crate::theory::NodeKind;
use crate::tree::Path;

/// Search every example of the sources and compare leaves, windows, results and passes, printed and computed here
///
/// `lancet-lab trace --preset NAME` shows an example step by step.
#[derive(Args, Clone, PartialEq, Default, Debug)]
pub struct Examples {
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Examples {
    /// The name of the section.
    pub const ID: &'static str = "examples";
}

/// Adds the rows of a tree, and returns whether every search finds its items.
fn add_tree(tree: &PrintedTree, table: &mut DataTable) -> Result<bool, LabError> {
    let literal = tree.literal().map_err(|error| LabError::Tree(error.pointed(tree.text)))?;
    let mut all = true;
    for search in tree.searches {
        let found = search.record(&literal).map_err(LabError::from)?;
        let differences = search.differences(&found);
        all &= differences.is_empty();
        let result = if differences.is_empty() { "found".into() } else { differences.join("; ") };
        table.push([
            tree.name.to_string(),
            tree.origin(),
            tree.text.to_string(),
            search.algorithm.name().to_string(),
            found.described_parameters(),
            search.items(true).join("; "),
            search.items(false).join("; "),
            result,
        ]);
    }
    Ok(all)
}

impl Experiment for Examples {
    fn section(&self, _runner: &Runner) -> Result<Section, LabError> {
        let mut section = Section {
            id: Examples::ID.into(),
            title: "Every example that the sources print".into(),
            ..Section::default()
        };
        let mut table = DataTable::new(
            "Searches with what the sources print of them, and what was computed here",
            [
                "example",
                "source",
                "tree",
                "algorithm",
                "parameters",
                "as printed",
                "as computed here",
                "search",
            ],
        );
        for tree in PRINTED_TREES {
            let is_found = add_tree(tree, &mut table)?;
            section.check(is_found, format!("{}: {}", tree.name, tree.title));
        }
        let searches = || PRINTED_TREES.iter().flat_map(|tree| tree.searches);
        let printed = searches().filter(|search| !search.is_added()).count();
        section.notes.push(format!(
            "the sources print items of {printed} of these searches; the other {} were added here, to compare algorithms or where \
             a source states something without numbers. Claims rest on printed items only",
            searches().count() - printed
        ));
        let mut notes =
            DataTable::new("What the sources leave open and is filled in here", ["example", "filled in"]);
        for tree in PRINTED_TREES.iter().filter(|tree| !tree.note.is_empty()) {
            notes.push([tree.name, tree.note]);
        }
        let mut paths = DataTable::new(
            "The paths that source 003 prints in Dewey decimal notation",
            ["path", "critical in the source", "kind here"],
        );
        let mut all = true;
        for (text, is_critical) in PRINTED_PATHS {
            let kind = text.parse().ok().and_then(|path: Path| NodeKind::of(&path));
            all &= kind.is_some() == is_critical;
            let kind = kind.map_or("not critical", NodeKind::number);
            paths.push([text, if is_critical { "yes" } else { "no" }, kind]);
        }
        section.check(all, "the five printed paths are critical where the source says so");
        section.tables = vec![table, notes, paths];
        Ok(section)
    }

    fn has_chart(&self) -> bool {
        false
    }

    fn has_partial_results(&self) -> bool {
        false
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        self.output.add_words(Words::new("examples"))
    }
}
