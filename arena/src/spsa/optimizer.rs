//! The optimizer: simultaneous perturbation stochastic approximation (SPSA) of whatever compares two points.
//!
//! Iteration k moves all variables by plus or minus c_k at random, compares the point on one side with the point on the
//! other, and moves the variables towards the better one, in proportion to the result. The gains fall as
//! a_k = a / (A + k)^0.602 and c_k = c / k^0.101, k from 1.
//!
//! As in OpenBench and fishtest a variable is described by its perturbation at the end of the run, `c_end`, and all by
//! the learning rate at the end, `r_end`: a = r_end c_end^2 (A + n)^0.602 and c = c_end n^0.101 for n iterations, and
//! a result of one point moves a variable by a_k / c_k.
//!
//! Source: J. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation", IEEE
//! Transactions on Automatic Control 37(3), 1992; the gains from J. Spall, "Implementation of the Simultaneous Perturbation
//! Algorithm for Stochastic Optimization", IEEE Transactions on Aerospace and Electronic Systems 34(3), 1998.

use std::collections::VecDeque;

use lancet::rng::Rng;

/// The exponents of the gains.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;

/// A of the gains as a fraction of the iterations.
const STABILITY: f64 = 0.1;

/// Separates the random numbers of perturbations from those of other things with the same seed.
const STREAM: u64 = 0x5350_5341;

/// A variable.
#[derive(Clone, PartialEq, Debug)]
pub struct Variable {
    /// The value before the first iteration.
    pub start: f64,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The perturbation in the last iteration.
    pub c_end: f64,
}

/// The length of a run, and how fast its variables move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// The number of iterations.
    pub iterations: u64,
    /// The learning rate in the last iteration: the part of `c_end` by which a result of one point moves a variable.
    pub r_end: f64,
    /// The number of earlier iterations whose results an iteration lacks: it perturbs the values after all earlier ones
    /// but the last `lag`.
    pub lag: u64,
}

/// The state of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    variables: Vec<Variable>,
    schedule: Schedule,
    seed: u64,
    /// The number of iterations whose results have been applied.
    applied: u64,
    /// The values after the last iterations, as far back as the lag reaches; the last are the present ones.
    recent: VecDeque<Vec<f64>>,
}

impl Spsa {
    /// Creates the state before the first iteration.
    #[must_use]
    pub fn new(variables: Vec<Variable>, schedule: Schedule, seed: u64) -> Spsa {
        let start = variables.iter().map(|variable| variable.start).collect();
        Spsa { variables, schedule, seed, applied: 0, recent: VecDeque::from([start]) }
    }

    /// Returns the number of iterations whose results have been applied.
    #[must_use]
    pub fn applied(&self) -> u64 {
        self.applied
    }

