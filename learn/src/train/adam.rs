//! The optimizer: AdamW (Loshchilov and Hutter, "Decoupled Weight Decay Regularization").

use rayon::prelude::*;

use super::parameters::{ParameterGroup, Row, Rule};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Rows per task, few enough that what a task touches stays in the cache.
const CHUNK: usize = 128;

/// The parameters of a model and the state of the optimizer.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameters {
    /// The master weights, which are updated.
    pub master: Vec<Row>,
    /// The weights of the forward pass: the master weights, or their quantized values in the last epoch, which
    /// [`Architecture::merge`](super::architecture::Architecture::merge) completes.
    pub forward: Vec<Row>,
    /// The first moment: the running mean of the gradient.
    pub mean: Vec<Row>,
    /// The second moment: the running mean of the squared gradient.
    pub square: Vec<Row>,
    /// The number of steps so far.
    pub steps: u64,
    /// Whether the weights of the forward pass are quantized.
    pub is_quantized: bool,
}

/// The settings of a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step {
    /// The learning rate.
    pub rate: f32,
    /// The weight decay.
    pub decay: f32,
    /// The factor of the summed gradients.
    pub gradient_scale: f32,
    /// Whether the weights of the forward pass are quantized.
    pub is_quantized: bool,
}

/// A chunk of rows, from row number `first`.
struct Chunk<'a> {
    first: usize,
    master: &'a mut [Row],
    forward: &'a mut [Row],
    mean: &'a mut [Row],
    square: &'a mut [Row],
    gradients: Vec<&'a mut [Row]>,
}

impl Parameters {
    /// Creates the state before the first step.
    #[must_use]
    pub fn new(master: Vec<Row>) -> Parameters {
        let zero = vec![Row::ZERO; master.len()];
        Parameters {
            forward: master.clone(),
            master,
            mean: zero.clone(),
            square: zero,
            steps: 0,
            is_quantized: false,
        }
    }

    /// Takes a step against the sum of `gradients`, and resets them to zero. The weights of the forward pass are not
    /// merged.
    pub fn step(&mut self, groups: &[ParameterGroup], step: Step, gradients: &mut [&mut [Row]]) {
        self.steps += 1;
        self.is_quantized = step.is_quantized;
        let time = self.steps as f64;
        let mean = 1.0 - f64::from(BETA_1).powf(time);
        let square = 1.0 - f64::from(BETA_2).powf(time);
        let update = Update { step, mean: (1.0 / mean) as f32, square: (1.0 / square) as f32 };
        self.chunks(gradients).into_par_iter().for_each(|chunk| chunk.run(groups, &update));
    }

    /// Recomputes the weights of the forward pass, not merged, from the master weights.
    pub fn refresh(&mut self, groups: &[ParameterGroup], is_quantized: bool) {
        self.is_quantized = is_quantized;
        for ParameterGroup { rows, rule } in groups {
            for (forward, master) in self.forward[rows.clone()].iter_mut().zip(&self.master[rows.clone()]) {
                forward.0 = master
                    .0
                    .map(|weight| if is_quantized { rule.quantize(weight) / rule.scale } else { weight });
            }
        }
    }

    fn chunks<'a>(&'a mut self, gradients: &'a mut [&mut [Row]]) -> Vec<Chunk<'a>> {
        let mut gradients: Vec<_> = gradients.iter_mut().map(|rows| rows.chunks_mut(CHUNK)).collect();
        let weights = self.master.chunks_mut(CHUNK).zip(self.forward.chunks_mut(CHUNK));
        let moments = self.mean.chunks_mut(CHUNK).zip(self.square.chunks_mut(CHUNK));
        let chunk = |(index, ((master, forward), (mean, square)))| Chunk {
            first: index * CHUNK,
            master,
            forward,
            mean,
            square,
            gradients: gradients.iter_mut().filter_map(Iterator::next).collect(),
        };
        weights.zip(moments).enumerate().map(chunk).collect()
    }
}

/// A step with the bias corrections of both moments.
struct Update {
    step: Step,
    mean: f32,
    square: f32,
}

impl Chunk<'_> {
    fn run(mut self, groups: &[ParameterGroup], update: &Update) {
        let Some((gradient, others)) = self.gradients.split_first_mut() else { return };
        for other in others {
            for (sum, row) in gradient.iter_mut().zip(other.iter_mut()) {
                sum.add(row);
                *row = Row::ZERO;
            }
        }
        let rows = self.first..self.first + self.master.len();
        for ParameterGroup { rows: range, rule } in groups {
            let (start, end) = (range.start.max(rows.start), range.end.min(rows.end));
            for row in start..end.max(start) {
                let index = row - self.first;
                update.row(
                    rule,
                    [&mut self.master[index], &mut self.forward[index], &mut self.mean[index]],
                    &mut self.square[index],
                    &mut gradient[index],
                );
            }
        }
    }
}

