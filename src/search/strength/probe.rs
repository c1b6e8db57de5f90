//! Probe: the search of a limited player, with a TT and histories of its own.
//!
//! Nothing that the engine has learned in other searches helps it, nor does it learn from move to move.

use shakmaty::Move;

use super::ability::Ability;
use crate::eval::Evaluator;
use crate::position::{Game, Position};
use crate::search::control::Control;
use crate::search::iterate::iterate;
use crate::search::limits::{Limits, Settings};
use crate::search::report::{Info, Reporter};
use crate::search::shared::Shared;
use crate::search::syzygy::SyzygyProbe;
use crate::search::timing::Timing;
use crate::search::worker::{ThreadData, Worker};
use crate::tt::Tt;
use crate::types::{Bound, Depth, Line, Score};

/// The size of its TT, in MiB.
const HASH_MB: usize = 4;

/// The last iteration may exceed the node budget by this factor, and take this many nodes in any case, so
/// that the first iteration is always completed.
const OVERTIME: f64 = 8.0;
const MIN_NODES: u64 = 50_000;

/// What was seen of a move.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub m: Move,
    pub score: Score,
    pub line: Line,
    /// The iteration that found them; 1 for a static evaluation.
    pub depth: Depth,
}

/// The result of a limited player's search.
pub(super) struct Probe {
    /// By iteration: the moves compared, the best first.
    pub iterations: Vec<Vec<Seen>>,
    /// The move to play if there is no iteration.
    pub first: Move,
    pub nodes: u64,
    evaluator: Evaluator,
}

impl Probe {
    /// The static evaluation after `m`, from the side that plays it.
    pub fn static_score(&mut self, position: &Position, m: Move) -> Score {
        self.evaluator.set_root(position);
        self.evaluator.enter(position, m);
        -self.evaluator.evaluate(&position.play(m))
    }
}

/// Searches a position that has legal moves; `None` if there is no memory for it.
pub(super) fn probe(
    game: &Game,
    ability: &Ability,
    evaluator: Evaluator,
    limits: &Limits,
    timing: Timing,
    control: &Control,
) -> Option<Probe> {
    let tt = Tt::new(HASH_MB, 1).ok()?;
    let mut data = ThreadData::new(evaluator).ok()?;
    let most = MIN_NODES.max((ability.nodes * OVERTIME) as u64);
    let limits = Limits {
        depth: limits.depth,
        // A quarter of the nodes is left for the main search.
        nodes: Some(limits.nodes.map_or(most, |nodes| most.min(nodes - nodes / 4))),
        soft_nodes: Some(ability.nodes.round() as u64),
        search_moves: limits.search_moves.clone(),
        ..Limits::default()
    };
    // The ratings were measured with the default parameters.
    let settings = Settings { multi_pv: ability.lines.round() as usize, ..Settings::default() };
    let syzygy = SyzygyProbe::new(&settings.syzygy, game, &limits.search_moves, &|| false);
    let mut shared = Shared::new(&tt, control, (&limits, &settings), timing, syzygy, 1);
    shared.has_fixed_lines = true;
    let mut collector = Collector::default();
    let mut w = Worker::new(&shared, 0, &mut data, game, &mut collector);
    iterate(&mut w, game.position());
    let first = w.root.all().first()?.m;
    let (nodes, lines) = (w.polling.nodes(), settings.multi_pv.min(w.root.len()));
    collector.0.retain(|seen| seen.len() == lines);
    Some(Probe { iterations: collector.0, first, nodes, evaluator: data.into_evaluator() })
}

/// Collects the lines that each iteration reports at its end.
#[derive(Default)]
struct Collector(Vec<Vec<Seen>>);

impl Reporter for Collector {
    fn info(&mut self, info: &Info) {
        // A bound in the middle of a long iteration is not its result.
        let is_result = info.is_finished && (info.bound == Bound::Exact || info.score.is_decisive());
        let Some(m) = info.line.first().filter(|_| is_result) else { return };
        if info.multi_pv == 1 {
            self.0.push(Vec::new());
        }
        if let Some(seen) = self.0.last_mut().filter(|seen| seen.len() + 1 == info.multi_pv) {
            seen.push(Seen { m, score: info.score, line: info.line.clone(), depth: info.depth });
        }
    }
}
