//! Analyse: games reviewed move by move.
//!
//! Every position of a game is searched. The work is shared out in short rows of positions, each
//! searched from its end to its beginning with a table that is empty at first: what is found behind
//! helps before, all threads have work in one long game as in many, and what comes out depends on
//! neither.

mod annotate;
mod board;
mod graph;
mod page;
mod review;
mod table;

pub use annotate::annotated;
pub use review::{Judgement, MoveReview, Review, SideReview};

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf, absolute};

use shakmaty::Move;

use super::inputs::read_games;
use crate::console::{create, keep_apart, progress_bar};
use crate::error::Error;
use crate::eval::wdl::{Curve, DisplayScore};
use crate::pgn::PgnGame;
use crate::position::Game;
use crate::search::{Control, Limits, Searcher, Settings, SyzygyOptions};
use crate::types::{Depth, Score};
use crate::workers::search_each;

/// How games are analysed and told.
#[derive(Clone, Debug)]
pub struct Analyse {
    /// The PGN files.
    pub files: Vec<PathBuf>,
    /// What ends the search of each position.
    pub limits: Limits,
    /// Searches side by side.
    pub threads: usize,
    /// MiB of table for each of them.
    pub hash_mb: usize,
    /// The form of what is written.
    pub format: Format,
    /// Where what is written goes, if not where the command tells it.
    pub output: Option<PathBuf>,
    /// A picture of the evaluation, for each game one.
    pub svg: Option<PathBuf>,
    /// A page with all games.
    pub html: Option<PathBuf>,
    /// Endgame tables.
    pub syzygy: SyzygyOptions,
}

/// The form in which a review is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// The game with evaluations, marks and better lines.
    #[default]
    Pgn,
    /// An array with an object for each game.
    Json,
    /// A row for each move.
    Csv,
}

/// What a search found out about a position.
#[derive(Clone, Debug)]
struct Found {
    /// From the side to move.
    score: Score,
    /// What scores mean here.
    curve: Curve,
    line: Vec<Move>,
    depth: Depth,
    nodes: u64,
}

impl Found {
    /// The score as it is told.
    fn display_score(&self) -> DisplayScore {
        self.curve.display_score(self.score)
    }
}

/// A row of positions of a game, by how many moves lead to them.
struct Row {
    game: usize,
    from: usize,
    to: usize,
}

/// Positions in a row.
const ROW: usize = 8;

impl Analyse {
    /// Reviews all games of the files and writes them in their order, to `out` where no file is named.
    ///
    /// # Errors
    /// A sentence for a file that cannot be read or written, for an output that is one of the inputs
    /// or another output, where there is no game, or where memory or threads cannot be had; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let games = read_all(&self.files)?;
        let pictures = self.pictures(games.len());
        let mut taken = HashSet::new();
        for path in self.output.iter().chain(&self.html).chain(&pictures) {
            keep_apart(path, &self.files)?;
            if !taken.insert(absolute(path).unwrap_or_else(|_| path.clone())) {
                return Err(Error::unwritable(path, "another output has the same path"));
            }
        }
        // What cannot be written is better known before the searches than after.
        let mut file = self.output.as_deref().map(create).transpose()?;
        let mut page = self.html.as_deref().map(create).transpose()?;
        pictures.first().map(|path| create(path)).transpose()?;
        let out = match &mut file {
            Some(file) => file,
            None => out,
        };
        let rows: Vec<Row> = games.iter().enumerate().flat_map(|(number, game)| rows(number, game)).collect();
        let mut desk = Desk::new(self, &games, pictures, out, page.as_mut());
        desk.begin()?;
        let total: usize = rows.iter().map(|row| row.to - row.from).sum();
        let bar = progress_bar(total as u64, "positions");
        let work = |searcher: &mut Searcher, control: &Control, row: &Row| {
            self.search(searcher, control, &games[row.game], row)
        };
        search_each(&rows, self.threads, self.hash_mb, work, |index, found| {
            bar.inc(found.len() as u64);
            bar.suspend(|| desk.take(&rows[index], found))
        })?;
        bar.finish_and_clear();
        desk.end()
    }

    /// Where the pictures of so many games go.
    fn pictures(&self, games: usize) -> Vec<PathBuf> {
        match &self.svg {
            None => Vec::new(),
            Some(path) if games == 1 => vec![path.clone()],
            Some(path) => (1..=games).map(|number| numbered(path, number)).collect(),
        }
    }

    /// Searches the positions of a row, the last first; `None` where that was stopped.
    fn search(
        &self,
        searcher: &mut Searcher,
        control: &Control,
        game: &PgnGame,
        row: &Row,
    ) -> Option<Vec<Found>> {
        searcher.clear(1);
        let mut played = Game::new(game.start.clone());
        let mut games = vec![played.clone()];
        for step in &game.line.moves[..row.to - 1] {
            match step.m {
                Some(m) => played.play(m),
                // Read as possible.
                None => _ = played.play_null_move(),
            }
            games.push(played.clone());
        }
        let settings = Settings { syzygy: self.syzygy.clone(), ..Settings::default() };
        let look = |game: &Game| {
            let outcome = searcher.search(game, &self.limits, &settings, control, &mut ());
            let info = outcome.info;
            let found = Found {
                score: info.score,
                curve: info.curve,
                line: info.line.moves().to_vec(),
                depth: info.depth,
                nodes: info.nodes,
            };
            (!control.is_stopped()).then_some(found)
        };
        let mut found: Vec<Found> = games[row.from..row.to].iter().rev().map(look).collect::<Option<_>>()?;
        found.reverse();
        Some(found)
    }
}

