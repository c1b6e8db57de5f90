//! The memory of a thread for the forward and backward pass of a micro-batch.

use lancet::eval::nnue::features::COUNT;

use super::architecture::Architecture;
use super::micro_batch::MicroBatch;
use super::parameters::Row;

/// Partial sums of an output, which are independent for SIMD.
pub const PARTS: usize = 8;

/// The memory of a thread.
#[derive(Debug)]
pub struct Workspace {
    /// The positions.
    pub batch: MicroBatch,
    /// Whether activations before a middle layer are rounded to 8 bits, as those of quantized networks are.
    pub is_rounded: bool,
    /// The hidden units of both perspectives, by block and position; after the backward pass their gradients.
    pub hidden: Vec<[Row; 2]>,
    /// Partial sums of the outputs, or of the units of a middle layer by position and unit.
    pub sums: Vec<[f32; PARTS]>,
    /// The units of a middle layer by position and unit; after the backward pass their gradients.
    pub units: Vec<f32>,
    /// The outputs, before the sigmoid.
    pub outputs: Vec<f32>,
    /// The gradients of half the loss with respect to the outputs.
    pub output_gradients: Vec<f32>,
    /// The perspectives in which each input is active.
    pub index: InputIndex,
}

impl Workspace {
    /// Allocates the memory for models of an architecture.
    #[must_use]
    pub fn new(architecture: Architecture) -> Workspace {
        let batch = MicroBatch::new(architecture.king_buckets());
        let capacity = batch.capacity();
        Workspace {
            batch,
            is_rounded: false,
            hidden: vec![[Row::ZERO; 2]; architecture.blocks() * capacity],
            sums: vec![[0.0; PARTS]; architecture.sums() * capacity],
            units: vec![0.0; architecture.sums() * capacity],
            outputs: vec![0.0; capacity],
            output_gradients: vec![0.0; capacity],
            index: InputIndex::default(),
        }
    }

    /// Compares the outputs with the targets. Returns the sum of the squared errors after the sigmoid, and
    /// keeps the gradients of half of it.
    pub fn compute_loss(&mut self) -> f64 {
        let mut loss = 0.0;
        let outputs = self.outputs.iter().zip(&self.batch.targets);
        for (gradient, (output, target)) in self.output_gradients.iter_mut().zip(outputs) {
            let expected = sigmoid(*output);
            let error = expected - target;
            loss += f64::from(error * error);
            *gradient = error * expected * (1.0 - expected);
        }
        loss
    }
}

/// Converts an output to an expected result from 0 to 1.
#[inline]
#[must_use]
pub fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// An inverted index of a micro-batch: for each input, the perspectives in which it is active. With it the
/// gradient of an input is gathered (many reads, one write) instead of scattered (as many writes as reads).
#[derive(Default, Debug)]
pub struct InputIndex {
    starts: Vec<u32>,
    perspectives: Vec<u16>,
}

impl InputIndex {
    /// Builds the index of a micro-batch by counting sort. The perspectives of position `n` have the numbers
    /// `2 * n` (side to move) and `2 * n + 1`.
    pub fn fill(&mut self, batch: &MicroBatch) {
        self.starts.clear();
        self.starts.resize(batch.king_buckets.count() * COUNT + 1, 0);
        for pair in batch.active().flatten() {
            self.starts[usize::from(pair[0])] += 1;
            self.starts[usize::from(pair[1])] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        self.perspectives.clear();
        self.perspectives.resize(end as usize, 0);
        for (position, pairs) in batch.active().enumerate() {
            for pair in pairs {
                for (side, input) in pair.iter().enumerate() {
                    let start = &mut self.starts[usize::from(*input)];
                    *start -= 1;
                    self.perspectives[*start as usize] = (2 * position + side) as u16;
                }
            }
        }
    }

    /// Iterates over the inputs, yielding the perspectives in which each is active.
    #[inline]
    pub fn by_input(&self) -> impl Iterator<Item = &[u16]> {
        self.starts.windows(2).map(|ends| &self.perspectives[ends[0] as usize..ends[1] as usize])
    }
}
