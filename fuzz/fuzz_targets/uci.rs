//! The target `uci` for libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| (lancet_fuzz_targets::target("uci").check)(input));
