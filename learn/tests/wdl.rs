//! Wdl: what is fitted is what the games were made by.

mod common;

use std::fs;
use std::process::Command;

use common::{fresh, random_games, write_games};
use lancet::eval::wdl::{Curves, KNOTS, material};
use lancet::position::{Position, parse_san};
use lancet_learn::play::Evaluation;
use lancet_learn::records::{Chance, End, Game, Outcome, Scored};
use lancet_learn::wdl::{Calibration, Cell, Observation, Observer, fit};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Curves unlike those of the engine.
const TRUTH: Curves = Curves {
    midpoint: [260.0, 230.0, 190.0, 170.0, 150.0, 140.0, 145.0, 150.0],
    width: [50.0, 55.0, 60.0, 70.0, 80.0, 90.0, 95.0, 100.0],
    saturation: [150.0, 200.0, 250.0, 300.0, 350.0, 300.0, 250.0, 200.0],
};

/// Positions of many scores and all phases, with the results that are to be expected.
fn expected() -> Vec<Cell> {
    let mut cells = Vec::new();
    for material in (5..=78).step_by(3) {
        for units in (-600..=600).step_by(30).map(f64::from) {
            let curve = TRUTH.at(material);
            let (win, loss) = (curve.win(units), curve.win(-units));
            let counts = [loss, 1.0 - win - loss, win].map(|chance| 1000.0 * chance);
            cells.push(Cell { units, material, counts });
        }
    }
    cells
}

#[test]
fn known_curves_are_found_again() {
    let found = fit(&expected()).unwrap().curves;
    for material in 5..=78 {
        let (found, truth) = (found.at(material), TRUTH.at(material));
        assert!((found.pawn() / truth.pawn() - 1.0).abs() < 0.01, "{found:?} is not {truth:?}");
        assert!((found.saturation / truth.saturation - 1.0).abs() < 0.01, "{found:?} is not {truth:?}");
        for units in (-600..=600).map(f64::from) {
            assert!((found.win(units) - truth.win(units)).abs() < 0.003, "{found:?} is not {truth:?}");
        }
    }
}

/// Games of random length whose results go by the truth, seen by both sides.
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
fn what_goes_by_the_curves_is_calibrated_and_what_does_not_is_seen() {
    let games = random(60_000, 3);
    let calibrate = |curves: Curves| {
        let mut calibration = Calibration::default();
        for game in games.chunk_by(|a, b| a.game == b.game) {
            calibration.add_game(game, |one| curves.at(one.material));
        }
        calibration
    };
    let good = calibrate(TRUTH);
    for bucket in good.scores.iter().chain(&good.wins).filter(|bucket| bucket.games > 30) {
        let error = bucket.error().unwrap();
        assert!(bucket.difference().abs() < 4.0 * error && error < 0.05, "{bucket:?}");
        // The positions of a game come to the same and count as one.
        assert!(error > 0.6 / (bucket.positions as f64).sqrt() * 0.3);
    }
    assert!(good.worst().0 < 0.02);
    let moved = Curves { midpoint: [100.0; KNOTS.len()], ..TRUTH };
    assert!(calibrate(moved).worst().0 > 0.03);
}

#[test]
fn too_little_is_refused_in_a_sentence() {
    assert!(fit(&[]).unwrap_err().contains("too few"));
    let drawn = Cell { units: 10.0, material: 40, counts: [0.0, 50.0, 0.0] };
    assert!(fit(&[drawn; 3]).is_err());
}

fn observer(sample: usize, threads: usize) -> Observer {
    Observer { evaluation: Evaluation::material(), soft_nodes: 20, sample, threads }
}

#[test]
fn positions_are_drawn_from_every_game_and_searched() {
    let games = random_games(40, 8);
    let path = fresh("wdl.games");
    write_games(&path, &games, 7);
    let all = observer(3, 2).observe(std::slice::from_ref(&path)).unwrap();
    assert_eq!(all, observer(3, 1).observe(&[path]).unwrap());
    assert!(all.list.len() > 60 && all.list.is_sorted_by_key(|one| one.game), "{}", all.sentence());
    for (game, place) in games.iter().zip(0..) {
        let found: Vec<&Observation> = all.list.iter().filter(|one| one.game == place).collect();
        assert!(found.len() <= game.moves.len().min(3));
        for one in found {
            let fits = |position: &Position| {
                let points = (2.0 * game.result.points(position.turn())) as u8;
                (material(position.board()), points) == (one.material, one.points)
            };
            assert!(game.positions().any(|(position, _)| fits(&position)), "{one:?}");
        }
    }
    assert!(all.sentence().contains(" positions of 40 games, "), "{}", all.sentence());
}

#[test]
fn scores_and_points_are_those_of_the_side_to_move() {
    let (mut position, mut game) = (Position::default(), Game::default());
    for san in ["e4", "e5", "Qh5", "Nf6", "Qxf7+", "Kxf7", "a3", "a6", "b3", "b6"] {
        let played = parse_san(&position, san).unwrap();
        position = position.play(played);
        game.moves.push(Scored { played, score: Chance::default() });
    }
    (game.result, game.end) = (Outcome::Black, End::AgreedWin);
    let path = fresh("wdl-queen.games");
    write_games(&path, &[game], 1);
    let found = observer(usize::MAX, 1).observe(&[path]).unwrap().list;
    assert_eq!(found.iter().map(|one| one.points).collect::<Vec<u8>>(), [0, 2].repeat(5));
    assert_eq!(found.iter().map(|one| one.material).collect::<Vec<u32>>()[4..7], [78, 77, 68]);
    // White is a queen behind, but for a pawn or two, from its fourth move on.
    assert!(found[0].units.abs() < 200);
    for (white, black) in [(6, 7), (8, 9)] {
        let [white, black] = [white, black].map(|index: usize| found[index].units);
        assert!((-1000..=-600).contains(&white) && (600..=1000).contains(&black), "{white} {black}");
    }
}

#[test]
fn the_command_writes_what_the_engine_has_or_a_sentence() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_lancet-learn")).arg("wdl").args(arguments).output();
        let output = output.expect("the binary runs");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, _, complaint) = run(&["no such file.games"]);
    assert_eq!(code, Some(2));
    assert!(complaint.contains("no such file.games cannot be read"), "{complaint}");
    // Games of random moves with random results say nothing.
    let (path, out) = (fresh("wdl-few.games"), fresh("fitted.rs"));
    write_games(&path, &random_games(2, 10), 7);
    let arguments = [path.to_str().unwrap(), "--soft", "20", "--out", out.to_str().unwrap()];
    let (code, _, complaint) = run(&arguments);
    assert_eq!((code, complaint.lines().count(), out.exists()), (Some(2), 1, false), "{complaint}");

    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/games/g0.games");
    let (code, told, complaint) = run(&[games, "--soft", "20", "--out", out.to_str().unwrap()]);
    assert_eq!((code, complaint.as_str()), (Some(0), ""), "{told}");
    assert!(told.contains(" positions of 3381 games, ") && told.contains("\n       25 to 50  "), "{told}");
    assert!(told.contains("\nlargest difference "), "{told}");
    // What is written has the form of what is built in.
    let form = |text: &str| -> String {
        let lines = text.lines().filter(|line| !line.starts_with("///"));
        lines.flat_map(str::chars).filter(|letter| !letter.is_ascii_digit() && *letter != '-').collect()
    };
    let built_in = include_str!("../../src/eval/wdl/fitted.rs");
    assert_eq!(form(&fs::read_to_string(&out).unwrap()), form(built_in));
}
