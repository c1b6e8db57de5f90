//! Strength limits, set by the options that GUIs use.

use std::time::Duration;

use crate::common::process::{Lancet, last_value, without_time};
use crate::{A_WHILE, KIWIPETE, START, best, is_legal, place, position};

const LIMITED: [&str; 2] =
    ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000"];

#[test]
fn every_default_is_a_no_op() {
    let mut plain = Lancet::start();
    let mut set = Lancet::start();
    for option in [
        "UCI_LimitStrength value false",
        "UCI_Elo value 2800",
        "Skill Level value 20",
        "Skill Seed value 0",
        "UCI_ShowWDL value false",
    ] {
        set.send(&format!("setoption name {option}"));
    }
    // UCI_Elo alone limits nothing.
    set.send("setoption name UCI_Elo value 1200").send("setoption name Skill Seed value 3");
    for fen in [START, KIWIPETE] {
        for go in ["go depth 8", "go nodes 20000"] {
            let (first, second) = (plain.send(&place(fen)).go(go), set.send(&place(fen)).go(go));
            assert_eq!((&first.0, without_time(&first.1)), (&second.0, without_time(&second.1)), "{go}");
        }
    }
    plain.quit();
    set.quit();
}

#[test]
fn analysis_has_full_strength() {
    let mut plain = Lancet::start();
    let mut limited = Lancet::start();
    limited.send_all(&LIMITED);
    for (go, setting) in [("go mate 30 depth 7", "false"), ("go depth 8", "true")] {
        limited.send(&format!("setoption name UCI_AnalyseMode value {setting}"));
        let (first, second) = (plain.send(&place(KIWIPETE)).go(go), limited.send(&place(KIWIPETE)).go(go));
        assert_eq!((&first.0, without_time(&first.1)), (&second.0, without_time(&second.1)), "{go}");
    }
    // With several seeds a limited player would not always play the same move.
    limited.send("setoption name UCI_AnalyseMode value false");
    let (best, _) = plain.send("ucinewgame").send(&place(KIWIPETE)).go("go depth 3");
    for seed in 1..=5 {
        limited.send(&format!("setoption name Skill Seed value {seed}")).send("ucinewgame");
        limited.send(&place(KIWIPETE)).send("go infinite depth 3");
        while !limited.wait("info").starts_with("info depth 3 ") {}
        limited.expect_no_bestmove_for(A_WHILE);
        assert_eq!(limited.send("stop").wait("bestmove"), format!("bestmove {best}"), "seed {seed}");
    }
    plain.quit();
    limited.quit();
}

/// The move of a limited player may be one that the search has given up: its score keeps the depth and the bound with
/// which it was found.
#[test]
fn an_old_score_keeps_its_depth_and_bound() {
    let fens = [
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
        KIWIPETE,
        "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
    ];
    let mut repeated = 0;
    for (fen, seed) in fens.into_iter().flat_map(|fen| (1..=10).map(move |seed| (fen, seed))) {
        let mut seen: Vec<(String, String)> = Vec::new();
        for depth in 4..=8 {
            let mut lancet = Lancet::start();
            lancet.send_all(&LIMITED).send("setoption name MultiPV value 2");
            lancet.send(&format!("setoption name Skill Seed value {seed}"));
            let (_, lines) = lancet.send(&place(fen)).go(&format!("go depth {depth}"));
            let last = lines.iter().rfind(|line| line.contains("multipv 1 ")).expect("a line");
            lancet.quit();
            if last.starts_with(&format!("info depth {depth} ")) {
                continue;
            }
            let (depth, line) = (last.split(" seldepth").next(), last.split(" pv ").nth(1));
            let score = last.split(" score ").nth(1).and_then(|rest| rest.split(" nodes").next());
            let number = score.and_then(|score| score.split(' ').nth(1)).expect("a score");
            let found = (format!("{number} {line:?}"), format!("{depth:?} {score:?}"));
            if let Some((_, label)) = seen.iter().find(|(same, _)| *same == found.0) {
                assert_eq!(*label, found.1, "seed {seed}: {last}");
                repeated += 1;
            }
            seen.push(found);
        }
    }
    assert!(repeated >= 3, "{repeated} searches end with an old score");
}

