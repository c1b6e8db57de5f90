//! Shell: command lines as a POSIX shell reads them.

/// Returns the command line of a program with its arguments, quoted where it must be.
#[must_use]
pub fn shell_line<S: AsRef<str>>(program: &str, words: impl IntoIterator<Item = S>) -> String {
    words.into_iter().fold(program.to_owned(), |line, word| format!("{line} {}", quoted(word.as_ref())))
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_must_be() {
        let words = ["a/b-1.lnn", "it's", "two words", "", "é"];
        assert_eq!(shell_line("program", words), r"program a/b-1.lnn 'it'\''s' 'two words' '' 'é'");
    }
}
