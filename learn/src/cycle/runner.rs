//! Runner: does what is not yet done, and notes what it has done.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use lancet::Error;

use super::history;
use super::state::{Games, Generation, Judged, Learned, MATERIAL, Played, State};
use super::steps::{self, Amount};
use crate::interrupt;
use crate::matches::Match;
use crate::play::{Play, Run};
use crate::records::{Generator, Reader};
use crate::rescore::Rescore;
use crate::train::{Checkpoint, Train};
use crate::whole;

/// The best model so far, under a name that stays.
const BEST: &str = "best.lnn";

/// Why a step has not come to its end.
enum Halt {
    /// There is no time left.
    Paused,
    /// It cannot be done.
    Failed(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Halt {
        Halt::Failed(error)
    }
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Failed(error.into())
    }
}

fn sentence(text: String) -> Halt {
    Halt::Failed(Error::Sentence(text))
}

/// Whether it is time to pause.
fn is_over(deadline: Option<Instant>) -> bool {
    interrupt::has_come() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// Goes through the steps of a cycle.
pub struct Runner<'a> {
    folder: PathBuf,
    state: State,
    deadline: Option<Instant>,
    out: &'a mut dyn Write,
}

impl<'a> Runner<'a> {
    /// A runner that goes on from `state` until the deadline.
    pub fn new(folder: &Path, state: State, deadline: Option<Instant>, out: &'a mut dyn Write) -> Runner<'a> {
        Runner { folder: folder.into(), state, deadline, out }
    }

    /// Goes on until there is no time left, or until there are so many generations.
    ///
    /// # Errors
    /// A sentence where something cannot be done; those of the output.
    pub fn run(&mut self, generations: Option<usize>) -> Result<(), Error> {
        while generations.is_none_or(|bound| self.state.complete() < bound) {
            let number = self.state.begin();
            match self.generation(number) {
                Ok(()) => {}
                Err(Halt::Failed(error)) => return Err(error),
                Err(Halt::Paused) => {
                    writeln!(self.out, "Paused in generation {number}; the same command goes on from here.")?;
                    return Ok(());
                }
            }
        }
        let (count, best) = (self.state.complete(), self.state.player());
        writeln!(self.out, "Generations so far: {count}; the best model is {best}")?;
        Ok(())
    }

    fn generation(&mut self, number: usize) -> Result<(), Halt> {
        self.play(number)?;
        self.judge(number)?;
        self.learn(number)?;
        self.choose(number)?;
        self.promote(number)
    }

    fn now(&mut self, number: usize) -> &mut Generation {
        &mut self.state.generations[number]
    }

    /// Writes down how far it is.
    fn save(&self) -> Result<(), Halt> {
        let written = self.state.write(&self.folder.join("cycle.json"));
        written.and_then(|()| history::write(&self.folder, &self.state)).map_err(sentence)
    }

    /// The time that is left; none where there is no end.
    fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    fn pause_if_over(&self) -> Result<(), Halt> {
        if is_over(self.deadline) { Err(Halt::Paused) } else { Ok(()) }
    }

    fn tell(&mut self, words: &[String]) -> Result<(), Halt> {
        Ok(writeln!(self.out, "\n$ {}", steps::typed(words))?)
    }

    /// Plays until there are enough positions.
    fn play(&mut self, number: usize) -> Result<(), Halt> {
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
            return Ok(()); // there is the one that was just opened
        };
        let missing = generation.goal - others.iter().map(|games| games.positions).sum::<u64>();
        let path = self.folder.join(&own.file);
        let words = steps::play(&self.folder, generation, own, Amount::Positions(missing));
        self.tell(&words)?;
        let mut run = self.to_run(&words)?;
        run.bounds.time = self.left();
        let started = ProcessTime::now();
        let done = run.play(&path).map_err(sentence)?;
        writeln!(self.out, "{done}")?;
        if let Some(own) = self.now(number).games.last_mut() {
            (own.games, own.positions) = (done.games, done.positions);
            own.cpu += started.elapsed().as_secs_f64();
        }
        self.save()?;
        if self.has_enough(number) { Ok(()) } else { Err(Halt::Paused) }
    }

