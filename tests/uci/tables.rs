//! Tables: `SyzygyPath`, and the effect of the other Syzygy options.

use std::fs;

use crate::common::{folder::Folder, process::Lancet};
use crate::{best, errors, place, warnings};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

/// King, bishop and knight against king, White wins.
const BISHOP_AND_KNIGHT: &str = "8/8/8/3k4/8/8/8/KBN5 w - - 0 1";
/// White wins, but not within fifty moves.
const CURSED: &str = "3kr3/R7/8/8/K7/7B/8/8 w - - 0 1";

fn with_tables(path: &str) -> Lancet {
    let mut lancet = Lancet::start();
    lancet.send(&format!("setoption name SyzygyPath value {path}"));
    lancet
}

/// The last line with a score.
fn last_score(lines: &[String]) -> &str {
    lines.iter().rev().find(|line| line.contains(" score ")).expect("a score")
}

fn number(line: &str, word: &str) -> i64 {
    let mut words = line.split(' ').skip_while(|other| *other != word);
    words.nth(1).and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {word} in {line}"))
}

/// Its ratings were measured without tables.
#[test]
fn a_limited_player_has_no_tables() {
    let levels = ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 1000"];
    let moves = |mut lancet: Lancet| -> Vec<String> {
        lancet.send_all(&levels);
        let play = |seed: u32| {
            lancet.send(&format!("setoption name Skill Seed value {seed}"));
            best(&lancet.send(&place(BISHOP_AND_KNIGHT)).go("go depth 4").0).to_owned()
        };
        (1..=8).map(play).collect()
    };
    let (with, without) = (moves(with_tables(TABLES)), moves(Lancet::start()));
    assert_eq!(with, without);
    assert!(with.iter().any(|m| *m != with[0]), "always {}", with[0]);
}

#[test]
fn syzygypath_reports_the_files_found() {
    let mut lancet = with_tables(TABLES);
    let found = "info string found 36 WDL and 36 DTZ tablebase files (up to 5 pieces)";
    assert_eq!(lancet.until_ready(), [found]);
    // Several folders; a file that is in two of them is one.
    let other = Folder::new();
    fs::copy(format!("{TABLES}/KQvK.rtbw"), other.file("KQvK.rtbw")).expect("a copy");
    let separator = if cfg!(windows) { ';' } else { ':' };
    let list = format!("{}{separator}{TABLES}", other.path().display());
    lancet.send(&format!("setoption name syzygypath value {list}"));
    assert_eq!(lancet.until_ready(), [found]);
    lancet.send("setoption name SyzygyPath value <empty>");
    assert_eq!(lancet.until_ready(), [""; 0]);
    let (_, lines) = lancet.send(&place(BISHOP_AND_KNIGHT)).go("go depth 4");
    assert_eq!(number(last_score(&lines), "tbhits"), 0);
    lancet.quit();
}

#[test]
fn a_syzygypath_without_folder_is_one_error() {
    let mut lancet = with_tables("/no/such/folder");
    let lines = lancet.until_ready();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert!(errors(&lines)[0].starts_with("cannot read tablebase folder '/no/such/folder': "));
    // What is there is used all the same.
    let separator = if cfg!(windows) { ';' } else { ':' };
    lancet.send(&format!("setoption name SyzygyPath value /no/such/folder{separator}{TABLES}"));
    let lines = lancet.until_ready();
    assert_eq!((lines.len(), errors(&lines).len()), (2, 1), "{lines:?}");
    let (_, lines) = lancet.send(&place(BISHOP_AND_KNIGHT)).go("go depth 4");
    assert!(number(last_score(&lines), "tbhits") > 0);
    // Where nothing can be read, the tables stay.
    lancet.send("setoption name SyzygyPath value /no/such/folder");
    assert_eq!(errors(&lancet.until_ready()).len(), 1);
    let (_, lines) = lancet.send("ucinewgame").send(&place(BISHOP_AND_KNIGHT)).go("go depth 4");
    assert!(number(last_score(&lines), "tbhits") > 0);
    let empty = Folder::new();
    lancet.send(&format!("setoption name SyzygyPath value {}", empty.path().display()));
    assert_eq!(lancet.until_ready(), ["info string found no tablebase files; playing without"]);
    lancet.quit();
}

#[test]
fn a_corrupt_tablebase_is_one_warning_and_play_goes_on() {
    let folder = Folder::new();
    for name in ["KBNvK.rtbw", "KBNvK.rtbz", "KBvK.rtbw", "KNvK.rtbw", "KRvK.rtbw", "KQvK.rtbw"] {
        fs::copy(format!("{TABLES}/{name}"), folder.file(name)).expect("a copy");
    }
    let mut bytes = fs::read(folder.file("KBNvK.rtbw")).expect("a file");
    bytes[300] ^= 1;
    folder.write("KBNvK.rtbw", bytes);
    for name in ["KRvK.rtbw", "KQvK.rtbw"] {
        folder.write(name, "");
    }
    let mut lancet = with_tables(folder.path().to_str().expect("UTF-8"));
    let lines = lancet.until_ready();
    assert_eq!((lines.len(), warnings(&lines).len()), (3, 2), "{lines:?}");
    assert!(warnings(&lines).iter().all(|message| message.ends_with(": empty file")));
    let mut messages = Vec::new();
    for _ in 0..3 {
        let (answer, lines) = lancet.send(&place(BISHOP_AND_KNIGHT)).go("go nodes 5000");
        assert_ne!(answer, "(none)");
        messages.extend(warnings(&lines).iter().map(|message| (*message).to_owned()));
    }
    let expected = "cannot use tablebase file 'KBNvK.rtbw': checksum mismatch: the file is damaged";
    assert_eq!(messages, [expected]);
    lancet.quit();
}

