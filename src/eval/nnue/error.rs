//! ModelError: why a network file cannot be used.

use thiserror::Error;

use crate::files::FileError;

use super::middle::{MAX_MIDDLE, MAX_MIDDLE_WEIGHT};
use super::network::{MAX_HIDDEN, MAX_SCALE};

/// Why a model cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The file cannot be opened or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The memory is missing.
    #[error("not enough memory")]
    OutOfMemory,
    /// The file begins with other bytes.
    #[error("not a Lancet network file")]
    Magic,
    /// The format version is unknown.
    #[error("unsupported format version {0} (expected 1, 2, 3, 5 or 6)")]
    Version(u16),
    /// A linear model has a version that only networks have.
    #[error("unsupported format version {0} of a linear model (expected 1)")]
    LinearVersion(u16),
    /// The kind of model is unknown.
    #[error("unknown model kind {0} (expected 1, linear, or 2, network)")]
    Kind(u16),
    /// The file is truncated.
    #[error("truncated: {found} of {expected} bytes")]
    Truncated {
        /// The size of the file in bytes.
        found: u64,
        /// The size in bytes that its header implies.
        expected: u64,
    },
    /// The file continues after its end by a number of bytes.
    #[error("{0} trailing bytes")]
    TrailingBytes(u64),
    /// The checksum does not match the contents.
    #[error("checksum mismatch: the file is damaged")]
    Checksum,
    /// The description is not text.
    #[error("description is not UTF-8")]
    Description,
    /// The number of hidden units is invalid.
    #[error("invalid number of hidden units {0} (expected a multiple of 32 up to {MAX_HIDDEN})")]
    Hidden(usize),
    /// The number of output buckets is invalid.
    #[error("invalid number of output buckets {0} (expected 1, 2, 4 or 8)")]
    Buckets(usize),
    /// The number of king buckets is invalid, or does not match the version.
    #[error(
        "invalid number of king buckets {0} (expected 4 in version 3, 0 or 4 in versions 5 and 6, else 0)"
    )]
    KingBuckets(usize),
    /// The number of units of the middle layer is invalid.
    #[error("invalid number of middle units {0} (expected 8 or {MAX_MIDDLE})")]
    Middle(usize),
    /// A weight of the middle layer is out of range.
    #[error("middle weight {0} out of range (-{MAX_MIDDLE_WEIGHT} to {MAX_MIDDLE_WEIGHT})")]
    MiddleWeight(i8),
    /// Material counts in the output of a network without a middle layer.
    #[error("material weights without a middle layer")]
    Material,
    /// A network with king buckets or a middle layer has coarse output weights.
    #[error("king buckets or a middle layer without fine output weights")]
    Coarse,
    /// The scale is invalid.
    #[error("invalid scale {0} (expected 1 to {MAX_SCALE})")]
    Scale(i32),
    /// The number of parameters is not the one that the architecture has.
    #[error("parameter count does not match the architecture")]
    ParameterCount,
    /// An output weight is out of range.
    #[error("output weight {weight} out of range (-{most} to {most})")]
    OutputWeight {
        /// The weight.
        weight: i16,
        /// The largest absolute weight.
        most: i16,
    },
    /// The output weights are so large that a sum may overflow.
    #[error("output weights are too large: their sum may overflow")]
    OutputSum,
}
