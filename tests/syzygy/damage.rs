//! Damage: files that are truncated, changed, empty, misnamed or of another kind.

use std::fs::{self, OpenOptions};
use std::path::Path;

use lancet::position::Game;
use lancet::search::{Limits, Searcher};
use lancet::syzygy::{self, TablebaseError, Tablebases, Wdl};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::common::{boards, folder::Folder};
use super::{Known, folder, known, number, open, with};

/// A folder with copies of some tablebases.
fn copies(names: &[&str]) -> Folder {
    let copy = Folder::new();
    for name in names {
        fs::copy(folder().join(name), copy.file(name)).expect("a copy");
    }
    copy
}

fn change(file: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(file).expect("a file");
    change(&mut bytes);
    fs::write(file, bytes).expect("a file");
}

fn of(material: &str) -> Vec<Known> {
    known().into_iter().filter(|known| known.material == material).collect()
}

#[test]
fn a_missing_folder_is_an_error() {
    let (tables, warnings, _) = open(Path::new("/no/such folder"));
    assert_eq!((tables.max_pieces(), warnings.files.len()), (0, 0));
    assert_eq!(warnings.folders.len(), 1);
    let message = warnings.folders[0].to_string();
    assert!(message.starts_with("cannot read tablebase folder '/no/such folder': "), "{message}");
}

#[test]
fn files_of_invalid_size_are_skipped_with_a_warning() {
    let copy = copies(&["KQvK.rtbw", "KRvK.rtbw", "KPvK.rtbw"]);
    change(&copy.file("KRvK.rtbw"), Vec::clear);
    change(&copy.file("KPvK.rtbw"), |bytes| bytes.truncate(1_000));
    fs::create_dir(copy.file("KBvK.rtbw")).expect("a folder");
    // Other names are ignored.
    for name in ["KvKQ.rtbw", "KQvK (1).rtbw", "kqvk.rtbw", "KQvKX.rtbz", "notes.txt"] {
        copy.write(name, "something");
    }
    let (tables, warnings, later) = open(copy.path());
    assert_eq!(tables.to_string(), "1 WDL and 0 DTZ tablebase files (up to 3 pieces)");
    let mut messages: Vec<String> = warnings.files.iter().map(TablebaseError::to_string).collect();
    messages.sort();
    let file = |name: &str| copy.file(name).display().to_string();
    assert_eq!(
        messages,
        [
            format!("cannot use tablebase file '{}': not a regular file (a folder)", file("KBvK.rtbw")),
            format!(
                "cannot use tablebase file '{}': truncated: a size of 1000 bytes is not 16 more than a multiple of 64",
                file("KPvK.rtbw")
            ),
            format!("cannot use tablebase file '{}': empty file", file("KRvK.rtbw")),
        ]
    );
    assert_eq!(tables.wdl(&boards::position("8/8/8/3k4/8/8/8/QK6 w - - 0 1")), Some(Wdl::Win));
    assert_eq!(tables.wdl(&boards::position("8/8/8/3k4/8/8/8/RK6 w - - 0 1")), None);
    assert!(later.lock().expect("no panic").is_empty());
}

#[test]
fn a_copy_replaces_a_file_of_invalid_size() {
    let (cut, whole, damaged) =
        (copies(&["KQvK.rtbw"]), copies(&["KQvK.rtbw", "KRvK.rtbw"]), copies(&["KQvK.rtbw"]));
    change(&cut.file("KQvK.rtbw"), |bytes| _ = bytes.pop());
    change(&damaged.file("KQvK.rtbw"), |bytes| bytes[100] ^= 16);
    let folders = [&cut, &whole, &damaged, &whole].map(|folder| folder.path().to_owned());
    let (tables, warnings) = Tablebases::open(&folders, Box::new(|error| panic!("{error}")));
    assert_eq!(tables.to_string(), "2 WDL and 0 DTZ tablebase files (up to 3 pieces)");
    assert_eq!(warnings.files.len(), 1, "{warnings:?}");
    assert_eq!(tables.wdl(&boards::position("8/8/8/3k4/8/8/8/QK6 w - - 0 1")), Some(Wdl::Win));
    // A check reports all files.
    let listed = syzygy::list_files(&folders).expect("folders");
    let damaged: Vec<bool> = listed.iter().map(|path| syzygy::check_file(path).is_err()).collect();
    assert_eq!(damaged, [true, false, false, true], "{listed:?}");
}

/// A table with any bit changed is not used, with one warning.
#[test]
fn changed_bits_are_detected() {
    let mut rng = StdRng::seed_from_u64(5);
    for name in ["KQvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KQvK.rtbz", "KRBvKR.rtbw"] {
        let all = ["KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KRBvKR.rtbw"];
        let copy = copies(&all);
        let file = copy.file(name);
        let (material, kind) = name.split_once('.').expect("an ending");
        let positions = of(material);
        // Most bits of the header matter.
        let mut places: Vec<usize> = (0..24).map(|_| rng.random_range(0..80)).collect();
        let size = fs::metadata(&file).expect("a size").len() as usize;
        places.extend((0..8).map(|_| rng.random_range(80..size)));
        for place in places.into_iter().take(if size > 1 << 20 { 3 } else { 32 }) {
            let bit = 1 << rng.random_range(0..8);
            change(&file, |bytes| bytes[place] ^= bit);
            let (tables, warnings, later) = open(copy.path());
            assert!(warnings.files.is_empty());
            for known in &positions {
                let position = known.position();
                if kind == "rtbw" {
                    assert_eq!(tables.wdl(&position), None, "{name}, byte {place}");
                } else {
                    assert_eq!(tables.wdl(&position).map(number), Some(known.wdl), "{name}, byte {place}");
                    let found = tables.dtz(&position).map(|dtz| dtz.ignore_rounding().0);
                    assert!(known.wdl == 0 || found.is_none_or(|dtz| dtz.abs() == 1), "{name}, byte {place}");
                }
            }
            let later = later.lock().expect("no panic");
            let message =
                format!("cannot use tablebase file '{name}': checksum mismatch: the file is damaged");
            assert_eq!(*later, [message], "byte {place}");
            change(&file, |bytes| bytes[place] ^= bit);
        }
    }
}

