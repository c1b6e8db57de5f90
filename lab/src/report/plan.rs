//! The experiments of the report, with the claims of the papers and the findings.

use crate::experiment::{
    Experiment, TreeOrder,
    aspiration::Aspiration,
    average_case::AverageCase,
    best_node::BestNodeSearch,
    branch_size::BranchSize,
    chess::Chess,
    counts::Counts,
    deepening::Deepening,
    distinct_leaves::DistinctLeaves,
    etc::Etc,
    examples::Examples,
    expected_ab::ExpectedAb,
    fail_soft::FailSoft,
    figure::{Depths, Figure},
    model::Model,
    mtd_start::MtdStart,
    no_convergence::NoConvergence,
    node_types::NodeTypes,
    ordering::Ordering,
    parallel::Parallel,
    slide_loop::SlideLoop,
    speed::Speed,
    table_size::TableSize,
    two_bounds::TwoBounds,
    variants::Variants,
    window_levels::WindowLevels,
    without_memory::WithoutMemory,
};

/// An experiment with the claim of the papers and the finding.
pub(super) struct Planned {
    pub(super) experiment: Box<dyn Experiment>,
    pub(super) claim: &'static str,
    pub(super) finding: &'static str,
}

impl Planned {
    fn new<E: Experiment + 'static>(experiment: E, claim: &'static str, finding: &'static str) -> Planned {
        Planned { experiment: Box::new(experiment), claim, finding }
    }
}

/// The reproducible experiments, in the order of the report. `quick` takes fewer and smaller trees.
pub(super) fn plan(quick: bool) -> Vec<Planned> {
    let mut all = figures(quick);
    all.extend(printed());
    all.push(counts(quick));
    all.extend(negascout(quick));
    all.extend(expectations(quick));
    all.extend(tables(quick));
    all.extend(small(quick));
    all.extend(choices(quick));
    all.extend(beyond(quick));
    all.extend(chess(quick));
    all
}

/// The number of trees in a quick report.
const QUICK_RUNS: u64 = 20;

fn runs(quick: bool, full: u64) -> u64 {
    if quick { QUICK_RUNS } else { full }
}

const FIGURES_CLAIM: &str = "Source 000, figures 4 and 5: NegaScout, PNS, INS and SSS* on trees of width 5 and 20, 20 runs \
     each. The curves oscillate with the parity of the depth, that of SSS* least. At even depths SSS* visits fewer leaves \
     than INS, at odd depths INS usually fewer than SSS*.";
const STRONG_CLAIM: &str = "Source 000, figures 4 and 5, strongly ordered trees: as in trees of random order, and at odd depths \
     even PNS visits fewer leaves than SSS*.";
const CAMPBELL_CLAIM: &str = "Marsland and Campbell (1982) call a tree strongly ordered if the first child is best at 70 % of \
     the nodes and the best one among the first quarter at 90 %. The curves are expected to be those of figures 4 and 5.";
const IID_CLAIM: &str = "Source 002 assumes that g, the number of children searched in vain before a cutoff, is up to half of \
     the width in random trees.";
const FIGURES_FINDING: &str = "AB is alpha-beta, NS NegaScout, NSab NegaScout with alpha-beta re-searches, PNS and INS its \
     partially and fully informed forms. The values of these trees propagate from the root, so that the probability that \
     the first child is best is exact at every node; the tree generator of source 000 is not known. Error bars are \
     standard errors. DUAL*, which the source does not include, evaluates fewer leaves than SSS* at all odd depths.";
const IID_FINDING: &str = "Trees with independent leaves are often called random too, but they are not the random trees \
     of source 000: cutoffs are much rarer, and all algorithms visit more leaves.";

fn figures(quick: bool) -> Vec<Planned> {
    let figure = |width: usize, order: TreeOrder, deepest: u32, full: u64| {
        let depth = Depths(2, if quick { deepest.min(6) } else { deepest });
        let figure = Figure { width, order, depth, runs: runs(quick, full), ..Figure::default() };
        let finding = if order == TreeOrder::Iid { IID_FINDING } else { FIGURES_FINDING };
        let claim = match order {
            TreeOrder::Random => FIGURES_CLAIM,
            TreeOrder::Strong => STRONG_CLAIM,
            TreeOrder::Campbell => CAMPBELL_CLAIM,
            TreeOrder::Iid => IID_CLAIM,
        };
        Planned::new(figure, claim, finding)
    };
    vec![
        figure(5, TreeOrder::Random, 8, 1000),
        figure(5, TreeOrder::Strong, 8, 1000),
        figure(20, TreeOrder::Random, 8, 100),
        figure(20, TreeOrder::Strong, 8, 200),
        figure(20, TreeOrder::Campbell, 7, 100),
        figure(5, TreeOrder::Iid, 8, 200),
        figure(20, TreeOrder::Iid, if quick { 4 } else { 6 }, 50),
    ]
}

