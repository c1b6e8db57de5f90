//! Fifty moves: what is said about a position with a halfmove clock, compared with the exact distance of every
//! position.

use lancet::position::{Game, Position};
use lancet::search::{Limits, Searcher};
use lancet::syzygy::{MaybeRounded, RankOptions, Tablebases, Wdl};
use shakmaty::Color;

use super::common::boards;
use super::retrograde::Retrograde;
use super::{tables, with};

/// What was compared.
#[derive(Default, Debug)]
struct Counts {
    distances: usize,
    /// Positions with a rounded distance that equals the plies left, by the result: taken away or not.
    rounded: [usize; 2],
    /// The same for positions with an exact distance.
    exact: usize,
    rankings: usize,
}

/// One endgame with the side that wins, and how many positions are looked at.
struct Endgame<'a> {
    tables: &'a Tablebases,
    all: Retrograde<'a>,
    winner: Color,
    counts: Counts,
}

impl Endgame<'_> {
    /// Compares the distance of a position with that of the table: equal, or one more if the table rounds.
    fn check_distance(&mut self, position: &Position, distance: u8) {
        let found = self.tables.dtz(position).expect("a distance");
        let (plies, exact) = (found.ignore_rounding().0.abs(), i32::from(distance).max(1));
        let is_rounded = matches!(found, MaybeRounded::Rounded(_)) || plies <= 4;
        let is_right = exact == plies || is_rounded && exact == plies + 1;
        assert!(is_right, "{found:?} is {distance} plies in {}", position.fen());
        self.counts.distances += 1;
    }

    /// The outcome if it is that of a win of the winning side, in time; those of the other side are not compared.
    fn won(&self, turn: Color, outcome: Wdl) -> Option<Wdl> {
        let won = if turn == self.winner { Wdl::Win } else { Wdl::Loss };
        Some(outcome).filter(|outcome| *outcome == won)
    }

    /// The result of a position whose winning side needs `distance` plies and has `left`.
    fn truth(&self, turn: Color, distance: Option<u8>, left: i32) -> Option<Wdl> {
        let in_time = distance.is_some_and(|distance| i32::from(distance) <= left);
        in_time.then_some(if turn == self.winner { Wdl::Win } else { Wdl::Loss })
    }

    /// Compares the results around the clock at which the plies left are the distance of the table.
    fn check_results(&mut self, index: usize) {
        let Some(position) = self.all.position(index, 0) else { return };
        let distance = self.all.distance(index);
        let found = self.tables.dtz(&position).expect("a distance");
        let plies = found.ignore_rounding().0.abs();
        for clock in
            [99 - plies, 100 - plies, 101 - plies].into_iter().filter(|clock| (0..100).contains(clock))
        {
            let position = self.all.position(index, clock as u32).expect("legal");
            let outcome = self.tables.outcome(&position, Tablebases::MAX_PROBES).expect("a result");
            let wanted = self.truth(position.turn(), distance, 100 - clock);
            let won = self.won(position.turn(), outcome);
            assert_eq!(won, wanted, "{found:?}, {distance:?} plies: {}", position.fen());
            if clock == 100 - plies {
                match found {
                    MaybeRounded::Rounded(_) => self.counts.rounded[usize::from(wanted.is_some())] += 1,
                    MaybeRounded::Precise(_) => self.counts.exact += 1,
                }
            }
        }
    }

    /// Compares the result of each move at the root, where only the shortest way may win.
    fn check_ranking(&mut self, index: usize, clock: i32) {
        let Some(position) = self.all.position(index, clock as u32).filter(Position::has_legal_move) else {
            return;
        };
        let game = Game::new(position.clone());
        let ranking =
            self.tables.rank(&position, game.path(), RankOptions::default()).expect("in the tablebases");
        for ranked in ranking.moves.iter().filter(|ranked| !ranked.m.is_zeroing()) {
            let child = position.play(ranked.m);
            let wanted = self.truth(position.turn(), self.all.distance_of(&child), 99 - clock);
            let won = self.won(position.turn(), ranked.outcome);
            assert_eq!(won, wanted, "{} in {}", ranked.m, position.fen());
        }
        let best = ranking.moves.iter().max_by_key(|ranked| ranked.rank).expect("moves");
        let wanted = self.truth(position.turn(), self.all.distance(index), 100 - clock);
        let won = self.won(position.turn(), best.outcome);
        assert_eq!(won, wanted, "the best move {} in {}", best.m, position.fen());
        self.counts.rankings += 1;
    }
}

/// Compares five distances in `step` positions of an endgame, one result, and a tenth as many rankings. A prime
/// `step` meets all squares.
fn check(tables: &Tablebases, material: &str, winner: Color, step: usize) -> Counts {
    let all = Retrograde::new(tables, material, winner);
    let mut endgame = Endgame { tables, all, winner, counts: Counts::default() };
    let mut seen = 0;
    for index in 0..endgame.all.len() {
        let distance = endgame.all.distance(index);
        if let Some(distance) = distance
            && index % step.div_ceil(5) == 0
            && let Some(position) = endgame.all.position(index, 0)
        {
            endgame.check_distance(&position, distance);
        }
        if index % step == 0 {
            endgame.check_results(index);
        }
        if index % (10 * step) == 0
            && let Some(distance) = distance.filter(|distance| *distance > 0)
        {
            seen += 1;
            endgame.check_ranking(index, (100 - i32::from(distance) + seen % 2).clamp(0, 99));
        }
    }
    endgame.counts
}

