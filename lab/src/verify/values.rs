//! Values: every algorithm finds the value, and where its leaves lie.

use super::subject::{Subject, are_different};
use crate::algorithm::{
    Fail, Options, ResearchFrom, Table, alpha_beta_fail_hard, alpha_beta_original, alpha_beta_shallow,
    alpha_beta_table, ins, minimax, negascout, negascout_ab, pns, pvs, scout,
};
use crate::{GameTree, INFINITY};

pub(super) fn try_values<T: GameTree>(subject: &mut Subject<T>) {
    const LOW: i32 = -INFINITY;
    const HIGH: i32 = INFINITY;
    let all = subject.solve("02 minimax finds the value", |t, o, _, d| minimax(t, o, d));
    if let Some(width) = subject.width {
        let whole = width.pow(subject.depth);
        subject.note(
            "02 minimax visits every leaf once",
            all.leaves.len() == whole && are_different(&all.leaves),
        );
    }

    let original =
        subject.solve("05 F1 finds the value", |t, o, n, d| alpha_beta_original(t, o, n, LOW, HIGH, d));
    let hard =
        subject.solve("06 F2 finds the value", |t, o, n, d| alpha_beta_fail_hard(t, o, n, LOW, HIGH, d));
    let same = original.leaves == subject.alpha_beta && hard.leaves == subject.alpha_beta;
    subject.note("08 F1, F2 and F3 visit the same leaves in the same order", same);

    let shallow = subject
        .solve("04 alpha-beta without deep cuts finds the value", |t, o, n, d| {
            alpha_beta_shallow(t, o, n, HIGH, d)
        })
        .set();
    let inside = subject.alpha_beta.iter().all(|leaf| shallow.contains(leaf));
    subject.note("04 alpha-beta stays inside alpha-beta without deep cuts", inside);
    if subject.depth <= 3 {
        let same = shallow.len() == subject.alpha_beta_set.len();
        subject.note("04 up to three plies there are no deep cuts", same);
    }

    subject.solve("22 Scout finds the value", |t, o, n, d| scout(t, o, n, d));
    for depth_rule in [true, false] {
        for research_from in [ResearchFrom::Value, ResearchFrom::Alpha] {
            let options = Options { depth_rule, research_from };
            let trace = subject.solve("23 NegaScout in all its forms finds the value", |t, o, n, d| {
                negascout(t, o, n, (LOW, HIGH), d, options)
            });
            let inside = subject.is_inside_alpha_beta(&trace.leaves);
            subject.note("23 NegaScout stays inside alpha-beta", inside);
        }
    }
    let trace = subject.solve("26 NSab finds the value", |t, o, n, d| negascout_ab(t, o, n, LOW, HIGH, d));
    let inside = subject.is_inside_alpha_beta(&trace.leaves);
    subject.note("26 NSab stays inside alpha-beta", inside);
    let trace = subject.solve("25 PVS finds the value", |t, o, n, d| pvs(t, o, n, LOW, HIGH, d));
    let inside = subject.is_inside_alpha_beta(&trace.leaves);
    subject.note("25 PVS stays inside alpha-beta", inside);
    subject.solve("30 INS finds the value", |t, o, n, d| ins(t, o, n, LOW, HIGH, d));
    subject.solve("31 PNS finds the value", |t, o, n, d| pns(t, o, n, LOW, HIGH, d));

    for fail in [Fail::Hard, Fail::Soft] {
        let mut table = Table::default();
        let trace = subject.solve("10 alpha-beta with a table finds the value", |t, o, n, d| {
            alpha_beta_table(t, o, &mut table, n, (LOW, HIGH), d, fail)
        });
        let same = trace.leaves == subject.alpha_beta;
        subject.note("10 on a tree a table changes nothing", same);
    }
}
