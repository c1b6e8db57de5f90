//! Task: a bench or perft on a thread of its own, so that the session can answer.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use crossbeam_channel::Sender;

use super::Event;

/// A task under way.
#[derive(Debug)]
pub(super) struct Task {
    stopped: Arc<AtomicBool>,
}

impl Task {
    /// Starts `work`. Each line that it writes is sent as an event, and finally its result.
    ///
    /// # Errors
    /// Returns a message if the thread cannot be started.
    pub fn start(
        sender: Sender<Event>,
        work: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
    ) -> Result<Task, String> {
        let stopped = Arc::new(AtomicBool::new(false));
        let mut lines = Lines { sender, stopped: Arc::clone(&stopped), partial: Vec::new() };
        thread::Builder::new()
            .name("task".into())
            .spawn(move || {
                let result = work(&mut lines).map_err(|error| error.to_string());
                // The session may have ended.
                let _ = lines.sender.send(Event::TaskEnded(result));
            })
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Task { stopped })
    }

    /// Stops the work at its next write or flush.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }
}

/// Sends each line that is written as an event.
struct Lines {
    sender: Sender<Event>,
    stopped: Arc<AtomicBool>,
    /// The line that has no end yet.
    partial: Vec<u8>,
}

impl Lines {
    fn check_stop(&self) -> io::Result<()> {
        if self.stopped.load(Relaxed) {
            return Err(io::Error::other("stopped"));
        }
        Ok(())
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check_stop()?;
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8_lossy(&self.partial).into_owned();
                self.partial.clear();
                self.sender.send(Event::Output(line)).map_err(io::Error::other)?;
            } else {
                self.partial.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.check_stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::unbounded;

    #[test]
    fn output_is_sent_by_lines_and_the_result_comes_last() {
        let (sender, events) = unbounded();
        let task = Task::start(sender, |out| {
            write!(out, "a{}", 1)?;
            writeln!(out, "b\nc")
        });
        assert!(task.is_ok());
        let sent: Vec<Event> = events.iter().collect();
        assert!(matches!(&sent[..],
            [Event::Output(a), Event::Output(b), Event::TaskEnded(Ok(()))] if a == "a1b" && b == "c"));
    }

    #[test]
    fn stop_ends_a_task_at_its_next_line() {
        let (sender, events) = unbounded();
        let endless = |out: &mut dyn Write| loop {
            writeln!(out, "again")?;
        };
        let task = Task::start(sender, endless).unwrap();
        assert!(matches!(events.recv(), Ok(Event::Output(_))));
        task.stop();
        assert!(matches!(events.iter().last(), Some(Event::TaskEnded(Err(_)))));
    }
}
