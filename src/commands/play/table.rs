//! Table: the game itself, move by move.

use std::io::Write;
use std::time::{Duration, Instant};

use crossbeam_channel::RecvTimeoutError;
use shakmaty::Color;

use super::Play;
use super::clock::clock_text;
use super::input::{Event, Input, Question};
use super::record::{GameEnd, GameRecord};
use super::view::{lines, score_sheet};
use super::words::{HELP, Typed, read};
use crate::commands::iterations::hint;
use crate::console::interrupt;
use crate::engine::{Engine, Report};
use crate::error::Error;
use crate::eval::wdl::DisplayScore;
use crate::pgn::move_number;
use crate::position::Ending;
use crate::search::{Limits, Outcome, Settings};

/// The time of a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Lancet agrees to a draw if its score is at most this many centipawns, from this number of plies on; and at any time if
/// it is far behind.
const EVEN: i32 = 10;
const DRAW_FROM_PLY: usize = 40;
const BEHIND: i32 = -100;

/// A game under way.
pub(super) struct Table<'a> {
    play: &'a Play,
    engine: Engine,
    record: GameRecord,
    input: &'a Input,
    out: &'a mut dyn Write,
    names: [String; 2],
    /// The side at the bottom of the board.
    bottom: Color,
    /// The scores of Lancet's searches from its side, each with the number of moves before it.
    scores: Vec<(usize, DisplayScore)>,
}

