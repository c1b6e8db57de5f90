//! Survey: which side attacks what, gathered once and read by every later term.

use shakmaty::{Bitboard, ByColor, Color, File, Rank, Role, Square, attacks};

use crate::position::Position;

use super::pawns::Pawns;

/// What one side attacks, and how it bears on the enemy king.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Attacked squares by role; index with the role.
    by_role: [Bitboard; 7],
    /// All attacked squares.
    pub all: Bitboard,
    /// Squares attacked at least twice.
    pub twice: Bitboard,
    /// Squares where the mobility of this side's pieces counts.
    pub mobility_area: Bitboard,
    /// The nine squares around this side's king, which is moved off the rim for it.
    pub king_ring: Bitboard,
    /// Pieces that attack the enemy king's ring.
    pub king_attackers: i32,
    /// The weight of those attacks.
    pub king_pressure: i32,
}

impl Reach {
    /// What pieces of `role` attack.
    #[inline]
    pub fn by(&self, role: Role) -> Bitboard {
        self.by_role[role as usize]
    }

    /// Adds the attacks of one more piece.
    #[inline]
    pub fn add(&mut self, role: Role, squares: Bitboard) {
        self.by_role[role as usize] |= squares;
        self.twice |= self.all & squares;
        self.all |= squares;
    }
}

/// A position with what both sides attack in it.
pub(super) struct Survey<'a> {
    pub position: &'a Position,
    pub pawns: &'a Pawns,
    sides: ByColor<Reach>,
}

impl<'a> Survey<'a> {
    /// Pawns and kings are in; the pieces are added while they are valued.
    pub fn new(position: &'a Position, pawns: &'a Pawns) -> Survey<'a> {
        let sides = ByColor::new_with(|color| {
            let king = position.king(color);
            let mut reach = Reach {
                by_role: [Bitboard::EMPTY; 7],
                all: Bitboard::EMPTY,
                twice: Bitboard::EMPTY,
                mobility_area: !(pawns.side(!color).attacks
                    | position.board().by_color(color) & (position.board().pawns() | Bitboard::from(king))),
                king_ring: ring(king),
                king_attackers: 0,
                king_pressure: 0,
            };
            reach.add(Role::Pawn, pawns.side(color).attacks);
            reach.add(Role::King, attacks::king_attacks(king));
            reach
        });
        Survey { position, pawns, sides }
    }

    /// One side's attacks.
    #[inline]
    pub fn side(&self, color: Color) -> &Reach {
        self.sides.get(color)
    }

    /// One side's attacks, to add to.
    #[inline]
    pub fn side_mut(&mut self, color: Color) -> &mut Reach {
        self.sides.get_mut(color)
    }

    /// One side's pieces of a role.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.position.board().by_piece(role.of(color))
    }
}

fn ring(king: Square) -> Bitboard {
    let file = king.file().clamp(File::B, File::G);
    let rank = king.rank().clamp(Rank::Second, Rank::Seventh);
    let centre = Square::from_coords(file, rank);
    attacks::king_attacks(centre).with(centre)
}
