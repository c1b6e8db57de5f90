//! Data: a reviewed game as the script of the page reads it.

use serde::Serialize;
use serde_json::Value as Json;
use shakmaty::{Move, Role};

use super::super::accuracy::win_probability;
use super::super::annotate::{MAX_LINE, without_review};
use super::super::clocks::{Clock, Clocks};
use super::super::mark::Mark;
use super::super::review::{MoveReview, Review, rounded};
use super::super::text::{eval_text, move_eval_text, result, verdict};
use crate::eval::wdl::DisplayScore;
use crate::pgn::{PgnGame, PgnLine, PgnMove};
use crate::position::Position;

/// The symbols of the first glyphs of PGN.
const GLYPHS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// A game of the page.
#[derive(Serialize)]
struct GameData<'a> {
    names: [&'a str; 2],
    result: String,
    fen: String,
    /// The plies before the first move.
    ply: u32,
    start: Evaluation,
    /// The seconds on the clocks at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    moves: Vec<MoveData>,
    /// The best line at the end, as the lines of moves have it.
    end: String,
}

/// The score of a position for display, and White's win probability in percent.
#[derive(Serialize)]
struct Evaluation {
    eval: String,
    win: f64,
}

/// A move of the game or of a variation.
#[derive(Serialize, Default)]
struct MoveData {
    /// As squares: castling is `e1h1`, a null move `--`.
    uci: String,
    san: String,
    #[serde(flatten)]
    evaluation: Option<Evaluation>,
    /// The symbol of the mark and its class.
    #[serde(skip_serializing_if = "Option::is_none")]
    mark: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    /// A sentence about a marked move.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// The annotator's symbols.
    #[serde(skip_serializing_if = "String::is_empty")]
    glyphs: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<VariationData>,
    /// Comments after the variations.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    after: Vec<String>,
    /// Seconds left and used.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    used: Option<f64>,
    /// The best line before the move: each move as squares and in algebraic notation.
    #[serde(skip_serializing_if = "String::is_empty")]
    best: String,
}

/// A variation of the annotator.
#[derive(Serialize)]
struct VariationData {
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    moves: Vec<MoveData>,
}

/// Returns the data of a game as JSON that can stand inside a script element.
pub(super) fn game_data(game: &PgnGame, review: &Review, clocks: Option<&Clocks>) -> String {
    let unknown = Clock::default();
    let clock_of = |index: usize| clocks.and_then(|clocks| clocks.moves.get(index)).unwrap_or(&unknown);
    let pairs = game.line.moves.iter().zip(&review.moves).enumerate();
    let moves = pairs.map(|(index, (played, m))| MoveData::reviewed(played, m, clock_of(index))).collect();
    let end = review.moves.last().zip(game.line.moves.get(review.moves.len().wrapping_sub(1)));
    let end = end.map_or_else(|| Some(game.start.clone()), |(m, played)| played.play(&m.before));
    let data = GameData {
        names: ["White", "Black"].map(|name| game.tag(name).unwrap_or("?")),
        result: result(game),
        fen: game.start.fen(),
        ply: game.start.game_ply(),
        start: Evaluation::of(review.start),
        clock: clocks.and_then(|clocks| clocks.start),
        comments: texts(&game.line.before),
        moves,
        end: end.map_or(String::new(), |position| line_text(&position, &review.end)),
    };
    // Inside a script element, `</` and `<!--` would end or change the script.
    serde_json::to_value(&data).unwrap_or(Json::Null).to_string().replace('<', "\\u003c")
}

impl Evaluation {
    /// The evaluation of a score from White.
    fn of(score: DisplayScore) -> Evaluation {
        Evaluation { eval: eval_text(score), win: rounded(win_probability(score)) }
    }
}

