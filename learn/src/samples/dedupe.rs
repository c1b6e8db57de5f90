//! Merging of samples with the same board.

use rayon::prelude::*;

use super::{Sample, Samples};

/// Merges samples with the same board into the first of them, with the mean of their targets: those of the training set,
/// and then those that are held out. A held-out board that is in the training set is removed, and its targets with it:
/// nothing of the held-out games is trained on. Returns the number of removed samples.
pub fn merge_duplicates(samples: &mut Samples) -> u64 {
    let before = samples.len();
    let train = merge(&mut samples.train);
    merge(&mut samples.held_out);
    samples.held_out.retain(|sample| train.binary_search(&sample.board_key()).is_err());
    (before - samples.len()) as u64
}

/// Merges samples with the same board; returns the keys of the boards, sorted.
fn merge(samples: &mut Vec<Sample>) -> Vec<u64> {
    // Sorted by key and then by index, so that the first sample of a group is kept.
    let numbered = samples.par_iter().zip(0..samples.len() as u32);
    let mut indices: Vec<(u64, u32)> = numbered.map(|(sample, index)| (sample.board_key(), index)).collect();
    indices.par_sort_unstable();
    let mut is_kept = vec![true; samples.len()];
    for group in indices.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
        let mean = |of: fn(&Sample) -> f32| {
            let sum: f64 = group.iter().map(|(_, index)| f64::from(of(&samples[*index as usize]))).sum();
            (sum / group.len() as f64) as f32
        };
        let (win_probability, result) = (mean(Sample::win_probability), mean(Sample::result));
        samples[group[0].1 as usize].set_targets(win_probability, result);
        for (_, index) in &group[1..] {
            is_kept[*index as usize] = false;
        }
    }
    let mut kept = is_kept.into_iter();
    samples.retain(|_| kept.next().unwrap_or(true));
    indices.dedup_by_key(|(key, _)| *key);
    indices.into_iter().map(|(key, _)| key).collect()
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
            held_out: vec![sample(a, 0.9, 0.5), sample(c, 0.5, 0.5), sample(c, 0.7, 0.5)],
        };
        assert_eq!(merge_duplicates(&mut samples), 3);
        assert_eq!((samples.train.len(), samples.held_out.len()), (2, 1));
        // The held-out target of the same board is not part of the mean.
        assert!((samples.train[0].win_probability() - 0.3).abs() < 1e-4);
        assert!((samples.train[0].result() - 0.5).abs() < 1e-2);
        assert_eq!(samples.train[1], sample(b, 0.9, 1.0));
        assert!((samples.held_out[0].win_probability() - 0.6).abs() < 1e-4);
    }
}