#[test]
fn results_with_a_clock_are_exact_with_three_pieces() {
    let tables = tables();
    for (material, step) in [("KQvK", 7), ("KRvK", 7), ("KPvK", 7)] {
        let counts = check(&tables, material, Color::White, step);
        assert!(counts.distances > 20_000 && counts.rankings > 100, "{material}: {counts:?}");
    }
}

/// The table rounds, and the clock often takes the win away.
#[test]
fn results_with_a_clock_are_exact_with_bishop_and_knight() {
    let counts = check(&tables(), "KBNvK", Color::White, 499);
    assert!(counts.rounded[0] > 500 && counts.rankings > 100, "{counts:?}");
}

/// The table rounds, and the clock seldom takes the win away.
#[test]
fn results_with_a_clock_are_exact_with_rook_against_knight() {
    let counts = check(&tables(), "KRvKN", Color::White, 499);
    assert!(counts.rounded[0] > 100, "{counts:?}");
}

/// All endgames of four pieces. Takes minutes.
#[test]
#[ignore = "takes minutes; run for changes of the fifty-move rule"]
fn results_with_a_clock_are_exact_in_every_endgame() {
    let tables = tables();
    let only = std::env::var("LANCET_ENDGAMES").ok();
    let names = std::fs::read_dir(super::folder())
        .expect("the tablebases")
        .map(|entry| entry.expect("a file").path());
    let mut names: Vec<String> = names
        .filter(|path| path.extension().is_some_and(|extension| extension == "rtbz"))
        .map(|path| path.file_stem().expect("a name").to_str().expect("UTF-8").to_owned())
        .filter(|name| {
            name.len() <= 5 && only.as_ref().is_none_or(|only| only.split(',').any(|one| one == name))
        })
        .collect();
    names.sort();
    for name in names {
        for winner in Color::ALL {
            let start = std::time::Instant::now();
            let counts = check(&tables, &name, winner, 997);
            eprintln!("{name} {winner}: {counts:?} {:?}", start.elapsed());
        }
    }
}

/// Positions of which the table leaves open whether they are lost in time, and that 10,000 probes do not decide.
/// One ply more of the clock is enough for a draw in all of them.
#[test]
fn searches_decide_where_many_probes_are_needed() {
    let tables = tables();
    let (settings, mut searcher) = (with(&tables), Searcher::new(1).expect("a small table"));
    for (fen, clock) in [
        ("8/8/8/8/N1R5/8/8/K3k3 b - -", 82),
        ("8/8/8/8/8/N1k4R/8/K7 b - -", 78),
        ("8/8/8/7R/8/6k1/1N6/K7 b - -", 80),
        ("8/8/5k2/1B6/8/8/8/K6Q b - -", 88),
        ("3Q4/6B1/8/8/8/8/8/1K3k2 b - -", 90),
    ] {
        for (clock, is_lost) in [(clock - 1, true), (clock, false)] {
            let game = Game::new(boards::position(&format!("{fen} {clock} 200")));
            let limits = Limits { nodes: Some(100), ..Limits::default() };
            let score = boards::search(&mut searcher, &game, &limits, &settings, &mut ()).info.score;
            assert_eq!(score.is_loss(), is_lost, "{score:?} in {fen} {clock}");
            let options = RankOptions { interrupted: &|| true, ..RankOptions::default() };
            let estimate = tables.rank(game.position(), game.path(), options).expect("a ranking");
            let best = estimate.moves.iter().max_by_key(|ranked| ranked.rank).expect("moves");
            assert_eq!(best.outcome, Wdl::Loss, "interrupted, {fen} {clock} is decided by parity");
        }
    }
}

/// A score and the line shown agree with the clock.
#[test]
fn searches_score_by_the_clock() {
    let tables = tables();
    let (settings, mut searcher) = (with(&tables), Searcher::new(1).expect("a small table"));
    for (fen, clock, wins) in [
        // Rounded, with the parity of the winning side: reported as a win at the first clock.
        ("2B5/8/6N1/8/8/8/3K4/7k w - -", 82, false),
        ("2B5/8/6N1/8/8/8/3K4/7k w - -", 81, true),
        ("8/4B3/8/5N2/8/6K1/8/1k6 w - -", 78, false),
        ("2k5/8/3K2B1/8/8/8/8/5N2 w - -", 80, false),
        ("3k4/8/3NK3/8/B7/8/8/8 b - -", 81, false),
        ("3k4/8/3NK3/8/B7/8/8/8 b - -", 80, true),
    ] {
        let game = Game::new(boards::position(&format!("{fen} {clock} 200")));
        for depth in [1, 6, 10] {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let info = boards::search(&mut searcher, &game, &limits, &settings, &mut ()).info;
            assert_eq!(info.score.is_decisive(), wins, "{:?} at depth {depth} in {fen} {clock}", info.score);
            let mut position = game.position().clone();
            for m in info.line.moves() {
                position = position.play(*m);
                let outcome = tables.outcome(&position, Tablebases::MAX_PROBES).expect("a result");
                let is_decisive = matches!(outcome, Wdl::Win | Wdl::Loss);
                assert_eq!(is_decisive, wins, "{outcome:?} after {m}: {}", position.fen());
            }
            let is_over = position.halfmoves() >= 100 || !position.has_legal_move();
            assert!(!wins || is_over || info.line.moves().len() >= depth as usize, "{:?}", info.line.moves());
        }
    }
}
