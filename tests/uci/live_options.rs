//! Live options: `MultiPV` changes a search under way.
//!
//! Stockfish 15.1 reads `MultiPV` whenever it prints lines: a running search, `go infinite` or `go ponder`, prints as
//! many lines as the option says now, and so do later searches. Lines that are added are not searched: they show 0.00,
//! or what an old iteration has found. Lancet searches them in the iteration under way and prints them with it. A value
//! after `stop` is for the next search here; in Stockfish it may still add lines to the last ones of the search that
//! ends.

use crate::common::process::Lancet;
use crate::{KIWIPETE, best, place};

/// Waits for a line of a search with these words.
fn wait_for(lancet: &mut Lancet, words: &str) -> String {
    loop {
        let line = lancet.wait("info");
        if line.contains(words) {
            return line;
        }
    }
}

/// Waits for such a line whose score is exact: after a second a search prints bounds as well.
fn wait_for_exact(lancet: &mut Lancet, words: &str) -> String {
    loop {
        let line = wait_for(lancet, words);
        if is_exact(&line) {
            return line;
        }
    }
}

fn is_exact(line: &str) -> bool {
    !line.contains("bound ")
}

/// The depth and the rank of a line with a score.
fn rank_of(line: &str) -> Option<(u64, usize)> {
    let value = |name: &str| line.split(' ').skip_while(|word| *word != name).nth(1)?.parse().ok();
    line.contains(" score ").then_some(())?;
    Some((value("depth")?, value("multipv")? as usize))
}

fn ranks(lines: &[String]) -> Vec<usize> {
    lines.iter().filter_map(|line| rank_of(line)).map(|(_, rank)| rank).collect()
}

#[test]
fn lines_are_added_to_a_search_and_removed_from_it() {
    for (go, threads) in [("go infinite", 1), ("go infinite", 2), ("go ponder wtime 100000 btime 100000", 1)]
    {
        let mut lancet = Lancet::start();
        lancet.send(&format!("setoption name Threads value {threads}")).send(&place(KIWIPETE)).send(go);
        wait_for(&mut lancet, "info depth 3 ");
        lancet.send("setoption name multipv value 3");
        let added = wait_for_exact(&mut lancet, "multipv 3");
        // They are searched: a whole iteration, with scores and lines of its own.
        let (depth, _) = rank_of(&added).expect("a rank");
        let of_depth = |line: &&String| rank_of(line).is_some_and(|(found, _)| found == depth);
        let whole: Vec<&String> =
            lancet.received.iter().filter(of_depth).filter(|line| is_exact(line)).collect();
        assert_eq!(whole.len(), 3, "{whole:#?}");
        lancet.send("setoption name MultiPV value 1").until_ready();
        // The iteration under way may end with the line that it was searching.
        let deepest = lancet.received.iter().filter_map(|line| rank_of(line)).map(|(depth, _)| depth).max();
        let next = deepest.expect("an iteration") + 2;
        wait_for(&mut lancet, &format!("info depth {next} seldepth "));
        let from = lancet.received.len() - 1;
        let (_, last) = lancet.go("stop");
        assert_eq!(rank_of(&lancet.received[from]), Some((next, 1)), "{:#?}", lancet.tail());
        assert!(ranks(&last).iter().all(|rank| *rank == 1), "{last:#?}");
        // The next search has the value as well.
        let (_, lines) = lancet.go("go depth 3");
        assert_eq!(ranks(&lines), [1, 1, 1]);
        lancet.quit();
    }
}

/// Also after the last iteration, while the search only waits to be released: it begins again.
#[test]
fn lines_are_added_to_a_search_that_waits() {
    for (go, deepest) in
        [("go infinite", 239), ("go ponder wtime 100000 btime 100000", 239), ("go infinite depth 3", 3)]
    {
        let mut lancet = Lancet::start();
        lancet.send(&place("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")).send(go);
        let wait_for_end = |lancet: &mut Lancet, lines| {
            while rank_of(&wait_for(lancet, "info depth ")) != Some((deepest, lines)) {}
        };
        wait_for_end(&mut lancet, 1);
        lancet.send("setoption name MultiPV value 3");
        wait_for_end(&mut lancet, 3);
        lancet.send("setoption name MultiPV value 500");
        // There are 27 moves.
        assert!(wait_for(&mut lancet, " multipv 27 ").contains(" score "), "{go}");
        let (answer, _) = lancet.go("stop");
        assert_eq!(best(&answer), "f1f8");
        lancet.quit();
    }
}

/// What was found before lines were added stands until the search is as deep again.
#[test]
fn added_lines_do_not_undo_what_was_found() {
    let mate = "r5r1/p1q2p1k/1p1R2pB/3pP3/6bQ/2p5/P1P1NPPP/6K1 w - - 0 1";
    for _ in 0..8 {
        let mut lancet = Lancet::start();
        lancet.send(&place(mate)).send("go infinite depth 11");
        wait_for(&mut lancet, "info depth 11 ");
        let (answer, lines) = lancet.send("setoption name MultiPV value 2").go("stop");
        let last = lines.iter().rfind(|line| line.contains("multipv 1 ")).or(lancet.received.last());
        assert_eq!(best(&answer), "h6f8", "{last:?}");
        lancet.quit();
    }
}

#[test]
fn a_value_behind_stop_or_another_search_is_for_the_next_one() {
    let mut lancet = Lancet::start();
    lancet.send(&place(KIWIPETE)).send("go infinite");
    wait_for(&mut lancet, "info depth 3 ");
    lancet.send_all(&["stop", "setoption name MultiPV value 2"]);
    lancet.wait("bestmove");
    assert!(ranks(&lancet.received).iter().all(|rank| *rank == 1), "{:#?}", lancet.received);
    let from = lancet.received.len();
    lancet.send_all(&["go infinite", "go depth 2", "setoption name MultiPV value 4", "go depth 1"]);
    wait_for(&mut lancet, "info depth 9 ");
    lancet.send("stop").wait("bestmove");
    let first = lancet.received.len();
    lancet.wait("bestmove");
    let second = lancet.received.len();
    lancet.wait("bestmove");
    assert!(ranks(&lancet.received[from..first]).iter().all(|rank| *rank <= 2));
    assert_eq!(ranks(&lancet.received[first..second]), [1, 2, 1, 2]);
    assert_eq!(ranks(&lancet.received[second..]), [1, 2, 3, 4]);
    lancet.quit();
}

#[test]
fn a_value_out_of_range_or_no_number_is_reported_at_once() {
    let mut lancet = Lancet::start();
    lancet.send("go infinite");
    for (value, message) in [("9999", "clamped to 256"), ("many", "error: invalid value 'many'")] {
        let lines = lancet.send(&format!("setoption name MultiPV value {value}")).until_ready();
        assert!(lines.iter().any(|line| line.contains(message)), "{lines:#?}");
    }
    wait_for(&mut lancet, "multipv 20 ");
    lancet.go("stop");
    lancet.quit();
}

#[test]
fn minimal_prints_as_many_lines_as_wanted_last() {
    let mut lancet = Lancet::start();
    lancet.send_all(&["setoption name Minimal value true", "setoption name MultiPV value 4"]);
    lancet.send(&place(KIWIPETE)).send("go infinite").expect_no_bestmove_for(crate::A_WHILE);
    lancet.send("setoption name MultiPV value 2").expect_no_bestmove_for(10 * crate::A_WHILE);
    let (_, lines) = lancet.go("stop");
    assert_eq!(ranks(&lines), [1, 2], "{lines:#?}");
    lancet.quit();
}
