//! State: how far a cycle is, in a file that people can read.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

use lancet_arena::statistics::Tally;
use serde::{Deserialize, Serialize};

use super::schedule::{JUDGE, JUDGED_UP_TO, Learner, stage_at};
use crate::whole;

/// The format of the file.
const VERSION: u32 = 1;

/// What plays the first generation.
pub const MATERIAL: &str = "material";

/// What is settled when a cycle begins.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The number that all chance follows from.
    pub seed: u64,
    /// What the sizes of the schedule are multiplied by.
    pub scale: f64,
    /// Nodes of a move in self-play, in place of those of the schedule.
    pub soft: Option<u32>,
    /// Threads.
    pub threads: u16,
}

/// How far a cycle is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    version: u32,
    /// What it was begun with.
    pub settings: Settings,
    /// The generations, the last one perhaps still under way.
    pub generations: Vec<Generation>,
}

/// One round of playing, learning and comparing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// What plays: a network file, or `material`.
    pub player: String,
    /// Positions that are to be played.
    pub goal: u64,
    /// Nodes of a move after which no iteration begins.
    pub soft: u32,
    /// The first generation that is learned from.
    pub since: usize,
    /// Nodes with which games of networks that are two generations older are judged again, if they are.
    #[serde(default)]
    pub judge: Option<u32>,
    /// What is to be learned.
    pub learners: Vec<Learner>,
    /// The games: usually one file, another for each change of the engine meanwhile.
    pub games: Vec<Games>,
    /// What was learned, in the order of the learners; the last one perhaps under way.
    pub models: Vec<Learned>,
    /// The matches, the last one perhaps under way.
    pub matches: Vec<Played>,
    /// The best of the models, once it is known.
    pub best: Option<String>,
    /// Whether it plays from now on; known when the generation is over.
    pub promoted: Option<bool>,
}

/// A file of games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Games {
    /// Its name.
    pub file: String,
    /// The seed of its openings.
    pub seed: u64,
    /// How the engine played that made them.
    pub signature: u64,
    /// The rules of the games, by their version.
    pub rules: u16,
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// Seconds of all processors together.
    pub cpu: f64,
    /// The same games with later scores, if they were judged again.
    #[serde(default)]
    pub judged: Option<Judged>,
}

/// A file of games that were judged again.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Judged {
    /// Its name.
    pub file: String,
    /// Who judged: a network file.
    pub by: String,
    /// Nodes of a search after which no iteration begins.
    pub soft: u32,
    /// How the engine that judged plays.
    pub signature: u64,
    /// Seconds of all processors together.
    pub cpu: f64,
    /// All games are judged.
    pub complete: bool,
}

/// A model.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Learned {
    /// The way it is learned.
    pub learner: Learner,
    /// Threads; another number gives another model.
    pub threads: u16,
    /// The network file.
    pub file: String,
    /// The loss on what was held out.
    pub loss: Option<f64>,
    /// Seconds of all processors together.
    pub cpu: f64,
    /// It is trained to the end.
    pub complete: bool,
}

/// A match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// The one whose results are counted.
    pub first: String,
    /// The other one.
    pub second: String,
    /// The results.
    pub tally: Tally,
    /// Seconds of all processors together.
    pub cpu: f64,
    /// It is over.
    pub complete: bool,
}

/// The seeds of one generation are so many; the last is that of its matches, and the others are
/// those of its files of games: models must not meet in the openings that they have learned from.
const SEEDS: u64 = 1000;

impl Settings {
    /// The seed of a file of games, by its place in the generation.
    #[must_use]
    pub fn seed_of_games(&self, generation: usize, place: usize) -> u64 {
        self.seed.wrapping_add(generation as u64 * SEEDS).wrapping_add(place as u64)
    }

    /// The seed of the matches of a generation.
    #[must_use]
    pub fn seed_of_matches(&self, generation: usize) -> u64 {
        self.seed_of_games(generation + 1, 0).wrapping_sub(1)
    }
}

