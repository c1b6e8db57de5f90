//! Text: files that are compressed or in another encoding are no text to be read.

use thiserror::Error;

/// Why bytes are no text.
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
    /// A text in UTF-16.
    #[error("the text is encoded in UTF-16; save it as UTF-8")]
    Utf16,
}

/// The first bytes of compressed files.
const COMPRESSED: [(&[u8], &str, &str); 8] = [
    (b"\x1f\x8b", "gzip", "gunzip"),
    (b"PK\x03\x04", "zip", "unzip"),
    (b"BZh", "bzip2", "bunzip2"),
    (b"\xfd7zXZ\0", "xz", "unxz"),
    (b"\x28\xb5\x2f\xfd", "zstd", "unzstd"),
    (b"7z\xbc\xaf\x27\x1c", "7z", "7z"),
    (b"\x04\x22\x4d\x18", "lz4", "unlz4"),
    (b"Rar!\x1a\x07", "rar", "unrar"),
];

/// The number of bytes by which [`check_text`] decides.
pub const TEXT_PREFIX: usize = 8;

/// Checks by its first bytes that a file is a text in UTF-8 or a code of eight bits.
///
/// # Errors
/// [`NotText`] for a compressed file and for UTF-16, with a byte order mark or not.
pub fn check_text(start: &[u8]) -> Result<(), NotText> {
    let known = COMPRESSED.into_iter().find(|(magic, ..)| start.starts_with(magic));
    if let Some((_, format, tool)) = known {
        return Err(NotText::Compressed { format, tool });
    }
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Err(NotText::Utf16),
        // Two characters of ASCII.
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] if *a != 0 && *b != 0 => Err(NotText::Utf16),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_files_and_utf_16_are_no_text() {
        for (bytes, hint) in [
            (&b"\x1f\x8b\x08\0"[..], "gzip"),
            (b"PK\x03\x04", "zip"),
            (b"BZh9", "bzip2"),
            (b"\xfd7zXZ\0\0", "xz"),
            (b"\x28\xb5\x2f\xfd\0", "zstd"),
            (b"7z\xbc\xaf\x27\x1c", "7z"),
            (b"\xff\xfe[\0", "UTF-16"),
            (b"\xfe\xff\0[", "UTF-16"),
            (b"[\0E\0", "UTF-16"),
            (b"\0[\0E", "UTF-16"),
        ] {
            let error = check_text(bytes).expect_err(hint).to_string();
            assert!(error.contains(hint), "{error}");
        }
        for bytes in [&b""[..], b"[", b"\xef\xbb\xbf[Event", b"1. e4", b"\0\0\0\0", b"M\xfcller"] {
            assert_eq!(check_text(bytes), Ok(()), "{bytes:?}");
        }
    }
}
