//! Mutator: random changes of inputs, the same for the same seed.

use lancet::rng::Rng;

use crate::Target;

/// Makes inputs of a target.
#[derive(Debug)]
pub struct Mutator {
    target: &'static Target,
    seeds: Vec<Vec<u8>>,
}

impl Mutator {
    /// Returns the mutator of a target.
    #[must_use]
    pub fn new(target: &'static Target) -> Mutator {
        Mutator { target, seeds: (target.seeds)() }
    }

    /// Returns the input of this number. The first ones are the seeds themselves.
    #[must_use]
    pub fn input(&self, seed: u64, number: u64) -> Vec<u8> {
        if let Some(first) = usize::try_from(number).ok().and_then(|number| self.seeds.get(number)) {
            return first.clone();
        }
        let mut rng = Rng::of_game(seed, number);
        let mut bytes = self.seeds[rng.below(self.seeds.len())].clone();
        // Mostly few changes: the input of many is refused at its first byte.
        for _ in 0..=rng.below(4) * rng.below(3) {
            self.change(&mut bytes, &mut rng);
        }
        bytes.truncate(self.target.max_len);
        bytes
    }

    fn change(&self, bytes: &mut Vec<u8>, rng: &mut Rng) {
        let at = rng.below(bytes.len() + 1);
        let longest = 1 << rng.below(8);
        let length = (1 + rng.below(longest)).min(bytes.len() - at);
        match rng.below(10) {
            0 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << rng.below(8)),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte = EDGES[rng.below(EDGES.len())]),
            2 => bytes
                .iter_mut()
                .skip(at)
                .take(length)
                .for_each(|byte| *byte = rng.below(256).to_le_bytes()[0]),
            3 => bytes.insert(at, rng.below(256).to_le_bytes()[0]),
            4 => _ = bytes.drain(at..at + length),
            5 => bytes.truncate(at),
            6 => {
                let part = bytes[at..at + length].to_vec();
                let to = rng.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            7 => {
                let other = &self.seeds[rng.below(self.seeds.len())];
                let from = rng.below(other.len() + 1);
                let until = from + rng.below(other.len() - from + 1);
                let end = if rng.below(2) == 0 { at } else { at + length };
                bytes.splice(at..end, other[from..until].iter().copied());
            }
            8 if !self.target.tokens.is_empty() => {
                let token = self.target.tokens[rng.below(self.target.tokens.len())].bytes();
                let end = if rng.below(2) == 0 { at } else { at + length };
                bytes.splice(at..end, token);
            }
            _ => number(bytes, at, rng),
        }
    }
}

/// Bytes at the edges of ranges and of characters.
const EDGES: [u8; 12] = [0, 1, b' ', b'\n', b'\r', b'"', b'0', b'9', 0x7f, 0x80, 0xfe, 0xff];

/// Integers at the edges of ranges.
const NUMBERS: [&str; 12] = [
    "0",
    "-1",
    "1",
    "255",
    "32768",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
    "-9223372036854775809",
    "99999999999999999999999999999999999999999999",
];

/// Replaces the decimal number at or after `at`, or the next four bytes as a binary one.
fn number(bytes: &mut Vec<u8>, at: usize, rng: &mut Rng) {
    let start = (at..bytes.len()).find(|index| bytes[*index].is_ascii_digit());
    if let Some(start) = start.filter(|_| rng.below(3) > 0) {
        let length = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        bytes.splice(start..start + length, NUMBERS[rng.below(NUMBERS.len())].bytes());
    } else {
        let value = [0, 1, u32::MAX, 1 << 31, i32::MAX.unsigned_abs(), 1 << 16][rng.below(6)];
        let value = if rng.below(2) == 0 { value.to_le_bytes() } else { value.to_be_bytes() };
        bytes.iter_mut().skip(at).zip(value).for_each(|(byte, new)| *byte = new);
    }
}
