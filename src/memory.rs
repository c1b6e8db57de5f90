//! Memory: large blocks of zeros, on huge pages where the system has them, and hints to the processor.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use bytemuck::Zeroable;

/// Huge pages of x86-64 and AArch64 begin at multiples of 2 MiB.
const HUGE_PAGE: usize = 2 << 20;

/// A slice of `T`, all bits zero at first. Its elements are not dropped.
#[derive(Debug)]
pub(crate) struct Zeroed<T: Zeroable> {
    start: NonNull<T>,
    len: usize,
    /// What was allocated: more than the slice, which begins where a huge page does.
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its elements, as a Box<[T]> would.
unsafe impl<T: Zeroable + Send> Send for Zeroed<T> {}
// SAFETY: a shared reference gives shared references to elements only.
unsafe impl<T: Zeroable + Sync> Sync for Zeroed<T> {}

impl<T: Zeroable> Zeroed<T> {
    /// `len` elements, at least one. Where there is no memory it ends the program, as all collections do.
    pub fn new(len: usize) -> Zeroed<T> {
        let Some(layout) = Self::layout(len) else { handle_alloc_error(Layout::new::<T>()) };
        Self::allocate(len, layout).unwrap_or_else(|| handle_alloc_error(layout))
    }

    /// As [`Zeroed::new`], for what may be as large as all memory.
    ///
    /// # Errors
    /// What is in the way, for the end of a sentence.
    pub fn try_new(len: usize) -> Result<Zeroed<T>, &'static str> {
        let layout = Self::layout(len).ok_or("the size is beyond all addresses")?;
        if available_bytes().is_some_and(|available| layout.size() > available) {
            return Err("that is more than the memory that is free");
        }
        Self::allocate(len, layout).ok_or("the system refused")
    }

    /// Whole huge pages, and one more to have the first begin where one does. The allocator is not asked
    /// for that alignment: it would fill the block itself, before the system knows of the huge pages.
    fn layout(len: usize) -> Option<Layout> {
        let bytes = len.max(1).checked_mul(size_of::<T>())?.checked_next_multiple_of(HUGE_PAGE)?;
        Layout::from_size_align(bytes.checked_add(HUGE_PAGE)?, align_of::<u128>()).ok()
    }

    fn allocate(len: usize, layout: Layout) -> Option<Zeroed<T>> {
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= HUGE_PAGE) };
        // SAFETY: the layout is not empty, since T is not.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        // SAFETY: the block is a huge page longer than the slice, so that this stays inside.
        let start = unsafe { block.add(block.align_offset(HUGE_PAGE)) };
        advise_huge_pages(start.as_ptr(), layout.size() - HUGE_PAGE);
        Some(Zeroed { start: start.cast(), len: len.max(1), block, layout })
    }
}

impl<T: Zeroable> Deref for Zeroed<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` elements, valid since zeroed, alive as long as self.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> DerefMut for Zeroed<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; self is borrowed for as long as the slice is.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zeroable> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `allocate` with this layout.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

#[cfg(target_os = "linux")]
fn advise_huge_pages(start: *mut u8, bytes: usize) {
    // SAFETY: the block was just allocated; the advice changes no contents, and may be refused.
    unsafe { libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_start: *mut u8, _bytes: usize) {}

/// Memory that can be had without swapping, where the system tells.
fn available_bytes() -> Option<usize> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// Asks the processor to fetch the cache line of `place`.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of a valid address has no effect but on caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_where_huge_pages_do_and_are_empty() {
        for len in [0, 1, 3, 1 << 20] {
            let mut block = Zeroed::<u64>::new(len);
            assert_eq!(block.as_ptr().align_offset(HUGE_PAGE), 0);
            assert!(block.len() == len.max(1) && block.iter().all(|word| *word == 0));
            block.fill(u64::MAX);
        }
    }

    #[test]
    fn a_size_beyond_all_addresses_is_refused() {
        assert_eq!(Zeroed::<u64>::try_new(usize::MAX).unwrap_err(), "the size is beyond all addresses");
        assert_eq!(Zeroed::<u64>::try_new(usize::MAX / 8).unwrap_err(), "the size is beyond all addresses");
    }
}
