//! Play: the command line of `play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::args::{EngineArgs, LimitArgs, StrengthArgs, position};
use super::search::own_book;
use super::syzygy::SyzygyArgs;
use lancet::Error;
use lancet::commands::play::{GameClock, Play};
use lancet::console::Screen;
use lancet::files::{InputFile, OutputFile};
use lancet::search::{Limits, Settings};
use lancet::shakmaty::Color;

/// Play a game against Lancet on the terminal
///
/// Moves are typed in algebraic notation (Nf3, exd5, O-O) or as squares (g1f3); `help` lists
/// the commands.
#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    /// Your side
    #[arg(long = "as", value_name = "SIDE", value_enum, default_value_t)]
    side: Side,
    #[command(flatten)]
    strength: StrengthArgs,
    /// Minutes for the game and seconds added for each move, such as 5+3
    #[arg(long, value_name = "CLOCK")]
    clock: Option<GameClock>,
    /// Position at the start [default: start position]
    #[arg(long)]
    fen: Option<String>,
    /// PGN file to which the game is appended
    #[arg(long, value_name = "FILE")]
    pgn_out: Option<OutputFile>,
    /// Review the game at its end without a question
    #[arg(long)]
    review: bool,
    /// Opening book that Lancet plays from [default: built-in book]
    #[arg(long, value_name = "FILE")]
    book: Option<InputFile>,
    /// Play without an opening book
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    syzygy: SyzygyArgs,
}

/// The side of the person.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Side {
    /// White
    #[default]
    White,
    /// Black
    Black,
}

impl PlayArgs {
    /// Returns the game.
    pub fn command(self) -> Result<Play, Error> {
        let is_limited =
            self.limits.depth.or(self.limits.movetime.map(|_| 1)).is_some() || self.limits.nodes.is_some();
        // The clock alone limits the moves, unless more limits are given.
        let limits =
            if self.clock.is_some() && !is_limited { Limits::default() } else { self.limits.limits() };
        let mut book = own_book(self.book.as_deref())?;
        book.is_on = !self.no_book;
        Ok(Play {
            side: match self.side {
                Side::White => Color::White,
                Side::Black => Color::Black,
            },
            start: position(self.fen.as_deref())?,
            clock: self.clock,
            limits,
            settings: Settings {
                strength: self.strength.limit(),
                syzygy: self.syzygy.options()?,
                ..self.engine.settings()
            },
            hash_mb: self.engine.hash_mb(),
            model: self.engine.network.model()?,
            book,
            pgn_out: self.pgn_out.map(PathBuf::from),
            review: self.review,
            screen: Screen::of_stdout(),
        })
    }
}
