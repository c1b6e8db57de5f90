//! Command: `train` on the command line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use lancet::Error;
use lancet::commands::cores;
use lancet::eval::nnue::Model;

use super::checkpoint::Checkpoint;
use super::curve::{Point, write_csv, write_svg};
use super::fit::fit_scale;
use super::network::Network;
use super::plan::Plan;
use super::quantise::{Agreement, Quantised};
use super::shape::Shape;
use super::trainer::Trainer;
use crate::samples::{Choice, Samples, load, share};
use crate::whole;

/// The most positions on which floats and whole numbers are compared.
const COMPARED: usize = 20_000;

/// Train a model on games, or on samples made of them
#[derive(Args, Clone, Debug)]
pub struct Train {
    /// Files of games or of samples
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The network file to write; checkpoint and curve go beside it as .ckpt, .csv and .svg
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Go on from this checkpoint, as its training was planned and with the same files
    #[arg(long, value_name = "CHECKPOINT", conflicts_with_all = PLANNED)]
    pub resume: Option<PathBuf>,
    /// Begin with the numbers of this checkpoint (fine tuning), of the same kind and size
    #[arg(long, value_name = "CHECKPOINT", conflicts_with_all = ["resume", "kind", "hidden", "buckets"])]
    pub from: Option<PathBuf>,
    /// Write a network whose values spread as those of this one
    #[arg(long, value_name = "NETWORK")]
    pub like: Option<PathBuf>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub wishes: Wishes,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub choice: Choice,
}

/// What a checkpoint decides where training is resumed.
const PLANNED: [&str; 20] = [
    "from",
    "kind",
    "hidden",
    "buckets",
    "epochs",
    "batch",
    "lr",
    "last_lr",
    "lambda",
    "decay",
    "rounded_epochs",
    "seed",
    "threads",
    "keep_checks",
    "keep_captures",
    "first_ply",
    "max_score",
    "min_men",
    "merge",
    "held_out",
];

/// How the model is trained, where it is not as usual.
#[derive(Args, Clone, Debug, Default)]
pub struct Wishes {
    /// What is trained [default: network]
    #[arg(long)]
    pub kind: Option<Kind>,
    /// Hidden units of a network, a multiple of 32 [default: 128]
    #[arg(long, value_name = "N")]
    pub hidden: Option<usize>,
    /// Output buckets of a network: 1, 2, 4 or 8 [default: 4]
    #[arg(long, value_name = "N")]
    pub buckets: Option<usize>,
    /// Times that all positions are learned from [default: 25; 12 from 5 million on; 10 from 60 million on]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: Option<u32>,
    /// Positions of a step [default: 4096; 16384 from 60 million on]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: Option<u32>,
    /// The rate of learning [default: 0.001]
    #[arg(long, value_name = "X", value_parser = share)]
    pub lr: Option<f64>,
    /// The rate at the end [default: a hundredth of that at the beginning]
    #[arg(long, value_name = "X", value_parser = share)]
    pub last_lr: Option<f64>,
    /// The weight of the game's result against the search's score [default: 0]
    #[arg(long, value_name = "X", value_parser = share)]
    pub lambda: Option<f64>,
    /// How strongly weights are drawn to zero [default: 0.1; 0.01 from 20 million on]
    #[arg(long, value_name = "X", value_parser = share)]
    pub decay: Option<f64>,
    /// Epochs, the last ones, that are run with the engine's whole numbers [default: a quarter]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounded_epochs: Option<u32>,
    /// Decides the random numbers at the beginning and the order of positions [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads; another number gives another model [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// The kinds of model.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A worth for every piece on its square
    Linear,
    /// A layer of hidden units
    Network,
}

impl Wishes {
    /// The shape that is asked for.
    fn shape(&self) -> Result<Shape, String> {
        let shape = match self.kind.unwrap_or(Kind::Network) {
            Kind::Linear if self.hidden.is_some() || self.buckets.is_some() => {
                return Err("a linear model has neither hidden units nor buckets".into());
            }
            Kind::Linear => Shape::Linear,
            Kind::Network => {
                let (hidden, buckets) = (self.hidden.unwrap_or(128), self.buckets.unwrap_or(4));
                Shape::Network(Network { hidden, buckets })
            }
        };
        shape.check().map(|()| shape)
    }

