//! Budget: how long to think about a move.

use std::time::Duration;

use super::Clock;

/// The least time that a move gets.
const SHORTEST: Duration = Duration::from_millis(1);
/// Longer times count as this long, so that a budget can always be added to an instant.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);
/// Never planned with: what a busy machine may take from us.
const RESERVE: Duration = Duration::from_millis(100);
/// Of a short time half is kept, but never less than this.
const LEAST_RESERVE: Duration = Duration::from_millis(40);
/// Moves for which the lag is set aside where the increment does not make up for it.
const LAG_MOVES: u32 = 10;
/// Moves that the time left is shared among when it is for the rest of the game.
const SUDDEN_DEATH_HORIZON: f64 = 24.0;
/// No more moves than this are planned for until the next time control.
const CONTROL_HORIZON: u32 = 30;
/// The part of the increment that each move may spend.
const INCREMENT_SHARE: f64 = 0.75;
/// A move that turns out hard may take this many times what is planned for it...
const HARD_FACTOR: f64 = 5.0;
/// ...but no more than this part of all the time left, and
const HARD_SHARE: f64 = 0.6;
/// this much more on the last move before a time control, less on those before it.
const HARD_LAST_MOVE: f64 = 0.35;

/// The time for one move: at `soft` no new iteration starts, at `hard` the search is cut off.
///
/// Always 1 ms <= `soft` <= `hard`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// What the move should take; [`stretch`] bends it while the search goes on.
    pub soft: Duration,
    /// What it may take at most.
    pub hard: Duration,
}

impl Budget {
    /// A share of what the clock has left.
    ///
    /// `overhead` is lost on every move between the interface and us. `hard` stays within the
    /// time left less `overhead`, but is never below 1 ms. Any values are allowed.
    #[must_use]
    pub fn for_clock(clock: Clock, overhead: Duration) -> Budget {
        let increment = clock.increment.min(LONGEST);
        let moves = clock.moves_to_go.map(|moves| moves.max(1));
        let working = working_time(clock, overhead);
        let (horizon, last_move) = match moves {
            Some(moves) => (f64::from(moves.min(CONTROL_HORIZON)) + 0.5, HARD_LAST_MOVE / f64::from(moves)),
            None => (SUDDEN_DEATH_HORIZON, 0.0),
        };
        let share = working.div_f64(horizon) + increment.mul_f64(INCREMENT_SHARE);
        let hard = share.mul_f64(HARD_FACTOR).min(working.mul_f64(HARD_SHARE + last_move)).max(SHORTEST);
        Budget { soft: share.clamp(SHORTEST, hard), hard }
    }

    /// Exactly `movetime` less `overhead`, but at least 1 ms and at most 30 days.
    #[must_use]
    pub fn for_movetime(movetime: Duration, overhead: Duration) -> Budget {
        let time = movetime.saturating_sub(overhead).clamp(SHORTEST, LONGEST);
        Budget { soft: time, hard: time }
    }
}

/// The time left that can be planned with: without overhead, reserve, and the lag of coming
/// moves that no increment pays for.
fn working_time(clock: Clock, overhead: Duration) -> Duration {
    let coming = clock.moves_to_go.map_or(LAG_MOVES, |moves| moves.saturating_sub(1).min(LAG_MOVES));
    let lag = overhead.min(LONGEST).saturating_sub(clock.increment) * coming;
    let reserve = RESERVE.min(clock.left / 2).max(LEAST_RESERVE);
    clock.left.saturating_sub(overhead).saturating_sub(reserve + lag).min(LONGEST)
}

/// What a search knows after an iteration about how settled its move is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Signals {
    /// Iterations in a row that ended with the same best move.
    pub stability: u32,
    /// Centipawns that the score fell in the last iterations; negative where it rose.
    pub trend: i32,
    /// The part of all nodes that the best move took, 0 to 1; what is not a number counts as
    /// not known.
    pub node_share: f64,
}

/// The least and the most that [`stretch`] answers.
const STRETCH: (f64, f64) = (0.45, 2.2);

/// The factor on [`Budget::soft`], from 0.45 to 2.2: more time for a move that changes, a score
/// that falls, nodes spent on many moves.
#[must_use]
pub fn stretch(signals: Signals) -> f64 {
    let factor =
        for_stability(signals.stability) * for_trend(signals.trend) * for_node_share(signals.node_share);
    factor.clamp(STRETCH.0, STRETCH.1)
}

/// From 1.45 for a new best move down to 0.73 for one that has stood eight iterations.
fn for_stability(stability: u32) -> f64 {
    1.45 - 0.09 * f64::from(stability.min(8))
}

