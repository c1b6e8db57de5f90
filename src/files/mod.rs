//! Files: everything that a user can name as an input or an output is opened here.
//!
//! Opening never blocks, and what is opened is checked: an input is a regular file ([`open`]), or a regular file, a
//! pipe or `-` where reading once is enough ([`open_stream`]). An output is a regular file or a new one, and
//! where it is written once from its beginning to its end also a pipe that has a reader. The null device is an
//! output everywhere. Folders, devices, sockets, links to nothing and files of the kernel (`/proc`, `/sys`) are
//! refused, and so is an input that is larger than its kind may be, even if it grows while it is read.
//!
//! Commands declare their paths with the types of this module ([`InputFile`] and others), so that
//! [`check_apart`] can refuse an output that is an input or another output.

mod apart;
mod error;
mod input;
mod kind;
mod lines;
mod lock;
mod output;
mod paths;
mod standard;
mod text;

pub use apart::{ConflictError, PathSet, check_apart, is_same_file};
pub use error::FileError;
pub use input::{Input, open, open_stream, read, read_stream};
pub use kind::FileKind;
pub use lines::{LineReader, TextLine};
pub use lock::{ReplacedFileLock, lock};
pub use output::{
    Output, append, check_output, check_output_folder, create, create_folder, create_new, is_standard_output,
    list_folder, remove, reopen, write_atomic,
};
pub use paths::{
    InputFile, InputFolder, InputFolders, InputStream, OutputFile, OutputFolder, OutputStream, display,
};
pub use standard::{StandardInput, Waiting, stderr, stdin, stdout};
pub use text::{NotText, TEXT_PREFIX, check_text, decode, quoted};

/// The maximum size in bytes of a text that is read as a whole: 1 GiB.
pub const MAX_TEXT: u64 = 1 << 30;

/// The size limit of inputs that are read piece by piece: none.
pub const UNLIMITED: u64 = u64::MAX;
