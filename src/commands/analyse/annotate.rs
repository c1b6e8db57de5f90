//! Annotate: a game with its evaluations and better lines written in.

use std::mem;

use shakmaty::san::SanPlus;

use super::review::{Judgement, MoveReview, Review, eval_text};
use crate::pgn::{PgnGame, PgnLine, PgnMove};
use crate::position::Position;

/// Moves of a better line that are written down.
const LONGEST: usize = 12;

/// How a comment on a better move ends.
const WAS_BEST: &str = " was best.";

/// Marks of praise and blame; one that is there already stays alone.
const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// The game with a comment `[%eval ...]` for each move, a mark, a word and a better line for each bad
/// one, and tags for the accuracy of each side. What was there before stays, but for what another
/// review left.
#[must_use]
pub fn annotated(game: &PgnGame, review: &Review) -> PgnGame {
    let mut game = game.clone();
    for (played, told) in game.line.moves.iter_mut().zip(&review.moves) {
        annotate(played, told);
    }
    let sides = [("White", &review.white), ("Black", &review.black)];
    for (name, side) in sides {
        let (Some(accuracy), Some(loss)) = (side.accuracy, side.average_loss) else { continue };
        set_tag(&mut game, &format!("{name}Accuracy"), format!("{accuracy:.1}"));
        set_tag(&mut game, &format!("{name}AverageLoss"), format!("{loss:.1}"));
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
    forget(played, &told.before);
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
    let is_marked = played.nags.iter().any(|nag| JUDGEMENTS.contains(nag));
    if !is_marked {
        played.nags.insert(0, judgement.nag());
    }
    let Some(best) = told.best_san() else { return };
    // Whoever marked the move has called it what it is.
    let name = if is_marked { String::new() } else { format!("{}. ", judgement.name()) };
    played.comments.push(format!("{name}{best}{WAS_BEST}"));
    let better = told.best.iter().take(LONGEST).map(|m| PgnMove::new(Some(*m))).collect();
    // Behind the others there may be a comment on them.
    played.variations.insert(0, PgnLine { before: Vec::new(), moves: better });
}

/// Takes out what another review left: evaluations, words, marks and better lines.
fn forget(played: &mut PgnMove, before: &Position) {
    let PgnMove { nags, comments, variations, after, .. } = played;
    for comments in [comments, after] {
        for comment in mem::take(comments) {
            let comment = without_eval(&comment);
            if let Some((best, is_named)) = called_best(&comment) {
                if is_named {
                    nags.retain(|nag| Judgement::ALL.iter().all(|judgement| judgement.nag() != *nag));
                }
                forget_line(variations, before, best);
            } else if !comment.is_empty() {
                comments.push(comment);
            }
        }
    }
}

/// The move that a comment of a review calls best, and whether it calls the move that was played
/// something: then the mark is the review's too.
fn called_best(comment: &str) -> Option<(&str, bool)> {
    // Lichess tells first how the evaluation changed.
    let text = match comment.strip_prefix('(').and_then(|text| text.split_once(") ")) {
        Some((change, text)) if change.contains('→') => text,
        _ => comment,
    };
    let called = |judgement: &Judgement| text.strip_prefix(judgement.name())?.strip_prefix(". ");
    let named = Judgement::ALL.iter().find_map(called);
    let best = named.unwrap_or(text).strip_suffix(WAS_BEST)?;
    best.parse::<SanPlus>().is_ok().then_some((best, named.is_some()))
}

/// Takes out the first line that begins with `best` and about which nobody said anything.
fn forget_line(lines: &mut Vec<PgnLine>, before: &Position, best: &str) {
    let bare = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
    let is_its_line = |line: &PgnLine| {
        let first = line.moves.first().and_then(|first| first.m);
        first.is_some_and(|m| bare(&before.san(m)) == bare(best))
            && line.before.is_empty()
            && line.moves.iter().all(|played| *played == PgnMove::new(played.m))
    };
    if let Some(index) = lines.iter().position(is_its_line) {
        lines.remove(index);
    }
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
    fn words_of_a_review_are_known_again() {
        for (comment, best) in [
            ("Blunder. Nf3 was best.", Some(("Nf3", true))),
            ("(0.13 → 0.79) Inaccuracy. O-O+ was best.", Some(("O-O+", true))),
            ("exd5 was best.", Some(("exd5", false))),
            ("Castling was best.", None),
            ("(once more) Nf3 was best.", None),
            ("Mistake. Nf3 was best. I think.", None),
        ] {
            assert_eq!(called_best(comment), best, "{comment}");
        }
    }

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
