//! Fit: the curves that make the results of games likeliest.
//!
//! By Fisher's scoring, Newton's method with the expected curvature in the place of the real one, damped
//! as Levenberg and Marquardt do it.

use std::array::from_fn;
use std::io::{self, Write};
use std::ops::RangeInclusive;

use lancet::eval::wdl::{Curve, Curves, KNOTS};

/// Numbers of a curve: where it is even, how it spreads and where it bends.
const NUMBERS: usize = 3;

/// Numbers that are looked for, those of one kind together.
const SIZE: usize = NUMBERS * KNOTS.len();

/// Where a curve may bend: nearer to nothing there is hardly a curve, further away it is as good as straight.
const SATURATIONS: RangeInclusive<f64> = 50.0..=5000.0;

/// Rounds; it is at rest long before.
const ROUNDS: usize = 200;

/// Damping from which on there is nothing to be gained.
const STIFFEST: f64 = 1e12;

/// No chance counts as smaller.
const SMALLEST: f64 = 1e-12;

/// Where the search begins: an even chance at a pawn and a quarter, whatever the material.
const BEGINNING: Curves =
    Curves { midpoint: [125.0; KNOTS.len()], width: [90.0; KNOTS.len()], saturation: [500.0; KNOTS.len()] };

/// Positions with the same score and material, and how their games ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cell {
    /// The score, from the side to move, in units of the evaluation.
    pub units: f64,
    /// The material, in pawns.
    pub material: u32,
    /// Games that the side to move has lost, drawn and won.
    pub counts: [f64; 3],
}

/// What came of a fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The curves.
    pub curves: Curves,
}

/// The likelihood at some place and which way is up.
struct Slope {
    log_likelihood: f64,
    gradient: [f64; SIZE],
    information: [[f64; SIZE]; SIZE],
}

/// The curves that fit the results of games best.
///
/// # Errors
/// A sentence where the games do not determine them.
pub fn fit(cells: &[Cell]) -> Result<Fit, String> {
    let best = climb(cells)?;
    let is_sound = |material| {
        let curve = best.curves.at(material);
        curve.midpoint >= 1.0 && curve.width >= 1.0
    };
    if KNOTS.into_iter().all(is_sound) {
        Ok(best)
    } else {
        Err("there are too few games with some material: the fitted curves are below zero there".into())
    }
}

/// From [`BEGINNING`] up to where it is highest.
fn climb(cells: &[Cell]) -> Result<Fit, String> {
    let too_few = || "the games are too few or too much alike to fit a win-draw-loss model".to_string();
    let mut curves = BEGINNING;
    let mut here = slope(cells, &curves).ok_or_else(too_few)?;
    let mut damping = 1e-6;
    for _ in 0..ROUNDS {
        let mut system = here.information;
        (0..SIZE).for_each(|at| system[at][at] *= 1.0 + damping);
        let step = solve(system, here.gradient).ok_or_else(too_few)?;
        let next = moved(&curves, &step);
        match slope(cells, &next).filter(|there| there.log_likelihood > here.log_likelihood) {
            Some(there) => {
                let gain = there.log_likelihood - here.log_likelihood;
                (curves, here) = (next, there);
                damping = (damping / 10.0).max(1e-12);
                if gain < 1e-9 * here.log_likelihood.abs() {
                    break;
                }
            }
            None if damping > STIFFEST => break,
            None => damping *= 10.0,
        }
    }
    Ok(Fit { curves })
}

impl Cell {
    fn chances(&self, curves: &Curves) -> Option<CellChances> {
        let curve = curves.at(self.material);
        if curve.midpoint <= 0.0 || curve.width <= 0.0 {
            return None;
        }
        let (win, loss) = (curve.win(self.units), curve.win(-self.units));
        let (by_win, by_loss) = (gains(curve, win, self.units), gains(curve, loss, -self.units));
        Some(CellChances {
            shares: [loss, 1.0 - win - loss, win].map(|share| share.max(SMALLEST)),
            gains: from_fn(|at| [by_loss[at], -by_win[at] - by_loss[at], by_win[at]]),
        })
    }
}

/// What the chance to win with so many units, which is `share`, gains with each number of the curve.
fn gains(curve: Curve, share: f64, units: f64) -> [f64; NUMBERS] {
    let Curve { midpoint, width, saturation } = curve;
    let steepness = share * (1.0 - share) / width;
    let felt = curve.saturated(units);
    let felt_more = (felt - units / (units / saturation).hypot(1.0)) / saturation;
    [-steepness, -steepness * (felt - midpoint) / width, steepness * felt_more]
}

