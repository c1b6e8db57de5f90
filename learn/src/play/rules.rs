//! The versions of the rules of self-play, which game records name.

use lancet_arena::adjudication;

use crate::records::Generator;

/// The version of the rules that new games are played by: openings, adjudication, which scores are recorded, where
/// searches are shorter, and how the engine is identified.
pub const RULES: u16 = adjudication::VERSION + 3;

/// The first version. The score of a search was the one it ended with, which may be a bound if the hard limit
/// ended it.
const BOUNDS_AS_SCORES: u16 = 1;

/// From this version on, positions that training does not use are searched with fewer nodes.
const SHORT_SEARCHES: u16 = 3;

/// From this version on the signature of the engine comes from deeper searches, which more of its rules take part in.
const DEEP_SIGNATURE: u16 = 4;

/// Reports whether this engine can play by a version of the rules. A new version of the adjudication ends
/// that for the versions before it.
#[must_use]
pub const fn is_known(rules: u16) -> bool {
    BOUNDS_AS_SCORES <= rules && rules <= RULES
}

/// Reports whether games by a version of the rules have bounds as scores. Rescored games, which have a flag
/// beside the version, never get any.
#[must_use]
pub const fn has_bounds(rules: u16) -> bool {
    rules == BOUNDS_AS_SCORES
}

/// Returns the depth of the searches that give the signature of an engine which plays by a version of the rules, or
/// rescores games played by it.
#[must_use]
pub const fn signature_depth(rules: u16) -> i32 {
    if rules & !Generator::RESCORED >= DEEP_SIGNATURE { 8 } else { 5 }
}

/// Reports whether positions that training does not use are searched with fewer nodes by a version of the rules.
#[must_use]
pub const fn has_short_searches(rules: u16) -> bool {
    rules >= SHORT_SEARCHES
}
