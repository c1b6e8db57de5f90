//! Params: every number that the search was tuned by, one row each, and a switch for every rule.
//!
//! In a normal build they are constants. With the feature `tune` each row is a UCI option, and there is
//! a command `lancet spsa` that prints them as inputs of a tuner.

#[cfg(feature = "tune")]
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::Relaxed};

/// One tunable number.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name of the option.
    pub name: &'static str,
    /// The value in a normal build.
    pub default: i32,
    /// The least value that makes sense.
    pub min: i32,
    /// The greatest value that makes sense.
    pub max: i32,
    /// By how much a tuner should change it at first; 0 where it is a question for experiments and
    /// not for a tuner.
    pub step: i32,
    /// What it is.
    pub meaning: &'static str,
}

macro_rules! parameters {
    ($($name:ident: $default:literal, $min:literal..=$max:literal, $step:literal, $meaning:literal;)*) => {
        $(
            #[doc = $meaning]
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(crate) const fn $name() -> i32 { $default }

            #[doc = $meaning]
            #[cfg(feature = "tune")]
            #[inline]
            pub(crate) fn $name() -> i32 { values::$name.load(Relaxed) }
        )*

        /// All rows.
        pub const TABLE: &[Row] = &[$(Row {
            name: stringify!($name), default: $default, min: $min, max: $max, step: $step, meaning: $meaning,
        }),*];

        #[cfg(feature = "tune")]
        mod values {
            #![allow(non_upper_case_globals)]
            $(pub static $name: super::AtomicI32 = super::AtomicI32::new($default);)*
        }

        /// Sets the number `name`; false where there is none of that name.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) => values::$name.store(value.clamp($min, $max), Relaxed),)*
                _ => return false,
            }
            true
        }
    };
}

macro_rules! switches {
    ($($name:ident: $meaning:literal;)*) => {
        $(
            #[doc = $meaning]
            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(crate) const fn $name() -> bool { true }

            #[doc = $meaning]
            #[cfg(feature = "tune")]
            #[inline]
            pub(crate) fn $name() -> bool { rules::$name.load(Relaxed) }
        )*

        /// The rules that can be switched off in a tuning build, with what each does.
        pub const SWITCHES: &[(&str, &str)] = &[$((stringify!($name), $meaning)),*];

        #[cfg(feature = "tune")]
        mod rules {
            #![allow(non_upper_case_globals)]
            $(pub static $name: super::AtomicBool = super::AtomicBool::new(true);)*
        }

        /// Switches the rule `name` on or off; false where there is none of that name.
        #[cfg(feature = "tune")]
        pub fn switch(name: &str, on: bool) -> bool {
            match name {
                $(stringify!($name) => rules::$name.store(on, Relaxed),)*
                _ => return false,
            }
            true
        }
    };
}

switches! {
    use_tt_cutoff: "Return what the table knows";
    use_upcoming_repetition: "See a repetition one move ahead";
    use_mate_distance: "Mate-distance pruning";
    use_syzygy: "Look positions up in the endgame tables";
    use_reverse_futility: "Reverse futility pruning";
    use_razoring: "Razoring";
    use_null_move: "Null-move pruning";
    use_hindsight: "Depth by what a reduced move has come to";
    use_probcut: "ProbCut";
    use_internal_reduction: "Internal iterative reduction";
    use_singular: "Singular extensions";
    use_multicut: "Multi-cut from singular searches";
    use_double_extension: "Double extensions";
    use_negative_extension: "Negative extensions";
    use_check_extension: "Check extensions";
    use_late_move_reduction: "Late-move reductions";
    use_late_move_pruning: "Late-move pruning";
    use_futility: "Futility pruning of quiet moves";
    use_exchange_pruning: "Pruning of losing exchanges";
    use_history_pruning: "Pruning of quiet moves with bad history";
    use_alpha_raise_reduction: "Search moves less deep once alpha was raised";
    use_fail_high_interpolation: "Draw values that fail high towards beta";
    use_correction: "Correction of the static evaluation";
    use_quiescence_futility: "Futility pruning in quiescence";
    use_quiescence_exchange: "Pruning of losing exchanges in quiescence";
    use_quiescence_tt_cutoff: "Return what the table knows in quiescence";
    use_quiescence_late_move: "Late-move pruning in quiescence";
    use_evasion_pruning: "Pruning of quiet evasions in quiescence";
    use_eval_history: "History from the change of evaluation";
    use_pawn_history: "Pawn-structure history";
    use_continuation_history: "Continuation history";
    use_capture_history: "Capture history";
    use_killers: "Killer move";
    use_deeper_tt_entries: "Believe the table where it has looked deeper than asked";
    use_draw_rules: "Draws by repetition and by fifty moves";
    use_aspiration_reduction: "Ask less deep after an aspiration window failed high";
    use_pass_researches: "Search again what surprises a zero-window pass on the principal variation";
    use_pass_tt_cutoff: "Let the table answer a zero-window pass on the principal variation too";
    use_tt_eval: "The table's score as a better static evaluation";
}

