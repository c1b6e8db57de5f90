//! Games against Lancet, with the moves from a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Command;

use crate::common::folder::Folder;
use crate::common::process::{Finished, error_of, spawn_piped};
use lancet::pgn::PgnReader;

/// Plays a game with these lines as input; an underscore stands for a space in an argument.
fn play(folder: &Path, arguments: &str, input: &str) -> Finished {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
    command.arg("play").args(arguments.split_whitespace().map(|argument| argument.replace('_', " ")));
    let mut child = spawn_piped(&mut command, folder);
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("an open pipe");
    let finished: Finished = child.wait_with_output().expect("an end").into();
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    finished
}

const QUICK: &str = "--nodes 300 --hash 1 --no-book --seed 3 --elo 1000";

#[test]
fn a_game_from_a_pipe_is_saved_and_reviewed() {
    let folder = Folder::new();
    let lines = "e4\nundo\nd4\nhint\nboard\nmoves\nfen\nflip\nhelp\nresgin\nbad\nnf3\nresign\n";
    let finished = play(folder.path(), &format!("{QUICK} --pgn-out games.pgn --review"), lines);
    let text = &finished.stdout;
    for part in [
        "You play White against Lancet (1000 Elo).",
        "Lancet plays 1... ",
        "Hint (",
        "  1. d4 ",
        "undo                 take back",
        "unknown move or command 'resgin'; did you mean 'resign'?",
        "unknown move or command 'bad'; 'help' lists the commands",
        "White resigns: Black wins. 0-1\nSaved in games.pgn.\n",
        "White (you): accuracy ",
        "Black (Lancet): accuracy ",
    ] {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
    assert!(!text.contains('\u{1b}') && text.is_ascii(), "{text}");
    // A second game is appended.
    play(folder.path(), &format!("{QUICK} --as black --clock 5+3 --pgn-out games.pgn"), "e5\nquit\n");
    let file = folder.read("games.pgn");
    let games: Vec<_> =
        PgnReader::new(file.as_bytes()).map(|game| game.expect("no I/O error").expect("a game")).collect();
    assert_eq!(games.len(), 2, "{file}");
    assert_eq!((games[0].result.as_str(), games[0].tag("Termination")), ("0-1", Some("normal")));
    assert_eq!((games[1].result.as_str(), games[1].tag("Termination")), ("*", Some("unterminated")));
    assert_eq!((games[1].tag("Black"), games[1].tag("TimeControl")), (Some("Player"), Some("300+3")));
    assert!(games[1].line.moves.iter().all(|m| m.comments[0].starts_with("[%clk 0:0")), "{file}");
    assert_eq!(games[0].line.moves.len(), 4, "{file}");
}

#[test]
fn draws_and_time_end_a_game() {
    let folder = Folder::new();
    // Before its first move Lancet declines, and agrees once it sees that it is a queen behind.
    let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
    command.args(["play", "--nodes", "300", "--hash", "1", "--fen", "4k3/8/8/8/8/8/3Q4/4K3 w - - 0 1"]);
    let mut child = spawn_piped(&mut command, folder.path());
    child.stdin.take().expect("a pipe").write_all(b"draw\nQd5\ndraw\n").expect("an open pipe");
    let finished: Finished = child.wait_with_output().expect("an end").into();
    assert!(finished.stdout.contains("Lancet declines the draw."), "{finished:?}");
    assert!(finished.stdout.contains("Draw by agreement. 1/2-1/2\n"), "{finished:?}");
    // After moves are taken back, their scores do not count.
    let lines = "draw\nKe2\nKxd2\nundo\nundo\ndraw\nquit\n";
    let arguments = "--nodes 1 --hash 1 --no-book --fen 3qk3/8/8/8/8/2P2P2/3P4/4K1N1_w_-_-_0_1";
    let finished = play(folder.path(), arguments, lines);
    assert_eq!(finished.stdout.matches("Lancet declines the draw.").count(), 2, "{finished:?}");
    // The input stays open, and the clock runs out.
    let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
    command.args(["play", "--nodes", "300", "--hash", "1", "--clock", "0.002"]);
    let child = spawn_piped(&mut command, folder.path());
    let finished: Finished = {
        let mut child = child;
        let stdin = child.stdin.take();
        let finished = child.wait_with_output().expect("an end").into();
        drop(stdin);
        finished
    };
    assert!(finished.stdout.contains("White has run out of time: Black wins. 0-1\n"), "{finished:?}");
}

#[test]
fn arguments_that_make_no_game_are_errors() {
    let folder = Folder::new();
    let book = folder.write("no.pgn", "neither a game nor anything else");
    for (arguments, hint) in [
        (
            &["--elo", "500"][..],
            "invalid value '500' for '--elo <ELO>': expected an integer from 1000 to 2800",
        ),
        (&["--elo", "strong"], "expected an integer from 1000 to 2800"),
        (&["--skill", "-1"], "expected an integer from 0 to 20"),
        (&["--clock", "soon"], "expected minutes and increment in seconds, such as 5+3"),
        (&["--as", "whit"], "did you mean 'white'?"),
        (&["--fen", "x"], "invalid FEN 'x'"),
        (&["--elo", "1500", "--skill", "3"], "cannot be used with"),
        (&["--seed", "1"], "--elo <ELO>|--skill <N>"),
        (&["--pgn-out", &book], "a PGN file"),
        (&["--pgn-out", "no/such/folder/game.pgn"], "no/such/folder"),
    ] {
        let message = error_of(&[&["play"], arguments].concat());
        assert!(message.contains(hint), "{arguments:?}: {message}");
    }
}

/// The game as it was saved: its moves.
fn saved_moves(folder: &Folder) -> usize {
    let file = folder.read("game.pgn");
    let games: Vec<_> = PgnReader::new(file.as_bytes()).map(|game| game.expect("no I/O error")).collect();
    let [Ok(game)] = &games[..] else { panic!("{file}") };
    assert_eq!(game.result, "*", "{file}");
    game.line.moves.len()
}

/// Nobody reads on after Lancet's first move.
#[test]
fn a_closed_output_does_not_lose_the_game() {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_lancet"));
    command.arg("play").args(QUICK.split(' ')).args(["--pgn-out", "game.pgn"]);
    let mut child = spawn_piped(&mut command, folder.path());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"e4\n").expect("an open pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.any(|line| line.expect("text").contains("Lancet plays 1... ")));
    drop(lines);
    stdin.write_all(b"board\n").expect("an open pipe");
    drop(stdin);
    // As any command whose files are complete.
    let finished: Finished = child.wait_with_output().expect("an end").into();
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(0), ""), "{finished:?}");
    assert_eq!(saved_moves(&folder), 2);
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = Folder::new();
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_lancet"), "play"]);
    shell.args(QUICK.split(' ')).args(["--pgn-out", "game.pgn"]);
    let mut child = spawn_piped(&mut shell, folder.path());
    child.stdin.take().expect("a pipe").write_all(b"e4\nquit\n").expect("an open pipe");
    let finished: Finished = child.wait_with_output().expect("an end").into();
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.starts_with("error: cannot write 'game.pgn': File too large"), "{finished:?}");
}
