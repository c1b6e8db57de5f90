//! UCI: the Universal Chess Interface over standard input and output.
//!
//! A thread reads the input and handles its lines in the session, which never searches: it answers `isready`, `stop`,
//! `ponderhit` and `quit` at once. Other commands wait in a queue while the engine works. The search thread receives
//! its searches over a channel, and writes its reports and the best move itself. The main thread waits for the end of
//! work, and then executes the queue.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "numbers of options and commands are clamped to their ranges first"
)]

mod command;
mod game;
mod go;
mod line_reader;
mod options;
mod output;
mod output_watch;
mod queue;
mod report;
mod searching;
mod session;
mod setup;
mod shared_session;
mod show;
mod stdin;
mod strength;
mod syzygy;
mod task;

#[doc(hidden)]
pub use line_reader::{LineReader, ReadLines};
pub use options::table as option_table;

use std::io::{self, BufReader, IsTerminal, Write};
use std::thread;

use crossbeam_channel::unbounded;

use crate::error::Error;
use crate::memory;
use session::Session;
use shared_session::SharedSession;

/// The stack of the thread that handles the input, in bytes: that of a main thread.
const STACK_SIZE: usize = 8 << 20;

/// What the session handles beside the lines of the input.
enum Event {
    /// The input has ended.
    Eof,
    /// The reader of the output has closed it.
    OutputClosed,
    /// A search, bench or perft has ended, or its output is broken. It may come late: the next line can come first.
    WorkEnded,
    /// The session must end soon.
    Ending,
}

/// Speaks UCI until `quit` or the end of the input.
///
/// # Errors
/// Returns an error if a thread cannot be started, if the transposition table cannot be allocated, or if the output
/// cannot be written.
pub fn run() -> Result<(), Error> {
    if io::stdin().is_terminal() {
        writeln!(
            io::stdout(),
            "Lancet {}, a UCI chess engine: add it to a chess GUI.\n\
             Type 'help' for the commands, 'quit' to exit.",
            env!("CARGO_PKG_VERSION")
        )?;
    }
    memory::share_heap();
    let (sender, events) = unbounded();
    let session = Session::new(io::stdout(), sender.clone())?;
    output_watch::start(sender.clone()).map_err(Error::Thread)?;
    let session = SharedSession::new(session, sender);
    let reader = session.reader();
    thread::Builder::new()
        .name("stdin".into())
        .stack_size(STACK_SIZE)
        .spawn(move || stdin::read(BufReader::new(io::stdin()), |line, at| reader.handle_line(line, at)))
        .map_err(Error::Thread)?;
    Ok(session.run(&events)?)
}