/// What the sources state without numbers.
fn counts(quick: bool) -> Planned {
    Planned::new(
        Counts { runs: runs(quick, 200), ..Counts::default() },
        "The sources state that searches sometimes, usually or always behave in a way.",
        "Each statement is counted on many trees.",
    )
}

/// What the sources print.
fn printed() -> [Planned; 2] {
    [
        Planned::new(
            Examples::default(),
            "The sources explain cutoffs, bounds and their algorithms on small trees.",
            "Each printed search has the printed leaves, windows and results. Where a source prints a part of a tree only, the rest \
             is filled in and said to be, and what follows from it is shown as computed here.",
        ),
        Planned::new(
            NodeTypes::default(),
            "Source 003: the nodes of the minimal tree are of types 1, 2.1, 2.2, 3.1 and 3.2; their types say what can be \
             searched in parallel.",
            "",
        ),
    ]
}

/// When NegaScout is better than alpha-beta, and which form of it.
fn negascout(quick: bool) -> [Planned; 3] {
    [
        Planned::new(
            Ordering { runs: runs(quick, 200), ..Ordering::default() },
            "Source 002 investigates which trees favour zero windows; source 000 states that strong ordering favours \
             Scout and NegaScout.",
            "Below the line NegaScout visits fewer leaves. Wide trees and odd depths favour it. At even depths the two are \
             about equal at width 20, and at width 5 NegaScout visits more unless the first child is best with a \
             probability of more than 0.6. In perfectly ordered trees both visit the minimal tree.",
        ),
        Planned::new(
            Variants { runs: quick.then_some(QUICK_RUNS), ..Variants::default() },
            "NegaScout is printed in several forms: with or without the rule that there are no re-searches within two \
             plies of the leaves, and with re-searches from the value found or from alpha.",
            "The form of figure 1 is the best on trees whose leaf values are exact. Nodes one ply above the leaves never \
             evaluate a leaf twice here.",
        ),
        Planned::new(
            Model { measure: true, ..Model::default() },
            "Source 002, figure 5 (depth 7, r = 2): at small g both forms of NegaScout are better than alpha-beta, and \
             NegaScout is better than NSab up to about 20 % of the width; above, alpha-beta is best. Wide trees favour \
             NegaScout.",
            "A reconstruction, because the equations are illegible in the available copy of the paper. The text does not say \
             whether a re-searched node changes its best child again. If it does (nested, the figures here), alpha-beta \
             overtakes NegaScout at 20 % only in very wide trees, and NSab is the better form at width 20. If it does not \
             (flat, --reading flat), every sentence of the text holds at all widths, as the table of sentences shows. In real trees \
             r is smaller in re-searches, but not 0: a model with two values of r predicts the counted leaves best.",
        ),
    ]
}

/// Expected numbers that theory computes exactly.
fn expectations(quick: bool) -> [Planned; 2] {
    let average_case = AverageCase::default();
    let expected_ab = ExpectedAb::default();
    [
        Planned::new(
            AverageCase { runs: if quick { 4000 } else { average_case.runs }, ..average_case },
            "Source 003: the expected number of critical positions of a level is a sum of three products.",
            "",
        ),
        Planned::new(
            if quick { ExpectedAb { depth: 5, runs: 100, ..expected_ab } } else { expected_ab },
            "Not in the sources: the exact expected number of leaves of alpha-beta on independent leaves (after an idea \
             of Fuller, Gaschnig and Gillogly, and of Baudet).",
            "Trees with too many leaves to be searched often enough are not counted; the table shows their expected \
             number only.",
        ),
    ]
}

/// Searches with a transposition table.
fn tables(quick: bool) -> [Planned; 2] {
    [
        Planned::new(
            MtdStart::default(),
            "Source 001: MTD(f) finds the value from every first guess, the faster the better the guess; from plus or \
             minus infinity it is SSS* or DUAL*.",
            "A guess that is off by a thousandth of the range costs nothing. C* needs the first two tests only for a value \
             in the middle of its range, which is an artefact; elsewhere it needs more. Without a memory every pass \
             visits its leaves again.",
        ),
        Planned::new(
            FailSoft { runs: runs(quick, 100), ..FailSoft::default() },
            "Source 003, after Fishburn: with a table, fail-soft alpha-beta searches about 7 % fewer nodes.",
            "Measured on graphs in which the order of a side's moves does not matter. Narrow and deep graphs gain most.",
        ),
    ]
}

