//! CPU: whether this processor has the instruction set extensions that the program was compiled for.
//!
//! The detection macros of the standard library return a constant for extensions that are enabled at compile
//! time, so the processor is queried by CPUID.
//!
//! The check must not itself use the extensions. The list of enabled ones is made here; the code is inlined
//! into the first lines of `main`, which the portable builds of the Makefile compile for the oldest processor.

/// A register of CPUID.
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
    /// The name, as in `target_feature`.
    pub name: &'static str,
    /// Whether the program is compiled for it.
    pub compiled_in: bool,
    register: Register,
    mask: u32,
    /// Whether the operating system must save its registers.
    needs_system: bool,
}

/// The bit of [`Register::Basic`] by which the operating system saves the extended registers (OSXSAVE).
const OSXSAVE: u32 = 1 << 27;

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

/// The extensions that a compiler may use on its own, with their bits.
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

/// Returns the first extension for which `wanted` holds and that the registers do not have.
#[inline]
fn first_missing(read: impl Fn(Register) -> u32, wanted: impl Fn(&Feature) -> bool) -> Option<&'static str> {
    let system_saves = read(Register::Basic) & OSXSAVE != 0;
    for feature in FEATURES {
        let present = read(feature.register) & feature.mask != 0;
        let usable = system_saves || !feature.needs_system;
        if wanted(feature) && !(present && usable) {
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

/// Other architectures have no optional extensions that are checked.
#[cfg(not(target_arch = "x86_64"))]
fn read(_: Register) -> u32 {
    u32::MAX
}

/// Returns the name of an extension that the program was compiled for and the processor does not have.
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

    /// A processor with these values of the first two registers.
    fn processor(basic: u32, extended: u32) -> impl Fn(Register) -> u32 {
        move |register| match register {
            Register::Basic => basic,
            Register::Extended => extended,
            _ => 0,
        }
    }

    const BMI_AVX2: u32 = 1 << 3 | 1 << 5 | 1 << 8;

    #[test]
    fn a_new_processor_misses_nothing() {
        assert_eq!(first_missing(processor(NEW | OSXSAVE, BMI_AVX2), v3), None);
    }

    #[test]
    fn the_missing_extension_of_an_old_processor_is_named() {
        assert_eq!(first_missing(processor(OLD, 0), v3), Some("avx2"));
        let no_popcnt = NEW & !(1 << 23) | OSXSAVE;
        assert_eq!(first_missing(processor(no_popcnt, BMI_AVX2), v3), Some("popcnt"));
    }

    #[test]
    fn extensions_without_system_support_are_missing() {
        assert_eq!(first_missing(processor(NEW, BMI_AVX2), v3), Some("avx2"));
    }

    #[test]
    fn this_processor_misses_nothing() {
        assert_eq!(missing(), None);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn bits_agree_with_the_standard_library() {
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
