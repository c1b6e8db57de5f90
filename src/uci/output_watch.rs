//! Output watch: notices that the reader of the standard output has closed it, before anything more is written.

use std::io;

use crossbeam_channel::Sender;

use super::Event;

/// Starts a thread that sends [`Event::OutputClosed`] when the reader has closed the standard output: a search that
/// reports nothing for long, such as an infinite one that has found a mate, must end too.
///
/// # Errors
/// Returns an error if the thread cannot be started.
#[cfg(unix)]
pub(super) fn start(events: Sender<Event>) -> io::Result<()> {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;

    let watch = move || {
        let stdout = io::stdout();
        // Errors and the end are reported even if no event is requested.
        let mut watched = [PollFd::new(&stdout, PollFlags::empty())];
        while poll(&mut watched, None) == Err(Errno::INTR) {}
        if watched[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            // The session may have ended.
            let _ = events.send(Event::OutputClosed);
        }
    };
    std::thread::Builder::new().name("output".into()).spawn(watch).map(drop)
}

/// Does nothing: without `poll` the next line that is written finds the output closed.
#[cfg(not(unix))]
pub(super) fn start(_events: Sender<Event>) -> io::Result<()> {
    Ok(())
}
