//! Processes that catch interrupts.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

/// The limit for everything that should come soon, generous enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// Waits until a process catches interrupts.
pub fn wait_until_caught(child: &Child) {
    if !cfg!(target_os = "linux") {
        return thread::sleep(Duration::from_secs(2));
    }
    let (status, end) = (format!("/proc/{}/status", child.id()), Instant::now() + PATIENCE);
    // The handler of SIGTERM is the last one that is installed.
    let is_caught = || {
        let status = fs::read_to_string(&status).expect("the process");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        let mask = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).expect("a mask");
        mask >> (15 - 1) & 1 == 1
    };
    while !is_caught() {
        assert!(Instant::now() < end, "no handler of SIGTERM");
        thread::sleep(Duration::from_millis(5));
    }
}
