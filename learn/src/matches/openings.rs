//! Openings: where the games of a match begin.

use std::path::Path;

use lancet::epd::read_lines;
use lancet::position::{Game, Position};
use lancet::tools::random::Random;

/// Where the pairs of games begin.
#[derive(Clone, Debug)]
pub enum Openings {
    /// After random moves, as in self-play.
    Random,
    /// In positions of a file, one after the other.
    Listed(Vec<Position>),
}

impl Openings {
    /// The positions of an EPD file, in an order by this seed.
    ///
    /// # Errors
    /// A sentence where it cannot be read, or no game can begin in one of them.
    pub fn read(path: &Path, seed: u64) -> Result<Openings, String> {
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("the openings {name} cannot be read: {error}"))?;
        let lines = read_lines(&text).map_err(|error| format!("the openings {name}: {error}"))?;
        let mut positions = Vec::with_capacity(lines.len());
        for (line, epd) in lines {
            if !epd.position.has_legal_move() || epd.position.is_dead() {
                return Err(format!("the openings {name}: line {line}: the game is over"));
            }
            positions.push(epd.position);
        }
        if positions.is_empty() {
            return Err(format!("the openings {name} are none"));
        }
        Random::of_game(seed, 0).shuffle(&mut positions);
        Ok(Openings::Listed(positions))
    }

    /// How many pairs can be played; any number if it does not say.
    #[must_use]
    pub fn pairs(&self) -> Option<u64> {
        match self {
            Openings::Random => None,
            Openings::Listed(positions) => Some(positions.len() as u64),
        }
    }

    /// The opening that is given for this pair.
    #[must_use]
    pub(super) fn listed(&self, pair: u64) -> Option<Game> {
        match self {
            Openings::Random => None,
            Openings::Listed(positions) => positions
                .get((pair % positions.len() as u64) as usize)
                .map(|position| Game::new(position.clone())),
        }
    }
}
