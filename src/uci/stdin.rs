//! Stdin: lines of text from bytes that may be anything.

use std::fmt;
use std::io::{BufRead, Read};
use std::time::Instant;

use crate::files::quoted;

/// The maximum length of a line in bytes, enough for a game of 200,000 moves.
const MAX_LENGTH: u64 = 1 << 20;

/// The beginning of a longer line that is kept, in bytes.
const BEGINNING: usize = 1000;

/// A line that is too long to be read.
#[derive(Debug)]
pub(super) struct LongLine {
    /// Its beginning.
    pub beginning: String,
}

impl fmt::Display for LongLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let beginning = quoted(&self.beginning);
        write!(f, "cannot read '{beginning}': the line is longer than {MAX_LENGTH} bytes; ignoring it")
    }
}

/// Passes every line of `input`, with the time at which it was read, to `handle` until that returns false.
pub(super) fn read(input: impl BufRead, handle: impl FnMut(Result<&str, LongLine>, Instant) -> bool) {
    read_up_to(MAX_LENGTH, input, handle);
}

fn read_up_to(
    max_length: u64,
    mut input: impl BufRead,
    mut handle: impl FnMut(Result<&str, LongLine>, Instant) -> bool,
) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(max_length).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        // The clock of a move starts here, however late the line is handled.
        let read_at = Instant::now();
        let is_whole = (bytes.len() as u64) < max_length || bytes.ends_with(b"\n");
        if !is_whole && input.skip_until(b'\n').is_err() {
            break;
        }
        let wants_more = if is_whole {
            handle(Ok(&clean(&bytes)), read_at)
        } else {
            bytes.truncate(BEGINNING);
            handle(Err(LongLine { beginning: clean(&bytes) }), read_at)
        };
        if !wants_more {
            break;
        }
    }
}

/// Returns the line as text without byte order mark and line end. Control characters become spaces, and
/// what is not UTF-8 becomes the replacement character.
pub(super) fn clean(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}');
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        read_up_to(12, bytes, |line, _| {
            lines.push(line.map_or_else(|long| format!("too long: {}", long.beginning), str::to_owned));
            true
        });
        lines
    }

    #[test]
    fn reading_ends_when_no_more_lines_are_wanted() {
        let mut lines = 0;
        read_up_to(12, &b"a\nb\nc\n"[..], |line, _| {
            lines += 1;
            line.is_ok_and(|line| line != "b")
        });
        assert_eq!(lines, 2);
    }

    #[test]
    fn lines_with_crlf_bom_nul_and_invalid_utf8_are_read() {
        assert_eq!(
            lines(b"uci\r\n\xef\xbb\xbfisready\n\n a\tb \nlast"),
            ["uci", "isready", "", "a b", "last"]
        );
        assert_eq!(lines(b"x\0y\n"), ["x y"]);
        assert_eq!(lines(b"            isready\nuci\n"), ["too long: ", "uci"]);
        assert_eq!(lines(b"position 1234 quit\nuci"), ["too long: position 123", "uci"]);
        assert_eq!(lines(b"position 12\nuci\n"), ["position 12", "uci"]);
        assert_eq!(lines(b"\xff\xfe\n").len(), 1);
    }
}
