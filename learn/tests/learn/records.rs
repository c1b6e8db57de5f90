//! Game records: round trips, the frozen format, and damaged files.
#![allow(clippy::expect_used, clippy::panic, clippy::print_stdout, clippy::unreachable, clippy::unwrap_used)]

use std::path::Path;

use crate::common::{GENERATOR, blocks_of, file_of, random_games, set_other_version};
use lancet::position::{Position, parse_move};
use lancet_learn::records::{
    Block, BlockBuilder, Damage, Game, GameResult, HEADER_BYTES, MAGIC, Reader, RecordError, ScoredMove,
    Termination, WinProbability,
};
use lancet_learn::samples::{Filter, load};
use shakmaty::Move;

/// Morphy's Opera Game, with its first eight plies as the random opening.
fn opera() -> Game {
    let text = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 \
                c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";
    let mut position = Position::default();
    let play = |text: &str| {
        let m = parse_move(&position, text).unwrap();
        position = position.play(m);
        m
    };
    let moves: Vec<Move> = text.split_whitespace().map(play).collect();
    let (opening, searched) = moves.split_at(8);
    let score = |ply: usize| {
        let white = WinProbability::from_level([0, 3, 3, 8, 20, 61, 127][ply / 4]).unwrap();
        if ply.is_multiple_of(2) { white } else { -white }
    };
    let scored = |(ply, played): (usize, &Move)| ScoredMove { played: *played, score: score(ply) };
    let moves = searched.iter().enumerate().map(scored).collect();
    Game { opening: opening.to_vec(), moves, result: GameResult::White, termination: Termination::Mate }
}

/// A change of these bytes requires a new version of the format.
#[test]
fn the_format_is_frozen() {
    let bytes = file_of(&[opera()], &[1]);
    assert_eq!(read_all(&bytes).0, [opera()]);
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let expected = "4c414e434554474d0100010008000000efcdab89674523016712000000000000ffffffffffffffff2c010000dc05\
        00000000000000000000010000001900000024000000eb30355871cfd6e71da2bea9e99067451c15508e77f47a47c3422baf5\
        0501a3acb0e3e2d07b994cf4008cf58fc4d10da479b0bff";
    assert_eq!(hex, expected);
}

fn read_all(bytes: &[u8]) -> (Vec<Game>, Damage) {
    let mut games = Reader::new(bytes).games();
    let found = games.by_ref().collect();
    (found, games.damage().clone())
}

#[test]
fn games_round_trip() {
    let games = random_games(200, 1);
    let bytes = file_of(&games, &[1, 50, 149]);
    let (found, damage) = read_all(&bytes);
    assert!(damage.is_none(), "{damage:?}");
    assert_eq!(found, games);

    let blocks = blocks_of(&bytes);
    assert_eq!(blocks.iter().map(|block| block.header.first_game).collect::<Vec<_>>(), [0, 1, 51]);
    assert_eq!(blocks.iter().map(|block| block.header.games).collect::<Vec<_>>(), [1, 50, 149]);
    let positions: usize = games[1..51].iter().map(|game| game.moves.len()).sum();
    assert_eq!(blocks[1].header.positions as usize, positions);
    assert!(blocks.iter().all(|block| block.header.generator == GENERATOR));
    assert_eq!(blocks.iter().flat_map(Block::to_bytes).collect::<Vec<_>>(), bytes);
}

#[test]
fn positions_are_the_searched_ones() {
    for game in random_games(20, 2) {
        assert_eq!(game.positions().count(), game.moves.len());
        for (position, scored) in game.positions() {
            assert!(position.legal_moves().contains(&scored.played));
        }
        assert_eq!(game.all_moves().count(), game.opening.len() + game.moves.len());
    }
}

#[test]
fn illegal_games_are_rejected_and_change_nothing() {
    let good = random_games(1, 3).remove(0);
    let mut illegal = good.clone();
    illegal
        .opening
        .insert(0, shakmaty::Move::EnPassant { from: shakmaty::Square::A5, to: shakmaty::Square::B6 });
    let mut builder = BlockBuilder::new(GENERATOR, 7);
    builder.push(&good).unwrap();
    assert!(matches!(builder.push(&illegal), Err(RecordError::IllegalMove { .. })));
    let block = builder.take().unwrap().unwrap();
    assert_eq!(block.decode().unwrap().games, [good]);
    assert_eq!((builder.games(), builder.next_game()), (0, 8));
    assert!(builder.take().unwrap().is_none());
}

