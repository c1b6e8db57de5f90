//! A section of the report: the tables, charts and checks of an experiment.

use std::fmt::Write as _;
use std::io::Write;

use csv::WriterBuilder;
use lancet_arena::statistics::Mean;
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
    /// What a reader must know about the numbers, and what holds because the experiment would have failed otherwise.
    pub notes: Vec<String>,
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
    /// Whether the report shows the table only when a reader opens it.
    pub is_folded: bool,
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
    /// The scale of the horizontal axis.
    pub x_axis: XAxis,
    /// Whether the vertical axis is logarithmic.
    pub log: bool,
    /// A horizontal line to compare the curves with.
    pub level: Option<f64>,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// The scale of a horizontal axis.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub enum XAxis {
    /// Linear.
    #[default]
    Linear,
    /// Linear, with integers only as labels: depths and levels.
    Integers,
    /// Logarithmic, with powers of two as labels: numbers of processors.
    Doublings,
    /// Logarithmic on both sides of 0, and linear between -10 and 10.
    SymmetricLog,
}

/// A curve of a chart.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize, Debug)]
pub struct Curve {
    /// The name in the legend.
    pub name: String,
    /// The points from left to right: x, y and the standard error of y.
    pub points: Vec<(f64, f64, f64)>,
}

/// An expectation and whether it holds. What cannot fail is a note.
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
            is_folded: false,
        }
    }

    /// The same table, shown only when a reader opens it.
    #[must_use]
    pub fn folded(self) -> DataTable {
        DataTable { is_folded: true, ..self }
    }

    /// Adds a row.
    pub fn push<S: Into<String>>(&mut self, row: impl IntoIterator<Item = S>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Writes the table as comma-separated values that a program can read.
    ///
    /// A mean with its standard error, and a number with another one in brackets, become two columns; the sign of a
    /// percentage moves to the header.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_csv(&self, out: &mut dyn Write) -> Result<(), csv::Error> {
        let columns: Vec<Vec<Vec<String>>> =
            (0..self.columns.len()).map(|column| self.parts(column)).collect();
        let mut writer = WriterBuilder::new().flexible(true).from_writer(out);
        for row in 0..=self.rows.len() {
            writer.write_record(columns.iter().flat_map(|column| &column[row]))?;
        }
        Ok(writer.flush()?)
    }

    /// The cells of a column with its header, each as one or two parts.
    fn parts(&self, column: usize) -> Vec<Vec<String>> {
        let cells = || self.rows.iter().map(|row| row.get(column).map_or("", String::as_str));
        let header = &self.columns[column];
        if let Some(second) = cells().find_map(|cell| split(cell).map(|(_, _, second)| second)) {
            let two = |cell: &str| match split(cell) {
                Some((first, second, _)) => vec![first.to_string(), second.to_string()],
                None => vec![cell.to_string(), String::new()],
            };
            let header = vec![header.clone(), format!("{header}: {second}")];
            return std::iter::once(header).chain(cells().map(two)).collect();
        }
        let percentage =
            |cell: &str| cell.strip_suffix(" %").filter(|number| is_number(number)).map(str::to_owned);
        let has_percentages = cells().any(|cell| percentage(cell).is_some());
        let header = if has_percentages { format!("{header} (%)") } else { header.clone() };
        let cell = |cell: &str| vec![percentage(cell).unwrap_or_else(|| cell.to_owned())];
        std::iter::once(vec![header]).chain(cells().map(cell)).collect()
    }

    /// The number in a cell, whose row is named by its first cell; without its error.
    #[must_use]
    pub fn number(&self, row: &str, column: &str) -> Option<f64> {
        self.cell(row, column)?.split_whitespace().next()?.parse().ok()
    }

    /// The mean in a cell, whose row is named by its first cell, with its standard error.
    #[must_use]
    pub fn mean(&self, row: &str, column: &str) -> Option<Mean> {
        let (mean, error) = self.cell(row, column)?.split_once(" ± ")?;
        Some(Mean { mean: mean.parse().ok()?, error: error.parse().ok()? })
    }

    fn cell(&self, row: &str, column: &str) -> Option<&str> {
        let column = self.columns.iter().position(|header| header == column)?;
        let row = self.rows.iter().find(|cells| cells.first().is_some_and(|first| first == row))?;
        row.get(column).map(String::as_str)
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

/// Splits a cell such as `1.25 ± 0.03` or `812 (19)` into its two numbers, with the name of the second.
fn split(cell: &str) -> Option<(&str, &str, &'static str)> {
    let (first, second, name) = if let Some((first, second)) = cell.split_once(" ± ") {
        (first, second, "standard error")
    } else {
        let (first, rest) = cell.split_once(" (")?;
        (first, rest.strip_suffix(')')?, "in brackets")
    };
    (is_number(first) && is_number(second)).then_some((first, second, name))
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

impl Section {
    /// Records an expectation.
    pub fn check(&mut self, holds: bool, statement: impl Into<String>) {
        self.checks.push(Check { statement: statement.into(), holds });
    }

    /// Formats the tables, notes and checks for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n", self.title);
        for table in &self.tables {
            text += &table.markdown();
            text.push('\n');
        }
        for note in &self.notes {
            text += &format!("note: {note}\n");
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

    #[test]
    fn a_note_is_no_expectation() {
        let mut section = Section { title: "t".into(), notes: vec!["n".into()], ..Section::default() };
        section.check(true, "c");
        assert_eq!((section.text().as_str(), section.checks.len()), ("t\n\nnote: n\npass: c\n", 1));
    }

    #[test]
    fn only_numbers_are_percentages() {
        let mut table = DataTable::new("", ["sentence"]);
        table.push(["costs less from 1 to 18 %"]);
        let mut csv = Vec::new();
        table.write_csv(&mut csv).expect("a table");
        assert_eq!(String::from_utf8(csv).expect("text"), "sentence\ncosts less from 1 to 18 %\n");
    }

    #[test]
    fn values_and_errors_are_columns_of_their_own() {
        let mut table = DataTable::new("", ["tree", "mean", "leaves", "cutoffs", "plain"]);
        table.push(["a", "1.25 ± 0.03", "812 (19)", "85.1 %", "2"]);
        table.push(["b", "", "7", "-", "(none)"]);
        let mut csv = Vec::new();
        table.write_csv(&mut csv).expect("a table");
        let expected = "tree,mean,mean: standard error,leaves,leaves: in brackets,cutoffs (%),plain\n\
                        a,1.25,0.03,812,19,85.1,2\nb,,,7,,-,(none)\n";
        assert_eq!(String::from_utf8(csv).expect("text"), expected);
        assert_eq!((table.number("a", "mean"), table.number("b", "mean")), (Some(1.25), None));
        assert_eq!((table.number("b", "leaves"), table.number("c", "leaves")), (Some(7.0), None));
    }
}
