//! Our generator, keys and legality against shakmaty's own, on random walks.

use std::collections::HashSet;

use crate::common::boards::roots;
use lancet::position::Position;
use lancet::types::PackedMove;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::packed::PackedUciMove;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Color, EnPassantMode, Move, Position as _, Role, Square};

const POSITIONS: usize = 420_000;

fn same_moves(position: &Position) -> Vec<Move> {
    let theirs: Vec<Move> = position.chess().legal_moves().into_iter().collect();
    let ours: HashSet<Move> = position.legal_moves().into_iter().collect();
    assert_eq!(ours.len(), position.legal_moves().len(), "a move twice in {}", position.fen());
    assert_eq!(ours, theirs.iter().copied().collect(), "moves of {}", position.fen());
    assert_eq!(position.count_legal_moves(), theirs.len() as u64, "count of {}", position.fen());
    assert_eq!(position.has_legal_move(), !theirs.is_empty());
    theirs
}

fn same_keys(position: &Position) {
    let theirs = position.chess().zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal);
    assert_eq!(position.key(), theirs.0, "key of {}", position.fen());
    let fresh = Position::new(position.chess().clone());
    assert_eq!(position.pawn_key(), fresh.pawn_key());
    for color in Color::ALL {
        assert_eq!(position.non_pawn_key(color), fresh.non_pawn_key(color));
    }
    assert_eq!(position.checkers(), position.chess().checkers());
}

fn same_legality(position: &Position, foreign: PackedMove) {
    let theirs = {
        let bytes = foreign.bits().to_le_bytes();
        let uci: UciMove = PackedUciMove::from_bytes(bytes).unpack();
        let normal = matches!(uci, UciMove::Normal { .. }) && foreign.bits() >> 15 == 0;
        // Castling is king takes rook in packed moves; e1g1 is not one of its names there.
        normal
            .then(|| uci.to_move(position.chess()).ok())
            .flatten()
            .filter(|m| PackedMove::new(*m) == foreign)
    };
    assert_eq!(position.unpack(foreign), theirs, "{foreign:?} in {}", position.fen());
}

/// Each square is attacked, and each piece by one of less worth, where shakmaty finds such attackers.
fn same_threats(position: &Position) {
    let worth = |square| match position.board().role_at(square) {
        Some(Role::Pawn) => 1,
        Some(Role::Knight | Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        Some(Role::King) | None => 5,
    };
    let (board, color) = (position.board(), !position.turn());
    let threats = position.threats(color);
    for square in Square::ALL {
        let attackers = board.attacks_to(square, color, board.occupied());
        assert_eq!(threats.attacked.contains(square), attackers.any(), "{square} in {}", position.fen());
        let is_prey = (position.us() & !board.kings()).contains(square);
        let by_less = is_prey && attackers.into_iter().any(|from| worth(from) < worth(square));
        assert_eq!(threats.by_less.contains(square), by_less, "{square} in {}", position.fen());
    }
}

#[test]
fn random_walks_agree_with_shakmaty() {
    let mut rng = StdRng::seed_from_u64(20_261_121);
    let roots = roots();
    assert!(roots.len() > 1_300);
    let mut seen = 0;
    let mut last: Vec<Move> = Vec::new();
    while seen < POSITIONS {
        let mut position = roots[rng.random_range(0..roots.len())].clone();
        for _ in 0..120 {
            seen += 1;
            same_keys(&position);
            let moves = same_moves(&position);
            for m in &moves {
                assert_eq!(position.unpack(PackedMove::new(*m)), Some(*m), "{m} in {}", position.fen());
            }
            if let Some(m) = last.get(rng.random_range(0..last.len().max(1))) {
                same_legality(&position, PackedMove::new(*m));
            }
            same_legality(&position, PackedMove::from_bits(rng.random()));
            same_threats(&position);
            let checks = position.checks();
            for m in &moves {
                let mut after = position.chess().clone();
                after.play_unchecked(*m);
                assert_eq!(position.gives_check(*m, &checks), after.is_check(), "{m} in {}", position.fen());
            }
            match (position.null_move(), position.chess().clone().swap_turn()) {
                (Some(passed), Ok(theirs)) => {
                    assert_eq!(passed.chess(), &theirs);
                    same_keys(&passed);
                }
                (None, _) => assert!(position.in_check()),
                (Some(_), Err(error)) => panic!("shakmaty does not pass: {error}"),
            }
            if moves.is_empty() || position.halfmoves() > 120 {
                break;
            }
            let m = moves[rng.random_range(0..moves.len())];
            position = position.play(m);
            last = moves;
        }
    }
}
