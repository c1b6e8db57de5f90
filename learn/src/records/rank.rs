//! The ranking of the legal moves by likelihood, which is part of the record format.
//!
//! The logarithm of a move's likelihood is a sum of weighted terms: what the move captures, whether it enters
//! or leaves an attacked square, its origin and target. The weights (in 1/16 of a natural logarithm) were fitted by softmax regression to games
//! of the engine. A change of any constant in this file or of the weights requires a new version of the
//! format.

use lancet::position::{MoveList, Position};
use lancet::types::{landing_square, move_squares};
use shakmaty::{Bitboard, Color, Move, Role, Square, attacks};

use super::weights::{LIKELIHOODS, TERMS, WEIGHTS};

// The offset of each group of terms in the table.
/// Captured piece (none, pawn, ... queen), moving piece, [`Context::guard`] of the target.
const CAPTURE: usize = 0;
/// Recapture of the piece that moved last, on a guarded square or not.
const RECAPTURE: usize = CAPTURE + 6 * 6 * 3;
/// Move of the piece that the side moved last, quiet or capture, moving piece.
const SAME_PIECE: usize = RECAPTURE + 2;
/// Escape from a square that is attacked and undefended, or attacked by a less valuable piece; moving piece.
const ESCAPE: usize = SAME_PIECE + 2 * 6;
/// Move to a square attacked by a less valuable piece, quiet or capture, moving piece.
const EXPOSE: usize = ESCAPE + 2 * 6;
/// Direct check: moving piece, guard.
const CHECK: usize = EXPOSE + 2 * 6;
/// Promotion, quiet or capture, to knight, bishop, rook, queen.
const PROMOTION: usize = CHECK + 6 * 3;
/// Castling.
const CASTLING: usize = PROMOTION + 2 * 4;
/// Moving piece, whether few pieces are left, then origin and target: file counted from the edge (4) and
/// relative rank (8) of each.
const SQUARES: usize = CASTLING + 1;
const _: () = assert!(SQUARES + 6 * 2 * 2 * 12 == TERMS);

/// With at most this many pieces the second half of the square terms applies.
const FEW_PIECES: usize = 20;

/// Added to sums of weights so that they are positive.
const OFFSET: i32 = 1 << 20;

/// The legal moves of a position, which are taken in order of likelihood.
pub(super) struct Ranking {
    moves: MoveList,
    /// A sort key for each remaining move: its cost (the negated sum of weights), a tie-breaker, and its
    /// index in `moves`.
    keys: Vec<u64>,
    /// The least cost of all moves.
    least: u64,
    /// The sum of the likelihoods of the remaining moves.
    total: u64,
}

impl Ranking {
    /// Ranks the moves; `last` are the two previous moves, the newest first.
    pub fn new(position: &Position, last: [Option<Move>; 2]) -> Ranking {
        let context = Context::new(position, last);
        let moves = position.legal_moves();
        let key = |(index, m): (usize, &Move)| {
            let mut sum = 0;
            context.terms(*m, |term| sum += i32::from(WEIGHTS[term]));
            ((OFFSET - sum) as u64) << 32 | tie_breaker(*m) << 8 | index as u64
        };
        let keys: Vec<u64> = moves.iter().enumerate().map(key).collect();
        let least = keys.iter().min().map_or(0, |key| key >> 32);
        let total = keys.iter().map(|key| likelihood(*key, least)).sum();
        Ranking { moves, keys, least, total }
    }

    /// Returns the number of remaining moves.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Takes the likeliest move. Returns it with its likelihood and the sum of those of all remaining moves,
    /// its own included.
    pub fn take(&mut self) -> Option<(Move, u64, u64)> {
        // Few moves are taken, so sorting does not pay.
        let key = *self.keys.iter().min()?;
        let place = self.keys.iter().position(|other| *other == key)?;
        self.keys.swap_remove(place);
        let (likelihood, total) = (likelihood(key, self.least), self.total);
        self.total -= likelihood;
        Some((self.moves[(key & 255) as usize], likelihood, total))
    }
}

fn likelihood(key: u64, least: u64) -> u64 {
    let difference = ((key >> 32) - least).min(LIKELIHOODS.len() as u64 - 1);
    LIKELIHOODS[difference as usize].into()
}

