//! Command: a line of UCI, understood.

use std::time::Duration;

use crate::types::Depth;

/// What a line asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    UciNewGame,
    /// A position, or what is wrong with the line; that, too, is told in turn.
    Position(Result<Placed, String>),
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
}

/// What can be shown of the engine or of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Show {
    Board,
    Fen,
    Eval,
    Help,
    Version,
    License,
}

/// A position as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    /// The FEN; `None` for the start position.
    pub fen: Option<String>,
    pub moves: Vec<String>,
}

/// The limits of a `go`, as they were given.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Go {
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    pub mate: Option<u64>,
    pub perft: Option<u64>,
    pub movetime: Option<Duration>,
    pub moves_to_go: Option<u64>,
    /// Time left and increment, White's first.
    pub left: [Option<Duration>; 2],
    pub increment: [Option<Duration>; 2],
    pub infinite: bool,
    pub ponder: bool,
    /// A limit was named, whether it can be used or not.
    pub is_limited: bool,
    pub search_moves: Vec<String>,
    /// Sentences about fields that could not be used.
    pub complaints: Vec<String>,
    /// `stop` came while it waited for its turn.
    pub stopped: bool,
    /// `ponderhit` came while it waited for its turn.
    pub hit: bool,
}

/// Understands a line; `Ok(None)` for an empty one. Words before the first command are skipped, as
/// UCI has it.
///
/// # Errors
/// One sentence.
pub(super) fn parse(line: &str) -> Result<Option<Command>, String> {
    let mut rest = line.trim();
    if rest.is_empty() {
        return Ok(None);
    }
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        if let Some(answer) = parse_from(word, after) {
            return answer.map(Some);
        }
        rest = after;
    }
    Err(format!("unknown command '{}'; 'help' lists the commands", shorten(line)))
}

