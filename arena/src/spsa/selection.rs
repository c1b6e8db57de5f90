//! The selection of the parameters that are tuned, by names and patterns.

use lancet::search::params::{self, Parameter};

use crate::error::ArenaError;

/// Returns the parameters with these names, in the order of the table. A `*` in a name stands for any letters. Without a
/// clock those of the time management are left out: only random variation would move them.
///
/// # Errors
/// A name or pattern of no parameter, of one that is not tuned, or without a clock of the time management alone.
pub fn select(names: &[String], has_clock: bool) -> Result<Vec<&'static Parameter>, ArenaError> {
    let acts = |row: &Parameter| has_clock || !row.needs_clock();
    let tuned = || params::TABLE.iter().filter(|row| row.step > 0);
    for name in names {
        let mut found = tuned().filter(|row| matches(name, row.name)).peekable();
        if found.peek().is_none() {
            return Err(ArenaError::NothingToTune(name.clone()));
        }
        if !found.any(acts) {
            return Err(ArenaError::NeedsClock(name.clone()));
        }
    }
    let is_selected = |row: &&Parameter| acts(row) && names.iter().any(|name| matches(name, row.name));
    Ok(tuned().filter(is_selected).collect())
}

/// Reports whether a name matches a pattern. Parts between two stars match at their first occurrence, which leaves the
/// longest rest for the others.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|start| name.strip_prefix(start)) else { return false };
    let Some(end) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { return false };
        rest = after;
    }
    rest.ends_with(end)
}

/// The names of the parameters whose last perturbation, `c_end` steps, is often lost when values are rounded for play: below
/// half a unit both sides may play the same value.
pub(super) fn lost_in_rounding(rows: &[&Parameter], c_end: f64) -> Vec<&'static str> {
    rows.iter().filter(|row| last_perturbation(row, c_end) < 0.5).map(|row| row.name).collect()
}

/// The perturbation of a parameter in the last iteration: `c_end` steps.
pub(super) fn last_perturbation(row: &Parameter, c_end: f64) -> f64 {
    f64::from(row.step) * c_end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_perturbations_are_lost_in_rounding() {
        let rows = select(&["null_base".into(), "futility_slope".into()], false).expect("parameters");
        assert_eq!(rows.iter().map(|row| row.step).min(), Some(1));
        assert_eq!(lost_in_rounding(&rows, 0.5), [""; 0]);
        assert_eq!(lost_in_rounding(&rows, 0.4), ["null_base"]);
    }

    fn selected(names: &[&str]) -> Vec<&'static str> {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        select(&names, false).expect("parameters").into_iter().map(|row| row.name).collect()
    }

    #[test]
    fn patterns_select_parameters_once_and_in_order() {
        assert_eq!(selected(&["null_base"]), ["null_base"]);
        assert_eq!(
            selected(&["razoring_slope", "razoring_*"]),
            ["razoring_depth", "razoring_base", "razoring_slope"]
        );
        assert_eq!(selected(&["r*ility_*slope"]), ["reverse_futility_slope"]);
        assert!(selected(&["*"]).len() > 50);
    }

    #[test]
    fn stars_stand_for_any_letters() {
        for pattern in ["abcab", "*", "a*", "*b", "a*b", "*c*", "a**b", "***", "*a*b*", "ab*ab", "*ab*ab"] {
            assert!(matches(pattern, "abcab"), "{pattern}");
        }
        for pattern in ["", "abc", "b*", "*a", "abc*cab", "*c*c*", "abca*ab", "*ab*ab*ab"] {
            assert!(!matches(pattern, "abcab"), "{pattern}");
        }
        // A search of all ways to divide the name would not end.
        assert!(!matches(&"*a".repeat(40), &("a".repeat(80) + "b")));
    }

    #[test]
    fn what_cannot_be_tuned_is_refused() {
        for name in ["", "null", "use_razoring", "tt_bounds", "null_base*x"] {
            let error = select(&[name.to_owned()], true).expect_err(name).to_string();
            assert!(error.contains(&format!("no parameter '{name}'")), "{error}");
        }
    }

    #[test]
    fn the_time_management_is_tuned_with_a_clock_alone() {
        let of = |name: &str, has_clock| select(&[name.to_owned()], has_clock);
        for name in ["time_hard", "time_*"] {
            assert!(of(name, true).is_ok_and(|rows| !rows.is_empty()));
            let error = of(name, false).expect_err(name).to_string();
            assert!(error.contains(&format!("'{name}' has no effect in games without a clock")), "{error}");
        }
        let [with, without] = [true, false].map(|has_clock| of("*", has_clock).expect("parameters").len());
        assert_eq!(with - without, of("time_*", true).expect("parameters").len());
    }
}
