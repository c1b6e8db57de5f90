//! The binary `lancet-learn`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lancet_learn::cli::run()
}
