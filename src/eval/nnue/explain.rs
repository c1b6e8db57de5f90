//! Explain: what each piece is worth to a model, as a board.

use std::fmt::Write as _;

use shakmaty::{Board, File, Rank, Role, Square};

use super::{Form, Model};
use crate::position::Position;

const LINE: &str = "+-------+-------+-------+-------+-------+-------+-------+-------+\n";

impl Model {
    /// The board with what each piece is worth: the value of the position less its value without
    /// the piece, in pawns, from White's view; then the bucket and the whole value.
    #[must_use]
    pub fn explain(&self, position: &Position) -> String {
        let board = position.board();
        let value =
            |board: &Board| position.turn().fold_wb(1, -1) * self.evaluate_board(board, position.turn());
        let total = value(board);
        let mut text = String::from(LINE);
        for rank in Rank::ALL.into_iter().rev() {
            let (mut pieces, mut worths) = (String::from("|"), String::from("|"));
            for square in File::ALL.map(|file| Square::from_coords(file, rank)) {
                let piece = board.piece_at(square);
                let _ = write!(pieces, "   {}   |", piece.map_or(' ', shakmaty::Piece::char));
                let worth = piece.filter(|piece| piece.role != Role::King).map(|_| {
                    let mut without = board.clone();
                    without.discard_piece_at(square);
                    format!("{:+.2}", in_pawns(total - value(&without)))
                });
                let _ = write!(worths, "{:>6} |", worth.unwrap_or_default());
            }
            let _ = write!(text, "{pieces}\n{worths}\n{LINE}");
        }
        let _ = writeln!(text, "Each piece: the value less the value without it, from White's view");
        let _ = writeln!(text, "Model: {self}");
        if let Form::Network(network) = &self.form {
            let (bucket, buckets) = (network.bucket(board) + 1, network.buckets());
            let _ = writeln!(text, "Bucket: {bucket} of {buckets}\nKernel: {}", network.kernel());
        }
        let _ = writeln!(text, "Total from White's view: {:+.2}", in_pawns(total));
        text
    }
}

fn in_pawns(centipawns: i32) -> f64 {
    f64::from(centipawns) / 100.0
}
