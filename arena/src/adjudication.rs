//! Adjudication: when a game ends, by the rules of chess, by the scores of both sides or by its length.

use lancet::position::{Ending, Game};
use lancet::types::Score;
use shakmaty::Color;

use crate::termination::{GameResult, Termination};

/// The version of the adjudication of self-play and of random openings, which game records name: games of
/// another version differ.
pub const VERSION: u16 = 1;

/// When a game is adjudicated. Scores are in units of the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjudication {
    /// Adjudication by scores; `None` plays on to the end.
    pub by_score: Option<ScoreAdjudication>,
    /// The game is drawn at this ply, counted from the start position of chess.
    pub max_ply: u32,
}

/// When scores of consecutive searches, those of both sides, end a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreAdjudication {
    /// A game is won when consecutive searches find at least this score for the same side. A proven
    /// win, a mate or one by tablebases, ends it at once.
    pub win_score: i32,
    /// The number of these searches.
    pub win_plies: u32,
    /// A game is drawn when consecutive searches find at most this score for either side ...
    pub draw_score: i32,
    /// ... this many times, and this many plies were played without a capture or pawn move ...
    pub draw_plies: u32,
    /// ... and the game has reached this ply.
    pub draw_min_ply: u32,
}

impl Adjudication {
    /// The adjudication of self-play and of matches.
    pub const STANDARD: Adjudication = Adjudication {
        by_score: Some(ScoreAdjudication {
            win_score: 1500,
            win_plies: 4,
            draw_score: 10,
            draw_plies: 12,
            draw_min_ply: 80,
        }),
        max_ply: 500,
    };

    /// Games that end by the rules of chess or by their length alone.
    pub const BY_RULES: Adjudication = Adjudication { by_score: None, ..Adjudication::STANDARD };

    /// Returns how the game has ended by the rules of chess or by its length.
    #[must_use]
    pub fn game_end(&self, game: &Game) -> Option<(GameResult, Termination)> {
        let is_too_long = || (game.position().game_ply() >= self.max_ply).then_some(Termination::Length);
        let termination = match Ending::of(game) {
            Some(Ending::Checkmate(winner)) => {
                return Some((GameResult::win_of(winner), Termination::Mate));
            }
            Some(Ending::Stalemate) => Termination::Stalemate,
            Some(Ending::Material) => Termination::Material,
            Some(Ending::FiftyMoves) => Termination::FiftyMoves,
            Some(Ending::Repetition) => Termination::Repetition,
            None => is_too_long()?,
        };
        Some((GameResult::Draw, termination))
    }
}

/// Watches the scores of a game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Option<ScoreAdjudication>,
    /// Consecutive searches that found a win, and the winner.
    won: (u32, Option<Color>),
    /// Consecutive searches that found a draw.
    drawn: u32,
}

impl Adjudicator {
    /// Creates the adjudicator of a game.
    #[must_use]
    pub fn new(adjudication: Adjudication) -> Adjudicator {
        Adjudicator { rules: adjudication.by_score, won: (0, None), drawn: 0 }
    }

    /// Adds the score of a search of the current position of `game`, from the side to move. Returns how the
    /// game ends if it does.
    pub fn add(&mut self, game: &Game, score: Score) -> Option<(GameResult, Termination)> {
        let rules = self.rules?;
        let turn = game.position().turn();
        let winner = if score.units() > 0 { turn } else { !turn };
        let win = Some((GameResult::win_of(winner), Termination::AdjudicatedWin));
        if score.is_decisive() {
            return win;
        }
        let size = score.units().abs();
        let consecutive = if self.won.1 == Some(winner) { self.won.0 + 1 } else { 1 };
        self.won = if size >= rules.win_score { (consecutive, Some(winner)) } else { (0, None) };
        self.drawn = if size <= rules.draw_score { self.drawn + 1 } else { 0 };
        if self.won.0 >= rules.win_plies {
            return win;
        }
        let position = game.position();
        let is_quiet = position.game_ply() >= rules.draw_min_ply && position.halfmoves() >= rules.draw_plies;
        let is_drawn = is_quiet && self.drawn >= rules.draw_plies;
        is_drawn.then_some((GameResult::Draw, Termination::AdjudicatedDraw))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::position::{Position, parse_fen};

    fn game(fen: &str) -> Game {
        Game::new(Position::new(parse_fen(fen).unwrap().chess))
    }

    fn new_adjudicator() -> Adjudicator {
        Adjudicator::new(Adjudication::STANDARD)
    }

    #[test]
    fn a_win_is_adjudicated_when_both_sides_find_it() {
        let white = game("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 30");
        let black = game("4k3/8/8/8/8/8/8/QQQ1K3 b - - 0 30");
        let won = Some((GameResult::White, Termination::AdjudicatedWin));
        let mut adjudicator = new_adjudicator();
        assert_eq!(adjudicator.add(&white, Score::new(2000)), None);
        assert_eq!(adjudicator.add(&black, Score::new(-1499)), None);
        for _ in 0..3 {
            assert_eq!(adjudicator.add(&white, Score::new(2000)), None);
            assert_eq!(adjudicator.add(&white, Score::new(-2000)), None);
        }
        assert_eq!(adjudicator.add(&black, Score::new(2000)), None);
        assert_eq!(adjudicator.add(&black, Score::new(-2000)), None);
        assert_eq!(adjudicator.add(&white, Score::new(2000)), None);
        assert_eq!(adjudicator.add(&black, Score::new(-2000)), None);
        assert_eq!(adjudicator.add(&white, Score::new(2000)), won);
        assert_eq!(new_adjudicator().add(&black, Score::mated_in(8)), won);
    }

    #[test]
    fn a_draw_is_adjudicated_late_and_without_progress() {
        let draw = |fen: &str| {
            let mut adjudicator = new_adjudicator();
            (0..12).map(|_| adjudicator.add(&game(fen), Score::new(-9))).collect::<Vec<_>>().pop().flatten()
        };
        assert_eq!(
            draw("4k2r/8/8/8/8/8/8/R3K3 w - - 30 41"),
            Some((GameResult::Draw, Termination::AdjudicatedDraw))
        );
        assert_eq!(draw("4k2r/8/8/8/8/8/8/R3K3 w - - 30 40"), None);
        assert_eq!(draw("4k2r/8/8/8/8/8/8/R3K3 w - - 11 41"), None);
    }

    #[test]
    fn the_rules_of_chess_end_games() {
        let end = |fen: &str| Adjudication::STANDARD.game_end(&game(fen));
        assert_eq!(end("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), Some((GameResult::White, Termination::Mate)));
        assert_eq!(end("7k/5Q2/8/8/8/8/8/4K3 b - - 0 1"), Some((GameResult::Draw, Termination::Stalemate)));
        assert_eq!(end("7k/8/8/8/8/8/8/4KN2 b - - 0 1"), Some((GameResult::Draw, Termination::Material)));
        assert_eq!(
            end("7k/8/8/8/8/8/8/4KR2 b - - 100 90"),
            Some((GameResult::Draw, Termination::FiftyMoves))
        );
        assert_eq!(end("7k/8/8/8/8/8/8/4KR2 w - - 0 251"), Some((GameResult::Draw, Termination::Length)));
        assert_eq!(end("7k/8/8/8/8/8/8/4KR2 w - - 99 250"), None);
    }
}
