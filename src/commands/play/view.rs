//! View: the board of a game with the players, their clocks and the last moves beside it.

use shakmaty::Color;

use super::clock::clock_text;
use super::record::GameRecord;
use crate::console::{BOARD_WIDTH, BoardView, Screen};
use crate::pgn::move_number;

/// The full moves that are shown beside the board.
const MOVES: usize = 5;

/// The line of the first of them.
const FIRST_MOVE: usize = 2;

/// The line of the player at the bottom.
const BOTTOM: usize = 7;

/// Returns the lines of the board; `bottom` is the side at the bottom, and `names` are the players, White first.
pub(super) fn lines(record: &GameRecord, bottom: Color, names: &[String; 2], screen: Screen) -> Vec<String> {
    let board = BoardView { position: record.position(), last: record.last(), bottom }.lines(screen);
    let player = |side: Color| {
        let name = &names[usize::from(side.is_black())];
        let left = record.times.map_or(String::new(), |times| format!("  {}", clock_text(times.left(side))));
        let turn = if record.position().turn() == side { "*" } else { " " };
        format!("{turn} {name}{left}")
    };
    let mut notes = vec![String::new(); board.len()];
    notes[0] = player(bottom.other());
    notes[BOTTOM] = player(bottom);
    let moves = score_sheet(record);
    for (note, text) in notes[FIRST_MOVE..BOTTOM].iter_mut().zip(&moves[moves.len().saturating_sub(MOVES)..])
    {
        *note = format!("  {text}");
    }
    let room = screen.width.map_or(usize::MAX, |width| width.saturating_sub(BOARD_WIDTH + 2));
    let line = |(line, note): (String, String)| {
        let note: String = note.chars().take(room).collect();
        format!("{line}  {note}").trim_end().to_owned()
    };
    board.into_iter().zip(notes).map(line).collect()
}

/// Returns the moves of the game, both of a full move on one line.
pub(super) fn score_sheet(record: &GameRecord) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for (ply, san) in record.san_moves() {
        match rows.last_mut().filter(|_| !ply.is_multiple_of(2)) {
            Some(row) => *row = format!("{row:<13}{san}"),
            None => rows.push(format!("{:>4} {san}", move_number(ply))),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{Position, parse_san};
    use std::time::Duration;

    #[test]
    fn players_and_moves_stand_beside_the_board() {
        let clock = "5+3".parse().unwrap();
        let mut record = GameRecord::new(Position::default(), Some(clock));
        for text in ["e4", "e5", "Nf3"] {
            let m = parse_san(record.position(), text).unwrap();
            assert!(record.play(m, Duration::from_secs(4)));
        }
        let names = ["You".to_owned(), "Lancet, a name that is far too long for the line".to_owned()];
        let screen = Screen { width: Some(60), ..Screen::PLAIN };
        let lines = lines(&record, Color::White, &names, screen);
        assert!(lines.iter().all(|line| line.chars().count() <= 60), "{lines:?}");
        assert!(lines[0].ends_with(" r   * Lancet, a name that is far to"), "{lines:?}");
        assert!(lines[2].ends_with("   1. e4      e5") && lines[3].ends_with("   2. Nf3"), "{lines:?}");
        assert!(lines[7].ends_with(" R     You  4:58"), "{lines:?}");
    }
}
