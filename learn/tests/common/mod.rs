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
