//! Export: positions of records in the forms that other programs read.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use lancet::Error;
use lancet::position::Position;
use shakmaty::{Color, EnPassantMode, Square};

use crate::output::create_new;
use crate::records::{Damage, Game, Outcome, Reader, Scored};

/// Write the positions of records in a form that other programs read
#[derive(Args, Clone, Debug)]
pub struct Export {
    /// Files of games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The form
    #[arg(long, value_enum, default_value = "text")]
    pub format: Format,
    /// The file to write; one that is there is not touched
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Leave out positions in check and those whose move takes or promotes
    #[arg(long)]
    pub quiet: bool,
}

/// How a position is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Lines `FEN | centipawns | result`, score and result (1.0, 0.5, 0.0) from White's view
    Text,
    /// The 32 bytes of the bullet trainer's `ChessBoard`
    Bullet,
}

impl Export {
    /// Writes the file and tells how much.
    ///
    /// # Errors
    /// A sentence where a file cannot be read or written; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let cannot = |error| Error::Sentence(format!("{} cannot be written: {error}", self.out.display()));
        let mut sink = BufWriter::new(create_new(&self.out).map_err(Error::Sentence)?);
        let mut positions = 0u64;
        let mut damage = Damage::default();
        for path in &self.files {
            let mut games = Reader::open(path).map_err(Error::Sentence)?.games();
            for game in games.by_ref() {
                positions += self.write_game(&game, &mut sink).map_err(cannot)?;
            }
            damage.add(games.damage());
        }
        let file: File = sink.into_inner().map_err(|error| cannot(error.into_error()))?;
        file.sync_all().map_err(cannot)?;
        writeln!(out, "{positions} positions")?;
        damage.tell(out).map_err(Error::from)
    }

    fn write_game(&self, game: &Game, sink: &mut impl Write) -> std::io::Result<u64> {
        let mut count = 0;
        for (position, scored) in game.positions() {
            let played = scored.played;
            if self.quiet && (position.in_check() || played.is_capture() || played.is_promotion()) {
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

/// `FEN | centipawns | result`, from White's view.
#[must_use]
pub fn text_line(position: &Position, scored: Scored, result: Outcome) -> String {
    let chess = position.chess().clone();
    let fen = shakmaty::fen::Fen::from_position(&chess, EnPassantMode::Legal);
    let score = position.turn().fold_wb(scored.score, -scored.score).centipawns();
    format!("{fen} | {score} | {:.1}", result.points(Color::White))
}

/// The `ChessBoard` of jw1912/bulletformat, from the view of the side to move, whose first rank
/// comes first: occupied squares (8 bytes), pieces in their order (4 bits each, the low half
/// first; the opponent's have bit 3 set), score (2), result 0 to 2 (1), the own king's square (1),
/// the other king's from its own side (1), and three bytes of nothing.
#[must_use]
pub fn bullet_record(position: &Position, scored: Scored, result: Outcome) -> [u8; 32] {
    let turn = position.turn();
    let from_own_side = |square: Square| turn.fold_wb(square, square.flip_vertical());
    let mut occupied = 0u64;
    let mut men = Vec::with_capacity(32);
    for (square, piece) in position.board() {
        let square = from_own_side(square);
        occupied |= 1 << square.to_u32();
        let role = piece.role as u8 - 1;
        men.push((square, if piece.color == turn { role } else { role | 8 }));
    }
    men.sort_unstable();
    let mut record = [0; 32];
    record[..8].copy_from_slice(&occupied.to_le_bytes());
    for (place, (_, man)) in men.into_iter().take(32).enumerate() {
        record[8 + place / 2] |= man << (4 * (place % 2));
    }
    record[24..26].copy_from_slice(&scored.score.centipawns().to_le_bytes());
    record[26] = (2.0 * result.points(turn)) as u8;
    record[27] = from_own_side(position.king(turn)).to_u32() as u8;
    record[28] = from_own_side(position.king(!turn)).flip_vertical().to_u32() as u8;
    record
}
