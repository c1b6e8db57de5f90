//! Options: one table, from which the listing, the parser and the help come.

use std::time::Duration;

use super::command::shorten;
use super::opening::choices;
use crate::search::{Algorithm, DriverOptions, MtdGuess, Settings, StrengthLimit, experiment, params};
use crate::syzygy::Tablebases;
use crate::tt::Tt;
use crate::types::Depth;

/// One option.
pub(super) struct Spec {
    pub id: Id,
    pub name: &'static str,
    pub kind: Kind,
    pub about: &'static str,
}

/// What an option is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Id {
    Hash,
    ClearHash,
    Threads,
    MultiPv,
    Ponder,
    Chess960,
    AnalyseMode,
    Opponent,
    EngineAbout,
    MoveOverhead,
    NodesTime,
    Algorithm,
    Aspiration,
    MtdGuess,
    MtdStep,
    Passes,
    Minimal,
    ShowWdl,
    LimitStrength,
    Elo,
    Skill,
    SkillSeed,
    EvalFile,
    OwnBook,
    BookFile,
    BookDepth,
    BookChoice,
    SyzygyPath,
    SyzygyProbeDepth,
    SyzygyProbeLimit,
    Syzygy50MoveRule,
    LogFile,
}

/// What values an option takes.
pub(super) enum Kind {
    Check { default: bool },
    Spin { default: i64, min: i64, max: i64 },
    Combo { default: &'static str, values: fn() -> Vec<&'static str> },
    Button,
    Text { default: &'static str },
}

/// A value that fits its option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Check(bool),
    Number(i64),
    Text(String),
    Pressed,
}

/// The evaluation file that is no file.
pub(super) const BUILT_IN: &str = "<default>";

const MAX_ELO: i64 = StrengthLimit::MAX_ELO as i64;
const FULL_SKILL: i64 = StrengthLimit::FULL_SKILL as i64;

const ABOUT: &str = concat!(
    "Lancet ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine of the narrow-window search family, GPL-3.0-or-later"
);

fn algorithms() -> Vec<&'static str> {
    Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect()
}

fn guesses() -> Vec<&'static str> {
    MtdGuess::ALL.iter().map(|guess| guess.name()).collect()
}

