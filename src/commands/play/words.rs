//! Words: what a person types in a game.

use shakmaty::Move;

use crate::console::{TypedMoveError, move_words, typed_move, unknown_command, without_number};
use crate::position::Position;

/// What a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Nothing,
    Move(Move),
    TakeBack,
    Hint,
    Resign,
    OfferDraw,
    Board,
    Flip,
    Moves,
    Fen,
    Help,
    Quit,
}

/// The words with their meanings; the first one of each meaning is listed in the help.
const WORDS: [(&str, Typed); 19] = [
    ("undo", Typed::TakeBack),
    ("takeback", Typed::TakeBack),
    ("back", Typed::TakeBack),
    ("hint", Typed::Hint),
    ("resign", Typed::Resign),
    ("draw", Typed::OfferDraw),
    ("board", Typed::Board),
    ("flip", Typed::Flip),
    ("moves", Typed::Moves),
    ("fen", Typed::Fen),
    ("help", Typed::Help),
    ("?", Typed::Help),
    ("quit", Typed::Quit),
    ("exit", Typed::Quit),
    ("q", Typed::Quit),
    ("bye", Typed::Quit),
    ("u", Typed::TakeBack),
    ("h", Typed::Hint),
    ("d", Typed::Board),
];

/// What `help` prints.
pub(super) const HELP: &str = "\
e4, Nf3, O-O, e8=Q   a move; g1f3 and e7e8q are read too
undo                 take back your last move and its answer
hint                 what Lancet finds best, at full strength
draw, resign         offer a draw, give up
board, flip, moves   draw the board, turn it, print the moves
fen                  print the position as FEN
quit                 end the game (or Ctrl-D)";

/// Returns what completion offers in a position: words and legal moves.
pub(super) fn completions(position: &Position) -> Vec<String> {
    let words = WORDS.iter().map(|(word, _)| *word).filter(|word| word.len() > 1).map(String::from);
    words.chain(move_words(position)).collect()
}

/// Reads a line in a position.
///
/// # Errors
/// A message that says what is wrong with the line.
pub(super) fn read(line: &str, position: &Position) -> Result<Typed, String> {
    let word = line.trim();
    if word.is_empty() {
        return Ok(Typed::Nothing);
    }
    if let Some((_, typed)) = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
        return Ok(typed.clone());
    }
    typed_move(position, without_number(word)).map(Typed::Move).map_err(|error| match error {
        TypedMoveError::NoMove => {
            let shown: String = word.chars().take(40).collect();
            let known = WORDS.iter().map(|(known, _)| *known).filter(|known| known.len() > 1);
            unknown_command(word, &shown, known)
        }
        error => error.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_words_are_read_in_any_case() {
        let start = Position::default();
        let san = |line: &str| match read(line, &start) {
            Ok(Typed::Move(m)) => start.san(m),
            other => panic!("{line}: {other:?}"),
        };
        for (line, wanted) in
            [("e4", "e4"), (" nf3 ", "Nf3"), ("1. e4", "e4"), ("1.d4", "d4"), ("b1c3", "Nc3")]
        {
            assert_eq!(san(line), wanted);
        }
        for (line, typed) in
            [("", Typed::Nothing), ("Undo", Typed::TakeBack), ("q", Typed::Quit), ("DRAW", Typed::OfferDraw)]
        {
            assert_eq!(read(line, &start), Ok(typed), "{line}");
        }
        for (line, message) in [
            ("resgin", "unknown move or command 'resgin'; did you mean 'resign'?"),
            ("xyzzy", "unknown move or command 'xyzzy'; 'help' lists the commands"),
            ("e5", "'e5' is not a legal move"),
        ] {
            assert_eq!(read(line, &start), Err(message.into()));
        }
        for word in HELP.lines().filter_map(|line| line.split([',', ' ']).next()).skip(1) {
            assert!(WORDS.iter().any(|(known, _)| *known == word), "{word}");
        }
    }
}