parameters! {
    aspiration_window: 20, 4..=60, 3, "Half width of the first aspiration window";
    aspiration_depth: 4, 2..=8, 1, "First iteration with an aspiration window";

    reverse_futility_depth: 8, 4..=14, 1, "Deepest reverse futility pruning";
    reverse_futility_slope: 78, 30..=160, 6, "Reverse futility margin by depth";
    reverse_futility_improving: 66, 0..=160, 6, "Less margin when improving";

    reverse_futility_worsening: 25, 0..=100, 6, "Less margin when the last move of the other side made it worse for it";

    razoring_depth: 4, 1..=8, 1, "Deepest razoring";
    razoring_base: 250, 50..=600, 15, "Razoring margin at depth 0";
    razoring_slope: 200, 50..=600, 15, "Razoring margin by depth squared";

    null_base: 4, 2..=6, 1, "Null-move reduction";
    null_depth_divisor: 4, 2..=8, 1, "Plies of depth for one more ply of reduction";
    null_eval_divisor: 260, 80..=400, 15, "Evaluation above beta for one more ply of reduction";
    null_eval_margin: 20, 0..=60, 3, "How far below beta by depth the evaluation may lie";
    null_verify_depth: 13, 8..=24, 1, "Depth from which a null-move cut-off is verified";

    hindsight_margin: 90, 0..=300, 15, "Evaluation that a reduced move must have lost for a ply less";

    internal_reduction_depth: 4, 2..=8, 1, "Least depth of internal iterative reduction";
    internal_reduction_gap: 4, 2..=12, 1, "Plies by which the table's result may be less deep";

    probcut_margin: 170, 50..=400, 15, "How far above beta ProbCut asks";
    probcut_reduction: 4, 2..=6, 1, "Plies less that ProbCut asks with";

    singular_depth: 7, 4..=10, 1, "Least depth of singular extensions";
    singular_margin: 24, 8..=64, 3, "Singular margin by depth, in sixteenths";
    double_margin: 18, 0..=60, 3, "How far a singular search must fail for two plies";
    double_limit: 8, 2..=16, 1, "Double extensions allowed on a line";

    reduction_base: 700, 0..=2000, 80, "Late-move reduction: constant, in 1/1024 ply";
    reduction_slope: 430, 200..=800, 25, "Late-move reduction: by the product of logarithms";
    reduction_noisy: 480, 0..=2000, 80, "Late-move reduction: less for captures";
    reduction_cut_node: 1500, 0..=3000, 100, "Late-move reduction: more at expected cut nodes";
    reduction_not_improving: 700, 0..=2000, 80, "Late-move reduction: more when not improving";
    reduction_pv: 1000, 0..=2500, 100, "Late-move reduction: less at PV nodes";
    reduction_tt_pv: 1000, 0..=2500, 100, "Late-move reduction: less where a PV once went";
    reduction_check: 1200, 0..=2500, 100, "Late-move reduction: less for checks";
    reduction_killer: 900, 0..=2500, 100, "Late-move reduction: less for killers";
    reduction_tt_capture: 900, 0..=2500, 100, "Late-move reduction: more when the table move captures";
    reduction_cutoffs: 900, 0..=2500, 100, "Late-move reduction: more when the children cut off often";
    reduction_history: 120, 20..=400, 12, "Late-move reduction: history for one ply, in units of 128";
    deeper_margin: 55, 10..=200, 8, "How much better than the best a reduced search must be to go deeper";

    alpha_raise_depth: 12, 4..=24, 1, "Deepest node whose moves are searched less deep once alpha was raised";

    late_move_base: 8, 1..=10, 1, "Late-move pruning: moves at depth 0";
    late_move_depth: 8, 3..=14, 1, "Deepest late-move pruning";

    futility_depth: 8, 3..=14, 1, "Deepest futility pruning";
    futility_base: 110, 20..=300, 15, "Futility margin at depth 0";
    futility_slope: 85, 30..=200, 8, "Futility margin by depth";

    exchange_depth: 9, 4..=14, 1, "Deepest exchange pruning";
    exchange_quiet: 26, 8..=80, 4, "Quiet exchange margin by depth squared";
    exchange_noisy: 95, 30..=200, 8, "Capture exchange margin by depth";

    history_depth: 5, 2..=10, 1, "Deepest history pruning";
    history_margin: 3200, 800..=8000, 250, "History pruning margin by depth";

    quiescence_margin: 140, 40..=400, 15, "Futility margin in quiescence";

    quiescence_moves: 3, 1..=10, 1, "Captures tried in quiescence besides recaptures";

    bonus_slope: 190, 60..=400, 15, "History bonus by depth";
    bonus_base: 110, 0..=400, 20, "History bonus taken off";
    bonus_limit: 1700, 600..=3200, 100, "Largest history bonus";
    malus_slope: 190, 60..=400, 15, "History malus by depth";
    malus_base: 90, 0..=400, 20, "History malus taken off";
    malus_limit: 1400, 600..=3200, 100, "Largest history malus";

    eval_history_slope: 10, 1..=40, 2, "History bonus by the evaluation that a move has gained";
    eval_history_limit: 1200, 200..=3200, 100, "Largest history bonus for that";

    correction_pawn: 60, 0..=160, 6, "Weight of the pawn correction";
    correction_non_pawn: 50, 0..=160, 6, "Weight of the non-pawn corrections";
    correction_continuation: 60, 0..=160, 6, "Weight of the continuation correction";

    score_granularity: 1, 1..=64, 0, "Evaluations are multiples of it";
    tt_bounds: 1, 1..=2, 0, "Bounds that the table keeps for a position";
}

