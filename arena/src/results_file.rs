//! Results files: tables of comma-separated values that grow row by row, so that measurements can be resumed.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use lancet::console::lock;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ArenaError;

/// A row of a table.
pub trait Row: Serialize + DeserializeOwned + Default {}

impl<R: Serialize + DeserializeOwned + Default> Row for R {}

/// Reads the rows of a results file.
///
/// # Errors
/// A file that cannot be read or holds another table.
pub fn read_rows<R: Row>(path: &Path) -> Result<Vec<R>, ArenaError> {
    let text = fs::read_to_string(path).map_err(|error| ArenaError::unreadable(path, error))?;
    rows_of(path, &text)
}

fn rows_of<R: Row>(path: &Path, text: &str) -> Result<Vec<R>, ArenaError> {
    if !text.is_empty() && text.lines().next() != header::<R>().lines().next() {
        return Err(ArenaError::unreadable(path, "the columns are those of another table"));
    }
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>();
    rows.map_err(|error| ArenaError::unreadable(path, error))
}

/// The header line.
fn header<R: Row>() -> String {
    let with_row = text_of(&[R::default()], true).unwrap_or_default();
    with_row.lines().next().unwrap_or_default().to_owned() + "\n"
}

fn text_of<R: Row>(rows: &[R], header: bool) -> Option<String> {
    let mut writer = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row)).ok()?;
    String::from_utf8(writer.into_inner().ok()?).ok()
}

/// Rows of results, stored in a file if one is named.
pub struct ResultsFile<R> {
    /// The rows.
    pub rows: Vec<R>,
    file: Option<(PathBuf, File)>,
}

impl<R: Row> ResultsFile<R> {
    /// Opens or creates the file and reads its rows. An incomplete last line is removed.
    ///
    /// # Errors
    /// A file that cannot be read or written, holds another table, or is written to by another run.
    pub fn open(path: Option<&Path>) -> Result<ResultsFile<R>, ArenaError> {
        let Some(path) = path else { return Ok(ResultsFile { rows: Vec::new(), file: None }) };
        let unwritable = |error| ArenaError::unwritable(path, error);
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(unwritable)?;
        lock(path, &file)?;
        let text = fs::read_to_string(path).map_err(|error| ArenaError::unreadable(path, error))?;
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let rows = rows_of(path, &text[..complete])?;
        if complete < text.len() {
            file.set_len(complete as u64).map_err(unwritable)?;
        }
        if complete == 0 {
            file.write_all(header::<R>().as_bytes()).map_err(unwritable)?;
        }
        Ok(ResultsFile { rows, file: Some((path.to_owned(), file)) })
    }

    /// Appends rows, all or none of them.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn append(&mut self, rows: Vec<R>) -> Result<(), ArenaError> {
        if let Some((path, file)) = &mut self.file {
            let text = text_of(&rows, false).unwrap_or_default();
            file.write_all(text.as_bytes()).map_err(|error| ArenaError::unwritable(path, error))?;
        }
        self.rows.extend(rows);
        Ok(())
    }
}

/// Returns the distinct values, in the order of their first occurrence.
#[must_use]
pub fn distinct<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// Converts a time to microseconds, as rows store it.
#[must_use]
pub fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Serialize, Deserialize, Clone, PartialEq, Default, Debug)]
    struct Number {
        name: String,
        value: Option<u64>,
    }

    fn row(name: &str, value: impl Into<Option<u64>>) -> Number {
        Number { name: name.into(), value: value.into() }
    }

    #[test]
    fn rows_persist_and_an_incomplete_line_is_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let open = || ResultsFile::<Number>::open(Some(&path));
        let mut file = open().expect("a new file");
        file.append(vec![row("a, \"b\"", 7), row("c", None)]).expect("a write");
        assert!(open().is_err_and(|error| error.to_string().contains("another process")));
        drop(file);
        fs::OpenOptions::new().append(true).open(&path).expect("a file").write_all(b"d,1").expect("a write");
        let mut file = open().expect("the same file");
        assert_eq!(file.rows, [row("a, \"b\"", 7), row("c", None)]);
        file.append(vec![row("e", 2)]).expect("a write");
        drop(file);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "name,value\n\"a, \"\"b\"\"\",7\nc,\ne,2\n");
        assert_eq!(read_rows::<Number>(&path).expect("rows").len(), 3);

        for wrong in ["other,value\nx,1\n", "name,value\nx\n", "name,value\nx,y\n"] {
            fs::write(&path, wrong).expect("a write");
            assert!(open().is_err(), "{wrong}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), wrong, "it is not touched");
        }
    }

    #[test]
    fn rows_are_kept_in_memory_without_a_file() {
        let mut file = ResultsFile::open(None).expect("no file");
        file.append(vec![row("a", 1)]).expect("no write");
        assert_eq!(file.rows, [row("a", 1)]);
    }
}
