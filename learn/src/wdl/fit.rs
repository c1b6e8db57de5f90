//! The maximum-likelihood fit of the win-draw-loss model to results of games.
//!
//! The method is Fisher scoring (Newton's method with the expected instead of the observed information
//! matrix) with Levenberg-Marquardt damping. A saturation at an end of its range that the gradient would move out of it
//! stays there.

use std::array::from_fn;
use std::io::{self, Write};
use std::ops::RangeInclusive;

use lancet::eval::wdl::{Curve, Curves, KNOTS};
use thiserror::Error;

/// The parameters of a curve: midpoint, width and saturation.
const PARAMETERS: usize = 3;

/// The number of parameters of the model; those of one kind are adjacent.
const SIZE: usize = PARAMETERS * KNOTS.len();

/// The range of the saturation: below there is hardly a curve left, above it is almost the logistic function.
const SATURATIONS: RangeInclusive<f64> = 50.0..=5000.0;

/// The most iterations; a fit that games determine converges long before.
const MAX_ITERATIONS: usize = 200;

/// The damping at which no step improves the likelihood any more.
const MAX_DAMPING: f64 = 1e12;

/// A lower bound of probabilities, for their logarithms.
const MIN_PROBABILITY: f64 = 1e-12;

/// The initial parameters: a win probability of 50 % at 125 units, for any material.
const INITIAL: Curves =
    Curves { midpoint: [125.0; KNOTS.len()], width: [90.0; KNOTS.len()], saturation: [500.0; KNOTS.len()] };

/// Positions with the same score and material, and the results of their games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    /// The score for the side to move, in internal units.
    pub units: f64,
    /// The material, in pawns.
    pub material: u32,
    /// The numbers of losses, draws and wins of the side to move.
    pub counts: [f64; 3],
}

/// A fitted model.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The curves by material.
    pub curves: Curves,
}

/// Why the model cannot be fitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum FitError {
    /// The results do not determine the parameters.
    #[error("too few games, or games too similar")]
    TooFewGames,
    /// The likelihood still grows after the most iterations.
    #[error("the fit does not converge in {MAX_ITERATIONS} iterations")]
    NoConvergence,
    /// The results do not determine the parameters for some material.
    #[error("too few games with some material: a fitted midpoint or width is not positive")]
    Material,
}

/// The log-likelihood with its derivatives.
struct Likelihood {
    log_likelihood: f64,
    gradient: [f64; SIZE],
    information: [[f64; SIZE]; SIZE],
}

/// Fits the model to results of games.
///
/// # Errors
/// [`FitError`] if the games do not determine it.
pub fn fit(cells: &[Cell]) -> Result<Fit, FitError> {
    let best = maximize(cells)?;
    let is_valid = |material| {
        let curve = best.curves.at(material);
        curve.midpoint >= 1.0 && curve.width >= 1.0
    };
    if KNOTS.into_iter().all(is_valid) { Ok(best) } else { Err(FitError::Material) }
}

/// Maximizes the likelihood, starting from [`INITIAL`].
fn maximize(cells: &[Cell]) -> Result<Fit, FitError> {
    let mut curves = INITIAL;
    let mut here = likelihood(cells, &curves).ok_or(FitError::TooFewGames)?;
    let mut damping = 1e-6;
    for _ in 0..MAX_ITERATIONS {
        let mut system = here.information;
        let mut gradient = here.gradient;
        (0..SIZE).for_each(|at| system[at][at] *= 1.0 + damping);
        for at in bound_parameters(&curves, &gradient) {
            fix(&mut system, &mut gradient, at);
        }
        let step = solve(system, gradient).ok_or(FitError::TooFewGames)?;
        let next = add_step(&curves, &step);
        match likelihood(cells, &next).filter(|there| there.log_likelihood > here.log_likelihood) {
            Some(there) => {
                let gain = there.log_likelihood - here.log_likelihood;
                (curves, here) = (next, there);
                damping = (damping / 10.0).max(1e-12);
                if gain < 1e-9 * here.log_likelihood.abs() {
                    return Ok(Fit { curves });
                }
            }
            None if damping > MAX_DAMPING => return Ok(Fit { curves }),
            None => damping *= 10.0,
        }
    }
    Err(FitError::NoConvergence)
}

impl Cell {
    /// Returns the probabilities of the results with their derivatives, `None` for invalid curves.
    fn probabilities(&self, curves: &Curves) -> Option<CellProbabilities> {
        let curve = curves.at(self.material);
        if curve.midpoint <= 0.0 || curve.width <= 0.0 {
            return None;
        }
        let (win, loss) = (curve.win(self.units), curve.win(-self.units));
        let (d_win, d_loss) = (derivatives(curve, win, self.units), derivatives(curve, loss, -self.units));
        Some(CellProbabilities {
            probabilities: [loss, 1.0 - win - loss, win].map(|probability| probability.max(MIN_PROBABILITY)),
            derivatives: from_fn(|at| [d_loss[at], -d_win[at] - d_loss[at], d_win[at]]),
        })
    }
}

/// Returns the derivatives of the win probability at a score with respect to the parameters of the curve.
fn derivatives(curve: Curve, probability: f64, units: f64) -> [f64; PARAMETERS] {
    let Curve { midpoint, width, saturation } = curve;
    let steepness = probability * (1.0 - probability) / width;
    let saturated = curve.saturated(units);
    let d_saturated = (saturated - units / (units / saturation).hypot(1.0)) / saturation;
    [-steepness, -steepness * (saturated - midpoint) / width, steepness * d_saturated]
}

/// The probabilities of a loss, a draw and a win, and their derivatives with respect to the parameters of the
/// curve.
struct CellProbabilities {
    probabilities: [f64; 3],
    derivatives: [[f64; 3]; PARAMETERS],
}

