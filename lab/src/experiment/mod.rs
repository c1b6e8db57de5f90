//! The experiments: the figures and tables of the papers, measured again.
//!
//! An experiment is a command with its options. It produces a [`Section`]: tables, charts, and what was expected beside
//! what was found. All results follow from seeds.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "depths, widths and counts are small"
)]

pub mod aspiration;
pub mod average_case;
pub mod best_node;
pub mod branch_size;
pub mod chess;
pub mod counts;
pub mod deepening;
pub mod distinct_leaves;
pub mod etc;
pub mod examples;
pub mod expected_ab;
pub mod fail_soft;
pub mod figure;
mod graph;
pub mod model;
mod model_chess;
mod model_prototype;
pub mod mtd_start;
pub mod no_convergence;
pub mod node_types;
pub mod ordering;
mod paired;
pub mod parallel;
mod reference;
mod runner;
mod setting;
pub mod slide_loop;
pub mod speed;
pub mod table_size;
mod tree_order;
pub mod two_bounds;
pub mod variants;
pub mod window_levels;
pub mod without_memory;

pub use reference::{Comparison, Comparisons, DISTANCE, Reference, reference};
pub use runner::{Runner, seed_of};
pub use tree_order::TreeOrder;

use std::fmt::Debug;
use std::io::Write;

use clap::Args;
use lancet::console::write_atomic;
use lancet::files::{OutputFile, OutputFolder};

use crate::cache::Cache;
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Section, draw};

/// The smallest number of runs whose standard error supports a verdict.
pub const MIN_RUNS: u64 = 20;

/// Records an expectation about means, if there are enough runs for a verdict.
fn check_means(section: &mut Section, runs: u64, holds: bool, statement: impl Into<String>) {
    if runs >= MIN_RUNS {
        section.check(holds, statement);
    }
}

/// The files for the results, besides the terminal.
#[derive(Args, Clone, PartialEq, Default, Debug)]
pub struct Output {
    /// Write the tables to FILE as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<OutputFile>,
    /// Draw the first chart to FILE; an error if the experiment has none
    #[arg(long, value_name = "FILE")]
    pub svg: Option<OutputFile>,
    /// Store partial results in DIR; the same command of the same program resumes from them. An error if the experiment
    /// has none
    #[arg(long, value_name = "DIR")]
    pub keep: Option<OutputFolder>,
}

impl Output {
    /// Prints a section and writes its files.
    ///
    /// # Errors
    /// If a file cannot be written, a requested chart does not exist, or `out` fails.
    pub fn write(&self, section: &Section, out: &mut dyn Write) -> Result<(), LabError> {
        write!(out, "{}", section.text())?;
        if let Some(path) = &self.csv {
            let mut csv = Vec::new();
            for (number, table) in section.tables.iter().enumerate() {
                if number > 0 {
                    csv.push(b'\n');
                }
                table.write_csv(&mut csv)?;
            }
            write_atomic(path, |file| file.write_all(&csv))?;
        }
        if let Some(path) = &self.svg {
            let chart = section.charts.first().ok_or(LabError::NoChart)?;
            let svg = draw(chart)?;
            write_atomic(path, |file| file.write_all(svg.as_bytes()))?;
        }
        Ok(())
    }

    /// Adds its options to the words of a command.
    #[must_use]
    pub fn add_words(&self, words: Words) -> Vec<String> {
        let words = words.path("csv", self.csv.as_deref()).path("svg", self.svg.as_deref());
        words.path("keep", self.keep.as_deref()).finish()
    }
}

/// An experiment: a command that produces a section.
pub trait Experiment: Debug {
    /// Runs the experiment.
    ///
    /// # Errors
    /// If the options are invalid, algorithms disagree, or a partial result cannot be stored.
    fn section(&self, runner: &Runner) -> Result<Section, LabError>;

    /// Whether the section has a chart.
    fn has_chart(&self) -> bool {
        true
    }

    /// Whether the experiment has partial results, which `--keep` stores.
    fn has_partial_results(&self) -> bool {
        true
    }

    /// The files for its results.
    fn output(&self) -> &Output;

    /// The words of the command line that runs the experiment, after the name of the program.
    fn to_words(&self) -> Vec<String>;

    /// Runs the experiment and writes its results.
    ///
    /// # Errors
    /// [`lancet::Error::Failed`] if an expectation does not hold; [`LabError::NoChart`] and
    /// [`LabError::NoPartialResults`] before the experiment runs; as [`Experiment::section`] and [`Output::write`].
    fn run(&self, out: &mut dyn Write) -> Result<(), LabError> {
        if self.output().svg.is_some() && !self.has_chart() {
            return Err(LabError::NoChart);
        }
        if self.output().keep.is_some() && !self.has_partial_results() {
            return Err(LabError::NoPartialResults);
        }
        let cache = match &self.output().keep {
            Some(directory) => Cache::in_directory(directory)?,
            None => Cache::disabled(),
        };
        let section = self.section(&Runner { cache })?;
        self.output().write(&section, out)?;
        if section.checks.iter().all(|check| check.holds) {
            Ok(())
        } else {
            Err(lancet::Error::Failed.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An experiment whose expectation holds or not.
    #[derive(Debug)]
    struct Sample {
        holds: bool,
        output: Output,
    }

    impl Experiment for Sample {
        fn section(&self, _runner: &Runner) -> Result<Section, LabError> {
            let mut section = Section::default();
            section.check(self.holds, "a statement");
            Ok(section)
        }

        fn output(&self) -> &Output {
            &self.output
        }

        fn to_words(&self) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn few_runs_are_no_reason_for_a_verdict() {
        let checks = |runs: u64| {
            let mut section = Section::default();
            check_means(&mut section, runs, false, "a statement");
            section.checks.len()
        };
        assert_eq!((checks(MIN_RUNS - 1), checks(MIN_RUNS)), (0, 1));
    }

    #[test]
    fn an_expectation_that_does_not_hold_fails() {
        let run = |holds: bool| {
            let mut out = Vec::new();
            let result = Sample { holds, output: Output::default() }.run(&mut out);
            (result, String::from_utf8(out).expect("text"))
        };
        let (passed, text) = run(true);
        assert!(passed.is_ok() && text.contains("pass: a statement"), "{text}");
        let (failed, text) = run(false);
        assert!(matches!(failed, Err(LabError::Engine(lancet::Error::Failed))), "{failed:?}");
        assert!(text.contains("FAIL: a statement"), "{text}");
    }
}
