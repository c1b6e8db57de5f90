//! Search parameters and rule switches as options of a tuning build: `cargo test --features tune --test tunables`.
#![cfg(feature = "tune")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

mod common;

use std::io;
use std::process::Command;

use common::boards::KIWIPETE;
use common::process::{Lancet, last_value, stdout_of};

/// Positions in which every number has a part in a search of a few plies.
const POSITIONS: [&str; 2] =
    [KIWIPETE, "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1P2PN2/PB1N1PPP/R2QKB1R w KQ - 1 9"];

/// Returns the nodes of a search that every parameter and rule below has a part in.
fn nodes(lancet: &mut Lancet) -> u64 {
    let (_, lines) = lancet.send("ucinewgame").send("position startpos").go("go depth 8");
    last_value(&lines, "nodes")
}

/// Sets an option and returns the lines of the answer.
fn set(lancet: &mut Lancet, name: &str, value: &str) -> Vec<String> {
    lancet.send(&format!("setoption name {name} value {value}")).until_ready()
}

#[test]
fn valid_values_change_the_search_under_a_name_in_any_case() {
    let mut lancet = Lancet::start();
    let default = nodes(&mut lancet);
    for (name, value, restored) in [
        ("null_base", "2", "4"),
        ("reduction_base", "+0", "700"),
        ("score_granularity", "64", "1"),
        ("Use_Null_Move", "FALSE", "True"),
        ("use_deeper_tt_entries", "false", " true "),
    ] {
        assert_eq!(set(&mut lancet, name, value), [""; 0], "{name}");
        assert_ne!(nodes(&mut lancet), default, "{name}");
        assert_eq!(set(&mut lancet, name, restored), [""; 0], "{name}");
        assert_eq!(nodes(&mut lancet), default, "{name}");
    }
    lancet.quit();
}

/// Returns the numbers that the engine lists, as name, default, least and greatest value.
fn listed_numbers(listing: &[String]) -> Vec<[String; 4]> {
    let is_parameter = |name: &str| name.chars().all(|c| c.is_lowercase() || c == '_' || c.is_ascii_digit());
    let numbers = listing.iter().filter_map(|line| match line.split(' ').collect::<Vec<&str>>()[..] {
        ["option", "name", name, "type", "spin", "default", default, "min", min, "max", max]
            if name.contains('_') && is_parameter(name) =>
        {
            Some([name, default, min, max].map(str::to_owned))
        }
        _ => None,
    });
    numbers.collect()
}

#[test]
fn every_number_changes_the_search_at_one_of_its_bounds() {
    let mut lancet = Lancet::start();
    lancet.send("uci").wait("uciok");
    let numbers = listed_numbers(&lancet.received);
    let search = |lancet: &mut Lancet, depth: u32| {
        POSITIONS.map(|fen| {
            lancet.send("ucinewgame").send(&format!("position fen {fen}"));
            let (_, lines) = lancet.go(&format!("go depth {depth}"));
            last_value(&lines, "nodes")
        })
    };
    let defaults = [11, 17].map(|depth| (depth, search(&mut lancet, depth)));
    // Numbers of the clock act in a search with a clock only, below.
    for [name, default, min, max] in numbers.iter().filter(|[name, ..]| !name.starts_with("time_")) {
        let has_part = defaults.iter().any(|(depth, nodes)| {
            [min, max].iter().any(|value| {
                assert_eq!(set(&mut lancet, name, value), [""; 0], "{name}");
                search(&mut lancet, *depth) != *nodes
            })
        });
        assert!(has_part, "{name}");
        assert_eq!(set(&mut lancet, name, default), [""; 0], "{name}");
    }
    let (depth, nodes) = defaults[0];
    assert_eq!(search(&mut lancet, depth), nodes);
    lancet.quit();
}