#[test]
fn a_flipped_bit_loses_only_its_block() {
    let games = random_games(3, 4);
    let bytes = file_of(&games, &[1, 1, 1]);
    let starts: Vec<usize> = blocks_of(&bytes)
        .iter()
        .scan(0, |start, block| {
            *start += block.size() as usize;
            Some(*start)
        })
        .collect();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        let (found, damage) = read_all(&damaged);
        let hit = starts.iter().filter(|end| **end <= at).count();
        let mut expected = games.clone();
        expected.remove(hit);
        assert_eq!(found, expected, "byte {at}");
        assert_eq!((damage.blocks, damage.games), (1, 0), "byte {at}");
    }
}

#[test]
fn a_truncated_file_is_valid_up_to_its_last_whole_block() {
    let games = random_games(4, 5);
    let bytes = file_of(&games, &[2, 2]);
    let first = blocks_of(&bytes)[0].size() as usize;
    for length in 0..bytes.len() {
        let (found, damage) = read_all(&bytes[..length]);
        let whole = if length < first { 0 } else { 2 };
        assert_eq!(found, games[..whole], "{length} bytes");
        assert_eq!(damage.blocks, u64::from(length != 0 && length != first), "{length} bytes");
    }
}

#[test]
fn foreign_bytes_between_blocks_are_skipped() {
    let games = random_games(4, 6);
    let first = file_of(&games[..2], &[2]);
    let second = file_of(&games[2..], &[2]);
    let fillers: [&[u8]; 5] =
        [b"x", &MAGIC, &first[..HEADER_BYTES], &first[..first.len() - 1], &[0; 200_000]];
    for filler in fillers {
        let bytes = [filler, &first, filler, &second, filler].concat();
        let (found, damage) = read_all(&bytes);
        assert_eq!(found, games);
        assert_eq!((damage.blocks, damage.bytes), (3, 3 * filler.len() as u64));
    }
    let (found, damage) = read_all(b"[Event \"no records at all\"]");
    assert_eq!((found.len(), damage.blocks), (0, 1));
    assert!(read_all(b"").1.is_none());
}

/// Blocks of another version are counted once each, and a training run without them has them in its summary.
#[test]
fn blocks_of_another_version_are_skipped_and_counted() {
    let games = random_games(40, 3);
    let mut bytes = file_of(&games, &[10, 10, 10, 10]);
    let sizes: Vec<usize> = blocks_of(&bytes).iter().map(|block| block.size() as usize).collect();
    for start in [sizes[0], sizes[0] + sizes[1]] {
        set_other_version(&mut bytes[start..]);
    }
    let (found, damage) = read_all(&bytes);
    assert_eq!(found, [&games[..10], &games[30..]].concat());
    let skipped = (sizes[1] + sizes[2]) as u64;
    assert_eq!(damage, Damage { other_versions: 2, bytes: skipped, ..Damage::default() });

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.games");
    std::fs::write(&path, &bytes).unwrap();
    let (_, counts) = load(&[path], &Filter::default()).unwrap();
    assert_eq!((counts.games, counts.unreadable_blocks), (20, 2));
}

#[test]
fn short_reads_are_handled() {
    struct Drops<'a>(&'a [u8]);
    impl std::io::Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = buffer.len().min(3);
            self.0.read(&mut buffer[..count])
        }
    }
    let games = random_games(5, 7);
    let bytes = file_of(&games, &[2, 3]);
    assert_eq!(Reader::new(Drops(&bytes)).games().collect::<Vec<_>>(), games);
}

#[test]
fn games_before_a_read_error_are_returned() {
    struct Fails;
    impl std::io::Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("disk failure"))
        }
    }
    let games = random_games(2, 8);
    let bytes = file_of(&games, &[2]);
    let mut found = Reader::new(std::io::Read::chain(&bytes[..], Fails)).games();
    assert_eq!(found.by_ref().collect::<Vec<_>>(), games);
    let error = found.finish(Path::new("some.games")).unwrap_err();
    assert_eq!(error.to_string(), "cannot read 'some.games' to its end: disk failure");
}
