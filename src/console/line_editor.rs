//! Line editor: lines that a person types at a terminal, with editing keys, a history and completion.
//!
//! Other threads may print meanwhile: their lines appear above the line that is edited. The thread that reads draws it
//! (rustyline does); the others leave their text, and wake it up by what rustyline prints for other threads.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crossbeam_channel::{Sender, bounded};
use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};
use rustyline::completion::Completer;
use rustyline::config::{ColorMode, CompletionType};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, ExternalPrinter, Helper};

use super::typed_line::TypedLine;
use crate::files;

/// Lines that are kept in the history, which ends with the program.
const HISTORY: usize = 1000;

/// The text that wakes the thread up that edits a line: it leaves the cursor where it is.
const NUDGE: &str = "\x1b[A\n";

/// Clears the line of the cursor and all below, and pasted text is no longer marked.
const CLEAR: &[u8] = b"\r\x1b[J\x1b[?2004l";

/// Reads lines at the terminal of the standard input and output.
#[derive(Debug)]
pub struct LineEditor {
    editor: Editor<Drawer, MemHistory>,
    screen: EditedScreen,
}

/// The part of a [`LineEditor`] for those who print: it prints to the standard output, above a line that is edited.
#[derive(Clone)]
pub struct EditedScreen {
    state: Arc<Mutex<State>>,
    /// Wakes the thread up that edits a line.
    bell: Sender<()>,
    /// The settings of the terminal before any line was edited.
    mode: Arc<Option<Termios>>,
}

impl fmt::Debug for EditedScreen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EditedScreen").finish_non_exhaustive()
    }
}

#[derive(Default)]
struct State {
    is_editing: bool,
    is_closed: bool,
    prompt: String,
    /// What is typed before and after the cursor.
    typed: [String; 2],
    /// The words that completion knows.
    words: Vec<String>,
    /// What was printed since the line was drawn.
    pending: Vec<u8>,
}

impl LineEditor {
    /// Returns an editor; `None` if standard input and output are not terminals where lines can be edited.
    #[must_use]
    pub fn open() -> Option<LineEditor> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return None;
        }
        // The drawer shows what was printed: it is needed without colours too.
        let config = Config::builder()
            .max_history_size(HISTORY)
            .ok()?
            .completion_type(CompletionType::List)
            .color_mode(ColorMode::Forced)
            .build();
        let history = MemHistory::with_config(&config);
        let mut editor = Editor::with_history(config, history).ok()?;
        // It fails where lines cannot be edited, as with TERM=dumb.
        let mut printer = editor.create_external_printer().ok()?;
        let (bell, rings) = bounded(1);
        let state: Arc<Mutex<State>> = Arc::default();
        editor.set_helper(Some(Drawer(Arc::clone(&state))));
        let edited = Arc::clone(&state);
        // The thread may wait for the next line that is edited, and holds no lock meanwhile.
        let nudge = move || {
            for () in &rings {
                let is_editing = lock(&edited).is_editing;
                if is_editing && printer.print(NUDGE.to_owned()).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().name("screen".into()).spawn(nudge).ok()?;
        let mode = Arc::new(tcgetattr(io::stdin()).ok());
        Some(LineEditor { editor, screen: EditedScreen { state, bell, mode } })
    }

    /// Returns the part for those who print.
    #[must_use]
    pub fn screen(&self) -> EditedScreen {
        self.screen.clone()
    }

    /// Edits a line behind the prompt. Bytes that are not UTF-8 are ignored.
    pub fn read(&mut self) -> TypedLine {
        lock(&self.screen.state).typed = <[String; 2]>::default();
        loop {
            let (prompt, [before, after]) = {
                let mut state = lock(&self.screen.state);
                state.is_editing = true;
                (state.prompt.clone(), state.typed.clone())
            };
            let typed = self.editor.readline_with_initial(&prompt, (&before, &after));
            lock(&self.screen.state).end_line();
            return match typed {
                Ok(line) => TypedLine::Line(line),
                Err(ReadlineError::Interrupted) => TypedLine::Interrupt,
                // The terminal has changed its size.
                Err(ReadlineError::Signal(_)) => continue,
                Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => continue,
                Err(_) => TypedLine::End,
            };
        }
    }

    /// Adds a line to the history, unless it is empty or the last one.
    pub fn remember(&mut self, line: &str) {
        // A history in memory does not fail.
        let _ = self.editor.add_history_entry(line);
    }
}

impl EditedScreen {
    /// Sets the prompt and the words that completion offers at the beginning of a line.
    pub fn set_prompt(&self, prompt: &str, words: Vec<String>) {
        let mut state = lock(&self.state);
        prompt.clone_into(&mut state.prompt);
        state.words = words;
        self.ring(&state);
    }