/// Positions, and moves after which the side to move is worse off than before.
const BLUNDERS: [(&str, &str); 3] = [
    ("startpos", "g2g4 d7d5"),
    ("fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "e5g6 f7g6"),
    ("fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/1P2PN2/PB1N1PPP/R2QKB1R w KQ - 1 9", "f3g5 h7h6"),
];

#[test]
fn every_number_of_the_clock_changes_the_search_at_one_of_its_bounds() {
    let mut lancet = Lancet::start();
    lancet.send("uci").wait("uciok");
    let numbers = listed_numbers(&lancet.received);
    // A clock of nodes gives the same search on every machine.
    let search = |lancet: &mut Lancet, rate: &str| {
        assert_eq!(set(lancet, "nodestime", rate), [""; 0]);
        BLUNDERS.map(|(position, moves)| {
            lancet.send("ucinewgame");
            [position.to_owned(), format!("{position} moves {moves}")].map(|position| {
                lancet.send(&format!("position {position}"));
                let (_, lines) = lancet.go("go wtime 60000 btime 60000 winc 400 binc 400");
                last_value(&lines, "nodes")
            })
        })
    };
    let defaults = ["80", "30"].map(|rate| (rate, search(&mut lancet, rate)));
    let mut count = 0;
    for [name, default, min, max] in numbers.iter().filter(|[name, ..]| name.starts_with("time_")) {
        let has_part = defaults.iter().any(|(rate, nodes)| {
            [min, max].iter().any(|value| {
                assert_eq!(set(&mut lancet, name, value), [""; 0], "{name}");
                search(&mut lancet, rate) != *nodes
            })
        });
        assert!(has_part, "{name}");
        assert_eq!(set(&mut lancet, name, default), [""; 0], "{name}");
        count += 1;
    }
    assert!(count >= 10, "{count}");
    let (rate, nodes) = defaults[0];
    assert_eq!(search(&mut lancet, rate), nodes);
    lancet.quit();
}

#[test]
fn an_invalid_value_is_one_error_with_name_value_and_range_and_changes_nothing() {
    let mut lancet = Lancet::start();
    let default = nodes(&mut lancet);
    let huge = "9".repeat(60);
    let negative = format!("-{huge}");
    let nonsense = [
        "",
        " ",
        "abc",
        "4.5",
        "4.0",
        "1e3",
        "NaN",
        "inf",
        "-inf",
        "0x4",
        "4 5",
        "4 plies",
        "--4",
        "4,",
        "٤",
        "-1",
        "7",
        "2147483648",
        "-2147483649",
        &huge,
        &negative,
        "true",
        "<empty>",
    ];
    for value in nonsense {
        let lines = set(&mut lancet, "null_base", value);
        let value = value.trim();
        assert_eq!(
            lines,
            [format!(
                "info string error: invalid value '{value}' of option null_base: expected an integer from 2 to 6"
            )]
        );
    }
    for value in ["", "abc", "1", "0", "-1", "1e3", "NaN", "yes", "on", "true false", "truee", "0.5", &huge] {
        let lines = set(&mut lancet, "use_null_move", value);
        assert_eq!(lines.len(), 1, "'{value}': {lines:?}");
        assert!(
            lines[0].ends_with("of option use_null_move: expected true or false"),
            "'{value}': {lines:?}"
        );
    }
    assert_eq!(lancet.send("setoption name use_null_move").until_ready().len(), 1);
    assert_eq!(set(&mut lancet, "tt_bounds", "3").len(), 1);
    assert_eq!(set(&mut lancet, "use_no_such_rule", "false").len(), 1);
    assert_eq!(nodes(&mut lancet), default);
    lancet.quit();
}

#[test]
fn every_listed_number_accepts_its_bounds_and_refuses_what_is_beyond() {
    let mut lancet = Lancet::start();
    lancet.send("uci").wait("uciok");
    let mut count = 0;
    for [name, default, min, max] in listed_numbers(&lancet.received) {
        let [min, max] = [min, max].map(|bound| bound.parse::<i64>().unwrap());
        count += 1;
        for (value, is_valid) in [(min - 1, false), (min, true), (max, true), (max + 1, false)] {
            let lines = set(&mut lancet, &name, &value.to_string());
            assert_eq!(lines.is_empty(), is_valid, "{name} {value}: {lines:?}");
        }
        assert_eq!(set(&mut lancet, &name, &default), [""; 0]);
    }
    assert!(count > 50, "{count}");
    lancet.quit();
}

#[test]
fn spsa_prints_inputs_that_openbench_accepts_for_options_that_the_engine_has() {
    let mut lancet = Lancet::start();
    lancet.send("uci").wait("uciok");
    let printed = stdout_of(&["spsa"]);
    let mut count = 0;
    for line in printed.lines() {
        count += 1;
        // name, type, value, minimum, maximum, c_end, r_end: the text area of OpenBench's form of a tuning.
        let fields: Vec<&str> = line.split(", ").collect();
        let [name, "int", value, min, max, c_end, r_end] = fields[..] else { panic!("{line}") };
        let option = format!("option name {name} type spin default {value} min {min} max {max}");
        assert!(lancet.received.contains(&option), "{line}");
        let number = |field: &str| field.parse::<f64>().unwrap();
        assert!(number(min) <= number(value) && number(value) <= number(max), "{line}");
        assert!(number(c_end) > 0.0 && number(r_end) > 0.0, "{line}");
    }
    assert!(count > 50, "{count}");
    lancet.quit();
}

#[test]
fn make_builds_with_options_only_if_tune_is_set() {
    let cargo_command = |variables: &[&str]| -> Option<String> {
        let mut make = Command::new("make");
        make.args(["-n", "EXE=lancet-test"]).args(variables).current_dir(env!("CARGO_MANIFEST_DIR"));
        match make.env_remove("TUNE").env_remove("MAKEFLAGS").output() {
            Ok(output) => {
                assert!(output.status.success(), "{output:?}");
                Some(String::from_utf8(output.stdout).unwrap())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && std::env::var_os("CI").is_none() => {
                eprintln!("there is no make");
                None
            }
            Err(error) => panic!("{error}"),
        }
    };
    let (Some(plain), Some(tuning)) = (cargo_command(&[]), cargo_command(&["TUNE=1"])) else { return };
    assert!(plain.contains("cargo rustc --release --bin lancet"), "{plain}");
    assert!(!plain.contains("--features"), "{plain}");
    assert!(tuning.contains("--features tune"), "{tuning}");
    assert!(tuning.contains("--emit link=\"lancet-test"), "{tuning}");
}
