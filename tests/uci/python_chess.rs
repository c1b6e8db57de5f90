//! python-chess as an oracle: it plays games with the binary, Chess960 too, ponders and analyses, reads the
//! games and books that it writes, applies lichess's rules to its reviews, and reads games as the library does.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use lancet::pgn::{PgnGame, PgnLine, PgnMove, PgnReader};
use lancet::position::Position;
use serde_json::{Value, json};

use super::common::folder::Folder;

#[test]
fn python_chess_plays_with_the_engine() {
    play("game.py");
}

#[test]
fn python_chess_reads_the_files_that_the_engine_writes() {
    play("files.py");
}

/// Marks, mates and accuracies of reviews are those that lichess's rules give, applied in Python.
#[test]
fn reviews_follow_the_rules_of_lichess() {
    play("review.py");
}

#[test]
fn the_fuzzer_of_sessions_rejects_wrong_answers() {
    play("fake.py");
}

/// Runs a script with the binary as its argument.
fn play(script: &str) {
    if let Some(stdout) = run(script, &[env!("CARGO_BIN_EXE_lancet")]) {
        assert!(stdout.ends_with("all is well\n"), "{stdout}");
        eprint!("{stdout}");
    }
}

/// Runs a script and returns its output; `None` without python-chess.
fn run(script: &str, arguments: &[&str]) -> Option<String> {
    let python = |arguments: &[&str]| Command::new("python3").args(arguments).output();
    let is_installed = python(&["-c", "import chess"]).is_ok_and(|output| output.status.success());
    if !is_installed {
        assert!(std::env::var_os("CI").is_none(), "CI needs python3 with the module `chess`");
        // Not `eprintln!`, whose output the test harness hides.
        let message = format!("SKIPPED {script}: no python3 with the module `chess` (pip install chess)\n");
        std::io::stderr().write_all(message.as_bytes()).expect("standard error");
        return None;
    }
    let path = format!("{}/tests/python/{script}", env!("CARGO_MANIFEST_DIR"));
    let output = python(&[&[path.as_str()], arguments].concat()).expect("python3 runs");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stdout}\n{stderr}");
    Some(stdout.into_owned())
}

/// Moves, tags, results, comments, glyphs and variations are the same, and so are the keys of books; keys of
/// positions are equal where the positions are, as the rules of repetition see them.
#[test]
fn games_and_keys_are_those_of_python_chess() {
    let folder = Folder::new();
    let Some(_) = run("pgn.py", &[&folder.name(""), "100"]) else { return };
    let (mut keys, mut identities) = (HashMap::new(), HashMap::new());
    let (mut games, mut positions) = (0, 0);
    for name in ["unix", "windows", "latin"] {
        let expected = std::fs::read_to_string(folder.file(&format!("{name}.jsonl"))).expect("a file");
        let expected: Vec<Value> =
            expected.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        let read = read_games(&folder.file(&format!("{name}.pgn")));
        assert_eq!(read.len(), expected.len(), "{name}");
        for (game, expected) in read.iter().zip(&expected) {
            let fen = game.start.fen();
            assert!(game.warnings.is_empty(), "{name}, {:?}: {:?}", game.tags, game.warnings);
            check_tags(game, &expected["tags"]);
            assert_eq!(game.start.castling_mode().is_chess960(), expected["chess960"] == true, "{fen}");
            assert_eq!(json!(words(&[&game.line.before])), expected["comment"], "{fen}");
            assert_eq!(line_of(&game.line, &game.start), expected["line"], "{:?}", game.tags);
            let expected_keys = expected["positions"].as_array().expect("keys");
            for (position, expected_keys) in positions_of(game).iter().zip(expected_keys) {
                let (key, identity) = (position.key(), expected_keys[1].as_u64().expect("a number"));
                assert_eq!(*keys.entry(identity).or_insert(key), key, "{}", position.fen());
                assert_eq!(*identities.entry(key).or_insert(identity), identity, "{}", position.fen());
                // Books have no keys for the castling rights of Chess960.
                if expected["chess960"] == false {
                    let key = format!("{:016x}", position.polyglot_key());
                    assert_eq!(json!(key), expected_keys[0], "{}", position.fen());
                }
                positions += 1;
            }
            games += 1;
        }
    }
    assert!(games == 300 && positions > 5_000, "{games} games, {positions} positions");
}

fn read_games(path: &Path) -> Vec<PgnGame> {
    let file = std::fs::File::open(path).expect("a file");
    PgnReader::new(file).map(|game| game.expect("readable").expect("a game")).collect()
}

/// Checks the tags and the result; python-chess adds those that every game should have.
fn check_tags(game: &PgnGame, expected: &Value) {
    let pair = |pair: &Value| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned()));
    let expected: HashMap<_, _> = expected.as_array().expect("tags").iter().filter_map(pair).collect();
    for (name, value) in &game.tags {
        assert_eq!(Some(value), expected.get(name), "{name}");
    }
    assert_eq!(Some(&game.result), expected.get("Result"), "{:?}", game.tags);
}

/// The positions of the main line.
fn positions_of(game: &PgnGame) -> Vec<Position> {
    let mut positions = vec![game.start.clone()];
    for played in &game.line.moves {
        positions.extend(positions.last().and_then(|position| played.play(position)));
    }
    positions
}

/// The words of comments, with single spaces, without the comments that python-chess skips.
fn words(comments: &[&[String]]) -> String {
    let comments = comments.concat();
    let comments = comments.iter().filter(|text| !text.starts_with('~'));
    comments.flat_map(|text| text.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// A line in the form of `pgn.py`.
fn line_of(line: &PgnLine, start: &Position) -> Value {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for played in &line.moves {
        let mut variations = Vec::new();
        add_variations(played, &position, &mut variations);
        moves.push(value_of(played, &position, variations));
        position = played.play(&position).expect("a legal move");
    }
    Value::Array(moves)
}

fn value_of(played: &PgnMove, position: &Position, variations: Vec<Value>) -> Value {
    let uci = played.m.map_or_else(|| "0000".to_owned(), |m| position.move_text(m));
    let mut nags = played.nags.clone();
    nags.sort_unstable();
    nags.dedup();
    json!([uci, nags, words(&[&played.comments, &played.after]), variations])
}

/// Adds the variations of a move, each with those of its first move behind it, as python-chess reads them.
fn add_variations(played: &PgnMove, position: &Position, variations: &mut Vec<Value>) {
    for variation in &played.variations {
        let mut line = line_of(variation, position);
        line[0][3] = json!([]);
        variations.push(json!([words(&[&variation.before]), line]));
        add_variations(&variation.moves[0], position, variations);
    }
}
