//! Pictures: the SVG file of each game.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::commands::stream::DigestWriter;
use crate::console::write_atomic;
use crate::error::Error;
use crate::files::{self, FileKind, list_folder};

/// The maximum size of a picture in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// Writes pictures: to the path itself if there is a single one, else to files with the numbers of the games.
pub(super) struct Pictures {
    path: PathBuf,
    /// The first picture with its number, until there is another one.
    first: Option<(usize, Vec<u8>)>,
    numbers: Numbers,
    /// The digest of all pictures.
    digest: DigestWriter,
}

/// The numbers of the games that have a picture.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Numbers {
    /// The last one; 0 if there is none.
    last: usize,
    /// Those before it that have none, since the games cannot be read.
    skipped: Vec<usize>,
}

impl Numbers {
    fn push(&mut self, number: usize) {
        self.skipped.extend(self.last + 1..number);
        self.last = number;
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        (1..=self.last).filter(|number| self.skipped.binary_search(number).is_err())
    }

    fn len(&self) -> usize {
        self.last.saturating_sub(self.skipped.len())
    }
}

impl Pictures {
    /// Writes to `path`, such as `graph.svg`, or `graph-1.svg`, `graph-2.svg` and so on.
    pub fn new(path: PathBuf) -> Pictures {
        Pictures { path, first: None, numbers: Numbers::default(), digest: DigestWriter::default() }
    }

    /// Continues with the pictures that are written already, whose [`Pictures::totals`] are known.
    ///
    /// # Errors
    /// [`Error::File`] if they cannot be read or are others.
    pub fn reopen(path: PathBuf, totals: &Value) -> Result<Pictures, Error> {
        let numbers = Numbers::deserialize(&totals["numbers"]).unwrap_or_default();
        let mut pictures = Pictures::new(path);
        let read = |path: &Path| files::read(path, MAX_SIZE);
        for number in numbers.iter() {
            let path = numbered(&pictures.path, number);
            let picture = match numbers.len() {
                // If the command was killed, the first picture may have got its number already.
                1 => read(&pictures.path).or_else(|error| read(&path).map_err(|_| error)),
                _ => read(&path),
            };
            let picture = picture.map_err(|error| Error::file("resume", &path, error))?;
            pictures.digest.update(&picture);
            pictures.first = (numbers.len() == 1).then_some((number, picture));
        }
        pictures.numbers = numbers;
        if !totals.is_null() && totals["digest"] != pictures.digest.hex() {
            let reason = "the pictures were changed since the command was stopped";
            return Err(Error::file("resume", &pictures.path, reason));
        }
        Ok(pictures)
    }

    /// Returns what has to be known of the pictures so far to continue with them.
    pub fn totals(&self) -> Value {
        json!({ "numbers": self.numbers, "digest": self.digest.hex() })
    }

    /// Adds the picture of the next game, which has this number.
    pub fn add(&mut self, number: usize, picture: String) -> Result<(), Error> {
        self.numbers.push(number);
        self.digest.update(picture.as_bytes());
        if self.numbers.len() == 1 {
            if !self.is_stream() {
                write(&self.path, picture.as_bytes())?;
            }
            self.first = Some((number, picture.into_bytes()));
            return Ok(());
        }
        if let Some((number, first)) = self.first.take() {
            write(&numbered(&self.path, number), &first)?;
            if !self.is_stream() {
                files::remove(&self.path);
            }
        }
        write(&numbered(&self.path, number), picture.as_bytes())
    }

    /// Writes what is left after the last game: a picture to a pipe waits until it is known to be the only one.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.first.take() {
            Some((_, single)) if self.is_stream() => write(&self.path, &single),
            _ => Ok(()),
        }
    }

    fn is_stream(&self) -> bool {
        !matches!(FileKind::at(&self.path), Ok(None | Some(FileKind::File)))
    }
}

fn write(path: &Path, picture: &[u8]) -> Result<(), Error> {
    write_atomic(path, |file| file.write_all(picture))
}

/// Returns the pictures that could overwrite something, before their number is known: the path itself, those that
/// exist, and those with the name of another output.
pub(super) fn candidates(path: &Path, outputs: &[PathBuf]) -> Vec<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Whether the folder can be written is checked elsewhere.
    let existing = list_folder(folder.unwrap_or(Path::new("."))).unwrap_or_default();
    let others = existing.into_iter().chain(outputs.iter().cloned());
    let numbered =
        |other: PathBuf| other.file_name().filter(|name| is_numbered(path, name)).map(OsStr::to_owned);
    let mut found: Vec<PathBuf> = others.filter_map(numbered).map(|name| path.with_file_name(name)).collect();
    found.push(path.to_owned());
    found.sort();
    found.dedup();
    found
}

/// Reports whether a file name is that of a numbered picture.
fn is_numbered(path: &Path, name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let (stem, extension) = parts(path);
    let number = name.strip_prefix(&stem).and_then(|rest| rest.strip_prefix('-')?.strip_suffix(&extension));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns `graph-3.svg` for `graph.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let (stem, extension) = parts(path);
    path.with_file_name(format!("{stem}-{number}{extension}"))
}

/// Returns the stem of a file name, and the extension with its dot.
fn parts(path: &Path) -> (String, String) {
    let text = |part: &OsStr| part.to_string_lossy().into_owned();
    let extension = path.extension().map_or(String::new(), |extension| format!(".{}", text(extension)));
    (path.file_stem().map(text).unwrap_or_default(), extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games 1, 3 and 4 cannot be read.
    #[test]
    fn pictures_have_the_numbers_of_the_games_also_when_they_are_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("graph.svg");
        let names = || {
            let files = list_folder(folder.path()).expect("a folder").into_iter();
            let names = files.filter_map(|file| Some(file.file_name()?.to_str()?.to_owned()));
            let mut names: Vec<String> = names.collect();
            names.sort();
            names
        };
        let mut totals = Value::Null;
        for (number, wanted) in [
            (2, &["graph.svg"][..]),
            (5, &["graph-2.svg", "graph-5.svg"]),
            (6, &["graph-2.svg", "graph-5.svg", "graph-6.svg"]),
        ] {
            let mut pictures = Pictures::reopen(path.clone(), &totals).expect("pictures");
            pictures.add(number, format!("picture {number}")).expect("a write");
            assert_eq!(names(), wanted);
            totals = pictures.totals();
        }
        assert!(Pictures::reopen(path.clone(), &totals).is_ok());
        write(&numbered(&path, 5), b"another").expect("a write");
        assert!(Pictures::reopen(path, &totals).is_err());
    }

    #[test]
    fn numbered_names_are_recognized() {
        let path = Path::new("folder/graph.svg");
        assert_eq!(numbered(path, 12), Path::new("folder/graph-12.svg"));
        for (name, is) in [
            ("graph-1.svg", true),
            ("graph-12.svg", true),
            ("graph.svg", false),
            ("graph-.svg", false),
            ("graph-1.png", false),
            ("graph-+1.svg", false),
            ("a-graph-1.svg", false),
        ] {
            assert_eq!(is_numbered(path, OsStr::new(name)), is, "{name}");
        }
        assert!(is_numbered(Path::new("graph"), OsStr::new("graph-3")));
    }
}