/// What the sources ask or suggest without numbers.
fn small(quick: bool) -> [Planned; 6] {
    [
        Planned::new(
            Aspiration { runs: runs(quick, 100), ..Aspiration::default() },
            "Source 001 asks how large the margin of an aspiration window should be; source 004 adjusts the guess and uses a \
             larger margin after a failure.",
            "A small window around the value needs about half of the leaves, and its width hardly matters up to a thousandth of the \
             range. A window that misses the value costs about as much as alpha-beta or more, so the margin should be just above the \
             error of the guess. If the guess is off by a thousandth or less, growing windows are better than an open end; if it is \
             far off, they cost more.",
        ),
        Planned::new(
            TableSize { runs: runs(quick, 100), ..TableSize::default() },
            "Source 000: INS can store its information in a hash table, as much as memory allows; it is then never worse than \
             NegaScout.",
            "Each slot holds the bounds of one tested node (PNS: mostly its best child); newer information replaces older. A few slots \
             give a part of the gain, because most nodes are re-searched soon after their tests, and each further factor of four \
             gives a little more.",
        ),
        Planned::new(
            WithoutMemory { runs: runs(quick, 50), ..WithoutMemory::default() },
            "Source 001: MTD(f) only makes sense with a table.",
            "The passes are about as many without a memory, but each visits its leaves again. Only with a guess very near to the value \
             are the tests without a memory cheaper than alpha-beta. SSS*, which has the most passes, suffers most.",
        ),
        Planned::new(
            SlideLoop { runs: runs(quick, 100), ..SlideLoop::default() },
            "Source 001 prints the loop of MTD(f) with a test for a score below the window.",
            "With < the loop never ends from a guess of at most the value. From a guess above the value it ends if a test above the \
             value returns the value itself, as it does where values are fine. Where they are coarse, some test returns just what it \
             tested, and the loop is detected.",
        ),
        Planned::new(
            DistinctLeaves { runs: runs(quick, 200), ..DistinctLeaves::default() },
            "Source 000: at odd depths INS usually evaluates fewer leaves than SSS*; sometimes SSS* evaluates more leaves than \
             NegaScout.",
            "If the values of leaves are stored, INS and SSS* are equal within the errors at odd depths of strongly ordered trees of \
             width 5; in trees of random order SSS* remains ahead, at width 20 INS. SSS* is misled on a few percent of the unordered \
             trees at even depths, and on up to three quarters of the strongly ordered ones of width 20 at odd depths.",
        ),
        Planned::new(
            Deepening { runs: runs(quick, 50), ..Deepening::default() },
            "Sources 001 and 003: iterative deepening gives the next search a better order and a first guess.",
            "The value of a node changes little from depth to depth in incremental trees. Each iteration searches the best child of the \
             last one first. The value oscillates with the parity of the depth, so that the value of two iterations ago is the better \
             guess; with it MTD(f) needs a fraction of the passes, but about as many leaves.",
        ),
    ]
}

/// What a cutoff saves where, and when MTD(f) does not converge.
fn choices(quick: bool) -> [Planned; 3] {
    [
        Planned::new(
            WindowLevels { runs: runs(quick, 100), ..WindowLevels::default() },
            "Source 001: a better alpha of the root helps its children, a better beta its grandchildren.",
            "Alpha or beta is next to the value. At each node that the narrower window leaves, the children are compared that it no \
             longer searches, with the leaves that the full window searched below them.",
        ),
        Planned::new(
            BranchSize { runs: runs(quick, 200), ..BranchSize::default() },
            "Source 003 asks which of two branches is better cut off: in non-uniform trees, the one with more nodes.",
            "Nodes have up to twice as many children as the mean, some none, and leaves have few values, so that often several \
             children are equally good. To search the smallest of them first cuts off the larger ones.",
        ),
        Planned::new(
            NoConvergence { runs: runs(quick, 200), ..NoConvergence::default() },
            "Source 001: MTD(f) may not converge: lost entries, bugs, the depth of entries.",
            "Iterative deepening by MTD(f) on incremental trees; the last iteration is examined. Lost entries cost leaves only. With bounds \
             that are too tight, the lower bound ends above the upper one in half of the runs; entries of another depth lead to \
             another value. Deeper entries, which programs accept, arise on graphs in which positions recur after another number \
             of moves. A loop while the lower bound is below the upper one, such as the laboratory's, ends in every case, \
             because each pass moves a bound.",
        ),
    ]
}

