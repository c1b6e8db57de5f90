//! Perft compared with shakmaty's, in alternating runs: `cargo bench --bench perft`.
#![allow(clippy::expect_used, clippy::print_stdout)]

use lancet::commands::perft::compare;
use lancet::position::{Position, parse_fen};

const POSITIONS: [(&str, &str, u32); 3] = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("rook endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Without this argument, as in a test, a small depth suffices.
    let is_bench = std::env::args().any(|argument| argument == "--bench");
    for (name, fen, depth) in POSITIONS {
        let depth = if is_bench { depth } else { 3 };
        println!("{name}, depth {depth}");
        compare(&Position::new(parse_fen(fen)?.chess), depth, &mut std::io::stdout())?;
        println!();
    }
    Ok(())
}
