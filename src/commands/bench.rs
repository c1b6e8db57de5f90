//! Bench: a fixed set of searches. The node count is a signature of the play; the time measures the speed.

use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::threads::{new_searcher, on_search_stack};
use crate::error::Error;
use crate::eval::nnue::Model;
use crate::position::{Game, Position, parse_fen};
use crate::search::{Control, Limits, Searcher, Settings, nodes_per_second};
use crate::types::Depth;

/// The default depth.
pub const DEFAULT_DEPTH: Depth = 15;

/// The default size of the transposition table in MiB. The node count depends on it, so that it has a number of its own.
pub const DEFAULT_HASH_MB: usize = 16;

/// The positions: openings, middlegames, Chess960, tactics, endgames.
pub const POSITIONS: [&str; 40] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqk2r/pp2nppp/1bn5/3p4/8/1N1B1N2/PPP2PPP/R1BQK2R w KQkq - 4 9",
    "r2qkb1r/pp1b1ppp/2n1p1n1/3pP3/3p4/2P1BN2/PP2BPPP/RN1Q1RK1 w kq - 0 9",
    "rnbq1rk1/ppp1bppp/4pn2/8/3P4/P1N1P3/1PQ1NPPP/R1B1KB1R w KQ - 2 9",
    "rn1q1rk1/pb1p1ppp/1pp1pn2/3P4/1bP5/2N2NP1/PP1BPPBP/R2QK2R w KQ - 0 9",
    "r1b1qrk1/1pp1ppbp/2np1np1/p7/2NP4/1P3NP1/P1P1PPBP/R1BQ1RK1 w - - 0 9",
    "rq2kbnr/pp1b1ppp/2np4/1N2p3/4PB2/2N5/PPP2PPP/R2QKB1R w KQkq - 0 9",
    "rnbqkb1r/5ppp/p2ppn2/6B1/1p1NP3/2N2P2/PPPQ2PP/R3KB1R w KQkq - 0 9",
    "r1bqkb1r/pp1n1n1p/2pp1pp1/4p3/2PPP3/2NBBN2/PPQ2PPP/R3K2R w KQkq - 2 9",
    "r1b1k2r/pp1nppb1/1qp2np1/3p3p/5P2/2N1PNP1/PPPP2BP/R1BQ1R1K w kq - 0 9",
    "r1b1k1nr/pp1n1ppp/3p4/1BpPp3/P3P3/2N2N2/1PP2PqP/R2QK2R w KQkq - 0 9",
    "r3kbnr/pp1n1ppp/2ppb3/q7/8/1P1B1N2/PBPP1PPP/RN1Q1RK1 w kq - 4 9",
    // Chess960 and double Chess960.
    "rbqnnkbr/pppppppp/8/8/8/8/PPPPPPPP/RBQNNKBR w KQkq - 0 1",
    "bnrnkrqb/pp2p2p/2pp1pp1/8/P7/2PP1P2/1P2P1PP/BNRNKRQB w FCfc - 0 9",
    "rkbbrnnq/pp2pppp/8/2pp4/P1P5/1P3P2/3PP1PP/RKBBRNNQ w EAea - 1 9",
    "q1rbbkrn/p2pp1p1/1n4Bp/2P5/PBpP2P1/5p1P/4PP1N/2RQK1RN w GCgc - 0 13",
    // Many captures, checks and promotions.
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "1rb1r1k1/2qn1p1n/3p2pb/1p1P3p/1Pp1PP1B/2N3N1/4B1PP/R2Q1R1K b - b3 0 1",
    "r2qkb1r/ppp2ppp/5nn1/3Pp3/2p1P1b1/2N1BN2/PP3PPP/R2QKB1R w KQkq e6 0 1",
    "2r1rnk1/1p3p2/p2p1Pp1/q3b1Pp/3N3Q/7R/P1P1NB1P/6K1 w - h6 0 1",
    "1r3rk1/4qp1p/1b1p2p1/1B1P4/1P4PP/2PQ4/5p2/R3K2R w KQ - 0 1",
    "r2q1bk1/pp4r1/3p1n1p/3Pp3/QPN1Pp2/5p2/P3N1KP/2R1BR2 w - - 0 1",
    // Endgames, the last four of them classic studies.
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/2Q3k1/5pp1/7p/3qPp1P/5P2/6PK/8 b - - 0 52",
    "5r2/3B2k1/4pp2/p4npP/2P5/5R2/PK3P2/8 b - - 0 39",
    "8/4k3/2R1r1pp/8/R5PP/P2K4/8/8 b - - 0 69",
    "8/5p1k/1p2b2p/p3Pp1n/P1Pp1P2/7P/P1BN3K/8 w - - 0 46",
    "4b3/1p2k3/p1n2pp1/P3R2p/3p3P/P5P1/2BB1P2/5K2 b - - 0 44",
    "4k1r1/ppp1b1p1/2p1p3/4P2p/4NP2/1P2n3/P1P2KPP/3R4 w - - 0 19",
    "8/p7/1p1p2kp/1P1P2p1/n7/5q1P/8/5R1K w - - 0 44",
    "6k1/p5p1/5p2/4bP2/2N1P2P/3r2P1/P2p2K1/3R4 b - - 0 30",
    "2r1k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1",
    "8/8/3k4/3p4/8/3P4/3K4/8 b - - 0 1",
    "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
    "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
    "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1",
    "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1",
];

