//! Errors of matches and of the values that describe them.

use std::io;
use std::path::{Path, PathBuf};

use lancet::console::{CommandError, Exit};
use lancet::files::display;
use lancet::tt::TtError;
use lancet::workers::SpawnError;

use crate::termination::Termination;

/// The message of a build that has no parameters to set.
const NEEDS_TUNING: &str =
    "rules and parameters need a tuning build: cargo build --release -p lancet-arena --features tune";

/// Why a match cannot be played or its results cannot be kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// An error of the engine: a file, a thread or a search.
    #[error(transparent)]
    Engine(#[from] lancet::Error),
    /// A transposition table cannot be allocated.
    #[error(transparent)]
    Tt(#[from] TtError),
    /// A search thread cannot be started.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// The output of the command cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
    /// Every opening ends in a position in which the game is over or drawn by its length; the first one is named.
    #[error(
        "cannot use openings '{}': {unit} {number}: the game is over or has {} moves",
        display(path),
        Termination::MAX_MOVES
    )]
    FinishedOpening {
        /// The file.
        path: PathBuf,
        /// What is counted in it: "line" or "game".
        unit: &'static str,
        /// The number of the line or game, from 1.
        number: usize,
    },
    /// There are fewer openings than pairs of games.
    #[error("cannot play {games} games from openings '{}': {max} at most (two per opening)", display(path))]
    TooFewOpenings {
        /// The file.
        path: PathBuf,
        /// The games that were requested.
        games: u64,
        /// The games that the openings allow.
        max: u64,
    },
    /// Fewer than two players are to play.
    #[error("a match needs at least two players; the first is the opponent of the others")]
    TooFewDrivers,
    /// A player is to play the first one twice.
    #[error("player '{0}' is named twice: each plays one match against the first")]
    RepeatedDriver(String),
    /// The command was interrupted before its end.
    #[error("interrupted")]
    Interrupted,
    /// A results file was written with an engine that plays differently.
    #[error(
        "cannot resume the results of '{driver}'{}: they are of an engine that plays differently; choose another file",
        in_file(path.as_deref())
    )]
    OtherEngine {
        /// The file.
        path: Option<PathBuf>,
        /// The player.
        driver: String,
    },
    /// A results file does not hold the first pairs of a match in their order.
    #[error(
        "cannot resume the results of '{driver}'{}: found pair {found}, expected pair {expected}",
        in_file(path.as_deref())
    )]
    UnexpectedPair {
        /// The file.
        path: Option<PathBuf>,
        /// The player.
        driver: String,
        /// The number of the pair, from 1.
        found: u64,
        /// The number of the pair that follows those before it.
        expected: u64,
    },
    /// The name of a rule is unknown.
    #[error("unknown rule '{name}'{}", suggestion(*similar))]
    UnknownRule {
        /// The name.
        name: String,
        /// The most similar name, if one is similar.
        similar: Option<&'static str>,
    },
    /// Rules and parameters can only be set in a tuning build.
    #[error("{}", NEEDS_TUNING)]
    NeedsTuning,
    /// A name or pattern stands for no parameter that is tuned.
    #[error("no parameter '{0}' to tune; in a name, * stands for any letters")]
    NothingToTune(String),
    /// A name or pattern stands for parameters of the time management alone, and the games have no clock.
    #[error("'{0}' has no effect in games without a clock: add --clock, with --nodestime for one of nodes")]
    NeedsClock(String),
    /// A checkpoint is of another tuning.
    #[error("cannot resume the tuning in '{}': {what}; choose another file", display(path))]
    OtherTuning {
        /// The file.
        path: PathBuf,
        /// What differs, as in "its seed is another one".
        what: &'static str,
    },
}

impl ArenaError {
    /// Returns the error for results of an engine that plays differently.
    #[must_use]
    pub fn other_engine(path: Option<&Path>, driver: &str) -> ArenaError {
        ArenaError::OtherEngine { path: path.map(Path::to_path_buf), driver: driver.to_owned() }
    }

