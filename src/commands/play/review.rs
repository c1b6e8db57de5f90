//! Review: the mistakes of a game that has just been played, as text.

use std::io::Write;
use std::time::Duration;

use super::Play;
use crate::commands::analyse::{Analyse, Format, Mark, MoveReview, SideReview};
use crate::commands::cores;
use crate::commands::iterations::signed_score;
use crate::error::Error;
use crate::pgn::PgnGame;
use crate::search::Limits;
use crate::tt::Tt;

/// The time for each position.
const MOVE_TIME: Duration = Duration::from_millis(200);

/// Reviews the `game` of `play`, with its network and tablebases, and writes accuracies and mistakes.
///
/// # Errors
/// [`Error::Stopped`] after Ctrl-C; an error if memory or threads are missing; those of `out`.
pub(super) fn write(play: &Play, game: &PgnGame, out: &mut dyn Write) -> Result<(), Error> {
    let analyse = Analyse {
        files: Vec::new(),
        limits: Limits { movetime: Some(MOVE_TIME), ..Limits::default() },
        threads: cores(),
        hash_mb: Tt::DEFAULT_MB,
        model: play.model.clone(),
        format: Format::Pgn,
        output: None,
        svg: None,
        html: None,
        resume: false,
        says_end: false,
        syzygy: play.settings.syzygy.clone(),
    };
    let review = analyse.review(game)?;
    writeln!(out)?;
    for (name, side) in [("White", &review.white), ("Black", &review.black)] {
        let is_lancet = game.tag(name).is_some_and(|player| player.starts_with("Lancet"));
        writeln!(out, "{}", side_line(name, if is_lancet { "Lancet" } else { "you" }, side))?;
    }
    let marked: Vec<&MoveReview> = review.moves.iter().filter(|m| m.mark.is_some()).collect();
    if !marked.is_empty() {
        writeln!(out, "\nmove              White  better")?;
    }
    for m in marked {
        let score = signed_score(m.score);
        let text = format!("{} {}{}", m.number, m.san(), m.mark.map_or("", Mark::symbol));
        writeln!(out, "{text:<15}  {score:>6}  {}", m.best_san().unwrap_or_default())?;
    }
    Ok(())
}

fn side_line(color: &str, name: &str, side: &SideReview) -> String {
    let accuracy =
        side.accuracy.map_or("no moves".to_owned(), |accuracy| format!("accuracy {accuracy:.1} %"));
    let count =
        |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    format!(
        "{color} ({name}): {accuracy}, {}, {}, {}",
        count(side.inaccuracies, "inaccuracy", "inaccuracies"),
        count(side.mistakes, "mistake", "mistakes"),
        count(side.blunders, "blunder", "blunders")
    )
}
