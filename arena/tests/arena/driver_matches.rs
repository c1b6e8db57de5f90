//! Matches between players: results can be resumed and do not depend on the number of threads.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::fs;
use std::time::Duration;

use crate::folder::Folder;
use lancet::console::TableFormat;
use lancet::pgn::PgnReader;
use lancet::types::MAX_DEPTH;
use lancet_arena::ArenaError;
use lancet_arena::adjudication::Adjudication;
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::driver_match::DriverMatches;
use lancet_arena::game_settings::GameSettings;
use lancet_arena::pair_row::{PairRow, summarize_matches};
use lancet_arena::results_file::read_rows;
use lancet_arena::time_control::TimeControl;

fn drivers(names: &[&str]) -> Vec<DriverConfig> {
    names.iter().map(|name| name.parse().expect("a name")).collect()
}

fn games(folder: &Folder, name: &str) -> DriverMatches {
    DriverMatches {
        drivers: drivers(&["PVS", "MTD(f)", "C*-full"]),
        games: Some(6),
        settings: GameSettings {
            seed: 3,
            threads: 2,
            hash_mb: 1,
            ..GameSettings::new(TimeControl::Nodes(60))
        },
        without: Vec::new(),
        sprt: None,
        csv: Some(folder.file(&format!("{name}.csv"))),
        pgn: Some(folder.file(&format!("{name}.pgn"))),
        format: TableFormat::Markdown,
    }
}

