//! Algorithm: the driver and policy of a search, and their options.

use std::fmt;
use std::str::FromStr;

/// A member of the narrow-window family: a driver at the root with a policy below.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Algorithm {
    /// Alpha-beta: every child with the whole remaining window.
    AlphaBeta,
    /// Scout: zero window, re-search with an unbounded window.
    Scout,
    /// NegaScout: zero window, re-search from the score found.
    NegaScout,
    /// Principal variation search: zero window, re-search with the whole window.
    #[default]
    Pvs,
    /// NegaScout whose re-search uses the bounds that the first search left in the TT.
    Informed,
    /// MTD(f): zero windows at the root from a first guess.
    MtdF,
    /// SSS*: zero windows at the root from above.
    SssStar,
    /// DUAL*: zero windows at the root from below.
    DualStar,
    /// C*: zero windows at the root, each halving the remaining range.
    CStar,
}

impl Algorithm {
    /// All values, in the order of the UCI option.
    pub const ALL: [Algorithm; 9] = [
        Algorithm::AlphaBeta,
        Algorithm::Scout,
        Algorithm::NegaScout,
        Algorithm::Pvs,
        Algorithm::Informed,
        Algorithm::MtdF,
        Algorithm::SssStar,
        Algorithm::DualStar,
        Algorithm::CStar,
    ];

    /// The name in the option `Algorithm`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::AlphaBeta => "AlphaBeta",
            Algorithm::Scout => "Scout",
            Algorithm::NegaScout => "NegaScout",
            Algorithm::Pvs => "PVS",
            Algorithm::Informed => "Informed",
            Algorithm::MtdF => "MTD(f)",
            Algorithm::SssStar => "SSS*",
            Algorithm::DualStar => "DUAL*",
            Algorithm::CStar => "C*",
        }
    }
}

/// The error for a name that is not in the list of a UCI option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName(String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown name '{}'", self.0)
    }
}

impl std::error::Error for UnknownName {}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = UnknownName;
    /// Ignores case.
    fn from_str(text: &str) -> Result<Algorithm, UnknownName> {
        let algorithm = Algorithm::ALL.into_iter().find(|a| a.name().eq_ignore_ascii_case(text));
        algorithm.ok_or_else(|| UnknownName(text.into()))
    }
}

/// The first guess of MTD(f).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum MtdGuess {
    /// The score of the last iteration.
    #[default]
    Last,
    /// The score of two iterations ago, whose depth has the same parity.
    TwoBack,
    /// The mean of the two.
    Mean,
}

impl MtdGuess {
    /// All values, in the order of the UCI option.
    pub const ALL: [MtdGuess; 3] = [MtdGuess::Last, MtdGuess::TwoBack, MtdGuess::Mean];

    /// The name in the option `MTD Guess`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MtdGuess::Last => "Last",
            MtdGuess::TwoBack => "TwoBack",
            MtdGuess::Mean => "Mean",
        }
    }
}

impl FromStr for MtdGuess {
    type Err = UnknownName;
    /// Ignores case.
    fn from_str(text: &str) -> Result<MtdGuess, UnknownName> {
        let guess = MtdGuess::ALL.into_iter().find(|guess| guess.name().eq_ignore_ascii_case(text));
        guess.ok_or_else(|| UnknownName(text.into()))
    }
}

/// The options of the drivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriverOptions {
    /// Drivers with an open window at the root start with a small one around the last score; C* starts to
    /// halve there.
    pub aspiration: bool,
    /// The first guess of MTD(f).
    pub guess: MtdGuess,
    /// How far MTD(f) steps beyond the last bound, from the second pass in one direction on: 1, 3, 7 and so on
    /// times this, at most 63 times; 0 stays at the bound.
    pub step: i32,
    /// The pass limit of the zero-window drivers; after it an open window finds the value.
    pub max_passes: u32,
}

impl DriverOptions {
    /// The largest step.
    pub const MAX_STEP: i32 = 1000;
    /// The largest pass limit.
    pub const MAX_PASSES: u32 = 100_000;
}

impl Default for DriverOptions {
    fn default() -> DriverOptions {
        DriverOptions { aspiration: true, guess: MtdGuess::Last, step: 0, max_passes: 250 }
    }
}