/// One where the score stays; 0.8 where it rose by 30, 1.6 where it fell by 90 centipawns.
fn for_trend(trend: i32) -> f64 {
    1.0 + f64::from(trend.clamp(-30, 90)) / 150.0
}

/// From 1.6 where the best move took no nodes to 0.6 where it took them all.
fn for_node_share(node_share: f64) -> f64 {
    let share = if node_share.is_nan() { 0.5 } else { node_share.clamp(0.0, 1.0) };
    1.6 - share
}

#[cfg(test)]
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

    /// A number of any magnitude up to the largest.
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
            assert!(SHORTEST <= fixed.soft && fixed.soft == fixed.hard && fixed.hard <= most);
        }
    }

    #[test]
    fn more_moves_to_go_leave_less_and_more_time_leaves_more() {
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
    fn the_ends_of_the_scale() {
        let one = Budget { soft: SHORTEST, hard: SHORTEST };
        for left in [0, 1, 10, 50] {
            for increment in [0, 10, 60_000] {
                assert_eq!(Budget::for_clock(clock(left, increment, None), OVERHEAD), one, "{left}");
            }
        }
        let last = Budget::for_clock(clock(10_000, 0, Some(1)), OVERHEAD);
        assert!(last.soft > ms(6_000) && last.hard > ms(9_000) && last.hard < ms(9_950), "{last:?}");
        assert_eq!(Budget::for_clock(clock(10_000, 0, Some(0)), OVERHEAD), last);
        let blitz = Budget::for_clock(clock(180_000, 2_000, None), OVERHEAD);
        assert!(blitz.soft > ms(8_000) && blitz.soft < ms(10_000) && blitz.hard > ms(40_000), "{blitz:?}");
        let rich = Budget::for_clock(clock(1_000, 10_000, None), OVERHEAD);
        assert!(rich.soft == rich.hard && rich.hard > ms(500) && rich.hard < ms(990), "{rich:?}");
        let absurd = Budget::for_clock(clock(u64::MAX, u64::MAX, Some(u32::MAX)), ms(u64::MAX));
        assert_eq!(absurd, one);
        assert!(Budget::for_clock(clock(u64::MAX, u64::MAX, None), OVERHEAD).hard <= LONGEST);
        assert_eq!(Budget::for_movetime(ms(5), OVERHEAD), one);
    }

    /// Plays moves that each take `hard` and 2 ms of lag; the least time left before a move ended.
    fn least_left(mut left: Duration, increment: u64, moves: u32, overhead: Duration) -> Option<Duration> {
        let mut least = left;
        for _ in 0..moves {
            let clock = Clock { left, increment: ms(increment), moves_to_go: None };
            left = left.checked_sub(Budget::for_clock(clock, overhead).hard + ms(2))?;
            least = least.min(left);
            left += ms(increment);
        }
        Some(least)
    }

    #[test]
    fn slow_moves_do_not_lose_on_time() {
        for overhead in [ms(0), OVERHEAD, ms(100)] {
            for (base, increment) in [(1_000, 10), (100, 10), (10_000, 100), (60_000, 3)] {
                let least = least_left(ms(base), increment, 300, overhead);
                assert!(least.is_some_and(|least| least >= ms(30)), "{base}+{increment}: {least:?}");
            }
        }
        // Without an increment the clock cannot last for ever, but for a long game.
        assert!(least_left(ms(60_000), 0, 50, OVERHEAD).is_some());
    }

    #[test]
    fn the_stretch_follows_each_signal() {
        let mut random = StdRng::seed_from_u64(3);
        for _ in 0..50_000 {
            let signals = Signals {
                stability: any(&mut random) as u32 >> 1,
                trend: any(&mut random) as i32 >> 1,
                node_share: random.random_range(-0.5..1.5),
            };
            let factor = stretch(signals);
            assert!((STRETCH.0..=STRETCH.1).contains(&factor));
            assert!(stretch(Signals { stability: signals.stability + 1, ..signals }) <= factor);
            assert!(stretch(Signals { trend: signals.trend + 1, ..signals }) >= factor);
            assert!(stretch(Signals { node_share: signals.node_share + 0.01, ..signals }) <= factor);
        }
        let settled = Signals { stability: 20, trend: -200, node_share: 0.99 };
        let shaken = Signals { stability: 0, trend: 200, node_share: 0.1 };
        assert_eq!(stretch(settled), STRETCH.0);
        assert_eq!(stretch(shaken), STRETCH.1);
        let unknown = stretch(Signals { stability: 4, trend: 0, node_share: f64::NAN });
        assert!(unknown > 0.9 && unknown < 1.3, "{unknown}");
    }
}
