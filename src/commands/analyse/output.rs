//! Output: collects the search results of a game and writes its review once all of its positions are searched.

use std::io::Write;

use serde_json::Value;

use super::pictures::Pictures;
use super::search::{SearchResult, Segment};
use super::{Analyse, Format, Review, annotated, export, graph, page};
use crate::commands::inputs::InputGame;
use crate::commands::stream::{Destination, Form, Plan, Session, State};
use crate::error::Error;

/// One of the outputs of a review.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Games(Format),
    Page,
    /// The picture on standard output, of which there is only one.
    Picture,
}

/// Writes the reviews in the order of the games, one after another.
pub(super) struct ReviewWriter<'a> {
    kinds: Vec<Kind>,
    session: Session<'a>,
    pictures: Option<Pictures>,
    /// The search results of the next game, as far as they are known.
    results: Vec<SearchResult>,
}

/// Returns the outputs of a review in their order.
fn outputs(command: &Analyse) -> Vec<(&'static str, Kind, &Destination)> {
    let games = command.output.as_ref().map(|to| ("--output", Kind::Games(command.format), to));
    let page = command.html.as_ref().map(|to| ("--html", Kind::Page, to));
    let picture = command.svg.as_ref().filter(|to| **to == Destination::Standard);
    games.into_iter().chain(page).chain(picture.map(|to| ("--svg", Kind::Picture, to))).collect()
}

/// Adds the outputs of a review to a plan.
pub(super) fn add_outputs<'a>(command: &'a Analyse, plan: &mut Plan<'a>) {
    outputs(command).into_iter().for_each(|(option, _, destination)| plan.output(option, destination));
}

impl<'a> ReviewWriter<'a> {
    /// Opens the outputs of a command that goes on from `state`, or from its beginning.
    ///
    /// # Errors
    /// [`Error::File`] if an output cannot be opened or continued.
    pub fn open(
        command: &Analyse,
        plan: &Plan<'a>,
        state: Option<State>,
        out: &'a mut dyn Write,
    ) -> Result<ReviewWriter<'a>, Error> {
        let kinds: Vec<Kind> = outputs(command).into_iter().map(|(_, kind, _)| kind).collect();
        let pictures = command.svg.as_ref().and_then(Destination::path).map(|path| match &state {
            Some(state) => Pictures::reopen(path.to_owned(), &state.totals),
            None => Ok(Pictures::new(path.to_owned())),
        });
        let pictures = pictures.transpose()?;
        let session = plan.open(state, kinds.iter().map(|kind| kind.form()).collect(), out)?;
        Ok(ReviewWriter { kinds, session, pictures, results: Vec::new() })
    }

    /// Adds the results of the next segment and writes the game if it is the last one.
    pub fn add(&mut self, segment: &Segment, results: Vec<SearchResult>) -> Result<(), Error> {
        self.results.extend(results);
        if segment.is_last() { self.write_game(&segment.game.item, &segment.game.digest) } else { Ok(()) }
    }

    fn write_game(&mut self, input: &InputGame, digest: &str) -> Result<(), Error> {
        let InputGame { number, ref game } = *input;
        let review = Review::of(game, &std::mem::take(&mut self.results));
        let is_first = self.session.done() == 0;
        let items = self.kinds.iter().map(|kind| kind.item(input, is_first, &review));
        self.session.add(&items.collect::<Result<Vec<_>, Error>>()?)?;
        if let Some(pictures) = &mut self.pictures {
            pictures.add(number, graph::picture(game, &review))?;
        }
        self.session.advance(digest, || self.pictures.as_ref().map_or(Value::Null, Pictures::totals));
        Ok(())
    }

    /// Finishes the outputs after the last game, an interrupt or an error. Returns the number of games in them.
    ///
    /// # Errors
    /// That of `result`, or else those of the outputs.
    pub fn end(mut self, result: Result<(), Error>) -> Result<u64, Error> {
        let pictures = self.pictures.as_mut().map_or(Ok(()), Pictures::end);
        let feet: Vec<String> = self.kinds.iter().map(|kind| kind.foot().to_owned()).collect();
        self.session.end(result.and(pictures), &feet).map(|()| self.session.done())
    }
}

impl Kind {
    fn form(self) -> Form {
        match self {
            Kind::Games(Format::Pgn) | Kind::Picture => Form::default(),
            Kind::Games(Format::Json) => Form { head: "[\n".into(), separator: ",\n" },
            Kind::Games(Format::Csv) => {
                Form { head: format!("{}\n", export::CSV_HEADER).into(), separator: "" }
            }
            Kind::Page => Form { head: page::head().into(), separator: "" },
        }
    }

    /// Returns what is written for a game.
    fn item(self, input: &InputGame, is_first: bool, review: &Review) -> Result<Vec<u8>, Error> {
        let InputGame { number, ref game } = *input;
        let mut item = Vec::new();
        match self {
            Kind::Games(Format::Pgn) => annotated(game, review).write(&mut item)?,
            Kind::Games(Format::Json) => export::write_json(game, review, &mut item)?,
            Kind::Games(Format::Csv) => export::write_csv(number, review, &mut item)?,
            Kind::Page => item = page::section(number, game, review).into_bytes(),
            Kind::Picture if is_first => item = graph::picture(game, review).into_bytes(),
            Kind::Picture => {
                let message =
                    "standard output takes one picture, and there are several games; name a file with --svg";
                return Err(Error::Usage(message.into()));
            }
        }
        Ok(item)
    }

    fn foot(self) -> &'static str {
        match self {
            Kind::Games(Format::Json) => "\n]\n",
            Kind::Page => page::foot(),
            _ => "",
        }
    }
}
