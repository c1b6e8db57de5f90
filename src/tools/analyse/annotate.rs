//! Annotate: a game with its evaluations and better lines written in.

use super::review::{MoveReview, Review, eval_text};
use crate::pgn::{PgnGame, PgnLine, PgnMove};

/// Moves of a better line that are written down.
const LONGEST: usize = 12;

/// Marks of praise and blame; one that is there already stays alone.
const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// The game with a comment `[%eval ...]` for each move, a mark, a word and a better line for each bad
/// one, and tags for the accuracy of each side. What was there before stays, but for old evaluations.
#[must_use]
pub fn annotated(game: &PgnGame, review: &Review) -> PgnGame {
    let mut game = game.clone();
    for (played, told) in game.line.moves.iter_mut().zip(&review.moves) {
        annotate(played, told);
    }
    let sides = [("White", &review.white), ("Black", &review.black)];
    for (name, side) in sides.into_iter().filter(|(_, side)| side.moves > 0) {
        set_tag(&mut game, &format!("{name}Accuracy"), format!("{:.1}", side.accuracy));
        set_tag(&mut game, &format!("{name}AverageLoss"), format!("{:.1}", side.average_loss));
    }
    if game.tag("Annotator").is_none() {
        set_tag(&mut game, "Annotator", concat!("Lancet ", env!("CARGO_PKG_VERSION")).into());
    }
    game
}

fn set_tag(game: &mut PgnGame, name: &str, value: String) {
    match game.tags.iter_mut().find(|(known, _)| known == name) {
        Some(tag) => tag.1 = value,
        None => game.tags.push((name.into(), value)),
    }
}

fn annotate(played: &mut PgnMove, told: &MoveReview) {
    for comment in &mut played.comments {
        *comment = without_eval(comment);
    }
    played.comments.retain(|comment| !comment.is_empty());
    // Mate on the board has no evaluation; lichess writes none either.
    if !(told.is_last && told.score.is_mate()) {
        let eval = format!("[%eval {}]", eval_text(told.score));
        match played.comments.first_mut() {
            // Beside what else is for programs, such as the clock.
            Some(first) if first.starts_with("[%") => *first = format!("{eval} {first}"),
            _ => played.comments.insert(0, eval),
        }
    }
    let Some(judgement) = told.judgement else { return };
    if !played.nags.iter().any(|nag| JUDGEMENTS.contains(nag)) {
        played.nags.insert(0, judgement.nag());
    }
    let Some(best) = told.best_san() else { return };
    played.comments.push(format!("{}. {best} was best.", judgement.name()));
    let better = told.best.iter().take(LONGEST).map(|m| PgnMove::new(Some(*m))).collect();
    played.variations.push(PgnLine { before: Vec::new(), moves: better });
}

/// A comment without the evaluation that some other program wrote.
fn without_eval(comment: &str) -> String {
    let mut text = comment.to_owned();
    while let Some(start) = text.find("[%eval") {
        let end = text[start..].find(']').map_or(text.len(), |length| start + length + 1);
        let rest = text[end..].trim_start().to_owned();
        text.truncate(start);
        text.push_str(&rest);
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_evaluations_go_and_all_else_stays() {
        for (before, after) in [
            ("[%eval 0.17] [%clk 0:01:00]", "[%clk 0:01:00]"),
            ("[%clk 0:01:00] [%eval #-3]", "[%clk 0:01:00]"),
            ("so [%eval 1.0,20] it is", "so it is"),
            ("[%eval", ""),
            ("a word", "a word"),
        ] {
            assert_eq!(without_eval(before), after);
        }
    }
}
