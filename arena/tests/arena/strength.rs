//! Strength limits: a stronger engine wins.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use lancet::position::{Position, parse_fen};
use lancet::search::{Control, Limits, Searcher, Settings, StrengthLimit};
use lancet_arena::adjudication::Adjudication;
use lancet_arena::game::GameRules;
use lancet_arena::openings::Opening;
use lancet_arena::time_control::TimeControl;
use shakmaty::Color;

/// Points of the first limit, two for a win, over games from a few openings with colours reversed.
fn points(elo: [u32; 2], openings: &[&str]) -> u32 {
    // A limited search ends as soon as it has chosen a move.
    let time_control = TimeControl::SoftNodes { soft: 1, hard: u32::MAX };
    let rules = GameRules { time_control, adjudication: Adjudication { by_score: None, max_ply: 240 } };
    let mut searcher = Searcher::new(1).expect("a small table");
    let control = Control::new(false);
    let mut points = 0;
    for (fen, number) in openings.iter().zip(0..) {
        for first in [Color::White, Color::Black] {
            let start = Position::new(parse_fen(fen).expect("a FEN").chess);
            let played = rules.play(Opening { start, moves: Vec::new() }, |game, clock| {
                let elo = elo[usize::from(game.position().turn() != first)];
                let strength = Some(StrengthLimit::from_elo(elo).with_seed(number + u64::from(elo)));
                let settings = Settings { strength, ..Settings::default() };
                let limits: Limits = time_control.limits(clock);
                Some(searcher.search(game, &limits, &settings, &control, &mut ()))
            });
            points += (2.0 * played.expect("a game").result.points(first)) as u32;
        }
    }
    points
}

#[test]
fn a_higher_elo_beats_a_lower_one() {
    let openings = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
        "rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3",
        "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
        "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
        "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3",
    ];
    // Twelve games, 24 points.
    let points = points([1500, 1000], &openings);
    assert!(points >= 18, "{points} of 24");
}
