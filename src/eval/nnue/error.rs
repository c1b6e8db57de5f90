//! Error: why a file is no model that can be used, in a sentence.

use std::fmt;

/// Why a model cannot be had.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelError {
    /// The file cannot be read; the system says why.
    Unreadable(String),
    /// It does not begin as a network file does.
    Foreign,
    /// It has a format that is not known.
    Version(u16),
    /// It holds a kind of model that is not known.
    Kind(u16),
    /// It ends too early: so many bytes are there, so many should be.
    Short(u64, u64),
    /// It goes on for so many bytes after its end.
    Long(u64),
    /// Its checksum is not that of its contents.
    Checksum,
    /// What it says of itself is not text.
    Description,
    /// It has a number of hidden units that cannot be.
    Hidden(usize),
    /// It has a number of output buckets that cannot be.
    Buckets(usize),
    /// It has a scale that cannot be.
    Scale(i32),
    /// It has another count of numbers than its shape asks for.
    Count,
    /// An output weight is too large.
    OutputWeight(i16),
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ModelError::Unreadable(why) => write!(f, "it cannot be read: {why}"),
            ModelError::Foreign => f.write_str("it is no network of Lancet"),
            ModelError::Version(version) => {
                write!(f, "it is a network file of version {version}, and only version 1 is known")
            }
            ModelError::Kind(kind) => {
                write!(f, "it holds a model of kind {kind}; known are 1 (linear) and 2 (network)")
            }
            ModelError::Short(there, whole) => {
                write!(f, "it is cut short: {there} bytes of {whole} are there")
            }
            ModelError::Long(rest) => write!(f, "it goes on for {rest} bytes after its end"),
            ModelError::Checksum => f.write_str("it is damaged: the checksum does not fit"),
            ModelError::Description => f.write_str("its description is not text in UTF-8"),
            ModelError::Hidden(units) => {
                write!(f, "it has {units} hidden units, not a multiple of 32 up to 1024")
            }
            ModelError::Buckets(buckets) => write!(f, "it has {buckets} output buckets, not 1, 2, 4 or 8"),
            ModelError::Scale(scale) => write!(f, "its scale is {scale}, not a number from 1 to 100000"),
            ModelError::Count => f.write_str("its numbers are not as many as its shape asks for"),
            ModelError::OutputWeight(weight) => {
                write!(f, "it has an output weight of {weight}, and they go from -127 to 127")
            }
        }
    }
}

impl std::error::Error for ModelError {}
