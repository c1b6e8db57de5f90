//! Setup: the engine and everything else that options change.

use std::path::Path;
use std::sync::Arc;

use crossbeam_channel::Sender;

use super::Event;
use super::game::CurrentGame;
use super::output::Output;
use super::strength::Strength;
use crate::book::{Book, BookError};
use crate::commands::own_book::{ChosenBookMove, OwnBook};
use crate::engine::{Engine, EngineError};
use crate::eval::nnue::Model;
use crate::position::Game;
use crate::search::{Control, Limits, Settings};
use crate::tt::Tt;

/// The value of `EvalFile` and `Book File` for what is built in.
pub(super) const BUILT_IN: &str = "<default>";

/// The engine and everything else that options change.
pub(super) struct Setup {
    pub engine: Engine,
    pub out: Output,
    pub events: Sender<Event>,
    pub game: CurrentGame,
    /// The search under way while an option is set that changes it.
    pub search: Option<Arc<Control>>,
    /// Size of the transposition table in MiB.
    pub hash_mb: usize,
    /// Settings of the next search, at full strength.
    pub settings: Settings,
    pub strength: Strength,
    /// The user analyses: no book, full strength.
    pub analyse_mode: bool,
    /// `debug on`: writes more.
    pub debug: bool,
    /// Writes only the last line of each rank.
    pub minimal: bool,
    /// Writes win, draw and loss probabilities.
    pub show_wdl: bool,
    pub model: Arc<Model>,
    pub book: OwnBook,
}

impl Setup {
    /// # Errors
    /// Returns an error if the transposition table cannot be allocated or the thread cannot be started.
    pub fn new(out: Output, events: Sender<Event>) -> Result<Setup, EngineError> {
        Ok(Setup {
            engine: Engine::new(Tt::DEFAULT_MB)?,
            out,
            events,
            game: CurrentGame::default(),
            search: None,
            hash_mb: Tt::DEFAULT_MB,
            settings: Settings::default(),
            strength: Strength::default(),
            analyse_mode: false,
            debug: false,
            minimal: false,
            show_wdl: false,
            model: Model::built_in(),
            book: OwnBook::default(),
        })
    }

    /// Returns the settings of the next search.
    pub fn search_settings(&self) -> Settings {
        let strength = if self.analyse_mode { None } else { self.strength.limit() };
        Settings { strength, ..self.settings.clone() }
    }

    /// Chooses a move of the book, to which it restricts the search; `None` without one, and in analysis.
    pub fn book_move(&self, game: &Game, limits: &mut Limits) -> Option<ChosenBookMove> {
        if self.analyse_mode { None } else { self.book.restrict(game, limits) }
    }

    /// Prepares for a new game.
    pub fn clear(&mut self) {
        let result = self.engine.clear(self.settings.threads);
        self.report(result);
    }

    /// Clears the transposition table and the histories.
    pub fn clear_memory(&mut self) {
        let result = self.engine.clear_memory(self.settings.threads);
        self.report(result);
    }

    fn report(&self, result: Result<(), EngineError>) {
        if let Err(error) = result {
            self.out.error(error.to_string());
        }
    }

    /// Replaces the transposition table if `hash_mb` is a new size.
    ///
    /// # Errors
    /// Returns an error if it cannot be allocated; it names the size that is used.
    pub fn resize(&mut self, hash_mb: usize) -> Result<(), EngineError> {
        if hash_mb == self.hash_mb {
            return Ok(());
        }
        let result = self.engine.resize(hash_mb, self.settings.threads);
        match &result {
            Ok(()) => self.hash_mb = hash_mb,
            Err(EngineError::Resize(error)) => self.hash_mb = error.in_use,
            Err(_) => {}
        }
        result
    }

    /// Searches with `threads` threads from now on.
    ///
    /// # Errors
    /// Returns an error if memory is missing or a thread is refused; the old number stays.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        if threads != self.settings.threads {
            self.engine.reserve_threads(threads)?;
            self.settings.threads = threads;
        }
        Ok(())
    }

    /// Evaluates with the model in the file at `path`, or with the built-in one.
    ///
    /// # Errors
    /// Returns an error if the file is not a model or the memory is missing; the old model stays.
    pub fn load_model(&mut self, path: &str) -> Result<(), EngineError> {
        let model = match path {
            "" | BUILT_IN => Model::built_in(),
            path => Arc::new(Model::load(Path::new(path))?),
        };
        if model.id() != self.model.id() {
            self.engine.set_model(model.clone())?;
            self.out.info(format!("evaluation: {model}"));
            self.model = model;
        }
        Ok(())
    }

    /// Reads the book in the file at `path`, or the built-in one.
    ///
    /// # Errors
    /// Returns an error if the file is not a book; the old book stays.
    pub fn load_book(&mut self, path: &str) -> Result<(), BookError> {
        self.book.book = match path {
            "" | BUILT_IN => Book::built_in(),
            path => Book::load(Path::new(path))?,
        };
        Ok(())
    }
}
