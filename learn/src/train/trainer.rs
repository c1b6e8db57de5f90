//! Trainer: epoch after epoch of steps, on several threads.

use std::ops::Range;
use std::time::Instant;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::adam::{Parameters, Step};
use super::checkpoint::Checkpoint;
use super::curve::Point;
use super::plan::Plan;
use super::random::Shuffle;
use super::row::Row;
use super::segment::Segment;
use super::shape::Shape;
use super::slice::SLICE;
use super::work::Work;
use crate::samples::{Sample, Samples};

/// Trains a model.
pub struct Trainer<'a> {
    plan: Plan,
    samples: &'a Samples,
    fingerprint: u64,
    segments: Vec<Segment>,
    pool: ThreadPool,
    workers: Vec<Worker>,
    parameters: Parameters,
    points: Vec<Point>,
}

/// How far an epoch is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// Samples learned from in it.
    pub samples: usize,
    /// The mean loss of these.
    pub loss: f64,
}

/// One thread's share.
struct Worker {
    work: Work,
    gradient: Vec<Row>,
    loss: f64,
}

/// What the workers share while they learn.
struct Lesson<'a> {
    shape: Shape,
    rows: &'a [Row],
    samples: &'a [Sample],
    order: &'a Shuffle,
    lambda: f32,
}