/// The table.
#[rustfmt::skip]
pub(super) const TABLE: &[Spec] = &[
    Spec { id: Id::Hash, name: "Hash", kind: Kind::Spin { default: 16, min: 1, max: Tt::MAX_MB as i64 },
        about: "Size of the transposition table in MiB" },
    Spec { id: Id::ClearHash, name: "Clear Hash", kind: Kind::Button,
        about: "Forget everything that was found out" },
    Spec { id: Id::Threads, name: "Threads", kind: Kind::Spin { default: 1, min: 1, max: Settings::MAX_THREADS as i64 },
        about: "Threads of a search" },
    Spec { id: Id::MultiPv, name: "MultiPV", kind: Kind::Spin { default: 1, min: 1, max: Settings::MAX_MULTI_PV as i64 },
        about: "Best lines to report" },
    Spec { id: Id::Ponder, name: "Ponder", kind: Kind::Check { default: false },
        about: "The interface will let the engine think on the opponent's time" },
    Spec { id: Id::Chess960, name: "UCI_Chess960", kind: Kind::Check { default: false },
        about: "Chess960: castling is written as king takes rook" },
    Spec { id: Id::AnalyseMode, name: "UCI_AnalyseMode", kind: Kind::Check { default: false },
        about: "The interface analyses: no book is used, and the strength is not limited" },
    Spec { id: Id::Opponent, name: "UCI_Opponent", kind: Kind::Text { default: "" },
        about: "The opponent's title, rating, kind and name; only for the log" },
    Spec { id: Id::EngineAbout, name: "UCI_EngineAbout", kind: Kind::Text { default: ABOUT },
        about: "What Lancet is; setting it changes nothing" },
    Spec { id: Id::MoveOverhead, name: "Move Overhead", kind: Kind::Spin { default: 10, min: 0, max: 5000 },
        about: "Milliseconds kept back for the way between interface and engine" },
    Spec { id: Id::NodesTime, name: "nodestime", kind: Kind::Spin { default: 0, min: 0, max: 10_000 },
        about: "Where not 0, nodes that count as a millisecond of the clock" },
    Spec { id: Id::Algorithm, name: "Algorithm", kind: Kind::Combo { default: "PVS", values: algorithms },
        about: "Member of the narrow-window family that drives the search" },
    Spec { id: Id::Aspiration, name: "Aspiration", kind: Kind::Check { default: true },
        about: "Ask first with a small window around the last score; MTD(f), SSS* and DUAL* do not" },
    Spec { id: Id::MtdGuess, name: "MTD Guess", kind: Kind::Combo { default: "Last", values: guesses },
        about: "Where MTD(f) begins: at the score of the last iteration, of two back, or at their mean" },
    Spec { id: Id::MtdStep, name: "MTD Step", kind: Kind::Spin { default: 0, min: 0, max: DriverOptions::MAX_STEP as i64 },
        about: "By how much MTD(f) goes beyond a bound found twice on the same side, doubling" },
    Spec { id: Id::Passes, name: "Passes", kind: Kind::Spin { default: 250, min: 1, max: DriverOptions::MAX_PASSES as i64 },
        about: "Most zero-window passes for one score; then MTD(f), SSS*, DUAL* and C* open the window" },
    Spec { id: Id::Minimal, name: "Minimal", kind: Kind::Check { default: false },
        about: "Report only the last line before each move" },
    Spec { id: Id::ShowWdl, name: "UCI_ShowWDL", kind: Kind::Check { default: false },
        about: "Report the chances to win, draw and lose with each score, in thousandths" },
    Spec { id: Id::LimitStrength, name: "UCI_LimitStrength", kind: Kind::Check { default: false },
        about: "Play with the strength that UCI_Elo says; analysis has full strength all the same" },
    Spec { id: Id::Elo, name: "UCI_Elo", kind: Kind::Spin { default: MAX_ELO, min: StrengthLimit::MIN_ELO as i64, max: MAX_ELO },
        about: "Strength where it is limited, on the scale of the CCRL blitz list" },
    Spec { id: Id::Skill, name: "Skill Level", kind: Kind::Spin { default: FULL_SKILL, min: 0, max: FULL_SKILL },
        about: "Strength from 0 to 19 in even steps of Elo; 20 is no limit; UCI_LimitStrength goes before" },
    Spec { id: Id::SkillSeed, name: "Skill Seed", kind: Kind::Spin { default: 0, min: 0, max: i32::MAX as i64 },
        about: "Where not 0, what is chance in limited play follows from it; else each game has its own" },
    Spec { id: Id::EvalFile, name: "EvalFile", kind: Kind::Text { default: BUILT_IN },
        about: "File with a model to evaluate by; `<default>` is the built-in network" },
    Spec { id: Id::OwnBook, name: "OwnBook", kind: Kind::Check { default: false },
        about: "Play moves from a book while it has them; never in analysis or on the opponent's time" },
    Spec { id: Id::BookFile, name: "Book File", kind: Kind::Text { default: BUILT_IN },
        about: "Book in the Polyglot format; `<default>` is the built-in book" },
    Spec { id: Id::BookDepth, name: "Book Depth", kind: Kind::Spin { default: 255, min: 0, max: 1000 },
        about: "Plies of a game after which the book is closed" },
    Spec { id: Id::BookChoice, name: "Book Choice", kind: Kind::Combo { default: "Weighted", values: choices },
        about: "Take the move of most weight, or any by chance, each as often as it has weight" },
    Spec { id: Id::SyzygyPath, name: "SyzygyPath", kind: Kind::Text { default: "" },
        about: "Folders with endgame tables, between them a colon, or a semicolon on Windows" },
    Spec { id: Id::SyzygyProbeDepth, name: "SyzygyProbeDepth", kind: Kind::Spin { default: 1, min: 1, max: 100 },
        about: "Least depth at which positions with as many men as the largest tables are looked up" },
    Spec { id: Id::SyzygyProbeLimit, name: "SyzygyProbeLimit", kind: Kind::Spin { default: 7, min: 0, max: Tablebases::MAX_PIECES as i64 },
        about: "Most men, kings and pawns among them, of positions that are looked up" },
    Spec { id: Id::Syzygy50MoveRule, name: "Syzygy50MoveRule", kind: Kind::Check { default: true },
        about: "Tables give as drawn what only the fifty-move rule makes a draw" },
    Spec { id: Id::LogFile, name: "Debug Log File", kind: Kind::Text { default: "" },
        about: "File to which all lines read and written are added" },
];

impl Spec {
    /// As `uci` lists it.
    pub fn listing(&self) -> String {
        let name = self.name;
        match &self.kind {
            Kind::Check { default } => format!("option name {name} type check default {default}"),
            Kind::Spin { default, min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, values } => {
                format!("option name {name} type combo default {default} var {}", values().join(" var "))
            }
            Kind::Button => format!("option name {name} type button"),
            Kind::Text { default: "" } => format!("option name {name} type string default <empty>"),
            Kind::Text { default } => format!("option name {name} type string default {default}"),
        }
    }

