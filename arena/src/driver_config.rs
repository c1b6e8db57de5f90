//! Driver configurations: a search driver with its options, by name.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use lancet::commands::bench::Bench;
use lancet::console::warn;
use lancet::eval::nnue::Model;
use lancet::files::display;
use lancet::search::{Algorithm, DriverOptions, MtdGuess, Parameters, Settings};
use lancet::types::Depth;

use crate::error::{ArenaError, ParseError};

/// Depth of the bench of [`DriverConfig::signature`].
const SIGNATURE_DEPTH: Depth = 4;

/// A search driver with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DriverConfig {
    name: String,
    /// The search driver.
    pub algorithm: Algorithm,
    /// The options of the driver.
    pub options: DriverOptions,
}

impl DriverConfig {
    /// The driver to which the others are compared.
    pub const BASELINE: &str = "PVS";

    /// The drivers that are compared by default.
    pub const ALL: [&str; 18] = [
        DriverConfig::BASELINE,
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

    /// The drivers that play by default: each in the form in which it is known.
    pub const PLAYERS: [&str; 13] = [
        DriverConfig::BASELINE,
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

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the search settings.
    #[must_use]
    pub fn settings(&self) -> Settings {
        Settings { algorithm: self.algorithm, driver: self.options, ..Settings::default() }
    }

    /// Returns the nodes of a small bench, which change with the way the engine plays.
    ///
    /// # Errors
    /// Those of the bench.
    pub fn signature(&self, model: &Arc<Model>) -> Result<u64, ArenaError> {
        let (settings, model) = (self.settings(), Arc::clone(model));
        let bench = Bench { depth: SIGNATURE_DEPTH, settings, model, ..Bench::default() };
        Ok(bench.measure()?.nodes)
    }
}

impl fmt::Display for DriverConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Parses the name of a driver, followed by its options: `-full` for no aspiration, `-last`, `-twoback` or
/// `-mean` for the first guess of MTD(f), `-step8` for its step, `-passes99` for the pass limit.
impl FromStr for DriverConfig {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<DriverConfig, ParseError> {
        let mut words = text.split('-');
        let name = words.next().unwrap_or_default();
        let algorithm: Algorithm = name.parse().map_err(|_| {
            let known = Algorithm::ALL.map(Algorithm::name).join(", ");
            ParseError::Driver { name: name.to_owned(), known }
        })?;
        let mut options = DriverOptions::default();
        for word in words {
            add_option(&mut options, word).ok_or_else(|| ParseError::DriverOption(word.to_owned()))?;
        }
        Ok(DriverConfig { name: text.to_owned(), algorithm, options })
    }
}

fn add_option(options: &mut DriverOptions, word: &str) -> Option<()> {
    if word == "full" {
        options.aspiration = false;
    } else if let Ok(guess) = word.parse::<MtdGuess>() {
        options.guess = guess;
    } else if let Some(step) = word.strip_prefix("step") {
        options.step = step.parse().ok().filter(|step| (0..=DriverOptions::MAX_STEP).contains(step))?;
    } else {
        let passes = word.strip_prefix("passes")?.parse().ok();
        options.max_passes = passes.filter(|passes| (1..=DriverOptions::MAX_PASSES).contains(passes))?;
    }
    Some(())
}

/// Returns the name under which results files keep an evaluation.
#[must_use]
pub fn evaluation_name(model: &Model) -> String {
    format!("{:016x}", model.id())
}

/// A result in a file, as far as it says which engine has played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The name of the driver.
    pub driver: &'a str,
    /// Its signature.
    pub signature: u64,
    /// The name of its evaluation.
    pub evaluation: &'a str,
}

/// Checks that the results in a file are of this engine. Warns if others are there that were played with
/// another network: they are not counted.
///
/// # Errors
/// [`ArenaError::OtherEngine`] for the first driver that plays differently; those of the bench.
pub fn check_results<'a>(
    path: Option<&Path>,
    results: impl IntoIterator<Item = Played<'a>>,
    model: &Arc<Model>,
) -> Result<(), ArenaError> {
    let own_evaluation = evaluation_name(model);
    let mut known: HashMap<&str, Option<u64>> = HashMap::new();
    let mut other_evaluation = None;
    for Played { driver, signature, evaluation } in results {
        if evaluation != own_evaluation {
            other_evaluation.get_or_insert(evaluation);
            continue;
        }
        let own = match known.get(driver) {
            Some(own) => *own,
            None => {
                // A driver with an unknown name is of another version; its rows are not continued.
                let config = driver.parse::<DriverConfig>().ok();
                let own = config.map(|config| config.signature(model)).transpose()?;
                known.insert(driver, own);
                own
            }
        };
        if own.is_some_and(|own| own != signature) {
            return Err(ArenaError::OtherEngine(driver.to_owned()));
        }
    }
    if let (Some(other), Some(path)) = (other_evaluation, path) {
        let path = display(path);
        warn(format_args!("'{path}' has results with another network, {other}; they are not counted"));
    }
    Ok(())
}

/// Switches search rules off.
///
/// # Errors
/// An unknown rule, or any in a build without the feature `tune`.
pub fn switch_off_rules(parameters: &mut Parameters, rules: &[String]) -> Result<(), ArenaError> {
    if !rules.is_empty() && !cfg!(feature = "tune") {
        return Err(ArenaError::NeedsTuning);
    }
    match rules.iter().find(|rule| !parameters.set_switch(rule, false)) {
        Some(unknown) => Err(ArenaError::UnknownRule(unknown.clone())),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_parse_and_differ() {
        let all: Vec<DriverConfig> = DriverConfig::ALL.iter().map(|name| name.parse().expect(name)).collect();
        for (index, one) in all.iter().enumerate() {
            let same =
                |other: &DriverConfig| (other.algorithm, other.options) == (one.algorithm, one.options);
            assert!(!all[..index].iter().any(same), "{one}");
        }
        assert!(DriverConfig::PLAYERS.iter().all(|name| DriverConfig::ALL.contains(name)));
        assert!(Algorithm::ALL.iter().all(|algorithm| all.iter().any(|one| one.algorithm == *algorithm)));
        let baseline: DriverConfig = DriverConfig::BASELINE.parse().expect("a name");
        assert_eq!((baseline.algorithm, baseline.options), Default::default());
    }

    #[test]
    fn invalid_names_are_rejected() {
        for bad in ["", "PVS-", "Guess", "MTD(f)-stepx", "MTD(f)-step-1", "SSS*-passes0", "PVS-fuller"] {
            assert!(bad.parse::<DriverConfig>().is_err(), "{bad}");
        }
    }
}
