//! The binary `lancet-lab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lancet_lab::cli::run()
}