/// Returns a number unique among the legal moves: origin, target (the own rook for castling) and promotion.
fn tie_breaker(m: Move) -> u64 {
    let (from, to) = move_squares(m);
    u64::from(from.to_u32()) << 9 | u64::from(to.to_u32()) << 3 | m.promotion().map_or(0, |role| role as u64)
}

/// What the terms of all moves of a position depend on.
struct Context {
    turn: Color,
    few_pieces: bool,
    /// Squares that the opponent attacks with pawns; with pawns or minor pieces; with these or rooks; with
    /// any piece.
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    attacked: Bitboard,
    /// Squares that the side to move attacks, and those that it attacks twice.
    defended: Bitboard,
    defended_twice: Bitboard,
    /// The squares from which each role gives check.
    checks: [Bitboard; 7],
    /// The targets of the last move and of the move before it.
    last: [Option<Square>; 2],
}

impl Context {
    pub fn new(position: &Position, last: [Option<Move>; 2]) -> Context {
        let (board, turn) = (position.board(), position.turn());
        let occupied = board.occupied();
        let reach = |role: Role, color: Color| {
            let pieces = board.by_color(color) & board.by_role(role);
            pieces.into_iter().map(move |square| attacks::attacks(square, role.of(color), occupied))
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
        Context {
            turn,
            few_pieces: occupied.count() <= FEW_PIECES,
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

    /// Calls `add` with each term of a legal move.
    pub fn terms(&self, m: Move, mut add: impl FnMut(usize)) {
        let (from, to) = squares(m, self.turn);
        let role = m.role();
        let mover = role as usize - 1;
        let victim = m.capture().map_or(0, |role| role as usize);
        let captures = usize::from(victim > 0);
        let guard = self.guard(role, captures == 1, to);
        add(CAPTURE + (victim * 6 + mover) * 3 + guard);
        if captures == 1 && self.last[0] == Some(to) {
            add(RECAPTURE + guard.min(1));
        }
        if self.last[1] == Some(from) {
            add(SAME_PIECE + captures * 6 + mover);
        }
        if self.is_threatened(role, from) {
            add(ESCAPE + 6 + mover);
        } else if self.attacked.contains(from) && !self.defended.contains(from) {
            add(ESCAPE + mover);
        }
        if self.is_threatened(role, to) {
            add(EXPOSE + captures * 6 + mover);
        }
        let becomes = m.promotion().unwrap_or(role) as usize;
        if self.checks[becomes].contains(to) {
            add(CHECK + mover * 3 + guard);
        }
        if m.is_promotion() {
            add(PROMOTION + captures * 4 + becomes - 2);
        }
        if m.is_castle() {
            add(CASTLING);
        }
        let place = |square: Square| {
            let (file, rank) = (square.file() as usize, square.rank() as usize);
            (file.min(7 - file), self.turn.fold_wb(rank, 7 - rank))
        };
        let part = SQUARES + (mover * 2 + usize::from(self.few_pieces)) * 24;
        for (start, (file, rank)) in [(part, place(from)), (part + 12, place(to))] {
            add(start + file);
            add(start + 4 + rank);
        }
    }

    /// Classifies the target: 0 if the opponent does not attack it, 1 if both sides do, 2 if only the
    /// opponent does.
    fn guard(&self, role: Role, captures: bool, to: Square) -> usize {
        // A pawn does not defend the square in front of it.
        let supported = if role == Role::Pawn && !captures { self.defended } else { self.defended_twice };
        match (self.attacked.contains(to), supported.contains(to)) {
            (false, _) => 0,
            (true, true) => 1,
            (true, false) => 2,
        }
    }

    /// Reports whether a less valuable piece attacks a piece of this role on a square.
    fn is_threatened(&self, role: Role, square: Square) -> bool {
        match role {
            Role::Knight | Role::Bishop => self.by_pawns.contains(square),
            Role::Rook => self.by_minors.contains(square),
            Role::Queen => self.by_rooks.contains(square),
            Role::Pawn | Role::King => false,
        }
    }
}

/// Returns the origin and target of a move; the target of castling is that of the king.
fn squares(m: Move, turn: Color) -> (Square, Square) {
    (move_squares(m).0, landing_square(m, turn))
}
