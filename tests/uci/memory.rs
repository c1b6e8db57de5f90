//! Memory: options that need more than a limit of the system allows. One message says so, and play goes on.

use std::process::Command;

use crate::START;
use crate::common::process::Lancet;
use crate::{best, errors, is_legal, position};

/// Starts the engine with at most `kib` KiB of address space.
fn limited(kib: u32) -> Lancet {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {kib} && exec \"$0\"")).arg(env!("CARGO_BIN_EXE_lancet"));
    Lancet::start_as(command)
}

/// Sets an option and returns its error, if there is one.
fn set(lancet: &mut Lancet, option: &str, value: &str) -> Option<String> {
    lancet.send(&format!("setoption name {option} value {value}"));
    let lines = lancet.until_ready();
    assert!(lines.len() <= 1 && errors(&lines).len() == lines.len(), "{option} {value}: {lines:?}");
    errors(&lines).first().map(|error| (*error).to_owned())
}

fn expect_move(lancet: &mut Lancet) {
    let (answer, _) = lancet.send("position startpos").go("go depth 5");
    assert!(is_legal(&position(START), best(&answer)), "{answer}");
}

#[test]
fn threads_that_do_not_fit_are_refused() {
    let mut lancet = limited(400_000);
    let error = set(&mut lancet, "Threads", "64").expect("an error");
    assert_eq!(error, "cannot start 64 threads: not enough memory; still using 1");
    expect_move(&mut lancet);
    assert_eq!(set(&mut lancet, "Threads", "2"), None);
    let error = set(&mut lancet, "Threads", "64").expect("an error");
    assert!(error.ends_with("; still using 2"), "{error}");
    lancet.send("ucinewgame");
    expect_move(&mut lancet);
    lancet.quit();
}

#[test]
fn a_hash_that_does_not_fit_beside_the_old_one_takes_its_place() {
    let mut lancet = limited(700_000);
    assert_eq!(set(&mut lancet, "Hash", "300"), None);
    // Together they are larger than the limit.
    assert_eq!(set(&mut lancet, "Hash", "400"), None);
    expect_move(&mut lancet);
    let error = set(&mut lancet, "Hash", "1000").expect("an error");
    assert_eq!(error, "cannot allocate a hash table of 1000 MiB: not enough memory; using 400 MiB");
    expect_move(&mut lancet);
    // The size in use is known.
    assert_eq!(set(&mut lancet, "Hash", "400"), None);
    assert_eq!(set(&mut lancet, "Hash", "1"), None);
    lancet.quit();
}

#[test]
fn the_engine_goes_on_under_every_limit() {
    let mut refused = 0;
    for kib in (100_000..1_000_000).step_by(90_000) {
        let mut lancet = limited(kib);
        for (option, value) in
            [("Threads", "4"), ("Hash", "100"), ("Threads", "16"), ("Hash", "500"), ("Threads", "128")]
        {
            refused += usize::from(set(&mut lancet, option, value).is_some());
            expect_move(&mut lancet);
        }
        lancet.quit();
    }
    assert!(refused >= 10, "{refused}");
}

#[test]
fn commands_during_a_search_take_bounded_memory() {
    let mut lancet = limited(300_000);
    lancet.send("go infinite");
    // 200 MB in long lines, and as much in short ones if each were kept.
    let long = format!("setoption name UCI_Opponent value {}\n", "x".repeat(1_000_000));
    for _ in 0..200 {
        lancet.send_bytes(long.as_bytes());
    }
    let short = "position startpos moves e2e4\n".repeat(10_000);
    for _ in 0..100 {
        lancet.send_bytes(short.as_bytes());
    }
    let lines = lancet.until_ready();
    let errors = errors(&lines);
    assert!(errors.len() == 1 && errors[0].starts_with("too many commands wait"), "{errors:?}");
    // The last position was lost, and another one is accepted.
    let (first, _) = lancet.go("stop");
    assert!(is_legal(&position(START), best(&first)), "{first}");
    assert_eq!(lancet.go("go depth 1").0, "(none)");
    expect_move(&mut lancet);
    lancet.quit();
}
