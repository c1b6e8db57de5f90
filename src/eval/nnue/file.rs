//! File: the file format of models, little endian, with a checksum at the end.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `LANCETNN` |
//! | 2 | version: 1; 2 of a network with fine output weights ([`OutputPrecision`]); 3 if it has king buckets ([`KingBuckets`]) too; 5 if it has a middle layer ([`MiddleParameters`]), 6 if material counts in its output too; 4 was one whose units were clamped |
//! | 2 | kind: 1 linear, 2 network |
//! | 2 | hidden units; 0 in a linear model |
//! | 1 | output buckets; 1 in a linear model |
//! | 1 | king buckets; 0 if there is only one |
//! | 4 | scale; 0 in a linear model |
//! | 4 | length of the description |
//! | 2 | units of the middle layer, only from version 5 on |
//! | .. | description in UTF-8: how the model was made |
//! | .. | linear: tempo (a pair), middlegame weights, endgame weights, as 16-bit integers |
//! | .. | network: feature weights by king bucket and feature, feature bias, output weights by bucket and side or, after a middle layer, by bucket, as 16-bit integers; middle weights by bucket, unit and side, as 8-bit integers; middle bias, output bias, material weights (5, only in version 6), as 32-bit integers |
//! | 8 | XXH3 of all bytes before |

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::error::ModelError;
use super::features::COUNT;
use super::king_buckets::KingBuckets;
use super::linear::Linear;
use super::middle::{MAX_MIDDLE, MiddleParameters, check_units};
use super::network::{
    MATERIAL_ROLES, MAX_HIDDEN, Network, NetworkParameters, OutputPrecision, check_architecture,
};
use super::version::{BUCKETED, COARSE, FINE, LAYERED, MATERIAL, is_read};
use super::{Architecture, Model};
use crate::files;

const MAGIC: &[u8; 8] = b"LANCETNN";
const LINEAR: u16 = 1;
const NETWORK: u16 = 2;
const HEADER: usize = 24;
const CHECKSUM: usize = 8;

/// The maximum size of a file in bytes: the largest network, and 1 MiB for the description.
const MAX_BYTES: u64 =
    (2 * (KingBuckets::MAX * COUNT + 1 + 2 * 8 * MAX_MIDDLE) * MAX_HIDDEN + (1 << 20)) as u64;

impl Model {
    /// Loads the network file at `path`.
    ///
    /// # Errors
    /// A [`ModelError`] if the file cannot be read or is invalid.
    pub fn load(path: &Path) -> Result<Model, ModelError> {
        Model::read(&files::read(path, MAX_BYTES)?)
    }

