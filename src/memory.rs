//! Memory: allocations that may fail, zeroed slices aligned for huge pages, and prefetching.
#![allow(unsafe_code)]

mod available;

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::hint::black_box;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

use bytemuck::Zeroable;

use available::available_bytes;

/// The size and alignment in bytes of a huge page on x86-64 and AArch64.
const HUGE_PAGE: usize = 2 << 20;

/// Why an allocation fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AllocError {
    /// The size exceeds the address space.
    TooLarge,
    /// The size exceeds the available memory.
    OutOfMemory,
}

impl AllocError {
    /// Ends the program, as the standard collections do if an allocation fails.
    pub fn abort(self) -> ! {
        handle_alloc_error(Layout::new::<u8>())
    }
}

/// Returns a slice of `len` copies of `value`.
///
/// # Errors
/// An [`AllocError`] if the memory is missing.
pub(crate) fn try_filled<T: Clone>(len: usize, value: T) -> Result<Box<[T]>, AllocError> {
    let mut slice = Vec::new();
    slice.try_reserve_exact(len).map_err(|_| AllocError::OutOfMemory)?;
    slice.resize(len, value);
    Ok(slice.into_boxed_slice())
}

/// Reports whether `bytes` more can be allocated now. The memory is not touched.
pub(crate) fn can_allocate(bytes: usize) -> bool {
    let mut block = Vec::<u8>::new();
    let can = block.try_reserve_exact(bytes).is_ok();
    black_box(&block);
    can
}

/// Reports whether `bytes` may be available once `freed` bytes more are; true if that is not known.
pub(crate) fn may_allocate(bytes: usize, freed: usize) -> bool {
    available_bytes().is_none_or(|available| bytes <= available.saturating_add(freed))
}

/// A heap-allocated slice of `T`, initially all bits zero. Its elements are not dropped.
#[derive(Debug)]
pub(crate) struct Zeroed<T: Zeroable> {
    start: NonNull<T>,
    len: usize,
    /// The allocation: larger than the slice, which begins at its first multiple of [`HUGE_PAGE`].
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its elements, as a Box<[T]> does.
unsafe impl<T: Zeroable + Send> Send for Zeroed<T> {}
// SAFETY: a shared reference gives shared references to elements only.
unsafe impl<T: Zeroable + Sync> Sync for Zeroed<T> {}

impl<T: Zeroable> Zeroed<T> {
    /// Allocates `len` elements, at least one.
    ///
    /// # Errors
    /// An [`AllocError`] if the size exceeds the address space or the available memory.
    pub fn new(len: usize) -> Result<Zeroed<T>, AllocError> {
        let layout = Self::layout(len).ok_or(AllocError::TooLarge)?;
        if available_bytes().is_some_and(|available| layout.size() > available) {
            return Err(AllocError::OutOfMemory);
        }
        Self::allocate(len, layout).ok_or(AllocError::OutOfMemory)
    }

    /// The layout of whole huge pages plus one, in which an aligned start is found by hand: an allocator
    /// that aligns to a huge page zeroes the block itself, before `madvise` is called.
    fn layout(len: usize) -> Option<Layout> {
        let bytes = len.max(1).checked_mul(size_of::<T>())?.checked_next_multiple_of(HUGE_PAGE)?;
        Layout::from_size_align(bytes.checked_add(HUGE_PAGE)?, align_of::<u128>()).ok()
    }

    fn allocate(len: usize, layout: Layout) -> Option<Zeroed<T>> {
        const { assert!(size_of::<T>() > 0 && align_of::<T>() <= HUGE_PAGE) };
        // SAFETY: the layout is not empty, since T is not zero-sized.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        // SAFETY: the block is one huge page longer than the slice, so the start lies inside.
        let start = unsafe { block.add(block.align_offset(HUGE_PAGE)) };
        advise_huge_pages(start.as_ptr(), layout.size() - HUGE_PAGE);
        Some(Zeroed { start: start.cast(), len: len.max(1), block, layout })
    }
}

impl<T: Zeroable> Deref for Zeroed<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to `len` elements, valid because zeroed, which live as long as self.
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

// Miri knows no advice.
#[cfg(all(any(target_os = "linux", target_os = "android"), not(miri)))]
fn advise_huge_pages(start: *mut u8, bytes: usize) {
    // SAFETY: the block was just allocated; the advice changes no contents and may fail.
    unsafe { libc::madvise(start.cast(), bytes, libc::MADV_HUGEPAGE) };
}

#[cfg(any(not(any(target_os = "linux", target_os = "android")), miri))]
fn advise_huge_pages(_start: *mut u8, _bytes: usize) {}

/// Lets all threads allocate from one heap. The allocator of glibc otherwise reserves 64 MiB of address space for each
/// thread, which a limit on the address space does not have; threads that search allocate nothing.
///
/// Has an effect only before the first thread is spawned.
pub(crate) fn share_heap() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it sets a parameter of the allocator; a value that is refused changes nothing.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 1);
    }
}

/// Prefetches the cache line of `place`.
#[inline]
pub(crate) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: prefetching a valid address affects nothing but caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_zeroed_and_aligned_to_huge_pages() {
        for len in [0, 1, 3, if cfg!(miri) { 1 << 10 } else { 1 << 20 }] {
            let mut block = Zeroed::<u64>::new(len).unwrap();
            assert_eq!(block.as_ptr().align_offset(HUGE_PAGE), 0);
            assert!(block.len() == len.max(1) && block.iter().all(|word| *word == 0));
            block.fill(u64::MAX);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "Miri ends where memory is missing")]
    fn slices_are_filled_and_too_large_ones_are_an_error() {
        assert_eq!(try_filled(3, 7_u8).unwrap().as_ref(), [7; 3]);
        assert_eq!(try_filled(usize::MAX / 16, 7_u64).unwrap_err(), AllocError::OutOfMemory);
        assert!(can_allocate(1 << 20) && !can_allocate(usize::MAX / 4));
    }

    #[test]
    fn a_size_beyond_the_address_space_is_an_error() {
        assert_eq!(Zeroed::<u64>::new(usize::MAX).unwrap_err(), AllocError::TooLarge);
        assert_eq!(Zeroed::<u64>::new(usize::MAX / 8).unwrap_err(), AllocError::TooLarge);
    }
}
