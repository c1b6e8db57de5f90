//! What a person sees at a terminal.

use crate::common::boards::{CHECKMATE, MATE_IN_ONE};
use crate::common::process::Lancet;
use crate::common::terminal::Terminal;

#[test]
fn the_terminal_greets_and_plays_moves() {
    let mut terminal = Terminal::start_plain(&[]);
    let greeting = terminal.wait("White> ");
    let lines: Vec<&str> = greeting.lines().collect();
    assert_eq!(lines.len(), 4, "{greeting}");
    assert!(lines[0].starts_with("Lancet ") && lines.iter().all(|line| line.len() <= 80), "{greeting}");
    let board = terminal.enter("e4").wait("Black> ");
    assert!(board.contains(" 4  .  .  .  . [P] .  .  .\n") && board.contains("  1. e4\n"), "{board}");
    let what_next = "\nNow type a move of Black, or 'play' and Lancet answers this and every move.\nBlack> ";
    assert!(board.ends_with(what_next), "{board}");
    let board = terminal.enter("e7e5 nf3").wait("Black> ");
    assert!(board.contains("  2. Nf3\n") && !board.contains("'play'"), "{board}");
    assert!(terminal.enter("undo 2").wait("Black> ").contains("  1. e4\n"));
    assert!(terminal.enter("undo").wait("White> ").contains(" 2  P  P  P  P  P  P  P  P"));
    assert!(terminal.enter("undo").wait("White> ").contains("error: no move to take back\n"));
    let hint = terminal.enter("hint").wait("White> ");
    assert!(hint.contains("\nHint (") && hint.contains(" for White, depth "), "{hint}");
    let line: Vec<&str> = hint.split_once("): ").expect("a line").1.split_whitespace().collect();
    assert!(line[0] != line[1], "{hint}");
    assert!(terminal.enter("eval").wait("White> ").contains("Final evaluation, White's view: "));
    terminal.enter("quit");
    assert_eq!(terminal.end(), (Some(0), "quit\n".to_owned()));
}

#[test]
fn the_terminal_reads_positions_and_corrects_words() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    for (line, message) in [
        ("anlyse", "error: unknown move or command 'anlyse'; did you mean 'analyse'?\n"),
        ("Nf6", "error: 'Nf6' is not a legal move\n"),
        ("4k3/8/8/8 w - - 0 1", "error: invalid FEN '4k3/8/8/8 w - - 0 1': the board must have 8 ranks"),
    ] {
        terminal.enter(line).wait(message);
        terminal.wait("> ");
    }
    // A mistake changes nothing, in a position of UCI either.
    terminal.enter("e4").wait("  1. e4\n");
    terminal.wait("Black> ");
    assert!(terminal.enter("fen garbage").wait("Black> ").contains("error: invalid FEN 'garbage'"));
    assert!(terminal.enter("Undo").wait("White> ").contains("White to move."));
    terminal.enter("e4").wait("Black> ");
    for mistake in ["Position fen garbage", "position startpos moves e7e5", "position"] {
        assert!(terminal.enter(mistake).wait("Black> ").contains("error: "), "{mistake}");
    }
    assert!(terminal.enter("Undo").wait("White> ").contains("White to move."));
    // A warning about one position does not hide that about the next.
    for fen in ["4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "r3k3/8/8/8/8/8/8/4K3 w kq - 0 1"] {
        let shown = terminal.enter(fen).wait("White> ");
        assert!(shown.contains("\nwarning: dropped castling rights"), "{shown}");
    }
    // Nor is it written again after a mistake.
    terminal.enter("fen garbage").wait("White> ");
    assert!(!terminal.enter("Kd1").wait("Black> ").contains("warning: "));
    assert!(terminal.enter(CHECKMATE).wait("lancet> ").contains("  Checkmate: White wins.\n"));
    assert!(terminal.enter("hint").wait("lancet> ").contains("\nCheckmate: White wins.\n"));
    assert!(terminal.enter("new").wait("White> ").contains("White to move."));
    // UCI works here too, with messages for people.
    assert!(
        terminal
            .enter("setoption name Hsah value 3")
            .wait("White> ")
            .contains("\nerror: unknown option 'Hsah'")
    );
    assert!(terminal.enter("position startpos moves e2e4").wait("Black> ").ends_with("e2e4\nBlack> "));
    assert!(terminal.enter("perft 3").wait("Black> ").contains("Nodes searched: "));
    // Ctrl-D ends it on a line of its own.
    terminal.press(&[4]);
    assert_eq!(terminal.end(), (Some(0), "\n".to_owned()));
}

