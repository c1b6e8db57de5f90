//! FuzzSession: reads lines as a session does, without its searches and files, for fuzzing.

use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use crossbeam_channel::{Receiver, unbounded};

use super::Event;
use super::command::{Command, parse};
use super::game::CurrentGame;
use super::output::Output;
use super::session::configure;
use super::setup::Setup;
use super::stdin;
use super::strength::Strength;
use crate::commands::own_book::OwnBook;
use crate::engine::EngineError;
use crate::search::{Limits, Settings};

/// The options that allocate memory, start threads or open files.
pub(super) const SKIPPED: [&str; 7] =
    ["Hash", "Clear Hash", "Threads", "EvalFile", "Book File", "SyzygyPath", "Debug Log File"];

/// Executes lines, except for the commands that work and the options that allocate memory, start threads or open files.
#[expect(missing_debug_implementations, reason = "a part of a fuzz target")]
pub struct FuzzSession {
    setup: Setup,
    written: Written,
    /// Open as long as the setup may send to it.
    _events: Receiver<Event>,
}

/// What lines led to.
#[derive(Debug)]
pub struct ReadLines {
    /// The output.
    pub output: String,
    /// The limits of each `go`.
    pub limits: Vec<Limits>,
}

impl FuzzSession {
    /// Returns a session with the default options.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub fn new() -> Result<FuzzSession, EngineError> {
        let (sender, events) = unbounded();
        let written = Written::default();
        let mut setup = Setup::new(Output::new(written.clone()), sender)?;
        setup.resize(1)?;
        Ok(FuzzSession { setup, written, _events: events })
    }

    /// Returns the settings of the next search.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.setup.settings
    }

    /// Reads all lines of `input`, the first with the default options and the initial position.
    pub fn read(&mut self, input: &[u8]) -> ReadLines {
        self.reset();
        let mut limits = Vec::new();
        stdin::read(input, |line, _| {
            match line {
                Ok(line) => limits.extend(self.read_line(line)),
                Err(long) => self.setup.out.error(long.to_string()),
            }
            true
        });
        let output = String::from_utf8_lossy(&self.written.take()).into_owned();
        ReadLines { output, limits }
    }

    /// Resets what lines change, so that a failing input fails by itself.
    fn reset(&mut self) {
        let setup = &mut self.setup;
        setup.game = CurrentGame::default();
        setup.settings = Settings::default();
        setup.strength = Strength::default();
        setup.book = OwnBook::default();
        (setup.analyse_mode, setup.debug, setup.minimal, setup.show_wdl) = (false, false, false, false);
    }

    fn read_line(&mut self, line: &str) -> Option<Limits> {
        match parse(line) {
            Err(message) => self.setup.out.error(message),
            Ok(Some(Command::SetOption { name, .. })) if is_skipped(&name) => {}
            Ok(Some(Command::Go(go))) => {
                go.errors.iter().for_each(|error| self.setup.out.error(error));
                let position = self.setup.game.position()?;
                return Some(go.limits(position, &self.setup.out));
            }
            Ok(command) => command.into_iter().for_each(|command| configure(command, &mut self.setup)),
        }
        None
    }
}

fn is_skipped(option: &str) -> bool {
    SKIPPED.iter().any(|skipped| skipped.eq_ignore_ascii_case(option))
}

/// Output that is kept.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
