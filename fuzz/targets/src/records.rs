//! Game records: what is decoded are legal games that can be recorded again; the rest is counted as damage.

use std::path::Path;

use lancet_learn::records::{BlockBuilder, Game, Generator, HEADER_BYTES, MAGIC, Reader};
use xxhash_rust::xxh3::xxh3_64;

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "records",
    check,
    seeds: seeds::records,
    tokens: &["LANCETGM"],
    max_len: 4096,
    inputs: 12_000,
    max_memory: 64 << 20,
};

fn check(input: &[u8]) {
    check_file(input);
    if let Some(repaired) = repaired(input) {
        check_file(&repaired);
    }
}

fn check_file(bytes: &[u8]) {
    let mut reader = Reader::new(bytes).games();
    let games: Vec<Game> = reader.by_ref().collect();
    assert!(reader.damage().bytes <= bytes.len() as u64, "{:?}", reader.damage());
    assert!(reader.finish(Path::new("bytes")).is_ok());
    let mut builder = BlockBuilder::new(Generator::default(), 0);
    let mut recorded = Vec::new();
    for game in games {
        let mut position = lancet::position::Position::default();
        for m in game.all_moves() {
            assert!(position.legal_moves().contains(&m), "{m:?} in {}", position.fen());
            position = position.play(m);
        }
        // Opening and searched moves together may be too many.
        if builder.push(&game).is_ok() {
            recorded.push(game);
        }
    }
    if let Some(block) = builder.take().expect("a block") {
        assert_eq!(block.decode().expect("games").games, recorded);
    }
}

/// Returns the input with the right length and checksums of its first block.
fn repaired(input: &[u8]) -> Option<Vec<u8>> {
    let (header, body) = input.split_at_checked(HEADER_BYTES)?;
    let mut bytes = header.to_vec();
    let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
    put(0, &MAGIC);
    put(64, &u32::try_from(body.len()).ok()?.to_le_bytes());
    put(68, &xxh3_64(body).to_le_bytes());
    let check = xxh3_64(&bytes[..HEADER_BYTES - 8]).to_le_bytes();
    bytes[HEADER_BYTES - 8..].copy_from_slice(&check);
    bytes.extend(body);
    Some(bytes)
}
