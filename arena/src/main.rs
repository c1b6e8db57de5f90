//! The binary `lancet-arena`.

use std::process::ExitCode;

fn main() -> ExitCode {
    lancet_arena::cli::run()
}
