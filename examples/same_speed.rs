//! Compares two builds: they must search the same nodes, at the same speed.
//!
//! Run `cargo run --release --example same_speed -- OLD NEW [ROUNDS [DEPTH]]`. It alternates the `bench` of the two
//! binaries, ROUNDS (9) times each, so that other load on the machine slows both. It prints the median of
//! the speed ratios, and fails if the nodes differ or if NEW is more than 1 % slower.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::error::Error;
use std::ffi::OsString;
use std::process::{Command, ExitCode};

/// Relative loss of speed that counts as noise.
const TOLERANCE: f64 = 0.01;

/// Runs a bench and returns its nodes and nodes per second.
fn bench(binary: &OsString, depth: Option<&OsString>) -> Result<(u64, f64), Box<dyn Error>> {
    let output = Command::new(binary).arg("bench").args(depth).output()?;
    let text = String::from_utf8(output.stdout)?;
    let last = text.lines().last().unwrap_or_default();
    let read = || {
        let (nodes, rest) = last.split_once(" nodes ")?;
        Some((nodes.trim().parse().ok()?, rest.strip_suffix(" nps")?.trim().parse().ok()?))
    };
    Ok(read()
        .ok_or_else(|| format!("unexpected last line of the bench of '{}': '{last}'", binary.display()))?)
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [old, new, ..] = &arguments[..] else {
        return Err("missing arguments: expected OLD NEW [ROUNDS [DEPTH]]".into());
    };
    let rounds = arguments.get(2).map_or(Ok(9), |text| text.to_string_lossy().parse())?;
    let mut ratios = Vec::new();
    for round in 0..rounds {
        // Each binary comes first in half of the rounds.
        let order = if round % 2 == 0 { [old, new] } else { [new, old] };
        let found = [bench(order[0], arguments.get(3))?, bench(order[1], arguments.get(3))?];
        let [before, after] = if round % 2 == 0 { found } else { [found[1], found[0]] };
        if before.0 != after.0 {
            println!("different searches: {} and {} nodes", before.0, after.0);
            return Ok(ExitCode::FAILURE);
        }
        ratios.push(after.1 / before.1);
        println!(
            "{} nodes; {:.0} and {:.0} nps: ratio {:.4}",
            after.0,
            before.1,
            after.1,
            after.1 / before.1
        );
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().ok_or("ROUNDS must be at least 1")?;
    println!("same nodes; median speed ratio {median:.4} of {rounds} rounds");
    Ok(if median < 1.0 - TOLERANCE { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
