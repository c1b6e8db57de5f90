//! The fit of the win-draw-loss model.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::process::Command;

use crate::common::{Folder, blocks_of, random_games, write_games};
use lancet::eval::wdl::{Curves, KNOTS, material};
use lancet::position::{Position, parse_san};
use lancet_learn::play::Evaluation;
use lancet_learn::records::{Block, Game, GameResult, ScoredMove, Termination, WinProbability};
use lancet_learn::wdl::{Calibration, Cell, FitError, Observation, Observer, fit};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Curves that differ from those of the engine.
const TRUTH: Curves = Curves {
    midpoint: [260.0, 230.0, 190.0, 170.0, 150.0, 140.0, 145.0, 150.0],
    width: [50.0, 55.0, 60.0, 70.0, 80.0, 90.0, 95.0, 100.0],
    saturation: [150.0, 200.0, 250.0, 300.0, 350.0, 300.0, 250.0, 200.0],
};

/// Positions of many scores and phases with their expected results.
fn expected(truth: &Curves) -> Vec<Cell> {
    let mut cells = Vec::new();
    for material in (5..=78).step_by(3) {
        for units in (-600..=600).step_by(30).map(f64::from) {
            let curve = truth.at(material);
            let (win, loss) = (curve.win(units), curve.win(-units));
            let counts = [loss, 1.0 - win - loss, win].map(|probability| 1000.0 * probability);
            cells.push(Cell { units, material, counts });
        }
    }
    cells
}

#[test]
fn known_curves_are_recovered() {
    let found = fit(&expected(&TRUTH)).unwrap().curves;
    for material in 5..=78 {
        let (found, truth) = (found.at(material), TRUTH.at(material));
        assert!((found.pawn() / truth.pawn() - 1.0).abs() < 0.01, "{found:?} is not {truth:?}");
        assert!((found.saturation / truth.saturation - 1.0).abs() < 0.01, "{found:?} is not {truth:?}");
        for units in (-600..=600).map(f64::from) {
            assert!((found.win(units) - truth.win(units)).abs() < 0.003, "{found:?} is not {truth:?}");
        }
    }
}

#[test]
fn the_other_parameters_converge_when_a_saturation_is_at_an_end_of_its_range() {
    let mut truth = TRUTH;
    (truth.saturation[0], truth.saturation[7]) = (20.0, 50_000.0);
    let found = fit(&expected(&truth)).unwrap().curves;
    assert_eq!((found.saturation[0], found.saturation[7]), (50.0, 5000.0));
    for (found, truth) in found.midpoint.iter().zip(truth.midpoint).skip(2) {
        assert!((found / truth - 1.0).abs() < 0.02, "{found} is not {truth}");
    }
}

/// Games of random length with random results according to [`TRUTH`], from the view of both sides.
fn random(games: u32, seed: u64) -> Vec<Observation> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let mut all = Vec::new();
    for game in 0..games {
        let (material, units) = (rng.random_range(5..=78), rng.random_range(-400..=400));
        let curve = TRUTH.at(material);
        let (win, loss) = (curve.win(units.into()), curve.win(f64::from(-units)));
        let dice: f64 = rng.random();
        let points = if dice < win { 2 } else { u8::from(dice < 1.0 - loss) };
        let one = Observation { game, number: rng.random(), units, material, points };
        for _ in 0..rng.random_range(1..4) {
            all.extend([one, Observation { units: -units, points: 2 - points, ..one }]);
        }
    }
    all
}

#[test]
fn calibration_separates_true_from_wrong_curves() {
    let games = random(60_000, 3);
    let calibrate = |curves: Curves, times: usize| {
        let mut calibration = Calibration::default();
        for game in games.chunk_by(|a, b| a.game == b.game) {
            calibration.add_game(&game.repeat(times), |one| curves.at(one.material));
        }
        calibration
    };
    let (good, thrice) = (calibrate(TRUTH, 1), calibrate(TRUTH, 3));
    for bucket in good.scores.iter().chain(&good.wins).filter(|bucket| bucket.games > 30) {
        let error = bucket.error().unwrap();
        assert!(bucket.difference().abs() < 4.0 * error && error < 0.05, "{bucket:?}");
    }
    // Positions of a game have the same result: more of the same say no more.
    for (once, thrice) in good.scores.iter().zip(&thrice.scores).filter(|(once, _)| once.games > 30) {
        assert!(thrice.positions == 3 * once.positions && thrice.games == once.games);
        assert!((thrice.error().unwrap() - once.error().unwrap()).abs() < 1e-9, "{once:?} {thrice:?}");
    }
    assert!(good.worst().0.unwrap() < 0.02);
    let moved = Curves { midpoint: [100.0; KNOTS.len()], ..TRUTH };
    assert!(calibrate(moved, 1).worst().0.unwrap() > 0.03);
    assert!(good.is_acceptable() && !calibrate(moved, 1).is_acceptable());
}

#[test]
fn too_few_games_are_rejected() {
    assert_eq!(fit(&[]), Err(FitError::TooFewGames));
    let drawn = Cell { units: 10.0, material: 40, counts: [0.0, 50.0, 0.0] };
    assert!(fit(&[drawn; 3]).is_err());
}

