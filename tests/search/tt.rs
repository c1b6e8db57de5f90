//! Stress test of the transposition table: threads write to a few clusters, and no torn entry is accepted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use lancet::tt::{Tt, TtEntry};
use lancet::types::{Bound, PackedMove};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const CLUSTERS: u64 = 3;
const KEYS: u64 = 256;

/// Keys in few clusters, which the high half selects. The third byte of every key is different, and
/// that byte of the tag equals the key's (see `entry`), so no two keys have the same tag.
fn key(index: u64) -> u64 {
    let cluster = (index % CLUSTERS) << 52;
    let noise = index.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    cluster | noise & 0xFF00_FFFF | index << 16
}

/// An entry whose fields are all a function of `key` and `variant`.
fn entry(key: u64, variant: u16) -> TtEntry {
    let mix = (key ^ u64::from(variant) << 40).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let mix = mix ^ mix >> 29;
    TtEntry {
        best: PackedMove::from_bits(mix as u16 | 1),
        score: variant as i16,
        eval: (mix >> 16) as i16,
        // Equal to the low byte of the score: the two cancel in the tag.
        depth: i32::from(variant as u8),
        bound: [Bound::Upper, Bound::Lower, Bound::Exact][(mix >> 32) as usize % 3],
        pv: mix >> 40 & 1 == 1,
    }
}

fn is_consistent(key: u64, hit: &TtEntry) -> bool {
    *hit == entry(key, hit.score as u16)
}

#[test]
fn no_torn_entry_is_accepted() {
    let tt = Tt::new(1, 2).expect("a small table");
    let done = AtomicBool::new(false);
    let counts = thread::scope(|scope| {
        for seed in 0..3 {
            let (tt, done) = (&tt, &done);
            scope.spawn(move || write(tt, seed, done));
        }
        scope.spawn(|| age_and_clear(&tt, &done));
        let readers: Vec<_> = (10..13)
            .map(|seed| {
                scope.spawn({
                    let tt = &tt;
                    move || read(tt, seed)
                })
            })
            .collect();
        let counts: Vec<_> = readers.into_iter().map(thread::ScopedJoinHandle::join).collect();
        done.store(true, Ordering::Relaxed);
        counts
    });
    for count in counts {
        let (hits, misses) = count.expect("a reader without a torn entry");
        assert!(hits >= 10_000 && misses >= 10_000, "{hits} hits, {misses} misses");
    }
}

fn write(tt: &Tt, seed: u64, done: &AtomicBool) {
    let mut rng = StdRng::seed_from_u64(seed);
    while !done.load(Ordering::Relaxed) {
        let key = key(rng.random_range(0..KEYS));
        tt.store(key, entry(key, rng.random()));
    }
}

/// Returns the number of hits and of misses.
fn read(tt: &Tt, seed: u64) -> (u64, u64) {
    let mut rng = StdRng::seed_from_u64(seed);
    let (mut hits, mut misses) = (0, 0);
    // The writers may start late: wait for them.
    while hits + misses < 1_000_000 || hits.min(misses) < 10_000 {
        let key = key(rng.random_range(0..KEYS));
        match tt.probe(key) {
            Some(hit) => {
                assert!(is_consistent(key, &hit), "{key:016x} gives {hit:?}");
                hits += 1;
            }
            None => misses += 1,
        }
    }
    (hits, misses)
}

fn age_and_clear(tt: &Tt, done: &AtomicBool) {
    let mut round = 0_u64;
    while !done.load(Ordering::Relaxed) {
        round += 1;
        if round.is_multiple_of(50) {
            tt.clear(2);
        } else {
            tt.new_search();
        }
        assert!(tt.hashfull() <= 1000);
        thread::yield_now();
    }
}

#[test]
fn a_new_or_cleared_table_is_empty() {
    for mb in [1, 2, 7, 64] {
        let tt = Tt::new(mb, 2).expect("a small table");
        let mut rng = StdRng::seed_from_u64(mb as u64);
        let keys: Vec<u64> = (0..10_000).map(|_| rng.random()).collect();
        assert!(keys.iter().all(|key| tt.probe(*key).is_none()));
        keys.iter().for_each(|key| tt.store(*key, entry(*key, 77)));
        let kept =
            keys.iter().filter(|key| tt.probe(**key).is_some_and(|hit| is_consistent(**key, &hit))).count();
        assert!(kept > 9_900, "{kept} of 10000 entries are found in {mb} MiB");
        tt.clear(3);
        assert!(keys.iter().all(|key| tt.probe(*key).is_none()));
        assert_eq!(tt.hashfull(), 0);
    }
}
