//! No terminal: without the feature `cli` a session speaks UCI alone.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::output::Output;
use super::setup::Setup;
use crate::engine::Report;
use crate::position::Position;
use crate::search::{Control, Limits, Settings};

/// A terminal, of which there is none.
pub(super) enum Terminal {}

/// A search for a person, of which there is none.
pub(super) struct TypedSearch {
    pub limits: Limits,
    pub settings: Settings,
    pub is_endless: bool,
    terminal: Terminal,
}

pub(super) struct TypedWriter(Terminal);

pub(super) struct Stopper(Terminal);

/// Who reads a line.
#[allow(dead_code, reason = "the session distinguishes them")]
pub(super) enum Route {
    Nothing,
    Uci,
    Quit,
    Typed,
}

/// Does nothing: nobody presses Ctrl-C.
pub(super) fn end_process() {}

pub(super) fn route(_: &str) -> Route {
    Route::Uci
}

pub(super) fn as_command(line: &str) -> String {
    line.to_owned()
}

impl Terminal {
    pub fn prompt(&mut self, _: &Setup) {
        match *self {}
    }

    pub fn note_line(&mut self) {
        match *self {}
    }

    pub fn end(&mut self, _: &Output) {
        match *self {}
    }

    pub fn execute(&mut self, _: &str, _: &mut Setup) -> Option<TypedSearch> {
        match *self {}
    }

    pub fn end_interrupted_line(&self, _: &Output) {
        match *self {}
    }

    pub fn close(&self) {
        match *self {}
    }

    pub fn end_search(&mut self, _: &mut Setup) {
        match *self {}
    }
}

impl Stopper {
    pub fn set(&self, _: &Arc<Control>) {
        match self.0 {}
    }
}

impl TypedWriter {
    pub fn new(_: &Setup, _: Position, search: TypedSearch, _: Arc<AtomicBool>) -> TypedWriter {
        TypedWriter(search.terminal)
    }

    pub fn stopper(&self) -> Stopper {
        match self.0 {}
    }

    pub fn write(&mut self, _: Report) {
        match self.0 {}
    }
}