#[test]
fn every_kind_of_search_scores_by_the_tables() {
    let mut lancet = with_tables(TABLES);
    lancet.until_ready();
    for threads in [1, 2] {
        lancet.send(&format!("setoption name Threads value {threads}"));
        for go in
            ["go depth 6", "go nodes 3000", "go movetime 60", "go wtime 500 btime 500", "go mate 3 depth 5"]
        {
            let (answer, lines) = lancet.send("ucinewgame").send(&place(BISHOP_AND_KNIGHT)).go(go);
            let line = last_score(&lines);
            assert!(line.contains(" score cp 20000 ") || line.contains(" score mate "), "{go}: {line}");
            assert!(number(line, "tbhits") > 0, "{line}");
            assert!(line.contains(&format!(" pv {}", best(&answer))), "{line}");
        }
        for go in ["go infinite", "go ponder wtime 500 btime 500"] {
            lancet.send(&place(BISHOP_AND_KNIGHT)).send(go);
            lancet.expect_no_bestmove_for(std::time::Duration::from_millis(60));
            lancet.send("stop").wait("bestmove");
        }
    }
    lancet.send("setoption name MultiPV value 4");
    // One move takes the queen and draws, the other loses.
    let (answer, lines) = lancet.send(&place("8/8/8/8/8/8/1q6/2K4k w - - 0 1")).go("go depth 4");
    assert_eq!(best(&answer), "c1b2");
    let of = |rank: &str| lines.iter().rev().find(|line| line.contains(rank)).expect("a line");
    assert!(of(" multipv 1 ").contains(" score cp 0 "), "{lines:?}");
    let second = of(" multipv 2 ");
    assert!(second.contains(" score cp -20000 ") || second.contains(" score mate -"), "{second}");
    lancet.quit();
}

#[test]
fn the_syzygy_options_limit_probing() {
    let mut lancet = with_tables(TABLES);
    lancet.until_ready();
    let score = |lancet: &mut Lancet, option: &str| {
        lancet.send(&format!("setoption name {option}"));
        let (_, lines) = lancet.send(&place(CURSED)).go("go depth 3");
        last_score(&lines).to_owned()
    };
    assert!(score(&mut lancet, "Syzygy50MoveRule value true").contains(" score cp 1 "));
    assert!(score(&mut lancet, "Syzygy50MoveRule value false").contains(" score cp 20000 "));
    assert_eq!(number(&score(&mut lancet, "SyzygyProbeLimit value 2"), "tbhits"), 0);
    assert!(number(&score(&mut lancet, "SyzygyProbeLimit value 5"), "tbhits") > 0);
    lancet.quit();
}

#[test]
fn chess960_has_tables_too() {
    let mut lancet = with_tables(TABLES);
    lancet.send("setoption name UCI_Chess960 value true").until_ready();
    let (_, lines) = lancet.send(&place(BISHOP_AND_KNIGHT)).go("go depth 4");
    assert!(number(last_score(&lines), "tbhits") > 0);
    // With a right to castle the position is in no table.
    let (_, lines) = lancet.send(&place("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1")).go("go depth 1");
    assert_eq!(number(last_score(&lines), "tbhits"), 0);
    lancet.quit();
}

/// Reported: wins that come one ply after the fifty-move rule, since the table rounds.
#[test]
fn a_win_that_the_fifty_move_rule_takes_away_is_a_draw() {
    let mut lancet = with_tables(TABLES);
    lancet.until_ready();
    let lines = include_str!("../data/cases/03-fifty-moves-rounded-dtz.uci").lines().skip(2);
    let mut scores = Vec::new();
    for line in lines {
        if line.starts_with("go ") {
            let (_, lines) = lancet.go(line);
            scores.push(number(last_score(&lines), "cp"));
        } else {
            lancet.send("ucinewgame").send(line);
        }
    }
    assert_eq!(scores, [1, 1, 1, -1]);
    // One ply earlier the win is in time.
    for fen in ["2B5/8/6N1/8/8/8/3K4/7k w - - 81 200", "3k4/8/3NK3/8/B7/8/8/8 b - - 80 200"] {
        let (_, lines) = lancet.send("ucinewgame").send(&place(fen)).go("go depth 6");
        let score = last_score(&lines);
        assert!(
            score.contains("cp 20000") || score.contains("cp -20000") || score.contains(" mate "),
            "{score}"
        );
    }
    lancet.quit();
}
