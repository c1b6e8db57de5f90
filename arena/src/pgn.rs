//! Notation: the games of a match in portable game notation.
//!
//! After each move stands what its search found, as in matches of other programs: the score in
//! pawns from the side that moved, or the moves to mate, and the depth; then the time, where time
//! was what ended the searches.

use shakmaty::{CastlingMode, Color, Move};

use crate::game::{MatchGame, Pair, Searched};
use crate::termination::End;
use crate::time_control::Pace;
use lancet::eval::wdl::{Curve, DisplayScore};
use lancet::pgn::{PgnGame, PgnLine, PgnMove};
use lancet::position::Position;

/// The games of a pair, of a match with this title between two players of these names.
#[must_use]
pub fn notate(title: &str, pair: &Pair, names: [&str; 2], pace: Pace) -> [PgnGame; 2] {
    [0, 1].map(|number| {
        let game = &pair.games[number];
        let round = format!("{}.{}", pair.number + 1, number + 1);
        PgnGame {
            tags: tags(title, game, names, round),
            start: game.opening.start.clone(),
            line: line(game, pace),
            result: game.outcome.notation().to_owned(),
            warnings: Vec::new(),
        }
    })
}

fn tags(title: &str, game: &MatchGame, names: [&str; 2], round: String) -> Vec<(String, String)> {
    let [first, second] = names;
    let (white, black) = if game.first == Color::White { (first, second) } else { (second, first) };
    let start = &game.opening.start;
    let mut tags = vec![
        ("Event", title.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", round),
        ("White", white.to_owned()),
        ("Black", black.to_owned()),
        ("Result", game.outcome.notation().to_owned()),
    ];
    if start.castling_mode() == CastlingMode::Chess960 {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    if start.key() != Position::default().key() {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", start.fen())]);
    }
    tags.push(("PlyCount", (game.opening.moves.len() + game.moves.len()).to_string()));
    tags.push(("Termination", termination(game.end).to_owned()));
    tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The end in the words of the standard.
fn termination(end: End) -> &'static str {
    match end {
        End::AgreedWin | End::AgreedDraw | End::Length => "adjudication",
        End::Clock => "time forfeit",
        _ => "normal",
    }
}

fn line(game: &MatchGame, pace: Pace) -> PgnLine {
    let mut position = game.opening.start.clone();
    let mut moves = Vec::with_capacity(game.opening.moves.len() + game.moves.len());
    let mut add = |m: Move, comment: String| {
        moves.push(PgnMove { comments: vec![comment], ..PgnMove::new(Some(m)) });
    };
    for m in &game.opening.moves {
        add(*m, "book".to_owned());
        position = position.play(*m);
    }
    for searched in &game.moves {
        add(searched.m, comment(searched, &position, pace));
        position = position.play(searched.m);
    }
    PgnLine { before: Vec::new(), moves }
}

/// What the search in `position` found.
fn comment(searched: &Searched, position: &Position, pace: Pace) -> String {
    let Searched { score, depth, elapsed, .. } = searched;
    let comment = format!("{}/{depth}", pawns(Curve::of(position).display_score(*score)));
    if pace.is_timed() { format!("{comment} {:.3}s", elapsed.as_secs_f64()) } else { comment }
}

/// A score in pawns, or the moves to mate.
fn pawns(told: DisplayScore) -> String {
    match told.centipawns() {
        Some(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        None => {
            let sign = if told.is_win() { '+' } else { '-' };
            format!("{sign}M{}", told.mate_moves().unwrap_or_default().abs())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lancet::types::Score;

    #[test]
    fn scores_are_told_in_pawns() {
        let curve = Curve::of(&Position::default());
        let told = [35, -7, 0].map(DisplayScore::new).into_iter();
        let told =
            told.chain([Score::mate_in(5), Score::mated_in(4)].map(|score| curve.display_score(score)));
        assert_eq!(told.map(pawns).collect::<Vec<_>>(), ["+0.35", "-0.07", "+0.00", "+M3", "-M2"]);
    }
}
