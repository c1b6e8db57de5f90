//! Options: the listing is valid, and every option accepts and rejects values as listed.

use lancet::search::params;

use crate::common::process::{Lancet, count, last_value};
use crate::{START, best, errors, is_legal, place, position, warnings};

/// One `option` line, taken apart.
#[derive(Debug)]
struct Listed {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Check,
    Spin { min: i64, max: i64 },
    Combo { values: Vec<String> },
    Button,
    Text,
}

/// Reads an `option` line strictly.
fn listed(line: &str) -> Listed {
    let rest = line.strip_prefix("option name ").expect(line);
    let (name, rest) = rest.split_once(" type ").expect(line);
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let words: Vec<&str> = rest.split(' ').collect();
    let number = |text: &str| text.parse::<i64>().expect(line);
    let kind = match (kind, &words[..]) {
        ("check", ["default", "true" | "false"]) => Kind::Check,
        ("spin", ["default", default, "min", min, "max", max]) => {
            let (default, min, max) = (number(default), number(min), number(max));
            assert!(min <= default && default <= max, "{line}");
            Kind::Spin { min, max }
        }
        ("combo", ["default", default, values @ ..]) => {
            let values: Vec<String> = values
                .chunks(2)
                .map(|pair| {
                    assert_eq!(pair[0], "var", "{line}");
                    pair[1].to_owned()
                })
                .collect();
            assert!(values.iter().any(|value| value == default), "{line}");
            Kind::Combo { values }
        }
        ("button", [""]) => Kind::Button,
        ("string", ["default", _, ..]) => Kind::Text,
        _ => panic!("{line}"),
    };
    Listed { name: name.to_owned(), kind }
}

fn listing(lancet: &mut Lancet) -> Vec<Listed> {
    let from = lancet.received.len();
    lancet.send("uci").wait("uciok");
    let lines = &lancet.received[from..];
    let is_option = |line: &&String| line.starts_with("option ");
    assert!(lines[0].starts_with("id name Lancet ") && lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines.iter().filter(is_option).count() + 3, lines.len(), "{lines:?}");
    lines.iter().filter(is_option).map(|line| listed(line)).collect()
}

#[test]
fn the_listing_is_well_formed_and_has_what_guis_look_for() {
    let mut lancet = Lancet::start();
    let options = listing(&mut lancet);
    for name in ["Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead"] {
        assert!(options.iter().any(|option| option.name == name), "{name}");
    }
    for (index, option) in options.iter().enumerate() {
        for word in option.name.split(' ') {
            assert!(
                !["name", "type", "default", "min", "max", "var", "value", ""].contains(&word),
                "{option:?}"
            );
        }
        let twin = options[..index].iter().find(|other| other.name.eq_ignore_ascii_case(&option.name));
        assert!(twin.is_none(), "{option:?}");
    }
    // It is the same each time.
    assert_eq!(format!("{:?}", listing(&mut lancet)), format!("{options:?}"));
    lancet.quit();
}

#[test]
fn every_listed_option_can_be_set_under_its_name_in_any_case() {
    let mut lancet = Lancet::start();
    for option in listing(&mut lancet) {
        let values = match &option.kind {
            Kind::Check => vec!["true".into(), "FALSE".into()],
            // The maximum hash and threads are too much for a test.
            Kind::Spin { min, max } => vec![(*max.min(&(min + 3))).to_string(), min.to_string()],
            Kind::Combo { values } => {
                values.iter().rev().flat_map(|v| [v.clone(), v.to_uppercase()]).collect()
            }
            Kind::Button => vec![String::new()],
            // Other values would be files or folders.
            Kind::Text if ["EvalFile", "Book File"].contains(&&*option.name) => {
                vec!["<default>".into(), String::new()]
            }
            Kind::Text if option.name == "SyzygyPath" => vec!["<empty>".into(), String::new()],
            Kind::Text => vec!["some words".into(), "<empty>".into(), String::new()],
        };
        for value in values {
            for name in [option.name.clone(), option.name.to_uppercase(), option.name.to_lowercase()] {
                let value = if value.is_empty() { value.clone() } else { format!(" value {value}") };
                lancet.send(&format!("setoption name {name}{value}"));
                assert_eq!(lancet.until_ready(), [""; 0], "{name}{value}");
            }
        }
    }
    let (answer, _) = lancet.send("ucinewgame").send("position startpos").go("go depth 4");
    assert!(is_legal(&position(START), best(&answer)));
    lancet.quit();
}

