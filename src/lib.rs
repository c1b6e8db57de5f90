//! Lancet, a chess engine of the narrow-window search family.

mod engine;
pub mod position;
pub mod search;
pub mod time;
pub mod tt;
pub mod types;

pub use engine::{Engine, Report, Search};