    /// Returns the error for a results file that cannot be read.
    pub(crate) fn unreadable(
        path: &Path,
        reason: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> ArenaError {
        lancet::Error::unreadable(path, reason).into()
    }

    /// Returns the error for a file that cannot be written.
    pub(crate) fn unwritable(
        path: &Path,
        reason: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> ArenaError {
        lancet::Error::unwritable(path, reason).into()
    }
}

impl CommandError for ArenaError {
    fn exit(&self) -> Exit {
        match self {
            ArenaError::Engine(error) => error.exit(),
            ArenaError::Interrupted => Exit::Interrupted,
            ArenaError::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::OutputClosed,
            _ => Exit::Error,
        }
    }
}

/// Lets commands of other crates that end in the engine's error use the arena.
impl From<ArenaError> for lancet::Error {
    fn from(error: ArenaError) -> lancet::Error {
        match error {
            ArenaError::Engine(error) => error,
            ArenaError::Tt(error) => error.into(),
            ArenaError::Spawn(error) => error.into(),
            ArenaError::Output(error) => error.into(),
            other => lancet::Error::other(other),
        }
    }
}

/// Why a value on the command line cannot be parsed. The message does not repeat the value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// Not the clock of a game.
    #[error(
        "expected base time and increment in seconds, such as 8+0.08: each from 0.001 to 1000000, the increment also 0"
    )]
    Clock,
    /// Not a pair of numbers.
    #[error("expected two values in normalized Elo, such as 0,5")]
    Sprt,
    /// The bounds of an SPRT are not in order or too large.
    #[error("expected the smaller value first, and both between -{max} and {max}")]
    SprtBounds {
        /// The largest value.
        max: u32,
    },
    /// The name of a driver is unknown.
    #[error("unknown driver '{name}'; expected one of {known}")]
    Driver {
        /// The name.
        name: String,
        /// The names of all drivers.
        known: String,
    },
    /// The option of a driver is unknown or out of range.
    #[error("unknown driver option '{0}'; expected full, last, twoback, mean, stepN or passesN")]
    DriverOption(String),
    /// A driver has an option that its search does not use.
    #[error("the option '{word}' has no effect on {driver}")]
    UnusedOption {
        /// The option.
        word: String,
        /// The algorithm of the driver.
        driver: &'static str,
    },
    /// An option of a driver sets what one before it has set.
    #[error("the option '{0}' repeats an earlier one")]
    RepeatedOption(String),
    /// A setting of a player is not a pair of a name and a value.
    #[error("invalid setting '{0}'; expected NAME=VALUE, several separated by commas")]
    Setting(String),
    /// A player has a setting twice.
    #[error("'{0}' is set twice")]
    RepeatedSetting(String),
    /// There is no parameter of the search with this name.
    #[error("unknown parameter '{name}'{}", suggestion(*similar))]
    UnknownParameter {
        /// The name.
        name: String,
        /// The most similar name, if one is similar.
        similar: Option<&'static str>,
    },
    /// A parameter cannot have this value.
    #[error("invalid value '{value}' of {name}; expected {expected}")]
    ParameterValue {
        /// The name of the parameter.
        name: String,
        /// The value.
        value: String,
        /// The values that it can have.
        expected: String,
    },
    /// A player has a network without a name.
    #[error("the name of a network file is empty")]
    EmptyNetwork,
    /// Parameters can only be set in a tuning build.
    #[error("{}", NEEDS_TUNING)]
    NeedsTuning,
}

/// The file of results, if it is known.
fn in_file(path: Option<&Path>) -> String {
    path.map_or_else(String::new, |path| format!(" in '{}'", display(path)))
}

/// The hint at a similar name.
fn suggestion(similar: Option<&str>) -> String {
    similar.map_or_else(String::new, |similar| format!("; did you mean '{similar}'?"))
}