    /// The plan for so many samples.
    fn plan(&self, shape: Shape, samples: usize) -> Plan {
        let usual = Plan::usual(shape, samples);
        let epochs = self.epochs.unwrap_or(usual.epochs);
        let rate = self.lr.unwrap_or(usual.rate);
        Plan {
            epochs,
            batch: self.batch.map_or(usual.batch, |batch| batch as usize),
            rate,
            last_rate: self.last_lr.unwrap_or(rate / 100.0),
            lambda: self.lambda.unwrap_or(usual.lambda),
            decay: self.decay.unwrap_or(usual.decay),
            rounded_epochs: self.rounded_epochs.unwrap_or(epochs.div_ceil(4)),
            seed: self.seed.unwrap_or(usual.seed),
            threads: self.threads.map_or_else(cores, usize::from),
            ..usual
        }
    }
}

impl Train {
    /// Trains, and tells how it goes.
    ///
    /// # Errors
    /// A sentence where files cannot be read or written or do not fit together; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        self.train(&mut || false, out).map(|_| ())
    }

    /// Trains until `stop` says so after an epoch; then the checkpoint is what is there to go on
    /// from. Says whether it came to the end.
    ///
    /// # Errors
    /// As [`Train::run`].
    pub fn train(&self, stop: &mut dyn FnMut() -> bool, out: &mut dyn Write) -> Result<bool, Error> {
        self.check_names().map_err(Error::Sentence)?;
        let started = Instant::now();
        let like =
            self.like.as_ref().map(|path| Quantised::load(path).map_err(Error::Sentence)).transpose()?;
        let read = |path: &PathBuf| Checkpoint::read(path).map_err(Error::Sentence);
        let resume = self.resume.as_ref().map(read).transpose()?;
        let from = self.from.as_ref().map(read).transpose()?;
        let shape = match resume.as_ref().or(from.as_ref()) {
            Some(checkpoint) => checkpoint.plan.shape,
            None => self.wishes.shape().map_err(Error::Sentence)?,
        };
        if like.is_some() && shape == Shape::Linear {
            return Err(Error::Sentence("a linear model has no scale that could be like another's".into()));
        }
        let filter =
            resume.as_ref().map_or_else(|| self.choice.filter(), |checkpoint| checkpoint.plan.filter);
        let (samples, counts) = load(&self.files, &filter).map_err(Error::Sentence)?;
        writeln!(out, "{} ({:.1} s)", counts.sentence(), started.elapsed().as_secs_f64())?;
        if let Some(scale) = fit_scale(&samples.train) {
            writeln!(out, "results fit sigmoid(score / {scale:.0}) best")?;
        }
        let plan = Plan { filter, ..self.wishes.plan(shape, samples.train.len()) };
        let trainer = match (resume, from) {
            (Some(checkpoint), _) => Trainer::resume(checkpoint, &samples),
            (None, Some(checkpoint)) => Trainer::from(plan, &samples, &checkpoint),
            (None, None) => Trainer::new(plan, &samples),
        };
        let mut trainer = trainer.map_err(Error::Sentence)?;
        writeln!(
            out,
            "a {}, {} samples to learn from, {} held out",
            shape.name(),
            samples.train.len(),
            samples.held_out.len()
        )?;
        while trainer.epochs() < trainer.plan().epochs {
            let point = self.epoch(&mut trainer, samples.train.len()).map_err(Error::Sentence)?;
            writeln!(out, "{}", sentence(&point, trainer.plan(), samples.train.len()))?;
            if trainer.epochs() < trainer.plan().epochs && stop() {
                return Ok(false);
            }
        }
        self.finish(&mut trainer, &samples, like.as_ref(), out).map(|()| true)
    }

    /// No file is to be written over another one.
    fn check_names(&self) -> Result<(), String> {
        let beside = ["ckpt", "csv", "svg"].map(|ending| self.out.with_extension(ending));
        let lost = |path: &&PathBuf| **path == self.out || beside.contains(path);
        if beside.contains(&self.out) {
            return Err(format!("{} is the name of a file beside the network", self.out.display()));
        }
        self.files
            .iter()
            .find(lost)
            .map_or(Ok(()), |path| Err(format!("{} is to be read and would be written over", path.display())))
    }

    /// One epoch with a bar of progress; then all files but the network are brought up to date.
    fn epoch(&self, trainer: &mut Trainer, samples: usize) -> Result<Point, String> {
        let bar = ProgressBar::new(samples as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {msg}, {per_sec}, {eta} to go") {
            bar.set_style(style);
        }
        let point = trainer.epoch(&mut |progress| {
            bar.set_message(format!("epoch {}, loss {:.6}", progress.epoch, progress.loss));
            bar.set_position(progress.samples as u64);
        });
        bar.finish_and_clear();
        trainer.checkpoint().write(&self.out.with_extension("ckpt"))?;
        write_csv(&self.out.with_extension("csv"), trainer.points())?;
        let title = format!("{}, {samples} samples", trainer.plan().shape.name());
        write_svg(&self.out.with_extension("svg"), trainer.points(), &title)?;
        Ok(point)
    }

    /// Writes the network and tells how good it is.
    fn finish(
        &self,
        trainer: &mut Trainer,
        samples: &Samples,
        like: Option<&Quantised>,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let known = if samples.held_out.is_empty() { &samples.train } else { &samples.held_out };
        let mut quantised = Quantised::new(trainer.plan().shape, trainer.live());
        if let Some(like) = like {
            match quantised.scale_like(like, known) {
                Some(scale) => {
                    writeln!(out, "values spread as wished for with a scale of {scale}")?;
                    quantised = quantised.scaled(scale);
                }
                None => writeln!(out, "values spread too little to be compared; the scale is as usual")?,
            }
        }
        let model = quantised.model().map_err(Error::Sentence)?;
        let bytes = model.to_bytes(&description(trainer, samples, &self.files));
        whole::write(&self.out, |file| file.write_all(&bytes)).map_err(Error::Sentence)?;
        let written = fs::read(&self.out).map_err(|error| error.to_string());
        let model =
            written.and_then(|bytes| Model::read(&bytes).map_err(|error| error.to_string())).map_err(
                |why| Error::Sentence(format!("the network {} is not sound: {why}", self.out.display())),
            )?;

        let compared = &known[..known.len().min(COMPARED)];
        let (live, exact) = (trainer.outputs(false, compared), trainer.outputs(true, compared));
        let agreement = Agreement::of(&quantised, compared, &live);
        let before = Agreement::of(&quantised, compared, &exact);
        if let Some(loss) = trainer.held_out_loss() {
            let whole = quantised.loss(&samples.held_out, trainer.plan().lambda);
            writeln!(
                out,
                "held out: loss {loss:.7} with floats, {whole:.7} with the engine's whole numbers"
            )?;
        }
        writeln!(out, "floats and whole numbers: {agreement}; before rounding {before}")?;
        writeln!(out, "{}: network {:016x}, {} bytes", self.out.display(), model.id(), bytes.len())?;
        if !agreement.is_good() {
            return Err(Error::Sentence("floats and whole numbers are too far apart".into()));
        }
        Ok(())
    }
}

