//! Lines: the output of a search follows the grammar of UCI and the rules of chess.

use std::time::{Duration, Instant};

use lancet::position::{Position, parse_move};
use lancet::types::{Bound, MAX_DEPTH};
use shakmaty::CastlingMode;

use crate::common::process::Lancet;
use crate::{CHECKMATE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, STALEMATE, START, place, position_in};

/// An `info` line with a score.
#[derive(Debug)]
struct Scored<'a> {
    depth: u64,
    multi_pv: usize,
    /// Centipawns; mates are a million less their moves.
    score: i64,
    bound: Bound,
    /// Win, draw and loss probabilities per mille, if printed.
    wdl: Option<[u64; 3]>,
    nodes: u64,
    time: u64,
    line: Vec<&'a str>,
}

impl Scored<'_> {
    fn is_bound(&self) -> bool {
        self.bound != Bound::Exact
    }
}

#[derive(Debug)]
enum Parsed<'a> {
    Scored(Scored<'a>),
    CurrentMove { m: &'a str, number: usize },
    Message,
}

/// Reads the words of an `info` line in the one order that Lancet writes them in.
struct Words<'a> {
    words: std::iter::Peekable<std::str::Split<'a, char>>,
    all: &'a str,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> &'a str {
        self.words.next().unwrap_or_else(|| panic!("'{}' is too short", self.all))
    }

    fn has(&mut self, word: &str) -> bool {
        self.words.next_if_eq(&word).is_some()
    }

    fn expect(&mut self, word: &str) {
        let found = self.next();
        assert_eq!(found, word, "in '{}'", self.all);
    }

    fn number<N: std::str::FromStr>(&mut self, field: &str) -> N {
        self.expect(field);
        let text = self.next();
        assert!(text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'), "{text} in '{}'", self.all);
        text.parse().unwrap_or_else(|_| panic!("{field} {text} in '{}'", self.all))
    }
}

fn read(line: &str) -> Parsed<'_> {
    let mut words = Words { words: line.split(' ').peekable(), all: line };
    words.expect("info");
    if words.has("string") {
        return Parsed::Message;
    }
    let depth: u64 = words.number("depth");
    assert!(depth <= MAX_DEPTH as u64, "{line}");
    if words.has("currmove") {
        let m = words.next();
        let number = words.number("currmovenumber");
        assert!(words.words.next().is_none() && number > 0, "{line}");
        return Parsed::CurrentMove { m, number };
    }
    let seldepth: u64 = words.number("seldepth");
    assert!(seldepth >= depth, "{line}");
    let multi_pv = words.number("multipv");
    words.expect("score");
    let score = if words.words.peek() == Some(&"cp") {
        let score: i64 = words.number("cp");
        assert!(score.abs() < 32_000, "{line}");
        score
    } else {
        let moves: i64 = words.number("mate");
        assert!(moves.abs() <= i64::from(MAX_DEPTH) / 2 + 1 && (moves != 0 || depth == 0), "{line}");
        if moves > 0 { 1_000_000 - moves } else { -1_000_000 - moves }
    };
    let bound = match (words.has("lowerbound"), words.has("upperbound")) {
        (true, _) => Bound::Lower,
        (_, true) => Bound::Upper,
        _ => Bound::Exact,
    };
    let wdl = words.has("wdl").then(|| [(); 3].map(|()| words.next().parse().expect(line)));
    assert!(wdl.is_none_or(|wdl: [u64; 3]| wdl.iter().sum::<u64>() == 1000), "{line}");
    let nodes = words.number("nodes");
    let _nps: u64 = words.number("nps");
    let hashfull: u64 = words.number("hashfull");
    let _hits: u64 = words.number("tbhits");
    assert!(hashfull <= 1000, "{line}");
    let time = words.number("time");
    let moves = if words.has("pv") { words.words.collect() } else { Vec::new() };
    assert!(!moves.is_empty() || depth == 0, "{line}");
    Parsed::Scored(Scored { depth, multi_pv, score, bound, wdl, nodes, time, line: moves })
}