/// The command that begins with `word`, if it is one.
fn parse_from(word: &str, rest: &str) -> Option<Result<Command, String>> {
    Some(Ok(match word {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::UciNewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "position" => Command::Position(position(rest)),
        "go" => Command::Go(go(rest)),
        "setoption" => return Some(set_option(rest)),
        "debug" => return Some(debug(rest)),
        "bench" => {
            return Some(
                optional_number(rest, "bench").map(|depth| Command::Bench(depth.map(|d| d as Depth))),
            );
        }
        "perft" => {
            return Some(optional_number(rest, "perft").and_then(|depth| {
                depth
                    .map(|d| Command::Perft(d as u32))
                    .ok_or_else(|| "perft needs a depth, such as 'perft 5'".into())
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

/// The text as it may be told back: the beginning of a long one, and nothing that breaks a line.
pub(super) fn shorten(text: &str) -> String {
    const LONGEST: usize = 80;
    let ending = if text.chars().nth(LONGEST).is_some() { "..." } else { "" };
    let visible = |c: char| if c.is_control() { '?' } else { c };
    text.chars().take(LONGEST).map(visible).chain(ending.chars()).collect()
}

fn position(text: &str) -> Result<Placed, String> {
    const EXPECTED: &str = "expected 'position startpos' or 'position fen FEN', then 'moves' and moves";
    let (word, rest) = split_word(text);
    let (fen, rest) = match word {
        "startpos" => (None, rest),
        "fen" => take_fen(rest),
        _ if word.contains('/') => take_fen(text),
        _ => return Err(format!("no position in '{}': {EXPECTED}", shorten(text))),
    };
    if fen.as_ref().is_some_and(String::is_empty) {
        return Err(format!("the FEN is missing: {EXPECTED}"));
    }
    let (word, moves) = split_word(rest);
    if !word.is_empty() && word != "moves" {
        return Err(format!("'{}' after the position: {EXPECTED}", shorten(word)));
    }
    Ok(Placed { fen, moves: moves.split_whitespace().map(str::to_owned).collect() })
}

/// The words up to `moves`, and the rest from there on.
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

fn set_option(text: &str) -> Result<Command, String> {
    let ("name", mut rest) = split_word(text) else {
        return Err("expected 'setoption name NAME value VALUE'".into());
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
        return Err("expected 'setoption name NAME value VALUE'".into());
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn debug(text: &str) -> Result<Command, String> {
    match text {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        _ => Err("expected 'debug on' or 'debug off'".into()),
    }
}

fn optional_number(text: &str, command: &str) -> Result<Option<u64>, String> {
    let (word, _) = split_word(text);
    if word.is_empty() {
        return Ok(None);
    }
    match word.parse::<u64>() {
        Ok(number) => Ok(Some(number.min(99))),
        Err(_) => Err(format!("'{}' is not a depth; expected '{command} N'", shorten(word))),
    }
}

const GO_WORDS: [&str; 13] = [
    "depth",
    "nodes",
    "mate",
    "perft",
    "movetime",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "infinite",
    "ponder",
    "searchmoves",
];

fn go(text: &str) -> Go {
    let mut go = Go::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(m) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(m.to_owned());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                go.is_limited = true;
                let value = words.next_if(|word| !GO_WORDS.contains(word));
                if let Err(complaint) = set_limit(&mut go, word, value) {
                    go.complaints.push(complaint);
                }
            }
            _ => go.complaints.push(format!("'{}' after go is not known and was skipped", shorten(word))),
        }
    }
    go
}

fn set_limit(go: &mut Go, field: &str, value: Option<&str>) -> Result<(), String> {
    let Some(value) = value else {
        return Err(format!("{field} after go needs a number and was skipped"));
    };
    let number = whole_number(value).ok_or_else(|| {
        format!("{field} after go needs a number, not '{}', and was skipped", shorten(value))
    })?;
    let count = number.max(0) as u64;
    let time = Some(Duration::from_millis(count));
    match field {
        "depth" | "nodes" | "mate" | "perft" if number < 0 => {
            return Err(format!("{field} after go cannot be negative and was skipped"));
        }
        "depth" => go.depth = Some(count),
        "nodes" => go.nodes = Some(count),
        "mate" => go.mate = Some(count),
        "perft" => go.perft = Some(count),
        "movetime" => go.movetime = time,
        "movestogo" => go.moves_to_go = Some(count),
        "wtime" => go.left[0] = time,
        "btime" => go.left[1] = time,
        "winc" => go.increment[0] = time,
        _ => go.increment[1] = time,
    }
    Ok(())
}

/// A whole number; one beyond all bounds is the bound, a fraction is cut off.
fn whole_number(text: &str) -> Option<i64> {
    if let Ok(number) = text.parse::<i64>() {
        return Some(number);
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(if text.starts_with('-') { i64::MIN } else { i64::MAX });
    }
    let (whole, fraction) = text.split_once('.')?;
    fraction.bytes().all(|byte| byte.is_ascii_digit()).then(|| whole.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ok(line: &str) -> Command {
        parse(line).expect("understood").expect("not empty")
    }

    #[test]
    fn words_before_the_command_are_skipped() {
        assert_eq!(ok("joho debug on"), Command::Debug(true));
        assert_eq!(ok("  isready  "), Command::IsReady);
        assert_eq!(parse("   "), Ok(None));
        assert!(parse("joho").unwrap_err().contains("unknown command 'joho'"));
    }

    #[test]
    fn positions_are_read_with_and_without_the_word_fen() {
        let fen = "8/8/8/8/8/4k3/8/4K2R w - - 0 1";
        let with = Command::Position(Ok(Placed { fen: Some(fen.into()), moves: vec!["h1h2".into()] }));
        assert_eq!(ok(&format!("position fen  {fen} moves h1h2")), with);
        assert_eq!(ok(&format!("position {fen} moves h1h2")), with);
        assert_eq!(ok("position startpos"), Command::Position(Ok(Placed { fen: None, moves: vec![] })));
        for bad in
            ["position", "position fen", "position startpos e2e4", "position e2e4", "position fen moves e2e4"]
        {
            assert!(matches!(ok(bad), Command::Position(Err(_))), "{bad}");
        }
    }

    #[test]
    fn option_names_and_values_keep_their_spaces() {
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
    fn limits_come_in_any_order_and_bad_ones_are_told() {
        let Command::Go(go) = ok(
            "go binc 5 searchmoves e2e4 d2d4 wtime -30 depth x ponder nodes 99999999999999999999 fast winc",
        ) else {
            panic!("not a go")
        };
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.left, [Some(Duration::ZERO), None]);
        assert_eq!(go.increment, [None, Some(Duration::from_millis(5))]);
        assert_eq!((go.depth, go.nodes, go.ponder), (None, Some(i64::MAX as u64), true));
        assert_eq!(go.complaints.len(), 3, "{:?}", go.complaints);
    }

    #[test]
    fn no_soup_of_words_is_a_crash() {
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
