//! The trainer: epochs of optimizer steps, on several threads.

use std::ops::Range;
use std::path::Path;
use std::time::Instant;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::adam::{Parameters, Step};
use super::architecture::Architecture;
use super::checkpoint::Checkpoint;
use super::curve::CurvePoint;
use super::parameters::{ParameterGroup, Row};
use super::plan::Plan;
use super::random::Shuffle;
use super::workspace::Workspace;
use crate::LearnError;
use crate::samples::{Sample, Samples};

/// Trains a model.
#[derive(Debug)]
pub struct Trainer<'a> {
    plan: Plan,
    samples: &'a Samples,
    fingerprint: u64,
    groups: Vec<ParameterGroup>,
    pool: ThreadPool,
    workers: Vec<Worker>,
    parameters: Parameters,
    points: Vec<CurvePoint>,
    /// The sum of the losses of the samples of the incomplete epoch.
    loss: f64,
    /// The duration of the incomplete epoch in seconds, which may have begun in another process.
    seconds: f64,
}

/// The progress after a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The number of samples of the epoch so far.
    pub samples: usize,
    /// The mean loss of these samples.
    pub loss: f64,
    /// The point of the learning curve if the epoch is complete.
    pub point: Option<CurvePoint>,
}

/// The state of a thread.
#[derive(Debug)]
struct Worker {
    work: Workspace,
    gradient: Vec<Row>,
    loss: f64,
}

/// A batch, which the workers share.
struct Batch<'a> {
    architecture: Architecture,
    rows: &'a [Row],
    samples: &'a [Sample],
    order: &'a Shuffle,
    lambda: f32,
}

