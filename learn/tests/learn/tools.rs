//! The commands `info`, `export` and `merge`, checked against other implementations.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Folder, GENERATOR, blocks_of, games_of, random_games, write_games};
use lancet_learn::export::{Export, Format};
use lancet_learn::info::Summary;
use lancet_learn::merge::Merge;
use lancet_learn::records::{Block, Game, GameResult, Termination};
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Color, EnPassantMode, Position, Role, Square};

#[test]
fn info_counts_games() {
    let folder = Folder::new();
    let games = random_games(40, 21);
    let path = folder.join("info.games");
    write_games(&path, &games, 15);
    let mut bytes = fs::read(&path).unwrap();
    let third = bytes.len() - 1;
    bytes[third] ^= 1; // corrupts the block of the last ten games
    fs::write(&path, &bytes).unwrap();

    let mut summary = Summary::default();
    summary.add_file(&path).unwrap();
    let whole = &games[..30];
    assert_eq!((summary.blocks, summary.games), (2, 30));
    assert_eq!(summary.positions, whole.iter().map(|game| game.moves.len() as u64).sum::<u64>());
    assert_eq!(summary.random_plies, whole.iter().map(|game| game.opening.len() as u64).sum::<u64>());
    assert_eq!(summary.bytes, blocks_of(&bytes).iter().map(Block::size).sum::<u64>());
    assert_eq!(summary.bytes + summary.damage.bytes, bytes.len() as u64);
    for outcome in GameResult::ALL {
        let count = whole.iter().filter(|game| game.result == outcome).count();
        assert_eq!(summary.results[outcome as usize], count as u64);
    }
    for termination in Termination::ALL {
        let count = whole.iter().filter(|game| game.termination == termination).count();
        assert_eq!(summary.terminations[termination as usize], count as u64);
    }
    let lengths = || whole.iter().map(|game| game.moves.len());
    assert_eq!(summary.lengths, Some((lengths().min().unwrap(), lengths().max().unwrap())));
    assert_eq!((summary.damage.blocks, summary.damage.games), (1, 0));
    let generator = summary.generators.values().next().unwrap();
    assert_eq!((generator.games, &generator.seeds[..]), (30, &[GENERATOR.seed][..]));
}

/// Returns every searched position, replayed with shakmaty only.
fn replay(game: &Game) -> Vec<Chess> {
    let mut chess = Chess::default();
    game.opening.iter().for_each(|m| chess = chess.clone().play(*m).unwrap());
    let step = |scored: &lancet_learn::records::ScoredMove| {
        let after = chess.clone().play(scored.played).unwrap();
        std::mem::replace(&mut chess, after)
    };
    game.moves.iter().map(step).collect()
}

fn export(folder: &Folder, from: &Path, format: Format, quiet: bool) -> Vec<u8> {
    let out = folder.join(&format!("exported-{format:?}-{quiet}"));
    Export { files: vec![from.into()], format, out: out.clone().into(), quiet }.run(&mut Vec::new()).unwrap();
    fs::read(&out).unwrap()
}

