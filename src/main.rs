//! The binary.

mod cli;

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Before anything else: what follows may use instructions that an old processor does not have.
    if let Some(extension) = lancet::cpu::missing() {
        let mut stderr = std::io::stderr();
        let words =
            ["lancet: this build needs a processor with ", extension, ", which this one does not have; "];
        for word in words.iter().chain(&["take a build for an older one, such as x86-64-v2.\n"]) {
            let _ = stderr.write_all(word.as_bytes());
        }
        return ExitCode::from(2);
    }
    cli::run()
}

/// A stand-in, wired at merge.
fn uci() {}
