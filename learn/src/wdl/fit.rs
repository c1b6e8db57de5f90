//! Fit: the curves that make the results of games likeliest.
//!
//! By Fisher's scoring, Newton's method with the expected curvature in the place of the real one, damped
//! as Levenberg and Marquardt do it.

use std::io::{self, Write};

use lancet::eval::wdl::{Curves, KNOTS};

/// Numbers that are looked for.
const SIZE: usize = 2 * KNOTS.len();

/// Where the bend of the curves is looked for, and in how many steps: each narrows it by the golden ratio.
const BENDS: [f64; 2] = [50.0, 5000.0];
const BEND_STEPS: usize = 9;

/// Rounds; it is at rest long before.
const ROUNDS: usize = 200;

/// Damping from which on there is nothing to be gained.
const STIFFEST: f64 = 1e12;

/// No chance counts as smaller.
const SMALLEST: f64 = 1e-12;

/// Where the search begins: an even chance at a pawn and a quarter, whatever the material.
const BEGINNING: Curves = Curves { even: [125.0; KNOTS.len()], spread: [90.0; KNOTS.len()], bend: 500.0 };

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
    log_likelihood: f64,
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
    let best = fit_bend(|bend| fit_bent(cells, bend))?;
    let is_sound = |material| {
        let curve = best.curves.at(material);
        curve.even >= 1.0 && curve.spread >= 1.0
    };
    if KNOTS.into_iter().all(is_sound) {
        Ok(best)
    } else {
        Err("there are too few games with some material: the fitted curves are below zero there".into())
    }
}

/// The best bend by golden sections (J. Kiefer, 1953) of its logarithm.
fn fit_bend(fit: impl Fn(f64) -> Result<Fit, String>) -> Result<Fit, String> {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let [mut low, mut high] = BENDS.map(f64::ln);
    let inner = |low: f64, high: f64| [high - golden * (high - low), low + golden * (high - low)];
    let [left, right] = inner(low, high);
    let (mut left, mut right) = (fit(left.exp())?, fit(right.exp())?);
    for _ in 0..BEND_STEPS {
        if left.log_likelihood > right.log_likelihood {
            high = right.curves.bend.ln();
            (left, right) = (fit(inner(low, high)[0].exp())?, left);
        } else {
            low = left.curves.bend.ln();
            (left, right) = (right, fit(inner(low, high)[1].exp())?);
        }
    }
    Ok(if left.log_likelihood > right.log_likelihood { left } else { right })
}

/// The best curves with this bend.
fn fit_bent(cells: &[Cell], bend: f64) -> Result<Fit, String> {
    let too_few = || "the games are too few or too much alike to fit a win-draw-loss model".to_string();
    let mut curves = Curves { bend, ..BEGINNING };
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
    Ok(Fit { curves, log_likelihood: here.log_likelihood })
}

impl Cell {
    fn chances(&self, curves: &Curves) -> Option<CellChances> {
        let curve = curves.at(self.material);
        if curve.even <= 0.0 || curve.spread <= 0.0 {
            return None;
        }
        let (win, loss) = (curve.win(self.units), curve.win(-self.units));
        let draw = 1.0 - win - loss;
        // What the chances gain where the curve moves up, and where it spreads out.
        let by_even = |share: f64| -share * (1.0 - share) / curve.spread;
        let by_spread =
            |share: f64, units: f64| by_even(share) * (curve.felt(units) - curve.even) / curve.spread;
        let even = [by_even(loss), -by_even(win) - by_even(loss), by_even(win)];
        let (won, lost) = (by_spread(win, self.units), by_spread(loss, -self.units));
        Some(CellChances {
            shares: [loss, draw, win].map(|share| share.max(SMALLEST)),
            even,
            spread: [lost, -won - lost, won],
        })
    }
}

/// The chances of a loss, a draw and a win, and how they change with the curve.
struct CellChances {
    shares: [f64; 3],
    even: [f64; 3],
    spread: [f64; 3],
}

fn slope(cells: &[Cell], curves: &Curves) -> Option<Slope> {
    let mut slope = Slope { log_likelihood: 0.0, gradient: [0.0; SIZE], information: [[0.0; SIZE]; SIZE] };
    for cell in cells {
        let CellChances { shares, even, spread } = cell.chances(curves)?;
        let all: f64 = cell.counts.iter().sum();
        let (mut up, mut out) = (0.0, 0.0);
        let (mut up_up, mut up_out, mut out_out) = (0.0, 0.0, 0.0);
        for result in 0..3 {
            let (count, share) = (cell.counts[result], shares[result]);
            slope.log_likelihood += count * share.ln();
            up += count * even[result] / share;
            out += count * spread[result] / share;
            up_up += all * even[result] * even[result] / share;
            up_out += all * even[result] * spread[result] / share;
            out_out += all * spread[result] * spread[result] / share;
        }
        let weights = Curves::weights(cell.material);
        let spread = KNOTS.len();
        for (row, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            slope.gradient[row] += up * weight;
            slope.gradient[row + spread] += out * weight;
            for (column, other) in weights.iter().enumerate() {
                let both = weight * other;
                slope.information[row][column] += up_up * both;
                slope.information[row][column + spread] += up_out * both;
                slope.information[row + spread][column] += up_out * both;
                slope.information[row + spread][column + spread] += out_out * both;
            }
        }
    }
    slope.log_likelihood.is_finite().then_some(slope)
}

fn moved(curves: &Curves, step: &[f64; SIZE]) -> Curves {
    Curves {
        even: std::array::from_fn(|at| curves.even[at] + step[at]),
        spread: std::array::from_fn(|at| curves.spread[at] + step[at + KNOTS.len()]),
        bend: curves.bend,
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
            "\nFitted to all games, in units of the evaluation:\nmaterial  even chance at  felt as  spread"
        )?;
        for material in KNOTS {
            let curve = self.curves.at(material);
            let (pawn, even, spread) = (curve.pawn(), curve.even, curve.spread);
            writeln!(out, "{material:>8}  {pawn:>14.1}  {even:>7.1}  {spread:>6.1}")?;
        }
        writeln!(out, "felt in full up to about {:.0}", self.curves.bend)
    }

    /// The numbers as the engine has them in `src/eval/wdl/fitted.rs`; `origin` says what they come
    /// from, in lines.
    #[must_use]
    pub fn source(&self, origin: &[String]) -> String {
        let numbers = |knots: &[f64; KNOTS.len()]| knots.map(|knot| format!("{knot:.1}")).join(", ");
        let Curves { even, spread, bend } = &self.curves;
        let origin: String = origin.iter().map(|line| format!("/// {line}\n")).collect();
        format!(
            "//! Fitted: the numbers of the curves, as `lancet-learn wdl` writes them.\n\n\
             use super::Curves;\n\n\
             {origin}\
             #[rustfmt::skip]\n\
             pub(super) const FITTED: Curves = Curves {{\n    \
                 even: [{}],\n    \
                 spread: [{}],\n    \
                 bend: {bend:.1},\n\
             }};\n",
            numbers(even),
            numbers(spread)
        )
    }
}
