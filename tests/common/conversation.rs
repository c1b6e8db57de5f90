//! Conversation: the engine as a process, in a folder of its own.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::folder::Folder;

/// Time enough for anything that is not meant to take long, on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// A conversation with the engine.
pub struct Lancet {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    complaints: Option<JoinHandle<String>>,
    /// All that it has said so far, as far as it was waited for.
    pub heard: Vec<String>,
    /// When the last of it came.
    pub heard_at: Instant,
    ended: Cell<bool>,
    pub folder: Folder,
}

impl Lancet {
    pub fn start() -> Lancet {
        let folder = Folder::new();
        let mut child = Command::new(env!("CARGO_BIN_EXE_lancet"))
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
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
        let complaints = thread::spawn(move || {
            let mut text = String::new();
            stderr.read_to_string(&mut text).expect("UTF-8");
            text
        });
        Lancet {
            stdin: child.stdin.take(),
            child,
            lines,
            complaints: Some(complaints),
            heard: Vec::new(),
            heard_at: Instant::now(),
            ended: Cell::new(false),
            folder,
        }
    }

    /// Sends a line. An engine that has already gone is found out by what it should have said.
    pub fn send(&mut self, line: &str) -> &mut Lancet {
        self.send_bytes(format!("{line}\n").as_bytes())
    }

    /// Sends bytes as they are.
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

    /// Waits for a line that begins with `word`; `None` if it does not come in time.
    pub fn wait_within(&mut self, word: &str, timeout: Duration) -> Option<String> {
        let end = Instant::now() + timeout;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok((at, line)) => {
                    self.heard_at = at;
                    self.heard.push(line.clone());
                    if line.split(' ').next() == Some(word) {
                        return Some(line);
                    }
                }
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return None,
            }
        }
    }

    /// Waits for a line that begins with `word`.
    pub fn wait(&mut self, word: &str) -> String {
        self.wait_within(word, PATIENCE).unwrap_or_else(|| panic!("no {word} after {:#?}", self.tail()))
    }

    /// The last lines heard.
    pub fn tail(&self) -> &[String] {
        &self.heard[self.heard.len().saturating_sub(20)..]
    }

    /// What it says up to the answer to `isready`, without it.
    pub fn until_ready(&mut self) -> Vec<String> {
        let from = self.heard.len();
        self.send("isready").wait("readyok");
        self.heard[from..self.heard.len() - 1].to_vec()
    }

    /// Sends a `go` and waits for its move: the words after `bestmove`, and all lines before it.
    pub fn go(&mut self, line: &str) -> (String, Vec<String>) {
        let from = self.heard.len();
        let best = self.send(line).wait("bestmove");
        let lines = self.heard[from..self.heard.len() - 1].to_vec();
        (best["bestmove ".len()..].to_owned(), lines)
    }

    /// Nothing is said about a move for `time`.
    pub fn keeps_its_move_for(&mut self, time: Duration) {
        if let Some(line) = self.wait_within("bestmove", time) {
            panic!("'{line}' came early after {:#?}", self.tail());
        }
    }

    pub fn close_stdin(&mut self) -> &mut Lancet {
        self.stdin = None;
        self
    }

    /// Waits for the end of the process, reading the rest of what it says.
    pub fn wait_exit(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + timeout;
        self.wait_within("\0", timeout);
        while Instant::now() < end {
            if let Some(status) = self.child.try_wait().expect("a status") {
                self.ended.set(true);
                return Some(status);
            }
            thread::sleep(Duration::from_millis(2));
        }
        None
    }

    /// What it wrote to standard error; only after its end.
    pub fn complaints(&mut self) -> String {
        self.complaints.take().map_or_else(String::new, |thread| thread.join().expect("the text"))
    }

    /// It ends by itself, with status 0 and no complaint; returns all that it has said.
    pub fn ends_well(mut self) -> Vec<String> {
        let status = self.wait_exit(PATIENCE);
        let status = status.unwrap_or_else(|| panic!("no end after {:#?}", self.tail()));
        assert_eq!(status.code(), Some(0), "after {:#?}", self.tail());
        assert_eq!(self.complaints(), "");
        std::mem::take(&mut self.heard)
    }

    /// Sends `quit` and waits for a good end; returns all that it has said.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.ends_well()
    }
}

impl Drop for Lancet {
    fn drop(&mut self) {
        if !self.ended.get() {
            // A test has failed; leave nothing running.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// How many of the lines begin with `word`.
pub fn count(lines: &[String], word: &str) -> usize {
    lines.iter().filter(|line| line.split(' ').next() == Some(word)).count()
}
