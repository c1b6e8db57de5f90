//! The configuration of a player: a search driver with options, search parameters and a network, by name.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use lancet::commands::bench::Bench;
use lancet::eval::nnue::Model;
use lancet::search::{Algorithm, DriverOptions, MtdGuess, Parameters, Settings, params};
use lancet::types::Depth;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::{ArenaError, ParseError};

/// Depth of the bench of [`DriverConfig::signature`]: enough for singular extensions, which begin at depth 7.
const SIGNATURE_DEPTH: Depth = 8;

/// The rules that need tablebases.
pub(crate) const NEEDING_TABLES: [&str; 1] = ["use_syzygy"];

/// The least similarity of a name to one that is suggested, from 0 to 1.
const SIMILAR: f64 = 0.75;

/// The configuration of a player: a search driver with options, search parameters and a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DriverConfig {
    name: String,
    /// The search driver.
    pub algorithm: Algorithm,
    /// The options of the driver.
    pub options: DriverOptions,
    /// The search parameters and rule switches.
    pub parameters: Parameters,
    /// The file of its network, if it is not that of all players.
    pub network: Option<PathBuf>,
}

impl DriverConfig {
    /// The driver with which the others are compared.
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

    /// The players of a match by default: each driver in its usual form.
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
        let parameters = self.parameters.clone();
        Settings { algorithm: self.algorithm, driver: self.options, parameters, ..Settings::default() }
    }

    /// Returns the player with other parameters, which its name contains, so that it can be parsed.
    #[must_use]
    pub fn with_parameters(&self, parameters: Parameters) -> DriverConfig {
        let default = Parameters::default();
        let numbers = params::TABLE.iter().filter_map(|row| {
            let value = parameters.number(row.name).filter(|value| *value != row.default)?;
            Some(format!("{}={value}", row.name))
        });
        let switches = params::SWITCHES.iter().filter_map(|(name, _)| {
            let on = parameters.switch(name).filter(|on| default.switch(name) != Some(*on))?;
            Some(format!("{name}={on}"))
        });
        let network = self.network.iter().map(|path| format!("{}={}", DriverConfig::NETWORK, path.display()));
        let mut settings: Vec<String> = numbers.chain(switches).chain(network).collect();
        settings.sort_unstable();
        let driver = self.name.split(':').next().unwrap_or_default();
        let colon = if settings.is_empty() { "" } else { ":" };
        let name = format!("{driver}{colon}{}", settings.join(","));
        DriverConfig { name, parameters, ..self.clone() }
    }

    /// Returns the nodes of a small bench, which change with the way the engine plays; not with its time management (see
    /// [`DriverConfig::time_plan`]), nor with rules that need more depth.
    ///
    /// # Errors
    /// Those of the bench.
    pub fn signature(&self, model: &Arc<Model>) -> Result<u64, ArenaError> {
        let (settings, model) = (self.settings(), Arc::clone(model));
        let bench = Bench { depth: SIGNATURE_DEPTH, settings, model, ..Bench::default() };
        Ok(bench.measure()?.nodes)
    }

    /// Returns a hash of the parameters of the time management, which change the play in games with a clock.
    #[must_use]
    pub fn time_plan(&self) -> u64 {
        let rows = params::TABLE.iter().filter(|row| row.needs_clock());
        let value = |row: &params::Parameter| self.parameters.number(row.name).unwrap_or(row.default);
        let values: Vec<String> = rows.map(|row| format!("{}={}", row.name, value(row))).collect();
        xxh3_64(values.join(",").as_bytes())
    }
}

