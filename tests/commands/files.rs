//! Files: what may be named as an input or an output, and what is refused.

use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use crate::common;
use crate::common::bad_files::{Use, check};
use crate::common::folder::Folder;
use crate::common::process::{Finished, run_in};

const GAME: &str = "[Event \"opening\"]\n[Result \"*\"]\n\n1. e4 e5 *\n";
const SUITE: &str = "4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n";
const COUNTS: &str = "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("g.pgn", GAME);
    folder.write("s.epd", SUITE);
    folder.write("p.epd", COUNTS);
    folder
}

#[test]
fn every_argument_refuses_what_is_no_file() {
    let folder = folder();
    let commands = [
        ("bench 1 --eval-file @", Use::Input),
        ("book check @", Use::Input),
        ("book show --book @", Use::Input),
        ("book build -o new.bin @", Use::Stream),
        ("book build g.pgn -o @", Use::Output),
        ("analyse --depth 1 @", Use::Stream),
        ("analyse --depth 1 g.pgn -o @", Use::OutputStream),
        ("analyse --depth 1 g.pgn --html @", Use::OutputStream),
        ("analyse --depth 1 g.pgn --svg @", Use::OutputStream),
        ("analyse --depth 1 g.pgn --syzygy @", Use::Folder),
        ("analyse --depth 1 g.pgn --eval-file @", Use::Input),
        ("suite --depth 1 @", Use::Stream),
        ("suite --depth 1 s.epd --eval-file @", Use::Input),
        ("suite --depth 1 s.epd --output @", Use::OutputStream),
        ("suite --depth 1 s.epd --write @", Use::OutputStream),
        ("perft --suite @", Use::Stream),
        ("go --depth 1 --syzygy @", Use::Folder),
        ("go --depth 1 --book @", Use::Input),
        ("go --depth 1 --eval-file @", Use::Input),
        ("eval --eval-file @", Use::Input),
        ("play --eval-file @", Use::Input),
        ("play --book @", Use::Input),
        ("play --syzygy @", Use::Folder),
        ("play --pgn-out @", Use::Output),
        ("genfens 1 book @", Use::Stream),
        ("tablebase check @", Use::Folder),
        ("man --dir @", Use::Folder),
    ];
    check(env!("CARGO_BIN_EXE_lancet"), folder.path(), &commands);
    assert_eq!((folder.read("g.pgn").as_str(), folder.read("s.epd").as_str()), (GAME, SUITE));
    assert!(!folder.file("new.bin").exists());
}

#[test]
fn no_command_overwrites_what_it_reads() {
    let folder = Folder::new();
    let case = fs::read_to_string(common::data("cases/02-book-build-onto-input.pgn")).expect("the case");
    folder.write("g.pgn", &case);
    folder.write("s.epd", SUITE);
    for name in ["g.pgn", "s.epd"] {
        symlink(name, folder.file(&format!("link-{name}"))).expect("a link");
        fs::hard_link(folder.file(name), folder.file(&format!("hard-{name}"))).expect("a link");
    }
    for (command, input) in [
        ("book build g.pgn --min-games 1 -o", "g.pgn"),
        ("analyse --depth 1 g.pgn -o", "g.pgn"),
        ("analyse --depth 1 g.pgn --html", "g.pgn"),
        ("analyse --depth 1 g.pgn --svg", "g.pgn"),
        ("suite --depth 1 s.epd --write", "s.epd"),
    ] {
        for name in [input, &format!("./{input}"), &format!("link-{input}"), &format!("hard-{input}")] {
            let words: Vec<&str> = command.split(' ').chain([name]).collect();
            let finished = run_in(folder.path(), &words);
            assert_eq!(finished.code, Some(2), "{words:?}: {finished:?}");
            assert!(finished.stderr.contains("the file is also an input"), "{words:?}: {finished:?}");
            assert_eq!((folder.read("g.pgn").as_str(), folder.read("s.epd").as_str()), (&*case, SUITE));
        }
    }
    let both =
        run_in(folder.path(), &["analyse", "g.pgn", "--depth", "1", "--html", "new", "--svg", "./new"]);
    assert!(both.stderr.contains("is the same file") && !folder.file("new").exists(), "{both:?}");
}

