//! All algorithms by name, with the parameters of their searches of a whole tree.

use std::fmt;
use std::str::FromStr;

use super::open::{MAX_LEVELS, MAX_WIDTH};
use super::{
    BestLine, Bounds, Fail, Options, Table, TableFull, TableUse, TreeTooLarge, alpha_beta_fail_hard,
    alpha_beta_fail_soft, alpha_beta_original, alpha_beta_shallow, alpha_beta_table, alpha_beta_two_players,
    aspiration, best_node_value, c_star, dual_star, ins, minimax, mtd_f, mtd_f_bounds, mtd_step, mtd_table,
    negamax, negascout, negascout_ab, negascout_with_table, pns, pvs, rec_dual_star, rec_sss_star, scout,
    sss_star,
};
use crate::game_tree::{GameTree, INFINITY, Value};
use crate::observer::Observer;

/// A search algorithm of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "Algorithm::name and Algorithm::summary describe each")]
pub enum Algorithm {
    Minimax,
    Negamax,
    AlphaBetaOriginal,
    AlphaBetaFailHard,
    AlphaBetaFailSoft,
    TwoPlayersOriginal,
    TwoPlayersFailHard,
    AlphaBetaShallow,
    AlphaBetaTable,
    AlphaBetaTableOriginal,
    AlphaBetaTableFailHard,
    Aspiration,
    Scout,
    NegaScout,
    NegaScoutAb,
    NegaScoutTable,
    NegaScoutEtc,
    Pvs,
    Pns,
    Ins,
    SssStar,
    DualStar,
    RecSssStar,
    RecDualStar,
    MtdF,
    MtdFEtc,
    MtdStep,
    CStar,
    BestNode,
}

/// An algorithm with its name on command lines, its name in the papers, and what it does.
type Row = (Algorithm, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const ROWS: [Row; 29] = [
    (Algorithm::Minimax, "minimax", "Minimax", "visits every leaf"),
    (Algorithm::Negamax, "negamax", "Negamax", "minimax with one function for both players"),
    (Algorithm::AlphaBetaOriginal, "f1", "Alpha-beta F1", "the original form: the result is clamped to the window"),
    (Algorithm::AlphaBetaFailHard, "f2", "Alpha-beta F2", "fail-hard below: the result is never less than alpha"),
    (Algorithm::AlphaBetaFailSoft, "alpha-beta", "Alpha-beta F3", "fail-soft: results outside the window are bounds"),
    (Algorithm::TwoPlayersOriginal, "f1-two", "Alpha-beta F1' and G1'", "F1 with one function for each player"),
    (Algorithm::TwoPlayersFailHard, "f2-two", "Alpha-beta F2' and G2'", "F2 with one function for each player"),
    (Algorithm::AlphaBetaShallow, "shallow", "Alpha-beta without deep cutoffs", "uses the bound of the parent only"),
    (Algorithm::AlphaBetaTable, "table", "Alpha-beta with a table", "F3 that stores the bounds of all nodes"),
    (Algorithm::AlphaBetaTableOriginal, "table-f1", "Alpha-beta F1 with a table", "stores the bounds that F1 finds"),
    (Algorithm::AlphaBetaTableFailHard, "table-f2", "Alpha-beta F2 with a table", "stores the bounds that F2 finds"),
    (Algorithm::Aspiration, "aspiration", "Aspiration search", "alpha-beta with a window around a guess"),
    (Algorithm::Scout, "scout", "Scout", "tests whether a child is better before it computes the value"),
    (Algorithm::NegaScout, "negascout", "NegaScout", "zero-window tests and re-searches from the result of the test"),
    (Algorithm::NegaScoutAb, "nsab", "NSab", "NegaScout whose re-searches are alpha-beta"),
    (Algorithm::NegaScoutTable, "ns-table", "NegaScout with a table", "stores both bounds of all nodes"),
    (Algorithm::NegaScoutEtc, "ns-etc", "NegaScout with ETC", "looks up all children before it searches one"),
    (Algorithm::Pvs, "pvs", "PVS", "zero-window tests and re-searches with the rest of the window"),
    (Algorithm::Pns, "pns", "PNS", "partially informed NegaScout, with little memory"),
    (Algorithm::Ins, "ins", "INS", "informed NegaScout: re-searches skip what the test decided"),
    (Algorithm::SssStar, "sss", "SSS*", "best-first search with the list OPEN, from above"),
    (Algorithm::DualStar, "dual", "DUAL*", "best-first search with the list OPEN, from below"),
    (Algorithm::RecSssStar, "rec-sss", "Recursive SSS*", "SSS* as passes over a solution tree"),
    (Algorithm::RecDualStar, "rec-dual", "Recursive DUAL*", "DUAL* as passes over a solution tree"),
    (Algorithm::MtdF, "mtd", "MTD(f)", "memory tests that start at a guess"),
    (Algorithm::MtdFEtc, "mtd-etc", "MTD(f) with ETC", "memory tests that look up all children before they search one"),
    (Algorithm::MtdStep, "mtd-step", "MTD(step)", "memory tests that move in steps from a guess"),
    (Algorithm::CStar, "c-star", "C*", "memory tests that bisect a range of values"),
    (Algorithm::BestNode, "bns", "BNS", "best node search: separates the best child from the others, then finds its value"),
];

/// The parameters of a search; each algorithm uses those that it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The window at the root: alpha-beta in all forms but the shallow one, NegaScout in all forms, PVS, PNS, INS.
    pub window: (Value, Value),
    /// The first guess: aspiration search, MTD(f) with ETC or without, MTD(step).
    pub guess: Value,
    /// Half the width of the window of aspiration search.
    pub margin: Value,
    /// The step of MTD(step).
    pub step: Value,
    /// The range of values that C* bisects and in which BNS separates the children; it must contain the value of the root.
    pub range: Bounds,
}

