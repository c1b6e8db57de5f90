//! Positions to test on, random walks, and searches with enough stack.

use std::path::Path;

use lancet::position::{Game, Position, parse_fen, parse_fen_mode, parse_move};
use lancet::search::{Control, Limits, Outcome, Reporter, Searcher, Settings};
use rand::Rng;
use rand::rngs::StdRng;
use shakmaty::CastlingMode;

pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Position 2 of the perft suites: both sides can castle, captures everywhere.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// White mates with e1e8.
pub const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
/// h1g1 is the only legal move.
pub const ONE_MOVE: &str = "7k/8/8/8/8/8/r7/7K w - - 0 1";
pub const CHECKMATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
pub const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// The roots of all perft suites, Chess960 and double Chess960 among them.
pub fn roots() -> Vec<Position> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder perft")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    files.sort(); // the order of directory entries differs between machines
    let texts = files.iter().map(|path| std::fs::read_to_string(path).expect("a suite"));
    let text = texts.collect::<String>();
    let fens = text.lines().filter(|line| !line.is_empty()).filter_map(|line| line.split(" ;").next());
    fens.map(position).collect()
}

/// The position of a valid FEN.
#[track_caller]
pub fn position(fen: &str) -> Position {
    Position::new(parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).chess)
}

/// The position of a valid FEN, with castling moves written as `mode` says.
#[track_caller]
pub fn position_in(fen: &str, mode: CastlingMode) -> Position {
    Position::new(parse_fen_mode(fen, mode).unwrap_or_else(|error| panic!("{fen}: {error}")).chess)
}

/// The game that `moves`, in UCI notation, lead to from `fen`.
#[track_caller]
pub fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(position(fen));
    for text in moves {
        let m = parse_move(game.position(), text).unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
        game.play_unchecked(m);
    }
    game
}

/// Plays random games from the roots of the perft suites until `visit` has seen `count` positions.
pub fn walk(rng: &mut StdRng, count: usize, visit: impl FnMut(&Position, &mut StdRng)) {
    walk_from(&roots(), rng, count, visit);
}

/// Plays random games of at most 100 plies from `roots` until `visit` has seen `count` positions.
pub fn walk_from(
    roots: &[Position],
    rng: &mut StdRng,
    count: usize,
    mut visit: impl FnMut(&Position, &mut StdRng),
) {
    let mut seen = 0;
    while seen < count {
        let mut position = roots[rng.random_range(0..roots.len())].clone();
        for _ in 0..100 {
            visit(&position, rng);
            seen += 1;
            let moves = position.legal_moves();
            if moves.is_empty() || seen == count {
                break;
            }
            position = position.play(moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// Runs one search to its end.
pub fn search(
    searcher: &mut Searcher,
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let control = Control::new(limits.ponder);
    searcher.search(game, limits, settings, &control, reporter)
}
