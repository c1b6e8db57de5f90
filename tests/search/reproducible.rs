//! Reproducible searches: with one thread the same searches visit the same nodes, whatever was searched before a new
//! game, in one process or in two.

use lancet::commands::bench::POSITIONS;
use lancet::position::Game;
use lancet::search::{Algorithm, Info, Limits, Reporter, Searcher, Settings};
use lancet::types::{Bound, Score};

use crate::common::boards;
use crate::common::process::{Lancet, without_time};

/// The iterations of a search: depth, score, nodes and line.
#[derive(Default, PartialEq, Debug)]
struct Iterations(Vec<(i32, Score, u64, String)>);

impl Reporter for Iterations {
    fn info(&mut self, info: &Info) {
        // Bounds are reported by the time.
        if info.bound == Bound::Exact {
            let line = info.line.moves().iter().map(ToString::to_string).collect();
            self.0.push((info.depth, info.score, info.nodes, line));
        }
    }
}

/// Searches some positions of bench one after the other with the same table.
fn searches(searcher: &mut Searcher, settings: &Settings) -> Vec<Iterations> {
    let limits = Limits { depth: Some(8), ..Limits::default() };
    let search = |fen: &&str| {
        let mut iterations = Iterations::default();
        let game = Game::new(boards::position(fen));
        boards::search(searcher, &game, &limits, settings, &mut iterations);
        iterations
    };
    POSITIONS.iter().step_by(5).map(search).collect()
}

#[test]
fn a_new_game_forgets_all_searches() {
    for algorithm in Algorithm::ALL {
        let settings = Settings { algorithm, ..Settings::default() };
        let mut searcher = Searcher::new(1).expect("a small table");
        let first = searches(&mut searcher, &settings);
        // Another search, by more threads and with other settings, is forgotten as well.
        let other = Settings { threads: 2, multi_pv: 3, ..Settings::default() };
        searches(&mut searcher, &other);
        searcher.clear(2);
        assert_eq!(searches(&mut searcher, &settings), first, "{algorithm}");
    }
}

#[test]
fn a_reused_table_changes_searches_in_the_same_way() {
    let run = || {
        let mut searcher = Searcher::new(1).expect("a small table");
        [(); 3].map(|()| searches(&mut searcher, &Settings::default()))
    };
    let runs = run();
    assert_eq!(run(), runs);
    // The table and the histories are of use.
    assert_ne!(runs[1], runs[0]);
}

/// The lines of searches in one process, without what depends on the time.
fn lines_of_a_process(between: &str) -> Vec<String> {
    let mut lancet = Lancet::start();
    let mut all = Vec::new();
    for fen in POSITIONS.iter().step_by(9).chain(POSITIONS.iter().step_by(9)) {
        let (best, lines) = lancet.send(between).send(&format!("position fen {fen}")).go("go depth 9");
        all.extend(without_time(&lines));
        all.push(best);
    }
    lancet.quit();
    all
}

#[test]
fn two_processes_print_the_same_lines() {
    let reused = lines_of_a_process("isready");
    assert_eq!(lines_of_a_process("isready"), reused);
    let fresh = lines_of_a_process("ucinewgame");
    assert_eq!(lines_of_a_process("ucinewgame"), fresh);
    // After a new game the second searches are those of the first ones.
    let (first, second) = fresh.split_at(fresh.len() / 2);
    assert_eq!(first, second);
}