fn likelihood(cells: &[Cell], curves: &Curves) -> Option<Likelihood> {
    let mut total =
        Likelihood { log_likelihood: 0.0, gradient: [0.0; SIZE], information: [[0.0; SIZE]; SIZE] };
    for cell in cells {
        let CellProbabilities { probabilities, derivatives } = cell.probabilities(curves)?;
        let count: f64 = cell.counts.iter().sum();
        let sum = |terms: [f64; 3]| {
            terms.iter().zip(probabilities).map(|(term, probability)| term / probability).sum::<f64>()
        };
        total.log_likelihood += (0..3).map(|at| cell.counts[at] * probabilities[at].ln()).sum::<f64>();
        let indexed = indexed(cell.material, &derivatives);
        for (row, derivative) in &indexed {
            total.gradient[*row] += sum(from_fn(|at| cell.counts[at] * derivative[at]));
            for (column, other) in &indexed {
                total.information[*row][*column] += count * sum(from_fn(|at| derivative[at] * other[at]));
            }
        }
    }
    total.log_likelihood.is_finite().then_some(total)
}

/// Returns the parameters of the model that determine the curve of a material, by index, with the derivatives
/// of the probabilities.
fn indexed(material: u32, derivatives: &[[f64; 3]; PARAMETERS]) -> Vec<(usize, [f64; 3])> {
    let weights = Curves::weights(material);
    let knots = (0..KNOTS.len()).filter(|knot| weights[*knot] > 0.0);
    let pairs = knots.flat_map(|knot| (0..PARAMETERS).map(move |parameter| (knot, parameter)));
    let entry = |(knot, parameter): (usize, usize)| {
        (parameter * KNOTS.len() + knot, derivatives[parameter].map(|value| value * weights[knot]))
    };
    pairs.map(entry).collect()
}

fn add_step(curves: &Curves, step: &[f64; SIZE]) -> Curves {
    let count = KNOTS.len();
    Curves {
        midpoint: from_fn(|at| curves.midpoint[at] + step[at]),
        width: from_fn(|at| curves.width[at] + step[at + count]),
        saturation: from_fn(|at| {
            (curves.saturation[at] + step[at + 2 * count]).clamp(*SATURATIONS.start(), *SATURATIONS.end())
        }),
    }
}

/// Returns the indices of the saturations at an end of their range that the gradient would move out of it.
fn bound_parameters(curves: &Curves, gradient: &[f64; SIZE]) -> Vec<usize> {
    let first = 2 * KNOTS.len();
    let is_bound = |knot: &usize| {
        let (saturation, slope) = (curves.saturation[*knot], gradient[first + knot]);
        (saturation <= *SATURATIONS.start() && slope < 0.0)
            || (saturation >= *SATURATIONS.end() && slope > 0.0)
    };
    (0..KNOTS.len()).filter(is_bound).map(|knot| first + knot).collect()
}

/// Makes zero the step of a parameter that a system of equations determines.
fn fix(system: &mut [[f64; SIZE]; SIZE], gradient: &mut [f64; SIZE], parameter: usize) {
    system.iter_mut().for_each(|row| row[parameter] = 0.0);
    system[parameter] = [0.0; SIZE];
    system[parameter][parameter] = 1.0;
    gradient[parameter] = 0.0;
}

/// Solves a system of linear equations by Gaussian elimination. Returns `None` if the matrix is singular.
fn solve(mut matrix: [[f64; SIZE]; SIZE], mut right: [f64; SIZE]) -> Option<[f64; SIZE]> {
    for column in 0..SIZE {
        let pivot =
            (column..SIZE).max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() < f64::MIN_POSITIVE {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (done, below) = matrix.split_at_mut(column + 1);
        for (row, index) in below.iter_mut().zip(column + 1..) {
            let factor = row[column] / done[column][column];
            row.iter_mut().zip(&done[column]).for_each(|(value, above)| *value -= factor * above);
            right[index] -= factor * right[column];
        }
    }
    for row in (0..SIZE).rev() {
        let known: f64 = (row + 1..SIZE).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|value| value.is_finite()).then_some(right)
}

impl Fit {
    /// Prints the curves as a table.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "\nFitted to all games, in internal units:\n\
             material  50 % wins at  midpoint  width  saturation"
        )?;
        for material in KNOTS {
            let curve = self.curves.at(material);
            let Curve { midpoint, width, saturation } = curve;
            writeln!(
                out,
                "{material:>8}  {:>12.1}  {midpoint:>8.1}  {width:>5.1}  {saturation:>10.1}",
                curve.pawn()
            )?;
        }
        Ok(())
    }

    /// Returns the source code of the engine's `src/eval/wdl/fitted.rs`; `origin` are the lines of its doc
    /// comment.
    #[must_use]
    pub fn source(&self, origin: &[String]) -> String {
        let list = |knots: &[f64; KNOTS.len()]| knots.map(|knot| format!("{knot:.1}")).join(", ");
        let Curves { midpoint, width, saturation } = &self.curves;
        let origin: String = origin.iter().map(|line| format!("/// {line}\n")).collect();
        format!(
            "//! The parameters of the win-draw-loss model, as `lancet-learn wdl` writes them.\n\n\
             use super::Curves;\n\n\
             {origin}\
             #[rustfmt::skip]\n\
             pub(super) const FITTED: Curves = Curves {{\n    \
                 midpoint: [{}],\n    \
                 width: [{}],\n    \
                 saturation: [{}],\n\
             }};\n",
            list(midpoint),
            list(width),
            list(saturation)
        )
    }
}
