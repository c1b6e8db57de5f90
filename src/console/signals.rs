//! Signals: those that would end a program where a message is due.

/// Lets a write beyond the limit of file sizes (`ulimit -f`) fail as on a full disk. By default the signal SIGXFSZ
/// ends the process without a message.
#[cfg(unix)]
pub(super) fn let_large_writes_fail() {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    // Nothing reads the flag: with any handler the write returns an error. Without one the signal ends the process.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Does nothing: only Unix has such a limit.
#[cfg(not(unix))]
pub(super) fn let_large_writes_fail() {}