/// A bench.
#[derive(Clone, Debug)]
pub struct Bench {
    /// The depth to which each position is searched.
    pub depth: Depth,
    /// The settings of each search. The node count is deterministic only with one thread.
    pub settings: Settings,
    /// Size of the transposition table in MiB.
    pub hash_mb: usize,
    /// The network.
    pub model: Arc<Model>,
}

/// The result of a bench.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchResult {
    /// Nodes of all searches: the signature.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
}

impl Default for Bench {
    fn default() -> Bench {
        Bench {
            depth: DEFAULT_DEPTH,
            settings: Settings::default(),
            hash_mb: DEFAULT_HASH_MB,
            model: Model::built_in(),
        }
    }
}

impl Bench {
    /// Searches every position, each with cleared tables.
    ///
    /// # Errors
    /// An error if memory or a thread is missing.
    pub fn measure(&self) -> Result<BenchResult, Error> {
        self.measure_until(&Control::new(false))
    }

    /// As [`Bench::measure`], until `control` stops it.
    fn measure_until(&self, control: &Control) -> Result<BenchResult, Error> {
        on_search_stack(|| {
            let mut searcher = new_searcher(self.hash_mb, self.settings.threads, &self.model)?;
            let mut result = BenchResult { nodes: 0, elapsed: Duration::ZERO };
            for fen in POSITIONS {
                let parsed = parse_fen(fen).map_err(|error| Error::invalid("FEN", fen, error))?;
                self.search(&mut searcher, &Game::new(Position::new(parsed.chess)), control, &mut result);
                if control.is_stopped() {
                    return Err(Error::Stopped);
                }
            }
            Ok(result)
        })?
    }

    fn search(&self, searcher: &mut Searcher, game: &Game, control: &Control, result: &mut BenchResult) {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        searcher.clear(self.settings.threads);
        let start = Instant::now();
        let outcome = searcher.search(game, &limits, &self.settings, control, &mut ());
        result.elapsed += start.elapsed();
        result.nodes += outcome.info.nodes;
    }

    /// Runs the bench and writes the line `N nodes N nps`.
    ///
    /// # Errors
    /// As [`Bench::measure`], and those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        self.run_until(&Control::new(false), out)
    }

    /// As [`Bench::run`], until `control` stops it; a stopped bench has no result.
    ///
    /// # Errors
    /// As [`Bench::run`], and [`Error::Stopped`].
    pub fn run_until(&self, control: &Control, out: &mut dyn Write) -> Result<(), Error> {
        let BenchResult { nodes, elapsed } = self.measure_until(control)?;
        writeln!(out, "{nodes} nodes {} nps", nodes_per_second(nodes, elapsed))?;
        Ok(())
    }
}

/// Runs a bench with the default settings.
///
/// # Errors
/// An error if memory or a thread is missing.
pub fn signature(depth: Depth) -> Result<BenchResult, Error> {
    Bench { depth, ..Bench::default() }.measure()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn bench_positions_are_legal_and_distinct() {
        let mut seen = HashSet::new();
        for fen in POSITIONS {
            let parsed = parse_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(parsed.warnings.is_empty(), "{fen}: {:?}", parsed.warnings);
            let position = Position::new(parsed.chess);
            assert!(position.has_legal_move(), "{fen}");
            assert!(seen.insert(position.key()), "twice: {fen}");
        }
    }

    #[test]
    fn bench_signature_is_deterministic() {
        let first = signature(4).unwrap();
        assert!(first.nodes >= POSITIONS.len() as u64);
        assert_eq!(signature(4).unwrap().nodes, first.nodes);
    }
}
