//! File: what is written is read again, and nothing else is.

use std::path::Path;

use lancet::eval::nnue::{Architecture, Model, ModelError, Network, NetworkParameters};

use crate::samples::{linear, models, network};

fn refusal(bytes: &[u8]) -> ModelError {
    let error = Model::read(bytes).expect_err("a file that is refused");
    let sentence = error.to_string();
    assert!(sentence.starts_with("it ") || sentence.starts_with("its "), "{sentence}");
    assert!(!sentence.contains('\n') && sentence.len() < 100, "{sentence}");
    error
}

/// A small file.
fn sample() -> Vec<u8> {
    Model::from(network(32, 2, 7)).to_bytes("made for a test")
}

/// `bytes` with `change` made and the checksum put right.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = sample();
    bytes.truncate(bytes.len() - 8);
    change(&mut bytes);
    let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn what_is_written_is_read_again() {
    for model in models() {
        let bytes = model.to_bytes("how it was made: für die Probe");
        let read = Model::read(&bytes).expect("a sound file");
        assert_eq!(read.description(), "how it was made: für die Probe");
        assert_eq!(read.to_bytes(read.description()), bytes);
        let sum = bytes.last_chunk().map(|sum| u64::from_le_bytes(*sum));
        assert_eq!(Some(read.id()), sum);
        assert_eq!(Model::read(&model.to_bytes("")).expect("a sound file").id(), model.id());
        match (model.architecture(), read.architecture()) {
            (Architecture::Linear(old), Architecture::Linear(new)) => assert_eq!(old, new),
            (Architecture::Network(old), Architecture::Network(new)) => {
                assert_eq!(old.parameters(), new.parameters())
            }
            _ => panic!("another kind"),
        }
    }
}

#[test]
fn the_layout_is_as_told() {
    let network = network(64, 4, 5);
    let numbers = network.parameters();
    let bytes = Model::from(network).to_bytes("abc");
    assert_eq!(&bytes[..8], b"LANCETNN");
    assert_eq!(bytes[8..24], [1, 0, 2, 0, 64, 0, 4, 0, 144, 1, 0, 0, 3, 0, 0, 0]);
    assert_eq!(&bytes[24..27], b"abc");
    let half = |at: usize| i16::from_le_bytes([bytes[27 + 2 * at], bytes[28 + 2 * at]]);
    assert_eq!(half(64 * 17 + 5), numbers.feature_weights[64 * 17 + 5]);
    assert_eq!(half(64 * 768 + 9), numbers.feature_bias[9]);
    assert_eq!(half(64 * 769 + (3 * 2 + 1) * 64 + 1), numbers.output_weights[(3 * 2 + 1) * 64 + 1]);
    assert_eq!(bytes.len(), 27 + 2 * 64 * (768 + 1 + 8) + 4 * 4 + 8);

    let linear = linear(6);
    let (tempo, first) = (linear.tempo, [linear.weights[0], linear.weights[767]]);
    let bytes = Model::from(linear).to_bytes("");
    assert_eq!(bytes[8..24], [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let half = |at: usize| i16::from_le_bytes([bytes[24 + 2 * at], bytes[25 + 2 * at]]);
    assert_eq!([half(0), half(1)], tempo);
    assert_eq!([[half(2), half(2 + 768)], [half(2 + 767), half(2 + 768 + 767)]], first);
}

#[test]
fn a_flipped_bit_is_noticed_wherever_it_is() {
    let whole = sample();
    for at in (0..60).chain((60..whole.len()).step_by(997)).chain(whole.len() - 8..whole.len()) {
        for bit in 0..8 {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            refusal(&bytes);
        }
    }
}

#[test]
fn a_file_that_is_too_short_or_too_long_is_refused() {
    let whole = sample();
    for length in (8..80).chain((80..whole.len()).step_by(997)).chain([whole.len() - 1]) {
        assert!(matches!(refusal(&whole[..length]), ModelError::Short(..)), "{length}");
    }
    assert_eq!(refusal(&[]), ModelError::Foreign);
    let mut long = whole.clone();
    long.extend([0; 3]);
    assert_eq!(refusal(&long), ModelError::Long(3));
}

#[test]
fn foreign_files_are_refused() {
    let zeros = vec![0; 1 << 20];
    for foreign in [&b"PK\x03\x04"[..], b"LANCETN?", b"\x89PNG\r\n\x1a\n and so on and on", &zeros] {
        assert_eq!(refusal(foreign), ModelError::Foreign);
    }
}

#[test]
fn what_the_head_says_must_be_possible() {
    assert!(Model::read(&changed(|_| {})).is_ok());
    assert_eq!(refusal(&changed(|bytes| bytes[8] = 2)), ModelError::Version(2));
    assert_eq!(refusal(&changed(|bytes| bytes[10] = 9)), ModelError::Kind(9));
    assert_eq!(refusal(&changed(|bytes| bytes[10] = 1)), ModelError::Hidden(32));
    assert_eq!(refusal(&changed(|bytes| bytes[12] = 33)), ModelError::Hidden(33));
    assert_eq!(refusal(&changed(|bytes| bytes[12] = 0)), ModelError::Hidden(0));
    assert_eq!(refusal(&changed(|bytes| bytes[13] = 8)), ModelError::Hidden(2080));
    assert_eq!(refusal(&changed(|bytes| bytes[14] = 3)), ModelError::Buckets(3));
    assert_eq!(refusal(&changed(|bytes| bytes[19] = 0xff)), ModelError::Scale(-16_776_816));
    // A description longer than all memory.
    assert!(matches!(refusal(&changed(|bytes| bytes[23] = 0xff)), ModelError::Short(..)));
    assert_eq!(refusal(&changed(|bytes| bytes[25] = 0xff)), ModelError::Description);
}

#[test]
fn numbers_must_fit_their_shape_and_range() {
    let sound = network(32, 2, 7).parameters();
    let refused = |change: fn(&mut NetworkParameters)| {
        let mut numbers = sound.clone();
        change(&mut numbers);
        Network::new(&numbers).expect_err("numbers that are refused")
    };
    assert_eq!(refused(|n| n.feature_bias.truncate(31)), ModelError::Count);
    assert_eq!(refused(|n| n.output_bias.push(0)), ModelError::Count);
    assert_eq!(refused(|n| n.output_weights[3] = 128), ModelError::OutputWeight(128));
    assert_eq!(refused(|n| n.output_weights[3] = i16::MIN), ModelError::OutputWeight(i16::MIN));
    assert_eq!(refused(|n| n.scale = 0), ModelError::Scale(0));
    assert_eq!(refused(|n| n.hidden = 1056), ModelError::Hidden(1056));
}

#[test]
fn files_that_cannot_be_read_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(matches!(Model::load(folder), Err(ModelError::Unreadable(_))));
    assert!(matches!(Model::load(&folder.join("no such file.lnn")), Err(ModelError::Unreadable(_))));
}
