//! Task: a bench or perft on a thread of its own, so that the session can answer.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::Event;
use super::output::Output;
use crate::error::Error;
use crate::search::Control;
use crate::workers::OnPanic;

/// A task under way.
#[derive(Debug)]
pub(super) struct Task {
    control: Arc<Control>,
    started: Instant,
    ended: Arc<AtomicBool>,
}

impl Task {
    /// Starts `work`, which ends early when its control is stopped. Its lines are written to `out`, and then a message
    /// with its name if it was stopped or has failed. `events` is notified of the end.
    ///
    /// # Errors
    /// Returns a message if the thread cannot be started.
    pub fn start(
        name: &'static str,
        out: Output,
        events: Sender<Event>,
        work: impl FnOnce(&Control, &mut dyn Write) -> Result<(), Error> + Send + 'static,
    ) -> Result<Task, String> {
        let (control, ended) = (Arc::new(Control::new(false)), Arc::new(AtomicBool::new(false)));
        let mut lines = Lines { out, control: Arc::clone(&control), complete: None, partial: Vec::new() };
        let has_ended = Arc::clone(&ended);
        thread::Builder::new()
            .name("task".into())
            .spawn(move || {
                let control = Arc::clone(&lines.control);
                // The session would wait for ever.
                let _guard = OnPanic(|| {
                    has_ended.store(true, Ordering::Release);
                    let _ = events.send(Event::WorkEnded);
                });
                match work(&control, &mut lines) {
                    Ok(()) => lines.end(None, &has_ended),
                    Err(_) if control.is_stopped() => {
                        let message = lines.out.message_line(name, " stopped");
                        lines.end(Some(message), &has_ended);
                    }
                    Err(failure) => {
                        let message = lines.out.message_line("error: ", &failure.to_string());
                        lines.end(Some(message), &has_ended);
                    }
                }
                // The session may have ended.
                let _ = events.send(Event::WorkEnded);
            })
            .map_err(|error| format!("cannot start a thread: {error}"))?;
        Ok(Task { control, started: Instant::now(), ended })
    }

    /// Stops the work.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// Reports whether the work was stopped.
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// Reports whether the work has begun less than `time` ago.
    pub fn is_younger_than(&self, time: Duration) -> bool {
        self.started.elapsed() < time
    }

    /// Reports whether the last line is written, or is being written.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }
}

/// Writes each line when the next one is complete: the last line is known only at the end.
struct Lines {
    out: Output,
    control: Arc<Control>,
    /// The last complete line.
    complete: Option<String>,
    /// The line that has no end yet.
    partial: Vec<u8>,
}

impl Lines {
    fn check_stop(&self) -> io::Result<()> {
        if self.control.is_stopped() {
            return Err(io::Error::other("stopped"));
        }
        if self.out.is_broken() {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        Ok(())
    }

    /// Writes the lines that are left, `message` last, and sets `ended` with the last one.
    fn end(mut self, message: Option<String>, ended: &AtomicBool) {
        let partial = String::from_utf8_lossy(&mem::take(&mut self.partial)).into_owned();
        let partial = Some(partial).filter(|line| !line.is_empty());
        let mut left: Vec<String> = self.complete.take().into_iter().chain(partial).chain(message).collect();
        let last = left.pop();
        left.iter().for_each(|line| self.out.line(line));
        match last {
            Some(line) => self.out.last_line(&line, ended),
            None => ended.store(true, Ordering::Release),
        }
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check_stop()?;
        for byte in bytes {
            if *byte == b'\n' {
                let line = String::from_utf8_lossy(&mem::take(&mut self.partial)).into_owned();
                if let Some(before) = self.complete.replace(line) {
                    self.out.line(before);
                }
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
    use crossbeam_channel::{Receiver, unbounded};

    /// Sends what is written.
    struct Written(Sender<String>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(String::from_utf8_lossy(bytes).into_owned()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn start(
        work: impl FnOnce(&Control, &mut dyn Write) -> Result<(), Error> + Send + 'static,
    ) -> (Task, Receiver<String>) {
        let ((out, written), (events, inbox)) = (unbounded(), unbounded());
        let task = Task::start("test", Output::new(Written(out)), events, work).expect("a thread");
        thread::spawn(move || inbox.iter().count());
        (task, written)
    }

    #[test]
    fn lines_are_written_whole_and_the_task_ends_with_the_last() {
        let (task, written) = start(|_, out| {
            write!(out, "a{}", 1)?;
            Ok(writeln!(out, "b\nc")?)
        });
        assert_eq!(written.iter().collect::<Vec<_>>(), ["a1b\n", "c\n"]);
        assert!(task.has_ended());
    }

    #[test]
    fn stop_ends_a_task_at_its_next_line() {
        let (task, written) = start(|_, out: &mut dyn Write| {
            loop {
                writeln!(out, "again")?;
            }
        });
        assert_eq!(written.recv().as_deref(), Ok("again\n"));
        task.stop();
        assert_eq!(written.iter().last().as_deref(), Some("info string test stopped\n"));
    }

    #[test]
    fn a_task_that_panics_ends() {
        let ((out, _written), (events, inbox)) = (unbounded(), unbounded());
        let work = |_: &Control, _: &mut dyn Write| panic!("this panic is a part of the test");
        let task = Task::start("test", Output::new(Written(out)), events, work).expect("a thread");
        assert!(matches!(inbox.recv(), Ok(Event::WorkEnded)));
        assert!(task.has_ended());
    }

    #[test]
    fn an_error_is_the_last_line() {
        let (_, written) = start(|_, out| {
            write!(out, "half")?;
            Err(Error::SearchTerminated)
        });
        let lines: Vec<String> = written.iter().collect();
        assert!(lines.len() == 2 && lines[0] == "half\n", "{lines:?}");
        assert!(lines[1].starts_with("info string error: "), "{lines:?}");
    }
}
