//! Rescoring: games keep their moves and results and get new scores.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::{Folder, QUICK, blocks_of, games_of};
use lancet::types::Score;
use lancet_learn::merge::Merge;
use lancet_learn::play::{Bounds, Evaluation, RULES, Run};
use lancet_learn::records::{BlockBuilder, Game, Generator, HEADER_BYTES, WinProbability};
use lancet_learn::rescore::Rescore;
use lancet_learn::samples::{Filter, FilterCounts};

/// Plays games with material values only.
fn played(folder: &Folder, name: &str, seed: u64, games: u64) -> PathBuf {
    let path = folder.join(name);
    let mut run = Run::new(Generator { seed, ..QUICK }, Evaluation::material()).unwrap();
    run.bounds = Bounds { games: Some(games), ..Bounds::default() };
    run.play(&path).unwrap();
    path
}

fn rescore(games: &Path, out: &Path, threads: usize) -> Result<String, String> {
    rescore_for(games, out, threads, None)
}

fn command(games: &Path, out: &Path, threads: usize, time: Option<Duration>) -> Rescore {
    Rescore {
        games: games.into(),
        out: out.into(),
        net: None,
        soft: NonZeroU32::new(60).unwrap(),
        threads: NonZeroUsize::new(threads),
        time,
    }
}

fn rescore_for(games: &Path, out: &Path, threads: usize, time: Option<Duration>) -> Result<String, String> {
    let command = command(games, out, threads, time);
    let mut output = Vec::new();
    command.run(&mut output).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(output).unwrap())
}

/// A cycle compares them to find out whether the engine has changed.
#[test]
fn the_signature_is_that_of_the_file() {
    let folder = Folder::new();
    for rules in [QUICK.rules, RULES] {
        let (games, out) = (folder.join(&format!("{rules}.games")), folder.join(&format!("{rules}b.games")));
        let mut run = Run::new(Generator { rules, ..QUICK }, Evaluation::material()).unwrap();
        run.bounds = Bounds { games: Some(1), ..Bounds::default() };
        run.play(&games).unwrap();
        rescore(&games, &out, 1).unwrap();
        let block = &blocks_of(&fs::read(&out).unwrap())[0];
        let signature = command(&games, &out, 1, None).signature(rules).unwrap();
        assert_eq!(block.header.generator.signature, signature, "rules {rules}");
    }
}

/// Returns the number of scores that differ, and of those among them in positions that training does not use.
fn changed(before: &Game, after: &Game) -> (usize, usize) {
    assert_eq!(
        (&before.opening, before.result, before.termination),
        (&after.opening, after.result, after.termination)
    );
    assert!(before.all_moves().eq(after.all_moves()));
    let (mut all, mut skipped) = (0, 0);
    for (index, ((position, old), (_, new))) in before.positions().zip(after.positions()).enumerate() {
        if old.score != new.score {
            all += 1;
            let ply = before.opening.len() + index;
            let kept = Filter::default().keeps(&position, &old, ply, &mut FilterCounts::default());
            skipped += usize::from(!kept);
        }
    }
    (all, skipped)
}

/// A part of the games must not pass for all of them.
#[test]
fn games_that_the_time_does_not_allow_are_named() {
    let folder = Folder::new();
    let path = played(&folder, "before.games", 6, 6);
    let (part, whole) = (folder.join("part.games"), folder.join("whole.games"));
    let text = rescore_for(&path, &part, 1, Some(Duration::ZERO)).unwrap();
    assert!(text.contains(" of 6 games; run the same command to resume\n"), "{text}");
    let text = rescore(&path, &part, 1).unwrap();
    assert!(!text.contains("to resume"), "{text}");
    rescore(&path, &whole, 1).unwrap();
    assert_eq!(games_of(&part), games_of(&whole));
}

#[test]
fn scores_change_only_where_training_uses_them() {
    let folder = Folder::new();
    let path = played(&folder, "before.games", 6, 6);
    let out = folder.join("after.games");
    let text = rescore(&path, &out, 2).unwrap();
    let (before, after) = (games_of(&path), games_of(&out));
    assert!(
        text.starts_with(&format!(
            "6 games, {} positions",
            before.iter().map(|g| g.moves.len()).sum::<usize>()
        ))
    );
    assert_eq!(before.len(), after.len());
    let counts: Vec<_> = before.iter().zip(&after).map(|(before, after)| changed(before, after)).collect();
    assert!(counts.iter().all(|(all, skipped)| *all > 10 && *skipped == 0), "{counts:?}");

    let header = blocks_of(&fs::read(&out).unwrap())[0].header;
    assert_eq!(header.generator.rules, QUICK.rules | Generator::RESCORED);
    assert_eq!((header.generator.seed, header.generator.soft_nodes), (6, 60));
    assert_eq!(header.generator.network, Evaluation::built_in().id());
}

