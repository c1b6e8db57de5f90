//! Lines: counting the moves of opening lines and games.

use std::collections::HashSet;
use std::path::Path;

use shakmaty::Move;

use super::super::inputs::{read_games, read_games_of_text, report_skipped};
use crate::book::BookBuilder;
use crate::console::read_text;
use crate::epd::text_lines;
use crate::error::Error;
use crate::files::quoted;
use crate::pgn::{PgnGame, RESULTS};
use crate::position::{Position, SanError, parse_san};

/// Counts the moves of a file up to `plies` and returns the number of lines or games.
///
/// The extension `.pgn` means games, and `.tsv` a table with a column `uci` or `pgn`. Anything else, as a pipe, is one of them
/// if it begins with a tag of PGN or the names of columns, and else has a line of moves on each line. Invalid lines are
/// reported and skipped.
///
/// # Errors
/// [`Error::File`] if the file cannot be read or has no valid line and no game.
pub(super) fn count(path: &Path, plies: usize, builder: &mut BookBuilder) -> Result<usize, Error> {
    let is = |ending| path.extension().is_some_and(|found| found.eq_ignore_ascii_case(ending));
    let mut counted = 0;
    let mut take = |_, game: PgnGame| {
        add_game(&game, plies, builder);
        counted += 1;
    };
    if is("pgn") {
        read_games(path, take)?;
        return Ok(counted);
    }
    let text = read_text(path)?;
    let first = text_lines(&text).next().map_or("", |(_, line)| line);
    if first.starts_with('[') {
        read_games_of_text(path, text, &mut take)?;
        return Ok(counted);
    }
    let column = column(first).filter(|_| is("tsv") || first.contains('\t'));
    if is("tsv") && column.is_none() {
        return Err(Error::unreadable(path, "no column 'uci' or 'pgn' in the first line"));
    }
    let mut errors = Vec::new();
    for (number, line) in text_lines(&text).skip(usize::from(column.is_some())) {
        let moves = column.map_or(line, |column| line.split('\t').nth(column).unwrap_or_default());
        match parse(moves) {
            Ok(moves) => {
                add(&Position::default(), moves.into_iter().take(plies), builder, |_| 1);
                counted += 1;
            }
            Err(error) => errors.push(format!("line {number}: {error}")),
        }
    }
    report_skipped(path, counted, &errors, "lines")?;
    Ok(counted)
}

/// Returns the index of the column with the moves; `None` if the header has none.
fn column(header: &str) -> Option<usize> {
    let place = |name| header.split('\t').position(|known| known == name);
    place("uci").or_else(|| place("pgn"))
}

/// Why an opening line is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(in super::super) enum LineError {
    #[error("no moves")]
    Empty,
    #[error("invalid move '{}': {reason}", quoted(.text))]
    Move { text: String, reason: SanError },
    #[error("move number '{}' where {expected} is expected", quoted(.text))]
    Number { text: String, expected: u32 },
}

/// Parses a line of moves, with or without move numbers.
pub(in super::super) fn parse(text: &str) -> Result<Vec<Move>, LineError> {
    let mut position = Position::default();
    let mut moves = Vec::new();
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.pop_if(|last| RESULTS.contains(last));
    for word in words {
        let word = after_number(word, position.game_ply() / 2 + 1)?;
        if word.is_empty() {
            continue;
        }
        let m =
            parse_san(&position, word).map_err(|reason| LineError::Move { text: word.to_owned(), reason })?;
        moves.push(m);
        position = position.play(m);
    }
    if moves.is_empty() { Err(LineError::Empty) } else { Ok(moves) }
}

/// Returns what follows the move number of a word, which must be the `expected` one: another one shows that moves are
/// missing.
fn after_number(word: &str, expected: u32) -> Result<&str, LineError> {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() == word.len() || word.starts_with("0-0") {
        return Ok(word.trim_start_matches('.'));
    }
    let number = &word[..word.len() - after.len()];
    if number.parse() != Ok(expected) {
        return Err(LineError::Number { text: number.to_owned(), expected });
    }
    Ok(after.trim_start_matches('.'))
}

fn add_game(game: &PgnGame, plies: usize, builder: &mut BookBuilder) {
    let moves = game.line.moves.iter().map_while(|played| played.m).take(plies);
    // A game without a result counts as a draw.
    add(&game.start, moves, builder, |position| game.points(position.turn()).unwrap_or(1));
}

fn add(
    start: &Position,
    moves: impl Iterator<Item = Move>,
    builder: &mut BookBuilder,
    points: impl Fn(&Position) -> u64,
) {
    let mut position = start.clone();
    // A move that is repeated in a game counts once.
    let mut counted = HashSet::new();
    for m in moves {
        if counted.insert((position.polyglot_key(), m)) {
            builder.count(&position, m, points(&position));
        }
        position = position.play(m);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_parse_with_and_without_move_numbers() {
        for text in ["1. e4 e5 2. Nf3", "e2e4 e7e5 g1f3", "1.e4 e5 2.Nf3 *", "1. e4 1... e5 2. Nf3"] {
            assert_eq!(parse(text).map(|moves| moves.len()), Ok(3), "{text}");
        }
        for result in RESULTS {
            assert_eq!(parse(&format!("1. e4 e5 {result}")).map(|moves| moves.len()), Ok(2), "{result}");
        }
        assert!(parse("1. e4 1-0 e5").is_err());
        for (text, number) in
            [("1. e4 e5 3. Nf3", "3"), ("2. e4", "2"), ("1.e4 e5 1.Nf3", "1"), ("99999999999. e4", "9")]
        {
            let error = parse(text).map_err(|error| error.to_string());
            assert!(error.is_err_and(|error| error.contains(&format!("move number '{number}"))), "{text}");
        }
        assert_eq!(["", "1.", "*"].map(parse), [const { Err(LineError::Empty) }; 3]);
        assert!(
            parse("1. e4 e5 2. Ke3").is_err_and(|reason| reason.to_string().contains("invalid move 'Ke3'"))
        );
    }
}
