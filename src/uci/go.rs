//! Go: the arguments of `go`, and the limits of a search that they make.

use std::time::{Duration, Instant};

use shakmaty::Color;

use super::output::Output;
use crate::files::quoted;
use crate::position::{Position, parse_move};
use crate::search::Limits;
use crate::time::Clock;
use crate::types::{Depth, MAX_DEPTH};

/// A longer time is not a limit.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// The errors of a `go` that are reported.
const MAX_ERRORS: usize = 8;

/// The keywords, which end a list of search moves.
const KEYWORDS: [&str; 13] = [
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

/// The arguments of a `go`, unchecked.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Go {
    pub depth: Option<u64>,
    pub nodes: Option<u64>,
    pub mate: Option<u64>,
    pub perft: Option<u64>,
    pub movetime: Option<Duration>,
    pub moves_to_go: Option<u64>,
    /// Time left, White's first.
    pub left: [Option<Duration>; 2],
    /// Increment per move, White's first.
    pub increment: [Option<Duration>; 2],
    pub infinite: bool,
    pub ponder: bool,
    /// At least one limit was named, valid or not.
    pub is_limited: bool,
    pub search_moves: Vec<String>,
    /// Messages about invalid arguments, which are ignored; at most [`MAX_ERRORS`].
    pub errors: Vec<String>,
    /// `stop` came while the search waited in the queue.
    pub stopped: bool,
    /// When `ponderhit` was read while the search waited in the queue.
    pub ponderhit: Option<Instant>,
    /// When the line was read.
    pub read_at: Option<Instant>,
    /// The line cannot be read to its end: the search is answered without a move.
    pub is_refused: bool,
}

impl Go {
    /// Parses the text after `go`. Invalid arguments are ignored and listed in `errors`.
    pub fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(m) = words.next_if(|word| !KEYWORDS.contains(word)) {
                        go.search_moves.push(m.to_owned());
                    }
                }
                _ if KEYWORDS.contains(&word) => {
                    go.is_limited = true;
                    let value = words.next_if(|word| !KEYWORDS.contains(word));
                    if let Err(error) = go.set_limit(word, value) {
                        go.errors.push(error);
                    }
                }
                _ => go.errors.push(format!("unknown argument '{}' of go; ignoring it", quoted(word))),
            }
            go.errors.truncate(MAX_ERRORS);
        }
        go
    }

    /// Reports whether a clock of the game runs. Programs without one may send times of 0, or increments alone, beside the
    /// limit that they mean.
    pub fn is_clocked(&self) -> bool {
        self.left.iter().flatten().any(|left| !left.is_zero())
    }

    /// Reports whether nothing but `stop` ends the search.
    pub fn is_infinite(&self) -> bool {
        self.infinite || !self.is_limited
    }

    fn set_limit(&mut self, field: &str, value: Option<&str>) -> Result<(), String> {
        let Some(value) = value else {
            return Err(format!("missing value of {field} after go: expected an integer; ignoring it"));
        };
        let invalid = |expected| {
            format!("invalid value '{}' of {field} after go: expected {expected}; ignoring it", quoted(value))
        };
        let number = parse_integer(value).ok_or_else(|| invalid("an integer"))?;
        let count = number.max(0) as u64;
        let time = Some(Duration::from_millis(count));
        match field {
            "depth" | "nodes" | "mate" | "perft" if number < 0 => {
                return Err(invalid("a non-negative integer"));
            }
            "depth" => self.depth = Some(count),
            "nodes" => self.nodes = Some(count),
            "mate" => self.mate = Some(count),
            "perft" => self.perft = Some(count),
            "movetime" => self.movetime = time,
            // 0 means that there is no next time control.
            "movestogo" => self.moves_to_go = (number >= 1).then_some(count),
            "wtime" => self.left[0] = time,
            "btime" => self.left[1] = time,
            "winc" => self.increment[0] = time,
            _ => self.increment[1] = time,
        }
        Ok(())
    }

    /// Returns the limits of the search in `position`. Illegal search moves are reported and ignored.
    pub fn limits(&self, position: &Position, out: &Output) -> Limits {
        Limits {
            depth: self.depth.map(|depth| depth.clamp(1, MAX_DEPTH as u64) as Depth),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            soft_nodes: None,
            mate: self.mate.map(|moves| moves.clamp(1, 1000) as u32),
            movetime: self.movetime.map(|time| time.clamp(Duration::from_millis(1), MAX_TIME)),
            clock: self.clock(usize::from(position.turn() == Color::Black)),
            infinite: self.is_infinite(),
            ponder: self.ponder,
            start: self.read_at,
            search_moves: self.legal_search_moves(position, out),
        }
    }

    /// Returns the clock of a side, if the search has one.
    fn clock(&self, side: usize) -> Option<Clock> {
        // If only the other side's time is given, it stands for both.
        let left = self.left[side].or(self.left[1 - side]);
        let is_bounded = self.depth.or(self.nodes).or(self.mate).is_some() || self.movetime.is_some();
        // If no given limit is valid, the time has run out: the search is as short as possible.
        let is_timed = !self.infinite && self.is_limited && (self.is_clocked() || !is_bounded);
        is_timed.then(|| Clock {
            left: left.unwrap_or_default().min(MAX_TIME),
            increment: self.increment[side].unwrap_or_default().min(MAX_TIME),
            moves_to_go: self.moves_to_go.map(|moves| moves.min(1000) as u32),
        })
    }

    fn legal_search_moves(&self, position: &Position, out: &Output) -> Vec<shakmaty::Move> {
        let (mut moves, mut errors) = (Vec::new(), Vec::new());
        for text in &self.search_moves {
            match parse_move(position, text) {
                Ok(m) => moves.push(m),
                Err(error) if errors.len() < MAX_ERRORS => {
                    errors.push(format!("invalid search move '{}': {error}", quoted(text)));
                }
                Err(_) => {}
            }
        }
        errors.into_iter().for_each(|error| out.error(error));
        if moves.is_empty() && !self.search_moves.is_empty() {
            out.info("no legal move in searchmoves; ignoring it");
        }
        moves
    }
}