#[test]
fn exported_text_matches_the_games() {
    let folder = Folder::new();
    let games = random_games(10, 22);
    let path = folder.join("text.games");
    write_games(&path, &games, 4);
    let text = String::from_utf8(export(&folder, &path, Format::Text, false)).unwrap();
    let mut lines = text.lines();
    for game in &games {
        for (chess, scored) in replay(game).into_iter().zip(&game.moves) {
            let parts: Vec<&str> = lines.next().unwrap().split(" | ").collect();
            assert_eq!(parts[0], Fen::from_position(&chess, EnPassantMode::Legal).to_string());
            let white: i16 = parts[1].parse().unwrap();
            assert_eq!(chess.turn().fold_wb(white, -white), scored.score.units());
            let result = match game.result {
                GameResult::White => "1.0",
                GameResult::Draw => "0.5",
                GameResult::Black => "0.0",
            };
            assert_eq!(parts[2], result);
        }
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn exported_bullet_records_match_the_games() {
    let folder = Folder::new();
    let games = random_games(10, 23);
    let path = folder.join("bullet.games");
    write_games(&path, &games, 100);
    let bytes = export(&folder, &path, Format::Bullet, false);
    assert_eq!(bytes.len() % 32, 0);
    let mut records = bytes.chunks_exact(32);
    for game in &games {
        for (chess, scored) in replay(game).into_iter().zip(&game.moves) {
            let record = records.next().unwrap();
            let mut board = chess.board().clone();
            if chess.turn().is_black() {
                board.flip_vertical();
                board.swap_colors();
            }
            let occupied = u64::from_le_bytes(record[..8].try_into().unwrap());
            assert_eq!(board.occupied(), Bitboard(occupied));
            for (place, square) in Bitboard(occupied).into_iter().enumerate() {
                let piece = record[8 + place / 2] >> (4 * (place % 2)) & 15;
                let expected = board.piece_at(square).unwrap();
                assert_eq!(Role::ALL[usize::from(piece & 7)], expected.role);
                assert_eq!(piece & 8 == 0, expected.color == Color::White);
            }
            let score = i16::from_le_bytes([record[24], record[25]]);
            assert_eq!(score, scored.score.units());
            assert_eq!(f32::from(record[26]) / 2.0, game.result.points(chess.turn()));
            let king = |color| board.king_of(color).unwrap();
            assert_eq!(Square::new(record[27].into()), king(Color::White));
            assert_eq!(Square::new(record[28].into()), king(Color::Black).flip_vertical());
            assert_eq!(record[29..], [0, 0, 0]);
        }
    }
    assert_eq!(records.next(), None);
}

#[test]
fn export_can_skip_noisy_positions() {
    let folder = Folder::new();
    let games = random_games(10, 24);
    let path = folder.join("quiet.games");
    write_games(&path, &games, 100);
    let text = String::from_utf8(export(&folder, &path, Format::Text, true)).unwrap();
    let quiet = games.iter().flat_map(|game| replay(game).into_iter().zip(game.moves.clone()));
    let quiet = quiet.filter(|(chess, scored)| {
        !chess.is_check() && !scored.played.is_capture() && !scored.played.is_promotion()
    });
    assert_eq!(text.lines().count(), quiet.count());
    for line in text.lines() {
        let fen: Fen = line.split(" | ").next().unwrap().parse().unwrap();
        assert!(!fen.into_position::<Chess>(CastlingMode::Standard).unwrap().is_check());
    }
}

fn merge(folder: &Folder, files: &[&PathBuf], name: &str, shuffle: Option<u64>) -> Result<PathBuf, String> {
    let out = folder.join(name);
    let files = files.iter().copied().cloned().map(Into::into).collect();
    Merge { files, out: out.clone().into(), parts: false, shuffle }
        .run(&mut Vec::new())
        .map_err(|error| error.to_string())?;
    Ok(out)
}

/// Games that were read before are counted, also in a block that has others.
#[test]
fn merge_counts_duplicate_games() {
    let folder = Folder::new();
    let games = random_games(20, 28);
    let [small, part] = ["small.games", "part.games"].map(|name| folder.join(name));
    write_games(&small, &games, 7);
    write_games(&part, &games[..10], 10);
    let count = |files: [&PathBuf; 2], name: &str| {
        let files = files.into_iter().cloned().map(Into::into).collect();
        let mut out = Vec::new();
        let merge = Merge { files, out: folder.join(name).into(), parts: false, shuffle: None };
        merge.run(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    for (files, name) in [([&part, &small], "one.games"), ([&small, &part], "two.games")] {
        let text = count(files, name);
        assert!(text.contains("\nskipped             10 duplicate games\n"), "{text}");
    }
}

#[test]
fn merged_files_contain_each_game_once() {
    let folder = Folder::new();
    let games = random_games(60, 25);
    let small = folder.join("small.games");
    write_games(&small, &games, 7);
    let one = merge(&folder, &[&small], "one.games", None).unwrap();
    assert_eq!(games_of(&one), games);
    assert_eq!(blocks_of(&fs::read(&one).unwrap()).len(), 1);
    assert!(fs::metadata(&one).unwrap().len() < fs::metadata(&small).unwrap().len());

    assert_eq!(games_of(&merge(&folder, &[&small, &small, &one], "twice.games", None).unwrap()), games);
    // Files that have some of the games, in any order.
    let part = folder.join("part.games");
    write_games(&part, &games[..10], 10);
    for (index, files) in [[&part, &small], [&small, &part]].into_iter().enumerate() {
        let merged = merge(&folder, &files, &format!("overlap{index}.games"), None).unwrap();
        assert_eq!(games_of(&merged), games);
    }
    // Other games with the same settings and numbers are not duplicates.
    let other = folder.join("other.games");
    write_games(&other, &random_games(7, 27), 7);
    let error = merge(&folder, &[&small, &other], "other2.games", None).unwrap_err();
    assert!(error.contains("game 0 of the run with seed") && error.contains("another game"), "{error}");
    assert!(!folder.join("other2.games").exists());
}

#[test]
fn blocks_are_shuffled_and_existing_files_are_kept() {
    let folder = Folder::new();
    let games = random_games(60, 26);
    let small = folder.join("ordered.games");
    write_games(&small, &games, 1);
    // Without every second block no blocks are consecutive and can be joined.
    let blocks = blocks_of(&fs::read(&small).unwrap());
    fs::write(&small, blocks.iter().step_by(2).flat_map(Block::to_bytes).collect::<Vec<_>>()).unwrap();
    let key = |game: &Game| format!("{game:?}");
    let mut expected: Vec<String> = games.iter().step_by(2).map(key).collect();
    let mut found: Vec<String> =
        games_of(&merge(&folder, &[&small], "shuffled.games", Some(1)).unwrap()).iter().map(key).collect();
    assert_ne!(found, expected);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);

    let merge =
        Merge { files: vec![small.clone().into()], out: small.clone().into(), parts: false, shuffle: None };
    assert!(merge.run(&mut Vec::new()).unwrap_err().to_string().contains("already exists"));
}
