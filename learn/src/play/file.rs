//! The record file of a run, which can be continued.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lancet::console;

use crate::LearnError;
use crate::records::{BlockBuilder, Game, Generator, MAGIC, Reader};

/// The longest time that games wait to be written.
const INTERVAL: Duration = Duration::from_secs(45);

/// The record file of a run, open at its end.
pub struct GameFile {
    path: PathBuf,
    file: File,
    builder: BlockBuilder,
    written: Instant,
    /// Games in the file.
    games: u64,
    /// Positions in the file.
    positions: u64,
}

impl GameFile {
    /// Creates the file, or opens one of the same run at its end. The first game in it has the number `first_game`.
    ///
    /// # Errors
    /// [`LearnError`] if the file is of another run, is not a record file, is in use or cannot be written.
    pub fn open(path: &Path, generator: Generator, first_game: u64) -> Result<GameFile, LearnError> {
        let write_error = LearnError::write(path);
        let mut file = console::append(path, "a file of game records", has_magic)?;
        console::lock(path, &file)?;
        let contents = Contents::read(path, &file, &generator, first_game)?;
        if !cut_off_rest(&mut file, contents.end).map_err(&write_error)? {
            return Err(LearnError::NotGames(path.into()));
        }
        Ok(GameFile {
            path: path.into(),
            file,
            builder: BlockBuilder::new(generator, contents.next_game),
            written: Instant::now(),
            games: contents.games,
            positions: contents.positions,
        })
    }

    /// Returns the number of games, written or not.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games + u64::from(self.builder.games())
    }

    /// Returns the number of positions, written or not.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions + u64::from(self.builder.positions())
    }

    /// Returns the number of the next game.
    #[must_use]
    pub fn next_game(&self) -> u64 {
        self.builder.next_game()
    }

    /// Adds a game, and writes a block if it is full.
    ///
    /// # Errors
    /// [`LearnError`] if the game cannot be recorded or the file cannot be written.
    pub fn push(&mut self, game: &Game) -> Result<(), LearnError> {
        if self.builder.games() == 0 {
            self.written = Instant::now();
        }
        self.builder.push(game)?;
        if self.builder.is_full() { self.write() } else { Ok(()) }
    }

    /// Writes a block if games have waited long enough, and returns whether it did.
    ///
    /// # Errors
    /// As [`GameFile::write`].
    pub fn write_if_due(&mut self) -> Result<bool, LearnError> {
        let due = self.builder.games() > 0 && self.written.elapsed() >= INTERVAL;
        if due {
            self.write()?;
        }
        Ok(due)
    }

    /// Writes the waiting games as a block.
    ///
    /// # Errors
    /// [`LearnError`] if the file cannot be written.
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

/// Reports whether the start of a file contains a block or the first bytes of one.
fn has_magic(start: &[u8]) -> bool {
    MAGIC.starts_with(start) || start.windows(MAGIC.len()).any(|bytes| bytes == MAGIC)
}

/// The contents of an existing file.
#[derive(Default)]
struct Contents {
    next_game: u64,
    games: u64,
    positions: u64,
    /// The offset of the end of the last complete block.
    end: u64,
}

impl Contents {
    fn read(
        path: &Path,
        file: &File,
        generator: &Generator,
        first_game: u64,
    ) -> Result<Contents, LearnError> {
        let mut contents = Contents { next_game: first_game, ..Contents::default() };
        let mut reader = Reader::new(file);
        while let Some(block) = reader.next_block() {
            let header = block.header;
            if let Some(difference) = difference(&header.generator, generator) {
                return Err(LearnError::OtherRun { path: path.into(), difference });
            }
            // What is before a block that is not at the start of the file is damaged.
            let is_start = reader.offset() == block.size();
            if header.first_game < first_game || is_start && header.first_game > first_game {
                let difference = format!("game {} as the first, not {first_game}", header.first_game);
                return Err(LearnError::OtherRun { path: path.into(), difference });
            }
            contents.next_game = contents.next_game.max(header.first_game + u64::from(header.games));
            contents.games += u64::from(header.games);
            contents.positions += u64::from(header.positions);
            contents.end = reader.offset();
        }
        match reader.damage().error.clone() {
            Some(reason) => Err(LearnError::ReadAborted { path: path.into(), reason }),
            None => Ok(contents),
        }
    }
}

/// Describes the first setting in which the generator of a file differs from that of this run.
pub(crate) fn difference(theirs: &Generator, ours: &Generator) -> Option<String> {
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
        Some("a different engine signature or version of the rules".into())
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
        if end < length {
            file.set_len(end)?;
        }
        file.seek(SeekFrom::Start(end))?;
    } else if end == 0 && length > 0 {
        return Ok(false);
    } else {
        file.seek(SeekFrom::End(0))?;
    }
    Ok(true)
}
