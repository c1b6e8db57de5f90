//! Play: a game against Lancet on the terminal.

mod clock;
mod input;
mod record;
mod review;
mod table;
mod view;
mod words;

pub use clock::{ClockError, GameClock};

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use shakmaty::Color;

use super::own_book::OwnBook;
use crate::console::{CommandError, Exit, Screen, append_games, interrupt};
use crate::engine::Engine;
use crate::error::Error;
use crate::eval::nnue::Model;
use crate::pgn::PgnGame;
use crate::position::Position;
use crate::search::{Limits, Settings};
use input::{Event, Input, Question};
use record::{GameEnd, GameRecord};
use table::Table;

/// A game against Lancet.
#[derive(Clone, Debug)]
pub struct Play {
    /// The side of the person.
    pub side: Color,
    /// The position at the start.
    pub start: Position,
    /// The clock of the game; without it Lancet's moves are limited by `limits` alone.
    pub clock: Option<GameClock>,
    /// What ends the search of a move, beside the clock.
    pub limits: Limits,
    /// The settings of the searches, with the strength.
    pub settings: Settings,
    /// Size of the transposition table in MiB.
    pub hash_mb: usize,
    /// The network.
    pub model: Arc<Model>,
    /// The book that Lancet plays from.
    pub book: OwnBook,
    /// The PGN file to which the game is appended.
    pub pgn_out: Option<PathBuf>,
    /// Reviews the game at its end without a question.
    pub review: bool,
    /// What the output can show.
    pub screen: Screen,
}

impl Play {
    /// Plays the game with moves and commands from the standard input, saves it and reviews it.
    ///
    /// # Errors
    /// An error if memory or a thread is missing or the PGN file cannot be written; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        // What cannot be written is an error before the game.
        let mut file = self.pgn_out.as_deref().map(append_games).transpose()?;
        let mut engine = Engine::new(self.hash_mb)?;
        engine.set_model(self.model.clone())?;
        if self.settings.threads > 1 {
            engine.reserve_threads(self.settings.threads)?;
        }
        let input = Input::start()?;
        let mut screen = input.screen();
        let out = screen.as_mut().map_or(out, |screen| screen);
        let record = GameRecord::new(self.start.clone(), self.clock);
        let mut table = Table::new(self, engine, record, &input, out);
        let end = table.play();
        // Ctrl-C has ended the game, and must not lose it: the next one is an answer to the question.
        let is_interrupted = interrupt::is_set();
        interrupt::clear();
        // Nor must an output that fails.
        let game = table.into_record().to_pgn(self, *end.as_ref().unwrap_or(&GameEnd::Left));
        let has_moves = !game.line.moves.is_empty();
        let written = match (&self.pgn_out, &mut file) {
            (Some(path), Some(file)) if has_moves => {
                append_game(&game, file, path).map(|()| Some(path.clone()))
            }
            _ => Ok(None),
        };
        let is_complete = written.is_ok();
        let concluded = match end {
            Ok(_) if has_moves => self.conclude(&game, written, is_interrupted, &input, out),
            end => end.map(drop),
        };
        match concluded {
            // Only text for the reader of the output is lost: the file is complete.
            Err(error) if error.exit() == Exit::OutputClosed && is_complete && !interrupt::is_set() => Ok(()),
            concluded => concluded,
        }
    }

    /// Reports where the game was `written`, or asks where to, and reviews it.
    fn conclude(
        &self,
        game: &PgnGame,
        written: Result<Option<PathBuf>, Error>,
        is_interrupted: bool,
        input: &Input,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let saved = match written {
            Err(error) if self.is_interactive() => {
                writeln!(out, "error: {error}")?;
                ask_and_save(game, input, out)?
            }
            Ok(None) if self.is_interactive() => ask_and_save(game, input, out)?,
            written => written?,
        };
        if let Some(path) = &saved {
            writeln!(out, "Saved in {}.", path.display())?;
        }
        if !is_interrupted && (self.review || self.is_interactive() && is_review_wanted(input, out)?) {
            match review::write(self, game, out) {
                Err(Error::Stopped) => return Ok(writeln!(out, "The review was stopped.")?),
                written => written?,
            }
            if let Some(path) = saved.filter(|_| self.is_interactive()) {
                writeln!(out, "A page with boards: lancet analyse {} --html review.html", path.display())?;
            }
        }
        Ok(())
    }

    /// Reports whether a person sits at the terminal, who can be asked.
    fn is_interactive(&self) -> bool {
        self.screen.is_terminal() && Input::is_terminal()
    }
}

/// Appends a game to an open file.
fn append_game(game: &PgnGame, file: &mut impl Write, path: &Path) -> Result<(), Error> {
    game.write(file).map_err(|error| Error::unwritable(path, error))
}

/// Asks where the game is to be saved, until that succeeds or is not wanted.
fn ask_and_save(game: &PgnGame, input: &Input, out: &mut dyn Write) -> Result<Option<PathBuf>, Error> {
    let question = "Save the game as (file name, Enter for no): ";
    while let Some(name) = ask(input, out, question)?.filter(|name| !is_no(name)) {
        if is_yes(name.clone()) {
            writeln!(out, "Type the name of a file, such as game.pgn.")?;
            continue;
        }
        let path = PathBuf::from(name);
        match append_games(&path).and_then(|mut file| append_game(game, &mut file, &path)) {
            Ok(()) => return Ok(Some(path)),
            Err(error) => writeln!(out, "error: {error}")?,
        }
    }
    Ok(None)
}

/// Asks whether the game is to be reviewed.
fn is_review_wanted(input: &Input, out: &mut dyn Write) -> Result<bool, Error> {
    Ok(ask(input, out, "Review the game? [y/N] ")?.is_some_and(is_yes))
}

/// Asks a question; returns the answer, or `None` at the end of the input.
fn ask(input: &Input, out: &mut dyn Write, question: &str) -> Result<Option<String>, Error> {
    let question = Question { prompt: question, deadline: None, position: None };
    Ok(match input.ask(question, out)? {
        Event::Line(line) => Some(line),
        Event::End | Event::Interrupt | Event::Deadline => None,
    })
}

fn is_no(answer: &str) -> bool {
    ["", "n", "no"].contains(&answer.trim().to_lowercase().as_str())
}

#[expect(clippy::needless_pass_by_value, reason = "a predicate on the answer")]
fn is_yes(answer: String) -> bool {
    ["y", "yes"].contains(&answer.to_lowercase().as_str())
}
