//! The engine as a player of both sides, and as the one who rescores games.

use std::sync::Arc;
use std::time::Duration;

use lancet::commands::bench;
use lancet::openings::{Assessment, BALANCE, Opening};
use lancet::position::{Game as Board, parse_fen};
use lancet::rng::Rng;
use lancet::search::{Control, Limits, Outcome, Searcher, Settings};
use lancet_arena::adjudication::Adjudication;
use lancet_arena::game::{GameRules, PlayedGame, PlayedMove};
use lancet_arena::time_control::TimeControl;
use xxhash_rust::xxh3::Xxh3;

use super::evaluation::Evaluation;
use super::rules::{has_bounds, has_short_searches, signature_depth};
use super::value_search::ValueSearch;
use crate::LearnError;
use crate::records::{Game, Generator, ScoredMove, WinProbability};
use crate::samples::{Filter, FilterCounts};

/// Positions that training does not use, in check or with a capture or promotion as best move, have this fraction of the
/// soft limit.
const SHORT_DIVISOR: u64 = 4;

/// Plays the games of a run.
#[derive(Debug)]
pub struct Player {
    searcher: Searcher,
    settings: Settings,
    control: Arc<Control>,
    seed: u64,
    rules: GameRules,
    /// Whether the bound of a search that the hard limit has ended is its score.
    keeps_bounds: bool,
    /// The soft limit of positions that training does not use; `None` if it is the same.
    short_nodes: Option<u64>,
    /// The depth of the searches of [`Player::signature`].
    signature_depth: i32,
}

impl Player {
    /// Creates a player for the games of a run, by the rules of its generator. `control` interrupts it.
    ///
    /// # Errors
    /// [`LearnError::Tt`] if the transposition table cannot be allocated.
    pub fn new(
        generator: &Generator,
        evaluation: &Evaluation,
        control: Arc<Control>,
    ) -> Result<Player, LearnError> {
        let searcher = evaluation.searcher(generator.hash_mb.into())?;
        let Generator { soft_nodes: soft, hard_nodes: hard, seed, .. } = *generator;
        let rules = GameRules {
            time_control: TimeControl::SoftNodes { soft, hard },
            adjudication: Adjudication::STANDARD,
        };
        let keeps_bounds = has_bounds(generator.rules);
        let short_nodes = has_short_searches(generator.rules).then(|| u64::from(soft) / SHORT_DIVISOR);
        Ok(Player {
            searcher,
            settings: Settings::default(),
            control,
            seed,
            rules,
            keeps_bounds,
            short_nodes,
            signature_depth: signature_depth(generator.rules),
        })
    }

    /// Plays the game with this number; `None` if it was interrupted.
    ///
    /// Fastest on a thread of [`lancet::search::threads`].
    pub fn play(&mut self, number: u64) -> Option<Game> {
        self.searcher.clear(1);
        let opening = self.random_opening(number)?;
        let rules = self.rules;
        let short_nodes = self.short_nodes;
        rules.play(opening, |board, _| self.search(board, short_nodes)).map(record)
    }

    /// Returns the game with new scores for the positions that the filter keeps; `None` if it was
    /// interrupted.
    ///
    /// Fastest on a thread of [`lancet::search::threads`].
    pub fn rescore(&mut self, game: &Game, filter: &Filter) -> Option<Game> {
        self.searcher.clear(1);
        let mut board = Opening { moves: game.opening.clone(), ..Opening::default() }.game();
        let mut rescored = game.clone();
        for (ply, scored) in (game.opening.len()..).zip(&mut rescored.moves) {
            if filter.keeps(board.position(), scored, ply, &mut FilterCounts::default()) {
                let found = self.search(&board, None)?;
                scored.score = WinProbability::from_score(found.info.score);
            }
            board.play_unchecked(scored.played);
        }
        Some(rescored)
    }