    /// Reads a value, with a warning where it had to be changed.
    ///
    /// # Errors
    /// One sentence.
    pub fn read(&self, value: Option<&str>) -> Result<(Value, Option<String>), String> {
        let name = self.name;
        let text = value.unwrap_or_default().trim();
        match &self.kind {
            Kind::Button => Ok((Value::Pressed, None)),
            Kind::Text { .. } => {
                Ok((Value::Text(if text == "<empty>" { String::new() } else { text.to_owned() }), None))
            }
            Kind::Check { .. } => match text.to_ascii_lowercase().as_str() {
                "true" => Ok((Value::Check(true), None)),
                "false" => Ok((Value::Check(false), None)),
                _ => Err(format!("option {name} takes true or false, not '{}'", shorten(text))),
            },
            Kind::Combo { values, .. } => values()
                .into_iter()
                .find(|known| known.eq_ignore_ascii_case(text))
                .map(|known| (Value::Text(known.to_owned()), None))
                .ok_or_else(|| {
                    format!("option {name} takes one of {}, not '{}'", values().join(", "), shorten(text))
                }),
            Kind::Spin { min, max, .. } => {
                let number = spin_number(text).ok_or_else(|| {
                    format!("option {name} takes a whole number from {min} to {max}, not '{}'", shorten(text))
                })?;
                let clamped = number.clamp(i128::from(*min), i128::from(*max)) as i64;
                let warning = (i128::from(clamped) != number)
                    .then(|| format!("option {name} goes from {min} to {max}: it is {clamped} now"));
                Ok((Value::Number(clamped), warning))
            }
        }
    }
}

/// A whole number of any size.
fn spin_number(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // Beyond all bounds is as good as at the bound.
    let size = digits.parse::<i128>().unwrap_or(i128::MAX);
    Some(if text.starts_with('-') { -size } else { size })
}

/// The option of that name, upper and lower case being one.
pub(super) fn find(name: &str) -> Option<&'static Spec> {
    TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

/// The state of the options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub hash_mb: usize,
    pub settings: Settings,
    pub chess960: bool,
    pub minimal: bool,
    pub show_wdl: bool,
    pub strength: Strength,
}

/// What the options say about strength.
#[derive(Clone, Debug)]
pub(super) struct Strength {
    is_limited: bool,
    elo: u32,
    skill: u32,
    seed: u64,
    /// The interface analyses.
    is_analysis: bool,
}

impl Strength {
    /// The level to play at; none for full strength.
    fn level(&self) -> Option<StrengthLimit> {
        let by_elo = self.is_limited.then(|| StrengthLimit::from_elo(self.elo));
        let level = by_elo.or_else(|| StrengthLimit::from_skill(self.skill)).filter(|_| !self.is_analysis);
        level.map(|level| if self.seed == 0 { level } else { level.with_seed(self.seed) })
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mb: 16,
            settings: Settings::default(),
            chess960: false,
            minimal: false,
            show_wdl: false,
            strength: Strength {
                is_limited: false,
                elo: StrengthLimit::MAX_ELO,
                skill: StrengthLimit::FULL_SKILL,
                seed: 0,
                is_analysis: false,
            },
        }
    }
}

impl Options {
    /// Takes up a value that changes only how the next search is set up.
    pub fn set(&mut self, id: Id, value: &Value) {
        match (id, value) {
            (Id::Hash, Value::Number(mb)) => self.hash_mb = *mb as usize,
            (Id::Threads, Value::Number(threads)) => self.settings.threads = *threads as usize,
            (Id::MultiPv, Value::Number(lines)) => self.settings.multi_pv = *lines as usize,
            (Id::MoveOverhead, Value::Number(ms)) => {
                self.settings.move_overhead = Duration::from_millis(*ms as u64);
            }
            (Id::NodesTime, Value::Number(nodes)) => self.settings.nodes_per_ms = *nodes as u64,
            (Id::Algorithm, Value::Text(name)) => {
                self.settings.algorithm = name.parse().unwrap_or_default();
            }
            (Id::Aspiration, Value::Check(on)) => self.settings.driver.aspiration = *on,
            (Id::MtdGuess, Value::Text(name)) => {
                self.settings.driver.guess = name.parse().unwrap_or_default();
            }
            (Id::MtdStep, Value::Number(step)) => self.settings.driver.step = *step as i32,
            (Id::Passes, Value::Number(passes)) => self.settings.driver.max_passes = *passes as u32,
            (Id::SyzygyProbeDepth, Value::Number(depth)) => {
                self.settings.syzygy.probe_depth = *depth as Depth
            }
            (Id::SyzygyProbeLimit, Value::Number(men)) => self.settings.syzygy.probe_limit = *men as usize,
            (Id::Syzygy50MoveRule, Value::Check(on)) => self.settings.syzygy.fifty_move_rule = *on,
            (Id::Chess960, Value::Check(on)) => self.chess960 = *on,
            (Id::Minimal, Value::Check(on)) => self.minimal = *on,
            (Id::ShowWdl, Value::Check(on)) => self.show_wdl = *on,
            (Id::LimitStrength, Value::Check(on)) => self.strength.is_limited = *on,
            (Id::Elo, Value::Number(elo)) => self.strength.elo = *elo as u32,
            (Id::Skill, Value::Number(skill)) => self.strength.skill = *skill as u32,
            (Id::SkillSeed, Value::Number(seed)) => self.strength.seed = *seed as u64,
            (Id::AnalyseMode, Value::Check(on)) => self.strength.is_analysis = *on,
            _ => {}
        }
        self.settings.strength = self.strength.level();
    }
}

