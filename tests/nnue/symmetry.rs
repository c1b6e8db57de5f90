//! Symmetry: every model evaluates colours and wings alike.

use lancet::eval::nnue::{Architecture, KingBuckets, MATERIAL_ROLES, Model, OutputPrecision, SCALE};
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, Position as _, Role};

use crate::common::boards;
use crate::samples::{games, layered, models, network, with_material};
use lancet::position::Position;

/// The position with files a to h exchanged and without castling rights.
fn mirrored(position: &Position) -> Option<Position> {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.castling_rights = Bitboard::EMPTY;
    setup.board.flip_horizontal();
    setup.ep_square = setup.ep_square.map(shakmaty::Square::flip_horizontal);
    setup.position::<Chess>(CastlingMode::Standard).ok().map(Position::new)
}

#[test]
fn models_are_symmetric_in_colours_and_wings() {
    let models = models();
    let mut wings = 0;
    games(1, 3_000, |position| {
        let flipped = position.flipped().expect("a legal position");
        for model in &models {
            let value = model.evaluate(position);
            assert_eq!(model.evaluate(&flipped), value, "flipped {}", position.fen());
            if let Some(mirrored) = mirrored(position) {
                assert_eq!(model.evaluate(&mirrored), value, "mirrored {}", position.fen());
                wings += 1;
            }
        }
    });
    assert!(wings > 10_000, "only {wings} mirrored positions");
}

#[test]
fn the_material_model_counts_material() {
    let model = Model::material();
    for (fen, value) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 100),
        ("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", -100),
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", -950),
        ("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR w KQk - 0 1", 170),
        ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", 320),
    ] {
        assert_eq!(model.evaluate(&boards::position(fen)), value, "{fen}");
    }
}

#[test]
fn material_counts_besides_the_layers() {
    let plain = Model::from(layered(64, 4, KingBuckets::One, 8, 7));
    let model = Model::from(with_material(64, 4, 8, 7));
    let Architecture::Network(network) = model.architecture() else { panic!("not a network") };
    let weights = network.parameters().material.expect("weights of material");
    let one = i64::from(OutputPrecision::Fine.bias_one());
    games(3, 1_000, |position| {
        let count = |role: Role| {
            let [own, other] = [position.turn(), !position.turn()].map(|color| role.of(color));
            let board = position.board();
            board.by_piece(own).count() as i64 - board.by_piece(other).count() as i64
        };
        let sum: i64 = MATERIAL_ROLES
            .into_iter()
            .zip(weights)
            .map(|(role, weight)| count(role) * i64::from(weight))
            .sum();
        let difference = i64::from(model.evaluate(position) - plain.evaluate(position));
        let wanted = sum * i64::from(SCALE) / one;
        assert!((difference - wanted).abs() <= 1, "{difference}, {wanted}: {}", position.fen());
    });
}

#[test]
fn the_output_bucket_follows_the_piece_count() {
    let network = Model::from(network(32, 8, 4));
    let Architecture::Network(network) = network.architecture() else { panic!("not a network") };
    let bucket = |fen: &str| network.bucket(boards::position(fen).board());
    assert_eq!(bucket("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 7);
    assert_eq!(bucket("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(bucket("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"), 0);
    assert_eq!(bucket("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1"), 1);
}
