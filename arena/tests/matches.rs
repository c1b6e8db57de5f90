//! Matches: the same games with any number of threads, from either side, and after a break; honest
//! clocks; games that others can read.

#[path = "../../tests/common/folder.rs"]
#[allow(dead_code)]
mod folder;

use std::sync::Arc;
use std::time::Duration;

use folder::Folder;
use lancet::Error;
use lancet::eval::nnue::Model;
use lancet::eval::wdl::Curve;
use lancet::pgn::PgnReader;
use lancet::search::{Algorithm, Settings};
use lancet_arena::game::Pair;
use lancet_arena::openings::Openings;
use lancet_arena::params::Player;
use lancet_arena::pgn::notate;
use lancet_arena::runner::{Contest, Ended};
use lancet_arena::statistics::{Sprt, Tally, Verdict};
use lancet_arena::termination::End;
use lancet_arena::time_control::Pace;

fn built_in() -> Player {
    Player::default()
}

fn material() -> Player {
    Player { model: Arc::new(Model::material()), ..Player::default() }
}

fn driven_by(algorithm: Algorithm) -> Player {
    Player { settings: Settings { algorithm, ..Settings::default() }, ..Player::default() }
}

fn contest(first: Player, second: Player, pairs: u64) -> Contest {
    let contest = Contest::new([first, second], Pace::Nodes(150), pairs);
    Contest { hash_mb: 2, seed: 7, threads: 2, ..contest }
}

/// Plays what is left after `before`, and gives the pairs too.
fn go_on(contest: &Contest, before: Tally) -> (Ended, Vec<Pair>) {
    let mut pairs = Vec::new();
    let watch = |_: &Tally, pair: Option<&Pair>| {
        pairs.extend(pair.cloned());
        Ok::<_, String>(())
    };
    let ended = contest.play(before, watch).expect("a match");
    (ended, pairs)
}

fn play(contest: &Contest) -> Tally {
    let (ended, pairs) = go_on(contest, Tally::default());
    assert!(ended.complete);
    let mut tally = Tally::default();
    pairs.iter().for_each(|pair| tally.add(pair.results()));
    assert_eq!(tally, ended.tally);
    assert_eq!(tally.games.iter().sum::<u64>(), 2 * tally.count());
    tally
}

/// The games of pairs as text.
fn text(pairs: &[Pair], pace: Pace) -> String {
    let mut text = Vec::new();
    for game in pairs.iter().flat_map(|pair| notate("A match", pair, ["One", "Two"], pace)) {
        game.write(&mut text).expect("a write");
    }
    String::from_utf8(text).expect("UTF-8")
}

#[test]
fn a_match_is_the_same_however_it_is_played() {
    let whole = contest(built_in(), material(), 12);
    let (ended, pairs) = go_on(&whole, Tally::default());
    let games = text(&pairs, whole.pace);
    let tally = ended.tally;
    assert_eq!((tally.count(), play(&whole)), (12, tally));
    let (_, alone) = go_on(&Contest { threads: 1, ..whole.clone() }, Tally::default());
    assert_eq!(text(&alone, whole.pace), games);

    // Broken off after five pairs.
    let (part, mut first) = go_on(&Contest { pairs: 5, ..whole.clone() }, Tally::default());
    let (rest, second) = go_on(&whole, part.tally);
    first.extend(second);
    assert_eq!((rest.tally, text(&first, whole.pace)), (tally, games.clone()));

    // Seen by the other side.
    let other = play(&contest(material(), built_in(), 12));
    let mirrored = |tally: Tally| {
        let (mut games, mut pairs) = (tally.games, tally.pairs);
        games.reverse();
        pairs.reverse();
        Tally { games, pairs }
    };
    assert_eq!(mirrored(other), tally);

    let pace = Pace::Soft(150, 750);
    for another in [Contest { seed: 8, ..whole.clone() }, Contest { pace, ..whole.clone() }] {
        let (_, pairs) = go_on(&another, Tally::default());
        assert_ne!(text(&pairs, whole.pace), games);
    }
}

#[test]
fn equals_are_equal_and_the_better_one_is_found() {
    let same = play(&contest(material(), material(), 10));
    // The second game of a pair is the first one again.
    assert_eq!(same.pairs, [0, 0, 10, 0, 0]);

    let better = contest(built_in(), material(), 400);
    let sprt = Some(Sprt { low: 0.0, high: 50.0 });
    let (ended, _) = go_on(&Contest { sprt, ..better }, Tally::default());
    assert_eq!(ended.verdict, Some(Verdict::High));
    assert!(ended.complete && ended.tally.count() < 400);
    assert!(ended.tally.elo().expect("games").low > 0.0 && ended.tally.superiority() > 0.95);
}

#[test]
fn players_may_differ_by_their_driver() {
    let scout = contest(driven_by(Algorithm::MtdF), built_in(), 4);
    let scout = Contest { openings: Openings::Random { balance: 100, judges: &[1] }, ..scout };
    let (_, pairs) = go_on(&scout, Tally::default());
    let other = Contest { players: [driven_by(Algorithm::CStar), built_in()], ..scout };
    let (_, others) = go_on(&other, Tally::default());
    for (pair, other) in pairs.iter().zip(&others) {
        // Whoever meets the judge begins where all others do.
        assert_eq!(pair.games[0].opening.moves, other.games[0].opening.moves);
        let [mtd, pvs] = pair.games[0].spent;
        assert!(mtd.searches > 0 && mtd.searches.abs_diff(pvs.searches) <= 1);
        assert!(mtd.nodes <= 150 * mtd.searches && pvs.nodes <= 150 * pvs.searches);
        // Two passes at least for a value, but where one window finds it.
        assert!(mtd.stats.passes > 2 * mtd.depths && pvs.stats.passes < 2 * pvs.depths, "{mtd:?} {pvs:?}");
    }
    assert_ne!(text(&pairs, other.pace), text(&others, other.pace));
}

