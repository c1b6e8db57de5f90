//! Seeded mutations of the project's own files, for every target.
//!
//! `LANCET_FUZZ_INPUTS` is the number of inputs of each target instead of the small default, `LANCET_FUZZ_TIMES` a multiple
//! of the default, `LANCET_FUZZ_FIRST` the number of the first one, `LANCET_FUZZ_SEED` the seed. A failing input is saved in
//! `target/fuzz-findings`, or in the folder `LANCET_FUZZ_FINDINGS`, and the file is the argument of the example `check`.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stderr, clippy::unwrap_used)]

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;
use std::{env, fs, thread};

use lancet_fuzz_targets::mutator::Mutator;
use lancet_fuzz_targets::target;

/// Inputs between two lines about the progress of a long run.
const PROGRESS: u64 = 100_000;

/// Failures after which a run ends.
const MAX_FAILURES: u64 = 20;

/// An input that takes longer than this is an endless loop on any machine.
const MAX_TIME: Duration = Duration::from_secs(300);

fn variable(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text}")))
}

/// Saves an input and returns its path.
fn save(name: &str, number: u64, input: &[u8]) -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/fuzz-findings");
    let folder = env::var_os("LANCET_FUZZ_FINDINGS").map_or(default, PathBuf::from).join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(number.to_string());
    fs::write(&path, input).expect("a write");
    path
}

/// Ends the program if the number of the input stays the same for too long.
fn watch(name: &'static str, seed: u64, current: std::sync::Arc<AtomicU64>) -> Sender<()> {
    let (done, ended) = channel();
    thread::spawn(move || {
        let mut last = u64::MAX;
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(MAX_TIME) {
            let number = current.load(Relaxed);
            if number == last {
                let path = save(name, number, &Mutator::new(target(name)).input(seed, number));
                eprintln!("{name}: input {number} does not end, {}", path.display());
                std::process::exit(101);
            }
            last = number;
        }
    });
    done
}

fn run(name: &'static str) {
    let target = target(name);
    let mutator = Mutator::new(target);
    let seed = variable("LANCET_FUZZ_SEED").unwrap_or(1);
    let first = variable("LANCET_FUZZ_FIRST").unwrap_or(0);
    let times = variable("LANCET_FUZZ_TIMES").unwrap_or(1);
    let count = variable("LANCET_FUZZ_INPUTS").unwrap_or(target.inputs * times);
    let current = std::sync::Arc::new(AtomicU64::new(first));
    let _done = watch(name, seed, current.clone());
    let mut failures = 0;
    for number in first..first + count {
        current.store(number, Relaxed);
        let input = mutator.input(seed, number);
        if catch_unwind(AssertUnwindSafe(|| (target.check)(&input))).is_err() {
            eprintln!(
                "{name}: input {number} of seed {seed} fails, {}",
                save(name, number, &input).display()
            );
            failures += 1;
            assert!(failures < MAX_FAILURES, "{name}: more inputs may fail");
        }
        let done = number + 1 - first;
        if done.is_multiple_of(PROGRESS) {
            // Not `eprintln!`, whose output the test harness holds back.
            let _ = writeln!(std::io::stderr(), "{name}: {done} of {count} inputs, {failures} failures");
        }
    }
    assert_eq!(failures, 0, "inputs of {name} fail");
    if count >= PROGRESS {
        let _ = writeln!(std::io::stderr(), "{name}: all {count} inputs of seed {seed} pass");
    }
}

macro_rules! tests {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                run(stringify!($name));
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            let names: Vec<&str> = lancet_fuzz_targets::TARGETS.iter().map(|target| target.name).collect();
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

tests!(fen pgn epd book network records syzygy uci);
