//! Build script: selects the network to build in, either the default or the file that `EVALFILE` names, as
//! OpenBench does to test another network; and notes the compiler.

use std::path::{Path, PathBuf, absolute};
use std::process::Command;
use std::{env, fs, io};

use xxhash_rust::xxh3::xxh3_64;

#[path = "src/eval/nnue/version.rs"]
mod version;

/// The default network; `nets/README.md` has its history.
const DEFAULT: &str = "nets/g14a-512x8m8-r10.lnn";

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let evalfile = env::var_os("EVALFILE").filter(|name| !name.is_empty());
    let path = evalfile.map_or_else(|| PathBuf::from(DEFAULT), PathBuf::from);
    match absolute(&path).and_then(|absolute| Ok((is_network(&absolute)?, absolute))) {
        Ok((true, absolute)) => {
            println!("cargo::rerun-if-changed={}", absolute.display());
            println!("cargo::rustc-env=LANCET_NET={}", absolute.display());
            let name = absolute.file_name().unwrap_or_default();
            println!("cargo::rustc-env=LANCET_NET_NAME={}", name.display());
        }
        Ok((false, _)) => {
            println!("cargo::error=cannot build in '{}': damaged or not a Lancet network", path.display());
        }
        Err(error) => println!("cargo::error=cannot read network '{}': {error}", path.display()),
    }
    println!("cargo::rustc-env=LANCET_COMPILER={}", compiler().as_deref().unwrap_or("unknown"));
}

/// Returns the version of the compiler; `None` if it does not give it in a line.
fn compiler() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next()?.to_owned())
}

/// Reports whether a file begins like a network and ends with the checksum of all bytes before it, as defined
/// in `src/eval/nnue/file.rs`. Checkpoints of the training end with such a checksum too.
fn is_network(path: &Path) -> io::Result<bool> {
    let bytes = fs::read(path)?;
    let is_intact = bytes
        .split_last_chunk()
        .is_some_and(|(contents, checksum)| *checksum == xxh3_64(contents).to_le_bytes());
    let version = bytes.strip_prefix(b"LANCETNN").and_then(<[u8]>::first_chunk);
    let is_version_read = version.is_some_and(|bytes| version::is_read(u16::from_le_bytes(*bytes)));
    Ok(is_intact && is_version_read)
}
