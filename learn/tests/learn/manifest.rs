//! The manifest: files are listed once, and blocks that are played again are equal.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};

use crate::common::{Folder, QUICK, blocks_of, write_games};
use lancet_learn::LearnError;
use lancet_learn::manifest::{FileEntry, ListGames, Manifest, Verify};
use lancet_learn::play::{Bounds, Evaluation, Run};
use lancet_learn::records::Generator;
use lancet_learn::rescore::Rescore;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

/// Returns a run with material values.
fn run(seed: u64) -> Run {
    Run::new(Generator { seed, ..QUICK }, Evaluation::material()).unwrap()
}

/// Plays games into a file with one block.
fn play(path: &Path, seed: u64, games: u64) {
    let mut run = run(seed);
    run.bounds = Bounds { games: Some(games), ..Bounds::default() };
    run.play(path).unwrap();
}

/// Writes a file with blocks that end before these games.
fn write_blocks(path: &Path, seed: u64, ends: &[u64]) {
    let (run, mut first) = (run(seed), 0);
    let blocks = ends.iter().flat_map(|end| {
        let block = run.play_block(std::mem::replace(&mut first, *end)..*end).unwrap();
        block.to_bytes()
    });
    fs::write(path, blocks.collect::<Vec<u8>>()).unwrap();
}

/// A folder with a listed file of three blocks and another of one.
struct Listed {
    folder: Folder,
    manifest: PathBuf,
}

impl Listed {
    fn new() -> Listed {
        let folder = Folder::new();
        write_blocks(&folder.join("a.games"), u64::MAX, &[1, 3, 4]);
        play(&folder.join("b.games"), 7, 2);
        let listed = Listed { manifest: folder.join("manifest.json"), folder };
        listed.list(&["a.games", "b.games"]).run(&mut Vec::new()).unwrap();
        listed
    }

    /// The command that lists files that were played with material values.
    fn list(&self, names: &[&str]) -> ListGames {
        ListGames {
            files: names.iter().map(|name| self.folder.join(name).into()).collect(),
            manifest: self.manifest.clone().into(),
            commit: COMMIT.into(),
            net: None,
            from: None,
            note: None,
        }
    }

    fn list_error(&self, command: ListGames) -> String {
        let before = fs::read(&self.manifest).ok();
        let error = command.run(&mut Vec::new()).unwrap_err().to_string();
        assert_eq!(fs::read(&self.manifest).ok(), before, "no change after: {error}");
        error
    }

    /// The command that plays a block again.
    fn block(&self, file: Option<&str>, block: usize) -> Verify {
        Verify {
            manifest: self.manifest.clone().into(),
            file: file.map(Into::into),
            block: Some(block),
            threads: NonZeroUsize::new(2),
            ..Verify::default()
        }
    }

    /// The command that compares files.
    fn files(&self, names: &[&str]) -> Verify {
        let files = names.iter().map(|name| self.folder.join(name).into()).collect();
        Verify { files, manifest: self.manifest.clone().into(), ..Verify::default() }
    }

    /// Changes the text of the manifest.
    fn replace(&self, from: &str, to: &str) {
        let text = fs::read_to_string(&self.manifest).unwrap();
        assert!(text.contains(from), "{from} in {text}");
        fs::write(&self.manifest, text.replace(from, to)).unwrap();
    }

    /// Changes the entry of the first file.
    fn change(&self, change: impl Fn(&mut FileEntry)) {
        let mut manifest = Manifest::read(&self.manifest).unwrap();
        change(&mut manifest.files[0]);
        manifest.write(&self.manifest).unwrap();
    }
}

fn equal(command: &Verify) -> String {
    let mut out = Vec::new();
    let result = command.run(&mut out);
    let text = String::from_utf8(out).unwrap();
    assert!(result.is_ok() && !text.contains("different"), "{result:?} {text}");
    text
}

/// Returns the last line that names a difference. A block that this engine has made is followed by a hint.
fn different(command: &Verify) -> String {
    let mut out = Vec::new();
    let result = command.run(&mut out);
    let text = String::from_utf8(out).unwrap();
    assert!(matches!(result, Err(LearnError::CheckFailed)), "{result:?} {text}");
    let is_made = command.block.is_some() && command.played.is_none();
    assert_eq!(text.contains(&format!("build commit {COMMIT}")), is_made, "{text}");
    text.lines().rev().nth(usize::from(is_made)).unwrap().into()
}

fn error(command: &Verify) -> String {
    command.run(&mut Vec::new()).unwrap_err().to_string()
}

