//! Boards: positions to test on, random walks, and a stack that a search fits on.

use std::path::Path;
use std::thread;

use lancet::position::{Game, Position, parse_fen};
use lancet::search::{Control, Limits, Outcome, Reporter, Searcher, Settings};
use rand::Rng;
use rand::rngs::StdRng;

/// The roots of all perft suites, Chess960 and double Chess960 among them.
pub fn roots() -> Vec<Position> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder perft")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    files.sort(); // the order of a folder is not the same everywhere
    let texts = files.iter().map(|path| std::fs::read_to_string(path).expect("a suite"));
    let text = texts.collect::<String>();
    let fens = text.lines().filter(|line| !line.is_empty()).filter_map(|line| line.split(" ;").next());
    fens.map(position).collect()
}

/// The position of a FEN that must be good.
pub fn position(fen: &str) -> Position {
    Position::new(parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}")).chess)
}

/// Walks at random until `enough` of the positions on the way are seen by `visit`.
pub fn walk(rng: &mut StdRng, enough: usize, mut visit: impl FnMut(&Position, &mut StdRng)) {
    let roots = roots();
    let mut seen = 0;
    while seen < enough {
        let mut position = roots[rng.random_range(0..roots.len())].clone();
        for _ in 0..100 {
            visit(&position, rng);
            seen += 1;
            let moves = position.legal_moves();
            if moves.is_empty() || seen == enough {
                break;
            }
            position = position.play(moves[rng.random_range(0..moves.len())]);
        }
    }
}

/// One search to its end, on a thread with the stack that it needs.
pub fn search(
    searcher: &mut Searcher,
    game: &Game,
    limits: &Limits,
    settings: &Settings,
    reporter: &mut dyn Reporter,
) -> Outcome {
    let control = Control::new(limits.ponder);
    thread::scope(|scope| {
        let task = || searcher.search(game, limits, settings, &control, reporter);
        let thread = Searcher::thread().spawn_scoped(scope, task);
        thread.expect("a thread").join().expect("an outcome")
    })
}
