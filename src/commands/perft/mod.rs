//! Perft: counting the tree of legal moves, to check the move generator and measure its speed.

#[cfg(feature = "cli")]
mod suite;

#[cfg(feature = "cli")]
pub use suite::{Mismatch, PerftSuite, Summary};

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::seconds;
use crate::error::Error;
use crate::position::Position;
use crate::search::nodes_per_second;

/// The maximum depth of a perft in plies, which bounds the recursion.
pub const MAX_DEPTH: u32 = 99;

/// A perft of one position.
#[derive(Clone, Debug)]
pub struct Perft {
    /// The root position.
    pub position: Position,
    /// The depth in plies.
    pub depth: u32,
    /// Threads that count.
    pub threads: usize,
    /// Whether to write the count of each root move too.
    pub divide: bool,
}

impl Perft {
    /// Counts, then writes the total, the time and the speed.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let start = Instant::now();
        let counts = count_by_move(&self.position, self.depth, self.threads);
        let elapsed = start.elapsed();
        let nodes = total(&counts, self.depth);
        if self.divide {
            write_rows(&self.position, counts, out, |count, _| Ok(count))?;
            writeln!(out)?;
        }
        writeln!(out, "Nodes searched: {nodes}")?;
        writeln!(out, "Time: {}", seconds(elapsed))?;
        writeln!(out, "Nodes/second: {}", nodes_per_second(nodes, elapsed))?;
        Ok(())
    }
}

/// Writes the count of each root move as soon as it is known, an empty line, and `Nodes searched: N`. Flushes
/// `out` before each subtree of depth 3.
///
/// # Errors
/// Those of `out`, which ends the count by refusing a line or a flush.
pub fn divide(position: &Position, depth: u32, out: &mut dyn Write) -> io::Result<()> {
    let Some(child_depth) = depth.checked_sub(1) else {
        return writeln!(out, "\nNodes searched: 1");
    };
    let mut nodes = 0;
    let moves = position.legal_moves().into_iter().map(|m| (m, m)).collect();
    write_rows(position, moves, out, |m, out| {
        let count = count_with_flushes(&position.play(m), child_depth, out)?;
        nodes += count;
        Ok(count)
    })?;
    writeln!(out, "\nNodes searched: {nodes}")
}

/// Writes a row for each root move, sorted by its text, with its count, which `count` returns for what comes with it.
fn write_rows<T, W: Write + ?Sized>(
    position: &Position,
    moves: Vec<(Move, T)>,
    out: &mut W,
    mut count: impl FnMut(T, &mut W) -> io::Result<u64>,
) -> io::Result<()> {
    let mut rows: Vec<_> = moves.into_iter().map(|(m, of_move)| (position.move_text(m), of_move)).collect();
    rows.sort_by(|a, b| a.0.cmp(&b.0));
    for (text, of_move) in rows {
        let count = count(of_move, out)?;
        writeln!(out, "{text}: {count}")?;
    }
    Ok(())
}

/// The greatest depth that is counted without a flush.
const UNFLUSHED_DEPTH: u32 = 3;

fn count_with_flushes(position: &Position, depth: u32, out: &mut dyn Write) -> io::Result<u64> {
    if depth <= UNFLUSHED_DEPTH {
        out.flush()?;
        return Ok(position.perft(depth));
    }
    position.legal_moves().iter().map(|m| count_with_flushes(&position.play(*m), depth - 1, out)).sum()
}

/// Runs of each of the two counts in [`compare`]; the best time counts.
const ROUNDS: u32 = 5;

