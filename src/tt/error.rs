//! Errors: why a transposition table cannot be allocated, and what is used in its place.

use thiserror::Error;

use crate::memory::AllocError;

/// Why a transposition table cannot be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum TtError {
    /// The size exceeds the address space.
    #[error("cannot allocate a hash table of {mib} MiB: size exceeds the address space")]
    TooLarge {
        /// The requested size in MiB.
        mib: usize,
    },
    /// The size exceeds the available memory.
    #[error("cannot allocate a hash table of {mib} MiB: not enough memory")]
    OutOfMemory {
        /// The requested size in MiB.
        mib: usize,
    },
}

/// Why a transposition table cannot have another size, and which size it has now.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
#[error("{error}; using {in_use} MiB")]
pub struct ResizeError {
    /// Why the requested size failed.
    pub error: TtError,
    /// The size of the table in MiB from now on: the old size, or less if that cannot be allocated again. A size that exceeds
    /// the memory leaves the old table with its entries, where the available memory is known: on Linux and Android. Otherwise the
    /// table is empty.
    pub in_use: usize,
}

impl TtError {
    /// The error of a table of `mib` MiB whose allocation failed by `error`.
    pub(super) fn new(mib: usize, error: AllocError) -> TtError {
        match error {
            AllocError::TooLarge => TtError::TooLarge { mib },
            AllocError::OutOfMemory => TtError::OutOfMemory { mib },
        }
    }
}
