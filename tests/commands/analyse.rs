//! Reviews of games, by the binary: what is kept, what is added, and every form of it.

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::channel;
use std::thread;

use crate::common::folder::Folder;
use crate::common::process::{PATIENCE, run_in};
use lancet::pgn::{PgnGame, PgnReader};
use serde_json::Value;

/// A scholar's mate with comments, a variation, clocks and an old evaluation; a game from a FEN; one
/// that ends in an illegal move.
const GAMES: &str = r#"[Event "Mate"]
[White "A"]
[Black "B"]
[Result "1-0"]

{ A game } 1. e4 { [%clk 0:05:00] } e5 { [%eval 9.99] [%clk 0:05:00] } 2. Bc4 $1 { sharp }
(2. Nf3 { solid } 2... Nc6 (2... d6 $6)) 2... Nc6 3. Qh5 Nf6 4. Qxf7# 1-0

[FEN "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"]
[Result "*"]

1. Ka2 h6 *

[White "C"]

1. d4 d5 2. Kd4 c6 *
"#;

/// A folder with the games.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder
}

/// Reviews the games of a folder; the standard output and the standard error.
fn analyse(folder: &Folder, arguments: &[&str]) -> (String, String) {
    let all = [&["analyse", "games.pgn", "--depth", "5", "--hash", "1"], arguments].concat();
    let finished = run_in(folder.path(), &all);
    assert_eq!(finished.code, Some(0), "{finished:?}");
    (finished.stdout, finished.stderr)
}

/// Returns the error message of a command that fails.
fn error_of(folder: &Folder, arguments: &[&str]) -> String {
    let finished = run_in(folder.path(), &[&["analyse"], arguments, &["--depth", "1"]].concat());
    assert_eq!(finished.code, Some(2), "{finished:?}");
    finished.stderr
}

fn games(text: &str) -> Vec<PgnGame> {
    PgnReader::new(text.as_bytes()).map(|game| game.expect("no error").expect("a game")).collect()
}

