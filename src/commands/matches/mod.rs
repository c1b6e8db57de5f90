//! Matches: two players against each other, in this process.
//!
//! Each opening is played twice with colours exchanged. Everything that is random follows from the
//! seed and the number of the pair: where nodes are counted and not time, the same match comes out
//! with any number of threads, and one that was broken off can go on.

mod contest;
mod game;
mod notation;
mod openings;
mod pace;
mod player;
mod random_opening;
mod result;
pub mod rules;
mod show;
mod statistics;

pub use contest::{Contest, Ended};
pub use game::{MatchGame, Pair, Searched, Spent};
pub use notation::notate;
pub use openings::{Opening, Openings};
pub use pace::Pace;
pub use player::Player;
pub use random_opening::{draw, walk};
pub use result::{End, Outcome};
pub use show::{Progress, tell};
pub use statistics::{Elo, Sprt, Tally, Verdict};