/// Counts with Lancet's and shakmaty's perft in alternating runs, and writes the ratio of their times.
///
/// # Errors
/// [`Error::Failed`] if the counts differ; those of `out`.
pub fn compare(position: &Position, depth: u32, out: &mut dyn Write) -> Result<(), Error> {
    let (mut ours, mut theirs) = ((0, Duration::MAX), (0, Duration::MAX));
    for _ in 0..ROUNDS {
        time(&mut ours, || position.perft(depth));
        time(&mut theirs, || shakmaty::perft(position.chess(), depth));
    }
    for (name, (nodes, elapsed)) in [("lancet", ours), ("shakmaty", theirs)] {
        let speed = nodes_per_second(nodes, elapsed);
        writeln!(out, "{name:<8}  {nodes} nodes  {}  {speed} nodes/second", seconds(elapsed))?;
    }
    if ours.0 != theirs.0 {
        return Err(Error::Failed);
    }
    let ratio = theirs.1.as_secs_f64() / ours.1.as_secs_f64();
    writeln!(out, "ratio: {ratio:.2} (best of {ROUNDS} alternating runs)")?;
    Ok(())
}

fn time(best: &mut (u64, Duration), count: impl FnOnce() -> u64) {
    let start = Instant::now();
    let nodes = count();
    *best = (nodes, best.1.min(start.elapsed()));
}

/// Returns the count of each legal move; no move at depth 0.
fn count_by_move(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let Some(child_depth) = depth.checked_sub(1) else { return Vec::new() };
    let moves = position.legal_moves();
    let totals: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let count = |(index, position): &(usize, Position), depth| {
        totals[*index].fetch_add(position.perft(depth), Ordering::Relaxed);
    };
    let children: Vec<_> = moves.iter().map(|m| position.play(*m)).enumerate().collect();
    if threads == 1 || child_depth < 2 {
        children.iter().for_each(|child| count(child, child_depth));
    } else {
        // The replies are enough jobs to load all threads evenly.
        let replies = |(index, child): &(usize, Position)| {
            let index = *index;
            let moves = child.legal_moves();
            moves.into_iter().map(|m| (index, child.play(m))).collect::<Vec<_>>()
        };
        let jobs: Vec<_> = children.iter().flat_map(replies).collect();
        for_each_parallel(&jobs, threads, |job| count(job, child_depth - 1));
    }
    moves.into_iter().zip(totals.into_iter().map(AtomicU64::into_inner)).collect()
}

/// Starts the jobs in their order on `threads` threads, one of which is the calling thread.
pub(super) fn for_each_parallel<T: Sync>(jobs: &[T], threads: usize, work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(job);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            // With fewer threads the same work takes longer.
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

fn total(counts: &[(Move, u64)], depth: u32) -> u64 {
    if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divide_ends_with_the_node_count() {
        let mut out = Vec::new();
        divide(&Position::default(), 3, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 22);
        assert_eq!(lines[0], "a2a3: 380");
        assert_eq!(lines[20..], ["", "Nodes searched: 8902"]);
    }

    /// The output refuses a flush to end the count: there is one for each subtree of depth 3, however large the tree.
    #[test]
    fn divide_flushes_often() {
        struct Flushes(u64);
        impl Write for Flushes {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                self.0 += 1;
                Ok(())
            }
        }
        let mut out = Flushes(0);
        divide(&Position::default(), 5, &mut out).unwrap();
        assert_eq!(out.0, Position::default().perft(2));
    }

    #[test]
    fn perft_of_depth_zero_is_one() {
        let mut out = Vec::new();
        divide(&Position::default(), 0, &mut out).unwrap();
        assert_eq!(out, b"\nNodes searched: 1\n");
    }

    #[test]
    fn threads_do_not_change_the_count() {
        let position = Position::default();
        let alone = count_by_move(&position, 4, 1);
        assert_eq!(total(&alone, 4), 197_281);
        for threads in [2, 3, 64] {
            assert_eq!(count_by_move(&position, 4, threads), alone);
        }
    }

    #[test]
    fn comparison_with_shakmaty_ends_with_the_ratio() {
        let mut out = Vec::new();
        compare(&Position::default(), 3, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().last().unwrap().starts_with("ratio: "), "{text}");
        assert_eq!(text.matches("8902 nodes").count(), 2);
    }
}
