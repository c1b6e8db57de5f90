//! Checks files with a target: `cargo run -p lancet-fuzz-targets --example check -- TARGET FILE...`.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::{env, fs};

fn main() {
    let mut arguments = env::args().skip(1);
    let target = lancet_fuzz_targets::target(&arguments.next().expect("the name of a target"));
    for path in arguments {
        (target.check)(&fs::read(&path).expect("a readable file"));
        println!("{path}: passed");
    }
}
