//! Checkpoints, from which training is resumed or another training starts.
//!
//! The file is little endian: `LANCETCK`, version (2 bytes), length of the head (4 bytes), the head in JSON,
//! then the master weights, the first and the second moments as 32-bit floats, and xxh3 of everything before
//! (8 bytes).

use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use super::adam::Parameters;
use super::curve::CurvePoint;
use super::parameters::{LANES, Row};
use super::plan::Plan;
use crate::LearnError;
use lancet::console;
use lancet::files;

const MAGIC: &[u8; 8] = b"LANCETCK";
/// The version. Version 1 was written at the end of epochs only; the head of versions 1 and 2 has other names.
const VERSION: u16 = 3;
const FIRST_VERSION: u16 = 1;
const HEADER: usize = 14;

/// The maximum size of a file in bytes: 4 GiB.
const MAX_BYTES: u64 = 4 << 30;

/// The state of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The plan.
    pub plan: Plan,
    /// The fingerprint of the samples.
    pub fingerprint: u64,
    /// The learning curve, one point per complete epoch.
    pub points: Vec<CurvePoint>,
    /// The sum of the losses of the samples of the incomplete epoch.
    pub(super) loss: f64,
    /// The duration of the incomplete epoch so far in seconds.
    pub(super) seconds: f64,
    /// Whether the network was written from it; `None` in checkpoints of versions that did not store this.
    pub(super) is_written: Option<bool>,
    /// The parameters and moments.
    pub(super) parameters: Parameters,
}

/// Why a checkpoint is invalid.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It does not begin with the magic.
    #[error("not a checkpoint")]
    NotCheckpoint,
    /// Its format version is unknown.
    #[error("unsupported version {0}, expected at most {VERSION}")]
    Version(u16),
    /// It is too short.
    #[error("truncated")]
    Truncated,
    /// Its checksum is wrong.
    #[error("corrupt or truncated: checksum mismatch")]
    Checksum,
    /// Its head is invalid or does not match the parameters.
    #[error("corrupt: invalid contents")]
    Contents,
}

// A name that changes stays as an alias, and the version grows.
#[derive(Serialize, Deserialize)]
struct Head {
    plan: Plan,
    fingerprint: u64,
    points: Vec<CurvePoint>,
    steps: u64,
    rows: usize,
    #[serde(default)]
    loss: f64,
    #[serde(default)]
    seconds: f64,
    /// Whether the weights of the forward pass are quantized; in version 1 the plan determines it.
    #[serde(default)]
    quantized: Option<bool>,
    /// Whether the network was written.
    #[serde(default)]
    written: Option<bool>,
}

impl Head {
    fn is_quantized(&self) -> bool {
        self.quantized.unwrap_or_else(|| {
            let epochs = self.points.len() as u64;
            epochs > 0 && epochs + u64::from(self.plan.rounded_epochs) > u64::from(self.plan.epochs)
        })
    }
}

impl Checkpoint {
    /// Returns the number of complete epochs.
    #[must_use]
    pub fn epochs(&self) -> u32 {
        self.points.len() as u32
    }

    /// Reports whether no epoch is left.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.epochs() >= self.plan.epochs
    }

    /// Writes the checkpoint atomically.
    ///
    /// # Errors
    /// [`LearnError`] if it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), LearnError> {
        Ok(console::write_atomic(path, |file| file.write_all(&self.to_bytes()?))?)
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// [`LearnError::Checkpoint`] if it cannot be read or is invalid.
    pub fn read(path: &Path) -> Result<Checkpoint, LearnError> {
        let read = || Checkpoint::from_bytes(&files::read(path, MAX_BYTES).map_err(io::Error::from)?);
        read().map_err(|source| LearnError::Checkpoint { path: path.into(), source })
    }

    fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let head = Head {
            plan: self.plan,
            fingerprint: self.fingerprint,
            points: self.points.clone(),
            steps: self.parameters.steps,
            rows: self.parameters.master.len(),
            loss: self.loss,
            seconds: self.seconds,
            quantized: Some(self.parameters.is_quantized),
            written: self.is_written,
        };
        let head = serde_json::to_vec(&head)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head);
        for rows in [&self.parameters.master, &self.parameters.mean, &self.parameters.square] {
            bytes.extend(rows.iter().flat_map(|row| row.0).flat_map(f32::to_le_bytes));
        }
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, CheckpointError> {
        use CheckpointError::{Checksum, Contents, NotCheckpoint, Truncated, Version};
        if bytes.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(NotCheckpoint);
        }
        let (contents, checksum) = bytes.split_last_chunk().ok_or(Truncated)?;
        let (header, rest) = contents.split_at_checked(HEADER).ok_or(Truncated)?;
        let version = u16::from_le_bytes([header[8], header[9]]);
        if !(FIRST_VERSION..=VERSION).contains(&version) {
            return Err(Version(version));
        }
        if xxh3_64(contents) != u64::from_le_bytes(*checksum) {
            return Err(Checksum);
        }
        let length = u32::from_le_bytes([header[10], header[11], header[12], header[13]]);
        let (head, floats) = rest.split_at_checked(length as usize).ok_or(Truncated)?;
        let head: Head = serde_json::from_slice(head).map_err(|_| Contents)?;
        let rows: Vec<Row> = floats.as_chunks::<{ 4 * LANES }>().0.iter().map(row).collect();
        let is_consistent = head.plan.is_possible()
            && head.plan.architecture.check().is_ok()
            && head.rows == head.plan.architecture.rows()
            && floats.len() == 3 * head.rows * 4 * LANES;
        if !is_consistent {
            return Err(Contents);
        }
        let mut parts = rows.chunks_exact(head.rows).map(<[Row]>::to_vec);
        let mut part = || parts.next().ok_or(Contents);
        let master = part()?;
        let mut parameters = Parameters {
            forward: master.clone(),
            master,
            mean: part()?,
            square: part()?,
            steps: head.steps,
            is_quantized: false,
        };
        head.plan.architecture.refresh(&mut parameters, head.is_quantized());
        let Head { plan, fingerprint, points, loss, seconds, written: is_written, .. } = head;
        Ok(Checkpoint { plan, fingerprint, points, loss, seconds, is_written, parameters })
    }
}

