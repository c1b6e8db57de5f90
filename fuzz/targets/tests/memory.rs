//! No input takes more memory than the bound of its target. A process of its own, since the peak is that of the process.
#![allow(clippy::expect_used, clippy::panic)]

use lancet_fuzz_targets::TARGETS;
use lancet_fuzz_targets::mutator::Mutator;
use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

#[test]
fn memory_is_bounded() {
    for target in &TARGETS {
        let mutator = Mutator::new(target);
        // What a target keeps between inputs.
        (target.check)(&mutator.input(2, 0));
        for number in 0..target.inputs / 40 {
            let input = mutator.input(2, number);
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            (target.check)(&input);
            let used = MEMORY.peak_usage().saturating_sub(before);
            assert!(used <= target.max_memory, "{}: input {number} takes {used} bytes", target.name);
        }
    }
}
