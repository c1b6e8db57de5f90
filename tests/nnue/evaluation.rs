//! The evaluation: symmetry, range, trace and endgame knowledge, on random walks.

use crate::common::boards::{self, KIWIPETE, START, position};
use lancet::eval::nnue::Model;
use lancet::eval::wdl::Curve;
use lancet::eval::{Evaluator, trace};
use lancet::position::{Ending, Game, Position};
use lancet::types::Score;
use rand::SeedableRng;
use rand::rngs::StdRng;
use shakmaty::{Bitboard, CastlingMode, Chess, EnPassantMode, Position as _};

/// Visits positions of random games from the initial position and from endgames.
fn walk(seed: u64, count: usize, mut visit: impl FnMut(&Position)) {
    let roots = [
        START,
        "4k3/pp3ppp/8/8/8/8/PPP2PPP/4K3 w - - 0 1",
        "8/5k2/3b4/2pP4/1P2B3/8/5K2/8 w - - 0 1",
        "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1",
        "8/8/4k3/8/8/8/8/3BKN2 w - - 0 1",
        KIWIPETE,
    ];
    let roots = roots.map(position);
    boards::walk_from(&roots, &mut StdRng::seed_from_u64(seed), count, |position, _| visit(position));
}

/// The evaluation of a position from scratch.
fn value(evaluator: &mut Evaluator, position: &Position) -> Score {
    evaluator.set_root(position);
    evaluator.evaluate(position)
}

/// The position with files a to h exchanged, if it has no castling rights.
fn mirrored(position: &Position) -> Option<Position> {
    let mut setup = position.chess().to_setup(EnPassantMode::Always);
    if setup.castling_rights != Bitboard::EMPTY {
        return None;
    }
    setup.board.flip_horizontal();
    setup.ep_square = setup.ep_square.map(shakmaty::Square::flip_horizontal);
    setup.position::<Chess>(CastlingMode::Standard).ok().map(Position::new)
}

#[test]
fn the_evaluation_is_symmetric_in_colours_and_wings() {
    let (mut evaluator, mut wings) = (Evaluator::default(), 0);
    walk(1, 60_000, |position| {
        let score = value(&mut evaluator, position);
        let flipped = position.flipped().expect("a legal position");
        assert_eq!(value(&mut evaluator, &flipped), score, "flipped {}", position.fen());
        if let Some(mirrored) = mirrored(position) {
            assert_eq!(value(&mut evaluator, &mirrored), score, "mirrored {}", position.fen());
            wings += 1;
        }
    });
    assert!(wings > 10_000, "only {wings} positions without castling rights");
}

#[test]
fn the_evaluation_is_never_decisive() {
    let mut evaluator = Evaluator::default();
    walk(3, 30_000, |position| assert!(!value(&mut evaluator, position).is_decisive()));
    // The most material that a legal game can reach.
    let queens = position("QQQQQQQK/QQRRBBNN/8/8/8/p7/pp6/kb6 b - - 0 1");
    let score = value(&mut evaluator, &queens);
    assert!(!score.is_decisive() && score.units() < -1_000, "{score:?}");
}

/// Games at odds have positions far from those that the network is trained on: in them, too, more material must count.
#[test]
fn the_evaluation_grows_with_the_odds() {
    let mut evaluator = Evaluator::default();
    let mut units = |fen: &str| value(&mut evaluator, &position(fen)).units();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1";
    for odds in ["RNBQKBNR", "RNB1KBNR", "1NB1KBNR", "1NB1KBN1", "1N2K1N1", "4K1N1", "4K3"].windows(2) {
        let [more, less] = [odds[0], odds[1]].map(|pieces| units(&start.replace("RNBQKBNR", pieces)));
        assert!(less < more - 100, "{} {more}, {} {less}", odds[0], odds[1]);
    }
    for queens in ["4", "3Q", "2QQ", "1QQQ", "QQQQ"].windows(2) {
        let [less, more] =
            [queens[0], queens[1]].map(|queens| units(&format!("4k3/8/8/8/8/8/PP6/{queens}K3 w - - 0 1")));
        assert!(more > less + 100, "{} {more}, {} {less}", queens[1], queens[0]);
    }
}

#[test]
fn the_initial_position_is_about_even_for_both_sides() {
    let mut evaluator = Evaluator::default();
    let start = Position::default();
    let null = start.null_move().expect("no check");
    assert_eq!(value(&mut evaluator, &start), value(&mut evaluator, &null));
    assert!(value(&mut evaluator, &start).units().abs() < 50);
}

#[test]
fn the_trace_ends_with_the_final_evaluation_or_how_the_game_has_ended() {
    let model = Model::built_in();
    let mut evaluator = Evaluator::default();
    walk(4, 2_000, |position| {
        let text = trace(&model, position);
        let last = text.lines().last().expect("a line");
        if let Some(ending) = Ending::of(&Game::new(position.clone())) {
            assert_eq!(last, ending.to_string());
            return;
        }
        let total: f64 = last.rsplit(' ').next().and_then(|word| word.parse().ok()).expect("a number");
        let score = value(&mut evaluator, position);
        let white = Curve::of(position).display_score(position.turn().fold_wb(score, -score));
        assert_eq!(Some((total * 100.0).round() as i32), white.centipawns(), "{text}");
    });
}

#[test]
fn basic_endgame_knowledge_holds() {
    let mut evaluator = Evaluator::default();
    for (name, better, worse) in [
        ("rook up", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/8/B3K3 w - - 0 1"),
        ("king on the edge", "k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/8/4k3/8/4K3/8/7R w - - 0 1"),
        ("kings close", "8/7R/8/8/8/2K5/8/k7 w - - 0 1", "8/7R/8/8/7K/8/8/k7 w - - 0 1"),
        ("right corner", "7k/5K2/8/8/8/8/8/2B1N3 w - - 0 1", "k7/2K5/8/8/8/8/8/2B1N3 w - - 0 1"),
        ("unstoppable pawn", "8/8/3P4/8/k7/8/8/4K3 w - - 0 1", "8/8/8/8/k7/3P4/8/4K3 w - - 0 1"),
    ] {
        let (better, worse) =
            (value(&mut evaluator, &position(better)), value(&mut evaluator, &position(worse)));
        assert!(better > worse, "{name}: {better:?} against {worse:?}");
    }
}

#[test]
fn an_advantage_shrinks_with_the_halfmove_clock() {
    let mut evaluator = Evaluator::default();
    let mut at_clock = |clock| {
        value(&mut evaluator, &position(&format!("4k3/pp6/8/8/8/8/PP6/R3K3 w - - {clock} 80"))).units()
    };
    let (fresh, stale) = (at_clock(0), at_clock(99));
    assert!(fresh > 200 && stale > 0 && stale < fresh * 2 / 3, "{fresh} {stale}");
}

#[test]
fn drawn_material_is_evaluated_near_zero() {
    let mut evaluator = Evaluator::default();
    for fen in [
        "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4kb2/8/8/8/8/8/8/R3K3 w - - 0 1",
    ] {
        let score = value(&mut evaluator, &position(fen)).units();
        assert!(score.abs() < 100, "{fen}: {score}");
    }
}
