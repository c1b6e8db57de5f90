//! CPU: whether this processor has the instruction set extensions that the program was compiled for.
//!
//! The detection macros of the standard library return a constant for extensions that are enabled at compile
//! time, so the processor is queried by CPUID, and the registers that the operating system saves by XGETBV.
//!
//! The check must not itself use the extensions. The list of enabled ones is made here; the code is inlined
//! into the first lines of `main`, which the portable builds of the Makefile compile for the oldest processor.
#![allow(unsafe_code)]

/// A register of CPUID, or the one that XGETBV reads.
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
    /// The low half of extended control register 0 (XCR0): the registers that the operating system saves. Zero if it has not
    /// enabled the instructions that save them.
    Saved,
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
    /// The bits of [`Register::Saved`] that must all be set.
    saved: u32,
}

/// Extensions without registers of their own, or with those that every 64-bit system saves.
const SSE: u32 = 0;

/// The bits of XCR0 for the registers of AVX: XMM and the upper halves of YMM.
const AVX: u32 = 0b110;

/// The bits of XCR0 for the registers of AVX-512: those of AVX, the masks, the upper halves of ZMM0 to ZMM15, and ZMM16 to
/// ZMM31. Darwin sets the last three only once a thread uses them.
const AVX512: u32 = if cfg!(target_vendor = "apple") { AVX } else { 0b1110_0110 };

macro_rules! features {
    ($($register:ident $saved:ident: $($name:tt $bit:literal),*;)*) => {
        &[$($(Feature {
            name: $name,
            compiled_in: cfg!(target_feature = $name),
            register: Register::$register,
            mask: 1 << $bit,
            saved: $saved,
        }),*),*]
    };
}

/// The extensions that a compiler may use on its own, with their bits.
pub static FEATURES: &[Feature] = features! {
    Extended AVX512: "avx512f" 16, "avx512dq" 17, "avx512ifma" 21, "avx512cd" 28, "avx512bw" 30, "avx512vl" 31;
    Extended AVX: "avx2" 5;
    Extended SSE: "bmi1" 3, "bmi2" 8, "adx" 19, "sha" 29;
    Newer AVX512: "avx512vbmi" 1, "avx512vbmi2" 6, "avx512vnni" 11, "avx512bitalg" 12, "avx512vpopcntdq" 14;
    Newer AVX: "vaes" 9, "vpclmulqdq" 10;
    Newer SSE: "gfni" 8;
    Basic AVX: "avx" 28, "fma" 12, "f16c" 29;
    Basic SSE: "sse3" 0, "pclmulqdq" 1, "ssse3" 9, "cmpxchg16b" 13, "sse4.1" 19, "sse4.2" 20;
    Basic SSE: "movbe" 22, "popcnt" 23, "aes" 25;
    Amd SSE: "lzcnt" 5, "sse4a" 6;
};

/// Returns the first extension for which `wanted` holds and that the registers do not have.
#[inline]
fn first_missing(read: impl Fn(Register) -> u32, wanted: impl Fn(&Feature) -> bool) -> Option<&'static str> {
    let saved = read(Register::Saved);
    for feature in FEATURES {
        let present = read(feature.register) & feature.mask != 0;
        let usable = saved & feature.saved == feature.saved;
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
    /// The bit of [`Register::Basic`] by which the operating system has enabled XGETBV (OSXSAVE).
    const OSXSAVE: u32 = 1 << 27;
    match register {
        Register::Basic => __cpuid(1).ecx,
        Register::Extended | Register::Newer if __cpuid(0).eax < 7 => 0,
        Register::Extended => __cpuid_count(7, 0).ebx,
        Register::Newer => __cpuid_count(7, 0).ecx,
        Register::Amd if __cpuid(0x8000_0000).eax < 0x8000_0001 => 0,
        Register::Amd => __cpuid(0x8000_0001).ecx,
        Register::Saved if __cpuid(1).ecx & OSXSAVE == 0 => 0,
        // SAFETY: by OSXSAVE, the processor has XGETBV and the operating system has enabled it.
        Register::Saved => unsafe { xcr0() },
    }
}

/// Returns the low half of XCR0.
///
/// # Safety
/// OSXSAVE must be set.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "xsave")]
unsafe fn xcr0() -> u32 {
    // SAFETY: XCR0 exists wherever XGETBV does.
    let all = unsafe { std::arch::x86_64::_xgetbv(0) };
    (all & 0xFFFF_FFFF) as u32
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

    fn v4(feature: &Feature) -> bool {
        v3(feature) || feature.name.starts_with("avx512")
    }

    const OLD: u32 = 1 << 20 | 1 << 23;
    const NEW: u32 = OLD | 1 << 12 | 1 << 28;

    /// A processor with these values of the first two registers, under a system that saves these registers.
    fn processor(basic: u32, extended: u32, saved: u32) -> impl Fn(Register) -> u32 {
        move |register| match register {
            Register::Basic => basic,
            Register::Extended => extended,
            Register::Newer => u32::MAX,
            Register::Amd => 0,
            Register::Saved => saved,
        }
    }

    const BMI_AVX2: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    const BMI_AVX512: u32 = BMI_AVX2 | 1 << 16 | 1 << 17 | 1 << 21 | 1 << 28 | 1 << 30 | 1 << 31;

    #[test]
    fn a_new_processor_misses_nothing() {
        assert_eq!(first_missing(processor(NEW, BMI_AVX2, 0b111), v3), None);
        assert_eq!(first_missing(processor(NEW, BMI_AVX512, 0b1110_0111), v4), None);
    }

    #[test]
    fn the_missing_extension_of_an_old_processor_is_named() {
        assert_eq!(first_missing(processor(OLD, 0, 0), v3), Some("avx2"));
        let no_popcnt = NEW & !(1 << 23);
        assert_eq!(first_missing(processor(no_popcnt, BMI_AVX2, 0b111), v3), Some("popcnt"));
    }

    #[test]
    fn extensions_whose_registers_the_system_does_not_save_are_missing() {
        // Nothing, x87 and SSE alone, or YMM without XMM.
        for saved in [0, 0b011, 0b101] {
            assert_eq!(first_missing(processor(NEW, BMI_AVX2, saved), v3), Some("avx2"), "{saved:b}");
        }
        // AVX without the masks, or without a part of ZMM.
        let wanted = if cfg!(target_vendor = "apple") { None } else { Some("avx512f") };
        for saved in [0b111, 0b1100_0111, 0b1010_0111, 0b0110_0111] {
            let new = processor(NEW, BMI_AVX512, saved);
            assert_eq!((first_missing(&new, v3), first_missing(&new, v4)), (None, wanted), "{saved:b}");
        }
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
            ("avx", is_x86_feature_detected!("avx")),
            ("vaes", is_x86_feature_detected!("vaes")),
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
