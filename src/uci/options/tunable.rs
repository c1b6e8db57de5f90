//! Tunable: the search parameters and rule switches of a tuning build as options.

use super::OptionError;
use crate::search::{Parameters, params};

/// Returns the listing of the search parameters and rule switches.
pub(in crate::uci) fn listing() -> Vec<String> {
    if !cfg!(feature = "tune") {
        return Vec::new();
    }
    let numbers = params::TABLE.iter().map(|row| {
        format!("option name {} type spin default {} min {} max {}", row.name, row.default, row.min, row.max)
    });
    let switches = params::SWITCHES.iter();
    let switches = switches.map(|(name, _)| format!("option name {name} type check default true"));
    numbers.chain(switches).collect()
}

/// Sets a search parameter or rule switch; `None` if there is none of that name, or in a normal build. A number out of
/// range is refused and not clamped: a tuner would measure another value than the one that it has sent.
pub(super) fn set(parameters: &mut Parameters, name: &str, value: &str) -> Option<Result<(), OptionError>> {
    if !cfg!(feature = "tune") {
        return None;
    }
    let is_named = |known: &str| known.eq_ignore_ascii_case(name);
    let invalid = |option, expected| OptionError::Value { option, value: value.to_owned(), expected };
    if let Some(row) = params::TABLE.iter().find(|row| is_named(row.name)) {
        let number = super::parse_integer(value).and_then(|number| i32::try_from(number).ok());
        let is_set = number.is_some_and(|number| parameters.set_number(row.name, number));
        let expected = || format!("an integer from {} to {}", row.min, row.max);
        return Some(if is_set { Ok(()) } else { Err(invalid(row.name, expected())) });
    }
    let (switch, _) = params::SWITCHES.iter().find(|(known, _)| is_named(known))?;
    let is_set = super::parse_bool(value).is_some_and(|on| parameters.set_switch(switch, on));
    Some(if is_set { Ok(()) } else { Err(invalid(switch, super::BOOLEAN.into())) })
}
