//! Seal: whether a file of tables is as its maker left it.
//!
//! The last 16 bytes of a file hash all that is before them, piece by piece. One bit that is not as
//! it was may be a wrong value or no value at all; nothing else in the format would tell.

use std::io::{self, Read};

use super::cityhash::{hash_128, hash_256};

/// Bytes of the seal.
const SIZE: u64 = 16;

/// Bytes that are hashed as one.
const PIECE: u64 = 1 << 24;

/// A file of tables may have so many bytes: whole lines of 64, and the seal.
pub(super) fn is_valid_size(size: u64) -> bool {
    size % 64 == SIZE && size > SIZE
}

/// The `size` bytes of `file` are what the seal at their end says.
///
/// # Errors
/// Those of `file`, also where it has fewer bytes.
pub(super) fn matches(mut file: impl Read, size: u64) -> io::Result<bool> {
    let mut left = size.saturating_sub(SIZE);
    let mut hashes = Vec::new();
    let mut piece = vec![0; left.min(PIECE) as usize];
    while left > 0 {
        piece.truncate(left.min(PIECE) as usize);
        file.read_exact(&mut piece)?;
        hashes.extend(hash_256(&piece).into_iter().flat_map(u64::to_le_bytes));
        left -= piece.len() as u64;
    }
    let mut seal = [0; SIZE as usize];
    file.read_exact(&mut seal)?;
    Ok(hashes.len() >= 32 && hash_128(&hashes).map(u64::to_le_bytes).concat() == seal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `len` bytes and their seal.
    fn sealed(len: usize) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..len).map(|i| ((i * i) >> 5) as u8).collect();
        let hashes = bytes.chunks(PIECE as usize).flat_map(hash_256).flat_map(u64::to_le_bytes);
        let seal = hash_128(&hashes.collect::<Vec<u8>>());
        bytes.extend(seal.into_iter().flat_map(u64::to_le_bytes));
        bytes
    }

    #[test]
    fn a_seal_holds_until_a_bit_changes() {
        for len in [64, 1024, PIECE as usize, PIECE as usize + 64] {
            let mut bytes = sealed(len);
            let size = bytes.len() as u64;
            assert!(is_valid_size(size) && matches(&bytes[..], size).unwrap());
            for at in [0, len / 2, len - 1, len, len + 15] {
                bytes[at] ^= 4;
                assert!(!matches(&bytes[..], size).unwrap(), "byte {at} of {len}");
                bytes[at] ^= 4;
            }
            assert!(matches(&bytes[..len], size).is_err(), "cut short");
        }
    }

    #[test]
    fn sizes_that_no_table_has() {
        assert!([0, 16, 64, 79, 81, 100].iter().all(|size| !is_valid_size(*size)));
        assert!(is_valid_size(80) && is_valid_size(1232));
    }
}