#[test]
fn enter_stops_an_analysis_and_a_final_mate_ends_it() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.enter("analyse 2").wait("depth  rank");
    terminal.wait("\n   10     2  ");
    let text = terminal.enter("").wait("White> ");
    assert!(text.contains("\nBest move: ") && text.lines().all(|line| line.len() <= 80), "{text}");
    terminal.enter(MATE_IN_ONE).wait("White> ");
    let text = terminal.enter("analyse").wait("White> ");
    assert!(text.contains("       #1  ") && text.contains("\nBest move: Re8#\n"), "{text}");
    // Any other line stops an analysis and is executed.
    terminal.enter("new").wait("White> ");
    terminal.enter("analyse").wait("\n   10  ");
    let text = terminal.enter("d4").wait("Black> ");
    assert!(text.contains("\nBest move: ") && text.contains("  1. d4\n"), "{text}");
}

#[test]
fn ctrl_c_ends_what_runs_and_at_the_prompt_the_program() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    for (line, sign, end) in [
        ("analyse", "\n   10  ", "\nBest move: "),
        ("go infinite", "info depth 5 ", "\nbestmove "),
        ("bench 60", "bench 60\n", "bench stopped\n"),
    ] {
        terminal.enter(line).wait(sign);
        // What waits behind it ends as well. The terminal is not the controlling one: the signal comes from elsewhere.
        if line != "analyse" {
            terminal.enter("go infinite").enter("isready").wait("readyok\n");
        }
        terminal.signal("INT").wait(end);
        terminal.wait("White> ");
    }
    assert!(terminal.enter("e4").wait("Black> ").contains("  1. e4\n"));
    terminal.signal("INT");
    assert_eq!(terminal.end().0, None, "ended by the signal");
}

/// The `quit` that was typed together with a bench waits for its end, unless something else ends it.
#[test]
fn a_quit_that_waits_ends_the_program_in_any_case() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    terminal.press(b"bench 40\nisready\nquit\n").wait("readyok\n");
    std::thread::sleep(std::time::Duration::from_millis(100));
    terminal.signal("INT");
    assert_eq!(terminal.end().0, Some(0));
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    terminal.press(b"bench 6\nanalyse\nquit\n").wait(" nps\n");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn nothing_is_written_for_people_after_the_word_uci() {
    for line in ["analyse", "play"] {
        let mut terminal = Terminal::start_plain(&[]);
        terminal.wait("White> ");
        // Enough to see that the search has begun.
        terminal.enter(line).wait(&format!("{line}\n"));
        terminal.enter("uci").wait("uciok\n");
        terminal.enter("isready").wait("readyok\n");
        std::thread::sleep(std::time::Duration::from_millis(1_200));
        terminal.enter("quit");
        let (code, rest) = terminal.end();
        assert_eq!((code, rest.trim()), (Some(0), "quit"), "{line}");
    }
}

#[test]
fn analysis_mode_has_no_book_at_the_terminal_either() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    terminal.enter("setoption name OwnBook value true").wait("White> ");
    for (mode, has_book) in [("true", false), ("false", true)] {
        terminal.enter(&format!("setoption name UCI_AnalyseMode value {mode}")).wait("> ");
        terminal.enter("new").wait("White> ");
        let answer = terminal.enter("play").wait("Lancet plays 1. ");
        assert_eq!(answer.contains(" % of the weight in the book"), has_book, "{answer}");
        terminal.wait("Black> ");
    }
    terminal.enter("quit");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn play_makes_lancet_answer() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    terminal.enter("e4").wait("Black> ");
    assert!(terminal.enter("play").wait("White> ").contains("\nLancet plays 1... "));
    let text = terminal.enter("d4").wait("White> ");
    assert!(text.contains("  2. d4\n") && text.contains("\nLancet plays 2... "), "{text}");
    // One word takes back both moves.
    assert!(terminal.enter("undo").wait("White> ").contains("  1... "));
    terminal.enter("board").wait("White> ");
    assert!(terminal.enter("help").wait("White> ").lines().all(|line| line.len() <= 80));
}

