//! The claims, in the order of the properties and of the sources.

use super::{Claim, Facts};
use super::{beyond, figures, measured, small};

/// A claim that holds if its properties hold on every tree.
macro_rules! properties {
    ($number:literal, $sources:literal, $claim:literal) => {
        Claim {
            number: $number,
            sources: $sources,
            claim: $claim,
            section: "verified",
            evaluate: |facts| facts.properties($number),
        }
    };
}

/// A claim with a function that computes its verdict.
macro_rules! measured {
    ($number:literal, $sources:literal, $claim:literal, $section:literal, $evaluate:expr) => {
        Claim { number: $number, sources: $sources, claim: $claim, section: $section, evaluate: $evaluate }
    };
}

/// The claims of the five sources, and of other publications.
#[rustfmt::skip]
pub const CLAIMS: &[Claim] = &[
    measured!(1, "003", "Minimax is defined by two functions, one for each player.", "verified",
        |facts| Facts::both(facts.examples(&["hsu-complete"]), facts.properties(2))),
    properties!(2, "003", "Negamax does the same with one function and a change of sign."),
    measured!(3, "003", "Cutoffs depend on the move ordering.", "examples",
        |facts| facts.examples(&["hsu-complete", "hsu-reordered"])),
    measured!(4, "003, 004", "Deep cutoffs save more than the bound of the parent alone.", "examples",
        |facts| Facts::both(facts.examples(&["hsu-deep", "eppstein-deep"]), facts.properties(4))),
    properties!(5, "003", "F1 returns alpha, the value, or beta; so does its form with two players, F1' and G1'."),
    properties!(6, "003", "F2 returns alpha, the value, or a lower bound of at least beta; so do F2' and G2'."),
    properties!(7, "003", "F3 also returns bounds outside the window."),
    properties!(8, "003", "F1, F2 and F3 visit the same nodes."),
    measured!(9, "003", "After a cutoff, F2 and F3 return the same value.", "counts", measured::same_after_cutoff),
    measured!(10, "003", "With a table, fail-soft saves about 7 % (Fishburn).", "fail-soft", measured::fail_soft),
    properties!(11, "003", "Critical positions are of types 1, 2.1, 2.2, 3.1 and 3.2, in known numbers at each level."),
    properties!(12, "003", "Theorem 1: in perfect order alpha-beta visits the critical positions, with the windows of the proof."),
    measured!(13, "003", "The number of critical positions in the average case.", "average-case", measured::average_case),
    properties!(14, "003", "Theorem 2: in some order of the children alpha-beta visits precisely the critical positions."),
    measured!(15, "003", "Perfect ordering is not always optimal.", "examples",
        |facts| facts.examples(&["hsu-perfect", "hsu-better"])),
    measured!(16, "003", "To be cut off, a node needs an elder sibling, and so does its parent.", "counts", measured::elders),
    measured!(17, "003, 004", "The best case is about the square root of the full tree.", "verified", measured::square_root),
    properties!(18, "004", "The program of source 004 is F2."),
    properties!(19, "001, 004", "Aspiration search always finds the value; a narrower window visits a subset of the leaves."),
    properties!(20, "001", "Aspiration search can be cheaper than the minimal tree."),
    properties!(21, "001", "A zero-window search finds on which side of the bound the value lies."),
    measured!(22, "001, 000", "Scout finds the value.", "verified", measured::scout),
    properties!(23, "000", "NegaScout as in figure 1 finds the value and visits no leaf that alpha-beta does not."),
    measured!(24, "000", "No re-searches are needed at depth 2 or less.", "variants", measured::depth_rule),
    properties!(25, "001", "PVS finds the value and visits no leaf that alpha-beta does not."),
    properties!(26, "002", "NegaScout with alpha-beta re-searches (NSab) finds the value and visits no leaf that alpha-beta does not."),
    measured!(27, "002", "The equations are consistent at g = 0.", "model", |_| Some(measured::consistent_model())),
    measured!(28, "002", "NegaScout is better than alpha-beta and than NSab if g is below about 20 % of the width.", "model", measured::twenty_percent),
    measured!(29, "002", "In chess g is 0.5 to 1; in random trees up to half the width.", "chess", measured::g),
    measured!(30, "000", "Informed NegaScout (INS) evaluates fewer leaves than NegaScout.", "counts", measured::informed),
    measured!(31, "000", "Partially informed NegaScout (PNS) lies between NegaScout and INS.", "figure-w20-strong", figures::partially_informed),
    measured!(32, "000", "INS has no re-searches of re-searches.", "counts", measured::no_second_research),
    properties!(33, "000", "SSS* evaluates each leaf at most once, and no leaf that alpha-beta does not."),
    measured!(34, "000", "At even depths SSS* evaluates fewer leaves than INS; at odd depths usually INS fewer than SSS*.", "figure-w20-strong", figures::informed_and_best_first),
    measured!(35, "000", "In strongly ordered trees PNS evaluates fewer leaves than SSS* at odd depths.", "figure-w20-strong", figures::partially_informed_and_best_first),
    measured!(36, "000", "The curves oscillate with the parity of the depth, that of SSS* least.", "figure-w20-strong", figures::oscillation),
    measured!(37, "000", "Sometimes SSS* evaluates more leaves than NegaScout.", "counts", measured::misled),
    measured!(38, "000", "A leaf of INS costs twice as much time as one of NegaScout, and one of SSS* ten times as much as one of INS.", "speed", measured::time),
    measured!(39, "000", "INS needs less memory than SSS*.", "speed", measured::memory),
    measured!(40, "000", "Strong ordering favours Scout and NegaScout over alpha-beta.", "ordering", measured::ordering),
    measured!(41, "001", "Divide and conquer finds the value in as many tests as the range has binary digits: [0, 1], [50, 51], [24, 25] ...", "examples",
        |facts| Facts::both(facts.examples(&["schaeffer-bisection"]), facts.properties(41))),
    properties!(42, "001", "MTD(f) finds the value from every first guess, and needs two passes from the value itself."),
    properties!(43, "001", "All passes of MTD(f) but the last fail in the same direction."),
    measured!(44, "001", "The program of MTD(f) on the slide.", "counts", measured::slide),
    measured!(45, "001", "In chess MTD(f) needs 3 to 5 passes and 5 to 15 % fewer nodes.", "chess", measured::chess),
    properties!(46, "001", "SSS* and DUAL* are MTD(+inf) and MTD(-inf)."),
    measured!(47, "001", "MTD(f) may not converge: because the table loses entries, because of bugs, or because entries have other depths.", "no-convergence", measured::no_convergence),
    measured!(48, "001", "With good move ordering there are few re-searches.", "chess", measured::researches),
    measured!(49, "002", "Alpha-beta suffers from the missing beta bound in the left part of the tree.", "model", |_| Some(measured::missing_bound())),
    measured!(50, "001", "MTD(f) only makes sense with a table.", "mtd-start", measured::without_memory),
    measured!(51, "003", "A position may be visited many times.", "counts", measured::transpositions),
    measured!(52, "000", "INS stores less than SSS*: the sum of w^i for i from 1 to d - 1.", "speed", measured::storage),
    properties!(53, "000", "The ignore-left cutoff is a special case of prove best."),
    measured!(54, "000", "INS can store its information in a table of any size, and is not worse than NegaScout.", "table-size", small::table_size),
    measured!(55, "001, 004", "Aspiration search is usually an improvement; how large should the margin be?", "aspiration", small::aspiration),
    measured!(56, "004", "After a failure, aspiration search adjusts the guess and uses a larger margin.", "aspiration", small::widening),
    measured!(57, "001, 003", "Iterative deepening gives a better order and a first guess.", "deepening", small::deepening),
    properties!(58, "Rutko 2011", "Best node search (BNS) finds the best move without the value of the root."),
    measured!(59, "Rutko 2011", "BNS is faster than NegaScout, SSS*, DUAL*, C* and MTD(f).", "best-node", beyond::best_node),
    measured!(60, "Plaat et al. 1994", "Enhanced transposition cutoffs (ETC) at nodes more than two plies from the leaves keep most of their benefit.", "etc", beyond::etc),
    measured!(61, "Plaat et al. 1996", "Memory tests store both bounds of a node; with one bound, searches need more nodes.", "two-bounds", beyond::two_bounds),
    measured!(62, "Feldmann et al. 1994", "Young brothers wait is perfect on minimal trees and has a low search overhead on well ordered ones.", "parallel", beyond::young_brothers_wait),
    measured!(63, "Farrage and Marsland 1993", "Dynamic methods such as young brothers wait are better than principal variation splitting.", "parallel", beyond::pv_splitting),
    measured!(64, "Weill 1996", "ABDADA divides the work as young brothers wait does, by the table alone.", "parallel", beyond::abdada),
    measured!(65, "Østensen 2016", "Processors that share only the table gain if they search in different ways (lazy SMP).", "parallel", beyond::lazy_table),
    measured!(66, "002", "The model explains why NegaScout is better than alpha-beta in practice, where g and r are small.", "model", beyond::model_in_chess),
    measured!(67, "003", "It is better to cut off the branch with more nodes (non-uniform trees).", "branch-size", small::branch_size),
    measured!(68, "001", "A better alpha leads to cutoffs at the children of the root, a better beta at its grandchildren.", "window-levels", small::window_levels),
];
