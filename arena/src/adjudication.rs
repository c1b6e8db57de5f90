//! Adjudication: when a game ends, by the rules of chess, by scores or by its length.

use lancet::position::{Ending, Game};
use lancet::types::{Bound, Score};
use shakmaty::ByColor;

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

/// When scores of consecutive searches, those of both sides, end a game. A bound counts where it says that the value is in the
/// range; where it leaves that open the search does not count.
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
        max_ply: 2 * Termination::MAX_MOVES,
    };

    /// Games that end by the rules of chess or by their length alone.
    pub const BY_RULES: Adjudication = Adjudication { by_score: None, ..Adjudication::STANDARD };

    /// Returns the numbers of rules that are neither [`Adjudication::STANDARD`] nor [`Adjudication::BY_RULES`], in the order
    /// of the fields, as in `1500/4/10/12/80/300` or `none/300`: results files distinguish matches by them.
    #[must_use]
    pub(crate) fn custom_rules(&self) -> Option<String> {
        if [Adjudication::STANDARD, Adjudication::BY_RULES].contains(self) {
            return None;
        }
        let by_score = self.by_score.map_or_else(
            || "none".to_owned(),
            |ScoreAdjudication { win_score, win_plies, draw_score, draw_plies, draw_min_ply }| {
                format!("{win_score}/{win_plies}/{draw_score}/{draw_plies}/{draw_min_ply}")
            },
        );
        Some(format!("{by_score}/{}", self.max_ply))
    }

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
    /// Consecutive searches that found a win of each side.
    won: ByColor<u32>,
    /// Consecutive searches that found a draw.
    drawn: u32,
}

impl Adjudicator {
    /// Creates the adjudicator of a game.
    #[must_use]
    pub fn new(adjudication: Adjudication) -> Adjudicator {
        Adjudicator { rules: adjudication.by_score, won: ByColor::default(), drawn: 0 }
    }

    /// Adds the score of a search of the current position of `game`, from the side to move, or a bound of it. Returns how
    /// the game ends if it does.
    pub fn add(&mut self, game: &Game, (score, bound): (Score, Bound)) -> Option<(GameResult, Termination)> {
        let rules = self.rules?;
        let turn = game.position().turn();
        let (own, other) =
            (at_least(score, bound, rules.win_score), at_least(-score, -bound, rules.win_score));
        for (winner, is_won, is_proven) in [(turn, own, score.is_win()), (!turn, other, score.is_loss())] {
            count(self.won.get_mut(winner), is_won);
            if is_won == Some(true) && is_proven || *self.won.get(winner) >= rules.win_plies {
                return Some((GameResult::win_of(winner), Termination::AdjudicatedWin));
            }
        }
        count(&mut self.drawn, is_within(score, bound, rules.draw_score));
        let position = game.position();
        let is_quiet = position.game_ply() >= rules.draw_min_ply && position.halfmoves() >= rules.draw_plies;
        let is_drawn = is_quiet && self.drawn >= rules.draw_plies;
        is_drawn.then_some((GameResult::Draw, Termination::AdjudicatedDraw))
    }
}

/// Reports whether a value is at least `limit`, of which `score` is known; `None` if a bound leaves it open.
fn at_least(score: Score, bound: Bound, limit: i32) -> Option<bool> {
    let is_enough = score.units() >= limit;
    let is_known = if is_enough { bound.is_lower() } else { bound.is_upper() };
    is_known.then_some(is_enough)
}

/// Reports whether a value is at most `limit` for either side; `None` if a bound leaves it open.
pub(crate) fn is_within(score: Score, bound: Bound, limit: i32) -> Option<bool> {
    match [at_least(score, bound, limit + 1), at_least(-score, -bound, limit + 1)] {
        [Some(true), _] | [_, Some(true)] => Some(false),
        [Some(false), Some(false)] => Some(true),
        _ => None,
    }
}

