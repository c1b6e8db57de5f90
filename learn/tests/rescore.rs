//! Rescore: games keep their moves and results, and get the scores of another judge.

mod common;

use std::fs;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use common::{QUICK, fresh, games_of};
use lancet_learn::play::{Bounds, Evaluation, Run};
use lancet_learn::records::{Block, Game, Generator};
use lancet_learn::rescore::Rescore;
use lancet_learn::samples::{Counts, Filter};

/// Games by the values of the pieces alone.
fn played(name: &str, seed: u64, games: u64) -> PathBuf {
    let path = fresh(name);
    let mut run = Run::new(Generator { seed, ..QUICK }, Evaluation::material()).unwrap();
    run.bounds = Bounds { games: Some(games), ..Bounds::default() };
    run.play(&path).unwrap();
    path
}

fn rescore(games: &Path, out: &Path, threads: usize) -> Result<String, String> {
    let command = Rescore {
        games: games.to_owned(),
        out: out.to_owned(),
        net: None,
        soft: NonZeroU32::new(60).unwrap(),
        threads: NonZeroUsize::new(threads),
        time: None,
    };
    let mut told = Vec::new();
    command.run(&mut told).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(told).unwrap())
}

/// How many scores differ, and how many of them in positions that training does not take.
fn changed(before: &Game, after: &Game) -> (usize, usize) {
    assert_eq!((&before.opening, before.result, before.end), (&after.opening, after.result, after.end));
    assert!(before.all_moves().eq(after.all_moves()));
    let (mut all, mut left_out) = (0, 0);
    for (index, ((position, old), (_, new))) in before.positions().zip(after.positions()).enumerate() {
        if old.score != new.score {
            all += 1;
            let ply = before.opening.len() + index;
            let kept = Filter::default().keeps(&position, &old, ply, &mut Counts::default());
            left_out += usize::from(!kept);
        }
    }
    (all, left_out)
}

#[test]
fn moves_stay_and_scores_are_new_where_training_takes_them() {
    let path = played("before.games", 6, 6);
    let out = fresh("after.games");
    let told = rescore(&path, &out, 2).unwrap();
    let (before, after) = (games_of(&path), games_of(&out));
    assert!(
        told.starts_with(&format!(
            "6 games, {} positions",
            before.iter().map(|g| g.moves.len()).sum::<usize>()
        ))
    );
    assert_eq!(before.len(), after.len());
    let counts: Vec<_> = before.iter().zip(&after).map(|(before, after)| changed(before, after)).collect();
    assert!(counts.iter().all(|(all, left_out)| *all > 10 && *left_out == 0), "{counts:?}");

    let header = Block::all_of(&fs::read(&out).unwrap())[0].header;
    assert_eq!(header.generator.rules, QUICK.rules | Generator::JUDGED);
    assert_eq!((header.generator.seed, header.generator.soft_nodes), (6, 60));
    assert_eq!(header.generator.network, Evaluation::built_in().id());
}

#[test]
fn damage_is_told() {
    let path = played("sound.games", 5, 4);
    let mut bytes = fs::read(&path).unwrap();
    assert!(!rescore(&path, &fresh("whole.games"), 2).unwrap().contains("passed over"));
    // Behind the games comes what is none.
    bytes.extend([7; 100]);
    fs::write(&path, bytes).unwrap();
    let told = rescore(&path, &fresh("part.games"), 2).unwrap();
    assert!(told.starts_with("4 games") && told.contains("passed over         1 damaged block"), "{told}");
}

#[test]
fn the_same_games_come_out_however_they_were_judged() {
    let path = played("same.games", 5, 5);
    let (one, two) = (fresh("one.games"), fresh("two.games"));
    rescore(&path, &one, 1).unwrap();
    rescore(&path, &two, 3).unwrap();
    let bytes = fs::read(&one).unwrap();
    assert_eq!(fs::read(&two).unwrap(), bytes);

    // Broken off in the only block, and finished already.
    fs::write(&two, &bytes[..bytes.len() / 2]).unwrap();
    rescore(&path, &two, 2).unwrap();
    assert_eq!(fs::read(&two).unwrap(), bytes);
    rescore(&path, &two, 2).unwrap();
    assert_eq!(fs::read(&two).unwrap(), bytes);
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let (path, other) = (played("first.games", 5, 1), played("second.games", 6, 1));
    let mut both = fs::read(&path).unwrap();
    both.extend(fs::read(&other).unwrap());
    let mixed = fresh("mixed.games");
    fs::write(&mixed, both).unwrap();
    assert!(rescore(&mixed, &fresh("out.games"), 1).unwrap_err().contains("games of several runs"));
    let empty = fresh("empty.games");
    fs::write(&empty, "").unwrap();
    assert!(rescore(&empty, &fresh("out.games"), 1).unwrap_err().contains("no games that can be read"));
    // Games that were played are not to be mixed with games that were judged.
    let error = rescore(&path, &other, 1).unwrap_err();
    assert!(error.contains("was begun with"), "{error}");
}
