//! Words: what a person has typed.

use shakmaty::Move;

use crate::console::{TypedMoveError, move_words, typed_move, unknown_command, without_number};
use crate::files::quoted;
use crate::position::Position;
use crate::search::Settings;

/// Who reads a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::uci) enum Route {
    /// Nobody: an empty line.
    Nothing,
    /// The session, as a command of UCI.
    Uci,
    /// The session, which ends.
    Quit,
    /// The terminal.
    Typed,
}

/// A word of a terminal.
struct Word {
    text: &'static str,
    route: Route,
    /// Completion offers it.
    is_offered: bool,
}

const fn offered(text: &'static str, route: Route) -> Word {
    Word { text, route, is_offered: true }
}

const fn known(text: &'static str, route: Route) -> Word {
    Word { text, route, is_offered: false }
}

/// The words of a terminal with who reads them: those of UCI and of the engine's own commands the session itself.
const WORDS: [Word; 34] = [
    offered("new", Route::Typed),
    offered("undo", Route::Typed),
    offered("hint", Route::Typed),
    offered("analyse", Route::Typed),
    offered("eval", Route::Uci),
    offered("board", Route::Typed),
    offered("play", Route::Typed),
    offered("help", Route::Typed),
    offered("quit", Route::Uci),
    offered("flip", Route::Uci),
    offered("fen", Route::Uci),
    known("uci", Route::Uci),
    known("isready", Route::Uci),
    known("ucinewgame", Route::Uci),
    offered("position", Route::Uci),
    offered("go", Route::Uci),
    known("stop", Route::Uci),
    known("ponderhit", Route::Uci),
    offered("setoption", Route::Uci),
    known("debug", Route::Uci),
    offered("perft", Route::Uci),
    known("divide", Route::Uci),
    offered("bench", Route::Uci),
    known("version", Route::Uci),
    known("license", Route::Uci),
    known("takeback", Route::Typed),
    known("u", Route::Typed),
    known("analyze", Route::Typed),
    known("?", Route::Typed),
    known("exit", Route::Uci),
    known("q", Route::Quit),
    known("bye", Route::Quit),
    known("compiler", Route::Uci),
    known("d", Route::Uci),
];

/// Returns what completion offers in a position: words and legal moves.
pub(super) fn completions(position: Option<&Position>) -> Vec<String> {
    let mut offered: Vec<String> =
        WORDS.iter().filter(|word| word.is_offered).map(|word| word.text.to_owned()).collect();
    offered.sort_unstable();
    offered.into_iter().chain(position.map(move_words).unwrap_or_default()).collect()
}

/// Returns who reads a line, whose first word is read in any case.
pub(in crate::uci) fn route(line: &str) -> Route {
    let mut words = line.split_whitespace().map(str::to_lowercase);
    let (first, second) = (words.next(), words.next());
    match (first.as_deref(), second.as_deref()) {
        (None, _) => Route::Nothing,
        // With more behind it, it is neither.
        (Some("q" | "bye"), Some(_)) => Route::Typed,
        (Some("help"), Some("uci")) => Route::Uci,
        (Some("fen"), Some(_)) => Route::Typed,
        (Some(first), _) => {
            WORDS.iter().find(|word| word.text == first).map_or(Route::Typed, |word| word.route)
        }
    }
}

/// Returns a command of UCI as the session reads it: with its first word in lower case.
pub(in crate::uci) fn as_command(line: &str) -> String {
    let line = line.trim_start();
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    line[..end].to_lowercase() + &line[end..]
}

/// What a person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    Moves(Vec<Move>),
    Fen(String),
    New,
    /// Take back this number of plies; `None` for the last move.
    Undo(Option<usize>),
    Hint,
    /// Analyse with this number of lines.
    Analyse(usize),
    Board,
    Play,
    Help,
}

/// Reads a line in a position; `None` if the last position was rejected.
///
/// # Errors
/// A message that says what is wrong with the line.
pub(super) fn read(line: &str, position: Option<&Position>) -> Result<Typed, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let first = words.first().map_or(String::new(), |word| word.to_lowercase());
    let arguments = words.get(1..).unwrap_or_default();
    if ["new", "hint", "board", "play", "help", "?"].contains(&first.as_str()) {
        expect_end(&first, arguments)?;
    }
    Ok(match first.as_str() {
        "new" => Typed::New,
        "undo" | "takeback" | "u" => Typed::Undo(number(&first, arguments, usize::MAX)?),
        "hint" => Typed::Hint,
        "analyse" | "analyze" => {
            Typed::Analyse(number(&first, arguments, Settings::MAX_MULTI_PV)?.unwrap_or(1))
        }
        "board" => Typed::Board,
        "play" => Typed::Play,
        "help" | "?" => Typed::Help,
        "fen" => Typed::Fen(arguments.join(" ")),
        _ if is_board(&first) => Typed::Fen(line.trim().to_owned()),
        _ => return read_moves(&words, position).map(Typed::Moves),
    })
}

/// Refuses anything after a word or its number.
fn expect_end(word: &str, rest: &[&str]) -> Result<(), String> {
    rest.first().map_or(Ok(()), |first| Err(format!("unexpected '{}' after '{word}'", quoted(first))))
}

