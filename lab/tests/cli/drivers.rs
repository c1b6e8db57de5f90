//! The comparison of drivers: resumed runs keep earlier results, and results do not depend on threads.

use std::fs;
use std::process::Command;

use crate::common::TempDir;
use lancet::console::TableFormat;
use lancet::eval::nnue::Model;
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::results_file::{ResultsFile, read_rows};
use lancet_lab::drivers::{Drivers, SearchRow, summarize_searches};

fn configs(names: &[&str]) -> Vec<DriverConfig> {
    names.iter().map(|name| name.parse().expect("a name")).collect()
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a file")
}

fn lab(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_lancet-lab")).args(arguments).output().expect("the binary runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = lab(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn error_of(arguments: &[&str]) -> String {
    let output = lab(arguments);
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

fn searches(folder: &TempDir, name: &str) -> Drivers {
    Drivers {
        files: Vec::new(),
        positions: 6,
        depth: 4,
        drivers: configs(&["PVS", "MTD(f)", "SSS*"]),
        hash_mb: vec![1, 2],
        bounds: vec![1],
        granularities: vec![1],
        plain: false,
        without: Vec::new(),
        model: Model::built_in(),
        threads: 2,
        csv: Some(folder.path().join(name)),
        format: TableFormat::Markdown,
    }
}

#[test]
fn times_of_several_loads_are_announced() {
    let folder = TempDir::new();
    let file = folder.path().join("load.csv");
    let run = |driver: &str, threads: &str| {
        let options = [
            "--positions",
            "2",
            "--depth",
            "2",
            "--threads",
            threads,
            "--csv",
            file.to_str().expect("UTF-8"),
        ];
        let output = lab(&[&["drivers", "PVS", driver], &options[..]].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert!(!run("MTD(f)", "1").contains("times cannot be compared"));
    assert!(!run("MTD(f)", "2").contains("times cannot be compared"), "no search is missing");
    let warning = run("C*", "2");
    assert!(
        warning.contains("times cannot be compared: they were measured with 1 and 2 concurrent"),
        "{warning}"
    );
}

fn search(drivers: &Drivers) -> Vec<SearchRow> {
    let mut out = Vec::new();
    drivers.run(&mut out).expect("searches");
    let path = drivers.csv.as_ref().expect("a file");
    read_rows(path).expect("rows")
}

/// Returns the rows without times, sorted.
fn without_times(rows: &[SearchRow]) -> Vec<SearchRow> {
    let mut rows: Vec<SearchRow> =
        rows.iter().map(|row| SearchRow { microseconds: 0, threads: 0, ..row.clone() }).collect();
    rows.sort_by_key(|row| (row.hash, row.fen.clone(), row.driver.clone()));
    rows
}

#[test]
fn results_do_not_depend_on_threads_or_interruption() {
    let folder = TempDir::new();
    let whole = search(&searches(&folder, "whole.csv"));
    assert_eq!(whole.len(), 2 * 6 * 3);
    for row in &whole {
        assert_eq!(row.nodes_at(4), Some(row.nodes), "{row:?}");
        assert!((1..4).all(|depth| row.nodes_at(depth) <= row.nodes_at(depth + 1)), "{row:?}");
        assert!(row.first_cutoffs <= row.cutoffs && row.passes >= 4, "{row:?}");
    }

    let alone = Drivers { threads: 1, ..searches(&folder, "broken.csv") };
    let first = Drivers { drivers: configs(&["PVS", "SSS*"]), positions: 2, ..alone.clone() };
    assert_eq!(search(&first).len(), 2 * 2 * 2);
    let before = read(&folder, "broken.csv");
    let rows = search(&alone);
    assert!(read(&folder, "broken.csv").starts_with(&before), "earlier results are kept");
    assert_eq!(without_times(&rows), without_times(&whole));
    assert_eq!(search(&alone), rows, "no search is repeated");

    let of_one: Vec<&SearchRow> = rows.iter().filter(|row| row.hash == 1).collect();
    let summaries = summarize_searches(&of_one, "PVS");
    let names: Vec<_> = summaries.iter().map(|summary| summary.driver.as_str()).collect();
    assert_eq!(names, ["PVS", "SSS*", "MTD(f)"]);
    assert!((summaries[0].nodes.value - 1.0).abs() < 1e-12 && summaries[1].passes > summaries[2].passes);
}

#[test]
fn results_of_another_engine_are_an_error() {
    let folder = TempDir::new();
    let few = Drivers { positions: 1, hash_mb: vec![1], ..searches(&folder, "s.csv") };
    let row = &search(&few)[0];
    let text = read(&folder, "s.csv").replace(&format!(",{},", row.signature), ",1,");
    fs::write(folder.path().join("s.csv"), text).expect("a write");
    match few.run(&mut Vec::new()) {
        Err(error) => assert!(error.to_string().contains("plays differently"), "{error}"),
        Ok(()) => panic!("no error"),
    }
}

#[test]
fn files_of_earlier_versions_are_read_and_continued() {
    let former = "plain,without,hash,bounds,grain,depth,evaluation,driver,signature,threads,fen,score,nodes,\
                  microseconds,line,passes,asked_again,capped,disagreements,cutoffs,first_cutoffs,late_cutoffs,\
                  iterations\n\
                  false,,16,1,4,2,fcc7dee517c3d599,PVS,12392,2,8/8/4k3/8/4P3/4K3/8/8 w - - 0 1,38,52677,130368,\
                  11,15,172,3,0,8950,7457,2464,37 52677\n";
    let folder = TempDir::new();
    let path = folder.path().join("searches.csv");
    fs::write(&path, former).expect("a write");
    let mut file = ResultsFile::<SearchRow>::open(Some(&path)).expect("a results file");
    let row = file.rows[0].clone();
    assert_eq!((row.pv_length, row.conditions().granularity), (11, 4));
    assert_eq!([row.researches, row.pass_limit_hits, row.first_cutoffs], [172, 3, 7457]);
    file.append(vec![SearchRow { driver: "C*".into(), ..row.clone() }]).expect("a write");
    drop(file);
    let rows = read_rows::<SearchRow>(&path).expect("rows");
    assert_eq!(rows, [row.clone(), SearchRow { driver: "C*".into(), ..row }]);
}

#[test]
fn drivers_command_writes_a_table_and_a_results_file() {
    let folder = TempDir::new();
    let path = folder.path().join("drivers.csv");
    let csv = path.to_str().expect("UTF-8");
    let table = stdout(&[
        "drivers",
        "PVS",
        "MTD(f)-twoback",
        "SSS*",
        "--depth",
        "4",
        "--positions",
        "3",
        "--hash",
        "1,2",
        "--csv",
        csv,
    ]);
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).collect();
    assert_eq!(rows.len(), 2 * 4, "{table}");
    assert!(rows[1].starts_with("| PVS | 1.000 | - | 1.000 "), "{table}");
    assert!(rows[2].starts_with("| MTD(f)-twoback | ") && rows[3].starts_with("| SSS* | "), "{table}");
    let columns = rows[0].matches('|').count();
    assert!(rows.iter().all(|row| row.matches('|').count() == columns), "{table}");
    let again = |form: &str| {
        let words =
            ["drivers", "PVS", "MTD(f)-twoback", "SSS*", "--depth", "4", "--positions", "3", "--hash", "1,2"];
        stdout(&[&words[..], &["--csv", csv, "--format", form]].concat())
    };
    let aligned = again("table");
    // The width of a column is that of its longest entry.
    let is_head = |line: &str| line.split_whitespace().take(4).eq(["driver", "nodes", "95", "%"]);
    assert!(aligned.lines().any(|line| line.starts_with("driver          ") && is_head(line)), "{aligned}");
    assert!(aligned.contains("\nMTD(f)-twoback  ") && !aligned.contains('|'), "{aligned}");
    // One table for programs, and nothing else.
    let for_programs = again("csv");
    let lines: Vec<Vec<&str>> = for_programs.lines().map(|line| line.split(',').collect()).collect();
    assert!(lines.len() == 1 + 2 * 3 && lines.iter().all(|line| line.len() == 23), "{for_programs}");
    assert!(lines[0][0] == "depth" && lines[1..].iter().all(|line| line[0] == "4"), "{for_programs}");
    let records = read(&folder, "drivers.csv");
    let records: Vec<&str> = records.lines().collect();
    assert_eq!(records.len(), 1 + 2 * 3 * 3, "{records:?}");
    let fields = records[0].split(',').count();
    assert!(records.iter().all(|record| record.split(',').count() == fields), "{records:?}");
}

#[test]
fn unknown_drivers_are_errors() {
    for name in ["Guessing", "PVS-often", "MTD(f)-step-1", "SSS*-passes0"] {
        assert!(error_of(&["drivers", name]).contains("'"), "{name}");
    }
    if !cfg!(feature = "tune") {
        for more in
            [&["--plain"][..], &["--bounds", "1,2"], &["--granularity", "4"], &["--without", "use_see"]]
        {
            let message = error_of(&[&["drivers", "--depth", "1", "--positions", "1"], more].concat());
            assert!(message.contains("-p lancet-lab --features tune"), "{message}");
        }
    }
}

#[test]
fn repeated_drivers_are_errors_and_repeated_positions_count_once() {
    let message = error_of(&["drivers", "PVS", "SSS*", "PVS", "--depth", "1", "--positions", "1"]);
    assert_eq!(message, "error: driver 'PVS' is named twice: expected each driver once\n");
    let folder = TempDir::new();
    let epd = folder.path().join("positions.epd");
    let [open, other] =
        ["r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -", "8/8/4k3/8/4P3/4K3/8/8 w - -"];
    fs::write(&epd, format!("{open}\n{other}\n{open}\n")).expect("a write");
    let drivers = Drivers { files: vec![epd], hash_mb: vec![1], ..searches(&folder, "s.csv") };
    assert_eq!(search(&drivers).len(), 2 * 3);
    assert_eq!(search(&drivers).len(), 2 * 3, "nothing is left to search");
    let twice = Drivers { hash_mb: vec![1, 1], ..drivers };
    let mut text = Vec::new();
    twice.run(&mut text).expect("tables");
    assert_eq!(String::from_utf8(text).expect("text").matches("2 positions, ").count(), 1);
}
