//! Parameters: every number that the search is tuned by, and a switch for every rule.
//!
//! They belong to a search, so that players with different ones can play in one process. In a normal build they are
//! constants, and [`Parameters`] is empty. With the feature `tune` each is a value and a UCI option, and the command
//! `lancet spsa` prints the numbers as inputs of a tuner. The feature `experiment` makes values of those for
//! experiments on search algorithms.
//!
//! A weight of 0 is that of a term which has not shown a gain, and a tuner may want it.

/// A tunable number.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name of the UCI option.
    pub name: &'static str,
    /// The value in a normal build.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// The perturbation in the last iteration of a tuner (`c_end` of SPSA); 0 if only experiments set the number.
    pub step: i32,
    /// What the number does.
    pub meaning: &'static str,
}

impl Parameter {
    /// Reports whether the number acts in games with a clock alone: those of the time management.
    #[must_use]
    pub fn needs_clock(&self) -> bool {
        self.name.starts_with("time_")
    }
}

/// Defines [`Parameters`]: groups of switches, which are on by default, and of numbers. They are constants unless the
/// feature of their group is on.
macro_rules! parameters {
    ($($feature:tt: {
        switches { $($switch:ident: $purpose:literal;)* }
        numbers { $($name:ident: $default:literal, $min:literal..=$max:literal, $step:literal, $meaning:literal;)* }
    })*) => {
        /// The parameters of a search.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $(
                $(#[cfg(feature = $feature)] $switch: bool,)*
                $(#[cfg(feature = $feature)] $name: i32,)*
            )*
        }

        impl Default for Parameters {
            fn default() -> Parameters {
                Parameters {
                    $(
                        $(#[cfg(feature = $feature)] $switch: true,)*
                        $(#[cfg(feature = $feature)] $name: $default,)*
                    )*
                }
            }
        }

        impl Parameters {
            $($(
                #[doc = $purpose]
                #[inline(always)]
                pub(crate) const fn $switch(&self) -> bool {
                    #[cfg(feature = $feature)]
                    {
                        self.$switch
                    }
                    #[cfg(not(feature = $feature))]
                    {
                        true
                    }
                }
            )*)*

            $($(
                #[doc = $meaning]
                #[inline(always)]
                pub(crate) const fn $name(&self) -> i32 {
                    #[cfg(feature = $feature)]
                    {
                        self.$name
                    }
                    #[cfg(not(feature = $feature))]
                    {
                        $default
                    }
                }
            )*)*

            /// Returns the value of a number; `None` if there is none of this name.
            #[must_use]
            pub fn number(&self, name: &str) -> Option<i32> {
                match name {
                    $($(stringify!($name) => Some(self.$name()),)*)*
                    _ => None,
                }
            }

            /// Reports whether a switch is on; `None` if there is none of this name.
            #[must_use]
            pub fn switch(&self, name: &str) -> Option<bool> {
                match name {
                    $($(stringify!($switch) => Some(self.$switch()),)*)*
                    _ => None,
                }
            }

            /// Sets a number; returns false if there is none of this name, if the value is out of its range, or if the
            /// number is a constant in this build.
            #[cfg_attr(not(feature = "experiment"), allow(unused_variables, clippy::match_single_binding))]
            pub fn set_number(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $($(
                        #[cfg(feature = $feature)]
                        stringify!($name) if ($min..=$max).contains(&value) => {
                            self.$name = value;
                            true
                        }
                    )*)*
                    _ => false,
                }
            }

            /// Turns a switch on or off; returns false if there is none of this name, or if it is a constant in this
            /// build.
            #[cfg_attr(not(feature = "experiment"), allow(unused_variables, clippy::match_single_binding))]
            pub fn set_switch(&mut self, name: &str, on: bool) -> bool {
                match name {
                    $($(
                        #[cfg(feature = $feature)]
                        stringify!($switch) => {
                            self.$switch = on;
                            true
                        }
                    )*)*
                    _ => false,
                }
            }
        }

        /// All numbers.
        pub const TABLE: &[Parameter] = &[$($(Parameter {
            name: stringify!($name), default: $default, min: $min, max: $max, step: $step, meaning: $meaning,
        },)*)*];

        /// All switches, each with what it turns on.
        pub const SWITCHES: &[(&str, &str)] = &[$($((stringify!($switch), $purpose),)*)*];
    };
}

parameters! {
    "tune": {
        switches {
            use_tt_cutoff: "TT cutoffs";
            use_upcoming_repetition: "Detection of a repetition one move ahead";
            use_mate_distance: "Mate distance pruning";
            use_syzygy: "Syzygy probes in the tree";
            use_reverse_futility: "Reverse futility pruning";
            use_razoring: "Razoring";
            use_null_move: "Null-move pruning";
            use_hindsight: "Depth corrected by the result of the previous reduction";
            use_probcut: "ProbCut";
            use_internal_reduction: "Internal iterative reduction";
            use_singular: "Singular extensions";
            use_multicut: "Multi-cut from singular searches";
            use_double_extension: "Double extensions";
            use_negative_extension: "Negative extensions";
            use_check_extension: "Check extensions";
            use_low_extension: "Extensions of the TT move at shallow nodes with a low evaluation";
            use_late_move_reduction: "Late-move reductions";
            use_late_move_pruning: "Late-move pruning";
            use_futility: "Futility pruning of quiet moves";
            use_exchange_pruning: "Pruning of losing exchanges (SEE)";
            use_history_pruning: "Pruning of quiet moves with bad history";
            use_alpha_raise_reduction: "Reduced depth for the moves after one that raised alpha";
            use_fail_high_interpolation: "Fail-high values interpolated towards beta";
            use_correction: "Correction history for the static evaluation";
            use_quiescence_futility: "Futility pruning in quiescence";
            use_quiescence_exchange: "Pruning of losing exchanges (SEE) in quiescence";
            use_quiescence_tt_cutoff: "TT cutoffs in quiescence";
            use_quiescence_late_move: "Late-move pruning in quiescence";
            use_evasion_pruning: "Pruning of quiet evasions in quiescence";
            use_eval_history: "History from the change of the evaluation";
            use_pawn_history: "Pawn history";
            use_continuation_history: "Continuation history";
            use_capture_history: "Capture history";
            use_killers: "Killer moves";
            use_aspiration_reduction: "Reduced depth after an aspiration window failed high";
            use_tt_eval: "The TT score as a better static evaluation";
        }
        numbers {
            aspiration_window: 20, 4..=60, 3, "Half width of the first aspiration window";
            aspiration_depth: 4, 2..=8, 1, "First iteration with an aspiration window";

            reverse_futility_depth: 8, 4..=14, 1, "Greatest depth of reverse futility pruning";
            reverse_futility_slope: 60, 30..=160, 6, "Reverse futility margin by depth";
            reverse_futility_improving: 73, 0..=160, 6, "Less margin when improving";

            reverse_futility_worsening: 36, 0..=100, 6, "Less margin when the opponent is worsening";
            reverse_futility_correction: 7, -64..=128, 8, "More margin by the size of the correction, in 1/64";
            reverse_futility_improvement: 8, -64..=128, 8, "Less margin by the improvement of the evaluation, in 1/64";
            reverse_futility_tt_quiet: 5, -60..=160, 6, "More margin when the TT move is quiet";

            razoring_depth: 4, 1..=8, 1, "Greatest depth of razoring";
            razoring_base: 261, 50..=600, 15, "Razoring margin at depth 0";
            razoring_slope: 182, 50..=600, 15, "Razoring margin by depth squared";

            null_base: 4, 2..=6, 1, "Null-move reduction";
            null_depth_divisor: 4, 2..=8, 1, "Plies of depth per ply of additional reduction";
            null_eval_divisor: 260, 80..=400, 15, "Evaluation above beta per ply of additional reduction";
            null_eval_margin: 20, 0..=60, 3, "Margin below beta, per ply of depth, at which the evaluation still allows a null move";
            null_eval_base: 4, -60..=300, 12, "Margin above beta that the evaluation needs for a null move, less the allowance by depth";
            null_all_node: -5, -100..=400, 12, "Margin above beta that the evaluation needs where no cutoff is expected";
            null_verify_depth: 13, 8..=24, 1, "Least depth at which a null-move cutoff is verified";

            hindsight_margin: 90, 0..=300, 15, "Loss of evaluation by a reduced move that takes a ply off";

            internal_reduction_depth: 4, 2..=8, 1, "Least depth of internal iterative reduction";
            internal_reduction_gap: 4, 2..=12, 1, "Plies by which the TT entry must be shallower";

            probcut_margin: 183, 50..=400, 15, "ProbCut margin above beta";
            probcut_reduction: 4, 2..=6, 1, "Depth reduction of the ProbCut search";

            singular_depth: 7, 4..=10, 1, "Least depth of singular extensions";
            singular_margin: 24, 8..=64, 3, "Singular margin by depth, in sixteenths";
            double_margin: 18, -60..=60, 3, "Margin below the singular beta for a double extension";
            double_limit: 8, 2..=16, 1, "Double extensions allowed per line";
            low_extension_margin: 26, 0..=100, 6, "Low extension: margin of the evaluation below alpha";

            reduction_base: 700, 0..=2000, 80, "Late-move reduction: constant, in 1/1024 ply";
            reduction_slope: 430, 200..=800, 25, "Late-move reduction: by the product of logarithms";
            reduction_noisy: 480, 0..=2000, 80, "Late-move reduction: less for captures";
            reduction_cut_node: 1500, 0..=3000, 100, "Late-move reduction: more at expected cut nodes";
            reduction_not_improving: 700, 0..=2000, 80, "Late-move reduction: more when not improving";
            reduction_pv: 1000, 0..=2500, 100, "Late-move reduction: less at PV nodes";
            reduction_tt_pv: 1000, 0..=2500, 100, "Late-move reduction: less at former PV nodes";
            reduction_tt_low: 0, -1000..=2500, 80, "Late-move reduction: more at former PV nodes with a TT score below alpha";
            reduction_tt_deep: 0, -1000..=2500, 80, "Late-move reduction: less at former PV nodes with a deep TT entry";
            reduction_check: 1200, 0..=2500, 100, "Late-move reduction: less for checks";
            reduction_killer: 900, 0..=2500, 100, "Late-move reduction: less for killers";
            reduction_tt_capture: 900, 0..=2500, 100, "Late-move reduction: more when the TT move is a capture";
            reduction_cutoffs: 900, 0..=2500, 100, "Late-move reduction: more when children often fail high";
            reduction_all_cutoffs: 0, -1000..=2500, 80, "Late-move reduction: yet more then where no cutoff is expected";
            reduction_parent: 0, -400..=400, 40, "Late-move reduction: more by the plies of the previous reduction";
            reduction_improvement: 0, -4..=12, 1, "Late-move reduction: less by the improvement of the evaluation";
            reduction_history: 120, 20..=400, 12, "Late-move reduction: history per ply, in units of 128";
            reduction_no_tt_move: 0, -1000..=2500, 100, "Late-move reduction: more at expected cut nodes without a TT move";
            reduction_correction: 0, -20..=60, 3, "Late-move reduction: less by the size of the correction";
            reduction_noisy_history: 0, 0..=400, 12, "Late-move reduction: capture history, in 1/128 of a ply by 1024";
            deeper_margin: 55, 10..=200, 8, "Margin above the best score for a deeper re-search";

            alpha_raise_depth: 12, 4..=24, 1, "Greatest depth of the reduction after a raised alpha";

            late_move_base: 9, 1..=10, 1, "Late-move pruning: moves at depth 0";
            late_move_slope: 75, 16..=160, 6, "Late-move pruning: moves by depth squared, in 1/64";
            late_move_improvement: 8, -64..=192, 12, "Late-move pruning: moves by the improvement of the evaluation, in 1/1024";
            late_move_depth: 8, 3..=14, 1, "Greatest depth of late-move pruning";

            futility_depth: 8, 3..=14, 1, "Greatest depth of futility pruning";
            futility_base: 99, 20..=300, 15, "Futility margin at depth 0";
            futility_slope: 82, 30..=200, 8, "Futility margin by depth";

            futility_history: 8, 0..=24, 1, "Futility margin by history, in 1/1024";
            futility_correction: 2, -64..=128, 8, "Futility margin by the size of the correction, in 1/64";

            exchange_depth: 9, 4..=14, 1, "Greatest depth of SEE pruning";
            exchange_quiet: 23, 8..=80, 4, "SEE margin of quiet moves by depth squared";
            exchange_noisy: 96, 30..=200, 8, "SEE margin of captures by depth";
            exchange_quiet_history: 0, 0..=24, 1, "SEE margin of quiet moves by history, in 1/1024";
            exchange_noisy_history: 7, 0..=24, 1, "SEE margin of captures by their order, in 1/1024";

            history_depth: 5, 2..=10, 1, "Greatest depth of history pruning";
            history_margin: 3468, 800..=8000, 250, "History pruning margin by depth";

            quiescence_margin: 157, 40..=400, 15, "Futility margin in quiescence";

            quiescence_moves: 3, 1..=10, 1, "Captures searched in quiescence besides recaptures";
            quiescence_exchange: 13, -150..=50, 8, "Least SEE of a capture in quiescence";
            quiescence_exchange_alpha: 1, -8..=32, 2, "Least SEE by the distance of the evaluation to alpha, in 1/64";
            quiescence_fraction: 47, 0..=64, 3, "Fraction of the score in a fail-high of quiescence, the rest is beta, in 1/64";
            stand_pat_fraction: 36, 0..=64, 4, "Fraction of the evaluation in a fail-high by standing pat, the rest is beta, in 1/64";

            order_butterfly: 54, 0..=192, 8, "Weight of the butterfly history, in 1/64";
            order_pawn: 61, 0..=192, 8, "Weight of the pawn history, in 1/64";
            order_continuation_1: 63, 0..=192, 8, "Weight of the continuation history of the move before, in 1/64";
            order_continuation_2: 61, 0..=192, 8, "Weight of the continuation history two plies back, in 1/64";
            order_continuation_4: 62, 0..=192, 8, "Weight of the continuation history four plies back, in 1/64";
            order_check: 5843, 0..=20_000, 700, "Order of quiet moves: for a safe check";
            order_escape: 8, 0..=24, 1, "Order of quiet moves: by the value of a threatened piece that moves";
            order_enter: 1, -8..=24, 1, "Order of quiet moves: less by the value of a piece that moves into a threat";
            order_gain: 16, 4..=40, 2, "Order of captures: by the material gained";
            good_capture_order: 18, -40..=120, 8, "Loss by SEE that a good capture may have, by its order, in 1/1024";

            bonus_slope: 198, 60..=400, 15, "History bonus by depth";
            bonus_base: 110, 0..=400, 20, "Subtracted from the history bonus";
            bonus_limit: 1683, 600..=3200, 100, "Largest history bonus";
            bonus_low_eval: -22, -200..=600, 25, "More history bonus if the evaluation is at most alpha";
            bonus_excess: 5, -200..=600, 25, "More history bonus for a score far above beta";
            bonus_trivial: 61, 0..=64, 4, "Fraction of the bonus of a first move that fails high at depth 3 or less, in 1/64";
            bonus_research: -4, -64..=128, 8, "Bonus or malus of a quiet move by the result of its re-search at full depth, in 1/64";
            bonus_prior: 56, 0..=160, 8, "Continuation bonus for a quiet move that no reply refuted, in 1/64";
            bonus_prior_late: 9, -32..=160, 8, "More of both for a move after the eighth, in 1/64";
            bonus_prior_surprise: -11, -32..=160, 8, "More of both if the score is far below the evaluation, in 1/64";
            bonus_prior_butterfly: 40, 0..=128, 6, "Butterfly bonus for a quiet move that no reply refuted, in 1/64";
            bonus_prior_pawn: 40, 0..=128, 6, "Pawn history bonus for a quiet move of a piece that no reply refuted, in 1/64";
            bonus_prior_capture: 4, 0..=160, 8, "Bonus for a capture that no reply refuted, in 1/64";
            malus_early: 9, 0..=160, 8, "Continuation malus for one of the first two moves that is quiet and refuted, in 1/64";
            malus_decay: 0, 0..=32, 2, "Less malus for each move searched before, in 1/64";
            malus_slope: 213, 60..=400, 15, "History malus by depth";
            malus_base: 87, 0..=400, 20, "Subtracted from the history malus";
            malus_limit: 1443, 600..=3200, 100, "Largest history malus";

            eval_history_slope: 9, 1..=40, 2, "History bonus per unit of evaluation that a move gained";
            eval_history_limit: 1208, 200..=3200, 100, "Largest history bonus from the change of evaluation";
            eval_history_pawn: 40, 0..=128, 6, "Pawn history bonus for a move of a piece from the change of evaluation, in 1/64 of it";

            correction_rate: 70, 8..=160, 6, "How fast the corrections follow an error";
            correction_pawn: 54, 0..=160, 6, "Weight of the pawn correction";
            correction_non_pawn: 54, 0..=160, 6, "Weight of the non-pawn corrections";
            correction_continuation: 60, 0..=160, 6, "Weight of the continuation correction";

            time_first: 250, 100..=1000, 30, "Fraction of the time left for the first move, in 1/10000";
            time_last: 500, 100..=1200, 40, "Fraction of the time left from move 40 on, in 1/10000";
            time_increment: 75, 30..=110, 5, "Fraction of the increment for a move, in percent";
            time_hard: 50, 15..=100, 5, "Hard limit of the time, in tenths of the soft limit";
            time_stability: 90, 0..=200, 10, "Less time for each iteration with the same best move, in 1/1000";
            time_changes: 0, 0..=500, 25, "More time for each recent change of the best move, in 1/1000";
            time_trend: 667, 0..=2000, 60, "More time for a score below its mean, in 1/1000 by 100 units";
            time_calm: 0, 0..=100, 10, "Less time for each iteration with a stable score, in 1/1000";
            time_fall: 0, 0..=2000, 60, "More time for a score below that of the move before, in 1/1000 by 100 units";
            time_nodes: 1000, 0..=2000, 60, "Less time by the fraction of nodes of the best move, in 1/1000";
        }
    }
    "experiment": {
        switches {
            use_deeper_tt_entries: "Trust TT entries of a greater depth than the node's";
            use_draw_rules: "Draws by repetition and by the fifty-move rule";
            use_pass_researches: "Re-search children that fail high in a zero-window pass on the principal variation";
            use_pass_tt_cutoff: "TT cutoffs in a zero-window pass on the principal variation";
        }
        numbers {
            score_granularity: 1, 1..=64, 0, "Evaluations are multiples of it";
            tt_bounds: 1, 1..=2, 0, "Bounds that the TT keeps for a position";
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_and_steps_are_in_range_and_names_unique() {
        for row in TABLE {
            assert!((row.min..=row.max).contains(&row.default), "{}", row.name);
            assert!(row.step >= 0 && row.step <= row.max - row.min, "{}", row.name);
        }
        let mut names: Vec<&str> =
            TABLE.iter().map(|row| row.name).chain(SWITCHES.iter().map(|s| s.0)).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TABLE.len() + SWITCHES.len());
    }

    #[test]
    fn parameters_have_the_values_of_the_table() {
        let parameters = Parameters::default();
        for row in TABLE {
            assert_eq!(parameters.number(row.name), Some(row.default));
        }
        assert!(SWITCHES.iter().all(|(name, _)| parameters.switch(name) == Some(true)));
        assert_eq!((parameters.number("use_razoring"), parameters.switch("null_base")), (None, None));
    }

    #[cfg(feature = "tune")]
    #[test]
    fn every_parameter_can_be_set_within_its_range_for_one_search_alone() {
        let mut parameters = Parameters::default();
        for row in TABLE {
            for (value, is_valid) in
                [(row.min, true), (row.max, true), (row.min - 1, false), (row.max + 1, false)]
            {
                assert_eq!(parameters.set_number(row.name, value), is_valid, "{}", row.name);
            }
            assert_eq!(parameters.number(row.name), Some(row.max));
        }
        for (name, _) in SWITCHES {
            assert!(parameters.set_switch(name, false));
            assert_eq!(parameters.switch(name), Some(false));
        }
        assert!(!parameters.set_number("use_razoring", 0) && !parameters.set_switch("null_base", true));
        assert_eq!(Parameters::default().number("null_base"), Some(4));
    }

    #[cfg(not(feature = "experiment"))]
    #[test]
    fn parameters_of_a_normal_build_are_constants_without_a_size() {
        assert_eq!(size_of::<Parameters>(), 0);
        let mut parameters = Parameters::default();
        assert!(!parameters.set_number("null_base", 3) && !parameters.set_switch("use_razoring", false));
    }
}
