//! Build info: which build of Lancet this is, as a report of a defect should say.

use std::env::consts::{ARCH, OS};
use std::sync::LazyLock;

use crate::cpu::FEATURES;
use crate::eval::nnue::Kernel;

/// The version, the target of the build with the instruction set extensions that it needs, the kernel of networks on this
/// processor, the built-in network, and the compiler: a line for each.
#[must_use]
pub fn build_info() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(text);
    &TEXT
}

fn text() -> String {
    let needed: Vec<&str> =
        FEATURES.iter().filter(|feature| feature.compiled_in).map(|feature| feature.name).collect();
    let needed = if needed.is_empty() { "no extensions".to_owned() } else { needed.join(" ") };
    let tuning = if cfg!(feature = "tune") { ", tuning build" } else { "" };
    format!(
        "{}{tuning}\nBuilt for {ARCH}, {OS}: {needed}\nKernel: {}\nNetwork: {}\nCompiler: {}",
        env!("CARGO_PKG_VERSION"),
        Kernel::best(),
        env!("LANCET_NET_NAME"),
        env!("LANCET_COMPILER"),
    )
}
