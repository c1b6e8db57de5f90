//! Lines: a text that is read line by line, however long it is.

use std::io::{self, BufRead, BufReader, Read};

use super::text::decode;

/// The lines of a text. A line ends with a line feed, a carriage return, or carriage returns and a line feed. Bytes that
/// are not UTF-8 are decoded as Windows-1252.
#[derive(Debug)]
pub struct LineReader<R> {
    source: BufReader<R>,
    max_length: usize,
    /// The number of the last line.
    number: usize,
    /// The carriage returns after the last line that are read.
    returns: usize,
}

/// A line of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLine {
    /// The number, from 1.
    pub number: usize,
    /// The text without its end; `None` if it is too long.
    pub text: Option<String>,
}

impl<R: Read> LineReader<R> {
    /// Returns a reader of the lines of `source`. Of a line that is longer than `max_length` bytes only the number is
    /// returned.
    pub fn new(source: R, max_length: usize) -> LineReader<R> {
        LineReader { source: BufReader::new(source), max_length, number: 0, returns: 0 }
    }

    /// Returns the next line as soon as its end is read; `None` after the last one. Lines without text between carriage
    /// returns are counted and left out.
    ///
    /// # Errors
    /// An I/O error of the source.
    pub fn next_line(&mut self) -> io::Result<Option<TextLine>> {
        self.skip_returns()?;
        let (mut bytes, mut length) = (Vec::new(), 0);
        let end = loop {
            let read = fill(&mut self.source)?;
            let end = read.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &read[..end.unwrap_or(read.len())];
            length += part.len();
            if length <= self.max_length {
                bytes.extend(part);
            }
            let (is_end, last) = (read.is_empty(), end.map(|at| read[at]));
            let used = part.len() + usize::from(last.is_some());
            self.source.consume(used);
            if is_end || last.is_some() {
                break last;
            }
        };
        if end.is_none() && length == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.returns = usize::from(end == Some(b'\r'));
        let text = (length <= self.max_length).then(|| decode(bytes));
        Ok(Some(TextLine { number: self.number, text }))
    }

    /// Skips what may follow a carriage return at the end of a line.
    fn skip_returns(&mut self) -> io::Result<()> {
        while self.returns > 0 {
            match fill(&mut self.source)?.first() {
                Some(b'\r') => self.returns += 1,
                // They have ended one line with the line feed.
                Some(b'\n') => self.returns = 0,
                other => {
                    self.number += if other.is_some() { self.returns - 1 } else { 0 };
                    self.returns = 0;
                    return Ok(());
                }
            }
            self.source.consume(1);
        }
        Ok(())
    }
}

/// Returns bytes that are read and not consumed; empty at the end.
fn fill<R: Read>(source: &mut BufReader<R>) -> io::Result<&[u8]> {
    loop {
        match source.fill_buf() {
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(source.buffer())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that returns one byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(&mut buffer[..1])
        }
    }

    fn lines(source: impl Read) -> Vec<(usize, Option<String>)> {
        let mut lines = LineReader::new(source, 4);
        std::iter::from_fn(|| lines.next_line().expect("no error"))
            .map(|line| (line.number, line.text))
            .collect()
    }

    #[test]
    fn lines_have_their_numbers_whatever_ends_them() {
        let some = |text: &str| Some(text.to_owned());
        for (text, wanted) in [
            (&b""[..], vec![]),
            (b"a", vec![(1, some("a"))]),
            (b"a\nb\n", vec![(1, some("a")), (2, some("b"))]),
            (b"a\r\nb\r\n", vec![(1, some("a")), (2, some("b"))]),
            (b"a\rb\r", vec![(1, some("a")), (2, some("b"))]),
            (b"a\r\r\nb\r\r", vec![(1, some("a")), (2, some("b"))]),
            (b"a\r\rb", vec![(1, some("a")), (3, some("b"))]),
            (b"\n\nb", vec![(1, some("")), (2, some("")), (3, some("b"))]),
            (b"abcd\nabcde\nf", vec![(1, some("abcd")), (2, None), (3, some("f"))]),
            (b"M\xfc\nM\xc3\xbc", vec![(1, some("Mü")), (2, some("Mü"))]),
        ] {
            assert_eq!(lines(text), wanted, "{text:?}");
            assert_eq!(lines(Slow(text)), wanted, "{text:?}");
        }
    }

    /// The end of a line is known before the next byte is there.
    #[test]
    fn a_line_is_returned_before_more_is_read() {
        struct Once(bool);
        impl Read for Once {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                assert!(!std::mem::replace(&mut self.0, true), "nothing more is read");
                buffer[..2].copy_from_slice(b"a\r");
                Ok(2)
            }
        }
        let line = LineReader::new(Once(false), 4).next_line().expect("no error");
        assert_eq!(line, Some(TextLine { number: 1, text: Some("a".into()) }));
    }
}
