//! The command `export`: conversion of records to the formats of other programs.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the formats have narrow fields"
)]

use std::fs::File;
use std::io::{BufWriter, Write};

use clap::{Args, ValueEnum};
use lancet::files::{InputFile, OutputFile, remove};
use lancet::position::Position;
use shakmaty::{Color, EnPassantMode, Square};

use crate::LearnError;
use crate::records::{Damage, Game, GameResult, Reader, ScoredMove, is_quiet};
use lancet::console::create_new;

/// Convert the positions of games to a format that other programs read
#[derive(Args, Clone, PartialEq, Debug)]
pub struct Export {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<InputFile>,
    /// The format
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// The file to write; it must not exist
    #[arg(long, value_name = "FILE")]
    pub out: OutputFile,
    /// Skip positions in check and those whose best move is a capture or a promotion
    #[arg(long)]
    pub quiet: bool,
}

/// The format of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Lines `FEN | units | result`, with score and result (1.0, 0.5, 0.0) from White's view
    Text,
    /// The 32 bytes of the bullet trainer's `ChessBoard`
    Bullet,
}

impl Export {
    /// Writes the file and prints the number of positions. If that fails, no file is left.
    ///
    /// # Errors
    /// [`LearnError`] if a file cannot be read or written or has no games; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LearnError> {
        let file = create_new(&self.out)?;
        let (positions, damage) = self.fill(file).inspect_err(|_| remove(&self.out))?;
        writeln!(out, "{positions} positions")?;
        Ok(damage.print(out)?)
    }

    /// Writes the positions and returns their number and what was skipped.
    fn fill(&self, file: File) -> Result<(u64, Damage), LearnError> {
        let write_error = LearnError::write(&self.out);
        let mut sink = BufWriter::new(file);
        let mut positions = 0u64;
        let mut damage = Damage::default();
        for path in &self.files {
            let mut games = Reader::open(path)?.games();
            let mut is_empty = true;
            for game in games.by_ref() {
                is_empty = false;
                positions += self.write_game(&game, &mut sink).map_err(&write_error)?;
            }
            damage.add(&games.finish(path)?);
            if is_empty {
                return Err(LearnError::NoGames(path.to_path_buf()));
            }
        }
        let file: File = sink.into_inner().map_err(|error| write_error(error.into_error()))?;
        file.sync_all().map_err(&write_error)?;
        Ok((positions, damage))
    }

    fn write_game(&self, game: &Game, sink: &mut impl Write) -> std::io::Result<u64> {
        let mut count = 0;
        for (position, scored) in game.positions() {
            let played = scored.played;
            if self.quiet && !is_quiet(&position, played) {
                continue;
            }
            match self.format {
                Format::Text => writeln!(sink, "{}", text_line(&position, scored, game.result))?,
                Format::Bullet => sink.write_all(&bullet_record(&position, scored, game.result))?,
            }
            count += 1;
        }
        Ok(count)
    }
}

/// Formats a position as `FEN | units | result`, from White's view.
#[must_use]
pub fn text_line(position: &Position, scored: ScoredMove, result: GameResult) -> String {
    let chess = position.chess().clone();
    let fen = shakmaty::fen::Fen::from_position(&chess, EnPassantMode::Legal);
    let score = position.turn().fold_wb(scored.score, -scored.score).units();
    format!("{fen} | {score} | {:.1}", result.points(Color::White))
}

/// Encodes a position as the `ChessBoard` of jw1912/bulletformat, from the view of the side to move, flipped
/// so that it plays up the board: occupied squares (8 bytes), pieces in the order of their squares (4 bits
/// each, low nibble first; bit 3 marks the opponent's), score (2), result 0 to 2 (1), own king's square (1),
/// opponent's king's square from its own view (1), three zero bytes.
#[must_use]
pub fn bullet_record(position: &Position, scored: ScoredMove, result: GameResult) -> [u8; 32] {
    let turn = position.turn();
    let oriented = |square: Square| turn.fold_wb(square, square.flip_vertical());
    let mut occupied = 0u64;
    let mut pieces = Vec::with_capacity(32);
    for (square, piece) in position.board() {
        let square = oriented(square);
        occupied |= 1 << square.to_u32();
        let role = piece.role as u8 - 1;
        pieces.push((square, if piece.color == turn { role } else { role | 8 }));
    }
    pieces.sort_unstable();
    let mut record = [0; 32];
    record[..8].copy_from_slice(&occupied.to_le_bytes());
    for (place, (_, piece)) in pieces.into_iter().take(32).enumerate() {
        record[8 + place / 2] |= piece << (4 * (place % 2));
    }
    record[24..26].copy_from_slice(&scored.score.units().to_le_bytes());
    record[26] = (2.0 * result.points(turn)) as u8;
    record[27] = oriented(position.king(turn)).to_u32() as u8;
    record[28] = oriented(position.king(!turn)).flip_vertical().to_u32() as u8;
    record
}