#[test]
fn pgn_comes_back_annotated_and_complete() {
    let folder = folder();
    let (text, stderr) = analyse(&folder, &["--threads", "2"]);
    assert!(stderr.contains("game 3: invalid move '2. Kd4': not a legal move"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let (before, after) = (games(GAMES), games(&text));
    assert_eq!(after.len(), 3, "{text}");
    for (old, new) in before.iter().zip(&after) {
        let moves = |game: &PgnGame| game.line.moves.iter().map(|played| played.m).collect::<Vec<_>>();
        assert_eq!((moves(old), &old.result, &old.line.before), (moves(new), &new.result, &new.line.before));
        assert!(old.tags.iter().all(|tag| new.tags.contains(tag)), "{:?}", new.tags);
        let tag = |name| new.tag(name).expect(name).parse::<f64>().expect(name);
        assert!((0.0..=100.0).contains(&tag("WhiteAccuracy")) && tag("BlackAverageLoss") >= 0.0);
        for (was, is) in old.line.moves.iter().zip(&new.line.moves) {
            assert!(was.variations.iter().all(|variation| is.variations.contains(variation)));
            assert!(was.nags.iter().all(|nag| is.nags.contains(nag)));
            let mate = new.line.moves.len() == 7 && is.m == new.line.moves[6].m;
            let evaluations = is.comments.iter().filter(|comment| comment.contains("[%eval ")).count();
            assert_eq!(evaluations, usize::from(!mate), "{text}");
        }
    }
    let mate = &after[0].line.moves;
    assert!(mate[1].comments[0].ends_with("] [%clk 0:05:00]") && !text.contains("9.99"), "{text}");
    assert!(mate[2].comments.contains(&"sharp".to_owned()));
    // The move that lets the mate in, with a better line.
    assert!(mate[5].nags.contains(&4) && mate[5].comments[0] == "[%eval #1]", "{text}");
    assert!(mate[5].comments[1].starts_with("Blunder. ") && mate[5].variations.len() == 1, "{text}");
    // The better line begins with its evaluation.
    let better = &mate[5].variations[0].moves;
    assert!(better[0].comments.len() == 1 && better[0].comments[0].starts_with("[%eval "), "{text}");
    assert!(better[1..].iter().all(|m| m.comments.is_empty()), "{text}");
    assert!(!text.contains(". Qxf7# was best"));
}

/// A mate in two is missed, in games where the annotator knows it too.
#[test]
fn a_better_line_has_the_score_after_its_first_move() {
    for (fen, moves, before, after) in [
        ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "1. Rg8+ (1. Kf7) 1... Kxg8", 2, 1),
        ("6r1/8/8/8/8/5k2/8/7K b - - 0 1", "1... Rg1+ (1... Kf2) 2. Kxg1", -2, -1),
    ] {
        let folder = Folder::new();
        folder.write("games.pgn", format!("[FEN \"{fen}\"]\n\n{moves} 1/2-1/2\n"));
        let (text, _) = analyse(&folder, &["--html", "page.html"]);
        let missed = &games(&text)[0].line.moves[0];
        assert_eq!(missed.variations.len(), 2, "{text}");
        assert_eq!(missed.variations[0].moves[0].comments, [format!("[%eval #{after}]")], "{text}");
        // On the page the annotator's variation has it.
        let page = folder.read("page.html");
        for mate in [before, after] {
            assert_eq!(page.matches(&format!("\"eval\":\"#{mate}\"")).count(), 1, "{page}");
        }
        // The best score remains that before the move.
        let (text, _) = analyse(&folder, &["--format", "json"]);
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(value[0]["moves"][0]["best_score"]["mate"], before, "{text}");
    }
}

#[test]
fn review_does_not_depend_on_threads() {
    let folder = folder();
    assert_eq!(analyse(&folder, &["--threads", "1"]).0, analyse(&folder, &["--threads", "3"]).0);
}

#[test]
fn json_and_csv_list_every_move() {
    let folder = folder();
    let (text, _) = analyse(&folder, &["--format", "json"]);
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let games = value.as_array().expect("an array");
    assert_eq!(games.len(), 3);
    let moves = games[0]["moves"].as_array().expect("moves");
    assert_eq!((moves.len(), &moves[5]["move"], &moves[5]["mark"]), (7, &"Nf6".into(), &"blunder".into()));
    assert_eq!(moves[5]["score"]["mate"], 1);
    assert_eq!((&moves[5]["mate_change"], &moves[4]["mate_change"]), (&"allowed".into(), &Value::Null));
    assert_eq!((&moves[5]["played_score"]["mate"], &moves[6]["best_score"]["mate"]), (&1.into(), &1.into()));
    assert_eq!(games[0]["start"], moves[0]["best_score"]);
    assert_eq!((&moves[6]["best"], &moves[6]["loss"]), (&"Qxf7#".into(), &0.into()));
    assert_eq!(games[0]["black"]["blunders"], 1);
    assert!(moves.iter().all(|m| m["line"].as_array().is_some_and(|line| !line.is_empty())));

    let (text, _) = analyse(&folder, &["--format", "csv", "-o", "table.csv"]);
    assert_eq!(text, "");
    let table = folder.read("table.csv");
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((rows.len(), rows[0].len()), (1 + 7 + 2 + 2, 13), "{table}");
    assert!(rows.iter().all(|row| row.len() == 13), "{table}");
    assert_eq!(rows[6][..4], ["1", "3...", "Nf6", "g8f6"]);
    assert_eq!((rows[6][5], rows[6][9]), ("1", "??"));
}

/// The number of a game is that in the file, with the games that are skipped.
#[test]
fn skipped_games_have_a_number() {
    let folder = Folder::new();
    let bad = "[FEN \"nonsense\"]\n\n1. e4 *\n\n";
    folder.write("games.pgn", format!("{bad}1. d4 *\n\n{bad}{bad}1. c4 *\n"));
    let outputs = ["--format", "csv", "-o", "table.csv", "--html", "page.html", "--svg", "graph.svg"];
    let (_, stderr) = analyse(&folder, &outputs);
    for number in [1, 3, 4] {
        assert!(stderr.contains(&format!("game {number}: invalid FEN 'nonsense'")), "{stderr}");
    }
    let table = folder.read("table.csv");
    let rows: Vec<&str> = table.lines().skip(1).map(|line| &line[..line.len().min(7)]).collect();
    assert_eq!(rows, ["2,1.,d4", "5,1.,c4"], "{table}");
    let page = folder.read("page.html");
    assert!(page.contains("id=\"game-2\"") && page.contains("id=\"game-5\""), "{page}");
    assert_eq!(page.matches("id=\"game-").count(), 2, "{page}");
    for (number, exists) in [(1, false), (2, true), (3, false), (4, false), (5, true)] {
        assert_eq!(folder.file(&format!("graph-{number}.svg")).exists(), exists, "{number}");
    }
    // One picture at the standard output, whatever was skipped before it.
    folder.write("games.pgn", format!("{bad}1. d4 *\n"));
    let (picture, _) = analyse(&folder, &["--svg", "-", "-o", "out.pgn"]);
    assert!(picture.starts_with("<svg"), "{picture}");
}

#[test]
fn svg_and_html_are_self_contained() {
    let folder = folder();
    analyse(&folder, &["--html", "page.html", "--svg", "graph.svg", "-o", "out.pgn"]);
    let page = folder.read("page.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"), "{page}");
    assert_eq!(page.matches("<section class=\"game\"").count(), 3);
    assert!(
        page.contains("A – B, 1–0") && page.contains("3... Nf6?? allows a forced mate (#1); best was "),
        "{page}"
    );
    assert!(page.contains("The boards show all mistakes and blunders."), "{page}");
    assert!(page.matches("class=\"board\"").count() >= 1);
    for text in [&page, &folder.read("graph-1.svg"), &folder.read("graph-3.svg")] {
        // Nothing is fetched from anywhere.
        let foreign = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!foreign.contains("http") && !foreign.contains("url("), "{text}");
        assert_eq!(text.matches("<svg").count(), text.matches("</svg>").count());
        assert_eq!(text.matches("<g ").count(), text.matches("</g>").count());
        assert!(!text.contains("NaN"));
    }
}