#[test]
fn blocks_played_again_are_equal() {
    let listed = Listed::new();
    for block in 0..3 {
        let text = equal(&listed.block(Some("a.games"), block));
        assert!(text.ends_with("\nequal\n"), "{text}");
        assert_eq!(text, equal(&listed.block(None, block)), "the first file comes first");
    }
    let text = equal(&listed.block(None, 1));
    assert!(
        text.starts_with(&format!("block 1 of a.games: 2 games from number 1 on, seed {}\n", u64::MAX)),
        "{text}"
    );
    assert!(text.contains(COMMIT) && text.contains(" with material ("), "{text}");
    let text = equal(&listed.block(None, 3));
    assert!(text.starts_with("block 0 of b.games: 2 games from number 0 on, seed 7\n"), "{text}");
}

#[test]
fn what_a_block_differs_in_is_named() {
    let listed = Listed::new();
    let block = Manifest::read(&listed.manifest).unwrap().files[0].blocks[1];
    listed.change(|entry| entry.blocks[1].checksum ^= 1);
    assert_eq!(different(&listed.block(None, 1)), "different: checksum");
    listed.change(|entry| entry.blocks[1] = block);
    listed.change(|entry| (entry.blocks[1].bytes, entry.bytes) = (block.bytes + 1, entry.bytes + 1));
    assert_eq!(different(&listed.block(None, 1)), "different: bytes");
    listed.change(|entry| (entry.blocks[1], entry.bytes) = (block, entry.bytes - 1));
    listed.change(|entry| entry.seed -= 1);
    let line = different(&listed.block(None, 1));
    assert!(
        line.starts_with("different: ") && line.contains("positions") && line.ends_with("checksum"),
        "{line}"
    );
    assert!(different(&listed.block(None, 0)).starts_with("different: "));
}

#[test]
fn rescored_blocks_are_equal_with_the_same_games() {
    let listed = Listed::new();
    let (games, out) = (listed.folder.join("a.games"), listed.folder.join("ab.games"));
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/g8-256x8-r10.lnn");
    let rescore = Rescore {
        games: games.clone().into(),
        out: out.into(),
        net: Some(net.into()),
        soft: NonZeroU32::new(60).unwrap(),
        threads: NonZeroUsize::new(2),
        time: None,
    };
    rescore.run(&mut Vec::new()).unwrap();
    let list =
        ListGames { net: Some(net.into()), from: Some("a.games".into()), ..listed.list(&["ab.games"]) };
    let without = ListGames { from: None, ..list.clone() };
    assert!(listed.list_error(without).contains("the games of 'ab.games' are rescored; "));
    let other = ListGames { from: Some("b.games".into()), ..list.clone() };
    assert!(listed.list_error(other).contains("'b.games' has other games"));
    let unknown = ListGames { from: Some("c.games".into()), ..list.clone() };
    assert!(listed.list_error(unknown).contains("it does not list 'c.games'"));
    // A part of the same run that does not have the games.
    write_blocks(&listed.folder.join("part.games"), u64::MAX, &[1]);
    listed.list(&["part.games"]).run(&mut Vec::new()).unwrap();
    let part = ListGames { from: Some("part.games".into()), ..list.clone() };
    assert!(listed.list_error(part).contains("'part.games' has other games"));
    list.run(&mut Vec::new()).unwrap();
    assert!(fs::read_to_string(&listed.manifest).unwrap().contains("\"rescored_from\": \"a.games\""));

    let verify = Verify { games: Some(games.into()), ..listed.block(Some("ab.games"), 0) };
    assert!(equal(&verify).contains("rescored at commit"));
    assert!(error(&Verify { games: None, ..verify.clone() }).contains("pass the file with --games"));
    let other = Verify { games: Some(listed.folder.join("b.games").into()), ..verify };
    assert!(
        error(&other).contains("it lists another 'b.games': block 0 differs in games, "),
        "{}",
        error(&other)
    );
}

#[test]
fn games_that_another_engine_has_played_again_are_compared() {
    let listed = Listed::new();
    listed.change(|entry| entry.signature ^= 1);
    let message = error(&listed.block(None, 1));
    assert!(message.contains(&format!("build commit {COMMIT}")), "{message}");
    assert!(
        message.starts_with("cannot make games of 'a.games' again: the signature of this engine "),
        "{message}"
    );

    // Played in one block, and in part.
    listed.change(|entry| entry.signature ^= 1);
    let (whole, part) = (listed.folder.join("whole.games"), listed.folder.join("part.games"));
    play(&whole, u64::MAX, 4);
    play(&part, u64::MAX, 2);
    let played = |path: &Path, block| Verify {
        played: Some(path.into()),
        threads: None,
        ..listed.block(Some("a.games"), block)
    };
    for block in 0..3 {
        equal(&played(&whole, block));
    }
    equal(&played(&part, 0));
    assert!(different(&played(&part, 1)).starts_with("different: games, positions, "));
    assert!(error(&played(&part, 2)).contains("no readable games"));
    let other = listed.folder.join("b.games");
    assert!(error(&played(&other, 0)).contains("was not generated like 'a.games'"));
    // A block that is there twice, and one that is damaged.
    let bytes = fs::read(&whole).unwrap();
    let twice = listed.folder.join("twice.games");
    fs::write(&twice, bytes.repeat(2)).unwrap();
    equal(&played(&twice, 1));
    let damaged = [&fs::read(&part).unwrap()[..], &bytes[..bytes.len() - 1]].concat();
    fs::write(&twice, damaged).unwrap();
    equal(&played(&twice, 0));
    assert!(error(&played(&twice, 1)).contains("games are missing in "), "{}", error(&played(&twice, 1)));
}

