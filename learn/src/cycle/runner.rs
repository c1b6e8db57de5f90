//! The runner of a cycle: executes the steps that are not complete and records their results.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use super::history;
use super::state::{GamesFile, Generation, MATERIAL, PlayedMatch, RescoredFile, State, TrainedModel};
use super::steps::{self, Amount};
use super::words::{ToWords, command_line};
use crate::LearnError;
use crate::play::{Play, Run};
use crate::records::{Generator, Reader};
use crate::train::Checkpoint;
use lancet::console::{self, interrupt};
use lancet::files::{self, MAX_TEXT};
use lancet_arena::statistics::Tally;

/// The file of the best model so far.
const BEST: &str = "best.lnn";

/// Why a step is incomplete.
enum StepError {
    /// The time is over, or the process was interrupted.
    Paused,
    /// The step failed.
    Failed(LearnError),
}

impl<E: Into<LearnError>> From<E> for StepError {
    fn from(error: E) -> StepError {
        StepError::Failed(error.into())
    }
}

/// Reports whether the runner has to pause.
fn is_over(deadline: Option<Instant>) -> bool {
    interrupt::is_set() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Executes the steps of a cycle.
pub struct Runner<'a> {
    folder: PathBuf,
    state: State,
    deadline: Option<Instant>,
    out: &'a mut dyn Write,
}

