//! Tools: what the command line offers beside playing.

pub mod analyse;
pub mod bench;
pub mod book;
pub mod drivers;
pub mod go;
mod goal;
pub mod perft;
pub mod perft_suite;
mod share;
pub mod suite;
mod verdict;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::error::Error;
use crate::search::Searcher;

/// Reads a text file; what is not UTF-8 in it is replaced.
fn read(path: &Path) -> Result<String, Error> {
    fs::read(path)
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .map_err(|error| Error::Sentence(format!("the file {} cannot be read: {error}", path.display())))
}

/// Does `work` on a thread with stack enough for a search.
fn on_search_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Error> {
    thread::scope(|scope| {
        let builder = thread::Builder::new().name("search".into()).stack_size(Searcher::STACK_SIZE);
        let handle = builder
            .spawn_scoped(scope, work)
            .map_err(|error| Error::Sentence(format!("the search thread cannot be started: {error}")))?;
        handle.join().map_err(|_| Error::sentence("the search ended before its time"))
    })
}

/// A bar of progress on the standard error, invisible where that is not a terminal.
fn progress_bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    let template = format!("{{wide_bar}} {{human_pos}} of {{human_len}} {unit}, {{eta}} to go");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// A time for people, in seconds.
fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}
