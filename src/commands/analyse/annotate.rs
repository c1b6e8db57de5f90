//! Annotate: a game with evaluations, marks and better lines added.

use shakmaty::san::SanPlus;

use super::mark::Mark;
use super::review::{MoveReview, Review};
use super::text::eval_text;
use crate::pgn::{PgnGame, PgnLine, PgnMove};
use crate::position::Position;

/// The most moves of a better line.
pub(super) const MAX_LINE: usize = 12;

/// The beginning of an evaluation in a comment.
const EVAL: &str = "[%eval ";

/// The end of a comment on a better move.
const WAS_BEST: &str = " was best.";

/// The sentences with which lichess begins its comments on mates, in place of the name of a mark.
const MATE_SENTENCES: [&str; 2] = ["Checkmate is now unavoidable", "Lost forced checkmate sequence"];

/// The glyphs from `!` to `?!`. A move that has one gets no other.
const MOVE_NAGS: std::ops::RangeInclusive<u8> = 1..=6;

/// Returns the game with a comment `[%eval ...]` for each move, a mark, a comment and a better line with its evaluation for
/// each bad move, and tags for the accuracy of each side. Removes what an earlier review added and keeps
/// everything else.
#[must_use]
pub fn annotated(game: &PgnGame, review: &Review) -> PgnGame {
    let mut game = game.clone();
    for (played, review) in game.line.moves.iter_mut().zip(&review.moves) {
        annotate(played, review);
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

fn annotate(played: &mut PgnMove, review: &MoveReview) {
    remove_review(played, &review.before);
    // Checkmate has no evaluation, as on lichess.
    if !(review.is_last && review.score.is_mate()) {
        let eval = format!("[%eval {}]", eval_text(review.score));
        match played.comments.first_mut() {
            // Beside other machine-readable comments, such as the clock.
            Some(first) if first.starts_with("[%") => *first = format!("{eval} {first}"),
            _ => played.comments.insert(0, eval),
        }
    }
    let Some(mark) = review.mark else { return };
    let is_marked = played.nags.iter().any(|nag| MOVE_NAGS.contains(nag));
    if !is_marked {
        played.nags.insert(0, mark.nag());
    }
    let Some(best) = review.best_san() else { return };
    // A move with a mark of another annotator needs no name.
    let name = if is_marked { String::new() } else { format!("{}. ", mark.name()) };
    played.comments.push(format!("{name}{best}{WAS_BEST}"));
    let mut better: Vec<PgnMove> =
        review.best.iter().take(MAX_LINE).map(|m| PgnMove::new(Some(*m))).collect();
    // As each move of the game, the first one has the score after it; checkmate has none.
    if let Some(first) = better.first_mut()
        && !review.best_is_mate()
    {
        first.comments.push(format!("[%eval {}]", eval_text(review.score_after_best())));
    }
    // First, since a comment on the other variations may follow them.
    played.variations.insert(0, PgnLine { before: Vec::new(), moves: better });
}

/// Returns a move without what an earlier review added.
pub(super) fn without_review(played: &PgnMove, before: &Position) -> PgnMove {
    let mut played = played.clone();
    remove_review(&mut played, before);
    played
}

/// Removes what an earlier review added: evaluations, comments, marks and better lines.
fn remove_review(played: &mut PgnMove, before: &Position) {
    let PgnMove { nags, comments, variations, after, .. } = played;
    // A review names no mark where another annotator has marked the move, and evaluates it.
    let bare_of = |comments: &[String]| comments.iter().map(|comment| without_eval(comment)).collect();
    let (bare, bare_after): (Vec<String>, Vec<String>) = (bare_of(comments), bare_of(after));
    let may_be_unnamed = nags.iter().any(|nag| MOVE_NAGS.contains(nag))
        && comments.iter().zip(&bare).any(|(comment, bare)| bare != comment.trim())
        && !bare.iter().any(|bare| best_move_comment(bare).is_some_and(|(_, is_named)| is_named));
    // A review adds its comment behind those that there are, and its line with an evaluation.
    let is_unnamed = |bare: &String| {
        let best = best_move_comment(bare).filter(|(_, is_named)| !is_named);
        best.is_some_and(|(best, _)| variations.iter().any(|line| is_reviewed_line(line, before, best)))
    };
    let last_unnamed = bare.iter().rposition(is_unnamed).filter(|_| may_be_unnamed);
    for (comments, bare, unnamed) in [(comments, bare, last_unnamed), (after, bare_after, None)] {
        comments.clear();
        for (index, comment) in bare.into_iter().enumerate() {
            let of_review =
                best_move_comment(&comment).filter(|(_, is_named)| *is_named || unnamed == Some(index));
            if let Some((best, is_named)) = of_review {
                if is_named {
                    nags.retain(|nag| Mark::ALL.iter().all(|mark| mark.nag() != *nag));
                }
                remove_line(variations, before, best);
            } else if !comment.is_empty() {
                comments.push(comment);
            }
        }
    }
}

/// Parses a review's comment on the best move. Returns the move, and whether the comment names a mark: then
/// the mark is the review's too.
fn best_move_comment(comment: &str) -> Option<(&str, bool)> {
    // Comments of lichess begin with the change of the evaluation.
    let text = match comment.strip_prefix('(').and_then(|text| text.split_once(") ")) {
        Some((change, text)) if change.contains('→') => text,
        _ => comment,
    };
    let mut names = Mark::ALL.iter().map(|mark| mark.name()).chain(MATE_SENTENCES);
    let named = names.find_map(|name| text.strip_prefix(name)?.strip_prefix(". "));
    let best = named.unwrap_or(text).strip_suffix(WAS_BEST)?;
    best.parse::<SanPlus>().is_ok().then_some((best, named.is_some()))
}

/// Removes the first line that begins with `best` and has no comments but evaluations.
fn remove_line(lines: &mut Vec<PgnLine>, before: &Position, best: &str) {
    if let Some(index) = lines.iter().position(|line| is_line_of(line, before, best)) {
        lines.remove(index);
    }
}

/// Reports whether a line begins with `best` and has no comments but evaluations.
fn is_line_of(line: &PgnLine, before: &Position, best: &str) -> bool {
    let bare = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
    let first = line.moves.first().and_then(|first| first.m);
    first.is_some_and(|m| bare(&before.san(m)) == bare(best))
        && line.before.is_empty()
        && line.moves.iter().all(|played| without_evals(played) == PgnMove::new(played.m))
}

/// Reports whether a line begins with `best` and has the evaluation that a review of Lancet gives it; checkmate has none.
fn is_reviewed_line(line: &PgnLine, before: &Position, best: &str) -> bool {
    let is_evaluated =
        |first: &PgnMove| first.comments.iter().any(|comment| *comment != without_eval(comment));
    is_line_of(line, before, best) && (best.ends_with('#') || line.moves.first().is_some_and(is_evaluated))
}

/// Returns a move without its evaluations.
fn without_evals(played: &PgnMove) -> PgnMove {
    let comments = played.comments.iter().map(|comment| without_eval(comment));
    PgnMove { comments: comments.filter(|comment| !comment.is_empty()).collect(), ..played.clone() }
}

/// Returns a comment without `[%eval ...]`, also without one that stands only after another one is removed.
fn without_eval(comment: &str) -> String {
    let mut text = String::with_capacity(comment.len());
    // The start of an evaluation whose end is not read yet.
    let mut open = None;
    let mut chars = comment.chars().peekable();
    while let Some(c) = chars.next() {
        match open {
            Some(start) if c == ']' => {
                text.truncate(start);
                open = None;
                while chars.next_if(|c| c.is_whitespace()).is_some() {}
            }
            Some(_) => text.push(c),
            None => {
                text.push(c);
                open = text.ends_with(EVAL).then(|| text.len() - EVAL.len());
            }
        }
    }
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_earlier_reviews_are_recognized() {
        for (comment, best) in [
            ("Blunder. Nf3 was best.", Some(("Nf3", true))),
            ("(0.13 → 0.79) Inaccuracy. O-O+ was best.", Some(("O-O+", true))),
            ("(Mate in 8 → -7.64) Lost forced checkmate sequence. Nd2 was best.", Some(("Nd2", true))),
            ("Checkmate is now unavoidable. Kg8 was best.", Some(("Kg8", true))),
            ("exd5 was best.", Some(("exd5", false))),
            ("Castling was best.", None),
            ("(once more) Nf3 was best.", None),
            ("Mistake. Nf3 was best. I think.", None),
        ] {
            assert_eq!(best_move_comment(comment), best, "{comment}");
        }
    }

    #[test]
    fn without_eval_keeps_all_other_text() {
        for (before, after) in [
            ("[%eval 0.17] [%clk 0:01:00]", "[%clk 0:01:00]"),
            ("[%clk 0:01:00] [%eval #-3]", "[%clk 0:01:00]"),
            ("so [%eval 1.0,20] it is", "so it is"),
            ("[%eval 0.17", "[%eval 0.17"),
            ("[%evaluation by me] [%eval 0.17]", "[%evaluation by me]"),
            ("[%eval 1.0] [%eval 2.0 [%eval 3.0] so", "so"),
            ("[%ev[%eval 1.0] al 2.0] so", "so"),
            ("] [%eval 0.17] ]", "] ]"),
            ("a word", "a word"),
        ] {
            assert_eq!(without_eval(before), after);
        }
    }

    /// A comment that takes quadratic time would take hours.
    #[test]
    fn many_evaluations_in_a_comment_take_linear_time() {
        assert_eq!(without_eval(&"[%eval 0.17] ".repeat(1 << 20)), "");
        assert_eq!(without_eval(&"[%eval ".repeat(1 << 20)).len(), 7 * (1 << 20) - 1);
    }
}
