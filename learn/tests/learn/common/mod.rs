//! Helpers that several tests share.
#![allow(dead_code)]

use std::process::{Child, Command, Output};

use lancet::position::Position;
use lancet_learn::records::{
    Block, BlockBuilder, Game, GameResult, Generator, HEADER_BYTES, MAGIC, Reader, ScoredMove, Termination,
    WinProbability,
};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use xxhash_rust::xxh3::xxh3_64;

/// A generator with a different value in every field.
pub const GENERATOR: Generator = Generator {
    network: 0x0123_4567_89ab_cdef,
    signature: 4711,
    seed: u64::MAX,
    soft_nodes: 300,
    hard_nodes: 1500,
    hash_mb: 8,
    rules: 1,
};

/// A generator of quick games; `Run::new` fills in network and signature.
pub const QUICK: Generator =
    Generator { network: 0, signature: 0, seed: 5, soft_nodes: 40, hard_nodes: 200, hash_mb: 1, rules: 1 };

/// Interrupts a process, as Ctrl-C does, and returns its output.
pub fn interrupt(child: Child) -> Output {
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    child.wait_with_output().expect("an end")
}

/// Returns a game of random legal moves with random scores.
pub fn random_game(rng: &mut SmallRng) -> Game {
    let mut game = Game::default();
    let mut position = Position::default();
    let random = rng.random_range(0..12);
    let searched = rng.random_range(0..300);
    let wild = rng.random_bool(0.2);
    let mut level = 0;
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
        level = if wild {
            rng.random_range(-127..=127)
        } else {
            (-level + rng.random_range(-9i32..=9)).clamp(-127, 127)
        };
        let score = WinProbability::from_level(level as i8).expect("a valid level");
        game.moves.push(ScoredMove { played, score });
    }
    game.termination = Termination::ALL[rng.random_range(0..Termination::ALL.len())];
    game.result = match (game.termination.is_decisive(), rng.random()) {
        (false, _) => GameResult::Draw,
        (true, true) => GameResult::White,
        (true, false) => GameResult::Black,
    };
    game
}

/// Returns a number of random games.
pub fn random_games(count: usize, seed: u64) -> Vec<Game> {
    let mut rng = SmallRng::seed_from_u64(seed);
    (0..count).map(|_| random_game(&mut rng)).collect()
}

/// A folder for the files of a test, which is deleted when it is dropped.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    /// Returns the path of a file in the folder.
    pub fn join(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }
}

/// Returns the games of a file, which must not be damaged.
pub fn games_of(path: &std::path::Path) -> Vec<Game> {
    let mut games = Reader::open(path).expect("a file of games").games();
    let found = games.by_ref().collect();
    assert!(games.damage().is_none(), "{:?}", games.damage());
    found
}

/// Makes a block one of the next version of the format.
pub fn set_other_version(block: &mut [u8]) {
    let (header, _) = block.split_at_mut(HEADER_BYTES);
    header[MAGIC.len()] += 1;
    let (content, checksum) = header.split_at_mut(HEADER_BYTES - 8);
    checksum.copy_from_slice(&xxh3_64(content).to_le_bytes());
}

/// Returns the valid blocks of a file.
pub fn blocks_of(bytes: &[u8]) -> Vec<Block> {
    Reader::new(bytes).blocks().collect()
}

/// Returns a file of blocks with the given numbers of games.
pub fn file_of(games: &[Game], blocks: &[usize]) -> Vec<u8> {
    let mut builder = BlockBuilder::new(GENERATOR, 0);
    let mut rest = games.iter();
    let block = |count: &usize| {
        rest.by_ref().take(*count).for_each(|game| builder.push(game).expect("a recordable game"));
        builder.take().expect("a block").expect("games").to_bytes()
    };
    blocks.iter().flat_map(block).collect()
}

/// Writes a file of games in blocks of a given number of games.
pub fn write_games(path: &std::path::Path, games: &[Game], block: usize) {
    let counts: Vec<usize> = games.chunks(block).map(<[Game]>::len).collect();
    std::fs::write(path, file_of(games, &counts)).expect("a file");
}
