//! Tablebases: probes against known results, searches that use them, and damaged files.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a test may panic"
)]

#[path = "../common/mod.rs"]
mod common;
mod damage;
mod fifty_moves;
mod play;
mod retrograde;
mod search;
mod truth;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use common::boards;
use lancet::position::{Game, Position};
use lancet::search::{Settings, SyzygyOptions};
use lancet::syzygy::{TablebaseError, Tablebases, Warnings, Wdl};

/// The folder with the tablebases for the tests.
fn folder() -> PathBuf {
    common::data("syzygy")
}

/// All tablebases of the tests.
fn tables() -> Arc<Tablebases> {
    let (tables, warnings) = Tablebases::open(&[folder()], Box::new(|error| panic!("{error}")));
    assert!(warnings.folders.is_empty() && warnings.files.is_empty(), "{warnings:?}");
    Arc::new(tables)
}

/// The tablebases of a folder, the warnings at once, and those of later probes.
fn open(folder: &Path) -> (Arc<Tablebases>, Warnings, Arc<Mutex<Vec<String>>>) {
    let later = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&later);
    let warn = move |error: &TablebaseError| list.lock().expect("no panic").push(error.to_string());
    let (tables, warnings) = Tablebases::open(&[folder.to_owned()], Box::new(warn));
    (Arc::new(tables), warnings, later)
}

/// Settings of a search with tablebases.
fn with(tables: &Arc<Tablebases>) -> Settings {
    let syzygy = SyzygyOptions { tables: Some(Arc::clone(tables)), ..SyzygyOptions::default() };
    Settings { syzygy, ..Settings::default() }
}

/// A position with known results.
struct Known {
    id: &'static str,
    material: &'static str,
    fen: &'static str,
    wdl: i32,
    dtz: Option<i32>,
    /// Positive if the side to move gives mate.
    plies_to_mate: Option<i32>,
    keep: BTreeSet<&'static str>,
}

impl Known {
    fn position(&self) -> Position {
        boards::position(self.fen)
    }

    fn game(&self) -> Game {
        Game::new(self.position())
    }
}

/// All positions with known results.
fn known() -> Vec<Known> {
    let few = include_str!("../data/exact/tb_positions.csv").lines().skip(1);
    let five = include_str!("../data/exact/tb_positions_krbvkr.csv").lines().skip(1);
    few.chain(five).map(read).collect()
}

fn read(line: &'static str) -> Known {
    let fields: Vec<&str> = line.split(',').collect();
    Known {
        id: fields[0],
        material: fields[1],
        fen: fields[2],
        wdl: fields[3].parse().expect("a result"),
        dtz: fields[4].parse().ok(),
        plies_to_mate: fields[5].parse().ok(),
        keep: fields[6].split_ascii_whitespace().collect(),
    }
}

/// A result as the data files have it.
fn number(wdl: Wdl) -> i32 {
    i32::from(wdl as i8)
}
