//! Budget: the soft and hard time limits of a move.

use std::time::Duration;

use super::Clock;

/// The minimum time of a move.
const SHORTEST: Duration = Duration::from_millis(1);
/// The maximum of any time, so that a budget can be added to an instant.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);
/// A reserve for delays of a busy machine.
const RESERVE: Duration = Duration::from_millis(100);
/// The minimum reserve: with little time left it is half of it, but not less.
const MIN_RESERVE: Duration = Duration::from_millis(40);
/// With less time left the budget shrinks faster than the clock: the delays of a busy machine do not shrink.
const COMFORT: Duration = Duration::from_millis(200);
/// With this much left only a fraction of `SCARCE` remains of the budget.
const SCARCE_LEFT: Duration = Duration::from_millis(50);
/// The least factor on the soft limit.
const SCARCE: f64 = 0.1;
/// The least factor on the hard limit.
const SCARCE_HARD: f64 = 0.4;
/// The number of moves whose overhead is reserved, unless the increment covers it.
const LAG_MOVES: u32 = 10;
/// The number of moves that the time left is divided by, without a time control.
const SUDDEN_DEATH_HORIZON: f64 = 24.0;
/// The maximum number of moves to the next time control that is planned for.
const CONTROL_HORIZON: u32 = 30;
/// The fraction of the increment that a move may use.
const INCREMENT_FRACTION: f64 = 0.75;
/// The hard limit as a multiple of the soft limit, at most
const HARD_FACTOR: f64 = 5.0;
/// this fraction of the time left, and
const HARD_FRACTION: f64 = 0.6;
/// this much more on the last move before a time control, less on the moves before it.
const HARD_LAST_MOVE: f64 = 0.35;

/// The time limits of a move: after `soft` no iteration starts, at `hard` the search stops.
///
/// Always 1 ms <= `soft` <= `hard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The soft limit, which the search multiplies by [`stretch`].
    pub soft: Duration,
    /// The hard limit.
    pub hard: Duration,
}

impl Budget {
    /// Returns the budget of a move by the clock.
    ///
    /// `overhead` is the time lost per move between GUI and engine. The hard limit is at most the time left
    /// less `overhead`, but at least 1 ms. Any values are allowed.
    #[must_use]
    pub fn for_clock(clock: Clock, overhead: Duration) -> Budget {
        let increment = clock.increment.min(LONGEST);
        let moves = clock.moves_to_go.filter(|&moves| moves > 0);
        let working = working_time(Clock { moves_to_go: moves, ..clock }, overhead);
        let (horizon, last_move) = match moves {
            Some(moves) => (f64::from(moves.min(CONTROL_HORIZON)) + 0.5, HARD_LAST_MOVE / f64::from(moves)),
            None => (SUDDEN_DEATH_HORIZON, 0.0),
        };
        let comfort = comfort(clock.left.saturating_sub(overhead));
        let soft = working.div_f64(horizon) + increment.mul_f64(INCREMENT_FRACTION);
        let soft = soft.mul_f64(SCARCE + (1.0 - SCARCE) * comfort);
        let fraction = (HARD_FRACTION + last_move) * (SCARCE_HARD + (1.0 - SCARCE_HARD) * comfort);
        let hard = soft.mul_f64(HARD_FACTOR).min(working.mul_f64(fraction)).max(SHORTEST);
        Budget { soft: soft.clamp(SHORTEST, hard), hard }
    }

    /// Returns the budget of a fixed time: `movetime` less `overhead`, from 1 ms to 30 days.
    ///
    /// The overhead takes at most half of the time, so that a move is searched under any setting.
    #[must_use]
    pub fn for_movetime(movetime: Duration, overhead: Duration) -> Budget {
        let time = movetime.saturating_sub(overhead.min(movetime / 2)).clamp(SHORTEST, LONGEST);
        Budget { soft: time, hard: time }
    }
}

/// Returns how far the time left is from scarce, 0 to 1: 1 from [`COMFORT`] on.
fn comfort(left: Duration) -> f64 {
    let range = COMFORT - SCARCE_LEFT;
    left.saturating_sub(SCARCE_LEFT).min(range).div_duration_f64(range)
}

/// Returns the time left without overhead, reserve, and the overhead of later moves beyond the increment.
fn working_time(clock: Clock, overhead: Duration) -> Duration {
    let coming = clock.moves_to_go.map_or(LAG_MOVES, |moves| moves.saturating_sub(1).min(LAG_MOVES));
    let lag = overhead.min(LONGEST).saturating_sub(clock.increment) * coming;
    let reserve = RESERVE.min(clock.left / 2).max(MIN_RESERVE);
    clock.left.saturating_sub(overhead).saturating_sub(reserve + lag).min(LONGEST)
}

/// The stability of the best move after an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Signals {
    /// The number of consecutive iterations with the same best move.
    pub stability: u32,
    /// The decrease of the score in the last iterations, in internal units; negative for an increase.
    pub trend: i32,
    /// The fraction of all nodes spent on the best move, 0 to 1, or NaN if unknown.
    pub node_fraction: f64,
}

