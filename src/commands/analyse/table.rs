//! Table: a review as rows of CSV or as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::review::{Judgement, MoveReview, Review, SideReview, tenth};
use crate::eval::wdl::DisplayScore;
use crate::pgn::PgnGame;
use crate::types::Depth;

/// The first row.
pub(super) const HEADER: &str = "game,number,move,uci,cp,mate,best,loss,accuracy,judgement,depth,nodes,line";

/// The rows of a game: scores from White.
pub(super) fn rows(game: usize, review: &Review, out: &mut dyn Write) -> io::Result<()> {
    for m in &review.moves {
        let told = ToldMove::new(m);
        let number = |number: Option<i32>| number.map_or(String::new(), |number| number.to_string());
        let (cp, mate) = (number(told.score.centipawns()), number(told.score.mate_moves()));
        let judgement = m.judgement.map_or("", Judgement::mark);
        let best = told.best.as_deref().unwrap_or("");
        let ToldMove { number, san, uci, loss, accuracy, depth, nodes, line, .. } = &told;
        let uci = uci.as_deref().unwrap_or("");
        writeln!(
            out,
            "{game},{number},{san},{uci},{cp},{mate},{best},{loss},{accuracy},{judgement},{depth},{nodes},{}",
            line.join(" ")
        )?;
    }
    Ok(())
}

/// A game as JSON has it.
#[derive(Serialize)]
pub(super) struct Told<'a> {
    tags: BTreeMap<&'a str, &'a str>,
    result: &'a str,
    white: SideReview,
    black: SideReview,
    moves: Vec<ToldMove>,
}

#[derive(Serialize)]
struct ToldMove {
    number: String,
    #[serde(rename = "move")]
    san: String,
    uci: Option<String>,
    fen: String,
    /// From White.
    score: DisplayScore,
    white_chance: f64,
    best: Option<String>,
    line: Vec<String>,
    loss: i32,
    accuracy: f64,
    judgement: Option<Judgement>,
    depth: Depth,
    nodes: u64,
}

impl<'a> Told<'a> {
    pub fn new(game: &'a PgnGame, review: &Review) -> Told<'a> {
        Told {
            tags: game.tags.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
            result: &game.result,
            white: review.white,
            black: review.black,
            moves: review.moves.iter().map(ToldMove::new).collect(),
        }
    }
}

impl ToldMove {
    fn new(m: &MoveReview) -> ToldMove {
        let line = m.before.san_line(&m.best);
        ToldMove {
            number: m.number.clone(),
            san: m.san(),
            uci: m.m.map(|m2| m.before.move_text(m2)),
            fen: m.before.fen(),
            score: m.score,
            white_chance: tenth(m.white_chance),
            best: m.best_san(),
            line: line.split_whitespace().map(String::from).collect(),
            loss: m.loss,
            accuracy: tenth(m.accuracy),
            judgement: m.judgement,
            depth: m.depth,
            nodes: m.nodes,
        }
    }
}