impl<'a> Trainer<'a> {
    /// Creates a trainer of a new model.
    ///
    /// # Errors
    /// [`LearnError::NoSamples`], or [`LearnError::Threads`].
    pub fn new(plan: Plan, samples: &'a Samples) -> Result<Trainer<'a>, LearnError> {
        Trainer::with(plan, samples, Parameters::new(plan.architecture.initial(plan.seed)))
    }

    /// Creates a trainer that starts with the parameters of a checkpoint (fine-tuning).
    ///
    /// # Errors
    /// [`LearnError::OtherArchitecture`], and those of [`Trainer::new`].
    pub fn from(plan: Plan, samples: &'a Samples, start: &Checkpoint) -> Result<Trainer<'a>, LearnError> {
        // The precision of the quantized weights may differ.
        if start.plan.architecture.with_fine_output() != plan.architecture.with_fine_output() {
            let found = start.plan.architecture.to_string();
            let expected = plan.architecture.to_string();
            return Err(LearnError::OtherArchitecture { found, expected });
        }
        Trainer::with(plan, samples, Parameters::new(start.parameters.master.clone()))
    }

    /// Creates a trainer that resumes from a checkpoint, which an error names by its path.
    ///
    /// # Errors
    /// [`LearnError::OtherSamples`], and those of [`Trainer::new`].
    pub fn resume(
        checkpoint: Checkpoint,
        path: &Path,
        samples: &'a Samples,
    ) -> Result<Trainer<'a>, LearnError> {
        if checkpoint.fingerprint != samples.fingerprint() {
            return Err(LearnError::OtherSamples(path.into()));
        }
        let Checkpoint { plan, points, loss, seconds, parameters, .. } = checkpoint;
        Ok(Trainer { points, loss, seconds, ..Trainer::with(plan, samples, parameters)? })
    }

    fn with(plan: Plan, samples: &'a Samples, mut parameters: Parameters) -> Result<Trainer<'a>, LearnError> {
        if samples.train.is_empty() {
            return Err(LearnError::NoSamples("the training set is empty".into()));
        }
        let fingerprint = samples.fingerprint();
        let threads = plan.threads.max(1);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool?;
        let worker = || Worker {
            work: Workspace::new(plan.architecture),
            gradient: vec![Row::ZERO; parameters.master.len()],
            loss: 0.0,
        };
        let workers = (0..threads).map(|_| worker()).collect();
        let is_quantized = parameters.is_quantized;
        plan.architecture.refresh(&mut parameters, is_quantized);
        Ok(Trainer {
            plan,
            samples,
            groups: plan.architecture.groups(),
            pool,
            workers,
            parameters,
            points: Vec::new(),
            loss: 0.0,
            seconds: 0.0,
            fingerprint,
        })
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Returns the learning curve, one point per complete epoch.
    #[must_use]
    pub fn points(&self) -> &[CurvePoint] {
        &self.points
    }

    /// Returns the number of complete epochs.
    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.points.len() as u32
    }

    /// Returns the number of steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.parameters.steps
    }

    /// Returns the number of steps of the whole training.
    #[must_use]
    pub fn total_steps(&self) -> u64 {
        self.plan.total_steps(self.samples.train.len())
    }

    /// Returns the weights of the forward pass, which are quantized in the last epoch.
    #[must_use]
    pub fn forward_weights(&self) -> &[Row] {
        &self.parameters.forward
    }

    /// Returns the weights that a forward pass without quantization has.
    #[must_use]
    pub fn unquantized_weights(&self) -> Vec<Row> {
        let mut rows = self.parameters.master.clone();
        self.plan.architecture.merge(&mut rows);
        rows
    }

    /// Returns the state from which training can be resumed.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            plan: self.plan,
            fingerprint: self.fingerprint,
            points: self.points.clone(),
            loss: self.loss,
            seconds: self.seconds,
            is_written: Some(false),
            parameters: self.parameters.clone(),
        }
    }

    /// Takes steps until an epoch is complete, and calls `report` after each one. Returns the point of the learning
    /// curve, or `None` if training was complete before.
    pub fn epoch(&mut self, report: &mut dyn FnMut(Progress)) -> Option<CurvePoint> {
        while let Some(progress) = self.step() {
            report(progress);
            if progress.point.is_some() {
                return progress.point;
            }
        }
        None
    }

    /// Takes the next step. Returns `None` if training is complete.
    pub fn step(&mut self) -> Option<Progress> {
        let started = Instant::now();
        let (steps, total) = (self.parameters.steps, self.total_steps());
        if steps >= total {
            return None;
        }
        let epoch = self.epochs();
        let count = self.samples.train.len();
        let batches = self.plan.batches(count);
        let batch = (steps.saturating_sub(u64::from(epoch) * batches as u64) as usize).min(batches - 1);
        let range = batch * count / batches..(batch + 1) * count / batches;
        let rate = self.plan.rate_at(steps, total);
        let step = Step {
            rate: rate as f32,
            decay: self.plan.decay as f32,
            gradient_scale: 1.0 / range.len() as f32,
            is_quantized: self.plan.is_quantized(steps, count),
        };
        if self.parameters.is_quantized != step.is_quantized {
            self.plan.architecture.refresh(&mut self.parameters, step.is_quantized);
        }
        let order = Shuffle::new(count, self.plan.seed ^ u64::from(epoch + 1).rotate_left(32));
        let samples = range.end;
        self.loss += self.descend(range, &order, step);
        let loss = self.loss / samples as f64;
        let is_last = batch + 1 == batches || steps + 1 == total;
        let point = is_last.then(|| self.end_epoch(loss, rate, started));
        if point.is_none() {
            self.seconds += started.elapsed().as_secs_f64();
        }
        Some(Progress { epoch: epoch + 1, samples, loss, point })
    }

    /// Adds the point of a complete epoch to the learning curve.
    fn end_epoch(&mut self, train: f64, rate: f64, started: Instant) -> CurvePoint {
        let (epoch, held_out) = (self.epochs() + 1, self.held_out_loss());
        let seconds = self.seconds + started.elapsed().as_secs_f64();
        let point = CurvePoint { epoch, train, held_out, rate, seconds };
        self.points.push(point);
        (self.loss, self.seconds) = (0.0, 0.0);
        point
    }

    /// Takes an optimizer step on a range of the order. Returns the sum of the losses.
    fn descend(&mut self, range: Range<usize>, order: &Shuffle, step: Step) -> f64 {
        let Trainer { plan, samples, groups, pool, workers, parameters, .. } = self;
        let threads = workers.len();
        let start = |thread| range.start + range.len() * thread / threads;
        let batch = Batch {
            architecture: plan.architecture,
            rows: &parameters.forward,
            samples: &samples.train,
            order,
            lambda: plan.lambda as f32,
        };
        workers.iter_mut().for_each(|worker| worker.work.is_rounded = parameters.is_quantized);
        pool.install(|| {
            let workers = workers.par_iter_mut().with_max_len(1).enumerate();
            workers.for_each(|(thread, worker)| worker.run(&batch, start(thread)..start(thread + 1)));
        });
        let mut gradients: Vec<&mut [Row]> =
            workers.iter_mut().map(|worker| worker.gradient.as_mut_slice()).collect();
        pool.install(|| {
            parameters.step(groups, step, &mut gradients);
            plan.architecture.merge(&mut parameters.forward);
        });
        workers.iter().map(|worker| worker.loss).sum()
    }

    /// Returns the mean held-out loss; `None` if nothing is held out.
    pub fn held_out_loss(&mut self) -> Option<f64> {
        let Trainer { plan, samples, pool, workers, parameters, .. } = self;
        let held_out = &samples.held_out;
        let (architecture, lambda, threads) = (plan.architecture, plan.lambda as f32, workers.len());
        let start = |thread| held_out.len() * thread / threads;
        workers.iter_mut().for_each(|worker| worker.work.is_rounded = parameters.is_quantized);
        pool.install(|| {
            workers.par_iter_mut().with_max_len(1).enumerate().for_each(|(thread, worker)| {
                let part = &held_out[start(thread)..start(thread + 1)];
                worker.loss = loss(architecture, &parameters.forward, part, lambda, &mut worker.work);
            });
        });
        let sum: f64 = workers.iter().map(|worker| worker.loss).sum();
        (!held_out.is_empty()).then(|| sum / held_out.len() as f64)
    }

    /// Returns the outputs of the model with the master weights or those of the forward pass.
    pub fn outputs(&mut self, is_master: bool, samples: &[Sample]) -> Vec<f32> {
        let merged = is_master.then(|| self.unquantized_weights());
        let Trainer { plan, workers, parameters, .. } = self;
        let rows = merged.as_ref().unwrap_or(&parameters.forward);
        workers.first_mut().map_or_else(Vec::new, |worker| {
            worker.work.is_rounded = parameters.is_quantized && !is_master;
            plan.architecture.outputs(rows, samples, &mut worker.work)
        })
    }
}

impl Worker {
    /// Computes the loss and the gradient of a range of the order.
    fn run(&mut self, batch: &Batch, range: Range<usize>) {
        self.loss = 0.0;
        let capacity = self.work.batch.capacity();
        for start in range.clone().step_by(capacity) {
            let indices = start..range.end.min(start + capacity);
            let samples = indices.map(|index| batch.samples[batch.order.at(index)]);
            self.work.batch.fill(samples, batch.lambda);
            batch.architecture.forward(batch.rows, &mut self.work);
            self.loss += self.work.compute_loss();
            batch.architecture.backward(batch.rows, &mut self.work, &mut self.gradient);
        }
    }
}

/// Returns the sum of the losses of samples.
fn loss(
    architecture: Architecture,
    rows: &[Row],
    samples: &[Sample],
    lambda: f32,
    work: &mut Workspace,
) -> f64 {
    let mut sum = 0.0;
    for part in samples.chunks(work.batch.capacity()) {
        work.batch.fill(part.iter().copied(), lambda);
        architecture.forward(rows, work);
        sum += work.compute_loss();
    }
    sum
}
