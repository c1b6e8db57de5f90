//! Control: stopping a search from outside.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// The handle that stops a running search or sends it a ponderhit.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// The search has used its time, and only pondering keeps it running.
    time_used: AtomicBool,
    /// The number of lines that replaces that of the settings; 0 for none.
    multi_pv: AtomicUsize,
    ponderhit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Control {
    /// The control of a search that has not started.
    #[must_use]
    pub fn new(ponder: bool) -> Control {
        Control { pondering: AtomicBool::new(ponder), ..Control::default() }
    }

    /// Ends the search; its outcome is the best move so far.
    pub fn stop(&self) {
        let _guard = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Searches and reports `lines` principal variations from now on, at least one, in place of those of the
    /// settings. Lines that are added are searched in the iteration under way, after those before them, and if the search
    /// only waits to be released, from the first depth on.
    pub fn set_multi_pv(&self, lines: usize) {
        let _guard = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        self.multi_pv.store(lines.max(1), Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The number of principal variations, if it was changed.
    pub(crate) fn multi_pv(&self) -> Option<usize> {
        Some(self.multi_pv.load(Ordering::Relaxed)).filter(|lines| *lines > 0)
    }

    /// Turns pondering into a normal search: the clock runs from now on, and a search that has used its time
    /// ends. Does nothing if the search does not ponder.
    pub fn ponderhit(&self) {
        self.ponderhit_since(Instant::now());
    }

    /// As [`Control::ponderhit`], with a clock that runs since `start`, when the ponderhit was read.
    pub fn ponderhit_since(&self, start: Instant) {
        let mut ponderhit = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_pondering() {
            return;
        }
        *ponderhit = Some(start);
        self.pondering.store(false, Ordering::Release);
        if self.time_used.load(Ordering::Relaxed) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Notes whether the search has used its time; returns whether it may end now.
    pub(crate) fn set_time_used(&self, time_used: bool) -> bool {
        let _guard = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        self.time_used.store(time_used, Ordering::Relaxed);
        time_used && !self.is_pondering()
    }

    /// Reports whether the search was stopped.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Reports whether the search ponders.
    #[inline]
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// The time of the ponderhit, if there was one.
    #[must_use]
    pub fn ponderhit_at(&self) -> Option<Instant> {
        *self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the outcome may be reported: in infinite and ponder searches until they are released.
    pub(crate) fn wait_for_release(&self, infinite: bool) {
        self.wait_unless(infinite, || false);
    }

    /// Waits as [`Control::wait_for_release`], or until `is_needed`, which depends on the number of lines, holds; returns
    /// whether that ended the wait.
    pub(crate) fn wait_unless(&self, infinite: bool, is_needed: impl Fn() -> bool) -> bool {
        let mut guard = self.ponderhit.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            if is_needed() {
                return true;
            }
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ponderhit_without_pondering_does_nothing() {
        let control = Control::new(false);
        assert!(control.set_time_used(true));
        control.ponderhit();
        assert!(control.ponderhit_at().is_none() && !control.is_stopped());
    }

    #[test]
    fn ponderhit_ends_a_search_that_has_used_its_time() {
        for time_used in [true, false] {
            let control = Control::new(true);
            assert!(!control.set_time_used(time_used));
            control.ponderhit();
            assert!(control.ponderhit_at().is_some() && !control.is_pondering());
            assert_eq!(control.is_stopped(), time_used);
        }
    }
}
