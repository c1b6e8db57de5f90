//! Standard: the standard input, output and error, which may be non-blocking if another process has made them so.

use std::io::{self, Read, Stderr, Stdin, Stdout, Write};

use super::error::FileError;
use super::input::check_standard_input;

/// The standard input. It waits for input even if it is non-blocking.
#[derive(Debug)]
pub struct StandardInput(Stdin);

/// The standard output. It waits for its reader even if it is non-blocking.
#[derive(Debug)]
pub struct StandardOutput(Stdout);

/// The standard error. It waits for its reader even if it is non-blocking.
#[derive(Debug)]
pub struct StandardError(Stderr);

/// Returns the standard input.
///
/// # Errors
/// [`FileError::NotAStream`] if it is a folder, or a device but a terminal or the null device.
pub fn stdin() -> Result<StandardInput, FileError> {
    check_standard_input()?;
    Ok(StandardInput(io::stdin()))
}

/// Returns the standard output.
#[must_use]
pub fn stdout() -> StandardOutput {
    StandardOutput(io::stdout())
}

/// Returns the standard error.
#[must_use]
pub fn stderr() -> StandardError {
    StandardError(io::stderr())
}

impl Read for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        repeat(|| self.0.read(buffer), await_input)
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        repeat(|| self.0.write(bytes), await_reader)
    }

    fn flush(&mut self) -> io::Result<()> {
        repeat(|| self.0.flush(), await_reader)
    }
}

impl Write for StandardError {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        repeat(|| self.0.write(bytes), await_reader_of_errors)
    }

    fn flush(&mut self) -> io::Result<()> {
        repeat(|| self.0.flush(), await_reader_of_errors)
    }
}

/// Repeats an action while it would block; one that would block has consumed nothing.
fn repeat<T>(mut act: impl FnMut() -> io::Result<T>, wait: impl Fn() -> io::Result<()>) -> io::Result<T> {
    loop {
        match act() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => wait()?,
            result => return result,
        }
    }
}

#[cfg(unix)]
fn await_input() -> io::Result<()> {
    wait(&io::stdin(), rustix::event::PollFlags::IN)
}

#[cfg(unix)]
fn await_reader() -> io::Result<()> {
    wait(&io::stdout(), rustix::event::PollFlags::OUT)
}

#[cfg(unix)]
fn await_reader_of_errors() -> io::Result<()> {
    wait(&io::stderr(), rustix::event::PollFlags::OUT)
}

#[cfg(unix)]
fn wait(stream: &impl std::os::fd::AsFd, event: rustix::event::PollFlags) -> io::Result<()> {
    match rustix::event::poll(&mut [rustix::event::PollFd::new(stream, event)], None) {
        // A signal; the action is repeated anyway.
        Ok(_) | Err(rustix::io::Errno::INTR) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Only Unix has non-blocking standard streams.
#[cfg(not(unix))]
fn await_input() -> io::Result<()> {
    Err(io::ErrorKind::WouldBlock.into())
}

#[cfg(not(unix))]
fn await_reader() -> io::Result<()> {
    Err(io::ErrorKind::WouldBlock.into())
}

#[cfg(not(unix))]
fn await_reader_of_errors() -> io::Result<()> {
    Err(io::ErrorKind::WouldBlock.into())
}
