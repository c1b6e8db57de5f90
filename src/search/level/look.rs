//! Look: the search of a limited player, with a table and a memory of its own.
//!
//! What the engine knows from other searches does not help it, nor does it learn from move to move.

use shakmaty::Move;

use super::ability::Ability;
use crate::eval::Evaluator;
use crate::position::{Game, Position};
use crate::search::control::Control;
use crate::search::driver;
use crate::search::iterate::iterate;
use crate::search::limits::{Limits, Settings};
use crate::search::pool::counters;
use crate::search::report::{Info, Reporter};
use crate::search::syzygy::Endgame;
use crate::search::timing::Timing;
use crate::search::worker::{Memory, Shared, Worker};
use crate::tt::Tt;
use crate::types::{Bound, Line, Score};

/// MiB of the table.
const HASH_MB: usize = 4;

/// The last iteration may go on for so many times the budget, and for so many nodes at least: the first
/// one is always to be ended.
const OVERTIME: f64 = 8.0;
const LEAST: u64 = 50_000;

/// What was seen of a move.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub m: Move,
    pub score: Score,
    pub line: Line,
}

/// What a player has seen.
pub(super) struct Look {
    /// By iteration: the moves compared, the best first.
    pub iterations: Vec<Vec<Seen>>,
    /// The move to play where there is no iteration.
    pub first: Move,
    pub nodes: u64,
    evaluator: Evaluator,
}

impl Look {
    /// What a move seems to be worth to who looks no further than the board after it.
    pub fn at_rest(&mut self, position: &Position, m: Move) -> Score {
        self.evaluator.set_root(position);
        self.evaluator.enter(position, m);
        -self.evaluator.evaluate(&position.play(m))
    }
}

/// Looks at the moves of a position that has some; nothing where there is no memory.
pub(super) fn look(
    game: &Game,
    ability: &Ability,
    evaluator: Evaluator,
    limits: &Limits,
    timing: Timing,
    control: &Control,
) -> Option<Look> {
    let tt = Tt::new(HASH_MB, 1).ok()?;
    let mut memory = Memory::new(evaluator);
    let most = LEAST.max((ability.nodes * OVERTIME) as u64);
    let limits = Limits {
        depth: limits.depth,
        // Something is left for the search that is told.
        nodes: Some(limits.nodes.map_or(most, |nodes| most.min(nodes - nodes / 4))),
        soft_nodes: Some(ability.nodes.round() as u64),
        search_moves: limits.search_moves.clone(),
        ..Limits::default()
    };
    let settings = Settings { multi_pv: ability.lines.round() as usize, ..Settings::default() };
    let endgame = Endgame::new(&settings.syzygy, game, &limits.search_moves);
    let (counters, over) = counters(1);
    let (limits, settings) = (&limits, &settings);
    let shared = Shared { tt: &tt, control, limits, settings, timing, endgame, over, counters, chosen: None };
    let mut notes = Notes::default();
    let mut w = Worker::new(&shared, 0, &mut memory, game, &mut notes);
    iterate(&mut w, game.position(), driver::of(settings.algorithm));
    let (first, nodes, wanted) = (w.root.all().first()?.m, w.nodes, settings.multi_pv.min(w.root.len()));
    notes.0.retain(|seen| seen.len() == wanted);
    Some(Look { iterations: notes.0, first, nodes, evaluator: memory.evaluator })
}

/// Takes down what each iteration tells at its end.
#[derive(Default)]
struct Notes(Vec<Vec<Seen>>);

impl Reporter for Notes {
    fn info(&mut self, info: &Info) {
        // A bound in the middle of a long iteration is no result of it.
        let Some(m) = info.line.first().filter(|_| info.bound == Bound::Exact || info.score.is_decisive())
        else {
            return;
        };
        if info.multi_pv == 1 {
            self.0.push(Vec::new());
        }
        if let Some(seen) = self.0.last_mut().filter(|seen| seen.len() + 1 == info.multi_pv) {
            seen.push(Seen { m, score: info.score, line: info.line.clone() });
        }
    }
}
