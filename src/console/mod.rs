//! Console: what the command-line programs share: running a command, reading and writing files, progress.

mod files;
mod progress;
mod run;
mod signals;

pub use files::{append, check_output, create, create_new, keep_apart, lock, read_text, write_atomic};
pub use progress::{Status, progress_bar, progress_count, progress_line, progress_text, show_total};
pub use run::{CommandError, Exit, conclude, run, usage_error, warn};
