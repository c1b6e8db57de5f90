//! Files of samples.
//!
//! Little endian: `LANCETSM`, version (2 bytes, 1), bytes per sample (2 bytes, 32), four zero bytes, number
//! of training samples (8 bytes), number of held-out samples (8 bytes), the samples in this order, xxh3 of
//! everything before (8 bytes). A sample: occupied squares (8), pieces (16, four bits each in the order of
//! the squares, low nibble first: the role from 0, pawn, to 5, king, plus 8 for the opponent's), win
//! probability (2, in 1/65535), result (1, in 1/254), kings on files e to h (1: bit 0 own, bit 1 the
//! opponent's), game (4). The board is oriented so that the side to move plays up it.

use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use thiserror::Error;
use xxhash_rust::xxh3::Xxh3;

use super::sample::BYTES;
use super::{Sample, Samples};
use crate::LearnError;
use crate::records::begins_with;
use lancet::console;
use lancet::files::{self, UNLIMITED};

/// The first bytes of a file of samples.
pub const MAGIC: [u8; 8] = *b"LANCETSM";

const VERSION: u16 = 1;
const HEADER: usize = 32;

/// The size of a file without samples: the header and the checksum.
const SMALLEST: u64 = HEADER as u64 + 8;

/// The number of samples that are read between two checks for an interrupt.
const SAMPLES_AT_ONCE: u64 = 1 << 16;

/// Why a file of samples is invalid.
#[derive(Debug, Error)]
pub enum SamplesFileError {
    /// It does not begin with the magic.
    #[error("not a file of samples")]
    NotSamples,
    /// It ends within its header.
    #[error("truncated: {0} bytes, expected at least {SMALLEST}")]
    Truncated(u64),
    /// Its format version is unknown.
    #[error("unsupported version {0}, expected {VERSION}")]
    Version(u16),
    /// Its samples have an unknown size.
    #[error("unsupported samples of {0} bytes, expected {BYTES}")]
    SampleSize(u16),
    /// Its size does not match its header.
    #[error("file has {bytes} bytes, which does not match {train} training and {held_out} held-out samples")]
    Size {
        /// The size of the file.
        bytes: u64,
        /// The number of training samples.
        train: u64,
        /// The number of held-out samples.
        held_out: u64,
    },
    /// It contains a sample that cannot exist.
    #[error("corrupt: invalid sample")]
    Sample,
    /// Its checksum is wrong.
    #[error("corrupt: checksum mismatch")]
    Checksum,
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] std::io::Error),
}

/// Reports whether a file begins like a file of samples.
pub(super) fn is_samples(path: &Path) -> Result<bool, LearnError> {
    begins_with(path, &MAGIC)
}

/// Writes samples atomically.
///
/// # Errors
/// [`LearnError`] if it cannot be written.
pub fn write_file(path: &Path, samples: &Samples) -> Result<(), LearnError> {
    Ok(console::write_atomic(path, |sink| {
        let mut sink = Hashed { sink: BufWriter::with_capacity(1 << 20, sink), hash: Xxh3::new() };
        let mut header = MAGIC.to_vec();
        header.extend(VERSION.to_le_bytes());
        header.extend((BYTES as u16).to_le_bytes());
        header.extend([0; 4]);
        header.extend((samples.train.len() as u64).to_le_bytes());
        header.extend((samples.held_out.len() as u64).to_le_bytes());
        sink.put(&header)?;
        for sample in samples.train.iter().chain(&samples.held_out) {
            sink.put(&sample.to_bytes())?;
        }
        let check = sink.hash.digest();
        sink.sink.write_all(&check.to_le_bytes())?;
        sink.sink.flush()
    })?)
}

struct Hashed<W> {
    sink: W,
    hash: Xxh3,
}

impl<W: Write> Hashed<W> {
    fn put(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.hash.update(bytes);
        self.sink.write_all(bytes)
    }
}

/// Reads a file of samples.
///
/// # Errors
/// [`LearnError`] if it cannot be read or is invalid.
pub fn read_file(path: &Path) -> Result<Samples, LearnError> {
    read_file_until(path, || false)
}