#[test]
fn a_file_of_other_games_is_not_continued() {
    let folder = Folder::new();
    let (path, other) = (played(&folder, "some.games", 6, 3), played(&folder, "other.games", 7, 3));
    let out = folder.join("out.games");
    rescore(&path, &out, 1).unwrap();
    let bytes = fs::read(&out).unwrap();
    for source in [other, played(&folder, "fewer.games", 6, 2)] {
        let error = rescore(&source, &out, 1).unwrap_err();
        assert!(error.contains("it was written with "), "{error}");
        assert_eq!(fs::read(&out).unwrap(), bytes);
    }
}

/// Rescored from another file of the same games, the scores of two sources would be mixed.
#[test]
fn a_file_of_games_with_other_scores_is_not_continued() {
    let folder = Folder::new();
    let path = played(&folder, "some.games", 6, 3);
    let out = folder.join("out.games");
    rescore(&path, &out, 1).unwrap();
    let bytes = fs::read(&out).unwrap();
    let mut games = games_of(&path);
    // Rescoring keeps the score of the opening.
    let first = &mut games[0].moves[0].score;
    let [even, high] = [0, 300].map(|units| WinProbability::from_score(Score::new(units)));
    *first = if *first == even { high } else { even };
    let other = folder.join("other.games");
    fs::write(&other, block(&path, 0, &games)).unwrap();
    let error = rescore(&other, &out, 1).unwrap_err();
    assert!(error.contains("it was written with another game 0"), "{error}");
    assert_eq!(fs::read(&out).unwrap(), bytes);
}

#[test]
fn damage_is_reported() {
    let folder = Folder::new();
    let path = played(&folder, "sound.games", 5, 4);
    let mut bytes = fs::read(&path).unwrap();
    assert!(!rescore(&path, &folder.join("whole.games"), 2).unwrap().contains("skipped"));
    // Foreign bytes follow the games.
    bytes.extend([7; 100]);
    fs::write(&path, bytes).unwrap();
    let text = rescore(&path, &folder.join("part.games"), 2).unwrap();
    assert!(text.starts_with("4 games") && text.contains("skipped             1 corrupt block"), "{text}");
}

/// Returns a block with some of the games of a file, which has one block from number 0 on.
fn part(path: &Path, range: Range<usize>) -> Vec<u8> {
    block(path, range.start as u64, &games_of(path)[range])
}

/// Returns a block of these games by the generator of a file.
fn block(path: &Path, first_game: u64, games: &[Game]) -> Vec<u8> {
    let generator = blocks_of(&fs::read(path).unwrap())[0].header.generator;
    let mut builder = BlockBuilder::new(generator, first_game);
    games.iter().for_each(|game| builder.push(game).unwrap());
    builder.take().unwrap().unwrap().to_bytes()
}

/// Returns the games of the valid blocks of a file with their numbers.
fn numbered(path: &Path) -> Vec<(u64, Game)> {
    let blocks = blocks_of(&fs::read(path).unwrap());
    blocks.iter().flat_map(|block| (block.header.first_game..).zip(block.decode().unwrap().games)).collect()
}

/// Parts of a run in one file, in any order, keep the numbers of their games, so that missing ones can be joined later.
#[test]
fn games_keep_their_numbers() {
    let folder = Folder::new();
    let whole = played(&folder, "whole.games", 5, 6);
    let rescored = folder.join("rescored.games");
    rescore(&whole, &rescored, 2).unwrap();
    let part = |range| part(&whole, range);
    let mut damaged = part(0..1);
    damaged[HEADER_BYTES + 3] ^= 1;
    let path = folder.join("joined.games");
    for (parts, numbers) in [
        (vec![part(0..2), part(4..6)], [0, 1, 4, 5]),
        (vec![part(4..6), part(0..2), part(4..6)], [0, 1, 4, 5]),
        (vec![damaged, part(1..3), part(3..5)], [1, 2, 3, 4]),
    ] {
        fs::write(&path, parts.concat()).unwrap();
        let out = folder.join("out.games");
        for _ in 0..2 {
            rescore(&path, &out, 1).unwrap();
            let all = games_of(&rescored);
            let expected = numbers.map(|number| (number, all[number as usize].clone()));
            assert_eq!(numbered(&out), expected);
        }
        fs::remove_file(&out).unwrap();
    }
}

/// Plays and rescores six games. Returns both files, and one for another output.
fn rescored(folder: &Folder) -> [PathBuf; 3] {
    let path = played(folder, "whole.games", 5, 6);
    let [whole, out] = ["rescored.games", "out.games"].map(|name| folder.join(name));
    rescore(&path, &whole, 2).unwrap();
    [path, whole, out]
}

