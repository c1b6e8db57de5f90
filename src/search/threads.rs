//! Threads with the stack that a search needs.
//!
//! [`Searcher::search`](super::Searcher::search) may be called on any thread. On a thread of this module it
//! searches in place; on any other it starts one for each search, which takes longer than a very small
//! search.

use std::cell::Cell;
use std::io;
use std::iter;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};

use thiserror::Error;

use crate::memory::can_allocate;

/// The stack of a thread that searches, in bytes.
const STACK_SIZE: usize = 16 << 20;

/// Bytes that stay free when the threads of a search are spawned, for everything else.
const SPARE: usize = 32 << 20;

/// Bytes that a helper thread allocates when its search begins, at most: its root moves.
const ROOT_BYTES: usize = 1 << 20;

/// Why a search cannot have the number of threads that was requested.
#[derive(Debug, Error)]
#[non_exhaustive]
#[error("cannot start {threads} threads: {reason}; still using {in_use}")]
pub struct ThreadsError {
    /// The number requested.
    pub threads: usize,
    /// The number as before.
    pub in_use: usize,
    /// What is missing.
    pub reason: ThreadsReason,
}

/// What is missing for a thread.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ThreadsReason {
    /// Memory for its histories, its line or its stack.
    #[error("not enough memory")]
    OutOfMemory,
    /// A search has no more threads than this.
    #[error("the maximum is {max}")]
    TooMany {
        /// The largest number of threads.
        max: usize,
    },
    /// The system refuses it.
    #[error(transparent)]
    Refused(io::Error),
}

impl From<io::Error> for ThreadsReason {
    fn from(error: io::Error) -> ThreadsReason {
        match error.kind() {
            io::ErrorKind::OutOfMemory => ThreadsReason::OutOfMemory,
            _ => ThreadsReason::Refused(error),
        }
    }
}

thread_local! {
    static IS_SEARCH_THREAD: Cell<bool> = const { Cell::new(false) };
}

fn builder() -> Builder {
    Builder::new().name("search".into()).stack_size(STACK_SIZE)
}

fn marked<T>(work: impl FnOnce() -> T) -> T {
    IS_SEARCH_THREAD.set(true);
    work()
}

/// Spawns a thread on which searches run in place.
///
/// # Errors
/// The error of the system if it refuses the thread.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<JoinHandle<T>> {
    builder().spawn(move || marked(work))
}

/// Spawns a scoped thread on which searches run in place.
///
/// # Errors
/// The error of the system if it refuses the thread.
pub fn spawn_scoped<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    builder().spawn_scoped(scope, move || marked(work))
}

/// Spawns a thread for each of `works` as long as the system allows it and memory is left, and returns those that
/// have started with the error that ended it.
///
/// No work begins before the last thread is spawned: what the first ones allocate would be missing for the others.
/// `gate` must be new.
pub(super) fn spawn_helpers<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    gate: &'scope OnceLock<()>,
    works: impl Iterator<Item = impl FnOnce() -> T + Send + 'scope>,
) -> (Vec<ScopedJoinHandle<'scope, T>>, Option<io::Error>) {
    let mut spawned = Vec::new();
    let mut error = None;
    for work in works {
        let gated = || {
            gate.wait();
            work()
        };
        let result = match can_allocate(STACK_SIZE + (spawned.len() + 1) * ROOT_BYTES + SPARE) {
            true => spawn_scoped(scope, gated),
            false => Err(io::ErrorKind::OutOfMemory.into()),
        };
        match result {
            Ok(handle) => spawned.push(handle),
            Err(refusal) => {
                error = Some(refusal);
                break;
            }
        }
    }
    // Ignoring failure: it is open already.
    let _ = gate.set(());
    (spawned, error)
}

/// Starts `count` helper threads at once, which end again, to see that the system allows them.
///
/// # Errors
/// The error of the system if it refuses one.
pub(super) fn try_helpers(count: usize) -> io::Result<()> {
    let gate = OnceLock::new();
    thread::scope(|scope| match spawn_helpers(scope, &gate, iter::repeat_n(|| (), count)) {
        (_, None) => Ok(()),
        (_, Some(error)) => Err(error),
    })
}

/// Reports whether memory is left for the stacks of `count` helper threads and for everything else.
pub(super) fn has_room(count: usize) -> bool {
    // With hundreds of threads it is no harm if some are missing.
    can_allocate(count.min(64) * (STACK_SIZE + ROOT_BYTES) + SPARE)
}

/// Runs `work` with the stack of a search: on this thread if it has it, else on a new one.
pub(super) fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    if IS_SEARCH_THREAD.get() {
        return Ok(work());
    }
    thread::scope(|scope| {
        let handle = spawn_scoped(scope, work)?;
        Ok(handle.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_stays_on_a_search_thread_and_leaves_any_other() {
        let id = || thread::current().id();
        assert_ne!(with_stack(id).expect("a thread"), id());
        let stays =
            spawn(|| with_stack(|| thread::current().id()).expect("a thread") == thread::current().id());
        assert!(stays.expect("a thread").join().expect("no panic"));
    }
}
