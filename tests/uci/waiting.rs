//! Waiting: infinite and ponder searches hold back their move until `stop` or `ponderhit`.

use crate::common::process::{Lancet, count};
use crate::{
    A_WHILE, CHECKMATE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, STALEMATE, START, best, expect_no_early_bestmove,
    is_legal, place, position,
};

#[test]
fn the_positions_are_what_they_are_called() {
    let moves = |fen| position(fen).legal_moves().len();
    assert_eq!((moves(ONE_MOVE), moves(CHECKMATE), moves(STALEMATE)), (1, 0, 0));
    assert!(position(CHECKMATE).in_check() && !position(STALEMATE).in_check());
}

#[test]
fn infinite_waits_for_stop_even_if_nothing_is_left_to_search() {
    let mut lancet = Lancet::start();
    for fen in [MATE_IN_ONE, ONE_MOVE, CHECKMATE, STALEMATE, START] {
        for extra in ["", " depth 1", " nodes 1", " movetime 1", " mate 1", " wtime 1 btime 1"] {
            lancet.send("ucinewgame").send(&place(fen)).send(&format!("go infinite{extra}"));
            expect_no_early_bestmove(&mut lancet);
            let (answer, _) = lancet.go("stop");
            let legal = position(fen).legal_moves().is_empty() == (answer == "(none)");
            assert!(legal, "{fen}: {answer}");
        }
    }
    assert_eq!(count(&lancet.quit(), "bestmove"), 30);
}

#[test]
fn ponder_waits_for_ponderhit_or_stop() {
    let mut lancet = Lancet::start();
    for fen in [MATE_IN_ONE, ONE_MOVE, STALEMATE, KIWIPETE] {
        // A limit that ends the search inside an iteration does not end the wait.
        for limit in ["nodes 1000", "movetime 1"] {
            lancet.send("ucinewgame").send(&place(fen)).send(&format!("go ponder {limit}"));
            expect_no_early_bestmove(&mut lancet);
            lancet.go("ponderhit");
        }
        for end in ["ponderhit", "stop"] {
            // Without `ponder` this time would be over before `A_WHILE` is.
            lancet.send("ucinewgame").send(&place(fen)).send("go ponder wtime 20 btime 20 winc 1 binc 1");
            expect_no_early_bestmove(&mut lancet);
            let (answer, _) = lancet.go(end);
            assert!(answer == "(none)" || is_legal(&position(fen), best(&answer)), "{answer}");
        }
    }
    assert_eq!(count(&lancet.quit(), "bestmove"), 16);
}

#[test]
fn ponderhit_starts_the_clock_and_does_not_end_an_infinite_search() {
    let mut lancet = Lancet::start();
    lancet.send("go ponder movetime 1500");
    expect_no_early_bestmove(&mut lancet);
    lancet.send("ponderhit").expect_no_bestmove_for(A_WHILE);
    lancet.wait("bestmove");
    lancet.send("go ponder infinite");
    expect_no_early_bestmove(&mut lancet);
    lancet.send("ponderhit").expect_no_bestmove_for(A_WHILE);
    lancet.go("stop");
    // Without a search that ponders it has no effect.
    lancet.send("ponderhit").send("go infinite").send("ponderhit");
    expect_no_early_bestmove(&mut lancet);
    lancet.go("stop");
    assert_eq!(count(&lancet.quit(), "bestmove"), 3);
}

#[test]
fn stop_without_a_search_is_silent_and_does_not_stop_the_next() {
    let mut lancet = Lancet::start();
    lancet.send_all(&["stop", "stop"]);
    assert_eq!(lancet.until_ready(), [""; 0]);
    lancet.send("go infinite");
    expect_no_early_bestmove(&mut lancet);
    lancet.go("stop");
    lancet.send_all(&["stop", "ponderhit"]);
    assert_eq!(lancet.until_ready(), [""; 0]);
    assert_eq!(count(&lancet.quit(), "bestmove"), 1);
}
