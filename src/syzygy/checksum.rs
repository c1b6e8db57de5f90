//! Checksum: the integrity of a tablebase file.
//!
//! The last 16 bytes of a file are a hash of the bytes before them, by chunks of 16 MiB. The format has no
//! other protection: a wrong bit may be a wrong result.

use std::io::{self, Read};

use super::cityhash::{hash_128, hash_256};

/// The size of the checksum in bytes.
const SIZE: u64 = 16;

/// The size of a chunk in bytes.
const CHUNK: u64 = 1 << 24;

/// Reports whether a file can have this size in bytes: a multiple of 64, and the checksum.
pub(super) fn is_valid_size(size: u64) -> bool {
    size % 64 == SIZE && size > SIZE
}

/// Reports whether the `size` bytes of `file` match the checksum at their end.
///
/// # Errors
/// An I/O error of `file`, also if it has fewer bytes.
pub(super) fn matches(mut file: impl Read, size: u64) -> io::Result<bool> {
    let mut left = size.saturating_sub(SIZE);
    let mut hashes = Vec::new();
    let mut chunk = vec![0; left.min(CHUNK) as usize];
    while left > 0 {
        chunk.truncate(left.min(CHUNK) as usize);
        file.read_exact(&mut chunk)?;
        hashes.extend(hash_256(&chunk).into_iter().flat_map(u64::to_le_bytes));
        left -= chunk.len() as u64;
    }
    let mut checksum = [0; SIZE as usize];
    file.read_exact(&mut checksum)?;
    Ok(hashes.len() >= 32 && hash_128(&hashes).map(u64::to_le_bytes).concat() == checksum)
}

/// Returns the contents of a file with their checksum.
#[must_use]
pub fn with_checksum(contents: &[u8]) -> Vec<u8> {
    let hashes = contents.chunks(CHUNK as usize).flat_map(hash_256).flat_map(u64::to_le_bytes);
    let checksum = hash_128(&hashes.collect::<Vec<u8>>());
    contents.iter().copied().chain(checksum.into_iter().flat_map(u64::to_le_bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `len` bytes with their checksum.
    fn checked(len: usize) -> Vec<u8> {
        with_checksum(&(0..len).map(|i| ((i * i) >> 5) as u8).collect::<Vec<u8>>())
    }

    #[test]
    fn a_checksum_matches_until_a_bit_changes() {
        for len in [64, 1024, CHUNK as usize, CHUNK as usize + 64] {
            let mut bytes = checked(len);
            let size = bytes.len() as u64;
            assert!(is_valid_size(size) && matches(&bytes[..], size).unwrap());
            for at in [0, len / 2, len - 1, len, len + 15] {
                bytes[at] ^= 4;
                assert!(!matches(&bytes[..], size).unwrap(), "byte {at} of {len}");
                bytes[at] ^= 4;
            }
            assert!(matches(&bytes[..len], size).is_err(), "truncated");
        }
    }

    #[test]
    fn invalid_sizes_are_recognised() {
        assert!([0, 16, 64, 79, 81, 100].iter().all(|size| !is_valid_size(*size)));
        assert!(is_valid_size(80) && is_valid_size(1232));
    }
}
