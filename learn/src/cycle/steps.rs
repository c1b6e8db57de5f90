//! Steps: what a cycle does, as the command lines that do it by hand.
//!
//! A cycle runs these very words, so that what its history says of them is true.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches};
use lancet::Error;

use super::schedule::{Learner, match_games, match_nodes};
use super::state::{Games, Generation, Judged, Learned, MATERIAL, Played, State};
use crate::train::{Network, Shape};

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Positions, the last game to its end.
    Positions(u64),
    /// Games.
    Games(u64),
}

/// The words that play games of a generation.
#[must_use]
pub fn play(folder: &Path, generation: &Generation, games: &Games, amount: Amount) -> Vec<String> {
    let mut words = vec!["play".to_string(), "--out".into(), inside(folder, &games.file)];
    if generation.player == MATERIAL {
        words.push("--material".into());
    } else {
        words.extend(["--net".into(), inside(folder, &generation.player)]);
    }
    let (bound, number) = match amount {
        Amount::Positions(number) => ("--positions", number),
        Amount::Games(number) => ("--games", number),
    };
    option(&mut words, "--soft", generation.soft);
    option(&mut words, "--seed", games.seed);
    option(&mut words, bound, number);
    words
}

/// The words that judge games again.
#[must_use]
pub fn rescore(folder: &Path, games: &Games, judged: &Judged) -> Vec<String> {
    let mut words = vec!["rescore".to_string(), inside(folder, &games.file)];
    words.extend(["--out".into(), inside(folder, &judged.file)]);
    words.extend(["--net".into(), inside(folder, &judged.by)]);
    option(&mut words, "--soft", judged.soft);
    words
}

/// The words that train a model of a generation; they go on from its checkpoint where `resume`.
#[must_use]
pub fn train(folder: &Path, state: &State, number: usize, model: &Learned, resume: bool) -> Vec<String> {
    let mut words = vec!["train".to_string()];
    let since = state.generations[number].since.min(number);
    for generation in &state.generations[since..=number] {
        words.extend(generation.games.iter().map(|games| inside(folder, games.latest())));
    }
    words.extend(["--out".into(), inside(folder, &model.file)]);
    if resume {
        words.extend(["--resume".into(), checkpoint(folder, model).display().to_string()]);
    } else {
        plan(&mut words, &model.learner);
        option(&mut words, "--seed", state.settings.seed);
        option(&mut words, "--threads", model.threads);
    }
    let player = &state.generations[number].player;
    if model.learner.shape != Shape::Linear && player != MATERIAL {
        words.extend(["--like".into(), inside(folder, player)]);
    }
    words
}

/// Where the training of a model goes on from.
#[must_use]
pub fn checkpoint(folder: &Path, model: &Learned) -> PathBuf {
    folder.join(&model.file).with_extension("ckpt")
}

/// Adds the words that say how to learn.
fn plan(words: &mut Vec<String>, learner: &Learner) {
    match learner.shape {
        Shape::Linear => option(words, "--kind", "linear"),
        Shape::Network(Network { hidden, buckets }) => {
            option(words, "--hidden", hidden);
            option(words, "--buckets", buckets);
        }
    }
    option(words, "--lambda", learner.result);
    if let Some(epochs) = learner.epochs {
        option(words, "--epochs", epochs);
    }
}

/// The words that play a match.
#[must_use]
pub fn contest(folder: &Path, state: &State, number: usize, played: &Played) -> Vec<String> {
    let name = |file: &str| if file == MATERIAL { file.into() } else { inside(folder, file) };
    let mut words = vec!["match".to_string(), name(&played.first), name(&played.second)];
    option(&mut words, "--games", match_games(state.settings.scale));
    option(&mut words, "--nodes", match_nodes(state.generations[number].soft));
    option(&mut words, "--seed", state.settings.seed_of_matches(number));
    words
}

fn option(words: &mut Vec<String>, name: &str, value: impl ToString) {
    words.extend([name.to_string(), value.to_string()]);
}