    /// Reads a model from the bytes of a file.
    ///
    /// # Errors
    /// A [`ModelError`] if the bytes are not those of a valid file.
    pub fn read(bytes: &[u8]) -> Result<Model, ModelError> {
        let header = Header::read(bytes)?;
        let expected =
            header.length() as u64 + u64::from(header.description) + header.payload() + CHECKSUM as u64;
        let found = bytes.len() as u64;
        if found < expected {
            return Err(ModelError::Truncated { found, expected });
        }
        if found > expected {
            return Err(ModelError::TrailingBytes(found - expected));
        }
        let (contents, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        let id = checksum(contents);
        if sum != id.to_le_bytes() {
            return Err(ModelError::Checksum);
        }
        let (description, payload) = contents[header.length()..].split_at(header.description as usize);
        let description = String::from_utf8(description.to_vec()).map_err(|_| ModelError::Description)?;
        let architecture = header.read_payload(payload)?;
        Ok(Model { architecture, description, id })
    }

    /// Returns the bytes of a file with this model and `description`, which says how it was made.
    #[must_use]
    pub fn to_bytes(&self, description: &str) -> Vec<u8> {
        let mut bytes = contents(self.architecture(), description);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }
}

/// Returns the checksum of a file's contents.
pub(super) fn checksum(contents: &[u8]) -> u64 {
    xxh3_64(contents)
}

/// Returns the bytes of a file without the checksum.
pub(super) fn contents(architecture: &Architecture, description: &str) -> Vec<u8> {
    let (kind, hidden, middle, buckets, scale) = match architecture {
        Architecture::Linear(_) => (LINEAR, 0, 0, 1, 0),
        Architecture::Network(network) => {
            (NETWORK, network.hidden(), network.middle(), network.buckets(), network.scale())
        }
    };
    let (version, king_buckets) = version_of(architecture);
    let mut bytes = MAGIC.to_vec();
    for field in [version, kind, hidden as u16, buckets as u16 | king_buckets << 8] {
        bytes.extend(field.to_le_bytes());
    }
    bytes.extend(scale.to_le_bytes());
    bytes.extend((description.len() as u32).to_le_bytes());
    if middle > 0 {
        bytes.extend((middle as u16).to_le_bytes());
    }
    bytes.extend(description.as_bytes());
    match architecture {
        Architecture::Linear(linear) => {
            let taper = |side: usize| linear.weights.iter().map(move |weight| weight[side]);
            put(&mut bytes, linear.tempo.into_iter().chain(taper(0)).chain(taper(1)));
        }
        Architecture::Network(network) => {
            let parameters = network.parameters();
            let middle = parameters.middle.unwrap_or_default();
            for part in [parameters.feature_weights, parameters.feature_bias, parameters.output_weights] {
                put(&mut bytes, part.into_iter());
            }
            bytes.extend(middle.weights.iter().map(|weight| *weight as u8));
            let biases = middle.bias.iter().chain(&parameters.output_bias);
            let words = biases.chain(parameters.material.iter().flatten());
            words.for_each(|word| bytes.extend(word.to_le_bytes()));
        }
    }
    bytes
}

/// Returns the version of the file of a model, and the king buckets in its header.
fn version_of(architecture: &Architecture) -> (u16, u16) {
    let Architecture::Network(network) = architecture else { return (COARSE, 0) };
    let king_buckets = match network.king_buckets() {
        KingBuckets::One => 0,
        buckets @ KingBuckets::Four => buckets.count() as u16,
    };
    let version = match network.precision() {
        _ if network.counts_material() => MATERIAL,
        _ if network.middle() > 0 => LAYERED,
        _ if king_buckets > 0 => BUCKETED,
        OutputPrecision::Fine => FINE,
        OutputPrecision::Coarse => COARSE,
    };
    (version, king_buckets)
}

fn put(bytes: &mut Vec<u8>, values: impl Iterator<Item = i16>) {
    values.for_each(|value| bytes.extend(value.to_le_bytes()));
}

/// The header of a file.
struct Header {
    precision: OutputPrecision,
    kind: u16,
    hidden: usize,
    buckets: usize,
    king_buckets: KingBuckets,
    /// Units of the middle layer; 0 if there is none.
    middle: usize,
    counts_material: bool,
    scale: i32,
    description: u32,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Header, ModelError> {
        let length = bytes.len().min(MAGIC.len());
        if bytes[..length] != MAGIC[..length] || bytes.is_empty() {
            return Err(ModelError::Magic);
        }
        let Some((header, _)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(ModelError::Truncated { found: bytes.len() as u64, expected: HEADER as u64 });
        };
        let half = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let word = |at: usize| [header[at], header[at + 1], header[at + 2], header[at + 3]];
        let (version, kind) = (half(8), half(10));
        let hidden = usize::from(half(12));
        let (scale, description) = (i32::from_le_bytes(word(16)), u32::from_le_bytes(word(20)));
        if !is_read(version) {
            return Err(ModelError::Version(version));
        }
        if kind == LINEAR && version != COARSE {
            return Err(ModelError::LinearVersion(version));
        }
        let precision = if version == COARSE { OutputPrecision::Coarse } else { OutputPrecision::Fine };
        let (buckets, king_buckets) = (usize::from(header[14]), usize::from(header[15]));
        let king_buckets = match (version, king_buckets) {
            (COARSE | FINE | LAYERED | MATERIAL, 0) => KingBuckets::One,
            (BUCKETED | LAYERED | MATERIAL, 2..) => {
                KingBuckets::with_count(king_buckets).ok_or(ModelError::KingBuckets(king_buckets))?
            }
            _ => return Err(ModelError::KingBuckets(king_buckets)),
        };
        let middle = if version >= LAYERED { Header::middle(bytes)? } else { 0 };
        let counts_material = version == MATERIAL;
        match kind {
            LINEAR if hidden != 0 => return Err(ModelError::Hidden(hidden)),
            LINEAR if buckets != 1 => return Err(ModelError::Buckets(buckets)),
            LINEAR if scale != 0 => return Err(ModelError::Scale(scale)),
            LINEAR => {}
            NETWORK => check_architecture(hidden, buckets, scale)?,
            _ => return Err(ModelError::Kind(kind)),
        }
        Ok(Header {
            precision,
            kind,
            hidden,
            buckets,
            king_buckets,
            middle,
            counts_material,
            scale,
            description,
        })
    }

