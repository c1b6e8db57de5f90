//! Accumulators: what the first layer holds for each ply of the line under search.
//!
//! Playing a move notes no more than the move. When a position is to be evaluated, its accumulators
//! are made from those of the nearest ply before it that has them, move by move; many plies are
//! never asked. A king that crosses from one wing to the other turns its own side's view around:
//! that view is then made afresh.

use shakmaty::{Board, ByColor, CastlingSide, Color, Move, Role, Square};

use super::features::{View, is_mirrored};
use super::network::Network;
use super::vector::I16x32;
use crate::position::Position;
use crate::types::MAX_PLY;

/// The root and every ply after it, with one to spare.
const PLIES: usize = MAX_PLY + 2;

/// The accumulators of a line, one for each view and ply, in one block of memory.
#[derive(Debug)]
pub(super) struct Accumulators {
    plies: Box<[Ply]>,
    lanes: Box<[I16x32]>,
    /// Blocks of an accumulator.
    blocks: usize,
    /// The ply of the position under search.
    top: usize,
}

/// A ply of the line.
#[derive(Clone, Copy, Debug)]
struct Ply {
    /// The move that led here, and who made it; none at the root.
    last: Option<(Color, Move)>,
    /// The view sees the files exchanged.
    mirrored: ByColor<bool>,
    /// The accumulator is made.
    made: ByColor<bool>,
}

const NEITHER: ByColor<bool> = ByColor { black: false, white: false };

impl Accumulators {
    /// Memory for networks of so many `blocks` a row.
    pub fn new(blocks: usize) -> Accumulators {
        let empty = Ply { last: None, mirrored: NEITHER, made: NEITHER };
        Accumulators {
            plies: vec![empty; PLIES].into(),
            lanes: vec![I16x32::ZERO; 2 * PLIES * blocks].into(),
            blocks,
            top: 0,
        }
    }

    /// Begins a line at `board`.
    pub fn set_root(&mut self, board: &Board) {
        let mirrored = ByColor::new_with(|color| board.king_of(color).is_some_and(is_mirrored));
        self.top = 0;
        self.plies[0] = Ply { last: None, mirrored, made: NEITHER };
    }

    /// Follows a move of `color`.
    #[inline]
    pub fn enter(&mut self, color: Color, m: Move) {
        let mut mirrored = self.plies[self.top].mirrored;
        match m {
            Move::Normal { role: Role::King, to, .. } => *mirrored.get_mut(color) = is_mirrored(to),
            Move::Castle { king, rook } => {
                *mirrored.get_mut(color) = is_mirrored(castling_side(king, rook).king_to(color));
            }
            _ => {}
        }
        self.top += 1;
        self.plies[self.top] = Ply { last: Some((color, m)), mirrored, made: NEITHER };
    }

    /// Goes back before the last move.
    #[inline]
    pub fn leave(&mut self) {
        self.top -= 1;
    }

    /// The value of `position`, to which the line has led, in centipawns.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, position: &Position) -> i32 {
        for color in Color::ALL {
            self.make(network, position.board(), color);
        }
        let turn = position.turn();
        let bucket = network.bucket(position.board());
        let [own, other] =
            [turn, !turn].map(|color| &self.lanes[self.place(self.top, color)..][..self.blocks]);
        let sum = network.kernel().output(own, other, network.output_row(bucket));
        let value = network.conclude(sum, bucket);
        debug_assert_eq!(value, network.evaluate(position.board(), turn), "{}", position.fen());
        value
    }

    /// Where the accumulator of a ply and view begins.
    #[inline]
    fn place(&self, ply: usize, color: Color) -> usize {
        (2 * ply + color as usize) * self.blocks
    }

    /// Sees to it that the accumulator of the top ply is made.
    #[inline]
    fn make(&mut self, network: &Network, board: &Board, color: Color) {
        let mirrored = *self.plies[self.top].mirrored.get(color);
        let mut base = self.top;
        while !self.plies[base].made.get(color) {
            if base == 0 || *self.plies[base - 1].mirrored.get(color) != mirrored {
                return self.refresh(network, board, color);
            }
            base -= 1;
        }
        for ply in base + 1..=self.top {
            self.follow(network, ply, View::turned(color, mirrored));
        }
    }

    /// Makes the accumulator of the top ply from the board alone.
    #[cold]
    fn refresh(&mut self, network: &Network, board: &Board, color: Color) {
        let place = self.place(self.top, color);
        let active = View::of(board, color).active(board);
        network.refresh(&active, &mut self.lanes[place..place + self.blocks]);
        *self.plies[self.top].made.get_mut(color) = true;
    }

    /// Makes the accumulator of `ply` from the one before.
    #[inline]
    fn follow(&mut self, network: &Network, ply: usize, view: View) {
        let color = view.color();
        let (source, target) = (self.place(ply - 1, color), self.place(ply, color));
        let (before, rest) = self.lanes.split_at_mut(target);
        let (source, target) = (&before[source..][..self.blocks], &mut rest[..self.blocks]);
        if let Some((mover, m)) = self.plies[ply].last {
            follow_move(network, view, mover, m, source, target);
        }
        *self.plies[ply].made.get_mut(color) = true;
    }
}

#[inline]
fn castling_side(king: Square, rook: Square) -> CastlingSide {
    CastlingSide::from_queen_side(rook < king)
}

/// `target` becomes what `source` is after a move of `us`, in `view`.
#[inline]
fn follow_move(network: &Network, view: View, us: Color, m: Move, source: &[I16x32], target: &mut [I16x32]) {
    let row = |color: Color, role: Role, square: Square| network.row(view.index(role.of(color), square));
    let kernel = network.kernel();
    match m {
        Move::Normal { role, from, capture: None, to, promotion } => {
            let added = row(us, promotion.unwrap_or(role), to);
            kernel.update(source, target, [added], [row(us, role, from)]);
        }
        Move::Normal { role, from, capture: Some(captured), to, promotion } => {
            let added = row(us, promotion.unwrap_or(role), to);
            kernel.update(source, target, [added], [row(us, role, from), row(!us, captured, to)]);
        }
        Move::EnPassant { from, to } => {
            let captured = row(!us, Role::Pawn, Square::from_coords(to.file(), from.rank()));
            let removed = [row(us, Role::Pawn, from), captured];
            kernel.update(source, target, [row(us, Role::Pawn, to)], removed);
        }
        // In Chess960 a piece may stay, or go where the other stood: what is added and removed again
        // comes to nothing.
        Move::Castle { king, rook } => {
            let side = castling_side(king, rook);
            let added = [row(us, Role::King, side.king_to(us)), row(us, Role::Rook, side.rook_to(us))];
            kernel.update(source, target, added, [row(us, Role::King, king), row(us, Role::Rook, rook)]);
        }
        // No move of chess.
        Move::Put { .. } => target.copy_from_slice(source),
    }
}
