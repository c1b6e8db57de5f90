//! Input: the lines that a person types, while a clock runs.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use crate::console::interrupt;
use crate::error::Error;

/// A longer line is no move.
const MAX_LINE: u64 = 4096;

/// Lines that are read before they are needed.
const LINES_AHEAD: usize = 16;

/// What comes next.
pub(super) enum Event {
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C, or the signal that asks the program to end.
    Interrupt,
    /// The deadline has passed.
    Deadline,
}

/// The standard input, read on a thread of its own.
pub(super) struct Input {
    lines: Receiver<String>,
}

impl Input {
    /// Starts to read. From now on the first Ctrl-C is an event, and the second one ends the process.
    ///
    /// # Errors
    /// [`Error::Thread`] if the thread cannot be started.
    pub fn start() -> Result<Input, Error> {
        interrupt::catch();
        let (sender, lines) = bounded(LINES_AHEAD);
        let read = move || {
            let mut input = BufReader::new(io::stdin());
            loop {
                let mut bytes = Vec::new();
                match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => return,
                    Ok(_) => {}
                }
                let text = String::from_utf8_lossy(&bytes);
                if sender.send(text.replace(char::is_control, " ").trim().to_owned()).is_err() {
                    return;
                }
            }
        };
        // It is not joined: it may wait for an input that never ends.
        thread::Builder::new().name("stdin".into()).spawn(read).map_err(Error::Thread)?;
        Ok(Input { lines })
    }

    /// Reports whether the standard input is a terminal.
    pub fn is_terminal() -> bool {
        io::stdin().is_terminal()
    }

    /// Waits for the next line, for the end of the input, for Ctrl-C, or until `deadline`.
    pub fn next(&self, deadline: Option<Instant>) -> Event {
        loop {
            if interrupt::is_set() {
                return Event::Interrupt;
            }
            let left = deadline
                .map_or(interrupt::POLL, |deadline| deadline.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(left.min(interrupt::POLL)) {
                Ok(line) => return Event::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Event::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Event::Deadline,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
