//! Whether one build searches the same as another, and as fast.
//!
//! `cargo run --release --example same_speed -- OLD NEW [ROUNDS [DEPTH]]`: runs `bench` of the two
//! binaries by turns, ROUNDS (9) times each, one directly after the other, so that what else the
//! machine does falls on both. Tells the median of the ratios of their speeds, and fails where the
//! nodes differ or the median is more than 1 % below.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::error::Error;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// How much slower is still as fast.
const SLACK: f64 = 0.01;

/// Nodes, and nodes a second.
fn bench(binary: &OsString, depth: Option<&OsString>) -> Result<(u64, f64), Box<dyn Error>> {
    let output = Command::new(binary).arg("bench").args(depth).output()?;
    let text = String::from_utf8(output.stdout)?;
    let last = text.lines().last().unwrap_or_default();
    let read = || {
        let (nodes, rest) = last.split_once(" nodes ")?;
        Some((nodes.trim().parse().ok()?, rest.strip_suffix(" nps")?.trim().parse().ok()?))
    };
    Ok(read().ok_or_else(|| format!("the bench of {} ends with '{last}'", binary.display()))?)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [old, new, ..] = &arguments[..] else {
        return Err("two binaries are needed, the old one and the new one".into());
    };
    let rounds = arguments.get(2).map_or(Ok(9), |text| text.to_string_lossy().parse())?;
    let mut ratios = Vec::new();
    for round in 0..rounds {
        // Neither comes always first.
        let order = if round % 2 == 0 { [old, new] } else { [new, old] };
        let found = [bench(order[0], arguments.get(3))?, bench(order[1], arguments.get(3))?];
        let [before, after] = if round % 2 == 0 { found } else { [found[1], found[0]] };
        if before.0 != after.0 {
            println!("another search: {} nodes and not {}", after.0, before.0);
            return Ok(ExitCode::FAILURE);
        }
        ratios.push(after.1 / before.1);
        println!("{} nodes; {:.0} and {:.0} a second: {:.4}", after.0, before.1, after.1, after.1 / before.1);
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().ok_or("at least one round is needed")?;
    println!("the same search at {median:.4} times the speed, by the median of {rounds} rounds");
    Ok(if median < 1.0 - SLACK { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
