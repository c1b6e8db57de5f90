//! Shared session: a session between the thread that reads the input and the thread that waits for its work.
//!
//! The reader handles its lines itself. On a busy machine, to wake another thread for `go` may take longer than the
//! move.

use std::io;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender};

use super::Event;
use super::session::Session;
use super::stdin::LongLine;

/// A session that the thread that waits for its work shares with a [`Reader`].
pub(super) struct SharedSession {
    session: Arc<Mutex<Session>>,
    events: Sender<Event>,
}

/// The part of a shared session that handles the input. Dropping it is the end of the input.
pub(super) struct Reader {
    session: Arc<Mutex<Session>>,
    events: Sender<Event>,
}

fn lock(session: &Mutex<Session>) -> MutexGuard<'_, Session> {
    session.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Reader {
    /// Handles a line that was read at `read_at`; returns whether more lines are wanted.
    pub fn handle_line(&self, line: Result<&str, LongLine>, read_at: Instant) -> bool {
        let mut session = lock(&self.session);
        match line {
            Ok(line) => session.handle_line(line, read_at),
            Err(long) => session.handle_long_line(&long),
        }
        self.wants_more(&session)
    }

    /// Handles Ctrl-C in a line that is edited; returns whether more lines are wanted.
    pub fn interrupt(&self) -> bool {
        let mut session = lock(&self.session);
        session.handle(Event::Interrupted);
        self.wants_more(&session)
    }

    fn wants_more(&self, session: &Session) -> bool {
        let is_ending = session.deadline().is_some() || session.has_ended();
        if is_ending {
            // The other thread waits without a deadline.
            let _ = self.events.send(Event::Ending);
        }
        !session.has_ended()
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let _ = self.events.send(Event::Eof);
    }
}

impl SharedSession {
    /// Shares `session`, whose work sends to `events`.
    pub fn new(session: Session, events: Sender<Event>) -> SharedSession {
        SharedSession { session: Arc::new(Mutex::new(session)), events }
    }

    /// Returns the part for the thread that reads the input.
    pub fn reader(&self) -> Reader {
        Reader { session: Arc::clone(&self.session), events: self.events.clone() }
    }

    /// Handles the events of `events` until `quit`, the end of the input or a broken output.
    ///
    /// # Errors
    /// The failure of the output.
    pub fn run(self, events: &Receiver<Event>) -> io::Result<()> {
        while !lock(&self.session).has_ended() {
            let deadline = lock(&self.session).deadline();
            let event = match deadline {
                None => events.recv().ok(),
                Some(deadline) => events.recv_deadline(deadline).ok(),
            };
            let mut session = lock(&self.session);
            match event {
                Some(event) => session.handle(event),
                None => session.handle_timeout(),
            }
        }
        let session = lock(&self.session);
        let (result, is_abandoned) = (session.output_result(), session.is_abandoned());
        drop(session);
        if is_abandoned {
            // A perft may not end soon, and dropping the engine would wait for the search.
            mem::forget(self.session);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::thread;

    use crossbeam_channel::unbounded;

    /// Sends each line that is written, and answers the best move before it is written.
    struct QuickGui {
        written: Sender<String>,
        input: Sender<&'static str>,
    }

    impl Write for QuickGui {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            if text.starts_with("bestmove") {
                for answer in ["isready", "quit"] {
                    let _ = self.input.send(answer);
                }
            }
            let _ = self.written.send(text);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn queued_commands_come_before_the_answer_to_the_best_move() {
        let ((input, read), (written, lines)) = (unbounded(), unbounded());
        let (sender, events) = unbounded();
        let gui = QuickGui { written, input: input.clone() };
        let session = Session::new(gui, sender.clone()).expect("a session");
        let session = SharedSession::new(session, sender);
        let reader = session.reader();
        let reader =
            thread::spawn(move || read.iter().all(|line| reader.handle_line(Ok(line), Instant::now())));
        for line in ["go depth 2", "setoption name Unknown"] {
            input.send(line).expect("a reader");
        }
        session.run(&events).expect("an output");
        assert!(reader.join().is_ok_and(|is_open| !is_open));
        let lines: Vec<String> = lines.iter().filter(|line| !line.starts_with("info depth")).collect();
        assert!(lines.len() == 3 && lines[0].starts_with("bestmove"), "{lines:?}");
        assert!(lines[1].contains("Unknown") && lines[2] == "readyok\n", "{lines:?}");
    }
}
