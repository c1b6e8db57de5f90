//! The trainer: epochs of optimizer steps, on several threads.

use std::ops::Range;
use std::time::Instant;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::adam::{Parameters, Step};
use super::architecture::Architecture;
use super::checkpoint::Checkpoint;
use super::curve::CurvePoint;
use super::micro_batch::MICRO_BATCH;
use super::parameters::{ParameterGroup, Row};
use super::plan::Plan;
use super::random::Shuffle;
use super::workspace::Workspace;
use crate::LearnError;
use crate::samples::{Sample, Samples};

/// Trains a model.
pub struct Trainer<'a> {
    plan: Plan,
    samples: &'a Samples,
    fingerprint: u64,
    groups: Vec<ParameterGroup>,
    pool: ThreadPool,
    workers: Vec<Worker>,
    parameters: Parameters,
    points: Vec<CurvePoint>,
}

/// The progress of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The number of samples so far.
    pub samples: usize,
    /// The mean loss of these samples.
    pub loss: f64,
}

/// The state of a thread.
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
        Trainer::with(plan, samples, Parameters::new(plan.architecture.initial(plan.seed)), Vec::new())
    }

    /// Creates a trainer that starts with the parameters of a checkpoint (fine-tuning).
    ///
    /// # Errors
    /// [`LearnError::OtherArchitecture`], and those of [`Trainer::new`].
    pub fn from(plan: Plan, samples: &'a Samples, start: &Checkpoint) -> Result<Trainer<'a>, LearnError> {
        if start.plan.architecture != plan.architecture {
            let found = start.plan.architecture.to_string();
            let expected = plan.architecture.to_string();
            return Err(LearnError::OtherArchitecture { found, expected });
        }
        Trainer::with(plan, samples, Parameters::new(start.parameters.master.clone()), Vec::new())
    }

    /// Creates a trainer that resumes from a checkpoint.
    ///
    /// # Errors
    /// [`LearnError::OtherSamples`], and those of [`Trainer::new`].
    pub fn resume(checkpoint: Checkpoint, samples: &'a Samples) -> Result<Trainer<'a>, LearnError> {
        if checkpoint.fingerprint != samples.fingerprint() {
            return Err(LearnError::OtherSamples);
        }
        Trainer::with(checkpoint.plan, samples, checkpoint.parameters, checkpoint.points)
    }

    fn with(
        plan: Plan,
        samples: &'a Samples,
        parameters: Parameters,
        points: Vec<CurvePoint>,
    ) -> Result<Trainer<'a>, LearnError> {
        if samples.train.is_empty() {
            return Err(LearnError::NoSamples("the training set is empty".into()));
        }
        let fingerprint = samples.fingerprint();
        let threads = plan.threads.max(1);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool?;
        let worker = || Worker {
            work: Workspace::new(plan.architecture.blocks()),
            gradient: vec![Row::ZERO; parameters.master.len()],
            loss: 0.0,
        };
        let workers = (0..threads).map(|_| worker()).collect();
        Ok(Trainer {
            plan,
            samples,
            groups: plan.architecture.groups(),
            pool,
            workers,
            parameters,
            points,
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

    /// Returns the weights of the forward pass, which are quantized in the last epochs.
    #[must_use]
    pub fn forward_weights(&self) -> &[Row] {
        &self.parameters.forward
    }

    /// Returns the master weights.
    #[must_use]
    pub fn master_weights(&self) -> &[Row] {
        &self.parameters.master
    }

    /// Returns the state from which training can be resumed.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            plan: self.plan,
            fingerprint: self.fingerprint,
            points: self.points.clone(),
            parameters: self.parameters.clone(),
        }
    }

    /// Trains on all samples once, and calls `report` after every step.
    pub fn epoch(&mut self, report: &mut dyn FnMut(Progress)) -> CurvePoint {
        let started = Instant::now();
        let epoch = self.epochs();
        let count = self.samples.train.len();
        let batches = self.plan.batches(count);
        let order = Shuffle::new(count, self.plan.seed ^ u64::from(epoch + 1).rotate_left(32));
        let is_quantized = self.plan.is_quantized(epoch);
        self.parameters.refresh(&self.groups, is_quantized);
        let (mut loss, mut rate) = (0.0, 0.0);
        for batch in 0..batches {
            let range = batch * count / batches..(batch + 1) * count / batches;
            let steps = batches as u64 * u64::from(self.plan.epochs);
            rate = self.plan.rate_at(self.parameters.steps, steps);
            let step = Step {
                rate: rate as f32,
                decay: self.plan.decay as f32,
                gradient_scale: 1.0 / range.len() as f32,
                is_quantized,
            };
            let done = range.end;
            loss += self.step(range, &order, step);
            report(Progress { epoch: epoch + 1, samples: done, loss: loss / done as f64 });
        }
        let point = CurvePoint {
            epoch: epoch + 1,
            train: loss / count as f64,
            held_out: self.held_out_loss(),
            rate,
            seconds: started.elapsed().as_secs_f64(),
        };
        self.points.push(point);
        point
    }

    /// Takes a step on a range of the order. Returns the sum of the losses.
    fn step(&mut self, range: Range<usize>, order: &Shuffle, step: Step) -> f64 {
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
        pool.install(|| {
            let workers = workers.par_iter_mut().with_max_len(1).enumerate();
            workers.for_each(|(thread, worker)| worker.run(&batch, start(thread)..start(thread + 1)));
        });
        let mut gradients: Vec<&mut [Row]> =
            workers.iter_mut().map(|worker| worker.gradient.as_mut_slice()).collect();
        pool.install(|| parameters.step(groups, step, &mut gradients));
        workers.iter().map(|worker| worker.loss).sum()
    }

    /// Returns the mean held-out loss; `None` if nothing is held out.
    pub fn held_out_loss(&mut self) -> Option<f64> {
        let Trainer { plan, samples, pool, workers, parameters, .. } = self;
        let held_out = &samples.held_out;
        let (architecture, lambda, threads) = (plan.architecture, plan.lambda as f32, workers.len());
        let start = |thread| held_out.len() * thread / threads;
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
        let Trainer { plan, workers, parameters, .. } = self;
        let rows = if is_master { &parameters.master } else { &parameters.forward };
        workers
            .first_mut()
            .map_or_else(Vec::new, |worker| plan.architecture.outputs(rows, samples, &mut worker.work))
    }
}

impl Worker {
    /// Computes the loss and the gradient of a range of the order.
    fn run(&mut self, batch: &Batch, range: Range<usize>) {
        self.loss = 0.0;
        for start in range.clone().step_by(MICRO_BATCH) {
            let indices = start..range.end.min(start + MICRO_BATCH);
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
    for part in samples.chunks(MICRO_BATCH) {
        work.batch.fill(part.iter().copied(), lambda);
        architecture.forward(rows, work);
        sum += work.compute_loss();
    }
    sum
}
