//! Results files: tables of comma-separated values that grow row by row, so that measurements can be resumed.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use lancet::console::{append, lock, warn};
use lancet::files::{self, FileError, MAX_TEXT, display};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::ArenaError;

/// A row of a table.
pub trait Row: Serialize + DeserializeOwned + Default {
    /// The columns that earlier versions named differently: their former and their present names. Files with all former
    /// names are read, and continued under their own header.
    const FORMER_COLUMNS: &'static [(&'static str, &'static str)] = &[];

    /// Returns which value cannot be that of a result, with what is expected; `None` if all can.
    fn invalid_value(&self) -> Option<String> {
        None
    }
}

/// Bytes of a file by which it is recognized.
const START: u64 = 1 << 12;

/// Reads the rows of a results file.
///
/// # Errors
/// A file that cannot be read or holds another table.
pub fn read_rows<R: Row>(path: &Path) -> Result<Vec<R>, ArenaError> {
    let unreadable = |error: FileError| ArenaError::unreadable(path, error);
    let mut file = files::open(path, MAX_TEXT).map_err(unreadable)?;
    let mut start = Vec::new();
    file.by_ref().take(START).read_to_end(&mut start).map_err(|error| unreadable(error.into()))?;
    if !start.is_empty() && !is_table::<R>(&start) {
        return Err(unreadable(FileError::Foreign(OWN_TABLE)));
    }
    rows_of(path, &rest_of(path, start, file)?)
}

/// What a results file is expected to be.
const OWN_TABLE: &str = "a table with the columns of these results and line ends LF or CRLF";

/// Reports whether a file that begins with `start` has the columns of the rows, or the first part of them, with their
/// present or their former names. A file whose lines end in CR alone is refused: appended rows end in LF.
fn is_table<R: Row>(start: &[u8]) -> bool {
    let columns = columns::<R>();
    let former = columns.iter().map(|name| former_name::<R>(name)).collect::<Vec<_>>().join(",");
    [columns.join(","), former].iter().any(|columns| match start.strip_prefix(columns.as_bytes()) {
        Some(rest) => rest.is_empty() || rest.starts_with(b"\n") || rest.starts_with(b"\r\n"),
        None => columns.as_bytes().starts_with(start),
    })
}

/// Returns the former name of a column, or its name if that has not changed.
fn former_name<R: Row>(present: &str) -> &str {
    R::FORMER_COLUMNS.iter().find(|(_, name)| *name == present).map_or(present, |(former, _)| former)
}

/// Returns the present name of a column, or its name if that has not changed.
fn present_name<R: Row>(former: &str) -> &str {
    R::FORMER_COLUMNS.iter().find(|(name, _)| *name == former).map_or(former, |(_, present)| present)
}

/// Returns the text that begins with `start` and goes on in `file`.
fn rest_of(path: &Path, mut start: Vec<u8>, mut file: impl Read) -> Result<String, ArenaError> {
    let read = file.read_to_end(&mut start);
    read.map_err(|error| ArenaError::unreadable(path, error))?;
    String::from_utf8(start).map_err(|error| ArenaError::unreadable(path, error.utf8_error()))
}

fn rows_of<R: Row>(path: &Path, text: &str) -> Result<Vec<R>, ArenaError> {
    let rows: Vec<R> = parse(text).map_err(|error| ArenaError::unreadable(path, error))?;
    let invalid = rows.iter().zip(1_u64..).find_map(|(row, number)| Some((number, row.invalid_value()?)));
    match invalid {
        Some((number, what)) => Err(ArenaError::unreadable(path, format!("row {number}: {what}"))),
        None => Ok(rows),
    }
}

/// Parses rows. Their columns may have former names.
fn parse<R: Row>(text: &str) -> csv::Result<Vec<R>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let columns = reader.headers()?.iter().map(present_name::<R>).collect();
    reader.set_headers(columns);
    reader.into_deserialize().collect()
}

/// The names of the columns, which need no quotes.
fn columns<R: Row>() -> Vec<String> {
    let with_row = text_of(&[R::default()], true).unwrap_or_default();
    with_row.lines().next().unwrap_or_default().split(',').map(str::to_owned).collect()
}

/// The header line.
fn header<R: Row>() -> String {
    columns::<R>().join(",") + "\n"
}

fn text_of<R: Row>(rows: &[R], header: bool) -> Option<String> {
    let mut writer = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row)).ok()?;
    String::from_utf8(writer.into_inner().ok()?).ok()
}

/// Rows of results, stored in a file if one is named.
#[derive(Debug)]
pub struct ResultsFile<R> {
    /// The rows.
    pub rows: Vec<R>,
    file: Option<(PathBuf, File)>,
}