    fn has_enough(&self, number: usize) -> bool {
        let generation = &self.state.generations[number];
        generation.positions() >= generation.goal
    }

    fn to_run(&self, words: &[String]) -> Result<Run, Halt> {
        let mut play: Play = steps::parse(words)?;
        play.threads = NonZeroUsize::new(self.state.settings.threads.into());
        play.to_run().map_err(sentence)
    }

    /// Counts what is in the last file of games: a process that was killed has not told. One that
    /// was never filled is forgotten.
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

    /// Makes sure that the last file of games is one that the engine, as it is now, can go on with.
    fn open_games(&mut self, number: usize) -> Result<(), Halt> {
        let generation = &self.state.generations[number];
        let mut next = Games::new(&self.state.settings, number, generation.games.len());
        let words = steps::play(&self.folder, generation, &next, Amount::Positions(1));
        let Generator { signature, rules, .. } = *self.to_run(&words)?.generator();
        (next.signature, next.rules) = (signature, rules);
        let is_alike = |last: &Games| (last.signature, last.rules) == (signature, rules);
        if !generation.games.last().is_some_and(is_alike) {
            self.now(number).games.push(next);
            self.save()?;
        }
        Ok(())
    }

    /// Judges again what networks have played with few nodes and judged that are two generations older
    /// than the one that plays now.
    fn judge(&mut self, number: usize) -> Result<(), Halt> {
        let Generation { judge, player, .. } = self.now(number).clone();
        let Some(soft) = judge.filter(|_| player != MATERIAL) else { return Ok(()) };
        for (older, index) in self.state.to_judge(number) {
            self.judge_games(older, index, &player, soft)?;
        }
        Ok(())
    }

    /// Judges a file of games again; what another engine has begun is begun anew.
    fn judge_games(&mut self, number: usize, index: usize, by: &str, soft: u32) -> Result<(), Halt> {
        self.pause_if_over()?;
        let games = &self.state.generations[number].games[index];
        let mut judged = games.judged.clone().unwrap_or_else(|| Judged::new(games, by, soft, 0));
        let words = steps::rescore(&self.folder, games, &judged);
        let mut rescore: Rescore = steps::parse(&words)?;
        rescore.threads = NonZeroUsize::new(self.state.settings.threads.into());
        rescore.time = self.left();
        let signature = rescore.signature().map_err(sentence)?;
        if signature != judged.signature {
            // There is none where nothing was begun.
            let _ = fs::remove_file(&rescore.out);
            judged.signature = signature;
        }
        self.now(number).games[index].judged = Some(judged);
        self.save()?;
        self.tell(&words)?;
        let started = ProcessTime::now();
        let (done, damage) = rescore.judge().map_err(sentence)?;
        writeln!(self.out, "{done}")?;
        damage.tell(&mut self.out)?;
        // Else it ended after the last game that can be read, of which there may be fewer than were played.
        let complete = !is_over(self.deadline);
        if let Some(judged) = &mut self.now(number).games[index].judged {
            judged.cpu += started.elapsed().as_secs_f64();
            judged.complete = complete;
        }
        self.save()?;
        if complete { Ok(()) } else { Err(Halt::Paused) }
    }

    /// Trains what is not yet trained.
    fn learn(&mut self, number: usize) -> Result<(), Halt> {
        for index in 0..self.now(number).learners.len() {
            if index == self.now(number).models.len() {
                self.begin_model(number, index)?;
            }
            if !self.now(number).models[index].complete {
                self.train(number, index)?;
            }
        }
        Ok(())
    }

    fn begin_model(&mut self, number: usize, index: usize) -> Result<(), Halt> {
        let learner = self.now(number).learners[index];
        let model = Learned::new(number, learner, self.state.settings.threads);
        // What an earlier try has left is not to be taken for a beginning.
        let _ = fs::remove_file(steps::checkpoint(&self.folder, &model));
        self.now(number).models.push(model);
        self.save()
    }

