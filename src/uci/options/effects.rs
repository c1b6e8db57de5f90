//! Effects: a test that every option changes something that can be seen.

use std::collections::HashSet;
use std::io::{self, Write};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::{Apply, Kind, Spec, TABLE, set};
use crate::eval::nnue::Model;
use crate::search::Settings;
use crate::tt::Tt;
use crate::uci::fuzz_session::SKIPPED;
use crate::uci::output::Output;
use crate::uci::session::Session;
use crate::uci::setup::Setup;

const KIWIPETE: &str = "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const CASTLING: &str = "position fen r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
/// King, bishop and knight against king: White wins.
const ENDGAME: &str = "position fen 8/8/8/3k4/8/8/8/KBN5 w - - 0 1";
/// White wins, but not within fifty moves.
const CURSED: &str = "position fen 3kr3/R7/8/8/K7/7B/8/8 w - - 0 1";
/// White takes the pawn, and the tables know the rest.
const SIX_PIECES: &str = "position fen 8/5k2/8/3r4/4p3/3B4/8/R3K3 w - - 0 1";
const SYZYGY: &str =
    concat!("setoption name SyzygyPath value ", env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
const TEST_BOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/polyglot/test_book.bin");

/// Sends each line of output.
struct Lines {
    lines: Sender<String>,
    partial: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.extend(bytes);
        while let Some(end) = self.partial.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.partial.drain(..=end).collect();
            let line = String::from_utf8(line).map_err(io::Error::other)?;
            self.lines.send(line.trim_end().to_owned()).map_err(io::Error::other)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A session in this process.
struct Conversation {
    input: Sender<String>,
    lines: Receiver<String>,
    thread: JoinHandle<()>,
}

impl Conversation {
    fn start() -> Conversation {
        let ((input, read), (out, lines)) = (unbounded::<String>(), unbounded());
        let thread = thread::spawn(move || {
            let (sender, _events) = unbounded();
            let out = Lines { lines: out, partial: Vec::new() };
            let mut session = Session::new(out, sender).expect("a session");
            read.iter().for_each(|line| session.handle_line(&line, Instant::now()));
        });
        Conversation { input, lines, thread }
    }

    /// Sends a line and returns the answer, without what depends on the time.
    fn send(&mut self, line: &str) -> Vec<String> {
        let last = if line.starts_with("go ") { "bestmove" } else { "readyok" };
        self.input.send(line.to_owned()).expect("a session");
        if last == "readyok" {
            self.input.send("isready".to_owned()).expect("a session");
        }
        let mut answer = Vec::new();
        loop {
            let line = self.lines.recv().expect("an answer");
            let ends = line.starts_with(last);
            if !is_interim(&line) {
                answer.push(timeless(&line));
            }
            if ends {
                return answer;
            }
        }
    }

    fn end(self) {
        drop(self.input);
        self.thread.join().expect("no panic");
    }
}

/// Reports whether a line is about an unfinished iteration. Only long searches print such lines, but on a busy machine any
/// search may be long.
fn is_interim(line: &str) -> bool {
    [" currmove ", " lowerbound ", " upperbound "].iter().any(|word| line.contains(word))
}

/// Returns the line without the fields `nps` and `time`.
fn timeless(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_timed = |at: usize| ["nps", "time"].contains(&words[at.saturating_sub(1)]);
    (0..words.len()).filter(|at| !is_timed(*at)).map(|at| words[at]).collect::<Vec<_>>().join(" ")
}

/// How the effect of an option becomes visible.
struct Case {
    /// Lines before the option is set.
    before: Vec<String>,
    /// A value other than the default.
    value: String,
    /// Lines whose answer the option changes.
    after: Vec<String>,
    /// Without the option the answer is the same each time.
    is_deterministic: bool,
}

fn case(before: &[&str], value: &str, after: &[&str]) -> Case {
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    Case { before: owned(before), value: value.into(), after: owned(after), is_deterministic: true }
}

/// Returns the case of the option `name`; the files that it needs are in `folder`.
fn case_of(name: &str, folder: &std::path::Path) -> Case {
    let set = |option: &str| format!("setoption name {option}");
    let book_file = &*set(&format!("Book File value {TEST_BOOK}"));
    let own_book = "setoption name OwnBook value true";
    let best_move = "setoption name Book Choice value Best";
    let limit = set("UCI_LimitStrength value true");
    let seed = set("Skill Seed value 1");
    let weak = ["UCI_Elo value 1000", "Skill Level value 0"].map(set);
    let algorithm = |name: &str| set(&format!("Algorithm value {name}"));
    let play: &[&str] = &[
        "go nodes 2000",
        "position startpos moves e2e4",
        "go nodes 2000",
        "position startpos moves d2d4",
        "go nodes 2000",
        KIWIPETE,
        "go nodes 2000",
    ];
    match name {
        "Hash" => case(&[KIWIPETE], "1", &["go nodes 50000"]),
        "Clear Hash" => case(&[KIWIPETE, "go depth 7"], "", &["go depth 7"]),
        "Threads" => case(&[KIWIPETE], "2", &["go depth 10"]),
        "MultiPV" => case(&[], "2", &["go depth 2"]),
        "UCI_Chess960" => case(&[CASTLING], "true", &["go depth 1 searchmoves e1g1"]),
        "UCI_AnalyseMode" => {
            case(&[book_file, own_book, best_move], "true", &["position startpos", "go depth 1"])
        }
        // Nodes stand for time, so that the search does not depend on the machine.
        "Move Overhead" => {
            case(&["setoption name nodestime value 100"], "900", &["go wtime 1000 btime 1000"])
        }
        "nodestime" => case(&[KIWIPETE], "1", &["go depth 11 movetime 20000"]),
        "Algorithm" => case(&[KIWIPETE], "MTD(f)", &["go depth 7"]),
        "Aspiration" => case(&[KIWIPETE], "false", &["go depth 9"]),
        "MTD Guess" => case(&[&algorithm("MTD(f)"), KIWIPETE], "TwoBack", &["go depth 8"]),
        "MTD Step" => case(&[&algorithm("MTD(f)"), KIWIPETE], "16", &["go depth 8"]),
        "Passes" => case(&[&algorithm("SSS*")], "2", &["go depth 6"]),
        "Minimal" => case(&[], "true", &["go depth 4"]),
        "UCI_ShowWDL" => case(&[], "true", &["go depth 1"]),
        "UCI_LimitStrength" => case(&[&seed, &weak[0]], "true", play),
        "UCI_Elo" => case(&[&seed, &limit], "1000", play),
        "Skill Level" => case(&[&seed], "0", play),
        "Skill Seed" => case(&[&limit, &weak[0], &seed], "2", play),
        "EvalFile" => {
            let path = folder.join("material.lnn");
            std::fs::write(&path, Model::material().to_bytes("")).expect("a file");
            case(&[KIWIPETE], path.to_str().expect("UTF-8"), &["eval", "go depth 1"])
        }
        "OwnBook" => case(&[book_file, best_move], "true", &["position startpos", "go depth 1"]),
        "Book File" => case(
            &[own_book, best_move],
            TEST_BOOK,
            &["position startpos moves g1f3 g8f6 g2g3 g7g6", "go depth 1"],
        ),
        "Book Depth" => case(&[book_file, own_book, best_move], "0", &["position startpos", "go depth 1"]),
        "Book Choice" => Case {
            is_deterministic: false,
            // The book has three moves here: random ones are not the same forty times.
            ..case(
                &[book_file, own_book, "position startpos moves g1f3 g8f6 g2g3 g7g6"],
                "Best",
                &["go depth 1"; 40],
            )
        },
        "SyzygyPath" => Case {
            value: SYZYGY.split_once(" value ").expect("a path").1.into(),
            ..case(&[ENDGAME], "", &["go depth 4"])
        },
        "SyzygyProbeDepth" => case(&[SYZYGY, SIX_PIECES], "100", &["go depth 6"]),
        "SyzygyProbeLimit" => case(&[SYZYGY, ENDGAME], "2", &["go depth 4"]),
        "Syzygy50MoveRule" => case(&[SYZYGY, CURSED], "false", &["go depth 3"]),
        "Debug Log File" => case(&[], folder.join("log.txt").to_str().expect("UTF-8"), &["fen"]),
        _ => panic!("no case for the option {name}: add one, or ignore it with a reason"),
    }
}

/// Why the option has no effect, if it has none.
fn reason(spec: &Spec) -> Option<&'static str> {
    match &spec.kind {
        Kind::Check { apply: Apply::Ignore(reason), .. }
        | Kind::Spin { apply: Apply::Ignore(reason), .. }
        | Kind::Combo { apply: Apply::Ignore(reason), .. }
        | Kind::Button { apply: Apply::Ignore(reason) }
        | Kind::Text { apply: Apply::Ignore(reason), .. } => Some(reason),
        _ => None,
    }
}

fn default_of(spec: &Spec) -> Option<String> {
    match &spec.kind {
        Kind::Check { default, .. } => Some(default.to_string()),
        Kind::Spin { default, .. } => Some(default.to_string()),
        Kind::Combo { default, .. } | Kind::Text { default, .. } => Some((*default).to_owned()),
        Kind::Button { .. } => None,
    }
}

/// Holds the conversation of `case`, in which the option is set to each of `values`.
fn converse(spec: &Spec, case: &Case, values: &[&str]) -> Vec<String> {
    let mut conversation = Conversation::start();
    for line in &case.before {
        let answer = conversation.send(line);
        assert!(!answer.iter().any(|line| line.contains("error:")), "{answer:?}");
    }
    for value in values {
        let answer = conversation.send(&format!("setoption name {} value {value}", spec.name));
        assert!(!answer.iter().any(|line| line.contains("error:")), "{answer:?}");
    }
    let answers = case.after.iter().flat_map(|line| conversation.send(line)).collect();
    conversation.end();
    answers
}

#[test]
fn every_option_has_a_visible_effect_or_a_reason_for_none() {
    let folder = tempfile::tempdir().expect("a folder");
    for spec in TABLE {
        if let Some(reason) = reason(spec) {
            assert!(!reason.is_empty(), "{}", spec.name);
            continue;
        }
        let case = case_of(spec.name, folder.path());
        let without = converse(spec, &case, &[]);
        let with = converse(spec, &case, &[&case.value]);
        if spec.name == "Debug Log File" {
            let log = std::fs::read_to_string(&case.value).expect("a log");
            assert!(log.contains(">> fen\n") && log.contains("<< readyok\n"), "{log}");
            continue;
        }
        assert_ne!(with, without, "{} has no effect", spec.name);
        if case.is_deterministic {
            assert_eq!(converse(spec, &case, &[]), without, "{}", spec.name);
        }
    }
}

#[test]
fn every_default_has_no_effect() {
    let after = [KIWIPETE, "eval", "go depth 8", "go nodes 5000", CASTLING, "go depth 1 searchmoves e1g1"];
    let mut plain = Conversation::start();
    let expected: Vec<String> = after.iter().flat_map(|line| plain.send(line)).collect();
    plain.end();
    let mut conversation = Conversation::start();
    for spec in TABLE {
        let Some(default) = default_of(spec) else { continue };
        let answer = conversation.send(&format!("setoption name {} value {default}", spec.name));
        assert_eq!(answer, ["readyok"], "{}", spec.name);
    }
    let answers: Vec<String> = after.iter().flat_map(|line| conversation.send(line)).collect();
    assert_eq!(answers, expected);
    conversation.end();
}

#[test]
fn defaults_are_those_of_the_library() {
    let (sender, _events) = unbounded();
    let mut setup = Setup::new(Output::new(io::sink()), sender).expect("an engine");
    for spec in TABLE {
        let Some(default) = default_of(spec) else { continue };
        set(&mut setup, spec.name, Some(&default)).expect(spec.name);
        assert_eq!(setup.search_settings(), Settings::default(), "{}", spec.name);
    }
    assert_eq!(setup.hash_mb, Tt::DEFAULT_MB);
}

#[test]
fn every_option_returns_to_its_default() {
    let folder = tempfile::tempdir().expect("a folder");
    for spec in TABLE {
        let Some(default) = default_of(spec).filter(|_| reason(spec).is_none()) else { continue };
        let case = case_of(spec.name, folder.path());
        if case.is_deterministic && !case.before.iter().any(|line| line.contains(spec.name)) {
            let without = converse(spec, &case, &[]);
            assert_eq!(converse(spec, &case, &[&case.value, &default]), without, "{}", spec.name);
        }
    }
}

#[test]
fn defaults_are_in_range_and_names_have_no_keywords() {
    for spec in TABLE {
        for word in spec.name.split(' ') {
            assert!(!["name", "type", "default", "min", "max", "var", "value"].contains(&word));
        }
        match &spec.kind {
            Kind::Spin { default, min, max, .. } => assert!(min <= default && default <= max),
            Kind::Combo { default, values, .. } => assert!(values().contains(default)),
            Kind::Check { .. } | Kind::Button { .. } | Kind::Text { .. } => {}
        }
    }
}

/// Texts name files, and what may fail allocates memory, starts threads or opens a file.
#[test]
fn fuzzing_skips_the_options_that_need_the_machine() {
    let can_fail = |kind: &Kind| match kind {
        Kind::Text { apply, .. } => !matches!(apply, Apply::Ignore(_)),
        Kind::Check { apply, .. } => matches!(apply, Apply::Try(_)),
        Kind::Spin { apply, .. } => matches!(apply, Apply::Try(_)),
        Kind::Combo { apply, .. } => matches!(apply, Apply::Try(_)),
        Kind::Button { .. } => true,
    };
    let expected: HashSet<&str> =
        TABLE.iter().filter(|spec| can_fail(&spec.kind)).map(|spec| spec.name).collect();
    assert_eq!(HashSet::from(SKIPPED), expected);
}

#[test]
fn spins_out_of_range_are_clamped_with_a_warning_and_other_values_rejected() {
    let mut conversation = Conversation::start();
    let answer = conversation.send("setoption name multipv value -5");
    let warning = "info string warning: value '-5' of option MultiPV is out of range 1 to 256: clamped to 1";
    assert_eq!(answer, [warning, "readyok"]);
    let huge = "9".repeat(60);
    let answer = conversation.send(&format!("setoption name MultiPV value {huge}"));
    assert!(answer[0].ends_with("clamped to 256"), "{answer:?}");
    for bad in ["abc", "", "1e3", "0x10", "--3"] {
        let answer = conversation.send(&format!("setoption name MultiPV value {bad}"));
        let error = format!(
            "info string error: invalid value '{bad}' of option MultiPV: expected an integer from 1 to 256"
        );
        assert_eq!(answer, [error.as_str(), "readyok"]);
    }
    let answer = conversation.send("setoption name Ponder value yes");
    assert!(answer[0].ends_with("expected true or false"), "{answer:?}");
    assert_eq!(conversation.send("setoption name Algorithm value pvs"), ["readyok"]);
    conversation.end();
}
