//! Cpu: whether this processor has what the program was compiled for.
//!
//! The usual detection macros are of no use here: what the compiler was allowed to take for granted
//! they answer with a constant. So the processor itself is asked. Nothing here allocates or formats:
//! only the plainest instructions may run before the answer is known.

/// What the processor says of itself, a word of bits each.
#[derive(Clone, Copy, Default)]
struct Words {
    leaf_1_ecx: u32,
    leaf_7_ebx: u32,
    leaf_7_ecx: u32,
    extended_1_ecx: u32,
}

/// An extension of the instruction set.
struct Feature {
    name: &'static str,
    compiled_in: bool,
    word: fn(&Words) -> u32,
    bit: u32,
    /// Its registers are only kept where the system says so.
    needs_system: bool,
}

/// The system saves the extended registers: bit 27 of the first word.
const SYSTEM_SAVES: u32 = 1 << 27;

macro_rules! features {
    ($($word:ident $needs_system:literal: $($name:tt $bit:literal),*;)*) => {
        &[$($(Feature {
            name: $name,
            compiled_in: cfg!(target_feature = $name),
            word: |words| words.$word,
            bit: $bit,
            needs_system: $needs_system,
        }),*),*]
    };
}

/// Every extension that a compiler may use on its own, with its bit; from the processor makers'
/// manuals.
const FEATURES: &[Feature] = features! {
    leaf_7_ebx true: "avx512f" 16, "avx512dq" 17, "avx512ifma" 21, "avx512cd" 28, "avx512bw" 30, "avx512vl" 31;
    leaf_7_ebx true: "avx2" 5;
    leaf_7_ebx false: "bmi1" 3, "bmi2" 8, "adx" 19, "sha" 29;
    leaf_7_ecx true: "avx512vbmi" 1, "avx512vbmi2" 6, "avx512vnni" 11, "avx512bitalg" 12;
    leaf_7_ecx true: "avx512vpopcntdq" 14, "vaes" 9, "vpclmulqdq" 10;
    leaf_7_ecx false: "gfni" 8;
    leaf_1_ecx true: "avx" 28, "fma" 12, "f16c" 29;
    leaf_1_ecx false: "sse3" 0, "pclmulqdq" 1, "ssse3" 9, "cmpxchg16b" 13, "sse4.1" 19, "sse4.2" 20;
    leaf_1_ecx false: "movbe" 22, "popcnt" 23, "aes" 25;
    extended_1_ecx false: "lzcnt" 5, "sse4a" 6;
};

impl Feature {
    fn is_there(&self, words: &Words) -> bool {
        let system = !self.needs_system || words.leaf_1_ecx & SYSTEM_SAVES != 0;
        (self.word)(words) >> self.bit & 1 != 0 && system
    }
}

/// The first extension in which `wanted` holds that the processor does not have.
fn first_missing(words: &Words, wanted: impl Fn(&Feature) -> bool) -> Option<&'static str> {
    FEATURES.iter().find(|feature| wanted(feature) && !feature.is_there(words)).map(|feature| feature.name)
}

#[cfg(target_arch = "x86_64")]
fn words() -> Words {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    let mut words = Words { leaf_1_ecx: __cpuid(1).ecx, ..Words::default() };
    if __cpuid(0).eax >= 7 {
        let leaf = __cpuid_count(7, 0);
        (words.leaf_7_ebx, words.leaf_7_ecx) = (leaf.ebx, leaf.ecx);
    }
    if __cpuid(0x8000_0000).eax >= 0x8000_0001 {
        words.extended_1_ecx = __cpuid(0x8000_0001).ecx;
    }
    words
}

/// The name of an extension that this program was compiled for and this processor does not have.
#[must_use]
#[inline(never)]
#[cfg(target_arch = "x86_64")]
pub fn missing() -> Option<&'static str> {
    first_missing(&words(), |feature| feature.compiled_in)
}

/// Nothing is known to be missing: other processors are asked for no more than they all have.
#[must_use]
#[cfg(not(target_arch = "x86_64"))]
pub fn missing() -> Option<&'static str> {
    first_missing(&Words::default(), |_| false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const V3: [&str; 4] = ["avx2", "bmi2", "fma", "popcnt"];

    fn v3(feature: &Feature) -> bool {
        V3.contains(&feature.name)
    }

    /// A processor of the Haswell kind.
    fn haswell() -> Words {
        Words {
            leaf_1_ecx: SYSTEM_SAVES | 1 << 28 | 1 << 12 | 1 << 23 | 1 << 20,
            leaf_7_ebx: 1 << 3 | 1 << 5 | 1 << 8,
            ..Words::default()
        }
    }

    #[test]
    fn a_new_processor_lacks_nothing() {
        assert_eq!(first_missing(&haswell(), v3), None);
    }

    #[test]
    fn an_old_one_is_told_what_it_lacks() {
        let nehalem = Words { leaf_1_ecx: 1 << 23 | 1 << 20, ..Words::default() };
        assert_eq!(first_missing(&nehalem, v3), Some("avx2"));
        let without_popcnt = Words { leaf_1_ecx: haswell().leaf_1_ecx & !(1 << 23), ..haswell() };
        assert_eq!(first_missing(&without_popcnt, v3), Some("popcnt"));
    }

    #[test]
    fn a_system_that_does_not_save_wide_registers_has_none() {
        let words = Words { leaf_1_ecx: haswell().leaf_1_ecx & !SYSTEM_SAVES, ..haswell() };
        assert_eq!(first_missing(&words, v3), Some("avx2"));
    }

    #[test]
    fn the_processor_of_the_tests_runs_them() {
        assert_eq!(missing(), None);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn every_bit_is_the_one_that_the_standard_library_reads() {
        let words = words();
        for (name, detected) in [
            ("sse4.2", is_x86_feature_detected!("sse4.2")),
            ("popcnt", is_x86_feature_detected!("popcnt")),
            ("avx2", is_x86_feature_detected!("avx2")),
            ("bmi2", is_x86_feature_detected!("bmi2")),
            ("fma", is_x86_feature_detected!("fma")),
            ("lzcnt", is_x86_feature_detected!("lzcnt")),
            ("avx512f", is_x86_feature_detected!("avx512f")),
            ("avx512vnni", is_x86_feature_detected!("avx512vnni")),
        ] {
            let missing = first_missing(&words, |feature| feature.name == name);
            assert_eq!(missing.is_none(), detected, "{name}");
        }
    }
}
