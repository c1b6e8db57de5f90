//! Matches: the same games with any number of threads, from either side and after an interruption; time
//! controls; readable PGN; openings from files.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::sync::Arc;
use std::time::Duration;

use crate::folder::Folder;
use lancet::eval::nnue::Model;
use lancet::eval::wdl::Curve;
use lancet::pgn::PgnReader;
use lancet::search::{Algorithm, Settings};
use lancet::types::MAX_DEPTH;
use lancet_arena::ArenaError;
use lancet_arena::engine_config::EngineConfig;
use lancet_arena::game::{PlayedMove, Usage};
use lancet_arena::openings::Openings;
use lancet_arena::pgn::pgn_games;
use lancet_arena::runner::{Match, MatchResult, Pair};
use lancet_arena::statistics::{Sprt, SprtDecision, Tally};
use lancet_arena::termination::Termination;
use lancet_arena::time_control::TimeControl;
use shakmaty::Color;

fn built_in() -> EngineConfig {
    EngineConfig::default()
}

fn material() -> EngineConfig {
    EngineConfig { model: Arc::new(Model::material()), ..EngineConfig::default() }
}

fn driven_by(algorithm: Algorithm) -> EngineConfig {
    EngineConfig { settings: Settings { algorithm, ..Settings::default() }, ..EngineConfig::default() }
}

fn between(first: EngineConfig, second: EngineConfig, pairs: u64) -> Match {
    let of_match = Match::new([first, second], TimeControl::Nodes(150), pairs);
    Match { hash_mb: 2, seed: 7, threads: 2, ..of_match }
}

/// Plays the pairs after those of `before` and returns them too.
fn resume(of_match: &Match, before: Tally) -> (MatchResult, Vec<Pair>) {
    let mut pairs = Vec::new();
    let observe = |_: &Tally, pair: Option<&Pair>| {
        pairs.extend(pair.cloned());
        Ok::<_, ArenaError>(())
    };
    let result = of_match.play(before, observe).expect("a match");
    (result, pairs)
}

fn play(of_match: &Match) -> Tally {
    let (result, pairs) = resume(of_match, Tally::default());
    assert!(result.complete);
    let mut tally = Tally::default();
    pairs.iter().for_each(|pair| tally.add(pair.results()));
    assert_eq!(tally, result.tally);
    assert_eq!(tally.games.iter().sum::<u64>(), 2 * tally.pair_count());
    tally
}

