//! Command: a line of input, parsed.

use super::go::Go;
use crate::files::quoted;
use crate::types::Depth;

/// A command of UCI, or of our own.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    UciNewGame,
    /// An invalid line waits in the queue as well, so that its error comes in order.
    Position(Result<PositionArgs, String>),
    Go(Go),
    Stop,
    PonderHit,
    SetOption {
        name: String,
        value: Option<String>,
    },
    Debug(bool),
    Quit,
    Bench(Option<Depth>),
    Perft(u32),
    Show(Show),
    Flip,
    /// A line that a person has typed, to be read in the position that it finds.
    Typed(String),
}

/// What to print about the engine or the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Show {
    Board,
    Fen,
    Eval,
    Help,
    Version,
    License,
}

/// The arguments of a `position`, unchecked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PositionArgs {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

/// Parses a line; `Ok(None)` for an empty one. Words before the first command are skipped, as the
/// protocol demands.
///
/// # Errors
/// Returns a message if there is no command in the line or its arguments are invalid.
pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut rest = line.trim();
    if rest.is_empty() {
        return Ok(None);
    }
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if let Some(command) = parse_command(word, after) {
            return command.map(Some);
        }
        rest = after;
    }
    Err(format!("unknown command '{}'; 'help' lists the commands", quoted(line)))
}

/// Parses the command named `word`; `None` if there is no such command.
fn parse_command(word: &str, rest: &str) -> Option<Result<Command, String>> {
    Some(Ok(match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::UciNewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "position" => Command::Position(parse_position(rest)),
        "go" => Command::Go(Go::parse(rest)),
        "setoption" => return Some(parse_setoption(rest)),
        "debug" => return Some(parse_debug(rest)),
        "bench" => {
            return Some(parse_depth(rest, "bench").map(|depth| Command::Bench(depth.map(|d| d as Depth))));
        }
        "perft" | "divide" => {
            return Some(parse_depth(rest, word).and_then(|depth| {
                depth
                    .map(|d| Command::Perft(d as u32))
                    .ok_or_else(|| format!("missing depth: expected '{word} DEPTH', such as '{word} 5'"))
            }));
        }
        "d" | "board" => Command::Show(Show::Board),
        "fen" => Command::Show(Show::Fen),
        "eval" => Command::Show(Show::Eval),
        "help" => Command::Show(Show::Help),
        "version" | "compiler" => Command::Show(Show::Version),
        "license" => Command::Show(Show::License),
        "flip" => Command::Flip,
        _ => return None,
    }))
}

fn split_word(text: &str) -> (&str, &str) {
    match text.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (text, ""),
    }
}

fn parse_position(text: &str) -> Result<PositionArgs, String> {
    const EXPECTED: &str = "expected 'position startpos' or 'position fen FEN', then 'moves MOVE...'";
    let (word, rest) = split_word(text);
    let (fen, rest) = match word {
        "startpos" => (None, rest),
        "fen" => take_fen(rest),
        _ if word.contains('/') => take_fen(text),
        _ => return Err(format!("invalid position '{}': {EXPECTED}", quoted(text))),
    };
    if fen.as_ref().is_some_and(String::is_empty) {
        return Err(format!("missing FEN: {EXPECTED}"));
    }
    let (word, moves) = split_word(rest);
    if !word.is_empty() && word != "moves" {
        return Err(format!("unexpected '{}' after the position: {EXPECTED}", quoted(word)));
    }
    Ok(PositionArgs { fen, moves: moves.split_whitespace().map(str::to_owned).collect() })
}

/// Splits the text before the word `moves`.
fn take_fen(text: &str) -> (Option<String>, &str) {
    let mut rest = text;
    let mut words = Vec::new();
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if word == "moves" {
            break;
        }
        words.push(word);
        rest = after;
    }
    (Some(words.join(" ")), rest)
}

fn parse_setoption(text: &str) -> Result<Command, String> {
    let ("name", mut rest) = split_word(text) else {
        return Err("invalid setoption: expected 'setoption name NAME value VALUE'".into());
    };
    let mut name = Vec::new();
    let mut value = None;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if word == "value" && !name.is_empty() {
            value = Some(after.trim_end().to_owned());
            break;
        }
        name.push(word);
        rest = after;
    }
    if name.is_empty() {
        return Err("invalid setoption: expected 'setoption name NAME value VALUE'".into());
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn parse_debug(text: &str) -> Result<Command, String> {
    match text {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        _ => Err("invalid debug: expected 'debug on' or 'debug off'".into()),
    }
}

fn parse_depth(text: &str, command: &str) -> Result<Option<u64>, String> {
    let (word, _) = split_word(text);
    if word.is_empty() {
        return Ok(None);
    }
    match word.parse::<u64>() {
        Ok(number) => Ok(Some(number.min(99))),
        Err(_) => Err(format!("invalid depth '{}': expected '{command} DEPTH'", quoted(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ok(line: &str) -> Command {
        parse(line).expect("a valid line").expect("not empty")
    }

    #[test]
    fn words_before_the_command_are_skipped() {
        assert_eq!(ok("joho debug on"), Command::Debug(true));
        assert_eq!(ok("  isready  "), Command::IsReady);
        assert_eq!(parse("   "), Ok(None));
        assert!(parse("joho").unwrap_err().contains("unknown command 'joho'"));
    }

    #[test]
    fn position_fen_is_parsed_with_and_without_the_word_fen() {
        let fen = "8/8/8/8/8/4k3/8/4K2R w - - 0 1";
        let with = Command::Position(Ok(PositionArgs { fen: Some(fen.into()), moves: vec!["h1h2".into()] }));
        assert_eq!(ok(&format!("position fen  {fen} moves h1h2")), with);
        assert_eq!(ok(&format!("position {fen} moves h1h2")), with);
        assert_eq!(ok("position startpos"), Command::Position(Ok(PositionArgs { fen: None, moves: vec![] })));
        for bad in
            ["position", "position fen", "position startpos e2e4", "position e2e4", "position fen moves e2e4"]
        {
            assert!(matches!(ok(bad), Command::Position(Err(_))), "{bad}");
        }
    }

    #[test]
    fn setoption_keeps_spaces_in_names_and_values() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.into(),
            value: value.map(str::to_owned),
        };
        assert_eq!(ok("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(
            ok("setoption name Debug Log File value /the value/of  x"),
            set("Debug Log File", Some("/the value/of  x"))
        );
        assert_eq!(ok("setoption name value value 3"), set("value", Some("3")));
        assert_eq!(ok("setoption name Hash value"), set("Hash", Some("")));
        for bad in ["setoption", "setoption name", "setoption Hash value 3"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn fuzz_random_words_do_not_panic() {
        use rand::rngs::StdRng;
        use rand::seq::IndexedRandom;
        use rand::{Rng, SeedableRng};
        let words = [
            "position",
            "startpos",
            "fen",
            "moves",
            "go",
            "depth",
            "-1",
            "e2e4",
            "setoption",
            "name",
            "value",
            "Hash",
            "debug",
            "on",
            "perft",
            "bench",
            "\u{2603}",
            "searchmoves",
            "wtime",
            "1e9",
            "9999999999999999999999",
            "",
        ];
        let mut rng = StdRng::seed_from_u64(5);
        for _ in 0..20_000 {
            let line: Vec<&str> =
                (0..rng.random_range(0..9)).map(|_| *words.choose(&mut rng).expect("words")).collect();
            let _ = parse(&line.join(" "));
        }
    }
}
