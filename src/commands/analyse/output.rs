//! Output: collects the search results and writes each game once all of its positions are searched.

use std::ffi::OsStr;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::search::{SearchResult, Segment};
use super::{Format, Review, annotated, export, graph, page};
use crate::console::write_atomic;
use crate::error::Error;
use crate::files::Output;
use crate::pgn::PgnGame;

/// Writes the reviews in the order of the games.
pub(super) struct ReviewWriter<'a> {
    format: Format,
    games: &'a [PgnGame],
    /// The SVG file of each game; empty without pictures.
    pictures: Vec<PathBuf>,
    /// The search results of each game.
    results: Vec<Vec<Option<SearchResult>>>,
    /// Positions of each game that are not searched yet.
    missing: Vec<usize>,
    /// The first game that is not written yet.
    next: usize,
    out: &'a mut dyn Write,
    page: Option<BufWriter<Output>>,
}

impl<'a> ReviewWriter<'a> {
    /// Creates a writer and writes what comes before the first game.
    pub fn begin(
        format: Format,
        games: &'a [PgnGame],
        pictures: Vec<PathBuf>,
        out: &'a mut dyn Write,
        mut page: Option<BufWriter<Output>>,
    ) -> Result<ReviewWriter<'a>, Error> {
        match format {
            Format::Pgn => {}
            Format::Json => writeln!(out, "[")?,
            Format::Csv => writeln!(out, "{}", export::CSV_HEADER)?,
        }
        if let Some(page) = &mut page {
            page.write_all(page::HEAD.as_bytes())?;
        }
        let missing: Vec<usize> = games.iter().map(|game| game.line.moves.len() + 1).collect();
        let results = missing.iter().map(|positions| vec![None; *positions]).collect();
        Ok(ReviewWriter { format, games, pictures, results, missing, next: 0, out, page })
    }

    /// Adds the results of a segment and writes the games that are complete.
    pub fn add(&mut self, segment: &Segment, results: Vec<SearchResult>) -> Result<(), Error> {
        self.missing[segment.game] -= results.len();
        for (place, result) in self.results[segment.game][segment.from..segment.to].iter_mut().zip(results) {
            *place = Some(result);
        }
        while self.missing.get(self.next) == Some(&0) {
            self.write_game(self.next)?;
            self.next += 1;
        }
        Ok(())
    }

    fn write_game(&mut self, number: usize) -> Result<(), Error> {
        let game = &self.games[number];
        let results: Vec<SearchResult> =
            std::mem::take(&mut self.results[number]).into_iter().flatten().collect();
        let review = Review::of(game, &results);
        match self.format {
            Format::Pgn => annotated(game, &review).write(self.out)?,
            Format::Json => {
                export::write_json(game, &review, self.out)?;
                writeln!(self.out, "{}", if number + 1 < self.games.len() { "," } else { "" })?;
            }
            Format::Csv => export::write_csv(number + 1, &review, self.out)?,
        }
        self.out.flush()?;
        if let Some(path) = self.pictures.get(number) {
            write_atomic(path, |file| file.write_all(graph::picture(game, &review).as_bytes()))?;
        }
        if let Some(page) = &mut self.page {
            page.write_all(page::section(game, &review).as_bytes())?;
            page.flush()?;
        }
        Ok(())
    }

    /// Writes what comes after the last game.
    pub fn end(mut self) -> Result<(), Error> {
        if self.format == Format::Json {
            writeln!(self.out, "]")?;
        }
        if let Some(page) = &mut self.page {
            page.write_all(page::FOOT.as_bytes())?;
            page.flush()?;
        }
        Ok(self.out.flush()?)
    }
}

/// Returns the SVG files of `games` games: `path` itself for a single game, else numbered.
pub(super) fn picture_paths(path: &Path, games: usize) -> Vec<PathBuf> {
    if games == 1 {
        return vec![path.to_owned()];
    }
    (1..=games).map(|number| numbered(path, number)).collect()
}

/// Returns `graph-3.svg` for `graph.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let part = |part: Option<&OsStr>| part.map(|part| part.to_string_lossy().into_owned());
    let stem = part(path.file_stem()).unwrap_or_default();
    let extension = part(path.extension()).map_or(String::new(), |extension| format!(".{extension}"));
    path.with_file_name(format!("{stem}-{number}{extension}"))
}
