//! The interrupt flag, which Ctrl-C and SIGTERM set.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the signal handler, once per process. A second signal ends the process at once.
pub fn install_handler() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        // Without a handler Ctrl-C ends the process; record files lose at most the last minute.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Relaxed) {
                std::process::exit(130);
            }
        });
    });
}

/// Reports whether the flag is set.
#[must_use]
pub fn is_set() -> bool {
    INTERRUPTED.load(Relaxed)
}
