//! The command `train`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use lancet::commands::cores;
use lancet::console::{Status, interrupt};
use lancet::eval::nnue::{KingBuckets, Model};
use lancet::files::{InputFile, OutputFile, PathSet, check_apart, display, is_same_file};

use super::architecture::{Architecture, ArchitectureError};
use super::checkpoint::{Checkpoint, CheckpointError};
use super::curve::{CurvePoint, write_csv, write_svg};
use super::network_layout::NetworkLayout;
use super::plan::{MAX_THREADS, Plan, default_rate};
use super::quantized::{QuantizationError, Quantized};
use super::trainer::{Progress, Trainer};
use crate::duration::parse_time;
use crate::records::keep_games;
use crate::samples::{Filter, Sample, Samples, fit_scale, load_until, parse_fraction};
use crate::{LearnError, load_network};
use lancet::console;

/// The most positions on which the floating-point and the quantized network are compared.
const MAX_COMPARED: usize = 20_000;

/// The default time between checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(300);

/// Train a model on games or samples
///
/// Once the games are loaded, a checkpoint is written beside the network every five minutes, after each epoch and at Ctrl-C. After a stop of any
/// kind, pass it with --resume: the network is the same as without the stop.
///
/// The held-out loss shows whether training converges. It is not a measure of strength: compare networks with `match`.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Train {
    /// Files of games or samples
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
    /// The network file to write; checkpoint (.ckpt) and learning curve (.csv, .svg) are written beside it
    #[arg(long, value_name = "FILE")]
    pub out: OutputFile,
    /// Resume from this checkpoint, with its plan; pass the same files, and --like again if it was given
    #[arg(long, value_name = "CHECKPOINT", conflicts_with_all = PLAN_OPTIONS)]
    pub resume: Option<InputFile>,
    /// Start with the parameters of this checkpoint (fine-tuning); the architecture is that of the checkpoint
    #[arg(long, value_name = "CHECKPOINT", conflicts_with_all = ["resume", "kind", "hidden", "buckets", "king_buckets", "middle", "material"])]
    pub from: Option<InputFile>,
    /// Choose the scale so that the median absolute evaluation equals that of this network
    #[arg(long, value_name = "NETWORK")]
    pub like: Option<InputFile>,
    /// Time between checkpoints, e.g. 45s or 10m; 0 writes one after each step [default: 5m]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub checkpoint_every: Option<Duration>,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub overrides: Overrides,
    #[command(flatten)]
    #[allow(missing_docs)]
    pub filter: Filter,
}

/// The options that a resumed training takes from its checkpoint.
const PLAN_OPTIONS: [&str; 24] = [
    "from",
    "kind",
    "hidden",
    "buckets",
    "fine_output",
    "king_buckets",
    "middle",
    "material",
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
    "min_pieces",
    "merge",
    "held_out",
];

/// Parses a learning rate, above 0 and at most 1.
fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = parse_fraction(text).ok().filter(|rate| *rate > 0.0);
    rate.ok_or_else(|| "expected a number above 0, at most 1".into())
}

/// The options that override the default plan.
#[derive(Args, Clone, PartialEq, Debug, Default)]
pub struct Overrides {
    /// Kind of model [default: network]
    #[arg(long)]
    pub kind: Option<Kind>,
    /// Hidden units of a network, a multiple of 32 [default: 128]
    #[arg(long, value_name = "N")]
    pub hidden: Option<usize>,
    /// Output buckets of a network: 1, 2, 4 or 8 [default: 4]
    #[arg(long, value_name = "N")]
    pub buckets: Option<usize>,
    /// Quantize the output weights to 1/512 instead of 1/64, in a network file of version 2
    #[arg(long)]
    pub fine_output: bool,
    /// King buckets of a network: 1, or 4, which have fine output weights [default: 1]
    #[arg(long, value_name = "N")]
    pub king_buckets: Option<usize>,
    /// Units of a middle layer: 8 or 16; the output weights then are fine [default: no middle layer]
    #[arg(long, value_name = "N")]
    pub middle: Option<usize>,
    /// Count material in the output besides the middle layer
    #[arg(long, requires = "middle")]
    pub material: bool,
    /// Epochs [default: 12, or from 6 to 25 where that is nearer to 100000 to 200000 steps; the last one may be partial]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub epochs: Option<u32>,
    /// Samples per step [default: 4096; 8192 from 150 million samples]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub batch: Option<u32>,
    /// Learning rate after the warm-up [default: 0.001; 0.0014 from a batch of 8192 on]
    #[arg(long, value_name = "X", value_parser = parse_rate)]
    pub lr: Option<f64>,
    /// Final learning rate [default: a hundredth of --lr]
    #[arg(long, value_name = "X", value_parser = parse_fraction)]
    pub last_lr: Option<f64>,
    /// Weight of the game's result in the target; the rest is that of the search score [default: 0]
    #[arg(long = "result-weight", visible_alias = "lambda", value_name = "X", value_parser = parse_fraction)]
    pub lambda: Option<f64>,
    /// Weight decay of a network [default: 0.1; from 20 million samples 0.01, with a middle layer 0.05]
    #[arg(long, value_name = "X", value_parser = parse_fraction)]
    pub decay: Option<f64>,
    /// Epochs with quantized weights at the end [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub rounded_epochs: Option<u32>,
    /// Seed of the initial weights and of the order of samples [default: 1]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Threads; the model depends on their number [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// The kind of a model.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Tapered piece-square tables
    Linear,
    /// A network
    Network,
}