impl MoveData {
    fn new(played: &PgnMove, before: &Position) -> MoveData {
        let symbols = played.nags.iter().filter_map(|nag| GLYPHS.get(usize::from(*nag).wrapping_sub(1)));
        let variations = played.variations.iter().map(|line| VariationData::new(line, before));
        MoveData {
            uci: played.m.map_or("--".into(), squares),
            san: played.m.map_or("--".into(), |m| before.san(m)),
            glyphs: symbols.copied().collect(),
            comments: texts(&played.comments),
            variations: variations.filter(|variation| !variation.moves.is_empty()).collect(),
            after: texts(&played.after),
            ..MoveData::default()
        }
    }

    /// A move of the game.
    fn reviewed(played: &PgnMove, m: &MoveReview, clock: &Clock) -> MoveData {
        let data = MoveData::new(&without_review(played, &m.before), &m.before);
        MoveData {
            evaluation: Some(Evaluation { eval: move_eval_text(m), win: rounded(m.white_win) }),
            mark: m.mark.map(Mark::symbol),
            kind: m.mark.map(|mark| mark.name().to_ascii_lowercase()),
            verdict: verdict(m),
            clock: clock.left,
            used: clock.used.map(rounded),
            best: line_text(&m.before, &m.best),
            variations: with_score(data.variations, m),
            ..data
        }
    }
}

/// Returns the variations in place of a move; one that begins with the best move has the score after it.
fn with_score(mut variations: Vec<VariationData>, m: &MoveReview) -> Vec<VariationData> {
    let best = m.best.first().map(|best| squares(*best));
    let firsts = variations.iter_mut().filter_map(|variation| variation.moves.first_mut());
    for first in firsts.filter(|first| Some(&first.uci) == best.as_ref()) {
        let evaluation = Evaluation::of(m.score_after_best());
        first.evaluation =
            Some(if m.best_is_mate() { Evaluation { eval: "#".into(), ..evaluation } } else { evaluation });
    }
    variations
}

impl VariationData {
    fn new(line: &PgnLine, start: &Position) -> VariationData {
        let mut position = Some(start.clone());
        let moves = line.moves.iter().map_while(|played| {
            let before = position.take()?;
            position = played.play(&before);
            position.as_ref()?;
            Some(MoveData::new(played, &before))
        });
        VariationData { moves: moves.collect(), comment: texts(&line.before).join(" ") }
    }
}

/// Returns a move as two squares and the piece of a promotion; castling is king takes rook.
fn squares(m: Move) -> String {
    let from = m.from().map_or(String::new(), |from| from.to_string());
    let promotion = m.promotion().map(Role::char);
    format!("{from}{}{}", m.to(), promotion.map_or(String::new(), String::from))
}

/// Returns the first moves of a line, each as squares and in algebraic notation, separated by spaces.
fn line_text(start: &Position, line: &[Move]) -> String {
    let mut position = start.clone();
    let mut words = Vec::new();
    for m in line.iter().take(MAX_LINE) {
        words.extend([squares(*m), position.san(*m)]);
        position = position.play(*m);
    }
    words.join(" ")
}

/// Returns the comments that have words, without commands such as `[%clk 0:01:00]`.
fn texts(comments: &[String]) -> Vec<String> {
    comments.iter().map(|comment| without_commands(comment)).filter(|text| !text.is_empty()).collect()
}

fn without_commands(comment: &str) -> String {
    let mut text = String::new();
    let mut rest = comment;
    while let Some((before, after)) = rest.split_once("[%") {
        text.push_str(before);
        rest = after.split_once(']').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse_fen, parse_san};

    #[test]
    fn moves_are_squares_with_castling_as_king_takes_rook() {
        for (fen, san, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1h1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "O-O-O", "e8a8"),
            ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=N", "a7a8n"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6"),
        ] {
            let position = Position::from(parse_fen(fen).expect("a position").chess);
            assert_eq!(squares(parse_san(&position, san).expect("a move")), expected);
        }
    }

    #[test]
    fn comments_lose_their_commands() {
        for (comment, expected) in [
            ("[%eval 0.17] [%clk 0:01:00]", ""),
            ("so [%csl Gd4] it\nis", "so it is"),
            ("open [%clk", "open"),
            ("[a] b", "[a] b"),
        ] {
            assert_eq!(without_commands(comment), expected);
        }
    }
}
