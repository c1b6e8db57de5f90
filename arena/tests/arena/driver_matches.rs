//! Matches between drivers: results can be resumed and do not depend on the number of threads.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::fs;

use crate::folder::Folder;
use lancet::console::TableFormat;
use lancet::eval::nnue::Model;
use lancet::pgn::PgnReader;
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::driver_match::DriverMatches;
use lancet_arena::pair_row::{PairRow, summarize_matches};
use lancet_arena::results_file::read_rows;
use lancet_arena::time_control::TimeControl;

fn drivers(names: &[&str]) -> Vec<DriverConfig> {
    names.iter().map(|name| name.parse().expect("a name")).collect()
}

fn games(folder: &Folder, name: &str) -> DriverMatches {
    DriverMatches {
        drivers: drivers(&["PVS", "MTD(f)", "C*-full"]),
        games: 6,
        time_control: TimeControl::Nodes(60),
        openings: None,
        seed: 3,
        threads: 2,
        hash_mb: 1,
        without: Vec::new(),
        model: Model::built_in(),
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
    let alone = DriverMatches { threads: 1, ..games(&folder, "broken") };
    let one = DriverMatches { drivers: drivers(&["PVS", "MTD(f)"]), ..alone.clone() };
    play(&DriverMatches { games: 2, ..one.clone() });
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
    play(&DriverMatches { seed: 4, games: 2, ..one });
    assert_eq!(folder.read("broken.csv").lines().count(), 1 + 2 * 3 + 1);
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
        assert!((1.0..9.0).contains(&summary.depth) && summary.passes > 1.0);
        let line = output.lines().find(|line| line.starts_with(&format!("| {} ", summary.key.driver)));
        let cells: Vec<&str> = line.expect("a row").split('|').map(str::trim).collect();
        assert_eq!(cells[6], format!("{:.1} %", 100.0 * summary.tally.score()));
        assert_eq!(cells[7], summary.tally.elo().expect("games").to_string());
    }
    assert!(rows.iter().all(|row| row.nodes <= 60 * row.searches && row.microseconds.is_none()));
    let timed = DriverMatches {
        time_control: TimeControl::MoveTime(std::time::Duration::from_millis(2)),
        games: 2,
        ..games(&folder, "t")
    };
    play(&timed);
    let rows: Vec<PairRow> = read_rows(&folder.file("t.csv")).expect("rows");
    assert!(rows.iter().all(|row| row.microseconds.is_some_and(|micros| micros >= 2000 * row.searches)));
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
    let two = |drivers: &[&str], file: &str, threads| DriverMatches {
        drivers: self::drivers(drivers),
        threads,
        pgn: None,
        ..games(&folder, file)
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
    assert!(rows.iter().any(|row| row.depths != row.against_depths));
    assert!(output.contains(&format!("| {name} | 6 |")), "{output}");
    // Resumed, and on another number of threads.
    play(&DriverMatches { games: 2, ..two(&["PVS", &name], "again", 1) });
    play(&two(&["PVS", &name], "again", 1));
    assert_eq!(folder.read("again.csv"), folder.read("own.csv"));
    // Two players with the same network play the same games.
    play(&two(&[&name, &format!("PVS-last:net={network}")], "same", 2));
    for row in read_rows::<PairRow>(&folder.file("same.csv")).expect("rows") {
        assert_eq!((row.white + row.black, row.depths), (2, row.against_depths));
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
fn invalid_matches_are_rejected() {
    let folder = Folder::new();
    let rejected = |games: &DriverMatches| games.run(&mut Vec::new()).expect_err("an error").to_string();
    let good = games(&folder, "g");
    assert!(
        rejected(&DriverMatches { drivers: drivers(&["PVS"]), ..good.clone() })
            .contains("at least two drivers")
    );
    folder.write("o.epd", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -");
    let openings = Some(folder.file("o.epd"));
    assert!(rejected(&DriverMatches { openings, ..good.clone() }).contains("2 games at most"));
    folder.write("g.csv", "a,b\n1,2\n");
    assert!(rejected(&good).contains("a table with the columns"));
    fs::remove_file(folder.file("g.csv")).expect("the file goes");
    play(&DriverMatches { games: 2, ..good.clone() });
    let rows = folder.read("g.csv");
    let signature =
        read_rows::<PairRow>(&folder.file("g.csv")).expect("rows")[0].against_signature.to_string();
    folder.write("g.csv", rows.replace(&format!(",{signature},"), ",1,"));
    assert!(rejected(&good).contains("plays differently"));
    // Nor are rows of another match added to them.
    let other = DriverMatches { drivers: drivers(&["C*", "PVS"]), seed: 4, ..good.clone() };
    assert!(rejected(&other).contains("plays differently"));
    folder.write("g.csv", String::new());
    folder.write("g.pgn", "a letter");
    assert!(rejected(&good).contains("not a file of games in PGN"));
    assert_eq!(folder.read("g.pgn"), "a letter");
    if !cfg!(feature = "tune") {
        let without = vec!["use_null_move".to_string()];
        assert!(rejected(&DriverMatches { without, ..games(&folder, "h") }).contains("--features tune"));
    }
}
