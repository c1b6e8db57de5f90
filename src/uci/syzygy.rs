//! Syzygy: the endgame tables that `SyzygyPath` names.

use std::sync::Arc;

use super::output::Output;
use crate::syzygy::{TablebaseError, Tablebases, folders};

/// Skipped files that are listed one by one; the rest are counted.
const MAX_LISTED: usize = 3;

/// Replaces `used` by the tables in a list of folders, `None` if there are none, and writes what was found. If a
/// folder cannot be read and the others have no tables, `used` stays.
///
/// The files are read during the search: the warning about a damaged one is written then.
pub(super) fn open(list: &str, used: &mut Option<Arc<Tablebases>>, out: &Output) {
    let folders = folders(list);
    if folders.is_empty() {
        *used = None;
        return;
    }
    let output = out.clone();
    let warn = move |error: &TablebaseError| output.warning(error.to_string());
    let (tables, warnings) = Tablebases::open(&folders, Box::new(warn));
    warnings.folders.iter().for_each(|message| out.error(message.to_string()));
    warnings.files.iter().take(MAX_LISTED).for_each(|message| out.warning(message.to_string()));
    if let Some(more) = warnings.files.len().checked_sub(MAX_LISTED).filter(|more| *more > 0) {
        out.warning(format!("skipped {more} more tablebase files"));
    }
    if tables.max_pieces() > 0 {
        out.info(format!("found {tables}"));
        *used = Some(Arc::new(tables));
    } else if warnings.folders.is_empty() {
        out.info("found no tablebase files; playing without");
        *used = None;
    }
}
