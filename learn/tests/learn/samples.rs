//! Samples: loading, filters, held-out games, and files.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use crate::common::{random_games, write_games};
use lancet::position::Position;
use lancet_learn::records::Game;
use lancet_learn::samples::{Filter, Sample, Samples, game_number, load, read_file, write_file};

/// Keeps every position.
const ALL: Filter = Filter {
    keep_checks: true,
    keep_captures: true,
    first_ply: 0,
    max_score: 10_000,
    min_pieces: 0,
    merge: false,
    held_out: 0.0,
};

fn sample(position: &Position, win_probability: f32, game: &Game) -> Sample {
    let turn = position.turn();
    Sample::new(position.board(), turn, win_probability, game.result.points(turn), game_number(game)).unwrap()
}

#[test]
fn every_position_is_loaded_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let games = random_games(70, 21);
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    write_games(&first, &games[..50], 20);
    write_games(&second, &games[50..], 20);
    let (found, counts) = load(&[first, second], &ALL).unwrap();
    let expected: Vec<Sample> = games
        .iter()
        .flat_map(|game| {
            game.positions().map(|(position, scored)| sample(&position, scored.score.expected(), game))
        })
        .collect();
    assert_eq!(found, Samples { train: expected, held_out: Vec::new() });
    assert_eq!((counts.games, counts.positions), (70, found.train.len() as u64));
}

#[test]
fn filters_skip_and_count_positions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games = random_games(100, 22);
    write_games(&path, &games, 20);
    let filter = Filter { first_ply: 20, max_score: 300, min_pieces: 12, ..Filter::default() };
    let (found, counts) = load(&[path], &filter).unwrap();
    let expected = games
        .iter()
        .flat_map(|game| {
            let openings = game.opening.len();
            game.positions().enumerate().filter(move |(index, (position, scored))| {
                index + openings >= 20
                    && scored.score.units().abs() <= 300
                    && position.board().occupied().count() >= 12
                    && !position.in_check()
                    && !scored.played.is_capture()
                    && !scored.played.is_promotion()
            })
        })
        .count();
    assert_eq!(found.len(), expected);
    let skipped = counts.early + counts.decided + counts.few_pieces + counts.checks + counts.captures;
    assert_eq!(found.len() as u64 + skipped, counts.positions);
    assert!(
        [counts.early, counts.decided, counts.few_pieces, counts.checks, counts.captures]
            .iter()
            .all(|n| *n > 0)
    );
}

#[test]
fn the_same_games_are_held_out_of_every_set() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let games = random_games(120, 23);
    write_games(&first, &games[..60], 20);
    write_games(&second, &games[60..], 20);
    let filter = Filter { held_out: 0.3, ..ALL };
    let numbers = |samples: &[Sample]| -> Vec<u32> {
        let mut numbers: Vec<u32> = samples.iter().map(Sample::game).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    };
    let (both, _) = load(&[first, second.clone()], &filter).unwrap();
    let (held_out, train) = (numbers(&both.held_out), numbers(&both.train));
    assert!(held_out.iter().all(|number| !train.contains(number)));
    assert!((15..60).contains(&held_out.len()), "{}", held_out.len());
    let (one, _) = load(&[second], &filter).unwrap();
    assert!(numbers(&one.held_out).iter().all(|number| held_out.contains(number)));
    assert!(numbers(&one.train).iter().all(|number| train.contains(number)));
}

#[test]
fn duplicates_are_merged_with_the_option() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let games = random_games(10, 24);
    write_games(&path, &[&games[..], &games[..5]].concat(), 20);
    let (all, _) = load(std::slice::from_ref(&path), &ALL).unwrap();
    let (merged, counts) = load(&[path], &Filter { merge: true, ..ALL }).unwrap();
    assert!(counts.duplicates > 0);
    assert_eq!(merged.len() as u64 + counts.duplicates, all.len() as u64);
    assert!(counts.to_string().ends_with("; 5 games occur more than once and count each time"), "{counts}");
}

#[test]
fn unusable_files_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let refused = |path: PathBuf| load(&[path], &ALL).err().unwrap().to_string();
    assert!(refused(path("none")).contains("cannot read"));
    fs::write(path("foreign"), "not games").unwrap();
    assert!(refused(path("foreign")).contains("no readable games"));

    let games = random_games(60, 25);
    write_games(&path("games"), &games, 20);
    let mut bytes = fs::read(path("games")).unwrap();
    bytes[500] ^= 1;
    fs::write(path("damaged"), &bytes).unwrap();
    let (found, counts) = load(&[path("damaged")], &ALL).unwrap();
    assert_eq!((counts.games, counts.unreadable_blocks), (40, 1));
    assert!(counts.to_string().contains("1 unreadable blocks, 0 invalid games"), "{}", counts);

    write_file(&path("samples"), &found).unwrap();
    let (loaded, counts) = load(&[path("samples")], &Filter::default()).unwrap();
    assert_eq!((&loaded, counts.to_string()), (&found, format!("{} samples", found.len())));
    let (both, counts) = load(&[path("damaged"), path("samples")], &Filter::default()).unwrap();
    assert!(both.len() > found.len());
    let expected = format!(" positions of 40 games, {} samples; skipped ", found.len());
    assert!(counts.to_string().contains(&expected), "{counts}");
    assert_eq!(read_file(&path("samples")).unwrap(), found);
    let mut bytes = fs::read(path("samples")).unwrap();
    bytes[5000] ^= 1;
    fs::write(path("samples"), &bytes).unwrap();
    assert!(load(&[path("samples")], &Filter::default()).err().unwrap().to_string().contains("corrupt"));
    // What was selected before cannot be selected again.
    assert!(refused(path("samples")).contains("expected files of games with these options"));

    let filter = Filter { min_pieces: 33, ..ALL };
    let nothing = load(&[path("games")], &filter).err().unwrap().to_string();
    assert!(nothing.starts_with("no training samples: "), "{nothing}");
}