fn play(games: &DriverMatches) -> String {
    let mut out = Vec::new();
    games.run(&mut out).expect("matches");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn results_do_not_depend_on_threads_or_interruptions() {
    let folder = Folder::new();
    let output = play(&games(&folder, "whole"));
    let (rows, whole) = (folder.read("whole.csv"), folder.read("whole.pgn"));
    assert_eq!(rows.lines().count(), 1 + 2 * 3);

    // Interrupted twice, the second time in the middle of a row, on another number of threads.
    let mut alone = games(&folder, "broken");
    alone.settings.threads = 1;
    let one = DriverMatches { drivers: drivers(&["PVS", "MTD(f)"]), ..alone.clone() };
    play(&DriverMatches { games: Some(2), ..one.clone() });
    let part = folder.read("broken.csv");
    folder.write("broken.csv", part.clone() + "MTD(f),PVS,60 no");
    play(&one);
    let again = play(&alone);
    assert_eq!(folder.read("broken.csv"), rows);
    assert_eq!(folder.read("broken.pgn"), whole);

    // No pair is played again.
    let table =
        |output: &str| output.lines().filter(|line| line.starts_with("| ")).collect::<Vec<_>>().join("\n");
    assert_eq!(table(&play(&alone)), table(&output));
    assert_eq!(table(&again), table(&output));
    assert_eq!(folder.read("broken.csv"), rows);
    let parsed = PgnReader::new(whole.as_bytes()).map(|game| game.expect("no error").expect("a game"));
    let names: Vec<_> = parsed.map(|game| game.tag("White").map(String::from)).collect();
    assert_eq!(names.iter().filter(|name| name.as_deref() == Some("PVS")).count(), 6);

    // Another seed is another match in the same file.
    let mut other = DriverMatches { games: Some(2), ..one };
    other.settings.seed = 4;
    play(&other);
    assert_eq!(folder.read("broken.csv").lines().count(), 1 + 2 * 3 + 1);
}

/// An interrupt ends the match that is played, and with it the command; the same command plays the rest.
#[test]
fn an_interrupted_match_keeps_its_pairs() {
    let folder = Folder::new();
    let output = play(&games(&folder, "whole"));
    let mut part = games(&folder, "part");
    part.settings.threads = 1;
    part.settings.interrupted = || true;
    let mut out = Vec::new();
    let error = part.run(&mut out).expect_err("an interrupt");
    assert!(matches!(error, ArenaError::Interrupted), "{error}");
    let text = String::from_utf8(out).expect("UTF-8");
    assert!(text.contains("(interrupted): ") && !text.contains("C*-full against"), "{text}");
    assert!((1..4).contains(&folder.read("part.csv").lines().count()), "{text}");
    let rest = play(&games(&folder, "part"));
    assert_eq!(folder.read("part.csv"), folder.read("whole.csv"));
    assert_eq!(rest.lines().last(), output.lines().last());
}

#[test]
fn the_table_summarizes_the_rows() {
    let folder = Folder::new();
    let output = play(&games(&folder, "g"));
    let rows: Vec<PairRow> = read_rows(&folder.file("g.csv")).expect("rows");
    let summaries = summarize_matches(&rows);
    assert_eq!(summaries.len(), 2);
    for summary in &summaries {
        let of = rows.iter().filter(|row| row.driver == summary.key.driver);
        let points: usize = of.map(|row| row.white + row.black).sum();
        assert!((summary.tally.score() - points as f64 / 12.0).abs() < 1e-12);
        // With 60 nodes some searches end before they have scored a move, with depth 0.
        assert!(summary.depth > 0.0 && summary.depth < 9.0 && summary.passes > 1.0);
        let line = output.lines().find(|line| line.starts_with(&format!("| {} ", summary.key.driver)));
        let cells: Vec<&str> = line.expect("a row").split('|').map(str::trim).collect();
        assert_eq!(cells[6], format!("{:.1} %", 100.0 * summary.tally.score()));
        assert_eq!(cells[7], summary.tally.elo().expect("games").to_string());
    }
    assert!(rows.iter().all(|row| row.nodes <= 60 * row.searches && row.microseconds.is_none()));
    let mut timed = DriverMatches { games: Some(2), ..games(&folder, "t") };
    timed.settings.time_control = TimeControl::MoveTime(Duration::from_millis(2));
    play(&timed);
    let rows: Vec<PairRow> = read_rows(&folder.file("t.csv")).expect("rows");
    // A search that reaches the greatest depth ends before its time.
    let in_time = |row: &PairRow| row.searches - row.depths / u64::from(MAX_DEPTH.unsigned_abs());
    assert!(rows.iter().all(|row| row.microseconds.is_some_and(|micros| micros >= 2000 * in_time(row))));
}

#[test]
fn a_table_for_programs_stands_alone() {
    let folder = Folder::new();
    let output = play(&DriverMatches { format: TableFormat::Csv, ..games(&folder, "g") });
    let lines: Vec<Vec<&str>> = output.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((lines.len(), lines[0][0], lines[1][0], lines[2][0]), (3, "driver", "MTD(f)", "C*-full"));
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{output}");
    let cell = |name| lines[1][lines[0].iter().position(|column| *column == name).expect(name)];
    // Three pairs have a difference in Elo, but no interval.
    assert!(cell("score").parse::<f64>().is_ok() && cell("games") == "6", "{output}");
    assert_eq!([cell("elo_low"), cell("elo_high"), cell("los")], [""; 3]);
}

#[test]
fn players_may_have_networks_of_their_own() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../nets/g0-linear-r10.lnn");
    let name = format!("PVS:net={network}");
    let folder = Folder::new();
    let two = |drivers: &[&str], file: &str, threads| {
        let mut games = DriverMatches { drivers: self::drivers(drivers), pgn: None, ..games(&folder, file) };
        games.settings.threads = threads;
        games
    };
    let output = play(&two(&["PVS", &name], "own", 2));
    let rows: Vec<PairRow> = read_rows(&folder.file("own.csv")).expect("rows");
    assert_eq!(rows.len(), 3);
    for row in &rows {
        let [own, other] = row.played();
        assert_eq!((own.driver, other.driver), (&*name, "PVS"));
        assert_ne!((own.signature, own.evaluation), (other.signature, other.evaluation));
        assert_eq!(row.evaluation, format!("{} {}", own.evaluation, other.evaluation));
    }
    assert!(rows.iter().any(|row| row.depths != row.opponent_depths));
    assert!(output.contains(&format!("| {name} | 6 |")), "{output}");
    // Resumed, and on another number of threads.
    play(&DriverMatches { games: Some(2), ..two(&["PVS", &name], "again", 1) });
    play(&two(&["PVS", &name], "again", 1));
    assert_eq!(folder.read("again.csv"), folder.read("own.csv"));
    // Two players with the same network play the same games.
    play(&two(&[&name, &format!("pvs:net={network}")], "same", 2));
    for row in read_rows::<PairRow>(&folder.file("same.csv")).expect("rows") {
        assert_eq!((row.white + row.black, row.depths), (2, row.opponent_depths));
        assert!(!row.evaluation.contains(' '), "{}", row.evaluation);
    }
    // A network is an input.
    let copy = folder.file("copy.lnn");
    fs::copy(network, &copy).expect("a copy");
    let name = format!("PVS:net={}", copy.display());
    let overwriting = DriverMatches { csv: Some(copy), ..two(&["PVS", &name], "own", 1) };
    let error = overwriting.run(&mut Vec::new()).expect_err("an error").to_string();
    assert!(error.contains("the file is also an input"), "{error}");
    let missing = two(&["PVS", "PVS:net=/no/such.lnn"], "own", 1);
    let error = missing.run(&mut Vec::new()).expect_err("an error").to_string();
    assert!(error.contains("cannot load network '/no/such.lnn'"), "{error}");
}

