//! The loop that plays a game, for matches, self-play and tests alike.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use lancet::position::Game;
use lancet::search::{Outcome, SearchStats};
use lancet::types::{Depth, Score};
use shakmaty::{ByColor, Move};

use crate::adjudication::{Adjudication, Adjudicator};
use crate::openings::Opening;
use crate::termination::{GameResult, Termination};
use crate::time_control::TimeControl;

/// What is the same for all games of a match or of self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameRules {
    /// What ends the searches; a clock is kept for each side.
    pub time_control: TimeControl,
    /// When a game is adjudicated.
    pub adjudication: Adjudication,
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The opening.
    pub opening: Opening,
    /// The moves after the opening.
    pub moves: Vec<PlayedMove>,
    /// The result.
    pub result: GameResult,
    /// The reason for the end.
    pub termination: Termination,
    /// The searches of each side.
    pub usage: ByColor<Usage>,
}

/// A move with the search that found it.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// The score of the search, from the side to move.
    pub score: Score,
    /// The iteration that found the move; an interrupted one counts if it has a score.
    pub depth: Depth,
    /// The time of the search.
    pub elapsed: Duration,
}

/// The sum of searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// The number of searches.
    pub searches: u64,
    /// The sum of their depths.
    pub depths: u64,
    /// Nodes.
    pub nodes: u64,
    /// Time.
    pub elapsed: Duration,
    /// Statistics of the drivers.
    pub stats: SearchStats,
}

impl GameRules {
    /// Plays a game from `opening` to its end.
    ///
    /// `search` receives the game and the time on the clock of the side to move, and returns what the search
    /// found, or `None` to abandon the game.
    pub fn play(
        &self,
        opening: Opening,
        mut search: impl FnMut(&Game, Duration) -> Option<Outcome>,
    ) -> Option<PlayedGame> {
        let mut game = opening.game();
        let (mut moves, mut usage) = (Vec::new(), ByColor::<Usage>::default());
        let mut clocks = ByColor::new_with(|_| self.time_control.base());
        let mut adjudicator = Adjudicator::new(self.adjudication);
        let (result, termination) = loop {
            if let Some(end) = self.adjudication.game_end(&game) {
                break end;
            }
            let turn = game.position().turn();
            let clock = clocks.get_mut(turn);
            let started = Instant::now();
            let found = search(&game, *clock)?;
            let elapsed = started.elapsed();
            usage.get_mut(turn).add(&found, elapsed);
            if let TimeControl::Clock { increment, .. } = self.time_control {
                match clock.checked_sub(self.time_control.charged(found.info.nodes, elapsed)) {
                    Some(remaining) => *clock = remaining + increment,
                    None => break (GameResult::win_of(!turn), Termination::Time),
                }
            }
            let m = found.best?; // exists, since the game is not over
            let (score, depth) = (found.info.score, found.info.depth);
            moves.push(PlayedMove { m, score, depth, elapsed });
            if let Some(end) = adjudicator.add(&game, (score, found.info.bound)) {
                break end;
            }
            game.play_unchecked(m);
        };
        Some(PlayedGame { opening, moves, result, termination, usage })
    }
}

impl PlayedGame {
    /// Returns the number of plies, those of the opening included.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.opening.moves.len() + self.moves.len()
    }
}

impl Usage {
    /// Adds a search.
    pub fn add(&mut self, found: &Outcome, elapsed: Duration) {
        *self += Usage {
            searches: 1,
            depths: found.info.depth.unsigned_abs().into(),
            nodes: found.info.nodes,
            elapsed,
            stats: found.stats,
        };
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Usage) {
        self.searches += other.searches;
        self.depths += other.depths;
        self.nodes += other.nodes;
        self.elapsed += other.elapsed;
        self.stats += other.stats;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::position::{Position, parse_fen};
    use lancet::search::{Control, Searcher, Settings};

    const RULES: GameRules =
        GameRules { time_control: TimeControl::Nodes(1_000), adjudication: Adjudication::STANDARD };

    fn opening(fen: &str) -> Opening {
        Opening { start: Position::new(parse_fen(fen).unwrap().chess), moves: Vec::new() }
    }

    /// Plays with one searcher for both sides.
    fn play(rules: GameRules, fen: &str) -> PlayedGame {
        let mut searcher = Searcher::new(1).unwrap();
        let control = Control::new(false);
        let search = |game: &Game, clock| {
            let limits = rules.time_control.limits(clock);
            Some(searcher.search(game, &limits, &Settings::default(), &control, &mut ()))
        };
        rules.play(opening(fen), search).unwrap()
    }

    #[test]
    fn a_finished_game_is_not_searched() {
        let played =
            RULES.play(opening("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), |_, _| panic!("a search")).unwrap();
        assert_eq!((played.result, played.termination), (GameResult::White, Termination::Mate));
        assert!(played.plies() == 0 && played.usage == ByColor::default());
    }

    #[test]
    fn an_abandoned_game_is_none() {
        assert!(RULES.play(Opening::default(), |_, _| None).is_none());
    }

    #[test]
    fn a_won_game_is_adjudicated_or_played_to_mate() {
        let fen = "7k/8/8/8/8/8/Q7/KR6 w - - 0 1";
        let adjudicated = play(RULES, fen);
        assert_eq!(adjudicated.termination, Termination::AdjudicatedWin);
        let adjudication = Adjudication { by_score: None, ..Adjudication::STANDARD };
        let played = play(GameRules { adjudication, ..RULES }, fen);
        assert_eq!(played.termination, Termination::Mate);
        assert_eq!((adjudicated.result, played.result), (GameResult::White, GameResult::White));
        assert_eq!(played.usage.white.searches, played.plies().div_ceil(2) as u64);
        assert_eq!(played.usage.black.searches, played.plies() as u64 / 2);
    }

    #[test]
    fn a_long_game_is_drawn() {
        let adjudication = Adjudication { max_ply: 6, ..Adjudication::STANDARD };
        let played = play(GameRules { adjudication, ..RULES }, &Position::default().fen());
        assert_eq!((played.result, played.termination), (GameResult::Draw, Termination::Length));
        assert_eq!(played.plies(), 6);
    }
}
