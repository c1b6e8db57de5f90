//! File: samples on disk, so that games need not be replayed again.
//!
//! Little endian: `LANCETSM`, version (2 bytes, 1), bytes of a sample (2 bytes, 32), four bytes of
//! zero, how many are learned from (8 bytes), how many are held out (8 bytes), the samples in this
//! order, xxh3 of everything before (8 bytes). A sample: occupied squares (8), men (16, four bits
//! each in the order of the squares, low half first: role from 0, pawn, to 5, king, and 8 more for
//! the other side's), chance (2, in 1/65535), result (1, in 1/254), kings on files e to h (1: bit
//! 0 own, bit 1 the other's), game (4). The board is seen by the side to move, its own side below.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use xxhash_rust::xxh3::Xxh3;

use super::sample::BYTES;
use super::{Sample, Samples};

/// How a file of samples begins.
pub const MAGIC: [u8; 8] = *b"LANCETSM";

const VERSION: u16 = 1;
const HEADER: usize = 32;

/// Whether a file begins as one of samples does.
pub(super) fn is_samples(path: &Path) -> Result<bool, String> {
    let mut begin = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut begin))
        .map_err(|error| format!("the file {} cannot be read: {error}", path.display()))?;
    Ok(begin == MAGIC)
}

/// Writes samples; a file that is there is replaced once the new one is whole.
///
/// # Errors
/// A sentence where it cannot be written.
pub fn write_file(path: &Path, samples: &Samples) -> Result<(), String> {
    crate::whole::write(path, |sink| {
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
    })
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
/// A sentence where it cannot be read or is not whole.
pub fn read_file(path: &Path) -> Result<Samples, String> {
    let file =
        File::open(path).map_err(|error| format!("the file {} cannot be read: {error}", path.display()))?;
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    read(BufReader::with_capacity(1 << 20, file), length)
        .map_err(|why| format!("the file of samples {} cannot be used: {why}", path.display()))
}

fn read(mut source: impl Read, length: u64) -> Result<Samples, String> {
    let mut header = [0; HEADER];
    source.read_exact(&mut header).map_err(|_| "it is cut short".to_string())?;
    let half = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
    let long = |at: usize| header[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes));
    if !header.starts_with(&MAGIC) {
        return Err("it holds no samples".into());
    }
    if (half(8), usize::from(half(10))) != (VERSION, BYTES) {
        return Err(format!("it has version {}, and only version {VERSION} is known", half(8)));
    }
    let (train, held_out) = (long(16), long(24));
    let whole = train
        .checked_add(held_out)
        .and_then(|count| count.checked_mul(BYTES as u64))
        .and_then(|bytes| bytes.checked_add(HEADER as u64 + 8));
    if whole != Some(length) {
        return Err(format!("it has {length} bytes, not as many as its {train} and {held_out} samples take"));
    }
    let mut hash = Xxh3::new();
    hash.update(&header);
    let mut part = |count: u64| -> Result<Vec<Sample>, String> {
        let mut samples = Vec::with_capacity(count as usize);
        let mut bytes = [0; BYTES];
        for _ in 0..count {
            source.read_exact(&mut bytes).map_err(|error| format!("it cannot be read: {error}"))?;
            hash.update(&bytes);
            samples
                .push(Sample::from_bytes(&bytes).ok_or("it is damaged: there is a sample that cannot be")?);
        }
        Ok(samples)
    };
    let samples = Samples { train: part(train)?, held_out: part(held_out)? };
    let mut check = [0; 8];
    source.read_exact(&mut check).map_err(|_| "it is cut short".to_string())?;
    if u64::from_le_bytes(check) != hash.digest() {
        return Err("it is damaged: the checksum does not fit".into());
    }
    Ok(samples)
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::position::Position;
    use std::fs;

    #[test]
    fn files_come_back_and_damage_is_told() {
        let start = Position::default();
        let sample = |game| Sample::new(start.board(), start.turn(), 0.5, 1.0, game).expect("a sample");
        let samples = Samples { train: (0..100).map(sample).collect(), held_out: vec![sample(7)] };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("samples");
        write_file(&path, &samples).expect("written");
        assert!(is_samples(&path).expect("readable"));
        assert_eq!(read_file(&path).as_ref(), Ok(&samples));
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
    }
}
