//! Show: texts for people who type commands.

use super::command::Show;
use super::options;
use super::setup::Setup;
use crate::build_info::build_info;
use crate::eval::trace;
use crate::position::Position;

const LICENSE: &str = "Lancet is free software under the GNU General Public License, version 3 or later.";

/// What `help` prints before the options.
const HELP: &str = "\
uci, isready, ucinewgame, position, go, stop, ponderhit, setoption, debug, quit: as in the UCI protocol
go depth N | nodes N | movetime MS | mate N | wtime MS btime MS winc MS binc MS movestogo N | infinite
   with ponder and searchmoves MOVE..., in any order
go perft N, perft N, divide N: count the leaf nodes below each move
d: show the board    fen: show its FEN    eval: explain its evaluation    flip: exchange the colours
bench [DEPTH]: search a fixed set of positions
version, license, help
The command line has more: lancet --help
Options, set by setoption name NAME value VALUE:";

/// Writes a text about the engine or the position.
pub(super) fn show(what: Show, setup: &mut Setup) {
    let position = setup.game.position();
    let text = match what {
        Show::Help => Some(help()),
        Show::Version => Some(version()),
        Show::License => Some(LICENSE.to_owned()),
        Show::Board => position.map(board),
        Show::Fen => position.map(Position::fen),
        Show::Eval => position.map(|position| trace(&setup.model, position)),
    };
    match text {
        Some(text) => text.lines().for_each(|line| setup.out.line(line)),
        None => setup.out.error("no position to show: the last one was rejected"),
    }
}

fn help() -> String {
    let option = |spec: &options::Spec| format!("\n   {}: {}", spec.name, spec.help);
    HELP.to_owned() + &options::TABLE.iter().map(option).collect::<String>()
}

fn version() -> String {
    format!("Lancet {}", build_info())
}

/// Returns the board with its FEN, its key and the pieces that give check.
fn board(position: &Position) -> String {
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
