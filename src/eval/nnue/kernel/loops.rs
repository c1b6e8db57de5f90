//! Loops: the functions of a kernel, written once in terms of the operations that its file defines.
//!
//! The operations are `load`, `store`, `add` and `subtract` on a `Block` of 32 integers in registers; `no_sums`,
//! `screlu_dot` and `total` on `Sums`, 16 sums of 32 bits; `activations` of two blocks as `Bytes`, 64 integers of 8 bits, and
//! `load_bytes`; `no_unit`, `dot_bytes` and `unit_total` on `Unit`, some sums of 32 bits; `TILE`, the number of blocks of an
//! accumulator that stay in registers during a change; and `UNITS`, the number of units of a middle layer that do.

/// Defines the functions of a kernel, with the attributes that enable its instructions.
macro_rules! loops {
    ($(#[$attribute:meta])*) => {
        /// Sets `target` to `source` plus the rows `added` minus the rows `removed`.
        $(#[$attribute])*
        #[inline]
        pub fn update<const A: usize, const R: usize>(
            source: &[I16x32],
            target: &mut [I16x32],
            mut added: [&[I16x32]; A],
            mut removed: [&[I16x32]; R],
        ) {
            // With equal lengths the compiler removes the bounds checks.
            let blocks = target.len();
            let source = &source[..blocks];
            for row in &mut added {
                *row = &row[..blocks];
            }
            for row in &mut removed {
                *row = &row[..blocks];
            }
            for at in 0..blocks {
                let mut sum = load(&source[at]);
                for row in &added {
                    sum = add(sum, load(&row[at]));
                }
                for row in &removed {
                    sum = subtract(sum, load(&row[at]));
                }
                store(&mut target[at], sum);
            }
        }

        /// Sets `target` to `source` plus the rows of `table` that are `added` minus those that are `removed`.
        $(#[$attribute])*
        #[inline]
        pub fn change(
            source: &[I16x32],
            table: &[I16x32],
            added: &[u16],
            removed: &[u16],
            target: &mut [I16x32],
        ) {
            let blocks = target.len();
            let mut at = 0;
            while at + TILE <= blocks {
                change_tile::<TILE>(source, table, added, removed, target, at);
                at += TILE;
            }
            while at < blocks {
                change_tile::<1>(source, table, added, removed, target, at);
                at += 1;
            }
        }

        /// Changes the blocks `at..at + T`, which stay in registers.
        $(#[$attribute])*
        #[inline]
        fn change_tile<const T: usize>(
            source: &[I16x32],
            table: &[I16x32],
            added: &[u16],
            removed: &[u16],
            target: &mut [I16x32],
            at: usize,
        ) {
            let blocks = target.len();
            let source = &source[at..at + T];
            let mut sums = [load(&source[0]); T];
            for part in 1..T {
                sums[part] = load(&source[part]);
            }
            for index in added {
                let row = &table[usize::from(*index) * blocks + at..][..T];
                for part in 0..T {
                    sums[part] = add(sums[part], load(&row[part]));
                }
            }
            for index in removed {
                let row = &table[usize::from(*index) * blocks + at..][..T];
                for part in 0..T {
                    sums[part] = subtract(sums[part], load(&row[part]));
                }
            }
            let target = &mut target[at..at + T];
            for part in 0..T {
                store(&mut target[part], sums[part]);
            }
        }

        /// Returns the dot product of SCReLU of `own` and `other` with the two halves of `weights`; with fine weights,
        /// of half of it.
        $(#[$attribute])*
        #[inline]
        pub fn output<const FINE: bool>(own: &[I16x32], other: &[I16x32], weights: &[I16x32]) -> i64 {
            let blocks = own.len();
            let other = &other[..blocks];
            let (own_weights, other_weights) = weights[..2 * blocks].split_at(blocks);
            let mut own_sums = no_sums();
            let mut other_sums = no_sums();
            for at in 0..blocks {
                own_sums = screlu_dot::<FINE>(own_sums, load(&own[at]), load(&own_weights[at]));
                other_sums = screlu_dot::<FINE>(other_sums, load(&other[at]), load(&other_weights[at]));
            }
            total(own_sums, other_sums)
        }

        /// Sets `sums`, a multiple of 8, to the dot products of the activations of `own` and `other` in bytes with each of
        /// `rows`.
        $(#[$attribute])*
        #[inline]
        pub fn units(own: &[I16x32], other: &[I16x32], rows: &[I8x64], sums: &mut [i32]) {
            let blocks = own.len();
            let other = &other[..blocks];
            let groups = rows.chunks_exact(blocks * UNITS).zip(sums.as_chunks_mut::<UNITS>().0);
            for (rows, sums) in groups {
                let rows: [&[I8x64]; UNITS] = std::array::from_fn(|unit| &rows[unit * blocks..][..blocks]);
                let mut parts = [no_unit(); UNITS];
                for at in 0..blocks {
                    let bytes = activations(load(&own[at]), load(&other[at]));
                    for unit in 0..UNITS {
                        parts[unit] = dot_bytes(parts[unit], bytes, load_bytes(&rows[unit][at]));
                    }
                }
                for unit in 0..UNITS {
                    sums[unit] = unit_total(parts[unit]);
                }
            }
        }
    };
}
