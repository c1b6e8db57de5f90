//! Perft suite: counting many positions whose counts are known.

use std::cmp::Reverse;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::inputs::read_epds;
use super::perft::{divide, share_out};
use super::seconds;
use crate::console::progress_bar;
use crate::epd::Epd;
use crate::error::Error;
use crate::position::Position;
use crate::search::nodes_per_second;

/// A position with its known counts, from a line such as `FEN ;D1 20 ;D2 400`.
#[derive(Clone, Debug)]
pub struct Case {
    /// The file and the line it stands in.
    pub place: String,
    /// The position.
    pub position: Position,
    /// Depths and their counts.
    pub counts: Vec<(u32, u64)>,
}

/// A count that is not the one that is known.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The file and the line.
    pub place: String,
    /// The position.
    pub position: Position,
    /// The depth.
    pub depth: u32,
    /// The known count.
    pub expected: u64,
    /// What was counted.
    pub counted: u64,
}

/// What a run over a suite gave.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Positions counted, at one depth at least.
    pub positions: usize,
    /// Counts made.
    pub counts: usize,
    /// All nodes together.
    pub nodes: u64,
    /// Time on the wall.
    pub elapsed: Duration,
    /// What did not agree, in the order of the suite.
    pub mismatches: Vec<Mismatch>,
}

impl Case {
    fn of(place: String, epd: &Epd) -> Result<Case, Error> {
        let mut counts = Vec::new();
        for operation in &epd.operations {
            let depth = operation.opcode.strip_prefix('D').and_then(|digits| digits.parse().ok());
            let Some(depth) = depth else { continue };
            let count = epd.integer(&operation.opcode).and_then(|count| u64::try_from(count).ok());
            let Some(count) = count else {
                return Err(Error::Sentence(format!("{place}: {} has no count", operation.opcode)));
            };
            counts.push((depth, count));
        }
        if counts.is_empty() {
            return Err(Error::Sentence(format!("{place}: there is no count such as ;D1 20")));
        }
        Ok(Case { place, position: epd.position.clone(), counts })
    }

    fn within(&self, max_nodes: u64) -> impl Iterator<Item = (u32, u64)> {
        self.counts.iter().copied().filter(move |(_, count)| *count <= max_nodes)
    }

    fn mismatch(&self, depth: u32, expected: u64, counted: u64) -> Mismatch {
        Mismatch { place: self.place.clone(), position: self.position.clone(), depth, expected, counted }
    }
}

/// Reads the cases of files.
///
/// # Errors
/// A sentence for the first file or line that cannot be read.
pub fn read_cases(files: &[PathBuf]) -> Result<Vec<Case>, Error> {
    let mut cases = Vec::new();
    for file in files {
        let name = file.display();
        for (number, epd) in read_epds(file)? {
            cases.push(Case::of(format!("{name}, line {number}"), &epd)?);
        }
    }
    Ok(cases)
}

/// Counts every case as deep as it has counts of at most `max_nodes`. After each count `counted` is
/// told how many nodes it was to have.
#[must_use]
pub fn check(cases: &[Case], max_nodes: u64, threads: usize, counted: impl Fn(u64) + Sync) -> Summary {
    let start = Instant::now();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    // The longest first, lest one thread is left with them in the end.
    order.sort_by_key(|index| Reverse(work(&cases[*index..=*index], max_nodes)));
    let done = Mutex::new(Vec::new());
    share_out(&order, threads, |&index| {
        for (depth, expected) in cases[index].within(max_nodes) {
            let nodes = cases[index].position.perft(depth);
            counted(expected);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, depth, expected, nodes));
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable();
    let wrong = done.iter().filter(|(_, _, expected, nodes)| expected != nodes);
    Summary {
        positions: done.chunk_by(|a, b| a.0 == b.0).count(),
        counts: done.len(),
        nodes: done.iter().map(|(.., nodes)| nodes).sum(),
        elapsed: start.elapsed(),
        mismatches: wrong
            .map(|&(index, depth, expected, nodes)| cases[index].mismatch(depth, expected, nodes))
            .collect(),
    }
}

/// The nodes that a run is to count.
fn work(cases: &[Case], max_nodes: u64) -> u64 {
    cases.iter().flat_map(|case| case.within(max_nodes)).map(|(_, count)| count).sum()
}

/// Checks the files and writes the totals, and the first mismatch with its divide.
///
/// # Errors
/// [`Error::Failed`] where a count differs; a sentence where a file cannot be read; those of `out`.
pub fn run(files: &[PathBuf], max_nodes: u64, threads: usize, out: &mut dyn Write) -> Result<(), Error> {
    let cases = read_cases(files)?;
    let bar = progress_bar(work(&cases, max_nodes), "nodes");
    let summary = check(&cases, max_nodes, threads, |nodes| bar.inc(nodes));
    bar.finish_and_clear();
    let Summary { positions, counts, nodes, elapsed, mismatches } = &summary;
    if let Some(first) = mismatches.first() {
        let Mismatch { place, position, depth, expected, counted } = first;
        writeln!(out, "{place}: {}", position.fen())?;
        writeln!(out, "depth {depth}: {expected} nodes are right, {counted} were counted\n")?;
        divide(position, *depth, out)?;
        writeln!(out)?;
    }
    writeln!(out, "Positions: {positions} of {}", cases.len())?;
    writeln!(out, "Counts: {counts}, of them wrong: {}", mismatches.len())?;
    writeln!(out, "Nodes: {nodes}")?;
    writeln!(out, "Time: {}", seconds(*elapsed))?;
    writeln!(out, "Nodes/second: {}", nodes_per_second(*nodes, *elapsed))?;
    if mismatches.is_empty() { Ok(()) } else { Err(Error::Failed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(lines: &str) -> Result<Vec<Case>, Error> {
        let epds = crate::epd::read_lines(lines).unwrap();
        epds.iter().map(|(number, epd)| Case::of(format!("line {number}"), epd)).collect()
    }

    const TWO: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
        8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 190 ;D3 2812 ;id wrong at 2";

    #[test]
    fn a_wrong_count_is_found_and_the_others_are_not_blamed() {
        let cases = cases(TWO).unwrap();
        let summary = check(&cases, u64::MAX, 2, |_| {});
        assert_eq!((summary.positions, summary.counts), (2, 6));
        assert_eq!(summary.nodes, 20 + 400 + 8902 + 14 + 191 + 2812);
        let [wrong] = &summary.mismatches[..] else { panic!("{:?}", summary.mismatches) };
        assert_eq!((wrong.depth, wrong.expected, wrong.counted), (2, 190, 191));
        assert_eq!(wrong.place, "line 2");
    }

    #[test]
    fn max_nodes_leaves_out_the_deep_counts() {
        let summary = check(&cases(TWO).unwrap(), 400, 1, |_| {});
        assert_eq!((summary.counts, summary.nodes), (4, 20 + 400 + 14 + 191));
    }

    #[test]
    fn a_line_without_counts_is_refused() {
        for line in ["4k3/8/8/8/8/8/8/4K3 w - - ;id x", "4k3/8/8/8/8/8/8/4K3 w - - ;D1 many"] {
            assert!(matches!(cases(line), Err(Error::Sentence(_))), "{line}");
        }
    }
}