    /// Draws an opening that the search finds balanced; `None` if it was interrupted.
    fn random_opening(&mut self, number: u64) -> Option<Opening> {
        let mut rng = Rng::of_game(self.seed, number);
        let limits = self.rules.time_control.opening_limits();
        let opening =
            Opening::draw(&mut rng, |opening| match self.search_within(&opening.game(), &limits, None) {
                None => Assessment::Stop,
                Some(found) if found.info.score.units().abs() <= BALANCE => Assessment::Accept,
                Some(_) => Assessment::Unbalanced,
            });
        if self.control.is_stopped() { None } else { Some(opening.unwrap_or_default()) }
    }

    /// Searches the position for its value, with the nodes of a move; `None` if the search was interrupted.
    ///
    /// After `short_nodes` no iteration starts while training would not use the position.
    fn search(&mut self, board: &Board, short_nodes: Option<u64>) -> Option<Outcome> {
        self.search_within(board, &self.rules.time_control.limits(Duration::ZERO), short_nodes)
    }

    fn search_within(&mut self, board: &Board, limits: &Limits, short_nodes: Option<u64>) -> Option<Outcome> {
        let Player { searcher, settings, control, keeps_bounds, .. } = self;
        let search = ValueSearch { limits, settings, control, short_nodes, keeps_bounds: *keeps_bounds };
        search.run(searcher, board)
    }

    /// Returns a hash that changes with the search and the evaluation.
    pub fn signature(&mut self) -> u64 {
        let limits = Limits { depth: Some(self.signature_depth), ..Limits::default() };
        let mut hash = Xxh3::new();
        for position in bench::POSITIONS.iter().filter_map(|fen| parse_fen(fen).ok()) {
            self.searcher.clear(1);
            let found =
                self.searcher.search(&position.chess.into(), &limits, &self.settings, &self.control, &mut ());
            hash.update(&found.info.nodes.to_le_bytes());
            hash.update(&found.info.score.units().to_le_bytes());
        }
        hash.digest()
    }
}

/// Converts a game to its record.
fn record(played: PlayedGame) -> Game {
    let PlayedGame { opening, moves, result, termination, .. } = played;
    let scored = |PlayedMove { m, score, .. }: PlayedMove| ScoredMove {
        played: m,
        score: WinProbability::from_score(score),
    };
    Game { opening: opening.moves, moves: moves.into_iter().map(scored).collect(), result, termination }
}

#[cfg(test)]
mod tests {
    use lancet::search::{Info, Reporter};
    use lancet::types::Bound;
    use shakmaty::Move;

    use super::super::rules::RULES;
    use super::*;

    const GENERATOR: Generator = Generator {
        network: 0,
        signature: 0,
        seed: 1,
        soft_nodes: 100_000,
        hard_nodes: 0,
        hash_mb: 1,
        rules: RULES,
    };

    fn player(generator: Generator) -> Player {
        Player::new(&generator, &Evaluation::built_in(), Arc::new(Control::new(false))).unwrap()
    }

    /// Searches that the hard limit ends give the score of the last exact report, but their last one by the first
    /// version of the rules.
    #[test]
    fn bounds_are_recorded_by_the_first_version_of_the_rules_only() {
        let mut bounds = 0;
        for hard_nodes in (200..4000).step_by(400) {
            let new = |rules| player(Generator { hard_nodes, rules, ..GENERATOR });
            let [mut player, mut plain, mut first] = [RULES, RULES, 1].map(new);
            let mut rescorer = new(1 | Generator::RESCORED);
            for position in bench::POSITIONS.iter().filter_map(|fen| parse_fen(fen).ok()) {
                let board: Board = position.chess.into();
                let limits = plain.rules.time_control.limits(Duration::ZERO);
                let mut reports = Reports::default();
                let found =
                    plain.searcher.search(&board, &limits, &plain.settings, &plain.control, &mut reports);
                let exact = reports.0.iter().rfind(|info| info.bound == Bound::Exact);
                let recorded = player.search(&board, None).unwrap();
                assert_eq!((recorded.best, recorded.info.nodes), (found.best, found.info.nodes));
                let before = first.search(&board, None).unwrap();
                assert_eq!((before.info.score, before.info.bound), (found.info.score, Bound::Exact));
                assert_eq!(rescorer.search(&board, None).unwrap().info.score, recorded.info.score);
                if found.info.score.is_mate() {
                    continue;
                }
                assert_eq!(
                    Some((recorded.info.score, recorded.info.bound)),
                    exact.map(|info| (info.score, info.bound))
                );
                bounds += usize::from(found.info.score != recorded.info.score);
            }
        }
        assert!(bounds >= 5, "only {bounds} searches ended with a bound");
    }

