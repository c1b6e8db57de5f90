//! Adam: steps down the gradient, each number at its own pace (AdamW of Loshchilov and Hutter).

use rayon::prelude::*;

use super::row::Row;
use super::segment::{Rule, Segment};

const FIRST_DECAY: f32 = 0.9;
const SECOND_DECAY: f32 = 0.999;
const SMALL: f32 = 1e-8;

/// Rows that a thread takes at a time: what it touches of them stays in its cache.
const CHUNK: usize = 128;

/// A model's numbers and what is remembered of their gradients.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// The numbers that learn.
    pub exact: Vec<Row>,
    /// The numbers that the model is run with: the exact ones, or those rounded as the engine's
    /// whole numbers are.
    pub live: Vec<Row>,
    /// The running mean of the gradient.
    pub mean: Vec<Row>,
    /// The running mean of its square.
    pub square: Vec<Row>,
    /// Steps taken.
    pub steps: u64,
}

/// How a step is taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The rate.
    pub rate: f32,
    /// How strongly numbers are drawn to zero.
    pub decay: f32,
    /// What the gradients are to be multiplied with.
    pub share: f32,
    /// The live numbers are rounded.
    pub rounded: bool,
}

/// The same rows of everything.
struct Job<'a> {
    first: usize,
    exact: &'a mut [Row],
    live: &'a mut [Row],
    mean: &'a mut [Row],
    square: &'a mut [Row],
    gradients: Vec<&'a mut [Row]>,
}

impl Parameters {
    /// Parameters that have learned nothing yet.
    #[must_use]
    pub fn new(exact: Vec<Row>) -> Parameters {
        let zero = vec![Row::ZERO; exact.len()];
        Parameters { live: exact.clone(), exact, mean: zero.clone(), square: zero, steps: 0 }
    }

    /// Takes a step down the sum of `gradients`, and sets them to zero.
    pub fn step(&mut self, segments: &[Segment], step: Step, gradients: &mut [&mut [Row]]) {
        self.steps += 1;
        let time = self.steps as f64;
        let first = 1.0 - f64::from(FIRST_DECAY).powf(time);
        let second = 1.0 - f64::from(SECOND_DECAY).powf(time);
        let pace = Pace { step, mean: (1.0 / first) as f32, square: (1.0 / second) as f32 };
        self.jobs(gradients).into_par_iter().for_each(|job| job.run(segments, &pace));
    }

    /// Makes the live numbers anew from the exact ones.
    pub fn refresh(&mut self, segments: &[Segment], rounded: bool) {
        for Segment { rows, rule } in segments {
            for (live, exact) in self.live[rows.clone()].iter_mut().zip(&self.exact[rows.clone()]) {
                live.0 = exact.0.map(|number| if rounded { rule.round(number) / rule.steps } else { number });
            }
        }
    }

    fn jobs<'a>(&'a mut self, gradients: &'a mut [&mut [Row]]) -> Vec<Job<'a>> {
        let mut gradients: Vec<_> = gradients.iter_mut().map(|rows| rows.chunks_mut(CHUNK)).collect();
        let exact = self.exact.chunks_mut(CHUNK).zip(self.live.chunks_mut(CHUNK));
        let means = self.mean.chunks_mut(CHUNK).zip(self.square.chunks_mut(CHUNK));
        let job = |(place, ((exact, live), (mean, square)))| Job {
            first: place * CHUNK,
            exact,
            live,
            mean,
            square,
            gradients: gradients.iter_mut().filter_map(Iterator::next).collect(),
        };
        exact.zip(means).enumerate().map(job).collect()
    }
}

struct Pace {
    step: Step,
    mean: f32,
    square: f32,
}

impl Job<'_> {
    fn run(mut self, segments: &[Segment], pace: &Pace) {
        let Some((gradient, others)) = self.gradients.split_first_mut() else { return };
        for other in others {
            for (sum, row) in gradient.iter_mut().zip(other.iter_mut()) {
                sum.add(row);
                *row = Row::ZERO;
            }
        }
        let rows = self.first..self.first + self.exact.len();
        for Segment { rows: range, rule } in segments {
            let (begin, end) = (range.start.max(rows.start), range.end.min(rows.end));
            for place in begin..end.max(begin) {
                let place = place - self.first;
                pace.row(
                    rule,
                    [&mut self.exact[place], &mut self.live[place], &mut self.mean[place]],
                    &mut self.square[place],
                    &mut gradient[place],
                );
            }
        }
    }
}

impl Pace {
    #[inline]
    fn row(&self, rule: &Rule, [exact, live, mean]: [&mut Row; 3], square: &mut Row, gradient: &mut Row) {
        let Step { rate, decay, share, rounded } = self.step;
        let kept = if rule.decays { 1.0 - rate * decay } else { 1.0 };
        let lanes = exact.0.iter_mut().zip(&mut mean.0).zip(square.0.iter_mut().zip(&mut gradient.0));
        for ((number, mean), (square, gradient)) in lanes {
            let slope = *gradient * share;
            *gradient = 0.0;
            *mean = FIRST_DECAY * *mean + (1.0 - FIRST_DECAY) * slope;
            *square = SECOND_DECAY * *square + (1.0 - SECOND_DECAY) * slope * slope;
            let down = *mean * self.mean / ((*square * self.square).sqrt() + SMALL);
            *number = (*number * kept - rate * down).clamp(-rule.limit, rule.limit);
        }
        if rounded {
            for (live, number) in live.0.iter_mut().zip(&exact.0) {
                *live = rule.round(*number) / rule.steps;
            }
        } else {
            *live = *exact;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_valley_is_found_and_limits_hold() {
        let mut parameters = Parameters::new(vec![Row([1.0; 32]); 3]);
        let rule = |limit| Rule { decays: false, limit, steps: 64.0 };
        let segments = [Segment { rows: 0..1, rule: rule(10.0) }, Segment { rows: 1..3, rule: rule(0.25) }];
        let step = Step { rate: 0.01, decay: 0.0, share: 0.5, rounded: true };
        for _ in 0..2000 {
            // Half of the slope of (x + 0.5)^2 comes from each of two threads.
            let slopes: Vec<Row> =
                parameters.exact.iter().map(|row| Row(row.0.map(|number| 2.0 * (number + 0.5)))).collect();
            let (mut a, mut b) = (slopes.clone(), slopes);
            parameters.step(&segments, step, &mut [&mut a, &mut b]);
            assert!(a.iter().chain(&b).all(|row| *row == Row::ZERO));
        }
        for lane in 0..32 {
            assert!((parameters.exact[0].0[lane] + 0.5).abs() < 0.01);
            assert_eq!(parameters.live[0].0[lane], -0.5);
            assert_eq!(parameters.exact[2].0[lane], -0.25);
        }
        let live = parameters.live.clone();
        parameters.refresh(&segments, true);
        assert_eq!(live, parameters.live);
    }

    #[test]
    fn decay_draws_to_zero_where_it_holds() {
        let mut parameters = Parameters::new(vec![Row([1.0; 32]); 2]);
        let rule = |decays| Rule { decays, limit: 2.0, steps: 64.0 };
        let segments = [Segment { rows: 0..1, rule: rule(true) }, Segment { rows: 1..2, rule: rule(false) }];
        let step = Step { rate: 0.1, decay: 0.1, share: 1.0, rounded: false };
        for _ in 0..10 {
            parameters.step(&segments, step, &mut [&mut [Row::ZERO; 2]]);
        }
        assert!((parameters.exact[0].0[0] - 0.99f32.powi(10)).abs() < 1e-5);
        assert_eq!(parameters.exact[1].0[0], 1.0);
    }
}
