//! The command `trace`.

use std::io::Write;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};
use lancet::console::{integer_from, write_atomic};
use lancet::files::OutputFile;
use lancet_arena::results_file::distinct;

use super::golden::TreeKind;
use crate::algorithm::{Algorithm, Bounds, Parameters};
use crate::command_line;
use crate::error::LabError;
use crate::printed::{PRINTED_TREES, PrintedTree};
use crate::size_limit::MAX_DEPTH;
use crate::trace::{
    Heading, Outline, PageTree, Recording, TooManyNodes, View, dot, page, summary, svg, text, tikz,
};
use crate::tree::{Commuting, Explicit, Iid, Incremental, Order, TopDown, TreeLiteral};
use crate::{GameTree, INFINITY, Value};

/// The largest number of nodes of a tree on a page, which holds every step of every algorithm.
const MAX_PAGE_NODES: usize = 1000;

/// The largest number of nodes of a tree on a page that has all algorithms if none are named.
const MAX_NODES_FOR_ALL: usize = 200;

/// The most that a value on the command line may be: less than the windows beside an infinite bound.
const LARGEST: i64 = INFINITY as i64 - 2;

/// Watch searches of a small tree, step by step
///
/// The tree is typed in (--tree), one that a source prints (--preset), or a generated one (--generate). Without a file,
/// every event is printed as a line of text: the path of the node in Dewey decimal notation (2.1 is the first child of
/// the second child of the root), its kind (1 to 3.2, - outside the minimal tree), and what happened.
///
/// Examples:
///   lancet-lab trace --tree '[[3,5],[2,[6,7]]]' --algorithms negascout
///   lancet-lab trace --preset hsu-complete --algorithms negascout,sss --html page.html
///   lancet-lab trace --preset all --html page.html
///   lancet-lab trace --generate td --width 3 --depth 4 --seed 5 --algorithms mtd --svg tree.svg
#[derive(Args, Clone, PartialEq, Debug)]
#[command(verbatim_doc_comment)]
pub(super) struct Trace {
    /// The tree as nested lists of leaf values, from the point of view of the root
    #[arg(long, value_name = "TREE", conflicts_with_all = ["preset", "generate"])]
    tree: Option<String>,
    /// Trees that the sources print, by name; `all` for all of them [default: hsu-complete]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "generate")]
    preset: Vec<String>,
    /// Generate a tree of this kind
    #[arg(long, value_enum, value_name = "KIND")]
    generate: Option<TreeKind>,
    /// generate: number of children of a node
    #[arg(short, long, value_name = "N", default_value_t = 3, requires = "generate")]
    width: usize,
    /// generate: depth in plies
    #[arg(short, long, value_name = "N", default_value_t = 3, requires = "generate", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// generate: number of different values of a leaf
    #[arg(long, value_name = "N", default_value_t = 50, requires = "generate", value_parser = integer_from(1_u32))]
    range: u32,
    /// td: probability that the first child is best; incr: how much less later children gain [default: 0.6]
    #[arg(short, long, value_name = "P", requires = "generate", value_parser = command_line::number(0.0..=1.0))]
    p: Option<f64>,
    /// generate: seed of the tree
    #[arg(long, value_name = "N", default_value_t = 17, requires = "generate")]
    seed: u64,
    /// The algorithms; the page shows the first two side by side [default: alpha-beta; with --html all, or alpha-beta and negascout on trees of more than 200 nodes]
    #[arg(short, long, value_name = "NAMES", value_delimiter = ',', value_enum)]
    algorithms: Vec<Algorithm>,
    /// Window at the root, for alpha-beta and NegaScout in their forms, NSab, PVS, PNS and INS
    #[arg(long, num_args = 2, value_names = ["ALPHA", "BETA"], allow_negative_numbers = true, value_parser = number())]
    window: Vec<Value>,
    /// First guess of MTD(f) with ETC or without, MTD(step) and aspiration search [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number())]
    guess: Option<Value>,
    /// Half the width of the window of aspiration search [default: 2]
    #[arg(long, value_name = "N", value_parser = positive())]
    margin: Option<Value>,
    /// Step of MTD(step) [default: 5]
    #[arg(long, value_name = "N", value_parser = positive())]
    step: Option<Value>,
    /// Range of values for C* and BNS, which contains the value of the root [default: that of the leaves]
    #[arg(long, num_args = 2, value_names = ["LOW", "HIGH"], allow_negative_numbers = true, value_parser = number())]
    bisect: Vec<Value>,
    /// Show the values of the side to move (negamax) instead of those of the player at the root (minimax)
    #[arg(long)]
    negamax: bool,
    /// Write a page to FILE on which the searches can be stepped through, with exercises
    #[arg(long, value_name = "FILE")]
    html: Option<OutputFile>,
    /// Draw the finished searches to FILE
    #[arg(long, value_name = "FILE")]
    svg: Option<OutputFile>,
    /// Write the finished searches to FILE for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<OutputFile>,
    /// Write the finished searches to FILE for LaTeX, as TikZ pictures
    #[arg(long, value_name = "FILE")]
    tikz: Option<OutputFile>,
    /// List the trees that the sources print
    #[arg(long, exclusive = true)]
    list: bool,
}

