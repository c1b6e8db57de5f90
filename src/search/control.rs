//! Control: stopping a search from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

/// The handle by which a running search is told to stop or that the expected move was played.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    /// The search would have ended, had it not pondered.
    satisfied: AtomicBool,
    hit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Control {
    /// A control for a search that is about to begin.
    #[must_use]
    pub fn new(ponder: bool) -> Control {
        Control { pondering: AtomicBool::new(ponder), ..Control::default() }
    }

    /// Ends the search; it answers with the best it has.
    pub fn stop(&self) {
        let _guard = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopped.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The expected move was played: the clock runs from now on, and a search that has thought enough
    /// ends. One that does not ponder does not heed it.
    pub fn ponderhit(&self) {
        let mut hit = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.is_pondering() {
            return;
        }
        *hit = Some(Instant::now());
        self.pondering.store(false, Ordering::Release);
        if self.satisfied.load(Ordering::Relaxed) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Tells whether the search has thought enough; gives whether it may end now.
    pub(crate) fn satisfy(&self, enough: bool) -> bool {
        let _guard = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        self.satisfied.store(enough, Ordering::Relaxed);
        enough && !self.is_pondering()
    }

    /// The search was told to stop.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The search thinks on the opponent's time.
    #[inline]
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// When the expected move was played, if it was.
    #[must_use]
    pub fn hit_at(&self) -> Option<Instant> {
        *self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the outcome may be told: at once, except in infinite and ponder searches.
    pub(crate) fn wait_for_release(&self, infinite: bool) {
        let mut guard = self.hit.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hit_is_for_a_search_that_ponders() {
        let control = Control::new(false);
        assert!(control.satisfy(true));
        control.ponderhit();
        assert!(control.hit_at().is_none() && !control.is_stopped());
    }

    #[test]
    fn a_hit_ends_what_has_thought_enough_and_nothing_else() {
        for enough in [true, false] {
            let control = Control::new(true);
            assert!(!control.satisfy(enough));
            control.ponderhit();
            assert!(control.hit_at().is_some() && !control.is_pondering());
            assert_eq!(control.is_stopped(), enough);
        }
    }
}
