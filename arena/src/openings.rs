//! The openings of a match: random ones, or those of an EPD or PGN file.
#![expect(clippy::cast_possible_truncation, reason = "32 bits of a hash identify a file of openings")]

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use lancet::commands::inputs::{read_epds, read_games};
use lancet::console::warn;
use lancet::files::display;
use lancet::openings::BALANCE;
use lancet::rng::Rng;
use xxhash_rust::xxh3::xxh3_64;

use crate::adjudication::Adjudication;
use crate::error::ArenaError;
use crate::termination::Termination;
use crate::time_control::TimeControl;

pub use lancet::openings::Opening;

/// The openings of the pairs of a match.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Random moves that searches find balanced.
    Random {
        /// The largest score, in evaluation units, that counts as balanced.
        balance: i32,
        /// The engines that search each opening: 0 for the first, 1 for the second.
        evaluators: &'static [usize],
    },
    /// The openings of a file, one after the other.
    Listed {
        /// The file.
        path: PathBuf,
        /// The openings.
        openings: Vec<Opening>,
        /// The name of the file and a hash of its positions.
        name: String,
    },
}

/// The largest score of a random opening of a match or a tuning, in evaluation units. It is a quarter of that of self-play,
/// which needs games of all kinds: here the players should decide the game, not the opening.
pub const MATCH_BALANCE: i32 = BALANCE / 4;

impl Openings {
    /// Random openings as in self-play, evaluated by both engines.
    pub const RANDOM: Openings = Openings::Random { balance: BALANCE, evaluators: &[0, 1] };

    /// Random openings that are balanced for engines with the same network.
    pub const BALANCED: Openings = Openings::Random { balance: MATCH_BALANCE, evaluators: &[1] };

    /// Reads the positions of an EPD file or the final positions of the games of a PGN file (by the extension
    /// `pgn`), and shuffles them with `seed`. Warns of openings in which the game is over or drawn by its length, and
    /// skips them; and of positions that are there more than once, since equal games are no further evidence.
    ///
    /// # Errors
    /// A file that cannot be read or holds no opening, or only openings in which the game is over.
    pub fn read(path: &Path, seed: u64) -> Result<Openings, ArenaError> {
        let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let mut openings = if is_pgn { from_games(path)? } else { from_positions(path)? };
        let fens: Vec<String> = openings.iter().map(|opening| opening.game().position().fen()).collect();
        warn_of_repeated(path, &fens);
        let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let name = format!("{file} {:08x}", xxh3_64(fens.join("\n").as_bytes()) as u32);
        Rng::of_game(seed, 0).shuffle(&mut openings);
        Ok(Openings::Listed { path: path.to_owned(), openings, name })
    }

    /// Reads the openings of a file as [`Openings::read`] does; `otherwise` stands for those without one.
    ///
    /// # Errors
    /// Those of [`Openings::read`].
    pub fn read_or(path: Option<&Path>, seed: u64, otherwise: Openings) -> Result<Openings, ArenaError> {
        path.map_or(Ok(otherwise), |path| Openings::read(path, seed))
    }

    /// Returns the openings with other evaluators of random ones.
    #[must_use]
    pub fn balanced_for(self, evaluators: &'static [usize]) -> Openings {
        match self {
            Openings::Random { balance, .. } => Openings::Random { balance, evaluators },
            listed @ Openings::Listed { .. } => listed,
        }
    }

    /// Returns the number of pairs that can be played; `None` if there is no limit.
    #[must_use]
    pub fn max_pairs(&self) -> Option<u64> {
        match self {
            Openings::Random { .. } => None,
            Openings::Listed { openings, .. } => Some(openings.len() as u64),
        }
    }

    /// Returns the pairs of a match of `games` games, rounded up. `None` stands for `default_games`, or for fewer where
    /// that is all that the openings allow.
    ///
    /// # Errors
    /// [`ArenaError::TooFewOpenings`] for `games`.
    pub fn pairs(&self, games: Option<u64>, default_games: u64) -> Result<u64, ArenaError> {
        let pairs = games.unwrap_or(default_games).div_ceil(2);
        let max = self.max_pairs().unwrap_or(u64::MAX);
        match (self, games) {
            (Openings::Listed { path, .. }, Some(games)) if max < pairs => {
                Err(ArenaError::TooFewOpenings { path: path.clone(), games, max: 2 * max })
            }
            _ => Ok(pairs.min(max)),
        }
    }

    /// The version of the random openings and of the adjudication: a match or a tuning is resumed by the same alone.
    const RULES: u32 = 2;

    /// Returns the name under which results files keep the openings of games with this time control, and the version of the
    /// rules.
    #[must_use]
    pub fn name(&self, time_control: TimeControl) -> String {
        let openings = match self {
            Openings::Random { .. } if time_control.move_nodes().is_none() => {
                format!("random, {} nodes", TimeControl::OPENING_NODES)
            }
            Openings::Random { .. } => "random".to_owned(),
            Openings::Listed { name, .. } => name.clone(),
        };
        format!("{openings} (rules {})", Openings::RULES)
    }
}

/// Warns of positions that are there more than once.
fn warn_of_repeated(path: &Path, fens: &[String]) {
    let distinct = fens.iter().collect::<HashSet<&String>>().len();
    if distinct < fens.len() {
        let (path, all) = (display(path), fens.len());
        let repeated = all - distinct;
        warn(format_args!(
            "'{path}': {repeated} of {all} openings repeat an earlier one: the errors of Elo may be too small"
        ));
    }
}

fn from_positions(path: &Path) -> Result<Vec<Opening>, ArenaError> {
    let lines = read_epds(path)?.into_iter();
    let openings = lines.map(|(line, epd)| (line, Opening { start: epd.position, moves: Vec::new() }));
    unfinished(path, "line", openings)
}

fn from_games(path: &Path) -> Result<Vec<Opening>, ArenaError> {
    let mut openings = Vec::new();
    read_games(path, |number, game| {
        // An annotated game may contain null moves; the opening ends before one.
        let moves = game.line.moves.iter().map_while(|step| step.m).collect();
        openings.push((number, Opening { start: game.start, moves }));
    })?;
    unfinished(path, "game", openings.into_iter())
}

/// Returns the openings after which the game is not over.
fn unfinished(
    path: &Path,
    unit: &'static str,
    numbered: impl Iterator<Item = (usize, Opening)>,
) -> Result<Vec<Opening>, ArenaError> {
    let is_over = |opening: &Opening| Adjudication::STANDARD.game_end(&opening.game()).is_some();
    let (finished, unfinished): (Vec<_>, Vec<_>) = numbered.partition(|(_, opening)| is_over(opening));
    match finished.first() {
        Some((number, _)) if unfinished.is_empty() => {
            Err(ArenaError::FinishedOpening { path: path.to_owned(), unit, number: *number })
        }
        _ => {
            if let Some((number, _)) = finished.first() {
                let (path, moves) = (display(path), Termination::MAX_MOVES);
                let (skipped, all) = (finished.len(), finished.len() + unfinished.len());
                warn(format_args!(
                    "'{path}': skipped {skipped} of {all} openings, the first at {unit} {number}: the game is over or \
                     has {moves} moves"
                ));
            }
            Ok(unfinished.into_iter().map(|(_, opening)| opening).collect())
        }
    }
}
