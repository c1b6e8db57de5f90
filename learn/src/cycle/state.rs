//! The state of a cycle, stored as JSON after every step.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

use lancet_arena::statistics::Tally;
use serde::{Deserialize, Serialize};

use super::schedule::{RESCORE_MAX_SOFT, RESCORE_NODES, Recipe, stage_at};
use crate::LearnError;
use lancet::console;
use lancet::files::{self, FileError, MAX_TEXT};

/// The version of the file format. The serialized names of all fields below are part of it: one that changes stays as an
/// alias. Version 1 had other names.
const VERSION: u32 = 2;
const FIRST_VERSION: u32 = 1;

/// The name of the player of the first generation: material values only.
pub const MATERIAL: &str = "material";

/// The settings of a cycle.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// The RNG seed.
    pub seed: u64,
    /// The factor by which all sizes of the schedule are multiplied.
    pub scale: f64,
    /// The soft node limit of self-play, instead of that of the schedule.
    pub soft: Option<u32>,
    /// Threads.
    pub threads: u16,
}

/// The state of a cycle.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    version: u32,
    /// The settings.
    pub settings: Settings,
    /// The generations; the last one may be incomplete.
    pub generations: Vec<Generation>,
}

/// A generation: one round of self-play, training and matches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Generation {
    /// The player: a network file or `material`.
    pub player: String,
    /// The number of positions to play.
    pub goal: u64,
    /// The soft node limit of a move in self-play.
    pub soft: u32,
    /// The first generation whose games are trained on.
    pub since: usize,
    /// The soft node limit with which older games are rescored; `None` if they are not.
    #[serde(default, alias = "judge")]
    pub rescore_nodes: Option<u32>,
    /// The models to train.
    #[serde(alias = "learners")]
    pub recipes: Vec<Recipe>,
    /// The games: one file, plus one for each change of the engine during the generation.
    pub games: Vec<GamesFile>,
    /// The trained models in the order of the recipes; the last one may be incomplete.
    pub models: Vec<TrainedModel>,
    /// The matches; the last one may be incomplete.
    pub matches: Vec<PlayedMatch>,
    /// The best model, once it is known.
    pub best: Option<String>,
    /// Whether the best model became the player; known at the end of the generation.
    pub promoted: Option<bool>,
}

/// A file of games of a generation.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct GamesFile {
    /// The file name.
    pub file: String,
    /// The seed of the run.
    pub seed: u64,
    /// The signature of the engine that played the games.
    pub signature: u64,
    /// The version of the self-play rules.
    pub rules: u16,
    /// The number of games.
    pub games: u64,
    /// The number of positions.
    pub positions: u64,
    /// CPU time in seconds, over all cores.
    pub cpu: f64,
    /// The same games with new scores, if they are rescored.
    #[serde(default, alias = "judged")]
    pub rescored: Option<RescoredFile>,
}

/// A file of rescored games.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct RescoredFile {
    /// The file name.
    pub file: String,
    /// The network file that rescored the games.
    pub by: String,
    /// The soft node limit of a search.
    pub soft: u32,
    /// The signature of the engine that rescored the games.
    pub signature: u64,
    /// CPU time in seconds, over all cores.
    pub cpu: f64,
    /// Whether all games are rescored.
    pub complete: bool,
}

/// A model of a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TrainedModel {
    /// How it is trained.
    #[serde(alias = "learner")]
    pub recipe: Recipe,
    /// The number of threads, on which the model depends.
    pub threads: u16,
    /// The network file.
    pub file: String,
    /// The files of games that it is trained on; states of older versions do not have them.
    #[serde(default)]
    pub games: Vec<String>,
    /// The held-out loss.
    pub loss: Option<f64>,
    /// CPU time in seconds, over all cores.
    pub cpu: f64,
    /// Whether training is complete.
    pub complete: bool,
    /// Whether the trained model was rejected: it cannot be built or quantized accurately.
    #[serde(default)]
    pub rejected: bool,
}

/// A match of a generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMatch {
    /// The player from whose view the results are counted.
    pub first: String,
    /// The opponent.
    pub second: String,
    /// The signature of the engine with both players' networks; states of older versions do not have it.
    #[serde(default)]
    pub signature: Option<u64>,
    /// The results so far.
    pub tally: Tally,
    /// CPU time in seconds, over all cores.
    pub cpu: f64,
    /// Whether the match is complete.
    pub complete: bool,
}

