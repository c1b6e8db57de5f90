//! The steps of a cycle as commands.
//!
//! The runner executes these structs and the history shows their command lines, so that each step can be
//! reproduced by hand. Settings that do not change the result of a step (the number of threads of all but
//! training, and the remaining time) are set by the runner only.

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use super::schedule::{match_games, match_nodes};
use super::state::{GamesFile, Generation, MATERIAL, PlayedMatch, RescoredFile, State, TrainedModel};
use crate::matches::Match;
use crate::play::Play;
use crate::rescore::Rescore;
use crate::samples::Filter;
use crate::train::{Architecture, Kind, Overrides, Train};

/// When self-play ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// At a number of positions; the last game is completed.
    Positions(u64),
    /// At a number of games.
    Games(u64),
}

/// Returns the command that plays games of a generation.
#[must_use]
pub fn play(folder: &Path, generation: &Generation, games: &GamesFile, amount: Amount) -> Play {
    let is_material = generation.player == MATERIAL;
    let (games_limit, positions_limit) = match amount {
        Amount::Games(games) => (Some(games), None),
        Amount::Positions(positions) => (None, Some(positions)),
    };
    Play {
        out: folder.join(&games.file).into(),
        net: (!is_material).then(|| folder.join(&generation.player).into()),
        material: is_material,
        soft: positive(generation.soft),
        hard: None,
        seed: games.seed,
        hash: None,
        threads: None,
        first_game: 0,
        games: games_limit,
        positions: positions_limit,
        time: None,
    }
}

/// Returns the command that rescores games.
#[must_use]
pub fn rescore(folder: &Path, games: &GamesFile, rescored: &RescoredFile) -> Rescore {
    Rescore {
        games: folder.join(&games.file).into(),
        out: folder.join(&rescored.file).into(),
        net: Some(folder.join(&rescored.by).into()),
        soft: positive(rescored.soft),
        threads: None,
        time: None,
    }
}

/// Returns the command that trains a model of a generation, or resumes its training from the checkpoint.
#[must_use]
pub fn train(folder: &Path, state: &State, number: usize, model: &TrainedModel, resume: bool) -> Train {
    let generation = &state.generations[number];
    let games = if model.games.is_empty() { &state.training_files(number) } else { &model.games };
    let is_linear = model.recipe.architecture == Architecture::Linear;
    let is_like = !is_linear && generation.player != MATERIAL;
    Train {
        files: games.iter().map(|file| folder.join(file).into()).collect(),
        out: folder.join(&model.file).into(),
        resume: resume.then(|| checkpoint(folder, model).into()),
        from: None,
        like: is_like.then(|| folder.join(&generation.player).into()),
        checkpoint_every: None,
        // A checkpoint contains the plan.
        overrides: if resume { Overrides::default() } else { overrides(state, model) },
        filter: Filter::default(),
    }
}

fn overrides(state: &State, model: &TrainedModel) -> Overrides {
    let recipe = &model.recipe;
    let size = match recipe.architecture {
        Architecture::Linear => Overrides { kind: Some(Kind::Linear), ..Overrides::default() },
        Architecture::Network(layout) => Overrides {
            hidden: Some(layout.hidden),
            buckets: Some(layout.buckets),
            middle: Some(layout.middle).filter(|units| *units > 0),
            material: layout.counts_material,
            ..Overrides::default()
        },
    };
    Overrides {
        lambda: Some(recipe.result_weight),
        epochs: recipe.epochs,
        decay: recipe.decay,
        seed: Some(state.settings.seed),
        threads: Some(model.threads),
        ..size
    }
}

/// Returns the checkpoint of a model.
#[must_use]
pub fn checkpoint(folder: &Path, model: &TrainedModel) -> PathBuf {
    folder.join(&model.file).with_extension("ckpt")
}

/// Returns the command that plays a match.
#[must_use]
pub fn play_match(folder: &Path, state: &State, number: usize, played: &PlayedMatch) -> Match {
    let name = |file: &str| if file == MATERIAL { file.into() } else { folder.join(file) };
    let generation = &state.generations[number];
    let is_promotion = played.second == generation.player;
    Match {
        first: name(&played.first).into(),
        second: name(&played.second).into(),
        games: Some(match_games(is_promotion, state.settings.scale)),
        nodes: Some(positive(match_nodes(generation.soft))),
        soft: None,
        seed: state.settings.match_seed(number),
        threads: None,
        openings: None,
        sprt: None,
        time: None,
    }
}