/// Parses an integer. Fractions are cut off, numbers out of range become the nearest bound.
fn parse_integer(text: &str) -> Option<i64> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (integer, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = integer.strip_prefix(['-', '+']).unwrap_or(integer);
    if digits.is_empty() || !is_digits(digits) || !is_digits(fraction) {
        return None;
    }
    let bound = if integer.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(integer.parse().unwrap_or(bound))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_come_in_any_order_and_invalid_ones_are_reported() {
        let go = Go::parse(
            "binc 5 searchmoves e2e4 d2d4 wtime -30 depth x ponder nodes 99999999999999999999 fast winc",
        );
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.left, [Some(Duration::ZERO), None]);
        assert_eq!(go.increment, [None, Some(Duration::from_millis(5))]);
        assert_eq!((go.depth, go.nodes, go.ponder), (None, Some(i64::MAX as u64), true));
        assert_eq!(go.errors.len(), 3, "{:?}", go.errors);
    }

    #[test]
    fn an_infinite_search_has_no_clock() {
        for text in [
            "infinite wtime 1 btime 1",
            "infinite movestogo 40",
            "infinite winc 0 binc 0",
            "infinite depth x",
        ] {
            let limits = Go::parse(text).limits(&Position::default(), &Output::new(std::io::sink()));
            assert!(limits.infinite && limits.clock.is_none(), "{text}");
        }
    }

    /// The clock of White, in milliseconds.
    fn clock(text: &str) -> Option<u128> {
        let limits = Go::parse(text).limits(&Position::default(), &Output::new(std::io::sink()));
        limits.clock.map(|clock| clock.left.as_millis())
    }

    #[test]
    fn a_clock_counts_unless_both_times_are_zero_and_another_limit_is_given() {
        for (text, left) in [
            ("wtime 900 btime 800 winc 5 binc 5", 900),
            ("wtime 900 movetime 50", 900),
            ("btime 800 winc 5", 800),
            ("wtime 0 btime 800 depth 9", 0),
            ("wtime 0 btime 0", 0),
            ("winc 5 binc 5", 0),
            ("movestogo 5", 0),
            ("depth x", 0),
        ] {
            assert_eq!(clock(text), Some(left), "{text}");
        }
        for limit in ["movetime 1000", "depth 20", "nodes 1000000", "mate 3"] {
            for idle in
                ["winc 0 binc 0", "winc 5", "wtime 0 btime 0", "wtime -1 btime 0 winc 5", "movestogo 9"]
            {
                assert_eq!(clock(&format!("{limit} {idle}")), None, "{limit} {idle}");
            }
        }
    }

    #[test]
    fn integers_are_bounded_and_have_no_fraction() {
        for (text, number) in [
            ("7", Some(7)),
            ("+7.9", Some(7)),
            ("-7.9", Some(-7)),
            ("7.", Some(7)),
            ("99999999999999999999.5", Some(i64::MAX)),
            ("+99999999999999999999", Some(i64::MAX)),
            ("-99999999999999999999", Some(i64::MIN)),
        ] {
            assert_eq!(parse_integer(text), number, "{text}");
        }
        assert!(
            ["", "-", "+", ".5", "x", "1e3", "--1", "1.x", "1.2.3"]
                .map(parse_integer)
                .iter()
                .all(Option::is_none)
        );
    }
}
