//! The search: draws, mates, strength limits, and the transposition table.

#[path = "../common/mod.rs"]
mod common;
mod draws;
mod mates;
mod strength;
mod tt;
