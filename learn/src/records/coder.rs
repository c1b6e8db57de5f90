//! Coder: yes-or-no decisions as bytes and back; each takes the room that it was unexpected.
//!
//! Arithmetic coding with a range of 32 bits, as in M. Mahoney's lpaq: the range is divided by the
//! chance of a yes, and what both ends have in common is written. All numbers are integers, so
//! that the bytes are the same on every machine.

/// The chance of a yes in one kind of situation, learned from decision to decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bit {
    /// In 1/65536, never 0.
    chance: u16,
    seen: u8,
}

impl Bit {
    /// Decisions after which the chance follows no faster.
    const SLOWEST: u8 = 250;

    /// A situation that is new, with a first guess of the chance in 1/65536.
    pub const fn new(chance: u16) -> Bit {
        Bit { chance, seen: 0 }
    }

    fn chance(self) -> u32 {
        u32::from(self.chance)
    }

    fn learn(&mut self, yes: bool) {
        let goal = if yes { 65_536 - 32 } else { 32 };
        let step = (goal - i32::from(self.chance)) * 2 / (2 * i32::from(self.seen) + 3);
        self.chance = (i32::from(self.chance) + step) as u16;
        self.seen = (self.seen + 1).min(Bit::SLOWEST);
    }
}

impl Default for Bit {
    fn default() -> Bit {
        Bit::new(1 << 15)
    }
}

/// Writes decisions or reads them: the same code serves both, so that they cannot differ.
pub(super) trait Coder {
    /// One decision. A writer takes `yes` and gives it back, a reader finds out by itself.
    fn decide(&mut self, bit: &mut Bit, yes: bool) -> bool;
}

/// Writes decisions.
#[derive(Clone, Debug)]
pub(super) struct Encoder {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { low: 0, high: u32::MAX, bytes: Vec::new() }
    }
}

/// Where the range is divided; both parts hold something.
fn middle(low: u32, high: u32, bit: Bit) -> u32 {
    low + ((u64::from(high - low) * u64::from(bit.chance())) >> 16) as u32
}

impl Encoder {
    /// The bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.high.to_be_bytes());
        self.bytes
    }
}

impl Coder for Encoder {
    fn decide(&mut self, bit: &mut Bit, yes: bool) -> bool {
        let middle = middle(self.low, self.high, *bit);
        if yes {
            self.high = middle
        } else {
            self.low = middle + 1
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
        bit.learn(yes);
        yes
    }
}

/// Reads decisions.
#[derive(Clone, Debug)]
pub(super) struct Decoder<'a> {
    low: u32,
    high: u32,
    value: u32,
    rest: std::slice::Iter<'a, u8>,
    /// Bytes that were asked for beyond the end.
    beyond: u32,
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Decoder<'a> {
        let mut decoder = Decoder { low: 0, high: u32::MAX, value: 0, rest: bytes.iter(), beyond: 0 };
        (0..4).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let next = self.rest.next().copied().unwrap_or_else(|| {
            self.beyond += 1;
            0
        });
        self.value = self.value << 8 | u32::from(next);
    }

    /// More was read than was written: the rest is not what was meant.
    pub fn is_beyond(&self) -> bool {
        self.beyond > 0
    }

    /// All that was written has been read.
    pub fn is_at_end(&self) -> bool {
        self.rest.len() == 0 && !self.is_beyond()
    }
}

impl Coder for Decoder<'_> {
    fn decide(&mut self, bit: &mut Bit, _: bool) -> bool {
        let middle = middle(self.low, self.high, *bit);
        let yes = self.value <= middle;
        if yes {
            self.high = middle
        } else {
            self.low = middle + 1
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.shift();
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
        bit.learn(yes);
        yes
    }
}

/// Numbers of which the small ones are frequent: how many digits, then the digits.
#[derive(Clone, Debug, Default)]
pub(super) struct Number {
    lengths: [Bit; 17],
    digits: [[Bit; 17]; 17],
}

impl Number {
    /// Codes a number below 65535.
    pub fn code(&mut self, coder: &mut impl Coder, number: u32) -> u32 {
        // One more, so that there is a first digit, which need not be written.
        let given = number + 1;
        let mut length = 0;
        while length < 16 && coder.decide(&mut self.lengths[length], given >> (length + 1) > 0) {
            length += 1;
        }
        let mut found = 1;
        for place in (0..length).rev() {
            let bit = &mut self.digits[length][place];
            found = found << 1 | u32::from(coder.decide(bit, given >> place & 1 == 1));
        }
        found - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_come_back_and_expected_ones_are_cheap() {
        let said = |n: u32| n.wrapping_mul(2_654_435_761) >> 28 == 0; // one in sixteen
        let mut encoder = Encoder::default();
        let mut bit = Bit::default();
        (0..10_000).for_each(|n| assert_eq!(encoder.decide(&mut bit, said(n)), said(n)));
        let bytes = encoder.finish();
        // 0.337 bits each, if nothing else is known.
        assert!((400..440).contains(&bytes.len()), "{}", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let mut bit = Bit::default();
        (0..10_000).for_each(|n| assert_eq!(decoder.decide(&mut bit, false), said(n), "{n}"));
        assert!(decoder.is_at_end());
        (0..100_000).for_each(|_| {
            decoder.decide(&mut bit, false);
        });
        assert!(decoder.is_beyond());
    }

    #[test]
    fn numbers_come_back() {
        let numbers: Vec<u32> = (0..300).chain([1000, 4711, 65_533, 65_534]).collect();
        let mut encoder = Encoder::default();
        let mut model = Number::default();
        numbers.iter().for_each(|n| assert_eq!(model.code(&mut encoder, *n), *n));
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        let mut model = Number::default();
        numbers.iter().for_each(|n| assert_eq!(model.code(&mut decoder, 0), *n));
    }
}
