//! The paper on the comparison of the drivers in the engine, whose tables, figures and numbers are generated from the
//! files of measurements.

mod games;
mod searches;
mod template;

pub use template::fill;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lancet::Error;
use lancet::console::{read_text, write_atomic};
use lancet::files::{MAX_TEXT, OutputFolder, read};
use lancet::search::DriverOptions;
use lancet_arena::pair_row::PairRow;
use lancet_arena::results_file::{Row, read_rows};

use crate::drivers::SearchRow;
use crate::error::LabError;

/// The driver that all others are compared with.
const BASELINE: &str = "PVS";

/// The text of an item that was not measured yet.
const UNMEASURED: &str = "*not yet measured*";

/// Why the paper cannot be generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PaperError {
    /// The measurements are from several engines.
    #[error("the measurements are from {0} different engines; expected one")]
    SeveralEngines(usize),
    /// A mark without its end.
    #[error("invalid paper: unclosed mark '<!-- make'")]
    UnclosedMark,
    /// An item without its end.
    #[error("invalid paper: item '{0}' is not closed by '<!-- made -->'")]
    UnclosedItem(String),
    /// An item that the measurements do not define.
    #[error("invalid paper: unknown item '{0}'")]
    UnknownItem(String),
}

/// Generate the tables, figures and numbers of the paper on the drivers from the measurements
///
/// The folder contains the text, README.md, and the measurements: searches.csv of `lancet-lab drivers` and games.csv of
/// `lancet-arena match`. Text between marks is replaced, and the figures are drawn beside it. Items without measurements
/// say so.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Paper {
    /// Folder of the paper
    #[arg(default_value = "docs/drivers")]
    pub folder: OutputFolder,
    /// Write nothing; fail if a file would change
    #[arg(long)]
    pub check: bool,
}

/// Everything that is generated from the measurements.
#[derive(Default, Debug)]
pub struct Items {
    /// Items of the text, by name.
    pub texts: BTreeMap<String, String>,
    /// SVG figures, by file name.
    pub figures: BTreeMap<String, String>,
}

impl Items {
    fn text(&mut self, name: &str, text: impl Into<String>) {
        self.texts.insert(name.into(), text.into());
    }

    /// Adds a figure, and the item that includes it in the text.
    fn figure(&mut self, name: &str, title: &str, svg: String) {
        let file = format!("{name}.svg");
        self.text(&format!("figure {name}"), format!("![{title}]({file})"));
        self.figures.insert(file, svg);
    }

    /// Generates all items.
    ///
    /// # Errors
    /// If the measurements are from several engines, or a figure cannot be drawn.
    pub fn of(searches: &[SearchRow], pairs: &[PairRow]) -> Result<Items, LabError> {
        let mut signatures: Vec<u64> = Vec::new();
        signatures.extend(searches.iter().filter(|row| row.driver == BASELINE).map(|row| row.signature));
        signatures
            .extend(pairs.iter().filter(|row| row.opponent == BASELINE).map(|row| row.opponent_signature));
        signatures.sort_unstable();
        signatures.dedup();
        let signature = match signatures[..] {
            [] => UNMEASURED.to_owned(),
            [signature] => signature.to_string(),
            _ => return Err(PaperError::SeveralEngines(signatures.len()).into()),
        };
        let mut items = Items::default();
        items.text("signature", signature);
        items.text("pass limit", DriverOptions::default().max_passes.to_string());
        searches::add(&mut items, searches)?;
        games::add(&mut items, pairs)?;
        Ok(items)
    }
}

impl Paper {
    /// Generates the paper, or reports what would change.
    ///
    /// # Errors
    /// If a file cannot be read or written or is invalid; [`Error::Failed`] if a file would change; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LabError> {
        let mut stale = Vec::new();
        for (path, text) in self.generate()? {
            if read(&path, MAX_TEXT).is_ok_and(|old| old == text.as_bytes()) {
                continue;
            }
            if !self.check {
                write_atomic(&path, |file| file.write_all(text.as_bytes()))?;
            }
            stale.push(path.display().to_string());
        }
        let action = if self.check { "is out of date" } else { "written" };
        stale.iter().try_for_each(|path| writeln!(out, "{path} {action}"))?;
        if self.check && !stale.is_empty() { Err(Error::Failed.into()) } else { Ok(()) }
    }

    /// The generated files.
    fn generate(&self) -> Result<Vec<(PathBuf, String)>, LabError> {
        let file = |name: &str| self.folder.join(name);
        let items = Items::of(&rows(&file("searches.csv"))?, &rows(&file("games.csv"))?)?;
        let text = read_text(&file("README.md"))?;
        let mut generated = vec![(file("README.md"), fill(&text, &items.texts)?)];
        generated.extend(items.figures.into_iter().map(|(name, figure)| (file(&name), figure)));
        Ok(generated)
    }
}

/// The rows of a file; none if it does not exist yet.
fn rows<R: Row>(path: &Path) -> Result<Vec<R>, Error> {
    if path.exists() { Ok(read_rows(path)?) } else { Ok(Vec::new()) }
}
