//! Games of random moves, written as people and programs write them, are read back or end with a warning.

use lancet::pgn::PgnReader;
use lancet::position::Position;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use shakmaty::Move;

/// A random game: its moves, and each as text.
fn game(rng: &mut StdRng) -> (Vec<Move>, Vec<String>) {
    let mut position = Position::default();
    let (mut moves, mut texts) = (Vec::new(), Vec::new());
    for _ in 0..rng.random_range(1..60) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[rng.random_range(0..legal.len())];
        texts.push(position.san(m));
        moves.push(m);
        position = position.play(m);
    }
    (moves, texts)
}

/// Writes a move in one of the ways that are found in files: the move, and the text after it.
fn mutated(rng: &mut StdRng, san: &str) -> (String, &'static str) {
    let written = match rng.random_range(0..30) {
        0 if san.as_bytes()[1] == b'x' && san.as_bytes()[0].is_ascii_lowercase() => {
            let short: String =
                san.trim_end_matches(['+', '#']).chars().filter(|c| !c.is_ascii_digit()).collect();
            short.replacen('x', "", 1)
        }
        1 => san.replace('x', ":"),
        2 => san.replace('x', ""),
        3 => san.replace('O', "0"),
        4 => san.replace('=', ""),
        5 => return (san.to_owned(), "!?"),
        6 => return (san.to_owned(), " $1 {a [%clk 0:01:00] 3. Nf3}"),
        7 => return (san.to_owned(), " (1. h4) ; e5"),
        8 => san.trim_end_matches(['+', '#']).to_owned(),
        // What is not a move: the game must end here.
        9 if rng.random_range(0..8) == 0 => "xx".to_owned(),
        10 if rng.random_range(0..8) == 0 => format!("{} {}", &san[..1], &san[1..]),
        11 if rng.random_range(0..4) == 0 => String::new(),
        _ => san.to_owned(),
    };
    (written, "")
}

#[test]
fn mutated_games_are_read_back_or_end_with_a_warning() {
    let mut rng = StdRng::seed_from_u64(26);
    let (mut whole, mut ended) = (0, 0);
    for _ in 0..3_000 {
        let (moves, texts) = game(&mut rng);
        let letters = ["KQRBN", "KDTLS", "RDTFC", "RDTAC", "♔♕♖♗♘"][rng.random_range(0..5)];
        let letter = |c| "KQRBN".find(c).and_then(|at| letters.chars().nth(at)).unwrap_or(c);
        let mut text = "[Event \"a\"]\n\n".to_owned();
        for (ply, san) in texts.iter().enumerate() {
            if ply % 2 == 0 {
                text += &format!("{}. ", ply / 2 + 1);
            }
            // Comments are written with English letters in games of all languages.
            let (written, suffix) = mutated(&mut rng, san);
            text.extend(written.chars().map(letter));
            text += suffix;
            text.push('\n');
        }
        text += "*\n";
        let read =
            PgnReader::new(text.as_bytes()).next().expect("a game").expect("no error").expect("a game");
        let found: Vec<Move> = read.line.moves.iter().filter_map(|played| played.m).collect();
        let is_whole = found == moves;
        let same = found.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        assert!(
            is_whole || !read.warnings.is_empty() || texts.len() == found.len() + 1,
            "{text}: {} of {}, same {same}",
            found.len(),
            moves.len()
        );
        // A word that is left out shows at the next number. Without one, a move may take its place.
        let is_last = same / 2 == (texts.len() - 1) / 2;
        assert!(
            found.len() == same || found.len() == same + 1 && is_last,
            "{text}: {} of {}, same {same}, {:?}",
            found.len(),
            moves.len(),
            read.warnings
        );
        whole += usize::from(is_whole);
        ended += usize::from(!is_whole);
    }
    assert!(whole > 1_000 && ended > 300, "{whole} {ended}");
}
