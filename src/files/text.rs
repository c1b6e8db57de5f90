//! Text: the check that a file is text, neither compressed nor in another encoding.

use thiserror::Error;

/// Why bytes are not text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotText {
    /// A compressed file.
    #[error("the file is compressed ({format}); decompress it first, for example with {tool}")]
    Compressed {
        /// The format.
        format: &'static str,
        /// A program that decompresses it.
        tool: &'static str,
    },
    /// A text in UTF-16 or UTF-32.
    #[error("the text is encoded in UTF-16 or UTF-32; save it as UTF-8")]
    Wide,
    /// A program, a picture or the like.
    #[error("the file is not a text (it begins with control characters)")]
    Binary,
}

/// The first bytes of compressed files.
const COMPRESSED: [(&[u8], &str, &str); 13] = [
    (b"\x1f\x8b", "gzip", "gunzip"),
    (b"PK\x03\x04", "zip", "unzip"),
    (b"PK\x05\x06", "zip", "unzip"),
    (b"PK\x07\x08", "zip", "unzip"),
    (b"BZh", "bzip2", "bunzip2"),
    (b"\xfd7zXZ\0", "xz", "unxz"),
    (b"\x5d\0\0", "lzma", "unlzma"),
    (b"\x28\xb5\x2f\xfd", "zstd", "unzstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z", "7z"),
    (b"\x04\x22\x4d\x18", "lz4", "unlz4"),
    (b"Rar!\x1a\x07", "rar", "unrar"),
    (b"LZIP", "lzip", "lzip"),
    (b"\x1f\x9d", "compress", "uncompress"),
];

/// The number of bytes by which [`check_text`] decides.
pub const TEXT_PREFIX: usize = 8;

/// Checks by its first bytes that a file is a text in UTF-8 or a code of eight bits.
///
/// # Errors
/// [`NotText`] for a compressed file, for UTF-16 and UTF-32, with a byte order mark or not, and for other files
/// with control characters.
pub fn check_text(start: &[u8]) -> Result<(), NotText> {
    let known = COMPRESSED.into_iter().find(|(magic, ..)| start.starts_with(magic));
    if let Some((_, format, tool)) = known {
        return Err(NotText::Compressed { format, tool });
    }
    let start = &start[..start.len().min(TEXT_PREFIX)];
    if is_wide(start) {
        return Err(NotText::Wide);
    }
    // Blanks of all kinds, the zeros and the end mark of old systems, and the escapes of terminals are in texts.
    let is_control = |byte: &u8| matches!(byte, 1..=7 | 14..=0x19 | 0x1c..=0x1f | 0x7f);
    if start.iter().any(is_control) { Err(NotText::Binary) } else { Ok(()) }
}

/// Reports whether a text begins with a byte order mark, or has two characters of ASCII one after the other, in UTF-16
/// or UTF-32.
fn is_wide(start: &[u8]) -> bool {
    let is_ascii = |byte: &u8| (1..0x80).contains(byte);
    let units: Vec<_> = start.chunks_exact(2).collect();
    let is_pair = |pair: &[&[u8]]| match pair {
        [[a, 0], [b, 0]] | [[0, a], [0, b]] => is_ascii(a) && is_ascii(b),
        _ => false,
    };
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 0, 0xfe, 0xff, ..] => true,
        [a, 0, 0, 0, b, 0, 0, 0] | [0, 0, 0, a, 0, 0, 0, b] => is_ascii(a) && is_ascii(b),
        _ => units.windows(2).any(is_pair),
    }
}

/// The characters of the bytes from 0x80 to 0x9f in Windows-1252. Five bytes have none; they are as in Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes UTF-8, or Windows-1252 where bytes are invalid: Latin-1 with the dashes and quotation marks of Windows.
#[must_use]
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|byte| windows_1252(*byte)));
        }
        text
    })
}

