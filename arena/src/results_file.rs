//! Ledger: a table in a file to which rows are only ever added, so that what was measured stays.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use lancet::Error;

/// A row of a table.
pub trait Row: Serialize + DeserializeOwned + Default {}

impl<R: Serialize + DeserializeOwned + Default> Row for R {}

/// The rows of a file of comma-separated values.
///
/// # Errors
/// A sentence where it cannot be read or is another table.
pub fn read_rows<R: Row>(path: &Path) -> Result<Vec<R>, Error> {
    let text = fs::read_to_string(path).map_err(|error| Error::unreadable(path, error))?;
    rows_of(path, &text)
}

fn rows_of<R: Row>(path: &Path, text: &str) -> Result<Vec<R>, Error> {
    if !text.is_empty() && text.lines().next() != header::<R>().lines().next() {
        return Err(Error::unreadable(path, "its columns are those of another table"));
    }
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>();
    rows.map_err(|error| Error::unreadable(path, error))
}

/// The line with the names of the columns.
fn header<R: Row>() -> String {
    let with_row = text_of(&[R::default()], true).unwrap_or_default();
    with_row.lines().next().unwrap_or_default().to_owned() + "\n"
}

fn text_of<R: Row>(rows: &[R], header: bool) -> Option<String> {
    let mut writer = csv::WriterBuilder::new().has_headers(header).from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row)).ok()?;
    String::from_utf8(writer.into_inner().ok()?).ok()
}

/// Rows, kept in a file if one is named.
pub struct Ledger<R> {
    /// The rows.
    pub rows: Vec<R>,
    file: Option<(PathBuf, File)>,
}

impl<R: Row> Ledger<R> {
    /// The rows that are there already; more can be added. A last line that was not finished is cut
    /// off.
    ///
    /// # Errors
    /// A file that cannot be read or written, holds another table, or is written to by another run.
    pub fn open(path: Option<&Path>) -> Result<Ledger<R>, Error> {
        let Some(path) = path else { return Ok(Ledger { rows: Vec::new(), file: None }) };
        let unwritable = |error| Error::unwritable(path, error);
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(unwritable)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Error::unwritable(path, "another run is writing to it"));
            }
            // Where the system knows no locks, there is none.
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let text = fs::read_to_string(path).map_err(|error| Error::unreadable(path, error))?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let rows = rows_of(path, &text[..whole])?;
        if whole < text.len() {
            file.set_len(whole as u64).map_err(unwritable)?;
        }
        if whole == 0 {
            file.write_all(header::<R>().as_bytes()).map_err(unwritable)?;
        }
        Ok(Ledger { rows, file: Some((path.to_owned(), file)) })
    }

    /// Adds rows, all or none of them.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn append(&mut self, rows: Vec<R>) -> Result<(), Error> {
        if let Some((path, file)) = &mut self.file {
            let text = text_of(&rows, false).unwrap_or_default();
            file.write_all(text.as_bytes()).map_err(|error| Error::unwritable(path, error))?;
        }
        self.rows.extend(rows);
        Ok(())
    }
}

/// Each once, in the order in which they first come.
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

/// Microseconds, as they stand in rows.
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
    fn rows_stay_and_what_was_not_finished_goes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("rows.csv");
        let open = || Ledger::<Number>::open(Some(&path));
        let mut ledger = open().expect("a new file");
        ledger.append(vec![row("a, \"b\"", 7), row("c", None)]).expect("a write");
        assert!(open().is_err_and(|error| error.to_string().contains("another run")));
        drop(ledger);
        fs::OpenOptions::new().append(true).open(&path).expect("a file").write_all(b"d,1").expect("a write");
        let mut ledger = open().expect("the same file");
        assert_eq!(ledger.rows, [row("a, \"b\"", 7), row("c", None)]);
        ledger.append(vec![row("e", 2)]).expect("a write");
        drop(ledger);
        assert_eq!(fs::read_to_string(&path).expect("a file"), "name,value\n\"a, \"\"b\"\"\",7\nc,\ne,2\n");
        assert_eq!(read_rows::<Number>(&path).expect("rows").len(), 3);

        for wrong in ["other,value\nx,1\n", "name,value\nx\n", "name,value\nx,y\n"] {
            fs::write(&path, wrong).expect("a write");
            assert!(matches!(open(), Err(Error::Sentence(_))), "{wrong}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), wrong, "it is not touched");
        }
    }

    #[test]
    fn without_a_file_rows_are_kept_all_the_same() {
        let mut ledger = Ledger::open(None).expect("no file");
        ledger.append(vec![row("a", 1)]).expect("no write");
        assert_eq!(ledger.rows, [row("a", 1)]);
    }
}