#[test]
fn inputs_without_games_are_errors() {
    let folder = folder();
    folder.write("empty.pgn", "");
    for (arguments, hint) in [
        (&["empty.pgn"][..], "cannot read 'empty.pgn': no games in it"),
        (&["missing.pgn"], "cannot read 'missing.pgn'"),
        (&["games.pgn", "-o", "no/such/folder"], "cannot write 'no/such/folder'"),
        (&["games.pgn", "--html", "no/such/folder"], "cannot write 'no/such/folder'"),
        (&["games.pgn", "--format", "xml"], "xml"),
    ] {
        let message = error_of(&folder, arguments);
        assert!(message.contains(hint), "{arguments:?}: {message}");
    }
}

#[test]
fn outputs_never_overwrite_inputs_or_other_outputs() {
    let folder = folder();
    folder.write("one.pgn", "1. e4 *\n");
    folder.write("kept.pgn", "kept");
    folder.write("graph-1.pgn", "1. d4 *\n");
    for (arguments, hint) in [
        (&["games.pgn", "-o", "./games.pgn"][..], "cannot write './games.pgn': the file is also an input"),
        (
            &["one.pgn", "games.pgn", "--html", "games.pgn"],
            "cannot write 'games.pgn': the file is also an input",
        ),
        (&["one.pgn", "--svg", "one.pgn"], "cannot write 'one.pgn': the file is also an input"),
        (
            &["graph-1.pgn", "games.pgn", "--svg", "graph.pgn"],
            "cannot write 'graph-1.pgn': the file is also an input",
        ),
        (&["one.pgn", "-o", "new", "--html", "./new"], "cannot write './new': another output"),
        (
            &["games.pgn", "--html", "new-2.svg", "--svg", "new.svg"],
            "cannot write 'new-2.svg': another output",
        ),
        (&["games.pgn", "--svg", "no/such.svg"], "cannot write 'no/such.svg'"),
        (&["one.pgn", "--svg", "no/such.svg"], "cannot write 'no/such.svg'"),
        (&["missing.pgn", "-o", "kept.pgn"], "cannot read 'missing.pgn'"),
    ] {
        let message = error_of(&folder, arguments);
        assert!(message.contains(hint), "{arguments:?}: {message}");
    }
    assert_eq!((folder.read("games.pgn").as_str(), folder.read("kept.pgn").as_str()), (GAMES, "kept"));
}

