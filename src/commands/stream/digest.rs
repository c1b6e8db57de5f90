//! Digest: the XXH3 of a text that is written piece by piece, and its length.

use std::io::{self, Write};

use xxhash_rust::xxh3::Xxh3;

/// Writes to a digest.
#[derive(Default)]
pub(crate) struct DigestWriter {
    digest: Xxh3,
    length: u64,
}

impl DigestWriter {
    /// Adds bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.digest.update(bytes);
        self.length += bytes.len() as u64;
    }

    /// The number of bytes so far.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the XXH3 (128 bits) of the bytes so far in 32 hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:032x}", self.digest.digest128())
    }
}

impl Write for DigestWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
