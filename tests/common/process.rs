//! The engine as a child process: a UCI session in a temporary folder, and single commands.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::folder::Folder;

/// The limit for every answer that should come quickly, generous enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Starts `command` in `folder`, with pipes to its input and from its outputs.
pub fn spawn_piped(command: &mut Command, folder: &Path) -> Child {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    piped.current_dir(folder).spawn().expect("the program starts")
}

/// Sends a signal, as `kill` names it, to a process.
pub fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(status.expect("kill").success());
}

/// Returns lines of searches without what depends on the time: the speed, and lines that only a long search prints.
pub fn without_time(lines: &[String]) -> Vec<String> {
    let timeless = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        let keeps = |at: &usize| !["nps", "time"].contains(&words[at.saturating_sub(1)]);
        (0..words.len()).filter(keeps).map(|at| words[at]).collect::<Vec<_>>().join(" ")
    };
    let is_timed = |line: &&String| ["currmove", "bound "].iter().any(|word| line.contains(word));
    lines.iter().filter(|line| !is_timed(line)).map(timeless).collect()
}

/// A UCI session with the engine, which runs in an empty temporary folder.
pub struct Lancet {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    stderr: Option<JoinHandle<String>>,
    /// Every line read so far.
    pub received: Vec<String>,
    /// The time at which the last line was read.
    pub received_at: Instant,
    exited: Cell<bool>,
    pub folder: Folder,
}

impl Lancet {
    pub fn start() -> Lancet {
        Lancet::start_as(Command::new(env!("CARGO_BIN_EXE_lancet")))
    }

    /// Starts a session with the engine that `command` runs.
    pub fn start_as(mut command: Command) -> Lancet {
        let folder = Folder::new();
        let mut child = spawn_piped(&mut command, folder.path());
        let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut stderr = child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                if sender.send((Instant::now(), line.expect("UTF-8"))).is_err() {
                    break;
                }
            }
        });
        let stderr = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("UTF-8");
            text
        });
        Lancet {
            stdin: child.stdin.take(),
            child,
            lines,
            stderr: Some(stderr),
            received: Vec::new(),
            received_at: Instant::now(),
            exited: Cell::new(false),
            folder,
        }
    }

    /// Sends a line. Errors are ignored: a dead engine shows in the answers that are missing.
    pub fn send(&mut self, line: &str) -> &mut Lancet {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends bytes without a line feed.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> &mut Lancet {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
        self
    }

    /// Sends several lines.
    pub fn send_all(&mut self, lines: &[&str]) -> &mut Lancet {
        for line in lines {
            self.send(line);
        }
        self
    }

    /// Waits for a line whose first word is `word`; `None` after `timeout` or at the end of the output.
    pub fn wait_within(&mut self, word: &str, timeout: Duration) -> Option<String> {
        let end = Instant::now() + timeout;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok((at, line)) => {
                    self.received_at = at;
                    self.received.push(line.clone());
                    if line.split(' ').next() == Some(word) {
                        return Some(line);
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Waits for a line whose first word is `word`.
    pub fn wait(&mut self, word: &str) -> String {
        self.wait_within(word, PATIENCE).unwrap_or_else(|| panic!("no {word} after {:#?}", self.tail()))
    }

    /// The last 20 lines read.
    pub fn tail(&self) -> &[String] {
        &self.received[self.received.len().saturating_sub(20)..]
    }

    /// Sends `isready` and returns the lines before `readyok`.
    pub fn until_ready(&mut self) -> Vec<String> {
        let from = self.received.len();
        self.send("isready").wait("readyok");
        self.received[from..self.received.len() - 1].to_vec()
    }

    /// Sends a `go` and waits for its move: the words after `bestmove`, and all lines before it.
    pub fn go(&mut self, line: &str) -> (String, Vec<String>) {
        let from = self.received.len();
        let best = self.send(line).wait("bestmove");
        let lines = self.received[from..self.received.len() - 1].to_vec();
        (best["bestmove ".len()..].to_owned(), lines)
    }

    /// Panics if a `bestmove` comes within `time`.
    pub fn expect_no_bestmove_for(&mut self, time: Duration) {
        if let Some(line) = self.wait_within("bestmove", time) {
            panic!("'{line}' came early after {:#?}", self.tail());
        }
    }

    pub fn close_stdin(&mut self) -> &mut Lancet {
        self.stdin = None;
        self
    }

    /// Waits for the end of the process, reading the rest of its output.
    pub fn wait_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + timeout;
        self.wait_within("\0", timeout);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a status") {
                self.exited.set(true);
                return Some(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }

    /// The text on standard error; only after the end of the process.
    pub fn stderr(&mut self) -> String {
        self.stderr.take().map_or_else(String::new, |thread| thread.join().expect("the text"))
    }

    /// Waits for an exit with status 0 and an empty standard error; returns every line read.
    pub fn exits_cleanly(mut self) -> Vec<String> {
        let status = self.wait_exit(PATIENCE);
        let status = status.unwrap_or_else(|| panic!("no end after {:#?}", self.tail()));
        assert_eq!(status.code(), Some(0), "after {:#?}", self.tail());
        assert_eq!(self.stderr(), "");
        std::mem::take(&mut self.received)
    }

    /// Sends `quit` and waits for a clean exit; returns every line read.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.exits_cleanly()
    }
}

impl Drop for Lancet {
    fn drop(&mut self) {
        if !self.exited.get() {
            // A test has failed: leave no process behind.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// The number of lines whose first word is `word`.
pub fn count(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.split(' ').next() == Some(word)).count()
}

/// The number after `field` in the last line that has one, such as that of `nodes` in the last report.
pub fn last_value(lines: &[String], field: &str) -> u64 {
    let value = |line: &String| line.split(' ').skip_while(|word| *word != field).nth(1)?.parse().ok();
    lines.iter().rev().find_map(value).unwrap_or_else(|| panic!("no {field} in {lines:?}"))
}

/// The result of a command: exit code, standard output, standard error.
#[derive(Debug)]
pub struct Finished {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl From<Output> for Finished {
    fn from(output: Output) -> Finished {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Finished { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
    }
}

/// Runs `lancet` with these arguments to its end, without input.
pub fn run(arguments: &[&str]) -> Finished {
    run_in(Path::new("."), arguments)
}

/// As [`run`], with `folder` as the current directory.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
    let command = command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command.output().expect("the engine starts").into()
}

/// The standard output of a command that exits with 0 and writes nothing to standard error.
#[track_caller]
pub fn stdout_of(arguments: &[&str]) -> String {
    let finished = run(arguments);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{arguments:?}: {finished:?}");
    finished.stdout
}

/// The error message of a command that exits with 2: one line on standard error, nothing else.
#[track_caller]
pub fn error_of(arguments: &[&str]) -> String {
    let finished = run(arguments);
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{arguments:?}: {finished:?}");
    assert!(finished.stderr.starts_with("error: ") && finished.stderr.ends_with('\n'), "{finished:?}");
    assert_eq!(finished.stderr.lines().count(), 1, "{finished:?}");
    assert!(!finished.stderr.contains("panicked"), "{finished:?}");
    finished.stderr
}