#[test]
fn no_command_appends_its_standard_output_to_what_it_reads() {
    let folder = folder();
    for (words, input, text) in [
        (&["analyse", "--depth", "1", "g.pgn"][..], "g.pgn", GAME),
        (&["suite", "--depth", "1", "s.epd"], "s.epd", SUITE),
        (&["perft", "--suite", "p.epd"], "p.epd", COUNTS),
        (&["genfens", "1", "book", "s.epd"], "s.epd", SUITE),
        (&["genfens 1 seed 1 book ./s.epd", "quit"], "s.epd", SUITE),
    ] {
        let output = fs::OpenOptions::new().append(true).open(folder.file(input)).expect("an input");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
        let command = command.args(words).current_dir(folder.path()).stdin(Stdio::null());
        let finished = command.stdout(output).stderr(Stdio::piped()).spawn().expect("the program starts");
        let finished: Finished = finished.wait_with_output().expect("an end").into();
        assert_eq!((finished.code, folder.read(input).as_str()), (Some(2), text), "{words:?}: {finished:?}");
        assert!(finished.stderr.contains("standard output is written to this input"), "{finished:?}");
    }
    let tables = Folder::new();
    fs::copy(common::data("syzygy/KQvK.rtbw"), tables.file("KQvK.rtbw")).expect("a table");
    let output = fs::OpenOptions::new().append(true).open(tables.file("KQvK.rtbw")).expect("a table");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
    let command = command.args(["tablebase", "check"]).arg(tables.path()).stdin(Stdio::null());
    let finished = command.stdout(output).stderr(Stdio::piped()).spawn().expect("the program starts");
    let finished: Finished = finished.wait_with_output().expect("an end").into();
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.contains("a file in this input folder"), "{finished:?}");
    assert!(fs::read(tables.file("KQvK.rtbw")).ok() == fs::read(common::data("syzygy/KQvK.rtbw")).ok());
}

/// Runs a command with `input` on standard input.
fn run_with(folder: &Folder, words: &[&str], input: &str) -> Finished {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lancet"))
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("the output").into()
}

/// Files without contents on the disk, but of a size that would fill the memory. A suite has no largest size, but its lines
/// have one, and it is read to its end.
#[test]
fn files_that_are_too_large_are_refused_before_they_are_read() {
    let folder = folder();
    for (command, gib, reason) in [
        ("book check huge", 20, "larger than "),
        ("bench 1 --eval-file huge", 20, "larger than "),
        ("suite huge", 1, "line 1 is longer than 1"),
        ("perft --suite huge", 1, "line 1 is longer than 1"),
        ("genfens 1 book huge", 20, "larger than "),
    ] {
        let huge = fs::File::create(folder.file("huge")).expect("a file");
        huge.set_len(gib << 30).expect("a size");
        let finished = run_in(folder.path(), &command.split(' ').collect::<Vec<_>>());
        assert_eq!(finished.code, Some(2), "{command}: {finished:?}");
        assert!(
            finished.stderr.contains(&format!("'huge': {reason}")) && finished.stderr.ends_with(" MiB\n"),
            "{finished:?}"
        );
    }
}

