//! The words of a command line, written from the struct of a command.
//!
//! Commands are structs that clap fills in and programs build directly. A report that shows how to reproduce a result
//! writes the words from the struct; they are never parsed to run something.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;

use clap::ValueEnum;
use clap::builder::PossibleValue;
use lancet::console::shell_line;

/// Returns a parser of numbers in a range, which excludes NaN; its error says what is expected.
pub fn number(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| format!("expected a number from {} to {}", range.start(), range.end()))
    }
}

/// Builds the words of a command after the name of the program.
#[derive(Clone, Debug)]
pub struct Words(Vec<String>);

impl Words {
    /// The name of the command.
    #[must_use]
    pub fn new(command: &str) -> Words {
        Words(vec![command.into()])
    }

    /// An option with a value.
    #[must_use]
    pub fn option(self, name: &str, value: impl Display) -> Words {
        self.options(name, [value])
    }

    /// An option with several values; nothing if there are none.
    #[must_use]
    pub fn options<T: Display>(mut self, name: &str, values: impl IntoIterator<Item = T>) -> Words {
        let mut values = values.into_iter().map(|value| value.to_string()).peekable();
        if values.peek().is_some() {
            self.0.push(format!("--{name}"));
            self.0.extend(values);
        }
        self
    }

    /// An option whose value is one of an enum.
    #[must_use]
    pub fn choice(self, name: &str, value: impl ValueEnum) -> Words {
        let value = value.to_possible_value();
        self.options(name, value.iter().map(PossibleValue::get_name))
    }

    /// An option with a path, if there is one.
    #[must_use]
    pub fn path(self, name: &str, path: Option<&Path>) -> Words {
        self.options(name, path.map(|path| path.display()))
    }

    /// A switch, if it is on.
    #[must_use]
    pub fn switch(mut self, name: &str, is_on: bool) -> Words {
        if is_on {
            self.0.push(format!("--{name}"));
        }
        self
    }

    /// The words.
    #[must_use]
    pub fn finish(self) -> Vec<String> {
        self.0
    }
}

/// Formats words as a shell command that runs `lancet-lab`.
#[must_use]
pub fn command_line(words: &[String]) -> String {
    shell_line("lancet-lab", words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_lie_in_their_range() {
        let number = number(0.0..=1.5);
        assert_eq!((number("0"), number("1.5"), number("1e-3")), (Ok(0.0), Ok(1.5), Ok(0.001)));
        for text in ["nan", "inf", "-inf", "-1", "1.6", "x", ""] {
            assert_eq!(number(text), Err("expected a number from 0 to 1.5".into()), "{text}");
        }
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        let path = Path::new("it's here.csv");
        let words = Words::new("figure").option("width", 5).switch("huge", false).path("csv", Some(path));
        let words = words.switch("huge", true).options::<u32>("depth", []).finish();
        assert_eq!(words, ["figure", "--width", "5", "--csv", "it's here.csv", "--huge"]);
        assert_eq!(command_line(&words), r"lancet-lab figure --width 5 --csv 'it'\''s here.csv' --huge");
    }
}
