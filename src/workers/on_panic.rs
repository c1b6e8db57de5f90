//! On panic: what a worker does when it panics, for a receiver that would wait for its result forever.

use std::thread;

/// Calls a function if the thread panics before it is dropped.
pub(crate) struct OnPanic<F: FnMut()>(pub F);

impl<F: FnMut()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking() {
            (self.0)();
        }
    }
}
