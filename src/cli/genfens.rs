//! Genfens: the words of OpenBench on the command line.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, value_parser};

use lancet::Error;
use lancet::commands::genfens::Genfens;

/// The name of the command.
const NAME: &str = "genfens";

/// Random plies at most: after more there is often no game left.
const MAX_PLIES: usize = 100;

#[derive(Args, Debug)]
pub(super) struct GenfensArgs {
    /// How many positions
    #[arg(value_parser = value_parser!(u64).range(1..=10_000_000))]
    count: u64,
    /// `seed S`, `book FILE` (EPD, or None) and `plies N`, as OpenBench writes them; all may be one
    /// argument with the command
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

impl GenfensArgs {
    pub(super) fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        self.read()?.run(out)
    }

    fn read(&self) -> Result<Genfens, Error> {
        let mut asked = Genfens { count: self.count, seed: 0, book: None, plies: None };
        let mut words = self.words.iter().map(String::as_str);
        while let Some(word) = words.next() {
            let value = words.next();
            let refused =
                || Error::Sentence(format!("genfens: '{}' is no {word}", value.unwrap_or_default()));
            match word {
                "seed" => asked.seed = value.and_then(|v| v.parse().ok()).ok_or_else(refused)?,
                "book" => {
                    let name = value.ok_or_else(refused)?;
                    asked.book = (!name.eq_ignore_ascii_case("none")).then(|| PathBuf::from(name));
                }
                "plies" => {
                    let plies = value.and_then(|v| v.parse().ok()).filter(|plies| *plies <= MAX_PLIES);
                    asked.plies = Some(plies.ok_or_else(refused)?);
                }
                _ => {
                    return Err(Error::Sentence(format!("genfens knows seed, book and plies, not '{word}'")));
                }
            }
        }
        Ok(asked)
    }
}

/// The arguments as they are meant: OpenBench says all of the command in one, and `quit` after it.
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
    fn one_argument_is_taken_apart_and_nothing_else() {
        let all = ["lancet", "genfens", "3", "seed", "4", "book", "None"];
        assert_eq!(parts(&["lancet", "genfens 3 seed 4 book None ", "quit"]), all);
        assert_eq!(parts(&["lancet", "genfens 3 seed 4  book None"]), all);
        assert_eq!(parts(&all), all);
        for other in [&["lancet", "bench"][..], &["lancet"], &["lancet", "suite", "genfens 3"], &[]] {
            assert_eq!(parts(other), other);
        }
    }

    #[test]
    fn words_are_read_and_wrong_ones_refused() {
        let read = |words: &str| {
            let words = words.split_whitespace().map(str::to_string).collect();
            GenfensArgs { count: 2, words }.read().map_err(|error| error.to_string())
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
            ("seed", "genfens: '' is no seed"),
            ("seed -1", "genfens: '-1' is no seed"),
            ("plies 101", "genfens: '101' is no plies"),
            ("depth 3", "genfens knows seed, book and plies, not 'depth'"),
        ];
        for (words, sentence) in cases {
            assert_eq!(read(words), Err(sentence.to_string()), "{words}");
        }
    }
}
