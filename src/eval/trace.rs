//! Trace: the evaluation of a position as text, for the UCI command `eval`.

use std::fmt::Write as _;

use shakmaty::{Board, Color, File, Rank, Role, Square};

use super::nnue::features::View;
use super::nnue::{Architecture, KingBuckets, Model};
use super::wdl::Curve;
use super::{faded, with_endgame_knowledge};
use crate::position::{Ending, Game, Position};

const LINE: &str = "+-------+-------+-------+-------+-------+-------+-------+-------+\n";

/// Returns a board with the value of each piece to `model`, then the model, its evaluation, and the
/// probabilities of the results and the final evaluation, or how the game has ended.
///
/// The value of a piece is the evaluation less the evaluation without it, in pawns, from White's point of
/// view.
#[must_use]
pub fn trace(model: &Model, position: &Position) -> String {
    let (board, sign) = (position.board(), position.turn().fold_wb(1, -1));
    let value = |board: &Board| sign * model.evaluate_board(board, position.turn());
    let total = value(board);
    let curve = Curve::of(position);
    let mut text = String::from(LINE);
    for rank in Rank::ALL.into_iter().rev() {
        let (mut pieces, mut values) = (String::from("|"), String::from("|"));
        for square in File::ALL.map(|file| Square::from_coords(file, rank)) {
            let piece = board.piece_at(square);
            let _ = write!(pieces, "   {}   |", piece.map_or(' ', shakmaty::Piece::char));
            let piece_value = piece.filter(|piece| piece.role != Role::King).map(|_| {
                let mut without = board.clone();
                without.discard_piece_at(square);
                format!("{:+.2}", curve.pawns(total - value(&without)))
            });
            let _ = write!(values, "{:>6} |", piece_value.unwrap_or_default());
        }
        let _ = write!(text, "{pieces}\n{values}\n{LINE}");
    }
    let _ = writeln!(text, "Piece values: evaluation less the evaluation without the piece, White's view");
    let _ = writeln!(text, "Model: {model}");
    if let Architecture::Network(network) = model.architecture() {
        let (bucket, buckets) = (network.bucket(board) + 1, network.buckets());
        if network.king_buckets() != KingBuckets::One {
            let of = |color| View::of(board, color, network.king_buckets()).king_bucket() + 1;
            let (white, black) = (of(Color::White), of(Color::Black));
            let _ = writeln!(text, "King buckets: White's {white}, Black's {black} of 4");
        }
        let _ = writeln!(text, "Output bucket: {bucket} of {buckets}\nKernel: {}", network.kernel());
    }
    let _ = writeln!(text, "Model evaluation, White's view: {:+.2}", curve.pawns(total));
    // Nothing that came before the position counts, as in the evaluation.
    if let Some(ending) = Ending::of(&Game::new(position.clone())) {
        let _ = writeln!(text, "{ending}");
        return text;
    }
    let score = faded(position, with_endgame_knowledge(position, sign * total));
    let white = position.turn().fold_wb(score, -score);
    let wdl = curve.win_draw_loss(white);
    let [win, draw, loss] = [wdl.win, wdl.draw, wdl.loss].map(|permille| f64::from(permille) / 10.0);
    let pawns = f64::from(curve.display_score(white).centipawns().unwrap_or_default()) / 100.0;
    let _ = writeln!(text, "White wins {win:.1} %, draws {draw:.1} %, loses {loss:.1} %");
    let _ = writeln!(text, "Final evaluation, White's view: {pawns:+.2}");
    text
}
