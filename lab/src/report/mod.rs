//! Report: the sections as one page that needs nothing else, with its files beside it.

mod all;
mod chart;
mod claims;
mod forest;
mod page;

pub use all::All;
pub use chart::draw;
pub use claims::{Claim, claims};
pub use forest::{Forest, Value};
pub use page::page;
