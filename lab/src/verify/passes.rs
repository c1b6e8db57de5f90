//! SSS*, DUAL* and the searches by memory tests.

use super::trial::{Trial, are_different};
use crate::algorithm::{
    Bounds, TableFull, TreeTooLarge, c_star, dual_star, mtd_f, mtd_step, rec_dual_star, rec_sss_star,
    sss_star,
};
use crate::{GameTree, INFINITY, LeafTrace, Value};

pub(super) fn check_passes<T: GameTree>(trial: &mut Trial<T>) {
    check_best_first(trial);
    check_memory_tests(trial);
}

fn value(found: Result<Value, TableFull>) -> Value {
    found.unwrap_or(Value::MIN)
}

fn listed(found: Result<Value, TreeTooLarge>) -> Value {
    found.unwrap_or(Value::MIN)
}

fn check_best_first<T: GameTree>(trial: &mut Trial<T>) {
    let recursive = trial.solve("33 SSS* finds the value", |t, o, _, d| rec_sss_star(t, o, d));
    let list = trial.solve("33 SSS* with its list finds the value", |t, o, _, d| listed(sss_star(t, o, d)));
    let tests = trial.solve("46 MTD(+inf) finds the value", |t, o, _, d| value(mtd_f(t, o, INFINITY, d)));
    let same = list.leaves == recursive.leaves && list.leaves == tests.leaves;
    trial.check("46 SSS* with its list, recursive SSS* and MTD(+inf) visit the same leaves in order", same);
    trial.check("46 recursive SSS* and MTD(+inf) make the same passes", recursive.passes == tests.passes);
    check_once_inside(trial, &list);

    let recursive = trial.solve("46 DUAL* finds the value", |t, o, _, d| rec_dual_star(t, o, d));
    let list = trial.solve("46 DUAL* with its list finds the value", |t, o, _, d| listed(dual_star(t, o, d)));
    let tests = trial.solve("46 MTD(-inf) finds the value", |t, o, _, d| value(mtd_f(t, o, -INFINITY, d)));
    let same = list.leaves == recursive.leaves && list.leaves == tests.leaves;
    trial.check("46 DUAL* with its list, recursive DUAL* and MTD(-inf) visit the same leaves in order", same);
    trial.check("46 recursive DUAL* and MTD(-inf) make the same passes", recursive.passes == tests.passes);
    check_once_inside(trial, &list);
}

fn check_memory_tests<T: GameTree>(trial: &mut Trial<T>) {
    for guess in [trial.value, trial.near(60), trial.near(61)] {
        let trace = trial
            .solve("42 MTD(f) finds the value from every guess", |t, o, _, d| value(mtd_f(t, o, guess, d)));
        check_once_inside(trial, &trace);
        let (last, before) = trace.passes.split_last().unwrap_or((&true, &[]));
        let same_direction = before.iter().all(|fail_high| *fail_high != *last);
        trial.check("43 all passes of MTD(f) but the last fail in the same direction", same_direction);
        if guess == trial.value {
            trial.check("42 MTD(f) takes two passes from the value itself", trace.passes.len() == 2);
        }
    }
    let step = 1 + (trial.random(62) % 1000) as Value;
    let guess = trial.near(63);
    let trace =
        trial.solve("42 MTD(step) finds the value", |t, o, _, d| value(mtd_step(t, o, guess, step, d)));
    check_once_inside(trial, &trace);

    // The value is anywhere in the range, sometimes at an end.
    let distances =
        [64, 65].map(|index| trial.random(index)).map(|n| if n % 8 == 0 { 0 } else { n % 100_000 });
    let [below, above] = distances.map(|distance| distance as Value);
    let range = Bounds { lower: trial.value - below, upper: trial.value + above };
    let trace = trial.solve("41 C* finds the value", |t, o, _, d| value(c_star(t, o, range, d)));
    check_once_inside(trial, &trace);
    // Tests separate the value from the others; at an end of the range another one proves it.
    let digits = f64::from(below + above + 1).log2().ceil() as usize;
    let most = digits + usize::from(below == 0) + usize::from(above == 0);
    trial.check("41 C* makes as many passes as its range has binary digits", trace.passes.len() <= most);
}

fn check_once_inside<T: GameTree>(trial: &mut Trial<T>, trace: &LeafTrace) {
    trial.check("33 with memory no leaf is visited twice", are_different(&trace.leaves));
    let inside = trial.is_inside_alpha_beta(&trace.leaves);
    trial.check("33 with memory every search visits no leaf that alpha-beta does not", inside);
}
