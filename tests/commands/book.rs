//! Opening books against the vectors of the format: keys, look-ups, broken books.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common;
use crate::common::boards::{position, walk};
use crate::common::folder::Folder;
use crate::common::process::{error_of, run};
use lancet::book::{Book, BookChoice};
use lancet::position::{Position, parse_move};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::{CastlingSide, Color, Position as _, Role, Square};

fn data(name: &str) -> PathBuf {
    common::data("polyglot").join(name)
}

/// The same as text, for a command line.
fn path(name: &str) -> String {
    data(name).to_str().expect("UTF-8").to_owned()
}

/// The rows of a table without its header.
fn rows(name: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(data(name)).expect(name);
    text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect()
}

#[test]
fn keys_are_those_of_the_format() {
    let rows = rows("keys.csv");
    assert_eq!(rows.len(), 249);
    for row in rows {
        let key = u64::from_str_radix(&row[3], 16).expect("a key");
        assert_eq!(position(&row[1]).polyglot_key(), key, "{row:?}");
        if !row[2].is_empty() {
            let played = row[2].split(' ').fold(Position::default(), |position, text| {
                position.play(parse_move(&position, text).unwrap_or_else(|error| panic!("{row:?}: {error}")))
            });
            assert_eq!(played.polyglot_key(), key, "{row:?}");
        }
    }
}

/// The key as the description of the format computes it from the random numbers.
fn key_by_the_table(position: &Position, random: &[u64]) -> u64 {
    let mut key = 0;
    for square in Square::ALL {
        if let Some(piece) = position.board().piece_at(square) {
            let kind = 2 * (piece.role as usize - 1) + usize::from(piece.color.is_white());
            key ^= random[64 * kind + usize::from(square)];
        }
    }
    let castles = position.chess().castles();
    for (index, (color, side)) in [
        (Color::White, CastlingSide::KingSide),
        (Color::White, CastlingSide::QueenSide),
        (Color::Black, CastlingSide::KingSide),
        (Color::Black, CastlingSide::QueenSide),
    ]
    .into_iter()
    .enumerate()
    {
        if castles.has(color, side) {
            key ^= random[768 + index];
        }
    }
    // Only where a pawn of the side to move stands beside the one that may be taken.
    let passed = position.chess().maybe_ep_square();
    if let Some(passed) = passed {
        let ours = position.our(Role::Pawn);
        let beside = shakmaty::attacks::pawn_attacks(!position.turn(), passed);
        if (ours & beside).any() {
            key ^= random[772 + usize::from(passed.file())];
        }
    }
    if position.turn().is_white() { key ^ random[780] } else { key }
}

#[test]
fn keys_follow_from_the_random_numbers_everywhere() {
    let random: Vec<u64> =
        rows("random64.csv").iter().map(|row| u64::from_str_radix(&row[1], 16).expect("a number")).collect();
    assert_eq!(random.len(), 781);
    let mut rng = StdRng::seed_from_u64(5);
    walk(&mut rng, 20_000, |position, _| {
        assert_eq!(position.polyglot_key(), key_by_the_table(position, &random), "{}", position.fen());
    });
}

#[test]
fn the_test_book_gives_what_it_must() {
    let book = Book::load(&data("test_book.bin")).expect("a sound book");
    assert_eq!(book.len(), 12_666);
    let rows = rows("test_book_lookups.csv");
    assert_eq!(rows.len(), 300);
    for row in rows {
        let position = position(&row[0]);
        let found: Vec<String> = book
            .moves(&position)
            .iter()
            .map(|known| format!("{}:{}", position.move_text(known.m), known.weight))
            .collect();
        let mut wanted: Vec<&str> = row[1].split(' ').filter(|word| !word.is_empty()).collect();
        let mut found: Vec<&str> = found.iter().map(String::as_str).collect();
        wanted.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, wanted, "{}", row[0]);
    }
}

#[test]
fn invalid_books_are_rejected_with_a_reason() {
    for (name, reason) in [
        ("one_byte.bin", "not a Polyglot book (size of 1 bytes is not a multiple of 16)"),
        ("truncated_tail.bin", "not a Polyglot book (size of 53 bytes is not a multiple of 16)"),
        ("random_64k.bin", "is not sorted by key"),
        ("little_endian.bin", "integers are little endian"),
        ("many_entries_one_key.bin", "at entry 219 a position has more than 218 moves"),
    ] {
        let error = Book::load(&data("hostile").join(name)).expect_err(name).to_string();
        assert!(error.contains(reason), "{name}: {error}");
        let message = error_of(&["book", "check", &path(&format!("hostile/{name}"))]);
        assert!(message.contains(reason), "{name}: {message}");
    }
}

