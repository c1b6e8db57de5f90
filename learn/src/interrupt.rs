//! Interrupt: Ctrl-C and its like, noted so that work can be put away first.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static CAME: AtomicBool = AtomicBool::new(false);

/// Notes Ctrl-C from now on; a second time ends the process.
pub fn watch() {
    static WATCHED: Once = Once::new();
    WATCHED.call_once(|| {
        // Where no handler can be set, Ctrl-C ends the process: a minute's work is lost.
        let _ = ctrlc::set_handler(|| {
            if CAME.swap(true, Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

/// It has come.
#[must_use]
pub fn has_come() -> bool {
    CAME.load(Relaxed)
}
