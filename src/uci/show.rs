//! Show: texts for people.

use crate::position::Position;

/// The board with its FEN, key and checkers.
pub(super) fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in shakmaty::Rank::ALL.into_iter().rev() {
        text.push(rank.char());
        for file in shakmaty::File::ALL {
            let square = shakmaty::Square::from_coords(file, rank);
            text.push(' ');
            text.push(position.board().piece_at(square).map_or('.', shakmaty::Piece::char));
        }
        text.push('\n');
    }
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    text + &format!(
        "  a b c d e f g h\nFen: {}\nKey: {:016X}\nCheckers: {}\n",
        position.fen(),
        position.key(),
        checkers.join(" ")
    )
}

/// What this program is and what it runs on.
pub(super) fn version() -> String {
    format!("Lancet {} ({}), built with Rust", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH)
}

/// The terms of use.
pub(super) const LICENSE: &str =
    "Lancet is free software under the GNU General Public License, version 3 or later.";

/// What `help` says of the commands.
pub(super) const HELP: &str = "\
uci, isready, ucinewgame, position, go, stop, ponderhit, setoption, debug, quit: as UCI has them
go depth N | nodes N | movetime MS | mate N | wtime MS btime MS winc MS binc MS movestogo N | infinite
   with ponder and searchmoves MOVE..., in any order
go perft N, perft N: count the moves behind each move
d: show the board    fen: its FEN    eval: what it is worth and why    flip: exchange the colours
bench [N]: search a fixed set of positions
version, license, help
The command line has more: lancet --help
Options, by setoption name NAME value VALUE:";
