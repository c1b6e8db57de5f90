//! Openings: where the games of a match begin.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use crate::adjudication::ending;
use lancet::Error;
use lancet::commands::inputs::{read_epds, read_games};
use lancet::openings::BALANCE;
pub use lancet::openings::Opening;
use lancet::rng::Rng;

/// Where the pairs of games begin.
#[derive(Clone, Debug)]
pub enum Openings {
    /// After random moves, with searches that find neither side better by more than so much.
    Random {
        /// The most that one side may be ahead.
        balance: i32,
        /// The players who are asked, 0 for the first and 1 for the second.
        judges: &'static [usize],
    },
    /// At the ends of the lines of a file, one after the other.
    Listed {
        /// The lines.
        openings: Vec<Opening>,
        /// The name of the file, and a number that changes with what it says.
        name: String,
    },
}

impl Openings {
    /// Random openings as in self-play, in the eyes of both players.
    pub const RANDOM: Openings = Openings::Random { balance: BALANCE, judges: &[0, 1] };

    /// The positions of an EPD file, or the ends of the games of a PGN file, in an order by this
    /// seed.
    ///
    /// # Errors
    /// A sentence where it cannot be read, or no game can begin in one of them.
    pub fn read(path: &Path, seed: u64) -> Result<Openings, Error> {
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let mut openings = if is_pgn { of_games(path)? } else { of_positions(path)? };
        if openings.is_empty() {
            return Err(Error::Sentence(format!("the openings {} are none", path.display())));
        }
        let texts: Vec<String> = openings.iter().map(|opening| opening.game().position().fen()).collect();
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let name = format!("{file} {:08x}", xxh3_64(texts.join("\n").as_bytes()) as u32);
        Rng::of_game(seed, 0).shuffle(&mut openings);
        Ok(Openings::Listed { openings, name })
    }

    /// How many pairs can be played; any number if it does not say.
    #[must_use]
    pub fn pairs(&self) -> Option<u64> {
        match self {
            Openings::Random { .. } => None,
            Openings::Listed { openings, .. } => Some(openings.len() as u64),
        }
    }

    /// What tells them from others.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Openings::Random { .. } => "random",
            Openings::Listed { name, .. } => name,
        }
    }
}

fn of_positions(path: &Path) -> Result<Vec<Opening>, Error> {
    let lines = read_epds(path)?.into_iter();
    let opening = |(line, epd): (usize, lancet::epd::Epd)| {
        checked(path, "line", line, Opening { start: epd.position, moves: Vec::new() })
    };
    lines.map(opening).collect()
}

fn of_games(path: &Path) -> Result<Vec<Opening>, Error> {
    let mut openings = Vec::new();
    read_games(path, |game| {
        // A pass is no move that can be played.
        let moves = game.line.moves.iter().map_while(|step| step.m).collect();
        openings.push(Opening { start: game.start, moves });
    })?;
    openings.into_iter().zip(1..).map(|(opening, number)| checked(path, "game", number, opening)).collect()
}

/// The opening, if a game can go on from there.
fn checked(path: &Path, what: &str, number: usize, opening: Opening) -> Result<Opening, Error> {
    if ending(&opening.game()).is_some() {
        let path = path.display();
        return Err(Error::Sentence(format!("the openings {path}: {what} {number}: the game is over")));
    }
    Ok(opening)
}
