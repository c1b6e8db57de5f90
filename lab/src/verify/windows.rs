//! The results of searches with arbitrary windows, and the leaves that they visit.

use std::collections::HashSet;

use super::trial::Trial;
use crate::algorithm::{
    Fail, InfoTable, Options, alpha_beta_fail_hard, alpha_beta_fail_soft, alpha_beta_original,
    alpha_beta_two_players, aspiration, aspiration_widened, ins, ins_table, negascout, negascout_ab, pns,
    pvs,
};
use crate::{GameTree, LeafTrace, Value};

pub(super) fn check_windows<T: GameTree>(trial: &mut Trial<T>) {
    for window in 0..2 {
        let (a, b) = (trial.near(10 + 2 * window), trial.near(11 + 2 * window));
        check_window(trial, a.min(b), a.max(b).max(a.min(b) + 1));
    }
    check_zero_windows(trial);
    for what in 0..2 {
        let guess = trial.near(30 + what);
        let margin = 1 + (trial.random(40 + what) % 100) as Value;
        let trace =
            trial.solve("19 aspiration finds the value", |t, o, _, d| aspiration(t, o, guess, margin, d));
        let inside = trial.is_inside_alpha_beta(&trace.leaves);
        trial.check("19 aspiration visits no leaf that alpha-beta does not", inside);
        let trace = trial.solve("19 aspiration with growing windows finds the value", |t, o, _, d| {
            aspiration_widened(t, o, guess, margin, 4, d)
        });
        let inside = trial.is_inside_alpha_beta(&trace.leaves);
        trial.check("19 aspiration visits no leaf that alpha-beta does not", inside);
    }
}

/// Reports whether `found` is a correct result of a fail-soft search with a window.
fn is_sound(found: Value, value: Value, alpha: Value, beta: Value) -> bool {
    if value <= alpha {
        value <= found && found <= alpha
    } else if value >= beta {
        beta <= found && found <= value
    } else {
        found == value
    }
}

fn check_window<T: GameTree>(trial: &mut Trial<T>, alpha: Value, beta: Value) {
    let value = trial.value;
    let (f1, original) = trial.watch(|t, o, n, d| alpha_beta_original(t, o, n, alpha, beta, d));
    let (f2, hard) = trial.watch(|t, o, n, d| alpha_beta_fail_hard(t, o, n, alpha, beta, d));
    let (f3, soft) = trial.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, alpha, beta, d));
    trial.check("05 F1 clamps the value to the window", f1 == value.clamp(alpha, beta));
    let is_hard = if value <= alpha { f2 == alpha } else { is_sound(f2, value, alpha, beta) };
    trial.check("06 F2 is alpha, the value, or a lower bound of at least beta", is_hard);
    if trial.width.is_some() && trial.depth >= 2 {
        trial.check("06 F2 equals F1 from two plies on", f1 == f2);
    }
    trial.check("07 F3 is an upper bound, the value, or a lower bound", is_sound(f3, value, alpha, beta));
    let same = original.leaves == soft.leaves && hard.leaves == soft.leaves;
    trial.check("08 F1, F2 and F3 visit the same leaves in every window", same);
    let two = |fail| trial.watch(|t, o, _, d| alpha_beta_two_players(t, o, (alpha, beta), d, fail));
    let ((first, first_trace), (second, second_trace)) = (two(Fail::Original), two(Fail::Hard));
    let same = first_trace.leaves == soft.leaves && second_trace.leaves == soft.leaves;
    trial.check("05 F1' and G1' return what F1 returns and visit the same leaves", first == f1 && same);
    trial.check("06 F2' and G2' return what F2 returns and visit the same leaves", second == f2 && same);

    let window = (alpha, beta);
    let others = [
        trial.watch(|t, o, n, d| negascout(t, o, n, window, d, Options::FIGURE_1)).0,
        trial.watch(|t, o, n, d| negascout(t, o, n, window, d, Options::PVS)).0,
        trial.watch(|t, o, n, d| negascout_ab(t, o, n, alpha, beta, d)).0,
        trial.watch(|t, o, n, d| pvs(t, o, n, alpha, beta, d)).0,
        trial.watch(|t, o, n, d| pns(t, o, n, alpha, beta, d)).0,
        trial.watch(|t, o, n, d| ins(t, o, n, alpha, beta, d)).0,
    ];
    let sound = others.into_iter().all(|found| is_sound(found, value, alpha, beta));
    trial.check("23 NegaScout and related searches are correct in every window", sound);

    check_tables(trial, window);
    let wider = (alpha - 1 - (trial.random(20) % 50) as Value, beta + 1 + (trial.random(21) % 50) as Value);
    let (_, wide) = trial.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, wider.0, wider.1, d));
    let wide = wide.set();
    let inside =
        soft.leaves.iter().all(|leaf| wide.contains(leaf)) && trial.is_inside_alpha_beta(&soft.leaves);
    trial.check("19 a narrower window visits a subset of the leaves of a wider one", inside);
}

/// INS and PNS by a table of any size.
fn check_tables<T: GameTree>(trial: &mut Trial<T>, window: (Value, Value)) {
    let (value, (alpha, beta)) = (trial.value, window);
    let by_table = |slots: Option<u64>, best_only: bool| {
        let mut table = InfoTable::new(slots, best_only);
        trial.watch(|t, o, n, d| ins_table(t, o, &mut table, n, window, d))
    };
    let (none, all, best) = (by_table(Some(0), false), by_table(None, false), by_table(None, true));
    let (few, few_best) = (by_table(Some(5), false), by_table(Some(5), true));
    let plain = trial.watch(|t, o, n, d| negascout(t, o, n, window, d, Options::FIGURE_1));
    let informed = trial.watch(|t, o, n, d| ins(t, o, n, alpha, beta, d));
    let partial = trial.watch(|t, o, n, d| pns(t, o, n, alpha, beta, d));
    let same = |first: &(Value, LeafTrace), second: &(Value, LeafTrace)| {
        first.0 == second.0 && first.1.leaves == second.1.leaves
    };
    trial.check("54 INS with a table without slots is NegaScout, leaf by leaf", same(&none, &plain));
    trial.check("54 INS with a table for all nodes is INS, leaf by leaf", same(&all, &informed));
    trial.check("54 PNS with a table for all nodes is PNS, leaf by leaf", same(&best, &partial));
    let sound = [few.0, few_best.0].into_iter().all(|found| is_sound(found, value, alpha, beta));
    trial.check("54 INS and PNS with a table of five slots are correct in every window", sound);
}

fn check_zero_windows<T: GameTree>(trial: &mut Trial<T>) {
    let value = trial.value;
    let search =
        |alpha: Value, beta: Value| trial.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, alpha, beta, d));
    let (below, low) = search(value - 1, value);
    let (above, high) = search(value, value + 1);
    let (_, both) = search(value - 1, value + 1);
    trial.check("21 a zero window finds on which side the value lies", below >= value && above <= value);
    let union: HashSet<u64> = low.set().union(&high.set()).copied().collect();
    trial.check(
        "21 the window around the value visits the same leaves as its two halves",
        both.set() == union,
    );
    for what in 0..2 {
        let bound = trial.near(50 + what);
        let (found, _) = trial.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, bound, bound + 1, d));
        trial
            .check("21 a zero window finds on which side the value lies", (found > bound) == (value > bound));
    }
}
