//! Input: the lines that a person types, while a clock runs. At a terminal they are edited.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::thread;
use std::time::Instant;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::words::completions;
use crate::commands::standard_input;
use crate::console::{EditedScreen, LineEditor, TypedLine, interrupt};
use crate::error::Error;
use crate::files::StandardInput;
use crate::position::Position;

/// A longer line is not a move.
const MAX_LINE: u64 = 4096;

/// Lines that are read before they are needed.
const LINES_AHEAD: usize = 16;

/// What comes next.
pub(super) enum Event {
    Line(String),
    /// The end of the input.
    End,
    /// Ctrl-C, or the signal that requests the program to end.
    Interrupt,
    /// The deadline has passed.
    Deadline,
}

/// A question to the person.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub prompt: &'a str,
    /// When the time for the answer is over.
    pub deadline: Option<Instant>,
    /// The position in which a move or a word is expected, which the history keeps; `None` for other answers.
    pub position: Option<&'a Position>,
}

/// The standard input, read on a thread of its own.
pub(super) struct Input {
    lines: Receiver<TypedLine>,
    edited: Option<EditedInput>,
}

/// What is known of a terminal where lines are edited: one after another, as they are needed.
struct EditedInput {
    screen: EditedScreen,
    /// Begins a line, which the history keeps or not.
    begin: Sender<bool>,
    /// A line was begun, and is not read yet.
    is_begun: Cell<bool>,
    /// What was typed at that line for an earlier question: the time for its answer was over.
    late: RefCell<String>,
}

impl Input {
    /// Starts to read. From now on the first Ctrl-C is an event, and the second one ends the process.
    ///
    /// # Errors
    /// [`Error::File`] if the standard input cannot be read, [`Error::Thread`] if the thread cannot be started.
    pub fn start() -> Result<Input, Error> {
        interrupt::catch();
        let (sender, lines) = bounded(LINES_AHEAD);
        // The threads are not joined: they may wait for an input that never ends.
        let thread = thread::Builder::new().name("stdin".into());
        let Some(editor) = LineEditor::open() else {
            let input = standard_input()?;
            thread.spawn(move || read_lines(input, &sender)).map_err(Error::Thread)?;
            return Ok(Input { lines, edited: None });
        };
        let (begin, begun) = bounded(1);
        let (is_begun, late) = (Cell::new(false), RefCell::new(String::new()));
        let edited = EditedInput { screen: editor.screen(), begin, is_begun, late };
        thread.spawn(move || edit_lines(editor, &begun, &sender)).map_err(Error::Thread)?;
        Ok(Input { lines, edited: Some(edited) })
    }

    /// Returns what is to be written to where lines are edited.
    pub fn screen(&self) -> Option<EditedScreen> {
        self.edited.as_ref().map(|edited| edited.screen.clone())
    }

    /// Reports whether the standard input is a terminal.
    pub fn is_terminal() -> bool {
        io::stdin().is_terminal()
    }

    /// Asks a question, and waits for the next line, for the end of the input, for Ctrl-C, or until the deadline. The
    /// cursor is at the beginning of a line then.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn ask(&self, question: Question, out: &mut dyn Write) -> io::Result<Event> {
        match &self.edited {
            None => {
                write!(out, "{}", question.prompt)?;
                out.flush()?;
            }
            Some(edited) => edited.ask(question),
        }
        let event = self.next(question);
        if self.edited.is_none() && !matches!(event, Event::Line(_)) {
            writeln!(out)?;
        }
        Ok(event)
    }

    fn next(&self, question: Question) -> Event {
        loop {
            if interrupt::is_set() {
                return Event::Interrupt;
            }
            let left = question
                .deadline
                .map_or(interrupt::POLL, |deadline| deadline.saturating_duration_since(Instant::now()));
            let typed = self.lines.recv_timeout(left.min(interrupt::POLL));
            let late = self.edited.as_ref().filter(|_| typed.is_ok()).map(EditedInput::end_line);
            match typed {
                Ok(TypedLine::Line(line)) => match (&self.edited, late) {
                    (Some(edited), Some(late)) if !late.is_empty() && line.starts_with(&late) => {
                        edited.ask(question);
                    }
                    _ => return Event::Line(line),
                },
                Ok(TypedLine::Interrupt) => interrupt::set(),
                Ok(TypedLine::End) | Err(RecvTimeoutError::Disconnected) => return Event::End,
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Event::Deadline,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl EditedInput {
    /// Begins a line, or gives one that was begun another prompt: the time for its answer was over. What was typed by then
    /// does not answer this question.
    fn ask(&self, question: Question) {
        let words = question.position.map(completions).unwrap_or_default();
        self.screen.set_prompt(question.prompt, words);
        if self.is_begun.replace(true) {
            self.late.replace(clean(&self.screen.typed()));
        } else {
            // Without the thread the input has ended.
            let _ = self.begin.send(question.position.is_some());
        }
    }

    /// Ends the line that was begun, since nothing more comes from it. Returns what was typed at it too late.
    fn end_line(&self) -> String {
        self.is_begun.set(false);
        self.late.take()
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.edited.iter().for_each(|edited| edited.screen.close());
    }
}

/// Reads lines until the end of the input, ahead of the questions.
fn read_lines(input: StandardInput, sender: &Sender<TypedLine>) {
    let mut input = BufReader::new(input);
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if sender.send(TypedLine::Line(clean(&String::from_utf8_lossy(&bytes)))).is_err() {
            return;
        }
    }
}

/// Edits a line whenever one is begun.
fn edit_lines(mut editor: LineEditor, begun: &Receiver<bool>, sender: &Sender<TypedLine>) {
    for is_kept in begun {
        let mut typed = editor.read();
        if let TypedLine::Line(line) = &mut typed {
            *line = clean(line);
            if is_kept {
                editor.remember(line);
            }
        }
        if sender.send(typed).is_err() {
            return;
        }
    }
}

fn clean(line: &str) -> String {
    line.replace(char::is_control, " ").trim().to_owned()
}
