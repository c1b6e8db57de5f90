//! Suite: positions whose perft counts are known.

use std::cmp::Reverse;
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{MAX_DEPTH, divide, for_each_parallel};
use crate::commands::inputs::{Positions, check_readable};
use crate::commands::seconds;
use crate::console::{progress_count, show_total, warn};
use crate::epd::{Epd, Operand};
use crate::error::Error;
use crate::files::{UNLIMITED, quoted};
use crate::position::Position;
use crate::search::nodes_per_second;

/// Cases that are counted together: enough for all threads, and so few that a suite of any size fits in memory.
const BATCH: usize = 4096;

/// A position with known counts, from a line such as `FEN ;D1 20 ;D2 400`.
#[derive(Clone, Debug)]
struct Case {
    /// The file and the line.
    place: String,
    position: Position,
    /// Depths and their counts.
    counts: Vec<(u32, u64)>,
}

/// A count that differs from the known one.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// The file and the line.
    pub place: String,
    /// The position.
    pub position: Position,
    /// The depth in plies.
    pub depth: u32,
    /// The known count.
    pub expected: u64,
    /// The count found; `None` if it is so large that counting was given up.
    pub counted: Option<u64>,
}

/// The result of a perft suite.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Positions with known counts.
    pub cases: usize,
    /// Lines without a legal position or without valid counts, which were reported.
    pub skipped: usize,
    /// Positions counted at one depth at least.
    pub positions: usize,
    /// Counts made.
    pub counts: usize,
    /// Nodes of all counts.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// The number of counts that differ.
    pub wrong: usize,
    /// The first of them, in the order of the suite.
    pub first_wrong: Option<Mismatch>,
}

/// Why an EPD line is not a case of a perft suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum CaseError {
    #[error("no count such as ';D1 20'")]
    NoCount,
    #[error("{} has no valid count", quoted(.0))]
    InvalidCount(String),
    #[error("invalid depth '{}': expected an integer from 0 to {MAX_DEPTH}", quoted(.0))]
    Depth(String),
}

impl Case {
    fn of(place: String, epd: &Epd) -> Result<Case, CaseError> {
        let mut counts = Vec::new();
        for operation in &epd.operations {
            let digits = operation.opcode.strip_prefix('D').unwrap_or_default();
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let depth = digits.parse().ok().filter(|depth| *depth <= MAX_DEPTH);
            let depth = depth.ok_or_else(|| CaseError::Depth(operation.opcode.clone()))?;
            let count = match operation.operand {
                Operand::Integer(count) => u64::try_from(count).ok(),
                _ => None,
            };
            counts.push((depth, count.ok_or_else(|| CaseError::InvalidCount(operation.opcode.clone()))?));
        }
        if counts.is_empty() {
            return Err(CaseError::NoCount);
        }
        Ok(Case { place, position: epd.position.clone(), counts })
    }

    fn within(&self, max_nodes: u64) -> impl Iterator<Item = (u32, u64)> {
        self.counts.iter().copied().filter(move |(_, count)| *count <= max_nodes)
    }

    fn mismatch(&self, depth: u32, expected: u64, counted: Option<u64>) -> Mismatch {
        Mismatch { place: self.place.clone(), position: self.position.clone(), depth, expected, counted }
    }
}

