//! The paper agrees with the measurements beside it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::TempDir;
use lancet::Error;
use lancet::console::TableFormat;
use lancet::eval::nnue::Model;
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::driver_match::DriverMatches;
use lancet_arena::game_settings::GameSettings;
use lancet_arena::time_control::TimeControl;
use lancet_lab::LabError;
use lancet_lab::drivers::Drivers;
use lancet_lab::paper::{Paper, PaperError};

/// The folder of the published paper.
fn published() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/drivers")
}

/// A folder that contains only the text of the paper.
fn unmeasured() -> TempDir {
    let folder = TempDir::new();
    fs::copy(published().join("README.md"), folder.path().join("README.md")).expect("a copy");
    folder
}

/// The text of the paper with a few small searches and games beside it.
fn measured() -> TempDir {
    let folder = unmeasured();
    let drivers: Vec<DriverConfig> = ["PVS", "C*"].map(|name| name.parse().expect("a name")).into();
    let searches = Drivers {
        files: Vec::new(),
        positions: 3,
        depth: 4,
        drivers: drivers.clone(),
        hash_mb: vec![16],
        bounds: vec![1],
        granularities: vec![1],
        plain: false,
        without: Vec::new(),
        model: Model::built_in(),
        threads: 1,
        csv: Some(folder.path().join("searches.csv")),
        format: TableFormat::Markdown,
    };
    searches.run(&mut Vec::new()).expect("searches");
    let games = DriverMatches {
        drivers,
        games: Some(2),
        settings: GameSettings { hash_mb: 1, ..GameSettings::new(TimeControl::Nodes(50)) },
        without: Vec::new(),
        sprt: None,
        csv: Some(folder.path().join("games.csv")),
        pgn: None,
        format: TableFormat::Markdown,
    };
    games.run(&mut Vec::new()).expect("games");
    folder
}

fn paper(folder: &Path) -> Paper {
    Paper { folder: folder.into(), check: false }
}

/// The files that disagree with the measurements, one per line.
fn stale_files(folder: &Path) -> String {
    let mut out = Vec::new();
    let result = Paper { check: true, ..paper(folder) }.run(&mut out);
    let out = String::from_utf8(out).expect("UTF-8");
    let failed = matches!(result, Err(LabError::Engine(Error::Failed)));
    assert_eq!(failed, !out.is_empty(), "{result:?}: {out}");
    out
}

fn text(folder: &Path) -> String {
    fs::read_to_string(folder.join("README.md")).expect("the text")
}

#[test]
fn the_published_paper_is_up_to_date() {
    let stale = stale_files(&published());
    assert!(stale.is_empty(), "run `cargo run --release -p lancet-lab -- paper`: {stale}");
}

#[test]
fn items_without_measurements_say_so() {
    let folder = unmeasured();
    let folder = folder.path();
    paper(folder).run(&mut Vec::new()).expect("a paper");
    assert!(stale_files(folder).is_empty());
    assert!(text(folder).matches("*not yet measured*").count() >= 5, "{}", text(folder));
    assert!(fs::read_dir(folder).expect("the folder").count() == 1, "no figures");
}

#[test]
fn wrong_files_are_reported_and_regenerated() {
    let folder = measured();
    let folder = folder.path();
    paper(folder).run(&mut Vec::new()).expect("a paper");
    assert!(stale_files(folder).is_empty());
    let complete = text(folder);
    assert!(complete.contains("**Preliminary: the complete measurement has 200 positions.**"), "{complete}");

    let wrong = complete.replacen(" PVS | 1.000 |", " PVS | 1.001 |", 1);
    assert_ne!(wrong, complete);
    fs::write(folder.join("README.md"), wrong).expect("a write");
    fs::remove_file(folder.join("full.svg")).expect("a figure");
    let stale = stale_files(folder);
    assert!(stale.contains("README.md is out") && stale.contains("full.svg is out"), "{stale}");
    assert_eq!(stale.lines().count(), 2, "{stale}");
    paper(folder).run(&mut Vec::new()).expect("a paper");
    assert_eq!((text(folder), stale_files(folder)), (complete, String::new()));
}

#[test]
fn measurements_of_two_engines_are_rejected() {
    let folder = measured();
    let games = folder.path().join("games.csv");
    let rows = fs::read_to_string(&games).expect("the games");
    let mut columns = rows.lines().next().expect("columns").split(',');
    let column = columns.position(|head| head == "opponent_signature").expect("a column");
    let signature = rows.lines().nth(1).and_then(|row| row.split(',').nth(column)).expect("a signature");
    fs::write(&games, rows.replacen(&format!(",{signature},"), ",1,", 1)).expect("a write");
    match paper(folder.path()).run(&mut Vec::new()) {
        Err(LabError::Paper(error)) => assert_eq!(error, PaperError::SeveralEngines(2)),
        other => panic!("{other:?}"),
    }
}