/// Replays the moves; each must be written as the position writes it.
fn replay(position: &Position, moves: &[&str], about: &str) {
    let mut position = position.clone();
    for text in moves {
        let m = parse_move(&position, text).unwrap_or_else(|error| panic!("{text}: {error}: {about}"));
        assert_eq!(position.move_text(m), *text, "{about}");
        position = position.play(m);
    }
}

/// What is expected of the output.
struct Expected {
    position: Position,
    multi_pv: usize,
    minimal: bool,
    show_wdl: bool,
    took: Duration,
}

/// Checks all output of a search.
fn check(expected: &Expected, lines: &[String], answer: &str) {
    let mut scored = Vec::new();
    for line in lines {
        match read(line) {
            // The only message of a valid session.
            Parsed::Message => assert!(line.contains("pass limit reached "), "{line}"),
            Parsed::CurrentMove { m, number } => {
                assert!(expected.took > Duration::from_secs(1) && !expected.minimal, "{line}");
                assert!(number <= expected.position.legal_moves().len(), "{line}");
                replay(&expected.position, &[m], line);
            }
            Parsed::Scored(info) => {
                replay(&expected.position, &info.line, line);
                assert_eq!(info.wdl.is_some(), expected.show_wdl, "{line}");
                let [win, _, loss] = info.wdl.unwrap_or_default();
                assert!(if info.score >= 0 { win >= loss } else { win <= loss }, "{line}");
                scored.push(info);
            }
        }
    }
    let wanted = expected.multi_pv.min(expected.position.legal_moves().len());
    assert!(!scored.is_empty() && scored.iter().all(|info| info.multi_pv <= wanted), "{lines:#?}");
    assert!(!expected.minimal || lines.len() <= wanted, "{lines:#?}");
    for pair in scored.windows(2) {
        assert!(pair[0].nodes <= pair[1].nodes && pair[0].time <= pair[1].time, "{pair:#?}");
    }
    // Before a second has passed only the last line of a rank may be a bound, when the search was stopped, or a mate
    // whose line was not found.
    let ends: Vec<&Scored> = (1..=wanted).filter_map(|rank| last_of(&scored, rank)).collect();
    let is_end = |info: &Scored| ends.iter().any(|end| std::ptr::eq(*end, info));
    let may_be_bound = |info: &Scored| info.time >= 1000 || info.score.abs() > 32_000 || is_end(info);
    assert!(scored.iter().all(|info| !info.is_bound() || may_be_bound(info)), "{lines:#?}");
    check_ranks(&ends);
    (1..=wanted).for_each(|rank| check_repetitions(&scored, rank));
    check_bestmove(expected, &scored, answer);
}

/// Returns the last line of a rank.
fn last_of<'a, 'b>(scored: &'b [Scored<'a>], rank: usize) -> Option<&'b Scored<'a>> {
    scored.iter().rfind(|info| info.multi_pv == rank)
}

/// Checks that the exact lines of a rank come once for each depth: a second one follows a bound, has another move
/// because the moves have changed their order, or is a mate that was found beside the iterations. The last line may be of
/// a lower depth, with a move that another thread has found better.
fn check_repetitions(scored: &[Scored], rank: usize) {
    let of_rank: Vec<&Scored> = scored.iter().filter(|info| info.multi_pv == rank).collect();
    for (index, pair) in
        of_rank.windows(2).enumerate().filter(|(_, pair)| pair.iter().all(|info| !info.is_bound()))
    {
        let is_last = index + 2 == of_rank.len();
        let is_other = pair[0].line[0] != pair[1].line[0] && (pair[0].depth == pair[1].depth || is_last);
        let is_new_mate = pair[1].score > 900_000 && pair[1].score > pair[0].score;
        assert!(pair[0].depth < pair[1].depth || is_other || is_new_mate, "{pair:#?}");
    }
}