impl Parameters {
    /// The whole range of values as window, and the guess 0.
    pub const DEFAULT: Parameters =
        Parameters { window: (-INFINITY, INFINITY), guess: 0, margin: 2, step: 5, range: Bounds::NONE };
}

impl Default for Parameters {
    fn default() -> Parameters {
        Parameters::DEFAULT
    }
}

/// Why a search of a whole tree failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchError {
    /// The table of a search with memory is full.
    TableFull(TableFull),
    /// The tree exceeds the limits of the list OPEN.
    TreeTooLarge(TreeTooLarge),
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchError::TableFull(error) => error.fmt(f),
            SearchError::TreeTooLarge(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SearchError {}

impl From<TableFull> for SearchError {
    fn from(error: TableFull) -> SearchError {
        SearchError::TableFull(error)
    }
}

impl From<TreeTooLarge> for SearchError {
    fn from(error: TreeTooLarge) -> SearchError {
        SearchError::TreeTooLarge(error)
    }
}

/// The value of a tree and a best line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The value of the root for its side to move.
    pub value: Value,
    /// The indices of the best moves, from the root to a leaf; they start at 0.
    pub line: Vec<usize>,
}

impl Algorithm {
    /// All algorithms, from the simplest on.
    pub const ALL: [Algorithm; ROWS.len()] = {
        let mut all = [Algorithm::Minimax; ROWS.len()];
        let mut index = 0;
        while index < ROWS.len() {
            all[index] = ROWS[index].0;
            index += 1;
        }
        all
    };