#[test]
fn numbers_out_of_range_are_clamped_with_one_warning() {
    let mut lancet = Lancet::start();
    for option in listing(&mut lancet) {
        let Kind::Spin { min, max } = option.kind else { continue };
        // The search parameters of a tuning build are refused; tests/tunables.rs.
        if params::TABLE.iter().any(|row| row.name == option.name) {
            continue;
        }
        let mut values = vec![(min - 1).to_string(), format!("-{}", "9".repeat(50))];
        if option.name != "Hash" && option.name != "Threads" {
            values.extend([(max + 1).to_string(), "9".repeat(50)]);
        }
        for value in values {
            lancet.send(&format!("setoption name {} value {value}", option.name));
            let lines = lancet.until_ready();
            assert_eq!((lines.len(), warnings(&lines).len()), (1, 1), "{} {value}: {lines:?}", option.name);
            let expected = format!("out of range {min} to {max}");
            assert!(lines[0].contains(&option.name) && lines[0].contains(&expected), "{lines:?}");
        }
        // The minimum is valid, and in force.
        lancet.send(&format!("setoption name {} value {min}", option.name));
        assert_eq!(lancet.until_ready(), [""; 0]);
    }
    lancet.quit();
}

#[test]
fn an_invalid_value_is_one_error_and_changes_nothing() {
    let mut lancet = Lancet::start();
    lancet.send("setoption name MultiPV value 2");
    for line in [
        "setoption",
        "setoption name",
        "setoption Hash value 16",
        "setoption name Hash",
        "setoption name Hash value",
        "setoption name Hash value abc",
        "setoption name Hash value 1e3",
        "setoption name MultiPV value many",
        "setoption name Ponder value perhaps",
        "setoption name Algorithm value Guessing",
        "setoption name No Such Option value 1",
        "setoption name Hash=16",
    ] {
        lancet.send(line);
        let lines = lancet.until_ready();
        assert_eq!((lines.len(), errors(&lines).len()), (1, 1), "{line}: {lines:?}");
    }
    let (_, lines) = lancet.go("go depth 3");
    assert!(lines.iter().any(|line| line.contains("multipv 2")), "{lines:?}");
    lancet.quit();
}

#[test]
fn setting_an_option_to_its_value_does_not_clear_the_tt() {
    let mut lancet = Lancet::start();
    let nodes = |lancet: &mut Lancet| -> u64 {
        let (_, lines) = lancet.go("go depth 9");
        last_value(&lines, "nodes")
    };
    let first = nodes(&mut lancet);
    for option in ["Hash value 16", "EvalFile value <default>", "Syzygy50MoveRule value true"] {
        lancet.send(&format!("setoption name {option}"));
        let again = nodes(&mut lancet);
        assert!(again < first * 3 / 4, "{option}: {first}, {again}");
    }
    lancet.send("setoption name Syzygy50MoveRule value false");
    assert_eq!(nodes(&mut lancet), first);
    lancet.quit();
}

#[test]
fn a_hash_that_cannot_be_allocated_keeps_the_old_one() {
    let mut lancet = Lancet::start();
    // The maximum is 32 TiB, more than any machine has.
    for value in ["33554432", "99999999999"] {
        lancet.send(&format!("setoption name Hash value {value}"));
        let lines = lancet.until_ready();
        assert_eq!(errors(&lines).len(), 1, "{lines:?}");
        let (answer, _) = lancet.go("go depth 6");
        assert!(is_legal(&position(START), best(&answer)), "{answer}");
    }
    // The old size is still the current one, so that another has an effect.
    lancet.send("setoption name Hash value 2");
    assert_eq!(lancet.until_ready(), [""; 0]);
    lancet.quit();
}

