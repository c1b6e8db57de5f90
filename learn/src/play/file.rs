//! The record file of a run, which can be continued.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use lancet::console;

use crate::LearnError;
use crate::records::{BlockBuilder, Damage, Game, Generator, HEADER_BYTES, Header, MAGIC, Reader};

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
    /// The numbers of the games in the file when it was opened.
    numbers: Vec<Range<u64>>,
    damage: Damage,
}

impl GameFile {
    /// Creates the file, or opens one of the same run at its end. The first game in it has the number `first_game`.
    ///
    /// # Errors
    /// [`LearnError`] if the file is of another run, is not a record file, ends with something other than an unfinished
    /// block of the run, is in use or cannot be written.
    pub fn open(path: &Path, generator: Generator, first_game: u64) -> Result<GameFile, LearnError> {
        let write_error = LearnError::write(path);
        let mut file = console::append(path, "a file of game records", has_magic)?;
        console::lock(path, &file)?;
        let contents = Contents::read(path, &file, &generator, first_game)?;
        match Rest::read(&mut file, &contents, &generator).map_err(LearnError::read(path))? {
            Rest::Nothing => {}
            Rest::Unfinished => file.set_len(contents.end).map_err(&write_error)?,
            Rest::Other if contents.end == 0 => return Err(LearnError::NotGames(path.into())),
            Rest::Other | Rest::Damaged => return Err(LearnError::DamagedEnd { path: path.into() }),
        }
        file.seek(SeekFrom::End(0)).map_err(&write_error)?;
        Ok(GameFile {
            path: path.into(),
            file,
            builder: BlockBuilder::new(generator, contents.next_game),
            written: Instant::now(),
            games: contents.games,
            positions: contents.positions,
            numbers: contents.numbers,
            damage: contents.damage,
        })
    }

    /// Reports whether the file had the game with a number when it was opened.
    #[must_use]
    pub fn has(&self, number: u64) -> bool {
        self.numbers.iter().any(|range| range.contains(&number))
    }

    /// Returns what the file had besides games of the run when it was opened.
    #[must_use]
    pub fn damage(&self) -> &Damage {
        &self.damage
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

    /// Adds the game with a number, and writes a block if it is full, or if numbers before it are missing.
    ///
    /// # Errors
    /// [`LearnError`] if the game cannot be recorded or the file cannot be written.
    pub fn push(&mut self, number: u64, game: &Game) -> Result<(), LearnError> {
        if number != self.builder.next_game() {
            self.write()?;
            self.builder = BlockBuilder::new(*self.builder.generator(), number);
        }
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
                .and_then(|()| self.sync())
                .map_err(LearnError::write(&self.path))?;
            self.games += u64::from(block.header.games);
            self.positions += u64::from(block.header.positions);
        }
        self.written = Instant::now();
        Ok(())
    }

    /// Waits until the blocks are on the disk; the null device has none.
    fn sync(&self) -> io::Result<()> {
        if self.file.metadata()?.is_file() { self.file.sync_data() } else { Ok(()) }
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
    /// The numbers of the games.
    numbers: Vec<Range<u64>>,
    /// The offset of the end of the last complete block.
    end: u64,
    /// What is skipped before that.
    damage: Damage,
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
            let numbers = header.numbers();
            contents.next_game = contents.next_game.max(numbers.end);
            // A block may be there twice.
            if !contents.has(&numbers) {
                contents.positions += u64::from(header.positions);
                contents.numbers.push(numbers);
            }
            contents.end = reader.offset();
            contents.damage.clone_from(reader.damage());
        }
        contents.games = distinct(&contents.numbers);
        reader.finish(path).map(|_| contents)
    }

    /// Reports whether a block had all games with these numbers.
    fn has(&self, numbers: &Range<u64>) -> bool {
        self.numbers.iter().any(|range| range.start <= numbers.start && numbers.end <= range.end)
    }
}

/// Returns how many numbers are in some ranges, each once.
fn distinct(ranges: &[Range<u64>]) -> u64 {
    let mut ranges: Vec<_> = ranges.iter().map(|range| (range.start, range.end)).collect();
    ranges.sort_unstable();
    let (mut count, mut reached) = (0, 0);
    for (start, end) in ranges {
        count += end.saturating_sub(start.max(reached));
        reached = reached.max(end);
    }
    count
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

/// What follows the last complete block of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rest {
    Nothing,
    /// A block of the run that was not written to its end. The run makes its games again.
    Unfinished,
    /// A block of another run or version, or one with a corrupt header.
    Damaged,
    /// No block.
    Other,
}

impl Rest {
    /// Reads what follows the contents of a file.
    fn read(file: &mut File, contents: &Contents, generator: &Generator) -> std::io::Result<Rest> {
        let length = file.seek(SeekFrom::End(0))? - contents.end;
        file.seek(SeekFrom::Start(contents.end))?;
        let mut start = Vec::new();
        (&*file).take(HEADER_BYTES as u64).read_to_end(&mut start)?;
        let is_of_run = |header: &[u8; HEADER_BYTES]| {
            Header::parse(header).is_ok_and(|header| {
                let whole = HEADER_BYTES as u64 + u64::from(header.body_bytes);
                // Rescored games may have gaps, and what is missing is rescored again wherever it belongs.
                let is_rescored = generator.rules & Generator::RESCORED != 0;
                let is_next = is_rescored || header.first_game == contents.next_game;
                header.generator == *generator && is_next && length <= whole
            })
        };
        Ok(match start.first_chunk() {
            _ if start.is_empty() => Rest::Nothing,
            None if start.starts_with(&MAGIC) || MAGIC.starts_with(&start) => Rest::Unfinished,
            Some(header) if is_of_run(header) => Rest::Unfinished,
            _ if start.starts_with(&MAGIC) => Rest::Damaged,
            _ => Rest::Other,
        })
    }
}
