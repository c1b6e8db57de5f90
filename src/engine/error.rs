//! Errors: why an engine cannot be started or changed, and why a search has no outcome.

use std::io;

use thiserror::Error;

use crate::eval::nnue::ModelError;
use crate::position::IllegalPosition;
use crate::search::threads::ThreadsError;
use crate::tt::{ResizeError, TtError};

/// Why an engine cannot be started or changed.
///
/// As in all errors of this crate the text includes that of the cause, which [`source`](std::error::Error::source) then does
/// not return again: a program that prints the chain prints everything once.
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
    Thread(io::Error),
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

#[cfg(test)]
mod tests {
    use std::error::Error;

    use super::*;
    use crate::position::parse_fen;
    use crate::search::threads::ThreadsReason;

    #[test]
    fn a_chain_of_errors_prints_everything_once() {
        let refused = || io::Error::from(io::ErrorKind::WouldBlock);
        let reason = ThreadsReason::Refused(refused());
        let error = TtError::OutOfMemory { mib: 16 };
        let syntax = parse_fen("8/8/8/8/8/8/8/8 x - - 0 1").unwrap_err();
        assert!(syntax.source().is_some());
        let errors: [Box<dyn Error>; 6] = [
            Box::new(EngineError::Thread(refused())),
            Box::new(EngineError::from(ThreadsError { threads: 4, in_use: 1, reason })),
            Box::new(EngineError::from(ResizeError { error, in_use: 8 })),
            Box::new(crate::Error::Thread(refused())),
            Box::new(crate::Error::from(refused())),
            Box::new(syntax),
        ];
        for error in &errors {
            let mut causes = std::iter::successors(error.source(), |&cause| cause.source());
            assert!(causes.all(|cause| !error.to_string().contains(&cause.to_string())), "{error}");
        }
    }
}
