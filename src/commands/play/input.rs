//! Input: the lines that a person types, while a clock runs.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};

use crate::error::Error;

/// A longer line is no move.
const MAX_LINE: u64 = 4096;

/// Lines that are read before they are needed.
const LINES_AHEAD: usize = 16;

/// The time between two looks at what signals have set.
const POLL: Duration = Duration::from_millis(50);

/// What comes next.
pub(super) enum Event {
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupt,
    /// The deadline has passed.
    Deadline,
}

/// The standard input, read on a thread of its own.
pub(super) struct Input {
    lines: Receiver<String>,
    interrupted: Arc<AtomicBool>,
}

impl Input {
    /// Starts to read. From now on the first Ctrl-C is an event, and the second one ends the process.
    ///
    /// # Errors
    /// [`Error::Thread`] if the thread cannot be started.
    pub fn start() -> Result<Input, Error> {
        let interrupted = Arc::new(AtomicBool::new(false));
        catch_interrupts(&interrupted);
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
        Ok(Input { lines, interrupted })
    }

    /// Reports whether the standard input is a terminal.
    pub fn is_terminal() -> bool {
        io::stdin().is_terminal()
    }

    /// Reports whether Ctrl-C was pressed.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Waits for the next line, for the end of the input, for Ctrl-C, or until `deadline`.
    pub fn next(&self, deadline: Option<Instant>) -> Event {
        loop {
            if self.is_interrupted() {
                return Event::Interrupt;
            }
            let left = deadline.map_or(POLL, |deadline| deadline.saturating_duration_since(Instant::now()));
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return Event::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Event::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Event::Deadline,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

#[cfg(unix)]
fn catch_interrupts(flag: &Arc<AtomicBool>) {
    use signal_hook::consts::SIGINT;
    use signal_hook::flag::{register, register_conditional_shutdown};

    // Without a handler Ctrl-C ends the game unsaved.
    let _ = register_conditional_shutdown(SIGINT, 130, Arc::clone(flag));
    let _ = register(SIGINT, Arc::clone(flag));
}

/// Does nothing: Ctrl-C ends the process.
#[cfg(not(unix))]
fn catch_interrupts(_: &Arc<AtomicBool>) {}
