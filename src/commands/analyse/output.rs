//! Output: collects the search results of a game and writes its review once all of its positions are searched.

use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::pictures::Pictures;
use super::search::{SearchResult, Segment};
use super::{Format, Review, annotated, export, graph, page};
use crate::error::Error;
use crate::files::Output;
use crate::pgn::PgnGame;

/// Writes the reviews in the order of the games, one after another.
pub(super) struct ReviewWriter<'a> {
    format: Format,
    pictures: Option<Pictures>,
    /// The search results of the next game, as far as they are known.
    results: Vec<SearchResult>,
    /// The number of games that are written.
    games: usize,
    out: &'a mut dyn Write,
    page: Option<BufWriter<Output>>,
}

impl<'a> ReviewWriter<'a> {
    /// Creates a writer and writes what comes before the first game.
    pub fn begin(
        format: Format,
        svg: Option<&Path>,
        out: &'a mut dyn Write,
        mut page: Option<BufWriter<Output>>,
    ) -> Result<ReviewWriter<'a>, Error> {
        match format {
            Format::Pgn => {}
            Format::Json => writeln!(out, "[")?,
            Format::Csv => writeln!(out, "{}", export::CSV_HEADER)?,
        }
        if let Some(page) = &mut page {
            page.write_all(page::head().as_bytes())?;
        }
        let pictures = svg.map(|path| Pictures::new(PathBuf::from(path)));
        Ok(ReviewWriter { format, pictures, results: Vec::new(), games: 0, out, page })
    }

    /// Adds the results of the next segment and writes the game if it is the last one.
    pub fn add(&mut self, segment: &Segment, results: Vec<SearchResult>) -> Result<(), Error> {
        self.results.extend(results);
        if segment.is_last() { self.write_game(&segment.game) } else { Ok(()) }
    }

    fn write_game(&mut self, game: &PgnGame) -> Result<(), Error> {
        let review = Review::of(game, &std::mem::take(&mut self.results));
        match self.format {
            Format::Pgn => annotated(game, &review).write(self.out)?,
            Format::Json => {
                if self.games > 0 {
                    writeln!(self.out, ",")?;
                }
                export::write_json(game, &review, self.out)?;
            }
            Format::Csv => export::write_csv(self.games + 1, &review, self.out)?,
        }
        self.out.flush()?;
        if let Some(pictures) = &mut self.pictures {
            pictures.add(graph::picture(game, &review))?;
        }
        if let Some(page) = &mut self.page {
            page.write_all(page::section(self.games + 1, game, &review).as_bytes())?;
            page.flush()?;
        }
        self.games += 1;
        Ok(())
    }

    /// Writes what comes after the last game.
    pub fn end(mut self) -> Result<(), Error> {
        if self.format == Format::Json {
            write!(self.out, "\n]\n")?;
        }
        if let Some(pictures) = self.pictures {
            pictures.end()?;
        }
        if let Some(page) = &mut self.page {
            page.write_all(page::foot().as_bytes())?;
            page.flush()?;
        }
        Ok(self.out.flush()?)
    }
}
