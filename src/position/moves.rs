//! Moves: the staged pseudo-legal move generator and the legality test.
//!
//! Captures and promotions are one stage, all other moves the next, so an early beta cutoff saves work. In
//! check both stages generate evasions only. Generated moves must pass [`Position::keeps_king_safe`]; castling moves
//! are always legal.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, CastlingSide, Color, Move, Position as _, Rank, Role, Square, attacks};

use super::Position;
use super::attacks::{ahead, pawn_attacks, role_on};
use crate::types::{PackedMove, castling_side};

/// A list of moves. Games have positions with up to 218 moves; a board full of queens, which shakmaty accepts with
/// `ignore_too_much_material`, has 270.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

/// More than the pseudo-legal moves of any board with a king of each side.
pub(crate) const MAX_MOVES: usize = 320;

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

impl Position {
    /// Calls `found` with every pseudo-legal capture and promotion.
    #[inline]
    pub fn captures(&self, mut found: impl FnMut(Move)) {
        let target = self.evasion_mask();
        self.pawn_captures(target & self.them(), &mut found);
        self.pawn_promotions(target & !self.board().occupied(), &mut found);
        self.en_passant(&mut found);
        let them = self.them();
        self.piece_targets(them, target & them, |role, from, targets| {
            for to in targets {
                found(Move::Normal { role, from, capture: Some(role_on(self, to)), to, promotion: None });
            }
        });
    }

    /// Calls `found` with every other pseudo-legal move.
    #[inline]
    pub fn quiets(&self, mut found: impl FnMut(Move)) {
        self.quiet_pawn_moves(|from, to| found(quiet_move(Role::Pawn, from, to)));
        self.quiet_piece_targets(|role, from, targets| {
            targets.into_iter().for_each(|to| found(quiet_move(role, from, to)));
        });
        self.castling_moves(found);
    }

    /// Calls `found` with the squares of every pseudo-legal move of a pawn to an empty square, promotions excepted.
    #[inline]
    pub(crate) fn quiet_pawn_moves(&self, mut found: impl FnMut(Square, Square)) {
        let us = self.turn();
        let empty = !self.board().occupied();
        let target = self.evasion_mask() & empty;
        let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
        let single = ahead(self.our(Role::Pawn), us) & empty & !last;
        let double = ahead(single & third, us) & target;
        for to in single & target {
            found(behind(to, us), to);
        }
        for to in double {
            found(behind(behind(to, us), us), to);
        }
    }

    /// Calls `found` with each piece that is not a pawn and the empty squares of its pseudo-legal moves, without castling.
    #[inline]
    pub(crate) fn quiet_piece_targets(&self, found: impl FnMut(Role, Square, Bitboard)) {
        let empty = !self.board().occupied();
        self.piece_targets(empty, self.evasion_mask() & empty, found);
    }

    /// Calls `found` with every castling move.
    #[inline]
    pub(crate) fn castling_moves(&self, mut found: impl FnMut(Move)) {
        if !self.in_check() {
            for side in CastlingSide::ALL {
                if let Some(m) = self.castling(side) {
                    found(m);
                }
            }
        }
    }

