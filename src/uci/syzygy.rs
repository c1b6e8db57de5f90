//! Syzygy: the endgame tables that `SyzygyPath` names.

use std::sync::Arc;

use super::output::Output;
use crate::syzygy::{TablebaseError, Tablebases, folders};

/// Skipped files that are listed one by one; the rest are counted.
const MAX_LISTED: usize = 3;

/// Opens the tables in a list of folders and writes what was found; `None` if there are none.
///
/// The files are read during the search: the warning about a damaged one is written then.
pub(super) fn open(list: &str, out: &Output) -> Option<Arc<Tablebases>> {
    let folders = folders(list);
    if folders.is_empty() {
        return None;
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
        return Some(Arc::new(tables));
    }
    if warnings.folders.is_empty() {
        out.info("found no tablebase files; playing without");
    }
    None
}
