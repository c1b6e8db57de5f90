//! Results that the papers prove or compute, as programs.
#![expect(clippy::cast_possible_wrap, reason = "depths are small")]

mod average_case;
mod critical;
mod expected_alpha_beta;
mod minimal_tree;
mod node_kind;
mod node_type;
mod permuted;
mod reinefeld_marsland;
mod theorem_2;

pub use average_case::{Level, average_case};
pub use critical::is_critical;
pub use expected_alpha_beta::expected_alpha_beta;
pub use minimal_tree::{fail_high_leaves, fail_low_leaves, minimal_leaves};
pub use node_kind::{NodeKind, kinds_at_level};
pub use node_type::{NodeType, count_critical, critical_leaves};
pub use permuted::Permuted;
pub use reinefeld_marsland::{Cost, Model, Reading};
pub use theorem_2::theorem_2;
