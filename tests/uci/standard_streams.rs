//! Standard streams that are not ordinary pipes: non-blocking ones, and a folder.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, pipe};
use std::os::fd::AsFd;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

const PROGRAM: &str = env!("CARGO_BIN_EXE_lancet");

fn make_non_blocking(stream: &impl AsFd) {
    let flags = fcntl_getfl(stream).expect("flags");
    fcntl_setfl(stream, flags | OFlags::NONBLOCK).expect("a non-blocking stream");
}

#[test]
fn a_non_blocking_input_is_waited_for() {
    let (input, mut writer) = pipe().expect("a pipe");
    make_non_blocking(&input);
    let mut engine = Command::new(PROGRAM).stdin(input).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut output = BufReader::new(engine.stdout.take().expect("a pipe"));
    // A line in two parts, between which there is nothing to read.
    writer.write_all(b"uci\ngo dep").expect("it reads");
    let mut line = String::new();
    while line != "uciok\n" {
        line.clear();
        assert!(output.read_line(&mut line).expect("UTF-8") > 0, "the end");
    }
    writer.write_all(b"th 2\n").expect("it reads");
    drop(writer);
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("UTF-8");
    assert!(engine.wait().expect("an end").success() && rest.contains("\nbestmove "), "{rest}");
}

#[test]
fn a_non_blocking_output_is_waited_for() {
    let (mut reader, output) = pipe().expect("a pipe");
    make_non_blocking(&output);
    let watched = output.try_clone().expect("a second name");
    let mut engine = Command::new(PROGRAM).stdin(Stdio::piped()).stdout(output).spawn().expect("it starts");
    let mut input = engine.stdin.take().expect("a pipe");
    // More than a pipe holds.
    writeln!(input, "setoption name MultiPV value 20\n{}go depth 3\nquit", "uci\n".repeat(60))
        .expect("it reads");
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    let is_full = || poll(&mut [PollFd::new(&watched, PollFlags::OUT)], Some(&at_once)) == Ok(0);
    while !is_full() {
        thread::sleep(Duration::from_millis(1));
    }
    drop(watched);
    let mut text = String::new();
    reader.read_to_string(&mut text).expect("UTF-8");
    assert!(engine.wait().expect("an end").success());
    assert_eq!(text.lines().filter(|line| *line == "uciok").count(), 60);
    assert_eq!(text.lines().filter(|line| line.starts_with("bestmove ")).count(), 1);
}

#[test]
fn a_folder_is_no_input() {
    let folder = tempfile::tempdir().expect("a folder");
    for arguments in [&[][..], &["uci"], &["play"]] {
        let input = File::open(folder.path()).expect("a folder");
        let ended: Output = Command::new(PROGRAM).args(arguments).stdin(input).output().expect("an end");
        let message = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(2), "{arguments:?}");
        assert_eq!(
            message, "error: cannot read '-': not a regular file or pipe (a folder)\n",
            "{arguments:?}"
        );
    }
}
