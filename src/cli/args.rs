//! Args: what several commands take.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use lancet::Error;
use lancet::commands::bench;
use lancet::commands::stream::Destination;
use lancet::console::{self, count, integer, integer_from, typed_move};
use lancet::eval::nnue::Model;
use lancet::files::{InputFile, OutputStream, is_standard_output};
use lancet::position::{Game, Position, parse_fen};
use lancet::search::{Algorithm, Limits, Settings, StrengthLimit};
use lancet::tt::Tt;
use lancet::types::{Depth, MAX_DEPTH};

/// The time for a position without any other limit.
pub(super) const DEFAULT_MOVETIME: Duration = Duration::from_secs(1);

/// Limits of a search; the first that is reached ends it
#[derive(Args, Debug)]
pub(super) struct LimitArgs {
    /// Maximum depth per position in plies
    #[arg(long, value_name = "D", value_parser = depth())]
    pub depth: Option<Depth>,
    /// Maximum time per position in milliseconds [default: 1000 without any other limit]
    #[arg(long, value_name = "MS", value_parser = integer_from(1_u64))]
    pub movetime: Option<u64>,
    /// Maximum number of nodes per position
    #[arg(long, value_name = "N", value_parser = integer_from(1_u64))]
    pub nodes: Option<u64>,
}

/// Threads, memory and network of a search
#[derive(Args, Debug)]
pub(super) struct EngineArgs {
    /// Search threads
    #[arg(long, value_name = "N", default_value = "1", value_parser = count(Settings::MAX_THREADS))]
    pub threads: u64,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = bench::DEFAULT_HASH_MB as u64, value_parser = count(Tt::MAX_MB))]
    pub hash: u64,
    #[command(flatten)]
    pub network: NetworkArgs,
}

/// The network of a search
#[derive(Args, Debug)]
pub(super) struct NetworkArgs {
    /// Network to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    eval_file: Option<InputFile>,
}

/// The position of a command
#[derive(Args, Debug)]
pub(super) struct PositionArgs {
    /// Position [default: start position]
    #[arg(long)]
    pub fen: Option<String>,
    /// Moves to play from there, such as e4 or e2e4
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    pub moves: Vec<String>,
}

/// The options that limit the playing strength; at most one of them may be given.
pub(super) const LIMITED: &str = "limited strength";

/// A limit of the playing strength
#[derive(Args, Debug)]
pub(super) struct StrengthArgs {
    /// Play with a strength of 1000 to 2800 Elo
    #[arg(long, value_name = "ELO", group = LIMITED, value_parser = integer(StrengthLimit::MIN_ELO..=StrengthLimit::MAX_ELO))]
    elo: Option<u32>,
    /// Play with a skill from 0 to 19; 20 is full strength
    #[arg(long, value_name = "N", group = LIMITED, value_parser = integer(0..=StrengthLimit::FULL_SKILL))]
    skill: Option<u32>,
    /// Seed of the random numbers of limited strength [default: another one each time]
    #[arg(long, value_name = "S", requires = LIMITED, value_parser = integer_from(0_u64))]
    seed: Option<u64>,
}

/// The search algorithm
#[derive(Args, Debug)]
pub(super) struct AlgorithmArgs {
    /// Search algorithm
    #[arg(long, value_name = "NAME", default_value = Algorithm::Pvs.name(), ignore_case = true, value_parser = algorithm())]
    pub algorithm: Algorithm,
}

/// A depth that a search accepts.
pub(super) fn depth() -> impl TypedValueParser<Value = Depth> {
    integer(1..=MAX_DEPTH)
}

/// The name of a search algorithm.
fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    let names = PossibleValuesParser::new(Algorithm::ALL.map(Algorithm::name));
    names.try_map(|name| name.parse::<Algorithm>())
}

/// Returns where an output goes.
pub(super) fn destination(path: OutputStream) -> Destination {
    if is_standard_output(&path) { Destination::Standard } else { Destination::File(path.into()) }
}

/// Returns the outputs of a command, of which the first is the standard output unless another one is or it has a file.
pub(super) fn with_standard_output<const N: usize>(
    outputs: [(&str, Option<Destination>); N],
) -> Result<[Option<Destination>; N], Error> {
    let is_standard = |(_, to): &&(&str, Option<Destination>)| *to == Some(Destination::Standard);
    let names: Vec<&str> = outputs.iter().filter(is_standard).map(|(name, _)| *name).collect();
    if let [first, second, ..] = names[..] {
        let message = format!("standard output is both {first} and {second}; give one of them a file");
        return Err(Error::Usage(message));
    }
    let is_free = names.is_empty();
    let mut outputs = outputs.map(|(_, destination)| destination);
    if is_free && outputs[0].is_none() {
        outputs[0] = Some(Destination::Standard);
    }
    Ok(outputs)
}

impl LimitArgs {
    /// Returns the limits of a search.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        };
        if self.depth.is_none() && self.nodes.is_none() {
            limits.movetime.get_or_insert(DEFAULT_MOVETIME);
        }
        limits
    }
}

impl PositionArgs {
    /// Returns the game that the moves lead to.
    pub fn game(&self) -> Result<Game, Error> {
        let mut game = Game::new(position(self.fen.as_deref())?);
        let words = self.moves.iter().flat_map(|words| words.split_whitespace());
        for text in words.map(console::without_number).filter(|text| !text.is_empty()) {
            let m = typed_move(game.position(), text)
                .map_err(|error| Error::invalid("move", text, error.reason()))?;
            game.play_unchecked(m);
        }
        Ok(game)
    }
}

impl StrengthArgs {
    /// Returns the limit; `None` for full strength.
    pub fn limit(&self) -> Option<StrengthLimit> {
        let limit = self.elo.map(StrengthLimit::from_elo);
        let limit = limit.or_else(|| self.skill.and_then(StrengthLimit::from_skill))?;
        Some(self.seed.map_or(limit, |seed| limit.with_seed(seed)))
    }
}

impl EngineArgs {
    /// Returns the size of the transposition table in MiB.
    pub fn hash_mb(&self) -> usize {
        self.hash as usize
    }

    /// Returns the settings of a search, which loses no time between the engine and a GUI.
    pub fn settings(&self) -> Settings {
        Settings { threads: self.threads as usize, move_overhead: Duration::ZERO, ..Settings::default() }
    }
}

impl NetworkArgs {
    /// Loads the network, or returns the built-in one.
    pub fn model(&self) -> Result<Arc<Model>, Error> {
        let Some(path) = &self.eval_file else { return Ok(Model::built_in()) };
        Model::load(path).map(Arc::new).map_err(|error| Error::file("load network", path, error))
    }
}

/// Returns the position of a FEN, or the start position without one. Prints warnings for rights that are
/// dropped.
pub(super) fn position(fen: Option<&str>) -> Result<Position, Error> {
    let Some(fen) = fen else { return Ok(Position::default()) };
    let parsed = parse_fen(fen).map_err(|error| Error::invalid("FEN", fen, error))?;
    parsed.warnings.iter().for_each(console::warn);
    Ok(Position::new(parsed.chess))
}
