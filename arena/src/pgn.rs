//! Games of a match in portable game notation (PGN).
//!
//! A comment follows each move, as in matches of other programs: the score in pawns from the side that moved,
//! or the moves to mate, and the depth; then the time if time ended the searches.

use lancet::eval::wdl::{Curve, DisplayScore};
use lancet::pgn::{PgnGame, PgnLine, PgnMove, start_tags};
use lancet::position::Position;
use shakmaty::Move;

use crate::game::{PlayedGame, PlayedMove};
use crate::runner::Pair;
use crate::termination::Termination;
use crate::time_control::TimeControl;

/// Returns the games of a pair of a match with this title between two engines with these names.
#[must_use]
pub fn pgn_games(title: &str, pair: &Pair, names: [&str; 2], time_control: TimeControl) -> [PgnGame; 2] {
    [0, 1].map(|number| {
        let game = &pair.games[number];
        let round = format!("{}.{}", pair.number + 1, number + 1);
        let [first, second] = names;
        let (white, black) = if Pair::COLORS[number].is_white() { (first, second) } else { (second, first) };
        PgnGame {
            tags: tags((title, time_control), game, [white, black], round),
            start: game.opening.start.clone(),
            line: line(game, time_control),
            result: game.result.notation().to_owned(),
            warnings: Vec::new(),
        }
    })
}

fn tags(
    (title, time_control): (&str, TimeControl),
    game: &PlayedGame,
    names: [&str; 2],
    round: String,
) -> Vec<(String, String)> {
    let [white, black] = names;
    let start = &game.opening.start;
    let mut tags = vec![
        ("Event", title.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", round),
        ("White", white.to_owned()),
        ("Black", black.to_owned()),
        ("Result", game.result.notation().to_owned()),
    ];
    tags.extend(start_tags(start));
    tags.extend(time_control.pgn_tag().map(|value| ("TimeControl", value)));
    tags.push(("PlyCount", game.plies().to_string()));
    tags.push(("Termination", termination(game.termination).to_owned()));
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The value of the tag `Termination`, as in the PGN standard.
fn termination(termination: Termination) -> &'static str {
    match termination {
        Termination::AdjudicatedWin | Termination::AdjudicatedDraw | Termination::Length => "adjudication",
        Termination::Time => "time forfeit",
        _ => "normal",
    }
}

fn line(game: &PlayedGame, time_control: TimeControl) -> PgnLine {
    let mut position = game.opening.start.clone();
    let mut moves = Vec::with_capacity(game.plies());
    let mut add = |m: Move, comment: String| {
        moves.push(PgnMove { comments: vec![comment], ..PgnMove::new(Some(m)) });
    };
    for m in &game.opening.moves {
        add(*m, "book".to_owned());
        position = position.play(*m);
    }
    for played in &game.moves {
        add(played.m, comment(played, &position, time_control));
        position = position.play(played.m);
    }
    PgnLine { before: Vec::new(), moves }
}

/// The comment after a move played in `position`.
fn comment(played: &PlayedMove, position: &Position, time_control: TimeControl) -> String {
    let PlayedMove { score, depth, elapsed, .. } = played;
    let comment = format!("{}/{depth}", pawns(Curve::of(position).display_score(*score)));
    if time_control.is_timed() { format!("{comment} {:.3}s", elapsed.as_secs_f64()) } else { comment }
}

/// Formats a score in pawns, or the moves to mate.
fn pawns(score: DisplayScore) -> String {
    match score.pawns() {
        Some(pawns) => format!("{pawns:+.2}"),
        None => {
            let sign = if score.is_win() { '+' } else { '-' };
            format!("{sign}M{}", score.mate_moves().unwrap_or_default().abs())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::types::Score;

    #[test]
    fn scores_are_shown_in_pawns() {
        let curve = Curve::of(&Position::default());
        let scores = [35, -7, 0].map(DisplayScore::new).into_iter();
        let scores =
            scores.chain([Score::mate_in(5), Score::mated_in(4)].map(|score| curve.display_score(score)));
        assert_eq!(scores.map(pawns).collect::<Vec<_>>(), ["+0.35", "-0.07", "+0.00", "+M3", "-M2"]);
    }
}