/// Converts a soft limit, which is positive in a valid state.
fn positive(nodes: u32) -> NonZeroU32 {
    NonZeroU32::new(nodes).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::super::schedule::STAGES;
    use super::super::state::Settings;
    use super::super::words::{ToWords, command_line, parse};
    use super::*;

    fn state() -> State {
        let mut state = State::new(Settings { seed: 7, scale: 1.0, soft: None, threads: 3 });
        state.begin_generation();
        state.generations[0].games = vec![GamesFile {
            file: "g0.games".into(),
            seed: 7,
            games: 70,
            positions: 9,
            ..GamesFile::default()
        }];
        state
    }

    #[test]
    fn command_lines_are_those_of_the_history() {
        let (folder, state) = (Path::new("some where"), state());
        let generation = &state.generations[0];
        let play = super::play(folder, generation, &generation.games[0], Amount::Games(70));
        assert_eq!(
            command_line(&play),
            "lancet-learn play --out 'some where/g0.games' --material --soft 300 --seed 7 --games 70"
        );
        let folder = Path::new("x");
        assert_eq!(
            command_line(&play_match(folder, &state, 0, &PlayedMatch::new("a.lnn", MATERIAL))),
            "lancet-learn match x/a.lnn material --games 4000 --nodes 2000 --seed 1006"
        );
        assert_eq!(
            command_line(&play_match(folder, &state, 0, &PlayedMatch::new("b.lnn", "a.lnn"))),
            "lancet-learn match x/b.lnn x/a.lnn --games 600 --nodes 2000 --seed 1006"
        );
        let rescored = RescoredFile::new(&generation.games[0], "a.lnn", 300, 0);
        assert_eq!(
            command_line(&rescore(folder, &generation.games[0], &rescored)),
            "lancet-learn rescore x/g0.games --out x/g0b.games --net x/a.lnn --soft 300"
        );
        let model = TrainedModel::new(0, STAGES[3].recipes[1], 3);
        assert_eq!(
            command_line(&train(folder, &state, 0, &model, false)),
            "lancet-learn train x/g0.games --out x/g0-256x8-r10.lnn --hidden 256 --buckets 8 --result-weight 0.1 --seed 7 \
             --threads 3"
        );
        assert_eq!(
            command_line(&train(folder, &state, 0, &model, true)),
            "lancet-learn train x/g0.games --out x/g0-256x8-r10.lnn --resume x/g0-256x8-r10.ckpt"
        );
    }

    #[test]
    fn every_recipe_of_the_schedule_is_a_command() {
        let (folder, state) = (Path::new("x"), state());
        for recipe in STAGES.iter().flat_map(|stage| stage.recipes) {
            let train = super::train(folder, &state, 0, &TrainedModel::new(0, *recipe, 3), false);
            assert_eq!(parse::<Train>(&train.to_words()), train);
            assert_eq!(train.overrides.architecture(), Ok(recipe.architecture));
            assert_eq!(train.overrides.lambda, Some(recipe.result_weight));
            assert_eq!((train.overrides.epochs, train.overrides.decay), (recipe.epochs, recipe.decay));
        }
    }

    #[test]
    fn networks_get_the_scale_of_the_player() {
        let (folder, mut state) = (Path::new("x"), state());
        let [linear, network] = [STAGES[0].recipes[0], STAGES[3].recipes[1]];
        let like = |state: &State, recipe, resume| {
            super::train(folder, state, 0, &TrainedModel::new(0, recipe, 3), resume).like
        };
        assert_eq!(like(&state, network, false), None, "material values have no trained scale");
        state.generations[0].player = "g.lnn".into();
        assert_eq!(like(&state, linear, false), None);
        assert_eq!(like(&state, network, false), Some(folder.join("g.lnn").into()));
        assert_eq!(like(&state, network, true), Some(folder.join("g.lnn").into()));
    }
}