impl Overrides {
    /// Returns the architecture of a new model.
    pub(crate) fn architecture(&self) -> Result<Architecture, ArchitectureError> {
        if self.middle == Some(0) {
            return Err(ArchitectureError::Middle(0));
        }
        let is_sized = self.hidden.or(self.buckets).or(self.king_buckets).or(self.middle).is_some()
            || self.fine_output
            || self.material;
        let architecture = match self.kind.unwrap_or(Kind::Network) {
            Kind::Linear if is_sized => return Err(ArchitectureError::LinearSize),
            Kind::Linear => Architecture::Linear,
            Kind::Network => {
                let count = self.king_buckets.unwrap_or(1);
                let king_buckets =
                    KingBuckets::with_count(count).ok_or(ArchitectureError::KingBuckets(count))?;
                Architecture::Network(NetworkLayout {
                    fine_output: self.fine_output
                        || king_buckets != KingBuckets::One
                        || self.middle.is_some(),
                    king_buckets,
                    middle: self.middle.unwrap_or(0),
                    counts_material: self.material,
                    ..NetworkLayout::new(self.hidden.unwrap_or(128), self.buckets.unwrap_or(4))
                })
            }
        };
        architecture.check().map(|()| architecture)
    }

    /// Refuses options that contradict each other, before the defaults of the others are known.
    fn check(&self) -> Result<(), LearnError> {
        let rates = (self.last_lr.unwrap_or(0.0), self.lr.unwrap_or(1.0));
        check_order(rates, (self.rounded_epochs.unwrap_or(0), self.epochs.unwrap_or(u32::MAX)))
    }

    /// Returns the plan for a number of samples.
    fn plan(&self, architecture: Architecture, samples: usize) -> Plan {
        let mut default = Plan::default_for(architecture, samples);
        if let Some(batch) = self.batch {
            default = default.with_batch(batch as usize, samples);
        }
        if let Some(epochs) = self.epochs {
            default = Plan { epochs, steps: None, ..default };
        }
        let rate = self.lr.unwrap_or(default_rate(default.batch));
        Plan {
            rate,
            last_rate: self.last_lr.unwrap_or(rate / 100.0),
            lambda: self.lambda.unwrap_or(default.lambda),
            decay: self.decay.unwrap_or(default.decay),
            rounded_epochs: self.rounded_epochs.unwrap_or(default.rounded_epochs),
            seed: self.seed.unwrap_or(default.seed),
            threads: self.threads.map_or_else(|| cores().min(MAX_THREADS), usize::from),
            ..default
        }
    }
}

