//! Every example that the sources print, searched and compared with what is printed.

use clap::Args;

use super::{Experiment, Output, Runner};
use crate::command_line::Words;
use crate::error::LabError;
use crate::printed::{PRINTED_PATHS, PRINTED_TREES, PrintedSearch, PrintedTree};
use crate::report::{DataTable, Section};
use crate::theory::NodeKind;
use crate::trace::number;
use crate::tree::Path;

/// Search every example that the sources print and compare leaves, windows, results and passes
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

/// The windows and results that an example prints at its nodes.
fn printed_details(search: &PrintedSearch) -> String {
    let windows = search
        .windows
        .iter()
        .map(|(path, low, high)| format!("{path} in ({}, {})", number(*low), number(*high)));
    let results = search.results.iter().map(|(path, value)| format!("{path} = {value}"));
    let memory = search.from_memory.iter().map(|path| format!("{path} from memory"));
    let passes = search.passes.iter().map(|bound| format!("({}, {bound})", bound - 1));
    windows.chain(results).chain(memory).chain(passes).collect::<Vec<String>>().join("; ")
}

/// Adds the rows of a tree, and returns whether every search is as printed, or as it was added.
fn add_tree(tree: &PrintedTree, table: &mut DataTable) -> Result<bool, LabError> {
    let literal = tree.literal().map_err(|error| LabError::Tree(error.pointed(tree.text)))?;
    let mut all = true;
    for search in tree.searches {
        let found = search.record(&literal).map_err(LabError::from)?;
        let differences = search.differences(&found);
        all &= differences.is_empty();
        let result = match (differences.is_empty(), search.is_printed) {
            (true, true) => "as printed".to_string(),
            (true, false) => "added here".to_string(),
            (false, _) => differences.join("; "),
        };
        table.push([
            tree.name.to_string(),
            tree.origin(),
            tree.text.to_string(),
            search.algorithm.name().to_string(),
            found.described_parameters(),
            search.value.to_string(),
            search.count().to_string(),
            printed_details(search),
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
            "Searches with their leaves, and the windows and results that are printed at nodes",
            ["example", "source", "tree", "algorithm", "parameters", "value", "leaves", "at nodes", "search"],
        );
        for tree in PRINTED_TREES {
            let is_as_printed = add_tree(tree, &mut table)?;
            section.check(is_as_printed, format!("{}: {}", tree.name, tree.title));
        }
        let searches = || PRINTED_TREES.iter().flat_map(|tree| tree.searches);
        let printed = searches().filter(|search| search.is_printed).count();
        section.notes.push(format!(
            "the sources print {printed} of these searches; the other {} were added here, to compare algorithms or where a source \
             states something without numbers, and no claim rests on them",
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