#[test]
fn damaged_pgn_is_skipped_with_a_warning() {
    let folder = folder();
    let endless = "x".repeat(1 << 20);
    folder.write(
        "games.pgn",
        format!(
            "1. e4 e5 *\n\n[Event \"{endless}\n\n1. c4 *\n\n[White \"{endless}\"]\n\n1. c4 *\n\n1. d4 d5 *\n"
        ),
    );
    let (text, stderr) = analyse(&folder, &[]);
    assert_eq!(games(&text).iter().map(|game| game.line.moves.len()).collect::<Vec<_>>(), [2, 2], "{text}");
    assert!(text.contains("1. d4") && !text.contains("1. c4"), "{text}");
    for number in [2, 3] {
        let warning = format!("game {number}: a tag is longer than 64 KiB; skipping the game");
        assert!(stderr.contains(&warning), "{stderr}");
    }

    folder.write("games.pgn", b"[White \"M\xfcller\"]\n\n1. e4 e5\n\n2. Ng1-f3 \xb1 Nc6 3. Lb5 a6 *\n");
    let (text, stderr) = analyse(&folder, &[]);
    let game = games(&text).remove(0);
    assert_eq!((game.tag("White"), game.line.moves.len()), (Some("Müller"), 4), "{text}");
    assert!(game.line.moves[2].nags.contains(&16), "{text}");
    assert!(stderr.contains("invalid move '3. Lb5': not a move such as"), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
}

#[test]
fn reported_games_are_read_or_end_with_a_warning() {
    for (name, count, hints) in [
        ("04-unknown-words-as-moves.pgn", 2, &["game 2: invalid move '2. xx'"][..]),
        ("06-end-of-file-mark.pgn", 1, &[]),
        ("07-text-between-games.pgn", 2, &[]),
    ] {
        let case = crate::common::data("cases").join(name);
        let folder = Folder::new();
        folder.write("games.pgn", std::fs::read(case).expect(name));
        let (text, stderr) = analyse(&folder, &[]);
        assert_eq!(games(&text).len(), count, "{name}: {text}");
        assert_eq!(stderr.lines().count(), hints.len(), "{name}: {stderr}");
        assert!(hints.iter().all(|hint| stderr.contains(hint)), "{name}: {stderr}");
    }
}

#[test]
fn a_second_review_is_idempotent() {
    let folder = folder();
    folder.write(
        "games.pgn",
        format!(
            "{GAMES}1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6? 4. Qxf7# 1-0\n\n\
             1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 $6 {{ (0.50 → Mate in 1) Inaccuracy. Nh6 was best. }} (3... Nh6 4. d4) \
             (3... g6 {{ safe }}) 4. Qxf7# 1-0\n"
        ),
    );
    let (once, _) = analyse(&folder, &[]);
    let reviewed = games(&once);
    let (marked, named) = (&reviewed[3].line.moves[5], &reviewed[4].line.moves[5]);
    assert_eq!(
        (&marked.nags[..], marked.comments.len(), marked.variations.len()),
        (&[2][..], 2, 1),
        "{once}"
    );
    assert!(marked.comments[1].ends_with(" was best.") && !marked.comments[1].contains("Blunder"), "{once}");
    assert_eq!((&named.nags[..], named.comments.len(), named.variations.len()), (&[4][..], 2, 2), "{once}");
    assert!(named.comments[1].starts_with("Blunder. ") && !once.contains("Nh6 4. d4"), "{once}");
    folder.write("games.pgn", &once);
    assert_eq!(analyse(&folder, &[]).0, once);
}

#[test]
fn words_of_an_annotator_are_not_taken_for_those_of_a_review() {
    let folder = Folder::new();
    let game =
        "1. e4 e5 2. Qh5 {Nf3 was best.} (2. Nf3 Nc6 3. Bb5) 2... Nc6 {[%evaluation of mine} 3. Bc4 g6 *\n";
    folder.write("games.pgn", game);
    let (text, _) = analyse(&folder, &[]);
    let moves = &games(&text)[0].line.moves;
    assert!(moves[2].comments.iter().any(|comment| comment == "Nf3 was best."), "{text}");
    assert!(moves[2].variations.iter().any(|line| line.moves.len() == 3), "{text}");
    assert!(moves[3].comments.iter().any(|comment| comment.ends_with("[%evaluation of mine")), "{text}");
    folder.write("games.pgn", &text);
    assert_eq!(analyse(&folder, &[]).0, text);
}

#[test]
fn a_comment_of_an_annotator_stays_beside_that_of_a_review() {
    let folder = Folder::new();
    for (game, at, comment, count) in [
        ("1. f3 e5 2. g4?? {Nc3 was best.} (2. Nc3 {solid}) Qh4# 0-1\n", 2, "Nc3 was best.", 3),
        // The review has no better move.
        ("1. e4? {d4 was best.} (1. d4) e5 2. Nf3 Nc6 *\n", 0, "d4 was best.", 2),
    ] {
        folder.write("games.pgn", game);
        let (once, _) = analyse(&folder, &[]);
        let comments = &games(&once)[0].line.moves[at].comments;
        assert!(comments.len() == count && comments[1] == comment, "{once}");
        folder.write("games.pgn", &once);
        assert_eq!(analyse(&folder, &[]).0, once);
    }
}

#[test]
fn json_has_the_tags_in_their_order_and_each_once() {
    let folder = Folder::new();
    folder.write("games.pgn", "[Zeta \"1\"]\n[Alpha \"a\"]\n[Alpha \"b\"]\n\n1. e4 *\n");
    let (text, _) = analyse(&folder, &["--format", "json"]);
    let tags = text.split("\"tags\":").nth(1).expect("tags");
    assert!(tags.starts_with("{\"Zeta\":\"1\",\"Alpha\":\"a\"}"), "{text}");
}

#[test]
fn a_side_without_moves_has_no_accuracy() {
    let folder = folder();
    folder.write("games.pgn", "1. e4 *\n");
    let (text, _) = analyse(&folder, &["--html", "page.html", "--svg", "graph.svg"]);
    assert!(text.contains("[WhiteAccuracy \"") && !text.contains("BlackAccuracy"), "{text}");
    assert!(folder.read("page.html").contains("<td>Black</td><td>0</td><td>–</td><td>–</td>"));
    assert!(folder.read("graph.svg").contains(" %, Black –</text>"));
    let (text, _) = analyse(&folder, &["--format", "json"]);
    let value: Value = serde_json::from_str(&text).expect("JSON");
    assert!(value[0]["white"]["accuracy"].is_number() && value[0]["black"]["accuracy"].is_null(), "{text}");
    assert!(value[0]["black"]["average_loss"].is_null(), "{text}");
}

/// Reported case 09: all games were read before the first was reviewed.
#[test]
fn a_game_is_written_before_all_are_read() {
    let folder = Folder::new();
    let mut program = Command::new(env!("CARGO_BIN_EXE_lancet"));
    program.args(["analyse", "-", "--depth", "1", "--hash", "1", "--threads", "2", "--html", "page.html"]);
    program.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, lines) = channel();
    thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.expect("UTF-8"))));
    let write = |input: &mut ChildStdin, number: usize| {
        write!(input, "[Event \"{number}\"]\n\n1. e4 e5 *\n\n").expect("it reads");
    };
    for number in 0..20 {
        write(&mut input, number);
        let event = format!("[Event \"{number}\"]");
        while lines.recv_timeout(PATIENCE).expect("a line") != event {}
    }
    drop(input);
    assert!(!lines.iter().any(|line| line.starts_with("[Event ")));
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    let page = folder.read("page.html");
    assert!(page.matches("<section class=\"game\"").count() == 20 && page.ends_with("</html>\n"), "{page}");
}

