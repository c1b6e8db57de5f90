//! What several tests need.
#![allow(dead_code)]

use lancet::position::Position;
use lancet_learn::records::{Chance, End, Game, Generator, Outcome, Scored};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// A generator whose every field says something.
pub const GENERATOR: Generator = Generator {
    network: 0x0123_4567_89ab_cdef,
    signature: 4711,
    seed: u64::MAX,
    soft_nodes: 300,
    hard_nodes: 1500,
    hash_mb: 8,
    rules: 1,
};

/// A generator of games that are soon played; `Run::new` puts in what it does not say.
pub const QUICK: Generator =
    Generator { network: 0, signature: 0, seed: 5, soft_nodes: 40, hard_nodes: 200, hash_mb: 1, rules: 1 };

/// A game of random moves with random scores: no sense in it, but legal.
pub fn random_game(rng: &mut SmallRng) -> Game {
    let mut game = Game::default();
    let mut position = Position::default();
    let random = rng.random_range(0..12);
    let searched = rng.random_range(0..300);
    let wild = rng.random_bool(0.2);
    let mut steps = 0;
    for ply in 0..random + searched {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = moves[rng.random_range(0..moves.len())];
        position = position.play(played);
        if ply < random {
            game.opening.push(played);
            continue;
        }
        steps = if wild {
            rng.random_range(-127..=127)
        } else {
            (-steps + rng.random_range(-9i32..=9)).clamp(-127, 127)
        };
        let score = Chance::from_steps(steps as i8).expect("a step that is");
        game.moves.push(Scored { played, score });
    }
    game.end = End::ALL[rng.random_range(0..End::ALL.len())];
    game.result = match (game.end.is_decisive(), rng.random()) {
        (false, _) => Outcome::Draw,
        (true, true) => Outcome::White,
        (true, false) => Outcome::Black,
    };
    game
}

/// As many random games as asked for.
pub fn random_games(count: usize, seed: u64) -> Vec<Game> {
    let mut rng = SmallRng::seed_from_u64(seed);
    (0..count).map(|_| random_game(&mut rng)).collect()
}

/// A path for a file of a test, where nothing is yet.
pub fn fresh(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

/// Every game of a file, which must be undamaged.
pub fn games_of(path: &std::path::Path) -> Vec<Game> {
    let mut games = lancet_learn::records::Reader::open(path).expect("a file of games").games();
    let found = games.by_ref().collect();
    assert!(games.damage().is_none(), "{:?}", games.damage());
    found
}

/// A file with these games in blocks of the given size.
pub fn write_games(path: &std::path::Path, games: &[Game], block: usize) {
    let file = std::fs::File::create(path).expect("a file");
    let mut writer = lancet_learn::records::Writer::new(file, GENERATOR, 0);
    for games in games.chunks(block) {
        games.iter().for_each(|game| writer.push(game).expect("a game that can be recorded"));
        writer.flush().expect("a block");
    }
}
