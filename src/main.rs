//! The binary.

mod cli;

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    // First of all: the library may use instructions that an old processor does not have.
    match lancet::cpu::missing() {
        Some(extension) => report_missing(extension),
        None => cli::run(),
    }
}

fn report_missing(extension: &str) -> ExitCode {
    let mut stderr = std::io::stderr();
    for words in
        ["error: this build needs a processor with ", extension, "; use a build for an older processor\n"]
    {
        // Nothing is left to do if stderr is closed.
        let _ = stderr.write_all(words.as_bytes());
    }
    ExitCode::from(2)
}
