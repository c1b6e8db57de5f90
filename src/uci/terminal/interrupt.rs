//! Interrupt: Ctrl-C at a terminal.

use std::io;

use crossbeam_channel::Sender;

use crate::uci::Event;

/// Sends an event for every Ctrl-C from now on, which no longer ends the process.
///
/// # Errors
/// A signal handler or a thread that the system refuses.
#[cfg(unix)]
pub(in crate::uci) fn watch(events: Sender<Event>) -> io::Result<()> {
    use std::io::Read;
    use std::os::unix::net::UnixStream;
    use std::thread;

    use signal_hook::consts::SIGINT;
    use signal_hook::low_level::pipe;

    let (mut signals, handler) = UnixStream::pair()?;
    pipe::register(SIGINT, handler)?;
    let send = move || {
        let mut signal = [0];
        while signals.read_exact(&mut signal).is_ok() && events.send(Event::Interrupted).is_ok() {}
    };
    thread::Builder::new().name("interrupt".into()).spawn(send).map(drop)
}

/// Ends the process as Ctrl-C does without [`watch`].
#[cfg(unix)]
pub(in crate::uci) fn end_process() {
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGINT);
}

/// Does nothing: Ctrl-C ends the process.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, clippy::needless_pass_by_value, reason = "as on Unix")]
pub(in crate::uci) fn watch(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}

/// Does nothing: nobody watches for Ctrl-C.
#[cfg(not(unix))]
pub(in crate::uci) fn end_process() {}