fn observer(sample: usize, threads: usize) -> Observer {
    Observer { evaluation: Evaluation::material(), soft_nodes: 20, sample, threads }
}

#[test]
fn positions_are_selected_from_every_game_and_searched() {
    let folder = Folder::new();
    let games = random_games(40, 8);
    let path = folder.join("wdl.games");
    write_games(&path, &games, 7);
    let all = observer(3, 2).observe(std::slice::from_ref(&path)).unwrap();
    assert_eq!(all, observer(3, 1).observe(&[path]).unwrap());
    assert!(all.list.len() > 60 && all.list.is_sorted_by_key(|one| one.game), "{all}");
    for (game, place) in games.iter().zip(0..) {
        let found: Vec<&Observation> = all.list.iter().filter(|one| one.game == place).collect();
        assert!(found.len() <= game.moves.len().min(3));
        for one in found {
            let matches = |position: &Position| {
                let points = (2.0 * game.result.points(position.turn())) as u8;
                (material(position.board()), points) == (one.material, one.points)
            };
            assert!(game.positions().any(|(position, _)| matches(&position)), "{one:?}");
        }
    }
    assert!(all.to_string().contains(" positions of 40 games, "), "{all}");
}

#[test]
fn scores_and_points_are_from_the_view_of_the_side_to_move() {
    let folder = Folder::new();
    let (mut position, mut game) = (Position::default(), Game::default());
    for san in ["e4", "e5", "Qh5", "Nf6", "Qxf7+", "Kxf7", "a3", "a6", "b3", "b6"] {
        let played = parse_san(&position, san).unwrap();
        position = position.play(played);
        game.moves.push(ScoredMove { played, score: WinProbability::default() });
    }
    (game.result, game.termination) = (GameResult::Black, Termination::AdjudicatedWin);
    let path = folder.join("wdl-queen.games");
    write_games(&path, &[game], 1);
    let found = observer(usize::MAX, 1).observe(&[path]).unwrap().list;
    assert_eq!(found.iter().map(|one| one.points).collect::<Vec<u8>>(), [0, 2].repeat(5));
    assert_eq!(found.iter().map(|one| one.material).collect::<Vec<u32>>()[4..7], [78, 77, 68]);
    // From its fourth move White has lost the queen for a pawn or two.
    assert!(found[0].units.abs() < 200);
    for (white, black) in [(6, 7), (8, 9)] {
        let [white, black] = [white, black].map(|index: usize| found[index].units);
        assert!((-1000..=-600).contains(&white) && (600..=1000).contains(&black), "{white} {black}");
    }
}

#[test]
fn the_command_writes_the_source_code_of_the_engine() {
    let folder = Folder::new();
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_lancet-learn")).arg("wdl").args(arguments).output();
        let output = output.expect("the binary runs");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, _, stderr) = run(&["no such file.games"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("cannot read 'no such file.games'"), "{stderr}");
    // Random games with random results do not determine the model.
    let (path, out) = (folder.join("wdl-few.games"), folder.join("fitted.rs"));
    write_games(&path, &random_games(2, 10), 7);
    let arguments = [path.to_str().unwrap(), "--soft", "20", "--out", out.to_str().unwrap()];
    let (code, _, stderr) = run(&arguments);
    assert_eq!((code, stderr.lines().count(), out.exists()), (Some(2), 1, false), "{stderr}");

    // The first blocks of generation 9, which has more games than the test needs.
    let blocks = blocks_of(&fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/games/g9.games")).unwrap());
    let games = folder.join("wdl.games");
    fs::write(&games, blocks[..9].iter().flat_map(Block::to_bytes).collect::<Vec<u8>>()).unwrap();
    let count: u32 = blocks[..9].iter().map(|block| block.header.games).sum();
    let arguments = |soft| [games.to_str().unwrap(), "--soft", soft, "--out", out.to_str().unwrap()];
    // So shallow searches predict results badly.
    let (code, text, stderr) = run(&arguments("20"));
    assert_eq!((code, stderr.as_str(), out.exists()), (Some(1), "", false), "{text}");
    let reason = "a bucket of scores is off by more than 2 % plus twice its standard error\n";
    assert!(text.ends_with(&format!("\nnot written: {reason}")), "{text}");
    // Without --out there is nothing to write.
    let (code, text, _) = run(&arguments("20")[..3]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.ends_with(&format!("\n{reason}")), "{text}");
    let (code, text, stderr) = run(&arguments("400"));
    assert_eq!((code, stderr.as_str()), (Some(0), ""), "{text}");
    assert!(text.contains(&format!(" positions of {count} games, ")), "{text}");
    assert!(text.contains("\n       25 to 50  "), "{text}");
    assert!(text.contains("\nlargest difference "), "{text}");
    // The written file has the form of the built-in one.
    let form = |text: &str| -> String {
        let lines = text.lines().filter(|line| !line.starts_with("///"));
        lines.flat_map(str::chars).filter(|letter| !letter.is_ascii_digit() && *letter != '-').collect()
    };
    let built_in = include_str!("../../../src/eval/wdl/fitted.rs");
    assert_eq!(form(&fs::read_to_string(&out).unwrap()), form(built_in));
}
