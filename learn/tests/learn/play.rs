//! Self-play: determinism, terminations, and continued files.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::common::{Folder, QUICK, blocks_of, games_of, set_other_version};
use lancet::position::Position;
use lancet_learn::play::{Bounds, Evaluation, Run};
use lancet_learn::records::{Game, GameResult, Generator, HEADER_BYTES, Termination};

fn run(generator: Generator, games: u64, threads: usize) -> Run {
    let mut run = Run::new(generator, Evaluation::built_in()).unwrap();
    run.bounds = Bounds { games: Some(games), ..Bounds::default() };
    run.threads = threads;
    run
}

fn play(path: &Path, games: u64, threads: usize) -> Vec<Game> {
    let done = run(QUICK, games, threads).play(path).unwrap();
    let found = games_of(path);
    assert_eq!((done.games, done.interrupted), (found.len() as u64, false));
    assert_eq!(done.positions, found.iter().map(|game| game.moves.len() as u64).sum::<u64>());
    found
}

#[test]
fn the_same_seed_gives_the_same_games_with_any_number_of_threads() {
    let folder = Folder::new();
    let games = play(&folder.join("one-thread.games"), 6, 1);
    assert_eq!(games.len(), 6);
    assert_eq!(play(&folder.join("two-threads.games"), 6, 2), games);
    let other = folder.join("other-seed.games");
    run(Generator { seed: 6, ..QUICK }, 2, 1).play(&other).unwrap();
    assert_ne!(games_of(&other), games[..2]);
}

#[test]
fn terminations_match_the_final_position() {
    let folder = Folder::new();
    for game in play(&folder.join("ends.games"), 10, 2) {
        assert!((8..=9).contains(&game.opening.len()));
        let last = game.positions().last().map(|(position, scored)| (position.play(scored.played), scored));
        let (end, scored) = last.unwrap();
        let winner = if game.termination == Termination::Mate {
            !end.turn()
        } else {
            winner(&end, scored.score.level())
        };
        match game.termination {
            Termination::Mate => assert!(end.in_check() && !end.has_legal_move()),
            Termination::Stalemate => assert!(!end.in_check() && !end.has_legal_move()),
            Termination::Material => assert!(end.is_dead()),
            Termination::FiftyMoves => assert_eq!(end.halfmoves(), 100),
            Termination::AdjudicatedWin => assert!(scored.score.level().abs() > 120),
            Termination::AdjudicatedDraw => assert!(scored.score.level().abs() <= 2),
            Termination::Repetition | Termination::Length => {}
            Termination::Time => panic!("self-play has no clock"),
        }
        let decided = game.termination.is_decisive();
        assert_eq!(
            game.result,
            if decided { GameResult::win_of(winner) } else { GameResult::Draw },
            "{:?}",
            game.termination
        );
    }
}

/// Returns the side that is better by the last score, which is from the view of the side that moved last.
fn winner(end: &Position, level: i8) -> shakmaty::Color {
    if level > 0 { !end.turn() } else { end.turn() }
}