/// The number of seeds reserved for a generation. The last one is for its matches and the others are for its
/// files of games, so that models are not compared in the openings that they were trained on.
const SEEDS_PER_GENERATION: u64 = 1000;

impl Settings {
    /// Returns the seed of a file of games, by its index in the generation.
    #[must_use]
    pub fn games_seed(&self, generation: usize, index: usize) -> u64 {
        self.seed.wrapping_add(generation as u64 * SEEDS_PER_GENERATION).wrapping_add(index as u64)
    }

    /// Returns the seed of the matches of a generation.
    #[must_use]
    pub fn match_seed(&self, generation: usize) -> u64 {
        self.games_seed(generation + 1, 0).wrapping_sub(1)
    }
}

impl State {
    /// Returns the state of a new cycle.
    #[must_use]
    pub fn new(settings: Settings) -> State {
        State { version: VERSION, settings, generations: Vec::new() }
    }

    /// Reads the file; returns `None` if it does not exist.
    ///
    /// # Errors
    /// [`LearnError::CycleState`] if it is invalid.
    pub fn read(path: &Path) -> Result<Option<State>, LearnError> {
        let invalid = |reason: String| LearnError::CycleState { path: path.into(), reason };
        let text = match files::read(path, MAX_TEXT) {
            Ok(text) => text,
            Err(FileError::Io(error)) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(invalid(error.to_string())),
        };
        let state: State = serde_json::from_slice(&text).map_err(|error| invalid(error.to_string()))?;
        if !(FIRST_VERSION..=VERSION).contains(&state.version) {
            let reason = format!("unsupported version {}, expected at most {VERSION}", state.version);
            return Err(invalid(reason));
        }
        if state.generations.iter().any(|generation| generation.soft == 0) {
            return Err(invalid("the soft limit of a generation is 0 nodes".into()));
        }
        Ok(Some(State { version: VERSION, ..state }))
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// [`LearnError`] if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LearnError> {
        Ok(console::write_atomic(path, |file| {
            let text = serde_json::to_string_pretty(self).map_err(io::Error::other)?;
            writeln!(file, "{text}")
        })?)
    }

    /// Returns the number of positions of all generations.
    #[must_use]
    pub fn stored(&self) -> u64 {
        self.generations.iter().map(Generation::positions).sum()
    }

    /// Returns the number of complete generations.
    #[must_use]
    pub fn complete(&self) -> usize {
        self.generations.iter().filter(|generation| generation.promoted.is_some()).count()
    }

    /// Returns the player of the next generation: the last promoted model, or `material`.
    #[must_use]
    pub fn player(&self) -> String {
        let promoted =
            |generation: &Generation| generation.best.clone().filter(|_| generation.promoted == Some(true));
        self.generations.iter().rev().find_map(promoted).unwrap_or_else(|| MATERIAL.into())
    }

    /// Returns the files of games to rescore before generation `number` trains, by generation and index:
    /// those that are at least two generations older, were played with few nodes per move, and are not
    /// rescored yet.
    #[must_use]
    pub fn to_rescore(&self, number: usize) -> Vec<(usize, usize)> {
        let older = self.generations[number].since..number.saturating_sub(1);
        let older = older.filter(|older| self.generations[*older].soft <= RESCORE_MAX_SOFT);
        let games = older.flat_map(|older| {
            let games = self.generations[older].games.iter().enumerate();
            games.map(move |(index, games)| (older, index, games))
        });
        let is_rescored =
            |games: &GamesFile| games.rescored.as_ref().is_some_and(|rescored| rescored.complete);
        games.filter(|(.., games)| !is_rescored(games)).map(|(older, index, _)| (older, index)).collect()
    }

    /// Returns the files of games that generation `number` trains on: the rescored ones where they are complete.
    #[must_use]
    pub fn training_files(&self, number: usize) -> Vec<String> {
        let generations = &self.generations[self.generations[number].since.min(number)..=number];
        generations.iter().flat_map(|one| &one.games).map(|games| games.latest().to_owned()).collect()
    }

