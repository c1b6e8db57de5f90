//! Static exchange evaluation: known values, and a recursive exchange as the oracle.

use crate::common::boards;
use lancet::position::{Position, parse_move, piece_value};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::{Board, Color, Move, Role, Square};

/// FEN, move, value, and its sum with pawn 100, knight 320, bishop 330, rook 500, queen 950.
#[rustfmt::skip]
const KNOWN: &[(&str, &str, i32, &str)] = &[
    ("4k3/8/8/3n4/8/8/8/3QK3 w - - 0 1", "d1d5", 320, "wins a knight"),
    ("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5", 500, "wins a rook"),
    ("4k3/8/2p5/3n4/8/8/8/3QK3 w - - 0 1", "d1d5", -630, "320 - 950"),
    ("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -400, "100 - 500"),
    ("4k3/8/2p5/3p4/3R4/8/8/3RK3 w - - 0 1", "d4d5", -300, "100 - 500 + 100"),
    ("4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 220, "320 - 100"),
    ("4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0, "100 - 100"),
    ("4k3/8/2p5/3n4/8/1B6/8/4K3 w - - 0 1", "b3d5", -10, "320 - 330"),
    ("4k3/8/2p5/3r4/8/4N3/8/4K3 w - - 0 1", "e3d5", 180, "500 - 320"),
    ("3rk3/8/8/8/3N4/2P5/8/4K3 b - - 0 1", "d8d4", -180, "320 - 500, black to move"),
    ("3qk3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1d8", 0, "queens, the king recaptures"),
    ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", "e1d2", 100, "the king captures an undefended pawn"),
    ("8/8/8/3k4/3p4/8/8/3RK3 w - - 0 1", "d1d4", -400, "100 - 500, the king recaptures"),
    ("8/8/8/3k4/3p4/4P3/8/3RK3 w - - 0 1", "d1d4", 100, "a king cannot capture a defended piece"),
    ("4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3d5", -320, "a knight moves to a square that a pawn attacks"),
    ("4k3/8/2p5/8/4P3/4N3/8/4K3 w - - 0 1", "e3d5", -220, "-320 + 100"),
    ("4k3/8/2p5/8/8/4N3/8/4K3 w - - 0 1", "e3f5", 0, "a quiet move to a square that is not attacked"),
    ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0, "castling"),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100, "en passant wins a pawn"),
    ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant, a pawn recaptures"),
    ("3rk3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0, "en passant, a rook recaptures"),
    ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 1", "e5d6", 100, "en passant opens the file for the rook"),
    ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850, "a queen for a pawn"),
    ("8/P6k/1n6/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100, "850 - 950"),
    ("8/P6k/1n6/8/8/8/8/4K3 w - - 0 1", "a7a8n", -100, "220 - 320"),
    ("1r5k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 1350, "500 + 850"),
    ("1r5k/P7/3b4/8/8/8/8/4K3 w - - 0 1", "a7b8q", 400, "500 + 850 - 950"),
    ("4k3/8/4p3/3p4/2B5/1Q6/8/4K3 w - - 0 1", "c4d5", -130, "100 - 330 + 100, queen behind bishop"),
    ("k3r3/4q3/8/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 50, "100 - 500 + 950 - 500, two batteries"),
    ("k7/8/3q4/4p3/8/8/4R3/K3R3 w - - 0 1", "e2e5", 100, "the queen does not recapture"),
    ("4k3/4n3/8/3p4/8/8/4R3/3RK3 w - - 0 1", "d1d5", -400, "pins are ignored"),
    ("4k3/8/5b2/4p3/3P4/8/1B6/4K3 w - - 0 1", "d4e5", 100, "100 - 100 + 330: the second bishop does not recapture"),
    ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100, "wins a pawn"),
    ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -220, "100 - 320, and White stops"),
];

#[test]
fn known_exchanges_have_their_value() {
    for (fen, text, value, why) in KNOWN {
        let position = boards::position(fen);
        let m = parse_move(&position, text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
        assert_eq!(exchange(&position, m), *value, "oracle, {text} in {fen}: {why}");
        assert!(position.wins_exchange(m, *value), "{text} in {fen} wins {value}: {why}");
        assert!(!position.wins_exchange(m, value + 1), "{text} in {fen} wins no more than {value}: {why}");
    }
}

/// Returns the value of the exchange on the target of `m` for the side to move, by negamax.
fn exchange(position: &Position, m: Move) -> i32 {
    let (us, to) = (position.turn(), m.to());
    let mut board = position.board().clone();
    let (gain, placed) = match m {
        Move::Normal { role, from, capture, promotion, .. } => {
            board.discard_piece_at(from);
            let placed = promotion.unwrap_or(role);
            let promoted = piece_value(placed) - piece_value(role);
            (capture.map_or(0, piece_value) + promoted, placed)
        }
        Move::EnPassant { from, .. } => {
            board.discard_piece_at(from);
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            (piece_value(Role::Pawn), Role::Pawn)
        }
        Move::Castle { .. } | Move::Put { .. } => return 0,
    };
    board.set_piece_at(to, placed.of(us));
    gain - best_reply(&board, to, placed, !us)
}

/// Returns the most that `side` wins by capturing the `victim` on `square` with its least valuable piece, or
/// by not capturing it. Of several the piece on the first square captures.
fn best_reply(board: &Board, square: Square, victim: Role, side: Color) -> i32 {
    let attackers = |board: &Board, color| board.attacks_to(square, color, board.occupied());
    let ours = attackers(board, side);
    let by_value = |from: &Square| {
        let role = board.role_at(*from).expect("an attacker is a piece");
        (role == Role::King, piece_value(role), *from)
    };
    let Some(from) = ours.into_iter().min_by_key(by_value) else { return 0 };
    let role = board.role_at(from).expect("an attacker is a piece");
    let mut after = board.clone();
    after.discard_piece_at(from);
    after.set_piece_at(square, role.of(side));
    if role == Role::King && attackers(&after, !side).any() {
        return 0;
    }
    (piece_value(victim) - best_reply(&after, square, role, !side)).max(0)
}

#[test]
fn random_exchanges_agree_with_the_oracle() {
    let mut rng = StdRng::seed_from_u64(7);
    let (mut captures, mut quiets, mut deep, mut safe) = (0, 0, 0, 0);
    boards::walk(&mut rng, 60_000, |position, rng| {
        let threats = position.threats(!position.turn());
        for m in position.legal_moves() {
            *(if m.is_capture() { &mut captures } else { &mut quiets }) += 1;
            let value = exchange(position, m);
            deep += usize::from(value != 0 && m.capture().is_none_or(|role| value != piece_value(role)));
            if !m.is_capture() && !m.is_promotion() && !threats.reach(m) {
                safe += 1;
                assert_eq!(value, 0, "{m} is safe in {}", position.fen());
            }
            for threshold in [value, value + 1, 0, 1, -100, rng.random_range(-1_000..1_000)] {
                let found = position.wins_exchange(m, threshold);
                assert_eq!(found, value >= threshold, "{m} >= {threshold} in {}: {value}", position.fen());
            }
        }
    });
    let counts = [captures, quiets, deep, safe];
    let least = [150_000, 900_000, 150_000, 200_000];
    assert!(counts.iter().zip(least).all(|(count, least)| *count > least), "{counts:?}");
}
