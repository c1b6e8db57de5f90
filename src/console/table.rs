//! Table: rows of text as people, documents or programs read them.

use std::io::{self, Write};

use clap::ValueEnum;
use csv::WriterBuilder;

use super::Screen;

/// The form of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TableFormat {
    /// Aligned columns, as wide as the terminal
    Table,
    /// A Markdown table
    Markdown,
    /// Comma-separated values
    Csv,
}

impl Default for TableFormat {
    /// The form for the standard output: aligned on a terminal, otherwise Markdown.
    fn default() -> TableFormat {
        if Screen::of_stdout().is_terminal() { TableFormat::Table } else { TableFormat::Markdown }
    }
}

/// A table; each row has a cell for each column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The gap between two columns.
const GAP: &str = "  ";

impl Table {
    /// A table with these columns and no rows.
    #[must_use]
    pub fn new<const N: usize>(columns: [&str; N]) -> Table {
        Table { columns: columns.map(str::to_owned).into(), rows: Vec::new() }
    }

    /// Appends a row.
    pub fn push<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Writes the table in a form, aligned ones for the terminal of the standard output.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: TableFormat, out: &mut dyn Write) -> io::Result<()> {
        match format {
            TableFormat::Table => self.write_aligned(Screen::of_stdout(), out),
            TableFormat::Markdown => self.write_markdown(out),
            TableFormat::Csv => self.write_csv(out),
        }
    }

    fn write_markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "| {} |", self.columns.join(" | "))?;
        writeln!(out, "|{}", "---|".repeat(self.columns.len()))?;
        self.rows.iter().try_for_each(|row| writeln!(out, "| {} |", row.join(" | ")))
    }

    fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = WriterBuilder::new().from_writer(out);
        for row in std::iter::once(&self.columns).chain(&self.rows) {
            writer.write_record(row).map_err(io::Error::other)?;
        }
        writer.flush()
    }

    /// Writes the first column flush left and the others flush right. Columns beyond the width of the screen follow
    /// in blocks below, each of which begins with the first column.
    fn write_aligned(&self, screen: Screen, out: &mut dyn Write) -> io::Result<()> {
        let lines: Vec<Vec<String>> = std::iter::once(&self.columns)
            .chain(&self.rows)
            .map(|row| row.iter().map(|cell| shown(cell, screen)).collect())
            .collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let Some((first, _)) = widths.split_first() else { return Ok(()) };
        let limit = screen.width.unwrap_or(usize::MAX);
        let (mut from, mut is_first) = (1, true);
        while from < widths.len() || is_first {
            let mut room = limit.saturating_sub(*first);
            let fits = |width: &&usize| {
                let needed = **width + GAP.len();
                let fits = needed <= room;
                room = room.saturating_sub(needed);
                fits
            };
            // A column that is wider than the screen stands alone.
            let count = widths[from..].iter().take_while(fits).count().max(1);
            let to = (from + count).min(widths.len());
            if !std::mem::take(&mut is_first) {
                writeln!(out)?;
            }
            for line in &lines {
                let mut text = format!("{:<first$}", line[0]);
                for column in from..to {
                    text += &format!("{GAP}{:>width$}", line[column], width = widths[column]);
                }
                writeln!(out, "{}", text.trim_end())?;
            }
            from = to;
        }
        Ok(())
    }
}

/// Returns a cell as the screen can show it.
fn shown(cell: &str, screen: Screen) -> String {
    if screen.has_unicode { cell.to_owned() } else { cell.replace('±', "+-") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(["driver", "games", "Elo"]);
        table.push(["PVS, old".into(), "10".into(), "+3.0 ± 20.0".into()]);
        table.push(["C*".into(), "9000".into(), String::new()]);
        table
    }

    fn text(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("written");
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn documents_and_programs_read_their_forms() {
        assert_eq!(
            text(|out| table().write(TableFormat::Markdown, out)),
            "| driver | games | Elo |\n|---|---|---|\n| PVS, old | 10 | +3.0 ± 20.0 |\n| C* | 9000 |  |\n"
        );
        assert_eq!(
            text(|out| table().write(TableFormat::Csv, out)),
            "driver,games,Elo\n\"PVS, old\",10,+3.0 ± 20.0\nC*,9000,\n"
        );
    }

    #[test]
    fn columns_are_aligned_and_fit_the_screen() {
        let at = |width, has_unicode| {
            let screen = Screen { width: Some(width), has_unicode, ..Screen::PLAIN };
            text(|out| table().write_aligned(screen, out))
        };
        let whole = "driver    games          Elo\nPVS, old     10  +3.0 ± 20.0\nC*         9000\n";
        assert_eq!((at(80, true), at(28, true)), (whole.into(), whole.into()));
        assert!(at(80, false).contains("+3.0 +- 20.0"));
        let blocks = "driver    games\nPVS, old     10\nC*         9000\n\n\
                      driver            Elo\nPVS, old  +3.0 ± 20.0\nC*\n";
        assert_eq!((at(27, true), at(5, true)), (blocks.into(), blocks.into()));
    }
}
