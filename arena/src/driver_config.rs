//! Contestant: a driver with its parameters, as it is named on the command line.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use lancet::Error;
use lancet::commands::bench::Bench;
use lancet::eval::nnue::Model;
use lancet::search::{Algorithm, DriverOptions, MtdGuess, Settings};
use lancet::types::Depth;

/// Depth of the bench that shows how an engine plays.
const SIGNATURE_DEPTH: Depth = 4;

/// A driver with its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    name: String,
    /// The driver.
    pub algorithm: Algorithm,
    /// Its parameters.
    pub parameters: DriverOptions,
}

impl Contestant {
    /// What every other is measured by.
    pub const BASELINE: &str = "PVS";

    /// All that are compared if none is named.
    pub const ALL: [&str; 18] = [
        Contestant::BASELINE,
        "PVS-full",
        "AlphaBeta",
        "AlphaBeta-full",
        "Scout",
        "Scout-full",
        "NegaScout",
        "NegaScout-full",
        "Informed",
        "Informed-full",
        "MTD(f)",
        "MTD(f)-twoback",
        "MTD(f)-mean",
        "MTD(f)-step8",
        "C*",
        "C*-full",
        "DUAL*",
        "SSS*",
    ];

    /// Those that play if none is named: of each driver the form that it is known by.
    pub const PLAYERS: [&str; 13] = [
        Contestant::BASELINE,
        "PVS-full",
        "AlphaBeta",
        "Scout",
        "NegaScout",
        "Informed",
        "MTD(f)",
        "MTD(f)-twoback",
        "MTD(f)-mean",
        "MTD(f)-step8",
        "C*",
        "DUAL*",
        "SSS*",
    ];

    /// How it is named.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it searches.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings { algorithm: self.algorithm, driver: self.parameters, ..Settings::default() }
    }

    /// Nodes of a small bench: another number is another engine.
    ///
    /// # Errors
    /// Those of the bench.
    pub fn signature(&self, model: &Arc<Model>) -> Result<u64, Error> {
        let (settings, model) = (self.settings(), Arc::clone(model));
        let bench = Bench { depth: SIGNATURE_DEPTH, settings, model, ..Bench::default() };
        Ok(bench.measure()?.nodes)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// A driver's name and its parameters after it: `-full` for no aspiration, `-last`, `-twoback` or
/// `-mean` for the guess of MTD(f), `-step8` for its step, `-passes99` for the cap.
impl FromStr for Contestant {
    type Err = String;
    fn from_str(text: &str) -> Result<Contestant, String> {
        let mut words = text.split('-');
        let name = words.next().unwrap_or_default();
        let algorithm: Algorithm = name.parse().map_err(|()| {
            let names = Algorithm::ALL.map(Algorithm::name).join(", ");
            format!("there is no driver '{name}', but {names}")
        })?;
        let mut parameters = DriverOptions::default();
        for word in words {
            take_up(&mut parameters, word)
                .ok_or_else(|| format!("'{word}' is none of full, last, twoback, mean, stepN and passesN"))?;
        }
        Ok(Contestant { name: text.to_owned(), algorithm, parameters })
    }
}

fn take_up(parameters: &mut DriverOptions, word: &str) -> Option<()> {
    if word == "full" {
        parameters.aspiration = false;
    } else if let Ok(guess) = word.parse::<MtdGuess>() {
        parameters.guess = guess;
    } else if let Some(step) = word.strip_prefix("step") {
        parameters.step = step.parse().ok().filter(|step| (0..=DriverOptions::MAX_STEP).contains(step))?;
    } else {
        let passes = word.strip_prefix("passes")?.parse().ok();
        parameters.max_passes = passes.filter(|passes| (1..=DriverOptions::MAX_PASSES).contains(passes))?;
    }
    Some(())
}

/// What tells an evaluation from others.
#[must_use]
pub fn evaluation(model: &Model) -> String {
    format!("{:016x}", model.id())
}

/// The error for a results file of an engine that plays differently.
#[must_use]
pub fn other_engine(driver: &str) -> Error {
    let text = "the file was begun with an engine that plays differently; name another file";
    Error::Sentence(format!("{driver}: {text}"))
}

/// Switches rules off for all searches to come.
///
/// # Errors
/// An unknown rule, or any in a build without the feature `tune`.
#[cfg(feature = "tune")]
pub fn switch_off(rules: &[String]) -> Result<(), Error> {
    use lancet::search::{experiment, params};

    for rule in rules {
        if !params::switch(rule, false) && !experiment::switch(rule, false) {
            return Err(Error::Sentence(format!("there is no rule '{rule}'")));
        }
    }
    Ok(())
}

/// Switches rules off, which needs the feature `tune`.
///
/// # Errors
/// Any rule.
#[cfg(not(feature = "tune"))]
pub fn switch_off(rules: &[String]) -> Result<(), Error> {
    let text = "to switch rules off needs a build with --features tune";
    if rules.is_empty() { Ok(()) } else { Err(Error::sentence(text)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_can_be_read_and_mean_different_things() {
        let all: Vec<Contestant> = Contestant::ALL.iter().map(|name| name.parse().expect(name)).collect();
        for (index, one) in all.iter().enumerate() {
            let same =
                |other: &Contestant| (other.algorithm, other.parameters) == (one.algorithm, one.parameters);
            assert!(!all[..index].iter().any(same), "{one}");
        }
        assert!(Contestant::PLAYERS.iter().all(|name| Contestant::ALL.contains(name)));
        assert!(Algorithm::ALL.iter().all(|algorithm| all.iter().any(|one| one.algorithm == *algorithm)));
        let baseline: Contestant = Contestant::BASELINE.parse().expect("a name");
        assert_eq!((baseline.algorithm, baseline.parameters), Default::default());
    }

    #[test]
    fn a_bad_name_is_refused_with_a_sentence() {
        for bad in ["", "PVS-", "Guess", "MTD(f)-stepx", "MTD(f)-step-1", "SSS*-passes0", "PVS-fuller"] {
            assert!(bad.parse::<Contestant>().is_err(), "{bad}");
        }
    }
}
