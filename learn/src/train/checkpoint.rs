//! Checkpoint: a training that can go on later, or be the start of another.
//!
//! `LANCETCK`, version (2 bytes), length of the head (4 bytes), the head in JSON, then the exact
//! numbers and the means of their gradients and of the squares, as 32-bit floats, and xxh3 of
//! everything before (8 bytes). All little endian.

use std::fs;
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::adam::Parameters;
use super::curve::Point;
use super::plan::Plan;
use super::row::{LANES, Row};
use crate::whole;

const MAGIC: &[u8; 8] = b"LANCETCK";
const VERSION: u16 = 1;
const HEADER: usize = 14;

/// All that a training needs to go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// Its plan.
    pub plan: Plan,
    /// That of its samples.
    pub fingerprint: u64,
    /// Its epochs.
    pub points: Vec<Point>,
    /// Its numbers.
    pub(super) parameters: Parameters,
}

#[derive(Serialize, Deserialize)]
struct Head {
    plan: Plan,
    fingerprint: u64,
    points: Vec<Point>,
    steps: u64,
    rows: usize,
}

impl Checkpoint {
    /// Epochs so far.
    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.points.len() as u32
    }

    /// Writes it to a file, which is whole whenever it is there.
    ///
    /// # Errors
    /// A sentence where it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        let bytes = self.to_bytes()?;
        whole::write(path, |file| file.write_all(&bytes))
    }

    /// Reads it from a file.
    ///
    /// # Errors
    /// A sentence where it cannot be read or is not as it should be.
    pub fn read(path: &Path) -> Result<Checkpoint, String> {
        let cannot = |why: String| format!("the checkpoint {} cannot be used: {why}", path.display());
        let bytes = fs::read(path).map_err(|error| cannot(error.to_string()))?;
        Checkpoint::from_bytes(&bytes).map_err(|why| cannot(why.into()))
    }

    fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let head = Head {
            plan: self.plan,
            fingerprint: self.fingerprint,
            points: self.points.clone(),
            steps: self.parameters.steps,
            rows: self.parameters.exact.len(),
        };
        let head =
            serde_json::to_vec(&head).map_err(|error| format!("the checkpoint cannot be made: {error}"))?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for rows in [&self.parameters.exact, &self.parameters.mean, &self.parameters.square] {
            bytes.extend(rows.iter().flat_map(|row| row.0).flat_map(f32::to_le_bytes));
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, &'static str> {
        const SHORT: &str = "it is cut short";
        const DAMAGED: &str = "it is damaged";
        if bytes.get(..MAGIC.len()) != Some(MAGIC) {
            return Err("it is no checkpoint");
        }
        let (contents, check) = bytes.split_last_chunk().ok_or(SHORT)?;
        let (header, rest) = contents.split_at_checked(HEADER).ok_or(SHORT)?;
        if header[8..10] != VERSION.to_le_bytes() {
            return Err("it has another version");
        }
        if xxh3_64(contents) != u64::from_le_bytes(*check) {
            return Err("it is damaged or cut short: the checksum does not fit");
        }
        let length = u32::from_le_bytes([header[10], header[11], header[12], header[13]]);
        let (head, floats) = rest.split_at_checked(length as usize).ok_or(SHORT)?;
        let head: Head = serde_json::from_slice(head).map_err(|_| DAMAGED)?;
        let rows: Vec<Row> = floats.as_chunks::<{ 4 * LANES }>().0.iter().map(row).collect();
        let is_whole = head.plan.shape.check().is_ok()
            && head.rows == head.plan.shape.rows()
            && floats.len() == 3 * head.rows * 4 * LANES;
        if !is_whole {
            return Err(DAMAGED);
        }
        let mut parts = rows.chunks_exact(head.rows).map(<[Row]>::to_vec);
        let mut part = || parts.next().ok_or(DAMAGED);
        let exact = part()?;
        let mut parameters =
            Parameters { live: exact.clone(), exact, mean: part()?, square: part()?, steps: head.steps };
        let is_rounded =
            head.points.len().checked_sub(1).is_some_and(|last| head.plan.is_rounded(last as u32));
        parameters.refresh(&head.plan.shape.segments(), is_rounded);
        Ok(Checkpoint { plan: head.plan, fingerprint: head.fingerprint, points: head.points, parameters })
    }
}

fn row(bytes: &[u8; 4 * LANES]) -> Row {
    let floats = bytes.as_chunks::<4>().0;
    Row(std::array::from_fn(|lane| f32::from_le_bytes(floats[lane])))
}