/// What stays when a search is made plain: the table, which answers at equal depth alone then, move
/// ordering, and what is a matter of the position alone.
#[cfg(feature = "tune")]
const PLAIN: &[&str] = &[
    "use_tt_cutoff",
    "use_pass_tt_cutoff",
    "use_quiescence_tt_cutoff",
    "use_quiescence_exchange",
    "use_pawn_history",
    "use_continuation_history",
    "use_capture_history",
    "use_killers",
];

/// Switches off every rule by which the value of a node depends on more than its position and its
/// depth: on the way there, on the window, on what was searched before.
#[cfg(feature = "tune")]
pub fn make_plain() {
    for (name, _) in SWITCHES {
        switch(name, PLAIN.contains(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sound() {
        for row in TABLE {
            assert!((row.min..=row.max).contains(&row.default), "{}", row.name);
            assert!(row.step >= 0 && row.step <= row.max - row.min, "{}", row.name);
        }
        let mut names: Vec<&str> =
            TABLE.iter().map(|row| row.name).chain(SWITCHES.iter().map(|s| s.0)).collect();
        #[cfg(feature = "tune")]
        assert!(PLAIN.iter().all(|name| SWITCHES.iter().any(|(known, _)| known == name)));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TABLE.len() + SWITCHES.len());
    }
}
