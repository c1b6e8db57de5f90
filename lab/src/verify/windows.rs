//! Windows: what a search outside and inside its window says, and what it visits.

use std::collections::HashSet;

use super::subject::Subject;
use crate::algorithm::{
    Options, alpha_beta_fail_hard, alpha_beta_fail_soft, alpha_beta_original, aspiration, ins, negascout,
    negascout_ab, pns, pvs,
};
use crate::{GameTree, Value};

pub(super) fn try_windows<T: GameTree>(subject: &mut Subject<T>) {
    for window in 0..2 {
        let (a, b) = (subject.near(10 + 2 * window), subject.near(11 + 2 * window));
        try_window(subject, a.min(b), a.max(b).max(a.min(b) + 1));
    }
    try_null_windows(subject);
    for what in 0..2 {
        let guess = subject.near(30 + what);
        let margin = 1 + (subject.chance(40 + what) % 100) as Value;
        let trace =
            subject.solve("19 aspiration finds the value", |t, o, _, d| aspiration(t, o, guess, margin, d));
        let inside = subject.is_inside_alpha_beta(&trace.leaves);
        subject.note("19 aspiration stays inside alpha-beta", inside);
    }
}

/// `found` is what a fail-soft search may say in a window.
fn is_sound(found: Value, value: Value, alpha: Value, beta: Value) -> bool {
    if value <= alpha {
        value <= found && found <= alpha
    } else if value >= beta {
        beta <= found && found <= value
    } else {
        found == value
    }
}

fn try_window<T: GameTree>(subject: &mut Subject<T>, alpha: Value, beta: Value) {
    let value = subject.value;
    let (f1, original) = subject.watch(|t, o, n, d| alpha_beta_original(t, o, n, alpha, beta, d));
    let (f2, hard) = subject.watch(|t, o, n, d| alpha_beta_fail_hard(t, o, n, alpha, beta, d));
    let (f3, soft) = subject.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, alpha, beta, d));
    subject.note("05 F1 puts the value into the window", f1 == value.clamp(alpha, beta));
    let is_hard = if value <= alpha { f2 == alpha } else { is_sound(f2, value, alpha, beta) };
    subject.note("06 F2 is alpha, the value, or a lower bound from beta up", is_hard);
    if subject.width.is_some() && subject.depth >= 2 {
        subject.note("06 F2 is F1 from two plies on", f1 == f2);
    }
    subject.note("07 F3 is an upper bound, the value, or a lower bound", is_sound(f3, value, alpha, beta));
    let same = original.leaves == soft.leaves && hard.leaves == soft.leaves;
    subject.note("08 F1, F2 and F3 visit the same leaves in every window", same);

    let full = (alpha, beta);
    let others = [
        subject.watch(|t, o, n, d| negascout(t, o, n, full, d, Options::FIGURE_1)).0,
        subject.watch(|t, o, n, d| negascout(t, o, n, full, d, Options::PVS)).0,
        subject.watch(|t, o, n, d| negascout_ab(t, o, n, alpha, beta, d)).0,
        subject.watch(|t, o, n, d| pvs(t, o, n, alpha, beta, d)).0,
        subject.watch(|t, o, n, d| pns(t, o, n, alpha, beta, d)).0,
        subject.watch(|t, o, n, d| ins(t, o, n, alpha, beta, d)).0,
    ];
    let sound = others.into_iter().all(|found| is_sound(found, value, alpha, beta));
    subject.note("23 NegaScout and its kin are sound in every window", sound);

    let wider =
        (alpha - 1 - (subject.chance(20) % 50) as Value, beta + 1 + (subject.chance(21) % 50) as Value);
    let (_, wide) = subject.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, wider.0, wider.1, d));
    let wide = wide.set();
    let inside =
        soft.leaves.iter().all(|leaf| wide.contains(leaf)) && subject.is_inside_alpha_beta(&soft.leaves);
    subject.note("19 a narrower window visits a part of what a wider one does", inside);
}

fn try_null_windows<T: GameTree>(subject: &mut Subject<T>) {
    let value = subject.value;
    let search =
        |alpha: Value, beta: Value| subject.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, alpha, beta, d));
    let (below, low) = search(value - 1, value);
    let (above, high) = search(value, value + 1);
    let (_, both) = search(value - 1, value + 1);
    subject.note("21 the null window tells on which side the value is", below >= value && above <= value);
    let union: HashSet<u64> = low.set().union(&high.set()).copied().collect();
    subject.note("21 the window around the value visits what its two halves do", both.set() == union);
    for what in 0..2 {
        let bound = subject.near(50 + what);
        let (found, _) = subject.watch(|t, o, n, d| alpha_beta_fail_soft(t, o, n, bound, bound + 1, d));
        subject
            .note("21 the null window tells on which side the value is", (found > bound) == (value > bound));
    }
}