#[test]
fn skill_seed_repeats_a_game_and_another_seed_does_not() {
    let mut lancet = Lancet::start();
    lancet.send_all(&LIMITED);
    let mut play = |seed: u32| {
        lancet.send(&format!("setoption name Skill Seed value {seed}")).send("ucinewgame");
        let mut moves = String::new();
        for _ in 0..12 {
            let (answer, _) = lancet.send(&format!("position startpos moves{moves}")).go("go nodes 3000");
            moves += &format!(" {}", best(&answer));
        }
        moves
    };
    let games = [play(1), play(2), play(1), play(0), play(0)];
    assert_eq!(games[0], games[2]);
    assert_ne!(games[0], games[1]);
    // Without a seed each game is another one.
    assert_ne!(games[3], games[4]);
    lancet.quit();
}

/// A cleared table is not a new game: the same player goes on.
#[test]
fn clear_hash_keeps_the_player() {
    let mut lancet = Lancet::start();
    lancet.send_all(&LIMITED);
    let mut play = || {
        let mut moves = String::new();
        for _ in 0..12 {
            lancet.send("setoption name Clear Hash");
            let (answer, _) = lancet.send(&format!("position startpos moves{moves}")).go("go nodes 3000");
            moves += &format!(" {}", best(&answer));
        }
        moves
    };
    assert_eq!(play(), play());
    lancet.quit();
}

/// The player has seen its move in a small search: its score is of a smaller depth than those of the lines.
#[test]
fn a_move_outside_the_lines_has_the_depth_of_the_player() {
    let mut outside = 0;
    for seed in 1..=6 {
        let mut lancet = Lancet::start();
        lancet.send_all(&LIMITED).send("setoption name MultiPV value 2");
        lancet.send(&format!("setoption name Skill Seed value {seed}"));
        let (answer, lines) = lancet.send("position startpos").go("go nodes 100000");
        let of_move: Vec<&String> =
            lines.iter().filter(|line| line.contains(&format!(" pv {}", best(&answer)))).collect();
        if let [line] = of_move[..] {
            let depth = last_value(std::slice::from_ref(line), "depth");
            let deepest = lines.iter().map(|line| last_value(std::slice::from_ref(line), "depth")).max();
            assert!(Some(depth) < deepest, "{line}");
            outside += 1;
        }
        lancet.quit();
    }
    assert!(outside > 0);
}

#[test]
fn limited_strength_goes_with_ponder_and_searchmoves() {
    let mut lancet = Lancet::start();
    lancet.send_all(&LIMITED).send("position startpos moves e2e4").send("go ponder wtime 9000 btime 9000");
    // The search of the chosen move ponders too.
    lancet.wait("info");
    lancet.expect_no_bestmove_for(Duration::from_millis(200));
    let answer = lancet.send("ponderhit").wait("bestmove");
    let after = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    assert!(is_legal(&after, best(&answer["bestmove ".len()..])), "{answer}");
    for _ in 0..20 {
        let (answer, _) = lancet.send("ucinewgame").go("go nodes 2000 searchmoves a7a6 h7h6");
        assert!(["a7a6", "h7h6"].contains(&best(&answer)), "{answer}");
    }
    lancet.quit();
}

#[test]
fn multipv_at_limited_strength_analyses_and_ends_with_the_move_played() {
    let mut plain = Lancet::start();
    let mut limited = Lancet::start();
    limited.send_all(&LIMITED).send("setoption name MultiPV value 3");
    let (_, full) = plain.send("setoption name MultiPV value 3").send(&place(KIWIPETE)).go("go depth 6");
    let (answer, lines) = limited.send(&place(KIWIPETE)).go("go depth 6");
    let scored = |lines: &[String], depth: &str| -> Vec<String> {
        let line = |line: &&String| line.starts_with(&format!("info depth {depth} "));
        let score = |line: &String| line.split(" nodes ").next().unwrap_or_default().to_owned();
        lines.iter().filter(line).map(score).collect()
    };
    assert_eq!(scored(&lines, "5")[..3], scored(&full, "5")[..3]);
    let last = lines.iter().rev().find(|line| line.contains(" multipv 1 ")).expect("a line");
    assert!(last.contains(&format!(" pv {}", best(&answer))), "{last} {answer}");
    plain.quit();
    limited.quit();
}
