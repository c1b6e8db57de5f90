//! Interrupt: Ctrl-C, and the signal that requests a program to end.
//!
//! Commands poll one flag, end in good order and leave what they have done. SIGHUP keeps its meaning, so that `nohup`
//! works.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Once};
use std::time::Duration;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Set by SIGTERM.
static TERMINATED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The time between two polls of the flag.
pub const POLL: Duration = Duration::from_millis(50);

/// The exit code of a command that was interrupted: 128 and the number of SIGINT, as of a shell.
pub const EXIT_CODE: u8 = 130;

/// Catches Ctrl-C and SIGTERM from now on, once per process: the first signal sets the flag, a second one ends the
/// process at once.
pub fn catch() {
    static CAUGHT: Once = Once::new();
    CAUGHT.call_once(catch_signals);
}

/// Reports whether the flag is set.
#[must_use]
pub fn is_set() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// Clears the flag after the interrupt was dealt with, so that a command may go on with something else. The request of
/// SIGTERM to end stays.
pub fn clear() {
    if !TERMINATED.load(Relaxed) {
        INTERRUPTED.store(false, Relaxed);
    }
}

/// Sets the flag: Ctrl-C was read as a key.
pub fn set() {
    INTERRUPTED.store(true, Relaxed);
}

#[cfg(unix)]
fn catch_signals() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag::{register, register_conditional_shutdown};

    for signal in [SIGINT, SIGTERM] {
        // Without a handler a signal ends the process. The first action sees the flag as it was before the signal.
        let _ = register_conditional_shutdown(signal, 128 + signal, Arc::clone(&INTERRUPTED));
        let _ = register(signal, Arc::clone(&INTERRUPTED));
    }
    let _ = register(SIGTERM, Arc::clone(&TERMINATED));
}

#[cfg(not(unix))]
fn catch_signals() {
    // Without a handler Ctrl-C ends the process.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
    });
}
