//! Export: a review as rows of CSV or as JSON.

use std::collections::HashSet;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use super::mark::{Mark, MateChange};
use super::review::{MoveReview, Review, SideReview, rounded};
use crate::eval::wdl::DisplayScore;
use crate::pgn::PgnGame;
use crate::types::Depth;

/// The first row.
pub(super) const CSV_HEADER: &str = "game,number,move,uci,cp,mate,best,loss,accuracy,mark,depth,nodes,line";

/// Writes the rows of the game with the number `game`, with scores from White.
pub(super) fn write_csv(game: usize, review: &Review, out: &mut dyn Write) -> io::Result<()> {
    for m in &review.moves {
        let MoveExport { number, san, uci, score, best, line, loss, accuracy, depth, nodes, .. } =
            &MoveExport::new(m);
        let integer = |number: Option<i32>| number.map_or(String::new(), |number| number.to_string());
        let (cp, mate) = (integer(score.centipawns()), integer(score.mate_moves()));
        let mark = m.mark.map_or("", Mark::symbol);
        let (best, uci) = (best.as_deref().unwrap_or(""), uci.as_deref().unwrap_or(""));
        writeln!(
            out,
            "{game},{number},{san},{uci},{cp},{mate},{best},{loss},{accuracy},{mark},{depth},{nodes},{}",
            line.join(" ")
        )?;
    }
    Ok(())
}

/// Writes the JSON object of a game.
pub(super) fn write_json(game: &PgnGame, review: &Review, out: &mut dyn Write) -> io::Result<()> {
    let game = GameExport {
        tags: &game.tags,
        result: &game.result,
        start: review.start,
        white: review.white,
        black: review.black,
        moves: review.moves.iter().map(MoveExport::new).collect(),
    };
    serde_json::to_writer(out, &game).map_err(io::Error::from)
}

#[derive(Serialize)]
struct GameExport<'a> {
    #[serde(serialize_with = "write_tags")]
    tags: &'a [(String, String)],
    result: &'a str,
    /// The score before the first move, from White.
    start: DisplayScore,
    white: SideReview,
    black: SideReview,
    moves: Vec<MoveExport>,
}

/// Writes tags in their order as an object; of several with one name only the first, which is the one that counts.
fn write_tags<S: Serializer>(tags: &&[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut names = HashSet::new();
    let first = tags.iter().filter(|(name, _)| names.insert(name)).map(|(name, value)| (name, value));
    serializer.collect_map(first.collect::<Vec<_>>())
}

#[derive(Serialize)]
struct MoveExport {
    number: String,
    #[serde(rename = "move")]
    san: String,
    uci: Option<String>,
    fen: String,
    /// From White.
    score: DisplayScore,
    white_win: f64,
    best: Option<String>,
    /// From White, as the next one.
    best_score: DisplayScore,
    played_score: DisplayScore,
    line: Vec<String>,
    loss: i32,
    accuracy: f64,
    mark: Option<Mark>,
    mate_change: Option<MateChange>,
    depth: Depth,
    nodes: u64,
}

impl MoveExport {
    fn new(m: &MoveReview) -> MoveExport {
        let line = m.before.san_line(&m.best);
        MoveExport {
            number: m.number.clone(),
            san: m.san(),
            uci: m.m.map(|played| m.before.move_text(played)),
            fen: m.before.fen(),
            score: m.score,
            white_win: rounded(m.white_win),
            best: m.best_san(),
            best_score: m.best_score,
            played_score: m.played_score,
            line: line.split_whitespace().map(String::from).collect(),
            loss: m.loss,
            accuracy: rounded(m.accuracy),
            mark: m.mark,
            mate_change: m.mate_change,
            depth: m.depth,
            nodes: m.nodes,
        }
    }
}