impl<R: Row> ResultsFile<R> {
    /// Opens or creates the file and reads its rows. A last row without a line end is removed with a warning, since its last
    /// number may have been cut. A file that does not begin with the header of the rows is neither read nor changed.
    ///
    /// # Errors
    /// A file that cannot be read or written, holds another table, or is written to by another run.
    pub fn open(path: Option<&Path>) -> Result<ResultsFile<R>, ArenaError> {
        let Some(path) = path else { return Ok(ResultsFile { rows: Vec::new(), file: None }) };
        let unwritable = |error| ArenaError::unwritable(path, error);
        let mut file = append(path, OWN_TABLE, is_table::<R>)?;
        lock(path, &file)?;
        if file.metadata().map_err(unwritable)?.len() > MAX_TEXT {
            return Err(ArenaError::unreadable(path, FileError::TooLarge(MAX_TEXT)));
        }
        let text = rest_of(path, Vec::new(), &file)?;
        // Rows that an editor has ended in CR are complete too.
        let complete = text.rfind(['\r', '\n']).map_or(0, |end| end + 1);
        let rows = rows_of(path, &text[..complete])?;
        if complete < text.len() {
            // A header without a line end is written again.
            if complete > 0 {
                warn(format_args!("the last line of '{}' was incomplete and is removed", display(path)));
            }
            file.set_len(complete as u64).map_err(unwritable)?;
        }
        if complete == 0 {
            file.write_all(header::<R>().as_bytes()).map_err(unwritable)?;
        }
        Ok(ResultsFile { rows, file: Some((path.to_owned(), file)) })
    }

    /// Appends rows. If one cannot be written, the file may keep a part of it, which is removed when the file is opened
    /// again.
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
    use std::fs;

    #[derive(Serialize, Deserialize, Clone, PartialEq, Default, Debug)]
    struct Number {
        name: String,
        value: Option<u64>,
    }

    impl Row for Number {
        const FORMER_COLUMNS: &'static [(&'static str, &'static str)] = &[("number", "value")];

        fn invalid_value(&self) -> Option<String> {
            (self.value == Some(99)).then(|| "value is 99; expected another number".to_owned())
        }
    }

    fn row(name: &str, value: impl Into<Option<u64>>) -> Number {
        Number { name: name.into(), value: value.into() }
    }

    #[test]
    fn a_row_with_an_impossible_value_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        fs::write(&path, "name,value\na,98\nb,99\n").expect("a write");
        for error in [read_rows::<Number>(&path).err(), ResultsFile::<Number>::open(Some(&path)).err()] {
            let error = error.expect("an error").to_string();
            assert!(error.ends_with("rows.csv': row 2: value is 99; expected another number"), "{error}");
        }
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

        for wrong in [
            "other",
            "other,value\nx,1\n",
            "name,value\nx\n",
            "name,value\nx,y\n",
            "name,value\rx,1\r",
            "name,value\r",
        ] {
            fs::write(&path, wrong).expect("a write");
            assert!(open().is_err(), "{wrong:?}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), wrong, "it is not touched");
        }
    }

    #[test]
    fn complete_rows_are_kept_whatever_ends_their_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let open = || ResultsFile::<Number>::open(Some(&path));
        for (text, kept) in [
            ("name,value\r\na,1\r\nb,2\r\n", "name,value\r\na,1\r\nb,2\r\n"),
            ("name,value\r\na,1\r\nb,2\r", "name,value\r\na,1\r\nb,2\r"),
            ("name,value\na,1\rb,2\r", "name,value\na,1\rb,2\r"),
            ("name,value\na,1\rb,2\rc,3", "name,value\na,1\rb,2\r"),
            ("name,value\na,1\nb,2\nc,3", "name,value\na,1\nb,2\n"),
        ] {
            fs::write(&path, text).expect("a write");
            let mut file = open().expect(text);
            assert_eq!(file.rows, [row("a", 1), row("b", 2)], "{text:?}");
            file.append(vec![row("e", 5)]).expect("a write");
            drop(file);
            assert_eq!(fs::read_to_string(&path).expect("a file"), format!("{kept}e,5\n"));
            assert_eq!(read_rows::<Number>(&path).expect(text).len(), 3, "{text:?}");
        }
        fs::write(&path, "name,value").expect("a write");
        drop(open().expect("a table without rows"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "name,value\n");
    }

    #[test]
    fn a_file_with_former_names_of_columns_is_read_and_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let open = || ResultsFile::<Number>::open(Some(&path));
        for (text, kept) in [
            ("name,number\na,1\n", "name,number\na,1\n"),
            ("name,number\r\na,1\r\nb,", "name,number\r\na,1\r\n"),
        ] {
            fs::write(&path, text).expect("a write");
            let mut file = open().expect(text);
            assert_eq!(file.rows, [row("a", 1)]);
            file.append(vec![row("e", 5)]).expect("a write");
            drop(file);
            assert_eq!(fs::read_to_string(&path).expect("a file"), format!("{kept}e,5\n"));
            assert_eq!(read_rows::<Number>(&path).expect(text), [row("a", 1), row("e", 5)]);
        }
        fs::write(&path, "name,number").expect("a write");
        drop(open().expect("a table without rows"));
        assert_eq!(fs::read_to_string(&path).expect("a file"), "name,value\n");
        fs::write(&path, "name,other\na,1\n").expect("a write");
        assert!(open().is_err() && read_rows::<Number>(&path).is_err());
    }

    #[test]
    fn rows_are_kept_in_memory_without_a_file() {
        let mut file = ResultsFile::open(None).expect("no file");
        file.append(vec![row("a", 1)]).expect("no write");
        assert_eq!(file.rows, [row("a", 1)]);
    }
}