/// Counts every case to the depths whose known counts are at most `max_nodes`. Calls `counted` with the known
/// count after each.
fn check(cases: &[Case], max_nodes: u64, threads: usize, counted: impl Fn(u64) + Sync) -> Summary {
    let start = Instant::now();
    let mut order: Vec<usize> = (0..cases.len()).collect();
    // Longest first, so that all threads finish at about the same time.
    order.sort_by_key(|index| Reverse(known_nodes(&cases[*index..=*index], max_nodes)));
    let done = Mutex::new(Vec::new());
    for_each_parallel(&order, threads, |&index| {
        for (depth, expected) in cases[index].within(max_nodes) {
            let nodes = cases[index].position.perft_within(depth, most_counted(expected));
            counted(expected);
            done.lock().unwrap_or_else(PoisonError::into_inner).push((index, depth, expected, nodes));
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable();
    let mut wrong = done.iter().filter(|(_, _, expected, nodes)| Some(*expected) != *nodes);
    Summary {
        cases: cases.len(),
        skipped: 0,
        positions: done.chunk_by(|a, b| a.0 == b.0).count(),
        counts: done.len(),
        nodes: sum(done.iter().map(|(_, _, expected, nodes)| nodes.unwrap_or(most_counted(*expected)))),
        elapsed: start.elapsed(),
        wrong: wrong.clone().count(),
        first_wrong: wrong
            .next()
            .map(|&(index, depth, expected, nodes)| cases[index].mismatch(depth, expected, nodes)),
    }
}

/// Counts up to this are exact, however far they are beyond the known ones.
const MIN_LIMIT: u64 = 10_000_000;

/// The count beyond which counting is given up, since the known one cannot be a misprint then.
fn most_counted(expected: u64) -> u64 {
    expected.saturating_mul(2).max(MIN_LIMIT)
}

/// The sum of the known counts that are at most `max_nodes`.
fn known_nodes(cases: &[Case], max_nodes: u64) -> u64 {
    sum(cases.iter().flat_map(|case| case.within(max_nodes)).map(|(_, count)| count))
}

/// The sum of counts, which a file may make as large as it likes.
fn sum(counts: impl Iterator<Item = u64>) -> u64 {
    counts.fold(0, u64::saturating_add)
}

/// A run of perft suites.
#[derive(Clone, Debug)]
pub struct PerftSuite {
    /// The suites: EPD files with known counts.
    pub files: Vec<PathBuf>,
    /// Larger counts are left out.
    pub max_nodes: u64,
    /// Threads that count.
    pub threads: usize,
}

impl PerftSuite {
    /// Checks the files and writes the totals, and the first mismatch, with its divide unless counting was given up.
    ///
    /// # Errors
    /// [`Error::Failed`] if a count differs or a line was skipped; those of [`PerftSuite::check`] and of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let summary = self.check()?;
        summary.write(out)?;
        if summary.wrong == 0 && summary.skipped == 0 { Ok(()) } else { Err(Error::Failed) }
    }

    /// Counts the positions of the files, some thousand of which are in memory at a time. Lines without a legal position or
    /// without valid counts are reported and skipped.
    ///
    /// # Errors
    /// [`Error::File`] if a file cannot be read, or if it has lines and all are skipped; [`Error::NoInput`] if the files
    /// have no position or only larger counts.
    pub fn check(&self) -> Result<Summary, Error> {
        check_readable(&self.files)?;
        let read =
            |path: &Path, number, epd: Epd| Case::of(format!("{}, line {number}", path.display()), &epd);
        let bar = progress_count("nodes");
        let warn = |message: fmt::Arguments<'_>| bar.suspend(|| warn(message));
        let mut cases = Positions::new(self.files.clone(), UNLIMITED, read, warn);
        let mut summary = Summary::default();
        loop {
            let batch = cases.by_ref().take(BATCH).collect::<Result<Vec<Case>, Error>>()?;
            let is_last = batch.len() < BATCH;
            if is_last {
                show_total(&bar, summary.nodes.saturating_add(known_nodes(&batch, self.max_nodes)));
            }
            summary.add(check(&batch, self.max_nodes, self.threads, |nodes| bar.inc(nodes)));
            if is_last {
                break;
            }
        }
        bar.finish_and_clear();
        summary.skipped = cases.skipped().load(Ordering::Relaxed);
        match summary {
            Summary { cases: 0, .. } => Err(Error::NoInput("positions")),
            // Without a count the check would pass.
            Summary { counts: 0, .. } => Err(Error::NoInput("counts up to --max-nodes")),
            summary => Ok(summary),
        }
    }
}

impl Summary {
    /// Adds the result of the cases that follow.
    fn add(&mut self, next: Summary) {
        let Summary { cases, skipped, positions, counts, nodes, elapsed, wrong, first_wrong } = next;
        self.cases += cases;
        self.skipped += skipped;
        self.positions += positions;
        self.counts += counts;
        self.nodes = self.nodes.saturating_add(nodes);
        self.elapsed += elapsed;
        self.wrong += wrong;
        self.first_wrong = self.first_wrong.take().or(first_wrong);
    }

    fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        let Summary { cases, skipped, positions, counts, nodes, elapsed, wrong, first_wrong } = self;
        if let Some(first) = first_wrong {
            let Mismatch { place, position, depth, expected, counted } = first;
            writeln!(out, "{place}: {}", position.fen())?;
            match counted {
                Some(counted) => {
                    writeln!(out, "depth {depth}: expected {expected} nodes, counted {counted}\n")?;
                    divide(position, *depth, out)?;
                }
                None => {
                    let most = most_counted(*expected);
                    writeln!(out, "depth {depth}: expected {expected} nodes, counted more than {most}")?;
                }
            }
            writeln!(out)?;
        }
        writeln!(out, "Positions: {positions} of {cases}")?;
        writeln!(out, "Counts: {counts}, wrong: {wrong}")?;
        writeln!(out, "Nodes: {nodes}")?;
        writeln!(out, "Time: {}", seconds(*elapsed))?;
        writeln!(out, "Nodes/second: {}", nodes_per_second(*nodes, *elapsed))?;
        if *skipped > 0 {
            writeln!(out, "Skipped lines: {skipped}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(lines: &str) -> Result<Vec<Case>, CaseError> {
        let epds = crate::epd::read_lines(lines).unwrap();
        epds.iter().map(|(number, epd)| Case::of(format!("line {number}"), epd)).collect()
    }

    const TWO: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
        8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 ;D1 14 ;D2 190 ;D3 2812 ;id wrong at 2";

    #[test]
    fn only_the_wrong_count_is_a_mismatch() {
        let cases = cases(TWO).unwrap();
        let summary = check(&cases, u64::MAX, 2, |_| {});
        assert_eq!((summary.positions, summary.counts), (2, 6));
        assert_eq!(summary.nodes, 20 + 400 + 8902 + 14 + 191 + 2812);
        let wrong = summary.first_wrong.as_ref().expect("a mismatch");
        assert_eq!((summary.wrong, wrong.depth, wrong.expected, wrong.counted), (1, 2, 190, Some(191)));
        assert_eq!(wrong.place, "line 2");
    }

    /// A suite of more positions than are counted together: only the second of them is wrong.
    #[test]
    fn a_large_suite_is_counted_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("large.epd");
        let lines = "4k3/8/8/8/8/8/8/4K2R w K - ;D1 15\n".repeat(BATCH + 7);
        std::fs::write(&file, lines.replacen(";D1 15", ";D1 16", 2).replacen(";D1 16", ";D1 15", 1)).unwrap();
        let suite = PerftSuite { files: vec![file], max_nodes: 100, threads: 2 };
        let summary = suite.check().unwrap();
        let all = BATCH + 7;
        assert_eq!((summary.cases, summary.positions, summary.counts, summary.wrong), (all, all, all, 1));
        assert_eq!(summary.nodes, 15 * all as u64);
        assert!(summary.first_wrong.is_some_and(|wrong| wrong.place.ends_with("large.epd, line 2")));
    }

    #[test]
    fn each_count_of_a_depth_is_compared() {
        let summary = check(&cases("4k3/8/8/8/8/8/8/4K2R w K - ;D1 15 ;D1 14").unwrap(), u64::MAX, 1, |_| {});
        assert_eq!((summary.counts, summary.wrong), (2, 1));
    }

    #[test]
    fn the_sum_of_counts_of_any_size_is_known() {
        let count = "4k3/8/8/8/8/8/8/4K2R w K - ;D1 9223372036854775807 ;D2 9223372036854775807 ;D3 9";
        assert_eq!(known_nodes(&cases(count).unwrap(), u64::MAX), u64::MAX);
    }

    #[test]
    fn max_nodes_leaves_out_larger_counts() {
        let summary = check(&cases(TWO).unwrap(), 400, 1, |_| {});
        assert_eq!((summary.counts, summary.nodes), (4, 20 + 400 + 14 + 191));
    }

    #[test]
    fn a_count_that_is_far_too_small_ends_the_counting() {
        let cases = cases("4k3/8/8/8/8/8/8/4K2R w K - ;D99 7").unwrap();
        let summary = check(&cases, 100, 1, |_| {});
        let counted = summary.first_wrong.as_ref().map(|wrong| wrong.counted);
        assert_eq!((summary.wrong, counted, summary.nodes), (1, Some(None), 10_000_000));
        let mut out = Vec::new();
        summary.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("depth 99: expected 7 nodes, counted more than 10000000\n"), "{text}");
    }

    #[test]
    fn lines_without_valid_counts_are_errors() {
        let deep = cases("4k3/8/8/8/8/8/8/4K3 w - - ;D100 1").expect_err("a depth");
        assert_eq!(deep.to_string(), "invalid depth 'D100': expected an integer from 0 to 99");
        for line in [
            "4k3/8/8/8/8/8/8/4K3 w - - ;id x",
            "4k3/8/8/8/8/8/8/4K3 w - - ;D1 many",
            "4k3/8/8/8/8/8/8/4K3 w - - ;D99999999999 1",
        ] {
            assert!(cases(line).is_err(), "{line}");
        }
    }
}
