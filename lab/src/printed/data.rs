//! The examples themselves, in the order of the sources.

use super::{Printed, PrintedSearch, PrintedTree};
use crate::algorithm::{Algorithm, Bounds, Parameters};
use crate::game_tree::{INFINITY, Value};

const INF: Value = INFINITY;

/// Alpha-beta with the whole range of values as window, of which no source prints anything.
const SEARCH: PrintedSearch = PrintedSearch {
    algorithm: Algorithm::AlphaBetaFailSoft,
    parameters: Parameters::DEFAULT,
    printed: Printed::NOTHING,
    value: 0,
    leaves: "",
    windows: &[],
    results: &[],
    from_memory: &[],
    passes: &[],
};

/// The result and the evaluated leaves are printed.
const VALUE_AND_LEAVES: Printed = Printed { value: true, leaves: true, ..Printed::NOTHING };

/// The result is printed.
const VALUE: Printed = Printed { value: true, ..Printed::NOTHING };

const fn window(alpha: Value, beta: Value) -> Parameters {
    Parameters { window: (alpha, beta), ..Parameters::DEFAULT }
}

const fn range(lower: Value, upper: Value) -> Parameters {
    Parameters { range: Bounds { lower, upper }, ..Parameters::DEFAULT }
}

/// The paths that source 003 prints as examples of critical positions, and whether they are critical.
pub const PRINTED_PATHS: [(&str, bool); 5] = [
    ("2.1.4.1.2", true),
    ("1.3.1.5.1.2", true),
    ("1.1.1.2.1.1.1.3", true),
    ("1.1", true),
    ("1.2.1.1.2", false),
];

