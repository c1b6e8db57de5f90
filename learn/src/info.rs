//! The command `info`: statistics of record files.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use lancet::files::InputFile;

use crate::LearnError;
use crate::records::{Damage, DecodedGames, GameResult, Generator, Header, Reader, Termination};

/// Show statistics of files of games
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Info {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
}

/// Statistics of record files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Valid blocks.
    pub blocks: u64,
    /// Valid games.
    pub games: u64,
    /// Searched positions.
    pub positions: u64,
    /// Bytes of valid blocks.
    pub bytes: u64,
    /// Random plies.
    pub random_plies: u64,
    /// Games by result, in the order of [`GameResult::ALL`].
    pub results: [u64; 3],
    /// Games by termination, in the order of [`Termination::ALL`].
    pub terminations: [u64; 9],
    /// The numbers of searched plies of the shortest and the longest game.
    pub lengths: Option<(usize, usize)>,
    /// Games and positions by generator.
    pub generators: BTreeMap<GeneratorKey, GeneratorSummary>,
    /// What was skipped.
    pub damage: Damage,
}

/// A generator without its seed, in the order in which `info` lists them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GeneratorKey {
    /// The soft node limit.
    pub soft_nodes: u32,
    /// The hard node limit.
    pub hard_nodes: u32,
    /// The size of the transposition table in MiB.
    pub hash_mb: u16,
    /// The identity of the network.
    pub network: u64,
    /// The engine signature.
    pub signature: u64,
    /// The version of the self-play rules, and the flag of rescored games.
    pub rules: u16,
}

/// What one generator contributed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GeneratorSummary {
    /// Games.
    pub games: u64,
    /// Searched positions.
    pub positions: u64,
    /// The seeds of its runs.
    pub seeds: Vec<u64>,
}

impl GeneratorKey {
    fn new(generator: &Generator) -> GeneratorKey {
        let Generator { network, signature, seed: _, soft_nodes, hard_nodes, hash_mb, rules } = *generator;
        GeneratorKey { soft_nodes, hard_nodes, hash_mb, network, signature, rules }
    }
}

impl Info {
    /// Reads the files and prints the statistics.
    ///
    /// # Errors
    /// [`LearnError`] if a file cannot be read or has no valid games; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let mut summary = Summary::default();
        for path in &self.files {
            summary.add_file(path)?;
        }
        Ok(summary.print(out)?)
    }
}

impl Summary {
    /// Adds the games of a file.
    ///
    /// # Errors
    /// [`LearnError`] if it cannot be read or has no valid games.
    pub fn add_file(&mut self, path: &Path) -> Result<(), LearnError> {
        let before = self.blocks;
        let mut reader = Reader::open(path)?;
        while let Some(block) = reader.next_block() {
            if let Some(decoded) = self.damage.decode(&block) {
                self.add(&block.header, &decoded, block.size());
            }
        }
        self.damage.add(&reader.finish(path)?);
        if self.blocks == before { Err(LearnError::NoGames(path.into())) } else { Ok(()) }
    }

    fn add(&mut self, header: &Header, decoded: &DecodedGames, bytes: u64) {
        self.blocks += 1;
        self.bytes += bytes;
        let games = decoded.games.len() as u64;
        let positions: u64 = decoded.games.iter().map(|game| game.moves.len() as u64).sum();
        self.games += games;
        self.positions += positions;
        for game in &decoded.games {
            let length = game.moves.len();
            let (shortest, longest) = self.lengths.unwrap_or((length, length));
            self.lengths = Some((shortest.min(length), longest.max(length)));
            self.random_plies += game.opening.len() as u64;
            self.results[game.result as usize] += 1;
            self.terminations[game.termination as usize] += 1;
        }
        let generator = self.generators.entry(GeneratorKey::new(&header.generator)).or_default();
        generator.games += games;
        generator.positions += positions;
        if !generator.seeds.contains(&header.generator.seed) {
            generator.seeds.push(header.generator.seed);
        }
    }

    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let per = |count: u64, of: u64| count as f64 / of.max(1) as f64;
        writeln!(out, "blocks              {}", self.blocks)?;
        writeln!(out, "games               {}", self.games)?;
        writeln!(out, "positions           {}", self.positions)?;
        writeln!(out, "bytes/position      {:.4}", per(self.bytes, self.positions))?;
        writeln!(out, "random plies/game   {:.2}", per(self.random_plies, self.games))?;
        if let Some((shortest, longest)) = self.lengths {
            let mean = per(self.positions, self.games);
            writeln!(out, "searched plies/game {mean:.1}, from {shortest} to {longest}")?;
        }
        for (outcome, count) in GameResult::ALL.into_iter().zip(self.results) {
            writeln!(out, "{:<19} {count} ({:.1} %)", outcome.name(), 100.0 * per(count, self.games))?;
        }
        for (termination, count) in Termination::ALL.into_iter().zip(self.terminations) {
            writeln!(out, "by {:<16} {count} ({:.1} %)", termination.name(), 100.0 * per(count, self.games))?;
        }
        for (key, summary) in &self.generators {
            print_generator(key, summary, out)?;
        }
        self.damage.print(out)
    }
}

fn print_generator(key: &GeneratorKey, summary: &GeneratorSummary, out: &mut dyn Write) -> io::Result<()> {
    let GeneratorKey { soft_nodes, hard_nodes, hash_mb, network, signature, rules } = key;
    let network = if *network == 0 { "none".into() } else { format!("{network:016x}") };
    let title = if rules & Generator::RESCORED == 0 { "played by" } else { "rescored by" };
    let rules = rules & !Generator::RESCORED;
    writeln!(
        out,
        "{title:<19} network {network}, soft limit {soft_nodes} and hard limit {hard_nodes} nodes, \
         hash {hash_mb} MiB, signature {signature:016x}, rules {rules}: {} games, {} positions, seeds {:?}",
        summary.games, summary.positions, summary.seeds
    )
}
