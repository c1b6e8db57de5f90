//! Writes the seeds and the tokens of every target for cargo-fuzz: `fuzz/corpus/TARGET/` and `fuzz/dictionaries/TARGET`.
#![allow(clippy::expect_used)]

use std::fs;
use std::path::Path;

use lancet_fuzz_targets::TARGETS;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let dictionaries = folder.join("dictionaries");
    fs::create_dir_all(&dictionaries).expect("a folder");
    for target in &TARGETS {
        let corpus = folder.join("corpus").join(target.name);
        fs::create_dir_all(&corpus).expect("a folder");
        for (number, seed) in (target.seeds)().iter().enumerate() {
            fs::write(corpus.join(format!("seed-{number}")), seed).expect("a write");
        }
        let escaped = |token: &&str| token.bytes().map(|byte| format!("\\x{byte:02x}")).collect::<String>();
        let lines: String = target.tokens.iter().map(|token| format!("\"{}\"\n", escaped(token))).collect();
        fs::write(dictionaries.join(target.name), lines).expect("a write");
    }
}
