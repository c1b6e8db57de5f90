//! Pictures: the SVG file of each game.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::commands::stream::DigestWriter;
use crate::console::write_atomic;
use crate::error::Error;
use crate::files::{self, FileKind, list_folder};

/// The maximum size of a picture in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// Writes pictures: to the path itself if there is a single one, else to numbered files.
pub(super) struct Pictures {
    path: PathBuf,
    /// The first picture, until there is another one.
    first: Option<Vec<u8>>,
    count: u64,
    /// The digest of all pictures.
    digest: DigestWriter,
}

impl Pictures {
    /// Writes to `path`, such as `graph.svg`, or `graph-1.svg`, `graph-2.svg` and so on.
    pub fn new(path: PathBuf) -> Pictures {
        Pictures { path, first: None, count: 0, digest: DigestWriter::default() }
    }

    /// Continues with the pictures that are written already, `count` of them with this digest.
    ///
    /// # Errors
    /// [`Error::File`] if they cannot be read or are others.
    pub fn reopen(path: PathBuf, count: u64, digest: &str) -> Result<Pictures, Error> {
        let mut pictures = Pictures::new(path);
        let read = |path: &Path| files::read(path, MAX_SIZE);
        for number in 1..=count {
            let path = numbered(&pictures.path, number);
            let picture = match count {
                // If the command was killed, the first picture may have got its number already.
                1 => read(&pictures.path).or_else(|error| read(&path).map_err(|_| error)),
                _ => read(&path),
            };
            let picture = picture.map_err(|error| Error::file("resume", &path, error))?;
            pictures.digest.update(&picture);
            pictures.first = (count == 1).then_some(picture);
        }
        pictures.count = count;
        if count > 0 && pictures.digest() != digest {
            let reason = "the pictures were changed since the command was stopped";
            return Err(Error::file("resume", &pictures.path, reason));
        }
        Ok(pictures)
    }

    /// Returns the digest of all pictures so far.
    pub fn digest(&self) -> String {
        self.digest.hex()
    }

    /// Adds the picture of the next game.
    pub fn add(&mut self, picture: String) -> Result<(), Error> {
        self.count += 1;
        self.digest.update(picture.as_bytes());
        if self.count == 1 {
            if !self.is_stream() {
                write(&self.path, picture.as_bytes())?;
            }
            self.first = Some(picture.into_bytes());
            return Ok(());
        }
        if let Some(first) = self.first.take() {
            write(&numbered(&self.path, 1), &first)?;
            if !self.is_stream() {
                files::remove(&self.path);
            }
        }
        write(&numbered(&self.path, self.count), picture.as_bytes())
    }

    /// Writes what is left after the last game: a picture to a pipe waits until it is known to be the only one.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.first.take() {
            Some(single) if self.is_stream() => write(&self.path, &single),
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
fn numbered(path: &Path, number: u64) -> PathBuf {
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
