//! Lines: the lines of a PGN file.

use std::io::{self, BufRead, BufReader, Read};
use std::mem;

use super::normalize::MARK;
use crate::files::decode;

/// The maximum length of a line in bytes; a longer one is split.
const MAX_LENGTH: usize = 16 << 20;

/// The lines of a source, without their ends.
pub(super) struct Lines<R> {
    source: BufReader<R>,
    /// The beginning of the next line: what was behind the place where a long one was split.
    beginning: Vec<u8>,
    max_length: usize,
}

impl<R: Read> Lines<R> {
    pub fn new(source: R) -> Lines<R> {
        Lines { source: BufReader::new(source), beginning: Vec::new(), max_length: MAX_LENGTH }
    }

    /// Returns the next line; `None` at the end.
    pub fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = mem::take(&mut self.beginning);
        let room = (self.max_length - bytes.len()) as u64;
        (&mut self.source).take(room).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.len() == self.max_length && !bytes.ends_with(b"\n") {
            // A file whose lines end with a carriage return alone is one long line. No word is split.
            let end = bytes.iter().rposition(u8::is_ascii_whitespace).map_or(bytes.len(), |at| at + 1);
            self.beginning = bytes.split_off(end);
        }
        let text = without_marks(decode(bytes));
        let text = text.trim_start_matches('\u{feff}');
        let is_whole = text.ends_with('\n');
        let text = if is_whole { text.trim_end_matches(['\r', '\n']) } else { text };
        Ok(Some(text.strip_suffix('\r').unwrap_or(text).to_owned()))
    }
}

/// Returns the text without [`MARK`], the end mark of old systems and the blank of HTML, which separate words.
fn without_marks(text: String) -> String {
    let is_mark = |c: char| c == MARK || c == '\u{1a}';
    let text = if text.contains(is_mark) { text.replace(is_mark, " ") } else { text };
    if text.contains('&') { text.replace("&nbsp;", " ") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_split_between_words() {
        for (text, lines) in [
            ("[White \"A\"]\r\r1. e4 e5\r", &["[White \"A\"]\r", "1. e4 e5"][..]),
            ("1. e4 e5 2. Nf3 Nc6 *", &["1. e4 e5 2. ", "Nf3 Nc6 *"]),
            ("a word of which nothing is split", &["a word of ", "which ", "nothing is ", "split"]),
            ("abcdefghijklmnop", &["abcdefghijklm", "nop"]),
            ("1. e4\n1. d4\n", &["1. e4", "1. d4"]),
        ] {
            let mut source = Lines { max_length: 13, ..Lines::new(text.as_bytes()) };
            let mut found = Vec::new();
            while let Some(line) = source.next_line().expect("no error") {
                found.push(line);
            }
            assert_eq!(found, lines);
        }
    }
}
