//! UCI sessions with the engine as a process: every command in every state, and its answers.
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
#[cfg(unix)]
mod broken_output;
#[path = "../common/mod.rs"]
mod common;
mod drivers;
mod ending;
mod fastchess;
mod levels;
mod limits;
mod lines;
mod live_options;
#[cfg(target_os = "linux")]
mod memory;
mod models;
mod options;
mod positions;
mod python_chess;
mod queueing;
mod robustness;
#[cfg(unix)]
mod special_files;
#[cfg(unix)]
mod standard_streams;
mod states;
mod tables;
mod waiting;

use std::time::Duration;

use common::boards::{CHECKMATE, KIWIPETE, MATE_IN_ONE, ONE_MOVE, STALEMATE, START, position, position_in};
use common::process::Lancet;
use lancet::position::Position;

/// How long a `bestmove` must not come. A premature one follows the first line of the search at once.
const A_WHILE: Duration = Duration::from_millis(50);

fn place(fen: &str) -> String {
    format!("position fen {fen}")
}

/// The move of a `bestmove` line, without the ponder move.
fn best(answer: &str) -> &str {
    answer.split(' ').next().expect("a word")
}

/// Waits for the first line of the search under way, if it has one, and checks that its best move does not follow.
fn expect_no_early_bestmove(lancet: &mut Lancet) {
    // A search of one node has none before it ends.
    let _ = lancet.wait_within("info", 4 * A_WHILE);
    lancet.expect_no_bestmove_for(A_WHILE);
}

fn is_legal(position: &Position, text: &str) -> bool {
    position.legal_moves().iter().any(|m| position.move_text(*m) == text)
}

/// The messages of the errors among `lines`.
fn errors(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string error: ")).collect()
}

/// The messages of the warnings among `lines`.
fn warnings(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string warning: ")).collect()
}