#[test]
fn damaged_entries_yield_only_legal_moves_with_weight() {
    let start = Position::default();
    for (name, moves) in [
        ("all_illegal.bin", &[][..]),
        ("high_bit_move.bin", &["d2d4"]),
        ("illegal_moves.bin", &["e2e4"]),
        ("zero_weights.bin", &[]),
        ("learn_bits.bin", &["e2e4", "d2d4"]),
        ("max_weights.bin", &["e2e4", "d2d4", "c2c4"]),
    ] {
        let book = Book::load(&data("hostile").join(name)).expect(name);
        let known = book.moves(&start);
        let texts: Vec<String> =
            known.iter().filter(|known| known.weight > 0).map(|known| start.move_text(known.m)).collect();
        for text in moves {
            assert!(texts.iter().any(|found| found == text), "{name}: {texts:?}");
        }
        assert_eq!(moves.is_empty(), texts.is_empty(), "{name}: {texts:?}");
        for chance in [0, 1, u64::MAX] {
            for choice in BookChoice::ALL {
                assert_eq!(choice.among(&known, chance).is_none(), moves.is_empty(), "{name}");
            }
        }
    }
}

#[test]
fn random_bytes_yield_only_legal_moves() {
    let mut rng = StdRng::seed_from_u64(17);
    let start = Position::default();
    for _ in 0..2_000 {
        let mut bytes: Vec<u8> = (0..16 * rng.random_range(1..6)).map(|_| rng.random()).collect();
        for entry in bytes.chunks_exact_mut(16) {
            entry[..8].copy_from_slice(&start.polyglot_key().to_be_bytes());
        }
        let book = Book::read(bytes).expect("a book of one position");
        assert!(book.moves(&start).iter().all(|known| start.legal_moves().contains(&known.m)));
    }
}

/// Runs `lancet`: exit code, standard output, standard error.
fn lancet(arguments: &[&str]) -> (Option<i32>, String, String) {
    let finished = run(arguments);
    (finished.code, finished.stdout, finished.stderr)
}

#[test]
fn book_check_reports_illegal_moves_and_zero_weights() {
    let (code, stdout, _) = lancet(&["book", "check", &path("test_book.bin")]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.starts_with("Entries: 12666\n") && stdout.ends_with("\nErrors: 0\n"), "{stdout}");
    for (name, error) in [
        ("all_illegal.bin", "illegal move e2e5 in rnbqkbnr/"),
        ("illegal_moves.bin", "illegal move e1e2 in rnbqkbnr/"),
        ("high_bit_move.bin", "is not a move"),
        ("zero_weights.bin", "all moves have weight 0"),
    ] {
        let (code, stdout, _) = lancet(&["book", "check", &path(&format!("hostile/{name}"))]);
        assert_eq!(code, Some(1), "{name}: {stdout}");
        assert!(stdout.contains(error), "{name}: {stdout}");
    }
}

#[test]
fn book_check_counts_the_plies_to_positions_of_the_book() {
    let folder = Folder::new();
    // The start position with 1. e4, after which the book has nothing.
    let entry = [0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 1, 0, 0, 0, 0];
    let (code, stdout, _) = lancet(&["book", "check", &folder.write("one.bin", entry)]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("\nReached from the start position: 1, in up to 0 plies\n"), "{stdout}");
}