#[test]
fn a_file_of_another_table_is_detected() {
    for (name, other) in [("KQvK.rtbw", "KRvK.rtbw"), ("KQvK.rtbw", "KQvK.rtbz"), ("KQvK.rtbz", "KQvK.rtbw")]
    {
        let copy = copies(&["KQvK.rtbw", "KQvK.rtbz"]);
        fs::copy(folder().join(other), copy.file(name)).expect("a copy");
        let (tables, _, later) = open(copy.path());
        let position = boards::position("8/8/8/3k4/8/8/8/QK6 w - - 0 1");
        assert!(tables.dtz(&position).is_none() && tables.dtz(&position).is_none(), "{name}");
        let message =
            format!("cannot use tablebase file '{name}': damaged, or not the table that its name says");
        assert_eq!(*later.lock().expect("no panic"), [message]);
    }
}

#[test]
fn a_file_that_is_truncated_during_use_is_not_used_any_more() {
    let names = ["KRBvKR.rtbw", "KRBvKR.rtbz", "KRBvK.rtbw", "KRvKR.rtbw", "KRvKB.rtbw"];
    let copy = copies(&names);
    let (tables, _, later) = open(copy.path());
    let positions = of("KRBvKR");
    assert_eq!(tables.wdl(&positions[0].position()).map(number), Some(positions[0].wdl));
    let file = OpenOptions::new().write(true).open(copy.file("KRBvKR.rtbw")).expect("a file");
    file.set_len(2_000).expect("a shorter file");
    let known = positions.iter().filter(|known| tables.wdl(&known.position()).is_some()).count();
    // If a capture decides, the other tables suffice.
    assert!(known < positions.len() / 2, "{known}");
    let message = "cannot use tablebase file 'KRBvKR.rtbw': damaged, or not the table that its name says";
    assert_eq!(*later.lock().expect("no panic"), [message]);
}

/// An I/O error, here of files that are missing for a while, fails a probe and is reported once.
#[test]
fn a_file_that_cannot_be_opened_is_tried_again() {
    let (names, copy) = (["KQvK.rtbw", "KQvK.rtbz"], copies(&["KQvK.rtbw", "KQvK.rtbz"]));
    let (tables, _, later) = open(copy.path());
    let position = boards::position("8/8/8/3k4/8/8/8/QK6 w - - 0 1");
    for name in names {
        fs::rename(copy.file(name), copy.file(&format!("{name}.away"))).expect("a new name");
    }
    for _ in 0..3 {
        assert!(tables.wdl(&position).is_none() && tables.dtz(&position).is_none());
    }
    // Both probes need the first file, then one needs the second.
    for (name, has_distance) in [(names[0], false), (names[1], true)] {
        fs::rename(copy.file(&format!("{name}.away")), copy.file(name)).expect("the old name");
        for _ in 0..3 {
            assert_eq!(tables.wdl(&position), Some(Wdl::Win));
            assert_eq!(tables.dtz(&position).is_some(), has_distance);
        }
    }
    let later = later.lock().expect("no panic");
    assert_eq!(later.len(), 2, "{later:?}");
    for (message, name) in later.iter().zip(names) {
        assert!(message.starts_with(&format!("cannot use tablebase file '{name}': ")), "{message}");
    }
}

#[test]
fn a_search_works_without_damaged_files() {
    let copy = copies(&["KQvK.rtbw", "KQvK.rtbz", "KQvKR.rtbw", "KQvKR.rtbz", "KRvK.rtbw", "KRvK.rtbz"]);
    change(&copy.file("KQvKR.rtbw"), |bytes| bytes[100] ^= 16);
    change(&copy.file("KQvK.rtbz"), |bytes| bytes[20] ^= 1);
    let (tables, _, later) = open(copy.path());
    let settings = with(&tables);
    let mut searcher = Searcher::new(4).expect("a small table");
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    for known in of("KQvKR").iter().chain(&of("KQvK")).step_by(9) {
        for threads in [1, 3] {
            let settings = lancet::search::Settings { threads, ..settings.clone() };
            let game = Game::new(known.position());
            let outcome = boards::search(&mut searcher, &game, &limits, &settings, &mut ());
            assert!(outcome.best.is_some());
            if known.material == "KQvK" {
                let played = game.position().move_text(outcome.best.expect("a move"));
                assert!(known.keep.contains(played.as_str()), "{played} in {}", known.fen);
            }
        }
    }
    let mut later = later.lock().expect("no panic").clone();
    later.sort();
    let damaged = "checksum mismatch: the file is damaged";
    assert_eq!(
        later,
        ["KQvK.rtbz", "KQvKR.rtbw"].map(|name| format!("cannot use tablebase file '{name}': {damaged}"))
    );
}
