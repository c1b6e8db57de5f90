//! Material: what the output of a network gains by each piece that the side to move has more than the other one, beside
//! its layers.
//!
//! Far from the positions of the training the layers do not see how much is won, since their units end at their bounds.
//! This term goes on: a position without queen and two rooks stays worse than one without queen and one rook.

use lancet::eval::nnue::MATERIAL_ROLES;
use lancet::eval::nnue::features::COUNT;

use super::parameters::Row;
use super::workspace::Workspace;

/// The number of weights.
const WEIGHTS: usize = MATERIAL_ROLES.len();

/// Inputs of one piece, which are its squares.
const SQUARES: usize = 64;

/// Pieces of one side, the king last.
const ROLES: usize = WEIGHTS + 1;

/// The initial weights: the material values that the first games of all were played with, in outputs.
const INITIAL: [f32; WEIGHTS] = [0.25, 0.8, 0.825, 1.25, 2.375];

/// Returns the row of the initial weights.
pub fn initial() -> Row {
    let mut row = Row::ZERO;
    row.0[..WEIGHTS].copy_from_slice(&INITIAL);
    row
}

/// Returns how many pieces of each role the side to move has more than the other one.
pub fn difference(active: &[[u16; 2]]) -> [i32; WEIGHTS] {
    let mut difference = [0; WEIGHTS];
    for [input, _] in active {
        let piece = usize::from(*input) % COUNT / SQUARES;
        if let Some(count) = difference.get_mut(piece % ROLES) {
            *count += if piece < ROLES { 1 } else { -1 };
        }
    }
    difference
}

/// Adds the term to the outputs of the micro-batch.
pub fn forward(weights: &Row, work: &mut Workspace) {
    for (active, output) in work.batch.active().zip(&mut work.outputs) {
        let terms = difference(active).into_iter().zip(weights.0);
        *output += terms.map(|(count, weight)| count as f32 * weight).sum::<f32>();
    }
}

/// Adds the gradients of the micro-batch, whose output gradients are known.
pub fn backward(work: &Workspace, gradient: &mut Row) {
    for (active, slope) in work.batch.active().zip(&work.output_gradients) {
        for (count, sum) in difference(active).into_iter().zip(&mut gradient.0) {
            *sum += count as f32 * slope;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_counts_all_pieces_but_kings() {
        let own = |role: u16| [64 * role + 9, 0];
        let other = |role: u16| [384 + 64 * role + 17, 0];
        let active = [own(0), own(0), other(0), own(5), other(5), other(4), own(3), other(1), own(2)];
        assert_eq!(difference(&active), [1, -1, 1, 1, -1]);
        // In another king bucket.
        assert_eq!(difference(&[[768 + 64 * 4, 0]]), [0, 0, 0, 0, 1]);
    }
}
