//! Search: the handle of a search under way.

use std::fmt;
use std::sync::Arc;

use crossbeam_channel::Receiver;

use super::{Report, SearchError};
use crate::search::{Control, Outcome};

/// A search under way. Dropping it does not stop the search; [`Search::stop`] does. Reports take memory until they are
/// read.
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

    /// Waits for the end of the search and returns its outcome. An infinite search must be stopped first, a ponder search
    /// stopped or sent a ponderhit.
    ///
    /// # Errors
    /// A [`SearchError`] if the search has failed, or if its end was already taken from [`Search::reports`].
    pub fn wait(self) -> Result<Outcome, SearchError> {
        let end = self.reports.iter().find_map(|report| match report {
            Report::Done(outcome) => Some(Ok(outcome)),
            Report::Failed(error) => Some(Err(error)),
            _ => None,
        });
        end.unwrap_or(Err(SearchError::NoOutcome))
    }
}