/// Searches beyond the five sources.
fn beyond(quick: bool) -> [Planned; 4] {
    let chess = if quick { 4 } else { 5 };
    [
        Planned::new(
            BestNodeSearch { runs: runs(quick, 200), ..BestNodeSearch::default() },
            "D. Rutko, Fuzzified Algorithm for Game Tree Search with Statistical and Analytical Evaluation (2011): the best move can \
             be found without the value of the root, and on abstract trees this is faster than PVS, NegaScout, NegaC*, SSS*, DUAL* \
             and MTD(f).",
            "Each pass tests the children that can still be best against one bound, until one child alone reaches it. In the \
             publication every pass tests every child, and the range of the value shrinks to the bound of the test; here it shrinks \
             to the fail-soft result, at least as far. BNS always finds a best child. It needs fewer leaves than NegaScout, as every \
             search with memory does. MTD(f) gets the same information, because it begins in the middle of the range in which BNS \
             looks. If the range is small, both need about the same leaves, and BNS saves at most two percent; in a wide range BNS \
             needs more, most on independent leaves. Without a memory BNS costs more everywhere, in wide ranges up to several times \
             as many leaves as NegaScout.",
        ),
        Planned::new(
            Etc { runs: runs(quick, 50), chess, ..Etc::default() },
            "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Nearly Optimal Minimax Tree Search? (1994), and Exploiting Graph \
             Properties of Game Trees (1996): looking up all children before one is searched makes searches smaller. At nodes more \
             than two plies from the leaves, most of the benefit remains at little cost.",
            "On a tree hardly anything is saved. On graphs in which moves commute, and in chess, the benefit is a few percent of the \
             nodes up to a quarter of them, largest where the order of the moves is bad; well ordered searches find their cutoffs \
             without it. \
             Most of the benefit lies near the leaves, and there most look-ups are needed too, several for each node. Depth is the \
             distance from the leaves in plies. With values of leaves in the table, depth 1 saves evaluations of leaves.",
        ),
        Planned::new(
            TwoBounds { runs: runs(quick, 50), chess, ..TwoBounds::default() },
            "A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, Best-first Fixed-depth Minimax Algorithms (1996): memory tests store \
             an upper and a lower bound of each node. Most chess programs store one.",
            "The passes of MTD(f), SSS* and DUAL* fail in one direction until the last one, so that they never need the other bound: \
             one bound costs them nothing. C*, whose passes change direction, and NegaScout on graphs lose little.",
        ),
        Planned::new(
            Parallel { runs: if quick { 3 } else { 20 }, shallower: u32::from(quick), ..Parallel::default() },
            "Source 003: the types of nodes serve parallel search. R. Feldmann and others (1994): young brothers wait is perfect on \
             minimal trees. S. Farrage and T. A. Marsland (1993): dynamic methods are better than principal variation splitting. \
             J.-C. Weill (1996): ABDADA needs the table only. E. Østensen (2016): so does lazy SMP, without any division of the work.",
            "All methods divide NegaScout with a table, which all processors share. A visit of a node takes one tick, everything else \
             takes none, so that the speedups are upper limits. Speedup = processors x (1 - idle) / (1 + overhead). In perfect order \
             split points waste nothing. Principal variation splitting keeps few processors busy, because each node of the first \
             line waits for its slowest child: without perfect order hardly anything is gained beyond 16 processors. Young brothers \
             wait idles little; its price is the search overhead, nodes that one processor would have cut off. It grows with the \
             number of processors, with 8 of them from nothing in perfect order to nearly twice the work in random order. ABDADA \
             keeps up with it to about 8 processors and then levels off: processors that find all children taken search them \
             together. The lazy shared table has the largest overhead with few processors, but still gains with many.",
        ),
    ]
}

fn chess(quick: bool) -> [Planned; 3] {
    use crate::chess::LeafKind;

    let chess = Chess { depth: if quick { 5 } else { 6 }, ..Chess::default() };
    [
        Planned::new(
            chess.clone(),
            "Source 001: in chess MTD(f) needs 3 to 5 passes and 5 to 15 % fewer nodes; SSS* by MTD is not competitive \
             once there is a transposition table.",
            "The table of the prototype had 2^22 buckets instead of 2^18. With 2^22 (--log-buckets 22) the ratios of nodes \
             change by less than 1 %.",
        ),
        Planned::new(Chess { granularity: 10, ..chess.clone() }, "The same search with coarser values.", ""),
        Planned::new(
            Chess { leaf: LeafKind::Static, ..chess },
            "The same search without quiescence search: the value oscillates from ply to ply.",
            "",
        ),
    ]
}

/// The measurement of speed, whose results depend on the machine.
pub(super) fn speed(quick: bool) -> Planned {
    let speed = Speed::default();
    Planned::new(
        Speed { seconds: if quick { 0.1 } else { speed.seconds }, ..speed },
        "Source 000: a leaf of INS costs about twice as much time as one of NegaScout, and one of SSS* ten times as much \
         as one of INS; INS needs less memory than SSS*.",
        "Times depend on the machine; only their ratios matter.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::parse_experiment;

    #[test]
    fn words_of_every_experiment_parse_back_to_it() {
        for quick in [false, true] {
            for Planned { experiment, .. } in plan(quick).into_iter().chain([speed(quick)]) {
                let words = experiment.to_words();
                let parsed = parse_experiment(&words).expect("an experiment");
                assert_eq!(format!("{parsed:?}"), format!("{experiment:?}"), "{words:?}");
            }
        }
    }
}
