//! The report: the sections of all experiments on one self-contained page, with their files beside it.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "coordinates of plots are small"
)]

mod all;
mod chart;
mod claims;
mod forest_plot;
mod oscillation;
mod page;
mod plan;
mod section;

pub use all::All;
pub use chart::draw;
pub use claims::{CLAIMS, Claim, Facts, Finding, Verdict};
pub use forest_plot::{ForestPlot, Interval};
pub use oscillation::Oscillation;
pub use page::page;
pub use section::{Chart, Check, Curve, DataTable, Section, XAxis};
