//! Work: what a thread needs to run positions through a model and back.

use lancet::eval::nnue::features::COUNT;

use super::row::Row;
use super::slice::{SLICE, Slice};

/// The memory of a thread.
pub struct Work {
    /// The positions.
    pub slice: Slice,
    /// The hidden units of both views, by block of columns and position; later their slopes.
    pub hidden: Vec<[Row; 2]>,
    /// Parts of the outputs that are still to be summed.
    pub sums: Vec<[f32; 8]>,
    /// The outputs, before the sigmoid.
    pub outputs: Vec<f32>,
    /// How the loss changes with each output.
    pub slopes: Vec<f32>,
    /// Which views switch each input on.
    pub inverse: Inverse,
}

impl Work {
    /// Memory for a model with so many blocks of hidden units.
    #[must_use]
    pub fn new(blocks: usize) -> Work {
        Work {
            slice: Slice::default(),
            hidden: vec![[Row::ZERO; 2]; blocks * SLICE],
            sums: vec![[0.0; 8]; SLICE],
            outputs: vec![0.0; SLICE],
            slopes: vec![0.0; SLICE],
            inverse: Inverse::default(),
        }
    }

    /// Compares the outputs with the targets: gives the sum of the squared errors after the
    /// sigmoid and keeps the slopes of half of it.
    pub fn compare(&mut self) -> f64 {
        let mut loss = 0.0;
        let outputs = self.outputs.iter().zip(&self.slice.targets);
        for (slope, (output, target)) in self.slopes.iter_mut().zip(outputs) {
            let expected = sigmoid(*output);
            let error = expected - target;
            loss += f64::from(error * error);
            *slope = error * expected * (1.0 - expected);
        }
        loss
    }
}

/// From an output to an expected result.
#[inline]
#[must_use]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// The views of a slice by the inputs that they switch on: gathering the gradient of an input
/// reads many rows and writes one, where scattering would write as many as it reads.
#[derive(Default)]
pub struct Inverse {
    starts: Vec<u32>,
    views: Vec<u16>,
}

impl Inverse {
    /// Sorts the views of a slice. A view is twice the position, and one more for the other side's.
    pub fn fill(&mut self, slice: &Slice) {
        self.starts.clear();
        self.starts.resize(COUNT + 1, 0);
        for pair in slice.active().flatten() {
            self.starts[usize::from(pair[0])] += 1;
            self.starts[usize::from(pair[1])] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.views.clear();
        self.views.resize(end as usize, 0);
        for (position, pairs) in slice.active().enumerate() {
            for pair in pairs {
                for (side, input) in pair.iter().enumerate() {
                    let start = &mut self.starts[usize::from(*input)];
                    *start -= 1;
                    self.views[*start as usize] = (2 * position + side) as u16;
                }
            }
        }
    }

    /// The views that switch on each input in turn.
    #[inline]
    pub fn by_input(&self) -> impl Iterator<Item = &[u16]> {
        self.starts.windows(2).map(|ends| &self.views[ends[0] as usize..ends[1] as usize])
    }
}
