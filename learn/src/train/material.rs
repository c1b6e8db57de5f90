//! Material: what the output of a network gains by each piece that the side to move has more than the other one, beside
//! its layers.
//!
//! Far from the positions of the training the units of the layers saturate, so that the layers do not distinguish large
//! advantages. This term does: a position without queen and two rooks stays worse than one without queen and one rook.

use lancet::eval::nnue::MATERIAL_ROLES;

use super::parameters::Row;
use super::workspace::Workspace;
use crate::samples::Sample;

/// The number of weights.
const WEIGHTS: usize = MATERIAL_ROLES.len();

/// The initial weights: the material values that the first games of all were played with, in outputs.
const INITIAL: [f32; WEIGHTS] = [0.25, 0.8, 0.825, 1.25, 2.375];

/// Returns the row of the initial weights.
pub fn initial() -> Row {
    let mut row = Row::ZERO;
    row.0[..WEIGHTS].copy_from_slice(&INITIAL);
    row
}

/// Returns how many pieces of each role the side to move has more than the other one.
pub fn difference(sample: &Sample) -> [i32; WEIGHTS] {
    let mut difference = [0; WEIGHTS];
    for (_, role, is_other) in sample.pieces() {
        // Kings have no weight.
        if let Some(count) = difference.get_mut(usize::from(role)) {
            *count += if is_other { -1 } else { 1 };
        }
    }
    difference
}

/// Adds the term to the outputs of the micro-batch.
pub fn forward(weights: &Row, work: &mut Workspace) {
    for (sample, output) in work.batch.samples.iter().zip(&mut work.outputs) {
        let terms = difference(sample).into_iter().zip(weights.0);
        *output += terms.map(|(count, weight)| count as f32 * weight).sum::<f32>();
    }
}

/// Adds the gradients of the micro-batch, whose output gradients are known.
pub fn backward(work: &Workspace, gradient: &mut Row) {
    for (sample, slope) in work.batch.samples.iter().zip(&work.output_gradients) {
        for (count, sum) in difference(sample).into_iter().zip(&mut gradient.0) {
            *sum += count as f32 * slope;
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    #[test]
    fn a_difference_counts_all_pieces_but_kings() {
        let board = "1n2k3/p2q4/8/8/8/8/PPP5/2BRK3".parse().expect("a board");
        for (turn, wanted) in [(Color::White, [2, -1, 1, 1, -1]), (Color::Black, [-2, 1, -1, -1, 1])] {
            let sample = Sample::new(&board, turn, 0.5, 0.5, 0).expect("a sample");
            assert_eq!(difference(&sample), wanted, "{turn}");
        }
    }
}
