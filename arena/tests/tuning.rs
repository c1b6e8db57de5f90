//! Players with parameters of their own: `cargo test -p lancet-arena --features tune --test tuning`.
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

use folder::Folder;
use lancet::eval::nnue::Model;
use lancet_arena::ArenaError;
use lancet_arena::driver_config::DriverConfig;
use lancet_arena::driver_match::DriverMatches;
use lancet_arena::pair_row::PairRow;
use lancet_arena::params::EngineConfig;
use lancet_arena::results_file::read_rows;
use lancet_arena::runner::{Match, Pair};
use lancet_arena::statistics::Tally;
use lancet_arena::time_control::TimeControl;

fn driver(name: &str) -> DriverConfig {
    name.parse().expect(name)
}

fn games(folder: &Folder, name: &str, drivers: &[&str]) -> DriverMatches {
    DriverMatches {
        drivers: drivers.iter().map(|name| driver(name)).collect(),
        games: 8,
        time_control: TimeControl::Nodes(200),
        openings: None,
        seed: 5,
        threads: 2,
        hash_mb: 1,
        without: Vec::new(),
        model: Model::built_in(),
        sprt: None,
        csv: Some(folder.file(name)),
        pgn: None,
    }
}

fn play(games: &DriverMatches) -> Vec<PairRow> {
    games.run(&mut Vec::new()).expect("matches");
    read_rows(games.csv.as_deref().expect("a file")).expect("rows")
}

/// Both games of a pair are the same from either side.
fn is_mirrored(row: &PairRow) -> bool {
    row.white + row.black == 2 && row.nodes == row.against_nodes && row.depths == row.against_depths
}

#[test]
fn players_with_other_parameters_play_differently_in_one_process() {
    let folder = Folder::new();
    let other = "PVS:null_base=2,reduction_base=1500,use_razoring=false";
    let rows = play(&games(&folder, "other.csv", &["PVS", other]));
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row.signature != row.against_signature && !is_mirrored(row)));
    // The same match on one thread, interrupted after two pairs.
    let alone = DriverMatches { threads: 1, ..games(&folder, "alone.csv", &["PVS", other]) };
    play(&DriverMatches { games: 4, ..alone.clone() });
    assert_eq!(play(&alone), rows);
    assert_eq!(folder.read("alone.csv"), folder.read("other.csv"));
}

#[test]
fn players_with_equal_parameters_play_equal_games() {
    let folder = Folder::new();
    let rows = play(&games(&folder, "default.csv", &["PVS", "PVS:null_base=4,use_razoring=true"]));
    assert!(rows.iter().all(|row| row.signature == row.against_signature && is_mirrored(row)));
    let two = ["PVS:futility_base=40,null_base=2", "PVS:null_base=2,futility_base=40"];
    assert!(play(&games(&folder, "two.csv", &two)).iter().all(is_mirrored));
    // What is switched off is so for all players.
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
