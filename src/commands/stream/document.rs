//! Document: an output with a head, items and a foot, which is complete whenever the foot is written.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::digest::DigestWriter;
use crate::error::{Error, Reason};
use crate::files::{self, Output};

/// Where an output goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destination {
    /// The output of the command.
    Standard,
    /// A file or pipe.
    File(PathBuf),
}

impl Destination {
    /// Returns the file or pipe.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Destination::Standard => None,
            Destination::File(path) => Some(path),
        }
    }
}

/// What is around the items of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct Form {
    /// The text before the first item.
    pub head: Cow<'static, str>,
    /// The text between two items.
    pub separator: &'static str,
}

/// The part of a document that is known to be whole: its bytes up to the end of an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Extent {
    /// The number of bytes.
    pub length: u64,
    /// Their XXH3 in hexadecimal digits.
    pub digest: String,
}

/// An output that is written item by item.
pub(crate) struct Document<'a> {
    target: Target<'a>,
    form: Form,
    has_items: bool,
    /// The bytes up to the end of the last item.
    whole: DigestWriter,
}

/// What a document is written to.
enum Target<'a> {
    Standard(&'a mut dyn Write),
    File { path: PathBuf, output: Output },
}

impl<'a> Document<'a> {
    /// Returns a document that is written to `out`.
    pub fn to_standard(out: &'a mut dyn Write, form: Form) -> Document<'a> {
        Document::new(Target::Standard(out), form)
    }

    /// Creates a document in a file or pipe. An older file stays as it is until the first item is written.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be opened, or if another process writes to it.
    pub fn create(path: &Path, form: Form) -> Result<Document<'a>, Error> {
        let output = files::create(path).map_err(|error| Error::unwritable(path, error))?;
        output.lock().map_err(|error| Error::unwritable(path, error))?;
        Ok(Document::new(Target::File { path: path.to_owned(), output }, form))
    }

    /// Opens a document of an earlier run, of which `extent` was whole. Nothing is changed before [`Document::cut`].
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be opened, if another process writes to it, or if the first bytes are other ones.
    pub fn reopen(path: &Path, form: Form, extent: &Extent) -> Result<Document<'a>, Error> {
        let refused = |reason: Reason| Error::file("resume", path, reason);
        let mut output = files::reopen(path).map_err(|error| refused(error.into()))?;
        output.lock().map_err(|error| refused(error.into()))?;
        let mut whole = DigestWriter::default();
        let read = io::copy(&mut Read::take(&mut output, extent.length), &mut whole);
        read.map_err(|error| refused(error.into()))?;
        if extent_of(&whole) != *extent {
            return Err(refused("the file was changed since the command was stopped".into()));
        }
        let target = Target::File { path: path.to_owned(), output };
        Ok(Document { has_items: whole.length() > 0, whole, ..Document::new(target, form) })
    }

    fn new(target: Target<'a>, form: Form) -> Document<'a> {
        Document { target, form, has_items: false, whole: DigestWriter::default() }
    }

    /// Drops what stands behind the last whole item in a document that was reopened.
    ///
    /// # Errors
    /// [`Error::File`] if that fails.
    pub fn cut(&mut self) -> Result<(), Error> {
        match &mut self.target {
            Target::File { path, output } => {
                output.cut(self.whole.length()).map_err(|error| Error::unwritable(path, error))
            }
            Target::Standard(_) => Ok(()),
        }
    }

    /// Reports whether an older file is still there as it was.
    pub fn has_older(&self) -> bool {
        matches!(&self.target, Target::File { output, .. } if output.has_older())
    }

    /// Returns the part that is whole.
    pub fn extent(&self) -> Extent {
        extent_of(&self.whole)
    }

    /// Writes an item.
    ///
    /// # Errors
    /// Those of the output. A file is then cut behind the last whole item, so that it can be finished.
    pub fn add(&mut self, item: &[u8]) -> Result<(), Error> {
        let before = if self.has_items { self.form.separator } else { &self.form.head };
        let bytes = [before.as_bytes(), item].concat();
        if let Err(error) = self.target.write(&bytes) {
            // Where there was room for a part of the item, there is room for the foot.
            if let Target::File { output, .. } = &mut self.target
                && output.is_kept()
            {
                let _ = output.cut(self.whole.length());
            }
            return Err(self.target.error(error));
        }
        self.has_items = true;
        self.whole.update(&bytes);
        Ok(())
    }

    /// Writes the foot, and the head if there was no item.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(&mut self, foot: &str) -> Result<(), Error> {
        let head = if self.has_items { "" } else { &self.form.head };
        let text = [head, foot].concat();
        self.target.write(text.as_bytes()).map_err(|error| self.target.error(error))
    }
}

impl Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let out: &mut dyn Write = match self {
            Target::Standard(out) => out,
            Target::File { output, .. } => output,
        };
        out.write_all(bytes)?;
        out.flush()
    }

    fn error(&self, error: io::Error) -> Error {
        match self {
            Target::Standard(_) => Error::Output(error),
            Target::File { path, .. } => Error::unwritable(path, error),
        }
    }
}

fn extent_of(whole: &DigestWriter) -> Extent {
    Extent { length: whole.length(), digest: whole.hex() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn json() -> Form {
        Form { head: "[\n".into(), separator: ",\n" }
    }

    #[test]
    fn a_document_is_complete_whenever_its_foot_is_written() {
        for (items, wanted) in [(&[][..], "[\n\n]\n"), (&["1"], "[\n1\n]\n"), (&["1", "2"], "[\n1,\n2\n]\n")]
        {
            let mut out = Vec::new();
            let mut document = Document::to_standard(&mut out, json());
            items.iter().for_each(|item| document.add(item.as_bytes()).expect("a write"));
            document.finish("\n]\n").expect("a write");
            assert_eq!(String::from_utf8(out).expect("UTF-8"), wanted);
        }
    }

    #[test]
    fn a_document_goes_on_behind_its_last_whole_item() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "older").expect("a file");
        let mut document = Document::create(&path, json()).expect("a document");
        assert_eq!(fs::read(&path).expect("a file"), b"older");
        assert!(Document::create(&path, json()).is_err(), "it is locked");
        document.add(b"1").expect("a write");
        let extent = document.extent();
        document.finish("\n]\n").expect("a write");
        drop(document);
        let mut document = Document::reopen(&path, json(), &extent).expect("a document");
        assert_eq!(fs::read(&path).expect("a file"), b"[\n1\n]\n");
        document.cut().expect("a cut");
        document.add(b"2").expect("a write");
        document.finish("\n]\n").expect("a write");
        drop(document);
        assert_eq!(fs::read(&path).expect("a file"), b"[\n1,\n2\n]\n");
        for text in ["[\n", "[\n3,\n2\n]\n"] {
            fs::write(&path, text).expect("a file");
            let error = Document::reopen(&path, json(), &extent).err().expect("another file").to_string();
            assert!(error.contains("was changed since") && error.starts_with("cannot resume '"), "{error}");
            assert_eq!(fs::read(&path).expect("a file"), text.as_bytes());
        }
    }
}
