//! Lines: what a search says, held to the grammar of UCI and to the rules of chess.

use std::time::{Duration, Instant};

use lancet::position::{Position, parse_move};
use shakmaty::CastlingMode;

use crate::common::process::Lancet;
use crate::{CHECKMATE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, STALEMATE, START, best, place, position_in};

/// An `info` line with a score.
#[derive(Debug)]
struct Scored<'a> {
    depth: u64,
    multi_pv: usize,
    /// Mates count from far above all other scores.
    score: i64,
    is_bound: bool,
    /// Chances to win, draw and lose, if they are told.
    chances: Option<[u64; 3]>,
    nodes: u64,
    time: u64,
    line: Vec<&'a str>,
}

#[derive(Debug)]
enum Said<'a> {
    Scored(Scored<'a>),
    CurrentMove { m: &'a str, number: usize },
    Words,
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

fn read(line: &str) -> Said<'_> {
    let mut words = Words { words: line.split(' ').peekable(), all: line };
    words.expect("info");
    if words.has("string") {
        return Said::Words;
    }
    let depth: u64 = words.number("depth");
    assert!(depth <= 246, "{line}");
    if words.has("currmove") {
        let m = words.next();
        let number = words.number("currmovenumber");
        assert!(words.words.next().is_none() && number > 0, "{line}");
        return Said::CurrentMove { m, number };
    }
    let seldepth: u64 = words.number("seldepth");
    assert!(depth == 0 || seldepth >= depth.min(1), "{line}");
    let multi_pv = words.number("multipv");
    words.expect("score");
    let score = if words.words.peek() == Some(&"cp") {
        let score: i64 = words.number("cp");
        assert!(score.abs() < 32_000, "{line}");
        score
    } else {
        let moves: i64 = words.number("mate");
        assert!(moves.abs() <= 130 && (moves != 0 || depth == 0), "{line}");
        if moves > 0 { 1_000_000 - moves } else { -1_000_000 - moves }
    };
    let is_bound = words.has("lowerbound") || words.has("upperbound");
    let chances = words.has("wdl").then(|| [(); 3].map(|()| words.next().parse().expect(line)));
    assert!(chances.is_none_or(|chances: [u64; 3]| chances.iter().sum::<u64>() == 1000), "{line}");
    let nodes = words.number("nodes");
    let _nps: u64 = words.number("nps");
    let hashfull: u64 = words.number("hashfull");
    let _hits: u64 = words.number("tbhits");
    assert!(hashfull <= 1000, "{line}");
    let time = words.number("time");
    let moves = if words.has("pv") { words.words.collect() } else { Vec::new() };
    assert_eq!(moves.is_empty(), depth == 0, "{line}");
    Said::Scored(Scored { depth, multi_pv, score, is_bound, chances, nodes, time, line: moves })
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

/// What a search was asked to say.
struct Asked {
    position: Position,
    multi_pv: usize,
    minimal: bool,
    chances: bool,
    took: Duration,
}

/// Holds all that one search said to account.
fn check(asked: &Asked, lines: &[String], answer: &str) {
    let mut scored = Vec::new();
    for line in lines {
        match read(line) {
            // The one thing that a good session tells people.
            Said::Words => assert!(line.contains("pass limit reached in "), "{line}"),
            Said::CurrentMove { m, number } => {
                assert!(asked.took > Duration::from_secs(1) && !asked.minimal, "{line}");
                assert!(number <= asked.position.legal_moves().len(), "{line}");
                replay(&asked.position, &[m], line);
            }
            Said::Scored(said) => {
                replay(&asked.position, &said.line, line);
                assert_eq!(said.chances.is_some(), asked.chances, "{line}");
                let [win, _, loss] = said.chances.unwrap_or_default();
                assert!(if said.score >= 0 { win >= loss } else { win <= loss }, "{line}");
                scored.push(said);
            }
        }
    }
    fold_late_line(&mut scored);
    let wanted = asked.multi_pv.min(asked.position.legal_moves().len());
    assert!(scored.len() >= wanted, "{lines:#?}");
    assert!(!asked.minimal || lines.len() == wanted, "{lines:#?}");
    for pair in scored.windows(2) {
        assert!(pair[0].nodes <= pair[1].nodes && pair[0].time <= pair[1].time, "{pair:#?}");
    }
    // What was not finished when the search ended may stand in the last lines as a bound.
    let (before, last) = scored.split_at(scored.len() - wanted);
    assert!(before.iter().all(|said| !said.is_bound || said.time >= 1000), "{before:#?}");
    let whole: Vec<&Scored> = before.iter().filter(|said| !said.is_bound).collect();
    assert_eq!(whole.len() % wanted, 0, "{whole:#?}");
    whole.chunks(wanted).for_each(check_ranks);
    check_ranks(&last.iter().collect::<Vec<_>>());
    for pair in whole.iter().filter(|said| said.multi_pv == 1).collect::<Vec<_>>().windows(2) {
        assert!(pair[0].depth < pair[1].depth, "{pair:#?}");
    }
    check_answer(asked, lines, answer);
}

/// A move found too late for an exact score has its bound told a second time as if it were exact:
/// only that one stays.
fn fold_late_line(scored: &mut Vec<Scored>) {
    let Some(late) = scored.pop() else { return };
    let same = |said: &Scored| said.is_bound && (said.depth, said.score) == (late.depth, late.score);
    match scored.iter().rposition(|said| said.multi_pv == 1) {
        Some(at) if late.multi_pv == 1 && same(&scored[at]) && scored[at].line == late.line => {
            scored[at] = late;
        }
        _ => scored.push(late),
    }
}

/// The lines of one report: each rank once, the better one above, no move twice.
fn check_ranks(lines: &[&Scored]) {
    for (index, said) in lines.iter().enumerate() {
        assert_eq!(said.multi_pv, index + 1, "{lines:#?}");
        assert!(lines[..index].iter().all(|above| above.line[0] != said.line[0]), "{lines:#?}");
    }
    for pair in lines.windows(2) {
        let comparable = pair[0].depth == pair[1].depth && !pair[0].is_bound && !pair[1].is_bound;
        assert!(!comparable || pair[0].score >= pair[1].score, "{pair:#?}");
    }
}

/// The answer is what the last line for the first rank says.
fn check_answer(asked: &Asked, lines: &[String], answer: &str) {
    let words: Vec<&str> = answer.split(' ').collect();
    let moves = match words[..] {
        [best] => vec![best],
        [best, "ponder", ponder] => vec![best, ponder],
        _ => panic!("bestmove {answer}"),
    };
    replay(&asked.position, &moves, answer);
    let last = lines.iter().rev().find_map(|line| match read(line) {
        Said::Scored(scored) if scored.multi_pv == 1 => Some(scored),
        _ => None,
    });
    let last = last.unwrap_or_else(|| panic!("no line before bestmove {answer}"));
    if !last.is_bound {
        assert_eq!(last.line[0], best(answer), "{lines:#?}");
        if let (Some(expected), Some(ponder)) = (last.line.get(1), moves.get(1)) {
            assert_eq!(expected, ponder, "{lines:#?}");
        }
    }
}

/// A conversation that is checked as it goes.
pub(super) struct Checked {
    pub lancet: Lancet,
    asked: Asked,
}

impl Checked {
    pub fn start(options: &[&str], fen: &str, mode: CastlingMode) -> Checked {
        let mut lancet = Lancet::start();
        let mut asked = Asked {
            position: position_in(fen, mode),
            multi_pv: 1,
            minimal: options.contains(&"Minimal value true"),
            chances: options.contains(&"UCI_ShowWDL value true"),
            took: Duration::ZERO,
        };
        if mode == CastlingMode::Chess960 {
            lancet.send("setoption name UCI_Chess960 value true");
        }
        for option in options {
            if let Some(lines) = option.strip_prefix("MultiPV value ") {
                asked.multi_pv = lines.parse().expect("a number");
            }
            lancet.send(&format!("setoption name {option}"));
        }
        lancet.send(&place(fen)).until_ready();
        Checked { lancet, asked }
    }

    pub fn go(&mut self, go: &str) -> Vec<String> {
        let from = Instant::now();
        let (answer, lines) = self.lancet.go(go);
        self.asked.took = from.elapsed();
        check(&self.asked, &lines, &answer);
        lines
    }

    /// A search that is stopped after a time.
    pub fn go_and_stop(&mut self, go: &str, after: Duration) -> Vec<String> {
        let from = (Instant::now(), self.lancet.received.len());
        self.lancet.send(go).expect_no_bestmove_for(after);
        let answer = self.lancet.send("stop").wait("bestmove");
        self.asked.took = from.0.elapsed();
        let lines = self.lancet.received[from.1..self.lancet.received.len() - 1].to_vec();
        check(&self.asked, &lines, &answer["bestmove ".len()..]);
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
fn several_lines_are_ordered_and_never_more_than_there_are_moves() {
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
fn a_search_that_is_stopped_tells_its_last_line_too() {
    for options in [&[][..], &["MultiPV value 3"], &["Threads value 2"]] {
        let mut checked = Checked::start(options, KIWIPETE, CastlingMode::Standard);
        for ms in [0, 1, 5, 20, 60, 150] {
            checked.lancet.send("ucinewgame");
            checked.go_and_stop("go infinite", Duration::from_millis(ms));
        }
        checked.lancet.quit();
    }
}

#[test]
fn a_long_search_tells_the_move_under_search_and_its_bounds() {
    let mut checked = Checked::start(&["Hash value 1"], KIWIPETE, CastlingMode::Standard);
    let lines = checked.go_and_stop("go infinite", Duration::from_millis(3000));
    let has = |what: &str| lines.iter().any(|line| line.contains(what));
    assert!(has(" currmove "), "{lines:#?}");
    checked.lancet.quit();
    let mut checked = Checked::start(&["MultiPV value 2"], START, CastlingMode::Standard);
    checked.go_and_stop("go infinite", Duration::from_millis(2000));
    checked.lancet.quit();
}

#[test]
fn minimal_says_the_last_lines_only() {
    for number in ["MultiPV value 1", "MultiPV value 3", "MultiPV value 256"] {
        let mut checked = Checked::start(&["Minimal value true", number], KIWIPETE, CastlingMode::Standard);
        checked.go("go depth 5");
        checked.go("go nodes 1");
        checked.go_and_stop("go infinite", Duration::from_millis(1300));
        checked.lancet.quit();
    }
}

#[test]
fn chances_go_with_every_score_and_are_those_of_the_model() {
    let mut checked = Checked::start(&["UCI_ShowWDL value true"], MATE_IN_ONE, CastlingMode::Standard);
    let lines = checked.go("go depth 4");
    assert!(lines.iter().any(|line| line.contains(" score mate 1 wdl 1000 0 0 nodes ")), "{lines:#?}");
    for (fen, told) in [(CHECKMATE, "mate 0 wdl 0 0 1000"), (STALEMATE, "cp 0 wdl 0 1000 0")] {
        let (_, lines) = checked.lancet.send(&place(fen)).go("go depth 3");
        assert!(
            lines[0].starts_with(&format!("info depth 0 seldepth 0 multipv 1 score {told} nodes")),
            "{lines:?}"
        );
    }
    checked.lancet.send(&place(KIWIPETE)).send("setoption name UCI_ShowWDL value false");
    let (_, lines) = checked.lancet.go("go depth 4");
    assert!(lines.iter().all(|line| !line.contains(" wdl ")), "{lines:?}");
    checked.lancet.quit();
}