impl Update {
    #[inline]
    fn row(&self, rule: &Rule, [master, forward, mean]: [&mut Row; 3], square: &mut Row, gradient: &mut Row) {
        let Step { rate, decay, gradient_scale, is_quantized } = self.step;
        let kept = 1.0 - rate * decay * rule.decay;
        let lanes = master.0.iter_mut().zip(&mut mean.0).zip(square.0.iter_mut().zip(&mut gradient.0));
        for ((weight, mean), (square, gradient)) in lanes {
            let slope = *gradient * gradient_scale;
            *gradient = 0.0;
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * slope;
            *square = BETA_2 * *square + (1.0 - BETA_2) * slope * slope;
            let direction = *mean * self.mean / ((*square * self.square).sqrt() + EPSILON);
            *weight = (*weight * kept - rate * direction).clamp(-rule.limit, rule.limit);
        }
        if is_quantized {
            for (forward, weight) in forward.0.iter_mut().zip(&master.0) {
                *forward = rule.quantize(*weight) / rule.scale;
            }
        } else {
            *forward = *master;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minimum_is_found_within_limits() {
        let mut parameters = Parameters::new(vec![Row([1.0; 32]); 3]);
        let rule = |limit| Rule { decay: 0.0, limit, scale: 64.0 };
        let groups = [
            ParameterGroup { rows: 0..1, rule: rule(10.0) },
            ParameterGroup { rows: 1..3, rule: rule(0.25) },
        ];
        let step = Step { rate: 0.01, decay: 0.0, gradient_scale: 0.5, is_quantized: true };
        for _ in 0..2000 {
            // Each of two threads contributes half of the gradient of (x + 0.5)^2.
            let slopes: Vec<Row> =
                parameters.master.iter().map(|row| Row(row.0.map(|weight| 2.0 * (weight + 0.5)))).collect();
            let (mut a, mut b) = (slopes.clone(), slopes);
            parameters.step(&groups, step, &mut [&mut a, &mut b]);
            assert!(a.iter().chain(&b).all(|row| *row == Row::ZERO));
        }
        for lane in 0..32 {
            assert!((parameters.master[0].0[lane] + 0.5).abs() < 0.01);
            assert_eq!(parameters.forward[0].0[lane], -0.5);
            assert_eq!(parameters.master[2].0[lane], -0.25);
        }
        let forward = parameters.forward.clone();
        parameters.refresh(&groups, true);
        assert_eq!(forward, parameters.forward);
    }

    /// Two steps with the gradients 1/2 and -1/4, computed by hand from algorithm 2 of the paper.
    #[test]
    fn the_update_is_that_of_adam() {
        let mut parameters = Parameters::new(vec![Row([1.0; 32])]);
        let groups = [ParameterGroup { rows: 0..1, rule: Rule { decay: 0.0, limit: 2.0, scale: 64.0 } }];
        let step = Step { rate: 0.1, decay: 0.0, gradient_scale: 1.0, is_quantized: false };
        for (gradient, expected) in [(0.5, 0.9), (-0.25, 0.873_366_4)] {
            parameters.step(&groups, step, &mut [&mut [Row([gradient; 32])]]);
            assert!((parameters.master[0].0[0] - expected).abs() < 1e-6, "{}", parameters.master[0].0[0]);
        }
    }

    #[test]
    fn weight_decay_differs_by_group() {
        let mut parameters = Parameters::new(vec![Row([1.0; 32]); 3]);
        let rule = |decay| Rule { decay, limit: 2.0, scale: 64.0 };
        let groups = [
            ParameterGroup { rows: 0..1, rule: rule(1.0) },
            ParameterGroup { rows: 1..2, rule: rule(0.0) },
            ParameterGroup { rows: 2..3, rule: rule(30.0) },
        ];
        let step = Step { rate: 0.1, decay: 0.1, gradient_scale: 1.0, is_quantized: false };
        for _ in 0..10 {
            parameters.step(&groups, step, &mut [&mut [Row::ZERO; 3]]);
        }
        assert!((parameters.master[0].0[0] - 0.99f32.powi(10)).abs() < 1e-5);
        assert_eq!(parameters.master[1].0[0], 1.0);
        assert!((parameters.master[2].0[0] - 0.7f32.powi(10)).abs() < 1e-5);
    }
}
