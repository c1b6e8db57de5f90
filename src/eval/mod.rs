//! Evaluation: what a position is worth at rest.
//!
//! A classical evaluation by hand: terms with a middlegame and an endgame value each, blended by
//! the material that is left. A learned model ([`nnue`]) may take its place. [`Evaluator`] is all
//! that the search knows of it.

mod endgame;
mod explain;
mod geometry;
mod king;
pub mod nnue;
mod passed;
mod pawns;
mod pieces;
mod psqt;
mod survey;
mod tapered;
mod threats;

pub use explain::explain;

use std::sync::Arc;

use shakmaty::{Color, Move};

use crate::position::Position;
use crate::types::Score;

use nnue::{Model, Runner};
use pawns::{PawnCache, Pawns};
use survey::Survey;
use tapered::Tapered;

/// What it is worth to be on move, in centipawns.
const TEMPO: i32 = 16;

/// Evaluates the positions of a line; each search thread has its own.
pub struct Evaluator {
    pawns: PawnCache,
    /// Takes the place of the terms.
    runner: Option<Runner>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    /// The built-in evaluation, with an empty memory.
    #[must_use]
    pub fn new() -> Evaluator {
        Evaluator::of(None)
    }

    /// The evaluation by `model`, or else the built-in one.
    #[must_use]
    pub fn of(model: Option<Arc<Model>>) -> Evaluator {
        Evaluator { pawns: PawnCache::new(), runner: model.map(Runner::new) }
    }

    /// Begins a line at `root`.
    pub fn set_root(&mut self, root: &Position) {
        if let Some(runner) = &mut self.runner {
            runner.set_root(root);
        }
    }

    /// Follows a move played in `position`, where the line stands. A pass changes nothing.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move) {
        if let Some(runner) = &mut self.runner {
            runner.enter(position, m);
        }
    }

    /// Goes back before the last move of the line.
    #[inline]
    pub fn leave(&mut self) {
        if let Some(runner) = &mut self.runner {
            runner.leave();
        }
    }

    /// The value of `position` from the side to move, in centipawns: an estimate, never decisive.
    ///
    /// It depends on the position alone, not on what was evaluated before. It sees no captures
    /// ahead; a position in check has a value too, for what it is worth. With a model, `position`
    /// is the one to which the line has led, passes aside.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
        match &mut self.runner {
            Some(runner) => Score::new(runner.evaluate(position)).clamp_estimate(),
            None => self.by_hand(position),
        }
    }

    #[inline]
    fn by_hand(&mut self, position: &Position) -> Score {
        let terms = Terms::of(position, self.pawns.get(position));
        let white = endgame::conclude(position, terms.balance());
        Score::new(position.turn().fold_wb(white, -white) + TEMPO).clamp_estimate()
    }
}

/// The parts of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Term {
    Material,
    Pawns,
    Passed,
    Mobility,
    Pieces,
    King,
    Threats,
    Space,
}

impl Term {
    const ALL: [Term; 8] = [
        Term::Material,
        Term::Pawns,
        Term::Passed,
        Term::Mobility,
        Term::Pieces,
        Term::King,
        Term::Threats,
        Term::Space,
    ];
}

/// What each term gives to each side.
#[derive(Default)]
struct Terms([[Tapered; 2]; Term::ALL.len()]);

impl Terms {
    /// Looks at everything.
    fn of(position: &Position, pawns: &Pawns) -> Terms {
        let mut terms = Terms::default();
        let mut survey = Survey::new(position, pawns);
        for color in Color::ALL {
            pieces::pieces(&mut survey, color, &mut terms);
        }
        for color in Color::ALL {
            terms.add(Term::Pawns, color, pawns.side(color).structure);
            terms.add(Term::Passed, color, passed::passed(&survey, color));
            terms.add(Term::King, color, king::king(&survey, color));
            terms.add(Term::Threats, color, threats::threats(&survey, color));
            terms.add(Term::Space, color, threats::space(&survey, color));
        }
        terms
    }

    #[inline]
    fn add(&mut self, term: Term, color: Color, value: Tapered) {
        self.0[term as usize][color as usize] += value;
    }

    fn get(&self, term: Term, color: Color) -> Tapered {
        self.0[term as usize][color as usize]
    }

    /// White's sum less Black's.
    fn balance(&self) -> Tapered {
        Term::ALL.into_iter().map(|term| self.get(term, Color::White) - self.get(term, Color::Black)).sum()
    }
}