/// The parser of values: integers within the infinite values.
fn number() -> clap::builder::RangedI64ValueParser<Value> {
    clap::value_parser!(i32).range(-LARGEST..=LARGEST)
}

/// The parser of widths and steps.
fn positive() -> clap::builder::RangedI64ValueParser<Value> {
    clap::value_parser!(i32).range(1..=LARGEST)
}

impl ValueEnum for Algorithm {
    fn value_variants<'a>() -> &'a [Algorithm] {
        &Algorithm::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.id()).help(format!("{}: {}", self.name(), self.summary())))
    }
}

/// Prints a tree of the sources: what it shows, where it comes from, and what was filled in.
fn list(tree: &PrintedTree, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{:20} {} ({})\n{:20} {}", tree.name, tree.title, tree.origin(), "", tree.text)?;
    if tree.note.is_empty() { Ok(()) } else { writeln!(out, "{:20} {}", "", tree.note) }
}

/// Where results go while the trees are searched.
struct Results<'a> {
    out: &'a mut dyn Write,
    page: Vec<PageTree>,
}

impl Trace {
    /// Searches the trees and writes the requested tables and pages.
    ///
    /// # Errors
    /// If a tree is invalid or too large, or a file cannot be written; those of `out`.
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<(), LabError> {
        if self.list {
            return Ok(PRINTED_TREES.iter().try_for_each(|tree| list(tree, out))?);
        }
        let mut results = Results { out, page: Vec::new() };
        if let Some(kind) = self.generate {
            self.generated(kind, &mut results)?;
        } else if let Some(text) = &self.tree {
            let heading = Heading { name: "typed", title: text, source: "" };
            self.explicit(heading, text, &mut results)?;
        } else {
            let trees = self.presets()?;
            if trees.len() > 1 && [&self.svg, &self.dot, &self.tikz].iter().any(|file| file.is_some()) {
                return Err(LabError::SeveralTrees);
            }
            for tree in trees {
                let heading = Heading { name: tree.name, title: tree.title, source: &tree.origin() };
                self.explicit(heading, tree.text, &mut results)?;
            }
        }
        if let Some(path) = &self.html {
            let html = page(&results.page, self.view());
            write_atomic(path, |file| file.write_all(html.as_bytes()))?;
        }
        Ok(())
    }

    fn view(&self) -> View {
        if self.negamax { View::SideToMove } else { View::Root }
    }