impl<'a> Trainer<'a> {
    /// A trainer of a new model.
    ///
    /// # Errors
    /// A sentence where the threads cannot be started or there is nothing to learn from.
    pub fn new(plan: Plan, samples: &'a Samples) -> Result<Trainer<'a>, String> {
        Trainer::with(plan, samples, Parameters::new(plan.shape.initial(plan.seed)), Vec::new())
    }

    /// A trainer that begins with the numbers of another training, and remembers nothing else of it.
    ///
    /// # Errors
    /// A sentence where the shapes differ, and as [`Trainer::new`].
    pub fn from(plan: Plan, samples: &'a Samples, start: &Checkpoint) -> Result<Trainer<'a>, String> {
        if start.plan.shape != plan.shape {
            let (there, here) = (start.plan.shape.name(), plan.shape.name());
            return Err(format!("the checkpoint holds a {there}, not a {here}"));
        }
        Trainer::with(plan, samples, Parameters::new(start.parameters.exact.clone()), Vec::new())
    }

    /// A trainer that goes on where another stopped.
    ///
    /// # Errors
    /// A sentence where the samples are others, and as [`Trainer::new`].
    pub fn resume(checkpoint: Checkpoint, samples: &'a Samples) -> Result<Trainer<'a>, String> {
        if checkpoint.fingerprint != samples.fingerprint() {
            return Err(
                "the checkpoint was made with other samples: give the same files in the same order".into()
            );
        }
        Trainer::with(checkpoint.plan, samples, checkpoint.parameters, checkpoint.points)
    }

    fn with(
        plan: Plan,
        samples: &'a Samples,
        parameters: Parameters,
        points: Vec<Point>,
    ) -> Result<Trainer<'a>, String> {
        if samples.train.is_empty() {
            return Err("there is nothing to learn from".into());
        }
        let fingerprint = samples.fingerprint();
        let threads = plan.threads.max(1);
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("the threads cannot be started: {error}"))?;
        let worker = || Worker {
            work: Work::new(plan.shape.blocks()),
            gradient: vec![Row::ZERO; parameters.exact.len()],
            loss: 0.0,
        };
        let workers = (0..threads).map(|_| worker()).collect();
        Ok(Trainer {
            plan,
            samples,
            segments: plan.shape.segments(),
            pool,
            workers,
            parameters,
            points,
            fingerprint,
        })
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// One point for each epoch so far.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// Epochs so far.
    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.points.len() as u32
    }

    /// The numbers that the model is run with.
    #[must_use]
    pub fn live(&self) -> &[Row] {
        &self.parameters.live
    }

    /// The numbers before rounding.
    #[must_use]
    pub fn exact(&self) -> &[Row] {
        &self.parameters.exact
    }

    /// All that is needed to go on later.
    #[must_use]
    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            plan: self.plan,
            fingerprint: self.fingerprint,
            points: self.points.clone(),
            parameters: self.parameters.clone(),
        }
    }

    /// Goes once through all samples; `watch` is told of every step.
    pub fn epoch(&mut self, watch: &mut dyn FnMut(Progress)) -> Point {
        let started = Instant::now();
        let epoch = self.epochs();
        let count = self.samples.train.len();
        let batches = self.plan.batches(count);
        let order = Shuffle::new(count, self.plan.seed ^ u64::from(epoch + 1).rotate_left(32));
        let rounded = self.plan.is_rounded(epoch);
        self.parameters.refresh(&self.segments, rounded);
        let (mut loss, mut rate) = (0.0, 0.0);
        for batch in 0..batches {
            let places = batch * count / batches..(batch + 1) * count / batches;
            let steps = batches as u64 * u64::from(self.plan.epochs);
            rate = self.plan.rate_at(self.parameters.steps, steps);
            let step = Step {
                rate: rate as f32,
                decay: self.plan.decay as f32,
                share: 1.0 / places.len() as f32,
                rounded,
            };
            let done = places.end;
            loss += self.learn(places, &order, step);
            watch(Progress { epoch: epoch + 1, samples: done, loss: loss / done as f64 });
        }
        let point = Point {
            epoch: epoch + 1,
            train: loss / count as f64,
            held_out: self.held_out_loss(),
            rate,
            seconds: started.elapsed().as_secs_f64(),
        };
        self.points.push(point);
        point
    }

    /// Learns from the samples at some places of the order; gives the sum of their losses.
    fn learn(&mut self, places: Range<usize>, order: &Shuffle, step: Step) -> f64 {
        let Trainer { plan, samples, segments, pool, workers, parameters, .. } = self;
        let threads = workers.len();
        let share = |thread| places.start + places.len() * thread / threads;
        let lesson = Lesson {
            shape: plan.shape,
            rows: &parameters.live,
            samples: &samples.train,
            order,
            lambda: plan.lambda as f32,
        };
        pool.install(|| {
            let workers = workers.par_iter_mut().with_max_len(1).enumerate();
            workers.for_each(|(thread, worker)| worker.learn(&lesson, share(thread)..share(thread + 1)));
        });
        let mut gradients: Vec<&mut [Row]> =
            workers.iter_mut().map(|worker| worker.gradient.as_mut_slice()).collect();
        pool.install(|| parameters.step(segments, step, &mut gradients));
        workers.iter().map(|worker| worker.loss).sum()
    }

    /// The mean loss over what is held out; `None` where nothing is.
    pub fn held_out_loss(&mut self) -> Option<f64> {
        let Trainer { plan, samples, pool, workers, parameters, .. } = self;
        let held_out = &samples.held_out;
        let (shape, lambda, threads) = (plan.shape, plan.lambda as f32, workers.len());
        let share = |thread| held_out.len() * thread / threads;
        pool.install(|| {
            workers.par_iter_mut().with_max_len(1).enumerate().for_each(|(thread, worker)| {
                let part = &held_out[share(thread)..share(thread + 1)];
                worker.loss = loss(shape, &parameters.live, part, lambda, &mut worker.work);
            });
        });
        let sum: f64 = workers.iter().map(|worker| worker.loss).sum();
        (!held_out.is_empty()).then(|| sum / held_out.len() as f64)
    }

    /// The outputs of the model with these numbers, which are the exact or the live ones.
    pub fn outputs(&mut self, exact: bool, samples: &[Sample]) -> Vec<f32> {
        let Trainer { plan, workers, parameters, .. } = self;
        let rows = if exact { &parameters.exact } else { &parameters.live };
        workers
            .first_mut()
            .map_or_else(Vec::new, |worker| plan.shape.outputs(rows, samples, &mut worker.work))
    }
}

impl Worker {
    fn learn(&mut self, lesson: &Lesson, places: Range<usize>) {
        self.loss = 0.0;
        for begin in places.clone().step_by(SLICE) {
            let slice = begin..places.end.min(begin + SLICE);
            let samples = slice.map(|place| lesson.samples[lesson.order.at(place)]);
            self.work.slice.fill(samples, lesson.lambda);
            lesson.shape.forward(lesson.rows, &mut self.work);
            self.loss += self.work.compare();
            lesson.shape.backward(lesson.rows, &mut self.work, &mut self.gradient);
        }
    }
}

/// The sum of the losses over samples.
fn loss(shape: Shape, rows: &[Row], samples: &[Sample], lambda: f32, work: &mut Work) -> f64 {
    let mut sum = 0.0;
    for part in samples.chunks(SLICE) {
        work.slice.fill(part.iter().copied(), lambda);
        shape.forward(rows, work);
        sum += work.compare();
    }
    sum
}
