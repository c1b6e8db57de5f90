//! The reasons why a manifest cannot be used.

use lancet::files::{FileError, display};
use thiserror::Error;

use super::contents::Difference;
use super::file::VERSION;
use crate::play::{FIRST_RULES, RULES};

/// Why a manifest cannot be used.
#[derive(Debug, Error)]
pub enum ManifestError {
    /// It cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not JSON with the fields of a manifest.
    #[error("not a manifest: {0}")]
    Json(#[from] serde_json::Error),
    /// Its format version is unknown.
    #[error("unsupported version {0}, expected {VERSION}")]
    Version(u32),
    /// A name is listed twice.
    #[error("it lists '{}' twice", display(.0.as_ref()))]
    Duplicate(String),
    /// The totals of a file are not the sums of its blocks.
    #[error("the totals of '{}' are not the sums of its blocks", display(.0.as_ref()))]
    Totals(String),
    /// A block has no games, or more games or positions than the format of records allows.
    #[error("block {block} of '{}' has a size that no block has", display(name.as_ref()))]
    BlockSize {
        /// The name of the file.
        name: String,
        /// The number of the block.
        block: usize,
    },
    /// A file is not listed.
    #[error("it does not list '{}'", display(.0.as_ref()))]
    UnknownFile(String),
    /// A block is not listed.
    #[error("there is no block {block}; expected a number below {blocks}")]
    UnknownBlock {
        /// The number of the block.
        block: usize,
        /// The number of listed blocks.
        blocks: usize,
    },
    /// A file is listed already, with other contents.
    #[error("it lists another '{}': {difference}; a file of games is written once", display(name.as_ref()))]
    Listed {
        /// The name of the file.
        name: String,
        /// The first block that differs.
        difference: Difference,
    },
    /// A file is listed already, with another origin.
    #[error("it lists '{}' with {field} '{listed}', not '{given}'", display(name.as_ref()))]
    Origin {
        /// The name of the file.
        name: String,
        /// The field that differs.
        field: &'static str,
        /// Its value in the manifest.
        listed: String,
        /// The value given.
        given: String,
    },
    /// The games were not generated with this network.
    #[error(
        "the games of '{}' are by network {expected:016x}, but '{file}' is network {found:016x}",
        display(name.as_ref())
    )]
    Network {
        /// The name of the file of games.
        name: String,
        /// The network file.
        file: String,
        /// The identity of the network of the games.
        expected: u64,
        /// The identity of the network file.
        found: u64,
    },
    /// It is not stated which games were rescored.
    #[error(
        "the games of '{}' are rescored; pass the name of the file before rescoring with --from",
        display(.0.as_ref())
    )]
    From(String),
    /// The games were not those of the file that is named.
    #[error(
        "the games of '{}' are of the run with seed {seed}, '{}' has other games",
        display(name.as_ref()),
        display(from.as_ref())
    )]
    OtherFrom {
        /// The name of the file of rescored games.
        name: String,
        /// Its seed.
        seed: u64,
        /// The name given.
        from: String,
    },
    /// The games are not rescored.
    #[error("the games of '{}' are not rescored; omit --from", display(.0.as_ref()))]
    Played(String),
    /// The games were played by unknown rules.
    #[error(
        "the games of '{}' were played by version {rules} of the rules, expected {FIRST_RULES} to {RULES}",
        display(name.as_ref())
    )]
    Rules {
        /// The name of the file.
        name: String,
        /// The version.
        rules: u16,
    },
    /// A file name is not valid Unicode, as names in JSON are.
    #[error("the name '{0}' is not valid Unicode")]
    NotUnicode(String),
}