    /// Trains a model, from its checkpoint if there is one.
    fn train(&mut self, number: usize, index: usize) -> Result<(), Halt> {
        self.pause_if_over()?;
        let model = &self.state.generations[number].models[index];
        let checkpoint = steps::checkpoint(&self.folder, model);
        let words = steps::train(&self.folder, &self.state, number, model, checkpoint.exists());
        self.tell(&words)?;
        let train: Train = steps::parse(&words)?;
        let started = ProcessTime::now();
        let deadline = self.deadline;
        let mut stop = || is_over(deadline);
        let complete = train.train(&mut stop, self.out)?;
        let points = Checkpoint::read(&checkpoint).map_err(sentence)?.points;
        let model = &mut self.now(number).models[index];
        model.loss = points.last().and_then(|point| point.held_out);
        model.cpu += started.elapsed().as_secs_f64();
        model.complete = complete;
        self.save()?;
        if complete { Ok(()) } else { Err(Halt::Paused) }
    }

    /// Finds the best of the models: each in turn meets the best so far.
    fn choose(&mut self, number: usize) -> Result<(), Halt> {
        if self.now(number).best.is_some() {
            return Ok(());
        }
        let mut files = self.now(number).models.clone().into_iter().map(|model| model.file);
        let mut best = files.next();
        for challenger in files {
            if let Some(holder) = &best
                && self.contest(number, &challenger, holder)? > 0.5
            {
                best = Some(challenger);
            }
        }
        self.now(number).best = best;
        self.save()
    }

    /// Lets the best model meet what has played so far; it takes over if it is not worse.
    fn promote(&mut self, number: usize) -> Result<(), Halt> {
        let Generation { player, best, .. } = self.now(number).clone();
        let Some(best) = best else {
            return Err(sentence(format!("generation {number} has learned nothing")));
        };
        let promoted = self.contest(number, &best, &player)? >= 0.5;
        if promoted {
            self.publish(&best).map_err(sentence)?;
        }
        self.now(number).promoted = Some(promoted);
        self.save()?;
        let elo = self.now(number).played(&best, &player).and_then(|played| played.tally.elo());
        let elo = elo.map_or_else(String::new, |elo| format!(" (Elo {elo})"));
        if promoted {
            writeln!(self.out, "Generation {number}: {best}{elo} takes over from {player}")?;
        } else {
            writeln!(self.out, "Generation {number}: {best}{elo} is worse than {player}, which stays")?;
        }
        Ok(())
    }

    /// Puts a model where the best is to be found.
    fn publish(&self, file: &str) -> Result<(), String> {
        let path = self.folder.join(file);
        let bytes = fs::read(&path)
            .map_err(|error| format!("the network {} cannot be read: {error}", path.display()))?;
        whole::write(&self.folder.join(BEST), |file| file.write_all(&bytes))
    }

    /// The points a game that `first` makes against `second`.
    fn contest(&mut self, number: usize, first: &str, second: &str) -> Result<f64, Halt> {
        let matches = &mut self.now(number).matches;
        let is_it = |played: &Played| played.first == first && played.second == second;
        let index = matches.iter().position(is_it).unwrap_or_else(|| {
            matches.push(Played::new(first, second));
            matches.len() - 1
        });
        let played = matches[index].clone();
        if played.complete {
            return Ok(played.tally.score());
        }
        self.pause_if_over()?;
        let words = steps::contest(&self.folder, &self.state, number, &played);
        self.tell(&words)?;
        let mut command: Match = steps::parse(&words)?;
        command.threads = NonZeroUsize::new(self.state.settings.threads.into());
        command.time = self.left();
        let started = ProcessTime::now();
        let ended = command.play(played.tally, self.out)?;
        let played = &mut self.state.generations[number].matches[index];
        played.tally = ended.tally;
        played.cpu += started.elapsed().as_secs_f64();
        played.complete = ended.complete;
        self.save()?;
        if ended.complete { Ok(ended.tally.score()) } else { Err(Halt::Paused) }
    }
}