#[test]
fn the_log_file_has_every_line_both_ways() {
    let mut lancet = Lancet::start();
    lancet.send("setoption name Debug Log File value a log with blanks.txt");
    lancet.send("position startpos").go("go depth 2");
    lancet.send("setoption name Debug Log File value <empty>").send("d").until_ready();
    let log = lancet.folder.read("a log with blanks.txt");
    let lines: Vec<String> = log.lines().map(str::to_owned).collect();
    let received: Vec<&String> =
        lancet.received.iter().take_while(|line| !line.starts_with("bestmove")).collect();
    for line in received {
        assert!(lines.contains(&format!("<< {line}")), "{line} is not in {log}");
    }
    assert!(lines.contains(&">> go depth 2".to_owned()) && log.contains("\n<< bestmove "), "{log}");
    assert!(!log.contains(">> d\n"), "{log}");
    // A file that cannot be written is an error and changes nothing.
    lancet.send("setoption name Debug Log File value no/such/folder/log.txt");
    assert_eq!(errors(&lancet.until_ready()).len(), 1);
    lancet.quit();
}

#[test]
fn every_algorithm_plays_and_finds_the_mate() {
    let mut lancet = Lancet::start();
    let options = listing(&mut lancet);
    let option = options.iter().find(|option| option.name == "Algorithm").expect("the option");
    let Kind::Combo { values } = &option.kind else { panic!("{option:?}") };
    assert!(values.len() >= 3);
    for value in values {
        lancet.send(&format!("setoption name Algorithm value {value}")).send("ucinewgame");
        let (answer, _) = lancet.send(&place("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1")).go("go depth 4");
        assert_eq!(answer, "e1e8", "{value}");
        let (answer, _) = lancet.send("position startpos").go("go nodes 20000");
        assert!(is_legal(&position(START), best(&answer)), "{value}");
    }
    assert_eq!(count(&lancet.quit(), "bestmove"), 2 * values.len());
}

/// Inputs that crash other engines.
#[test]
fn after_every_bad_line_the_engine_is_ready_and_plays() {
    let long = "x".repeat(1_000_000);
    let many_moves =
        format!("position startpos moves {}", ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(1500).join(" "));
    let lines: [&[u8]; 26] = [
        b"\xff\xfe\x80\n",
        b"go depth\xc3\x28 1\nstop\n",
        &[long.as_bytes(), b"\n"].concat(),
        b"isready\r\n",
        b"is\0ready\n",
        b"\n\n\n   \n\t\n",
        &[many_moves.as_bytes(), b"\n"].concat(),
        b" \t position \t startpos\n",
        b"position fen \n",
        b"position fen garbage\n",
        b"position fen 8/8/8/8/8/8/8/8 w - - 0 1\n",
        b"position fen 4k3/8/8/8/8/8/8/4R2K w - - 0 1\n",
        b"position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1\n",
        b"position fen 4k3/8/8/8/8/8/8/4K3 w - -\n",
        b"position fen qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1\n",
        b"position startpos moves e2e5\n",
        b"setoption\n",
        b"setoption name Hash value abc\n",
        b"setoption name Hash value -5\n",
        b"setoption name Hash value 16\n",
        b"position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
        b"position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
        b"go nodes 1\n",
        b"go infinite\ngo infinite\nstop\nstop\n",
        b"go searchmoves e9e9 zz depth 2\n",
        b"go movetime 100\n",
    ];
    let mut lancet = Lancet::start();
    for line in lines {
        let about = String::from_utf8_lossy(&line[..line.len().min(60)]).into_owned();
        lancet.send_bytes(line).until_ready();
        lancet.send("position startpos");
        // A search that the line has started ends before this one.
        lancet.send("go depth 1 searchmoves h2h4");
        let played =
            std::iter::from_fn(|| Some(lancet.wait("bestmove"))).take(9).find(|m| m.contains("h2h4"));
        assert!(played.is_some(), "{about}");
    }
    // Too many threads are clamped to the maximum.
    lancet.send("setoption name Threads value 99999999");
    assert_eq!(warnings(&lancet.until_ready()).len(), 1);
    lancet.send("setoption name Threads value 1").go("go depth 3");
    lancet.quit();
}
