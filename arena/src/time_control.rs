//! Time controls: what ends the search of a move.
#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lancet::search::Limits;
use lancet::time::{Clock, time_for};

use crate::error::ParseError;

/// What ends the search of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// A fixed number of nodes per move.
    Nodes(u32),
    /// A soft limit of nodes, after which no iteration starts, and a hard limit, which ends the search.
    SoftNodes {
        /// The soft limit.
        soft: u32,
        /// The hard limit.
        hard: u32,
    },
    /// A fixed time per move.
    MoveTime(Duration),
    /// A clock for the game.
    Clock {
        /// The time at the start of the game.
        base: Duration,
        /// The time that is added after every move.
        increment: Duration,
        /// Nodes that count as a millisecond; 0 for real time.
        nodes_per_ms: u32,
    },
}

impl TimeControl {
    /// Reports whether time ends the searches, so that matches cannot be reproduced.
    #[must_use]
    pub const fn is_timed(self) -> bool {
        matches!(self, TimeControl::MoveTime(_) | TimeControl::Clock { nodes_per_ms: 0, .. })
    }

    /// Reports whether a game has a clock, of real time or of nodes.
    #[must_use]
    pub const fn has_clock(self) -> bool {
        matches!(self, TimeControl::Clock { .. })
    }

    /// Reports whether the time control that is formatted as this text has a clock.
    pub(crate) fn is_clock(text: &str) -> bool {
        text.contains('+')
    }

    /// Returns the nodes that count as a millisecond of a clock; 0 for real time and without a clock.
    #[must_use]
    pub const fn nodes_per_ms(self) -> u32 {
        if let TimeControl::Clock { nodes_per_ms, .. } = self { nodes_per_ms } else { 0 }
    }

    /// Returns the time that a search takes off the clock, which has taken `elapsed` and visited `nodes`.
    #[must_use]
    pub fn charged(self, nodes: u64, elapsed: Duration) -> Duration {
        match self.nodes_per_ms() {
            0 => elapsed,
            rate => time_for(nodes, rate.into()),
        }
    }

    /// The nodes of a search that finds out whether a random opening is balanced, where no number of nodes ends the
    /// searches of moves: so the openings do not depend on the machine.
    pub const OPENING_NODES: u32 = 20_000;

    /// Returns the soft and the hard limit of the nodes of a move; `None` where time ends its search, or a clock of nodes.
    #[must_use]
    pub(crate) const fn move_nodes(self) -> Option<(Option<u32>, u32)> {
        match self {
            TimeControl::Nodes(count) => Some((None, count)),
            TimeControl::SoftNodes { soft, hard } => Some((Some(soft), hard)),
            TimeControl::MoveTime(_) | TimeControl::Clock { .. } => None,
        }
    }

    /// Returns the limits of a search that finds out whether a random opening is balanced: twice the nodes of a move, or
    /// [`TimeControl::OPENING_NODES`].
    #[must_use]
    pub fn opening_limits(self) -> Limits {
        let twice = |count: u32| 2 * u64::from(count);
        match self.move_nodes() {
            Some((soft, hard)) => {
                Limits { soft_nodes: soft.map(twice), nodes: Some(twice(hard)), ..Limits::default() }
            }
            None => Limits { nodes: Some(Self::OPENING_NODES.into()), ..Limits::default() },
        }
    }

    /// Returns the limits of the search of a move, with `remaining` on the clock.
    #[must_use]
    pub fn limits(self, remaining: Duration) -> Limits {
        match self {
            TimeControl::Nodes(count) => Limits { nodes: Some(count.into()), ..Limits::default() },
            TimeControl::SoftNodes { soft, hard } => {
                Limits { soft_nodes: Some(soft.into()), nodes: Some(hard.into()), ..Limits::default() }
            }
            TimeControl::MoveTime(time) => Limits { movetime: Some(time), ..Limits::default() },
            TimeControl::Clock { increment, .. } => {
                let clock = Clock { left: remaining, increment, moves_to_go: None };
                Limits { clock: Some(clock), ..Limits::default() }
            }
        }
    }

    /// Returns the time control with what it is for, as in `10000 nodes per move` or `8+0.08 s per game`.
    #[must_use]
    pub fn rate(self) -> String {
        let unit = if self.has_clock() { "game" } else { "move" };
        format!("{self} per {unit}")
    }

    /// Returns the value of the PGN tag `TimeControl`, in seconds; `None` without a clock of real time.
    #[must_use]
    pub fn pgn_tag(self) -> Option<String> {
        match self {
            TimeControl::Clock { base, increment, nodes_per_ms: 0 } if increment.is_zero() => {
                Some(base.as_secs_f64().to_string())
            }
            TimeControl::Clock { base, increment, nodes_per_ms: 0 } => {
                Some(format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()))
            }
            _ => None,
        }
    }

    /// Returns the time on the clocks at the start of a game, zero without a clock.
    #[must_use]
    pub const fn base(self) -> Duration {
        if let TimeControl::Clock { base, .. } = self { base } else { Duration::ZERO }
    }
}

