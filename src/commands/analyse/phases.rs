//! Phases: opening, middlegame and endgame of a game, and the totals of each.
//!
//! The middlegame begins when few pieces are left or a back rank is thinned out, the endgame when very few are left: the
//! limits of lichess (scalachess, `Divider`), without its measure of how mixed the pieces of both sides are.

use std::ops::Range;

use shakmaty::{Color, Rank};

use super::review::{Review, SideReview};
use crate::position::Position;

/// The most pieces besides kings and pawns, of both sides, in the middlegame and the endgame.
const MIDDLEGAME_PIECES: usize = 10;
const ENDGAME_PIECES: usize = 6;

/// A side with fewer pieces on its back rank has left the opening.
const BACK_RANK: usize = 4;

/// A phase of a game with the totals of both sides.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Phase {
    /// The name.
    pub name: &'static str,
    /// The indices of its moves.
    pub moves: Range<usize>,
    /// The totals of White and Black.
    pub sides: [SideReview; 2],
}

/// Returns the phases of a game that have moves.
pub(super) fn phases(review: &Review) -> Vec<Phase> {
    let count = review.moves.len();
    let first = |is: fn(&Position) -> bool| review.moves.iter().position(|m| is(&m.before)).unwrap_or(count);
    let endgame = first(is_endgame);
    let middlegame = first(is_past_opening).min(endgame);
    let all = [("opening", 0..middlegame), ("middlegame", middlegame..endgame), ("endgame", endgame..count)];
    let totals = |(name, moves): (&'static str, Range<usize>)| {
        let side = |color| review.side(color, |index| moves.contains(&index));
        Phase { name, sides: [side(Color::White), side(Color::Black)], moves: moves.clone() }
    };
    all.into_iter().filter(|(_, moves)| !moves.is_empty()).map(totals).collect()
}

/// Returns the number of pieces other than kings and pawns.
fn pieces(position: &Position) -> usize {
    let board = position.board();
    (board.occupied() & !board.kings() & !board.pawns()).count()
}

fn is_endgame(position: &Position) -> bool {
    pieces(position) <= ENDGAME_PIECES
}

fn is_past_opening(position: &Position) -> bool {
    let board = position.board();
    let is_thin = |color: Color, rank: Rank| (board.by_color(color) & rank).count() < BACK_RANK;
    pieces(position) <= MIDDLEGAME_PIECES
        || is_thin(Color::White, Rank::First)
        || is_thin(Color::Black, Rank::Eighth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    #[test]
    fn phases_depend_on_the_pieces_left() {
        for (fen, is_past, is_end) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false, false),
            // Three pieces on the first rank.
            ("r1bq1rk1/pppp1ppp/2n2n2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R4RK1 b - - 0 8", true, false),
            // Ten and seven pieces.
            ("r2q1rk1/ppp2ppp/2n5/2b5/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1", true, false),
            ("r2q2k1/ppp2ppp/2n5/8/8/2N5/PPP2PPP/R2Q2K1 w - - 0 1", true, true),
            ("r2q2k1/ppp2ppp/2n2n2/8/8/2N5/PPP2PPP/R2Q2K1 w - - 0 1", true, false),
            ("8/5k2/8/8/8/8/4PK2/8 w - - 0 1", true, true),
        ] {
            let position = Position::from(parse_fen(fen).expect("a position").chess);
            assert_eq!((is_past_opening(&position), is_endgame(&position)), (is_past, is_end), "{fen}");
        }
    }
}
