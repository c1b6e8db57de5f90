//! Limits: every limit of `go` ends the search with one legal move.

use std::time::Duration;

use lancet::position::Position;

use crate::common::process::{Lancet, count, last_value};
use crate::{KIWIPETE, best, errors, is_legal, place, position};

#[test]
fn every_limit_ends_the_search_with_one_legal_move() {
    let mut lancet = Lancet::start();
    lancet.send(&place(KIWIPETE));
    for limits in [
        "depth 1",
        "depth 4",
        "depth 999999999999999999999",
        "nodes 1",
        "nodes 5000",
        "nodes 0",
        "movetime 1",
        "movetime 50",
        "movetime 0",
        "movetime -5",
        "mate 1 nodes 20000",
        "mate 0 depth 3",
        "wtime 100 btime 100",
        "wtime 100 btime 100 winc 100 binc 100 movestogo 1",
        "wtime 1 btime 1",
        "wtime 0 btime 0",
        "wtime -1000 btime -1000",
        "wtime -9223372036854775808 btime 5 depth 3",
        "wtime 99999999999999999999999 btime 1 depth 3",
        "wtime 9223372036854775807 winc 9223372036854775807 depth 3",
        "wtime 50 winc -100",
        "wtime 50 movestogo 0",
        "wtime 50 movestogo -3",
        "wtime 50 movestogo 99999999999",
        "movetime 100 wtime 60000 btime 60000 winc 1000 binc 1000",
        "btime 5 depth 3",
        "winc 5 depth 3",
        "depth 3 depth 2 depth",
        "depth 2 garbage",
        "wtime 1e9 depth 2",
        "wtime 12.5 btime 12.5",
    ] {
        // A huge limit ends nothing, so the nodes do.
        let guarded = if limits.contains("999999999999999999999") && !limits.contains("wtime") {
            format!("go {limits} nodes 30000")
        } else {
            format!("go {limits}")
        };
        let (answer, _) = lancet.go(&guarded);
        assert!(is_legal(&position(KIWIPETE), best(&answer)), "{limits}: {answer}");
        lancet.until_ready();
    }
    assert_eq!(count(&lancet.quit(), "bestmove"), 31);
}

#[test]
fn invalid_limits_do_not_make_a_search_infinite() {
    for go in
        ["go movestogo 5", "go depth abc", "go wtime 100 winc 5", "go binc 50", "go btime x", "go movetime"]
    {
        let mut lancet = Lancet::start();
        lancet.send("position startpos moves e2e4");
        assert_ne!(lancet.go(go).0, "(none)", "{go}");
        lancet.quit();
    }
}

#[test]
fn the_shorter_of_movetime_and_clock_ends_the_search() {
    let mut lancet = Lancet::start();
    // An hour on the clock would be many seconds for the move.
    for limits in
        ["movetime 100 wtime 3600000 btime 3600000", "wtime 100 btime 100 movetime 3600000", "movetime 100"]
    {
        lancet.send(&format!("go {limits}"));
        assert!(lancet.wait_within("bestmove", Duration::from_secs(8)).is_some(), "{limits}");
    }
    lancet.quit();
}

#[test]
fn searchmoves_may_come_anywhere_in_the_line() {
    let mut lancet = Lancet::start();
    for line in [
        "go searchmoves a2a3 h2h3 depth 4",
        "go depth 4 searchmoves a2a3 h2h3",
        "go wtime 60000 searchmoves a2a3 h2h3 btime 60000 depth 4",
        "go depth 4 searchmoves a2a3 e2e5 searchmoves h2h3 e9e4",
    ] {
        let (answer, lines) = lancet.go(line);
        assert!(["a2a3", "h2h3"].contains(&best(&answer)), "{line}: {answer}");
        let wrong = ["e2e5", "e9e4"].iter().filter(|m| line.contains(*m)).count();
        assert_eq!(errors(&lines).len(), wrong, "{line}: {lines:#?}");
    }
    lancet.quit();
}

#[test]
fn few_of_many_invalid_searchmoves_are_reported() {
    let mut lancet = Lancet::start();
    let (_, lines) = lancet.go(&format!("go depth 1 searchmoves {}", "x ".repeat(1000)));
    assert_eq!(errors(&lines).len(), 8, "{lines:#?}");
    lancet.quit();
}

#[test]
fn searchmoves_without_a_legal_move_are_ignored() {
    let mut lancet = Lancet::start();
    for line in ["go depth 4 searchmoves e2e5 e7e5 a1a1", "go searchmoves depth 4"] {
        let (answer, lines) = lancet.go(line);
        assert!(is_legal(&Position::default(), best(&answer)), "{answer}");
        assert_eq!(errors(&lines).len(), if line.contains("e2e5") { 3 } else { 0 });
    }
    lancet.quit();
}