    /// Returns all legal moves, captures and promotions first.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let pinned = self.pinned(self.turn());
        let mut moves = MoveList::new();
        self.captures(|m| moves.push(m));
        self.quiets(|m| moves.push(m));
        moves.retain(|m| self.keeps_king_safe(*m, pinned));
        moves
    }

    /// Reports whether there is a legal move.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let pinned = self.pinned(self.turn());
        let mut any = false;
        self.quiets(|m| any = any || self.keeps_king_safe(m, pinned));
        if !any {
            self.captures(|m| any = any || self.keeps_king_safe(m, pinned));
        }
        any
    }

    /// Reports whether a move is legal, whatever it is.
    #[must_use]
    pub fn is_legal(&self, m: Move) -> bool {
        self.chess().is_legal(m)
    }

    /// Reports whether a move that was generated here, and so is pseudo-legal, leaves the king safe. For other moves
    /// the result is meaningless.
    #[inline]
    #[must_use]
    pub fn keeps_king_safe(&self, m: Move, pinned: Bitboard) -> bool {
        let us = self.turn();
        match m {
            Move::Normal { role: Role::King, from, to, .. } => {
                let occupied = self.board().occupied().without(from);
                self.attackers(to, !us, occupied).is_empty()
            }
            Move::Normal { from, to, .. } => {
                !pinned.contains(from) || attacks::aligned(from, to, self.king(us))
            }
            Move::EnPassant { from, to } => {
                let captured = Square::from_coords(to.file(), from.rank());
                let occupied = self.board().occupied().without(from).without(captured).with(to);
                (self.attackers(self.king(us), !us, occupied).without(captured)).is_empty()
            }
            Move::Castle { .. } => true,
            Move::Put { .. } => false,
        }
    }

    /// Returns the move of `packed` if it is legal here; any bits are safe.
    #[must_use]
    pub fn unpack(&self, packed: PackedMove) -> Option<Move> {
        if packed.is_none() {
            return None;
        }
        let (from, to) = (packed.from(), packed.to());
        let promotion = packed.promotion().ok()?;
        let role = self.board().role_at(from)?;
        if !self.us().contains(from) {
            return None;
        }
        let m = if role == Role::King && self.our(Role::Rook).contains(to) {
            self.castling(castling_side(from, to)).filter(|m| m.to() == to && promotion.is_none())?
        } else if role == Role::Pawn {
            self.unpack_pawn(from, to, promotion)?
        } else {
            self.unpack_piece(role, from, to).filter(|_| promotion.is_none())?
        };
        self.keeps_king_safe(m, self.pinned(self.turn())).then_some(m)
    }

    /// Returns the target squares of non-king moves: all, or in check those that block or capture.
    #[inline]
    fn evasion_mask(&self) -> Bitboard {
        match self.checkers().single_square() {
            Some(checker) => attacks::between(self.king(self.turn()), checker).with(checker),
            None if self.checkers().is_empty() => Bitboard::FULL,
            None => Bitboard::EMPTY,
        }
    }

    #[inline]
    fn piece_targets(
        &self,
        king_target: Bitboard,
        target: Bitboard,
        mut each: impl FnMut(Role, Square, Bitboard),
    ) {
        let occupied = self.board().occupied();
        let from = self.king(self.turn());
        each(Role::King, from, attacks::king_attacks(from) & king_target);
        if target.is_empty() {
            return;
        }
        for from in self.our(Role::Knight) {
            each(Role::Knight, from, attacks::knight_attacks(from) & target);
        }
        for from in self.our(Role::Bishop) {
            each(Role::Bishop, from, attacks::bishop_attacks(from, occupied) & target);
        }
        for from in self.our(Role::Rook) {
            each(Role::Rook, from, attacks::rook_attacks(from, occupied) & target);
        }
        for from in self.our(Role::Queen) {
            each(Role::Queen, from, attacks::queen_attacks(from, occupied) & target);
        }
    }

    #[inline]
    fn pawn_captures(&self, target: Bitboard, found: &mut impl FnMut(Move)) {
        for from in self.our(Role::Pawn) {
            for to in attacks::pawn_attacks(self.turn(), from) & target {
                let capture = Some(role_on(self, to));
                if promotes(to) {
                    promote(from, to, capture, found);
                } else {
                    found(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
                }
            }
        }
    }

    #[inline]
    fn pawn_promotions(&self, target: Bitboard, found: &mut impl FnMut(Move)) {
        let us = self.turn();
        let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        for to in ahead(self.our(Role::Pawn), us) & target & last {
            promote(behind(to, us), to, None, found);
        }
    }

    #[inline]
    fn en_passant(&self, found: &mut impl FnMut(Move)) {
        if let Some(to) = self.chess.maybe_ep_square() {
            for from in attacks::pawn_attacks(!self.turn(), to) & self.our(Role::Pawn) {
                found(Move::EnPassant { from, to });
            }
        }
    }

    /// Returns castling to one side, if it is legal.
    fn castling(&self, side: CastlingSide) -> Option<Move> {
        let us = self.turn();
        let castles = self.chess.castles();
        let rook = castles.rook(us, side)?;
        if self.in_check() || (castles.path(us, side) & self.board().occupied()).any() {
            return None;
        }
        let king = self.king(us);
        let king_to = side.king_to(us);
        let without_king = self.board().occupied().without(king);
        let walk = attacks::between(king, king_to).with(king_to);
        if walk.into_iter().any(|square| self.attackers(square, !us, without_king).any()) {
            return None;
        }
        // In Chess960 the castling rook may have shielded the king from a slider.
        let after = without_king.without(rook).with(king_to).with(side.rook_to(us));
        if self.attackers(king_to, !us, after).any() {
            return None;
        }
        Some(Move::Castle { king, rook })
    }

    fn unpack_pawn(&self, from: Square, to: Square, promotion: Option<Role>) -> Option<Move> {
        let us = self.turn();
        if promotion.is_some() != promotes(to) {
            return None;
        }
        let takes = attacks::pawn_attacks(us, from).contains(to);
        if takes && self.chess.maybe_ep_square() == Some(to) {
            return Some(Move::EnPassant { from, to });
        }
        let occupied = self.board().occupied();
        let capture = self.board().role_at(to).filter(|_| self.them().contains(to));
        let single = ahead(from.into(), us);
        let start = Bitboard::from_rank(us.relative_rank(Rank::Second));
        let reaches = if takes {
            capture.is_some()
        } else if single.contains(to) {
            !occupied.contains(to)
        } else {
            start.contains(from) && ahead(single, us).contains(to) && (occupied & single.with(to)).is_empty()
        };
        (reaches && self.evasion_mask().contains(to)).then_some(Move::Normal {
            role: Role::Pawn,
            from,
            capture,
            to,
            promotion,
        })
    }

    fn unpack_piece(&self, role: Role, from: Square, to: Square) -> Option<Move> {
        let reach = attacks::attacks(from, role.of(self.turn()), self.board().occupied());
        let answers = role == Role::King || self.evasion_mask().contains(to);
        (reach.contains(to) && answers && !self.us().contains(to)).then_some(Move::Normal {
            role,
            from,
            capture: self.board().role_at(to),
            to,
            promotion: None,
        })
    }

    /// Returns the number of legal moves, without generating a list.
    #[must_use]
    pub fn count_legal_moves(&self) -> u64 {
        let us = self.turn();
        let king = self.king(us);
        let occupied = self.board().occupied();
        let without_king = occupied.without(king);
        let steps = attacks::king_attacks(king) & !self.us();
        let mut count =
            steps.into_iter().filter(|to| self.attackers(*to, !us, without_king).is_empty()).count();
        if self.checkers().more_than_one() {
            return count as u64;
        }
        let pinned = self.pinned(us);
        let target = self.evasion_mask() & !self.us();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in self.our(role) {
                let mut reach = attacks::attacks(from, role.of(us), occupied) & target;
                if pinned.contains(from) {
                    reach &= attacks::ray(king, from);
                }
                count += reach.count();
            }
        }
        count += self.count_pawn_moves(target, pinned);
        self.en_passant(&mut |m| count += usize::from(self.keeps_king_safe(m, pinned)));
        if !self.in_check() {
            count += CastlingSide::ALL.into_iter().filter(|side| self.castling(*side).is_some()).count();
        }
        count as u64
    }

    fn count_pawn_moves(&self, target: Bitboard, pinned: Bitboard) -> usize {
        let us = self.turn();
        let free = self.our(Role::Pawn) & !pinned;
        let empty = !self.board().occupied();
        let last = Bitboard::from_rank(us.relative_rank(Rank::Eighth));
        let third = Bitboard::from_rank(us.relative_rank(Rank::Third));
        let count_moves = |to: Bitboard| to.count() + 3 * (to & last).count();
        let single = ahead(free, us) & empty;
        let mut count = count_moves(single & target) + (ahead(single & third, us) & empty & target).count();
        let (left, right) = pawn_attacks(free, us);
        count += count_moves(left & self.them() & target) + count_moves(right & self.them() & target);
        for from in self.our(Role::Pawn) & pinned {
            let ray = attacks::ray(self.king(us), from);
            let step = ahead(from.into(), us) & empty;
            let moves =
                step | ahead(step & third, us) & empty | attacks::pawn_attacks(us, from) & self.them();
            count += count_moves(moves & target & ray);
        }
        count
    }
}

#[inline]
fn promotes(to: Square) -> bool {
    matches!(to.rank(), Rank::First | Rank::Eighth)
}

#[inline]
fn promote(from: Square, to: Square, capture: Option<Role>, found: &mut impl FnMut(Move)) {
    for role in PROMOTIONS {
        found(Move::Normal { role: Role::Pawn, from, capture, to, promotion: Some(role) });
    }
}

/// Returns the move of a piece to an empty square.
#[inline]
pub(crate) const fn quiet_move(role: Role, from: Square, to: Square) -> Move {
    Move::Normal { role, from, capture: None, to, promotion: None }
}

/// Returns the square one rank behind `square` for `color`; `square` is never on its first rank.
#[inline]
fn behind(square: Square, color: Color) -> Square {
    square.offset(if color.is_white() { -8 } else { 8 }).unwrap_or(square)
}