fn rows(number: usize, game: &PgnGame) -> impl Iterator<Item = Row> {
    let positions = game.line.moves.len() + 1;
    (0..positions).step_by(ROW).map(move |from| Row { game: number, from, to: (from + ROW).min(positions) })
}

fn read_all(files: &[PathBuf]) -> Result<Vec<PgnGame>, Error> {
    let mut games = Vec::new();
    for path in files {
        read_games(path, |game| games.push(game))?;
    }
    if games.is_empty() {
        return Err(Error::NoInput("games"));
    }
    Ok(games)
}

/// Where rows come together and games go out in their order.
struct Desk<'a> {
    settings: &'a Analyse,
    games: &'a [PgnGame],
    /// Where their pictures go, if there are to be any.
    pictures: Vec<PathBuf>,
    /// What was found for each position, by game.
    found: Vec<Vec<Option<Found>>>,
    /// Positions of each game that are not searched yet.
    missing: Vec<usize>,
    /// The first game that did not go out yet.
    next: usize,
    out: &'a mut dyn Write,
    page: Option<&'a mut BufWriter<File>>,
}

impl<'a> Desk<'a> {
    fn new(
        settings: &'a Analyse,
        games: &'a [PgnGame],
        pictures: Vec<PathBuf>,
        out: &'a mut dyn Write,
        page: Option<&'a mut BufWriter<File>>,
    ) -> Desk<'a> {
        let missing: Vec<usize> = games.iter().map(|game| game.line.moves.len() + 1).collect();
        let found = missing.iter().map(|positions| vec![None; *positions]).collect();
        Desk { settings, games, pictures, found, missing, next: 0, out, page }
    }

    fn begin(&mut self) -> Result<(), Error> {
        match self.settings.format {
            Format::Pgn => {}
            Format::Json => writeln!(self.out, "[")?,
            Format::Csv => writeln!(self.out, "{}", table::HEADER)?,
        }
        match &mut self.page {
            Some(page) => Ok(page.write_all(page::HEAD.as_bytes())?),
            None => Ok(()),
        }
    }

    fn take(&mut self, row: &Row, found: Vec<Found>) -> Result<(), Error> {
        self.missing[row.game] -= found.len();
        for (place, found) in self.found[row.game][row.from..row.to].iter_mut().zip(found) {
            *place = Some(found);
        }
        while self.missing.get(self.next) == Some(&0) {
            self.put_out(self.next)?;
            self.next += 1;
        }
        Ok(())
    }

    fn put_out(&mut self, number: usize) -> Result<(), Error> {
        let game = &self.games[number];
        let found: Vec<Found> = std::mem::take(&mut self.found[number]).into_iter().flatten().collect();
        let review = Review::of(game, &found);
        match self.settings.format {
            Format::Pgn => annotated(game, &review).write(self.out)?,
            Format::Json => {
                serde_json::to_writer(&mut *self.out, &table::Told::new(game, &review))
                    .map_err(io::Error::from)?;
                writeln!(self.out, "{}", if number + 1 < self.games.len() { "," } else { "" })?;
            }
            Format::Csv => table::rows(number + 1, &review, self.out)?,
        }
        self.out.flush()?;
        if let Some(path) = self.pictures.get(number) {
            fs::write(path, graph::picture(game, &review)).map_err(|error| Error::unwritable(path, error))?;
        }
        if let Some(page) = &mut self.page {
            page.write_all(page::section(game, &review).as_bytes())?;
            page.flush()?;
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Error> {
        if self.settings.format == Format::Json {
            writeln!(self.out, "]")?;
        }
        if let Some(page) = &mut self.page {
            page.write_all(page::FOOT.as_bytes())?;
            page.flush()?;
        }
        Ok(self.out.flush()?)
    }
}

/// `graph.svg` as `graph-3.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = part(path.file_stem()).unwrap_or_default();
    let ending = part(path.extension()).map_or(String::new(), |ending| format!(".{ending}"));
    path.with_file_name(format!("{stem}-{number}{ending}"))
}
