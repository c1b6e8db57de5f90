//! Show: the moves of a book for a position.

use std::io::Write;
use std::path::Path;

use super::load;
use crate::error::Error;
use crate::position::Position;

/// Writes the moves of a position with their weights and probabilities.
///
/// # Errors
/// [`Error::File`] if the book is invalid; those of `out`.
pub fn show(path: Option<&Path>, position: &Position, out: &mut dyn Write) -> Result<(), Error> {
    let book = load(path)?;
    let moves = book.moves(position);
    writeln!(out, "Position: {}", position.fen())?;
    if moves.is_empty() {
        writeln!(out, "Not in the book.")?;
        return Ok(());
    }
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    writeln!(out, "\nmove      UCI    weight  fraction")?;
    for known in moves {
        let fraction = 100.0 * f64::from(known.weight) / (total.max(1) as f64);
        let (san, uci) = (position.san(known.m), position.move_text(known.m));
        writeln!(out, "{san:<8}  {uci:<5}  {:>6}    {fraction:>4.1} %", known.weight)?;
    }
    Ok(())
}