    /// Reads the number of units of the middle layer.
    fn middle(bytes: &[u8]) -> Result<usize, ModelError> {
        let Some(units) = bytes[HEADER..].first_chunk() else {
            return Err(ModelError::Truncated { found: bytes.len() as u64, expected: HEADER as u64 + 2 });
        };
        let units = usize::from(u16::from_le_bytes(*units));
        check_units(units).map(|()| units)
    }

    /// Returns the number of bytes before the description.
    fn length(&self) -> usize {
        if self.middle > 0 { HEADER + 2 } else { HEADER }
    }

    /// Returns the number of bytes between the description and the checksum.
    fn payload(&self) -> u64 {
        let bytes = match self.kind {
            LINEAR => 2 * (2 + 2 * COUNT),
            _ => {
                2 * self.weights().iter().sum::<usize>()
                    + self.middle_weights()
                    + 4 * self.buckets * (self.middle + 1)
                    + if self.counts_material { 4 * MATERIAL_ROLES.len() } else { 0 }
            }
        };
        bytes as u64
    }

    /// Returns the numbers of feature weights, feature biases and output weights of a network.
    fn weights(&self) -> [usize; 3] {
        let Header { hidden, buckets, middle, .. } = *self;
        let inputs = if middle > 0 { middle } else { hidden };
        [self.features() * hidden, hidden, 2 * buckets * inputs]
    }

    /// Returns the number of weights of the middle layer.
    fn middle_weights(&self) -> usize {
        2 * self.buckets * self.middle * self.hidden
    }

    /// Returns the number of features of a view.
    fn features(&self) -> usize {
        self.king_buckets.count() * COUNT
    }

    fn read_payload(&self, payload: &[u8]) -> Result<Architecture, ModelError> {
        if self.kind == LINEAR {
            let values = halves(payload);
            let (tempo, weights) = values.split_at(2);
            let mut linear = Linear { tempo: [tempo[0], tempo[1]], weights: Box::new([[0; 2]; COUNT]) };
            for (index, weight) in linear.weights.iter_mut().enumerate() {
                *weight = [weights[index], weights[COUNT + index]];
            }
            return Ok(Architecture::Linear(linear));
        }
        let mut rest = payload;
        let [feature_weights, feature_bias, output_weights] = self.weights().map(|count| {
            let (part, after) = rest.split_at(2 * count);
            rest = after;
            halves(part)
        });
        let (weights, rest) = rest.split_at(self.middle_weights());
        let weights = weights.iter().map(|weight| *weight as i8).collect();
        let (bias, rest) = rest.split_at(4 * self.buckets * self.middle);
        let (output_bias, material) = rest.split_at(4 * self.buckets);
        let middle = MiddleParameters { units: self.middle, weights, bias: words(bias) };
        Network::new(&NetworkParameters {
            hidden: self.hidden,
            buckets: self.buckets,
            scale: self.scale,
            king_buckets: self.king_buckets,
            feature_weights,
            feature_bias,
            middle: (self.middle > 0).then_some(middle),
            precision: self.precision,
            output_weights,
            output_bias: words(output_bias),
            material: words(material).try_into().ok(),
        })
        .map(Architecture::Network)
    }
}

fn halves(bytes: &[u8]) -> Vec<i16> {
    bytes.as_chunks().0.iter().map(|half| i16::from_le_bytes(*half)).collect()
}

fn words(bytes: &[u8]) -> Vec<i32> {
    bytes.as_chunks().0.iter().map(|word| i32::from_le_bytes(*word)).collect()
}