/// The chances of a loss, a draw and a win, and what they gain with each number of the curve.
struct CellChances {
    shares: [f64; 3],
    gains: [[f64; 3]; NUMBERS],
}

fn slope(cells: &[Cell], curves: &Curves) -> Option<Slope> {
    let mut slope = Slope { log_likelihood: 0.0, gradient: [0.0; SIZE], information: [[0.0; SIZE]; SIZE] };
    for cell in cells {
        let CellChances { shares, gains } = cell.chances(curves)?;
        let all: f64 = cell.counts.iter().sum();
        let sum = |terms: [f64; 3]| terms.iter().zip(shares).map(|(term, share)| term / share).sum::<f64>();
        slope.log_likelihood += (0..3).map(|at| cell.counts[at] * shares[at].ln()).sum::<f64>();
        let places = places(cell.material, &gains);
        for (row, gain) in &places {
            slope.gradient[*row] += sum(from_fn(|at| cell.counts[at] * gain[at]));
            for (column, other) in &places {
                slope.information[*row][*column] += all * sum(from_fn(|at| gain[at] * other[at]));
            }
        }
    }
    slope.log_likelihood.is_finite().then_some(slope)
}

/// The places of the numbers that bear on a curve, each with what the chances gain with it.
fn places(material: u32, gains: &[[f64; 3]; NUMBERS]) -> Vec<(usize, [f64; 3])> {
    let weights = Curves::weights(material);
    let knots = (0..KNOTS.len()).filter(|knot| weights[*knot] > 0.0);
    let places = knots.flat_map(|knot| (0..NUMBERS).map(move |number| (knot, number)));
    let place = |(knot, number): (usize, usize)| {
        (number * KNOTS.len() + knot, gains[number].map(|gain| gain * weights[knot]))
    };
    places.map(place).collect()
}

fn moved(curves: &Curves, step: &[f64; SIZE]) -> Curves {
    let count = KNOTS.len();
    Curves {
        midpoint: from_fn(|at| curves.midpoint[at] + step[at]),
        width: from_fn(|at| curves.width[at] + step[at + count]),
        saturation: from_fn(|at| {
            (curves.saturation[at] + step[at + 2 * count]).clamp(*SATURATIONS.start(), *SATURATIONS.end())
        }),
    }
}

/// Solves a system of linear equations by Gauss's elimination; nothing where it has no one solution.
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
        for (row, place) in below.iter_mut().zip(column + 1..) {
            let factor = row[column] / done[column][column];
            row.iter_mut().zip(&done[column]).for_each(|(number, above)| *number -= factor * above);
            right[place] -= factor * right[column];
        }
    }
    for row in (0..SIZE).rev() {
        let known: f64 = (row + 1..SIZE).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right.iter().all(|number| number.is_finite()).then_some(right)
}

impl Fit {
    /// Writes the curves as a table.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn tell(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "\nFitted to all games, in units of the evaluation:\n\
             material  even chance at  felt as  spread    bend"
        )?;
        for material in KNOTS {
            let curve = self.curves.at(material);
            let Curve { midpoint, width, saturation } = curve;
            writeln!(
                out,
                "{material:>8}  {:>14.1}  {midpoint:>7.1}  {width:>6.1}  {saturation:>6.1}",
                curve.pawn()
            )?;
        }
        Ok(())
    }

    /// The numbers as the engine has them in `src/eval/wdl/fitted.rs`; `origin` says what they come
    /// from, in lines.
    #[must_use]
    pub fn source(&self, origin: &[String]) -> String {
        let numbers = |knots: &[f64; KNOTS.len()]| knots.map(|knot| format!("{knot:.1}")).join(", ");
        let Curves { midpoint, width, saturation } = &self.curves;
        let origin: String = origin.iter().map(|line| format!("/// {line}\n")).collect();
        format!(
            "//! Fitted: the numbers of the curves, as `lancet-learn wdl` writes them.\n\n\
             use super::Curves;\n\n\
             {origin}\
             #[rustfmt::skip]\n\
             pub(super) const FITTED: Curves = Curves {{\n    \
                 midpoint: [{}],\n    \
                 width: [{}],\n    \
                 saturation: [{}],\n\
             }};\n",
            numbers(midpoint),
            numbers(width),
            numbers(saturation)
        )
    }
}
