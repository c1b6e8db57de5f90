//! Broken output: a closed pipe and a limit of file sizes, for every command.

use std::fs;

use crate::common::broken_output::{check_closed, check_incomplete, check_limited};
use crate::common::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_lancet");

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("g.pgn", "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n");
    folder.write("s.epd", "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8;\n");
    folder.write("p.epd", "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15\n");
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
    std::os::unix::fs::symlink(tables, folder.file("tables")).expect("a link");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/book/lancet.bin"), folder.file("book.bin"))
        .expect("a book");
    folder
}

/// Commands that write to the standard output alone.
const PLAIN: &[&str] = &[
    "--help",
    "help analyse",
    "--version",
    "bench 1",
    "perft 3",
    "perft 3 --divide",
    "perft --suite p.epd",
    "suite --depth 1 s.epd",
    "suite --depth 1 s.epd --json",
    "analyse --depth 1 g.pgn",
    "analyse --depth 1 g.pgn --format json",
    "analyse --depth 1 g.pgn --format csv",
    "go --depth 30",
    "genfens 2 seed 1",
    "book show",
    "book check book.bin",
    "tablebase check tables",
    "man",
    "completions bash",
];

/// Commands that write a file as well.
const FILES: &[&str] = &[
    "analyse --depth 1 g.pgn --html new.html",
    "analyse --depth 1 g.pgn --svg new.svg",
    "suite --depth 1 s.epd --write new.epd",
    "book build g.pgn --min-games 1 -o new.bin",
];

#[test]
fn a_closed_output_ends_every_command_quietly() {
    check_closed(PROGRAM, folder().path(), PLAIN);
}

#[test]
fn a_file_that_may_be_incomplete_is_named() {
    check_incomplete(PROGRAM, folder().path(), FILES);
    // The page is the only output.
    let folder = folder();
    check_closed(PROGRAM, folder.path(), &["analyse --depth 1 g.pgn -o all.pgn --html all.html"]);
    assert!(folder.read("all.pgn").contains("Event \"b\"") && folder.read("all.html").ends_with("</html>\n"));
    // What is written to a pipe stays nowhere.
    check_closed(PROGRAM, folder.path(), &["analyse --depth 1 g.pgn --html /dev/null"]);
}

#[test]
fn the_limit_of_file_sizes_is_an_error() {
    let folder = folder();
    check_limited(PROGRAM, folder.path(), &[PLAIN, FILES, &["man --dir pages"]].concat());
}