#[test]
fn games_before_an_input_that_cannot_be_read_are_written_whole() {
    let folder = folder();
    folder.write("none.pgn", "no game\n");
    let words =
        ["analyse", "games.pgn", "none.pgn", "--depth", "1", "--format", "json", "--html", "page.html"];
    let finished = run_in(folder.path(), &words);
    assert_eq!(finished.code, Some(2), "{finished:?}");
    assert!(finished.stderr.ends_with("error: cannot read 'none.pgn': no games in it\n"), "{finished:?}");
    let value: Value = serde_json::from_str(&finished.stdout).expect("JSON");
    assert_eq!(value.as_array().map(Vec::len), Some(3), "{value}");
    assert!(folder.read("page.html").ends_with("</html>\n"));
    // A file that is missing is known before anything is done.
    let finished = run_in(folder.path(), &["analyse", "games.pgn", "missing.pgn", "--depth", "1"]);
    assert_eq!((finished.code, finished.stdout.as_str()), (Some(2), ""), "{finished:?}");
}

/// White is a queen and a rook ahead. The last check repeats a position for the second time; no reply to it does.
#[test]
fn a_repetition_that_ends_a_won_game_is_a_blunder_if_it_makes_a_draw() {
    let folder = Folder::new();
    for (end, is_draw) in [
        ("1/2-1/2", true),
        ("*", true),
        // Nobody has claimed the draw.
        ("1-0", false),
        ("0-1", false),
        // Moves that cannot be read have followed.
        ("Kd4 6. Qg1+ 1/2-1/2", false),
        ("{ and so on 1/2-1/2", false),
    ] {
        let moves = format!("1. Qg8+ Kb7 2. Qg2+ Kb8 3. Qg8+ Ka7 4. Qg4 Kb8 5. Qg8+ {end}");
        folder.write("games.pgn", format!("[FEN \"1k6/8/8/8/8/8/6QR/K7 w - - 0 1\"]\n\n{moves}\n"));
        let (text, _) = analyse(&folder, &["--format", "json"]);
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(value[0]["moves"].as_array().map(Vec::len), Some(9), "{end}: {text}");
        let last = &value[0]["moves"][8];
        assert_eq!(last["mark"] == "blunder", is_draw, "{end}: {last}");
        assert_eq!(last["score"]["cp"] == 0, is_draw, "{end}: {last}");
    }
}
