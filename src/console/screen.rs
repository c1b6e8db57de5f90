//! Screen: what the terminal of an output can show.

use std::env;

use term::Term;

/// The width of a terminal that does not report one.
const USUAL_WIDTH: usize = 80;

/// What can be shown where an output goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// The columns of the terminal; `None` if the output is no terminal and lines may have any length.
    pub width: Option<usize>,
    /// The terminal has colours, and the user wants them.
    pub has_colours: bool,
    /// The terminal shows characters beyond ASCII.
    pub has_unicode: bool,
}

impl Screen {
    /// A file or pipe: no colours, ASCII, lines of any length.
    pub const PLAIN: Screen = Screen { width: None, has_colours: false, has_unicode: false };

    /// Returns what the standard output can show. `NO_COLOR` switches colours off; characters beyond ASCII need a UTF-8
    /// locale.
    #[must_use]
    pub fn of_stdout() -> Screen {
        let stdout = Term::stdout();
        if !stdout.is_term() {
            return Screen::PLAIN;
        }
        let columns = stdout.size_checked().map(|(_, columns)| usize::from(columns));
        Screen {
            width: Some(columns.filter(|columns| *columns > 0).unwrap_or(USUAL_WIDTH)),
            has_colours: stdout.features().colors_supported(),
            has_unicode: is_utf8(|name| env::var(name).ok()),
        }
    }

    /// Reports whether the output is a terminal.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.width.is_some()
    }
}

/// Reports whether the locale that the environment names is one of UTF-8; Windows Terminal always is.
fn is_utf8(variable: impl Fn(&str) -> Option<String>) -> bool {
    if cfg!(windows) {
        return variable("WT_SESSION").is_some();
    }
    // The first that is set decides, as in the C library.
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|text| !text.is_empty());
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Joins as many words as fit into `width` columns, with an ellipsis for those that do not. Words stay whole.
#[must_use]
pub fn fit_words(words: &[String], width: usize, screen: Screen) -> String {
    let ellipsis = if screen.has_unicode { "…" } else { "..." };
    let length = |text: &str| text.chars().count();
    let whole = words.join(" ");
    if length(&whole) <= width {
        return whole;
    }
    let mut text = String::new();
    for word in words {
        let gap = usize::from(!text.is_empty());
        if length(&text) + gap + length(word) + 1 + length(ellipsis) > width {
            break;
        }
        if gap > 0 {
            text.push(' ');
        }
        text.push_str(word);
    }
    let gap = if text.is_empty() { "" } else { " " };
    if length(&text) + gap.len() + length(ellipsis) <= width {
        text.push_str(gap);
        text.push_str(ellipsis);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_names_the_locale() {
        let locale = |set: &[(&str, &str)]| {
            is_utf8(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
        };
        if cfg!(unix) {
            assert!(locale(&[("LANG", "en_GB.UTF-8")]) && locale(&[("LC_ALL", ""), ("LC_CTYPE", "C.utf8")]));
            assert!(!locale(&[]) && !locale(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]));
        }
    }

    #[test]
    fn words_stay_whole() {
        let words: Vec<String> = ["e4", "e5", "Nf3", "Nc6"].map(String::from).into();
        let fitted = |width| fit_words(&words, width, Screen::PLAIN);
        assert_eq!(fitted(13), "e4 e5 Nf3 Nc6");
        assert_eq!(fitted(12), "e4 e5 ...");
        assert_eq!(fitted(8), "e4 ...");
        assert_eq!((fitted(4).as_str(), fitted(2).as_str()), ("...", ""));
        assert_eq!(fit_words(&words, 11, Screen { has_unicode: true, ..Screen::PLAIN }), "e4 e5 Nf3 …");
    }
}
