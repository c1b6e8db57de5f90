//! Explain: the evaluation as a table that people can read.

use std::fmt::Write as _;

use shakmaty::Color;

use crate::position::Position;

use super::pawns::Pawns;
use super::tapered::Tapered;
use super::{Evaluator, TEMPO, Term, Terms, endgame};

/// All terms of the evaluation of `position`, for both sides, in pawns; last the value from
/// White's view.
#[must_use]
pub fn explain(position: &Position) -> String {
    let pawns = Pawns::of(position);
    let terms = Terms::of(position, &pawns);
    let mut text = String::from(
        "            |     White     |     Black     |     Total\n\
         \x20      term |    mg     eg  |    mg     eg  |    mg     eg\n\
         ------------+---------------+---------------+--------------\n",
    );
    for term in Term::ALL {
        let (white, black) = (terms.get(term, Color::White), terms.get(term, Color::Black));
        row(&mut text, &format!("{term:?}"), [Some(white), Some(black), Some(white - black)]);
    }
    text.push_str("------------+---------------+---------------+--------------\n");
    row(&mut text, "Sum", [None, None, Some(terms.balance())]);
    let board = position.board();
    let stronger = Color::from_white(terms.balance().endgame() >= 0);
    let white = endgame::conclude(position, terms.balance());
    let score = Evaluator::new().evaluate(position).units();
    let total = position.turn().fold_wb(score, -score);
    let _ = write!(
        text,
        "\nPhase {} of 24, endgame scale {} of 64: {:+.2}\nTempo: {:+.2}\nTotal from White's view: {:+.2}\n",
        endgame::phase(board),
        endgame::scale(board, stronger),
        in_pawns(white),
        in_pawns(position.turn().fold_wb(TEMPO, -TEMPO)),
        in_pawns(total),
    );
    text
}

fn in_pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}

fn row(text: &mut String, name: &str, columns: [Option<Tapered>; 3]) {
    let _ = write!(text, "{name:>11}");
    for column in columns {
        let _ = match column {
            Some(value) => {
                let (mg, eg) = (in_pawns(value.middlegame()), in_pawns(value.endgame()));
                write!(text, " | {mg:6.2} {eg:6.2}")
            }
            None => write!(text, " |    --     --"),
        };
    }
    text.push('\n');
}
