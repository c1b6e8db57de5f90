//! Attacks: pins, checks and attacked squares.

use shakmaty::{Bitboard, ByRole, Color, Move, Role, Square, attacks};

use super::Position;

/// The squares from which each role of the side to move gives check, and its pieces that can give
/// discovered check.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    direct: ByRole<Bitboard>,
    discoverers: Bitboard,
    enemy_king: Square,
}

/// The attacks of a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threats {
    /// All squares that the side attacks.
    pub attacked: Bitboard,
    /// Squares attacked by pawns.
    by_pawns: Bitboard,
    /// Squares attacked by pawns, knights and bishops.
    by_minors: Bitboard,
    /// Squares attacked by pawns, knights, bishops and rooks.
    by_rooks: Bitboard,
}

impl Threats {
    /// Reports whether the side attacks the origin or the target of a quiet move of the other one: otherwise it cannot capture
    /// the piece after it, since only a slider that attacks the origin could attack the target once that is empty.
    #[inline]
    #[must_use]
    pub fn reach(&self, m: Move) -> bool {
        self.attacked.contains(m.to()) || m.from().is_some_and(|from| self.attacked.contains(from))
    }

    /// Returns the squares on which a piece of lower value attacks one of this role; none for pawns and kings.
    #[inline]
    #[must_use]
    pub fn to_piece(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn | Role::King => Bitboard::EMPTY,
            Role::Knight | Role::Bishop => self.by_pawns,
            Role::Rook => self.by_minors,
            Role::Queen => self.by_rooks,
        }
    }
}

impl Checks {
    /// Returns the squares to which a piece moves with check, directly or because it leaves a line.
    #[inline]
    #[must_use]
    pub fn squares(&self, role: Role, from: Square) -> Bitboard {
        let direct = *self.direct.get(role);
        if self.discoverers.contains(from) { direct | !attacks::ray(from, self.enemy_king) } else { direct }
    }
}

impl Position {
    /// Returns the pieces of `color` that are pinned to their king.
    #[inline]
    #[must_use]
    pub fn pinned(&self, color: Color) -> Bitboard {
        self.blockers(self.king(color), !color) & self.board().by_color(color)
    }

    /// Returns the pieces of either side that are the only one between `king` and a slider of `attacker`.
    fn blockers(&self, king: Square, attacker: Color) -> Bitboard {
        let board = self.board();
        let snipers = board.by_color(attacker)
            & (attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
                | attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens());
        let mut blockers = Bitboard::EMPTY;
        for sniper in snipers {
            let line = attacks::between(king, sniper) & board.occupied();
            if !line.more_than_one() {
                blockers |= line;
            }
        }
        blockers
    }

    /// Returns what [`Position::gives_check`] needs, once for all moves of a node.
    #[must_use]
    pub fn checks(&self) -> Checks {
        let us = self.turn();
        let occupied = self.board().occupied();
        let enemy_king = self.king(!us);
        let bishop = attacks::bishop_attacks(enemy_king, occupied);
        let rook = attacks::rook_attacks(enemy_king, occupied);
        Checks {
            direct: ByRole {
                pawn: attacks::pawn_attacks(!us, enemy_king),
                knight: attacks::knight_attacks(enemy_king),
                bishop,
                rook,
                queen: bishop | rook,
                king: Bitboard::EMPTY,
            },
            discoverers: self.blockers(enemy_king, us) & self.us(),
            enemy_king,
        }
    }

    /// Reports whether the legal move `m` gives check.
    #[inline]
    #[must_use]
    pub fn gives_check(&self, m: Move, checks: &Checks) -> bool {
        match m {
            Move::Normal { role, from, to, promotion: None, .. } => checks.squares(role, from).contains(to),
            // Rare moves that change more than two squares.
            _ => self.play(m).in_check(),
        }
    }

    /// Returns the pieces of `color` that attack `square` with the given occupancy.
    #[inline]
    #[must_use]
    pub(super) fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        self.board().attacks_to(square, color, occupied)
    }

    /// Returns the pieces of both sides that attack `square` with the given occupancy.
    #[inline]
    pub(super) fn all_attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let board = self.board();
        attacks::rook_attacks(square, occupied) & board.rooks_and_queens()
            | attacks::bishop_attacks(square, occupied) & board.bishops_and_queens()
            | attacks::knight_attacks(square) & board.knights()
            | attacks::king_attacks(square) & board.kings()
            | attacks::pawn_attacks(Color::Black, square) & board.pawns() & board.white()
            | attacks::pawn_attacks(Color::White, square) & board.pawns() & board.black()
    }

    /// Returns the attacks of `color`.
    #[must_use]
    pub fn threats(&self, color: Color) -> Threats {
        let board = self.board();
        let occupied = board.occupied();
        let ours = board.by_color(color);
        let (left, right) = pawn_attacks(board.pawns() & ours, color);
        let by_pawns = left | right;
        let mut by_minors = by_pawns;
        for square in board.knights() & ours {
            by_minors |= attacks::knight_attacks(square);
        }
        for square in board.bishops() & ours {
            by_minors |= attacks::bishop_attacks(square, occupied);
        }
        let mut by_rooks = by_minors;
        for square in board.rooks() & ours {
            by_rooks |= attacks::rook_attacks(square, occupied);
        }
        let mut attacked = by_rooks | attacks::king_attacks(self.king(color));
        for square in board.queens() & ours {
            attacked |= attacks::queen_attacks(square, occupied);
        }
        Threats { attacked, by_pawns, by_minors, by_rooks }
    }
}

/// Returns the squares that a set of pawns attacks towards the a-file and towards the h-file.
#[inline]
pub(super) fn pawn_attacks(pawns: Bitboard, color: Color) -> (Bitboard, Bitboard) {
    let left = pawns & !Bitboard::from_file(shakmaty::File::A);
    let right = pawns & !Bitboard::from_file(shakmaty::File::H);
    match color {
        Color::White => (left.shift(7), right.shift(9)),
        Color::Black => (left.shift(-9), right.shift(-7)),
    }
}

/// Returns `squares` moved one rank forward for `color`.
#[inline]
#[must_use]
pub(super) fn ahead(squares: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => squares.shift(8),
        Color::Black => squares.shift(-8),
    }
}

/// Returns the role of the piece on `square`, or pawn if it is empty.
#[inline]
#[must_use]
pub(super) fn role_on(position: &Position, square: Square) -> Role {
    position.board().role_at(square).unwrap_or(Role::Pawn)
}
