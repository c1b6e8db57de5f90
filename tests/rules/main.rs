//! The rules of chess: move generation, exchanges, and the parsers of FEN and moves.

#[path = "../common/mod.rs"]
mod common;
mod differential;
mod exchange;
mod perft;
mod property;
