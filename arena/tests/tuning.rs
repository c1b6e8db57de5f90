//! Players with parameters of their own, and the tuning of parameters: `cargo test -p lancet-arena --features tune --test tuning`.
#![cfg(feature = "tune")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test may panic"
)]

#[path = "../../tests/common/folder.rs"]
#[allow(dead_code)]
mod folder;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use folder::Folder;
use lancet::console::TableFormat;
use lancet::search::Parameters;
use lancet_arena::ArenaError;
use lancet_arena::adjudication::Adjudication;
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::driver_match::DriverMatches;
use lancet_arena::engine_config::EngineConfig;
use lancet_arena::game_settings::GameSettings;
use lancet_arena::pair_row::PairRow;
use lancet_arena::results_file::read_rows;
use lancet_arena::runner::{Match, Pair};
use lancet_arena::spsa::Tuning;
use lancet_arena::spsa::optimizer::Schedule;
use lancet_arena::statistics::Tally;
use lancet_arena::time_control::TimeControl;

fn driver(name: &str) -> DriverConfig {
    name.parse().expect(name)
}

/// Games with some nodes per move.
fn settings(nodes: u32, seed: u64) -> GameSettings {
    GameSettings { seed, threads: 2, hash_mb: 1, ..GameSettings::new(TimeControl::Nodes(nodes)) }
}

fn games(folder: &Folder, name: &str, drivers: &[&str]) -> DriverMatches {
    DriverMatches {
        drivers: drivers.iter().map(|name| driver(name)).collect(),
        games: Some(8),
        settings: settings(400, 5),
        without: Vec::new(),
        sprt: None,
        csv: Some(folder.file(name)),
        pgn: None,
        format: TableFormat::Markdown,
    }
}

fn play(games: &DriverMatches) -> Vec<PairRow> {
    games.run(&mut Vec::new()).expect("matches");
    read_rows(games.csv.as_deref().expect("a file")).expect("rows")
}

/// Both games of a pair are the same from either side.
fn is_mirrored(row: &PairRow) -> bool {
    row.white + row.black == 2 && row.nodes == row.opponent_nodes && row.depths == row.opponent_depths
}

#[test]
fn players_with_other_parameters_play_differently_in_one_process() {
    let folder = Folder::new();
    let other = "PVS:null_base=2,reduction_base=1500,use_razoring=false";
    let rows = play(&games(&folder, "other.csv", &["PVS", other]));
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.signature != row.opponent_signature && !is_mirrored(row)));
    // The same match on one thread, interrupted after two pairs.
    let mut alone = games(&folder, "alone.csv", &["PVS", other]);
    alone.settings.threads = 1;
    play(&DriverMatches { games: Some(4), ..alone.clone() });
    assert_eq!(play(&alone), rows);
    assert_eq!(folder.read("alone.csv"), folder.read("other.csv"));
}

#[test]
fn players_with_equal_parameters_play_equal_games() {
    let folder = Folder::new();
    let rows = play(&games(&folder, "default.csv", &["PVS", "PVS:null_base=4,use_razoring=true"]));
    assert!(rows.iter().all(|row| row.signature == row.opponent_signature && is_mirrored(row)));
    let two = ["PVS:futility_base=40,null_base=2", "PVS:null_base=2,futility_base=40"];
    assert!(play(&games(&folder, "two.csv", &two)).iter().all(is_mirrored));
    // Rules are switched off for all players.
    let with = games(&folder, "with.csv", &["PVS", "PVS:use_futility=false"]);
    assert!(!play(&with).iter().all(is_mirrored));
    let without = DriverMatches { without: vec!["use_futility".into()], ..with };
    let rows = play(&DriverMatches { csv: Some(folder.file("without.csv")), ..without });
    assert!(rows.iter().all(|row| is_mirrored(row) && row.without == "use_futility"));
}

