//! Genfens: the command line of `genfens`, as OpenBench writes it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use lancet::Error;
use lancet::commands::genfens::Genfens;
use lancet::console::{integer, integer_from};

/// The name of the command.
const NAME: &str = "genfens";

/// The most random plies; longer random games are often over.
const MAX_PLIES: usize = 100;

#[derive(Args, Debug)]
pub(super) struct GenfensArgs {
    /// Number of positions
    #[arg(value_parser = integer(1..=10_000_000_u64))]
    count: u64,
    /// `seed S`, `book FILE` (EPD, or None) and `plies N`; the command and all arguments may be one argument,
    /// as in OpenBench
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

impl GenfensArgs {
    /// Returns the command.
    pub fn command(&self) -> Result<Genfens, Error> {
        let mut genfens = Genfens { count: self.count, seed: 0, book: None, plies: None };
        let mut words = self.words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or_default();
            match word {
                "seed" => {
                    let seed = integer_from(0_u64)(value);
                    genfens.seed = seed.map_err(|expected| Error::invalid("seed", value, expected))?;
                }
                "book" if value.is_empty() => {
                    return Err(Error::invalid("book", value, "expected a file or None"));
                }
                "book" => genfens.book = (!value.eq_ignore_ascii_case("none")).then(|| PathBuf::from(value)),
                "plies" => {
                    let plies = value.parse().ok().filter(|plies| *plies <= MAX_PLIES);
                    let range = || format!("expected an integer from 0 to {MAX_PLIES}");
                    genfens.plies = Some(plies.ok_or_else(|| Error::invalid("plies", value, range()))?);
                }
                _ => return Err(Error::invalid("argument", word, "expected seed, book or plies")),
            }
        }
        Ok(genfens)
    }
}

/// Splits a command that is one argument, possibly followed by `quit`, as OpenBench writes it.
pub(super) fn split(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match &arguments[..] {
        [program, command, rest @ ..]
            if (rest.is_empty() || rest == ["quit"])
                && let Some(words) = command.to_str().filter(|words| words.starts_with(NAME)) =>
        {
            [program.clone()].into_iter().chain(words.split_whitespace().map(OsString::from)).collect()
        }
        _ => arguments,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(arguments: &[&str]) -> Vec<String> {
        let words = split(arguments.iter().map(OsString::from));
        words.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn a_command_in_one_argument_is_split() {
        let all = ["lancet", "genfens", "3", "seed", "4", "book", "None"];
        assert_eq!(parts(&["lancet", "genfens 3 seed 4 book None ", "quit"]), all);
        assert_eq!(parts(&["lancet", "genfens 3 seed 4  book None"]), all);
        assert_eq!(parts(&all), all);
        for other in [&["lancet", "bench"][..], &["lancet"], &["lancet", "suite", "genfens 3"], &[]] {
            assert_eq!(parts(other), other);
        }
    }

    #[test]
    fn openbench_arguments_are_parsed() {
        let read = |words: &str| {
            let words = words.split_whitespace().map(str::to_string).collect();
            GenfensArgs { count: 2, words }.command().map_err(|error| error.to_string())
        };
        let plain = Genfens { count: 2, seed: 0, book: None, plies: None };
        assert_eq!(read(""), Ok(plain.clone()));
        assert_eq!(
            read("seed 18446744073709551615 book NONE"),
            Ok(Genfens { seed: u64::MAX, ..plain.clone() })
        );
        let all = Genfens { seed: 7, book: Some("a.epd".into()), plies: Some(6), ..plain };
        assert_eq!(read("plies 6 book a.epd seed 7"), Ok(all));
        let cases = [
            ("seed", "invalid seed '': expected an integer of at least 0"),
            ("seed -1", "invalid seed '-1': expected an integer of at least 0"),
            ("seed 18446744073709551616", "invalid seed '18446744073709551616': the number is too large"),
            ("plies 101", "invalid plies '101': expected an integer from 0 to 100"),
            ("depth 3", "invalid argument 'depth': expected seed, book or plies"),
        ];
        for (words, message) in cases {
            assert_eq!(read(words), Err(message.to_string()), "{words}");
        }
    }
}
