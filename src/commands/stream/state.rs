//! State: how far a command came, kept in a file beside its first output.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::document::Extent;
use crate::console::write_atomic;
use crate::error::Error;
use crate::files::{self, FileError};

/// The maximum size of a state in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// The options of a command on which its output depends, with their values; an option that is not given has none.
pub(crate) type Options = BTreeMap<String, Option<String>>;

/// How far a command came.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    /// The program with its version, and the command.
    pub lancet: String,
    /// The options.
    pub options: Options,
    /// The number of items that are done.
    pub done: u64,
    /// The digest of these items.
    pub input: String,
    /// The whole part of each output that is a file, by the option that names it.
    pub outputs: BTreeMap<String, Extent>,
    /// What else the command has to know to go on.
    pub totals: Value,
}

/// The items that a stopped command has done.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// Their number.
    pub count: u64,
    /// Their digest.
    pub digest: String,
    /// What they are, in the plural.
    pub unit: &'static str,
    /// The first output, for messages.
    pub path: PathBuf,
}

/// Returns a number with its unit, which is in the plural.
pub(super) fn counted(count: u64, unit: &str) -> String {
    let unit = if count == 1 { unit.trim_end_matches('s') } else { unit };
    format!("{count} {unit}")
}

impl State {
    /// Returns the path of the state beside an output.
    pub fn path_beside(output: &Path) -> PathBuf {
        let mut name = output.file_name().unwrap_or_default().to_owned();
        name.push(".resume");
        output.with_file_name(name)
    }

    /// Reads a state; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::File`] if the file cannot be read or is something else.
    pub fn read(path: &Path) -> Result<Option<State>, Error> {
        match files::read(path, MAX_SIZE) {
            Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|_| {
                let reason = "the file is not the state of a stopped command, which is kept under this name";
                Error::unreadable(path, reason)
            }),
            Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::unreadable(path, error)),
        }
    }

    /// Writes the state in place of an older one.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        write_atomic(path, |file| {
            serde_json::to_writer_pretty(&mut *file, self)?;
            writeln!(file)
        })
    }

    /// Returns why a command cannot go on from this state; `None` if it can.
    pub fn mismatch(&self, wanted: &State) -> Option<String> {
        if self.lancet != wanted.lancet {
            return Some(format!("it was begun by '{}', and this is '{}'", self.lancet, wanted.lancet));
        }
        let value = |options: &Options, name: &String| options.get(name).cloned().flatten();
        let names = self.options.keys().chain(wanted.options.keys());
        let given = |name: &String, value: Option<&String>| match value {
            Some(value) => format!("with {name} {value}"),
            None => format!("without {name}"),
        };
        for name in names {
            let (old, new) = (value(&self.options, name), value(&wanted.options, name));
            if old != new {
                let (old, new) = (given(name, old.as_ref()), given(name, new.as_ref()));
                return Some(format!("it was begun {old} and cannot go on {new}"));
            }
        }
        let added = wanted.outputs.keys().find(|name| !self.outputs.contains_key(*name));
        let added = added.map(|name| format!("it was begun without {name} and cannot go on with it"));
        let missing = self.outputs.keys().find(|name| !wanted.outputs.contains_key(*name));
        added.or_else(|| missing.map(|name| format!("it was begun with {name} and cannot go on without it")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(options: &[(&str, &str)], outputs: &[&str]) -> State {
        let extent = Extent { length: 7, digest: "0".into() };
        State {
            lancet: "lancet 1 analyse".into(),
            options: options.iter().map(|(name, value)| ((*name).into(), Some((*value).into()))).collect(),
            done: 3,
            input: "0".into(),
            outputs: outputs.iter().map(|name| ((*name).into(), extent.clone())).collect(),
            totals: Value::Null,
        }
    }

    #[test]
    fn a_mismatch_names_what_differs() {
        let begun = state(&[("--depth", "9"), ("--hash", "16")], &["--output", "--html"]);
        for (wanted, reason) in [
            (state(&[("--depth", "9"), ("--hash", "16")], &["--html", "--output"]), None),
            (
                state(&[("--depth", "8"), ("--hash", "16")], &["--output", "--html"]),
                Some("it was begun with --depth 9 and cannot go on with --depth 8"),
            ),
            (
                state(&[("--hash", "16")], &["--output", "--html"]),
                Some("it was begun with --depth 9 and cannot go on without --depth"),
            ),
            (
                state(&[("--depth", "9"), ("--hash", "16"), ("--nodes", "5")], &["--output", "--html"]),
                Some("it was begun without --nodes and cannot go on with --nodes 5"),
            ),
            (
                state(&[("--depth", "9"), ("--hash", "16")], &["--output"]),
                Some("it was begun with --html and cannot go on without it"),
            ),
            (
                state(&[("--depth", "9"), ("--hash", "16")], &["--output", "--html", "--write"]),
                Some("it was begun without --write and cannot go on with it"),
            ),
            (
                State { lancet: "lancet 2 analyse".into(), ..begun.clone() },
                Some("it was begun by 'lancet 1 analyse', and this is 'lancet 2 analyse'"),
            ),
        ] {
            assert_eq!(begun.mismatch(&wanted).as_deref(), reason);
        }
    }

    #[test]
    fn a_state_survives_its_file_and_nothing_else_is_taken_for_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = State::path_beside(&folder.path().join("out.json"));
        assert!(path.ends_with("out.json.resume"));
        assert_eq!(State::read(&path).expect("no error"), None);
        let state = state(&[("--depth", "9")], &["--output"]);
        state.write(&path).expect("a write");
        assert_eq!(State::read(&path).expect("no error"), Some(state));
        for text in ["", "{}", "[Event \"a\"]"] {
            std::fs::write(&path, text).expect("a file");
            assert!(State::read(&path).is_err_and(|error| error.to_string().contains("not the state")));
        }
    }
}
