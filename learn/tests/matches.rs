//! Matches: the same results with any number of threads, from either side, and after a break.

use std::fs;

use lancet_learn::matches::{Contest, Effort, Openings, Sprt, Tally, Verdict};
use lancet_learn::play::Evaluation;

fn contest(first: Evaluation, second: Evaluation, pairs: u64) -> Contest {
    Contest {
        sides: [first, second],
        effort: Effort::Nodes(150),
        openings: Openings::Random,
        pairs,
        seed: 7,
        threads: 2,
        sprt: None,
        time: None,
    }
}

fn play(contest: &Contest) -> Tally {
    let ended = contest.play(Tally::default(), |_| ()).unwrap();
    assert!(ended.complete);
    assert_eq!(ended.tally.games.iter().sum::<u64>(), 2 * ended.tally.count());
    ended.tally
}

#[test]
fn a_match_is_the_same_however_it_is_played() {
    let whole = contest(Evaluation::built_in(), Evaluation::material(), 12);
    let tally = play(&whole);
    assert_eq!(tally.count(), 12);
    assert_eq!(play(&Contest { threads: 1, ..whole.clone() }), tally);

    // Broken off after five pairs.
    let part = play(&Contest { pairs: 5, ..whole.clone() });
    assert_eq!(whole.play(part, |_| ()).unwrap().tally, tally);

    // Seen by the other side.
    let other = play(&contest(Evaluation::material(), Evaluation::built_in(), 12));
    let mirrored = |tally: Tally| {
        let (mut games, mut pairs) = (tally.games, tally.pairs);
        games.reverse();
        pairs.reverse();
        Tally { games, pairs }
    };
    assert_eq!(mirrored(other), tally);

    assert_ne!(play(&Contest { seed: 8, ..whole.clone() }), tally);
    assert_ne!(play(&Contest { effort: Effort::Soft(150), ..whole }), tally);
}

#[test]
fn equals_are_equal_and_the_better_one_is_found() {
    let same = play(&contest(Evaluation::material(), Evaluation::material(), 10));
    // The second game of a pair is the first one again.
    assert_eq!(same.pairs, [0, 0, 10, 0, 0]);

    let better = contest(Evaluation::built_in(), Evaluation::material(), 400);
    let sprt = Some(Sprt { low: 0.0, high: 50.0 });
    let ended = Contest { sprt, ..better }.play(Tally::default(), |_| ()).unwrap();
    assert_eq!(ended.verdict, Some(Verdict::High));
    assert!(ended.complete && ended.tally.count() < 400);
    assert!(ended.tally.elo().unwrap().low > 0.0 && ended.tally.superiority() > 0.95);
}

#[test]
fn openings_come_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("openings.epd");
    let lines = [
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open\";",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -",
        "4k3/8/8/8/8/8/8/2QQKQ2 w - -",
    ];
    fs::write(&path, lines.join("\n")).unwrap();
    let openings = Openings::read(&path, 1).unwrap();
    assert_eq!(openings.pairs(), Some(3));
    let listed = Contest { openings, ..contest(Evaluation::built_in(), Evaluation::material(), 3) };
    // Whoever has the queens wins.
    let tally = play(&listed);
    assert!(tally.count() == 3 && tally.pairs[2] > 0, "{tally:?}");
    assert_eq!(play(&Contest { threads: 1, ..listed }), tally);

    for (text, reason) in
        [("", "are none"), ("7k/5Q2/8/8/8/8/8/4K3 b - -", "line 1: the game is over"), ("nonsense", "line 1")]
    {
        fs::write(&path, text).unwrap();
        let error = Openings::read(&path, 1).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
}
