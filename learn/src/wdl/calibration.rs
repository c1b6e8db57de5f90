//! Calibration: predicted and real results side by side.

use std::io::{self, Write};

use lancet::eval::wdl::Curve;
use lancet::types::Score;

use super::Observation;

/// Where one bucket of evaluation ends and the next begins, in centipawns as they are told.
const EDGES: [i32; 21] = [
    -1000, -600, -400, -300, -250, -200, -150, -100, -50, -25, 0, 25, 50, 100, 150, 200, 250, 300, 400, 600,
    1000,
];

/// Buckets of material, by where each begins.
const PHASES: [u32; 4] = [0, 31, 46, 62];

/// Centipawns about the score at which half of the games should be won.
const NEAR_EVEN: std::ops::RangeInclusive<i32> = 80..=120;

/// Standard errors of a bucket beyond which it decides nothing, in points.
const VAGUE: f64 = 0.01;

/// Positions with about the same evaluation.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bucket {
    /// Positions.
    pub positions: u64,
    /// Games that they come from.
    pub games: u64,
    /// The sum of what was predicted.
    predicted: f64,
    /// The sum of what came.
    real: f64,
    /// The sum of the squares of what each game differs by. Positions of a game are not independent.
    squares: f64,
}

/// Predicted and real results, by evaluation and by material.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    /// Points a game, by evaluation.
    pub scores: [Bucket; EDGES.len() + 1],
    /// Wins at about 100 centipawns, by material.
    pub wins: [Bucket; PHASES.len()],
}

impl Bucket {
    fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }

    /// How much more came than was predicted, a position.
    #[must_use]
    pub fn difference(&self) -> f64 {
        self.mean(self.real - self.predicted)
    }

    /// The standard error of the difference, clustered by game; nothing with fewer than two games.
    #[must_use]
    pub fn error(&self) -> Option<f64> {
        let games = self.games as f64;
        (self.games > 1).then(|| self.mean((self.squares * games / (games - 1.0)).sqrt()))
    }

    /// Adds what the positions of a game come to.
    fn add(&mut self, part: Part) {
        let Part { positions, predicted, real } = part;
        if positions > 0 {
            self.games += 1;
            self.positions += positions;
            self.predicted += predicted;
            self.real += real;
            self.squares += (real - predicted).powi(2);
        }
    }

    fn tell(&self, name: &str, out: &mut dyn Write) -> io::Result<()> {
        let percent = |number: f64| 100.0 * number;
        let error = self.error().map_or("-".into(), |error| format!("{:.2}", percent(error)));
        writeln!(
            out,
            "{name:>15}  {:>9}  {:>6}  {:>9.2}  {:>6.2}  {:>+10.2}  {error:>6}",
            self.positions,
            self.games,
            percent(self.mean(self.predicted)),
            percent(self.mean(self.real)),
            percent(self.difference()),
        )
    }
}

/// What the positions of one game give to a bucket.
#[derive(Clone, Copy, Default)]
struct Part {
    positions: u64,
    predicted: f64,
    real: f64,
}

impl Part {
    fn add(&mut self, predicted: f64, real: f64) {
        self.positions += 1;
        self.predicted += predicted;
        self.real += real;
    }
}

impl Calibration {
    /// Adds the positions of a game; `curve` predicts.
    pub fn add_game(&mut self, game: &[Observation], curve: impl Fn(&Observation) -> Curve) {
        let mut scores = [Part::default(); EDGES.len() + 1];
        let mut wins = [Part::default(); PHASES.len()];
        for one in game {
            let curve = curve(one);
            let units = f64::from(one.units);
            let win = curve.win(units);
            let told = curve.display_score(Score::new(one.units)).centipawns().unwrap_or_default();
            let expected = (1.0 + win - curve.win(-units)) / 2.0;
            scores[EDGES.partition_point(|edge| *edge <= told)].add(expected, f64::from(one.points) / 2.0);
            if NEAR_EVEN.contains(&told) {
                let phase = PHASES.partition_point(|first| *first <= one.material) - 1;
                wins[phase].add(win, f64::from(u8::from(one.points == 2)));
            }
        }
        self.scores.iter_mut().zip(scores).for_each(|(bucket, part)| bucket.add(part));
        self.wins.iter_mut().zip(wins).for_each(|(bucket, part)| bucket.add(part));
    }

    /// The largest difference of the buckets of evaluation that say something, and how many do not.
    #[must_use]
    pub fn worst(&self) -> (f64, usize) {
        let is_clear = |bucket: &&Bucket| bucket.error().is_some_and(|error| error <= VAGUE);
        let clear = self.scores.iter().filter(is_clear);
        let vague = self.scores.len() - clear.clone().count();
        (clear.map(|bucket| bucket.difference().abs()).fold(0.0, f64::max), vague)
    }

    /// Writes both tables.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        let header = "positions   games  predicted    real  difference   error";
        writeln!(out, "\nPoints of held-out games, in percent:\n{:>15}  {header}", "centipawns")?;
        for (bucket, index) in self.scores.iter().zip(0..) {
            let low = (index > 0).then(|| EDGES[index - 1]);
            let name = match (low, EDGES.get(index)) {
                (Some(low), Some(high)) => format!("{low} to {high}"),
                (Some(low), None) => format!("from {low}"),
                (None, _) => format!("below {}", EDGES[0]),
            };
            bucket.tell(&name, out)?;
        }
        let (worst, vague) = self.worst();
        writeln!(
            out,
            "largest difference {:.2} %, where the standard error (by game) is at most {:.0} %; {vague} buckets \
             say less",
            100.0 * worst,
            100.0 * VAGUE
        )?;
        let (low, high) = (NEAR_EVEN.start(), NEAR_EVEN.end());
        writeln!(out, "\nWins at {low} to {high} centipawns, in percent:\n{:>15}  {header}", "material")?;
        for (bucket, index) in self.wins.iter().zip(0..) {
            let high = PHASES.get(index + 1).map_or("".into(), |next| format!(" to {}", next - 1));
            bucket.tell(&format!("{}{high}", PHASES[index]), out)?;
        }
        Ok(())
    }
}
