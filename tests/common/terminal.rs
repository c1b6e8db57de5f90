//! The engine at a terminal: a pseudo-terminal with a person who types lines and reads what is on the screen.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use super::folder::Folder;
use super::process::{PATIENCE, signal};

/// The engine with a terminal of its own, in an empty temporary folder.
pub struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<String>,
    /// What was read and not yet waited for.
    unread: String,
    pub folder: Folder,
}

/// The variables of the environment that a terminal depends on.
const VARIABLES: [&str; 7] = ["TERM", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"];

impl Terminal {
    /// Starts the engine at a terminal of 80 columns with colours and UTF-8.
    pub fn start(arguments: &[&str]) -> Terminal {
        Terminal::start_with(arguments, 80, &[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")])
    }

    /// Starts the engine at a terminal without colours and UTF-8.
    pub fn start_plain(arguments: &[&str]) -> Terminal {
        Terminal::start_with(arguments, 80, &[("TERM", "dumb")])
    }

    pub fn start_with(arguments: &[&str], columns: u16, variables: &[(&str, &str)]) -> Terminal {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&master).expect("a grant");
        unlockpt(&master).expect("an unlocked terminal");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes())).to_owned();
        let line = OpenOptions::new().read(true).write(true).open(path).expect("a line");
        tcsetwinsize(&line, Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 })
            .expect("a size");
        let folder = Folder::new();
        let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
        for name in VARIABLES {
            command.env_remove(name);
        }
        command.args(arguments).envs(variables.iter().copied()).current_dir(folder.path());
        let stdio = || Stdio::from(line.try_clone().expect("a copy"));
        let child =
            command.stdin(stdio()).stdout(stdio()).stderr(stdio()).spawn().expect("the engine starts");
        let keyboard = File::from(master);
        let mut output = keyboard.try_clone().expect("a copy");
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of a terminal is an error on Linux.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes[..count]).replace('\r', "")).is_err() {
                    break;
                }
            }
        });
        Terminal { child, keyboard, screen, unread: String::new(), folder }
    }

    /// Types a line and Enter.
    pub fn enter(&mut self, line: &str) -> &mut Terminal {
        self.press(format!("{line}\n").as_bytes())
    }

    /// Types keys.
    pub fn press(&mut self, keys: &[u8]) -> &mut Terminal {
        self.keyboard.write_all(keys).expect("a keyboard");
        self
    }

    /// Sends a signal.
    pub fn signal(&mut self, name: &str) -> &mut Terminal {
        signal(&self.child, name);
        self
    }

    /// Waits until the screen shows `text`; returns everything since the last wait, up to it.
    #[track_caller]
    pub fn wait(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.unread.find(text) {
                return self.unread.drain(..at + text.len()).collect();
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(more) => self.unread.push_str(&more),
                Err(_) => panic!("no '{text}' after:\n{}", self.unread),
            }
        }
    }

    /// Reports whether the terminal shows keys itself, as it does where nobody edits lines.
    pub fn echoes(&self) -> bool {
        tcgetattr(&self.keyboard).expect("a terminal").local_modes.contains(LocalModes::ECHO)
    }

    /// Waits for the end of the engine.
    #[track_caller]
    pub fn wait_for_end(&mut self) -> ExitStatus {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status;
            }
            assert!(Instant::now() < end, "no end after:\n{}", self.unread);
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end of the engine; returns its exit code and the rest of the screen.
    #[track_caller]
    pub fn end(mut self) -> (Option<i32>, String) {
        let status = self.wait_for_end();
        while let Ok(more) = self.screen.recv_timeout(Duration::from_millis(200)) {
            self.unread.push_str(&more);
        }
        (status.code(), std::mem::take(&mut self.unread))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // After a failed test; one that has ended is no longer there.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
