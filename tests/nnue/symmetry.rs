//! Symmetry: every model evaluates colours and wings alike.

use lancet::eval::nnue::{Architecture, Model};
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, Position as _};

use crate::common::boards;
use crate::samples::{games, models, network};
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
fn the_output_bucket_follows_the_piece_count() {
    let network = Model::from(network(32, 8, 4));
    let Architecture::Network(network) = network.architecture() else { panic!("not a network") };
    let bucket = |fen: &str| network.bucket(boards::position(fen).board());
    assert_eq!(bucket("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 7);
    assert_eq!(bucket("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(bucket("4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"), 0);
    assert_eq!(bucket("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1"), 1);
}
