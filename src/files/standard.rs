//! Standard: the standard input, output and error, which may be non-blocking if another process has made them so.

use std::io::{self, Read, Stderr, Stdin, Stdout, Write};
#[cfg(unix)]
use std::os::fd::AsFd as Handle;

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
#[cfg(unix)]
use rustix::io::Errno;

use super::error::FileError;
use super::input::check_standard_input;

/// A stream that waits where it would block.
#[derive(Debug)]
pub struct Waiting<T>(T);

/// The standard input.
pub type StandardInput = Waiting<Stdin>;

/// Returns the standard input.
///
/// # Errors
/// [`FileError::NotAStream`] if it is a folder, or a device but a terminal or the null device.
pub fn stdin() -> Result<StandardInput, FileError> {
    check_standard_input()?;
    Ok(Waiting(io::stdin()))
}

/// Returns the standard output.
#[must_use]
pub fn stdout() -> Waiting<Stdout> {
    Waiting(io::stdout())
}

/// Returns the standard error.
#[must_use]
pub fn stderr() -> Waiting<Stderr> {
    Waiting(io::stderr())
}

impl<T: Read + Handle> Read for Waiting<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.repeat(Event::Input, |stream| stream.read(buffer))
    }
}

impl<T: Write + Handle> Write for Waiting<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.repeat(Event::Reader, |stream| stream.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.repeat(Event::Reader, T::flush)
    }
}

/// What a stream waits for.
#[derive(Clone, Copy)]
enum Event {
    Input,
    Reader,
}

impl<T: Handle> Waiting<T> {
    /// Repeats an action while it would block; one that would block has consumed nothing.
    fn repeat<R>(&mut self, event: Event, mut act: impl FnMut(&mut T) -> io::Result<R>) -> io::Result<R> {
        loop {
            match act(&mut self.0) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => self.wait(event)?,
                result => return result,
            }
        }
    }

    #[cfg(unix)]
    fn wait(&self, event: Event) -> io::Result<()> {
        let flags = match event {
            Event::Input => PollFlags::IN,
            Event::Reader => PollFlags::OUT,
        };
        match poll(&mut [PollFd::new(&self.0, flags)], None) {
            // A signal; the action is repeated anyway.
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Only Unix has non-blocking standard streams.
    #[cfg(not(unix))]
    fn wait(&self, _event: Event) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }
}

#[cfg(not(unix))]
pub trait Handle {}

#[cfg(not(unix))]
impl<T> Handle for T {}
