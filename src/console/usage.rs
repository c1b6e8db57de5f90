//! Usage: what is wrong with a command line, in one line.

use std::any::TypeId;
use std::ffi::OsString;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error as ClapError};

use super::numbers::TOO_LARGE_NUMBER;
use crate::error::Error;

/// The reason of the standard library for a number beyond the range of its type.
const TOO_LARGE: &str = "number too large to fit in target type";

/// Reasons of the standard library why a text is not a number, by their beginnings.
const NOT_A_NUMBER: [&str; 6] = [
    "invalid digit found in string",
    TOO_LARGE,
    "number too small to fit in target type",
    "cannot parse integer from empty string",
    "number would be zero for non-zero type",
    "invalid float literal",
];

/// Returns an error of the command line in one line: what is wrong, what may have been meant, and where the help of the
/// subcommand is.
#[must_use]
pub fn usage_error(error: &ClapError, program: &Command, arguments: &[OsString]) -> Error {
    let mut program = program.clone();
    program.build();
    let (path, command) = named_command(&program, arguments);
    let text = error.render().to_string();
    let first = text.split("\n\n").next().unwrap_or(&text);
    let line = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut line = line.strip_prefix("error: ").unwrap_or(&line).to_owned();
    if error.kind() == ErrorKind::ValueValidation
        && let Some((start, reason)) = line.rsplit_once(": ")
        && let Some(expected) = expected_number(error, command, reason)
    {
        line = format!("{start}: {expected}");
    }
    let meant = suggestion(error).map_or(String::new(), |meant| format!("; did you mean '{meant}'?"));
    Error::Usage(format!("{line}{meant} (see '{path} --help')"))
}

/// Returns the first suggestion of the parser.
fn suggestion(error: &ClapError) -> Option<String> {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.first().cloned(),
        _ => None,
    })
}

/// Returns which number is expected where `reason` says only why the value is not a number.
fn expected_number(error: &ClapError, command: &Command, reason: &str) -> Option<String> {
    if let Some((_, range)) = reason.split_once(" is not in ") {
        return expected_range(range);
    }
    if !NOT_A_NUMBER.contains(&reason) {
        return None;
    }
    if reason == TOO_LARGE {
        return Some(TOO_LARGE_NUMBER.to_owned());
    }
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidArg) else { return None };
    let argument = command.get_arguments().find(|argument| argument.to_string() == *name)?;
    let parsed = argument.get_value_parser().type_id();
    let is_one_of = |types: &[TypeId]| types.iter().any(|id| parsed == *id);
    let expected = if is_one_of(&[TypeId::of::<f32>(), TypeId::of::<f64>()]) {
        "expected a number"
    } else if is_one_of(&[TypeId::of::<i32>(), TypeId::of::<i64>()]) {
        "expected an integer"
    } else if is_one_of(&[
        TypeId::of::<NonZeroU32>(),
        TypeId::of::<NonZeroU64>(),
        TypeId::of::<NonZeroUsize>(),
    ]) {
        "expected an integer of at least 1"
    } else {
        "expected a non-negative integer"
    };
    Some(expected.to_owned())
}

/// Describes a range as the parser writes it, such as `1..=9` or `1..18446744073709551615`.
fn expected_range(range: &str) -> Option<String> {
    let (from, to) = range.split_once("..")?;
    Some(match to.strip_prefix('=') {
        Some(to) => format!("expected an integer from {from} to {to}"),
        None => format!("expected an integer of at least {from}"),
    })
}

/// Returns the program with the subcommands that the arguments name, and the last of these.
fn named_command<'a>(program: &'a Command, arguments: &[OsString]) -> (String, &'a Command) {
    let mut path = program.get_name().to_owned();
    let mut command = program;
    for argument in arguments.iter().skip(1).filter(|argument| *argument != "help") {
        let Some(subcommand) = command.find_subcommand(argument) else { break };
        path = format!("{path} {}", subcommand.get_name());
        command = subcommand;
    }
    (path, command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::command;
    use clap::{Args, Parser, Subcommand, value_parser};

    #[derive(Parser, Debug)]
    #[command(name = "program")]
    enum Sample {
        Outer {
            #[command(subcommand)]
            inner: Inner,
        },
    }

    #[derive(Subcommand, Debug)]
    enum Inner {
        Leaf(Leaf),
    }

    #[derive(Args, Debug)]
    struct Leaf {
        number: u8,
        #[arg(long)]
        seed: Option<u64>,
        #[arg(long, value_parser = value_parser!(u32).range(1..=9))]
        depth: Option<u32>,
        #[arg(long, value_parser = value_parser!(u64).range(1..))]
        nodes: Option<u64>,
        #[arg(long)]
        scale: Option<f64>,
        #[arg(long)]
        count: Option<NonZeroU32>,
        #[arg(long, value_parser = ["red", "green"])]
        colour: Option<String>,
    }

    fn message(line: &str) -> String {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let error = command::<Sample>().try_get_matches_from(&arguments).expect_err(line);
        usage_error(&error, &command::<Sample>(), &arguments).to_string()
    }

    #[test]
    fn errors_are_one_line_and_name_the_help_of_the_subcommand() {
        for (line, command) in [
            ("program", "program"),
            ("program nonsense", "program"),
            ("program outer", "program outer"),
            ("program outer --nonsense", "program outer"),
            ("program outer leaf x", "program outer leaf"),
            ("program help outer lea", "program outer"),
        ] {
            let message = message(line);
            assert!(message.ends_with(&format!("(see '{command} --help')")), "{line}: {message}");
            assert!(!message.contains('\n') && !message.starts_with("error"), "{message}");
        }
    }

    #[test]
    fn values_that_are_no_numbers_say_what_is_expected() {
        for (value, expected) in [
            ("--seed -5", "expected a non-negative integer"),
            ("--seed x", "expected a non-negative integer"),
            ("--depth -1", "expected an integer from 1 to 9"),
            ("--depth 10", "expected an integer from 1 to 9"),
            ("--nodes 0", "expected an integer of at least 1"),
            ("--scale much", "expected a number"),
            ("--count 0", "expected an integer of at least 1"),
            ("--count -3", "expected an integer of at least 1"),
            ("--count 99999999999999999999", "the number is too large"),
        ] {
            let message = message(&format!("program outer leaf 1 {value}"));
            let (name, text) = value.split_once(' ').expect("two words");
            assert!(message.starts_with(&format!("invalid value '{text}' for '{name} <")), "{message}");
            assert!(message.contains(&format!(">': {expected} (see ")), "{message}");
        }
        assert!(message("program outer leaf -1").contains("'<NUMBER>': expected an integer from 0 to 255"));
    }

    #[test]
    fn mistyped_words_get_a_suggestion() {
        for (line, meant) in [
            ("program outr", "outer"),
            ("program outer laef", "leaf"),
            ("program outer leaf 1 --sede 3", "--seed"),
            ("program outer leaf 1 --colour gren", "green"),
        ] {
            let message = message(line);
            assert!(message.contains(&format!("; did you mean '{meant}'? (see ")), "{line}: {message}");
        }
        assert!(!message("program xyz").contains("did you mean"));
    }
}
