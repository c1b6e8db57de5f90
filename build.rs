//! Build: which network is built in: ours, or the file that `EVALFILE` names, as OpenBench does to test
//! another.

use std::path::{Path, PathBuf, absolute};
use std::{env, fs, io};

use xxhash_rust::xxh3::xxh3_64;

/// The latest; `nets/README.md` tells how it was learned.
const OURS: &str = "nets/g8-256x8-r10.lnn";

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let path = named.map_or_else(|| PathBuf::from(OURS), PathBuf::from);
    match absolute(&path).and_then(|whole| Ok((is_sound(&whole)?, whole))) {
        Ok((true, whole)) => {
            println!("cargo::rerun-if-changed={}", whole.display());
            println!("cargo::rustc-env=LANCET_NET={}", whole.display());
        }
        Ok((false, _)) => println!("cargo::error={} is damaged or no network of Lancet", path.display()),
        Err(error) => println!("cargo::error=the network {} cannot be read: {error}", path.display()),
    }
}

/// The file begins as a network does, and ends with the checksum of all that stands before, as
/// `src/eval/nnue/file.rs` has it. Checkpoints of the training and other files have such an end too.
fn is_sound(path: &Path) -> io::Result<bool> {
    let bytes = fs::read(path)?;
    let sum = bytes.split_last_chunk();
    let is_whole = sum.is_some_and(|(contents, sum)| *sum == xxh3_64(contents).to_le_bytes());
    Ok(is_whole && bytes.starts_with(b"LANCETNN\x01\0"))
}
