//! File: where the games of a run go, and where it goes on.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lancet::console;

use crate::LearnError;
use crate::records::{BlockBuilder, Game, Generator, MAGIC, Reader};

/// What is not yet in the file is written after this time.
const INTERVAL: Duration = Duration::from_secs(45);

/// The file of a run, open at its end.
pub struct Output {
    path: PathBuf,
    file: File,
    builder: BlockBuilder,
    written: Instant,
    /// Games in the file.
    games: u64,
    /// Positions in the file.
    positions: u64,
}

impl Output {
    /// Makes the file, or goes on at the end of one that the same run has begun.
    ///
    /// # Errors
    /// A sentence where the file is that of another run, or no file of games, or cannot be
    /// written.
    pub fn open(path: &Path, generator: Generator) -> Result<Output, LearnError> {
        let write_error = LearnError::write(path);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(&write_error)?;
        console::lock(path, &file)?;
        let found = Found::read(path, &file, &generator)?;
        if !cut_off_rest(&mut file, found.end).map_err(&write_error)? {
            return Err(LearnError::NotGames(path.into()));
        }
        Ok(Output {
            path: path.into(),
            file,
            builder: BlockBuilder::new(generator, found.next_game),
            written: Instant::now(),
            games: found.games,
            positions: found.positions,
        })
    }

    /// Games so far, written or not.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games + u64::from(self.builder.games())
    }

    /// Positions so far, written or not.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions + u64::from(self.builder.positions())
    }

    /// The number of the game that comes next.
    #[must_use]
    pub fn next_game(&self) -> u64 {
        self.builder.next_game()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// A sentence where it cannot be recorded or written.
    pub fn push(&mut self, game: &Game) -> Result<(), LearnError> {
        if self.builder.games() == 0 {
            self.written = Instant::now();
        }
        self.builder.push(game)?;
        if self.builder.is_full() { self.write() } else { Ok(()) }
    }

    /// Writes if it is time to; tells whether it did.
    ///
    /// # Errors
    /// A sentence where it cannot be written.
    pub fn write_in_time(&mut self) -> Result<bool, LearnError> {
        let due = self.builder.games() > 0 && self.written.elapsed() >= INTERVAL;
        if due {
            self.write()?;
        }
        Ok(due)
    }

    /// Writes what is not yet written, as a block.
    ///
    /// # Errors
    /// A sentence where it cannot be written.
    pub fn write(&mut self) -> Result<(), LearnError> {
        if let Some(block) = self.builder.take()? {
            self.file
                .write_all(&block.to_bytes())
                .and_then(|()| self.file.sync_data())
                .map_err(LearnError::write(&self.path))?;
            self.games += u64::from(block.header.games);
            self.positions += u64::from(block.header.positions);
        }
        self.written = Instant::now();
        Ok(())
    }
}

/// What a file holds already.
#[derive(Default)]
struct Found {
    next_game: u64,
    games: u64,
    positions: u64,
    /// Bytes up to the end of the last whole block.
    end: u64,
}

impl Found {
    fn read(path: &Path, file: &File, generator: &Generator) -> Result<Found, LearnError> {
        let mut found = Found::default();
        let mut reader = Reader::new(file);
        while let Some(block) = reader.next_block() {
            let header = block.header;
            if let Some(difference) = difference(&header.generator, generator) {
                return Err(LearnError::OtherRun { path: path.into(), difference });
            }
            found.next_game = found.next_game.max(header.first_game + u64::from(header.games));
            found.games += u64::from(header.games);
            found.positions += u64::from(header.positions);
            found.end = reader.offset();
        }
        match reader.damage().error.clone() {
            Some(reason) => Err(LearnError::ReadAborted { path: path.into(), reason }),
            None => Ok(found),
        }
    }
}

/// The first setting in which the maker of a file differs from this run, in words.
fn difference(theirs: &Generator, ours: &Generator) -> Option<String> {
    if theirs.network != ours.network {
        Some(format!("network {:016x}, not {:016x}", theirs.network, ours.network))
    } else if theirs.soft_nodes != ours.soft_nodes {
        Some(format!("a soft limit of {} nodes, not {}", theirs.soft_nodes, ours.soft_nodes))
    } else if theirs.hard_nodes != ours.hard_nodes {
        Some(format!("a hard limit of {} nodes, not {}", theirs.hard_nodes, ours.hard_nodes))
    } else if theirs.seed != ours.seed {
        Some(format!("seed {}, not {}", theirs.seed, ours.seed))
    } else if theirs.hash_mb != ours.hash_mb {
        Some(format!("{} MiB of hash, not {}", theirs.hash_mb, ours.hash_mb))
    } else if theirs != ours {
        Some("an engine or rules that play differently".into())
    } else {
        None
    }
}

/// Removes a truncated block at the end. Returns false if the file contains no block but something else.
fn cut_off_rest(file: &mut File, end: u64) -> std::io::Result<bool> {
    let length = file.seek(SeekFrom::End(0))?;
    file.seek(SeekFrom::Start(end))?;
    let mut start = Vec::new();
    (&*file).take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if MAGIC.starts_with(&start) {
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
    } else if end == 0 && length > 0 {
        return Ok(false);
    } else {
        file.seek(SeekFrom::End(0))?;
    }
    Ok(true)
}
