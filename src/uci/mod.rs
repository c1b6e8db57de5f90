//! UCI: the Universal Chess Interface over standard input and output.
//!
//! A thread reads the input. Its lines come over a channel to the session on the main thread, which never searches:
//! it answers `isready`, `stop`, `ponderhit` and `quit` at once. Other commands wait in a queue while the engine
//! works. The search thread writes its reports and the best move itself.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "numbers of options and commands are clamped to their ranges first"
)]

mod book;
mod command;
mod game;
mod go;
mod line_reader;
mod options;
mod output;
mod report;
mod searching;
mod session;
mod setup;
mod show;
mod stdin;
mod strength;
mod syzygy;
mod task;

#[doc(hidden)]
pub use line_reader::{LineReader, ReadLines};
pub use options::table as option_table;

use std::io::{self, BufReader, IsTerminal};
use std::thread;
use std::time::Instant;

use crossbeam_channel::unbounded;

use crate::error::Error;
use session::Session;

/// What the session handles.
enum Event {
    /// A line was read, at this time.
    Line(String, Instant),
    /// The input has ended.
    Eof,
    /// The search has ended, or its output is broken. It may come late: the next line can come first.
    SearchEnded,
    /// A line to write, from another thread.
    Output(String),
    /// A bench or perft has ended.
    TaskEnded(TaskEnd),
}

/// How a bench or perft has ended.
enum TaskEnd {
    Complete,
    Stopped,
    /// With a message.
    Failed(String),
}

/// Speaks UCI until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if a thread cannot be started or the transposition table cannot be allocated.
#[expect(clippy::print_stdout, reason = "a greeting, before UCI begins")]
pub fn run() -> Result<(), Error> {
    if io::stdin().is_terminal() {
        println!(
            "Lancet {}, a UCI chess engine: add it to a chess GUI.\n\
             Type 'help' for the commands, 'quit' to exit.",
            env!("CARGO_PKG_VERSION")
        );
    }
    let (sender, events) = unbounded();
    let lines = sender.clone();
    thread::Builder::new()
        .name("stdin".into())
        .spawn(move || stdin::read(BufReader::new(io::stdin()), &lines))
        .map_err(Error::Thread)?;
    Session::new(io::stdout(), sender)?.run(&events);
    Ok(())
}
