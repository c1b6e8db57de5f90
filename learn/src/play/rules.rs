//! The versions of the rules of self-play, which game records name.

use lancet_arena::adjudication;

use crate::records::Generator;

/// The version of the rules that new games are played by: openings, adjudication, which scores are recorded, where
/// searches are shorter, and how the engine is identified.
pub const RULES: u16 = adjudication::VERSION + 3;

/// The first version that this engine can play by.
pub const FIRST_RULES: u16 = first_rules(adjudication::VERSION);

/// The version of the adjudication that all versions of the rules have had so far.
const ADJUDICATION: u16 = 1;

/// The first version. The score of a search was the one it ended with, which may be a bound if the hard limit
/// ended it.
const BOUNDS_AS_SCORES: u16 = 1;

/// From this version on, positions that training does not use are searched with fewer nodes.
const SHORT_SEARCHES: u16 = 3;

/// From this version on the signature of the engine comes from deeper searches, which more of its rules take part in.
const DEEP_SIGNATURE: u16 = 4;

/// Returns the first version that an engine with a version of the adjudication can play by: a new one ends that for all
/// versions of the rules before it.
const fn first_rules(adjudication: u16) -> u16 {
    if adjudication == ADJUDICATION { BOUNDS_AS_SCORES } else { RULES }
}

/// Reports whether this engine can play by a version of the rules.
#[must_use]
pub const fn is_known(rules: u16) -> bool {
    FIRST_RULES <= rules && rules <= RULES
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_adjudication_ends_the_versions_before_it() {
        let current = adjudication::VERSION;
        assert_eq!([first_rules(current), first_rules(current + 1)], [FIRST_RULES, RULES]);
        let versions = [FIRST_RULES - 1, FIRST_RULES, RULES, RULES + 1];
        assert_eq!(versions.map(is_known), [false, true, true, false]);
    }
}