/// The range of [`stretch`].
const STRETCH: (f64, f64) = (0.45, 2.2);

/// Returns the factor on [`Budget::soft`], from 0.45 to 2.2: more time if the best move changes, the score
/// drops, or the nodes are spread over many moves.
#[must_use]
pub fn stretch(signals: Signals) -> f64 {
    let factor = for_stability(signals.stability)
        * for_trend(signals.trend)
        * for_node_fraction(signals.node_fraction);
    factor.clamp(STRETCH.0, STRETCH.1)
}

/// From 1.45 for a new best move to 0.73 for one that is eight iterations old.
fn for_stability(stability: u32) -> f64 {
    1.45 - 0.09 * f64::from(stability.min(8))
}

/// From 0.8 if the score rose by 30 units to 1.6 if it dropped by 90; 1 if it is the same.
fn for_trend(trend: i32) -> f64 {
    1.0 + f64::from(trend.clamp(-30, 90)) / 150.0
}

/// From 1.6 if the best move took no nodes to 0.6 if it took all of them.
fn for_node_fraction(node_fraction: f64) -> f64 {
    let fraction = if node_fraction.is_nan() { 0.5 } else { node_fraction.clamp(0.0, 1.0) };
    1.6 - fraction
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "any number will do")]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    const OVERHEAD: Duration = Duration::from_millis(10);

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock { left: ms(left), increment: ms(increment), moves_to_go }
    }

    fn clock_of(left: Duration, increment: u64) -> Clock {
        Clock { left, increment: ms(increment), moves_to_go: None }
    }

    /// A random number of any magnitude.
    fn any(random: &mut StdRng) -> u64 {
        random.random::<u64>() >> random.random_range(0..64)
    }

    #[test]
    fn every_budget_lies_within_the_clock() {
        let mut random = StdRng::seed_from_u64(1);
        for _ in 0..200_000 {
            let overhead = ms(any(&mut random));
            let moves = random.random_bool(0.5).then(|| any(&mut random) as u32);
            let clock = clock(any(&mut random), any(&mut random), moves);
            let Budget { soft, hard } = Budget::for_clock(clock, overhead);
            let most = clock.left.saturating_sub(overhead).max(SHORTEST);
            assert!(SHORTEST <= soft && soft <= hard && hard <= most, "{clock:?} {overhead:?}");
            let fixed = Budget::for_movetime(clock.left, overhead);
            let most = most.max(clock.left - clock.left / 2);
            assert!(SHORTEST <= fixed.soft && fixed.soft == fixed.hard && fixed.hard <= most);
        }
    }

    #[test]
    fn a_budget_falls_with_moves_to_go_and_rises_with_time() {
        let mut random = StdRng::seed_from_u64(2);
        for _ in 0..20_000 {
            let (left, increment) = (any(&mut random), any(&mut random));
            let moves = random.random_range(1..100);
            let fewer = Budget::for_clock(clock(left, increment, Some(moves)), OVERHEAD);
            let more = Budget::for_clock(clock(left, increment, Some(moves + 1)), OVERHEAD);
            assert!(fewer.soft >= more.soft && fewer.hard >= more.hard, "{left} {increment} {moves}");
            for moves in [None, Some(moves)] {
                let less = Budget::for_clock(clock(left, increment, moves), OVERHEAD);
                let more = Budget::for_clock(clock(left.saturating_add(500), increment, moves), OVERHEAD);
                assert!(less.soft <= more.soft && less.hard <= more.hard, "{left} {increment} {moves:?}");
            }
        }
    }

    #[test]
    fn extreme_clocks_have_valid_budgets() {
        let one = Budget { soft: SHORTEST, hard: SHORTEST };
        for left in [0, 1, 10, 50] {
            for increment in [0, 10, 60_000] {
                assert_eq!(Budget::for_clock(clock(left, increment, None), OVERHEAD), one, "{left}");
            }
        }
        let last = Budget::for_clock(clock(10_000, 0, Some(1)), OVERHEAD);
        assert!(last.soft > ms(6_000) && last.hard > ms(9_000) && last.hard < ms(9_950), "{last:?}");
        let sudden_death = Budget::for_clock(clock(10_000, 0, None), OVERHEAD);
        assert_eq!(Budget::for_clock(clock(10_000, 0, Some(0)), OVERHEAD), sudden_death);
        let blitz = Budget::for_clock(clock(180_000, 2_000, None), OVERHEAD);
        assert!(blitz.soft > ms(8_000) && blitz.soft < ms(10_000) && blitz.hard > ms(40_000), "{blitz:?}");
        let rich = Budget::for_clock(clock(1_000, 10_000, None), OVERHEAD);
        assert!(rich.soft == rich.hard && rich.hard > ms(500) && rich.hard < ms(990), "{rich:?}");
        let extreme = Budget::for_clock(clock(u64::MAX, u64::MAX, Some(u32::MAX)), ms(u64::MAX));
        assert_eq!(extreme, one);
        assert!(Budget::for_clock(clock(u64::MAX, u64::MAX, None), OVERHEAD).hard <= LONGEST);
        assert_eq!(Budget::for_movetime(ms(1), OVERHEAD), one);
        for (movetime, overhead, hard) in [(500, 10, 490), (500, 250, 250), (500, 500, 250), (500, 5000, 250)]
        {
            assert_eq!(Budget::for_movetime(ms(movetime), ms(overhead)).hard, ms(hard));
        }
    }

    /// Plays moves that each take the hard limit and 2 ms; returns the minimum time left after a move.
    fn least_left(mut left: Duration, increment: u64, moves: u32, overhead: Duration) -> Option<Duration> {
        let mut least = left;
        for _ in 0..moves {
            left = left.checked_sub(Budget::for_clock(clock_of(left, increment), overhead).hard + ms(2))?;
            least = least.min(left);
            left += ms(increment);
        }
        Some(least)
    }

    #[test]
    fn moves_at_the_hard_limit_do_not_lose_on_time() {
        for overhead in [ms(0), OVERHEAD, ms(100)] {
            for (base, increment) in [(1_000, 10), (100, 10), (10_000, 100), (60_000, 3)] {
                let least = least_left(ms(base), increment, 300, overhead);
                assert!(least.is_some_and(|least| least >= ms(30)), "{base}+{increment}: {least:?}");
            }
        }
        // Without an increment the clock lasts for a long game at least.
        assert!(least_left(ms(60_000), 0, 50, OVERHEAD).is_some());
    }

    #[test]
    fn a_budget_shrinks_faster_than_a_short_clock() {
        let fraction = |left| {
            let Budget { soft, hard } = Budget::for_clock(clock(left, 10, None), OVERHEAD);
            (soft.as_secs_f64() / left as f64, hard.as_secs_f64() / left as f64)
        };
        let fractions: Vec<_> = [200, 180, 160, 140, 120, 100].into_iter().map(fraction).collect();
        for pair in fractions.windows(2) {
            assert!(pair[0].1 > pair[1].1, "{fractions:?}");
        }
        let short = Budget::for_clock(clock(100, 10, None), OVERHEAD);
        assert!(short.soft <= ms(4) && short.hard <= ms(15), "{short:?}");
        // Blitz budgets are those of a machine without delays.
        let blitz = Budget::for_clock(clock(600, 80, None), OVERHEAD);
        assert_eq!((blitz.soft.as_millis(), blitz.hard.as_millis()), (80, 294));
        let bullet = Budget::for_clock(clock(250, 10, None), OVERHEAD);
        assert_eq!((bullet.soft.as_millis(), bullet.hard.as_millis()), (13, 66));
    }

    /// A delay with a heavy tail: 1 ms in most moves, 50 ms in one of 350. Beside four busy loops the longest of 2,759
    /// moves with 100 to 200 ms left took 48 ms, of which the hard limit is more than half.
    fn delay(random: &mut StdRng) -> Duration {
        let pareto = random.random::<f64>().max(1e-9).powf(-1.0 / 1.5);
        ms(1).mul_f64(pareto.min(50.0))
    }

    #[test]
    fn no_game_is_lost_with_the_delays_of_a_busy_machine() {
        let mut random = StdRng::seed_from_u64(4);
        for (base, increment) in [(1_000, 10), (2_000, 20), (10_000, 100)] {
            for game in 0..200 {
                let mut left = ms(base);
                for number in 0..150 {
                    let Budget { soft, hard } = Budget::for_clock(clock_of(left, increment), OVERHEAD);
                    let used = if random.random_bool(0.1) { hard } else { soft };
                    let after = left.checked_sub(used + delay(&mut random));
                    assert!(after.is_some(), "{base}+{increment}: game {game}, move {number}, {left:?}");
                    left = after.unwrap_or_default() + ms(increment);
                }
            }
        }
    }

    #[test]
    fn the_stretch_is_monotonic_in_each_signal() {
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..50_000 {
            let signals = Signals {
                stability: any(&mut random) as u32 >> 1,
                trend: any(&mut random) as i32 >> 1,
                node_fraction: random.random_range(-0.5..1.5),
            };
            let factor = stretch(signals);
            assert!((STRETCH.0..=STRETCH.1).contains(&factor));
            assert!(stretch(Signals { stability: signals.stability + 1, ..signals }) <= factor);
            assert!(stretch(Signals { trend: signals.trend + 1, ..signals }) >= factor);
            assert!(stretch(Signals { node_fraction: signals.node_fraction + 0.01, ..signals }) <= factor);
        }
        let stable = Signals { stability: 20, trend: -200, node_fraction: 0.99 };
        let unstable = Signals { stability: 0, trend: 200, node_fraction: 0.1 };
        assert_eq!(stretch(stable), STRETCH.0);
        assert_eq!(stretch(unstable), STRETCH.1);
        let unknown = stretch(Signals { stability: 4, trend: 0, node_fraction: f64::NAN });
        assert!(unknown > 0.9 && unknown < 1.3, "{unknown}");
    }
}
