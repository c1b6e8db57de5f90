//! Cpu: whether this processor has what the program was compiled for.
//!
//! The usual detection macros are of no use here: what the compiler was allowed to take for granted
//! they answer with a constant. So the processor itself is asked.
//!
//! The asking must not itself use what it asks for. The list of what was compiled in is made here;
//! the code is inlined into the binary's first lines, which the portable builds of the Makefile
//! compile for the oldest processor.

/// A register in which the processor describes itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Register {
    /// ECX of leaf 1.
    Basic,
    /// EBX of leaf 7.
    Extended,
    /// ECX of leaf 7.
    Newer,
    /// ECX of leaf 0x8000_0001.
    Amd,
}

/// An extension of the instruction set.
#[derive(Clone, Copy, Debug)]
pub struct Feature {
    /// Its usual name.
    pub name: &'static str,
    /// The program uses it.
    pub compiled_in: bool,
    register: Register,
    mask: u32,
    /// Its registers are only kept where the system says so.
    needs_system: bool,
}

/// The system saves the extended registers: a bit of [`Register::Basic`].
const SYSTEM_SAVES: u32 = 1 << 27;

macro_rules! features {
    ($($register:ident $needs_system:literal: $($name:tt $bit:literal),*;)*) => {
        &[$($(Feature {
            name: $name,
            compiled_in: cfg!(target_feature = $name),
            register: Register::$register,
            mask: 1 << $bit,
            needs_system: $needs_system,
        }),*),*]
    };
}

/// Every extension that a compiler may use on its own, with its bit; from the makers' manuals.
pub static FEATURES: &[Feature] = features! {
    Extended true: "avx512f" 16, "avx512dq" 17, "avx512ifma" 21, "avx512cd" 28, "avx512bw" 30, "avx512vl" 31;
    Extended true: "avx2" 5;
    Extended false: "bmi1" 3, "bmi2" 8, "adx" 19, "sha" 29;
    Newer true: "avx512vbmi" 1, "avx512vbmi2" 6, "avx512vnni" 11, "avx512bitalg" 12;
    Newer true: "avx512vpopcntdq" 14, "vaes" 9, "vpclmulqdq" 10;
    Newer false: "gfni" 8;
    Basic true: "avx" 28, "fma" 12, "f16c" 29;
    Basic false: "sse3" 0, "pclmulqdq" 1, "ssse3" 9, "cmpxchg16b" 13, "sse4.1" 19, "sse4.2" 20;
    Basic false: "movbe" 22, "popcnt" 23, "aes" 25;
    Amd false: "lzcnt" 5, "sse4a" 6;
};

/// The first extension in which `wanted` holds that the registers do not have.
#[inline]
fn first_missing(read: impl Fn(Register) -> u32, wanted: impl Fn(&Feature) -> bool) -> Option<&'static str> {
    let system_saves = read(Register::Basic) & SYSTEM_SAVES != 0;
    for feature in FEATURES {
        let there = read(feature.register) & feature.mask != 0;
        let usable = system_saves || !feature.needs_system;
        if wanted(feature) && !(there && usable) {
            return Some(feature.name);
        }
    }
    None
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn read(register: Register) -> u32 {
    use std::arch::x86_64::{__cpuid, __cpuid_count};
    match register {
        Register::Basic => __cpuid(1).ecx,
        Register::Extended | Register::Newer if __cpuid(0).eax < 7 => 0,
        Register::Extended => __cpuid_count(7, 0).ebx,
        Register::Newer => __cpuid_count(7, 0).ecx,
        Register::Amd if __cpuid(0x8000_0000).eax < 0x8000_0001 => 0,
        Register::Amd => __cpuid(0x8000_0001).ecx,
    }
}

/// Other processors are asked for no more than they all have.
#[cfg(not(target_arch = "x86_64"))]
fn read(_: Register) -> u32 {
    u32::MAX
}

/// The name of an extension that this program was compiled for and this processor does not have.
#[must_use]
#[inline]
pub fn missing() -> Option<&'static str> {
    first_missing(read, |feature| feature.compiled_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn v3(feature: &Feature) -> bool {
        ["avx2", "bmi2", "fma", "popcnt"].contains(&feature.name)
    }

    const OLD: u32 = 1 << 20 | 1 << 23;
    const NEW: u32 = OLD | 1 << 12 | 1 << 28;

    /// A processor with these first two registers.
    fn processor(basic: u32, extended: u32) -> impl Fn(Register) -> u32 {
        move |register| match register {
            Register::Basic => basic,
            Register::Extended => extended,
            _ => 0,
        }
    }

    const BMI_AVX2: u32 = 1 << 3 | 1 << 5 | 1 << 8;

    #[test]
    fn a_new_processor_lacks_nothing() {
        assert_eq!(first_missing(processor(NEW | SYSTEM_SAVES, BMI_AVX2), v3), None);
    }

    #[test]
    fn an_old_one_is_told_what_it_lacks() {
        assert_eq!(first_missing(processor(OLD, 0), v3), Some("avx2"));
        let no_popcnt = NEW & !(1 << 23) | SYSTEM_SAVES;
        assert_eq!(first_missing(processor(no_popcnt, BMI_AVX2), v3), Some("popcnt"));
    }

    #[test]
    fn a_system_that_does_not_save_wide_registers_has_none() {
        assert_eq!(first_missing(processor(NEW, BMI_AVX2), v3), Some("avx2"));
    }

    #[test]
    fn the_processor_of_the_tests_runs_them() {
        assert_eq!(missing(), None);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn every_bit_is_the_one_that_the_standard_library_reads() {
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
            let missing = first_missing(read, |feature| feature.name == name);
            assert_eq!(missing.is_none(), detected, "{name}");
        }
    }
}
