//! CityHash 1.0: the hash of the checksums of Syzygy files, by Geoff Pike and Jyrki Alakuijala (Google, 2011).
//!
//! The tablebase generator uses two functions: 256 bits by CRC32C, and 128 bits of these. Algorithm and constants are those of
//! CityHash, <https://github.com/google/cityhash>, which has the MIT licence:
//!
//! Copyright (c) 2011 Google, Inc.
//!
//! Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
//! files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
//! modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
//! Software is furnished to do so, subject to the following conditions:
//!
//! The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
//! Software.
//!
//! THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
//! WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
//! COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
//! ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;

/// The size in bytes of a block of the 256-bit hash.
const BLOCK: usize = 240;

/// Returns the 256-bit hash of `bytes`.
pub(super) fn hash_256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= BLOCK {
        return Crc::hash(bytes, 0);
    }
    let mut padded = [0; BLOCK];
    padded[..bytes.len()].copy_from_slice(bytes);
    Crc::hash(&padded, !(bytes.len() as u32))
}

/// Returns the 128-bit hash of `bytes`, at least 32 and a multiple of 16.
pub(super) fn hash_128(bytes: &[u8]) -> [u64; 2] {
    if bytes.len() > 900 {
        let [_, _, low, high] = hash_256(bytes);
        return [low, high];
    }
    let seed = [word(bytes, 0) ^ K3, word(bytes, 8)];
    let rest = &bytes[16..];
    if rest.len() < 128 { murmur(rest, seed) } else { Mixer::hash(rest, seed) }
}