/// Lancet has no answer to a move that ends the game: it is the only one that one word takes back.
#[test]
fn undo_takes_back_the_move_that_ended_the_game() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    terminal.enter("k7/8/1K6/8/8/8/8/7R w - - 0 1").wait("White> ");
    terminal.enter("Rh2").wait("Black> ");
    assert!(terminal.enter("play").wait("White> ").contains("\nLancet plays 1... Kb8"));
    assert!(terminal.enter("Rh8").wait("lancet> ").contains("  Checkmate: White wins.\n"));
    assert!(terminal.enter("undo").wait("White> ").contains("  1... Kb8\n"));
    assert!(terminal.enter("Rg2").wait("White> ").contains("\nLancet plays 2... "));
}

#[test]
fn the_word_uci_and_the_command_uci_speak_uci_alone() {
    let mut terminal = Terminal::start_plain(&[]);
    terminal.wait("White> ");
    let answer = terminal.enter("uci").wait("uciok\n");
    assert!(answer.starts_with("uci\nid name Lancet"), "{answer}");
    assert_eq!(terminal.enter("isready").wait("readyok\n"), "isready\nreadyok\n");
    assert!(
        terminal.enter("e4").wait("commands\n").contains("info string error: unknown command 'e4'; 'help'")
    );
    let mut plain = Terminal::start_plain(&["uci"]);
    assert_eq!(plain.enter("isready").wait("readyok\n"), "isready\nreadyok\n");
}