#[test]
fn go_nodes_is_exact_with_one_thread() {
    let mut lancet = Lancet::start();
    lancet.send("debug on");
    for nodes in [1, 100, 5001] {
        lancet.send("ucinewgame");
        let (_, lines) = lancet.go(&format!("go nodes {nodes}"));
        let all = format!("info string {nodes} nodes in ");
        assert!(lines.iter().any(|line| line.starts_with(&all)), "{lines:?}");
    }
    lancet.quit();
}

#[test]
fn a_nodestime_clock_is_kept_and_repeats_itself() {
    let play = || {
        let mut lancet = Lancet::start();
        lancet.send_all(&["setoption name nodestime value 50", "position startpos"]);
        let (answer, lines) = lancet.go("go wtime 2000 btime 2000 winc 10 binc 10");
        lancet.quit();
        (answer, last_value(&lines, "nodes"))
    };
    let first = play();
    assert_eq!(play(), first);
    assert!(first.1 < 2000 * 50, "{} nodes", first.1);
}

/// `tests/data/cases/01-movestogo-0.uci`: 0 does not mean that one move is left.
#[test]
fn movestogo_below_1_is_as_if_it_were_absent() {
    let case = include_str!("../data/cases/01-movestogo-0.uci");
    assert!(case.ends_with("go wtime 5000 btime 5000 winc 0 binc 0 movestogo 0\n"));
    let mut lancet = Lancet::start();
    lancet.send("setoption name nodestime value 10");
    let mut play = |arguments: &str| {
        lancet.send_all(&["ucinewgame", "position startpos"]);
        let (answer, lines) = lancet.go(&format!("go wtime 5000 btime 5000 winc 0 binc 0{arguments}"));
        (answer, last_value(&lines, "nodes"))
    };
    let absent = play("");
    for arguments in [" movestogo 0", " movestogo -1", " movestogo -99999999999999999999"] {
        assert_eq!(play(arguments), absent, "{arguments}");
    }
    assert_ne!(play(" movestogo 1"), absent);
    lancet.quit();
}

/// `tests/data/cases/05-go-mate-when-mated.uci`: the search ends for the side that is mated too.
#[test]
fn go_mate_ends_when_the_side_to_move_is_mated_within_it() {
    let mut lancet = Lancet::start();
    let case = include_str!("../data/cases/05-go-mate-when-mated.uci");
    let reported = case.lines().find_map(|line| line.strip_prefix("position fen ")).expect("a position");
    assert!(case.ends_with("go mate 4\n"));
    for (fen, moves, mated) in
        [(reported, 4, 4), (reported, 9, 4), ("6k1/5ppp/8/8/8/8/r4PPP/1r4K1 w - - 0 1", 1, 0)]
    {
        lancet.send_all(&["ucinewgame", &place(fen)]);
        let (answer, lines) = lancet.go(&format!("go mate {moves}"));
        let last = lines.iter().rev().find(|line| line.contains(" score ")).expect("a score");
        assert!(last_value(&lines, "depth") < 40, "{fen}: {last}");
        if mated > 0 {
            assert!(last.contains(" score mate -"), "{fen}: {last}");
        }
        assert_eq!(best(&answer) == "(none)", mated == 0, "{fen}: {answer}");
    }
    lancet.quit();
}

#[test]
fn go_mate_searches_all_moves_whatever_lines_are_shown() {
    let mut lancet = Lancet::start();
    // The main search alone takes millions of nodes.
    lancet.send("position fen r3kb1r/1p3pn1/p1p1P1p1/4n3/4ppP1/P1N1P3/1P3P1q/2R1RK2 b kq - 0 1");
    for lines in [1, 4, 256] {
        let (_, lines) = lancet.send(&format!("setoption name MultiPV value {lines}")).go("go mate 3");
        assert!(lines.iter().any(|line| line.contains(" multipv 1 score mate 3 ")), "{lines:#?}");
        assert!(last_value(&lines, "nodes") < 200_000, "{lines:#?}");
        lancet.send("ucinewgame");
    }
    lancet.quit();
}

/// `tests/data/cases/14-movetime-and-overhead.uci`: half of the time is left for the search.
#[test]
fn move_overhead_leaves_time_for_a_fixed_movetime() {
    let mut lancet = Lancet::start();
    let case: Vec<_> = include_str!("../data/cases/14-movetime-and-overhead.uci").lines().collect();
    let (go, lines) = case.split_last().expect("lines");
    assert_eq!(*go, "go movetime 500");
    for overhead in [&[][..], &["setoption name Move Overhead value 5000"]] {
        lancet.send_all(lines).send_all(overhead);
        let (_, lines) = lancet.go(go);
        assert!(last_value(&lines, "time") >= 100, "{lines:?}");
    }
    lancet.quit();
}