/// Counts consecutive searches that found something; one that leaves it open changes nothing.
fn count(consecutive: &mut u32, found: Option<bool>) {
    match found {
        Some(true) => *consecutive += 1,
        Some(false) => *consecutive = 0,
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::position::{Position, parse_fen};

    fn game(fen: &str) -> Game {
        Game::new(Position::new(parse_fen(fen).unwrap().chess))
    }

    fn exact(units: i32) -> (Score, Bound) {
        (Score::new(units), Bound::Exact)
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
        assert_eq!(adjudicator.add(&white, exact(2000)), None);
        assert_eq!(adjudicator.add(&black, exact(-1499)), None);
        for _ in 0..3 {
            assert_eq!(adjudicator.add(&white, exact(2000)), None);
            assert_eq!(adjudicator.add(&white, exact(-2000)), None);
        }
        assert_eq!(adjudicator.add(&black, exact(2000)), None);
        assert_eq!(adjudicator.add(&black, exact(-2000)), None);
        assert_eq!(adjudicator.add(&white, exact(2000)), None);
        assert_eq!(adjudicator.add(&black, exact(-2000)), None);
        assert_eq!(adjudicator.add(&white, exact(2000)), won);
        assert_eq!(new_adjudicator().add(&black, (Score::mated_in(8), Bound::Exact)), won);
    }

    #[test]
    fn bounds_count_where_they_decide() {
        let white = game("4k3/8/8/8/8/8/8/QQQ1K3 w - - 0 30");
        let won = Some((GameResult::White, Termination::AdjudicatedWin));
        let lower = |units| (Score::new(units), Bound::Lower);
        let upper = |units| (Score::new(units), Bound::Upper);
        let last = |scores: [(Score, Bound); 6]| {
            let mut adjudicator = new_adjudicator();
            scores.map(|score| adjudicator.add(&white, score))[5]
        };
        let wins = [exact(1600), lower(1500), exact(1600)];
        let then = |scores: [(Score, Bound); 3]| {
            let [a, b, c] = wins;
            let [d, e, f] = scores;
            last([a, b, c, d, e, f])
        };
        // A bound of at most 1600 or at least 0 leaves the win open, one of at most 1499 excludes it.
        assert_eq!(then([upper(1600), lower(0), lower(1700)]), won);
        assert_eq!(then([upper(1600), lower(0), upper(1700)]), None);
        assert_eq!(then([upper(1499), lower(0), lower(1700)]), None);
        let proven = |bound| new_adjudicator().add(&white, (Score::mate_in(9), bound));
        assert_eq!((proven(Bound::Lower), proven(Bound::Upper)), (won, None));
        let within = |score: (Score, Bound)| is_within(score.0, score.1, 10);
        assert_eq!(
            [exact(10), exact(-10), exact(11), exact(-11)].map(within),
            [true, true, false, false].map(Some)
        );
        assert_eq!([lower(11), upper(-11)].map(within), [Some(false); 2]);
        assert_eq!([lower(10), upper(10), lower(-11), upper(11)].map(within), [None; 4]);
    }

    #[test]
    fn a_draw_is_adjudicated_late_and_without_progress() {
        let draw = |fen: &str| {
            let mut adjudicator = new_adjudicator();
            (0..12).map(|_| adjudicator.add(&game(fen), exact(-9))).collect::<Vec<_>>().pop().flatten()
        };
        assert_eq!(
            draw("4k2r/8/8/8/8/8/8/R3K3 w - - 30 41"),
            Some((GameResult::Draw, Termination::AdjudicatedDraw))
        );
        assert_eq!(draw("4k2r/8/8/8/8/8/8/R3K3 w - - 30 40"), None);
        assert_eq!(draw("4k2r/8/8/8/8/8/8/R3K3 w - - 11 41"), None);
    }

    #[test]
    fn only_custom_rules_are_described() {
        let [standard, by_rules] = [Adjudication::STANDARD, Adjudication::BY_RULES];
        for (rules, expected) in [
            (standard, None),
            (by_rules, None),
            (Adjudication { max_ply: 300, ..standard }, Some("1500/4/10/12/80/300")),
            (Adjudication { max_ply: 300, ..by_rules }, Some("none/300")),
        ] {
            assert_eq!(rules.custom_rules().as_deref(), expected);
        }
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
