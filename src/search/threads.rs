//! Threads with the stack that a search needs.
//!
//! [`Searcher::search`](super::Searcher::search) may be called on any thread. On a thread of this module it
//! searches in place; on any other it starts one for each search, which takes longer than a very small
//! search.

use std::cell::Cell;
use std::io;
use std::panic::resume_unwind;
use std::thread::{self, Builder, JoinHandle, Scope, ScopedJoinHandle};

/// The stack of a thread that searches, in bytes.
const STACK_SIZE: usize = 16 << 20;

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
