//! UCI: a conversation with a chess program over standard input and output.
//!
//! A thread reads lines; lines and the reports of the search come over one channel to the session
//! on the main thread, which never searches. So `isready`, `stop`, `ponderhit` and `quit` are
//! answered at once; whatever else comes while the engine is at work waits in a queue.

mod command;
mod limits;
mod opening;
mod options;
mod output;
mod report;
mod session;
mod show;
mod stdin;
mod tables;
mod task;

pub use options::table as option_table;

use std::io::{self, BufReader, IsTerminal};
use std::thread;

use crossbeam_channel::unbounded;

use crate::engine::Report;
use crate::error::Error;
use session::Session;

/// What the session reacts to.
enum Event {
    /// A line was read.
    Line(String),
    /// The input has ended.
    Eof,
    /// The search tells something.
    Report(Box<Report>),
    /// A bench or perft tells a line.
    Told(String),
    /// It has ended; an error is a sentence.
    Counted(Result<(), String>),
}

/// Speaks UCI until `quit` or the end of the input.
///
/// # Errors
/// A sentence where a thread or the memory for the table cannot be had.
pub fn run() -> Result<(), Error> {
    if io::stdin().is_terminal() {
        println!(
            "Lancet {}: a chess engine, to be loaded into a chess program that speaks UCI.\n\
             Type 'help' for what it understands, 'quit' to leave.",
            env!("CARGO_PKG_VERSION")
        );
    }
    let (sender, events) = unbounded();
    let lines = sender.clone();
    thread::Builder::new()
        .name("stdin".into())
        .spawn(move || stdin::read(BufReader::new(io::stdin()), &lines))
        .map_err(|error| Error::sentence(format!("the reading thread cannot be started: {error}")))?;
    Session::new(io::stdout(), sender).map_err(Error::sentence)?.run(&events);
    Ok(())
}