    /// Adds the next generation if the last one is complete. Returns the number of the current one.
    pub fn begin_generation(&mut self) -> usize {
        if self.complete() == self.generations.len() {
            let Settings { scale, soft, .. } = self.settings;
            let stage = stage_at(self.stored(), scale);
            self.generations.push(Generation {
                player: self.player(),
                goal: stage.positions,
                soft: soft.unwrap_or(stage.soft),
                since: stage.since,
                rescore_nodes: Some(RESCORE_NODES),
                recipes: stage.recipes.to_vec(),
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
    /// Returns the number of positions played so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.games.iter().map(|games| games.positions).sum()
    }

    /// Returns the CPU time in seconds, over all cores.
    #[must_use]
    pub fn cpu(&self) -> f64 {
        let games = self.games.iter().map(GamesFile::cpu);
        let models = self.models.iter().map(|model| model.cpu);
        games.chain(models).chain(self.matches.iter().map(|played| played.cpu)).sum()
    }

    /// Returns the match between two players, if it was started.
    #[must_use]
    pub fn played(&self, first: &str, second: &str) -> Option<&PlayedMatch> {
        self.matches.iter().find(|played| played.first == first && played.second == second)
    }
}

impl GamesFile {
    /// Creates the entry of an empty file, by its index in the generation.
    #[must_use]
    pub fn new(settings: &Settings, generation: usize, index: usize) -> GamesFile {
        let file = match index {
            0 => format!("g{generation}.games"),
            _ => format!("g{generation}-{}.games", index + 1),
        };
        GamesFile { file, seed: settings.games_seed(generation, index), ..GamesFile::default() }
    }

    /// Returns the name of the file to train on: the rescored one if it is complete.
    fn latest(&self) -> &str {
        let rescored = self.rescored.as_ref().filter(|rescored| rescored.complete);
        rescored.map_or(&self.file, |rescored| &rescored.file)
    }

    /// Returns the CPU time of playing and rescoring in seconds, over all cores.
    fn cpu(&self) -> f64 {
        self.cpu + self.rescored.as_ref().map_or(0.0, |rescored| rescored.cpu)
    }
}

impl RescoredFile {
    /// Creates the entry of a file of games to rescore.
    #[must_use]
    pub fn new(games: &GamesFile, by: &str, soft: u32, signature: u64) -> RescoredFile {
        let file = format!("{}b.games", games.file.trim_end_matches(".games"));
        RescoredFile { file, by: by.into(), soft, signature, ..RescoredFile::default() }
    }
}

impl TrainedModel {
    /// Creates the entry of a model to train.
    #[must_use]
    pub fn new(generation: usize, recipe: Recipe, threads: u16) -> TrainedModel {
        let file = format!("g{generation}-{}.lnn", recipe.name());
        let games = Vec::new();
        TrainedModel { recipe, threads, file, games, loss: None, cpu: 0.0, complete: false, rejected: false }
    }
}

impl PlayedMatch {
    /// Creates the entry of a match to play.
    #[must_use]
    pub fn new(first: &str, second: &str) -> PlayedMatch {
        PlayedMatch {
            first: first.into(),
            second: second.into(),
            signature: None,
            tally: Tally::default(),
            cpu: 0.0,
            complete: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn states_round_trip_and_invalid_files_are_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cycle.json");
        assert_eq!(State::read(&path).unwrap(), None);
        let mut state = State::new(Settings { seed: u64::MAX, scale: 0.1, soft: Some(40), threads: 2 });
        assert_eq!((state.begin_generation(), state.begin_generation()), (0, 0));
        assert_eq!((state.generations[0].soft, state.generations[0].goal), (40, 50_000));
        state.generations[0].games.push(GamesFile {
            file: "g0.games".into(),
            seed: 1,
            signature: u64::MAX - 1,
            rules: 1,
            games: 600,
            positions: 50_100,
            cpu: 0.1 + 0.2,
            rescored: None,
        });
        state.write(&path).unwrap();
        assert_eq!(State::read(&path).unwrap(), Some(state.clone()));

        state.generations[0].best = Some("a.lnn".into());
        state.generations[0].promoted = Some(false);
        assert_eq!(state.player(), MATERIAL);
        state.generations[0].promoted = Some(true);
        assert_eq!((state.begin_generation(), state.generations[1].goal), (1, 200_000));
        assert_eq!(state.generations[1].player, "a.lnn");

        let message = || State::read(&path).unwrap_err().to_string();
        fs::write(&path, "{}").unwrap();
        assert!(message().contains("missing field"));
        fs::write(&path, serde_json::to_string(&State { version: 99, ..state }).unwrap()).unwrap();
        assert!(message().contains("unsupported version 99, expected at most 2"));
    }

    /// Cycles of older versions can be resumed.
    #[test]
    fn serialized_names_are_unchanged_and_former_ones_are_read() {
        let mut state = State::new(Settings { seed: 1, scale: 1.0, soft: None, threads: 1 });
        state.begin_generation();
        let mut games = GamesFile::new(&state.settings, 0, 0);
        games.rescored = Some(RescoredFile::new(&games, "a.lnn", 300, 0));
        let generation = &mut state.generations[0];
        generation.games.push(games);
        generation.models.push(TrainedModel::new(0, generation.recipes[0], 1));
        generation.matches.push(PlayedMatch::new("a.lnn", MATERIAL));
        let json = serde_json::to_value(&state).unwrap();
        let names = |value: &serde_json::Value| -> Vec<String> {
            value.as_object().unwrap().keys().map(String::clone).collect()
        };
        let generation = &json["generations"][0];
        assert_eq!(
            names(generation),
            [
                "best",
                "games",
                "goal",
                "matches",
                "models",
                "player",
                "promoted",
                "recipes",
                "rescore_nodes",
                "since",
                "soft"
            ]
        );
        assert_eq!(names(&generation["games"][0]["rescored"])[..2], ["by", "complete"]);
        assert_eq!(names(&generation["recipes"][0]), ["architecture", "epochs", "result_weight"]);
        assert_eq!(
            names(&generation["models"][0]),
            ["complete", "cpu", "file", "games", "loss", "recipe", "rejected", "threads"]
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cycle.json");
        fs::write(&path, to_version_1(json).to_string()).unwrap();
        assert_eq!(State::read(&path).unwrap(), Some(state));
    }

    /// Returns a state as version 1 wrote it, before models had their games and could be rejected.
    fn to_version_1(state: serde_json::Value) -> serde_json::Value {
        let mut text = state.to_string();
        for (present, former) in [
            (r#""version":2"#, r#""version":1"#),
            (r#""rescore_nodes":300"#, r#""judge":300"#),
            (r#""rescored":{"#, r#""judged":{"#),
            (r#""recipes":"#, r#""learners":"#),
            (r#""recipe":"#, r#""learner":"#),
            (r#""architecture":"#, r#""shape":"#),
            (r#""result_weight":"#, r#""result":"#),
        ] {
            assert!(text.contains(present), "{text}");
            text = text.replace(present, former);
        }
        let mut older: serde_json::Value = serde_json::from_str(&text).unwrap();
        let model = older["generations"][0]["models"][0].as_object_mut().unwrap();
        assert!(model.remove("games").is_some() && model.remove("rejected").is_some());
        older
    }

    #[test]
    fn old_games_of_few_nodes_are_rescored() {
        let mut state = State::new(Settings { seed: 1, scale: 1.0, soft: None, threads: 1 });
        state.begin_generation();
        let games = GamesFile::new(&state.settings, 0, 0);
        let first = Generation { since: 1, games: vec![games.clone()], ..state.generations[0].clone() };
        let with = |soft| Generation { soft, ..first.clone() };
        state.generations = vec![with(300), with(300), with(501), with(500), with(500), with(500)];
        state.generations[3].games.push(games.clone());
        assert_eq!(
            state.to_rescore(5),
            [(1, 0), (3, 0), (3, 1)],
            "not 0 (too old), 2 (many nodes), 4 (recent)"
        );
        let rescored =
            |complete| Some(RescoredFile { complete, ..RescoredFile::new(&games, "a.lnn", 300, 0) });
        state.generations[1].games[0].rescored = rescored(true);
        state.generations[3].games[0].rescored = rescored(false);
        assert_eq!(state.to_rescore(5), [(3, 0), (3, 1)]);
        assert_eq!([0, 1, 2].map(|number| state.to_rescore(number)), [vec![], vec![], vec![]]);
    }
}
