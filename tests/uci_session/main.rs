//! UCI sessions: every command in every state, and what comes back.

mod books;
#[path = "../common/mod.rs"]
mod common;
mod drivers;
mod ending;
mod levels;
mod limits;
mod lines;
mod models;
mod options;
mod positions;
mod queueing;
mod states;
mod tables;
mod waiting;

use std::time::Duration;

use lancet::position::{Position, parse_fen_mode};
use shakmaty::CastlingMode;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// White mates with e1e8.
const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
/// h1g1 is the only move.
const ONE_MOVE: &str = "7k/8/8/8/8/8/r7/7K w - - 0 1";
const MATED: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

/// Long enough for an early answer to show.
const A_WHILE: Duration = Duration::from_millis(300);

fn position(fen: &str) -> Position {
    position_in(fen, CastlingMode::Standard)
}

fn position_in(fen: &str, mode: CastlingMode) -> Position {
    Position::new(parse_fen_mode(fen, mode).expect(fen).chess)
}

fn place(fen: &str) -> String {
    format!("position fen {fen}")
}

/// The move of a `bestmove` line, the expected answer left out.
fn best(answer: &str) -> &str {
    answer.split(' ').next().expect("a word")
}

fn is_legal(position: &Position, text: &str) -> bool {
    position.legal_moves().iter().any(|m| position.move_text(*m) == text)
}

/// What is complained about.
fn errors(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string error: ")).collect()
}

fn warnings(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string warning: ")).collect()
}
