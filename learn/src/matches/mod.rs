//! Matches: two evaluations against each other, with the same search.

mod command;

pub use command::Match;
