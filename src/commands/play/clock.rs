//! Clock: the times of both sides in a game.
#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]

use std::str::FromStr;
use std::time::{Duration, Instant};

use shakmaty::Color;

use crate::time::Clock;

/// A clock of a game as it is set before the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameClock {
    /// The time for the game.
    pub base: Duration,
    /// The time that is added after each move.
    pub increment: Duration,
}

/// The error for a text that is not a clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected minutes and increment in seconds, such as 5+3 or 0.5+1")]
pub struct ClockError;

/// Parses minutes for the game and seconds for each move, such as `5+3`.
impl FromStr for GameClock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<GameClock, ClockError> {
        let duration = |text: &str, unit: f64| {
            let number =
                text.trim().parse::<f64>().ok().filter(|number| (0.0..=10_000.0).contains(number))?;
            Some(Duration::from_millis((number * unit * 1000.0).round() as u64))
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        match (duration(base, 60.0), duration(increment, 1.0)) {
            (Some(base), Some(increment)) if !base.is_zero() => Ok(GameClock { base, increment }),
            _ => Err(ClockError),
        }
    }
}

impl GameClock {
    /// Returns the value of the PGN tag `TimeControl`: both times in seconds.
    pub(super) fn pgn_tag(self) -> String {
        format!("{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// The time left of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Times {
    clock: GameClock,
    /// White's first.
    left: [Duration; 2],
}

impl Times {
    pub fn new(clock: GameClock) -> Times {
        Times { clock, left: [clock.base; 2] }
    }

    pub fn left(&self, side: Color) -> Duration {
        self.left[usize::from(side.is_black())]
    }

    /// Returns when the time of a side is over that has begun to think at `start`.
    pub fn deadline(&self, side: Color, start: Instant) -> Instant {
        start + self.left(side)
    }

    /// Takes the time for a move, and adds the increment. Returns whether the side had the time.
    pub fn spend(&mut self, side: Color, time: Duration) -> bool {
        let left = &mut self.left[usize::from(side.is_black())];
        let Some(rest) = left.checked_sub(time) else {
            *left = Duration::ZERO;
            return false;
        };
        *left = rest + self.clock.increment;
        true
    }

    /// Returns the clock of a side as a search has it.
    pub fn of_search(&self, side: Color) -> Clock {
        Clock { left: self.left(side), increment: self.clock.increment, moves_to_go: None }
    }
}

/// Formats a time left: minutes and seconds, with tenths in the last 20 seconds.
pub(super) fn clock_text(left: Duration) -> String {
    if left < Duration::from_secs(20) {
        return format!("0:{:04.1}", (left.as_secs_f64() * 10.0).floor() / 10.0);
    }
    // The second that has begun counts: a game begins with its whole time.
    let seconds = left.as_millis().div_ceil(1000);
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// Formats a time left as the PGN command `[%clk]` has it.
pub(super) fn pgn_clock(left: Duration) -> String {
    let seconds = left.as_secs();
    format!("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_minutes_and_seconds() {
        let clock = |text: &str| {
            text.parse::<GameClock>().map(|clock| (clock.base.as_secs(), clock.increment.as_secs()))
        };
        assert_eq!((clock("5+3"), clock("15"), clock("0.5+1")), (Ok((300, 3)), Ok((900, 0)), Ok((30, 1))));
        for wrong in ["", "+", "0+1", "-1+1", "5+-3", "5+x", "NaN", "1e9", "inf"] {
            assert_eq!(clock(wrong), Err(ClockError), "{wrong}");
        }
        assert_eq!("5+3".parse().map(GameClock::pgn_tag), Ok("300+3".into()));
    }

    #[test]
    fn a_move_costs_its_time_and_gains_the_increment() {
        let second = Duration::from_secs;
        let mut times = Times::new(GameClock { base: second(60), increment: second(2) });
        assert!(times.spend(Color::Black, second(10)));
        assert_eq!((times.left(Color::White), times.left(Color::Black)), (second(60), second(52)));
        assert!(!times.spend(Color::White, second(61)));
        assert_eq!(times.left(Color::White), Duration::ZERO);
    }

    #[test]
    fn times_are_written_for_people_and_pgn() {
        for (ms, text) in [
            (300_000, "5:00"),
            (299_001, "5:00"),
            (20_000, "0:20"),
            (19_990, "0:19.9"),
            (950, "0:00.9"),
            (0, "0:00.0"),
        ] {
            assert_eq!(clock_text(Duration::from_millis(ms)), text);
        }
        assert_eq!(pgn_clock(Duration::from_secs(3_723)), "[%clk 1:02:03]");
    }
}
