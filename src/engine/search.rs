//! Search: the handle of a search under way.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::{Report, SearchError};
use crate::search::{Control, Outcome};

/// A search under way. Reports take memory until they are read.
///
/// Dropping it does not stop the search: [`Search::stop`] does, or a [`StopGuard`] when it is dropped.
#[must_use = "the search goes on, but nothing receives its reports: `Engine::search_with` needs no handle"]
pub struct Search {
    pub(super) control: Arc<Control>,
    pub(super) reports: Receiver<Report>,
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("control", &self.control).finish_non_exhaustive()
    }
}

impl Search {
    /// Stops the search; the outcome still comes, within about a millisecond if the first iteration is done, and after the
    /// searches before it.
    pub fn stop(&self) {
        self.control.stop();
    }

    /// The control of the search, with which another thread stops it while this one waits.
    ///
    /// ```
    /// use lancet::Engine;
    /// use lancet::search::{Limits, Settings};
    /// use lancet::shakmaty::Chess;
    ///
    /// let mut engine = Engine::new(16)?;
    /// let limits = Limits { infinite: true, ..Limits::default() };
    /// let search = engine.search(Chess::default(), limits, Settings::default());
    /// let control = search.control();
    /// std::thread::spawn(move || control.stop());
    /// assert!(search.wait().is_ok_and(|outcome| outcome.best.is_some()));
    /// # Ok::<(), lancet::EngineError>(())
    /// ```
    #[must_use]
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Searches and reports `lines` principal variations from now on, at least one.
    pub fn set_multi_pv(&self, lines: usize) {
        self.control.set_multi_pv(lines);
    }

    /// Reports that the opponent has played the expected move: a ponder search becomes a normal one, and its
    /// clock starts.
    pub fn ponderhit(&self) {
        self.control.ponderhit();
    }

    /// Returns the channel of the reports; [`Report::Done`] or [`Report::Failed`] is the last one.
    ///
    /// The last report of each rank is the result for its line, unless their number has changed meanwhile; the
    /// [`Outcome`] has all results.
    #[must_use]
    pub fn reports(&self) -> &Receiver<Report> {
        &self.reports
    }

    /// Returns a guard that stops the search when it is dropped, as by an early return.
    ///
    /// ```
    /// use lancet::Engine;
    /// use lancet::search::{Limits, Settings};
    /// use lancet::shakmaty::Chess;
    ///
    /// let mut engine = Engine::new(16)?;
    /// let limits = Limits { infinite: true, ..Limits::default() };
    /// let search = engine.search(Chess::default(), limits, Settings::default());
    /// {
    ///     let _guard = search.stop_guard();
    ///     // Read some reports here.
    /// }
    /// assert!(search.wait().is_ok());
    /// # Ok::<(), lancet::EngineError>(())
    /// ```
    pub fn stop_guard(&self) -> StopGuard {
        StopGuard(self.control())
    }

    /// Waits for the end of the search and returns its outcome. An infinite search must be stopped first, a ponder search
    /// stopped or sent a ponderhit.
    ///
    /// # Errors
    /// A [`SearchError`] if the search has failed, or if its end was already taken from [`Search::reports`].
    pub fn wait(self) -> Result<Outcome, SearchError> {
        self.reports.iter().find_map(end).unwrap_or(Err(SearchError::NoOutcome))
    }

    /// Waits at most `timeout` for the end of the search; returns `None` if it goes on. Discards the reports before.
    ///
    /// # Errors
    /// Those of [`Search::wait`].
    pub fn wait_timeout(&self, timeout: Duration) -> Result<Option<Outcome>, SearchError> {
        // A time beyond all clocks is not a limit.
        let deadline = Instant::now().checked_add(timeout);
        loop {
            let received = match deadline {
                Some(deadline) => self.reports.recv_deadline(deadline),
                None => self.reports.recv().map_err(RecvTimeoutError::from),
            };
            match received.map(end) {
                Ok(Some(end)) => return end.map(Some),
                Ok(None) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(SearchError::NoOutcome),
            }
        }
    }
}

/// Returns the end of the search if `report` is the last one.
fn end(report: Report) -> Option<Result<Outcome, SearchError>> {
    match report {
        Report::Done(outcome) => Some(Ok(outcome)),
        Report::Failed(error) => Some(Err(error)),
        _ => None,
    }
}

/// Stops its search when it is dropped; made by [`Search::stop_guard`].
#[derive(Debug)]
#[must_use = "dropping it stops the search"]
pub struct StopGuard(Arc<Control>);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.stop();
    }
}