    fn row(self) -> &'static Row {
        // The rows stand in the order of the enum, as a test shows.
        &ROWS[self as usize]
    }

    /// The name on command lines.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.row().1
    }

    /// The name in the papers.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().2
    }

    /// What the algorithm does, in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.row().3
    }

    /// Whether a search starts with the window of the parameters.
    #[must_use]
    pub fn has_window(self) -> bool {
        matches!(
            self,
            Algorithm::AlphaBetaOriginal
                | Algorithm::AlphaBetaFailHard
                | Algorithm::AlphaBetaFailSoft
                | Algorithm::TwoPlayersOriginal
                | Algorithm::TwoPlayersFailHard
                | Algorithm::AlphaBetaTable
                | Algorithm::AlphaBetaTableOriginal
                | Algorithm::AlphaBetaTableFailHard
                | Algorithm::NegaScout
                | Algorithm::NegaScoutAb
                | Algorithm::NegaScoutTable
                | Algorithm::NegaScoutEtc
                | Algorithm::Pvs
                | Algorithm::Pns
                | Algorithm::Ins
        )
    }

    /// Returns the largest depth in plies and the largest number of children of a node that the algorithm can search;
    /// `None` if they are not limited.
    #[must_use]
    pub fn size_limit(self) -> Option<(usize, usize)> {
        matches!(self, Algorithm::SssStar | Algorithm::DualStar).then_some((MAX_LEVELS as usize, MAX_WIDTH))
    }

    /// Whether a search starts with the first guess of the parameters.
    #[must_use]
    pub fn has_guess(self) -> bool {
        matches!(self, Algorithm::Aspiration | Algorithm::MtdF | Algorithm::MtdFEtc | Algorithm::MtdStep)
    }

    /// Whether a search needs a range of values that contains the value of the root.
    #[must_use]
    pub fn has_range(self) -> bool {
        matches!(self, Algorithm::CStar | Algorithm::BestNode)
    }

    /// Returns the value of the root, or a bound if it lies outside the window of the parameters.
    ///
    /// # Errors
    /// [`SearchError`] if the tree is too large for the memory of the algorithm.
    pub fn search<T: GameTree, O: Observer<T>>(
        self,
        tree: &T,
        observer: &mut O,
        depth: u32,
        parameters: &Parameters,
    ) -> Result<Value, SearchError> {
        let root = tree.root();
        let &Parameters { window, guess, margin, step, range } = parameters;
        let (alpha, beta) = window;
        Ok(match self {
            Algorithm::Minimax => minimax(tree, observer, depth),
            Algorithm::Negamax => negamax(tree, observer, &root, depth),
            Algorithm::AlphaBetaOriginal => alpha_beta_original(tree, observer, &root, alpha, beta, depth),
            Algorithm::AlphaBetaFailHard => alpha_beta_fail_hard(tree, observer, &root, alpha, beta, depth),
            Algorithm::AlphaBetaFailSoft => alpha_beta_fail_soft(tree, observer, &root, alpha, beta, depth),
            Algorithm::AlphaBetaShallow => alpha_beta_shallow(tree, observer, &root, INFINITY, depth),
            Algorithm::TwoPlayersOriginal => {
                alpha_beta_two_players(tree, observer, window, depth, Fail::Original)
            }
            Algorithm::TwoPlayersFailHard => {
                alpha_beta_two_players(tree, observer, window, depth, Fail::Hard)
            }
            Algorithm::AlphaBetaTable => with_table(tree, observer, window, depth, Fail::Soft)?,
            Algorithm::AlphaBetaTableOriginal => with_table(tree, observer, window, depth, Fail::Original)?,
            Algorithm::AlphaBetaTableFailHard => with_table(tree, observer, window, depth, Fail::Hard)?,
            Algorithm::Aspiration => aspiration(tree, observer, guess, margin, depth),
            Algorithm::Scout => scout(tree, observer, &root, depth),
            Algorithm::NegaScout => negascout(tree, observer, &root, window, depth, Options::FIGURE_1),
            Algorithm::NegaScoutAb => negascout_ab(tree, observer, &root, alpha, beta, depth),
            Algorithm::NegaScoutTable => {
                negascout_with_table(tree, observer, window, depth, TableUse::TWO_BOUNDS)?
            }
            Algorithm::NegaScoutEtc => negascout_with_table(tree, observer, window, depth, TableUse::ETC)?,
            Algorithm::Pvs => pvs(tree, observer, &root, alpha, beta, depth),
            Algorithm::Pns => pns(tree, observer, &root, alpha, beta, depth),
            Algorithm::Ins => ins(tree, observer, &root, alpha, beta, depth),
            Algorithm::SssStar => sss_star(tree, observer, depth)?,
            Algorithm::DualStar => dual_star(tree, observer, depth)?,
            Algorithm::RecSssStar => rec_sss_star(tree, observer, depth),
            Algorithm::RecDualStar => rec_dual_star(tree, observer, depth),
            Algorithm::MtdF => mtd_f(tree, observer, guess, depth)?,
            Algorithm::MtdFEtc => mtd_table(tree, observer, depth, TableUse::ETC, mtd_f_bounds(guess))?,
            Algorithm::MtdStep => mtd_step(tree, observer, guess, step, depth)?,
            Algorithm::CStar => c_star(tree, observer, range, depth)?,
            Algorithm::BestNode => best_node_value(tree, observer, range, depth)?,
        })
    }

    /// Returns the value of the root and a best line.
    ///
    /// The line costs memory: one entry for each visited node ([`BestLine`]).
    ///
    /// # Errors
    /// As [`Algorithm::search`].
    pub fn solve<T: GameTree>(self, tree: &T, depth: u32) -> Result<Solution, SearchError> {
        let mut best = BestLine::default();
        let value = self.search(tree, &mut best, depth, &Parameters::default())?;
        Ok(Solution { value, line: best.line(tree, depth, value) })
    }
}

/// Searches a whole tree with a new table.
fn with_table<T: GameTree, O: Observer<T>>(
    tree: &T,
    observer: &mut O,
    window: (Value, Value),
    depth: u32,
    fail: Fail,
) -> Result<Value, TableFull> {
    let mut table = Table::default();
    let value = alpha_beta_table(tree, observer, &mut table, &tree.root(), window, depth, fail);
    observer.memory_changed(table.used() as isize);
    table.check().map(|()| value)
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of reading the name of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownAlgorithm(String);

impl fmt::Display for UnknownAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Algorithm::ALL.iter().map(|algorithm| algorithm.id()).collect();
        write!(f, "unknown algorithm '{}': expected {}", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownAlgorithm {}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.id() == name);
        found.ok_or_else(|| UnknownAlgorithm(name.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_has_its_row() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.row().0, algorithm);
            assert_eq!(algorithm.id().parse(), Ok(algorithm));
        }
        let error = "abc".parse::<Algorithm>().map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.starts_with("unknown algorithm 'abc': expected minimax, ")));
    }
}
