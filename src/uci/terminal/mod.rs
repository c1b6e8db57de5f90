//! Terminal: what a session offers beyond UCI to a person who types: a prompt, moves, positions, and words such as
//! `undo`, `hint` and `analyse`.

mod editing;
mod interrupt;
mod search;
mod words;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use shakmaty::{Color, Move};

use super::command::PositionArgs;
use super::output::Output;
use super::setup::Setup;
use crate::commands::iterations::Iterations;
use crate::console::{BoardView, EditedScreen, Screen};
use crate::pgn::move_number;
use crate::position::{Ending, Game, Position};
use crate::search::{Limits, Settings};
pub(super) use editing::read_lines;
pub(super) use interrupt::{end_process, watch as watch_interrupts};
use search::Purpose;
pub(super) use search::{TypedSearch, TypedWriter};
pub(super) use words::{Route, as_command, route};
use words::{Typed, completions, read};

/// The time of a hint and of a move of Lancet.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// The prompt while something is running, in the width of the others.
const NO_PROMPT: &str = "       ";

/// What the terminal says first.
const GREETING: [&str; 3] = [
    concat!(
        "Lancet ",
        env!("CARGO_PKG_VERSION"),
        ". Type a move (e4, g1f3), a position as FEN, or one of these:"
    ),
    "new, undo, hint, analyse, eval, board, play (Lancet moves), help, quit.",
    "A whole game: lancet play. In a chess program: add lancet as a UCI engine.",
];

const HELP: &str = "\
e4, Nf3, g1f3, e4 e5 Nf3   play moves on the board, in either notation
FEN                        set up a position
new                        set up the start position
undo [N]                   take back the last move, or N plies
hint                       suggest a move after a second of search
analyse [N]                search until Enter or Ctrl-C, with the N best lines
eval                       explain the evaluation of the position
board, flip, fen           draw the board, exchange the colours, print the FEN
play                       Lancet moves, and answers your moves until 'analyse'
go depth 12, perft 5, setoption name Threads value 2, ...
                           any UCI command works here too: 'help uci' lists them
uci                        speak UCI alone from now on, as to a chess program
quit                       exit (or Ctrl-D)
On the command line: lancet play, lancet analyse FILE, lancet --help";

/// The state of the terminal.
pub(super) struct Terminal {
    screen: Screen,
    /// The screen of a terminal whose lines are edited.
    edited: Option<EditedScreen>,
    /// The side that Lancet plays.
    lancet: Option<Color>,
    /// The next move is the first one: a person may expect an answer.
    is_new: bool,
    /// The cursor is behind the prompt.
    is_prompted: bool,
    /// The move that Lancet has found.
    answer: Arc<Mutex<Option<Move>>>,
}

impl Terminal {
    /// Greets a person at the terminal with this screen.
    pub fn new(screen: Screen, edited: Option<EditedScreen>, out: &Output) -> Terminal {
        GREETING.iter().for_each(|line| out.line(line));
        Terminal { screen, edited, lancet: None, is_new: true, is_prompted: false, answer: Arc::default() }
    }

    /// Prompts for the next line, unless it has done so.
    pub fn prompt(&mut self, setup: &Setup) {
        if self.is_prompted {
            return;
        }
        self.is_prompted = true;
        let open = setup.game.get().filter(|game| Ending::of(game).is_none());
        if self.lancet.is_some() && self.lancet == open.map(|game| game.position().turn()) {
            // Its move was taken back, or another position was set up.
            self.lancet = None;
            setup.out.line("Lancet is to move, and waits for 'play'.");
        }
        let name = open.map_or("lancet".to_owned(), |game| format!("{:?}", game.position().turn()));
        let prompt = format!("{name}> ");
        match &self.edited {
            Some(edited) => edited.set_prompt(&prompt, completions(open.map(Game::position))),
            None => setup.out.prompt(&prompt),
        }
    }

    /// Notes that a line was read: its end has moved the cursor to the next line.
    pub fn note_line(&mut self) {
        self.is_prompted = false;
        if let Some(edited) = &self.edited {
            edited.set_prompt(NO_PROMPT, Vec::new());
        }
    }

    /// Ends the line of the prompt when the input has ended.
    pub fn end(&mut self, out: &Output) {
        if std::mem::take(&mut self.is_prompted) && self.edited.is_none() {
            out.line("");
        }
    }

    /// Ends the line with the `^C` that the terminal has written.
    pub fn end_interrupted_line(&self, out: &Output) {
        if self.edited.is_none() {
            out.prompt("\n");
        }
    }

    /// Leaves the terminal as it was.
    pub fn close(&self) {
        self.edited.iter().for_each(EditedScreen::close);
    }

