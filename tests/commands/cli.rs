//! The command line, run as a process.

use std::fs;

use crate::common::boards::{KIWIPETE, MATE_IN_ONE, START};
use crate::common::folder::Folder;
use crate::common::process::{error_of, run, stdout_of};
use lancet::epd;
use lancet::eval::nnue::Model;
use lancet::position::{Position, parse_fen};
use serde_json::Value;

#[test]
fn help_and_version_go_to_stdout() {
    let help = stdout_of(&["--help"]);
    for word in
        ["play", "bench", "perft", "suite", "go", "eval", "analyse", "book", "tablebase", "genfens", "UCI"]
    {
        assert!(help.contains(word), "no {word} in {help}");
    }
    assert!(help.lines().all(|line| line.len() <= 100), "{help}");
    let version = concat!("lancet ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(stdout_of(&["-V"]), version);
    let long = stdout_of(&["--version"]);
    let parts = ["\nBuilt for ", "\nKernel: ", "\nNetwork: g", "\nCompiler: rustc 1."];
    assert!(long.starts_with(version) && parts.iter().all(|part| long.contains(part)), "{long}");
    assert!(!stdout_of(&["man"]).contains("Kernel"), "a page of one build");
    for command in ["bench", "perft", "suite", "go", "play", "eval", "uci"] {
        assert!(stdout_of(&[command, "--help"]).contains("Usage: lancet "));
    }
}

#[test]
fn invalid_arguments_are_errors_in_one_line() {
    for (arguments, hint) in [
        (&["nonsense"][..], "nonsense"),
        (&["--nonsense"], "--nonsense"),
        (&["perft"], "DEPTH"),
        (&["perft", "abc"], "abc"),
        (&["perft", "-1"], "-1"),
        (&["perft", "3", "--threads", "0"], "threads"),
        (&["perft", "3", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "empty"),
        (&["perft", "--suite", "no such file"], "no such file"),
        (&["perft", "3", "--suite", "x"], "--suite"),
        (&["bench", "0"], "0"),
        (&["bench", "deep"], "deep"),
        (&["bench", "1", "--hash", "0"], "hash"),
        (&["bench", "1", "--eval-file", "no such file"], "no such file"),
        (&["suite"], "FILE"),
        (&["suite", "no such file"], "no such file"),
        (&["go", "--fen", "hello"], "hello"),
        (&["go", "--moves", "e2e5"], "e2e5"),
        (&["go", "--multipv", "0"], "multipv"),
        (&["go", "--movetime", "-5"], "-5"),
    ] {
        let message = error_of(arguments);
        assert!(message.contains(hint), "{arguments:?}: {message}");
    }
}

#[test]
fn a_hash_larger_than_memory_is_an_error() {
    for command in [&["bench", "1"][..], &["go", "--depth", "1"]] {
        let output = run(&[command, &["--hash", "33554432"]].concat());
        assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{output:?}");
        assert_eq!(output.stderr.lines().count(), 1, "{output:?}");
    }
}

#[test]
fn fields_of_a_suite_that_do_not_fit_are_dropped_with_a_warning() {
    let folder = Folder::new();
    let fits = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n";
    let file = folder.write("stale.epd", format!("{fits}4k3/8/8/8/8/8/8/4K3 w K e6 bm Kd2;\n"));
    let dropped =
        |field: &str| format!("warning: {file}, line 2: dropped {field} that do not fit the board\n");
    let warnings =
        dropped("castling rights") + &dropped("an en passant square").replace("that do ", "that does ");
    let finished = run(&["suite", &file, "--depth", "1", "--hash", "1"]);
    assert_eq!((finished.code, &finished.stderr), (Some(0), &warnings), "{finished:?}");
    // Many such lines are counted.
    let many = "4k3/8/8/8/8/8/8/4K3 w K - bm Kd2;\n".repeat(60);
    let file = folder.write("many.epd", &many);
    let finished = run(&["suite", &file, "--depth", "1", "--hash", "1"]);
    let last = format!("warning: {file}: dropped fields that do not fit the board in 60 lines\n");
    assert!(finished.stderr.ends_with(&last) && finished.stderr.lines().count() < 60, "{finished:?}");
}

#[test]
fn an_invalid_suite_is_an_error_with_its_line() {
    let folder = Folder::new();
    let file = folder.write("invalid.epd", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n4k3/8 w - - bm Kd2;\n");
    let finished = run(&["suite", &file, "--depth", "1", "--hash", "1"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    assert!(finished.stderr.contains(&format!("{file}, line 2: the board")), "{finished:?}");
    assert!(finished.stderr.ends_with(&format!("warning: {file}: skipped 1 of 2 lines\n")), "{finished:?}");
    let file = folder.write("all.epd", "8/8 w - - bm Kd2;\n4k3/8 w - - bm Kd2;\n");
    for command in [&["suite"][..], &["perft", "--suite"]] {
        let message = error_of(&[command, &[&file]].concat());
        let hint = format!(
            "cannot read '{file}': line 1: the board must have 8 ranks of 8 squares, pieces KQRBNP and kqrbnp, and no digit after another (none of 2 lines"
        );
        assert!(message.contains(&hint), "{message}");
    }
    let file = folder.write("nothing.epd", "4k3/8/8/8/8/8/8/4K3 w - - id \"x\";\n");
    assert!(error_of(&["suite", &file]).contains("line 1: no bm, am, dm or points"));
    let file = folder.write("empty.epd", "# nothing\n\n");
    let good = folder.write("good.epd", "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; D1 5;\n");
    for file in [&file, "tests/data/cases/11-perft-suite-empty.epd"] {
        let message = format!("error: cannot read '{file}': no positions in it\n");
        for command in [&["suite"][..], &["perft", "--suite"], &["perft", "--suite", &good]] {
            assert_eq!(error_of(&[command, &[file]].concat()), message, "{command:?}");
        }
        // What comes before is searched by then.
        let finished = run(&["suite", "--depth", "1", &good, file]);
        assert_eq!((finished.code, finished.stderr), (Some(2), message));
        assert!(finished.stdout.contains("\nSolved: "), "{}", finished.stdout);
    }
}

#[test]
fn one_bad_line_does_not_end_a_suite() {
    let finished = run(&["suite", "tests/data/cases/08-one-bad-line.epd", "--depth", "6", "--hash", "1"]);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    for id in ["good", "no semicolon after bm", "good too"] {
        assert!(finished.stdout.contains(id), "{finished:?}");
    }
    let finished = run(&["perft", "--suite", "tests/data/cases/perft-unreachable.epd"]);
    assert_eq!(finished.code, Some(1), "{finished:?}");
    assert!(finished.stdout.starts_with("Positions: 1 of 1\nCounts: 2, wrong: 0\n"), "{finished:?}");
    assert!(finished.stdout.ends_with("Skipped lines: 2\n"), "{finished:?}");
    assert_eq!(finished.stderr.matches("no move can lead to this check").count(), 2, "{finished:?}");
}

#[test]
fn perft_counts_and_divides() {
    let out = stdout_of(&["perft", "4"]);
    assert!(out.starts_with("Nodes searched: 197281\nTime: "), "{out}");
    let alone = stdout_of(&["perft", "--fen", KIWIPETE, "3", "--divide"]);
    let shared = stdout_of(&["perft", "--fen", KIWIPETE, "3", "--divide", "--threads", "3"]);
    for out in [&alone, &shared] {
        assert_eq!(out.lines().filter(|line| line.contains(": ") && line.len() < 12).count(), 48, "{out}");
        assert!(out.contains("\ne1g1: 2059\n") && out.contains("\nNodes searched: 97862\n"), "{out}");
    }
    assert!(stdout_of(&["perft", "0"]).starts_with("Nodes searched: 1\n"));
    assert!(stdout_of(&["perft", "3", "--compare"]).lines().last().expect("a line").starts_with("ratio: "));
}

#[test]
fn perft_suite_fails_on_a_wrong_count() {
    let right = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902\n";
    let wrong = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 190 ;id x\n";
    let folder = Folder::new();
    let good = folder.write("good.epd", right);
    let out = stdout_of(&["perft", "--suite", &good, "--threads", "2"]);
    assert!(out.starts_with("Positions: 1 of 1\nCounts: 3, wrong: 0\nNodes: 9322\n"), "{out}");
    let out = stdout_of(&["perft", "--suite", &good, "--max-nodes", "400"]);
    assert!(out.contains("Counts: 2, "), "{out}");
    // A suite without counts is an error.
    let message = error_of(&["perft", "--suite", &good, "--max-nodes", "19"]);
    assert_eq!(message, "error: no counts up to --max-nodes in the input\n");

    let bad = folder.write("bad.epd", wrong);
    let output = run(&["perft", "--suite", &good, &bad]);
    assert_eq!(output.code, Some(1), "{output:?}");
    let out = output.stdout;
    assert!(out.contains(", line 1: 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\n"), "{out}");
    assert!(out.contains("depth 2: expected 190 nodes, counted 191"), "{out}");
    assert!(out.contains("\nNodes searched: 191\n") && out.contains("\nCounts: 5, wrong: 1\n"), "{out}");
}

/// Back-rank mates, and a move to avoid.
const MATES: &str = "\
6k1/5ppp/8/8/8/8/8/K6R w - - am Rxh7; id \"avoid\";
6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8; id \"mate in one\"; c0 \"Re8#=10, Re7=2\";
6k1/5ppp/8/8/8/8/8/K3R3 w - - dm 1; id \"mate by score\";
6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re2; id \"impossible\";
";

/// There is no GUI between the engine and the command line.
#[test]
fn a_fixed_time_is_used_in_full() {
    for time in [20, 60] {
        let text = stdout_of(&["go", "--movetime", &time.to_string(), "--json"]);
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let used = json.pointer("/time_ms").and_then(Value::as_i64);
        assert!(used.is_some_and(|used| used >= time), "{text}");
    }
}

/// With material values alone Black is a queen down at first.
#[test]
fn searches_use_the_network_that_is_named() {
    let folder = Folder::new();
    let network = folder.path().join("material.lnn").display().to_string();
    folder.write("material.lnn", Model::material().to_bytes(""));
    let suite = folder.write("quiet.epd", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm a3;\n");
    let game = folder.write("game.pgn", "[FEN \"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1\"]\n\n1. e4 *\n");
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let scores = |arguments: &[&str], pointer: &str| {
        [&[][..], &["--eval-file", &network]].map(|network| {
            let text = stdout_of(&[arguments, &["--depth", "1"], network].concat());
            let json: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
            json.pointer(pointer).and_then(Value::as_i64).unwrap_or_else(|| panic!("no {pointer} in {text}"))
        })
    };
    for (arguments, pointer, material) in [
        (&["go", "--fen", fen, "--json"][..], "/lines/0/score/cp", true),
        (&["suite", &suite, "--json"], "/positions/0/score/cp", true),
        (&["analyse", &game, "--format", "json"], "/0/start/cp", false),
    ] {
        let [built_in, other] = scores(arguments, pointer);
        assert_ne!(built_in, other, "{arguments:?}");
        assert_eq!(other != 0, material, "{arguments:?}");
    }
}

#[test]
fn suite_json_is_one_object() {
    let folder = Folder::new();
    let file = folder.write("json.epd", MATES);
    let out = stdout_of(&["suite", &file, "--depth", "4", "--hash", "1", "--json"]);
    let value: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
    let positions = value["positions"].as_array().expect("positions");
    assert_eq!((value["total"].as_u64(), positions.len()), (Some(4), 4));
    let solved = positions.iter().filter(|position| position["solved"] == true).count();
    assert_eq!(value["solved"].as_u64(), Some(solved as u64));
    assert_eq!(value["max_points"], 10);
    let points: u64 = positions.iter().map(|position| position["points"].as_u64().expect("points")).sum();
    assert_eq!(value["points"].as_u64(), Some(points));
    assert_eq!(positions[1]["id"], "mate in one");
    assert_eq!(positions[3]["wanted"], "Re2");
    for position in positions {
        assert_eq!(position["solution"].is_object(), position["solved"] == true, "{position}");
        for key in ["fen", "move", "uci"] {
            assert!(position[key].is_string(), "{key} of {position}");
        }
        for key in ["depth", "nodes", "time_ms"] {
            assert!(position[key].is_u64(), "{key} of {position}");
        }
        let score = position["score"].as_object().expect("a score");
        assert!(score.len() == 1 && (score.contains_key("cp") || score.contains_key("mate")));
    }
}

#[test]
fn suite_of_mates_is_solved() {
    let folder = Folder::new();
    let file = folder.write("mates.epd", MATES);
    let out = stdout_of(&["suite", &file, "--depth", "4", "--hash", "1"]);
    assert!(out.contains("\nFailed:\n  impossible: played Re8#, wanted Re2\n"), "{out}");
    assert!(
        out.contains("\nSolved: 3 of 4 (75.0 %)\nPoints: 10 of 10 (100.0 %)\nTime to solution: "),
        "{out}"
    );
}

#[test]
fn suite_counts_the_lines_that_it_skips() {
    let folder = Folder::new();
    let file = folder.write("mates.epd", format!("nonsense\n{MATES}no position\n"));
    let finished = run(&["suite", &file, "--depth", "4", "--hash", "1"]);
    assert!(
        finished.stdout.contains("\nSolved: 3 of 4 (75.0 %)\nPoints: 10 of 10 (100.0 %)\nSkipped lines: 2\n"),
        "{finished:?}"
    );
    let finished = run(&["suite", &file, "--depth", "4", "--hash", "1", "--json"]);
    let value: Value = serde_json::from_str(&finished.stdout).expect("JSON");
    assert_eq!((value["total"].as_u64(), value["skipped"].as_u64()), (Some(4), Some(2)));
}

#[test]
fn suite_prints_names_without_commands_to_the_terminal() {
    let folder = Folder::new();
    let name = format!("\x1b[31mred\x07{}", "x".repeat(200));
    let file = folder.write("red.epd", format!("6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re2; id \"{name}\";\n"));
    let out = stdout_of(&["suite", &file, "--depth", "1", "--hash", "1"]);
    assert_eq!(out.matches(&format!("  ?[31mred?{}...", "x".repeat(71))).count(), 2, "{out}");
    assert!(!out.contains(['\x1b', '\x07']), "{out:?}");
    let json = stdout_of(&["suite", &file, "--depth", "1", "--hash", "1", "--json"]);
    let value: Value = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
    assert_eq!(value["positions"][0]["id"], name.as_str());
}

#[test]
fn suites_of_the_table_of_strength_are_read_whole() {
    for (file, positions, points) in [("wac", 300, 0), ("sts", 1500, 15_000)] {
        let file = format!("tests/data/suites/{file}.epd");
        let finished = run(&["suite", &file, "--nodes", "1", "--hash", "1", "--json"]);
        assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{file}");
        let value: Value = serde_json::from_str(&finished.stdout).expect("JSON");
        assert_eq!(
            (value["total"].as_u64(), value["max_points"].as_u64()),
            (Some(positions), Some(points)),
            "{file}"
        );
    }
}

#[test]
fn suite_write_adds_results_as_operations() {
    let folder = Folder::new();
    let file = folder.write("solve.epd", MATES);
    let solved = folder.name("solved.epd");
    stdout_of(&["suite", &file, "--depth", "4", "--hash", "1", "--write", &solved]);
    let lines = epd::read_lines(&folder.read("solved.epd")).expect("sound lines");
    assert_eq!(lines.len(), 4);
    for (_, epd) in &lines {
        assert!(epd.text("id").is_some() && epd.integer("acn").is_some_and(|nodes| nodes > 0), "{epd}");
        assert!(epd.integer("acd").is_some_and(|depth| depth <= 4) && !epd.moves("pv").is_empty(), "{epd}");
    }
    // Mate in one ply.
    assert_eq!(lines[1].1.integer("ce"), Some(32766));
    // What was written is replaced, not doubled.
    stdout_of(&["suite", &solved, "--depth", "3", "--hash", "1", "--write", &file]);
    let text = folder.read("solve.epd");
    assert_eq!((text.matches(" ce ").count(), text.matches(" pv ").count()), (4, 4), "{text}");
    assert!(
        error_of(&["suite", &solved, "--write", "no/such/folder"]).contains("cannot write 'no/such/folder'")
    );
    assert!(error_of(&["suite", &file, &solved, "--write", &solved]).contains("is also an input"));
    assert_eq!(epd::read_lines(&folder.read("solved.epd")).map(|lines| lines.len()), Ok(4));
}

/// The names of the commands that the help of a command lists, and of those below them.
fn commands_below(parent: &[&str]) -> Vec<String> {
    let help = stdout_of(&[parent, &["--help"]].concat());
    let Some((_, listed)) = help.split_once("\nCommands:\n") else { return Vec::new() };
    let lines = listed.lines().take_while(|line| !line.is_empty());
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let with_those_below = |name: &str| {
        let path = [parent, &[name]].concat();
        std::iter::once(path.join("-")).chain(commands_below(&path)).collect::<Vec<_>>()
    };
    names.filter(|name| *name != "help").flat_map(with_those_below).collect()
}

#[test]
fn manual_and_completions_cover_every_command() {
    let page = stdout_of(&["man"]);
    assert!(page.contains(".TH lancet 1") && page.contains("analyse"), "{page}");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout_of(&["completions", shell]);
        assert!(
            ["analyse", "book", "suite", "movetime", "play", "pgn-out", "algorithm"]
                .iter()
                .all(|word| script.contains(word)),
            "{shell}"
        );
    }
    let folder = Folder::new();
    stdout_of(&["man", "--dir", &folder.name("pages")]);
    let commands = commands_below(&[]);
    assert!(commands.len() > 12 && commands.contains(&"book-build".to_owned()), "{commands:?}");
    for name in commands {
        assert!(folder.read(&format!("pages/lancet-{name}.1")).starts_with(".ie"), "{name}");
    }
    assert!(folder.read("pages/lancet.1").starts_with(".ie"));
    assert!(error_of(&["completions", "sh"]).contains("sh"));
}

#[test]
fn go_prints_a_table_and_the_best_move_last() {
    let out = stdout_of(&["go", "--fen", "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "--depth", "4"]);
    assert!(out.contains("\nTo move: White\n") && out.contains("\ndepth "), "{out}");
    assert!(out.ends_with("\nBest move: Re8# (e1e8)\n"), "{out}");
    let out = stdout_of(&["go", "--moves", "f2f3", "e7e5", "g2g4", "--depth", "3", "--multipv", "2"]);
    assert!(out.contains("\nTo move: Black\n") && out.ends_with("\nBest move: Qh4# (d8h4)\n"), "{out}");
    let out = stdout_of(&["go", "--moves", "f2f3", "e7e5", "g2g4", "d8h4"]);
    assert!(out.ends_with("Best move: none (checkmate)\n"), "{out}");
    // Algebraic notation is read too.
    let san = stdout_of(&["go", "--moves", "f3 e5", "g4", "--depth", "3"]);
    for numbered in ["1. f3 e5 2. g4", "1.f3 1...e5 2.g4"] {
        let found = stdout_of(&["go", "--depth", "3", "--moves", numbered]);
        assert!(found.ends_with("\nBest move: Qh4# (d8h4)\n"), "{found}");
    }
    assert!(san.ends_with("\nBest move: Qh4# (d8h4)\n"), "{san}");
}

#[test]
fn go_takes_an_algorithm_a_book_and_a_strength_and_prints_json() {
    let json = |arguments: &[&str]| -> Value {
        let out = stdout_of(&[&["go", "--json", "--hash", "1"], arguments].concat());
        serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"))
    };
    let nodes = |algorithm: &str| json(&["--depth", "7", "--algorithm", algorithm])["nodes"].as_u64();
    assert_ne!(nodes("pvs"), nodes("MTD(f)"));
    let book = json(&["--book"]);
    assert!(book["book_move"] == true && book["lines"][0]["depth"].as_u64() <= Some(4), "{book}");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/book/lancet.bin");
    assert_eq!(json(&["--book", file])["book_move"], true);
    let mates = json(&["--fen", MATE_IN_ONE, "--multipv", "3"]);
    assert_eq!(
        (mates["lines"].as_array().map(Vec::len), &mates["best_move"]["san"]),
        (Some(3), &"Re8#".into())
    );
    assert!(error_of(&["go", "--algorithm", "PWS"]).contains("did you mean 'PVS'?"));
    assert!(error_of(&["go", "--book", "no such book"]).contains("cannot open book 'no such book'"));
    assert!(error_of(&["go", "--elo", "10000"]).contains("expected an integer from 1000 to 2800"));
}

/// The mistakes of a limited player are those of its seed.
#[test]
fn go_limits_the_strength() {
    let best_moves = |strength: &[&str]| {
        [START, KIWIPETE, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"].map(|fen| {
            let search = ["go", "--json", "--hash", "1", "--nodes", "2000", "--fen", fen];
            let out = stdout_of(&[&search[..], strength].concat());
            let json: Value = serde_json::from_str(&out).unwrap_or_else(|error| panic!("{error}: {out}"));
            json["best_move"]["uci"].to_string()
        })
    };
    let full = best_moves(&["--skill", "20"]);
    assert_eq!(full, best_moves(&[]));
    for strength in [["--elo", "1000"], ["--skill", "0"]] {
        let of_seed = |seed| best_moves(&[&strength[..], &["--seed", seed]].concat());
        let first = of_seed("5");
        assert_eq!(first, of_seed("5"));
        assert_ne!(first, of_seed("6"));
        assert_ne!(first, full);
    }
    for words in [
        &["go", "--mate", "3", "--elo", "1000"][..],
        &["go", "--mate", "3", "--book"],
        &["perft", "3", "--max-nodes", "5"],
    ] {
        assert!(error_of(words).contains("cannot be used with"), "{words:?}");
    }
}

#[test]
fn the_table_of_go_ends_with_the_lines_that_a_weak_player_ranks_anew() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    // Final mates, which end the search.
    const MATES: &str = "7k/8/5K2/8/8/8/Q7/R5R1 w - - 0 1";
    for (seed, fen) in [("1", START), ("2", MATES), ("4", MATES)] {
        let arguments = ["go", "--hash", "1", "--elo", "1000", "--multipv", "3", "--depth", "3"];
        let all = [&arguments[..], &["--seed", seed, "--fen", fen]].concat();
        let json: Value = serde_json::from_str(&stdout_of(&[&all[..], &["--json"]].concat())).expect("JSON");
        let table = stdout_of(&all);
        let last = |rank: &str| {
            let rows = table.lines().map(|row| row.split_whitespace().collect::<Vec<_>>());
            let mut ranked = rows.filter(|row| row.first().is_some_and(|depth| depth.parse::<u32>().is_ok()));
            ranked.rfind(|row| row[1] == rank).expect("a row").join(" ")
        };
        for line in json["lines"].as_array().expect("lines") {
            let (rank, first) = (line["rank"].to_string(), line["san"][0].as_str().expect("a move"));
            assert!(last(&rank).contains(first), "{seed} {fen}: {rank} {first}\n{table}");
        }
        let best = json["best_move"]["san"].as_str().expect("a move");
        assert!(
            last("1").contains(best) && table.contains(&format!("Best move: {best} ")),
            "{best}\n{table}"
        );
    }
}

#[test]
fn eval_explains_a_position() {
    let text = stdout_of(&["eval", "--moves", "e4", "e5", "Nf3"]);
    assert!(text.contains("Final evaluation, White's view: ") && text.starts_with("+-------+"), "{text}");
    assert!(stdout_of(&["eval", "--fen", MATE_IN_ONE]).contains("|   K   |"));
    for (fen, ending) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Stalemate: a draw\n"),
        ("7k/8/8/8/8/8/8/KQ6 w - - 100 90", "Draw by the fifty-move rule\n"),
    ] {
        let text = stdout_of(&["eval", "--fen", fen]);
        assert!(text.ends_with(ending) && !text.contains("White wins"), "{text}");
    }
    let message = error_of(&["eval", "--moves", "e4", "e4"]);
    assert_eq!(message, "error: invalid move 'e4': not a legal move\n");
    assert!(error_of(&["eval", "--eval-file", "missing"]).contains("cannot load network 'missing'"));
}

#[test]
fn usage_errors_say_what_is_expected_and_what_was_meant() {
    for (arguments, message) in [
        (&["bnech"][..], "unrecognized subcommand 'bnech'; did you mean 'bench'? (see 'lancet --help')"),
        (
            &["go", "--detph", "3"],
            "unexpected argument '--detph' found; did you mean '--depth'? (see 'lancet go --help')",
        ),
        (
            &["go", "--movetime", "-5"],
            "invalid value '-5' for '--movetime <MS>': expected an integer of at least 1 (see 'lancet go --help')",
        ),
        (
            &["perft", "-1"],
            "invalid value '-1' for '[DEPTH]': expected an integer from 0 to 99 (see 'lancet perft --help')",
        ),
        (
            &["perft", "deep"],
            "invalid value 'deep' for '[DEPTH]': expected an integer from 0 to 99 (see 'lancet perft --help')",
        ),
        (
            &["bench", "3", "--threads", "x"],
            "invalid value 'x' for '--threads <N>': expected an integer from 1 to 1024 (see 'lancet bench --help')",
        ),
        (
            &["book", "biuld"],
            "unrecognized subcommand 'biuld'; did you mean 'build'? (see 'lancet book --help')",
        ),
        (
            &["genfens", "0"],
            "invalid value '0' for '<COUNT>': expected an integer from 1 to 10000000 (see 'lancet genfens --help')",
        ),
    ] {
        assert_eq!(error_of(arguments), format!("error: {message}\n"), "{arguments:?}");
    }
}

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

#[test]
fn syzygy_tablebases_are_used_and_shown() {
    let fen = "8/8/8/8/8/8/1q6/2K4k w - - 0 1";
    let shown = stdout_of(&["tablebase", "show", TABLES, "--fen", fen]);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[1], "Tables: 36 WDL and 36 DTZ tablebase files (up to 5 pieces)");
    assert!(lines[4].starts_with("Kxb2      c1b2   draw          1"), "{shown}");
    assert!(lines[5].starts_with("Kd1       c1d1   loss          "), "{shown}");
    assert!(stdout_of(&["tablebase", "show", TABLES, "--fen", START]).ends_with("Not in the tablebases.\n"));
    for (fen, end) in [
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", "Checkmate.\n"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "Stalemate.\n"),
    ] {
        assert!(stdout_of(&["tablebase", "show", TABLES, "--fen", fen]).ends_with(end), "{fen}");
    }

    let text = stdout_of(&["go", "--fen", fen, "--depth", "3", "--syzygy", TABLES]);
    assert!(text.ends_with("Best move: Kxb2 (c1b2)\n") && text.contains("  +0.00  "), "{text}");
    let folder = Folder::new();
    let file = folder.write("tables.epd", "8/8/8/3k4/8/8/8/KBN5 w - - am Ka2;\n");
    let json = stdout_of(&["suite", &file, "--nodes", "500", "--json", "--syzygy", TABLES]);
    let score = &serde_json::from_str::<Value>(&json).expect("JSON")["positions"][0]["score"];
    assert!(score["cp"] == 20_000 || score["mate"].is_number(), "{json}");
    let game = folder.write("tables.pgn", "[FEN \"8/8/8/3k4/8/8/8/KBN5 w - - 0 1\"]\n\n1. Ka2 *\n");
    let text = stdout_of(&["analyse", &game, "--nodes", "300", "--syzygy", TABLES]);
    assert!(text.contains("[%eval 200.00]") || text.contains("[%eval #"), "{text}");
}

#[test]
fn syzygy_tablebases_are_checked() {
    assert_eq!(stdout_of(&["tablebase", "check", TABLES]), "Files: 72\nDamaged: 0\n");
    let folder = Folder::new();
    let place = folder.path().to_str().expect("UTF-8");
    let message = error_of(&["tablebase", "check", place]);
    assert_eq!(message, format!("error: invalid Syzygy path '{place}': no tablebase files in it\n"));
    let mut bytes = fs::read(format!("{TABLES}/KQvK.rtbw")).expect("a file");
    bytes[200] ^= 1;
    let file = folder.write("KQvK.rtbw", bytes);
    let output = run(&["tablebase", "check", place]);
    assert_eq!(output.code, Some(1));
    let damage = format!("{file}: checksum mismatch: the file is damaged\n");
    assert_eq!(output.stdout, format!("{damage}Files: 1\nDamaged: 1\n"));
    // A search warns and continues.
    let fen = "8/8/8/3k4/8/8/8/QK6 w - - 0 1";
    let output = run(&["go", "--fen", fen, "--depth", "2", "--syzygy", place]);
    assert_eq!(output.code, Some(0));
    let warning = "cannot use tablebase file 'KQvK.rtbw': checksum mismatch: the file is damaged";
    assert_eq!(output.stderr, format!("warning: {warning}\n"));
    fs::remove_dir_all(place).expect("the folder goes");
    for arguments in [
        &["go", "--syzygy", place][..],
        &["analyse", &file, "--syzygy", place],
        &["suite", "x.epd", "--syzygy", place],
        &["tablebase", "show", place, "--fen", fen],
        &["tablebase", "check", place],
    ] {
        let message = error_of(arguments);
        assert!(message.starts_with(&format!("error: cannot read tablebase folder '{place}'")), "{message}");
    }
    assert!(error_of(&["tablebase", "show", TABLES, "--fen", "x"]).contains("invalid FEN 'x'"));
}

/// Returns the positions that `genfens` prints.
fn fens(arguments: &[&str]) -> Vec<Position> {
    let positions: Vec<Position> = stdout_of(arguments)
        .lines()
        .map(|line| line.strip_prefix("info string genfens ").expect("no other lines"))
        .inspect(|fen| assert_eq!(fen.split(' ').count(), 6, "{fen}"))
        .map(|fen| Position::new(parse_fen(fen).expect("a FEN").chess))
        .collect();
    for (index, position) in positions.iter().enumerate() {
        assert!(position.has_legal_move(), "{position:?}");
        assert!(positions[..index].iter().all(|other| other.key() != position.key()), "{position:?}");
    }
    positions
}

#[test]
fn genfens_follows_openbench() {
    let command = "genfens 20 seed 7 book None";
    let made = fens(&[command, "quit"]);
    assert_eq!(made.len(), 20);
    assert!(made.iter().all(|position| [8, 9].contains(&position.game_ply())));
    let text = stdout_of(&[command, "quit"]);
    assert_eq!(stdout_of(&["genfens", "20", "seed", "7", "book", "None"]), text);
    assert_ne!(stdout_of(&["genfens 20 seed 8 book None", "quit"]), text);

    let kings = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0; fmvn 9;";
    let folder = Folder::new();
    let file = folder.write("fens.epd", format!("\n{kings} id \"kings and pawns\";\n\n"));
    let made = fens(&["genfens", "5", "seed", "1", "book", &file, "plies", "2"]);
    assert!(made.iter().all(|position| [18, 19].contains(&position.game_ply())), "{made:?}");
    let lost = folder.write("lost.epd", "4k3/8/8/8/8/8/QQ6/4K3 w - -\n");
    assert_eq!(fens(&["genfens", "3", "book", &lost]).len(), 3, "a book may be of won positions");
}

#[test]
fn genfens_skips_invalid_lines_of_books() {
    let folder = Folder::new();
    let good = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - hmvc 0; fmvn 9;";
    let bad = "4k3/8/8 w - -\n".repeat(30);
    let book = folder.write("some.epd", format!("# remark\n{bad}{good}\n4k3/9 w - -\n"));
    let finished = run(&["genfens", "5", "seed", "3", "book", &book, "plies", "2"]);
    assert_eq!((finished.code, finished.stdout.lines().count()), (Some(0), 5), "{finished:?}");
    let warnings: Vec<_> = finished.stderr.lines().collect();
    // The first are reported one by one.
    assert!(warnings.len() == 21 && warnings[0].contains(", line "), "{finished:?}");
    assert!(warnings[20].ends_with(" of 32 lines"), "{finished:?}");
}

#[test]
fn genfens_rejects_invalid_books_and_arguments() {
    let folder = Folder::new();
    let book = folder.write("bad.epd", "4k3/8/8 w - -\n");
    let message = error_of(&["genfens", "1", "book", &book]);
    assert!(
        message.starts_with(&format!("error: cannot read '{book}': line 1: the board must")),
        "{message}"
    );
    let empty = folder.write("none.epd", "\n \n");
    assert_eq!(
        error_of(&["genfens", "1", "book", &empty]),
        format!("error: cannot read '{empty}': no positions in it\n")
    );
    assert!(error_of(&["genfens", "1", "book", "no/such.epd"]).contains("no/such.epd"));
    assert!(error_of(&["genfens 1 sead 3", "quit"]).contains("invalid argument 'sead'"));
    assert!(error_of(&["genfens x", "quit"]).contains("invalid value 'x'"));
    // With no ply or one there are 21.
    let output = run(&["genfens", "22", "plies", "0"]);
    assert_eq!(output.code, Some(2), "{output:?}");
    assert_eq!(output.stderr, "error: only 21 of 22 different positions found\n");
}
