//! Experiment: the figures and tables of the papers, made anew.
//!
//! An experiment is a command with its options and makes a [`Section`]: tables, charts, and what was
//! expected beside what was found. All of them follow from their seeds alone.

pub mod average_case;
pub mod chess;
pub mod expected_ab;
pub mod fail_soft;
pub mod figure;
pub mod model;
pub mod mtd_start;
pub mod ordering;
mod reference;
mod runs;
pub mod speed;
pub mod variants;

pub use reference::{Reference, reference};
pub use runs::{Lab, TreeOrder, seed_of};

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use lancet::Error;

use crate::section::Section;
use crate::store::{Store, write_whole};

/// Where the results go besides the terminal.
#[derive(Args, Clone, Default, Debug)]
pub struct Output {
    /// Write the numbers to a file, as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw the first chart
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Keep finished pieces in a folder; the same command goes on with those that are there
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
}

impl Output {
    /// Shows a section and writes its files.
    ///
    /// # Errors
    /// A sentence where a file cannot be written; those of `out`.
    pub fn give(&self, section: &Section, out: &mut dyn Write) -> Result<(), Error> {
        write!(out, "{}", section.text())?;
        if let Some(path) = &self.csv {
            let csv: Vec<String> = section.sheets.iter().map(crate::section::Sheet::csv).collect();
            write_whole(path, csv.join("\n").as_bytes()).map_err(Error::Sentence)?;
        }
        if let Some(path) = &self.svg {
            let chart = section.charts.first();
            let chart = chart.ok_or_else(|| Error::Sentence("there is nothing to draw".into()))?;
            let svg = crate::report::draw(chart).map_err(Error::Sentence)?;
            write_whole(path, svg.as_bytes()).map_err(Error::Sentence)?;
        }
        Ok(())
    }
}

/// An experiment: a command that makes a section.
pub trait Experiment {
    /// Makes it.
    ///
    /// # Errors
    /// A sentence where it cannot be made as asked for.
    fn section(&self, lab: &Lab) -> Result<Section, String>;

    /// Where its results go.
    fn output(&self) -> &Output;

    /// Makes it and gives it out.
    ///
    /// # Errors
    /// As [`Experiment::section`] and [`Output::give`].
    fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let store = match &self.output().keep {
            Some(folder) => Store::in_folder(folder).map_err(Error::Sentence)?,
            None => Store::nowhere(),
        };
        let section = self.section(&Lab { store }).map_err(Error::Sentence)?;
        self.output().give(&section, out)
    }
}