    /// Executes a line that is no command of UCI. Returns the search that it needs.
    pub fn execute(&mut self, line: &str, setup: &mut Setup) -> Option<TypedSearch> {
        let typed = match read(line, setup.game.position()) {
            Ok(typed) => typed,
            Err(message) => {
                setup.out.error(message);
                return None;
            }
        };
        match typed {
            Typed::Moves(moves) => return self.play(&moves, setup),
            Typed::Fen(fen) => self.set_up(Some(fen), setup),
            Typed::New => self.set_up(None, setup),
            Typed::Undo(plies) => self.undo(plies, setup),
            Typed::Board => self.show(setup),
            Typed::Help => HELP.lines().for_each(|line| setup.out.line(line)),
            Typed::Hint => return self.search(Purpose::Hint, setup),
            Typed::Analyse(lines) => {
                self.lancet = None;
                // Without a position the search says so.
                let position = setup.game.position().cloned().unwrap_or_default();
                let iterations = Iterations::new(&position, lines, self.screen);
                return self.search(Purpose::Analyse(Box::new(iterations), lines), setup);
            }
            Typed::Play => {
                self.lancet = setup.game.position().map(Position::turn);
                return self.search(Purpose::Answer(Arc::clone(&self.answer)), setup);
            }
        }
        None
    }

    /// Plays the move that Lancet has found, if it has.
    pub fn end_search(&mut self, setup: &mut Setup) {
        let found = self.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(m) = found {
            self.play(&[m], setup);
        }
    }

    /// Plays moves on the board. Returns the search for the answer if Lancet is to move then.
    fn play(&mut self, moves: &[Move], setup: &mut Setup) -> Option<TypedSearch> {
        let (mut source, mut position) = (setup.game.source().clone(), setup.game.position()?.clone());
        for m in moves {
            source.moves.push(position.move_text(*m));
            position = position.play(*m);
        }
        setup.game.set(Ok(source), &setup.out);
        self.show(setup);
        let is_over = setup.game.get().and_then(Ending::of).is_some();
        if std::mem::take(&mut self.is_new) && self.lancet.is_none() && !is_over {
            let side = position.turn();
            setup.out.line(format!(
                "Now type a move of {side:?}, or 'play' and Lancet answers this and every move."
            ));
        }
        if self.lancet != Some(position.turn()) || is_over {
            return None;
        }
        self.search(Purpose::Answer(Arc::clone(&self.answer)), setup)
    }

    fn set_up(&mut self, fen: Option<String>, setup: &mut Setup) {
        if setup.game.try_set(Ok(PositionArgs { fen, moves: Vec::new() }), &setup.out) {
            (self.lancet, self.is_new) = (None, true);
            self.show(setup);
        }
    }

    /// Takes back plies: one, or Lancet's answer as well.
    fn undo(&mut self, plies: Option<usize>, setup: &mut Setup) {
        let mut source = setup.game.source().clone();
        // Lancet has not answered a move that ended the game.
        let turn = setup.game.get().map(|game| game.position().turn());
        let is_answered = self.lancet.is_some() && self.lancet != turn;
        let plies = plies.unwrap_or(if is_answered { 2 } else { 1 });
        if source.moves.is_empty() || setup.game.get().is_none() {
            return setup.out.error("no move to take back");
        }
        source.moves.truncate(source.moves.len().saturating_sub(plies));
        setup.game.set(Ok(source), &setup.out);
        self.show(setup);
    }

    /// Draws the board, with what there is to know beside it.
    fn show(&self, setup: &Setup) {
        let Some(game) = setup.game.get() else {
            return setup.out.error("no position to show: the last one was rejected");
        };
        let (position, last) = (game.position(), setup.game.last_move());
        let bottom = if self.lancet == Some(Color::White) { Color::Black } else { Color::White };
        let mut notes = Vec::new();
        if let Some((before, m)) = &last {
            notes.push(format!("{} {}", move_number(before.game_ply()), before.san(*m)));
        }
        match Ending::of(game) {
            Some(ending) => notes.push(format!("{ending}.")),
            None if position.in_check() => notes.push(format!("{:?} is in check.", position.turn())),
            None => notes.push(format!("{:?} to move.", position.turn())),
        }
        let board = BoardView { position, last: last.map(|(_, m)| m), bottom }.lines(self.screen);
        let mut notes = notes.into_iter();
        for line in board {
            let note = notes.next().map_or(String::new(), |note| format!("  {note}"));
            setup.out.line(format!("{line}{note}").trim_end());
        }
    }

    /// Returns a search of the position; `None` with a message if there is no move.
    fn search(&self, purpose: Purpose, setup: &Setup) -> Option<TypedSearch> {
        let Some(game) = setup.game.get() else {
            setup.out.error("no position to search: the last one was rejected");
            return None;
        };
        if let Some(ending) = Ending::of(game).filter(|_| !game.position().has_legal_move()) {
            setup.out.line(format!("{ending}."));
            return None;
        }
        let mut limits = Limits { movetime: Some(MOVE_TIME), ..Limits::default() };
        let full = Settings { multi_pv: 1, ..setup.settings.clone() };
        let settings = match &purpose {
            Purpose::Hint => full,
            Purpose::Analyse(iterations, lines) => {
                limits = Limits { infinite: true, ..Limits::default() };
                setup.out.line("Enter or Ctrl-C ends the analysis.");
                setup.out.line(iterations.header());
                Settings { multi_pv: *lines, ..full }
            }
            Purpose::Answer(_) => {
                if let Some(chosen) = setup.book_move(game, &mut limits) {
                    setup.out.line(format!("{} % of the weight in the book", chosen.percent));
                }
                Settings { multi_pv: 1, ..setup.search_settings() }
            }
        };
        let is_endless = limits.infinite;
        Some(TypedSearch { limits, settings, is_endless, purpose, screen: self.screen })
    }
}