impl<'a> Runner<'a> {
    /// Creates a runner that continues from `state` until the deadline.
    pub fn new(folder: &Path, state: State, deadline: Option<Instant>, out: &'a mut dyn Write) -> Runner<'a> {
        Runner { folder: folder.into(), state, deadline, out }
    }

    /// Runs until the deadline, an interrupt, or the number of complete generations is reached.
    ///
    /// # Errors
    /// [`LearnError::Interrupted`] after an interrupt; other [`LearnError`]s if a step fails; those of the output.
    pub fn run(&mut self, generations: Option<usize>) -> Result<(), LearnError> {
        while generations.is_none_or(|limit| self.state.complete() < limit) {
            let number = self.state.begin_generation();
            match self.generation(number) {
                Ok(()) => {}
                Err(StepError::Failed(error)) => return Err(error),
                Err(StepError::Paused) => {
                    writeln!(self.out, "Paused in generation {number}; run the same command to resume.")?;
                    return if interrupt::is_set() { Err(LearnError::Interrupted) } else { Ok(()) };
                }
            }
        }
        let (count, best) = (self.state.complete(), self.state.player());
        writeln!(self.out, "Complete generations: {count}; best model: {best}")?;
        Ok(())
    }

    fn generation(&mut self, number: usize) -> Result<(), StepError> {
        self.play(number)?;
        self.rescore(number)?;
        self.train_models(number)?;
        self.select_best(number)?;
        self.promote(number)
    }

    fn generation_mut(&mut self, number: usize) -> &mut Generation {
        &mut self.state.generations[number]
    }

    /// Writes the state and the history.
    fn save(&self) -> Result<(), StepError> {
        self.state.write(&self.folder.join("cycle.json"))?;
        Ok(history::write(&self.folder, &self.state)?)
    }

    /// Returns the remaining time, `None` if it is unlimited.
    fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    fn threads(&self) -> Option<NonZeroUsize> {
        NonZeroUsize::new(self.state.settings.threads.into())
    }

    fn pause_if_over(&self) -> Result<(), StepError> {
        if is_over(self.deadline) { Err(StepError::Paused) } else { Ok(()) }
    }

    fn print_command(&mut self, command: &impl ToWords) -> io::Result<()> {
        writeln!(self.out, "\n$ {}", command_line(command))
    }

    /// Plays until the generation has enough positions.
    fn play(&mut self, number: usize) -> Result<(), StepError> {
        if self.has_enough(number) {
            return Ok(());
        }
        self.pause_if_over()?;
        self.recount(number);
        if self.has_enough(number) {
            return self.save();
        }
        self.open_games(number)?;
        let generation = &self.state.generations[number];
        let Some((own, others)) = generation.games.split_last() else {
            return Ok(()); // unreachable: `open_games` has added a file
        };
        let missing = generation.goal - others.iter().map(|games| games.positions).sum::<u64>();
        let path = self.folder.join(&own.file);
        let command = steps::play(&self.folder, generation, own, Amount::Positions(missing));
        self.print_command(&command)?;
        let mut run = self.to_run(command)?;
        run.bounds.time = self.time_left();
        let started = ProcessTime::now();
        let done = run.play(&path)?;
        if let Some(own) = self.generation_mut(number).games.last_mut() {
            (own.games, own.positions) = (done.games, done.positions);
            own.cpu += started.elapsed().as_secs_f64();
        }
        self.save()?;
        writeln!(self.out, "{done}")?;
        if self.has_enough(number) { Ok(()) } else { Err(StepError::Paused) }
    }

    fn has_enough(&self, number: usize) -> bool {
        let generation = &self.state.generations[number];
        generation.positions() >= generation.goal
    }

    fn to_run(&self, command: Play) -> Result<Run, StepError> {
        Ok(Play { threads: self.threads(), ..command }.to_run()?)
    }

    /// Counts the contents of the last file of games, which a killed process has not recorded. An empty file
    /// is removed from the state.
    fn recount(&mut self, number: usize) {
        let generation = &mut self.state.generations[number];
        let Some(last) = generation.games.last_mut() else { return };
        let blocks = Reader::open(&self.folder.join(&last.file)).map(Reader::blocks);
        (last.games, last.positions) = (0, 0);
        for block in blocks.into_iter().flatten() {
            last.games += u64::from(block.header.games);
            last.positions += u64::from(block.header.positions);
        }
        if last.games == 0 {
            generation.games.pop();
        }
    }

    /// Ensures that the last file of games is one that the current engine can continue.
    fn open_games(&mut self, number: usize) -> Result<(), StepError> {
        let generation = &self.state.generations[number];
        let mut next = GamesFile::new(&self.state.settings, number, generation.games.len());
        let command = steps::play(&self.folder, generation, &next, Amount::Positions(1));
        let Generator { signature, rules, .. } = *self.to_run(command)?.generator();
        (next.signature, next.rules) = (signature, rules);
        let is_same_engine = |last: &GamesFile| (last.signature, last.rules) == (signature, rules);
        if !self.state.generations[number].games.last().is_some_and(is_same_engine) {
            self.generation_mut(number).games.push(next);
            self.save()?;
        }
        Ok(())
    }

    /// Rescores games that were played with few nodes and are at least two generations old.
    fn rescore(&mut self, number: usize) -> Result<(), StepError> {
        let Generation { rescore_nodes, player, .. } = self.generation_mut(number).clone();
        let Some(soft) = rescore_nodes.filter(|_| player != MATERIAL) else { return Ok(()) };
        for (older, index) in self.state.to_rescore(number) {
            self.rescore_games(older, index, &player, soft)?;
        }
        Ok(())
    }

    /// Rescores a file of games. A partial file that another engine version has begun is discarded.
    fn rescore_games(&mut self, number: usize, index: usize, by: &str, soft: u32) -> Result<(), StepError> {
        self.pause_if_over()?;
        let games = &self.state.generations[number].games[index];
        let (rules, is_begun) = (games.rules, games.rescored.is_some());
        let mut rescored = games.rescored.clone().unwrap_or_else(|| RescoredFile::new(games, by, soft, 0));
        let mut command = steps::rescore(&self.folder, games, &rescored);
        self.print_command(&command)?;
        command.threads = self.threads();
        command.time = self.time_left();
        let signature = command.signature(rules)?;
        if signature != rescored.signature {
            // A file that this cycle has not begun is continued or refused.
            if is_begun {
                files::remove(&command.out);
            }
            rescored.signature = signature;
        }
        self.generation_mut(number).games[index].rescored = Some(rescored);
        self.save()?;
        let started = ProcessTime::now();
        let done = command.rescore();
        if done.is_err() && !is_begun {
            // The file may be another one.
            self.generation_mut(number).games[index].rescored = None;
            self.save()?;
        }
        let (done, damage) = done?;
        // Without a pause all readable games are rescored, which may be fewer than were played.
        let is_complete = !is_over(self.deadline);
        if let Some(rescored) = &mut self.generation_mut(number).games[index].rescored {
            rescored.cpu += started.elapsed().as_secs_f64();
            rescored.complete = is_complete;
        }
        self.save()?;
        writeln!(self.out, "{done}")?;
        damage.print(&mut self.out)?;
        if is_complete { Ok(()) } else { Err(StepError::Paused) }
    }

    /// Trains the models that are not complete.
    fn train_models(&mut self, number: usize) -> Result<(), StepError> {
        for index in 0..self.generation_mut(number).recipes.len() {
            if index == self.generation_mut(number).models.len() {
                self.begin_model(number, index)?;
            }
            if !self.generation_mut(number).models[index].complete {
                self.train(number, index)?;
            }
        }
        Ok(())
    }

    fn begin_model(&mut self, number: usize, index: usize) -> Result<(), StepError> {
        let recipe = self.generation_mut(number).recipes[index];
        let games = self.state.training_files(number);
        let model = TrainedModel { games, ..TrainedModel::new(number, recipe, self.state.settings.threads) };
        // A checkpoint of an earlier attempt must not be resumed.
        files::remove(&steps::checkpoint(&self.folder, &model));
        self.generation_mut(number).models.push(model);
        self.save()
    }

    /// Trains a model, from its checkpoint if there is one. A model that cannot be built or quantized accurately is
    /// rejected: training it again would give the same one.
    fn train(&mut self, number: usize, index: usize) -> Result<(), StepError> {
        self.pause_if_over()?;
        let model = &self.state.generations[number].models[index];
        let checkpoint = steps::checkpoint(&self.folder, model);
        let command = steps::train(&self.folder, &self.state, number, model, checkpoint.exists());
        self.print_command(&command)?;
        let started = ProcessTime::now();
        let deadline = self.deadline;
        let trained = command.train(&mut || is_over(deadline), self.out);
        let (is_complete, is_rejected) = match trained {
            Err(error @ (LearnError::Quantization { .. } | LearnError::Build(_))) => {
                writeln!(self.out, "{}: rejected: {error}", command.out.display())?;
                (true, true)
            }
            trained => (trained?, false),
        };
        // An interrupt while the games are loaded leaves none.
        let points = if checkpoint.exists() { Checkpoint::read(&checkpoint)?.points } else { Vec::new() };
        let model = &mut self.generation_mut(number).models[index];
        model.loss = points.last().and_then(|point| point.held_out);
        model.cpu += started.elapsed().as_secs_f64();
        (model.complete, model.rejected) = (is_complete, is_rejected);
        self.save()?;
        if is_complete { Ok(()) } else { Err(StepError::Paused) }
    }

    /// Selects the best model: each one in turn plays against the best so far. Rejected models do not play.
    fn select_best(&mut self, number: usize) -> Result<(), StepError> {
        if self.generation_mut(number).best.is_some() {
            return Ok(());
        }
        let models = self.generation_mut(number).models.clone().into_iter();
        let mut files = models.filter(|model| !model.rejected).map(|model| model.file);
        let mut best = files.next();
        for challenger in files {
            if let Some(holder) = &best
                && self.play_match(number, &challenger, holder)? > 0.5
            {
                best = Some(challenger);
            }
        }
        self.generation_mut(number).best = best;
        self.save()
    }

    /// Plays the best model against the player of the generation, and promotes it if it scores at least half. Without a
    /// model the player stays.
    fn promote(&mut self, number: usize) -> Result<(), StepError> {
        let Generation { player, best, .. } = self.generation_mut(number).clone();
        let Some(best) = best else {
            self.generation_mut(number).promoted = Some(false);
            self.save()?;
            writeln!(self.out, "Generation {number}: all models were rejected; {player} is not replaced")?;
            return Ok(());
        };
        let is_promoted = self.play_match(number, &best, &player)? >= 0.5;
        if is_promoted {
            self.publish(&best)?;
        }
        self.generation_mut(number).promoted = Some(is_promoted);
        self.save()?;
        let elo = self.generation_mut(number).played(&best, &player).and_then(|played| played.tally.elo());
        let elo = elo.map_or_else(String::new, |elo| format!(" (Elo {elo})"));
        if is_promoted {
            writeln!(self.out, "Generation {number}: {best}{elo} replaces {player}")?;
        } else {
            writeln!(self.out, "Generation {number}: {best}{elo} does not replace {player}")?;
        }
        Ok(())
    }

    /// Copies a model to the file of the best model.
    fn publish(&self, file: &str) -> Result<(), LearnError> {
        let path = self.folder.join(file);
        let bytes = files::read(&path, MAX_TEXT).map_err(LearnError::read(&path))?;
        Ok(console::write_atomic(&self.folder.join(BEST), |file| file.write_all(&bytes))?)
    }

    /// Plays or completes a match. The games of another engine version are discarded. Returns the score of `first` per game.
    fn play_match(&mut self, number: usize, first: &str, second: &str) -> Result<f64, StepError> {
        let matches = &mut self.generation_mut(number).matches;
        let is_it = |played: &PlayedMatch| played.first == first && played.second == second;
        let index = matches.iter().position(is_it).unwrap_or_else(|| {
            matches.push(PlayedMatch::new(first, second));
            matches.len() - 1
        });
        let mut played = matches[index].clone();
        if played.complete {
            return Ok(played.tally.score());
        }
        self.pause_if_over()?;
        let mut command = steps::play_match(&self.folder, &self.state, number, &played);
        let signature = command.signature()?;
        if played.signature.replace(signature).is_some_and(|before| before != signature) {
            played.tally = Tally::default();
        }
        self.print_command(&command)?;
        command.threads = self.threads();
        command.time = self.time_left();
        let started = ProcessTime::now();
        let ended = command.play(played.tally)?;
        let cpu = played.cpu + started.elapsed().as_secs_f64();
        self.state.generations[number].matches[index] =
            PlayedMatch { tally: ended.tally, complete: ended.complete, cpu, ..played };
        // What was played is stored before the output may fail.
        self.save()?;
        command.write(&ended, self.out)?;
        if ended.complete { Ok(ended.tally.score()) } else { Err(StepError::Paused) }
    }
}