    /// Returns what is typed at the line that is edited, or was at the last one.
    #[must_use]
    pub fn typed(&self) -> String {
        lock(&self.state).typed.concat()
    }

    /// Ends the editing for good, at the latest before the process ends: the terminal is as it was.
    pub fn close(&self) {
        let mut state = lock(&self.state);
        state.is_closed = true;
        if state.is_editing {
            let _ = files::stdout().write_all(CLEAR);
            state.end_line();
        }
        if let Some(mode) = self.mode.as_ref() {
            let _ = tcsetattr(io::stdin(), OptionalActions::Drain, mode);
        }
    }

    /// Reports whether the editing has ended for good.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        lock(&self.state).is_closed
    }

    fn ring(&self, state: &State) {
        if state.is_editing {
            // It may ring already.
            let _ = self.bell.try_send(());
        }
    }
}

impl Write for EditedScreen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = lock(&self.state);
        if !state.is_editing {
            return files::stdout().write(bytes);
        }
        state.pending.extend(bytes);
        self.ring(&state);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let state = lock(&self.state);
        if state.is_editing { Ok(()) } else { files::stdout().flush() }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Prints what is left once the line is no longer edited.
    fn end_line(&mut self) {
        self.is_editing = false;
        let pending = mem::take(&mut self.pending);
        let mut out = files::stdout();
        // A terminal that is gone ends the input as well.
        let _ = out.write_all(&pending).and_then(|()| out.flush());
    }

    /// Takes the whole lines of what was printed, and adds the prompt in `width` columns.
    fn draw(&mut self, width: usize) -> String {
        let end = self.pending.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let lines: Vec<u8> = self.pending.drain(..end).collect();
        let mut text = String::from_utf8_lossy(&lines).into_owned();
        // rustyline has placed the line behind the prompt that it began with.
        let mut prompt = self.prompt.as_str();
        if prompt.chars().count() > width {
            prompt = prompt.trim_end();
        }
        if prompt.chars().count() > width {
            text.push_str(prompt);
            text.push('\n');
            self.prompt.clear();
            prompt = "";
        }
        text + &format!("{prompt:<width$}")
    }
}

/// Draws the prompt, with what was printed above it, and completes words.
struct Drawer(Arc<Mutex<State>>);

impl Highlighter for Drawer {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, is_own: bool) -> Cow<'b, str> {
        // A search of the history has a prompt of its own.
        if !is_own {
            return Cow::Borrowed(prompt);
        }
        Cow::Owned(lock(&self.0).draw(prompt.chars().count()))
    }
}

impl Completer for Drawer {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let fits = |word: &&String| {
            word.get(..typed.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(typed))
        };
        Ok((0, lock(&self.0).words.iter().filter(fits).cloned().collect()))
    }
}

/// Gives no hint, but is called for one after each change of the line.
impl Hinter for Drawer {
    type Hint = String;

    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        let (before, after) = line.split_at_checked(at).unwrap_or((line, ""));
        lock(&self.0).typed = [before.to_owned(), after.to_owned()];
        None
    }
}

impl Validator for Drawer {}

impl Helper for Drawer {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_are_drawn_above_a_prompt_of_the_same_width() {
        let mut state = State { prompt: "Black> ".to_owned(), ..State::default() };
        state.pending.extend(b"one\ntwo\nthr");
        assert_eq!(state.draw(7), "one\ntwo\nBlack> ");
        assert_eq!(state.draw(9), "Black>   ");
        state.pending.extend(b"ee\n");
        state.prompt = "lancet> ".to_owned();
        assert_eq!(state.draw(7), "three\nlancet>");
        // A prompt that is too long is printed on a line of its own, once.
        state.prompt = "Save the game as: ".to_owned();
        assert_eq!(state.draw(4), "Save the game as:\n    ");
        assert_eq!(state.draw(4), "    ");
    }

    #[test]
    fn completion_knows_the_first_word_in_any_case() {
        let words = ["Nf3", "Nc3", "new", "e4"].map(String::from).to_vec();
        let drawer = Drawer(Arc::new(Mutex::new(State { words, ..State::default() })));
        let history = MemHistory::new();
        let complete =
            |line: &str| drawer.complete(line, line.len(), &Context::new(&history)).expect("words").1;
        assert_eq!(complete("n"), ["Nf3", "Nc3", "new"]);
        assert_eq!(complete("nf"), ["Nf3"]);
        assert!(complete("e4 ").is_empty() && complete("ä").is_empty());
    }
}