/// Checks the lines of one iteration: each rank once, in the order of the scores, no move twice.
fn check_ranks(lines: &[&Scored]) {
    for (index, info) in lines.iter().enumerate() {
        assert_eq!(info.multi_pv, index + 1, "{lines:#?}");
        assert!(lines[..index].iter().all(|above| above.line[0] != info.line[0]), "{lines:#?}");
    }
    for pair in lines.windows(2) {
        let comparable = pair[0].depth == pair[1].depth && !pair[0].is_bound() && !pair[1].is_bound();
        assert!(!comparable || pair[0].score >= pair[1].score, "{pair:#?}");
        // A move that has failed low is below those that are better than its bound. Mates are proved, though not always their
        // distance.
        let has_failed_low = pair[1].bound == Bound::Upper && pair[0].score >= pair[1].score;
        assert!(!pair[1].is_bound() || has_failed_low || pair[1].score.abs() > 32_000, "{pair:#?}");
    }
}

/// The last line and the best move agree: the last line of rank 1 begins with the move and its ponder move, and if it
/// is a bound it has both.
fn check_bestmove(expected: &Expected, scored: &[Scored], answer: &str) {
    let words: Vec<&str> = answer.split(' ').collect();
    let moves = match words[..] {
        [best] => vec![best],
        [best, "ponder", ponder] => vec![best, ponder],
        _ => panic!("bestmove {answer}"),
    };
    replay(&expected.position, &moves, answer);
    let last = last_of(scored, 1).unwrap_or_else(|| panic!("no line before bestmove {answer}"));
    let shown = &last.line[..last.line.len().min(moves.len())];
    assert_eq!(shown, &moves[..shown.len()], "{answer} after {last:#?}");
    assert!(shown.len() == moves.len() || !last.is_bound(), "{answer} after {last:#?}");
}

/// A session whose searches are checked.
pub(super) struct Checked {
    pub lancet: Lancet,
    expected: Expected,
}

impl Checked {
    pub fn start(options: &[&str], fen: &str, mode: CastlingMode) -> Checked {
        let mut lancet = Lancet::start();
        let mut expected = Expected {
            position: position_in(fen, mode),
            multi_pv: 1,
            minimal: options.contains(&"Minimal value true"),
            show_wdl: options.contains(&"UCI_ShowWDL value true"),
            took: Duration::ZERO,
        };
        if mode == CastlingMode::Chess960 {
            lancet.send("setoption name UCI_Chess960 value true");
        }
        for option in options {
            if let Some(lines) = option.strip_prefix("MultiPV value ") {
                expected.multi_pv = lines.parse().expect("a number");
            }
            lancet.send(&format!("setoption name {option}"));
        }
        lancet.send(&place(fen)).until_ready();
        Checked { lancet, expected }
    }

    /// Sends a `position` line, which leads to `position`.
    pub fn place(&mut self, line: &str, position: Position) {
        self.lancet.send(line);
        self.expected.position = position;
    }

    pub fn go(&mut self, go: &str) -> Vec<String> {
        let from = Instant::now();
        let (answer, lines) = self.lancet.go(go);
        self.expected.took = from.elapsed();
        check(&self.expected, &lines, &answer);
        lines
    }

    /// Runs a search and stops it once it has printed a line with `text`.
    pub fn go_until(&mut self, go: &str, text: &str) {
        let from = (Instant::now(), self.lancet.received.len());
        self.lancet.send(go);
        while !self.lancet.wait("info").contains(text) {}
        self.stop(from);
    }

    /// Runs a search and stops it after a time.
    pub fn go_and_stop(&mut self, go: &str, after: Duration) -> Vec<String> {
        let from = (Instant::now(), self.lancet.received.len());
        self.lancet.send(go).expect_no_bestmove_for(after);
        self.stop(from)
    }