/// Reads a file as [`read_file`] does, until `stop` returns true between parts of it.
///
/// # Errors
/// [`LearnError::Interrupted`] then; those of [`read_file`].
pub(super) fn read_file_until(path: &Path, stop: fn() -> bool) -> Result<Samples, LearnError> {
    let file = files::open(path, UNLIMITED).map_err(LearnError::read(path))?;
    let length = file.size();
    let samples = read(BufReader::with_capacity(1 << 20, file), length, stop)
        .map_err(|source| LearnError::Samples { path: path.into(), source })?;
    samples.ok_or(LearnError::Interrupted)
}

/// Reads samples; returns `None` if `stop` returns true.
fn read(mut source: impl Read, length: u64, stop: fn() -> bool) -> Result<Option<Samples>, SamplesFileError> {
    let mut start = Vec::new();
    source.by_ref().take(HEADER as u64).read_to_end(&mut start)?;
    if !start.starts_with(&MAGIC) {
        return Err(SamplesFileError::NotSamples);
    }
    let Some(header) = start.first_chunk::<HEADER>().filter(|_| length >= SMALLEST) else {
        return Err(SamplesFileError::Truncated(length));
    };
    let half = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let long = |at: usize| header[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    if half(8) != VERSION {
        return Err(SamplesFileError::Version(half(8)));
    }
    if usize::from(half(10)) != BYTES {
        return Err(SamplesFileError::SampleSize(half(10)));
    }
    let (train, held_out) = (long(16), long(24));
    let expected = train
        .checked_add(held_out)
        .and_then(|count| count.checked_mul(BYTES as u64))
        .and_then(|bytes| bytes.checked_add(SMALLEST));
    if expected != Some(length) {
        return Err(SamplesFileError::Size { bytes: length, train, held_out });
    }
    let mut hash = Xxh3::new();
    hash.update(header);
    let mut part = |count: u64| -> Result<Option<Vec<Sample>>, SamplesFileError> {
        let mut samples = Vec::with_capacity(count as usize);
        let mut bytes = [0; BYTES];
        for index in 0..count {
            if index.is_multiple_of(SAMPLES_AT_ONCE) && stop() {
                return Ok(None);
            }
            source.read_exact(&mut bytes)?;
            hash.update(&bytes);
            samples.push(Sample::from_bytes(&bytes).ok_or(SamplesFileError::Sample)?);
        }
        Ok(Some(samples))
    };
    let Some(train) = part(train)? else { return Ok(None) };
    let Some(held_out) = part(held_out)? else { return Ok(None) };
    let mut check = [0; 8];
    source.read_exact(&mut check)?;
    if u64::from_le_bytes(check) != hash.digest() {
        return Err(SamplesFileError::Checksum);
    }
    Ok(Some(Samples { train, held_out }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::position::Position;
    use std::fs;

    #[test]
    fn files_round_trip_and_corruption_is_detected() {
        let start = Position::default();
        let sample = |game| Sample::new(start.board(), start.turn(), 0.5, 1.0, game).expect("a sample");
        let samples = Samples { train: (0..100).map(sample).collect(), held_out: vec![sample(7)] };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("samples");
        write_file(&path, &samples).expect("written");
        assert!(is_samples(&path).expect("readable"));
        assert_eq!(read_file(&path).expect("readable"), samples);
        let bytes = fs::read(&path).expect("readable");
        for place in [0, 9, 16, 24, 40, 60, 1000, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x10;
            fs::write(&path, &damaged).expect("written");
            assert!(read_file(&path).is_err(), "{place}");
        }
        for length in [0, 8, 31, 32, 100, bytes.len() - 1] {
            fs::write(&path, &bytes[..length]).expect("written");
            assert!(read_file(&path).is_err(), "{length}");
        }
        for length in [8, 20, 39] {
            fs::write(&path, &bytes[..length]).expect("written");
            let message = read_file(&path).expect_err("truncated").to_string();
            let expected = format!("truncated: {length} bytes, expected at least 40");
            assert!(message.contains(&expected), "{message}");
        }
        fs::write(&path, "a letter").expect("written");
        let message = read_file(&path).expect_err("a letter").to_string();
        assert!(message.contains("not a file of samples"), "{message}");
    }
}