/// The games of pairs in PGN.
fn text(pairs: &[Pair], time_control: TimeControl) -> String {
    let mut text = Vec::new();
    for game in pairs.iter().flat_map(|pair| pgn_games("A match", pair, ["One", "Two"], time_control)) {
        game.write(&mut text).expect("a write");
    }
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn results_do_not_depend_on_threads_interruptions_or_sides() {
    let whole = between(built_in(), material(), 12);
    let (ended, pairs) = resume(&whole, Tally::default());
    let games = text(&pairs, whole.time_control);
    let tally = ended.tally;
    assert_eq!((tally.pair_count(), play(&whole)), (12, tally));
    let (_, alone) = resume(&Match { threads: 1, ..whole.clone() }, Tally::default());
    assert_eq!(text(&alone, whole.time_control), games);

    // Interrupted after five pairs.
    let (part, mut first) = resume(&Match { pairs: 5, ..whole.clone() }, Tally::default());
    let (rest, second) = resume(&whole, part.tally);
    first.extend(second);
    assert_eq!((rest.tally, text(&first, whole.time_control)), (tally, games.clone()));

    // From the view of the other engine.
    let other = play(&between(material(), built_in(), 12));
    let mirrored = |tally: Tally| {
        let (mut games, mut pairs) = (tally.games, tally.pairs);
        games.reverse();
        pairs.reverse();
        Tally { games, pairs }
    };
    assert_eq!(mirrored(other), tally);

    let time_control = TimeControl::SoftNodes { soft: 150, hard: 750 };
    for another in [Match { seed: 8, ..whole.clone() }, Match { time_control, ..whole.clone() }] {
        let (_, pairs) = resume(&another, Tally::default());
        assert_ne!(text(&pairs, whole.time_control), games);
    }
}

#[test]
fn equal_engines_score_evenly_and_the_sprt_finds_the_stronger_one() {
    let same = play(&between(material(), material(), 10));
    // Both games of a pair are the same.
    assert_eq!(same.pairs, [0, 0, 10, 0, 0]);

    let better = between(built_in(), material(), 400);
    let sprt = Some(Sprt { elo0: 0.0, elo1: 50.0 });
    let (ended, _) = resume(&Match { sprt, ..better }, Tally::default());
    assert_eq!(ended.decision, Some(SprtDecision::AcceptH1));
    assert!(ended.complete && ended.tally.pair_count() < 400);
    assert!(
        ended.tally.elo().expect("games").interval.is_none_or(|elo| elo.low > 0.0)
            && ended.tally.los() > 0.95
    );
}

#[test]
fn engines_may_differ_by_their_driver() {
    let mtd = between(driven_by(Algorithm::MtdF), built_in(), 4);
    let mtd = Match { openings: Openings::Random { balance: 100, evaluators: &[1] }, ..mtd };
    let (_, pairs) = resume(&mtd, Tally::default());
    let other = Match { engines: [driven_by(Algorithm::CStar), built_in()], ..mtd };
    let (_, others) = resume(&other, Tally::default());
    assert_eq!((pairs.len(), others.len()), (4, 4));
    for (pair, other) in pairs.iter().zip(&others) {
        // The second engine alone decides whether an opening is balanced.
        assert_eq!(pair.games[0].opening.moves, other.games[0].opening.moves);
        let usage = pair.games[0].usage;
        let (mtd, pvs) = (usage.white, usage.black);
        assert!(mtd.searches > 0 && mtd.searches.abs_diff(pvs.searches) <= 1);
        assert!(mtd.nodes <= 150 * mtd.searches && pvs.nodes <= 150 * pvs.searches);
        // A value takes at least two zero-window passes, or one window.
        assert!(mtd.stats.passes > 2 * mtd.depths && pvs.stats.passes < 2 * pvs.depths, "{mtd:?} {pvs:?}");
    }
    assert_ne!(text(&pairs, other.time_control), text(&others, other.time_control));
}

#[test]
fn a_time_per_move_is_kept() {
    let time_control = TimeControl::MoveTime(Duration::from_millis(20));
    let timed = Match { time_control, threads: 1, ..between(built_in(), material(), 1) };
    let (_, pairs) = resume(&timed, Tally::default());
    let moves: Vec<_> = pairs[0].games.iter().flat_map(|game| &game.moves).collect();
    let times: Vec<Duration> = moves.iter().map(|played| played.elapsed).collect();
    // A search may wait for the processor, so that only the minimum is certain. The last iteration ends it.
    let is_kept = |played: &PlayedMove| played.elapsed.as_millis() >= 19 || played.depth == MAX_DEPTH;
    assert!(moves.iter().all(|played| is_kept(played)), "{times:?}");
    let usage = pairs[0].usage();
    assert_eq!(usage.iter().map(|usage| usage.searches).sum::<u64>(), times.len() as u64);
    assert_eq!(usage.iter().map(|usage| usage.elapsed).sum::<Duration>(), times.iter().sum());
    let text = text(&pairs, time_control);
    let shown = |time: &Duration| text.contains(&format!(" {:.3}s", time.as_secs_f64()));
    assert!(times.iter().all(shown), "comments show times: {times:?} {text}");
}

/// On a busy machine a game may be lost on time, and only then is more time used than there was.
#[test]
fn a_game_is_lost_on_time_if_the_clock_runs_out() {
    let time_control = "0.3+0.01".parse().expect("a clock");
    let timed = Match { time_control, threads: 1, ..between(built_in(), material(), 1) };
    let (_, pairs) = resume(&timed, Tally::default());
    for game in &pairs[0].games {
        assert!(!game.moves.is_empty());
        let is_late = |usage: Usage| usage.elapsed.as_secs_f64() > 0.3 + 0.01 * (usage.searches - 1) as f64;
        let is_lost = is_late(game.usage.white) || is_late(game.usage.black);
        assert_eq!(is_lost, game.termination == Termination::Time, "{game:?}");
    }
}

#[test]
fn a_clock_of_nodes_gives_the_same_games_with_any_number_of_threads() {
    let clock = |nodes_per_ms| {
        let (base, increment) = (Duration::from_millis(200), Duration::from_millis(2));
        let time_control = TimeControl::Clock { base, increment, nodes_per_ms };
        Match { time_control, ..between(built_in(), material(), 4) }
    };
    let whole = clock(50);
    let (_, pairs) = resume(&whole, Tally::default());
    let (_, alone) = resume(&Match { threads: 1, ..whole.clone() }, Tally::default());
    let games = text(&pairs, whole.time_control);
    assert_eq!(text(&alone, whole.time_control), games);
    for game in pairs.iter().flat_map(|pair| &pair.games) {
        assert_ne!(game.termination, Termination::Time, "{game:?}");
        for usage in [game.usage.white, game.usage.black] {
            assert!(usage.nodes <= 50 * (200 + 2 * usage.searches), "{game:?}");
        }
    }
    // Twice the nodes are other games.
    let (_, others) = resume(&clock(100), Tally::default());
    assert_ne!(text(&others, whole.time_control), games);
}

#[test]
fn a_game_without_time_is_lost_on_time() {
    // The clock is shorter than the interval in which the search checks the time.
    let time_control =
        TimeControl::Clock { base: Duration::from_nanos(1), increment: Duration::ZERO, nodes_per_ms: 0 };
    let timed = Match { time_control, threads: 1, ..between(built_in(), material(), 1) };
    let (_, pairs) = resume(&timed, Tally::default());
    for game in &pairs[0].games {
        let white_lost = game.opening.moves.len().is_multiple_of(2);
        let result = if white_lost { "0-1" } else { "1-0" };
        assert_eq!((game.termination, game.result.notation()), (Termination::Time, result));
        assert!(game.moves.is_empty());
    }
}

#[test]
fn pgn_can_be_read_back() {
    let whole = between(built_in(), material(), 3);
    let (ended, pairs) = resume(&whole, Tally::default());
    let text = text(&pairs, whole.time_control);
    let games: Vec<_> =
        PgnReader::new(text.as_bytes()).map(|game| game.expect("no error").expect("a game")).collect();
    assert_eq!(games.len(), 6);
    let mut points = 0;
    for (number, game) in games.iter().enumerate() {
        assert!(game.warnings.is_empty(), "{:?}", game.warnings);
        let played = &pairs[number / 2].games[number % 2];
        assert_eq!(game.tag("Round"), Some(&*format!("{}.{}", number / 2 + 1, number % 2 + 1)));
        let (white, color) = if number % 2 == 0 { ("One", Color::White) } else { ("Two", Color::Black) };
        assert_eq!((game.tag("White"), Pair::COLORS[number % 2]), (Some(white), color));
        points += game.points(color).expect("a result");
        let moves: Vec<_> = game.line.moves.iter().filter_map(|m| m.m).collect();
        let (opening, searched) = moves.split_at(played.opening.moves.len());
        assert_eq!(opening, played.opening.moves);
        assert!(searched.iter().eq(played.moves.iter().map(|played| &played.m)));
        let mut position = played.opening.game().position().clone();
        for (m, played) in game.line.moves[opening.len()..].iter().zip(&played.moves) {
            let (score, depth) = m.comments[0].split_once('/').expect("a score and a depth");
            assert_eq!(depth, played.depth.to_string());
            match played.score.mate_moves() {
                Some(moves) => assert!(score.ends_with(&format!("M{}", moves.abs())), "{score}"),
                None => {
                    let pawns: f64 = score.parse().expect("a number");
                    let shown = Curve::of(&position).display_score(played.score).centipawns();
                    assert_eq!(Some((100.0 * pawns).round() as i32), shown);
                }
            }
            position = position.play(played.m);
        }
    }
    let [_, draws, wins] = ended.tally.games;
    assert_eq!(points, draws + 2 * wins);
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new();
    let read = |name: &str, text: &str| {
        folder.write(name, text);
        Openings::read(&folder.file(name), 1)
    };
    let lines = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open\";",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -",
        "4k3/8/8/8/8/8/8/2QQKQ2 w - -",
    ];
    let openings = read("openings.epd", &lines.join("\n")).expect("openings");
    assert_eq!(openings.max_pairs(), Some(3));
    // Only requested games need openings.
    assert_eq!((openings.pairs(None, 2000).ok(), openings.pairs(None, 3).ok()), (Some(3), Some(2)));
    assert_eq!(openings.pairs(Some(5), 2000).ok(), Some(3));
    let error = openings.pairs(Some(8), 2000).expect_err("three openings").to_string();
    let path = folder.name("openings.epd");
    assert_eq!(error, format!("cannot play 8 games from openings '{path}': 6 at most (two per opening)"));
    assert_eq!(Openings::RANDOM.pairs(None, 2000).ok(), Some(1000));
    let name = |openings: &Openings| openings.name(TimeControl::Nodes(1));
    assert!(name(&openings).starts_with("openings.epd "), "{}", name(&openings));
    assert_ne!(name(&read("openings.epd", &lines[1..].join("\n")).expect("openings")), name(&openings));
    let listed = Match { openings, ..between(built_in(), material(), 3) };
    // The side with the queens wins.
    let tally = play(&listed);
    assert!(tally.pair_count() == 3 && tally.pairs[2] > 0, "{tally:?}");
    let (_, pairs) = resume(&listed, Tally::default());
    assert!(text(&pairs, listed.time_control).contains("[FEN \"4k3/8/8/8/8/8/8/2QQKQ2 w - - 0 1\"]"));

    for (text, reason) in [
        ("", "no positions in it"),
        ("7k/5Q2/8/8/8/8/8/4K3 b - -", "line 1: the game is over or has 250 moves"),
        ("nonsense", "line 1"),
    ] {
        let error = read("openings.epd", text).expect_err(text).to_string();
        assert!(error.contains(reason), "{error}");
    }

    let games = "1. e4 c5 2. Nf3 *\n\n1. d4 d5 2. c4 *\n";
    let mated = format!("{games}\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let error = read("openings.pgn", "words\n").expect_err("no game").to_string();
    assert!(error.ends_with("no games in it"), "{error}");
    // A finished opening is left out.
    assert_eq!(read("openings.pgn", &mated).expect("openings").max_pairs(), Some(2));
    let over = "7k/5Q2/8/8/8/8/8/4K3 b - -";
    let openings = read("openings.epd", &[over, &lines[..].join("\n"), over].join("\n")).expect("openings");
    assert_eq!((openings.max_pairs(), name(&openings)), (Some(3), name(&listed.openings)));
    let error = read("openings.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n").expect_err("a mate").to_string();
    assert!(error.contains("game 1: the game is over or has 250 moves"), "{error}");
    // A game that cannot be read counts.
    let mated = "[FEN \"nonsense\"]\n\n1. e4 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    let error = read("openings.pgn", mated).expect_err("a mate").to_string();
    assert!(error.contains("game 2: the game is over"), "{error}");
    let openings = read("openings.pgn", games).expect("openings");
    let listed = Match { openings, pairs: 2, ..listed };
    let (_, pairs) = resume(&listed, Tally::default());
    let text = text(&pairs, listed.time_control);
    assert!(text.contains("1. e4 { book } 1... c5 { book } 2. Nf3 { book }"), "{text}");
}