#[test]
fn a_pipe_gets_no_greeting_and_the_messages_of_uci() {
    for arguments in [&[][..], &["uci"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lancet"));
        command.args(arguments);
        let mut lancet = Lancet::start_as(command);
        lancet.send_all(&["e4", "undo", "hint", "analyse", "position startpos moves e4", "isready"]);
        lancet.wait("readyok");
        let unknown =
            |word: &str| format!("info string error: unknown command '{word}'; 'help' lists the commands");
        let mut wanted: Vec<String> = ["e4", "undo", "hint", "analyse"].map(unknown).into();
        wanted.push(
            "info string error: invalid move 'e4' (number 1 in the list): not a move such as e2e4 or e7e8q"
                .into(),
        );
        wanted.push("readyok".into());
        assert_eq!(lancet.quit(), wanted, "{arguments:?}");
    }
}

#[test]
fn boards_have_colours_and_figurines_where_they_can() {
    let mut terminal = Terminal::start(&[]);
    let board = terminal.enter("e4").wait("Black> ");
    assert!(board.contains("\u{1b}[38;5;231m\u{1b}[48;5;136m ♟ \u{1b}[0m"), "{board:?}");
    let mut utf8 = Terminal::start_with(&[], 80, &[("TERM", "dumb"), ("LANG", "C.UTF-8")]);
    assert!(utf8.enter("e4").wait("Black> ").contains(" 4  ·  ·  ·  · [♙] ·  ·  ·\n"));
    let no_colour = [("TERM", "xterm-256color"), ("LANG", "C"), ("NO_COLOR", "1")];
    let mut ascii = Terminal::start_with(&[], 80, &no_colour);
    assert!(ascii.enter("e4").wait("Black> ").contains(" 4  .  .  .  . [P] .  .  .\n"));
}

#[test]
fn go_fits_the_terminal() {
    for columns in [60_u16, 80] {
        let go = ["go", "--depth", "12", "--multipv", "2"];
        let terminal = Terminal::start_with(&go, columns, &[("TERM", "dumb")]);
        let (code, text) = terminal.end();
        assert_eq!(code, Some(0));
        let iterations: Vec<&str> = text.lines().filter(|line| line.contains(" s  ")).collect();
        assert_eq!(iterations.len(), 24, "{text}");
        assert!(iterations.iter().all(|line| line.len() <= usize::from(columns)), "{text}");
    }
}

#[test]
fn a_game_is_played_with_questions_at_its_end() {
    let mut terminal = Terminal::start(&["play", "--fen", MATE_IN_ONE, "--nodes", "500", "--hash", "1"]);
    terminal.wait("1. ");
    assert!(terminal.enter("e7").wait("1. ").contains("'e7' is not a legal move"));
    let hint = terminal.enter("hint").wait("1. ");
    assert!(hint.contains("Hint (#1 for White, depth ") && hint.contains("): Re8#"), "{hint}");
    let end = terminal.enter("re8").wait("Enter for no): ");
    assert!(end.contains("Checkmate: White wins. 1-0\n"), "{end}");
    terminal.enter("y").wait("Type the name of a file, such as game.pgn.\n");
    terminal.enter("game.pgn").wait("Saved in game.pgn.\n");
    terminal.wait("Review the game? [y/N] ");
    let review = terminal.enter("y").wait("--html review.html\n");
    assert!(
        review.contains("\nWhite (you): accuracy 100.0 %, 0 inaccuracies, 0 mistakes, 0 blunders\n"),
        "{review}"
    );
    let pgn = terminal.folder.read("game.pgn");
    assert!(pgn.contains("[White \"Player\"]") && pgn.contains("\n1. Re8# 1-0\n"), "{pgn}");
    assert_eq!(terminal.end().0, Some(0));
}

#[test]
fn no_is_no_name_of_a_file() {
    for no in ["", "n", "No"] {
        let mut terminal = Terminal::start_plain(&["play", "--nodes", "500", "--hash", "1"]);
        terminal.wait("1. ");
        terminal.enter("e4").wait("2. ");
        terminal.enter("resign").wait("Enter for no): ");
        terminal.enter(no).wait("Review the game? [y/N] ");
        terminal.enter("");
        let folder = terminal.folder.path().to_owned();
        assert_eq!(std::fs::read_dir(folder).expect("a folder").count(), 0, "{no}");
        assert_eq!(terminal.end().0, Some(0));
    }
}

#[test]
fn ctrl_c_and_sigterm_save_the_game() {
    let arguments = ["play", "--nodes", "500", "--hash", "1", "--no-book", "--pgn-out", "game.pgn"];
    for name in ["INT", "TERM"] {
        let mut terminal = Terminal::start_plain(&arguments);
        terminal.wait("1. ");
        terminal.enter("e4").wait("2. ");
        // The terminal is not the controlling one, so the signal comes from elsewhere.
        terminal.signal(name);
        terminal.wait("The game is not finished. *\nSaved in game.pgn.\n");
        assert!(terminal.folder.read("game.pgn").contains("\n1. e4 "));
    }
}

#[test]
fn a_page_alone_leaves_the_games_off_the_screen() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/games.pgn");
    let screen = |more: &[&str]| {
        let arguments = ["analyse", games, "--nodes", "100", "--hash", "1"];
        let (code, text) = Terminal::start_plain(&[&arguments, more].concat()).end();
        assert_eq!(code, Some(0), "{text}");
        text
    };
    let page = screen(&["--html", "page.html"]);
    assert!(page.ends_with("Reviewed 3 games: page.html\n") && !page.contains("[Event "), "{page}");
    let files = screen(&["--html", "page.html", "--output", "games.pgn", "--svg", "graph.svg"]);
    assert!(files.ends_with("Reviewed 3 games: games.pgn, page.html, graph.svg (numbered)\n"), "{files}");
    // A user who requests them gets them.
    for more in [&["--format", "pgn"][..], &["--output", "-"]] {
        let text = screen(&[&["--html", "page.html"], more].concat());
        assert!(text.contains("[Event ") && !text.contains("Reviewed "), "{text}");
    }
}

#[test]
fn ctrl_c_stops_the_review_of_a_game() {
    let arguments = ["play", "--nodes", "300", "--no-book", "--pgn-out", "game.pgn", "--review"];
    let mut terminal = Terminal::start_plain(&arguments);
    for (prompt, line) in
        [("\n1. ", "e4"), ("\n2. ", "d4"), ("\n3. ", "a3"), ("\n4. ", "h3"), ("\n5. ", "resign")]
    {
        terminal.wait(prompt);
        terminal.enter(line);
    }
    terminal.wait("Saved in game.pgn.\n");
    terminal.signal("INT").wait("The review was stopped.\n");
    assert!(terminal.folder.read("game.pgn").contains("\n1. e4 "));
    let (code, rest) = terminal.end();
    assert!(code == Some(0) && !rest.contains("accuracy"), "{rest}");
}
