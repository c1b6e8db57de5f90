//! Pace: how long a move is thought about.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lancet::search::Limits;
use lancet::time::Clock;

/// How long a move is thought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// Exactly so many nodes.
    Nodes(u32),
    /// After so many nodes no iteration begins; so many end the search.
    Soft(u32, u32),
    /// A time for every move.
    MoveTime(Duration),
    /// A time for the whole game, and one that is added after every move.
    Clock(Duration, Duration),
}

impl Pace {
    /// Time is counted, so that no two matches are the same.
    #[must_use]
    pub const fn is_timed(self) -> bool {
        matches!(self, Pace::MoveTime(_) | Pace::Clock(..))
    }

    /// What ends a search `times` as long as that of a move; `left` is what the clock has left.
    #[must_use]
    pub fn limits(self, times: u32, left: Duration) -> Limits {
        let nodes = |count: u32| Some(u64::from(times) * u64::from(count));
        match self {
            Pace::Nodes(count) => Limits { nodes: nodes(count), ..Limits::default() },
            Pace::Soft(soft, hard) => {
                Limits { soft_nodes: nodes(soft), nodes: nodes(hard), ..Limits::default() }
            }
            Pace::MoveTime(time) => Limits { movetime: Some(time * times), ..Limits::default() },
            Pace::Clock(_, increment) => {
                let clock = Clock { left, increment, moves_to_go: None };
                Limits { clock: Some(clock), ..Limits::default() }
            }
        }
    }

    /// What the clocks show at first.
    #[must_use]
    pub const fn base(self) -> Duration {
        if let Pace::Clock(base, _) = self { base } else { Duration::ZERO }
    }
}

/// As in `10000 nodes`, `100 ms` or `8+0.08 s`.
impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pace::Nodes(count) => write!(f, "{count} nodes"),
            Pace::Soft(soft, hard) => write!(f, "{soft} to {hard} nodes"),
            Pace::MoveTime(time) => write!(f, "{} ms", time.as_millis()),
            Pace::Clock(base, increment) => write!(f, "{}+{} s", base.as_secs_f64(), increment.as_secs_f64()),
        }
    }
}

/// A clock as players write it: `8+0.08`, in seconds.
impl FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Pace, String> {
        let seconds = |text: &str| {
            let seconds = text.trim().parse::<f64>().ok()?;
            // Milliseconds are as fine as anyone plays.
            let is_sane = (0.0..=1e6).contains(&seconds);
            is_sane.then(|| Duration::from_millis((seconds * 1000.0).round() as u64))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (seconds(base), seconds(increment)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(Pace::Clock(base, increment)),
            _ => Err(format!("`{text}` is no clock such as 8+0.08, in seconds")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for text in ["8+0.08", "60+0", "0.5+0.005"] {
            assert_eq!(text.parse::<Pace>().map(|pace| pace.to_string()), Ok(format!("{text} s")));
        }
        assert_eq!("3".parse(), Ok(Pace::Clock(Duration::from_secs(3), Duration::ZERO)));
        for wrong in ["", "+", "0+1", "-1+1", "1+-1", "1+x", "NaN", "inf", "1e9"] {
            assert!(wrong.parse::<Pace>().is_err_and(|error| error.contains("is no clock")), "{wrong}");
        }
    }

    #[test]
    fn an_opening_is_thought_about_longer() {
        let limits = Pace::Soft(100, 500).limits(2, Duration::ZERO);
        assert_eq!((limits.soft_nodes, limits.nodes), (Some(200), Some(1000)));
        let limits = Pace::MoveTime(Duration::from_millis(50)).limits(2, Duration::ZERO);
        assert_eq!(limits.movetime, Some(Duration::from_millis(100)));
        let clock = Pace::Clock(Duration::from_secs(9), Duration::from_secs(1));
        let left = clock.limits(1, Duration::from_secs(5)).clock.map(|clock| clock.left);
        assert_eq!((left, clock.base()), (Some(Duration::from_secs(5)), Duration::from_secs(9)));
    }
}
