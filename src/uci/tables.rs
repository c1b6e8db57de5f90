//! Tables: endgame tables as the option `SyzygyPath` names them.

use std::io::Write;
use std::sync::Arc;

use crossbeam_channel::Sender;

use super::Event;
use super::output::Output;
use crate::syzygy::{Tablebases, folders};

/// Files left out that are told one by one; the rest are counted.
const MOST_TOLD: usize = 3;

/// The tables in the folders of a list, `None` where there are none; tells what was found and what
/// was not. What turns out later, when the files are read, comes as an event.
pub(super) fn open<W: Write>(
    list: &str,
    out: &mut Output<W>,
    events: &Sender<Event>,
) -> Option<Arc<Tablebases>> {
    let folders = folders(list);
    if folders.is_empty() {
        return None;
    }
    let events = events.clone();
    let complain = move |sentence: &str| {
        // A session that has gone does not want to know.
        let _ = events.send(Event::Told(format!("info string warning: {sentence}")));
    };
    let (tables, warnings) = Tablebases::open(&folders, Box::new(complain));
    warnings.folders.iter().for_each(|sentence| out.error(sentence));
    for sentence in warnings.files.iter().take(MOST_TOLD) {
        out.say(format!("warning: {sentence}"));
    }
    if let Some(more) = warnings.files.len().checked_sub(MOST_TOLD).filter(|more| *more > 0) {
        out.say(format!("warning: {more} more tablebase files are left out"));
    }
    if tables.max_pieces() > 0 {
        out.say(format!("found {tables}"));
        return Some(Arc::new(tables));
    }
    if warnings.folders.is_empty() {
        out.say("no tablebase files were found; play goes on without them");
    }
    None
}
