//! The errors of the experiments and commands.

use lancet::console::{CommandError, Exit};
use lancet::tt::TtError;
use lancet::workers::SpawnError;
use lancet_arena::ArenaError;
use thiserror::Error;

use crate::Value;
use crate::algorithm::{Bounds, SearchError, TableFull};
use crate::golden::GoldenError;
use crate::paper::PaperError;
use crate::trace::TooManyNodes;

/// Why an experiment or command failed.
#[derive(Debug, Error)]
pub enum LabError {
    /// A tree without children or plies.
    #[error("invalid tree: width and depth must be at least 1")]
    EmptyTree,
    /// A range with which values could reach the infinite values.
    #[error(
        "invalid range {range}: expected at most {limit} at depth {depth}, so that all values are finite"
    )]
    RangeTooLarge {
        /// The range.
        range: u32,
        /// The depth in plies.
        depth: u32,
        /// The largest range that is allowed.
        limit: u32,
    },
    /// A tree whose minimal tree exceeds the size limit.
    #[error(
        "tree too large: the minimal tree of width {width} and depth {depth} has {leaves:.0} leaves, more than \
         {limit:.0}; --huge allows it"
    )]
    TreeTooLarge {
        /// The number of children of a node.
        width: usize,
        /// The depth in plies.
        depth: u32,
        /// Leaves of the minimal tree.
        leaves: f64,
        /// The largest number of leaves that is allowed.
        limit: f64,
    },
    /// Trees that are too large to be searched many times.
    #[error(
        "trees too large: at width {width} and depth {depth} an algorithm evaluates about {leaves:.0} leaves per tree, \
         more than {limit:.0}; --huge allows it"
    )]
    FigureTooLarge {
        /// The number of children of a node.
        width: usize,
        /// The depth in plies.
        depth: u32,
        /// The estimated number of leaves that an algorithm evaluates per tree.
        leaves: f64,
        /// The largest number of leaves that is allowed.
        limit: f64,
    },
    /// A tree whose values are all needed.
    #[error("tree too large: width {width} and depth {depth} give {leaves:.0} leaves, more than {limit:.0}")]
    WholeTreeTooLarge {
        /// The number of children of a node.
        width: usize,
        /// The depth in plies.
        depth: u32,
        /// The number of leaves.
        leaves: f64,
        /// The largest number of leaves that is allowed.
        limit: f64,
    },
    /// A chess search to a depth above the limit.
    #[error("depth {depth} takes hours; --huge allows more than {limit}")]
    ChessDepth {
        /// The depth in plies.
        depth: u32,
        /// The largest depth that is allowed.
        limit: u32,
    },
    /// More positions than can be counted in a reasonable time.
    #[error(
        "{runs} trees of {positions:.0} positions are too large: expected at most {limit:.0} positions in all trees; \
         reduce --runs or --b"
    )]
    TooManyPositions {
        /// The number of trees.
        runs: u64,
        /// The expected number of positions per tree.
        positions: f64,
        /// The largest number of positions of all trees that is allowed.
        limit: f64,
    },
    /// A tree of more levels than a search can descend.
    #[error("--q and --b have {levels} values: expected at most {limit}")]
    TooManyLevels {
        /// The number of levels.
        levels: usize,
        /// The largest number of levels.
        limit: u32,
    },
    /// Lists of probabilities and means with different lengths.
    #[error("--q has {q} values and --b has {b}; both need one value per level")]
    LevelCounts {
        /// The length of the list of probabilities.
        q: usize,
        /// The length of the list of means.
        b: usize,
    },
    /// A level that no tree can have.
    #[error("invalid level with q = {q} and b = {b}: expected 0 < q <= 1 and q <= b <= 1000")]
    InvalidLevel {
        /// The probability of an interior node.
        q: f64,
        /// The mean number of children.
        b: f64,
    },
    /// A width for which the model is not defined.
    #[error("invalid width {0}: must be at least 2")]
    ModelWidth(usize),
    /// A parameter of the model that exceeds the number of children besides the best one.
    #[error("invalid {name} = {value} at width {width}: expected a number from 0 to {limit}")]
    ModelParameter {
        /// The name of the option.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The number of children of a node.
        width: usize,
        /// The largest value at this width.
        limit: f64,
    },
    /// Costs of the model that make every search free.
    #[error("invalid costs k = {k} and e = {e}: expected non-negative numbers, one of them positive")]
    ModelCosts {
        /// The cost of an interior node.
        k: f64,
        /// The cost of a leaf.
        e: f64,
    },
    /// A golden row that cannot be counted.
    #[error(transparent)]
    Golden(#[from] GoldenError),
    /// Golden rows with wrong counts.
    #[error("{wrong} of {total} golden rows are wrong")]
    WrongGoldenRows {
        /// The number of rows with wrong counts.
        wrong: usize,
        /// The number of rows.
        total: usize,
    },
    /// A tree on the command line that cannot be parsed: the message, and the place below it.
    #[error("{0}")]
    Tree(String),
    /// The name of a printed tree that does not exist.
    #[error("unknown preset '{name}': expected all or one of {}", names.join(", "))]
    UnknownPreset {
        /// The name.
        name: String,
        /// The names that exist.
        names: Vec<&'static str>,
    },
    /// A parameter of the order for trees without an order.
    #[error("-p needs trees of the kind td or incr: others have no order of the children")]
    PWithoutOrder,
    /// A parameter that no algorithm has.
    #[error("{0} has no effect: none of the algorithms uses it")]
    UnusedParameter(&'static str),
    /// An order by quarters for trees without an order.
    #[error("--quarter needs --tree td: other trees have no probability of the best child")]
    QuarterWithoutOrder,
    /// A first quarter that is less likely than the first child, which it contains.
    #[error("invalid --quarter {quarter}: expected at least {first}, the probability of the first child")]
    QuarterBelowFirst {
        /// The probability of the first quarter.
        quarter: f64,
        /// That of the first child.
        first: f64,
    },
    /// A window without values between its ends.
    #[error("invalid window ({0}, {1}): the first number must be smaller than the second")]
    EmptyWindow(Value, Value),
    /// A range of values whose ends are in the wrong order.
    #[error("invalid range {0} to {1}: the first number must not be larger than the second")]
    ReversedRange(Value, Value),
    /// A range of values to search in that lacks the value.
    #[error(
        "invalid range ({}, {}): expected one that contains the value of the root, {value}",
        range.lower,
        range.upper
    )]
    RangeWithoutValue {
        /// The range.
        range: Bounds,
        /// The value of the root.
        value: Value,
    },
    /// Drawings of several trees in one file.
    #[error("--svg, --dot and --tikz need one tree; --html shows several")]
    SeveralTrees,
    /// A tree that is too large to be drawn.
    #[error(transparent)]
    TooManyNodes(#[from] TooManyNodes),
    /// A search that exceeds the memory of its algorithm.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A search whose table became full.
    #[error(transparent)]
    TableFull(#[from] TableFull),
    /// Properties that do not hold.
    #[error("{failed} trials failed; the first: {first}")]
    Properties {
        /// The number of failed trials.
        failed: usize,
        /// The first failed trial.
        first: String,
    },
    /// Fail-hard and fail-soft searches that found different values.
    #[error("fail-hard and fail-soft values differ at width {width} and depth {depth}")]
    FailSoftValues {
        /// The number of moves of a position.
        width: usize,
        /// The depth in plies.
        depth: u32,
    },
    /// An algorithm that found another value than alpha-beta.
    #[error("values differ: {found} by {algorithm}, {expected} by alpha-beta")]
    AlgorithmValue {
        /// The name of the algorithm.
        algorithm: String,
        /// Its value.
        found: Value,
        /// The value by alpha-beta.
        expected: Value,
    },
    /// Chess drivers that found different values.
    #[error("values differ in position {position}: {found:?} by {driver}, {expected:?} by AB F2")]
    DriverValues {
        /// The number of the position, from 1.
        position: usize,
        /// The name of the driver.
        driver: &'static str,
        /// The values of its iterations.
        found: Vec<Value>,
        /// The values of the iterations of the first driver.
        expected: Vec<Value>,
    },
    /// Built-in positions that cannot be parsed.
    #[error("cannot parse the built-in positions: {0}")]
    BuiltInPositions(lancet::epd::EpdLineError),
    /// A result that cannot be cached.
    #[error("cannot cache '{0}': {1}")]
    Cache(String, #[source] serde_json::Error),
    /// A table that cannot be written as comma-separated values.
    #[error("cannot write CSV: {0}")]
    Csv(#[from] csv::Error),
    /// A chart that cannot be drawn.
    #[error("cannot draw '{title}': {reason}")]
    Plot {
        /// The title of the chart.
        title: String,
        /// What went wrong.
        reason: String,
    },
    /// A chart was requested of an experiment that has none.
    #[error("cannot write an SVG file: the experiment has no chart")]
    NoChart,
    /// `--keep` of an experiment that runs in one piece.
    #[error("cannot keep partial results: the experiment has none")]
    NoPartialResults,
    /// Options of the comparison of drivers that need another build.
    #[error(
        "plain searches, disabled rules, granularities and two bounds per entry need a tuning build: cargo build --release -p \
         lancet-lab --features tune"
    )]
    NeedsTune,
    /// A driver has a network of its own.
    #[error("a comparison of drivers has one network; --eval-file names it")]
    OneNetwork,
    /// A driver is compared with itself.
    #[error("driver '{0}' is named twice: expected each driver once")]
    RepeatedDriver(String),
    /// The paper cannot be generated.
    #[error(transparent)]
    Paper(#[from] PaperError),
    /// An error of the arena: a driver, a rule or a results file.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A transposition table that cannot be allocated.
    #[error(transparent)]
    Tt(#[from] TtError),
    /// A search thread that cannot be started.
    #[error(transparent)]
    Spawn(#[from] SpawnError),
    /// An error of the engine, of a file or of the output.
    #[error(transparent)]
    Engine(#[from] lancet::Error),
}

impl From<std::io::Error> for LabError {
    fn from(error: std::io::Error) -> LabError {
        LabError::Engine(lancet::Error::Output(error))
    }
}

impl CommandError for LabError {
    fn exit(&self) -> Exit {
        match self {
            LabError::Arena(error) => error.exit(),
            LabError::Engine(error) => error.exit(),
            // Searches that must agree differ, or a property does not hold.
            LabError::Properties { .. }
            | LabError::WrongGoldenRows { .. }
            | LabError::Golden(GoldenError::Disagreement { .. })
            | LabError::AlgorithmValue { .. }
            | LabError::DriverValues { .. }
            | LabError::FailSoftValues { .. } => Exit::WrongResult,
            _ => Exit::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_and_failed_commands_exit_differently() {
        let differ = GoldenError::Disagreement { alpha_beta: 1, other: 2 };
        for error in [
            LabError::Properties { failed: 1, first: "a trial".into() },
            LabError::WrongGoldenRows { wrong: 1, total: 6 },
            LabError::Golden(differ),
            LabError::AlgorithmValue { algorithm: "SSS*".into(), found: 1, expected: 2 },
            LabError::DriverValues { position: 1, driver: "NS", found: vec![1], expected: vec![2] },
            LabError::FailSoftValues { width: 2, depth: 2 },
        ] {
            assert_eq!(error.exit(), Exit::WrongResult, "{error}");
        }
        // The command has printed what failed.
        assert_eq!(LabError::Engine(lancet::Error::Failed).exit(), Exit::CheckFailed);
        for error in [LabError::EmptyTree, LabError::NoChart, LabError::EmptyWindow(5, 5)] {
            assert_eq!(error.exit(), Exit::Error, "{error}");
        }
    }
}
