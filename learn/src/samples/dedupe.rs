//! Merging of samples with the same board.

use rayon::prelude::*;

use super::{Sample, Samples};

/// Merges samples with the same board into the first of them, with the mean of their targets. A board that is
/// in both sets stays in that of its first sample, so that no held-out board is trained on. Returns the
/// number of removed samples.
pub fn merge_duplicates(samples: &mut Samples) -> u64 {
    let train = samples.train.len();
    let mut all = std::mem::take(&mut samples.train);
    all.append(&mut samples.held_out);
    // Sorted by key and then by index, so that the first sample of a group is kept.
    let mut indices: Vec<(u64, u32)> =
        all.par_iter().zip(0..all.len() as u32).map(|(sample, index)| (sample.board_key(), index)).collect();
    indices.par_sort_unstable();
    let mut is_kept = vec![true; all.len()];
    for group in indices.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
        let mean = |of: fn(&Sample) -> f32| {
            let sum: f64 = group.iter().map(|(_, index)| f64::from(of(&all[*index as usize]))).sum();
            (sum / group.len() as f64) as f32
        };
        let (win_probability, result) = (mean(Sample::win_probability), mean(Sample::result));
        all[group[0].1 as usize].set_targets(win_probability, result);
        for (_, index) in &group[1..] {
            is_kept[*index as usize] = false;
        }
    }
    let before = all.len();
    let kept = |range: std::ops::Range<usize>| -> Vec<Sample> {
        range.filter(|index| is_kept[*index]).map(|index| all[index]).collect()
    };
    samples.train = kept(0..train);
    samples.held_out = kept(train..before);
    (before - samples.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Board, Color, Square};

    fn sample(square: Square, win_probability: f32, result: f32) -> Sample {
        let mut board = Board::empty();
        board.set_piece_at(Square::A1, Color::White.king());
        board.set_piece_at(Square::A8, Color::Black.king());
        board.set_piece_at(square, Color::White.rook());
        Sample::new(&board, Color::White, win_probability, result, 0).expect("a sample")
    }

    #[test]
    fn the_first_is_kept_with_the_mean() {
        let (a, b, c) = (Square::C3, Square::D4, Square::E5);
        let mut samples = Samples {
            train: vec![sample(a, 0.2, 0.0), sample(b, 0.9, 1.0), sample(a, 0.4, 1.0)],
            held_out: vec![sample(a, 0.6, 0.5), sample(c, 0.5, 0.5)],
        };
        assert_eq!(merge_duplicates(&mut samples), 2);
        assert_eq!((samples.train.len(), samples.held_out.len()), (2, 1));
        assert!((samples.train[0].win_probability() - 0.4).abs() < 1e-4);
        assert!((samples.train[0].result() - 0.5).abs() < 1e-2);
        assert_eq!(samples.train[1], sample(b, 0.9, 1.0));
        assert_eq!(samples.held_out[0], sample(c, 0.5, 0.5));
    }
}
