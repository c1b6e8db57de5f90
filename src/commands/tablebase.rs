//! Tablebase: endgame tables for the command line: taken up, shown for a position, checked.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::io::Write;

use crate::console::{progress_bar, warn};
use crate::error::Error;
use crate::position::{Game, Position};
use crate::syzygy::{self, MaybeRounded, Tablebases, Wdl, folders};

/// The tables in the folders of a list. What turns out to be damaged is told on the standard error.
///
/// # Errors
/// A sentence for a folder that cannot be read, and where there are no tables.
pub fn open(list: &OsStr) -> Result<Tablebases, Error> {
    let (tables, warnings) = Tablebases::open(&folders(list), Box::new(|warning: &str| warn(warning)));
    if let Some(sentence) = warnings.folders.into_iter().next() {
        return Err(Error::Sentence(sentence));
    }
    warnings.files.iter().for_each(|sentence| warn(sentence));
    if tables.max_pieces() == 0 {
        return Err(Error::Sentence(format!("there are no endgame tables in {}", list.display())));
    }
    Ok(tables)
}

/// Writes what the tables know of a position and of its moves, the best first.
///
/// # Errors
/// As [`open`]; those of `out`.
pub fn show(list: &OsStr, position: &Position, out: &mut dyn Write) -> Result<(), Error> {
    let tables = open(list)?;
    writeln!(out, "Position: {}", position.fen())?;
    writeln!(out, "Tables: {tables}")?;
    if !position.has_legal_move() {
        writeln!(out, "{}", if position.in_check() { "Checkmate." } else { "Stalemate." })?;
        return Ok(());
    }
    let game = Game::new(position.clone());
    let Some(mut ranking) = tables.rank(position, game.path(), true, true) else {
        writeln!(out, "Not in the tables.")?;
        return Ok(());
    };
    ranking.moves.sort_by_key(|ranked| Reverse(ranked.rank));
    writeln!(out, "\nmove      UCI    result        plies to a capture, a pawn move or mate")?;
    for ranked in &ranking.moves {
        let (san, uci) = (position.san(ranked.m), position.move_text(ranked.m));
        let plies = plies_after(&tables, position, ranked.m);
        writeln!(out, "{san:<8}  {uci:<5}  {:<12}  {plies}", word(ranked.outcome))?;
    }
    Ok(())
}

/// The plies from a move on, itself among them; where the tables round it may be one more.
fn plies_after(tables: &Tablebases, position: &Position, m: shakmaty::Move) -> String {
    let child = position.play(m);
    let is_mate = child.in_check() && !child.has_legal_move();
    match tables.dtz(&child) {
        _ if m.is_zeroing() || is_mate => "1".into(),
        None => "unknown".into(),
        Some(distance) if distance.is_zero() => "-".into(),
        Some(MaybeRounded::Precise(distance)) => (distance.0.abs() + 1).to_string(),
        Some(MaybeRounded::Rounded(distance)) => {
            let plies = distance.0.abs() + 1;
            format!("{plies} or {}", plies + 1)
        }
    }
}

const fn word(outcome: Wdl) -> &'static str {
    match outcome {
        Wdl::Win => "win",
        Wdl::CursedWin => "cursed win",
        Wdl::Draw => "draw",
        Wdl::BlessedLoss => "blessed loss",
        Wdl::Loss => "loss",
    }
}

/// Reads every file to its end and compares it with its checksum.
///
/// # Errors
/// A sentence for a folder that cannot be read, and where there are no tables; [`Error::Failed`] where
/// a file is damaged; those of `out`.
pub fn check(list: &OsStr, out: &mut dyn Write) -> Result<(), Error> {
    let files = syzygy::list_files(&folders(list)).map_err(Error::Sentence)?;
    if files.is_empty() {
        return Err(Error::Sentence(format!("there are no endgame tables in {}", list.display())));
    }
    let bar = progress_bar(files.len() as u64, "files");
    let mut damaged = 0;
    for path in &files {
        if let Some(fault) = syzygy::check_file(path) {
            damaged += 1;
            bar.suspend(|| writeln!(out, "{}: {fault}", path.display()))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "Files: {}", files.len())?;
    writeln!(out, "Damaged: {damaged}")?;
    if damaged == 0 { Ok(()) } else { Err(Error::Failed) }
}
