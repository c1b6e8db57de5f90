//! Info: what record files hold.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lancet::Error;

use crate::records::{Damage, Decoded, End, Generator, Header, Outcome, Reader};

/// Tell what files of games hold
#[derive(Args, Clone, Debug)]
pub struct Info {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// What is counted over files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Whole blocks.
    pub blocks: u64,
    /// Games that replay.
    pub games: u64,
    /// Positions with a score.
    pub positions: u64,
    /// Bytes of whole blocks.
    pub bytes: u64,
    /// Random plies.
    pub random_plies: u64,
    /// Games by result, in the order of [`Outcome::ALL`].
    pub results: [u64; 3],
    /// Games by reason of the end, in the order of [`End::ALL`].
    pub ends: [u64; 9],
    /// The searched plies of the shortest and the longest game.
    pub lengths: Option<(usize, usize)>,
    /// Games and positions by what made them; seeds apart.
    pub generators: BTreeMap<Key, Share>,
    /// What was passed over.
    pub damage: Damage,
}

/// Soft nodes, hard nodes, MiB of hash, network, signature, rules.
pub type Key = (u32, u32, u16, u64, u64, u16);

/// What one generator has made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Share {
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
    /// The seeds of its runs.
    pub seeds: Vec<u64>,
}

impl Summary {
    /// Counts a file, too.
    ///
    /// # Errors
    /// A sentence where it cannot be opened.
    pub fn add_file(&mut self, path: &Path) -> Result<(), String> {
        let mut reader = Reader::open(path)?;
        while let Some(block) = reader.next_block() {
            if let Some(decoded) = self.damage.decode(&block) {
                self.add(&block.header, &decoded, block.size());
            }
        }
        self.damage.add(reader.damage());
        Ok(())
    }

    fn add(&mut self, header: &Header, decoded: &Decoded, bytes: u64) {
        self.blocks += 1;
        self.bytes += bytes;
        let positions: u64 = decoded.games.iter().map(|game| game.moves.len() as u64).sum();
        self.games += decoded.games.len() as u64;
        self.positions += positions;
        for game in &decoded.games {
            let length = game.moves.len();
            let (least, most) = self.lengths.unwrap_or((length, length));
            self.lengths = Some((least.min(length), most.max(length)));
            self.random_plies += game.opening.len() as u64;
            self.results[game.result as usize] += 1;
            self.ends[game.end as usize] += 1;
        }
        let share = self.generators.entry(key(&header.generator)).or_default();
        share.games += decoded.games.len() as u64;
        share.positions += positions;
        if !share.seeds.contains(&header.generator.seed) {
            share.seeds.push(header.generator.seed);
        }
    }
}

fn key(generator: &Generator) -> Key {
    let Generator { network, signature, seed: _, soft_nodes, hard_nodes, hash_mb, rules } = *generator;
    (soft_nodes, hard_nodes, hash_mb, network, signature, rules)
}

impl Info {
    /// Counts the files and tells.
    ///
    /// # Errors
    /// A sentence where a file cannot be opened; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let mut summary = Summary::default();
        for path in &self.files {
            summary.add_file(path).map_err(Error::Sentence)?;
        }
        summary.tell(out).map_err(Error::from)
    }
}

impl Summary {
    fn tell(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let per = |count: u64, of: u64| count as f64 / of.max(1) as f64;
        writeln!(out, "blocks              {}", self.blocks)?;
        writeln!(out, "games               {}", self.games)?;
        writeln!(out, "positions           {}", self.positions)?;
        writeln!(out, "bytes a position    {:.4}", per(self.bytes, self.positions))?;
        writeln!(out, "random plies a game {:.2}", per(self.random_plies, self.games))?;
        if let Some((least, most)) = self.lengths {
            let mean = per(self.positions, self.games);
            writeln!(out, "searched plies      {mean:.1} a game, from {least} to {most}")?;
        }
        for (outcome, count) in Outcome::ALL.into_iter().zip(self.results) {
            writeln!(out, "{:<19} {count} ({:.1} %)", outcome.name(), 100.0 * per(count, self.games))?;
        }
        for (end, count) in End::ALL.into_iter().zip(self.ends) {
            writeln!(out, "by {:<16} {count} ({:.1} %)", end.name(), 100.0 * per(count, self.games))?;
        }
        for ((soft, hard, hash_mb, network, signature, rules), share) in &self.generators {
            let network = if *network == 0 { "none".into() } else { format!("{network:016x}") };
            let (what, rules) = (
                if rules & Generator::JUDGED == 0 { "made by  " } else { "judged by" },
                rules & !Generator::JUDGED,
            );
            writeln!(
                out,
                "{what}           network {network}, soft {soft} and hard {hard} nodes, hash {hash_mb} MiB, \
                 signature {signature}, rules {rules}: {} games, {} positions, seeds {:?}",
                share.games, share.positions, share.seeds
            )?;
        }
        self.damage.tell(out)
    }
}
