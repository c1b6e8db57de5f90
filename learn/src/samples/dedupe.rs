//! Dedupe: one sample for all positions with the same board.

use rayon::prelude::*;

use super::{Sample, Samples};

/// Merges samples with the same board into the first of them, with the mean of their targets.
/// What is both learned and held out stays where it came first, so that nothing that is held out is
/// learned. Says how many went.
pub fn merge_duplicates(samples: &mut Samples) -> u64 {
    let learned = samples.train.len();
    let mut all = std::mem::take(&mut samples.train);
    all.append(&mut samples.held_out);
    // By key and then by place: the first of a group is the one that stays.
    let mut places: Vec<(u64, u32)> =
        all.par_iter().zip(0..all.len() as u32).map(|(sample, place)| (sample.board_key(), place)).collect();
    places.par_sort_unstable();
    let mut stays = vec![true; all.len()];
    for group in places.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
        let mean = |of: fn(&Sample) -> f32| {
            let sum: f64 = group.iter().map(|(_, place)| f64::from(of(&all[*place as usize]))).sum();
            (sum / group.len() as f64) as f32
        };
        let (chance, result) = (mean(Sample::chance), mean(Sample::result));
        all[group[0].1 as usize].set_targets(chance, result);
        for (_, place) in &group[1..] {
            stays[*place as usize] = false;
        }
    }
    let before = all.len();
    let kept = |range: std::ops::Range<usize>| -> Vec<Sample> {
        range.filter(|place| stays[*place]).map(|place| all[place]).collect()
    };
    samples.train = kept(0..learned);
    samples.held_out = kept(learned..before);
    (before - samples.len()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{Board, Color, Square};

    fn sample(square: Square, chance: f32, result: f32) -> Sample {
        let mut board = Board::empty();
        board.set_piece_at(Square::A1, Color::White.king());
        board.set_piece_at(Square::A8, Color::Black.king());
        board.set_piece_at(square, Color::White.rook());
        Sample::new(&board, Color::White, chance, result, 0).expect("a sample")
    }

    #[test]
    fn the_first_stays_with_the_mean() {
        let (a, b, c) = (Square::C3, Square::D4, Square::E5);
        let mut samples = Samples {
            train: vec![sample(a, 0.2, 0.0), sample(b, 0.9, 1.0), sample(a, 0.4, 1.0)],
            held_out: vec![sample(a, 0.6, 0.5), sample(c, 0.5, 0.5)],
        };
        assert_eq!(merge_duplicates(&mut samples), 2);
        assert_eq!((samples.train.len(), samples.held_out.len()), (2, 1));
        assert!((samples.train[0].chance() - 0.4).abs() < 1e-4);
        assert!((samples.train[0].result() - 0.5).abs() < 1e-2);
        assert_eq!(samples.train[1], sample(b, 0.9, 1.0));
        assert_eq!(samples.held_out[0], sample(c, 0.5, 0.5));
    }
}
