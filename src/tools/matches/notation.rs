//! Notation: the games of a match in portable game notation.
//!
//! After each move stands what its search found, as in matches of other programs: the score in
//! pawns from the side that moved, or the moves to mate, and the depth; then the time, where time
//! was what ended the searches.

use shakmaty::{CastlingMode, Color};

use super::game::{MatchGame, Pair, Searched};
use super::pace::Pace;
use super::result::End;
use crate::pgn::{PgnGame, PgnLine, PgnMove};
use crate::types::Score;

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
            faults: Vec::new(),
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
    if start.key() != crate::position::Position::default().key() {
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
    let opening = game.opening.moves.iter().map(|m| (*m, "book".to_owned()));
    let searched = game.moves.iter().map(|searched| (searched.m, comment(searched, pace)));
    let moves = opening
        .chain(searched)
        .map(|(m, comment)| PgnMove { comments: vec![comment], ..PgnMove::new(Some(m)) });
    PgnLine { before: Vec::new(), moves: moves.collect() }
}

fn comment(searched: &Searched, pace: Pace) -> String {
    let Searched { score, depth, elapsed, .. } = searched;
    let comment = format!("{}/{depth}", pawns(*score));
    if pace.is_timed() { format!("{comment} {:.3}s", elapsed.as_secs_f64()) } else { comment }
}

/// A score in pawns, or the moves to mate.
fn pawns(score: Score) -> String {
    match score.mate_moves() {
        Some(moves) => format!("{}M{}", if score.is_win() { '+' } else { '-' }, moves.abs()),
        None => format!("{:+.2}", f64::from(score.units()) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_in_pawns() {
        let told = [Score::new(35), Score::new(-7), Score::DRAW, Score::mate_in(5), Score::mated_in(4)];
        assert_eq!(told.map(pawns), ["+0.35", "-0.07", "+0.00", "+M3", "-M2"]);
    }
}
