//! The errors of this crate.

use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use lancet::console::{CommandError, Exit};
use lancet::eval::nnue::ModelError;
use lancet::files::display;
use lancet::tt::TtError;
use lancet::workers::SpawnError;
use lancet_arena::ArenaError;
use thiserror::Error;

use crate::manifest::ManifestError;
use crate::records::RecordError;
use crate::samples::SamplesFileError;
use crate::train::{ArchitectureError, CheckpointError, QuantizationError};
use crate::wdl::FitError;

/// Why a command failed.
#[derive(Debug, Error)]
pub enum LearnError {
    /// An error of the engine crate: files, threads, memory, or the output.
    #[error(transparent)]
    Engine(#[from] lancet::Error),
    /// A match cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The transposition table cannot be allocated.
    #[error(transparent)]
    Tt(#[from] TtError),
    /// Reading a file failed before its end.
    #[error("cannot read '{}' to its end: {reason}", display(path))]
    ReadAborted {
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// Options of the filter, with a file of samples.
    #[error("'{}' holds samples, whose positions were selected before: expected files of games with these options", display(.0))]
    FilteredSamples(PathBuf),
    /// The file that an output would replace contains games.
    #[error("cannot write '{}': the file contains games; choose another name", display(.0))]
    HasGames(PathBuf),
    /// An output file has the name of an input file, or of the checkpoint or curve beside the network.
    #[error("cannot write the network to '{}': {reason}", display(path))]
    OutputName {
        /// The network file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A new training would replace the checkpoint of an unfinished one.
    #[error(
        "cannot write checkpoint '{}': it holds an unfinished training ({done} of {epochs} epochs complete); resume it \
         with --resume '{}' and the same files, or remove it to start anew",
        display(path),
        display(path)
    )]
    UnfinishedTraining {
        /// The checkpoint.
        path: PathBuf,
        /// The number of complete epochs.
        done: u32,
        /// The number of epochs of the plan.
        epochs: u32,
    },
    /// A new training would replace the checkpoint of a complete one whose network was not written.
    #[error(
        "'{}' holds a complete training whose network was not written; write it with --resume '{}' and the same files, or \
         remove it to start anew, as after too large a quantization error",
        display(path),
        display(path)
    )]
    UnwrittenNetwork {
        /// The checkpoint.
        path: PathBuf,
    },
    /// A new training would replace a checkpoint that cannot be read.
    #[error(
        "cannot write checkpoint '{}': the one that exists cannot be read ({source}); remove it to start anew, or \
         choose another --out",
        display(path)
    )]
    UnreadableCheckpoint {
        /// The checkpoint.
        path: PathBuf,
        /// Why it cannot be read.
        source: CheckpointError,
    },
    /// A network file cannot be loaded.
    #[error("cannot load network '{}': {source}", display(path))]
    Network {
        /// The network file.
        path: PathBuf,
        /// The reason.
        source: ModelError,
    },
    /// The trained parameters do not make a valid network.
    #[error("cannot build the network: {0}")]
    Build(#[source] ModelError),
    /// A checkpoint cannot be used.
    #[error("cannot use checkpoint '{}': {source}", display(path))]
    Checkpoint {
        /// The checkpoint.
        path: PathBuf,
        /// The reason.
        source: CheckpointError,
    },
    /// A training is resumed without the network whose scale it began with.
    #[error(
        "cannot resume '{}': the training began with --like and network {network:016x}; pass the same network with --like",
        display(path)
    )]
    Scale {
        /// The checkpoint.
        path: PathBuf,
        /// The identity of the network.
        network: u64,
    },
    /// A training that began with a scale of its own is resumed with that of a network.
    #[error("cannot resume '{}': the training began without --like, or before checkpoints named it", display(.0))]
    OwnScale(PathBuf),
    /// Two options contradict each other.
    #[error("{smaller} must not be above {larger}")]
    Order {
        /// The option of the smaller number, with the number.
        smaller: String,
        /// The option of the larger number, with the number.
        larger: String,
    },
    /// A file of samples cannot be used.
    #[error("cannot use samples '{}': {source}", display(path))]
    Samples {
        /// The file of samples.
        path: PathBuf,
        /// The reason.
        source: SamplesFileError,
    },
    /// The state of a cycle cannot be used.
    #[error("cannot use cycle state '{}': {reason}", display(path))]
    CycleState {
        /// The state file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A cycle was started with other settings.
    #[error(
        "cannot continue the cycle in '{}': it was started with {setting}; choose another folder",
        display(folder)
    )]
    CycleSetting {
        /// The folder of the cycle.
        folder: PathBuf,
        /// The setting, with its value in the folder.
        setting: String,
    },
    /// A manifest cannot be used.
    #[error("cannot use manifest '{}': {source}", display(path))]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// The reason.
        source: ManifestError,
    },
    /// A file that is to be continued ends with something other than an unfinished block of the run.
    #[error(
        "cannot continue '{}': it ends with something other than games of this run, which would be lost; choose another \
         file (merge copies the games that can be read)",
        display(path)
    )]
    DamagedEnd {
        /// The file.
        path: PathBuf,
    },
    /// A file that is to be listed in a manifest is damaged.
    #[error("'{}' is damaged: {bytes} bytes belong to no valid block", display(path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The number of skipped bytes.
        bytes: u64,
    },
    /// Another engine has generated the games that are to be made again.
    #[error(
        "cannot make games of '{name}' again: the signature of this engine with their network is {found:016x}, \
         expected {expected:016x}; build commit {commit}, make them with that engine, and pass its file with --played"
    )]
    OtherEngine {
        /// The name of the file in the manifest.
        name: String,
        /// The commit of the engine.
        commit: String,
        /// The signature of the engine that generated the games.
        expected: u64,
        /// The signature of this engine.
        found: u64,
    },
    /// The games that are to be rescored again are missing.
    #[error("cannot rescore without the games of '{name}'; pass the file with --games")]
    NoSource {
        /// The name of the file in the manifest.
        name: String,
    },
    /// A file of games to rescore is given for a block that was played.
    #[error("the games of '{name}' were played, not rescored: --games has no effect")]
    PlayedBlock {
        /// The name of the file in the manifest.
        name: String,
    },
    /// A file of games was not generated as a file of the manifest was.
    #[error(
        "'{}' was not generated like '{name}': engine signature, network, seed, limits or rules differ",
        display(path)
    )]
    OtherGenerator {
        /// The file.
        path: PathBuf,
        /// The name of the file in the manifest.
        name: String,
    },
    /// A game that is to be rescored is missing.
    #[error("cannot rescore the block: its game {0} is not in the file of games")]
    NoGame(u64),
    /// A file is damaged, and games of a block are missing.
    #[error("games are missing in '{}', which is damaged", display(.0))]
    DamagedGames(PathBuf),
    /// A file contains no readable game.
    #[error("no readable games in '{}'", display(.0))]
    NoGames(PathBuf),
    /// A file contains games without searched positions.
    #[error("no searched positions in '{}'", display(.0))]
    NoPositions(PathBuf),
    /// A file contains games of several runs where those of one are needed.
    #[error("'{}' contains games of several runs; expected those of one run", display(.0))]
    SeveralRuns(PathBuf),
    /// A file that is to be continued contains something other than game records.
    #[error("cannot continue '{}': not a file of game records", display(.0))]
    NotGames(PathBuf),
    /// A file that is to be continued was written with other settings.
    #[error(
        "cannot continue '{}': it was written with {difference}; use the same settings or choose another file",
        display(path)
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        difference: String,
    },
    /// Two games have the same settings and the same number.
    #[error(
        "game {number} of the run with seed {seed} is another game than one read before, as rescored games of two runs \
         with one seed are; merge files of one run"
    )]
    OtherGame {
        /// The number of the game.
        number: u64,
        /// The seed of the run.
        seed: u64,
    },
    /// A part of a run has bytes or games that cannot be read.
    #[error(
        "cannot merge part '{}': it is damaged; if only its end is missing, complete it with the command that played \
         it, else play it again",
        display(.0)
    )]
    PartDamaged(PathBuf),
    /// A part was played with other settings than the first one.
    #[error(
        "cannot merge parts: '{}' and '{}' are of different runs: {difference}",
        display(path),
        display(of)
    )]
    PartOfOtherRun {
        /// The file.
        path: PathBuf,
        /// The first file.
        of: PathBuf,
        /// The first setting that differs.
        difference: String,
    },
    /// Two parts have games with the same numbers.
    #[error(
        "cannot merge parts: '{}' and '{}' both have games {} to {}",
        display(first), display(second), games.start(), games.end()
    )]
    PartsOverlap {
        /// The file that begins earlier.
        first: PathBuf,
        /// The other file.
        second: PathBuf,
        /// The numbers of the common games.
        games: RangeInclusive<u64>,
    },
    /// Games between two parts are missing.
    #[error(
        "cannot merge parts: games {} to {} are missing between '{}' and '{}'",
        games.start(), games.end(), display(first), display(second)
    )]
    PartsGap {
        /// The file before the gap.
        first: PathBuf,
        /// The file behind it.
        second: PathBuf,
        /// The numbers of the missing games.
        games: RangeInclusive<u64>,
    },
    /// A game cannot be recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// There are no samples to train on.
    #[error("no training samples: {0}")]
    NoSamples(String),
    /// A checkpoint was made with other samples.
    #[error(
        "cannot resume '{}': the training began with other samples; pass the same files in the same order",
        display(.0)
    )]
    OtherSamples(PathBuf),
    /// A checkpoint contains a model of another architecture.
    #[error("the checkpoint contains a {found}, expected a {expected}")]
    OtherArchitecture {
        /// The architecture in the checkpoint.
        found: String,
        /// The architecture of the plan.
        expected: String,
    },
    /// A network was not written from a checkpoint.
    #[error(
        "network '{}' was not written from checkpoint '{}'; pass the one beside the network",
        display(network),
        display(checkpoint)
    )]
    OtherCheckpoint {
        /// The network file.
        network: PathBuf,
        /// The checkpoint.
        checkpoint: PathBuf,
    },
    /// An architecture is not supported.
    #[error(transparent)]
    Architecture(#[from] ArchitectureError),
    /// The quantized network differs too much from the floating-point one.
    #[error(
        "cannot write network '{}': quantization error is too large: {error}; expected at most {} units",
        display(path),
        QuantizationError::LIMIT
    )]
    Quantization {
        /// The network file, which is not written.
        path: PathBuf,
        /// The difference.
        error: QuantizationError,
    },
    /// The win-draw-loss model cannot be fitted.
    #[error("cannot fit the win-draw-loss model: {0}")]
    Fit(#[from] FitError),
    /// The learning curve cannot be drawn.
    #[error("cannot draw the learning curve: {0}")]
    Curve(String),
    /// A search thread cannot be started.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// The training threads cannot be started.
    #[error("cannot start the training threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The command was interrupted before its end.
    #[error("interrupted")]
    Interrupted,
    /// A check ran and found differences, which the output lists.
    #[error("check failed")]
    CheckFailed,
}

impl From<io::Error> for LearnError {
    fn from(error: io::Error) -> LearnError {
        LearnError::Engine(error.into())
    }
}

impl LearnError {
    /// Returns a function that makes the error for a file that cannot be read.
    pub(crate) fn read<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
        path: &Path,
    ) -> impl Fn(E) -> LearnError + '_ {
        |error| LearnError::Engine(lancet::Error::unreadable(path, error))
    }

    /// Returns a function that makes the error for a manifest that cannot be used.
    pub(crate) fn manifest(path: &Path) -> impl Fn(ManifestError) -> LearnError + '_ {
        |source| LearnError::Manifest { path: path.into(), source }
    }

    /// Returns a function that makes the error for a file that cannot be written.
    pub(crate) fn write<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
        path: &Path,
    ) -> impl Fn(E) -> LearnError + '_ {
        |error| LearnError::Engine(lancet::Error::unwritable(path, error))
    }
}

impl CommandError for LearnError {
    fn exit(&self) -> Exit {
        match self {
            LearnError::Engine(error) => error.exit(),
            LearnError::CheckFailed => Exit::CheckFailed,
            LearnError::Interrupted => Exit::Interrupted,
            _ => Exit::Error,
        }
    }
}
