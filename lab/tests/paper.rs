//! The paper: what stands in it is what the data beside it say.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::TempDir;
use lancet::Error;
use lancet::eval::nnue::Model;
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::driver_match::DriverMatches;
use lancet_arena::time_control::TimeControl;
use lancet_lab::drivers::Drivers;
use lancet_lab::paper::Paper;

/// The folder of the project's paper.
fn published() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/drivers")
}

/// A folder with the text of the paper and nothing else.
fn unmeasured() -> TempDir {
    let folder = TempDir::new();
    fs::copy(published().join("README.md"), folder.path().join("README.md")).expect("a copy");
    folder
}

/// The text of the paper, with a few small searches and games beside it.
fn measured() -> TempDir {
    let folder = unmeasured();
    let contestants: Vec<DriverConfig> = ["PVS", "C*"].map(|name| name.parse().expect("a name")).into();
    let searches = Drivers {
        files: Vec::new(),
        positions: 3,
        depth: 4,
        drivers: contestants.clone(),
        hash_mb: vec![16],
        bounds: vec![1],
        granularities: vec![1],
        plain: false,
        without: Vec::new(),
        model: Model::built_in(),
        threads: 1,
        csv: Some(folder.path().join("searches.csv")),
    };
    searches.run(&mut Vec::new()).expect("searches");
    let games = DriverMatches {
        drivers: contestants,
        games: 2,
        time_control: TimeControl::Nodes(50),
        openings: None,
        seed: 1,
        threads: 1,
        hash_mb: 1,
        without: Vec::new(),
        model: Model::built_in(),
        sprt: None,
        csv: Some(folder.path().join("games.csv")),
        pgn: None,
    };
    games.run(&mut Vec::new()).expect("games");
    folder
}

fn paper(folder: &Path) -> Paper {
    Paper { folder: folder.into(), check: false }
}

/// What is not as the data say, a file a line.
fn faults(folder: &Path) -> String {
    let mut out = Vec::new();
    let told = Paper { check: true, ..paper(folder) }.run(&mut out);
    let out = String::from_utf8(out).expect("UTF-8");
    assert_eq!(matches!(told, Err(Error::Failed)), !out.is_empty(), "{told:?}: {out}");
    out
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("README.md")).expect("the text")
}

#[test]
fn the_paper_says_what_the_data_say() {
    let faults = faults(&published());
    assert!(faults.is_empty(), "run `cargo run --release -p lancet-lab -- paper`: {faults}");
}

#[test]
fn what_was_not_measured_is_said() {
    let folder = unmeasured();
    let folder = folder.path();
    paper(folder).run(&mut Vec::new()).expect("a paper");
    assert!(faults(folder).is_empty());
    assert!(text(folder).matches("*not yet measured*").count() >= 5, "{}", text(folder));
    assert!(fs::read_dir(folder).expect("the folder").count() == 1, "there is nothing to draw");
}

#[test]
fn what_is_not_so_is_found_and_mended() {
    let folder = measured();
    let folder = folder.path();
    paper(folder).run(&mut Vec::new()).expect("a paper");
    assert!(faults(folder).is_empty());
    let whole = text(folder);
    assert!(whole.contains("**A trial: the full measurement has 200.**"), "{whole}");

    let wrong = whole.replacen(" PVS | 1.000 |", " PVS | 1.001 |", 1);
    assert_ne!(wrong, whole);
    fs::write(folder.join("README.md"), wrong).expect("a write");
    fs::remove_file(folder.join("full.svg")).expect("a figure");
    let told = faults(folder);
    assert!(told.contains("README.md is not") && told.contains("full.svg is not"), "{told}");
    assert_eq!(told.lines().count(), 2, "{told}");
    paper(folder).run(&mut Vec::new()).expect("a paper");
    assert_eq!((text(folder), faults(folder)), (whole, String::new()));
}

#[test]
fn data_of_two_engines_are_refused() {
    let folder = measured();
    let games = folder.path().join("games.csv");
    let rows = fs::read_to_string(&games).expect("the games");
    let mut heads = rows.lines().next().expect("heads").split(',');
    let column = heads.position(|head| head == "against_signature").expect("a column");
    let signature = rows.lines().nth(1).and_then(|row| row.split(',').nth(column)).expect("a signature");
    fs::write(&games, rows.replacen(&format!(",{signature},"), ",1,", 1)).expect("a write");
    match paper(folder.path()).run(&mut Vec::new()) {
        Err(Error::Sentence(sentence)) => assert!(sentence.contains("2 engines"), "{sentence}"),
        other => panic!("two engines are taken for one: {other:?}"),
    }
}
