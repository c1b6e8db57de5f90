//! Text: how moves, scores and games are written in pictures and pages.

use super::mark::{Mark, MateChange};
use super::review::MoveReview;
use crate::eval::wdl::DisplayScore;
use crate::pgn::PgnGame;

/// Escapes text for HTML and SVG. Control characters, which neither can hold, are replaced.
pub(super) fn escape(text: &str) -> String {
    let is_control = |c: char| c < ' ' && !['\t', '\n', '\r'].contains(&c);
    let text = text.replace(is_control, "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Formats an accuracy; a side without moves has none.
pub(super) fn percent(accuracy: Option<f64>) -> String {
    accuracy.map_or("–".into(), |accuracy| format!("{accuracy:.1} %"))
}

/// Returns the players and the result of a game.
pub(super) fn title(game: &PgnGame) -> String {
    let name = |tag| game.tag(tag).unwrap_or("?");
    format!("{} – {}, {}", name("White"), name("Black"), result(game))
}

/// Returns the result of a game, as print has it.
pub(super) fn result(game: &PgnGame) -> String {
    if game.result == "1/2-1/2" { "½–½".to_owned() } else { game.result.replace('-', "–") }
}

/// Describes what is wrong with a move in a sentence; `None` if nothing is.
pub(super) fn verdict(m: &MoveReview) -> Option<String> {
    let change = m.mate_change.map(MateChange::description);
    let words = match (m.mark, change) {
        (Some(mark), Some(change)) => format!("{}: {change}", mark.name()),
        (Some(mark), None) => mark.name().to_owned(),
        (None, Some(change)) => format!("The move {change}"),
        (None, None) => return None,
    };
    let best = m.best_san().map_or(String::new(), |best| format!(" {best} was best."));
    Some(format!("{words}.{best}"))
}

/// Describes a bad move in a line.
pub(super) fn caption(m: &MoveReview) -> String {
    let mark = m.mark.map_or("", Mark::symbol);
    let best = m.best_san().unwrap_or_default();
    let mate = m.mate_change.map_or(String::new(), |change| format!(" {}", change.description()));
    format!("{} {}{mark}{mate} ({}); best was {best}", m.number, m.san(), eval_text(m.score))
}

/// Formats a score as `[%eval ...]` has it: pawns with two decimals, or `#` and the moves to mate.
pub(super) fn eval_text(score: DisplayScore) -> String {
    match score.pawns() {
        Some(pawns) => format!("{pawns:.2}"),
        None => format!("#{}", score.mate_moves().unwrap_or_default()),
    }
}

/// Formats the score after a move; checkmate is `#`.
pub(super) fn move_eval_text(m: &MoveReview) -> String {
    if m.is_last && m.score.is_mate() { "#".into() } else { eval_text(m.score) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::Position;
    use crate::types::Score;

    #[test]
    fn escape_leaves_no_markup_or_control_characters() {
        assert_eq!(escape("a<b>\t\"&\u{1}\u{1b}"), "a&lt;b&gt;\t&quot;&amp;\u{fffd}\u{fffd}");
    }

    #[test]
    fn eval_text_is_that_of_lichess() {
        let mate_in = |plies| Curve::of(&Position::default()).display_score(Score::mate_in(plies));
        assert_eq!(eval_text(DisplayScore::new(17)), "0.17");
        assert_eq!(eval_text(DisplayScore::new(-350)), "-3.50");
        assert_eq!(eval_text(mate_in(5)), "#3");
        assert_eq!(eval_text(-mate_in(1)), "#-1");
    }
}
