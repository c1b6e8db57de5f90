//! Memory: one large zeroed block, on huge pages where the system has them.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

/// Huge pages of x86-64 and AArch64 begin at multiples of 2 MiB.
const ALIGNMENT: usize = 2 << 20;

/// A type for which all bits zero is a valid value and that needs no drop.
///
/// # Safety
/// Both must hold.
pub(super) unsafe trait Zeroable {}

// SAFETY: a cluster is atomic integers and nothing else.
unsafe impl Zeroable for super::Cluster {}

/// A slice of `T`, all bits zero at first.
#[derive(Debug)]
pub(super) struct Zeroed<T: Zeroable> {
    start: NonNull<T>,
    len: usize,
    layout: Layout,
}

// SAFETY: it owns its elements, as a Box<[T]> would.
unsafe impl<T: Zeroable + Send> Send for Zeroed<T> {}
// SAFETY: a shared reference gives shared references to elements only.
unsafe impl<T: Zeroable + Sync> Sync for Zeroed<T> {}

impl<T: Zeroable> Zeroed<T> {
    /// `len` elements, at least one.
    pub fn new(len: usize) -> Result<Zeroed<T>, &'static str> {
        let len = len.max(1);
        let bytes = len.checked_mul(size_of::<T>()).ok_or("the size is beyond all addresses")?;
        if available_bytes().is_some_and(|available| bytes > available) {
            return Err("that is more than the memory that is free");
        }
        let layout = Layout::from_size_align(bytes, ALIGNMENT.max(align_of::<T>()))
            .map_err(|_| "the size is beyond all addresses")?;
        // SAFETY: the layout is not empty, since len >= 1 and T is not zero-sized.
        let start = unsafe { alloc_zeroed(layout) };
        let start = NonNull::new(start.cast::<T>()).ok_or("the system refused")?;
        advise_huge_pages(start.as_ptr().cast(), bytes);
        Ok(Zeroed { start, len, layout })
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

impl<T: Zeroable> Drop for Zeroed<T> {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this layout; `Zeroable` elements need no drop.
        unsafe { dealloc(self.start.as_ptr().cast(), self.layout) }
    }
}

#[cfg(target_os = "linux")]
fn advise_huge_pages(start: *mut libc::c_void, bytes: usize) {
    // SAFETY: the block was just allocated; the advice changes no contents, and may be refused.
    unsafe { libc::madvise(start, bytes, libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_start: *mut core::ffi::c_void, _bytes: usize) {}

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
pub(super) fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of a valid address has no effect but on caches.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