    /// From the fourth version of the rules on, the signature comes from deeper searches; rescoring counts as its games.
    #[test]
    fn the_signature_depends_on_the_version_of_the_rules() {
        let signature = |rules| player(Generator { rules, ..GENERATOR }).signature();
        let (deep, shallow) = (signature(RULES), signature(3));
        assert_ne!(deep, shallow);
        assert_eq!(
            (signature(RULES | Generator::RESCORED), signature(1 | Generator::RESCORED)),
            (deep, shallow)
        );
    }

    /// From the third version of the rules on, the search of a position in check or with a noisy best move ends with the
    /// first iteration after a quarter of the soft limit, and all others as by the second version.
    #[test]
    fn positions_that_training_does_not_use_have_shorter_searches() {
        let new = |rules| player(Generator { soft_nodes: 8_000, hard_nodes: 40_000, rules, ..GENERATOR });
        let [mut short, mut full] = [RULES, 2].map(new);
        assert_eq!((short.short_nodes, full.short_nodes), (Some(2_000), None));
        let (mut shorter, mut same) = (0, 0);
        for position in bench::POSITIONS.iter().filter_map(|fen| parse_fen(fen).ok()) {
            let board: Board = position.chess.into();
            short.searcher.clear(1);
            full.searcher.clear(1);
            let found = short.search(&board, short.short_nodes).unwrap();
            let limits = full.rules.time_control.limits(Duration::ZERO);
            let mut reports = Reports::default();
            full.searcher.search(&board, &limits, &full.settings, &full.control, &mut reports);
            let is_noisy = |m: Move| m.is_capture() || m.is_promotion();
            let is_unused =
                |info: &Info| board.position().in_check() || info.line.first().is_some_and(is_noisy);
            let ends = |info: &&Info| info.is_finished && info.nodes >= 2_000 && is_unused(info);
            let last = reports.0.iter().find(ends).or(reports.0.last()).unwrap();
            assert_eq!((found.info.nodes, found.best), (last.nodes, last.line.first()));
            if is_unused(last) { shorter += 1 } else { same += 1 }
        }
        assert!(shorter >= 8 && same >= 20, "{shorter} shorter, {same} as before");
    }

    /// Rescoring searches all positions that training uses with all nodes, also those whose best move has become noisy.
    #[test]
    fn rescoring_has_no_shorter_searches() {
        let [mut short, mut full] = [RULES, 2].map(|rules| {
            player(Generator {
                soft_nodes: 100,
                hard_nodes: 500,
                rules: rules | Generator::RESCORED,
                ..GENERATOR
            })
        });
        let game = player(Generator { soft_nodes: 20, hard_nodes: 100, ..GENERATOR }).play(0).unwrap();
        let filter = Filter { first_ply: 0, ..Filter::DEFAULT };
        assert_eq!(short.rescore(&game, &filter), full.rescore(&game, &filter));
    }

    #[derive(Default)]
    struct Reports(Vec<Info>);

    impl Reporter for Reports {
        fn info(&mut self, info: &Info) {
            self.0.push(info.clone());
        }
    }
}
