//! The calibration of the win-draw-loss model: predicted and actual results by bucket.

use std::io::{self, Write};

use lancet::eval::wdl::Curve;
use lancet::types::Score;

use super::Observation;

/// The edges of the buckets of scores, in displayed centipawns.
const EDGES: [i32; 21] = [
    -1000, -600, -400, -300, -250, -200, -150, -100, -50, -25, 0, 25, 50, 100, 150, 200, 250, 300, 400, 600,
    1000,
];

/// The lower edges of the buckets of material.
const PHASES: [u32; 4] = [0, 31, 46, 62];

/// The displayed centipawns around 100, where half of the games should be won.
const NEAR_PAWN: std::ops::RangeInclusive<i32> = 80..=120;

/// The largest standard error with which a bucket is used to assess the calibration, in points.
const MAX_ERROR: f64 = 0.01;

/// The largest difference of a bucket with which a model is written, in points, apart from twice its standard error.
const MAX_DIFFERENCE: f64 = 0.02;

/// Positions with about the same score or material.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bucket {
    /// The number of positions.
    pub positions: u64,
    /// The number of games from which they come.
    pub games: u64,
    /// The sum of the predicted results.
    predicted: f64,
    /// The sum of the actual results.
    actual: f64,
    /// The sum of the squared differences by game, as positions of a game are not independent.
    squares: f64,
}

/// Predicted and actual results, by score and by material.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    /// Points, by displayed score.
    pub scores: [Bucket; EDGES.len() + 1],
    /// Wins at about 100 displayed centipawns, by material.
    pub wins: [Bucket; PHASES.len()],
}

impl Bucket {
    fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }

    /// Returns the mean difference between actual and predicted result.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.mean(self.actual - self.predicted)
    }

    /// Returns the standard error of the difference, clustered by game; `None` with fewer than two games.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let games = self.games as f64;
        (self.games > 1).then(|| self.mean((self.squares * games / (games - 1.0)).sqrt()))
    }

    /// Adds the positions of a game.
    fn add(&mut self, part: Part) {
        let Part { positions, predicted, actual } = part;
        if positions > 0 {
            self.games += 1;
            self.positions += positions;
            self.predicted += predicted;
            self.actual += actual;
            self.squares += (actual - predicted).powi(2);
        }
    }

    fn print(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let percent = |number: f64| 100.0 * number;
        let error = self.error().map_or("-".into(), |error| format!("{:.2}", percent(error)));
        writeln!(
            out,
            "{name:>15}  {:>9}  {:>6}  {:>9.2}  {:>6.2}  {:>+10.2}  {error:>6}",
            self.positions,
            self.games,
            percent(self.mean(self.predicted)),
            percent(self.mean(self.actual)),
            percent(self.difference()),
        )
    }
}

/// The positions of one game in a bucket.
#[derive(Clone, Copy, Default)]
struct Part {
    positions: u64,
    predicted: f64,
    actual: f64,
}

impl Part {
    fn add(&mut self, predicted: f64, actual: f64) {
        self.positions += 1;
        self.predicted += predicted;
        self.actual += actual;
    }
}

impl Calibration {
    /// Adds the positions of a game, with the curves by which they are predicted.
    pub fn add_game(&mut self, game: &[Observation], curve: impl Fn(&Observation) -> Curve) {
        let mut scores = [Part::default(); EDGES.len() + 1];
        let mut wins = [Part::default(); PHASES.len()];
        for one in game {
            let curve = curve(one);
            let units = f64::from(one.units);
            let win = curve.win(units);
            let displayed = curve.display_score(Score::new(one.units)).centipawns().unwrap_or_default();
            let expected = (1.0 + win - curve.win(-units)) / 2.0;
            scores[EDGES.partition_point(|edge| *edge <= displayed)]
                .add(expected, f64::from(one.points) / 2.0);
            if NEAR_PAWN.contains(&displayed) {
                let phase = PHASES.partition_point(|first| *first <= one.material) - 1;
                wins[phase].add(win, f64::from(u8::from(one.points == 2)));
            }
        }
        self.scores.iter_mut().zip(scores).for_each(|(bucket, part)| bucket.add(part));
        self.wins.iter_mut().zip(wins).for_each(|(bucket, part)| bucket.add(part));
    }

    /// Reports whether no bucket of scores differs by more than 2 % plus twice its standard error.
    #[must_use]
    pub fn is_acceptable(&self) -> bool {
        let is_off = |bucket: &Bucket| {
            let error = bucket.error().unwrap_or(f64::INFINITY);
            bucket.difference().abs() > MAX_DIFFERENCE + 2.0 * error
        };
        !self.scores.iter().any(is_off)
    }

    /// Returns the largest absolute difference among the buckets of scores with a small standard error, `None` if there
    /// is none, and the number of other buckets.
    #[must_use]
    pub fn worst(&self) -> (Option<f64>, usize) {
        let is_precise = |bucket: &&Bucket| bucket.error().is_some_and(|error| error <= MAX_ERROR);
        let precise = self.scores.iter().filter(is_precise);
        let imprecise = self.scores.len() - precise.clone().count();
        (precise.map(|bucket| bucket.difference().abs()).reduce(f64::max), imprecise)
    }

    /// Prints both tables.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = "positions   games  predicted  actual  difference   error";
        writeln!(out, "\nPoints of held-out games, in percent:\n{:>15}  {header}", "centipawns")?;
        for (bucket, index) in self.scores.iter().zip(0..) {
            let low = (index > 0).then(|| EDGES[index - 1]);
            let name = match (low, EDGES.get(index)) {
                (Some(low), Some(high)) => format!("{low} to {high}"),
                (Some(low), None) => format!("from {low}"),
                (None, _) => format!("below {}", EDGES[0]),
            };
            bucket.print(&name, out)?;
        }
        let (worst, imprecise) = self.worst();
        let worst = worst.map_or("no difference known".into(), |worst| {
            format!("largest difference {:.2} %", 100.0 * worst)
        });
        let limit = 100.0 * MAX_ERROR;
        writeln!(
            out,
            "{worst} among buckets with a standard error of at most {limit:.0} %; {imprecise} other buckets"
        )?;
        let (low, high) = (NEAR_PAWN.start(), NEAR_PAWN.end());
        writeln!(out, "\nWins at {low} to {high} centipawns, in percent:\n{:>15}  {header}", "material")?;
        for (bucket, index) in self.wins.iter().zip(0..) {
            let high = PHASES.get(index + 1).map_or("".into(), |next| format!(" to {}", next - 1));
            bucket.print(&format!("{}{high}", PHASES[index]), out)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a bucket of 100 games with a difference and its standard error.
    fn bucket(difference: f64, error: f64) -> Bucket {
        let squares = (100.0 * error).powi(2) * 99.0 / 100.0;
        Bucket { positions: 100, games: 100, predicted: 50.0, actual: 50.0 + 100.0 * difference, squares }
    }

    #[test]
    fn a_difference_beyond_the_limit_plus_twice_its_error_is_refused() {
        for (difference, is_acceptable) in [(0.039, true), (-0.039, true), (0.041, false), (-0.041, false)] {
            let mut calibration = Calibration::default();
            calibration.scores[3] = bucket(difference, 0.01);
            assert!((calibration.scores[3].error().unwrap() - 0.01).abs() < 1e-9);
            assert_eq!(calibration.is_acceptable(), is_acceptable, "{difference}");
        }
    }
}