#[test]
fn the_order_of_the_players_makes_no_difference() {
    let engine = |name: &str| EngineConfig { settings: driver(name).settings(), ..EngineConfig::default() };
    let results = |players: [&str; 2]| {
        let of_match = Match::new(players.map(engine), TimeControl::Nodes(200), 6);
        let mut results = Vec::new();
        let observe = |_: &Tally, pair: Option<&Pair>| {
            results.extend(pair.map(Pair::results));
            Ok::<_, ArenaError>(())
        };
        Match { hash_mb: 1, threads: 2, ..of_match }.play(Tally::default(), observe).expect("a match");
        results
    };
    let players = ["PVS:reverse_futility_slope=30", "PVS:reduction_base=2000"];
    let mirrored = results([players[1], players[0]]).into_iter().map(|[white, black]| [2 - black, 2 - white]);
    assert_eq!(results(players), mirrored.collect::<Vec<_>>());
}

fn tuning(folder: &Folder, name: &str, player: &str, parameters: &[&str]) -> Tuning {
    Tuning {
        parameters: parameters.iter().map(|name| (*name).to_owned()).collect(),
        player: driver(player),
        c_end: 3.0,
        schedule: Schedule { iterations: 8, r_end: 0.1, lag: 2 },
        pairs: 2,
        settings: settings(150, 3),
        checkpoint: Some(folder.file(&format!("{name}.json"))),
        csv: Some(folder.file(&format!("{name}.csv"))),
        svg: Some(folder.file(&format!("{name}.svg"))),
        every: 2,
    }
}

fn tune(tuning: &Tuning) -> String {
    let mut out = Vec::new();
    tuning.run(&mut out).expect("a tuning");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_tuning_does_not_depend_on_threads_or_interruptions() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let folder = Folder::new();
    let of =
        |name: &str| tuning(&folder, name, "PVS:quiescence_margin=100", &["razoring_*", "quiescence_margin"]);
    let output = tune(&of("two"));
    let (state, table) = (folder.read("two.json"), folder.read("two.csv"));
    let mut one = of("one");
    one.settings.threads = 1;
    tune(&one);
    assert_eq!((folder.read("one.json"), folder.read("one.csv")), (state.clone(), table.clone()));
    assert_eq!(folder.read("one.svg"), folder.read("two.svg"));

    // Interrupted after a few pairs, and resumed with the same command.
    let interrupted = || CALLS.fetch_add(1, Relaxed) > 6;
    let mut part = of("part");
    part.settings.interrupted = interrupted;
    let mut out = Vec::new();
    assert!(matches!(part.run(&mut out), Err(ArenaError::Interrupted)));
    let part = String::from_utf8(out).expect("UTF-8");
    assert!(part.contains(" (interrupted)") && folder.read("part.json") != state, "{part}");
    assert_eq!(tune(&of("part")), output);
    assert_eq!((folder.read("part.json"), folder.read("part.csv")), (state.clone(), table.clone()));
    // A tuning that has ended plays no more.
    assert_eq!(tune(&of("part")), output);

    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "iteration,razoring_depth,razoring_base,razoring_slope,quiescence_margin");
    // The first row has the values before.
    let razoring = ["razoring_depth", "razoring_base", "razoring_slope"];
    let before = razoring.map(|name| f64::from(Parameters::default().number(name).expect("a number")));
    let values = before.into_iter().chain([100.0]).map(|value| format!(",{value:.4}"));
    assert_eq!((lines.len(), lines[1]), (6, values.fold("0".to_owned(), |row, value| row + &value).as_str()));
    assert!(
        output.starts_with("8 iterations, 32 games\n") && output.contains("| quiescence_margin | 100 |"),
        "{output}"
    );
    let player = output.lines().find_map(|line| line.strip_prefix("player  ")).expect("a player");
    assert!(driver(player).parameters != driver("PVS:quiescence_margin=100").parameters, "{player}");
    assert!(folder.read("two.svg").contains("razoring_slope"));

    let mut seed = of("other");
    seed.settings.seed = 4;
    tune(&seed);
    assert_ne!(folder.read("other.csv"), table);
    let refused = |tuning: &Tuning| tuning.run(&mut Vec::new()).expect_err("an error").to_string();
    let error = refused(&Tuning { checkpoint: of("two").checkpoint, ..seed });
    assert!(error.contains("two.json': its seed is another one"), "{error}");
    let mut by_rules = of("two");
    by_rules.settings.adjudication = Adjudication::BY_RULES;
    let error = refused(&by_rules);
    assert!(error.contains("two.json': its adjudication is another one"), "{error}");
    let fewer = Tuning { parameters: vec!["razoring_*".into()], ..of("two") };
    assert!(refused(&fewer).contains("two.json': its parameters are other ones"), "{}", refused(&fewer));
    let without_clock = Tuning { parameters: vec!["time_*".into()], ..of("clock") };
    assert!(refused(&without_clock).contains("without a clock"), "{}", refused(&without_clock));
    let csv = Tuning { checkpoint: of("two").csv, csv: None, ..of("two") };
    assert!(refused(&csv).contains("is not a checkpoint of"), "{}", refused(&csv));
    assert_eq!(folder.read("two.csv"), table);
    // Nor does a table replace another file.
    std::fs::write(folder.file("games.csv"), "driver,opponent\n").expect("a table");
    let foreign = Tuning { csv: Some(folder.file("games.csv")), ..of("two") };
    assert!(refused(&foreign).contains("is not a table of"), "{}", refused(&foreign));
    assert_eq!(folder.read("games.csv"), "driver,opponent\n");
    std::fs::write(folder.file("notes.md"), "# Notes\n").expect("a file");
    let foreign = Tuning { svg: Some(folder.file("notes.md")), ..of("two") };
    assert!(refused(&foreign).contains("is not a plot of"), "{}", refused(&foreign));
    assert_eq!(folder.read("notes.md"), "# Notes\n");
    let unknown = Tuning { parameters: vec!["nul_*".into()], ..of("two") };
    assert!(refused(&unknown).contains("no parameter 'nul_*'"), "{}", refused(&unknown));
}