#[test]
fn without_adjudication_games_end_by_the_rules() {
    let folder = Folder::new();
    let by_rules = Adjudication::BY_RULES;
    let mut games = DriverMatches { drivers: drivers(&["PVS", "C*"]), ..games(&folder, "rules") };
    games.settings.adjudication = by_rules;
    let output = play(&games);
    assert!(output.contains("| C* | 6 |"), "{output}");
    // Other games: they are not added to those of the file.
    games.settings.adjudication = Adjudication::STANDARD;
    play(&games);
    let rows: Vec<PairRow> = read_rows(&folder.file("rules.csv")).expect("rows");
    assert_eq!(
        rows.iter().map(|row| &*row.without).collect::<Vec<_>>(),
        [["adjudication"; 3], [""; 3]].concat()
    );
    let ends = |without: &str| {
        let rows = rows.iter().filter(|row| row.without == without);
        rows.flat_map(|row| [&*row.white_termination, &*row.black_termination])
            .filter(|end| end.starts_with("adjudicated"))
            .count()
    };
    assert_eq!(ends("adjudication"), 0);
    assert!(ends("") > 0);
}

#[test]
fn a_match_on_a_clock_is_resumed_with_the_same_time_plan_alone() {
    let folder = Folder::new();
    let mut timed = DriverMatches { drivers: drivers(&["PVS", "C*"]), pgn: None, ..games(&folder, "c") };
    let (base, increment) = (Duration::from_millis(100), Duration::from_millis(1));
    timed.settings.time_control = TimeControl::Clock { base, increment, nodes_per_ms: 20 };
    play(&DriverMatches { games: Some(2), ..timed.clone() });
    let rows = folder.read("c.csv");
    play(&timed);
    assert!(folder.read("c.csv").starts_with(&rows) && folder.read("c.csv").lines().count() == 4);
    // The signature of another time plan, here of none, is another one.
    let played = read_rows::<PairRow>(&folder.file("c.csv")).expect("rows");
    let [own, _] = played[0].played();
    folder.write("c.csv", rows.replace(&played[0].signature.to_string(), &own.signature.to_string()));
    let error = timed.run(&mut Vec::new()).expect_err("an error").to_string();
    assert!(error.contains("'C*' in '") && error.contains("plays differently"), "{error}");
}

#[test]
fn invalid_matches_are_rejected() {
    let folder = Folder::new();
    let rejected = |games: &DriverMatches| games.run(&mut Vec::new()).expect_err("an error").to_string();
    let good = games(&folder, "g");
    assert!(
        rejected(&DriverMatches { drivers: drivers(&["PVS"]), ..good.clone() })
            .contains("at least two players")
    );
    folder.write("o.epd", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
    let mut few = good.clone();
    few.settings.openings = Some(folder.file("o.epd"));
    assert!(rejected(&few).contains("cannot play 6 games") && rejected(&few).contains("o.epd': 2 at most"));
    folder.write("g.csv", "a,b\n1,2\n");
    assert!(rejected(&good).contains("a table with the columns"));
    fs::remove_file(folder.file("g.csv")).expect("the file goes");
    play(&DriverMatches { games: Some(2), ..good.clone() });
    let rows = folder.read("g.csv");
    let signature =
        read_rows::<PairRow>(&folder.file("g.csv")).expect("rows")[0].opponent_signature.to_string();
    folder.write("g.csv", rows.replace(&format!(",{signature},"), ",1,"));
    assert!(rejected(&good).contains("g.csv': they are of an engine that plays differently"));
    // Nor are rows of another match added to them.
    let mut other = DriverMatches { drivers: drivers(&["C*", "PVS"]), ..good.clone() };
    other.settings.seed = 4;
    assert!(rejected(&other).contains("plays differently"));
    folder.write("g.csv", String::new());
    folder.write("g.pgn", "a letter");
    assert!(rejected(&good).contains("not a PGN file"));
    assert_eq!(folder.read("g.pgn"), "a letter");
    if !cfg!(feature = "tune") {
        let without = vec!["use_null_move".to_string()];
        assert!(rejected(&DriverMatches { without, ..games(&folder, "h") }).contains("--features tune"));
    }
}
