//! Position: shakmaty's rules, with what a search needs beside them.
//!
//! These are the only rooms that know the rules. Above them a [`Position`] is a value: playing a
//! move makes a new one (copy-make), nothing is ever unmade.

mod attacks;
mod exchange;
mod game;
mod keys;
mod moves;
mod path;
mod perft;
mod san;
mod text;

pub use attacks::{Checks, Threats};
pub use exchange::piece_value;
pub use game::Game;
pub use moves::MoveList;
pub use path::Path;
pub use san::{SanError, parse_san};
pub use text::{FenError, MoveError, ParsedFen, parse_fen, parse_fen_mode, parse_move};

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Role, Square,
};

use keys::Keys;

/// A chess position with its keys and the pieces that give check.
#[derive(Clone, Debug)]
pub struct Position {
    chess: Chess,
    keys: Keys,
    checkers: Bitboard,
}

impl Default for Position {
    fn default() -> Position {
        Position::new(Chess::default())
    }
}

impl From<Chess> for Position {
    fn from(chess: Chess) -> Position {
        Position::new(chess)
    }
}

impl Position {
    /// Takes up a position of shakmaty.
    #[must_use]
    pub fn new(chess: Chess) -> Position {
        Position { keys: Keys::of(&chess), checkers: chess.checkers(), chess }
    }

    /// The position in shakmaty's form.
    #[must_use]
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The pieces.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// All pieces of the side to move.
    #[inline]
    #[must_use]
    pub fn us(&self) -> Bitboard {
        self.chess.us()
    }

    /// All pieces of the other side.
    #[inline]
    #[must_use]
    pub fn them(&self) -> Bitboard {
        self.chess.them()
    }

    /// Pieces of one role of the side to move.
    #[inline]
    #[must_use]
    pub fn our(&self, role: Role) -> Bitboard {
        self.chess.our(role)
    }

    /// How many men there are, kings and pawns among them.
    #[inline]
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.board().occupied().count()
    }

    /// Some castling right is left.
    #[inline]
    #[must_use]
    pub fn can_castle(&self) -> bool {
        self.chess.castles().any()
    }

    /// The square of a side's king.
    ///
    /// Every legal position has one; [`parse_fen`] lets no other through.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.board().king_of(color).unwrap_or(Square::A1)
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// Plies since the start of the game, as far as the FEN tells.
    #[must_use]
    pub fn game_ply(&self) -> u32 {
        let moves = self.chess.fullmoves().get() - 1;
        moves.saturating_mul(2).saturating_add(u32::from(self.turn().is_black()))
    }

    /// The pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// The side to move has a piece other than king and pawns.
    #[inline]
    #[must_use]
    pub fn has_pieces(&self) -> bool {
        let board = self.board();
        (self.us() & !board.pawns() & !board.kings()).any()
    }

    /// No line of moves can end in mate.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.chess.is_insufficient_material()
    }

    /// Zobrist key of the whole position, the same as in a Polyglot book.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.keys.full
    }

    /// Zobrist key of the pawns alone.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawn
    }

    /// Zobrist key of one side's king and pieces without its pawns.
    #[inline]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        *self.keys.non_pawn.get(color)
    }

    /// How castling is written here.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn play(&self, m: Move) -> Position {
        let mut chess = self.chess.clone();
        let keys = self.keys.play(&mut chess, m);
        Position { checkers: chess.checkers(), chess, keys }
    }

    /// The position after passing, or `None` where passing is not possible (in check).
    #[must_use]
    pub fn null_move(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(Position { keys: self.keys.null_move(&self.chess), checkers: Bitboard::EMPTY, chess })
    }

    /// The position in Forsyth-Edwards notation (X-FEN for Chess960).
    #[must_use]
    pub fn fen(&self) -> String {
        shakmaty::fen::Fen::from_position(&self.chess, EnPassantMode::Legal).to_string()
    }
}
