//! PGN: moves are legal, and games survive writing.

use lancet::pgn::{PgnGame, PgnLine, PgnReader, PgnWarning, RESULTS};
use lancet::position::Position;

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "pgn",
    check,
    seeds: seeds::pgns,
    tokens: &[
        "[Event \"",
        "\"]\n",
        "[FEN \"",
        "[SetUp \"1\"]\n",
        "[Variant \"Chess960\"]\n",
        "1-0",
        "0-1",
        "1/2-1/2",
        "*",
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n%",
        "$1",
        "$999",
        "O-O",
        "0-0-0",
        "--",
        "Z0",
        "e8=Q+",
        "exd5",
        "ed",
        "N",
        "e.p.",
        "!?",
        "1.",
        "...",
        "\n\n",
        "\u{feff}",
        "\u{1a}",
        "\u{2658}f3",
        "&lt;",
        "Sf3",
        "[%clk 0:00:01]",
    ],
    max_len: 4096,
    inputs: 30_000,
    max_memory: 8 << 20,
};

fn check(input: &[u8]) {
    let games = read(input);
    for game in &games {
        check_line(&game.line, &game.start);
        assert!(RESULTS.contains(&game.result.as_str()), "the result {}", game.result);
    }
    let mut written = Vec::new();
    games.iter().for_each(|game| game.write(&mut written).expect("a write"));
    let again = read(&written);
    let text = || String::from_utf8_lossy(&written);
    assert_eq!(again.len(), games.len(), "games in\n{}", text());
    for (old, new) in games.iter().zip(&again) {
        // Tags are kept as they are.
        let is_of_tag = |warning: &PgnWarning| matches!(warning, PgnWarning::Fen(_));
        assert!(new.warnings.iter().all(is_of_tag), "{:?} in\n{}", new.warnings, text());
        assert_eq!(moves(&old.line), moves(&new.line), "{}", text());
        assert_eq!((&old.result, old.start.fen()), (&new.result, new.start.fen()), "{}", text());
    }
}

/// Returns the games, without those that cannot be read.
fn read(bytes: &[u8]) -> Vec<PgnGame> {
    PgnReader::new(bytes).filter_map(|game| game.expect("no I/O error").ok()).collect()
}

fn check_line(line: &PgnLine, start: &Position) {
    let mut position = start.clone();
    for played in &line.moves {
        if let Some(m) = played.m {
            assert!(position.legal_moves().contains(&m), "{m:?} in {}", position.fen());
        }
        played.variations.iter().for_each(|variation| check_line(variation, &position));
        position = played.play(&position).expect("no null move in check");
    }
}

/// Returns the moves of a line and its variations, with brackets.
fn moves(line: &PgnLine) -> Vec<String> {
    let mut all = Vec::new();
    for played in &line.moves {
        all.push(format!("{:?} {:?}", played.m, played.nags));
        for variation in &played.variations {
            all.push("(".into());
            all.extend(moves(variation));
            all.push(")".into());
        }
    }
    all
}
