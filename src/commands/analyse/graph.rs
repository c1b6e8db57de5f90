//! Graph: White's win probability over a game, as SVG.

use std::fmt::Write;

use super::board::board;
use super::mark::Mark;
use super::review::{MoveReview, Review};
use super::text::{caption, escape, percent, title};
use crate::pgn::PgnGame;

pub(super) const WIDTH: f64 = 900.0;
pub(super) const HEIGHT: f64 = 240.0;
pub(super) const LEFT: f64 = 40.0;
pub(super) const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 26.0;

/// The most boards beside a graph.
pub(super) const BOARDS: usize = 4;

/// The colours of the arrows for the move played and the best move.
pub(super) const PLAYED: &str = "#c0392b";
pub(super) const BEST: &str = "#2e8b57";

fn colour(mark: Mark) -> &'static str {
    match mark {
        Mark::Inaccuracy => "#4a90d9",
        Mark::Mistake => "#e0992c",
        Mark::Blunder => "#cf3f3f",
    }
}

/// Returns the place of a position, counted by the moves that lead to it, in a graph of a game of `steps` moves.
pub(super) fn step_x(step: usize, steps: usize) -> f64 {
    LEFT + step as f64 * (WIDTH - LEFT - RIGHT) / steps.max(1) as f64
}

/// Returns the graph as the content of an SVG element of 900 by 240 units.
fn curve(review: &Review) -> String {
    let x = |step: usize| step_x(step, review.moves.len());
    let y = |percent: f64| TOP + (100.0 - percent) / 100.0 * (HEIGHT - TOP - BOTTOM);
    let probabilities = review.white_win();
    let points: Vec<String> = probabilities
        .iter()
        .enumerate()
        .map(|(step, percent)| format!("{:.1} {:.1}", x(step), y(*percent)))
        .collect();
    let line = points.join("L");
    let (left, right, floor) = (LEFT, x(probabilities.len() - 1), HEIGHT - BOTTOM);
    let mut text = format!(
        "<rect x=\"{left}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#4a4a50\" rx=\"3\"/>\
         <path d=\"M{left} {floor}L{line}L{right:.1} {floor}z\" fill=\"#f4f1ea\"/>\
         <path d=\"M{line}\" fill=\"none\" stroke=\"#c8873a\" stroke-width=\"2\" stroke-linejoin=\"round\"/>",
        WIDTH - LEFT - RIGHT,
        floor - TOP
    );
    for percent in [25.0, 50.0, 75.0] {
        let dashes = if percent == 50.0 { "" } else { " stroke-dasharray=\"3 5\"" };
        let _ = write!(
            text,
            "<path d=\"M{left} {0:.1}H{1}\" stroke=\"#8886\"{dashes}/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\" class=\"axis\">{percent} %</text>",
            y(percent),
            WIDTH - RIGHT,
            left - 5.0,
            y(percent) + 4.0
        );
    }
    for (m, step) in review.moves.iter().zip(1..) {
        let number = m.number.trim_end_matches('.');
        let is_round = number.parse::<usize>().is_ok_and(|number| number.is_multiple_of(10));
        if is_round && m.before.turn().is_white() {
            let _ = write!(
                text,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" class=\"axis\">{number}</text>",
                x(step),
                HEIGHT - 8.0
            );
        }
        if let Some(mark) = m.mark {
            let radius = if mark == Mark::Inaccuracy { 3.5 } else { 5.0 };
            let _ = write!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{}\" stroke=\"#fff\">\
                 <title>{}</title></circle>",
                x(step),
                y(m.white_win),
                colour(mark),
                escape(&caption(m))
            );
        }
    }
    text
}

/// Returns the graph alone, for a page.
pub(super) fn graph(review: &Review) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" class=\"graph\" role=\"img\" \
         aria-label=\"White's win probability, move by move\" data-left=\"{LEFT}\" data-right=\"{}\" \
         data-steps=\"{}\">{}</svg>",
        WIDTH - RIGHT,
        review.moves.len(),
        curve(review)
    )
}

/// Returns a complete picture: title, graph and boards at the turning points.
pub(super) fn picture(game: &PgnGame, review: &Review) -> String {
    let points = review.turning_points(BOARDS);
    let height = if points.is_empty() { HEIGHT + 60.0 } else { HEIGHT + 60.0 + 250.0 };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" font-family=\"system-ui,sans-serif\">\
         <style>.axis{{font-size:11px;fill:#666}}.label{{font-size:9px;fill:#0007}}.small{{font-size:12px;fill:#333}}\
         </style><rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"17\" font-weight=\"600\" fill=\"#222\">{}</text>\
         <text x=\"{LEFT}\" y=\"44\" class=\"small\">Accuracy: White {}, Black {}</text>\
         <g transform=\"translate(0 50)\">{}</g>",
        escape(&title(game)),
        percent(review.white.accuracy),
        percent(review.black.accuracy),
        curve(review)
    );
    for (index, m) in points.into_iter().enumerate() {
        let x = LEFT + index as f64 * 215.0;
        let _ = write!(
            text,
            "<g transform=\"translate({x} {})\"><svg width=\"200\" height=\"200\" viewBox=\"0 0 360 360\">{}</svg>\
             <text y=\"216\" class=\"small\">{} {}{}</text><text y=\"232\" class=\"small\">best was {}</text></g>",
            HEIGHT + 56.0,
            move_board(m),
            m.number,
            escape(&m.san()),
            m.mark.map_or("", Mark::symbol),
            escape(&m.best_san().unwrap_or_default())
        );
    }
    text + "</svg>\n"
}

/// Returns the board before a move, with arrows for the move played and the best move.
pub(super) fn move_board(m: &MoveReview) -> String {
    let best = m.best.first().map(|best| (*best, BEST));
    let played = m.m.map(|played| (played, PLAYED));
    let arrows: Vec<_> = best.into_iter().chain(played).collect();
    board(&m.before, &arrows)
}
