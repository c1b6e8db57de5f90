//! Memory: it does not grow with the input.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Child;

use super::{GAMES, POSITIONS, begin, end, signal, wait_for, wait_until};
use crate::common::folder::Folder;

/// The memory that a process has used at most, in MiB.
fn peak_memory(child: &Child) -> usize {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("the process");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
    line.split_whitespace().next().and_then(|kib| kib.parse::<usize>().ok()).expect("a number") / 1024
}

/// A suite of 300,000 positions, which are counted as they come.
#[test]
fn memory_does_not_grow_with_a_perft_suite() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15\n";
    let (child, mut stdin) = begin(&folder, "perft --suite -", &[line]);
    let block = line.repeat(1_000);
    (0..300).for_each(|_| stdin.write_all(block.as_bytes()).expect("it reads"));
    let memory = peak_memory(&child);
    assert!(memory < 60, "{memory} MiB");
    signal(&child, "KILL");
    end(child);
}

/// Inputs of 256 MiB, of which most is no game and no position, once in a single line.
#[test]
fn memory_does_not_grow_with_the_input() {
    for (line, comment, item, sign) in [
        ("analyse - --nodes 1 --hash 1 -o out", "% a line for other programs\n", GAMES[0], "[Event \"one\"]"),
        ("analyse - --nodes 1 --hash 1 -o out", "1. e4 e5 1-0 ", GAMES[0], "[Event \"one\"]"),
        ("suite - --nodes 1 --hash 1 -o out", "# a line that is a remark\n", POSITIONS[0], "  one\n"),
        ("suite - --nodes 1 --hash 1 -o out", "a line without an end ", POSITIONS[0], "  one\n"),
    ] {
        let folder = Folder::new();
        let is_games = comment.starts_with('1');
        // Each of the short games is reviewed, so there are fewer of them.
        let size = if is_games { 2 << 20 } else { 256 << 20 };
        let (child, mut stdin) = begin(&folder, line, &[item]);
        let block = comment.repeat((1 << 20) / comment.len());
        (0..size >> 20).for_each(|_| stdin.write_all(block.as_bytes()).expect("it reads"));
        stdin.write_all(b"\n\n").and_then(|()| stdin.write_all(item.as_bytes())).expect("it reads");
        wait_for(&folder, "out", sign);
        let end_of = |path: &Path| fs::read_to_string(path).is_ok_and(|text| text.matches(sign).count() == 2);
        if !is_games {
            wait_until("the last item", || end_of(&folder.file("out")));
        }
        let memory = peak_memory(&child);
        assert!(memory < 100, "{line}: {memory} MiB");
        signal(&child, "KILL");
        end(child);
    }
}
