//! Books: book moves are played without a search, and only in play.

use std::collections::HashSet;

use crate::common::process::Lancet;
use crate::{best, errors, is_legal, place, position};

const TEST_BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/polyglot/test_book.bin");
const TRUNCATED: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/polyglot/hostile/truncated_tail.bin");
const ILLEGAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/polyglot/hostile/all_illegal.bin");

fn with_book(file: &str) -> Lancet {
    let mut lancet = Lancet::start();
    lancet.send(&format!("setoption name Book File value {file}"));
    lancet.send("setoption name OwnBook value true").send("setoption name Book Choice value best");
    assert_eq!(lancet.until_ready(), [""; 0]);
    lancet
}

fn book_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("info string book: ")).count()
}

fn is_from_book(lines: &[String]) -> bool {
    book_moves(lines) == 1
}

#[test]
fn a_book_move_is_played_with_a_score_and_a_pv() {
    let mut lancet = with_book(TEST_BOOK);
    for (place, wanted) in
        [("position startpos", "e2e4"), ("position startpos moves g1f3 g8f6 g2g3 g7g6", "f1g2")]
    {
        let (answer, lines) = lancet.send(place).go("go wtime 60000 btime 60000");
        // A GUI that let the engine ponder would keep it from the next book move.
        assert_eq!(answer, wanted);
        assert!(is_from_book(&lines), "{lines:?}");
        let line = lines.iter().rev().find(|line| line.contains(" score ")).expect("a score");
        assert!(line.contains(&format!(" pv {wanted}")), "{line}");
    }
    // A random move, but always one of the book.
    lancet
        .send("setoption name Book Choice value Weighted")
        .send("position startpos moves g1f3 g8f6 g2g3 g7g6");
    for _ in 0..20 {
        let (answer, lines) = lancet.go("go movetime 1000");
        assert!(["f1g2", "b2b3", "b2b4"].contains(&best(&answer)) && is_from_book(&lines), "{lines:?}");
    }
    // No move of the initial position has more than 47 %: equal ones are less likely than one in 10^12.
    lancet.send("position startpos");
    let moves: HashSet<String> = (0..40).map(|_| best(&lancet.go("go movetime 1000").0).to_owned()).collect();
    assert!(moves.len() > 1, "{moves:?}");
    lancet.quit();
}

#[test]
fn analysis_has_no_book() {
    let mut lancet = with_book(TEST_BOOK);
    for go in ["go infinite", "go ponder wtime 1000 btime 1000"] {
        lancet.send("position startpos").send(go);
        lancet.expect_no_bestmove_for(std::time::Duration::from_millis(50));
        lancet.send("stop").wait("bestmove");
    }
    for go in ["go depth 3 searchmoves a2a3", "go mate 1 depth 2"] {
        lancet.go(go);
    }
    lancet.send("setoption name UCI_AnalyseMode value true").go("go depth 3");
    lancet.send("setoption name UCI_AnalyseMode value false");
    lancet.send("setoption name Book Depth value 4").send("position startpos moves g1f3 g8f6 g2g3 g7g6");
    lancet.go("go depth 3");
    lancet.send("setoption name Book Depth value 5").go("go depth 3");
    let lines = lancet.quit();
    assert_eq!(book_moves(&lines), 1);
}

#[test]
fn a_position_that_is_not_in_the_book_is_searched() {
    for file in [TEST_BOOK, ILLEGAL] {
        let mut lancet = with_book(file);
        let fen = if file == ILLEGAL { crate::START } else { crate::KIWIPETE };
        let (answer, lines) = lancet.send(&place(fen)).go("go depth 5");
        assert!(is_legal(&position(fen), best(&answer)) && !is_from_book(&lines), "{lines:?}");
        assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")));
        lancet.quit();
    }
}

#[test]
fn a_corrupt_book_is_rejected_and_the_old_one_stays() {
    let mut lancet = with_book(TEST_BOOK);
    for file in [TRUNCATED, "no such file"] {
        lancet.send(&format!("setoption name Book File value {file}"));
        let lines = lancet.until_ready();
        assert_eq!(errors(&lines).len(), 1, "{lines:?}");
        let (answer, _) = lancet.send("position startpos").go("go depth 1");
        assert_eq!(best(&answer), "e2e4");
    }
    lancet.quit();
}

#[test]
fn the_built_in_book_is_off_until_ownbook_is_set() {
    let mut lancet = Lancet::start();
    let (_, lines) = lancet.send("position startpos").go("go depth 1");
    assert!(!is_from_book(&lines));
    let (answer, lines) = lancet.send("setoption name OwnBook value true").go("go depth 1");
    assert!(is_from_book(&lines) && is_legal(&position(crate::START), best(&answer)), "{lines:?}");
    lancet.quit();
}
