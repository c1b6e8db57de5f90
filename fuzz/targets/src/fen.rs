//! FEN: a position that is read survives writing, and its legal moves are those of shakmaty.

use lancet::position::{Position, parse_fen, parse_fen_mode, parse_move, parse_san};
use shakmaty::{CastlingMode, EnPassantMode, Move, Position as _};

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "fen",
    check,
    seeds: seeds::fens,
    tokens: &[
        "KQkq", "HAha", " w ", " b ", " - ", "e3", "/8/", "pppppppp", "K", "k", "[]", "+3+3", "3+3", "99 150",
    ],
    max_len: 256,
    inputs: 60_000,
    max_memory: 1 << 20,
};

fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    if let Ok(parsed) = parse_fen(&text) {
        let position = Position::new(parsed.chess);
        check_written(&position);
        check_position(&position);
        if let Some(m) = position.legal_moves().first() {
            check_written(&position.play(*m));
        }
    }
    for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
        if let Ok(parsed) = parse_fen_mode(&text, mode) {
            assert_eq!(parsed.chess.castles().mode(), mode);
            check_moves(&Position::new(parsed.chess));
        }
    }
}

/// Checks that the FEN of a position gives the same position. Clocks beyond all rules are clamped.
fn check_written(position: &Position) {
    if position.halfmoves() > 1000 || position.game_ply() > 1_000_000 {
        return;
    }
    let fen = position.fen();
    let parsed = parse_fen_mode(&fen, position.castling_mode()).expect("its own FEN");
    assert!(parsed.warnings.is_empty(), "{fen}: {:?}", parsed.warnings);
    let again = Position::new(parsed.chess);
    assert_eq!(again.fen(), fen);
    // The Polyglot key counts an en passant square whose capture is not legal; a FEN is written without it.
    let square = |mode| position.chess().ep_square(mode);
    if square(EnPassantMode::Always) == square(EnPassantMode::Legal) {
        assert_eq!(again.key(), position.key(), "the key of {fen}");
    }
    assert_eq!(again.halfmoves(), position.halfmoves(), "the clock of {fen}");
}

fn check_position(position: &Position) {
    check_moves(position);
    assert_eq!(position.in_check(), position.chess().is_check());
    for m in &position.legal_moves() {
        let (uci, san) = (position.move_text(*m), position.san(*m));
        assert_eq!(parse_move(position, &uci), Ok(*m), "{uci} in {}", position.fen());
        assert_eq!(parse_san(position, &san), Ok(*m), "{san} in {}", position.fen());
    }
}

fn check_moves(position: &Position) {
    let text = |m: &Move| position.move_text(*m);
    let mut ours: Vec<String> = position.legal_moves().iter().map(text).collect();
    let mut theirs: Vec<String> = position.chess().legal_moves().iter().map(text).collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "{}", position.fen());
    assert_eq!(position.count_legal_moves(), ours.len() as u64);
    assert_eq!(position.has_legal_move(), !ours.is_empty());
}
