//! Accumulators: the outputs of the first layer for each ply of the line under search.
//!
//! They are updated lazily: entering a move only records it, and the accumulators of a position are computed
//! when it is evaluated, move by move from the nearest earlier ply that has them. A king that crosses between the
//! wings or king buckets changes the view of its side, whose accumulator then is refreshed from the last board seen in
//! the new view.

use shakmaty::{Board, ByColor, Color, Move, Role, Square};

use super::features::View;
use super::king_buckets::KingBuckets;
use super::network::Network;
use super::refresh_cache::RefreshCache;
use super::vector::I16x32;
use crate::memory::{AllocError, try_filled};
use crate::position::Position;
use crate::types::{MAX_PLY, castling_side, landing_square};

/// Plies of the longest line, with the root and one to spare.
const PLIES: usize = MAX_PLY + 2;

/// The accumulators of a line, one for each ply and view.
#[derive(Debug)]
pub(super) struct Accumulators {
    plies: Box<[Ply]>,
    values: Box<[I16x32]>,
    cache: RefreshCache,
    king_buckets: KingBuckets,
    /// The length of an accumulator in blocks.
    blocks: usize,
    /// The ply of the current position.
    top: usize,
}

/// A ply of the line.
#[derive(Clone, Copy, Debug)]
struct Ply {
    /// The last move and its side; `None` at the root.
    last: Option<(Color, Move)>,
    views: ByColor<View>,
    /// Whether the accumulator is computed.
    computed: ByColor<bool>,
}

const NEITHER: ByColor<bool> = ByColor { black: false, white: false };

impl Ply {
    /// Returns the root of a line.
    fn root(board: &Board, king_buckets: KingBuckets) -> Ply {
        let views = ByColor::new_with(|color| View::of(board, color, king_buckets));
        Ply { last: None, views, computed: NEITHER }
    }
}

impl Accumulators {
    /// Allocates accumulators for the line from `root` on; without a network they are empty.
    ///
    /// # Errors
    /// An [`AllocError`] if the memory is missing.
    pub fn new(network: Option<&Network>, root: &Board) -> Result<Accumulators, AllocError> {
        let blocks = network.map_or(0, Network::blocks);
        let king_buckets = network.map_or(KingBuckets::One, Network::king_buckets);
        Ok(Accumulators {
            plies: try_filled(PLIES, Ply::root(root, king_buckets))?,
            values: try_filled(2 * PLIES * blocks, I16x32::ZERO)?,
            cache: RefreshCache::new(network)?,
            king_buckets,
            blocks,
            top: 0,
        })
    }

    /// Starts a line at `board`.
    pub fn set_root(&mut self, board: &Board) {
        self.top = 0;
        self.plies[0] = Ply::root(board, self.king_buckets);
    }

    /// Appends a move of `color` to the line.
    #[inline]
    pub fn enter(&mut self, color: Color, m: Move) {
        let mut views = self.plies[self.top].views;
        if m.role() == Role::King {
            *views.get_mut(color) = View::new(color, landing_square(m, color), self.king_buckets);
        }
        self.top += 1;
        self.plies[self.top] = Ply { last: Some((color, m)), views, computed: NEITHER };
    }

    /// Removes the last move of the line.
    #[inline]
    pub fn leave(&mut self) {
        self.top -= 1;
    }

    /// Returns the value of `position`, the end of the line, in internal units.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, position: &Position) -> i32 {
        for color in Color::ALL {
            self.compute(network, position.board(), color);
        }
        let turn = position.turn();
        let [own, other] =
            [turn, !turn].map(|color| &self.values[self.start_of(self.top, color)..][..self.blocks]);
        let value = network.output_of(own, other, position.board(), turn);
        // An evaluation from scratch takes many times as long as a node of the search: every 64th position is checked.
        if cfg!(debug_assertions) && position.key() & 63 == 0 {
            assert_eq!(value, network.evaluate(position.board(), turn), "{}", position.fen());
        }
        value
    }

    /// Returns the index of the accumulator of a ply and view.
    #[inline]
    fn start_of(&self, ply: usize, color: Color) -> usize {
        (2 * ply + color as usize) * self.blocks
    }

    /// Computes the accumulator of the top ply, if it is not yet.
    #[inline]
    fn compute(&mut self, network: &Network, board: &Board, color: Color) {
        let view = *self.plies[self.top].views.get(color);
        let mut base = self.top;
        while !self.plies[base].computed.get(color) {
            if base == 0 || *self.plies[base - 1].views.get(color) != view {
                return self.refresh(network, board, view);
            }
            base -= 1;
        }
        for ply in base + 1..=self.top {
            self.follow(network, ply, view);
        }
    }

    /// Computes the accumulator of the top ply from the board.
    #[cold]
    fn refresh(&mut self, network: &Network, board: &Board, view: View) {
        let start = self.start_of(self.top, view.color());
        self.cache.refresh(network, board, view, &mut self.values[start..start + self.blocks]);
        *self.plies[self.top].computed.get_mut(view.color()) = true;
    }

    /// Computes the accumulator of `ply` from the one before.
    #[inline]
    fn follow(&mut self, network: &Network, ply: usize, view: View) {
        let color = view.color();
        let (source, target) = (self.start_of(ply - 1, color), self.start_of(ply, color));
        let (before, rest) = self.values.split_at_mut(target);
        let (source, target) = (&before[source..][..self.blocks], &mut rest[..self.blocks]);
        if let Some((mover, m)) = self.plies[ply].last {
            follow_move(network, view, mover, m, source, target);
        }
        *self.plies[ply].computed.get_mut(color) = true;
    }
}

/// Sets `target` to `source` after a move of `us`, in `view`.
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
        // In Chess960 a piece may stay on its square: then the same row is added and removed.
        Move::Castle { king, rook } => {
            let side = castling_side(king, rook);
            let added = [row(us, Role::King, side.king_to(us)), row(us, Role::Rook, side.rook_to(us))];
            kernel.update(source, target, added, [row(us, Role::King, king), row(us, Role::Rook, rook)]);
        }
        // Not a move of standard chess.
        Move::Put { .. } => target.copy_from_slice(source),
    }
}