fn row(bytes: &[u8; 4 * LANES]) -> Row {
    let floats = bytes.as_chunks::<4>().0;
    Row(std::array::from_fn(|lane| f32::from_le_bytes(floats[lane])))
}

#[cfg(test)]
mod tests {
    use super::super::architecture::Architecture;
    use super::*;

    /// Checkpoints of version 1, at the end of epochs, can be resumed.
    #[test]
    fn heads_of_the_first_version_are_read() {
        let plan = Plan { epochs: 4, steps: None, ..Plan::default_for(Architecture::Linear, 1000) };
        let plan = serde_json::to_string(&plan).unwrap();
        let point = r#"{"epoch":1,"train":0.1,"held_out":null,"rate":0.001,"seconds":1.5}"#;
        for (epochs, is_quantized) in [(0, false), (3, false), (4, true)] {
            let points = vec![point; epochs].join(",");
            let head =
                format!(r#"{{"plan":{plan},"fingerprint":7,"points":[{points}],"steps":40,"rows":24}}"#);
            let head: Head = serde_json::from_str(&head).unwrap();
            assert_eq!((head.is_quantized(), head.steps, head.loss), (is_quantized, 40, 0.0));
            assert_eq!(head.written, None);
        }
    }

    /// Returns a checkpoint before the first step.
    fn begun(plan: Plan) -> Checkpoint {
        Checkpoint {
            plan,
            fingerprint: 7,
            points: Vec::new(),
            loss: 0.0,
            seconds: 0.0,
            is_written: Some(false),
            parameters: Parameters::new(plan.architecture.initial(1)),
        }
    }

    #[test]
    fn checkpoints_store_whether_the_network_was_written() {
        let begun = begun(Plan::default_for(Architecture::Linear, 1000));
        for is_written in [Some(false), Some(true), None] {
            let checkpoint = Checkpoint { is_written, ..begun.clone() };
            let read = Checkpoint::from_bytes(&checkpoint.to_bytes().unwrap());
            assert_eq!(read.unwrap().is_written, is_written);
        }
    }

    /// Returns the bytes of a checkpoint as version 2 wrote them.
    fn to_version_2(bytes: &[u8]) -> Vec<u8> {
        let (contents, _) = bytes.split_at(bytes.len() - size_of::<u64>());
        let length = u32::from_le_bytes(contents[10..HEADER].try_into().unwrap()) as usize;
        let (head, floats) = contents[HEADER..].split_at(length);
        let names = [
            ("architecture", "shape"),
            ("keep_checks", "checks"),
            ("keep_captures", "captures"),
            ("min_pieces", "min_men"),
        ];
        let mut head = String::from_utf8(head.to_vec()).unwrap();
        for (present, former) in names {
            assert!(head.contains(present), "{head}");
            head = head.replace(present, former);
        }
        let mut bytes = MAGIC.to_vec();
        bytes.extend(2_u16.to_le_bytes());
        bytes.extend((head.len() as u32).to_le_bytes());
        bytes.extend(head.as_bytes());
        bytes.extend(floats);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes
    }

    #[test]
    fn checkpoints_with_former_names_are_read() {
        let plan = Plan::default_for(Architecture::Linear, 1000);
        let checkpoint = begun(plan);
        let bytes = checkpoint.to_bytes().unwrap();
        assert_eq!(Checkpoint::from_bytes(&to_version_2(&bytes)).unwrap(), checkpoint);
        assert_eq!(Checkpoint::from_bytes(&bytes).unwrap(), checkpoint);
    }

    /// They would divide by zero, exhaust the memory or do nothing.
    #[test]
    fn impossible_plans_are_rejected() {
        let plan = Plan::default_for(Architecture::Linear, 1000);
        let read = |plan| Checkpoint::from_bytes(&begun(plan).to_bytes().unwrap());
        assert!(read(plan).is_ok());
        for plan in [
            Plan { batch: 0, ..plan },
            Plan { batch: usize::MAX, ..plan },
            Plan { threads: 1_000_000, ..plan },
            Plan { epochs: 0, ..plan },
            Plan { steps: Some(0), ..plan },
        ] {
            assert!(matches!(read(plan), Err(CheckpointError::Contents)), "{plan:?}");
        }
    }
}
