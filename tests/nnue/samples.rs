//! Samples: random models, and positions of random games.

use lancet::eval::nnue::{
    KingBuckets, Linear, MiddleParameters, Model, Network, NetworkParameters, OutputPrecision, SCALE,
    features,
};
use lancet::position::{MoveList, Position};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Setup};

/// A network with random parameters of the usual magnitude, and fine output weights if it has several buckets.
pub fn network(hidden: usize, buckets: usize, seed: u64) -> Network {
    bucketed(hidden, buckets, KingBuckets::One, seed)
}

/// Like [`network`], with king buckets.
pub fn bucketed(hidden: usize, buckets: usize, king_buckets: KingBuckets, seed: u64) -> Network {
    let precision = if buckets > 1 { OutputPrecision::Fine } else { OutputPrecision::Coarse };
    let mut random = StdRng::seed_from_u64(seed);
    let mut values = |count: usize, most: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-most..=most)).collect()
    };
    let parameters = NetworkParameters {
        hidden,
        buckets,
        scale: SCALE,
        king_buckets,
        feature_weights: values(king_buckets.count() * features::COUNT * hidden, 60),
        feature_bias: values(hidden, 120),
        middle: None,
        precision,
        output_weights: values(2 * buckets * hidden, precision.max_weight().min(500)),
        output_bias: values(buckets, 2_000).into_iter().map(i32::from).collect(),
        material: None,
    };
    Network::new(&parameters).expect("a valid network")
}

/// Like [`bucketed`], with a middle layer of `units` units, whose values are around their bounds.
pub fn layered(hidden: usize, buckets: usize, king_buckets: KingBuckets, units: usize, seed: u64) -> Network {
    let mut random = StdRng::seed_from_u64(seed);
    let weights = (0..2 * buckets * units * hidden).map(|_| random.random_range(-64..=64)).collect();
    let mut values = |count: usize, most: i16| -> Vec<i16> {
        (0..count).map(|_| random.random_range(-most..=most)).collect()
    };
    let middle = MiddleParameters {
        units,
        weights,
        bias: values(buckets * units, i16::MAX).into_iter().map(i32::from).collect(),
    };
    let output_weights = values(2 * buckets * units, 1023);
    let parameters = NetworkParameters {
        middle: Some(middle),
        precision: OutputPrecision::Fine,
        output_weights,
        ..bucketed(hidden, buckets, king_buckets, seed).parameters()
    };
    Network::new(&parameters).expect("a valid network")
}

/// Like [`layered`], with material in the output.
pub fn with_material(hidden: usize, buckets: usize, units: usize, seed: u64) -> Network {
    let parameters = NetworkParameters {
        material: Some([16_321, -3, 53_857, 70_000, 155_041]),
        ..layered(hidden, buckets, KingBuckets::One, units, seed).parameters()
    };
    Network::new(&parameters).expect("a valid network")
}

/// A linear model with random weights.
pub fn linear(seed: u64) -> Linear {
    let mut random = StdRng::seed_from_u64(seed);
    let mut linear = Linear::material();
    linear.tempo = [400, 200];
    for weight in linear.weights.iter_mut() {
        *weight = [random.random_range(-3000..=3000), random.random_range(-3000..=3000)];
    }
    linear
}

/// Models of both architectures.
pub fn models() -> [Model; 8] {
    [
        Model::material(),
        linear(1).into(),
        network(32, 1, 2).into(),
        network(96, 8, 3).into(),
        bucketed(64, 8, KingBuckets::Four, 4).into(),
        layered(32, 1, KingBuckets::One, 8, 5).into(),
        layered(96, 8, KingBuckets::Four, 16, 6).into(),
        with_material(64, 4, 8, 7).into(),
    ]
}

/// The initial position, or one of Chess960 with both sides alike.
pub fn start(random: &mut StdRng) -> Position {
    if random.random_bool(0.3) {
        return Position::default();
    }
    let board = shakmaty::Board::chess960(random.random_range(0..960));
    let castling_rights = board.rooks();
    let setup = Setup { board, castling_rights, ..Setup::initial() };
    Position::new(Chess::from_setup(setup, CastlingMode::Chess960).expect("an initial position of Chess960"))
}

/// A random move: castling or en passant if there is one.
pub fn choose(moves: &MoveList, random: &mut StdRng) -> Move {
    let rare: Vec<Move> = moves.iter().copied().filter(|m| m.is_castle() || m.is_en_passant()).collect();
    let all = if rare.is_empty() { moves } else { rare.as_slice() };
    all[random.random_range(0..all.len())]
}

/// Visits about `count` positions of random games of standard chess and Chess960.
pub fn games(seed: u64, count: usize, mut visit: impl FnMut(&Position)) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut position = start(&mut random);
    let mut length = 0;
    for _ in 0..count {
        let moves = position.legal_moves();
        if moves.is_empty() || length > 160 {
            position = start(&mut random);
            length = 0;
            continue;
        }
        position = position.play(choose(&moves, &mut random));
        length += 1;
        visit(&position);
    }
}
