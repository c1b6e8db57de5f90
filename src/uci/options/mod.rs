//! Options: what an option is, how its value is parsed, and how options are listed.

#[cfg(test)]
mod effects;
mod table;
mod tunable;

pub(super) use table::TABLE;
pub(super) use tunable::listing as tunables;

use std::fmt;

use super::setup::Setup;
use crate::book::BookError;
use crate::engine::EngineError;
use crate::files::FileError;
use crate::files::quoted;

/// The specification of one option. Everything else follows from it.
pub(super) struct Spec {
    pub name: &'static str,
    pub kind: Kind,
    /// The description for `help` and the README.
    pub help: &'static str,
}

/// Which values an option takes, which one is the default, and what setting it does.
pub(super) enum Kind {
    Check { default: bool, apply: Apply<bool> },
    Spin { default: i64, min: i64, max: i64, apply: Apply<i64> },
    Combo { default: &'static str, values: fn() -> Vec<&'static str>, apply: Apply<str> },
    Button { apply: Apply<()> },
    Text { default: &'static str, apply: Apply<str> },
}

/// What setting an option does.
pub(super) enum Apply<T: ?Sized + 'static> {
    /// Changes the setup.
    Set(fn(&mut Setup, &T)),
    /// Changes the setup and [`Setup::search`], without waiting for its end.
    Live(fn(&mut Setup, &T)),
    /// Changes the setup, or fails and leaves it as it was.
    Try(fn(&mut Setup, &T) -> Result<(), OptionError>),
    /// Does nothing, for the given reason.
    Ignore(&'static str),
}

/// Why an option was not set.
#[derive(Debug)]
pub(super) enum OptionError {
    Unknown { name: String },
    Value { option: &'static str, value: String, expected: String },
    Hash(EngineError),
    Threads(EngineError),
    Model { path: String, error: EngineError },
    Book { path: String, error: BookError },
    Log { path: String, error: FileError },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Unknown { name } => {
                write!(f, "unknown option '{}'; 'uci' lists the options", quoted(name))
            }
            OptionError::Value { option, value, expected } => {
                write!(f, "invalid value '{}' of option {option}: expected {expected}", quoted(value))
            }
            OptionError::Hash(error) | OptionError::Threads(error) => write!(f, "{error}"),
            OptionError::Model { path, error } => {
                write!(f, "cannot load evaluation file '{}': {error}", quoted(path))
            }
            OptionError::Book { path, error } => write!(f, "cannot open book '{}': {error}", quoted(path)),
            OptionError::Log { path, error } => {
                write!(f, "cannot write log file '{}': {error}", quoted(path))
            }
        }
    }
}

impl std::error::Error for OptionError {}

impl<T: ?Sized> Apply<T> {
    fn run(&self, setup: &mut Setup, value: &T) -> Result<(), OptionError> {
        match self {
            Apply::Set(set) | Apply::Live(set) => {
                set(setup, value);
                Ok(())
            }
            Apply::Try(set) => set(setup, value),
            Apply::Ignore(reason) => {
                if setup.debug {
                    setup.out.info(format!("no effect: {reason}"));
                }
                Ok(())
            }
        }
    }
}

/// Reports whether the option `name` changes a search under way.
pub(super) fn is_live(name: &str) -> bool {
    let spec = TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
    spec.is_some_and(|spec| match &spec.kind {
        Kind::Check { apply, .. } => matches!(apply, Apply::Live(_)),
        Kind::Spin { apply, .. } => matches!(apply, Apply::Live(_)),
        Kind::Combo { apply, .. } | Kind::Text { apply, .. } => matches!(apply, Apply::Live(_)),
        Kind::Button { apply } => matches!(apply, Apply::Live(_)),
    })
}

