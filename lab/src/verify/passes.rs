//! Passes: SSS*, DUAL* and the row of memory tests.

use super::subject::{Subject, are_different};
use crate::algorithm::{
    Bounds, TableFull, TooLarge, c_star, dual_star, mtd_f, mtd_step, rec_dual_star, rec_sss_star, sss_star,
};
use crate::{GameTree, INFINITY, LeafTrace, Value};

pub(super) fn try_passes<T: GameTree>(subject: &mut Subject<T>) {
    try_best_first(subject);
    try_memory_tests(subject);
}

fn value(found: Result<Value, TableFull>) -> Value {
    found.unwrap_or(Value::MIN)
}

fn listed(found: Result<Value, TooLarge>) -> Value {
    found.unwrap_or(Value::MIN)
}

fn try_best_first<T: GameTree>(subject: &mut Subject<T>) {
    let recursive = subject.solve("33 SSS* finds the value", |t, o, _, d| rec_sss_star(t, o, d));
    let list = subject.solve("33 SSS* with its list finds the value", |t, o, _, d| listed(sss_star(t, o, d)));
    let tests = subject.solve("46 MTD(+inf) finds the value", |t, o, _, d| value(mtd_f(t, o, INFINITY, d)));
    let same = list.leaves == recursive.leaves && list.leaves == tests.leaves;
    subject.note("46 SSS* with its list, recursive SSS* and MTD(+inf) visit the same leaves in order", same);
    subject.note("46 recursive SSS* and MTD(+inf) make the same passes", recursive.passes == tests.passes);
    try_once_inside(subject, &list);

    let recursive = subject.solve("46 DUAL* finds the value", |t, o, _, d| rec_dual_star(t, o, d));
    let list =
        subject.solve("46 DUAL* with its list finds the value", |t, o, _, d| listed(dual_star(t, o, d)));
    let tests = subject.solve("46 MTD(-inf) finds the value", |t, o, _, d| value(mtd_f(t, o, -INFINITY, d)));
    let same = list.leaves == recursive.leaves && list.leaves == tests.leaves;
    subject
        .note("46 DUAL* with its list, recursive DUAL* and MTD(-inf) visit the same leaves in order", same);
    try_once_inside(subject, &list);
}

fn try_memory_tests<T: GameTree>(subject: &mut Subject<T>) {
    for guess in [subject.value, subject.near(60), subject.near(61)] {
        let trace = subject
            .solve("42 MTD(f) finds the value from every guess", |t, o, _, d| value(mtd_f(t, o, guess, d)));
        try_once_inside(subject, &trace);
        let (last, before) = trace.passes.split_last().unwrap_or((&true, &[]));
        let one_way = before.iter().all(|high| *high != *last);
        subject.note("43 all passes of MTD(f) but the last go one way", one_way);
        if guess == subject.value {
            subject.note("42 MTD(f) takes two passes from the value itself", trace.passes.len() == 2);
        }
    }
    let step = 1 + (subject.chance(62) % 1000) as Value;
    let guess = subject.near(63);
    let trace =
        subject.solve("42 MTD(step) finds the value", |t, o, _, d| value(mtd_step(t, o, guess, step, d)));
    try_once_inside(subject, &trace);

    let distance = 1 + (subject.chance(64) % 100_000) as Value;
    let range = Bounds { lower: subject.value - distance, upper: subject.value + distance };
    let trace = subject.solve("41 C* finds the value", |t, o, _, d| value(c_star(t, o, range, d)));
    try_once_inside(subject, &trace);
    // One test more where the range is only known not to be left once its end was asked for.
    let most = 1 + (f64::from(2 * distance + 1)).log2().ceil() as usize;
    subject.note("41 C* makes as many passes as its range has binary digits", trace.passes.len() <= most);
}

fn try_once_inside<T: GameTree>(subject: &mut Subject<T>, trace: &LeafTrace) {
    subject.note("33 with memory no leaf is visited twice", are_different(&trace.leaves));
    let inside = subject.is_inside_alpha_beta(&trace.leaves);
    subject.note("33 with memory every search stays inside alpha-beta", inside);
}