/// Checkpoints of the standard adjudication have no field for its numbers: earlier versions wrote none.
#[test]
fn another_adjudication_is_another_tuning() {
    let folder = Folder::new();
    let schedule = Schedule { iterations: 1, r_end: 0.1, lag: 0 };
    let of = |adjudication| {
        let mut games = Tuning { schedule, ..tuning(&folder, "rules", "PVS", &["razoring_slope"]) };
        games.settings.adjudication = adjudication;
        games
    };
    tune(&of(Adjudication::STANDARD));
    assert!(!folder.read("rules.json").contains("custom_adjudication"));
    let shorter = of(Adjudication { max_ply: 300, ..Adjudication::STANDARD });
    let error = shorter.run(&mut Vec::new()).expect_err("an error").to_string();
    assert!(error.contains("rules.json': its adjudication is another one"), "{error}");
}

/// Late-move pruning after the first moves loses 176 Elo at 300 nodes. With the seeds 3 to 8 the 800 games of this tuning
/// bring the number back to between 7.3 and 9.0; the default was 8 then.
#[test]
fn a_mistuned_parameter_comes_back() {
    let folder = Folder::new();
    let games = Tuning {
        c_end: 1.5,
        schedule: Schedule { iterations: 100, r_end: 0.03, lag: 2 },
        pairs: 4,
        settings: settings(300, 3),
        every: 10,
        ..tuning(&folder, "back", "PVS:late_move_base=1", &["late_move_base"])
    };
    tune(&games);
    let table = folder.read("back.csv");
    let last = table.lines().last().and_then(|line| line.split(',').nth(1)).expect("a value");
    let value: f64 = last.parse().expect("a number");
    assert!(value >= 5.0, "{table}");
}
