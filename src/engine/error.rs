//! Errors: why an engine cannot be started or changed, and why a search has no outcome.

use std::io;

use thiserror::Error;

use crate::eval::nnue::ModelError;
use crate::position::IllegalPosition;
use crate::search::threads::ThreadsError;
use crate::tt::{ResizeError, TtError};

/// Why an engine cannot be started or changed.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The transposition table cannot be allocated.
    #[error(transparent)]
    Tt(#[from] TtError),
    /// The transposition table cannot have another size.
    #[error(transparent)]
    Resize(#[from] ResizeError),
    /// The search cannot have another number of threads.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The model cannot be used.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The search thread cannot be started.
    #[error("cannot start the search thread: {0}")]
    Thread(#[source] io::Error),
    /// The search thread panicked outside a search.
    #[error("the search thread terminated unexpectedly")]
    ThreadTerminated,
    /// The engine was to be changed on its own search thread, by a sink: it would wait for itself.
    #[error("cannot change the engine on its own search thread")]
    OnSearchThread,
}

impl From<EngineError> for crate::Error {
    fn from(error: EngineError) -> crate::Error {
        match error {
            EngineError::Tt(error) => crate::Error::Tt(error),
            EngineError::Resize(error) => crate::Error::other(error),
            EngineError::Threads(error) => crate::Error::other(error),
            EngineError::Model(error) => crate::Error::other(error),
            EngineError::Thread(error) => crate::Error::Thread(error),
            EngineError::ThreadTerminated => crate::Error::SearchTerminated,
            EngineError::OnSearchThread => crate::Error::other(error),
        }
    }
}

/// Why a search has no outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The position cannot be searched: [`Position::validate`](crate::position::Position::validate) refuses it.
    #[error("cannot search the position: {0}")]
    Position(IllegalPosition),
    /// The search panicked. The engine has forgotten what it remembered of earlier searches, and works on.
    #[error("the search terminated unexpectedly")]
    Panicked,
    /// The end was already received from [`Search::reports`](crate::Search::reports), or the search thread has terminated.
    #[error("the search has no outcome to wait for")]
    NoOutcome,
}