#[test]
fn book_show_lists_moves_with_weights() {
    let (code, stdout, _) = lancet(&["book", "show", "--book", &path("test_book.bin")]);
    assert_eq!(code, Some(0), "{stdout}");
    assert!(stdout.contains("\ne4        e2e4     7512    47.0 %\n"), "{stdout}");
    let (_, stdout, _) = lancet(&["book", "show", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert!(stdout.ends_with("\nNot in the book.\n"), "{stdout}");
    let (_, stdout, _) = lancet(&["book", "show"]);
    assert!(stdout.contains("\ne4 "), "{stdout}");
}

#[test]
fn book_build_weights_moves_by_results_of_games() {
    let games = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result \"0-1\"]\n\n1. e4 c5 0-1\n\n\
        [Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n[Result \"0-1\"]\n\n1. d4 (1. c4) d5 0-1\n\n1. e4 e5 *\n";
    let folder = Folder::new();
    let (pgn, bin) = (folder.write("games.pgn", games), folder.name("games.bin"));
    let (code, stdout, stderr) = lancet(&["book", "build", &pgn, "-o", &bin, "--min-games", "2"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    assert!(stdout.starts_with("Lines or games: 5\nPositions: 3\nEntries: 4, 64 bytes\n"), "{stdout}");
    let book = Book::load(Path::new(&bin)).expect("a book");
    let weights = |position: &Position| -> Vec<(String, u16)> {
        book.moves(position).iter().map(|known| (position.san(known.m), known.weight)).collect()
    };
    let start = Position::default();
    // Two for the win, none for the loss, one for the game without a result; one for the draw.
    assert_eq!(weights(&start), [("e4".into(), 3), ("d4".into(), 1)]);
    let after = start.play(parse_move(&start, "d2d4").expect("a move"));
    assert_eq!(weights(&after), [("d5".into(), 3)]);
    let (code, _, stderr) = lancet(&["book", "build", &pgn, "-o", &bin, "--min-games", "9"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("no moves are left for the book"), "{stderr}");
}

#[test]
fn book_build_counts_a_move_once_a_game() {
    let games =
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 1-0\n\n1. e4 e5 1-0\n\n1. e4 c5 1-0\n";
    let folder = Folder::new();
    let (pgn, bin) = (folder.write("games.pgn", games), folder.name("games.bin"));
    let (code, stdout, stderr) = lancet(&["book", "build", &pgn, "-o", &bin, "--min-games", "1"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    let book = Book::load(Path::new(&bin)).expect("a book");
    let weights: Vec<u16> = book.moves(&Position::default()).iter().map(|known| known.weight).collect();
    assert_eq!(weights, [4, 2]);
}

#[test]
fn book_build_with_searches_is_deterministic_over_threads() {
    let lines = "1. e4 e5 2. Nf3\n1. e4 d5\ng1f3 d7d5\n1. f3 e5 2. g4\n";
    let folder = Folder::new();
    let (text, one, two) = (folder.write("lines.txt", lines), folder.name("1.bin"), folder.name("2.bin"));
    for (bin, threads) in [(&one, "1"), (&two, "3")] {
        let (code, stdout, stderr) =
            lancet(&["book", "build", &text, "-o", bin, "--depth", "4", "--threads", threads]);
        assert_eq!((code, stderr.as_str()), (Some(0), ""), "{stdout}");
    }
    assert_eq!(fs::read(&one).expect("a book"), fs::read(&two).expect("a book"));
    let book = Book::load(Path::new(&one)).expect("a book");
    let blunder = ["f2f3", "e7e5"].iter().fold(Position::default(), |position, text| {
        position.play(parse_move(&position, text).expect("a move"))
    });
    assert!(book.moves(&blunder).is_empty(), "2. g4 loses at once");
    assert!(book.moves(&Position::default()).len() >= 2);
    let (code, _, stderr) = lancet(&["book", "build", "--depth", "2", "-o", &one, "no such file.txt"]);
    assert_eq!((code, stderr.lines().count()), (Some(2), 1), "{stderr}");
}

#[test]
fn book_build_skips_invalid_lines() {
    let folder = Folder::new();
    let bin = folder.name("lines.bin");
    let build = |file: &str| lancet(&["book", "build", file, "-o", &bin, "--min-games", "1"]);
    for end in ["\n", "\r\n", "\r"] {
        let file = folder.write("lines.txt", ["# lines", "e4 e5", "", "e4 Ke3", "*", "d4 d5"].join(end));
        let (code, stdout, stderr) = build(&file);
        assert!(code == Some(0) && stdout.starts_with("Lines or games: 2\n"), "{stdout}{stderr}");
        let warnings = [
            format!("warning: {file}, line 4: invalid move 'Ke3': not a legal move\n"),
            format!("warning: {file}, line 5: no moves\n"),
            format!("warning: {file}: skipped 2 of 4 lines\n"),
        ];
        assert_eq!(stderr, warnings.concat(), "{end:?}");
    }
    // The first column is empty.
    let file = folder.write("lines.tsv", "eco\tpgn\n\t1. e4 e5\n\t1. e4 e9\nA00\n");
    let (code, stdout, stderr) = build(&file);
    assert!(code == Some(0) && stdout.starts_with("Lines or games: 1\n"), "{stdout}{stderr}");
    assert!(stderr.contains("line 3: invalid move 'e9'"), "{stderr}");
    assert!(stderr.contains("line 4: no moves\n") && stderr.ends_with("skipped 2 of 3 lines\n"), "{stderr}");
}

#[test]
fn book_build_rejects_inputs_without_a_line_or_game() {
    let folder = Folder::new();
    let bin = folder.name("none.bin");
    for (name, text, reason) in [
        ("none.txt", "", "no lines in it"),
        ("remarks.txt", "# nothing\n\n", "no lines in it"),
        ("none.tsv", "uci\n", "no lines in it"),
        (
            "bad.txt",
            "e5\nnonsense\n",
            "line 1: invalid move 'e5': not a legal move (none of 2 lines is valid)",
        ),
        ("none.pgn", "", "no games in it"),
        ("text.pgn", "nothing but words\n", "no games in it"),
        ("atomic.pgn", "[Variant \"Atomic\"]\n\n1. e4 *\n", "no games in it"),
    ] {
        let file = folder.write(name, text);
        let (code, _, stderr) = lancet(&["book", "build", &file, "-o", &bin]);
        assert!(
            code == Some(2) && stderr.ends_with(&format!("cannot read '{file}': {reason}\n")),
            "{stderr}"
        );
    }
    assert!(!Path::new(&bin).exists());
}