/// An epoch for people.
fn sentence(point: &Point, plan: &Plan, samples: usize) -> String {
    let Point { epoch, train, held_out, rate, seconds } = point;
    let held_out = held_out.map_or_else(String::new, |loss| format!(", held out {loss:.7}"));
    let speed = samples as f64 / seconds;
    let epochs = plan.epochs;
    format!(
        "epoch {epoch} of {epochs}: loss {train:.7}{held_out}, rate {rate:.2e}, {seconds:.1} s, \
         {speed:.0} positions a second"
    )
}

/// What the network file says of how it was made.
fn description(trainer: &Trainer, samples: &Samples, files: &[PathBuf]) -> String {
    let Plan { shape, epochs, batch, rate, last_rate, lambda, decay, seed, .. } = trainer.plan();
    let name = |path: &PathBuf| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let files: Vec<String> = files.iter().map(name).collect();
    let held_out = trainer
        .points()
        .last()
        .and_then(|point| point.held_out)
        .map_or_else(String::new, |loss| format!("; held-out loss {loss:.7}"));
    format!(
        "{} by lancet-learn {}: {} samples of {}; {epochs} epochs, batch {batch}, \
         rate {rate} to {last_rate}, result weight {lambda}, decay {decay}, seed {seed}{held_out}",
        shape.name(),
        env!("CARGO_PKG_VERSION"),
        samples.train.len(),
        files.join(", "),
    )
}
