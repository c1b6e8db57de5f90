//! Opening: the name of the opening of a game, by the positions of the named lines in `book/`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::super::book::lines::parse;
use crate::pgn::PgnGame;
use crate::position::Position;

/// The tables: the code of the Encyclopaedia of Chess Openings (ECO), the name and the moves of each line.
const TABLES: [&str; 5] = [
    include_str!("../../../book/eco_a.tsv"),
    include_str!("../../../book/eco_b.tsv"),
    include_str!("../../../book/eco_c.tsv"),
    include_str!("../../../book/eco_d.tsv"),
    include_str!("../../../book/eco_e.tsv"),
];

/// An opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Opening {
    /// The ECO code, such as `C50`.
    pub eco: &'static str,
    /// The name.
    pub name: &'static str,
    /// The moves of the game until the last named position.
    pub plies: usize,
}

/// The names of the positions at the ends of the lines, by their keys.
static NAMES: LazyLock<HashMap<u64, (&str, &str)>> = LazyLock::new(|| {
    let lines = TABLES.iter().flat_map(|table| table.lines().skip(1));
    lines.filter_map(named_position).collect()
});

/// Reads a line of a table; `None` if it is not valid, which a test excludes.
fn named_position(line: &'static str) -> Option<(u64, (&'static str, &'static str))> {
    let mut fields = line.split('\t');
    let (eco, name, moves) = (fields.next()?, fields.next()?, fields.next()?);
    let position = parse(moves).ok()?.into_iter().fold(Position::default(), |position, m| position.play(m));
    Some((position.key(), (eco, name)))
}

impl Opening {
    /// Returns the opening of the last position of a game that has a name, whatever moves led to it.
    pub fn of(game: &PgnGame) -> Option<Opening> {
        let mut position = game.start.clone();
        let mut found = None;
        for (played, plies) in game.line.moves.iter().zip(1..) {
            position = played.play(&position)?;
            if let Some((eco, name)) = NAMES.get(&position.key()) {
                found = Some(Opening { eco, name, plies });
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::PgnReader;

    fn opening(pgn: &str) -> Option<Opening> {
        Opening::of(&PgnReader::new(pgn.as_bytes()).next().unwrap().unwrap().unwrap())
    }

    #[test]
    fn every_line_of_the_tables_has_a_name() {
        let lines: Vec<&str> = TABLES.iter().flat_map(|table| table.lines().skip(1)).collect();
        assert_eq!(lines.len(), 3807);
        assert!(lines.iter().all(|line| named_position(line).is_some()));
        assert!(NAMES.len() > 3700, "{}", NAMES.len());
    }

    #[test]
    fn openings_are_named_by_their_last_known_position() {
        let italian = Opening { eco: "C50", name: "Italian Game", plies: 5 };
        assert_eq!(opening("1. e4 e5 2. Nf3 Nc6 3. Bc4 a5 *"), Some(italian));
        // The same position by other moves.
        assert_eq!(opening("1. e4 Nc6 2. Bc4 e5 3. Nf3 *"), Some(italian));
        assert_eq!(opening("[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *"), None);
    }
}
