//! Rank: the legal moves, likely ones first, in an order that any program can make again.
//!
//! Each move has a number of terms that say something of how likely it is: what it takes, whether
//! it runs into an attack or away from one, from where to where it goes. The weights of the terms
//! (in 1/16 of a natural logarithm) were fitted by softmax regression to games of the engine. They
//! are part of the format: whoever changes a number here makes another version of it.

use lancet::position::{MoveList, Position};
use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square, attacks};

use super::weights::{SHARES, WEIGHTS};

// Where the terms begin in the table.
/// Victim (none, pawn, ... queen), mover, [`Surroundings::guard`] of the target.
const CAPTURE: usize = 0;
/// Takes what moved last, on a guarded square or not.
const RETAKE: usize = CAPTURE + 6 * 6 * 3;
/// Moves what moved last time, with a capture or without, mover.
const AGAIN: usize = RETAKE + 2;
/// Leaves a square that is attacked and not defended, or attacked by something cheaper; mover.
const RESCUE: usize = AGAIN + 2 * 6;
/// Goes where something cheaper attacks it, with a capture or without, mover.
const EXPOSE: usize = RESCUE + 2 * 6;
/// Gives check from its target: mover, guard.
const CHECK: usize = EXPOSE + 2 * 6;
/// Promotes, with a capture or without, to knight, bishop, rook, queen.
const PROMOTION: usize = CHECK + 6 * 3;
/// Castles.
const CASTLING: usize = PROMOTION + 2 * 4;
/// Mover, whether few men are left, then where from and where to: file from the edge (4) and rank
/// from the own side (8) of each.
const SQUARES: usize = CASTLING + 1;
/// Terms in all.
pub(super) const TERMS: usize = SQUARES + 6 * 2 * 2 * 12;

/// With so many men or fewer the second half of the square terms counts.
const FEW_MEN: usize = 20;

/// Added to sums of weights so that none is negative.
const OFFSET: i32 = 1 << 20;

/// The legal moves of a position, to be taken one by one, likely ones first.
pub(super) struct Ranking {
    moves: MoveList,
    /// One number for each move that was not taken yet: its unlikeliness, what tells it apart from
    /// its equals, and its place in `moves`.
    keys: Vec<u64>,
    /// The least unlikeliness.
    least: u64,
    /// The shares of the moves that were not taken yet.
    total: u64,
}

impl Ranking {
    /// Ranks the moves; `last` are the two moves before, the newest first.
    pub fn new(position: &Position, last: [Option<Move>; 2]) -> Ranking {
        let surroundings = Surroundings::new(position, last);
        let moves = position.legal_moves();
        let key = |(index, m): (usize, &Move)| {
            let mut sum = 0;
            surroundings.terms(*m, |term| sum += i32::from(WEIGHTS[term]));
            ((OFFSET - sum) as u64) << 32 | order(*m) << 8 | index as u64
        };
        let keys: Vec<u64> = moves.iter().enumerate().map(key).collect();
        let least = keys.iter().min().map_or(0, |key| key >> 32);
        let total = keys.iter().map(|key| share(*key, least)).sum();
        Ranking { moves, keys, least, total }
    }

    /// How many moves were not taken yet.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Takes the likeliest move; gives it with its share and that of all that were left with it.
    pub fn take(&mut self) -> Option<(Move, u64, u64)> {
        // Few are taken, so there is no use in sorting.
        let key = *self.keys.iter().min()?;
        let place = self.keys.iter().position(|other| *other == key)?;
        self.keys.swap_remove(place);
        let (share, total) = (share(key, self.least), self.total);
        self.total -= share;
        Some((self.moves[(key & 255) as usize], share, total))
    }
}

fn share(key: u64, least: u64) -> u64 {
    let difference = ((key >> 32) - least).min(SHARES.len() as u64 - 1);
    SHARES[difference as usize].into()
}

/// From, to (castling is king takes own rook), promotion: no two moves share it.
fn order(m: Move) -> u64 {
    let (from, to) = match m {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { king, rook } => (king, rook),
        Move::Put { to, .. } => (to, to),
    };
    u64::from(from.to_u32()) << 9 | u64::from(to.to_u32()) << 3 | m.promotion().map_or(0, |role| role as u64)
}

/// What is looked at once for all moves of a position.
pub(super) struct Surroundings {
    turn: Color,
    few_men: bool,
    /// Squares that the opponent attacks by pawns; by pawns and minor pieces; by these and rooks;
    /// at all.
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    attacked: Bitboard,
    /// Squares that we attack, and those that we attack twice.
    defended: Bitboard,
    defended_twice: Bitboard,
    /// From where each role gives check, by its number.
    checks: [Bitboard; 7],
    /// Where the last move went, and our move before it.
    last: [Option<Square>; 2],
}

