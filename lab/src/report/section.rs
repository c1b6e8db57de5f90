//! A section of the report: the tables, charts and checks of an experiment.

use std::fmt::Write as _;
use std::io::Write;

use csv::WriterBuilder;
use serde::{Deserialize, Serialize};

/// The results of an experiment.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Section {
    /// A short name for files and links.
    pub id: String,
    /// The heading.
    pub title: String,
    /// What the papers claim.
    pub claim: String,
    /// What the experiment does and finds.
    pub finding: String,
    /// The command that reproduces the section; empty if there is none.
    pub command: String,
    /// The charts.
    pub charts: Vec<Chart>,
    /// The tables.
    pub tables: Vec<DataTable>,
    /// The expectations, and whether they hold.
    pub checks: Vec<Check>,
}

/// A table of results.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct DataTable {
    /// The quantity in the cells, with its unit.
    pub title: String,
    /// The column headers.
    pub columns: Vec<String>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<String>>,
}

/// A chart of curves.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Chart {
    /// The heading.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: String,
    /// The label of the vertical axis.
    pub y: String,
    /// Whether the vertical axis is logarithmic.
    pub log: bool,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// A curve of a chart.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Curve {
    /// The name in the legend.
    pub name: String,
    /// The points from left to right: x, y and the standard error of y.
    pub points: Vec<(f64, f64, f64)>,
}

/// An expectation and whether it holds.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Check {
    /// What is expected and what was found.
    pub statement: String,
    /// Whether the expectation holds.
    pub holds: bool,
}

impl DataTable {
    /// Creates a table without rows.
    #[must_use]
    pub fn new<S: Into<String>>(title: impl Into<String>, columns: impl IntoIterator<Item = S>) -> DataTable {
        DataTable {
            title: title.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Writes the table as comma-separated values.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> Result<(), csv::Error> {
        let mut writer = WriterBuilder::new().flexible(true).from_writer(out);
        std::iter::once(&self.columns).chain(&self.rows).try_for_each(|row| writer.write_record(row))?;
        Ok(writer.flush()?)
    }

    /// Formats the table with its title as Markdown, with aligned columns.
    #[must_use]
    pub fn markdown(&self) -> String {
        let rows = || std::iter::once(&self.columns).chain(&self.rows);
        let width =
            |column: usize| rows().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = format!("{}\n\n", self.title);
        for (number, row) in rows().enumerate() {
            for (cell, width) in row.iter().zip(&widths) {
                // Writing to a string does not fail.
                let _ = write!(text, "| {cell:>width$} ");
            }
            text += "|\n";
            if number == 0 {
                widths.iter().for_each(|width| text += &format!("|{}:", "-".repeat(width + 1)));
                text += "|\n";
            }
        }
        text
    }
}

impl Section {
    /// Records an expectation.
    pub fn check(&mut self, holds: bool, statement: impl Into<String>) {
        self.checks.push(Check { statement: statement.into(), holds });
    }

    /// Formats the tables and checks for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        for table in &self.tables {
            text += &table.markdown();
            text.push('\n');
        }
        for check in &self.checks {
            text += &format!("{} {}\n", if check.holds { "pass:" } else { "FAIL:" }, check.statement);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written_as_csv_and_markdown() {
        let mut table = DataTable::new("counts", ["name", "n"]);
        table.push(["a, \"b\"", "10"]);
        let mut csv = Vec::new();
        table.write_csv(&mut csv).expect("a table");
        assert_eq!(csv, b"name,n\n\"a, \"\"b\"\"\",10\n");
        assert_eq!(table.markdown(), "counts\n\n|   name |  n |\n|-------:|---:|\n| a, \"b\" | 10 |\n");
    }
}