/// The options as a table in Markdown, for the README.
#[must_use]
pub fn table() -> String {
    let mut text =
        String::from("| Option | Type | Default | Range | What it does |\n|---|---|---|---|---|\n");
    for Spec { name, kind, about, .. } in TABLE {
        let (of_type, default, range) = match kind {
            Kind::Check { default } => ("check", default.to_string(), "true, false".into()),
            Kind::Spin { default, min, max } => ("spin", default.to_string(), format!("{min} to {max}")),
            Kind::Combo { default, values } => ("combo", (*default).into(), values().join(", ")),
            Kind::Button => ("button", String::new(), String::new()),
            Kind::Text { default: "" } => ("string", "`<empty>`".into(), String::new()),
            Kind::Text { default } => ("string", format!("`{default}`"), String::new()),
        };
        text += &format!("| `{name}` | {of_type} | {default} | {range} | {about} |\n");
    }
    text
}

/// The listing of the tunable numbers and switches, in a tuning build.
pub(super) fn tunables() -> Vec<String> {
    if !cfg!(feature = "tune") {
        return Vec::new();
    }
    let rows = params::TABLE.iter().chain(experiment::TABLE).map(|row| {
        format!("option name {} type spin default {} min {} max {}", row.name, row.default, row.min, row.max)
    });
    let switches = params::SWITCHES.iter().chain(experiment::SWITCHES);
    let switches = switches.map(|(name, _)| format!("option name {name} type check default true"));
    rows.chain(switches).collect()
}

/// Sets a tunable number or switch; false where there is none of that name.
#[cfg(feature = "tune")]
pub(super) fn set_tunable(name: &str, value: &str) -> bool {
    match value.parse::<i32>() {
        Ok(number) => params::set(name, number) || experiment::set(name, number),
        Err(_) => {
            let on = value.eq_ignore_ascii_case("true");
            params::switch(name, on) || experiment::switch(name, on)
        }
    }
}

#[cfg(not(feature = "tune"))]
pub(super) fn set_tunable(_name: &str, _value: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_fit_and_names_can_be_split() {
        for spec in TABLE {
            for word in spec.name.split(' ') {
                assert!(!["name", "type", "default", "min", "max", "var", "value"].contains(&word));
            }
            match &spec.kind {
                Kind::Spin { default, min, max } => assert!(min <= default && default <= max),
                Kind::Combo { default, values } => assert!(values().contains(default)),
                _ => {}
            }
            assert_eq!(find(&spec.name.to_uppercase()).map(|found| found.id), Some(spec.id));
        }
    }

    #[test]
    fn numbers_out_of_range_are_clamped_with_a_warning_and_words_refused() {
        let hash = find("hash").expect("an option");
        assert_eq!(hash.read(Some("64")), Ok((Value::Number(64), None)));
        let (value, warning) = hash.read(Some("-5")).expect("clamped");
        assert_eq!(value, Value::Number(1));
        assert!(warning.is_some_and(|warning| warning.contains("from 1 to 33554432")));
        assert_eq!(hash.read(Some("9".repeat(60).as_str())).expect("clamped").0, Value::Number(33_554_432));
        for bad in ["abc", "", "1e3", "0x10", "--3"] {
            assert!(hash.read(Some(bad)).unwrap_err().contains("whole number"), "{bad}");
        }
        assert!(find("Ponder").expect("an option").read(Some("yes")).is_err());
        assert_eq!(
            find("Algorithm").expect("an option").read(Some("pvs")),
            Ok((Value::Text("PVS".into()), None))
        );
    }

    #[test]
    fn the_default_state_is_what_the_table_says() {
        let mut options = Options::default();
        let before = format!("{options:?}");
        for spec in TABLE {
            let value = match &spec.kind {
                Kind::Check { default } => Value::Check(*default),
                Kind::Spin { default, .. } => Value::Number(*default),
                Kind::Combo { default, .. } | Kind::Text { default } => Value::Text((*default).to_owned()),
                Kind::Button => Value::Pressed,
            };
            options.set(spec.id, &value);
        }
        assert_eq!(format!("{options:?}"), before);
    }
}
