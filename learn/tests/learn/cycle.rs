//! The cycle in miniature: from the rules of chess to a model that beats material values.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use lancet::eval::nnue::Model;
use lancet_arena::ArenaError;
use lancet_arena::runner::Match;
use lancet_arena::statistics::Tally;
use lancet_arena::time_control::TimeControl;
use lancet_learn::cycle::Cycle;
use lancet_learn::cycle::schedule::Recipe;
use lancet_learn::cycle::state::{MATERIAL, State};
use lancet_learn::play::Evaluation;
use lancet_learn::train::{Architecture, NetworkLayout, Quantized};

fn cycle(folder: &Path) -> Cycle {
    Cycle {
        dir: folder.into(),
        time: None,
        generations: Some(1),
        soft: NonZeroU32::new(100),
        scale: None,
        seed: Some(1),
        threads: Some(2),
    }
}

fn run(cycle: &Cycle) -> String {
    let mut out = Vec::new();
    cycle.run(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Returns a state without CPU times, which differ between runs.
fn without_times(state: &State) -> State {
    let mut state = state.clone();
    for generation in &mut state.generations {
        generation.games.iter_mut().for_each(|games| games.cpu = 0.0);
        generation.models.iter_mut().for_each(|model| model.cpu = 0.0);
        generation.matches.iter_mut().for_each(|played| played.cpu = 0.0);
    }
    state
}

fn state(folder: &Path) -> State {
    State::read(&folder.join("cycle.json")).unwrap().expect("a state")
}

#[test]
fn a_trained_model_beats_material() {
    let folder = tempfile::tempdir().unwrap();
    let text = run(&Cycle { scale: Some(0.3), ..cycle(folder.path()) });
    let state = state(folder.path());
    let generation = &state.generations[0];
    let best = generation.best.as_ref().unwrap();
    assert!(generation.positions() >= 150_000);
    assert!(generation.promoted == Some(true) && state.player() == *best, "{text}");

    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("best.lnn") == read(best));

    // A longer match than that of the cycle, with other openings.
    let players = [Evaluation::open(&folder.path().join(best)).unwrap(), Evaluation::material()];
    let players = players.map(Evaluation::engine);
    let of_match = Match { seed: 99, threads: 2, ..Match::new(players, TimeControl::Nodes(200), 200) };
    let tally = of_match.play(Tally::default(), |_, _| Ok::<_, ArenaError>(())).unwrap().tally;
    let elo = tally.elo().unwrap();
    println!("{text}\n{best} against {MATERIAL}: {elo}, {tally:?}");
    assert!(elo.interval.map_or(elo.value, |interval| interval.low) > 0.0, "{elo}");

    let history = fs::read_to_string(folder.path().join("history.md")).unwrap();
    assert!(history.contains("| yes |") && history.contains("lancet-learn play --out"), "{history}");
}

#[test]
fn a_paused_cycle_is_resumed_with_the_same_results() {
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let small = |folder: &tempfile::TempDir| Cycle {
        soft: NonZeroU32::new(20),
        scale: Some(0.002),
        generations: Some(2),
        ..cycle(folder.path())
    };
    run(&small(&whole));
    let expected = state(whole.path());
    assert_eq!((expected.complete(), expected.generations[1].models.len()), (2, 2));

    // The time of each run grows, so that there are pauses and an end on every machine.
    let (mut time, mut pauses) = (Duration::from_millis(10), 0);
    while run(&Cycle { time: Some(time), ..small(&broken) }).contains("Paused") {
        pauses += 1;
        time = time.mul_f64(1.25);
        assert!(pauses < 50, "the cycle does not end");
    }
    assert!(pauses > 2, "{pauses}");
    assert_eq!(without_times(&state(broken.path())), without_times(&expected));
    for model in expected.generations.iter().flat_map(|generation| &generation.models) {
        let bytes = |folder: &tempfile::TempDir| fs::read(folder.path().join(&model.file)).unwrap();
        assert!(bytes(&whole) == bytes(&broken), "{}", model.file);
    }

    // A complete cycle changes nothing, and other settings are rejected.
    let before = state(broken.path());
    assert!(run(&small(&broken)).starts_with("Complete generations: 2; best model: "));
    assert_eq!(state(broken.path()), before);
    for (other, reason) in [
        (Cycle { seed: Some(2), ..small(&broken) }, "was started with seed 1"),
        (Cycle { scale: Some(0.5), ..small(&broken) }, "was started with scale 0.002"),
    ] {
        let error = other.run(&mut Vec::new()).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn games_of_a_killed_process_and_of_another_engine_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let small = Cycle { soft: NonZeroU32::new(20), scale: Some(0.002), ..cycle(folder.path()) };
    run(&small);
    let whole = state(folder.path());
    let positions = whole.generations[0].positions();

    // The process was killed before it recorded the number of games.
    let mut killed = whole.clone();
    let generation = &mut killed.generations[0];
    (generation.games[0].games, generation.games[0].positions) = (0, 0);
    generation.models.clear();
    generation.matches.clear();
    (generation.best, generation.promoted) = (None, None);
    killed.write(&folder.path().join("cycle.json")).unwrap();
    run(&small);
    let again = state(folder.path());
    assert_eq!((&again.generations[0].games, again.player()), (&whole.generations[0].games, whole.player()));

    // The engine changed and more games are needed: they go to another file.
    let generation = &mut killed.generations[0];
    generation.games[0].signature ^= 1;
    generation.goal = positions + 100;
    killed.write(&folder.path().join("cycle.json")).unwrap();
    let text = run(&small);
    let again = state(folder.path());
    let [first, second] = &again.generations[0].games[..] else { panic!("{again:?}") };
    assert_eq!((first.positions, first.seed, second.seed), (positions, 1, 2));
    assert!(second.positions >= 100 && text.contains("g0-2.games --out"), "{text}");
}

#[test]
fn the_games_of_another_engine_are_no_part_of_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let small = Cycle { soft: NonZeroU32::new(20), scale: Some(0.002), ..cycle(folder.path()) };
    run(&small);
    let whole = state(folder.path());
    let result = |changed: u64| {
        let mut begun = whole.clone();
        let generation = &mut begun.generations[0];
        (generation.best, generation.promoted) = (None, None);
        let played = &mut generation.matches[0];
        assert!(played.complete && played.signature.is_some());
        played.signature = played.signature.map(|signature| signature ^ changed);
        played.complete = false;
        played.tally = Tally::default();
        played.tally.add([2, 2]);
        begun.write(&folder.path().join("cycle.json")).unwrap();
        run(&small);
        state(folder.path()).generations[0].matches[0].tally
    };
    let wanted = whole.generations[0].matches[0].tally;
    assert_eq!(result(1), wanted);
    // Games of the same engine count, whatever they were.
    assert_eq!(result(0).pair_count(), wanted.pair_count());
}

/// An output that refuses the result of a match.
struct Closed;

impl Write for Closed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.starts_with(b"games   ") { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What was played is stored before it is printed.
#[test]
fn a_match_is_kept_if_its_result_cannot_be_printed() {
    let folder = tempfile::tempdir().unwrap();
    let small = Cycle { soft: NonZeroU32::new(20), scale: Some(0.001), ..cycle(folder.path()) };
    small.run(&mut Closed).unwrap_err();
    let played = &state(folder.path()).generations[0].matches[0];
    assert!(played.complete && played.tally.pair_count() > 0, "{played:?}");
    assert!(run(&small).contains("Complete generations: 1; "));
}

/// A model that cannot be quantized accurately is left out, and does not stop the cycle.
#[test]
fn a_rejected_model_does_not_stop_the_cycle() {
    let folder = tempfile::tempdir().unwrap();
    let small = Cycle { soft: NonZeroU32::new(20), scale: Some(0.002), ..cycle(folder.path()) };
    run(&small);
    // With the scale of this player, the error of a network with a middle layer is too large.
    let wide = Quantized::of(&Model::built_in()).scaled(80_000).model().unwrap();
    fs::write(folder.path().join("wide.lnn"), wide.to_bytes("wide")).unwrap();
    let layout = NetworkLayout { fine_output: true, middle: 8, ..NetworkLayout::new(32, 1) };
    let deep = Architecture::Network(layout);
    let mut begun = state(folder.path());
    let generation = &mut begun.generations[0];
    let linear = generation.recipes[0];
    generation.player = "wide.lnn".into();
    generation.recipes = vec![Recipe { architecture: deep, ..linear }, linear];
    generation.models.clear();
    generation.matches.clear();
    (generation.best, generation.promoted) = (None, None);
    begun.write(&folder.path().join("cycle.json")).unwrap();
    let text = run(&small);
    let after = state(folder.path());
    let generation = &after.generations[0];
    let [rejected, good] = &generation.models[..] else { panic!("{after:?}") };
    assert!(rejected.rejected && text.contains(&format!("{}: rejected: ", rejected.file)), "{text}");
    assert_eq!(
        (good.rejected, generation.best.as_ref(), generation.matches.len()),
        (false, Some(&good.file), 1)
    );
    assert!(!folder.path().join(&rejected.file).exists());

    begun.generations[0].recipes.truncate(1);
    begun.write(&folder.path().join("cycle.json")).unwrap();
    let text = run(&small);
    assert!(text.contains("Generation 0: all models were rejected; wide.lnn is not replaced"), "{text}");
    let history = fs::read_to_string(folder.path().join("history.md")).unwrap();
    assert!(history.contains(", rejected ("), "{history}");
    assert_eq!((state(folder.path()).complete(), state(folder.path()).player()), (1, MATERIAL.into()));
}

#[test]
fn games_of_old_networks_are_rescored() {
    let folder = tempfile::tempdir().unwrap();
    let small =
        Cycle { soft: NonZeroU32::new(20), scale: Some(0.001), generations: Some(2), ..cycle(folder.path()) };
    run(&small);
    let mut third = state(folder.path());
    let number = third.begin_generation();
    let player = third.player();
    let generation = &mut third.generations[number];
    (generation.since, generation.goal, generation.rescore_nodes) = (0, 500, Some(30));
    generation.recipes.truncate(1);
    // One game that is not in the file.
    third.generations[0].games[0].games += 1;
    third.write(&folder.path().join("cycle.json")).unwrap();

    let last = Cycle { generations: Some(3), ..small };
    // A file that the cycle has not begun is kept.
    let foreign = folder.path().join("g0b.games");
    fs::copy(folder.path().join("g1.games"), &foreign).unwrap();
    let kept = fs::read(&foreign).unwrap();
    let error = last.run(&mut Vec::new()).unwrap_err().to_string();
    assert!(error.contains("g0b.games"), "{error}");
    assert_eq!(fs::read(&foreign).unwrap(), kept);
    fs::remove_file(&foreign).unwrap();
    let hasty = Cycle { time: Some(Duration::from_millis(100)), ..last.clone() };
    let paused = run(&hasty);
    let text = paused + &run(&last);
    let after = state(folder.path());
    let [old, new, own] = &after.generations[..] else { panic!("{after:?}") };
    let rescored = old.games[0].rescored.as_ref().expect("rescored games");
    assert_eq!((rescored.by.clone(), rescored.soft, rescored.complete), (player, 30, true));
    assert_eq!(
        (&new.games[0].rescored, &own.games[0].rescored),
        (&None, &None),
        "recent games are not rescored"
    );
    let trained = text.lines().find(|line| line.contains("g2-")).expect("a model");
    for name in [&rescored.file, &new.games[0].file, &own.games[0].file] {
        assert!(trained.contains(name.as_str()), "{trained}");
    }
    assert!(text.contains("lancet-learn rescore") && !trained.contains("g0.games"), "{text}");
    let history = fs::read_to_string(folder.path().join("history.md")).unwrap();
    assert!(history.contains(&format!("# rescored by {}", rescored.by)), "{history}");
    // Earlier models were trained on the games as they were played.
    for (number, file) in [(0, "/g0.games"), (1, "/g0.games"), (2, "/g0b.games")] {
        let out = format!(" --out {}/g{number}-", folder.path().display());
        let is_command = |line: &&str| line.starts_with("lancet-learn train ") && line.contains(&out);
        let mut commands = history.lines().filter(is_command).peekable();
        assert!(commands.peek().is_some() && commands.all(|line| line.contains(file)), "{file}: {history}");
    }
}