#[test]
fn changed_files_are_found_without_playing() {
    let listed = Listed::new();
    let text = equal(&listed.files(&["a.games", "b.games"]));
    assert!(text.starts_with("a.games: 3 blocks, 4 games, ") && text.ends_with(" bytes: equal\n"), "{text}");
    assert_eq!(text.lines().count(), 2);

    let path = listed.folder.join("a.games");
    let bytes = fs::read(&path).unwrap();
    let both = listed.files(&["a.games", "b.games"]);
    let line = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        assert!(different(&both).contains("b.games: 1 blocks, 2 games, "), "the others are compared, too");
        different(&listed.files(&["a.games"]))
    };
    let first = blocks_of(&bytes)[0].size() as usize;
    assert_eq!(line(&bytes[..bytes.len() - 1]), "a.games: different: 2 blocks, expected 3");
    assert!(line(&bytes[first..]).starts_with("a.games: different: block 0 differs in first game, "));
    assert_eq!(line(&[&bytes[..], b"more"].concat()), "a.games: different: 4 bytes that belong to no block");
    assert_eq!(line(b""), "a.games: different: 0 blocks, expected 3");
    assert!(error(&listed.files(&["missing.games"])).contains("it does not list 'missing.games'"));
    fs::remove_file(&path).unwrap();
    assert!(error(&both).contains("cannot read "));
}

#[test]
fn files_are_listed_once() {
    let listed = Listed::new();
    let before = fs::read(&listed.manifest).unwrap();
    let mut out = Vec::new();
    listed.list(&["b.games"]).run(&mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().ends_with("; listed before\n"));
    assert_eq!(fs::read(&listed.manifest).unwrap(), before);

    listed.change(|entry| entry.note = Some("not in the repository".into()));
    listed.list(&["a.games"]).run(&mut Vec::new()).unwrap();
    assert!(fs::read_to_string(&listed.manifest).unwrap().contains("\"note\": \"not in the repository\""));
    let before = Manifest::read(&listed.manifest).unwrap();
    let mut out = Vec::new();
    let noted = ListGames { note: Some("removed".into()), ..listed.list(&["a.games"]) };
    noted.run(&mut out).unwrap();
    assert!(String::from_utf8(out).unwrap().ends_with("; listed before, note replaced\n"));
    let mut after = Manifest::read(&listed.manifest).unwrap();
    assert_eq!(after.files[0].note.take().as_deref(), Some("removed"));
    after.files[0].note = before.files[0].note.clone();
    assert_eq!(after, before);
    let commit = ListGames { commit: "89abcde".into(), ..listed.list(&["a.games"]) };
    let message = listed.list_error(commit);
    assert!(
        message.contains(&format!("it lists 'a.games' with commit '{COMMIT}', not '89abcde'")),
        "{message}"
    );
    write_blocks(&listed.folder.join("a.games"), u64::MAX, &[1, 3, 4, 5]);
    let message = listed.list_error(listed.list(&["a.games"]));
    assert!(message.contains("it lists another 'a.games': 4 blocks, expected 3; "), "{message}");
}

#[test]
fn files_that_cannot_be_listed_are_refused() {
    let listed = Listed::new();
    let path = listed.folder.join("c.games");
    let bytes = |name: &str| fs::read(listed.folder.join(name)).unwrap();
    let both = [bytes("a.games"), bytes("b.games")].concat();
    for (content, reason) in [
        (&both[..], "contains games of several runs"),
        (&both[1..], "is damaged: "),
        (b"", "no readable games in "),
    ] {
        fs::write(&path, content).unwrap();
        let message = listed.list_error(listed.list(&["b.games", "c.games"]));
        assert!(message.contains(reason), "{message}");
    }
    write_games(&path, &crate::common::random_games(2, 1), 2);
    let message = listed.list_error(listed.list(&["c.games"]));
    assert!(message.contains("are by network 0123456789abcdef, but 'material' is network "), "{message}");
    let from = ListGames { from: Some("a.games".into()), ..listed.list(&["b.games"]) };
    assert!(listed.list_error(from).contains("the games of 'b.games' are not rescored; "));
}