/// Formats as in `10000 nodes`, `100 ms`, `8+0.08 s` or `8+0.08 s of 50 nodes/ms`. Results files store the text.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Nodes(count) => write!(f, "{count} nodes"),
            TimeControl::SoftNodes { soft, hard } => write!(f, "{soft} to {hard} nodes"),
            TimeControl::MoveTime(time) => write!(f, "{} ms", time.as_millis()),
            TimeControl::Clock { base, increment, nodes_per_ms } => {
                write!(f, "{}+{} s", base.as_secs_f64(), increment.as_secs_f64())?;
                if *nodes_per_ms > 0 { write!(f, " of {nodes_per_ms} nodes/ms") } else { Ok(()) }
            }
        }
    }
}

/// Parses a clock of real time such as `8+0.08`, in seconds. Times are rounded to milliseconds, but not to zero.
impl FromStr for TimeControl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<TimeControl, ParseError> {
        let seconds = |text: &str| {
            let seconds = text.trim().parse::<f64>().ok()?;
            let in_range = seconds == 0.0 || (0.001..=1e6).contains(&seconds);
            in_range.then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => {
                Ok(TimeControl::Clock { base, increment, nodes_per_ms: 0 })
            }
            _ => Err(ParseError::Clock),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_tags_of_games() {
        let tag = |text: &str| text.parse::<TimeControl>().expect(text).pgn_tag();
        assert_eq!((tag("8+0.08").as_deref(), tag("60").as_deref()), (Some("8+0.08"), Some("60")));
        assert_eq!(TimeControl::Nodes(100).pgn_tag(), None);
    }

    #[test]
    fn clocks_are_parsed_as_they_are_displayed() {
        for text in ["8+0.08", "60+0", "0.5+0.005"] {
            assert_eq!(
                text.parse::<TimeControl>().map(|time_control| time_control.to_string()),
                Ok(format!("{text} s"))
            );
        }
        assert_eq!(
            "3".parse(),
            Ok(TimeControl::Clock {
                base: Duration::from_secs(3),
                increment: Duration::ZERO,
                nodes_per_ms: 0
            })
        );
        for wrong in ["", "+", "0+1", "-1+1", "1+-1", "1+x", "NaN", "inf", "1e9", "8+0.0004", "0.0009+1"] {
            assert_eq!(wrong.parse::<TimeControl>(), Err(ParseError::Clock), "{wrong}");
        }
    }

    #[test]
    fn the_text_shows_whether_there_is_a_clock() {
        let (base, increment) = (Duration::from_secs(8), Duration::ZERO);
        for control in [
            TimeControl::Nodes(100),
            TimeControl::SoftNodes { soft: 100, hard: 500 },
            TimeControl::MoveTime(Duration::from_millis(20)),
            TimeControl::Clock { base, increment, nodes_per_ms: 0 },
            TimeControl::Clock { base, increment, nodes_per_ms: 25 },
        ] {
            assert_eq!(TimeControl::is_clock(&control.to_string()), control.has_clock(), "{control}");
        }
    }

    #[test]
    fn the_balance_of_openings_does_not_depend_on_the_machine() {
        let clock =
            TimeControl::Clock { base: Duration::from_secs(1), increment: Duration::ZERO, nodes_per_ms: 5 };
        let nodes =
            |control: TimeControl| (control.opening_limits().soft_nodes, control.opening_limits().nodes);
        assert_eq!(nodes(TimeControl::SoftNodes { soft: 100, hard: 500 }), (Some(200), Some(1000)));
        assert_eq!(nodes(TimeControl::Nodes(100)), (None, Some(200)));
        for control in [clock, TimeControl::MoveTime(Duration::from_millis(1))] {
            assert_eq!(nodes(control), (None, Some(u64::from(TimeControl::OPENING_NODES))));
            assert_eq!((control.opening_limits().movetime, control.opening_limits().clock), (None, None));
        }
    }

    #[test]
    fn limits_are_those_of_a_move() {
        let limits = TimeControl::SoftNodes { soft: 100, hard: 500 }.limits(Duration::ZERO);
        assert_eq!((limits.soft_nodes, limits.nodes), (Some(100), Some(500)));
        let limits = TimeControl::MoveTime(Duration::from_millis(50)).limits(Duration::ZERO);
        assert_eq!(limits.movetime, Some(Duration::from_millis(50)));
        let clock = TimeControl::Clock {
            base: Duration::from_secs(9),
            increment: Duration::from_secs(1),
            nodes_per_ms: 0,
        };
        let left = clock.limits(Duration::from_secs(5)).clock.map(|clock| clock.left);
        assert_eq!((left, clock.base()), (Some(Duration::from_secs(5)), Duration::from_secs(9)));
    }
}