impl<'a> Table<'a> {
    pub fn new(
        play: &'a Play,
        engine: Engine,
        record: GameRecord,
        input: &'a Input,
        out: &'a mut dyn Write,
    ) -> Table<'a> {
        let strength =
            play.settings.strength.map_or(String::new(), |limit| format!(" ({} Elo)", limit.elo()));
        let (you, lancet) = ("You".to_owned(), format!("Lancet{strength}"));
        let names = if play.side.is_white() { [you, lancet] } else { [lancet, you] };
        Table { play, engine, record, input, out, names, bottom: play.side, scores: Vec::new() }
    }

    pub fn into_record(self) -> GameRecord {
        self.record
    }

    /// Plays until the game ends.
    pub fn play(&mut self) -> Result<GameEnd, Error> {
        writeln!(
            self.out,
            "You play {:?} against {}. Type a move, or help.\n",
            self.play.side,
            self.names[usize::from(self.play.side.is_white())]
        )?;
        if self.record.position().turn() == self.play.side {
            self.show()?;
        }
        let end = loop {
            if let Some(ending) = Ending::of(self.record.game()) {
                break GameEnd::Rules(ending);
            }
            let end = if self.record.position().turn() == self.play.side {
                self.move_of_person()?
            } else {
                self.move_of_lancet()?
            };
            if let Some(end) = end {
                break end;
            }
        };
        if matches!(end, GameEnd::Rules(ending) if ending.winner() == Some(self.play.side))
            || self.record.len() == 0
        {
            self.show()?;
        }
        writeln!(self.out, "{} {}", end.sentence(), end.result())?;
        Ok(end)
    }

    fn show(&mut self) -> Result<(), Error> {
        for line in lines(&self.record, self.bottom, &self.names, self.play.screen) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Reads lines until the person has moved or the game has ended.
    fn move_of_person(&mut self) -> Result<Option<GameEnd>, Error> {
        let (side, start) = (self.play.side, Instant::now());
        loop {
            let left = self.record.times.map(|times| times.left(side).saturating_sub(start.elapsed()));
            let clock = left.map_or(String::new(), |left| format!("[{}] ", clock_text(left)));
            let question = Question {
                prompt: &format!("{clock}{} ", move_number(self.record.position().game_ply())),
                deadline: self.record.times.map(|times| times.deadline(side, start)),
                position: Some(self.record.position()),
            };
            let line = match self.input.ask(question, self.out)? {
                Event::Line(line) => line,
                Event::Deadline => return Ok(Some(self.record.time_forfeit(side))),
                Event::End | Event::Interrupt => return Ok(Some(GameEnd::Left)),
            };
            match read(&line, self.record.position()) {
                Ok(Typed::Move(m)) => {
                    let had_time = self.record.play(m, start.elapsed());
                    return Ok((!had_time).then(|| self.record.time_forfeit(side)));
                }
                Ok(Typed::TakeBack) if self.record.take_back(2) => {
                    self.scores.retain(|(ply, _)| *ply < self.record.len());
                    self.show()?;
                    return Ok(None);
                }
                Ok(typed) => {
                    if let Some(end) = self.answer(&typed)? {
                        return Ok(Some(end));
                    }
                }
                Err(message) => writeln!(self.out, "error: {message}")?,
            }
        }
    }

    /// Answers a word that is not a move. Returns the end of the game if it is one.
    fn answer(&mut self, typed: &Typed) -> Result<Option<GameEnd>, Error> {
        match typed {
            Typed::Nothing | Typed::Move(_) => {}
            Typed::TakeBack => writeln!(self.out, "There is no move to take back.")?,
            Typed::Hint => self.hint()?,
            Typed::Resign => return Ok(Some(GameEnd::Resignation(self.play.side))),
            Typed::OfferDraw if self.accepts_draw() => return Ok(Some(GameEnd::Agreement)),
            Typed::OfferDraw => writeln!(self.out, "Lancet declines the draw.")?,
            Typed::Board => self.show()?,
            Typed::Flip => {
                self.bottom = self.bottom.other();
                self.show()?;
            }
            Typed::Moves => {
                for row in score_sheet(&self.record) {
                    writeln!(self.out, "{row}")?;
                }
            }
            Typed::Fen => writeln!(self.out, "{}", self.record.position().fen())?,
            Typed::Help => writeln!(self.out, "{HELP}")?,
            Typed::Quit => return Ok(Some(GameEnd::Left)),
        }
        Ok(None)
    }

    fn accepts_draw(&self) -> bool {
        let score = self.scores.last().map(|(_, score)| match score.centipawns() {
            Some(centipawns) => centipawns,
            None if score.is_win() => i32::MAX,
            None => i32::MIN,
        });
        score.is_some_and(|score| is_draw_acceptable(score, self.record.len()))
    }

    fn hint(&mut self) -> Result<(), Error> {
        let limits = Limits { movetime: Some(HINT_TIME), ..Limits::default() };
        let settings = Settings { strength: None, ..self.play.settings.clone() };
        let Some(outcome) = self.search(limits, settings)? else { return Ok(()) };
        let line = hint(self.record.position(), &outcome, self.play.screen);
        Ok(writeln!(self.out, "{line}")?)
    }

    fn move_of_lancet(&mut self) -> Result<Option<GameEnd>, Error> {
        let side = self.play.side.other();
        let mut limits = self.play.limits.clone();
        limits.clock = self.record.times.map(|times| times.of_search(side));
        let is_book = self.play.book.restrict(self.record.game(), &mut limits).is_some();
        let start = Instant::now();
        if self.play.screen.has_colours {
            write!(self.out, "Lancet is thinking ...")?;
            self.out.flush()?;
        }
        let outcome = self.search(limits, self.play.settings.clone())?;
        if self.play.screen.has_colours {
            // Back to the first column, and the line is cleared.
            write!(self.out, "\r\x1b[K")?;
        }
        let Some(outcome) = outcome else { return Ok(Some(GameEnd::Left)) };
        let Some(m) = outcome.best else { return Ok(None) };
        self.scores.push((self.record.len(), outcome.info.display_score()));
        let position = self.record.position();
        let text = format!("{} {}", move_number(position.game_ply()), position.san(m));
        if !self.record.play(m, start.elapsed()) {
            return Ok(Some(self.record.time_forfeit(side)));
        }
        writeln!(self.out, "Lancet plays {text}{}", if is_book { " (book)" } else { "" })?;
        self.show()?;
        Ok(None)
    }

    /// Searches the position; `None` if Ctrl-C has ended the search.
    fn search(&mut self, limits: Limits, settings: Settings) -> Result<Option<Outcome>, Error> {
        let search = self.engine.search(self.record.game().clone(), limits, settings);
        loop {
            match search.reports().recv_timeout(interrupt::POLL) {
                Ok(Report::Done(outcome)) => {
                    return Ok(Some(outcome).filter(|_| !interrupt::is_set()));
                }
                Ok(Report::Failed(error)) => return Err(Error::other(error)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if interrupt::is_set() => search.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Error::SearchTerminated),
            }
        }
    }
}

/// Reports whether Lancet agrees to a draw with a score in centipawns after `plies` plies.
fn is_draw_acceptable(score: i32, plies: usize) -> bool {
    score <= BEHIND || score <= EVEN && plies >= DRAW_FROM_PLY
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_accepted_late_in_an_even_game_or_when_far_behind() {
        for (score, plies, accepts) in [
            (EVEN, DRAW_FROM_PLY, true),
            (EVEN, DRAW_FROM_PLY - 1, false),
            (EVEN + 1, DRAW_FROM_PLY, false),
            (BEHIND, 0, true),
            (BEHIND + 1, 0, false),
            (i32::MAX, 200, false),
            (i32::MIN, 0, true),
        ] {
            assert_eq!(is_draw_acceptable(score, plies), accepts, "{score} after {plies}");
        }
    }
}
