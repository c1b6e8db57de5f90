//! Algorithm: which driver asks, and its parameters.

use std::fmt;
use std::str::FromStr;

/// Which member of the narrow-window family drives the search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// Alpha-beta: every child with the full window.
    AlphaBeta,
    /// Scout: zero window, then again without bounds.
    Scout,
    /// NegaScout: zero window, then again from the value found.
    NegaScout,
    /// Principal variation search: zero window, then again with the full window.
    #[default]
    Pvs,
    /// NegaScout that asks again with what the table has kept of the first time.
    Informed,
    /// MTD(f): zero windows at the root from a first guess.
    MtdF,
    /// SSS*: zero windows at the root from above.
    SssStar,
    /// DUAL*: zero windows at the root from below.
    DualStar,
    /// C*: zero windows at the root, each halving what is left.
    CStar,
}

impl Algorithm {
    /// All of them, in the order of the option.
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

    /// The option `Aspiration` makes a difference.
    #[must_use]
    pub const fn can_aspire(self) -> bool {
        !matches!(self, Algorithm::MtdF | Algorithm::SssStar | Algorithm::DualStar)
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = ();
    /// Upper and lower case are one.
    fn from_str(text: &str) -> Result<Algorithm, ()> {
        Algorithm::ALL.into_iter().find(|a| a.name().eq_ignore_ascii_case(text)).ok_or(())
    }
}

/// Where MTD(f) begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum MtdGuess {
    /// At the value of the last iteration.
    #[default]
    Last,
    /// At the value of two iterations before, whose depth was as odd or even.
    TwoBack,
    /// Half way between the two.
    Mean,
}

impl MtdGuess {
    /// All of them, in the order of the option.
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
    type Err = ();
    /// Upper and lower case are one.
    fn from_str(text: &str) -> Result<MtdGuess, ()> {
        MtdGuess::ALL.into_iter().find(|guess| guess.name().eq_ignore_ascii_case(text)).ok_or(())
    }
}

/// What parameters the drivers take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DriverOptions {
    /// A driver that asks the root with an open window begins with a small one around the last
    /// score; C* begins to halve there.
    pub aspiration: bool,
    /// Where MTD(f) begins.
    pub guess: MtdGuess,
    /// By how much MTD(f) goes beyond the bound found, from the second pass in one direction on,
    /// twice as far each time; 0 to stay at the bound.
    pub step: i32,
    /// Zero-window passes for one value; what is not found by then is found with an open window.
    pub max_passes: u32,
}

impl DriverOptions {
    /// The largest step.
    pub const MAX_STEP: i32 = 1000;
    /// The most passes.
    pub const MAX_PASSES: u32 = 100_000;
}

impl Default for DriverOptions {
    fn default() -> DriverOptions {
        DriverOptions { aspiration: true, guess: MtdGuess::Last, step: 0, max_passes: 250 }
    }
}