    /// Returns the values of the variables.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        self.recent.back().map_or(&[], Vec::as_slice)
    }

    /// Returns the values after the last iterations, the present ones last: with [`Spsa::applied`] the whole state.
    pub fn recent(&self) -> impl Iterator<Item = &[f64]> {
        self.recent.iter().map(Vec::as_slice)
    }

    /// Continues from a state of the same run; returns false if it cannot be one.
    pub fn resume(&mut self, applied: u64, recent: Vec<Vec<f64>>) -> bool {
        let expected = applied.min(self.schedule.lag) + 1;
        let is_complete = recent.len() as u64 == expected && applied <= self.schedule.iterations;
        let is_valid = |(value, variable): (&f64, &Variable)| (variable.min..=variable.max).contains(value);
        let fits = |values: &Vec<f64>| {
            values.len() == self.variables.len() && values.iter().zip(&self.variables).all(is_valid)
        };
        if !is_complete || !recent.iter().all(fits) {
            return false;
        }
        (self.applied, self.recent) = (applied, recent.into());
        true
    }

    /// Returns the two points that an iteration compares, from 0; `None` if it has ended, or depends on the result of one
    /// that has not.
    #[must_use]
    pub fn points(&self, iteration: u64) -> Option<[Vec<f64>; 2]> {
        let base = iteration.saturating_sub(self.schedule.lag);
        let oldest = self.applied + 1 - self.recent.len() as u64;
        let values = self.recent.get(usize::try_from(base.checked_sub(oldest)?).ok()?)?;
        if iteration < self.applied {
            return None;
        }
        let directions = self.directions(iteration);
        let point = |sign: f64| {
            let all = self.variables.iter().zip(values).zip(&directions);
            let moved = all.map(|((variable, value), direction)| {
                let c = self.perturbation(variable, iteration);
                (value + sign * direction * c).clamp(variable.min, variable.max)
            });
            moved.collect()
        };
        Some([point(1.0), point(-1.0)])
    }

    /// Applies the result of the next iteration: the points that its first point has won and not lost.
    pub fn apply(&mut self, result: f64) {
        let directions = self.directions(self.applied);
        let all = self.variables.iter().zip(self.values()).zip(&directions);
        let moved = all.map(|((variable, value), direction)| {
            let step = self.step(variable, self.applied) * direction * result;
            (value + step).clamp(variable.min, variable.max)
        });
        let moved = moved.collect();
        self.recent.push_back(moved);
        self.applied += 1;
        if self.recent.len() as u64 > self.schedule.lag + 1 {
            self.recent.pop_front();
        }
    }

    /// The directions in which an iteration perturbs the variables, 1 or -1.
    fn directions(&self, iteration: u64) -> Vec<f64> {
        let mut rng = Rng::of_game(self.seed ^ STREAM, iteration);
        self.variables.iter().map(|_| if rng.below(2) == 0 { -1.0 } else { 1.0 }).collect()
    }

    /// c_k of a variable.
    fn perturbation(&self, variable: &Variable, iteration: u64) -> f64 {
        let (k, n) = (iteration as f64 + 1.0, self.schedule.iterations as f64);
        variable.c_end * (n / k).powf(GAMMA)
    }

    /// a_k / c_k of a variable.
    fn step(&self, variable: &Variable, iteration: u64) -> f64 {
        let (k, n) = (iteration as f64 + 1.0, self.schedule.iterations as f64);
        let stability = STABILITY * n;
        let a =
            self.schedule.r_end * variable.c_end.powi(2) * ((stability + n) / (stability + k)).powf(ALPHA);
        a / self.perturbation(variable, iteration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEDULE: Schedule = Schedule { iterations: 10_000, r_end: 0.01, lag: 4 };

    fn variable(start: f64, min: f64, max: f64, c_end: f64) -> Variable {
        Variable { start, min, max, c_end }
    }

    /// Variables of different sizes with the place of their optimum.
    fn variables() -> Vec<(Variable, f64)> {
        vec![
            (variable(20.0, 0.0, 300.0, 15.0), 110.0),
            (variable(1500.0, 0.0, 2000.0, 80.0), 700.0),
            (variable(2.0, 1.0, 12.0, 1.0), 6.0),
            (variable(0.0, -50.0, 50.0, 4.0), 0.0),
            (variable(90.0, 0.0, 100.0, 5.0), 100.0),
        ]
    }

    /// Two games between two points, as between engines whose strength falls with the squared distance to the optimum in
    /// units of `c_end`: the result has mean and noise of real games with a third of draws.
    fn play(rng: &mut Rng, points: [&[f64]; 2]) -> f64 {
        let elo = |values: &[f64]| -> f64 {
            let all = variables().into_iter().zip(values);
            all.map(|((variable, optimum), value)| -2.0 * ((value - optimum) / variable.c_end).powi(2)).sum()
        };
        let score = 1.0 / (1.0 + 10f64.powf((elo(points[1]) - elo(points[0])) / 400.0));
        let mut game = || {
            let draws = 0.33 * (1.0 - (2.0 * score - 1.0).abs());
            let random = rng.below(1 << 30) as f64 / f64::from(1 << 30);
            if random < score - draws / 2.0 {
                1.0
            } else if random < score + draws / 2.0 {
                0.0
            } else {
                -1.0
            }
        };
        game() + game()
    }

    /// Runs all iterations, one after the other. `compare` returns the result of the first of two points.
    fn run(spsa: &mut Spsa, mut compare: impl FnMut([&[f64]; 2]) -> f64) {
        for iteration in 0..SCHEDULE.iterations {
            let [plus, minus] = spsa.points(iteration).expect("the iterations before are applied");
            spsa.apply(compare([&plus, &minus]));
        }
    }

    #[test]
    fn the_optimum_is_found_from_games() {
        for seed in 1..=3 {
            let start = variables().into_iter().map(|(variable, _)| variable).collect();
            let mut spsa = Spsa::new(start, SCHEDULE, seed);
            let mut rng = Rng::new(seed);
            run(&mut spsa, |points| play(&mut rng, points));
            assert_eq!(spsa.applied(), 10_000);
            for ((variable, optimum), value) in variables().iter().zip(spsa.values()) {
                let (before, after) = ((variable.start - optimum).abs(), (value - optimum).abs());
                let tolerance = (0.15 * before).max(1.5 * variable.c_end);
                assert!(after < tolerance, "seed {seed}: {value} is not near {optimum}");
            }
        }
    }

    #[test]
    fn games_without_a_difference_move_nothing_far() {
        let start = variable(50.0, 0.0, 100.0, 5.0);
        let mut spsa = Spsa::new(vec![start], SCHEDULE, 1);
        let mut rng = Rng::new(2);
        run(&mut spsa, |_| f64::from(u32::try_from(rng.below(5)).expect("small")) - 2.0);
        assert!((spsa.values()[0] - 50.0).abs() < 25.0, "{:?}", spsa.values());
    }

    #[test]
    fn gains_are_those_of_the_field() {
        let spsa = Spsa::new(vec![variable(100.0, 0.0, 200.0, 8.0)], SCHEDULE, 1);
        let variable = &spsa.variables[0];
        // In the last iteration: c_end, and r_end times c_end for a point.
        assert!((spsa.perturbation(variable, 9_999) - 8.0).abs() < 1e-12);
        assert!((spsa.step(variable, 9_999) - 0.08).abs() < 1e-12);
        // In the first by hand: c = 8 * 10000^0.101, a = 0.01 * 64 * 11000^0.602, A = 1000.
        assert!(
            (spsa.perturbation(variable, 0) - 20.2810).abs() < 1e-3,
            "{}",
            spsa.perturbation(variable, 0)
        );
        assert!((spsa.step(variable, 0) - 0.13358).abs() < 1e-4, "{}", spsa.step(variable, 0));
    }

    #[test]
    fn points_lie_on_both_sides_and_in_range() {
        let spsa = Spsa::new(vec![variable(100.0, 90.0, 130.0, 8.0)], SCHEDULE, 1);
        let [plus, minus] = spsa.points(0).expect("the first iteration");
        let mut both = [plus[0], minus[0]];
        both.sort_by(f64::total_cmp);
        assert!(both[0] == 90.0 && (both[1] - 120.2810).abs() < 1e-3, "{both:?}");
        let positive = (0..400).filter(|iteration| spsa.directions(*iteration)[0] > 0.0).count();
        assert!((160..240).contains(&positive), "{positive}");
    }

    #[test]
    fn an_iteration_waits_for_those_beyond_the_lag_and_a_run_can_be_resumed() {
        let new = || Spsa::new(vec![variable(50.0, 0.0, 100.0, 5.0)], SCHEDULE, 7);
        let mut spsa = new();
        assert!(spsa.points(4).is_some() && spsa.points(5).is_none());
        let ahead = spsa.points(4);
        for result in [2.0, -1.0, 0.0] {
            spsa.apply(result);
        }
        // The result of another iteration does not change what it compares.
        assert_eq!(spsa.points(4), ahead);
        assert!(spsa.points(2).is_none() && spsa.points(7).is_some() && spsa.points(8).is_none());
        for result in [1.0, 1.0, -2.0] {
            spsa.apply(result);
        }
        let recent: Vec<Vec<f64>> = spsa.recent().map(<[f64]>::to_vec).collect();
        assert_eq!(recent.len(), 5);
        let mut other = new();
        assert!(other.resume(6, recent.clone()) && other == spsa);
        assert!(!new().resume(6, recent[1..].to_vec()) && !new().resume(2, recent.clone()));
        assert!(!new().resume(6, vec![vec![101.0]; 5]) && !new().resume(6, vec![Vec::new(); 5]));
    }
}