/// Returns the character of a byte in Windows-1252.
fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// Returns text of a file or a user as a message or a table quotes it: at most its first 80 characters, and a question
/// mark for each control character, which may be a command to the terminal.
#[must_use]
pub fn quoted(text: &str) -> String {
    cut(text, 80)
}

/// Returns at most the first `max_length` characters of `text`, without control characters.
pub(super) fn cut(text: &str, max_length: usize) -> String {
    let ellipsis = if text.chars().nth(max_length).is_some() { "..." } else { "" };
    let visible = |c: char| if c.is_control() { '?' } else { c };
    text.chars().take(max_length).map(visible).chain(ellipsis.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf_8_is_decoded_as_windows_1252() {
        for (bytes, text) in [
            (&b"M\xfcller, M\xc3\xbcller"[..], "Müller, Müller"),
            (b"\x8airoky \x96 O\x92Neill \x85", "Široky – O’Neill …"),
            (b"\x80\x81\x82\x8d\x8e\x8f\x90\x91\x9d\x9e\x9f", "€\u{81}‚\u{8d}Ž\u{8f}\u{90}‘\u{9d}žŸ"),
            // The beginning of a character of UTF-8 without its end.
            (b"\xe4\x85 \xe2\x80", "ä… â€"),
            (b"\xa0\xff", "\u{a0}ÿ"),
        ] {
            assert_eq!(decode(bytes.to_vec()), text);
        }
    }

    #[test]
    fn quoted_text_is_short_and_commands_nothing() {
        assert_eq!(quoted("Nf3, \u{e9}"), "Nf3, \u{e9}");
        assert_eq!(quoted("\x1b[31mred\x1b]0;x\x07\n\u{9b}A"), "?[31mred?]0;x???A");
        assert_eq!(quoted(&"x".repeat(80)), "x".repeat(80));
        assert_eq!(quoted(&"x".repeat(81)), "x".repeat(80) + "...");
    }

    #[test]
    fn compressed_files_and_utf_16_are_no_text() {
        for (bytes, hint) in [
            (&b"\x1f\x8b\x08\0"[..], "gzip"),
            (b"PK\x03\x04", "zip"),
            (b"BZh9", "bzip2"),
            (b"\xfd7zXZ\0\0", "xz"),
            (b"\x28\xb5\x2f\xfd\0", "zstd"),
            (b"7z\xbc\xaf\x27\x1c", "7z"),
            // An empty archive.
            (b"PK\x05\x06\0\0", "zip"),
            (b"LZIP\x01", "lzip"),
            (b"\x1f\x9d\x90", "compress"),
            (b"\xff\xfe[\0", "UTF-16"),
            (b"\xfe\xff\0[", "UTF-16"),
            (b"[\0E\0", "UTF-16"),
            (b"\0[\0E", "UTF-16"),
            ("Ж [E".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>().as_slice(), "UTF-16"),
            ("Ж [E".encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>().as_slice(), "UTF-16"),
            (b"[\0\0\0E\0\0\0", "UTF-32"),
            (b"\0\0\0[\0\0\0E", "UTF-32"),
            (b"\0\0\xfe\xff\0\0\0[", "UTF-32"),
            (b"\x5d\0\0\x80\0\xff\xff\xff", "lzma"),
            (b"\x7fELF\x02\x01\x01\0", "not a text"),
            (b"\x50\x2a\x4d\x18\x04\0\0\0", "not a text"),
        ] {
            let error = check_text(bytes).expect_err(hint).to_string();
            assert!(error.contains(hint), "{error}");
        }
        for bytes in [
            &b""[..],
            b"[",
            b"\xef\xbb\xbf[Event",
            b"1. e4",
            b"\0\0\0\0",
            b"M\xfcller",
            b"1. e4\0e5",
            b"\x1a\r\n\t[E",
        ] {
            assert_eq!(check_text(bytes), Ok(()), "{bytes:?}");
        }
    }
}
