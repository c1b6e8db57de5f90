//! Whole: files that are there entirely or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Writes a file under another name beside it and gives it its own once it is whole and on disk.
///
/// # Errors
/// A sentence where it cannot be written; what was there before is still there then.
pub fn write(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<(), String> {
    let unfinished = beside(path);
    let written = File::create(&unfinished)
        .and_then(|mut file| fill(&mut file).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&unfinished, path));
    written.map_err(|error| {
        // Half a file is of no use; that it cannot be removed changes nothing.
        let _ = fs::remove_file(&unfinished);
        format!("the file {} cannot be written: {error}", path.display())
    })
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".unfinished");
    path.with_file_name(name)
}
