//! Paper: the comparison of the drivers in the engine, written down; its tables, figures and numbers are made from the
//! files of what was measured.

mod games;
mod searches;
mod template;

pub use template::fill;

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lancet::Error;
use lancet::search::DriverOptions;
use lancet_arena::pair_row::PairRow;
use lancet_arena::results_file::{Row, read_rows};

use crate::drivers::SearchRow;
use crate::store::write_whole;

/// What all drivers are measured by.
const BASELINE: &str = "PVS";

/// What stands where nothing was measured yet.
const UNMEASURED: &str = "*not yet measured*";

/// Make the tables, figures and numbers of the paper on the drivers from what was measured
///
/// The folder holds the text, README.md, and the data, searches.csv of `lancet drivers` and games.csv of
/// `lancet match`. What stands in the text between marks is made anew, and the figures beside it; where a file is not
/// there yet, the text says so.
#[derive(Args, Clone, Debug)]
pub struct Paper {
    /// The folder
    #[arg(default_value = "docs/drivers")]
    pub folder: PathBuf,
    /// Write nothing; fail if anything would change
    #[arg(long)]
    pub check: bool,
}

/// What can be made from the data.
#[derive(Default)]
pub struct Items {
    /// What stands in the text, by name.
    pub texts: BTreeMap<String, String>,
    /// Pictures, by the name of the file.
    pub pictures: BTreeMap<String, String>,
}

impl Items {
    fn text(&mut self, name: &str, text: impl Into<String>) {
        self.texts.insert(name.into(), text.into());
    }

    /// A picture, and the words that show it in the text.
    fn picture(&mut self, name: &str, title: &str, picture: String) {
        let file = format!("{name}.svg");
        self.text(&format!("figure {name}"), format!("![{title}]({file})"));
        self.pictures.insert(file, picture);
    }

    /// Everything that the data say.
    ///
    /// # Errors
    /// A sentence where they are of different engines.
    pub fn of(searches: &[SearchRow], pairs: &[PairRow]) -> Result<Items, String> {
        let mut signatures: Vec<u64> = Vec::new();
        signatures.extend(searches.iter().filter(|row| row.driver == BASELINE).map(|row| row.signature));
        signatures
            .extend(pairs.iter().filter(|row| row.against == BASELINE).map(|row| row.against_signature));
        signatures.sort_unstable();
        signatures.dedup();
        let signature = match signatures[..] {
            [] => UNMEASURED.to_owned(),
            [signature] => signature.to_string(),
            _ => return Err(format!("the data are of {} engines, not of one", signatures.len())),
        };
        let mut items = Items::default();
        items.text("signature", signature);
        items.text("cap", DriverOptions::default().max_passes.to_string());
        searches::add(&mut items, searches)?;
        games::add(&mut items, pairs)?;
        Ok(items)
    }
}

impl Paper {
    /// Makes it, or tells what would change.
    ///
    /// # Errors
    /// A sentence where a file is not as it should be; [`Error::Failed`] where something would change; those of
    /// `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let mut stale = Vec::new();
        for (path, text) in self.made()? {
            if fs::read_to_string(&path).ok().as_deref() == Some(&text) {
                continue;
            }
            if !self.check {
                write_whole(&path, text.as_bytes())?;
            }
            stale.push(path.display().to_string());
        }
        let words = if self.check { "is not what the data say" } else { "is written" };
        stale.iter().try_for_each(|path| writeln!(out, "{path} {words}"))?;
        if self.check && !stale.is_empty() { Err(Error::Failed) } else { Ok(()) }
    }

    /// The files as the data say.
    fn made(&self) -> Result<Vec<(PathBuf, String)>, Error> {
        let file = |name: &str| self.folder.join(name);
        let items = Items::of(&rows(&file("searches.csv"))?, &rows(&file("games.csv"))?)?;
        let text =
            fs::read_to_string(file("README.md")).map_err(|error| unreadable(&file("README.md"), error))?;
        let mut made = vec![(file("README.md"), fill(&text, &items.texts)?)];
        made.extend(items.pictures.into_iter().map(|(name, picture)| (file(&name), picture)));
        Ok(made)
    }
}

/// The rows of a file, none where it is not there yet.
fn rows<R: Row>(path: &Path) -> Result<Vec<R>, Error> {
    if path.exists() { Ok(read_rows(path)?) } else { Ok(Vec::new()) }
}

fn unreadable(path: &Path, error: std::io::Error) -> Error {
    Error::Sentence(format!("the file {} cannot be read: {error}", path.display()))
}
