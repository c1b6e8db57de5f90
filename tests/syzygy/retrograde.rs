//! Retrograde: the exact distance to the next zeroing move or mate of every position of an endgame, in plies.
//!
//! It is computed from the rules backwards, without DTZ tables. Zeroing moves lead to other endgames, whose results
//! are those of the WDL tables.

use lancet::position::Position;
use lancet::syzygy::{Tablebases, Wdl};
use shakmaty::{Bitboard, CastlingMode, Chess, Color, FromSetup, Piece, Role, Setup, Square, attacks};

const UNKNOWN: u8 = u8::MAX;

/// The distances of all positions of some pieces in which one side wins.
pub struct Retrograde<'a> {
    tables: &'a Tablebases,
    winner: Color,
    /// White's king is the first.
    pieces: Vec<Piece>,
    /// For each square of White's king its number, if it is not the image of another by symmetry.
    kings: [Option<usize>; 64],
    count: usize,
    distances: Vec<u8>,
}

impl<'a> Retrograde<'a> {
    /// Computes the distances of an endgame such as `KBNvK` in which `winner` wins.
    pub fn new(tables: &'a Tablebases, material: &str, winner: Color) -> Retrograde<'a> {
        let pieces = pieces(material);
        let has_pawns = pieces.iter().any(|piece| piece.role == Role::Pawn);
        let (mut kings, mut count) = ([None; 64], 0);
        for square in Square::ALL {
            let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
            if file < 4 && (has_pawns || rank <= file) {
                kings[usize::from(square)] = Some(count);
                count += 1;
            }
        }
        let size = (2 * count) << (6 * (pieces.len() - 1));
        let mut all = Retrograde { tables, winner, pieces, kings, count, distances: vec![UNKNOWN; size] };
        let mut level = all.first_levels();
        for distance in 0..u8::MAX - 1 {
            let [now, next] = &mut level[..] else { unreachable!() };
            let now = std::mem::take(now);
            for index in &now {
                all.spread(*index, distance, next);
            }
            level.swap(0, 1);
            if now.is_empty() && level[0].is_empty() {
                break;
            }
        }
        all
    }

    /// The number of positions, legal or not.
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// The plies that the winning side needs against the best defence; `None` if it does not win.
    pub fn distance(&self, index: usize) -> Option<u8> {
        Some(self.distances[index]).filter(|distance| *distance != UNKNOWN)
    }

    /// The distance after a move that is not zeroing.
    pub fn distance_of(&self, position: &Position) -> Option<u8> {
        self.images(&self.squares_of(position), position.turn()).next().and_then(|index| self.distance(index))
    }

    /// The position of an index, with a halfmove clock; `None` if it is not legal.
    pub fn position(&self, index: usize, clock: u32) -> Option<Position> {
        let (squares, turn) = self.squares(index);
        let mut setup = Setup::empty();
        for (square, piece) in squares.iter().zip(&self.pieces) {
            if setup.board.piece_at(*square).is_some() {
                return None;
            }
            setup.board.set_piece_at(*square, *piece);
        }
        (setup.turn, setup.halfmoves) = (turn, clock);
        Chess::from_setup(setup, CastlingMode::Standard).ok().map(Position::from)
    }

    /// The positions of distance 0, and those of distance 1 by a zeroing move.
    fn first_levels(&mut self) -> Vec<Vec<usize>> {
        let mut levels = vec![Vec::new(), Vec::new()];
        for index in 0..self.len() {
            let Some(position) = self.position(index, 0) else { continue };
            let moves = position.legal_moves();
            let mut zeroing = moves.iter().filter(|m| m.is_zeroing());
            let result = |m: &shakmaty::Move| self.tables.wdl(&position.play(*m)).expect("in the tablebases");
            let distance = if position.turn() == self.winner {
                zeroing.any(|m| result(m) == Wdl::Loss).then_some(1)
            } else if moves.is_empty() {
                position.in_check().then_some(0)
            } else {
                moves.iter().all(|m| m.is_zeroing() && result(m) == Wdl::Win).then_some(1)
            };
            if let Some(distance) = distance {
                self.distances[index] = distance;
                levels[usize::from(distance)].push(index);
            }
        }
        levels
    }

    /// Finds the positions one ply before that of `index`.
    fn spread(&mut self, index: usize, distance: u8, next: &mut Vec<usize>) {
        let (squares, turn) = self.squares(index);
        let occupied: Bitboard = squares.iter().copied().collect();
        for (number, piece) in self.pieces.clone().into_iter().enumerate() {
            if piece.color == turn || piece.role == Role::Pawn {
                continue;
            }
            for from in attacks::attacks(squares[number], piece, occupied) & !occupied {
                let mut before = squares.clone();
                before[number] = from;
                let images: Vec<usize> = self.images(&before, !turn).collect();
                if self.distances[images[0]] == UNKNOWN && self.is_decided(images[0], distance) {
                    for image in images {
                        self.distances[image] = distance + 1;
                        next.push(image);
                    }
                }
            }
        }
    }

    /// Reports whether a position before one with `distance` is legal, and no move leads to a longer one.
    fn is_decided(&self, index: usize, distance: u8) -> bool {
        let Some(position) = self.position(index, 0) else { return false };
        position.turn() == self.winner
            || position.legal_moves().into_iter().all(|m| {
                let child = position.play(m);
                if m.is_zeroing() {
                    self.tables.wdl(&child).expect("in the tablebases") == Wdl::Win
                } else {
                    self.distance_of(&child).is_some_and(|other| other <= distance)
                }
            })
    }

    /// The squares of the pieces of a position; equal pieces in any order.
    fn squares_of(&self, position: &Position) -> Vec<Square> {
        let mut left = position.board().clone();
        let mut take = |piece: &Piece| {
            let square = left.by_piece(*piece).first().expect("the same pieces");
            left.discard_piece_at(square);
            square
        };
        self.pieces.iter().map(&mut take).collect()
    }

    fn squares(&self, index: usize) -> (Vec<Square>, Color) {
        let others = self.pieces.len() - 1;
        let square = |number: usize| Square::new((index >> (6 * number) & 63) as u32);
        let rest = index >> (6 * others);
        let king = self.kings.iter().position(|king| *king == Some(rest % self.count)).expect("a square");
        let king = Square::new(king as u32);
        let squares = std::iter::once(king).chain((0..others).map(square)).collect();
        (squares, Color::from_white(rest >= self.count))
    }

    /// The indices of a position and of its images by symmetry that are stored.
    fn images(&self, squares: &[Square], turn: Color) -> impl Iterator<Item = usize> {
        let transform = |square: Square, symmetry: u32| {
            let square = if symmetry & 1 != 0 { square.flip_horizontal() } else { square };
            let square = if symmetry & 2 != 0 { square.flip_vertical() } else { square };
            if symmetry & 4 != 0 { square.flip_diagonal() } else { square }
        };
        let symmetries = if self.pieces.iter().any(|piece| piece.role == Role::Pawn) { 2 } else { 8 };
        (0..symmetries).filter_map(move |symmetry| {
            let king = self.kings[usize::from(transform(squares[0], symmetry))]?;
            let mut index = king + if turn.is_white() { self.count } else { 0 };
            for square in squares[1..].iter().rev() {
                index = index << 6 | usize::from(transform(*square, symmetry));
            }
            Some(index)
        })
    }
}

/// The pieces of an endgame such as `KBNvK`, White's first.
fn pieces(material: &str) -> Vec<Piece> {
    let (white, black) = material.split_once('v').expect("two sides");
    let read = |side: &str, color: Color| -> Vec<Piece> {
        side.chars().map(|letter| Role::from_char(letter).expect("a piece").of(color)).collect()
    };
    [read(white, Color::White), read(black, Color::Black)].concat()
}
