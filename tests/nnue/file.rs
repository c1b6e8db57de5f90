//! The file format of models: round trips, and errors for invalid files.

use std::path::Path;

use lancet::eval::nnue::{
    Architecture, KingBuckets, MiddleParameters, Model, ModelError, Network, NetworkParameters,
    OutputPrecision,
};
use lancet::files::{FileError, FileKind};

use crate::samples::{bucketed, layered, linear, models, network};

fn refusal(bytes: &[u8]) -> ModelError {
    let error = Model::read(bytes).expect_err("an invalid file");
    let text = error.to_string();
    assert!(!text.contains('\n') && text.len() < 100 && !text.ends_with('.'), "{text}");
    error
}

#[track_caller]
fn assert_same(found: ModelError, expected: ModelError) {
    assert_eq!(format!("{found:?}"), format!("{expected:?}"));
}

/// A small valid file.
fn sample() -> Vec<u8> {
    Model::from(network(32, 2, 7)).to_bytes("made for a test")
}

/// [`sample`] after `change`, with a valid checksum.
fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut bytes = sample();
    bytes.truncate(bytes.len() - 8);
    change(&mut bytes);
    let sum = xxhash_rust::xxh3::xxh3_64(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

#[test]
fn a_model_survives_a_round_trip() {
    for model in models() {
        let bytes = model.to_bytes("how it was made: für die Probe");
        let read = Model::read(&bytes).expect("a valid file");
        assert_eq!(read.description(), "how it was made: für die Probe");
        assert_eq!(read.to_bytes(read.description()), bytes);
        let sum = bytes.last_chunk().map(|sum| u64::from_le_bytes(*sum));
        assert_eq!(Some(read.id()), sum);
        assert_eq!(Model::read(&model.to_bytes("")).expect("a valid file").id(), model.id());
        match (model.architecture(), read.architecture()) {
            (Architecture::Linear(old), Architecture::Linear(new)) => assert_eq!(old, new),
            (Architecture::Network(old), Architecture::Network(new)) => {
                assert_eq!(old.parameters(), new.parameters());
            }
            _ => panic!("another architecture"),
        }
    }
}

#[test]
fn the_layout_is_as_documented() {
    let network = network(64, 4, 5);
    let parameters = network.parameters();
    let bytes = Model::from(network).to_bytes("abc");
    assert_eq!(&bytes[..8], b"LANCETNN");
    assert_eq!(bytes[8..24], [2, 0, 2, 0, 64, 0, 4, 0, 144, 1, 0, 0, 3, 0, 0, 0]);
    assert_eq!(&bytes[24..27], b"abc");
    let half = |at: usize| i16::from_le_bytes([bytes[27 + 2 * at], bytes[28 + 2 * at]]);
    assert_eq!(half(64 * 17 + 5), parameters.feature_weights[64 * 17 + 5]);
    assert_eq!(half(64 * 768 + 9), parameters.feature_bias[9]);
    assert_eq!(half(64 * 769 + (3 * 2 + 1) * 64 + 1), parameters.output_weights[(3 * 2 + 1) * 64 + 1]);
    assert_eq!(bytes.len(), 27 + 2 * 64 * (768 + 1 + 8) + 4 * 4 + 8);

    let bucketed = bucketed(64, 4, KingBuckets::Four, 5);
    let parameters = bucketed.parameters();
    let bytes = Model::from(bucketed).to_bytes("abc");
    assert_eq!(bytes[8..24], [3, 0, 2, 0, 64, 0, 4, 4, 144, 1, 0, 0, 3, 0, 0, 0]);
    let half = |at: usize| i16::from_le_bytes([bytes[27 + 2 * at], bytes[28 + 2 * at]]);
    assert_eq!(half(64 * (3 * 768 + 17) + 5), parameters.feature_weights[64 * (3 * 768 + 17) + 5]);
    assert_eq!(half(64 * 4 * 768 + 9), parameters.feature_bias[9]);
    assert_eq!(bytes.len(), 27 + 2 * 64 * (4 * 768 + 1 + 8) + 4 * 4 + 8);

    let layered = layered(64, 4, KingBuckets::One, 8, 5);
    let parameters = layered.parameters();
    let middle = parameters.middle.as_ref().expect("a middle layer");
    let bytes = Model::from(layered).to_bytes("abc");
    assert_eq!(bytes[8..26], [5, 0, 2, 0, 64, 0, 4, 0, 144, 1, 0, 0, 3, 0, 0, 0, 8, 0]);
    assert_eq!(&bytes[26..29], b"abc");
    let half = |at: usize| i16::from_le_bytes([bytes[29 + 2 * at], bytes[30 + 2 * at]]);
    assert_eq!(half(64 * 768 + 9), parameters.feature_bias[9]);
    let after = 64 * 769;
    assert_eq!(half(after + 3 * 16 + 9), parameters.output_weights[3 * 16 + 9]);
    let (after, unit) = (29 + 2 * (after + 4 * 16), ((3 * 8 + 5) * 2 + 1) * 64);
    assert_eq!(bytes[after + unit + 7] as i8, middle.weights[unit + 7]);
    let biases: Vec<i32> = bytes[after + 4 * 8 * 2 * 64..bytes.len() - 8]
        .as_chunks()
        .0
        .iter()
        .map(|word| i32::from_le_bytes(*word))
        .collect();
    assert_eq!(biases, [middle.bias.as_slice(), &parameters.output_bias].concat());

    let coarse = Model::from(self::network(64, 1, 5)).to_bytes("abc");
    assert_eq!(coarse[8..24], [1, 0, 2, 0, 64, 0, 1, 0, 144, 1, 0, 0, 3, 0, 0, 0]);

    let linear = linear(6);
    let (tempo, first) = (linear.tempo, [linear.weights[0], linear.weights[767]]);
    let bytes = Model::from(linear).to_bytes("");
    assert_eq!(bytes[8..24], [1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let half = |at: usize| i16::from_le_bytes([bytes[24 + 2 * at], bytes[25 + 2 * at]]);
    assert_eq!([half(0), half(1)], tempo);
    assert_eq!([[half(2), half(2 + 768)], [half(2 + 767), half(2 + 768 + 767)]], first);
}

#[test]
fn any_flipped_bit_is_an_error() {
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
fn a_truncated_or_overlong_file_is_an_error() {
    let whole = sample();
    for length in (8..80).chain((80..whole.len()).step_by(997)).chain([whole.len() - 1]) {
        assert!(matches!(refusal(&whole[..length]), ModelError::Truncated { .. }), "{length}");
    }
    assert_same(refusal(&[]), ModelError::Magic);
    let mut long = whole.clone();
    long.extend([0; 3]);
    assert_same(refusal(&long), ModelError::TrailingBytes(3));
}

#[test]
fn a_file_of_another_format_is_an_error() {
    let zeros = vec![0; 1 << 20];
    for bytes in [&b"PK\x03\x04"[..], b"LANCETN?", b"\x89PNG\r\n\x1a\n and so on and on", &zeros] {
        assert_same(refusal(bytes), ModelError::Magic);
    }
}

#[test]
fn an_invalid_header_is_an_error() {
    assert!(Model::read(&changed(|_| {})).is_ok());
    assert_same(refusal(&changed(|bytes| bytes[8] = 0)), ModelError::Version(0));
    // Version 4 was that of a middle layer with clamped units.
    for version in [4, 7] {
        assert_same(refusal(&changed(|bytes| bytes[8] = version)), ModelError::Version(version.into()));
    }
    // King buckets belong to version 3, which has more than one.
    for count in 0..4 {
        assert_same(refusal(&changed(|b| (b[8], b[15]) = (3, count))), ModelError::KingBuckets(count.into()));
    }
    assert_same(refusal(&changed(|bytes| bytes[15] = 4)), ModelError::KingBuckets(4));
    // The units of a middle layer follow the header from version 5 on: here they are the description.
    let units = u16::from_le_bytes(*b"ma").into();
    for version in [5, 6] {
        assert_same(refusal(&changed(|bytes| bytes[8] = version)), ModelError::Middle(units));
    }
    let units = |bytes: &mut Vec<u8>, units| (bytes[8], bytes[24], bytes[25]) = (5, units, 0);
    for count in [0, 1, 7, 9, 32] {
        assert_same(refusal(&changed(|bytes| units(bytes, count))), ModelError::Middle(count.into()));
    }
    assert!(matches!(refusal(&changed(|bytes| units(bytes, 8))), ModelError::Truncated { .. }));
    let with_king_buckets = |count| {
        changed(|bytes| {
            units(bytes, 8);
            bytes[15] = count;
        })
    };
    for count in 1..4 {
        assert_same(refusal(&with_king_buckets(count)), ModelError::KingBuckets(count.into()));
    }
    assert!(matches!(refusal(&with_king_buckets(4)), ModelError::Truncated { .. }));
    let header = &changed(|bytes| units(bytes, 8))[..25];
    assert_same(refusal(header), ModelError::Truncated { found: 25, expected: 26 });
    assert!(matches!(refusal(&changed(|b| (b[8], b[15]) = (3, 4))), ModelError::Truncated { .. }));
    // Fine weights do not fit a file with coarse ones, and a linear model has neither.
    assert!(matches!(refusal(&changed(|bytes| bytes[8] = 1)), ModelError::OutputWeight { most: 127, .. }));
    assert_same(refusal(&changed(|bytes| bytes[10] = 1)), ModelError::LinearVersion(2));
    assert_same(refusal(&changed(|bytes| bytes[10] = 9)), ModelError::Kind(9));
    assert_same(refusal(&changed(|bytes| (bytes[8], bytes[10]) = (1, 1))), ModelError::Hidden(32));
    assert_same(refusal(&changed(|bytes| bytes[12] = 33)), ModelError::Hidden(33));
    assert_same(refusal(&changed(|bytes| bytes[12] = 0)), ModelError::Hidden(0));
    assert_same(refusal(&changed(|bytes| bytes[13] = 8)), ModelError::Hidden(2080));
    assert_same(refusal(&changed(|bytes| bytes[14] = 3)), ModelError::Buckets(3));
    assert_same(refusal(&changed(|bytes| bytes[19] = 0xff)), ModelError::Scale(-16_776_816));
    // A description that exceeds the memory.
    assert!(matches!(refusal(&changed(|bytes| bytes[23] = 0xff)), ModelError::Truncated { .. }));
    assert_same(refusal(&changed(|bytes| bytes[25] = 0xff)), ModelError::Description);
}

#[test]
fn parameters_must_match_the_architecture_and_range() {
    let valid = network(32, 2, 7).parameters();
    let refused = |change: fn(&mut NetworkParameters)| {
        let mut parameters = valid.clone();
        change(&mut parameters);
        Network::new(&parameters).expect_err("invalid parameters")
    };
    assert_same(refused(|n| n.feature_bias.truncate(31)), ModelError::ParameterCount);
    assert_same(refused(|n| n.output_bias.push(0)), ModelError::ParameterCount);
    let too_large = |weight, most| ModelError::OutputWeight { weight, most };
    assert_same(refused(|n| n.output_weights[3] = 1024), too_large(1024, 1023));
    assert_same(refused(|n| n.output_weights[3] = i16::MIN), too_large(i16::MIN, 1023));
    let coarse = |n: &mut NetworkParameters| {
        n.precision = OutputPrecision::Coarse;
        n.output_weights.fill(127);
        n.output_weights[3] = 128;
    };
    assert_same(refused(coarse), too_large(128, 127));
    let coarse_king_buckets = |n: &mut NetworkParameters| {
        n.precision = OutputPrecision::Coarse;
        n.king_buckets = KingBuckets::Four;
    };
    assert_same(refused(coarse_king_buckets), ModelError::Coarse);
    assert_same(refused(|n| n.king_buckets = KingBuckets::Four), ModelError::ParameterCount);
    let largest = |n: &mut NetworkParameters| {
        n.hidden = 1024;
        n.feature_weights.resize(768 * 1024, 0);
        n.feature_bias.resize(1024, 0);
        n.output_weights = vec![1023; 4 * 1024];
    };
    assert_same(refused(largest), ModelError::OutputSum);
    assert_same(refused(|n| n.scale = 0), ModelError::Scale(0));
    assert_same(refused(|n| n.hidden = 1056), ModelError::Hidden(1056));
}

#[test]
fn a_middle_layer_must_match_the_architecture_and_range() {
    let valid = layered(32, 2, KingBuckets::One, 8, 7).parameters();
    let refused = |change: fn(&mut NetworkParameters, &mut MiddleParameters)| {
        let mut parameters = valid.clone();
        let mut middle = parameters.middle.take().expect("a middle layer");
        change(&mut parameters, &mut middle);
        parameters.middle = Some(middle);
        Network::new(&parameters).expect_err("invalid parameters")
    };
    assert_same(refused(|_, m| m.units = 4), ModelError::Middle(4));
    assert_same(refused(|_, m| m.units = 16), ModelError::ParameterCount);
    assert_same(refused(|_, m| m.weights.push(0)), ModelError::ParameterCount);
    assert_same(refused(|_, m| m.bias.truncate(15)), ModelError::ParameterCount);
    assert_same(refused(|n, _| n.output_weights.push(0)), ModelError::ParameterCount);
    assert_same(refused(|n, _| n.output_bias.push(0)), ModelError::ParameterCount);
    let too_large = |weight| ModelError::OutputWeight { weight, most: 1023 };
    assert_same(refused(|_, m| m.weights[5] = 65), ModelError::MiddleWeight(65));
    assert_same(refused(|_, m| m.weights[5] = i8::MIN), ModelError::MiddleWeight(i8::MIN));
    assert_same(refused(|n, _| n.output_weights[5] = i16::MIN), too_large(i16::MIN));
    assert_same(refused(|n, _| n.precision = OutputPrecision::Coarse), ModelError::Coarse);
    let material = NetworkParameters { material: Some([1; 5]), ..network(32, 2, 7).parameters() };
    assert_same(Network::new(&material).expect_err("no middle layer"), ModelError::Material);
}

#[test]
fn an_unreadable_file_is_an_error() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(matches!(Model::load(folder), Err(ModelError::File(FileError::NotAFile(FileKind::Folder)))));
    assert!(matches!(Model::load(&folder.join("no such file.lnn")), Err(ModelError::File(FileError::Io(_)))));
}