    fn stop(&mut self, from: (Instant, usize)) -> Vec<String> {
        let answer = self.lancet.send("stop").wait("bestmove");
        self.expected.took = from.0.elapsed();
        let lines = self.lancet.received[from.1..self.lancet.received.len() - 1].to_vec();
        check(&self.expected, &lines, &answer["bestmove ".len()..]);
        lines
    }
}

pub(super) const POSITIONS: [(&str, CastlingMode); 6] = [
    (START, CastlingMode::Standard),
    (KIWIPETE, CastlingMode::Standard),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", CastlingMode::Standard),
    ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", CastlingMode::Standard),
    ("8/8/8/8/8/4k3/4q3/R6K w - - 99 80", CastlingMode::Standard),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", CastlingMode::Chess960),
];

#[test]
fn every_line_is_well_formed_and_legal() {
    for (fen, mode) in POSITIONS {
        for options in [
            &[][..],
            &["Threads value 2"],
            &["Hash value 1", "UCI_ShowWDL value true"],
            &["Algorithm value NegaScout"],
            &["UCI_LimitStrength value true", "UCI_Elo value 1000"],
            &["Skill Level value 12", "Threads value 2"],
        ] {
            let mut checked = Checked::start(options, fen, mode);
            for go in
                ["go depth 9", "go nodes 1", "go nodes 30000", "go movetime 60", "go wtime 900 btime 900"]
            {
                checked.go(go);
            }
            checked.go("go mate 2 nodes 20000");
            checked.lancet.quit();
        }
    }
}

#[test]
fn multipv_lines_are_ordered_and_not_more_than_legal_moves() {
    for (fen, mode) in POSITIONS.into_iter().chain([(ONE_MOVE, CastlingMode::Standard)]) {
        for number in ["MultiPV value 2", "MultiPV value 5", "MultiPV value 256"] {
            let mut checked = Checked::start(&[number], fen, mode);
            for go in ["go depth 5", "go nodes 4000", "go nodes 1", "go movetime 40"] {
                checked.go(go);
            }
            checked.lancet.quit();
        }
    }
}

#[test]
fn lines_are_ordered_wherever_the_first_iterations_end() {
    let mut checked = Checked::start(&["MultiPV value 3"], KIWIPETE, CastlingMode::Standard);
    for nodes in (10..1500).step_by(10) {
        checked.lancet.send("ucinewgame");
        checked.go(&format!("go nodes {nodes}"));
    }
    checked.lancet.quit();
}

#[test]
fn a_stopped_search_prints_its_last_line() {
    for options in [&[][..], &["MultiPV value 3"], &["Threads value 2"]] {
        let mut checked = Checked::start(options, KIWIPETE, CastlingMode::Standard);
        for ms in [0, 1, 5, 20, 60, 150] {
            checked.lancet.send("ucinewgame");
            checked.go_and_stop("go infinite", Duration::from_millis(ms));
        }
        checked.lancet.quit();
    }
}

/// The position is one where the first move of an iteration fails low, and the search is stopped before it has another.
#[test]
fn a_first_move_that_fails_low_is_shown_below_better_ones() {
    let mut checked = Checked::start(&["MultiPV value 3"], KIWIPETE, CastlingMode::Standard);
    let is_shown = (1000..200_000).step_by(1000).any(|nodes| {
        checked.lancet.send("ucinewgame");
        let lines = checked.go(&format!("go nodes {nodes}"));
        lines.iter().any(|line| !line.contains(" multipv 1 ") && line.contains(" upperbound "))
    });
    assert!(is_shown, "no search ends behind a move that fails low");
    checked.lancet.quit();
}

#[test]
fn a_long_search_prints_currmove() {
    let mut checked = Checked::start(&["Hash value 1"], KIWIPETE, CastlingMode::Standard);
    checked.go_until("go infinite", " currmove ");
    checked.lancet.quit();
    let mut checked = Checked::start(&["MultiPV value 2"], START, CastlingMode::Standard);
    checked.go_until("go infinite", " currmove ");
    checked.lancet.quit();
}