/// Returns the eight bytes at `at` as an integer.
#[inline]
fn word(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

#[inline]
fn fold(value: u64) -> u64 {
    value ^ (value >> 47)
}

/// Two words as one.
#[inline]
fn join(u: u64, v: u64) -> u64 {
    const FACTOR: u64 = 0x9ddf_ea08_eb38_2d69;
    let a = fold((u ^ v).wrapping_mul(FACTOR));
    fold((v ^ a).wrapping_mul(FACTOR)).wrapping_mul(FACTOR)
}

/// The state of the 256-bit hash: words that rotate, and a CRC of each of five.
struct Crc {
    turning: [u64; 6],
    sums: [u64; 5],
}

impl Crc {
    fn hash(bytes: &[u8], seed: u32) -> [u64; 4] {
        let len = bytes.len() as u64;
        let seed = u64::from(seed);
        let a = word(bytes, 56).wrapping_add(K0);
        let b = word(bytes, 96).wrapping_add(K0);
        let c = join(b, len);
        let d = word(bytes, 120).wrapping_mul(K0).wrapping_add(len);
        let e = word(bytes, 184).wrapping_add(seed);
        let mut crc = Crc { turning: [a, b, c, d, e, c.wrapping_add(d)], sums: [seed, 0, 0, 0, 0] };
        let (stretches, rest) = bytes.split_at(bytes.len() / BLOCK * BLOCK);
        for part in stretches.chunks_exact(80) {
            crc.take(&part[..40], 1, 1);
            crc.take(&part[40..], K0, 0);
        }
        let parts = rest.chunks_exact(40);
        let is_left = !parts.remainder().is_empty();
        parts.for_each(|part| crc.take(part, K0, 0));
        if is_left {
            crc.take(&bytes[bytes.len() - 40..], K0, 0);
        }
        crc.finish(c, d)
    }

    fn take(&mut self, part: &[u8], factor: u64, less: u32) {
        let [a, b, c, d, e, t] = self.turning;
        let turn = |value: u64, by: u32, at: usize| {
            value.rotate_right(by ^ less).wrapping_mul(factor).wrapping_add(word(part, at))
        };
        let turned = [turn(b, 41, 0), turn(c, 27, 8), turn(d, 41, 16), turn(e, 33, 24), turn(t, 25, 32)];
        for (sum, value) in self.sums.iter_mut().zip(turned) {
            *sum = u64::from(castagnoli(*sum as u32, value));
        }
        let [b0, b1, b2, b3, b4] = turned;
        self.turning = [b0, b1, b2, b3, b4, a];
    }

    fn finish(self, first: u64, second: u64) -> [u64; 4] {
        let [mut a, mut b, mut c, mut d, mut e, t] = self.turning;
        let [mut f, mut g, mut h, mut i, mut j] = self.sums;
        j = j.wrapping_add(i << 32);
        a = join(a, j);
        h = h.wrapping_add(g << 32);
        b = b.wrapping_add(h);
        c = join(c, f).wrapping_add(i);
        d = join(d, e.wrapping_add(first));
        j = j.wrapping_add(e);
        i = i.wrapping_add(join(h, t));
        e = join(a, d).wrapping_add(j);
        f = join(b, c).wrapping_add(a);
        g = join(j, i).wrapping_add(c);
        let out0 = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
        a = fold(a.wrapping_add(g).wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(b);
        let out1 = second.wrapping_add(a).wrapping_add(out0);
        a = fold(a.wrapping_mul(K0)).wrapping_mul(K0).wrapping_add(c);
        let out2 = a.wrapping_add(out1);
        a = fold(a.wrapping_add(e).wrapping_mul(K0)).wrapping_mul(K0);
        [out0, out1, out2, a.wrapping_add(out2)]
    }
}

/// 128 bits of fewer than 128 bytes.
fn murmur(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = bytes.len();
    let (mut c, mut d);
    if len <= 16 {
        a = fold(a.wrapping_mul(K1)).wrapping_mul(K1);
        let (first, last) = (word(bytes, 0), word(bytes, len - 8));
        let short = join(first, last.wrapping_add(len as u64).rotate_right(len as u32)) ^ last;
        c = b.wrapping_mul(K1).wrapping_add(short);
        d = fold(a.wrapping_add(first));
    } else {
        c = join(word(bytes, len - 8).wrapping_add(K1), a);
        d = join(b.wrapping_add(len as u64), c.wrapping_add(word(bytes, len - 16)));
        a = a.wrapping_add(d);
        for pair in bytes[..len - 16].chunks_exact(16) {
            a = (a ^ fold(word(pair, 0).wrapping_mul(K1)).wrapping_mul(K1)).wrapping_mul(K1);
            b ^= a;
            c = (c ^ fold(word(pair, 8).wrapping_mul(K1)).wrapping_mul(K1)).wrapping_mul(K1);
            d ^= c;
        }
    }
    a = join(a, c);
    b = join(d, b);
    [a ^ b, join(b, a)]
}

/// 128 bits of 128 bytes and more.
struct Mixer {
    x: u64,
    y: u64,
    z: u64,
    v: [u64; 2],
    w: [u64; 2],
}

impl Mixer {
    fn hash(bytes: &[u8], [x, y]: [u64; 2]) -> [u64; 2] {
        let z = (bytes.len() as u64).wrapping_mul(K1);
        let v0 = (y ^ K1).rotate_right(49).wrapping_mul(K1).wrapping_add(word(bytes, 0));
        let v1 = v0.rotate_right(42).wrapping_mul(K1).wrapping_add(word(bytes, 8));
        let w0 = y.wrapping_add(z).rotate_right(35).wrapping_mul(K1).wrapping_add(x);
        let w1 = x.wrapping_add(word(bytes, 88)).rotate_right(53).wrapping_mul(K1);
        let mut mixer = Mixer { x, y, z, v: [v0, v1], w: [w0, w1] };
        let (whole, rest) = bytes.split_at(bytes.len() / 128 * 128);
        whole.chunks_exact(64).for_each(|part| mixer.take(part));
        mixer.x = mixer.x.wrapping_add(mixer.v[0].wrapping_add(mixer.z).rotate_right(49).wrapping_mul(K0));
        mixer.z = mixer.z.wrapping_add(mixer.w[0].rotate_right(37).wrapping_mul(K0));
        // In parts of 32 bytes from the end; the last part may overlap bytes that are hashed already.
        let tail = rest.len().div_ceil(32);
        for done in 1..=tail {
            mixer.take_tail(&bytes[bytes.len() - 32 * done..][..32]);
        }
        let Mixer { x, y, z, v, w } = mixer;
        let x = join(x, v[0]);
        let y = join(y.wrapping_add(z), w[0]);
        let low = join(x.wrapping_add(v[1]), w[1]).wrapping_add(y);
        [low, join(x.wrapping_add(w[1]), y.wrapping_add(v[1]))]
    }

    fn take(&mut self, part: &[u8]) {
        let Mixer { x, y, z, v, w } = *self;
        let x = x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(word(part, 8));
        let x = x.rotate_right(37).wrapping_mul(K1) ^ w[1];
        let y = y.wrapping_add(v[1]).wrapping_add(word(part, 48)).rotate_right(42).wrapping_mul(K1);
        let y = y.wrapping_add(v[0]).wrapping_add(word(part, 40));
        let z = z.wrapping_add(w[0]).rotate_right(33).wrapping_mul(K1);
        self.v = weak(part, v[1].wrapping_mul(K1), x.wrapping_add(w[0]));
        self.w = weak(&part[32..], z.wrapping_add(w[1]), y.wrapping_add(word(part, 16)));
        (self.x, self.y, self.z) = (z, y, x);
    }

    fn take_tail(&mut self, part: &[u8]) {
        let Mixer { x, y, z, v, w } = *self;
        self.y = x.wrapping_add(y).rotate_right(42).wrapping_mul(K0).wrapping_add(v[1]);
        self.w[0] = w[0].wrapping_add(word(part, 16));
        self.x = x.wrapping_mul(K0).wrapping_add(self.w[0]);
        self.z = z.wrapping_add(w[1]).wrapping_add(word(part, 0));
        self.w[1] = w[1].wrapping_add(v[0]);
        self.v = weak(part, v[0].wrapping_add(self.z), v[1]);
    }
}

/// Two words of 32 bytes and two seeds.
fn weak(part: &[u8], a: u64, b: u64) -> [u64; 2] {
    let last = word(part, 24);
    let a = a.wrapping_add(word(part, 0));
    let b = b.wrapping_add(a).wrapping_add(last).rotate_right(21);
    let sum = a.wrapping_add(word(part, 8)).wrapping_add(word(part, 16));
    [sum.wrapping_add(last), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a)]
}

/// Returns the CRC32C of Castagnoli, continued by the bytes of `value`, without complements.
#[inline]
fn castagnoli(sum: u32, value: u64) -> u32 {
    let bytes = (value ^ u64::from(sum)).to_le_bytes();
    bytes.into_iter().zip(&CASTAGNOLI).fold(0, |sum, (byte, table)| sum ^ table[usize::from(byte)])
}

/// The contribution of a byte that is followed by 7, 6, ... 0 other bytes.
static CASTAGNOLI: [[u32; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut sum = byte as u32;
        let mut place = 8;
        while place > 0 {
            let mut bit = 0;
            while bit < 8 {
                sum = (sum >> 1) ^ (if sum & 1 == 1 { 0x82f6_3b78 } else { 0 });
                bit += 1;
            }
            place -= 1;
            tables[place][byte] = sum;
        }
        byte += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(len: usize) -> Vec<u8> {
        (0..len as u64).map(|i| ((i * i * 7 + i * 13 + 5) >> 3) as u8).collect()
    }

    /// Values of the C implementation in the tablebase generator for the same bytes.
    #[test]
    fn hashes_equal_those_of_the_original() {
        #[rustfmt::skip]
        let long = [
            (64, [0x3f1f2df598854c2c, 0x1dd621ead13d9b59, 0x2b29d57fb492b152, 0xf1b112ec07d3dd4f]),
            (240, [0x7d612f5e3294c058, 0x0c8ec5c78fb90142, 0x92dba171e24ae7ed, 0xabd6678e32d9dc22]),
            (256, [0x5d657515d25d8b37, 0xa54d7e8f0e3db055, 0xa9dd794c8254f245, 0xc00e22fb1ce5fb86]),
            (320, [0x0597c4ad7acf5242, 0x1d907a66a927b5d9, 0x3d3bd196e518d23e, 0x7a5911ad4a70f9f2]),
            (100_000, [0xc64f1aa922fe3f45, 0x85b2621eafb9725c, 0x6be1678abe3d2d20, 0x81b944d5e5881b2a]),
        ];
        for (len, wanted) in long {
            assert_eq!(hash_256(&bytes(len)), wanted, "{len}");
        }
        let short = [
            (32, [0xe99038f0eeb3b7ba, 0xd8eed3aafa92ce70]),
            (64, [0x86db817d8e53db20, 0xb3c60233ef12086d]),
            (128, [0xc8e99b7e9a15c21e, 0x0fc4b39fbacd8d3a]),
            (160, [0xfde200a93eb7248c, 0x000ca64e4da17edc]),
            (288, [0xea9ab40dd6da2c7d, 0x0ed82a97fd029515]),
            (896, [0x5aec404a8e57e76c, 0xd9459c000bc062d1]),
            (928, [0x8b10bdd93f845a8e, 0x5d2f3ada168df365]),
        ];
        for (len, wanted) in short {
            assert_eq!(hash_128(&bytes(len)), wanted, "{len}");
        }
    }
}
