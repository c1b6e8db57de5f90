//! Syzygy: opening, showing and checking endgame tablebases.

use std::cmp::Reverse;
use std::ffi::OsStr;
use std::io::Write;

use crate::console::{progress_bar, warn};
use crate::error::Error;
use crate::position::{Game, Position};
use crate::syzygy::{self, MaybeRounded, RankOptions, Tablebases, Wdl, folders};

/// Opens the tablebases in a list of folders. Damaged files are warnings on stderr.
///
/// # Errors
/// An error if a folder cannot be read or there are no tablebases in them.
pub fn open(list: &OsStr) -> Result<Tablebases, Error> {
    let (tables, warnings) = Tablebases::open(&folders(list), Box::new(|warning| warn(warning)));
    if let Some(error) = warnings.folders.into_iter().next() {
        return Err(Error::other(error));
    }
    warnings.files.iter().for_each(warn);
    if tables.max_pieces() == 0 {
        return Err(no_tablebases(list));
    }
    Ok(tables)
}

fn no_tablebases(list: &OsStr) -> Error {
    Error::invalid("Syzygy path", list.to_string_lossy(), "no tablebase files in it")
}

/// Writes the result of each move of a position according to the tablebases, best moves first.
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
    let options = RankOptions { by_distance: true, ..RankOptions::default() };
    let Some(mut ranking) = tables.rank(position, game.path(), options) else {
        writeln!(out, "Not in the tablebases.")?;
        return Ok(());
    };
    ranking.moves.sort_by_key(|ranked| Reverse(ranked.rank));
    writeln!(out, "\nmove      UCI    result        plies to a capture, a pawn move or mate")?;
    for ranked in &ranking.moves {
        let (san, uci) = (position.san(ranked.m), position.move_text(ranked.m));
        let plies = plies_after(&tables, position, ranked.m);
        writeln!(out, "{san:<8}  {uci:<5}  {:<12}  {plies}", name(ranked.outcome))?;
    }
    Ok(())
}

/// Returns the plies to the next zeroing move or mate, including the move itself. Rounded tables leave two
/// numbers.
fn plies_after(tables: &Tablebases, position: &Position, m: shakmaty::Move) -> String {
    let child = position.play(m);
    let is_mate = child.is_checkmate();
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

const fn name(outcome: Wdl) -> &'static str {
    match outcome {
        Wdl::Win => "win",
        Wdl::CursedWin => "cursed win",
        Wdl::Draw => "draw",
        Wdl::BlessedLoss => "blessed loss",
        Wdl::Loss => "loss",
    }
}

/// Reads every file and compares it with its checksum.
///
/// # Errors
/// As [`open`]; [`Error::Failed`] if a file is damaged; those of `out`.
pub fn check(list: &OsStr, out: &mut dyn Write) -> Result<(), Error> {
    let files = syzygy::list_files(&folders(list)).map_err(Error::other)?;
    if files.is_empty() {
        return Err(no_tablebases(list));
    }
    let bar = progress_bar(files.len() as u64, "files");
    let mut damaged = 0;
    for path in &files {
        if let Err(error) = syzygy::check_file(path) {
            damaged += 1;
            bar.suspend(|| writeln!(out, "{}: {error}", path.display()))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    writeln!(out, "Files: {}", files.len())?;
    writeln!(out, "Damaged: {damaged}")?;
    if damaged == 0 { Ok(()) } else { Err(Error::Failed) }
}