/// Reads the number from 1 to `max` after a word, if there is one.
fn number(word: &str, arguments: &[&str], max: usize) -> Result<Option<usize>, String> {
    let [text, rest @ ..] = arguments else { return Ok(None) };
    let expected = match max {
        usize::MAX => "an integer of at least 1".to_owned(),
        max => format!("an integer from 1 to {max}"),
    };
    match text.parse::<usize>() {
        Ok(number) if (1..=max).contains(&number) => expect_end(word, rest).map(|()| Some(number)),
        _ => Err(format!("invalid number '{}' after '{word}'; expected {expected}", quoted(text))),
    }
}

/// Reports whether a word is the board of a FEN, right or wrong.
fn is_board(word: &str) -> bool {
    word.matches('/').count() >= 3
}

/// Reads moves, with or without their numbers. Either all of them are played or none.
fn read_moves(words: &[&str], position: Option<&Position>) -> Result<Vec<Move>, String> {
    let Some(position) = position else {
        return Err("no position: the last one was rejected; 'new' sets up the start position".to_owned());
    };
    let (mut moves, mut position) = (Vec::new(), position.clone());
    for word in words.iter().map(|word| without_number(word)).filter(|word| !word.is_empty()) {
        let m = typed_move(&position, word).map_err(|error| match error {
            TypedMoveError::NoMove if moves.is_empty() => unknown(word),
            error if moves.is_empty() => error.to_string(),
            error => format!("no move is played: '{}' is {}", quoted(word), error.reason()),
        })?;
        position = position.play(m);
        moves.push(m);
    }
    if moves.is_empty() { Err(unknown(&words.join(" "))) } else { Ok(moves) }
}

fn unknown(word: &str) -> String {
    unknown_command(word, &quoted(word), WORDS.iter().map(|word| word.text).filter(|text| text.len() > 1))
}

#[cfg(test)]
mod tests {
    use super::super::HELP;
    use super::*;

    #[test]
    fn commands_of_uci_are_left_to_the_session() {
        for (line, to) in [
            ("", Route::Nothing),
            ("  ", Route::Nothing),
            ("go depth 3", Route::Uci),
            ("help uci", Route::Uci),
            ("help", Route::Typed),
            ("fen", Route::Uci),
            ("fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", Route::Typed),
            ("q", Route::Quit),
            ("Quit", Route::Uci),
            ("GO depth 3", Route::Uci),
            ("Fen", Route::Uci),
            ("BYE", Route::Quit),
            ("e4", Route::Typed),
            ("joho debug on", Route::Typed),
        ] {
            assert_eq!(route(line), to, "{line}");
        }
        assert!(WORDS.iter().all(|word| route(word.text) == word.route));
        assert_eq!([" Go DEPTH 3", "EVAL", ""].map(as_command), ["go DEPTH 3", "eval", ""]);
    }

    #[test]
    fn lines_are_read_as_moves_positions_or_words() {
        let start = Position::default();
        let read = |line: &str| read(line, Some(&start));
        let count = |line: &str| match read(line) {
            Ok(Typed::Moves(moves)) => moves.len(),
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!([count("e4"), count("1. e4 e5 2.Nf3"), count("e2e4 e7e5 g1f3 b8c6")], [1, 3, 4]);
        assert_eq!(
            (read("undo 3"), read("undo 257")),
            (Ok(Typed::Undo(Some(3))), Ok(Typed::Undo(Some(257))))
        );
        assert_eq!((read("ANALYSE"), read("analyse 4")), (Ok(Typed::Analyse(1)), Ok(Typed::Analyse(4))));
        assert_eq!(read("4k3/8/8/8 w"), Ok(Typed::Fen("4k3/8/8/8 w".into())));
        for (line, message) in [
            ("anlyse", "unknown move or command 'anlyse'; did you mean 'analyse'?"),
            ("xyzzy", "unknown move or command 'xyzzy'; 'help' lists the commands"),
            ("Nf6", "'Nf6' is not a legal move"),
            ("e4 e4", "no move is played: 'e4' is not a legal move"),
            ("undo x", "invalid number 'x' after 'undo'; expected an integer of at least 1"),
            ("analyse 300", "invalid number '300' after 'analyse'; expected an integer from 1 to 256"),
            ("play e4", "unexpected 'e4' after 'play'"),
            ("new 4k3/8/8/8/8/8/8/4K3 w", "unexpected '4k3/8/8/8/8/8/8/4K3' after 'new'"),
            ("analyse 3 x", "unexpected 'x' after 'analyse'"),
            ("undo 2 3", "unexpected '3' after 'undo'"),
        ] {
            assert_eq!(read(line), Err(message.into()), "{line}");
        }
        assert!(super::read("e4", None).is_err_and(|message| message.starts_with("no position")));
    }

    #[test]
    fn every_word_that_the_terminal_reads_is_known() {
        let start = Position::default();
        for word in WORDS.iter().filter(|word| word.route == Route::Typed) {
            let typed = read(word.text, Some(&start));
            assert!(typed.is_ok_and(|typed| !matches!(typed, Typed::Moves(_))), "{}", word.text);
        }
        let columns = HELP.lines().filter_map(|line| line.split_once("  ")).map(|(words, _)| words);
        let words = columns.flat_map(|words| words.split(", "));
        let words = words.filter_map(|part| part.split(' ').next()).filter(|word| word.len() > 1);
        for word in words.filter(|word| word.chars().all(|letter| letter.is_ascii_lowercase())) {
            assert!(WORDS.iter().any(|known| known.text == word), "{word}");
        }
    }
}
