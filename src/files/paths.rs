//! Paths: the types in which commands declare the paths that they read and write.
//!
//! They are types of arguments, so that the command line knows what each path is for: it keeps inputs and
//! outputs apart for all commands, and a test finds an argument that is not declared.

use std::ffi::{OsStr, OsString};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use super::text::cut;

macro_rules! path_types {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(PathBuf);

        impl<P: Into<OsString>> From<P> for $name {
            fn from(path: P) -> $name {
                $name(PathBuf::from(path.into()))
            }
        }

        impl Deref for $name {
            type Target = Path;

            fn deref(&self) -> &Path {
                &self.0
            }
        }

        impl From<$name> for PathBuf {
            fn from(path: $name) -> PathBuf {
                path.0
            }
        }

        impl AsRef<Path> for $name {
            fn as_ref(&self) -> &Path {
                &self.0
            }
        }
    )*};
}

path_types! {
    /// A regular file that is read.
    InputFile;
    /// A file, a pipe or, as `-`, standard input, read once.
    InputStream;
    /// A folder whose files are read.
    InputFolder;
    /// A file that is written; what else it can be, the function that opens it says.
    OutputFile;
    /// A file or pipe that is written, or, as `-`, standard output.
    OutputStream;
    /// A folder in which files are written, and read when the command is run again.
    OutputFolder;
}

/// Folders whose files are read, separated as the system separates the folders of a search path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InputFolders(OsString);

impl<P: Into<OsString>> From<P> for InputFolders {
    fn from(list: P) -> InputFolders {
        InputFolders(list.into())
    }
}

impl Deref for InputFolders {
    type Target = OsStr;

    fn deref(&self) -> &OsStr {
        &self.0
    }
}

impl InputFolders {
    /// Returns the folders.
    #[must_use]
    pub fn folders(&self) -> Vec<PathBuf> {
        std::env::split_paths(&self.0).collect()
    }
}

/// Returns a path for a message: on one line and not too long.
#[must_use]
pub fn display(path: &Path) -> String {
    cut(&path.to_string_lossy(), 200)
}