/// The trees of the sources.
pub const PRINTED_TREES: &[PrintedTree] = &[
    PrintedTree {
        name: "hsu-complete",
        title: "Hsu's complete example: alpha-beta visits all 8 leaves",
        source: "003",
        place: "a complete example",
        note: "The source searches it by minimax and alpha-beta; the searches by NegaScout and SSS* are added here.",
        text: "[[1,5,6],[2,7],[[8,1],7]]",
        searches: &[
            PrintedSearch {
                algorithm: Algorithm::Minimax,
                printed: Printed { results: 4, ..VALUE_AND_LEAVES },
                value: 7,
                leaves: "1.1 1.2 1.3 2.1 2.2 3.1.1 3.1.2 3.2",
                results: &[("1", 1), ("2", 2), ("3.1", 8), ("3", 7)],
                ..SEARCH
            },
            PrintedSearch {
                printed: VALUE_AND_LEAVES,
                value: 7,
                leaves: "1.1 1.2 1.3 2.1 2.2 3.1.1 3.1.2 3.2",
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::NegaScout,
                value: 7,
                leaves: "1.1 1.2 1.3 2.1 2.2 2.1 3.1.1 3.2 3.1.1 3.1.2 3.2",
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::SssStar,
                value: 7,
                leaves: "1.1 2.1 3.1.1 3.1.2 3.2",
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "hsu-reordered",
        title: "Hsu's complete example in a better order: the 4 leaves 7, 8, 2, 1 suffice",
        source: "003",
        place: "a complete example, reordered",
        note: "",
        text: "[[7,[8,1]],[2,7],[1,5,6]]",
        searches: &[PrintedSearch {
            printed: VALUE_AND_LEAVES,
            value: 7,
            leaves: "1.1 1.2.1 2.1 3.1",
            ..SEARCH
        }],
    },
    PrintedTree {
        name: "hsu-alpha",
        title: "An alpha cutoff: 10 <= 15",
        source: "003",
        place: "alpha cut-off",
        note: "The source prints 15 and 10; the leaf that is cut off has the value 12 here.",
        text: "[15,[10,12]]",
        searches: &[
            PrintedSearch {
                algorithm: Algorithm::TwoPlayersOriginal,
                printed: Printed { leaves: true, results: 1, ..Printed::NOTHING },
                value: 15,
                leaves: "1 2.1",
                windows: &[("2", 15, INF)],
                results: &[("2", 15)],
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::TwoPlayersFailHard,
                printed: Printed { leaves: true, results: 1, ..Printed::NOTHING },
                value: 15,
                leaves: "1 2.1",
                windows: &[("2", 15, INF)],
                results: &[("2", 10)],
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "hsu-beta",
        title: "A beta cutoff: 13 >= 8",
        source: "003",
        place: "beta cut-off",
        note: "The source prints 8 and 13; the node of the minimizing player is the only child of the root here, and the \
               leaf that is cut off has the value 20.",
        text: "[[8,[13,20]]]",
        searches: &[PrintedSearch {
            printed: Printed { leaves: true, results: 2, ..Printed::NOTHING },
            value: 8,
            leaves: "1.1 1.2.1",
            windows: &[("1.2", -INF, 8)],
            results: &[("1.2", 13), ("1", 8)],
            ..SEARCH
        }],
    },
    PrintedTree {
        name: "hsu-deep",
        title: "A deep alpha cutoff: 7 <= 15, three plies above",
        source: "003",
        place: "deep alpha cut-off",
        note: "The source prints 15 and 7; the leaf that is cut off has the value 99 here. The search without deep \
               cutoffs is added here.",
        text: "[15,[[[7,99]]]]",
        searches: &[
            PrintedSearch {
                printed: Printed { leaves: true, results: 1, ..Printed::NOTHING },
                value: 15,
                leaves: "1 2.1.1.1",
                windows: &[("2.1.1", 15, INF)],
                results: &[("2.1.1", 7)],
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaShallow,
                value: 15,
                leaves: "1 2.1.1.1 2.1.1.2",
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "hsu-perfect",
        title: "Perfect order is not always optimal: 3 leaves",
        source: "003",
        place: "perfect ordering is not always the best",
        note: "",
        text: "[4,[[2,1],3]]",
        searches: &[PrintedSearch { printed: VALUE_AND_LEAVES, value: 4, leaves: "1 2.1.1 2.1.2", ..SEARCH }],
    },
    PrintedTree {
        name: "hsu-better",
        title: "An order that is not perfect is better: 2 leaves",
        source: "003",
        place: "perfect ordering is not always the best",
        note: "",
        text: "[4,[3,[2,1]]]",
        searches: &[PrintedSearch { printed: VALUE_AND_LEAVES, value: 4, leaves: "1 2.1", ..SEARCH }],
    },
    PrintedTree {
        name: "hsu-relative",
        title: "The relative order of two siblings decides: 1 is before 2 and cuts it off, although 3 is best",
        source: "003",
        place: "relative order of siblings",
        note: "The source states this without numbers; the tree and its search are added here.",
        text: "[[5,6],[3,9],[7,8]]",
        searches: &[PrintedSearch { value: 7, leaves: "1.1 1.2 2.1 3.1 3.2", ..SEARCH }],
    },
    PrintedTree {
        name: "hsu-relative-swapped",
        title: "The same siblings in the other order: nothing is cut off",
        source: "003",
        place: "relative order of siblings",
        note: "The source states this without numbers; the tree and its search are added here.",
        text: "[[3,9],[5,6],[7,8]]",
        searches: &[PrintedSearch { value: 7, leaves: "1.1 1.2 2.1 2.2 3.1 3.2", ..SEARCH }],
    },
    PrintedTree {
        name: "hsu-low",
        title: "What F1, F2 and F3 return below the window (4000, 5000)",
        source: "003",
        place: "slides 67 and 74",
        note: "The source leaves the value v of the other child open; it is 350 here, so that max(200, v) is v.",
        text: "[200,350]",
        searches: &[
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaOriginal,
                parameters: window(4000, 5000),
                printed: VALUE,
                value: 4000,
                leaves: "1 2",
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaFailHard,
                parameters: window(4000, 5000),
                printed: VALUE,
                value: 4000,
                leaves: "1 2",
                ..SEARCH
            },
            PrintedSearch {
                printed: VALUE,
                parameters: window(4000, 5000),
                value: 350,
                leaves: "1 2",
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "hsu-low-200",
        title: "The same with a smaller v: F3 returns 200",
        source: "003",
        place: "slides 67 and 74",
        note: "The source leaves the value v of the other child open; it is 150 here.",
        text: "[200,150]",
        searches: &[
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaFailHard,
                parameters: window(4000, 5000),
                printed: VALUE,
                value: 4000,
                leaves: "1 2",
                ..SEARCH
            },
            PrintedSearch {
                printed: VALUE,
                parameters: window(4000, 5000),
                value: 200,
                leaves: "1 2",
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "hsu-two-paths",
        title: "Two paths to A: the bound 200 of F3 decides the second visit, the bound 4000 of F1 and F2 does not",
        source: "003",
        place: "slides 76 and 77, W = 200",
        note: "The source prints the windows and W; the tree around them is filled in. The leaves below A are in the table, so that \
               no form evaluates them twice: what differs is whether A is searched again.",
        text: "[[[4000,[5000,A:[W:200,150]]],390],[600,[[A]]]]",
        searches: &[
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaTableOriginal,
                printed: Printed { windows: 2, ..Printed::NOTHING },
                value: 390,
                leaves: "1.1.1 1.1.2.1 1.1.2.2.1 1.1.2.2.2 1.2 2.1",
                windows: &[("1.1.2.2", 4000, 5000), ("2.2.1.1", 390, 600)],
                results: &[("1.1.2.2", 4000), ("2.2.1.1", 390)],
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaTableFailHard,
                printed: Printed { windows: 2, ..Printed::NOTHING },
                value: 390,
                leaves: "1.1.1 1.1.2.1 1.1.2.2.1 1.1.2.2.2 1.2 2.1",
                windows: &[("1.1.2.2", 4000, 5000), ("2.2.1.1", 390, 600)],
                results: &[("1.1.2.2", 4000), ("2.2.1.1", 390)],
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaTable,
                printed: Printed { windows: 2, results: 1, ..Printed::NOTHING },
                value: 390,
                leaves: "1.1.1 1.1.2.1 1.1.2.2.1 1.1.2.2.2 1.2 2.1",
                windows: &[("1.1.2.2", 4000, 5000), ("2.2.1.1", 390, 600)],
                results: &[("1.1.2.2", 200)],
                from_memory: &["2.2.1.1"],
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "hsu-two-paths-450",
        title: "Two paths to A: the bound 450 of F3 narrows the window of the second visit",
        source: "003",
        place: "slides 76 and 77, W = 450",
        note: "The source prints the windows and W; the tree around them is filled in. The leaves below A are in the table, so that \
               no form evaluates them twice: what differs is whether A is searched again.",
        text: "[[[4000,[5000,A:[W:450,150]]],390],[600,[[A]]]]",
        searches: &[
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaTableFailHard,
                printed: Printed { windows: 1, ..Printed::NOTHING },
                value: 450,
                leaves: "1.1.1 1.1.2.1 1.1.2.2.1 1.1.2.2.2 1.2 2.1",
                windows: &[("2.2.1.1", 390, 600)],
                results: &[("1.1.2.2", 4000), ("2.2.1.1", 450)],
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaTable,
                printed: Printed { windows: 1, results: 1, ..Printed::NOTHING },
                value: 450,
                leaves: "1.1.1 1.1.2.1 1.1.2.2.1 1.1.2.2.2 1.2 2.1",
                windows: &[("2.2.1.1", 390, 450)],
                results: &[("1.1.2.2", 450), ("2.2.1.1", 450)],
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "eppstein-shallow",
        title: "Shallow pruning: 15 is better than F, 12, a sibling of G",
        source: "004",
        place: "Shallow Pruning",
        note: "The source prints the children of F, 11, 12, 7 and 9, and the first child of G, 15; the leaves that are cut \
               off are filled in.",
        text: "[[[11,12,7,9],[15,3,8,2]]]",
        searches: &[PrintedSearch {
            algorithm: Algorithm::AlphaBetaFailHard,
            printed: Printed { leaves: true, results: 2, ..Printed::NOTHING },
            value: 12,
            leaves: "1.1.1 1.1.2 1.1.3 1.1.4 1.2.1",
            windows: &[("1.2", -INF, 12)],
            results: &[("1.1", 12), ("1.2", 15), ("1", 12)],
            ..SEARCH
        }],
    },
    PrintedTree {
        name: "eppstein-deep",
        title: "Deep pruning: 10 at N is worse than B, 12, a sibling of C two plies above",
        source: "004",
        place: "Deep Pruning",
        note: "The source prints B, 12, and the first child of N, 10; G, H and I are better than 12. The other leaves are \
               filled in, so that the 8 leaves, and the 10 of the search without deep cutoffs, which is added here, are those of this \
               tree.",
        text: "[[[11,12,7,9],[15,3],[13,2],[14,1]],[[[10,4,6]],[[5,8]]]]",
        searches: &[
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaFailHard,
                printed: Printed { results: 2, ..Printed::NOTHING },
                value: 12,
                leaves: "1.1.1 1.1.2 1.1.3 1.1.4 1.2.1 1.3.1 1.4.1 2.1.1.1",
                windows: &[("2.1.1", 12, INF)],
                results: &[("1", 12), ("2.1.1", 10)],
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::AlphaBetaShallow,
                value: 12,
                leaves: "1.1.1 1.1.2 1.1.3 1.1.4 1.2.1 1.3.1 1.4.1 2.1.1.1 2.1.1.2 2.1.1.3",
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "schaeffer-bisection",
        title: "Divide and conquer: the tests (0, 1), (50, 51), (24, 25) and their results 1, 48, 24",
        source: "001",
        place: "divide and conquer scouting",
        note: "The source prints three tests and their results; the tree has these results, and the fourth pass, which is \
               computed here, proves the value.",
        text: "[1,[48,24]]",
        searches: &[PrintedSearch {
            algorithm: Algorithm::CStar,
            printed: Printed { results: 3, passes: 3, ..Printed::NOTHING },
            parameters: range(-100, 100),
            value: 24,
            leaves: "1 2.1 2.2",
            results: &[("root", 1), ("root", 48), ("root", 24)],
            passes: &[1, 51, 25, 13],
            ..SEARCH
        }],
    },
    PrintedTree {
        name: "ignore-left",
        title: "Ignore left: a test with the window (100, 101) stops at 105; the re-search starts there",
        source: "000",
        place: "figure 2",
        note: "The source prints the window and 105; the tree around them, and so its leaves, are filled in.",
        text: "[[[100,60],[110,70]],[[90,105,120],[80,110,130]]]",
        searches: &[PrintedSearch {
            algorithm: Algorithm::Ins,
            printed: Printed { windows: 1, results: 1, ..Printed::NOTHING },
            value: 120,
            leaves: "1.1.1 1.1.2 1.2.1 2.1.1 2.1.2 2.2.1 2.2.2 2.1.2 2.1.3 2.2.2 2.2.3",
            windows: &[("2", 100, 101), ("2", 105, INF), ("2.1", 105, INF)],
            results: &[("2", 105), ("2.1", 105), ("2.1", 120), ("2", 120)],
            ..SEARCH
        }],
    },
    PrintedTree {
        name: "prove-best",
        title: "Prove best: once the best child has the value 88, the bounds of all others exclude them",
        source: "000",
        place: "figure 3",
        note: "The source prints 88; the tree around it, and so its leaves, are filled in.",
        text: "[[[70,60],[75,65]],[[80,88],[90,95]]]",
        searches: &[PrintedSearch {
            algorithm: Algorithm::Ins,
            printed: Printed { results: 1, ..Printed::NOTHING },
            value: 88,
            leaves: "1.1.1 1.1.2 1.2.1 2.1.1 2.2.1 2.1.1 2.1.2",
            windows: &[("2", 70, 71), ("2", 80, INF)],
            results: &[("2.1", 88), ("2", 80), ("2", 88)],
            ..SEARCH
        }],
    },
    PrintedTree {
        name: "sss-misled",
        title: "SSS* visits more leaves than NegaScout: 8, and NegaScout 7",
        source: "000",
        place: "comparison with SSS*",
        note: "The source states that this happens; the tree, the smallest uniform one, and its searches are added here.",
        text: "[[[3,5],[2,6]],[[7,4],[5,5]]]",
        searches: &[
            PrintedSearch { value: 5, leaves: "1.1.1 1.1.2 1.2.1 1.2.2 2.1.1 2.1.2 2.2.1 2.2.2", ..SEARCH },
            PrintedSearch {
                algorithm: Algorithm::NegaScout,
                value: 5,
                leaves: "1.1.1 1.1.2 1.2.1 1.2.2 2.1.1 2.2.1 2.2.2",
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::SssStar,
                value: 5,
                leaves: "1.1.1 1.1.2 2.1.1 2.1.2 2.2.1 2.2.2 1.2.1 1.2.2",
                ..SEARCH
            },
        ],
    },
    PrintedTree {
        name: "stockman",
        title: "Stockman's example of SSS*: 8 leaves, alpha-beta visits 13",
        source: "Stockman 1979",
        place: "",
        note: "The search by NegaScout is added here.",
        text: "[[[[30,54],[21,73]],[[9,71],[43,91]]],[[[28,94],[78,52]],[[22,35],[53,80]]]]",
        searches: &[
            PrintedSearch {
                printed: VALUE_AND_LEAVES,
                value: 52,
                leaves: "1.1.1.1 1.1.1.2 1.1.2.1 1.2.1.1 1.2.1.2 1.2.2.1 1.2.2.2 2.1.1.1 2.1.2.1 2.1.2.2 2.2.1.1 \
                         2.2.2.1 2.2.2.2",
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::NegaScout,
                value: 52,
                leaves: "1.1.1.1 1.1.1.2 1.1.2.1 1.2.1.1 1.2.2.1 1.2.2.2 2.1.1.1 2.1.2.1 2.1.2.2 2.2.1.1 2.2.2.1 \
                         2.2.2.2 2.1.1.1 2.1.2.1 2.1.2.2",
                ..SEARCH
            },
            PrintedSearch {
                algorithm: Algorithm::SssStar,
                printed: VALUE_AND_LEAVES,
                value: 52,
                leaves: "1.1.1.1 1.1.2.1 2.1.1.1 2.1.2.1 2.1.2.2 2.2.1.1 2.2.2.1 2.2.2.2",
                ..SEARCH
            },
        ],
    },
];
