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
#![cfg_attr(not(feature = "cli"), allow(dead_code, reason = "what the terminal alone needs"))]

mod command;
mod fuzz_session;
mod game;
mod go;
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
#[cfg(feature = "cli")]
mod terminal;
#[cfg(not(feature = "cli"))]
#[path = "no_terminal.rs"]
mod terminal;

#[doc(hidden)]
pub use fuzz_session::{FuzzSession, ReadLines};
pub use options::table as option_table;

#[cfg(feature = "cli")]
use std::io::IsTerminal;
use std::io::{self, BufReader, Write};
use std::thread;

use crossbeam_channel::{Sender, unbounded};

use crate::commands::standard_input;
#[cfg(feature = "cli")]
use crate::console::{LineEditor, Screen};
use crate::error::Error;
use crate::files::{self, StandardInput};
use crate::memory;
use session::Session;
use shared_session::{Reader, SharedSession};
#[cfg(feature = "cli")]
use terminal::Terminal;

/// The stack of the thread that handles the input, in bytes: that of a main thread.
const STACK_SIZE: usize = 8 << 20;

/// What the session handles beside the lines of the input.
enum Event {
    /// The input has ended.
    Eof,
    /// The reader of the output has closed it. Known on Unix only.
    #[cfg_attr(not(unix), expect(dead_code, reason = "known on Unix only"))]
    OutputClosed,
    /// A search, bench or perft has ended, or its output is broken. It may come late: the next line can come first.
    WorkEnded,
    /// The session must end soon.
    Ending,
    /// A person at the terminal has pressed Ctrl-C.
    Interrupted,
}

/// Speaks UCI until `quit` or the end of the input. At a terminal it talks to a person, until the line `uci`.
///
/// # Errors
/// Returns an error if a thread cannot be started, if the transposition table cannot be allocated, if the standard input is
/// a folder or a device but a terminal or the null device, or if the output cannot be written.
#[cfg(feature = "cli")]
pub fn run() -> Result<(), Error> {
    let screen = Screen::of_stdout();
    if !io::stdin().is_terminal() || !screen.is_terminal() {
        return run_plain();
    }
    let input = standard_input()?;
    let editor = LineEditor::open();
    let edited = editor.as_ref().map(LineEditor::screen);
    let shown = edited.clone();
    let prepare = move |session: &mut Session, events: &Sender<Event>| {
        terminal::watch_interrupts(events.clone())?;
        session.set_terminal(|out| Terminal::new(screen, shown, out));
        Ok(())
    };
    let Some((editor, edited)) = editor.zip(edited) else {
        return converse(files::stdout(), prepare, read_stdin(input));
    };
    let result = converse(edited.clone(), prepare, |reader| {
        // After the line `uci` the terminal is read as a pipe from a program is.
        if terminal::read_lines(editor, reader) {
            read_stdin(input)(reader);
        }
    });
    edited.close();
    result
}

/// Speaks UCI until `quit` or the end of the input, at a terminal too.
///
/// # Errors
/// Those of [`run`].
pub fn run_plain() -> Result<(), Error> {
    converse(files::stdout(), |_, _| Ok(()), read_stdin(standard_input()?))
}

/// Runs a session, after `prepare`, that writes to `out`; a thread of its own runs `read`, until the end of the input.
fn converse(
    out: impl Write + Send + 'static,
    prepare: impl FnOnce(&mut Session, &Sender<Event>) -> io::Result<()>,
    read: impl FnOnce(&Reader) + Send + 'static,
) -> Result<(), Error> {
    memory::share_heap();
    let (sender, events) = unbounded();
    let mut session = Session::new(out, sender.clone())?;
    output_watch::start(sender.clone()).map_err(Error::Thread)?;
    prepare(&mut session, &sender).map_err(Error::Thread)?;
    let session = SharedSession::new(session, sender);
    let reader = session.reader();
    thread::Builder::new()
        .name("stdin".into())
        .stack_size(STACK_SIZE)
        .spawn(move || read(&reader))
        .map_err(Error::Thread)?;
    Ok(session.run(&events)?)
}

/// Returns what reads the lines of the standard input.
fn read_stdin(input: StandardInput) -> impl FnOnce(&Reader) + Send {
    |reader| stdin::read(BufReader::new(input), |line, at| reader.handle_line(line, at))
}