#[test]
fn streams_are_read_where_reading_once_is_enough() {
    let folder = folder();
    for name in ["-", "/dev/stdin"] {
        for (words, input, output) in [
            (&["analyse", "--depth", "1", name][..], GAME, "[Event \"opening\"]"),
            (&["suite", "--depth", "1", name], SUITE, "O-O"),
            (&["perft", "--suite", name], COUNTS, "Positions: 1"),
            (&["book", "build", "-o", "new.bin", name], "e2e4 e7e5\n", "Lines or games: 1"),
        ] {
            let finished = run_with(&folder, words, input);
            assert_eq!(finished.code, Some(0), "{words:?}: {finished:?}");
            assert!(finished.stdout.contains(output), "{words:?}: {finished:?}");
        }
    }
    // A named pipe whose writer comes later, and one that is read slowly.
    assert!(Command::new("mkfifo").arg(folder.file("pipe")).status().expect("mkfifo").success());
    let path = folder.file("pipe");
    let writer = std::thread::spawn(move || fs::write(path, GAME));
    let finished = run_in(folder.path(), &["analyse", "--depth", "1", "pipe"]);
    assert!(finished.stdout.contains("opening"), "{finished:?}");
    writer.join().expect("no panic").expect("a write");
    let path = folder.file("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(path));
    // Opening for writing without a reader is an error: the reader may need a moment.
    let words = ["analyse", "--depth", "1", "g.pgn", "-o", "pipe"];
    let finished = (0..1000).map(|_| run_in(folder.path(), &words)).find(|finished| finished.code == Some(0));
    assert_eq!(finished.expect("a reader").stdout, "");
    assert!(reader.join().expect("no panic").expect("a text").contains("opening"));
}

#[test]
fn standard_input_is_no_device_and_no_folder() {
    let folder = folder();
    for (words, input, reason) in [
        ("suite --depth 1 -", "/dev/zero", "not a regular file or pipe (a device)"),
        ("analyse --depth 1 -", "/dev/zero", "not a regular file or pipe (a device)"),
        ("book build -o new.bin -", "/dev/zero", "not a regular file or pipe (a device)"),
        ("perft --suite -", ".", "not a regular file or pipe (a folder)"),
        ("genfens 1 book -", "/dev/null", "no positions in it"),
    ] {
        let input = if input == "." { folder.path() } else { std::path::Path::new(input) };
        let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
        let command = command.args(words.split(' ')).current_dir(folder.path());
        let finished: Finished =
            command.stdin(fs::File::open(input).expect("an input")).output().expect("an end").into();
        assert_eq!(finished.code, Some(2), "{words}: {finished:?}");
        assert_eq!(finished.stderr, format!("error: cannot read '-': {reason}\n"), "{words}");
    }
}

#[test]
fn standard_output_and_the_null_device_are_outputs() {
    let folder = folder();
    let plain = run_in(folder.path(), &["analyse", "--depth", "1", "g.pgn"]);
    for name in ["-", "/dev/stdout"] {
        let named = run_in(folder.path(), &["analyse", "--depth", "1", "g.pgn", "-o", name]);
        assert_eq!((named.code, &named.stdout), (Some(0), &plain.stdout), "{named:?}");
    }
    for words in ["analyse --depth 1 g.pgn -o /dev/null --html /dev/null", "book build g.pgn -o /dev/null"] {
        let finished = run_in(folder.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!(finished.code, Some(0), "{finished:?}");
    }
}

#[test]
fn a_command_that_fails_leaves_an_older_output_as_it_is() {
    let folder = folder();
    folder.write("older", "kept");
    folder.write("none.epd", "");
    for words in [
        "analyse --depth 1 --html older none.epd",
        "analyse --depth 1 --svg older missing.pgn",
        "analyse --depth 1 -o older --html g.pgn g.pgn",
        "suite --depth 1 --write older none.epd",
        "suite --depth 1 --write older --hash 1000000000 s.epd",
        "book build --output older none.epd",
    ] {
        let finished = run_in(folder.path(), &words.split(' ').collect::<Vec<_>>());
        assert_eq!(
            (finished.code, folder.read("older").as_str()),
            (Some(2), "kept"),
            "{words}: {finished:?}"
        );
    }
    let finished = run_in(folder.path(), &["analyse", "--depth", "1", "-o", "older", "g.pgn"]);
    assert!(finished.code == Some(0) && folder.read("older").starts_with("[Event"), "{finished:?}");
}

#[test]
fn a_file_is_replaced_through_a_link_and_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    folder.write("old.bin", "an older book");
    fs::set_permissions(folder.file("old.bin"), fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("old.bin", folder.file("link.bin")).expect("a link");
    let finished = run_in(folder.path(), &["book", "build", "g.pgn", "-o", "link.bin"]);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    let metadata = fs::symlink_metadata(folder.file("old.bin")).expect("the file");
    assert_eq!((metadata.len() % 16, metadata.permissions().mode() & 0o777), (0, 0o640));
    assert!(fs::symlink_metadata(folder.file("link.bin")).expect("the link").is_symlink());
    let names = fs::read_dir(folder.path()).expect("the folder").count();
    assert_eq!(names, 5, "no temporary file is left");
}
