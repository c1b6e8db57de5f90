//! Syzygy tables: a damaged table gives no result or any, but no panic and no endless loop.

use std::fs;

use lancet::position::{Position, parse_fen};
use lancet::syzygy::{Tablebases, with_checksum};
use tempfile::TempDir;

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "syzygy",
    check,
    seeds: seeds::tables,
    tokens: &[],
    max_len: 1 << 13,
    inputs: 10_000,
    max_memory: 8 << 20,
};

/// The maximum number of pieces of the tables.
const MAX_PIECES: usize = 4;

/// Two folders: one for the table under test, one with what is needed beside it.
struct Folders {
    damaged: TempDir,
    whole: TempDir,
}

impl Folders {
    fn new() -> Folders {
        let folder = || tempfile::tempdir().expect("a folder");
        let folders = Folders { damaged: folder(), whole: folder() };
        // The table of results is needed to probe one of distances.
        for wdl in
            seeds::TABLES.iter().filter_map(|name| name.strip_suffix("z")).map(|name| format!("{name}w"))
        {
            let table = seeds::read(&format!("tests/data/syzygy/{wdl}"));
            fs::write(folders.whole.path().join(wdl), table).expect("a write");
        }
        folders
    }
}

thread_local! {
    static FOLDERS: Folders = Folders::new();
}

/// The first byte of an input selects the table; the others are its contents, without the checksum.
fn check(input: &[u8]) {
    let Some((selector, contents)) = input.split_first() else { return };
    let name = seeds::TABLES[usize::from(*selector) % seeds::TABLES.len()];
    FOLDERS.with(|folders| {
        let file = folders.damaged.path().join(name);
        // A table is a multiple of 64 bytes, and the checksum.
        let mut padded = contents.to_vec();
        padded.resize(contents.len().max(1).next_multiple_of(64), 0);
        for bytes in [contents.to_vec(), with_checksum(&padded)] {
            fs::write(&file, &bytes).expect("a write");
            probe(folders, name);
        }
        fs::remove_file(&file).expect("a file");
    });
}

fn probe(folders: &Folders, name: &str) {
    let paths = [&folders.damaged, &folders.whole].map(|folder| folder.path().to_owned());
    let (tables, _) = Tablebases::open(&paths, Box::new(|_| {}));
    assert!(tables.max_pieces() <= MAX_PIECES);
    for position in positions(name) {
        let _ = tables.wdl(&position);
        let _ = tables.dtz(&position);
    }
}

/// Returns positions with the pieces of a table, at places that the encoding treats differently.
fn positions(name: &str) -> Vec<Position> {
    let (material, _) = name.split_once('.').expect("an ending");
    let (white, black) = material.split_once('v').expect("two sides");
    let pieces: Vec<char> =
        white.chars().chain(black.chars().map(|piece| piece.to_ascii_lowercase())).collect();
    let places = [
        [0, 63, 27, 36],
        [9, 60, 44, 18],
        [27, 44, 8, 55],
        [7, 33, 51, 12],
        [61, 4, 11, 52],
        [18, 0, 48, 15],
    ];
    let mut found = Vec::new();
    for places in places {
        for turn in ['w', 'b'] {
            // The weak king stands on the second of the places.
            let order = [0, 2, 3].into_iter();
            let mut order = order.map(|index| places[index]);
            let mut board = ['1'; 64];
            for piece in &pieces {
                let place = if *piece == 'k' { Some(places[1]) } else { order.next() };
                board[place.expect("a place")] = *piece;
            }
            let ranks: Vec<String> = board.chunks(8).map(rank).collect();
            found.extend(
                parse_fen(&format!("{} {turn} - - 0 1", ranks.join("/")))
                    .map(|parsed| Position::new(parsed.chess)),
            );
        }
    }
    found
}

/// Returns the letters of a rank, with one digit for a run of empty squares.
fn rank(squares: &[char]) -> String {
    let mut text = String::new();
    for run in squares.chunk_by(|a, b| a == b && *a == '1') {
        if run[0] == '1' { text += &run.len().to_string() } else { text.extend(run) }
    }
    text
}