impl Surroundings {
    pub fn new(position: &Position, last: [Option<Move>; 2]) -> Surroundings {
        let (board, turn) = (position.board(), position.turn());
        let occupied = board.occupied();
        let reach = |role: Role, color: Color| {
            let men = board.by_color(color) & board.by_role(role);
            men.into_iter().map(move |square| attacks::attacks(square, role.of(color), occupied))
        };
        let theirs = |role: Role| reach(role, !turn).fold(Bitboard::EMPTY, |all, squares| all | squares);
        let by_pawns = theirs(Role::Pawn);
        let by_minors = by_pawns | theirs(Role::Knight) | theirs(Role::Bishop);
        let by_rooks = by_minors | theirs(Role::Rook);
        let (mut defended, mut defended_twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for squares in Role::ALL.into_iter().flat_map(|role| reach(role, turn)) {
            defended_twice |= defended & squares;
            defended |= squares;
        }
        let king = position.king(!turn);
        let (bishop, rook) = (attacks::bishop_attacks(king, occupied), attacks::rook_attacks(king, occupied));
        let (pawn, knight) = (attacks::pawn_attacks(!turn, king), attacks::knight_attacks(king));
        Surroundings {
            turn,
            few_men: occupied.count() <= FEW_MEN,
            by_pawns,
            by_minors,
            by_rooks,
            attacked: by_rooks | theirs(Role::Queen) | theirs(Role::King),
            defended,
            defended_twice,
            checks: [Bitboard::EMPTY, pawn, knight, bishop, rook, bishop | rook, Bitboard::EMPTY],
            last: [last[0].map(|m| squares(m, !turn).1), last[1].map(|m| squares(m, turn).1)],
        }
    }

    /// Tells the terms of a legal move.
    pub fn terms(&self, m: Move, mut add: impl FnMut(usize)) {
        let (from, to) = squares(m, self.turn);
        let role = m.role();
        let mover = role as usize - 1;
        let victim = m.capture().map_or(0, |role| role as usize);
        let takes = usize::from(victim > 0);
        let guard = self.guard(role, takes == 1, to);
        add(CAPTURE + (victim * 6 + mover) * 3 + guard);
        if takes == 1 && self.last[0] == Some(to) {
            add(RETAKE + guard.min(1));
        }
        if self.last[1] == Some(from) {
            add(AGAIN + takes * 6 + mover);
        }
        if self.is_harassed(role, from) {
            add(RESCUE + 6 + mover);
        } else if self.attacked.contains(from) && !self.defended.contains(from) {
            add(RESCUE + mover);
        }
        if self.is_harassed(role, to) {
            add(EXPOSE + takes * 6 + mover);
        }
        let becomes = m.promotion().unwrap_or(role) as usize;
        if self.checks[becomes].contains(to) {
            add(CHECK + mover * 3 + guard);
        }
        if m.is_promotion() {
            add(PROMOTION + takes * 4 + becomes - 2);
        }
        if m.is_castle() {
            add(CASTLING);
        }
        let place = |square: Square| {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            (file.min(7 - file), self.turn.fold_wb(rank, 7 - rank))
        };
        let part = SQUARES + (mover * 2 + usize::from(self.few_men)) * 24;
        for (start, (file, rank)) in [(part, place(from)), (part + 12, place(to))] {
            add(start + file);
            add(start + 4 + rank);
        }
    }

    /// How the target is watched: 0 not by the opponent, 1 by both, 2 by the opponent alone.
    fn guard(&self, role: Role, takes: bool, to: Square) -> usize {
        // A pawn does not watch the square in front of it.
        let supported = if role == Role::Pawn && !takes { self.defended } else { self.defended_twice };
        match (self.attacked.contains(to), supported.contains(to)) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        }
    }

    /// Something cheaper attacks a piece of this role there.
    fn is_harassed(&self, role: Role, square: Square) -> bool {
        match role {
            Role::Knight | Role::Bishop => self.by_pawns.contains(square),
            Role::Rook => self.by_minors.contains(square),
            Role::Queen => self.by_rooks.contains(square),
            Role::Pawn | Role::King => false,
        }
    }
}

/// Where the mover comes from and goes to.
fn squares(m: Move, turn: Color) -> (Square, Square) {
    match m {
        Move::Normal { from, to, .. } | Move::EnPassant { from, to } => (from, to),
        Move::Castle { king, rook } => (king, CastlingSide::from_queen_side(rook < king).king_to(turn)),
        Move::Put { to, .. } => (to, to),
    }
}