/// Blocks that an output has twice do not stand for games that it lacks.
#[test]
fn an_output_with_a_block_twice_is_completed() {
    let folder = Folder::new();
    let [path, whole, out] = rescored(&folder);
    fs::write(&out, [part(&whole, 0..4), part(&whole, 0..4)].concat()).unwrap();
    let text = rescore(&path, &out, 1).unwrap();
    assert!(text.starts_with("6 games"), "{text}");
    let numbers: BTreeSet<u64> = numbered(&out).into_iter().map(|(number, _)| number).collect();
    assert!(numbers.into_iter().eq(0..6));
}

/// Two runs with one seed have other games with the same numbers once they are rescored; they are not dropped.
#[test]
fn games_of_two_runs_are_not_taken_for_duplicates() {
    let folder = Folder::new();
    let played = played(&folder, "played.games", 5, 3);
    let own = part(&played, 0..3);
    let path = folder.join("both.games");
    fs::write(&path, [own.clone(), own.clone()].concat()).unwrap();
    assert!(rescore(&path, &folder.join("same.games"), 1).unwrap().starts_with("3 games"));
    let reversed: Vec<Game> = games_of(&played).into_iter().rev().collect();
    fs::write(&path, [own, block(&played, 0, &reversed)].concat()).unwrap();
    let error = rescore(&path, &folder.join("out.games"), 1).unwrap_err();
    assert!(error.contains("several runs"), "{error}");
}

/// Games that a damaged output has lost are rescored again.
#[test]
fn a_damaged_output_is_completed() {
    let folder = Folder::new();
    let [path, whole, out] = rescored(&folder);
    let part = |range| part(&whole, range);
    let mut damaged = part(2..4);
    damaged[HEADER_BYTES + 3] ^= 1;
    fs::write(&out, [part(0..2), damaged, part(4..5)].concat()).unwrap();
    let text = rescore(&path, &out, 1).unwrap();
    assert!(text.starts_with("6 games") && text.contains("skipped             1 corrupt block"), "{text}");
    let mut found = numbered(&out);
    found.sort_by_key(|(number, _)| *number);
    assert_eq!(found, (0..).zip(games_of(&whole)).collect::<Vec<_>>());
}

#[test]
fn the_result_is_independent_of_threads_and_interruptions() {
    let folder = Folder::new();
    let path = played(&folder, "same.games", 5, 5);
    let (one, two) = (folder.join("one.games"), folder.join("two.games"));
    rescore(&path, &one, 1).unwrap();
    rescore(&path, &two, 3).unwrap();
    let bytes = fs::read(&one).unwrap();
    assert_eq!(fs::read(&two).unwrap(), bytes);

    // Truncated in the only block, and complete already.
    fs::write(&two, &bytes[..bytes.len() / 2]).unwrap();
    rescore(&path, &two, 2).unwrap();
    assert_eq!(fs::read(&two).unwrap(), bytes);
    rescore(&path, &two, 2).unwrap();
    assert_eq!(fs::read(&two).unwrap(), bytes);
}

/// The borders of blocks depend on time and interruptions; `merge --parts` draws them anew.
#[test]
fn merged_parts_have_the_bytes_of_an_uninterrupted_run() {
    let folder = Folder::new();
    let path = played(&folder, "played.games", 5, 5);
    let (whole, interrupted) = (folder.join("whole.games"), folder.join("interrupted.games"));
    rescore(&path, &whole, 1).unwrap();
    fs::write(&interrupted, part(&whole, 0..2)).unwrap();
    rescore(&path, &interrupted, 2).unwrap();
    let bytes = fs::read(&whole).unwrap();
    assert_eq!(games_of(&interrupted), games_of(&whole));
    assert_ne!(fs::read(&interrupted).unwrap(), bytes);
    let merged = folder.join("merged.games");
    let merge =
        Merge { files: vec![interrupted.into()], out: merged.clone().into(), parts: true, shuffle: None };
    merge.run(&mut Vec::new()).unwrap();
    assert_eq!(fs::read(&merged).unwrap(), bytes);
}

#[test]
fn mixed_and_empty_files_are_rejected() {
    let folder = Folder::new();
    let (path, other) = (played(&folder, "first.games", 5, 1), played(&folder, "second.games", 6, 1));
    let mut both = fs::read(&path).unwrap();
    both.extend(fs::read(&other).unwrap());
    let mixed = folder.join("mixed.games");
    fs::write(&mixed, both).unwrap();
    assert!(rescore(&mixed, &folder.join("out.games"), 1).unwrap_err().contains("games of several runs"));
    let empty = folder.join("empty.games");
    fs::write(&empty, "").unwrap();
    assert!(rescore(&empty, &folder.join("out.games"), 1).unwrap_err().contains("no readable games"));
    // A file of played games is not continued with rescored games.
    let error = rescore(&path, &other, 1).unwrap_err();
    assert!(error.contains("was written with"), "{error}");
}
