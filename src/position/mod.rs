//! Position: the rules of chess, based on shakmaty, with what a search needs beside them.
//!
//! A [`Position`] is a value: playing a move returns a new one (copy-make).

mod attacks;
mod ending;
mod exchange;
mod fen;
mod game;
mod keys;
mod moves;
mod path;
mod perft;
mod san;
mod uci_move;
mod validity;

pub use attacks::{Checks, Threats};
pub use ending::Ending;
pub use exchange::piece_value;
pub use fen::{FenError, FenWarning, IllegalPosition, ParsedFen, parse_fen, parse_fen_mode};
pub(crate) use fen::{is_check_counter, parse_standard_fen};
pub use game::Game;
pub use moves::MoveList;
pub(crate) use moves::{MAX_MOVES, quiet_move};
pub use path::Path;
pub use san::{SanError, matching_moves, parse_san};
pub use uci_move::{MoveError, parse_move};

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Move, Position as _, Role, Square,
};

use keys::Keys;

/// A chess position with its Zobrist keys and the pieces that give check.
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

/// Equality of what moves depend on: board, side to move, castling rights and a legal en passant capture, without clocks and
/// castling mode, as shakmaty compares positions.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.chess == other.chess
    }
}

impl Eq for Position {}

impl From<Position> for Chess {
    fn from(position: Position) -> Chess {
        position.chess
    }
}

impl From<Chess> for Position {
    fn from(chess: Chess) -> Position {
        Position::new(chess)
    }
}

impl Position {
    /// Makes a position from one of shakmaty.
    #[must_use]
    pub fn new(chess: Chess) -> Position {
        Position { keys: Keys::of(&chess), checkers: chess.checkers(), chess }
    }

    /// The position as one of shakmaty.
    #[must_use]
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The board.
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

    /// Returns the number of pieces, kings and pawns included.
    #[inline]
    #[must_use]
    pub fn piece_count(&self) -> usize {
        self.board().occupied().count()
    }

    /// Reports whether a side has a castling right.
    #[inline]
    #[must_use]
    pub fn can_castle(&self) -> bool {
        self.chess.castles().any()
    }

    /// The square of a side's king.
    ///
    /// Every legal position has one, and [`parse_fen`] accepts no other.
    #[inline]
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        self.board().king_of(color).unwrap_or(Square::A1)
    }

    /// The halfmove clock: plies since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn halfmoves(&self) -> u32 {
        self.chess.halfmoves()
    }

    /// The plies since the start of the game, by the fullmove number of the FEN.
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

    /// Reports whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// Reports whether the side to move is mated.
    #[inline]
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && !self.has_legal_move()
    }

    /// Reports whether the side to move has a piece other than king and pawns.
    #[inline]
    #[must_use]
    pub fn has_pieces(&self) -> bool {
        let board = self.board();
        (self.us() & !board.pawns() & !board.kings()).any()
    }

    /// Reports whether neither side has the material to mate.
    #[inline]
    #[must_use]
    pub fn is_dead(&self) -> bool {
        self.chess.is_insufficient_material()
    }

    /// The Zobrist key of the position: equal if the repetition rule counts two positions as the same.
    ///
    /// Books have another one, [`Position::polyglot_key`].
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        self.keys.full
    }

    /// The Zobrist key of the pawns.
    #[inline]
    #[must_use]
    pub fn pawn_key(&self) -> u64 {
        self.keys.pawn
    }

    /// The Zobrist key of a side's king and pieces, without its pawns.
    #[inline]
    #[must_use]
    pub fn non_pawn_key(&self, color: Color) -> u64 {
        *self.keys.non_pawn.get(color)
    }

    /// The notation of castling: standard or Chess960.
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// Returns the position after a legal move. It is not checked: any other move may panic or lead to a position that cannot
    /// be searched.
    #[inline]
    #[must_use]
    pub fn play(&self, m: Move) -> Position {
        let mut chess = self.chess.clone();
        let keys = self.keys.play(&mut chess, m);
        Position { checkers: chess.checkers(), chess, keys }
    }

    /// Returns the position after a null move of a search, or `None` in check: the counters of moves stay as they are.
    #[must_use]
    pub fn null_move(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let chess = self.chess.clone().swap_turn().ok()?;
        Some(Position { keys: self.keys.null_move(&self.chess), checkers: Bitboard::EMPTY, chess })
    }

    /// Returns the position after a null move of a game, which counts as a move; `None` in check.
    #[must_use]
    pub fn null_move_in_game(&self) -> Option<Position> {
        let mut setup = self.null_move()?.chess.to_setup(EnPassantMode::Always);
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        if setup.turn.is_white() {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.position::<Chess>(self.castling_mode()).ok().map(Position::new)
    }

    /// Returns the position with the colours exchanged; `None` only for an illegal position.
    #[must_use]
    pub fn flipped(&self) -> Option<Position> {
        let setup = self.chess.to_setup(EnPassantMode::Always).into_mirrored();
        setup.position::<Chess>(self.castling_mode()).ok().map(Position::new)
    }
}
