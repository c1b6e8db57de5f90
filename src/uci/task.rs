//! Task: a bench or perft, on a thread of its own so that the session can answer.

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
    /// Starts `work`; each line that it writes is sent, and at last how it ended.
    ///
    /// # Errors
    /// A sentence where the thread cannot be had.
    pub fn start(
        sender: Sender<Event>,
        work: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
    ) -> Result<Task, String> {
        let stopped = Arc::new(AtomicBool::new(false));
        let mut lines = Lines { sender, stopped: Arc::clone(&stopped), begun: Vec::new() };
        thread::Builder::new()
            .name("count".into())
            .spawn(move || {
                let result = work(&mut lines).map_err(|error| error.to_string());
                // Where the session has gone, no one wants to know.
                let _ = lines.sender.send(Event::Counted(result));
            })
            .map_err(|error| format!("a thread cannot be started: {error}"))?;
        Ok(Task { stopped })
    }

    /// Ends it with the next line that it writes or flush that it makes.
    pub fn stop(&self) {
        self.stopped.store(true, Relaxed);
    }
}

/// Sends what is written, line by line.
struct Lines {
    sender: Sender<Event>,
    stopped: Arc<AtomicBool>,
    begun: Vec<u8>,
}

impl Lines {
    fn go_on(&self) -> io::Result<()> {
        if self.stopped.load(Relaxed) {
            return Err(io::Error::other("the work was stopped before its end"));
        }
        Ok(())
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.go_on()?;
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8_lossy(&self.begun).into_owned();
                self.begun.clear();
                self.sender.send(Event::Told(line)).map_err(io::Error::other)?;
            } else {
                self.begun.push(*byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.go_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam_channel::unbounded;

    #[test]
    fn lines_come_whole_and_the_end_comes_last() {
        let (sender, events) = unbounded();
        let task = Task::start(sender, |out| {
            write!(out, "a{}", 1)?;
            writeln!(out, "b\nc")
        });
        assert!(task.is_ok());
        let told: Vec<Event> = events.iter().collect();
        assert!(matches!(&told[..],
            [Event::Told(a), Event::Told(b), Event::Counted(Ok(()))] if a == "a1b" && b == "c"));
    }

    #[test]
    fn a_stopped_task_ends_at_its_next_line() {
        let (sender, events) = unbounded();
        let endless = |out: &mut dyn Write| loop {
            writeln!(out, "again")?;
        };
        let task = Task::start(sender, endless).unwrap();
        assert!(matches!(events.recv(), Ok(Event::Told(_))));
        task.stop();
        assert!(matches!(events.iter().last(), Some(Event::Counted(Err(_)))));
    }
}
