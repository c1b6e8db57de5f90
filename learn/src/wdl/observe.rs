//! Observations: positions of games with their scores by a search and the results of the games.

use std::fmt;
use std::path::Path;

use lancet::console::interrupt;
use lancet::eval::wdl::material;
use lancet::position::{Game as Board, Position};
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Settings};
use lancet::workers::WorkerPool;

use crate::LearnError;
use crate::play::{Evaluation, ValueSearch, hard_limit, suitable_hash};
use crate::records::{Game, Reader};
use crate::samples::game_number;

/// Positions with a larger score, in internal units, are skipped: their results are certain, and they would
/// distort the fit where results are not.
const MAX_UNITS: i32 = 2000;

/// Searches positions of games.
#[derive(Clone, Debug)]
pub struct Observer {
    /// The evaluation of the searches.
    pub evaluation: Evaluation,
    /// The soft node limit of a search.
    pub soft_nodes: u32,
    /// The number of positions per game.
    pub sample: usize,
    /// The number of threads.
    pub threads: usize,
}

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The index of the game.
    pub game: u32,
    /// A hash of the moves of the game, which determines its fold.
    pub number: u32,
    /// The score for the side to move, in internal units.
    pub units: i32,
    /// The material, in pawns.
    pub material: u32,
    /// The result for the side to move in half points: 0, 1 or 2.
    pub points: u8,
}

/// Observations in the order of the games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observations {
    /// The observations.
    pub list: Vec<Observation>,
    /// The number of games.
    pub games: u32,
    /// The number of skipped positions, with a mate score or one beyond [`MAX_UNITS`].
    decided: u64,
    /// The number of unreadable blocks and invalid games.
    damaged: u64,
}

/// A position to search.
struct Candidate {
    position: Position,
    game: u32,
    number: u32,
    points: u8,
}

impl Observer {
    /// Selects random positions of the games of files and searches them. The selection depends on the games
    /// only.
    ///
    /// # Errors
    /// [`LearnError`] if a file cannot be read or contains no games, if there is no memory or no thread, or if
    /// the process is interrupted.
    pub fn observe(&self, files: &[impl AsRef<Path>]) -> Result<Observations, LearnError> {
        let mut all = Observations::default();
        let mut candidates = Vec::new();
        for path in files.iter().map(AsRef::as_ref) {
            self.select(path, &mut all, &mut candidates)?;
        }
        let count = candidates.len();
        let pool = WorkerPool {
            threads: self.threads,
            jobs: 0..count as u64,
            interrupted: interrupt::is_set,
            ..WorkerPool::default()
        };
        interrupt::catch();
        let mut done = 0;
        let add = |found: Option<Option<Observation>>| -> Result<bool, LearnError> {
            if let Some(found) = found {
                done += 1;
                match found {
                    Some(observation) => all.list.push(observation),
                    None => all.decided += 1,
                }
            }
            Ok(true)
        };
        pool.run(|| self.worker(&candidates, &pool.control), add)?;
        if done < count { Err(LearnError::Interrupted) } else { Ok(all) }
    }

    /// Returns a description of the searches, for the generated source code.
    #[must_use]
    pub fn description(&self) -> String {
        format!("By a {}, with a soft limit of {} nodes;", self.evaluation, self.soft_nodes)
    }

    fn select(
        &self,
        path: &Path,
        all: &mut Observations,
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), LearnError> {
        let before = all.games;
        let mut games = Reader::open(path)?.games();
        for game in games.by_ref() {
            self.select_from(&game, all.games, candidates);
            all.games += 1;
        }
        let damage = games.finish(path)?;
        all.damaged += damage.unreadable_blocks() + damage.games;
        if all.games == before { Err(LearnError::NoGames(path.into())) } else { Ok(()) }
    }

    /// Selects random positions of a game without replacement (selection sampling, D. E. Knuth, TAOCP 2,
    /// algorithm 3.4.2 S).
    fn select_from(&self, game: &Game, index: u32, candidates: &mut Vec<Candidate>) {
        let number = game_number(game);
        let mut random = Rng::of_game(0, number.into());
        let mut wanted = self.sample.min(game.moves.len());
        for ((position, _), left) in game.positions().zip((1..=game.moves.len()).rev()) {
            if random.below(left) < wanted {
                wanted -= 1;
                let points = (2.0 * game.result.points(position.turn())) as u8;
                candidates.push(Candidate { position, game: index, number, points });
            }
        }
    }

    /// Returns a worker that searches the candidate with a given index. It yields `None` if it is stopped,
    /// and `Some(None)` for a skipped position.
    fn worker<'a>(
        &self,
        candidates: &'a [Candidate],
        control: &'a Control,
    ) -> Result<impl FnMut(u64) -> Option<Option<Observation>> + use<'a>, LearnError> {
        let mut searcher = self.evaluation.searcher(suitable_hash(self.soft_nodes).into())?;
        let settings = Settings::default();
        let limits = Limits {
            soft_nodes: Some(self.soft_nodes.into()),
            nodes: Some(hard_limit(self.soft_nodes).into()),
            ..Limits::default()
        };
        Ok(move |index: u64| {
            let Candidate { position, game, number, points } = &candidates[index as usize];
            searcher.clear(1);
            let board = Board::new(position.clone());
            let search = ValueSearch {
                limits: &limits,
                settings: &settings,
                control,
                short_nodes: None,
                keeps_bounds: false,
            };
            let score = search.run(&mut searcher, &board)?.info.score;
            let is_open = !score.is_decisive() && score.units().abs() <= MAX_UNITS;
            Some(is_open.then(|| Observation {
                game: *game,
                number: *number,
                units: score.units(),
                material: material(position.board()),
                points: *points,
            }))
        })
    }
}

/// The summary, which the generated source code contains.
impl fmt::Display for Observations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Observations { list, games, decided, damaged } = self;
        let count = list.len();
        write!(f, "{count} positions of {games} games, {decided} more with a mate or beyond {MAX_UNITS}")?;
        if *damaged > 0 {
            write!(f, "; {damaged} unreadable blocks or invalid games")?;
        }
        Ok(())
    }
}