impl Train {
    /// Trains to the end, and prints the progress.
    ///
    /// # Errors
    /// [`LearnError::Interrupted`] after an interrupt, with a checkpoint once the games are loaded; others if a file cannot be used; those of
    /// `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        interrupt::catch();
        if self.train(&mut interrupt::is_set, out)? { Ok(()) } else { Err(LearnError::Interrupted) }
    }

    /// Trains until `stop` returns true after a step, whose checkpoint then remains; Ctrl-C ends it also while the files are
    /// loaded, without one. Returns whether training is complete.
    ///
    /// # Errors
    /// As [`Train::run`].
    pub fn train(&self, stop: &mut dyn FnMut() -> bool, out: &mut dyn Write) -> Result<bool, LearnError> {
        self.overrides.check()?;
        self.check_output()?;
        let _lock = console::lock_replaced(&self.checkpoint_path())?;
        self.check_unfinished()?;
        let started = Instant::now();
        let like = self.like.as_deref().map(load_network).transpose()?;
        let like_id = like.as_ref().map(Model::id);
        let resume = match self.resume.as_deref() {
            Some(path) => Some((path, Checkpoint::read(path)?)),
            None => None,
        };
        let from = self.from.as_deref().map(Checkpoint::read).transpose()?;
        let resumed = resume.as_ref().map(|(_, checkpoint)| checkpoint);
        let architecture = match resumed.or(from.as_ref()) {
            Some(checkpoint) if self.overrides.fine_output => {
                checkpoint.plan.architecture.with_fine_output()?
            }
            Some(checkpoint) => checkpoint.plan.architecture,
            None => self.overrides.architecture()?,
        };
        if architecture == Architecture::Linear {
            match (&like, self.overrides.decay) {
                (Some(_), _) => return Err(ArchitectureError::LinearScale.into()),
                (None, Some(_)) => return Err(ArchitectureError::LinearDecay.into()),
                (None, None) => {}
            }
        }
        if let Some((path, checkpoint)) = &resume {
            check_scale(path, checkpoint, like_id)?;
        }
        let filter = resumed.map_or(self.filter, |checkpoint| checkpoint.plan.filter);
        let (samples, counts) = match load_until(&self.files, &filter, interrupt::is_set) {
            Err(LearnError::Interrupted) => return Ok(false),
            loaded => loaded?,
        };
        writeln!(out, "{counts} ({:.1} s)", started.elapsed().as_secs_f64())?;
        if let Some(scale) = fit_scale(&samples.train) {
            writeln!(out, "sigmoid(score / {scale:.0}) fits the results best")?;
        }
        let plan = Plan { filter, like: like_id, ..self.overrides.plan(architecture, samples.train.len()) };
        check_order((plan.last_rate, plan.rate), (plan.rounded_epochs, plan.epochs))?;
        let mut trainer = match (resume, from) {
            (Some((path, checkpoint)), _) => Trainer::resume(checkpoint, path, &samples),
            (None, Some(checkpoint)) => Trainer::from(plan, &samples, &checkpoint),
            (None, None) => Trainer::new(plan, &samples),
        }?;
        let (train, held_out) = (samples.train.len(), samples.held_out.len());
        writeln!(out, "{architecture}, {train} training samples, {held_out} held-out samples")?;
        print_plan(&trainer, train, out)?;
        if !self.steps(&mut trainer, train, stop, out)? {
            return Ok(false);
        }
        self.finish(&mut trainer, &samples, like.as_ref().map(Quantized::of).as_ref(), out).map(|()| true)
    }

    /// Checks that no output file overwrites another file of this command. Only the checkpoint from which training
    /// is resumed is replaced.
    fn check_output(&self) -> Result<(), LearnError> {
        let beside = ["ckpt", "csv", "svg"].map(|extension| self.out.with_extension(extension));
        let refused = |reason: String| LearnError::OutputName { path: self.out.clone().into(), reason };
        if beside.iter().any(|path| **path == *self.out) {
            return Err(refused("a file beside the network has this name".into()));
        }
        let inputs = self.files.iter().chain(&self.from).chain(&self.like);
        let inputs: Vec<_> = inputs.cloned().map(PathBuf::from).collect();
        let [checkpoint, csv, svg] = beside;
        let check = |inputs, outputs| {
            check_apart(&PathSet { inputs, outputs, ..PathSet::default() })
                .map_err(|conflict| refused(format!("'{}': {conflict}", display(&conflict.path))))
        };
        let others = vec![csv, svg, self.out.clone().into()];
        check(self.resume.iter().cloned().map(PathBuf::from).collect(), others.clone())?;
        let outputs = [vec![checkpoint], others].concat();
        check(inputs, outputs.clone())?;
        outputs.iter().try_for_each(|path| keep_games(path))
    }

    /// Checks that no other training replaces the checkpoint of a training that is unfinished, or whose network was never
    /// written.
    fn check_unfinished(&self) -> Result<(), LearnError> {
        let path = self.checkpoint_path();
        let is_resumed = self.resume.as_deref().is_some_and(|resumed| is_same_file(resumed, &path));
        if is_resumed || !path.exists() {
            return Ok(());
        }
        match Checkpoint::read(&path) {
            Ok(checkpoint) if !checkpoint.is_complete() => Err(LearnError::UnfinishedTraining {
                path,
                done: checkpoint.epochs(),
                epochs: checkpoint.plan.epochs,
            }),
            // The file may be the network of an earlier training.
            Ok(checkpoint) if checkpoint.is_written == Some(false) || !self.out.exists() => {
                Err(LearnError::UnwrittenNetwork { path })
            }
            Ok(_) => Ok(()),
            // What is not a checkpoint cannot be resumed.
            Err(LearnError::Checkpoint { source: CheckpointError::NotCheckpoint, .. }) => Ok(()),
            // A newer version may read it.
            Err(LearnError::Checkpoint { source, .. }) => {
                Err(LearnError::UnreadableCheckpoint { path, source })
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the path of the checkpoint beside the network.
    fn checkpoint_path(&self) -> PathBuf {
        self.out.with_extension("ckpt")
    }

    /// Takes the remaining steps, and writes checkpoints. Returns whether training is complete.
    fn steps(
        &self,
        trainer: &mut Trainer,
        samples: usize,
        stop: &mut dyn FnMut() -> bool,
        out: &mut dyn Write,
    ) -> Result<bool, LearnError> {
        let interval = self.checkpoint_every.unwrap_or(CHECKPOINT_INTERVAL);
        let path = self.checkpoint_path();
        let total = trainer.total_steps();
        let mut status = Status::new(total, trainer.steps());
        let mut written = Instant::now();
        while let Some(progress) = trainer.step() {
            let steps = trainer.steps();
            let is_stopped = steps < total && stop();
            if progress.point.is_some() || is_stopped || written.elapsed() >= interval {
                trainer.checkpoint().write(&path)?;
                written = Instant::now();
            }
            if progress.point.is_some() {
                status.finish();
                self.write_curve(trainer, samples)?;
                print_epoch(&progress, trainer.plan(), out)?;
                status = Status::new(total, steps);
            }
            if is_stopped {
                status.finish();
                writeln!(
                    out,
                    "stopped after step {steps} of {total}; resume with --resume {}",
                    path.display()
                )?;
                return Ok(false);
            }
            status.update(steps, || {
                format!("epoch {}, step {steps} of {total}, loss {:.6}", progress.epoch, progress.loss)
            });
        }
        status.finish();
        Ok(true)
    }

    /// Writes the learning curve.
    fn write_curve(&self, trainer: &Trainer, samples: usize) -> Result<(), LearnError> {
        write_csv(&self.out.with_extension("csv"), trainer.points())?;
        let title = format!("{}, {samples} samples", trainer.plan().architecture);
        write_svg(&self.out.with_extension("svg"), trainer.points(), &title)
    }

    /// Writes the network, and then prints its loss and its quantization error: a closed output does not leave it
    /// unwritten.
    fn finish(
        &self,
        trainer: &mut Trainer,
        samples: &Samples,
        like: Option<&Quantized>,
        out: &mut dyn Write,
    ) -> Result<(), LearnError> {
        let mut report = Vec::new();
        let written = self.write_network(trainer, samples, like, &mut report);
        out.write_all(&report)?;
        written
    }

    /// Quantizes and writes the network, and reports its loss and its quantization error. A network with too large an
    /// error is not written.
    fn write_network(
        &self,
        trainer: &mut Trainer,
        samples: &Samples,
        like: Option<&Quantized>,
        out: &mut dyn Write,
    ) -> Result<(), LearnError> {
        // A resumed training may have been stopped before it wrote its last point.
        self.write_curve(trainer, samples.train.len())?;
        let known = if samples.held_out.is_empty() { &samples.train } else { &samples.held_out };
        let mut quantized = Quantized::new(trainer.plan().architecture, trainer.forward_weights());
        if let Some(like) = like {
            match quantized.scale_like(like, known) {
                Some(scale) => {
                    writeln!(out, "a scale of {scale} gives the median absolute evaluation of --like")?;
                    quantized = quantized.scaled(scale);
                }
                None => writeln!(out, "median absolute evaluation is 0; keeping the default scale")?,
            }
        }
        let model = quantized.model()?;
        // Samples of all files are compared, not of the first one alone.
        let compared: Vec<Sample> =
            known.iter().step_by(known.len().div_ceil(MAX_COMPARED).max(1)).copied().collect();
        let compared = &compared[..];
        let (forward, master) = (trainer.outputs(false, compared), trainer.outputs(true, compared));
        let error = QuantizationError::new(&quantized, compared, &forward);
        let master_error = QuantizationError::new(&quantized, compared, &master);
        if let Some(float_loss) = trainer.held_out_loss() {
            let loss = quantized.loss(&samples.held_out, trainer.plan().lambda);
            writeln!(out, "held-out loss: {float_loss:.7} floating-point, {loss:.7} quantized")?;
        }
        writeln!(out, "quantization error: {error}; against the master weights: {master_error}")?;
        if !error.is_acceptable() {
            return Err(LearnError::Quantization { path: self.out.clone().into(), error });
        }
        let bytes = model.to_bytes(&description(trainer, samples, &self.files));
        console::write_atomic(&self.out, |file| file.write_all(&bytes))?;
        // Checks the written network, and gets its identity.
        let model = load_network(&self.out)?;
        // From now on a new training may replace the checkpoint.
        Checkpoint { is_written: Some(true), ..trainer.checkpoint() }.write(&self.checkpoint_path())?;
        writeln!(out, "{}: network {:016x}, {} bytes", self.out.display(), model.id(), bytes.len())?;
        Ok(())
    }
}

/// Refuses a learning rate that grows, and more rounded epochs than epochs.
fn check_order((last, rate): (f64, f64), (rounded, epochs): (u32, u32)) -> Result<(), LearnError> {
    let refused = |smaller, larger| Err(LearnError::Order { smaller, larger });
    if last > rate {
        return refused(format!("--last-lr {last}"), format!("--lr {rate}"));
    }
    if rounded > epochs {
        return refused(format!("--rounded-epochs {rounded}"), format!("--epochs {epochs}"));
    }
    Ok(())
}

/// Checks that a training is resumed with the network whose scale it began with.
fn check_scale(path: &Path, checkpoint: &Checkpoint, like: Option<u64>) -> Result<(), LearnError> {
    match checkpoint.plan.like {
        Some(network) if like != Some(network) => Err(LearnError::Scale { path: path.into(), network }),
        None if like.is_some() => Err(LearnError::OwnScale(path.into())),
        _ => Ok(()),
    }
}

fn print_plan(trainer: &Trainer, samples: usize, out: &mut dyn Write) -> io::Result<()> {
    let (plan, done, total) = (trainer.plan(), trainer.steps(), trainer.total_steps());
    let Plan { batch, rate, last_rate, .. } = plan;
    let epochs = epochs(plan, samples);
    writeln!(out, "{total} steps in {epochs} epochs, batch {batch}, learning rate {rate} to {last_rate}")?;
    if done > 0 {
        writeln!(out, "resuming after step {done}")?;
    }
    Ok(())
}

/// Returns the number of epochs as text, with a decimal if the last one is partial.
fn epochs(plan: &Plan, samples: usize) -> String {
    match plan.steps {
        None => plan.epochs.to_string(),
        Some(steps) => format!("{:.1}", steps as f64 / plan.batches(samples) as f64),
    }
}

fn print_epoch(progress: &Progress, plan: &Plan, out: &mut dyn Write) -> io::Result<()> {
    let Some(CurvePoint { epoch, train, held_out, rate, seconds }) = progress.point else { return Ok(()) };
    let held_out = held_out.map_or_else(String::new, |loss| format!(", held-out loss {loss:.7}"));
    let speed = progress.samples as f64 / seconds;
    let epochs = plan.epochs;
    writeln!(
        out,
        "epoch {epoch} of {epochs}: training loss {train:.7}{held_out}, learning rate {rate:.2e}, {seconds:.1} s, \
         {speed:.0} positions/s"
    )
}

/// The version of the training in the descriptions of networks. It changes only when training gives other networks.
const TRAINING_VERSION: &str = "0.2.0";

/// Returns the description in the network file. Its text is frozen, so that training reproduces the bytes of
/// older networks.
fn description(trainer: &Trainer, samples: &Samples, files: &[InputFile]) -> String {
    let plan = trainer.plan();
    let Plan { architecture, batch, rate, last_rate, lambda, decay, seed, .. } = plan;
    let epochs = epochs(plan, samples.train.len());
    let name = |path: &InputFile| {
        path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    };
    let files: Vec<String> = files.iter().map(name).collect();
    let held_out = trainer
        .points()
        .last()
        .and_then(|point| point.held_out)
        .map_or_else(String::new, |loss| format!("; held-out loss {loss:.7}"));
    format!(
        "{architecture} by lancet-learn {}: {} samples of {}; {epochs} epochs, batch {batch}, \
         rate {rate} to {last_rate}, result weight {lambda}, decay {decay}, seed {seed}{held_out}",
        TRAINING_VERSION,
        samples.train.len(),
        files.join(", "),
    )
}
