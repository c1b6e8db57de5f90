//! An adaptive binary arithmetic coder: a decision of probability `p` takes about `-log2 p` bits.
//!
//! The range has 32 bits, as in M. Mahoney's lpaq: it is split by the predicted probability of a one, and the
//! leading bytes that both ends share are written. All arithmetic is integer, so that the bytes are the same
//! on every machine. The coder is part of the record format and therefore frozen.

/// The adaptive probability of a one in one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct BitModel {
    /// In 1/65536, never 0.
    probability: u16,
    seen: u8,
}

impl BitModel {
    /// Decisions after which the adaptation rate stops falling.
    const SLOWEST: u8 = 250;

    /// Creates a model with an initial probability in 1/65536.
    pub const fn new(probability: u16) -> BitModel {
        BitModel { probability, seen: 0 }
    }

    fn probability(self) -> u32 {
        u32::from(self.probability)
    }

    fn update(&mut self, bit: bool) {
        let goal = if bit { 65_536 - 32 } else { 32 };
        let step = (goal - i32::from(self.probability)) * 2 / (2 * i32::from(self.seen) + 3);
        self.probability = (i32::from(self.probability) + step) as u16;
        self.seen = (self.seen + 1).min(BitModel::SLOWEST);
    }
}

impl Default for BitModel {
    fn default() -> BitModel {
        BitModel::new(1 << 15)
    }
}

/// An encoder or a decoder. The same code uses both, so that they cannot diverge.
pub(super) trait Coder {
    /// Codes one bit. An encoder writes `bit` and returns it; a decoder ignores it and returns what it reads.
    fn code(&mut self, model: &mut BitModel, bit: bool) -> bool;
}

/// Writes bits.
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

/// Returns the last value of the range of a one; neither part is empty.
fn split(low: u32, high: u32, model: BitModel) -> u32 {
    low + ((u64::from(high - low) * u64::from(model.probability())) >> 16) as u32
}

impl Encoder {
    /// Returns the bytes.
    pub fn finish(mut self) -> Vec<u8> {
        self.bytes.extend(self.high.to_be_bytes());
        self.bytes
    }
}

impl Coder for Encoder {
    fn code(&mut self, model: &mut BitModel, bit: bool) -> bool {
        let split = split(self.low, self.high, *model);
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.bytes.push((self.high >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
        model.update(bit);
        bit
    }
}

/// Reads bits.
#[derive(Clone, Debug)]
pub(super) struct Decoder<'a> {
    low: u32,
    high: u32,
    value: u32,
    rest: std::slice::Iter<'a, u8>,
    /// Bytes read beyond the end, as zeros.
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

    /// Reports whether more was read than was written; what was read last is then meaningless.
    pub fn is_beyond(&self) -> bool {
        self.beyond > 0
    }

    /// Reports whether exactly what was written has been read.
    pub fn is_at_end(&self) -> bool {
        self.rest.len() == 0 && !self.is_beyond()
    }
}

impl Coder for Decoder<'_> {
    fn code(&mut self, model: &mut BitModel, _: bool) -> bool {
        let split = split(self.low, self.high, *model);
        let bit = self.value <= split;
        if bit {
            self.high = split;
        } else {
            self.low = split + 1;
        }
        while (self.low ^ self.high) >> 24 == 0 {
            self.shift();
            self.low <<= 8;
            self.high = self.high << 8 | 255;
        }
        model.update(bit);
        bit
    }
}

/// A model of integers among which small ones are frequent: the number of bits, then the bits.
#[derive(Clone, Debug, Default)]
pub(super) struct IntegerModel {
    lengths: [BitModel; 17],
    bits: [[BitModel; 17]; 17],
}

impl IntegerModel {
    /// Codes an integer below 65535.
    pub fn code(&mut self, coder: &mut impl Coder, number: u32) -> u32 {
        // Adding one makes the leading bit always one, so that it need not be coded.
        let given = number + 1;
        let mut length = 0;
        while length < 16 && coder.code(&mut self.lengths[length], given >> (length + 1) > 0) {
            length += 1;
        }
        let mut found = 1;
        for place in (0..length).rev() {
            let model = &mut self.bits[length][place];
            found = found << 1 | u32::from(coder.code(model, given >> place & 1 == 1));
        }
        found - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_round_trip_and_predictable_ones_are_cheap() {
        let bit = |n: u32| n.wrapping_mul(2_654_435_761) >> 28 == 0; // one in sixteen
        let mut encoder = Encoder::default();
        let mut model = BitModel::default();
        (0..10_000).for_each(|n| assert_eq!(encoder.code(&mut model, bit(n)), bit(n)));
        let bytes = encoder.finish();
        // The entropy is 0.337 bits each.
        assert!((400..440).contains(&bytes.len()), "{}", bytes.len());
        let mut decoder = Decoder::new(&bytes);
        let mut model = BitModel::default();
        (0..10_000).for_each(|n| assert_eq!(decoder.code(&mut model, false), bit(n), "{n}"));
        assert!(decoder.is_at_end());
        (0..100_000).for_each(|_| {
            decoder.code(&mut model, false);
        });
        assert!(decoder.is_beyond());
    }

    #[test]
    fn integers_round_trip() {
        let numbers: Vec<u32> = (0..300).chain([1000, 4711, 65_533, 65_534]).collect();
        let mut encoder = Encoder::default();
        let mut model = IntegerModel::default();
        numbers.iter().for_each(|n| assert_eq!(model.code(&mut encoder, *n), *n));
        let bytes = encoder.finish();
        let mut decoder = Decoder::new(&bytes);
        let mut model = IntegerModel::default();
        numbers.iter().for_each(|n| assert_eq!(model.code(&mut decoder, 0), *n));
    }
}