impl fmt::Display for DriverConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Parses the name of a player: a driver with its options and settings, as in `MTD(f)-mean:null_base=3,net=FILE`.
///
/// The options are `-full` for no aspiration, `-last`, `-twoback` or `-mean` for the first guess of MTD(f), `-step8` for
/// its step, `-passes99` for the pass limit. The settings after a colon are parameters and switches of the search by name,
/// in a build with the feature `tune`, and `net` for the file of a network.
impl FromStr for DriverConfig {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<DriverConfig, ParseError> {
        let (driver, settings) = match text.split_once(':') {
            Some((driver, settings)) => (driver, Some(settings)),
            None => (text, None),
        };
        let mut words = driver.split('-');
        let name = words.next().unwrap_or_default();
        let algorithm: Algorithm = name.parse().map_err(|_| {
            let known = Algorithm::ALL.map(Algorithm::name).join(", ");
            ParseError::Driver { name: name.to_owned(), known }
        })?;
        let (mut options, mut given) = (DriverOptions::default(), Vec::new());
        for word in words {
            let kind =
                add_option(&mut options, word).ok_or_else(|| ParseError::DriverOption(word.to_owned()))?;
            if !kind.is_used_by(algorithm) {
                return Err(ParseError::UnusedOption { word: word.to_owned(), driver: algorithm.name() });
            }
            if given.contains(&kind) {
                return Err(ParseError::RepeatedOption(word.to_owned()));
            }
            given.push(kind);
        }
        let name = driver_name(algorithm, options);
        let mut config =
            DriverConfig { name, algorithm, options, parameters: Parameters::default(), network: None };
        let mut seen = BTreeMap::new();
        for setting in settings.into_iter().flat_map(|settings| settings.split(',')) {
            let unreadable = || ParseError::Setting(setting.to_owned());
            let (name, value) = setting.split_once('=').ok_or_else(unreadable)?;
            if seen.contains_key(name) {
                return Err(ParseError::RepeatedSetting(name.to_owned()));
            }
            seen.insert(name, format!("{name}={}", config.set(name, value)?));
        }
        if !seen.is_empty() {
            let sorted: Vec<String> = seen.into_values().collect();
            config.name = format!("{}:{}", config.name, sorted.join(","));
        }
        Ok(config)
    }
}

/// Returns the canonical name of a driver with these options, which results files store.
fn driver_name(algorithm: Algorithm, options: DriverOptions) -> String {
    let default = DriverOptions::default();
    let DriverOptions { aspiration, guess, step, max_passes } = options;
    let words = [
        (!aspiration).then(|| "full".to_owned()),
        (guess != default.guess).then(|| guess.name().to_lowercase()),
        (step != default.step).then(|| format!("step{step}")),
        (max_passes != default.max_passes).then(|| format!("passes{max_passes}")),
    ];
    std::iter::once(algorithm.name().to_owned())
        .chain(words.into_iter().flatten())
        .collect::<Vec<_>>()
        .join("-")
}

impl DriverConfig {
    /// The word that names a network among the settings.
    const NETWORK: &str = "net";

    /// Applies one of the settings after the colon. Returns the value as it is written in names.
    fn set(&mut self, name: &str, value: &str) -> Result<String, ParseError> {
        if name == DriverConfig::NETWORK {
            self.network = Some(value.into()).filter(|path: &PathBuf| !path.as_os_str().is_empty());
            return self.network.is_some().then(|| value.to_owned()).ok_or(ParseError::EmptyNetwork);
        }
        set_parameter(&mut self.parameters, name, value)
    }

    /// The settings that have no effect in games without a clock: those of the time management.
    pub fn needing_clock(&self) -> impl Iterator<Item = &'static str> {
        let differs = |row: &&params::Parameter| self.parameters.number(row.name) != Some(row.default);
        params::TABLE.iter().filter(|row| row.needs_clock()).filter(differs).map(|row| row.name)
    }

    /// The rules that are switched off without effect in games without tablebases.
    pub fn needing_tables(&self) -> impl Iterator<Item = &'static str> {
        let is_off = |rule: &&str| self.parameters.switch(rule) == Some(false);
        NEEDING_TABLES.into_iter().filter(is_off)
    }
}

/// Sets a parameter or a switch of the search by the words of a command line. Returns the value as it is written in names.
///
/// # Errors
/// An unknown name, an invalid value, or any setting in a build without the feature `tune`.
fn set_parameter(parameters: &mut Parameters, name: &str, value: &str) -> Result<String, ParseError> {
    let invalid = |expected| {
        let (name, value) = (name.to_owned(), value.to_owned());
        Err(ParseError::ParameterValue { name, value, expected })
    };
    let (is_set, value) = if let Some(row) = params::TABLE.iter().find(|row| row.name == name) {
        match value.parse::<i32>().ok().filter(|number| (row.min..=row.max).contains(number)) {
            Some(number) => (parameters.set_number(name, number), number.to_string()),
            None => return invalid(format!("an integer from {} to {}", row.min, row.max)),
        }
    } else if parameters.switch(name).is_some() {
        match value.parse::<bool>() {
            Ok(on) => (parameters.set_switch(name, on), on.to_string()),
            Err(_) => return invalid("true or false".to_owned()),
        }
    } else {
        let numbers = params::TABLE.iter().map(|row| row.name);
        let similar = most_similar(name, numbers.chain(rule_names()).chain([DriverConfig::NETWORK]));
        return Err(ParseError::UnknownParameter { name: name.to_owned(), similar });
    };
    // The name and the value are valid: in this build they are constants.
    if is_set { Ok(value) } else { Err(ParseError::NeedsTuning) }
}

