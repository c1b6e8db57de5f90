//! Trace: what each piece of a position is worth, as a board that people can read.

use std::fmt::Write as _;

use shakmaty::{Board, File, Rank, Role, Square};

use super::conclude;
use super::nnue::{Architecture, Model};
use super::wdl::Curve;
use crate::position::Position;

const LINE: &str = "+-------+-------+-------+-------+-------+-------+-------+-------+\n";

/// The board with what each piece is worth to `model`: the value of the position less its value
/// without the piece, in pawns as they are told, from White's view; then the model, its whole value,
/// what the rules make of it and the chances.
#[must_use]
pub fn trace(model: &Model, position: &Position) -> String {
    let (board, sign) = (position.board(), position.turn().fold_wb(1, -1));
    let value = |board: &Board| sign * model.evaluate_board(board, position.turn());
    let total = value(board);
    let curve = Curve::of(position);
    let mut text = String::from(LINE);
    for rank in Rank::ALL.into_iter().rev() {
        let (mut pieces, mut worths) = (String::from("|"), String::from("|"));
        for square in File::ALL.map(|file| Square::from_coords(file, rank)) {
            let piece = board.piece_at(square);
            let _ = write!(pieces, "   {}   |", piece.map_or(' ', shakmaty::Piece::char));
            let worth = piece.filter(|piece| piece.role != Role::King).map(|_| {
                let mut without = board.clone();
                without.discard_piece_at(square);
                format!("{:+.2}", curve.pawns(total - value(&without)))
            });
            let _ = write!(worths, "{:>6} |", worth.unwrap_or_default());
        }
        let _ = write!(text, "{pieces}\n{worths}\n{LINE}");
    }
    let _ = writeln!(text, "Each piece: the value less the value without it, from White's view");
    let _ = writeln!(text, "Model: {model}");
    if let Architecture::Network(network) = model.architecture() {
        let (bucket, buckets) = (network.bucket(board) + 1, network.buckets());
        let _ = writeln!(text, "Bucket: {bucket} of {buckets}\nKernel: {}", network.kernel());
    }
    let score = conclude(position, sign * total);
    let white = position.turn().fold_wb(score, -score);
    let chances = curve.win_draw_loss(white);
    let [win, draw, loss] = [chances.win, chances.draw, chances.loss].map(|chance| f64::from(chance) / 10.0);
    let pawns = f64::from(curve.display_score(white).centipawns().unwrap_or_default()) / 100.0;
    let _ = writeln!(text, "The model's value: {:+.2}", curve.pawns(total));
    let _ = writeln!(text, "White wins {win:.1} %, draws {draw:.1} %, loses {loss:.1} %");
    let _ = writeln!(text, "Total from White's view: {pawns:+.2}");
    text
}
