//! Perft: counting the tree of legal moves, as a proof of the rules and a measure of their speed.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::Move;

use super::seconds;
use crate::error::Error;
use crate::position::Position;
use crate::search::nodes_per_second;

/// The number of legal move sequences of `depth` plies.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    position.perft(depth)
}

/// Writes the count behind each root move as soon as it is known, an empty line, and `Nodes
/// searched: N`. `out` is flushed every few million nodes.
///
/// # Errors
/// Those of `out`: whoever no longer wants to know refuses the next line or flush.
pub fn divide(position: &Position, depth: u32, out: &mut dyn Write) -> io::Result<()> {
    let Some(behind) = depth.checked_sub(1) else {
        return writeln!(out, "\nNodes searched: 1");
    };
    let mut moves: Vec<_> = position.legal_moves().iter().map(|m| (position.move_text(*m), *m)).collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    let mut nodes = 0;
    for (text, m) in moves {
        let count = count_with_flushes(&position.play(m), behind, out)?;
        writeln!(out, "{text}: {count}")?;
        nodes += count;
    }
    writeln!(out, "\nNodes searched: {nodes}")
}

/// As deep as counting goes without a flush.
const UNFLUSHED_DEPTH: u32 = 5;

fn count_with_flushes(position: &Position, depth: u32, out: &mut dyn Write) -> io::Result<u64> {
    if depth <= UNFLUSHED_DEPTH {
        out.flush()?;
        return Ok(position.perft(depth));
    }
    position.legal_moves().iter().map(|m| count_with_flushes(&position.play(*m), depth - 1, out)).sum()
}

/// Counts, and writes the total, the time and the speed; before them the divide, if that is asked
/// for.
///
/// # Errors
/// Those of `out`.
pub fn run(
    position: &Position,
    depth: u32,
    threads: usize,
    with_divide: bool,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let start = Instant::now();
    let counts = count_by_move(position, depth, threads);
    let elapsed = start.elapsed();
    let nodes = total(&counts, depth);
    if with_divide {
        write_divide(position, &counts, out)?;
    }
    writeln!(out, "Nodes searched: {nodes}")?;
    writeln!(out, "Time: {}", seconds(elapsed))?;
    writeln!(out, "Nodes/second: {}", nodes_per_second(nodes, elapsed))?;
    Ok(())
}

/// How often each of the two is timed in [`compare`]; the best time counts.
const ROUNDS: u32 = 5;

/// Counts by turns here and with shakmaty's own perft, and writes how much faster it went here.
///
/// # Errors
/// [`Error::Failed`] where the counts differ; those of `out`.
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
    writeln!(out, "ratio: {ratio:.2} (best of {ROUNDS} by turns)")?;
    Ok(())
}

fn time(best: &mut (u64, Duration), count: impl FnOnce() -> u64) {
    let start = Instant::now();
    let nodes = count();
    *best = (nodes, best.1.min(start.elapsed()));
}

/// The count behind each legal move; at depth 0 there is nothing behind any.
fn count_by_move(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let Some(behind) = depth.checked_sub(1) else { return Vec::new() };
    let moves = position.legal_moves();
    let totals: Vec<AtomicU64> = moves.iter().map(|_| AtomicU64::new(0)).collect();
    let count = |(index, position): &(usize, Position), depth| {
        totals[*index].fetch_add(position.perft(depth), Ordering::Relaxed);
    };
    let children: Vec<_> = moves.iter().map(|m| position.play(*m)).enumerate().collect();
    if threads == 1 || behind < 2 {
        children.iter().for_each(|child| count(child, behind));
    } else {
        // One ply further there is enough work to share out evenly.
        let replies = |(index, child): &(usize, Position)| {
            let index = *index;
            let moves = child.legal_moves();
            moves.into_iter().map(|m| (index, child.play(m))).collect::<Vec<_>>()
        };
        let jobs: Vec<_> = children.iter().flat_map(replies).collect();
        share_out(&jobs, threads, |job| count(job, behind - 1));
    }
    moves.into_iter().zip(totals.into_iter().map(AtomicU64::into_inner)).collect()
}

/// Does the jobs in their order, as many at a time as there are threads; this thread is one of them.
pub(super) fn share_out<T: Sync>(jobs: &[T], threads: usize, work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let run = || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            work(job);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            // Where no more threads can be had, fewer do the same work.
            if thread::Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
}

fn write_divide(position: &Position, counts: &[(Move, u64)], out: &mut dyn Write) -> io::Result<()> {
    let mut lines: Vec<_> = counts.iter().map(|(m, nodes)| (position.move_text(*m), nodes)).collect();
    lines.sort();
    for (m, nodes) in lines {
        writeln!(out, "{m}: {nodes}")?;
    }
    writeln!(out)
}

fn total(counts: &[(Move, u64)], depth: u32) -> u64 {
    if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divide_ends_with_the_total() {
        let mut out = Vec::new();
        divide(&Position::default(), 3, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 22);
        assert_eq!(lines[0], "a2a3: 380");
        assert_eq!(lines[20..], ["", "Nodes searched: 8902"]);
    }

    #[test]
    fn depth_zero_is_the_position_itself() {
        let mut out = Vec::new();
        divide(&Position::default(), 0, &mut out).unwrap();
        assert_eq!(out, b"\nNodes searched: 1\n");
    }

    #[test]
    fn threads_change_no_count() {
        let position = Position::default();
        let alone = count_by_move(&position, 4, 1);
        assert_eq!(total(&alone, 4), 197_281);
        for threads in [2, 3, 64] {
            assert_eq!(count_by_move(&position, 4, threads), alone);
        }
    }

    #[test]
    fn the_comparison_ends_with_the_ratio() {
        let mut out = Vec::new();
        compare(&Position::default(), 3, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.lines().last().unwrap().starts_with("ratio: "), "{text}");
        assert_eq!(text.matches("8902 nodes").count(), 2);
    }
}
