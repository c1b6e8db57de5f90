//! Special files: options that name a device, a pipe or anything else that is not a file. Play goes on.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::common::bad_files::{Use, bad_names};
use crate::common::data;
use crate::common::process::Lancet;

/// Sends an option and returns the one error that comes of it; a search works afterwards.
fn refusal(lancet: &mut Lancet, option: &str, value: &str) -> String {
    lancet.send(&format!("setoption name {option} value {value}"));
    let lines = lancet.until_ready();
    let shown: String = value.chars().take(40).collect();
    assert_eq!(lines.len(), 1, "{option} {shown}: {lines:?}");
    assert!(
        lines[0].starts_with("info string error: ") && lines[0].len() < 400,
        "{option} {shown}: {lines:?}"
    );
    let (best, _) = lancet.send("position startpos").go("go depth 2");
    assert_eq!(best.split(' ').next().expect("a move").len(), 4, "{option} {shown}: {best}");
    lines[0].clone()
}

#[test]
fn options_refuse_what_is_no_file() {
    let mut lancet = Lancet::start();
    let path = lancet.folder.path().to_owned();
    for (option, kind) in [
        ("Book File", Use::Input),
        ("EvalFile", Use::Input),
        ("Debug Log File", Use::Output),
        ("SyzygyPath", Use::Folder),
    ] {
        for name in bad_names(&path, kind) {
            // An empty value is the default; a line feed ends the line.
            let Some(name) = name.to_str().filter(|name| !name.is_empty() && !name.contains('\n')) else {
                continue;
            };
            refusal(&mut lancet, option, name);
        }
    }
    let message = refusal(&mut lancet, "Book File", "/dev/zero");
    assert_eq!(message, "info string error: cannot open book '/dev/zero': not a regular file (a device)");
    lancet.quit();
}

#[test]
fn tables_that_are_no_files_are_skipped() {
    let mut lancet = Lancet::start();
    let tables = lancet.folder.file("tables");
    fs::create_dir(&tables).expect("a folder");
    assert!(Command::new("mkfifo").arg(tables.join("KQvK.rtbw")).status().expect("mkfifo").success());
    symlink("/dev/zero", tables.join("KRvK.rtbw")).expect("a link");
    symlink("nowhere", tables.join("KPvK.rtbw")).expect("a link");
    fs::copy(data("syzygy/KBNvK.rtbw"), tables.join("KBNvK.rtbw")).expect("a table");
    lancet.send("setoption name SyzygyPath value tables");
    let lines = lancet.until_ready();
    let warnings = lines.iter().filter(|line| line.starts_with("info string warning: ")).count();
    assert_eq!((warnings, lines.len()), (3, 4), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.contains("found 1 WDL")), "{lines:?}");
    lancet.quit();
}

#[test]
fn the_log_is_appended_to_nothing_but_a_log() {
    let mut lancet = Lancet::start();
    let book = lancet.folder.file("book.bin");
    fs::copy(data("polyglot/test_book.bin"), &book).expect("a book");
    symlink("book.bin", lancet.folder.file("link")).expect("a link");
    fs::hard_link(&book, lancet.folder.file("hard")).expect("a link");
    lancet.send("setoption name Book File value book.bin");
    assert_eq!(lancet.until_ready(), [""; 0]);
    for name in ["book.bin", "./book.bin", "link", "hard"] {
        assert!(refusal(&mut lancet, "Debug Log File", name).contains("not a log of Lancet"));
    }
    assert!(fs::read(&book).expect("the book") == fs::read(data("polyglot/test_book.bin")).expect("a book"));
    for name in ["new.log", "/dev/null", "new.log"] {
        lancet.send(&format!("setoption name Debug Log File value {name}"));
        assert_eq!(lancet.until_ready(), [""; 0], "{name}");
    }
    // Both times.
    let log = fs::read_to_string(lancet.folder.file("new.log")).expect("a log");
    assert_eq!(log.matches("readyok").count(), 2, "{log}");
    lancet.quit();
}
