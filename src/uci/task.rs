//! Task: a bench or perft on a thread of its own, so that the session can answer.

use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::{Event, TaskEnd};
use crate::error::Error;
use crate::search::Control;

/// A task under way.
#[derive(Debug)]
pub(super) struct Task {
    /// Its name in messages.
    pub name: &'static str,
    control: Arc<Control>,
    started: Instant,
}

impl Task {
    /// Starts `work`, which ends early when its control is stopped. Each line that it writes is sent as an event,
    /// and finally its result.
    ///
    /// # Errors
    /// Returns a message if the thread cannot be started.
    pub fn start(
        name: &'static str,
        sender: Sender<Event>,
        work: impl FnOnce(&Control, &mut dyn Write) -> Result<(), Error> + Send + 'static,
    ) -> Result<Task, String> {
        let control = Arc::new(Control::new(false));
        let mut lines = Lines { sender, control: Arc::clone(&control), partial: Vec::new() };
        thread::Builder::new()
            .name("task".into())
            .spawn(move || {
                let control = Arc::clone(&lines.control);
                let end = match work(&control, &mut lines) {
                    Ok(()) => TaskEnd::Complete,
                    Err(_) if control.is_stopped() => TaskEnd::Stopped,
                    Err(error) => TaskEnd::Failed(error.to_string()),
                };
                // The session may have ended.
                let _ = lines.sender.send(Event::TaskEnded(end));
            })
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Task { name, control, started: Instant::now() })
    }

    /// Stops the work.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Reports whether the work has begun less than `time` ago.
    pub fn is_younger_than(&self, time: Duration) -> bool {
        self.started.elapsed() < time
    }
}

/// Sends each line that is written as an event.
struct Lines {
    sender: Sender<Event>,
    control: Arc<Control>,
    /// The line that has no end yet.
    partial: Vec<u8>,
}

impl Lines {
    fn check_stop(&self) -> io::Result<()> {
        if self.control.is_stopped() {
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
        let task = Task::start("test", sender, |_, out| {
            write!(out, "a{}", 1)?;
            Ok(writeln!(out, "b\nc")?)
        });
        assert!(task.is_ok());
        let sent: Vec<Event> = events.iter().collect();
        assert!(matches!(&sent[..],
            [Event::Output(a), Event::Output(b), Event::TaskEnded(TaskEnd::Complete)] if a == "a1b" && b == "c"));
    }

    #[test]
    fn stop_ends_a_task_at_its_next_line() {
        let (sender, events) = unbounded();
        let endless = |_: &Control, out: &mut dyn Write| loop {
            writeln!(out, "again")?;
        };
        let task = Task::start("test", sender, endless).unwrap();
        assert!(matches!(events.recv(), Ok(Event::Output(_))));
        task.stop();
        assert!(matches!(events.iter().last(), Some(Event::TaskEnded(TaskEnd::Stopped))));
    }
}