#[test]
fn a_file_is_continued_where_it_ends() {
    let folder = Folder::new();
    let whole = play(&folder.join("whole.games"), 6, 1);
    let path = folder.join("continued.games");
    assert_eq!(play(&path, 2, 2), whole[..2]);
    assert_eq!(play(&path, 4, 1), whole[..4]);
    assert_eq!(play(&path, 4, 1), whole[..4], "no game is missing");

    // Truncated in the second block, the file contains two games.
    let bytes = fs::read(&path).unwrap();
    let first = blocks_of(&bytes)[0].size() as usize;
    for cut in [bytes.len() - 1, first + 100, first + 3] {
        fs::write(&path, &bytes[..cut]).unwrap();
        assert_eq!(play(&path, 4, 2), whole[..4], "cut at {cut}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    fs::write(&path, &bytes[..first / 2]).unwrap();
    assert_eq!(play(&path, 6, 2), whole);
}

#[test]
fn limits_of_positions_and_time_end_a_run() {
    let folder = Folder::new();
    let whole = play(&folder.join("games.games"), 3, 1);
    let path = folder.join("positions.games");
    let mut by_positions = run(QUICK, 1000, 2);
    by_positions.bounds = Bounds { positions: Some(whole[0].moves.len() as u64 + 1), ..Bounds::default() };
    let done = by_positions.play(&path).unwrap();
    assert_eq!((done.games, games_of(&path)), (2, whole[..2].to_vec()));

    // A block that is there twice counts once.
    let path = folder.join("twice.games");
    let three = play(&path, 3, 1);
    let block = fs::read(&path).unwrap();
    fs::write(&path, [&block[..], &block].concat()).unwrap();
    let positions: usize = three.iter().map(|game| game.moves.len()).sum();
    let mut one_more = run(QUICK, 1000, 2);
    one_more.bounds = Bounds { positions: Some(positions as u64 + 1), ..Bounds::default() };
    let done = one_more.play(&path).unwrap();
    assert_eq!(done.games, 4);

    let path = folder.join("time.games");
    let mut by_time = run(QUICK, 1000, 2);
    by_time.bounds = Bounds { time: Some(Duration::from_millis(100)), ..Bounds::default() };
    let done = by_time.play(&path).unwrap();
    assert_eq!(done.games, games_of(&path).len() as u64);
    assert!(done.games > 0 && !done.interrupted, "current games are completed");
}

#[test]
fn a_file_of_another_run_is_refused_with_a_reason() {
    let folder = Folder::new();
    let path = folder.join("settings.games");
    play(&path, 1, 1);
    let bytes = fs::read(&path).unwrap();
    let others = [
        (Generator { soft_nodes: 41, ..QUICK }, "soft limit of 40 nodes, not 41"),
        (Generator { hard_nodes: 201, ..QUICK }, "hard limit of 200 nodes, not 201"),
        (Generator { seed: 6, ..QUICK }, "seed 5, not 6"),
        (Generator { hash_mb: 2, ..QUICK }, "1 MiB of hash, not 2"),
        (Generator { rules: 3, ..QUICK }, "a different engine signature or version of the rules"),
    ];
    for (generator, reason) in others {
        let error = run(generator, 2, 1).play(&path).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

/// Only an unfinished block of the run is replaced: its games are played again.
#[test]
fn games_that_cannot_be_read_are_not_replaced() {
    let folder = Folder::new();
    let path = folder.join("kept.games");
    play(&path, 2, 1);
    let own = fs::read(&path).unwrap();
    let other_run = folder.join("other.games");
    run(Generator { seed: 6, ..QUICK }, 2, 1).play(&other_run).unwrap();
    let other = fs::read(&other_run).unwrap();
    let mut of_range = run(QUICK, 2, 1);
    of_range.first_game = 40;
    let later = folder.join("later.games");
    of_range.play(&later).unwrap();
    let of_range = fs::read(&later).unwrap();
    let flipped = |bytes: &[u8], index: usize| {
        let mut bytes = bytes.to_vec();
        bytes[index] ^= 1;
        bytes
    };
    let (header_of_own, body_of_other) = (flipped(&own, 40), flipped(&other, HEADER_BYTES + 9));
    let mut of_version = own.clone();
    set_other_version(&mut of_version);
    let body_of_own = flipped(&own, HEADER_BYTES + 9);
    for end in [
        header_of_own,
        body_of_other.clone(),
        of_version.clone(),
        other[..other.len() - 1].to_vec(),
        of_range[..of_range.len() - 1].to_vec(),
        [body_of_own, of_version].concat(),
    ] {
        for bytes in [end.clone(), [&own[..], &end].concat()] {
            fs::write(&path, &bytes).unwrap();
            let error = run(QUICK, 3, 1).play(&path).unwrap_err().to_string();
            assert!(error.contains("something other than games of this run, which would be lost"), "{error}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }
    fs::write(&path, [&own[..], b"and a letter"].concat()).unwrap();
    assert!(run(QUICK, 3, 1).play(&path).is_err());
}

/// Games that are missing are not made up for, but the summary has the damage.
#[test]
fn damage_before_the_end_is_reported() {
    let folder = Folder::new();
    let path = folder.join("damaged.games");
    for games in [1, 2, 3] {
        play(&path, games, 1);
    }
    let mut bytes = fs::read(&path).unwrap();
    let first = blocks_of(&bytes)[0].size() as usize;
    bytes[first + HEADER_BYTES + 5] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let done = run(QUICK, 4, 1).play(&path).unwrap();
    assert_eq!((done.games, done.damage.blocks), (3, 1));
    let numbers: Vec<u64> =
        blocks_of(&fs::read(&path).unwrap()).iter().map(|block| block.header.first_game).collect();
    assert_eq!(numbers, [0, 2, 3]);
}

#[test]
fn other_and_locked_files_are_not_changed() {
    let folder = Folder::new();
    let path = folder.join("letter.txt");
    fs::write(&path, "Dear reader").unwrap();
    let error = run(QUICK, 1, 1).play(&path).unwrap_err().to_string();
    assert!(error.contains("not a file of game records"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear reader");

    let path = folder.join("locked.games");
    let file = fs::File::create(&path).unwrap();
    file.lock().unwrap();
    let error = run(QUICK, 1, 1).play(&path).unwrap_err().to_string();
    assert!(error.contains("another process is writing"), "{error}");
}