impl State {
    /// The beginning.
    #[must_use]
    pub fn new(settings: Settings) -> State {
        State { version: VERSION, settings, generations: Vec::new() }
    }

    /// Reads the file; `None` where there is none.
    ///
    /// # Errors
    /// A sentence where it cannot be used.
    pub fn read(path: &Path) -> Result<Option<State>, String> {
        let cannot = |why: String| format!("the state {} cannot be used: {why}", path.display());
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(cannot(error.to_string())),
        };
        let state: State = serde_json::from_str(&text).map_err(|error| cannot(error.to_string()))?;
        if state.version != VERSION {
            return Err(cannot(format!("it has version {}, and only {VERSION} is known", state.version)));
        }
        Ok(Some(state))
    }

    /// Writes the file, which is whole at any time.
    ///
    /// # Errors
    /// A sentence where it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let mut text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        text.push('\n');
        whole::write(path, |file| file.write_all(text.as_bytes()))
    }

    /// Positions of all generations.
    #[must_use]
    pub fn stored(&self) -> u64 {
        self.generations.iter().map(Generation::positions).sum()
    }

    /// Generations that are over.
    #[must_use]
    pub fn complete(&self) -> usize {
        self.generations.iter().filter(|generation| generation.promoted.is_some()).count()
    }

    /// What plays after all that was compared.
    #[must_use]
    pub fn player(&self) -> String {
        let promoted =
            |generation: &Generation| generation.best.clone().filter(|_| generation.promoted == Some(true));
        self.generations.iter().rev().find_map(promoted).unwrap_or_else(|| MATERIAL.into())
    }

    /// The games, by generation and place in it, that are to be judged again before the generation
    /// `number` learns: those that are two generations older than it, played with few nodes a move, and
    /// not judged again yet.
    #[must_use]
    pub fn to_judge(&self, number: usize) -> Vec<(usize, usize)> {
        let older = self.generations[number].since..number.saturating_sub(1);
        let few = older.filter(|older| self.generations[*older].soft <= JUDGED_UP_TO);
        let games = few.flat_map(|older| {
            let games = self.generations[older].games.iter().enumerate();
            games.map(move |(place, games)| (older, place, games))
        });
        let is_judged = |games: &Games| games.judged.as_ref().is_some_and(|judged| judged.complete);
        games.filter(|(.., games)| !is_judged(games)).map(|(older, place, _)| (older, place)).collect()
    }

    /// Begins the next generation if the last is over; gives the number of the one under way.
    pub fn begin(&mut self) -> usize {
        if self.complete() == self.generations.len() {
            let Settings { scale, soft, .. } = self.settings;
            let stage = stage_at(self.stored(), scale);
            self.generations.push(Generation {
                player: self.player(),
                goal: stage.positions,
                soft: soft.unwrap_or(stage.soft),
                since: stage.since,
                judge: Some(JUDGE),
                learners: stage.learners.to_vec(),
                games: Vec::new(),
                models: Vec::new(),
                matches: Vec::new(),
                best: None,
                promoted: None,
            });
        }
        self.generations.len() - 1
    }
}

impl Generation {
    /// Positions so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.games.iter().map(|games| games.positions).sum()
    }

    /// Seconds of all processors together.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        let games = self.games.iter().map(Games::cpu);
        let models = self.models.iter().map(|model| model.cpu);
        games.chain(models).chain(self.matches.iter().map(|played| played.cpu)).sum()
    }

    /// The match between these two, if it was begun.
    #[must_use]
    pub fn played(&self, first: &str, second: &str) -> Option<&Played> {
        self.matches.iter().find(|played| played.first == first && played.second == second)
    }
}

impl Games {
    /// A file, by its place in the generation with this number, that is to be filled.
    #[must_use]
    pub fn new(settings: &Settings, generation: usize, place: usize) -> Games {
        let file = match place {
            0 => format!("g{generation}.games"),
            _ => format!("g{generation}-{}.games", place + 1),
        };
        Games { file, seed: settings.seed_of_games(generation, place), ..Games::default() }
    }

