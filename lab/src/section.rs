//! Section: what an experiment has found: tables, charts, and whether it is what was expected.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

/// A part of the report.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Section {
    /// A short name, for files and links.
    pub id: String,
    /// What it is about.
    pub title: String,
    /// What the papers say.
    pub claim: String,
    /// What was done and found here.
    pub finding: String,
    /// Pictures.
    pub charts: Vec<Chart>,
    /// Numbers.
    pub sheets: Vec<Sheet>,
    /// What was expected, and whether it is so.
    pub checks: Vec<Check>,
}

/// A table.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Sheet {
    /// What its numbers are, with their unit.
    pub title: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// A row after the other, all as wide as the heads.
    pub rows: Vec<Vec<String>>,
}

/// A picture of curves.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The quantity from left to right.
    pub x: String,
    /// The quantity upwards.
    pub y: String,
    /// Whether the quantity upwards is shown by its logarithm.
    pub log: bool,
    /// The curves.
    pub lines: Vec<Line>,
}

/// A curve.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// From left to right: place, value, standard error.
    pub points: Vec<(f64, f64, f64)>,
}

/// Something that was expected.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Check {
    /// What was expected, and what was found.
    pub sentence: String,
    /// Whether it is so.
    pub holds: bool,
}

impl Sheet {
    /// An empty table.
    #[must_use]
    pub fn new<S: Into<String>>(title: impl Into<String>, columns: impl IntoIterator<Item = S>) -> Sheet {
        Sheet {
            title: title.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn add<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// The table as comma-separated values.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
            text += &cells.join(",");
            text.push('\n');
        }
        text
    }

    /// The table as people read it on a terminal; it is Markdown too.
    #[must_use]
    pub fn markdown(&self) -> String {
        let rows = || std::iter::once(&self.columns).chain(&self.rows);
        let width =
            |column: usize| rows().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..self.columns.len()).map(|column| width(column).unwrap_or(0)).collect();
        let mut text = format!("{}\n\n", self.title);
        for (number, row) in rows().enumerate() {
            for (cell, width) in row.iter().zip(&widths) {
                // Writing into a string does not fail.
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

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into() }
}

impl Section {
    /// Notes something that was expected.
    pub fn check(&mut self, holds: bool, sentence: impl Into<String>) {
        self.checks.push(Check { sentence: sentence.into(), holds });
    }

    /// The section as people read it on a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        for sheet in &self.sheets {
            text += &sheet.markdown();
            text.push('\n');
        }
        for check in &self.checks {
            text += &format!("{} {}\n", if check.holds { "yes:" } else { "NO: " }, check.sentence);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_written_for_people_and_programs() {
        let mut sheet = Sheet::new("counts", ["name", "n"]);
        sheet.add(["a, \"b\"", "10"]);
        assert_eq!(sheet.csv(), "name,n\n\"a, \"\"b\"\"\",10\n");
        assert_eq!(sheet.markdown(), "counts\n\n|   name |  n |\n|-------:|---:|\n| a, \"b\" | 10 |\n");
    }
}