/// The names of all rules that can be switched off.
fn rule_names() -> impl Iterator<Item = &'static str> {
    params::SWITCHES.iter().map(|(switch, _)| *switch)
}

/// Returns the known name that is most similar to a wrong one, if any is.
fn most_similar(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let rated =
        known.map(|known| (strsim::jaro(name, known), known)).filter(|(rating, _)| *rating >= SIMILAR);
    rated.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, known)| known)
}

/// What an option of a driver sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OptionKind {
    Aspiration,
    Guess,
    Step,
    MaxPasses,
}

impl OptionKind {
    /// Reports whether the option changes the search of an algorithm.
    fn is_used_by(self, algorithm: Algorithm) -> bool {
        let from_an_end = matches!(algorithm, Algorithm::SssStar | Algorithm::DualStar);
        match self {
            OptionKind::Aspiration => algorithm != Algorithm::MtdF && !from_an_end,
            OptionKind::Guess | OptionKind::Step => algorithm == Algorithm::MtdF,
            OptionKind::MaxPasses => from_an_end || matches!(algorithm, Algorithm::MtdF | Algorithm::CStar),
        }
    }
}

/// Applies an option; `None` if it is unknown or out of range.
fn add_option(options: &mut DriverOptions, word: &str) -> Option<OptionKind> {
    let word = word.to_ascii_lowercase();
    if word == "full" {
        options.aspiration = false;
        return Some(OptionKind::Aspiration);
    }
    if let Ok(guess) = word.parse::<MtdGuess>() {
        options.guess = guess;
        return Some(OptionKind::Guess);
    }
    if let Some(step) = word.strip_prefix("step") {
        options.step = step.parse().ok().filter(|step| (0..=DriverOptions::MAX_STEP).contains(step))?;
        return Some(OptionKind::Step);
    }
    let passes = word.strip_prefix("passes")?.parse().ok();
    options.max_passes = passes.filter(|passes| (1..=DriverOptions::MAX_PASSES).contains(passes))?;
    Some(OptionKind::MaxPasses)
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
        Some(unknown) => {
            let similar = most_similar(unknown, rule_names());
            Err(ArenaError::UnknownRule { name: unknown.clone(), similar })
        }
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
    fn a_driver_has_one_name() {
        for (typed, name) in [
            ("pvs", "PVS"),
            ("mtd(f)-MEAN", "MTD(f)-mean"),
            ("scout-FULL", "Scout-full"),
            ("MTD(f)-step8-twoback", "MTD(f)-twoback-step8"),
            ("MTD(f)-last-passes99", "MTD(f)-passes99"),
            ("C*-passes99-full", "C*-full-passes99"),
        ] {
            assert_eq!(typed.parse::<DriverConfig>().expect(typed).name(), name);
        }
        let all = DriverConfig::ALL;
        assert!(all.iter().all(|name| name.parse::<DriverConfig>().is_ok_and(|one| one.name() == *name)));
    }

    #[test]
    fn invalid_names_are_rejected() {
        for bad in ["", "PVS-", "Guess", "MTD(f)-stepx", "MTD(f)-step-1", "SSS*-passes0", "PVS-fuller"] {
            assert!(bad.parse::<DriverConfig>().is_err(), "{bad}");
        }
        // They would be a player against itself.
        for idle in ["PVS-mean", "PVS-last", "Scout-step8", "MTD(f)-full", "SSS*-full", "DUAL*-full"] {
            assert!(message(idle).contains("has no effect"), "{idle}: {}", message(idle));
        }
        assert!(message("AlphaBeta-passes9").contains("'passes9' has no effect on AlphaBeta"));
        for repeated in ["MTD(f)-mean-twoback", "PVS-full-full", "C*-passes9-passes99"] {
            assert!(message(repeated).contains("repeats"), "{repeated}: {}", message(repeated));
        }
    }

    #[track_caller]
    fn message(text: &str) -> String {
        text.parse::<DriverConfig>().expect_err(text).to_string()
    }

    #[test]
    fn invalid_settings_are_rejected_with_the_reason() {
        for (text, reason) in [
            ("PVS:", "invalid setting ''; expected NAME=VALUE"),
            ("PVS:null_base", "invalid setting 'null_base'"),
            ("PVS:null_bse=3", "unknown parameter 'null_bse'; did you mean 'null_base'?"),
            ("PVS:use_razor=false", "did you mean 'use_razoring'?"),
            ("PVS:nets=a", "did you mean 'net'?"),
            ("PVS:xyz=1", "unknown parameter 'xyz'"),
            ("PVS:null_base=7", "invalid value '7' of null_base; expected an integer from 2 to 6"),
            ("PVS:null_base=x", "expected an integer from 2 to 6"),
            ("PVS:use_razoring=0", "invalid value '0' of use_razoring; expected true or false"),
            ("PVS:net=", "the name of a network file is empty"),
            ("PVS:net=a,net=b", "'net' is set twice"),
        ] {
            assert!(message(text).contains(reason), "{text}: {}", message(text));
        }
        if !cfg!(feature = "tune") {
            assert!(message("PVS:null_base=3").contains("--features tune"));
        }
    }

    #[test]
    fn a_network_belongs_to_a_player() {
        let config: DriverConfig = "MTD(f)-mean:net=a:b-c.lnn".parse().expect("a player");
        assert_eq!((config.algorithm, config.options.guess), (Algorithm::MtdF, MtdGuess::Mean));
        assert_eq!(config.network.as_deref(), Some(std::path::Path::new("a:b-c.lnn")));
        assert_eq!(config.name(), "MTD(f)-mean:net=a:b-c.lnn");
    }

    #[cfg(feature = "tune")]
    #[test]
    fn settings_belong_to_a_player() {
        let config: DriverConfig = "PVS:use_razoring=false,net=x,null_base=3".parse().expect("a player");
        assert_eq!(config.name(), "PVS:net=x,null_base=3,use_razoring=false");
        assert_eq!("PVS:null_base=+03".parse::<DriverConfig>().expect("a player").name(), "PVS:null_base=3");
        let timed: DriverConfig = "PVS:time_hard=30,null_base=3".parse().expect("a player");
        assert_eq!(timed.needing_clock().collect::<Vec<_>>(), ["time_hard"]);
        assert_eq!((timed.needing_tables().count(), config.needing_tables().count()), (0, 0));
        let off: DriverConfig = "PVS:use_syzygy=false,use_razoring=false".parse().expect("a player");
        assert_eq!(off.needing_tables().collect::<Vec<_>>(), ["use_syzygy"]);
        let parameters = &config.settings().parameters;
        assert_eq!(
            (parameters.number("null_base"), parameters.switch("use_razoring")),
            (Some(3), Some(false))
        );
        let named = config.with_parameters(parameters.clone());
        assert_eq!(named.name(), config.name());
        let other = config.with_parameters(Parameters::default());
        assert_eq!((other.name(), other.name().parse()), ("PVS:net=x", Ok(other.clone())));
        assert!(config.network.is_some() && message("PVS:null_base=3,null_base=3").contains("set twice"));
    }

    #[test]
    fn rules_that_need_tables_exist() {
        assert!(NEEDING_TABLES.iter().all(|name| rule_names().any(|rule| rule == *name)));
        let default: DriverConfig = DriverConfig::BASELINE.parse().expect("a player");
        assert_eq!(default.needing_tables().count(), 0);
    }

    #[cfg(feature = "tune")]
    #[test]
    fn the_time_plan_has_the_parameters_of_the_time_management_alone() {
        let of = |name: &str| name.parse::<DriverConfig>().expect(name).time_plan();
        for same in ["Scout", "PVS:null_base=3,use_razoring=false", "PVS:time_hard=50", "PVS:net=x"] {
            assert_eq!(of(same), of("PVS"), "{same}");
        }
        for other in ["PVS:time_hard=51", "PVS:time_first=251", "PVS:time_nodes=0"] {
            assert_ne!(of(other), of("PVS"), "{other}");
        }
        assert_ne!(of("PVS:time_calm=1"), of("PVS:time_fall=1"));
    }

    #[cfg(feature = "tune")]
    #[test]
    fn an_unknown_rule_has_a_suggestion() {
        let refused = |rule: &str| {
            let error = switch_off_rules(&mut Parameters::default(), &[rule.to_owned()]).expect_err(rule);
            error.to_string()
        };
        assert_eq!(refused("use_razor"), "unknown rule 'use_razor'; did you mean 'use_razoring'?");
        assert_eq!(refused("xyz"), "unknown rule 'xyz'");
        // A number is not a rule.
        assert!(!refused("null_base").contains("'null_base'?"), "{}", refused("null_base"));
    }
}