fn inside(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

/// The command that the words mean.
///
/// # Errors
/// A sentence where they mean none.
pub fn parse<T: Args + FromArgMatches>(words: &[String]) -> Result<T, Error> {
    let command = T::augment_args(Command::new("lancet-learn"));
    let found = |matches: ArgMatches| T::from_arg_matches(&matches);
    command.try_get_matches_from(words).and_then(found).map_err(|error| Error::Sentence(error.to_string()))
}

/// The words as people type them.
#[must_use]
pub fn typed(words: &[String]) -> String {
    let is_plain = |word: &str| word.chars().all(|c| c.is_alphanumeric() || "-_./=,:+".contains(c));
    let quoted = |word: &String| {
        if is_plain(word) { word.clone() } else { format!("'{}'", word.replace('\'', r"'\''")) }
    };
    let words: Vec<String> = words.iter().map(quoted).collect();
    format!("lancet-learn {}", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::super::schedule::STAGES;
    use super::super::state::Settings;
    use super::*;
    use crate::matches::Match;
    use crate::play::Play;
    use crate::train::Train;

    fn state() -> State {
        let mut state = State::new(Settings { seed: 7, scale: 1.0, soft: None, threads: 3 });
        state.begin();
        state.generations[0].games =
            vec![Games { file: "g0.games".into(), seed: 7, games: 70, positions: 9, ..Games::default() }];
        state
    }

    #[test]
    fn words_mean_what_they_should() {
        let (folder, state) = (Path::new("some where"), state());
        let generation = &state.generations[0];
        let words = super::play(folder, generation, &generation.games[0], Amount::Games(70));
        assert_eq!(
            typed(&words),
            "lancet-learn play --out 'some where/g0.games' --material --soft 300 --seed 7 --games 70"
        );
        let play: Play = parse(&words).unwrap();
        assert!(play.material && play.out == folder.join("g0.games") && play.games == Some(70));

        let words = super::contest(folder, &state, 0, &Played::new("a.lnn", MATERIAL));
        let contest: Match = parse(&words).unwrap();
        assert_eq!((contest.first, contest.second), (folder.join("a.lnn"), MATERIAL.into()));
        assert_eq!(
            (contest.games, contest.nodes.map(u32::from), contest.seed),
            (Some(600), Some(1200), 1006)
        );
        assert!(parse::<Play>(&words).is_err());
    }

    #[test]
    fn every_learner_of_the_schedule_can_be_asked_for() {
        let (folder, state) = (Path::new("x"), state());
        for learner in STAGES.iter().flat_map(|stage| stage.learners) {
            let words = super::train(folder, &state, 0, &Learned::new(0, *learner, 3), false);
            let train: Train = parse(&words).unwrap();
            assert_eq!(train.files, [folder.join("g0.games")]);
            assert_eq!(train.wishes.lambda, Some(learner.result), "{words:?}");
            assert_eq!(train.wishes.epochs, learner.epochs);
            assert_eq!((train.wishes.seed, train.wishes.threads), (Some(7), Some(3)));
        }
        let model = Learned::new(0, STAGES[3].learners[1], 3);
        let words = super::train(folder, &state, 0, &model, false);
        assert!(typed(&words).contains("--out x/g0-256x8-r10.lnn --hidden 256 --buckets 8 --lambda 0.1"));
        let resumed: Train = parse(&super::train(folder, &state, 0, &model, true)).unwrap();
        assert_eq!(resumed.resume, Some(folder.join("g0-256x8-r10.ckpt")));
    }

    #[test]
    fn values_of_networks_spread_as_those_of_the_player() {
        let (folder, mut state) = (Path::new("x"), state());
        let [linear, network] = [STAGES[0].learners[0], STAGES[3].learners[1]];
        let like = |state: &State, learner, resume| {
            let train: Train =
                parse(&super::train(folder, state, 0, &Learned::new(0, learner, 3), resume)).unwrap();
            train.like
        };
        assert_eq!(like(&state, network, false), None, "material has no spread that was learned");
        state.generations[0].player = "g.lnn".into();
        assert_eq!(like(&state, linear, false), None);
        assert_eq!(like(&state, network, false), Some(folder.join("g.lnn")));
        assert_eq!(like(&state, network, true), Some(folder.join("g.lnn")));
    }
}
