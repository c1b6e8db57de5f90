//! Move generation, keys, legality, checks and attacks compared with shakmaty, on random walks.

use std::collections::HashSet;

use crate::common::boards::roots;
use lancet::position::Position;
use lancet::types::PackedMove;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::packed::PackedUciMove;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Bitboard, Color, EnPassantMode, Move, Position as _, Role, Square};

const POSITIONS: usize = 420_000;

fn check_moves(position: &Position) -> Vec<Move> {
    let expected: Vec<Move> = position.chess().legal_moves().into_iter().collect();
    let found: HashSet<Move> = position.legal_moves().into_iter().collect();
    assert_eq!(found.len(), position.legal_moves().len(), "duplicate moves in {}", position.fen());
    assert_eq!(found, expected.iter().copied().collect(), "moves of {}", position.fen());
    assert_eq!(position.count_legal_moves(), expected.len() as u64, "count of {}", position.fen());
    assert_eq!(position.has_legal_move(), !expected.is_empty());
    expected
}

/// Reports whether all castling rights are those of standard chess, whose keys shakmaty has.
fn castles_with_corner_rooks(position: &Position) -> bool {
    (position.chess().castles().castling_rights() & !Bitboard::CORNERS).is_empty()
}

fn check_keys(position: &Position) {
    let expected = |mode| position.chess().zobrist_hash::<Zobrist64>(mode).0;
    let fresh = Position::new(position.chess().clone());
    assert_eq!(position.key(), fresh.key(), "key of {}", position.fen());
    if castles_with_corner_rooks(position) {
        assert_eq!(position.key(), expected(EnPassantMode::Legal), "key of {}", position.fen());
    }
    assert_eq!(
        position.polyglot_key(),
        expected(EnPassantMode::PseudoLegal),
        "book key of {}",
        position.fen()
    );
    assert_eq!(position.pawn_key(), fresh.pawn_key());
    for color in Color::ALL {
        assert_eq!(position.non_pawn_key(color), fresh.non_pawn_key(color));
    }
    assert_eq!(position.checkers(), position.chess().checkers());
}

fn check_unpacking(position: &Position, packed: PackedMove) {
    let expected = {
        let bytes = packed.bits().to_le_bytes();
        let uci: UciMove = PackedUciMove::from_bytes(bytes).unpack();
        let normal = matches!(uci, UciMove::Normal { .. }) && packed.bits() >> 15 == 0;
        // In packed moves castling is king takes rook; e1g1 is not valid.
        normal.then(|| uci.to_move(position.chess()).ok()).flatten().filter(|m| PackedMove::new(*m) == packed)
    };
    assert_eq!(position.unpack(packed), expected, "{packed:?} in {}", position.fen());
}

/// Compares the attacked squares, and the threats by pieces of lower value, with shakmaty's attackers.
fn check_threats(position: &Position) {
    let value = |role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    };
    let (board, color) = (position.board(), !position.turn());
    let threats = position.threats(color);
    for square in Square::ALL {
        let attackers = board.attacks_to(square, color, board.occupied());
        assert_eq!(threats.attacked.contains(square), attackers.any(), "{square} in {}", position.fen());
        for role in Role::ALL {
            let is_lower = |from| board.role_at(from).is_some_and(|by| value(by) < value(role));
            let is_threatened = role != Role::King && attackers.into_iter().any(is_lower);
            let found = threats.to_piece(role).contains(square);
            assert_eq!(found, is_threatened, "{role:?} on {square} in {}", position.fen());
        }
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
            check_keys(&position);
            let moves = check_moves(&position);
            for m in &moves {
                assert_eq!(position.unpack(PackedMove::new(*m)), Some(*m), "{m} in {}", position.fen());
            }
            if let Some(m) = last.get(rng.random_range(0..last.len().max(1))) {
                check_unpacking(&position, PackedMove::new(*m));
            }
            check_unpacking(&position, PackedMove::from_bits(rng.random()));
            check_threats(&position);
            let checks = position.checks();
            for m in &moves {
                let mut after = position.chess().clone();
                after.play_unchecked(*m);
                assert_eq!(position.gives_check(*m, &checks), after.is_check(), "{m} in {}", position.fen());
            }
            match (position.null_move(), position.chess().clone().swap_turn()) {
                (Some(null), Ok(expected)) => {
                    assert_eq!(null.chess(), &expected);
                    check_keys(&null);
                }
                (None, _) => assert!(position.in_check()),
                (Some(_), Err(error)) => panic!("shakmaty has no null move: {error}"),
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