    /// The file to learn from: with the latest scores there are.
    #[must_use]
    pub fn latest(&self) -> &str {
        self.judged.as_ref().filter(|judged| judged.complete).map_or(&self.file, |judged| &judged.file)
    }

    /// Seconds of all processors together, for playing and judging.
    fn cpu(&self) -> f64 {
        self.cpu + self.judged.as_ref().map_or(0.0, |judged| judged.cpu)
    }
}

impl Judged {
    /// The file for games that are to be judged again.
    #[must_use]
    pub fn new(games: &Games, by: &str, soft: u32, signature: u64) -> Judged {
        let file = format!("{}b.games", games.file.trim_end_matches(".games"));
        Judged { file, by: by.into(), soft, signature, ..Judged::default() }
    }
}

impl Learned {
    /// A model of the generation with this number that is to be trained.
    #[must_use]
    pub fn new(generation: usize, learner: Learner, threads: u16) -> Learned {
        let file = format!("g{generation}-{}.lnn", learner.name());
        Learned { learner, threads, file, loss: None, cpu: 0.0, complete: false }
    }
}

impl Played {
    /// A match that is to be played.
    #[must_use]
    pub fn new(first: &str, second: &str) -> Played {
        Played {
            first: first.into(),
            second: second.into(),
            tally: Tally::default(),
            cpu: 0.0,
            complete: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_comes_back_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cycle.json");
        assert_eq!(State::read(&path), Ok(None));
        let mut state = State::new(Settings { seed: u64::MAX, scale: 0.1, soft: Some(40), threads: 2 });
        assert_eq!((state.begin(), state.begin()), (0, 0));
        assert_eq!((state.generations[0].soft, state.generations[0].goal), (40, 50_000));
        state.generations[0].games.push(Games {
            file: "g0.games".into(),
            seed: 1,
            signature: u64::MAX - 1,
            rules: 1,
            games: 600,
            positions: 50_100,
            cpu: 0.1 + 0.2,
            judged: None,
        });
        state.write(&path).unwrap();
        assert_eq!(State::read(&path), Ok(Some(state.clone())));

        state.generations[0].best = Some("a.lnn".into());
        state.generations[0].promoted = Some(false);
        assert_eq!(state.player(), MATERIAL);
        state.generations[0].promoted = Some(true);
        assert_eq!((state.begin(), state.generations[1].goal), (1, 200_000));
        assert_eq!(state.generations[1].player, "a.lnn");

        fs::write(&path, "{}").unwrap();
        assert!(State::read(&path).unwrap_err().contains("cannot be used"));
        fs::write(&path, serde_json::to_string(&State { version: 2, ..state }).unwrap()).unwrap();
        assert!(State::read(&path).unwrap_err().contains("version 2"));
    }

    #[test]
    fn games_of_few_nodes_are_judged_again_once_they_are_old() {
        let mut state = State::new(Settings { seed: 1, scale: 1.0, soft: None, threads: 1 });
        state.begin();
        let games = Games::new(&state.settings, 0, 0);
        let first = Generation { since: 1, games: vec![games.clone()], ..state.generations[0].clone() };
        let with = |soft| Generation { soft, ..first.clone() };
        state.generations = vec![with(300), with(300), with(501), with(500), with(500), with(500)];
        state.generations[3].games.push(games.clone());
        assert_eq!(state.to_judge(5), [(1, 0), (3, 0), (3, 1)], "not 0 before since, 2 of many nodes, 4");
        let judged = |complete| Some(Judged { complete, ..Judged::new(&games, "a.lnn", 300, 0) });
        state.generations[1].games[0].judged = judged(true);
        state.generations[3].games[0].judged = judged(false);
        assert_eq!(state.to_judge(5), [(3, 0), (3, 1)]);
        assert_eq!([0, 1, 2].map(|number| state.to_judge(number)), [vec![], vec![], vec![]]);
    }
}
