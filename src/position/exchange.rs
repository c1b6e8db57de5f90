//! Exchange: static exchange evaluation against a threshold.

use shakmaty::{Bitboard, Move, Role, Square, attacks};

use super::Position;

/// Returns the value of a piece, with 100 for a pawn and 0 for a king.
#[inline]
#[must_use]
pub const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// Attackers take in this order: the cheapest first.
const CHEAPEST_FIRST: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

impl Position {
    /// The exchange that `m` starts on its target square wins at least `threshold` centipawns
    /// for the side to move, if both sides take with their cheapest piece and may stop at will.
    ///
    /// Pins are not seen, nor promotions by a piece that takes back.
    #[must_use]
    pub fn wins_exchange(&self, m: Move, threshold: i32) -> bool {
        let board = self.board();
        let (from, to, gain, mut at_risk, taken) = match m {
            Move::Normal { role, from, capture, to, promotion } => {
                let lands_as = promotion.unwrap_or(role);
                let gain = capture.map_or(0, piece_value) + piece_value(lands_as) - piece_value(role);
                (from, to, gain, piece_value(lands_as), to)
            }
            Move::EnPassant { from, to } => {
                let pawn = piece_value(Role::Pawn);
                (from, to, pawn, pawn, Square::from_coords(to.file(), from.rank()))
            }
            Move::Castle { .. } | Move::Put { .. } => return threshold <= 0,
        };
        // By how much the side that moved last is above what it needs, if all stops here.
        let mut surplus = gain - threshold;
        if surplus < 0 {
            return false;
        }
        if surplus >= at_risk {
            return true;
        }
        let mut occupied = board.occupied().without(from).without(taken).with(to);
        let mut all = self.all_attackers(to, occupied);
        let mut side = !self.turn();
        while surplus < at_risk {
            all &= occupied;
            let Some((square, role)) = self.cheapest(all & board.by_color(side)) else { break };
            if role == Role::King && (all & board.by_color(!side)).any() {
                break; // a king may not take what is defended
            }
            surplus = at_risk - surplus - 1;
            at_risk = piece_value(role);
            side = !side;
            occupied.discard(square);
            all |= self.uncovered(to, role, occupied);
        }
        side != self.turn()
    }

    fn cheapest(&self, attackers: Bitboard) -> Option<(Square, Role)> {
        CHEAPEST_FIRST
            .into_iter()
            .find_map(|role| (attackers & self.board().by_role(role)).first().map(|square| (square, role)))
    }

    /// Sliders that see `to` once a piece of `role` has left a line to it.
    fn uncovered(&self, to: Square, role: Role, occupied: Bitboard) -> Bitboard {
        let board = self.board();
        let mut sliders = Bitboard::EMPTY;
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            sliders |= attacks::bishop_attacks(to, occupied) & board.bishops_and_queens();
        }
        if matches!(role, Role::Rook | Role::Queen) {
            sliders |= attacks::rook_attacks(to, occupied) & board.rooks_and_queens();
        }
        sliders
    }
}
