//! Console: what the command-line programs share: running a command, reading and writing files, progress, terminals.

mod board;
mod files;
pub mod interrupt;
#[cfg(unix)]
mod line_editor;
#[cfg(not(unix))]
#[path = "no_line_editor.rs"]
mod line_editor;
mod numbers;
mod progress;
mod run;
mod screen;
mod shell;
mod signals;
mod suggest;
mod table;
mod typed_line;
mod usage;

pub use board::{BOARD_WIDTH, BoardView};

pub use files::{
    append, append_games, append_games_alone, check_output, create, create_new, keep_apart, lock,
    lock_replaced, read_text, write_atomic,
};
pub use line_editor::{EditedScreen, LineEditor};
pub use numbers::{count, integer, integer_from};
pub use progress::{Status, progress_bar, progress_count, progress_text, show_total};
pub use run::{CommandError, Exit, command, conclude, run, warn};
pub use screen::{Screen, fit_words};
pub use shell::shell_line;
pub use suggest::{TypedMoveError, did_you_mean, move_words, typed_move, unknown_command, without_number};
pub use table::{Table, TableFormat};
pub use typed_line::TypedLine;
pub use usage::usage_error;