    /// The printed trees of the names on the command line.
    fn presets(&self) -> Result<Vec<&'static PrintedTree>, LabError> {
        if self.preset.is_empty() {
            return Ok(PRINTED_TREES.iter().take(1).collect());
        }
        let names = || PRINTED_TREES.iter().map(|tree| tree.name).collect();
        let find = |name: &String| {
            let unknown = || LabError::UnknownPreset { name: name.clone(), names: names() };
            PrintedTree::of_name(name).ok_or_else(unknown)
        };
        let (all, named): (Vec<&String>, Vec<&String>) =
            distinct(&self.preset).into_iter().partition(|name| *name == "all");
        let named: Vec<&PrintedTree> = named.into_iter().map(find).collect::<Result<_, _>>()?;
        Ok(if all.is_empty() { named } else { PRINTED_TREES.iter().collect() })
    }

    fn explicit(&self, heading: Heading<'_>, text: &str, results: &mut Results<'_>) -> Result<(), LabError> {
        let literal = TreeLiteral::parse(text).map_err(|error| LabError::Tree(error.pointed(text)))?;
        self.search(heading, &Explicit::new(&literal), literal.height(), results)
    }

    fn generated(&self, kind: TreeKind, results: &mut Results<'_>) -> Result<(), LabError> {
        let &Trace { width, depth, range, p, seed, .. } = self;
        if width == 0 {
            return Err(LabError::EmptyTree);
        }
        let p = kind.p(p)?;
        kind.check_range(range, depth, p)?;
        let id = kind.id();
        let order = if kind.has_p() { format!(", p {p}") } else { String::new() };
        let title = format!("{id}, width {width}, depth {depth}, range {range}{order}, seed {seed}");
        let heading = Heading { name: &id, title: &title, source: "" };
        match kind {
            TreeKind::Iid => self.search(heading, &Iid::new(width, range, seed), depth, results),
            TreeKind::Td => {
                self.search(heading, &TopDown::new(width, Order::first(p), range, seed), depth, results)
            }
            TreeKind::Incr => self.search(heading, &Incremental::new(width, range, p, seed), depth, results),
            TreeKind::Dag => self.search(heading, &Commuting::new(width, range, seed), depth, results),
        }
    }

    fn search<T: GameTree>(
        &self,
        heading: Heading<'_>,
        tree: &T,
        depth: u32,
        results: &mut Results<'_>,
    ) -> Result<(), LabError> {
        let outline = Outline::of(tree, depth)?;
        if self.html.is_some() && outline.nodes.len() > MAX_PAGE_NODES {
            return Err(TooManyNodes { limit: MAX_PAGE_NODES }.into());
        }
        let chosen = self.chosen(&outline);
        let parameters = self.parameters(&outline, &chosen)?;
        let record = |algorithm| Recording::of(algorithm, tree, depth, &parameters);
        let recordings = chosen.into_iter().map(record).collect::<Result<Vec<Recording>, _>>()?;
        let view = self.view();
        let mut has_file = self.html.is_some();
        for (file, format) in [
            (&self.svg, svg as fn(&[Recording], &Outline, View) -> String),
            (&self.dot, dot),
            (&self.tikz, tikz),
        ] {
            if let Some(path) = file {
                has_file = true;
                let drawing = format(&recordings, &outline, view);
                write_atomic(path, |file| file.write_all(drawing.as_bytes()))?;
            }
        }
        writeln!(results.out, "{}: {}", heading.name, heading.title)?;
        for recording in &recordings {
            if has_file {
                write!(results.out, "{:32} {}", recording.algorithm.name(), summary(recording, &outline))?;
            } else {
                writeln!(results.out, "\n{}", text(recording, &outline, view).trim_end())?;
            }
        }
        if self.html.is_some() {
            results.page.push(PageTree::new(heading, (tree, depth), &outline, &recordings)?);
        }
        Ok(())
    }

    /// The algorithms on the command line, or the default ones.
    fn chosen(&self, outline: &Outline) -> Vec<Algorithm> {
        if !self.algorithms.is_empty() {
            return distinct(self.algorithms.iter().copied());
        }
        let first = [Algorithm::AlphaBetaFailSoft, Algorithm::NegaScout];
        if self.html.is_none() {
            return first[..1].to_vec();
        }
        if outline.nodes.len() > MAX_NODES_FOR_ALL {
            return first.to_vec();
        }
        let others = Algorithm::ALL.into_iter().filter(|algorithm| {
            let is_small = |(depth, width)| outline.depth() <= depth && outline.width() <= width;
            algorithm.size_limit().is_none_or(is_small) && !first.contains(algorithm)
        });
        first.into_iter().chain(others).collect()
    }

    /// Checks that one of the algorithms has each parameter that is given.
    fn check_parameters(&self, chosen: &[Algorithm]) -> Result<(), LabError> {
        let is = |wanted: Algorithm| move |algorithm: Algorithm| algorithm == wanted;
        let needs: [(_, bool, &dyn Fn(Algorithm) -> bool); 5] = [
            ("--window", !self.window.is_empty(), &Algorithm::has_window),
            ("--guess", self.guess.is_some(), &Algorithm::has_guess),
            ("--margin", self.margin.is_some(), &is(Algorithm::Aspiration)),
            ("--step", self.step.is_some(), &is(Algorithm::MtdStep)),
            ("--bisect", !self.bisect.is_empty(), &Algorithm::has_range),
        ];
        let unused = needs
            .iter()
            .find(|(_, is_given, has)| *is_given && !chosen.iter().any(|algorithm| has(*algorithm)));
        unused.map_or(Ok(()), |(option, ..)| Err(LabError::UnusedParameter(option)))
    }

    fn parameters(&self, outline: &Outline, chosen: &[Algorithm]) -> Result<Parameters, LabError> {
        self.check_parameters(chosen)?;
        let mut parameters = Parameters::DEFAULT;
        parameters.guess = self.guess.unwrap_or(parameters.guess);
        parameters.margin = self.margin.unwrap_or(parameters.margin);
        parameters.step = self.step.unwrap_or(parameters.step);
        if let &[alpha, beta] = self.window.as_slice() {
            if alpha >= beta {
                return Err(LabError::EmptyWindow(alpha, beta));
            }
            parameters.window = (alpha, beta);
        }
        let leaves = || outline.nodes.iter().filter(|node| node.is_leaf()).map(|node| node.value);
        let (lower, upper) = match *self.bisect.as_slice() {
            [low, high] if low > high => return Err(LabError::ReversedRange(low, high)),
            [low, high] => (low, high),
            // One more than the largest value, so that a test can fail low everywhere.
            _ => (leaves().min().unwrap_or(0), leaves().max().unwrap_or(0).saturating_add(1).min(INFINITY)),
        };
        let range = Bounds { lower, upper };
        let value = outline.nodes.first().map_or(lower, |root| root.value);
        let has_value = (range.lower..=range.upper).contains(&value);
        if !has_value && chosen.iter().any(|algorithm| algorithm.has_range()) {
            return Err(LabError::RangeWithoutValue { range, value });
        }
        parameters.range = range;
        Ok(parameters)
    }
}
