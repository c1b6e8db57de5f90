//! UCI sessions: every command in every state, and what comes back.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a test may panic"
)]

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
mod python_chess;
mod queueing;
mod robustness;
mod states;
mod tables;
mod waiting;

use std::time::Duration;

use common::boards::{CHECKMATE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, STALEMATE, START, position, position_in};
use lancet::position::Position;

/// Long enough for an early answer to show.
const A_WHILE: Duration = Duration::from_millis(300);

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
