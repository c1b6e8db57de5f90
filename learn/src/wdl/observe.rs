//! Observe: positions of games, what a search finds them to be worth, and how the games ended.

use std::path::{Path, PathBuf};

use lancet::eval::wdl::material;
use lancet::position::{Game as Board, Position};
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Searcher, Settings};
use lancet::workers::WorkerPool;

use crate::interrupt;
use crate::play::{Evaluation, hard_limit, suitable_hash};
use crate::records::{Game, Reader};
use crate::samples::game_number;

/// Scores beyond so many units of the evaluation are left out: what they mean is clear, and they are not to
/// bend the curves where it is not.
const MOST: i32 = 2000;

/// Searches positions of games.
#[derive(Clone, Debug)]
pub struct Observer {
    /// What it judges by.
    pub evaluation: Evaluation,
    /// Nodes of a search after which no iteration begins.
    pub soft_nodes: u32,
    /// Positions of each game.
    pub sample: usize,
    /// Threads that search.
    pub threads: usize,
}

/// A position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The place of the game among all.
    pub game: u32,
    /// A number that follows from its moves and decides when it is held out.
    pub number: u32,
    /// The score, from the side to move, in units of the evaluation.
    pub units: i32,
    /// The material, in pawns.
    pub material: u32,
    /// What the side to move came to: 0, 1 or 2 half points.
    pub points: u8,
}

/// Observations in the order of the games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Observations {
    /// The observations.
    pub list: Vec<Observation>,
    /// Games that were read.
    pub games: u32,
    /// Positions whose score is a mate or larger than [`MOST`].
    decided: u64,
    /// Places of a file that could not be read.
    damaged: u64,
}

/// A position that is to be searched.
struct Place {
    position: Position,
    game: u32,
    number: u32,
    points: u8,
}

/// Nothing where the score says who wins.
type Finding = Option<Observation>;

impl Observer {
    /// Draws positions from the games of files and searches them. Which ones follows from the games alone.
    ///
    /// # Errors
    /// A sentence where a file cannot be read or holds no game, or where there is no memory or no thread;
    /// or when it is interrupted.
    pub fn observe(&self, files: &[PathBuf]) -> Result<Observations, String> {
        let mut all = Observations::default();
        let mut places = Vec::new();
        for path in files {
            self.draw(path, &mut all, &mut places)?;
        }
        let count = places.len();
        let pool = WorkerPool {
            threads: self.threads,
            jobs: 0..count as u64,
            interrupted: interrupt::has_come,
            ..WorkerPool::default()
        };
        interrupt::watch();
        let mut done = 0;
        let take = |found: Option<Finding>| -> Result<bool, String> {
            if let Some(found) = found {
                done += 1;
                match found {
                    Some(observation) => all.list.push(observation),
                    None => all.decided += 1,
                }
            }
            Ok(true)
        };
        pool.run(|| self.searcher(&places, &pool.control), take)?;
        if done < count { Err("it was interrupted".into()) } else { Ok(all) }
    }

    /// Who searches, for people.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("By a {}, {} nodes;", self.evaluation, self.soft_nodes)
    }

    fn draw(&self, path: &Path, all: &mut Observations, places: &mut Vec<Place>) -> Result<(), String> {
        let before = all.games;
        let mut games = Reader::open(path)?.games();
        for game in games.by_ref() {
            self.draw_from(&game, all.games, places);
            all.games += 1;
        }
        let damage = games.damage();
        all.damaged += damage.blocks + damage.games;
        match &damage.error {
            Some(error) => Err(format!("the file {} cannot be read to its end: {error}", path.display())),
            None if all.games == before => {
                Err(format!("the file {} holds no games that can be read", path.display()))
            }
            None => Ok(()),
        }
    }

    /// Draws without replacement: of those that are left, each is taken as likely as the others (selection
    /// sampling, D. E. Knuth, TAOCP 2, algorithm 3.4.2 S).
    fn draw_from(&self, game: &Game, place: u32, places: &mut Vec<Place>) {
        let number = game_number(game);
        let mut random = Rng::of_game(0, number.into());
        let mut wanted = self.sample.min(game.moves.len());
        for ((position, _), left) in game.positions().zip((1..=game.moves.len()).rev()) {
            if random.below(left) < wanted {
                wanted -= 1;
                let points = (2.0 * game.result.points(position.turn())) as u8;
                places.push(Place { position, game: place, number, points });
            }
        }
    }

    /// A worker that searches the place with a number.
    fn searcher<'a>(
        &self,
        places: &'a [Place],
        control: &'a Control,
    ) -> Result<impl FnMut(u64) -> Option<Finding> + use<'a>, String> {
        let mut searcher =
            Searcher::new(suitable_hash(self.soft_nodes).into()).map_err(|error| error.to_string())?;
        self.evaluation.give_to(&mut searcher);
        let settings = Settings::default();
        let limits = Limits {
            soft_nodes: Some(self.soft_nodes.into()),
            nodes: Some(hard_limit(self.soft_nodes).into()),
            ..Limits::default()
        };
        Ok(move |index: u64| {
            let Place { position, game, number, points } = &places[index as usize];
            searcher.clear(1);
            let board = Board::new(position.clone());
            let score = searcher.search(&board, &limits, &settings, control, &mut ()).info.score;
            if control.is_stopped() {
                return None;
            }
            let is_open = !score.is_decisive() && score.units().abs() <= MOST;
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

impl Observations {
    /// What was found, for people.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Observations { list, games, decided, damaged } = self;
        let count = list.len();
        let mut text =
            format!("{count} positions of {games} games, {decided} more with a mate or beyond {MOST}");
        if *damaged > 0 {
            text += &format!("; {damaged} places could not be read");
        }
        text
    }
}