#[test]
fn minimal_prints_only_the_last_lines() {
    // After a second the search would print `currmove` without the option.
    for (number, ms) in [("MultiPV value 1", 1300), ("MultiPV value 3", 50), ("MultiPV value 256", 50)] {
        let mut checked = Checked::start(&["Minimal value true", number], KIWIPETE, CastlingMode::Standard);
        checked.go("go depth 5");
        checked.go("go nodes 1");
        checked.go_and_stop("go infinite", Duration::from_millis(ms));
        checked.lancet.quit();
    }
}

#[test]
fn uci_showwdl_prints_wdl_with_every_score() {
    let mut checked = Checked::start(&["UCI_ShowWDL value true"], MATE_IN_ONE, CastlingMode::Standard);
    let lines = checked.go("go depth 4");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 nodes ")), "{lines:#?}");
    for (fen, score) in [(CHECKMATE, "mate 0 wdl 0 0 1000"), (STALEMATE, "cp 0 wdl 0 1000 0")] {
        let (_, lines) = checked.lancet.send(&place(fen)).go("go depth 3");
        assert!(
            lines[0].starts_with(&format!("info depth 0 seldepth 0 multipv 1 score {score} nodes")),
            "{lines:?}"
        );
    }
    // Draws by the rules, and by the tables.
    let drawn = ["8/8/8/4k3/8/8/8/4K3 w - - 0 1", "7k/8/8/8/8/8/8/KQ6 w - - 100 90"];
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    for (path, fen) in [
        ("<empty>", drawn[0]),
        ("<empty>", drawn[1]),
        (tables, "8/8/8/3k4/3P4/3K4/8/8 b - - 0 1"),
        // Won, but not within fifty moves.
        (tables, "3kr3/R7/8/8/K7/7B/8/8 w - - 0 1"),
    ] {
        checked.lancet.send(&format!("setoption name SyzygyPath value {path}")).until_ready();
        let (_, lines) = checked.lancet.send(&place(fen)).go("go depth 6");
        let scores: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
        assert!(
            !scores.is_empty() && scores.iter().all(|line| line.contains(" wdl 0 1000 0 ")),
            "{lines:#?}"
        );
    }
    checked.lancet.send("setoption name SyzygyPath value <empty>").until_ready();
    let (_, lines) = checked.lancet.send(&place("7k/8/5KQ1/8/8/8/8/8 w - - 100 90")).go("go depth 4");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 ")), "{lines:#?}");
    checked.lancet.send(&place(KIWIPETE)).send("setoption name UCI_ShowWDL value false");
    let (_, lines) = checked.lancet.go("go depth 4");
    assert!(lines.iter().all(|line| !line.contains(" wdl ")), "{lines:?}");
    checked.lancet.quit();
}

#[test]
fn no_reply_is_expected_to_a_move_that_draws_by_rule() {
    let mut lancet = Lancet::start();
    let repeated = "position startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    let fifty = "position fen 4k3/8/8/8/8/8/8/R3K3 w - - 99 80";
    let dead = "position fen 8/8/8/4k3/8/3K4/4p3/8 w - - 0 1";
    for (after, before, m) in [
        ("position startpos", repeated, "f6g8"),
        ("position fen 4k3/8/8/8/8/8/R7/4K3 b - - 0 1", fifty, "a1a2"),
        ("position fen 8/8/8/4k3/8/8/4K3/8 b - - 0 1", dead, "d3e2"),
    ] {
        // The table knows a reply from another way to the position.
        lancet.send(after).go("go depth 8");
        for limit in ["depth 5", "nodes 300"] {
            let (answer, lines) = lancet.send(before).go(&format!("go {limit} searchmoves {m}"));
            assert_eq!(answer, m, "{lines:#?}");
            let is_alone = |line: &String| line.ends_with(&format!(" pv {m}"));
            assert!(lines.iter().filter(|line| line.contains(" pv ")).all(is_alone), "{lines:#?}");
        }
    }
    lancet.quit();
}