#[test]
fn clocks_are_honest() {
    let move_time = Pace::MoveTime(Duration::from_millis(20));
    let timed = Contest { pace: move_time, threads: 1, ..contest(built_in(), material(), 1) };
    let (_, pairs) = go_on(&timed, Tally::default());
    for spent in pairs[0].games.iter().flat_map(|game| game.spent) {
        let mean = spent.elapsed / u32::try_from(spent.searches).expect("a number");
        assert!((19..200).contains(&mean.as_millis()), "{mean:?}"); // others may use the machine
    }
    assert!(text(&pairs, move_time).contains("0.02"), "times are told");

    let clock = "0.3+0.01".parse().expect("a clock");
    let (_, pairs) = go_on(&Contest { pace: clock, ..timed.clone() }, Tally::default());
    for game in &pairs[0].games {
        let most = |searches: u64| 0.3 + 0.01 * searches as f64;
        let kept = game.spent.iter().all(|spent| spent.elapsed.as_secs_f64() <= most(spent.searches));
        assert!(kept || game.end == End::Clock, "{:?}: {:?}", game.end, game.spent);
    }

    // Nobody can play at all in less than the search looks at the clock.
    let (_, pairs) = go_on(
        &Contest { pace: Pace::Clock(Duration::from_nanos(1), Duration::ZERO), ..timed },
        Tally::default(),
    );
    for game in &pairs[0].games {
        let white_lost = game.opening.moves.len().is_multiple_of(2);
        assert_eq!((game.end, game.outcome.notation()), (End::Clock, if white_lost { "0-1" } else { "1-0" }));
    }
}

#[test]
fn games_can_be_read_by_others() {
    let whole = contest(built_in(), material(), 3);
    let (ended, pairs) = go_on(&whole, Tally::default());
    let text = text(&pairs, whole.pace);
    let games: Vec<_> =
        PgnReader::new(text.as_bytes()).map(|game| game.expect("no error").expect("a game")).collect();
    assert_eq!(games.len(), 6);
    let mut points = 0;
    for (number, game) in games.iter().enumerate() {
        assert!(game.warnings.is_empty(), "{:?}", game.warnings);
        let played = &pairs[number / 2].games[number % 2];
        assert_eq!(game.tag("Round"), Some(&*format!("{}.{}", number / 2 + 1, number % 2 + 1)));
        let (white, color) =
            if number % 2 == 0 { ("One", shakmaty::Color::White) } else { ("Two", shakmaty::Color::Black) };
        assert_eq!((game.tag("White"), played.first), (Some(white), color));
        points += game.points(color).expect("a result");
        let moves: Vec<_> = game.line.moves.iter().filter_map(|m| m.m).collect();
        let (opening, searched) = moves.split_at(played.opening.moves.len());
        assert_eq!(opening, played.opening.moves);
        assert!(searched.iter().eq(played.moves.iter().map(|searched| &searched.m)));
        let mut position = played.opening.game().position().clone();
        for (m, searched) in game.line.moves[opening.len()..].iter().zip(&played.moves) {
            let (score, depth) = m.comments[0].split_once('/').expect("a score and a depth");
            assert_eq!(depth, searched.depth.to_string());
            match searched.score.mate_moves() {
                Some(moves) => assert!(score.ends_with(&format!("M{}", moves.abs())), "{score}"),
                None => {
                    let pawns: f64 = score.parse().expect("a number");
                    let told = Curve::of(&position).display_score(searched.score).centipawns();
                    assert_eq!(Some((100.0 * pawns).round() as i32), told);
                }
            }
            position = position.play(searched.m);
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
    assert_eq!(openings.pairs(), Some(3));
    assert!(openings.name().starts_with("openings.epd "), "{}", openings.name());
    assert_ne!(read("openings.epd", &lines[1..].join("\n")).expect("openings").name(), openings.name());
    let listed = Contest { openings, ..contest(built_in(), material(), 3) };
    // Whoever has the queens wins.
    let tally = play(&listed);
    assert!(tally.count() == 3 && tally.pairs[2] > 0, "{tally:?}");
    let (_, pairs) = go_on(&listed, Tally::default());
    assert!(text(&pairs, listed.pace).contains("[FEN \"4k3/8/8/8/8/8/8/2QQKQ2 w - - 0 1\"]"));

    for (text, reason) in
        [("", "are none"), ("7k/5Q2/8/8/8/8/8/4K3 b - -", "line 1: the game is over"), ("nonsense", "line 1")]
    {
        let Err(Error::Sentence(error)) = read("openings.epd", text) else { panic!("{text} is taken") };
        assert!(error.contains(reason), "{error}");
    }

    let games = "1. e4 c5 2. Nf3 *\n\n1. d4 d5 2. c4 *\n";
    let mated = format!("{games}\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let Err(Error::Sentence(error)) = read("openings.pgn", &mated) else { panic!("a mate is taken") };
    assert!(error.contains("game 3: the game is over"), "{error}");
    let openings = read("openings.pgn", games).expect("openings");
    let listed = Contest { openings, pairs: 2, ..listed };
    let (_, pairs) = go_on(&listed, Tally::default());
    let text = text(&pairs, listed.pace);
    assert!(text.contains("1. e4 { book } 1... c5 { book } 2. Nf3 { book }"), "{text}");
}
