//! Search: the searches of a person at the terminal, and what is printed about them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crossbeam_channel::Sender;
use shakmaty::Move;

use crate::commands::iterations::{Iterations, hint};
use crate::console::Screen;
use crate::engine::Report;
use crate::pgn::move_number;
use crate::position::Position;
use crate::search::{Control, Limits, Outcome, Settings};
use crate::uci::Event;
use crate::uci::output::Output;
use crate::uci::setup::Setup;

/// What a search is for.
pub(super) enum Purpose {
    /// A suggestion.
    Hint,
    /// A table of iterations until Enter, with this number of lines.
    Analyse(Box<Iterations>, usize),
    /// A move of Lancet, which is left in the slot.
    Answer(Arc<Mutex<Option<Move>>>),
}

/// A search that a typed line needs.
pub(in crate::uci) struct TypedSearch {
    pub limits: Limits,
    pub settings: Settings,
    /// The search lasts until it is stopped.
    pub is_endless: bool,
    pub(super) purpose: Purpose,
    pub(super) screen: Screen,
}

/// Writes the reports of a search for a person.
pub(in crate::uci) struct TypedWriter {
    out: Output,
    events: Sender<Event>,
    position: Position,
    ended: Arc<AtomicBool>,
    purpose: Purpose,
    screen: Screen,
    stopper: Arc<Stopper>,
}

/// Stops a search that may not have started when it is to be stopped.
#[derive(Default)]
pub(in crate::uci) struct Stopper {
    control: OnceLock<Weak<Control>>,
    is_wanted: AtomicBool,
}

impl Stopper {
    /// Sets the control of the search.
    pub fn set(&self, control: &Arc<Control>) {
        let _ = self.control.set(Arc::downgrade(control));
        if self.is_wanted.load(Ordering::SeqCst) {
            control.stop();
        }
    }

    fn stop(&self) {
        self.is_wanted.store(true, Ordering::SeqCst);
        if let Some(control) = self.control.get().and_then(Weak::upgrade) {
            control.stop();
        }
    }
}

impl TypedWriter {
    /// Writes about a search of `position` for `search`, and sets `ended` with the last line.
    pub fn new(
        setup: &Setup,
        position: Position,
        search: TypedSearch,
        ended: Arc<AtomicBool>,
    ) -> TypedWriter {
        TypedWriter {
            out: setup.out.clone(),
            events: setup.events.clone(),
            position,
            ended,
            purpose: search.purpose,
            screen: search.screen,
            stopper: Arc::default(),
        }
    }

    /// Returns what stops the search when a mate is final.
    pub fn stopper(&self) -> Arc<Stopper> {
        Arc::clone(&self.stopper)
    }

    /// Writes a report. The session is notified of the end and of a broken output.
    pub fn write(&mut self, report: Report) {
        let is_last = report.is_last();
        match report {
            Report::Info(info) => {
                if let Purpose::Analyse(iterations, _) = &mut self.purpose {
                    iterations.add(&info).iter().for_each(|line| self.out.line_for_person(line));
                    if iterations.is_final() {
                        self.stopper.stop();
                    }
                }
            }
            Report::CurrentMove { .. } => {}
            Report::Done(outcome) => self.end(&outcome),
            Report::Failed(error) => {
                let line = self.out.message_line("error: ", &error.to_string());
                self.out.last_line_for_person(&line, &self.ended);
            }
        }
        if is_last || self.out.is_broken() {
            // The session may have ended.
            let _ = self.events.send(Event::WorkEnded);
        }
    }

    fn end(&mut self, outcome: &Outcome) {
        let san = outcome.best.map_or("none".to_owned(), |m| self.position.san(m));
        let line = match &mut self.purpose {
            Purpose::Analyse(iterations, _) => {
                iterations.finish(outcome);
                iterations.last_lines().iter().for_each(|line| self.out.line_for_person(line));
                format!("Best move: {san}")
            }
            Purpose::Hint => hint(&self.position, outcome, self.screen),
            Purpose::Answer(slot) => {
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = outcome.best;
                format!("Lancet plays {} {san}", move_number(self.position.game_ply()))
            }
        };
        self.out.last_line_for_person(&line, &self.ended);
    }
}
