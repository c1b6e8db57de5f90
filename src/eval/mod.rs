//! Evaluation: what a position is worth at rest.
//!
//! A classical evaluation by hand: terms with a middlegame and an endgame value each, blended by
//! the material that is left. [`Evaluator`] is all that the search knows of it.

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

use shakmaty::Color;

use crate::position::Position;
use crate::types::Score;

use pawns::{PawnCache, Pawns};
use survey::Survey;
use tapered::Tapered;

/// What it is worth to be on move, in centipawns.
const TEMPO: i32 = 16;

/// Evaluates positions; each search thread has its own.
pub struct Evaluator {
    pawns: PawnCache,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    /// An evaluator with an empty memory.
    #[must_use]
    pub fn new() -> Evaluator {
        Evaluator { pawns: PawnCache::new() }
    }

    /// The value of `position` from the side to move, in centipawns: an estimate, never decisive.
    ///
    /// It depends on the position alone, not on what was evaluated before. It sees no captures
    /// ahead; a position in check has a value too, for what it is worth.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Score {
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