#[test]
fn wrong_manifests_and_blocks_are_refused() {
    let listed = Listed::new();
    let message = error(&listed.block(Some("c.games"), 0));
    assert!(message.contains("it does not list 'c.games'"), "{message}");
    let message = error(&listed.block(Some("a.games"), 3));
    assert!(message.ends_with("there is no block 3; expected a number below 3"), "{message}");
    assert!(error(&listed.block(None, 4)).ends_with("there is no block 4; expected a number below 4"));
    let played = Verify { games: Some(listed.folder.join("a.games").into()), ..listed.block(None, 0) };
    assert!(error(&played).contains("were played, not rescored"), "{}", error(&played));
    let net = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/g0-linear-r10.lnn");
    let message = error(&Verify { net: Some(net.into()), ..listed.block(None, 0) });
    assert!(message.contains("the games of 'a.games' are by network ") && message.contains(net), "{message}");

    let text = fs::read_to_string(&listed.manifest).unwrap();
    for (from, to, reason) in [
        ("{", "", "not a manifest: "),
        ("\"files\"", "\"folders\"", "not a manifest: unknown field `folders`"),
        ("\"commit\"", "\"notes\"", "not a manifest: unknown field `notes`"),
        ("\"version\": 1", "\"version\": 2", "unsupported version 2, expected 1"),
        ("b.games", "a.games", "it lists 'a.games' twice"),
        ("\"games\": 4", "\"games\": 5", "the totals of 'a.games' are not the sums of its blocks"),
        ("\"games\": 1", "\"games\": 4000000000", "block 0 of 'a.games' has a size that no block has"),
        ("\"games\": 1", "\"games\": 0", "block 0 of 'a.games' has a size that no block has"),
        ("\"first_game\": 3", "\"first_game\": 18446744073709551615", "block 2 of 'a.games' has a size "),
        ("\"checksum\": \"", "\"checksum\": \"0", "expected 16 hexadecimal digits, found '0"),
        ("\"rules\": 1", "\"rules\": 5", "were played by version 5 of the rules, expected 1 to 4"),
        ("\"rules\": 1", "\"rules\": 0", "were played by version 0 of the rules, expected 1 to 4"),
    ] {
        listed.replace(from, to);
        let message = error(&listed.block(None, 0));
        assert!(message.starts_with("cannot use manifest '") && message.contains(reason), "{message}");
        fs::write(&listed.manifest, &text).unwrap();
    }
}

/// The names in the file are part of its format.
#[test]
fn the_serialized_names_are_fixed() {
    let listed = Listed::new();
    listed.change(|entry| (entry.note, entry.rescored_from) = (Some("x".into()), Some("y".into())));
    let json: serde_json::Value = serde_json::from_slice(&fs::read(&listed.manifest).unwrap()).unwrap();
    let names =
        |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(names(&json), "files version");
    assert_eq!(
        names(&json["files"][0]),
        "blocks bytes commit games hard_nodes hash_mb name network network_file note positions rescored_from rules \
         seed signature soft_nodes"
    );
    let block = &json["files"][0]["blocks"][0];
    assert_eq!(names(block), "bytes checksum first_game games positions");
    assert_eq!(json["files"][0]["seed"].as_u64(), Some(u64::MAX));
    assert_eq!(json["files"][0]["network"].as_str().map(str::len), Some(16));
    assert_eq!(block["checksum"].as_str().map(str::len), Some(16));
}

/// Returns the manifest of the repository and the folder of its files.
fn of_repository() -> (&'static Path, PathBuf) {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/games"));
    (folder, folder.join("manifest.json"))
}

#[test]
fn the_files_in_the_repository_are_small_and_those_of_the_manifest() {
    let (folder, manifest) = of_repository();
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|kind| kind == "games")).collect();
    let bytes: u64 = files.iter().map(|path| fs::metadata(path).unwrap().len()).sum();
    assert!(bytes <= 100_000_000, "{bytes} bytes");
    let files = files.into_iter().map(Into::into).collect();
    equal(&Verify { files, manifest: manifest.clone().into(), ..Verify::default() });
    for FileEntry { name, network, network_file, .. } in Manifest::read(&manifest).unwrap().files {
        let in_folder = folder.join("../..").join(&network_file);
        let path = if network_file == "material" { Path::new("material") } else { &in_folder };
        assert_eq!(Evaluation::named(path).unwrap().id(), network, "{name}");
    }
}
