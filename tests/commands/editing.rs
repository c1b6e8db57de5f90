//! Lines that a person edits at a terminal.

use crate::common::boards::MATE_IN_ONE;
use crate::common::terminal::Terminal;

const UP: &[u8] = b"\x1b[A";
const LEFT: &[u8] = b"\x1b[D";
const HOME: &[u8] = b"\x1b[H";
const END: &[u8] = b"\x1b[F";
const DELETE: &[u8] = b"\x1b[3~";
const BACKSPACE: &[u8] = b"\x7f";
const CTRL_A: &[u8] = b"\x01";
const CTRL_C: &[u8] = b"\x03";
const CTRL_D: &[u8] = b"\x04";
const CTRL_E: &[u8] = b"\x05";
const CTRL_R: &[u8] = b"\x12";
const CTRL_U: &[u8] = b"\x15";
const CTRL_W: &[u8] = b"\x17";

/// The first move on a board.
const E4: &str = "  1. e4\n";

#[test]
fn keys_edit_a_line_and_recall_others() {
    let mut terminal = Terminal::start(&[]);
    terminal.wait("White> ");
    for keys in [
        &[b"4", HOME, b"e", END][..],
        &[b"e", b"3", LEFT, DELETE, b"4"],
        &[b"4", CTRL_A, b"e", CTRL_E],
        &[b"nonsense", CTRL_U, b"e4"],
        &[b"e4 nonsense", CTRL_W],
    ] {
        terminal.press(&keys.concat()).enter("");
        assert!(terminal.wait("Black> ").contains(E4), "{keys:?}");
        terminal.enter("new").wait("White> ");
    }
    // The line before the last one.
    terminal.press(UP).press(UP).enter("").wait(E4);
    terminal.wait("Black> ");
    terminal.press(b"nf\t").enter("").wait("  1... Nf6\n");
    terminal.wait("White> ");
    terminal.enter("new").wait("White> ");
    terminal.press(CTRL_R).press(b"e4").enter("").wait(E4);
    terminal.wait("Black> ");
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn bytes_that_are_no_text_leave_the_typed_line_as_it_is() {
    let mut terminal = Terminal::start(&[]);
    terminal.wait("White> ");
    // A byte that no character has, and one of another encoding, before a key that does not continue it.
    for keys in [&b"e5\xff"[..], b"\xe9x"] {
        terminal.press(keys).wait("White> e5");
    }
    terminal.press(BACKSPACE).press(b"4").enter("").wait(E4);
    terminal.wait("Black> ");
}

#[test]
fn pasted_lines_are_executed_one_after_another() {
    let mut terminal = Terminal::start(&[]);
    terminal.wait("White> ");
    terminal.press(b"\x1b[200~e4\ne5\x1b[201~").enter("").wait(E4);
    terminal.wait("  1... e5\n");
    // Lines that come at once, too.
    terminal.press(b"nf3\nnc6\n").wait("  2... Nc6\n");
    terminal.wait("White> ");
}

#[test]
fn what_is_printed_leaves_the_typed_line_whole() {
    let mut terminal = Terminal::start(&[]);
    terminal.enter("analyse").wait("\n    5  ");
    // Nothing that a line of the analysis may contain.
    terminal.press(b"y4").wait("y4");
    // A line of the analysis, and the typed line below it.
    terminal.wait(" s  ");
    terminal.wait("\n       y4");
    terminal.press(LEFT).press(LEFT).press(DELETE).press(b"d").enter("").wait("Best move: ");
    terminal.wait("  1. d4\n");
    // The prompt comes below the last line without a key.
    terminal.wait("Black> ");
    terminal.enter("hint").wait("Hint (");
    terminal.wait("Black> ");
    // Lancet's answer changes the prompt.
    terminal.enter("play").wait("\nLancet plays 1... ");
    terminal.wait("White> ");
    // Nobody would move if Lancet still played.
    terminal.enter("undo 1").wait("Lancet is to move, and waits for 'play'.");
    terminal.enter("d5").wait("  1... d5\n");
    terminal.wait("White> ");
}

#[test]
fn ctrl_c_and_ctrl_d_leave_the_terminal_as_it_was() {
    let mut terminal = Terminal::start(&[]);
    terminal.wait("White> ");
    assert!(!terminal.echoes());
    terminal.enter("analyse").wait("\n   10  ");
    terminal.press(CTRL_C).wait("Best move: ");
    terminal.wait("White> ");
    terminal.press(b"e4").press(CTRL_C).wait_for_end();
    assert!(terminal.echoes());
    assert_eq!(terminal.end().0, None, "ended by the signal");
    // The signal of another program.
    let mut terminal = Terminal::start(&[]);
    terminal.wait("White> ");
    terminal.signal("INT").wait_for_end();
    assert!(terminal.echoes());
    let mut terminal = Terminal::start(&[]);
    terminal.wait("White> ");
    terminal.press(CTRL_D).wait_for_end();
    assert!(terminal.echoes());
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn the_word_uci_ends_the_editing() {
    let mut terminal = Terminal::start(&[]);
    terminal.wait("White> ");
    terminal.enter("uci").wait("uciok\n");
    assert_eq!(terminal.enter("isready").wait("readyok\n"), "isready\nreadyok\n");
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn the_moves_of_a_game_are_edited() {
    let mut terminal = Terminal::start(&["play", "--fen", MATE_IN_ONE, "--nodes", "500", "--hash", "1"]);
    terminal.wait("1. ");
    terminal.enter("e7").wait("'e7' is not a legal move\n");
    terminal.press(UP).press(HOME).press(b"R").press(END).press(LEFT).press(b"e").press(DELETE);
    terminal.enter("8").wait("Checkmate: White wins. 1-0\n");
    terminal.press(UP).enter("").wait("Review the game? [y/N] ");
    terminal.enter("").wait_for_end();
    assert!(terminal.echoes());
}

#[test]
fn ctrl_c_in_a_line_of_a_game_saves_it() {
    let arguments = ["play", "--nodes", "500", "--hash", "1", "--no-book", "--pgn-out", "game.pgn"];
    for by_key in [true, false] {
        let mut terminal = Terminal::start(&arguments);
        terminal.wait("1. ");
        terminal.enter("e4").wait("2. ");
        terminal.press(b"d4").wait("d4");
        if by_key {
            terminal.press(CTRL_C);
        } else {
            terminal.signal("TERM");
        }
        let end = terminal.wait("The game is not finished. *\n") + &terminal.wait("Saved in game.pgn.\n");
        // Text that is pasted is no longer marked.
        assert!(end.rfind("\x1b[?2004l") > end.rfind("\x1b[?2004h"), "{end:?}");
        terminal.wait_for_end();
        assert!(terminal.echoes());
        assert!(terminal.folder.read("game.pgn").contains("\n1. e4 "));
    }
}

#[test]
fn ctrl_c_does_not_lose_a_game() {
    let arguments = ["play", "--nodes", "500", "--hash", "1", "--no-book"];
    let question = "Save the game as (file name, Enter for no): ";
    for (saves, by_key) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut terminal = Terminal::start(&arguments);
        terminal.wait("1. ");
        terminal.enter("e4").wait("2. ");
        let interrupt = |terminal: &mut Terminal| {
            if by_key {
                terminal.press(CTRL_C)
            } else {
                terminal.signal("INT")
            };
        };
        interrupt(&mut terminal);
        terminal.wait(question);
        if saves {
            terminal.press(CTRL_U).enter("game.pgn").wait("Saved in game.pgn.\n");
        } else {
            interrupt(&mut terminal);
        }
        // There is no further question.
        terminal.wait_for_end();
        assert_eq!(terminal.folder.file("game.pgn").exists(), saves);
    }
}

/// Starts a game whose time ends in a line that begins with `d`. The question stands above that line.
fn out_of_time() -> Terminal {
    let mut terminal = Terminal::start(&["play", "--nodes", "500", "--no-book", "--clock", "0.05"]);
    terminal.wait("1. ");
    terminal.enter("e4").wait("2. ");
    terminal.press(b"d").wait("White has run out of time: Black wins. 0-1\n");
    terminal.wait("Save the game as (file name, Enter for no):\n");
    terminal
}

#[test]
fn the_time_ends_in_a_line() {
    let mut terminal = out_of_time();
    terminal.press(CTRL_U).enter("time.pgn").wait("Saved in time.pgn.\n");
    terminal.wait("Review the game? [y/N] ");
    terminal.enter("").wait_for_end();
    assert!(terminal.folder.read("time.pgn").contains("time forfeit"));
}

#[test]
fn a_move_that_comes_too_late_is_no_name_of_a_file() {
    let mut terminal = out_of_time();
    terminal.enter("4").wait("Save the game as (file name, Enter for no): ");
    terminal.enter("time.pgn").wait("Saved in time.pgn.\n");
    terminal.wait("Review the game? [y/N] ");
    terminal.enter("").wait_for_end();
    assert!(!terminal.folder.file("d4").exists());
}
