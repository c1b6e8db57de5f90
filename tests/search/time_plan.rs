//! The time plan: what games on a clock use, against what was planned. The clock counts nodes, so nothing depends on
//! the machine.

use std::time::Duration;

use lancet::position::Game;
use lancet::search::{Limits, Outcome, Parameters, Searcher, Settings};
use lancet::time::{Budget, Clock, Plan, time_for};

use super::common::boards::{self, MATE_IN_ONE, ONE_MOVE, START};

const NODES_PER_MS: u64 = 25;
const BASE: Duration = Duration::from_secs(8);
const INCREMENT: Duration = Duration::from_millis(80);

/// A move on the clock.
struct Move {
    planned: Duration,
    used: Duration,
}

/// Plays a game of Lancet against itself, which begins with `opening`; returns the moves of White.
fn play(opening: &[&str]) -> Vec<Move> {
    let mut game = boards::game(START, opening);
    let settings =
        Settings { nodes_per_ms: NODES_PER_MS, move_overhead: Duration::ZERO, ..Settings::default() };
    let mut players = [(); 2].map(|()| (Searcher::new(4).expect("a small table"), BASE));
    let (plan, mut moves) = (Plan::from(&Parameters::default()), Vec::new());
    while game.position().has_legal_move() && game.position().game_ply() < 120 {
        let side = usize::from(game.position().turn().is_black());
        let (searcher, left) = &mut players[side];
        let clock = Clock { left: *left, increment: INCREMENT, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let outcome = boards::search(searcher, &game, &limits, &settings, &mut ());
        let used = time_for(outcome.info.nodes, NODES_PER_MS);
        let planned = Budget::for_clock(clock, game.position().game_ply() / 2, Duration::ZERO, &plan).soft;
        *left = left.checked_sub(used).expect("time left") + INCREMENT;
        if side == 0 {
            moves.push(Move { planned, used });
        }
        let Some(best) = outcome.best else { break };
        game.play_unchecked(best);
    }
    moves
}

/// The mean of some moves, in seconds.
fn mean<'a>(moves: impl Iterator<Item = &'a Move>, of: fn(&Move) -> Duration) -> f64 {
    let seconds: Vec<f64> = moves.map(|m| of(m).as_secs_f64()).collect();
    seconds.iter().sum::<f64>() / seconds.len() as f64
}

#[test]
fn games_use_the_time_as_planned() {
    let openings = [
        ["e2e4", "e7e5"],
        ["d2d4", "d7d5"],
        ["c2c4", "g8f6"],
        ["g1f3", "c7c5"],
        ["e2e4", "c7c6"],
        ["d2d4", "f7f5"],
    ];
    let games = openings.map(|opening| play(&opening));
    // In every part of the game; the last iteration of a search goes on beyond the plan.
    for (from, to) in [(0, 10), (10, 20), (20, 40)] {
        let moves = || games.iter().flat_map(|game| game.iter().take(to).skip(from));
        let ratio = mean(moves(), |m| m.used) / mean(moves(), |m| m.planned);
        assert!((0.9..1.9).contains(&ratio), "moves {from} to {to} use {ratio:.2} of the plan");
    }
    // The first quarter of a game of 40 moves may use half of the time that there is.
    let first = mean(games.iter().flat_map(|game| game.iter().take(10)), |m| m.used);
    let whole = BASE.as_secs_f64() + 40.0 * INCREMENT.as_secs_f64();
    assert!((0.2..0.5).contains(&(10.0 * first / whole)), "{first:.3} s a move");
}

/// Searches with a new table and 100 s on the clock.
fn search(game: &Game) -> Outcome {
    let clock = Clock { left: Duration::from_secs(100), increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    let settings = Settings { nodes_per_ms: NODES_PER_MS, ..Settings::default() };
    boards::search(&mut Searcher::new(4).expect("a small table"), game, &limits, &settings, &mut ())
}

/// The nodes of searches of positions, in each of which one move is legal or there is a choice.
fn nodes(positions: [(&str, &[&str]); 3], is_forced: bool) -> u64 {
    let nodes = |(fen, moves): (&str, &[&str])| {
        let game = boards::game(fen, moves);
        assert_eq!(game.position().legal_moves().len() == 1, is_forced, "{fen} {moves:?}");
        search(&game).info.nodes
    };
    positions.map(nodes).iter().sum()
}

#[test]
fn a_forced_move_takes_a_fraction_of_the_time() {
    let forced = nodes(
        [
            (START, &["f2f4", "e7e5", "f4e5", "d8h4"]),
            (START, &["e2e4", "f7f5", "e4f5", "b8c6", "d1h5"]),
            (ONE_MOVE, &[]),
        ],
        true,
    );
    let endgame = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let free = nodes([(START, &["e2e4", "e7e5"]), (START, &["d2d4", "d7d5"]), (endgame, &[])], false);
    // A tenth is planned, and the last iteration goes on beyond it.
    assert!(4 * forced <= free, "{forced} and {free} nodes");
}

#[test]
fn a_mate_in_one_is_searched_to_depth_3() {
    let info = search(&Game::new(boards::position(MATE_IN_ONE))).info;
    assert!(info.score.mate_moves() == Some(1) && info.depth <= 3, "{info:?}");
}
