//! Static exchange evaluation (SEE) against a threshold.

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

/// Roles from the least valuable attacker to the most valuable.
const LEAST_VALUABLE_FIRST: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

impl Position {
    /// Reports whether the exchange that `m` starts on its target square wins at least `threshold` for the
    /// side to move, in units of [`piece_value`].
    ///
    /// Both sides capture with their least valuable attacker and may stop at any time. Pins are ignored, and
    /// so are promotions by recaptures.
    #[must_use]
    pub fn wins_exchange(&self, m: Move, threshold: i32) -> bool {
        let board = self.board();
        let (from, to, gain, mut at_risk, taken) = match m {
            Move::Normal { role, from, capture, to, promotion } => {
                let placed = promotion.unwrap_or(role);
                let gain = capture.map_or(0, piece_value) + piece_value(placed) - piece_value(role);
                (from, to, gain, piece_value(placed), to)
            }
            Move::EnPassant { from, to } => {
                let pawn = piece_value(Role::Pawn);
                (from, to, pawn, pawn, Square::from_coords(to.file(), from.rank()))
            }
            Move::Castle { .. } | Move::Put { .. } => return threshold <= 0,
        };
        // The balance of the side that moved last, above its threshold, if the exchange ends here.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        if balance >= at_risk {
            return true;
        }
        let mut occupied = board.occupied().without(from).without(taken).with(to);
        let mut all = self.all_attackers(to, occupied);
        let mut side = !self.turn();
        while balance < at_risk {
            all &= occupied;
            let Some((square, role)) = self.least_valuable(all & board.by_color(side)) else { break };
            if role == Role::King && (all & board.by_color(!side)).any() {
                break; // the king cannot capture a defended piece
            }
            balance = at_risk - balance - 1;
            at_risk = piece_value(role);
            side = !side;
            occupied.discard(square);
            all |= self.x_ray_attackers(to, role, occupied);
        }
        side != self.turn()
    }

    fn least_valuable(&self, attackers: Bitboard) -> Option<(Square, Role)> {
        LEAST_VALUABLE_FIRST
            .into_iter()
            .find_map(|role| (attackers & self.board().by_role(role)).first().map(|square| (square, role)))
    }

    /// Returns the sliders that attack `to` after a piece of `role` has left the line (x-ray attacks).
    fn x_ray_attackers(&self, to: Square, role: Role, occupied: Bitboard) -> Bitboard {
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