/// Sets the option `name`; names are not case-sensitive. Warns about a number out of range.
///
/// # Errors
/// Returns an error if there is no such option, if the value is invalid or if it cannot take effect.
pub(super) fn set(setup: &mut Setup, name: &str, value: Option<&str>) -> Result<(), OptionError> {
    let value = value.unwrap_or_default().trim();
    match TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)) {
        Some(spec) => spec.set(setup, value),
        None => {
            let unknown = || Err(OptionError::Unknown { name: name.to_owned() });
            tunable::set(&mut setup.settings.parameters, name, value).unwrap_or_else(unknown)
        }
    }
}

impl Spec {
    fn set(&self, setup: &mut Setup, text: &str) -> Result<(), OptionError> {
        let invalid = |expected| OptionError::Value { option: self.name, value: text.to_owned(), expected };
        match &self.kind {
            Kind::Button { apply } => apply.run(setup, &()),
            Kind::Text { apply, .. } => apply.run(setup, if text == "<empty>" { "" } else { text }),
            Kind::Check { apply, .. } => match parse_bool(text) {
                Some(on) => apply.run(setup, &on),
                None => Err(invalid(BOOLEAN.into())),
            },
            Kind::Combo { values, apply, .. } => {
                match values().into_iter().find(|known| known.eq_ignore_ascii_case(text)) {
                    Some(known) => apply.run(setup, known),
                    None => Err(invalid(format!("one of {}", values().join(", ")))),
                }
            }
            Kind::Spin { min, max, apply, .. } => {
                let number =
                    parse_integer(text).ok_or_else(|| invalid(format!("an integer from {min} to {max}")))?;
                let clamped = number.clamp(i128::from(*min), i128::from(*max)) as i64;
                if i128::from(clamped) != number {
                    setup.out.warning(format!(
                        "value '{}' of option {} is out of range {min} to {max}: clamped to {clamped}",
                        quoted(text),
                        self.name
                    ));
                }
                apply.run(setup, &clamped)
            }
        }
    }

    /// Returns the line of the answer to `uci`.
    pub fn listing(&self) -> String {
        let name = self.name;
        match &self.kind {
            Kind::Check { default, .. } => format!("option name {name} type check default {default}"),
            Kind::Spin { default, min, max, .. } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, values, .. } => {
                format!("option name {name} type combo default {default} var {}", values().join(" var "))
            }
            Kind::Button { .. } => format!("option name {name} type button"),
            Kind::Text { default: "", .. } => format!("option name {name} type string default <empty>"),
            Kind::Text { default, .. } => format!("option name {name} type string default {default}"),
        }
    }
}

/// What a check option expects.
const BOOLEAN: &str = "true or false";

/// Parses `true` or `false` in any case.
fn parse_bool(text: &str) -> Option<bool> {
    text.to_ascii_lowercase().parse().ok()
}

/// Parses an integer of any size; what does not fit becomes a bound.
fn parse_integer(text: &str) -> Option<i128> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits.parse::<i128>().unwrap_or(i128::MAX);
    Some(if text.starts_with('-') { -size } else { size })
}

/// Returns the options as a Markdown table, for the README.
#[must_use]
pub fn table() -> String {
    let mut text =
        String::from("| Option | Type | Default | Range | What it does |\n|---|---|---|---|---|\n");
    for Spec { name, kind, help } in TABLE {
        let (kind, default, range) = match kind {
            Kind::Check { default, .. } => ("check", default.to_string(), "true, false".into()),
            Kind::Spin { default, min, max, .. } => ("spin", default.to_string(), format!("{min} to {max}")),
            Kind::Combo { default, values, .. } => ("combo", (*default).into(), values().join(", ")),
            Kind::Button { .. } => ("button", String::new(), String::new()),
            Kind::Text { default: "", .. } => ("string", "`<empty>`".into(), String::new()),
            Kind::Text { default, .. } => ("string", format!("`{default}`"), String::new()),
        };
        text += &format!("| `{name}` | {kind} | {default} | {range} | {help} |\n");
    }
    text
}
