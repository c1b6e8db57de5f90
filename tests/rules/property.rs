//! Properties of the parsers of FENs and moves: no text panics, and what is accepted survives a round trip.

use crate::common::boards;
use lancet::position::{Position, parse_fen, parse_fen_mode, parse_move};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use shakmaty::CastlingMode;

/// Characters of FENs, and some others.
const ALPHABET: &[char] = &[
    'k', 'q', 'r', 'b', 'n', 'p', 'K', 'Q', 'R', 'B', 'N', 'P', '0', '1', '2', '7', '8', '9', '/', ' ', '-',
    'w', 'a', 'e', '3', '6', 'h', 'H', '~', '[', ']', '+', '.', '\t', '\0', 'é', '♔', '\u{feff}',
];

/// Changes, removes, duplicates or swaps a few characters or fields.
fn mutate(text: &str, rng: &mut StdRng) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..rng.random_range(1..3) {
        let letter = *ALPHABET.choose(rng).expect("letters");
        let place = rng.random_range(0..=chars.len());
        let other = rng.random_range(0..=chars.len());
        match rng.random_range(0..8) {
            0 => chars.insert(place, letter),
            1 | 2 if place < chars.len() => chars[place] = letter,
            3 if place < chars.len() => drop(chars.remove(place)),
            4 if place.max(other) < chars.len() => chars.swap(place, other),
            5 => chars.truncate(place),
            6 => chars.extend_from_within(place..),
            _ => {
                let text: String = chars.iter().collect();
                let mut fields: Vec<&str> = text.split(' ').collect();
                let number =
                    *["4294967295", "99999999999999999999", "-1", "0", "150"].choose(rng).expect("one");
                let field = rng.random_range(0..fields.len());
                fields[field] = number;
                chars = fields.join(" ").chars().collect();
            }
        }
    }
    chars.into_iter().collect()
}

#[test]
fn fens_are_errors_or_survive_a_round_trip() {
    let mut rng = StdRng::seed_from_u64(32);
    let (mut accepted, mut rejected) = (0, 0);
    boards::walk(&mut rng, 100_000, |position, rng| {
        let text = mutate(&position.fen(), rng);
        match parse_fen(&text) {
            Ok(parsed) => {
                accepted += 1;
                let position = Position::new(parsed.chess);
                check_round_trip(&position, &text);
                position.legal_moves().into_iter().for_each(|m| drop(position.play(m)));
            }
            Err(error) => {
                rejected += 1;
                let message = error.to_string();
                assert!(!message.is_empty() && !message.contains('\n'), "{text:?}: {message:?}");
            }
        }
    });
    assert!(accepted > 5_000 && rejected > 10_000, "{accepted} {rejected}");
}

fn check_round_trip(position: &Position, text: &str) {
    let fen = position.fen();
    let reparsed = parse_fen_mode(&fen, position.castling_mode()).unwrap_or_else(|error| {
        panic!("{text:?} was accepted, but its FEN {fen} is rejected: {error}");
    });
    assert!(reparsed.warnings.is_empty(), "{text:?} gives {fen}: {:?}", reparsed.warnings);
    let reparsed = Position::new(reparsed.chess);
    assert_eq!(reparsed.fen(), fen, "{text:?}");
    assert_eq!(reparsed.legal_moves(), position.legal_moves(), "{text:?}");
}

#[test]
fn every_position_survives_a_round_trip() {
    let mut rng = StdRng::seed_from_u64(33);
    boards::walk(&mut rng, 50_000, |position, _| {
        check_round_trip(position, &position.fen());
        let own = Position::new(parse_fen(&position.fen()).expect("its own FEN").chess);
        if own.castling_mode() == position.castling_mode() {
            assert_eq!(own.key(), position.key(), "{}", position.fen());
        }
    });
}

#[test]
fn random_text_is_not_a_fen() {
    let mut rng = StdRng::seed_from_u64(34);
    for _ in 0..200_000 {
        let length = rng.random_range(0..90);
        let text: String = (0..length).map(|_| *ALPHABET.choose(&mut rng).expect("letters")).collect();
        if let Ok(parsed) = parse_fen(&text) {
            panic!("{text:?} was accepted as {}", Position::new(parsed.chess).fen());
        }
        for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
            assert!(parse_fen_mode(&text, mode).is_err(), "{text:?}");
        }
    }
}

#[test]
fn moves_are_legal_or_errors() {
    let mut rng = StdRng::seed_from_u64(35);
    let (mut accepted, mut rejected) = (0, 0);
    boards::walk(&mut rng, 30_000, |position, rng| {
        let legal = position.legal_moves();
        for m in &legal {
            assert_eq!(parse_move(position, &position.move_text(*m)), Ok(*m), "{m} in {}", position.fen());
        }
        let Some(m) = legal.choose(rng) else { return };
        for text in [mutate(&position.move_text(*m), rng), mutate("0000", rng), mutate("P@e4", rng)] {
            match parse_move(position, &text) {
                Ok(m) => {
                    accepted += 1;
                    assert!(legal.contains(&m), "{text:?} in {}", position.fen());
                }
                Err(error) => {
                    rejected += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    });
    assert!(accepted > 500 && rejected > 50_000, "{accepted} {rejected}");
}
