//! The narrow-window search family, one algorithm per file, written to be read beside its paper.
//!
//! Source numbers are those of the crate's README. Functions that take a node search it with a given window; the others
//! search the whole tree.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "depths and indices of artificial trees are small"
)]

mod alpha_beta_fail_hard;
mod alpha_beta_fail_soft;
mod alpha_beta_original;
mod alpha_beta_shallow;
mod alpha_beta_table;
mod alpha_beta_two_players;
mod aspiration;
mod best_line;
mod best_node;
mod c_star;
mod catalogue;
mod dual_star;
mod etc;
mod info;
mod informed;
mod ins;
mod ins_table;
mod last_ply;
mod memory_test;
mod minimax;
mod mtd;
mod mtd_f;
mod mtd_slide;
mod mtd_step;
mod negamax;
mod negascout;
mod negascout_ab;
mod negascout_table;
mod open;
mod pns;
mod pvs;
mod rec_sss_star;
mod scout;
mod sss_star;
mod table;

pub use alpha_beta_fail_hard::alpha_beta_fail_hard;
pub use alpha_beta_fail_soft::alpha_beta_fail_soft;
pub use alpha_beta_original::alpha_beta_original;
pub use alpha_beta_shallow::alpha_beta_shallow;
pub use alpha_beta_table::{Fail, alpha_beta_table};
pub use alpha_beta_two_players::alpha_beta_two_players;
pub use aspiration::{aspiration, aspiration_widened};
pub use best_line::BestLine;
pub use best_node::{BestNode, best_node, best_node_value, separate};
pub use c_star::{c_star, midpoint};
pub use catalogue::{Algorithm, Parameters, SearchError, Solution, UnknownAlgorithm};
pub use dual_star::dual_star;
pub use ins::ins;
pub use ins_table::{InfoTable, ins_table};
pub use memory_test::memory_test;
pub use minimax::minimax;
pub use mtd::{converge, mtd, mtd_f_bounds};
pub use mtd_f::mtd_f;
pub use mtd_slide::mtd_slide;
pub use mtd_step::mtd_step;
pub use negamax::negamax;
pub use negascout::{Options, ResearchFrom, negascout};
pub use negascout_ab::negascout_ab;
pub use negascout_table::{TableUse, mtd_table, negascout_table, negascout_with_table};
pub use open::TreeTooLarge;
pub use pns::pns;
pub use pvs::pvs;
pub use rec_sss_star::{rec_dual_star, rec_sss_star};
pub use scout::scout;
pub use sss_star::sss_star;
pub use table::{Bounds, MAX_ENTRIES, Slot, Table, TableFull, key_at_depth};
