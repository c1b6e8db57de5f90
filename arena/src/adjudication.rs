//! Rules: how a game of the engine against itself begins and when it ends.

use shakmaty::Color;

use crate::termination::{End, Outcome};
use lancet::position::Game;
use lancet::types::Score;

/// The version of what stands in this file and in `random_opening`: games made under another differ.
pub const VERSION: u16 = 1;

/// A game is won when so many searches in a row find at least this for the same side.
const WIN_SCORE: i32 = 1500;
const WIN_PLIES: u32 = 4;

/// A game is drawn when so many searches in a row find no more than this, none of the moves took
/// or moved a pawn, and the game is this many plies old.
const DRAW_SCORE: i32 = 10;
const DRAW_PLIES: u32 = 12;
const DRAW_AGE: u32 = 80;

/// A game is drawn at this age.
const MAX_AGE: u32 = 500;

/// Watches the scores of a game for an end that both sides agree on.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    /// Searches in a row that found it won, and for whom.
    won: (u32, Option<Color>),
    /// Searches in a row that found it even.
    even: u32,
}

impl Adjudicator {
    /// Notes what the search of the position of `game` found; tells how the game ends if it does.
    pub fn note(&mut self, game: &Game, score: Score) -> Option<(Outcome, End)> {
        let turn = game.position().turn();
        let winner = if score.units() > 0 { turn } else { !turn };
        if score.is_decisive() {
            return Some((Outcome::win_of(winner), End::AgreedWin)); // a mate that is seen is sure
        }
        let size = score.units().abs();
        let in_a_row = if self.won.1 == Some(winner) { self.won.0 + 1 } else { 1 };
        self.won = if size >= WIN_SCORE { (in_a_row, Some(winner)) } else { (0, None) };
        self.even = if size <= DRAW_SCORE { self.even + 1 } else { 0 };
        if self.won.0 >= WIN_PLIES {
            return Some((Outcome::win_of(winner), End::AgreedWin));
        }
        let position = game.position();
        let quiet = position.game_ply() >= DRAW_AGE && position.halfmoves() >= DRAW_PLIES;
        (quiet && self.even >= DRAW_PLIES).then_some((Outcome::Draw, End::AgreedDraw))
    }
}

/// How the game has ended by the rules of chess, or by its length.
#[must_use]
pub fn ending(game: &Game) -> Option<(Outcome, End)> {
    let position = game.position();
    if !position.has_legal_move() {
        return Some(if position.in_check() {
            (Outcome::win_of(!position.turn()), End::Mate)
        } else {
            (Outcome::Draw, End::Stalemate)
        });
    }
    let drawn = if position.is_dead() {
        End::Material
    } else if position.halfmoves() >= 100 {
        End::FiftyMoves
    } else if game.path().is_repetition() {
        End::Repetition
    } else if position.game_ply() >= MAX_AGE {
        End::Length
    } else {
        return None;
    };
    Some((Outcome::Draw, drawn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::position::{Position, parse_fen};

    fn game(fen: &str) -> Game {
        Game::new(Position::new(parse_fen(fen).unwrap().chess))
    }

    #[test]
    fn both_sides_have_to_find_it_won() {
        let white = game("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 30");
        let black = game("4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 30");
        let won = Some((Outcome::White, End::AgreedWin));
        let mut adjudicator = Adjudicator::default();
        assert_eq!(adjudicator.note(&white, Score::new(2000)), None);
        assert_eq!(adjudicator.note(&black, Score::new(-1499)), None);
        for _ in 0..3 {
            assert_eq!(adjudicator.note(&white, Score::new(2000)), None);
            assert_eq!(adjudicator.note(&white, Score::new(-2000)), None);
        }
        assert_eq!(adjudicator.note(&black, Score::new(2000)), None);
        assert_eq!(adjudicator.note(&black, Score::new(-2000)), None);
        assert_eq!(adjudicator.note(&white, Score::new(2000)), None);
        assert_eq!(adjudicator.note(&black, Score::new(-2000)), None);
        assert_eq!(adjudicator.note(&white, Score::new(2000)), won);
        assert_eq!(Adjudicator::default().note(&black, Score::mated_in(8)), won);
    }

    #[test]
    fn a_draw_needs_age_and_quiet() {
        let even = |fen: &str| {
            let mut adjudicator = Adjudicator::default();
            (0..12).map(|_| adjudicator.note(&game(fen), Score::new(-9))).collect::<Vec<_>>().pop().flatten()
        };
        assert_eq!(even("4k2r/8/8/8/8/8/8/R3K3 w - - 30 41"), Some((Outcome::Draw, End::AgreedDraw)));
        assert_eq!(even("4k2r/8/8/8/8/8/8/R3K3 w - - 30 40"), None);
        assert_eq!(even("4k2r/8/8/8/8/8/8/R3K3 w - - 11 41"), None);
    }

    #[test]
    fn the_rules_of_chess_end_games() {
        let end = |fen: &str| ending(&game(fen));
        assert_eq!(end("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Some((Outcome::White, End::Mate)));
        assert_eq!(end("7k/5Q2/8/8/8/8/8/4K3 b - - 0 1"), Some((Outcome::Draw, End::Stalemate)));
        assert_eq!(end("7k/8/8/8/8/8/8/4KN2 b - - 0 1"), Some((Outcome::Draw, End::Material)));
        assert_eq!(end("7k/8/8/8/8/8/8/4KR2 b - - 100 90"), Some((Outcome::Draw, End::FiftyMoves)));
        assert_eq!(end("7k/8/8/8/8/8/8/4KR2 w - - 0 251"), Some((Outcome::Draw, End::Length)));
        assert_eq!(end("7k/8/8/8/8/8/8/4KR2 w - - 99 250"), None);
    }
}
