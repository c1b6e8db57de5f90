//! Matches: two evaluations against each other, with the same search.
//!
//! Each opening is played twice with colours exchanged. Everything that is random follows from
//! the seed and the number of the pair: the same match comes out with any number of threads, and
//! one that was broken off can go on.

mod command;
mod contest;
mod openings;
mod show;
mod statistics;

pub use command::Match;
pub use contest::{Contest, Effort, Ended};
pub use openings::Openings;
pub use statistics::{Elo, Sprt, Tally, Verdict};
