//! Keys: incremental Zobrist keys with the constants of Polyglot.
//!
//! Two positions have the same key if and only if they are the same for a repetition (FIDE Laws of Chess, 9.2.3):
//! an en passant square counts if a capture there is legal. The key of a Polyglot book counts more squares.

use shakmaty::zobrist::{Zobrist64, ZobristValue};
use shakmaty::{
    ByColor, CastlingSide, Chess, Color, EnPassantMode, File, Move, Piece, Position as _, Role, Square,
};

use super::Position;
use crate::types::castling_side;

/// The keys of a position: all of it, its pawns, and each side's other pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Keys {
    pub full: u64,
    pub pawn: u64,
    pub non_pawn: ByColor<u64>,
}

#[inline]
pub(super) fn piece_key(piece: Piece, square: Square) -> u64 {
    Zobrist64::zobrist_for_piece(square, piece).0
}

#[inline]
pub(super) fn turn_key() -> u64 {
    Zobrist64::zobrist_for_white_turn().0
}

/// Only looks for pins and checks if a pawn stands beside one that has just moved two squares.
#[inline]
fn en_passant_key(chess: &Chess) -> u64 {
    chess
        .ep_square(EnPassantMode::Legal)
        .map_or(0, |square| Zobrist64::zobrist_for_en_passant_file(square.file()).0)
}

/// In Chess960 a side may have several rooks on one side of its king: the file identifies the one that castles.
fn castling_right_key(color: Color, side: CastlingSide, rook: Square) -> u64 {
    let key = Zobrist64::zobrist_for_castling_right(color, side).0;
    let corner = if side.is_king_side() { File::H } else { File::A };
    if rook.file() == corner { key } else { key ^ piece_key(color.rook(), rook).rotate_left(32) }
}

fn castling_key(chess: &Chess) -> u64 {
    let mut key = 0;
    for color in Color::ALL {
        for side in CastlingSide::ALL {
            if let Some(rook) = chess.castles().rook(color, side) {
                key ^= castling_right_key(color, side, rook);
            }
        }
    }
    key
}

impl Keys {
    /// Computes the keys from scratch.
    pub fn of(chess: &Chess) -> Keys {
        let mut keys = Keys { full: 0, pawn: 0, non_pawn: ByColor { white: 0, black: 0 } };
        for (square, piece) in chess.board() {
            keys.toggle(piece, square);
        }
        if chess.turn().is_white() {
            keys.full ^= turn_key();
        }
        keys.full ^= castling_key(chess) ^ en_passant_key(chess);
        keys
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        self.full ^= key;
        if piece.role == Role::Pawn {
            self.pawn ^= key;
        } else {
            *self.non_pawn.get_mut(piece.color) ^= key;
        }
    }

    /// Plays `m` on `chess` and returns the keys of the new position.
    #[inline]
    pub fn play(mut self, chess: &mut Chess, m: Move) -> Keys {
        let us = chess.turn();
        self.full ^= turn_key() ^ en_passant_key(chess);
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                self.toggle(role.of(us), from);
                if let Some(captured) = capture {
                    self.toggle(captured.of(!us), to);
                }
                self.toggle(promotion.unwrap_or(role).of(us), to);
            }
            Move::EnPassant { from, to } => {
                self.toggle(us.pawn(), from);
                self.toggle((!us).pawn(), Square::from_coords(to.file(), from.rank()));
                self.toggle(us.pawn(), to);
            }
            Move::Castle { king, rook } => {
                let side = castling_side(king, rook);
                self.toggle(us.king(), king);
                self.toggle(us.rook(), rook);
                self.toggle(us.king(), side.king_to(us));
                self.toggle(us.rook(), side.rook_to(us));
            }
            Move::Put { .. } => {}
        }
        let rights = chess.castles().castling_rights();
        let old_castling = if rights.any() { castling_key(chess) } else { 0 };
        chess.play_unchecked(m);
        if chess.castles().castling_rights() != rights {
            self.full ^= old_castling ^ castling_key(chess);
        }
        self.full ^= en_passant_key(chess);
        self
    }

    /// Returns the keys after a null move in `chess`.
    pub fn null_move(mut self, chess: &Chess) -> Keys {
        self.full ^= turn_key() ^ en_passant_key(chess);
        self
    }
}

impl Position {
    /// Returns the key of the position in a Polyglot book.
    ///
    /// It counts an en passant square if a pawn stands beside the one that has moved two squares, even if it is
    /// pinned, and no files of castling rooks.
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        self.chess.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
    }

    /// Returns the key after `m` without changes of castling rights and en passant, for prefetching.
    #[inline]
    #[must_use]
    pub fn approximate_key(&self, m: Move) -> u64 {
        let mut key = self.keys.full ^ turn_key();
        if let Move::Normal { role, from, capture, to, promotion } = m {
            let us = self.turn();
            key ^= piece_key(role.of(us), from) ^ piece_key(promotion.unwrap_or(role).of(us), to);
            if let Some(captured) = capture {
                key ^= piece_key(captured.of(!us), to);
            }
        }
        key
    }
}
