//! Budget: the soft and hard time limits of a move.

use std::time::Duration;

use super::{Clock, Plan};

/// The minimum time of a move.
const SHORTEST: Duration = Duration::from_millis(1);
/// The maximum of any time, so that a budget can be added to an instant.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);
/// A reserve for delays of a busy machine.
const RESERVE: Duration = Duration::from_millis(100);
/// The minimum reserve: with little time left it is half of it, but not less.
const MIN_RESERVE: Duration = Duration::from_millis(40);
/// With less time left the budget shrinks faster than the clock: the delays of a busy machine do not shrink.
const ENOUGH_TIME: Duration = Duration::from_millis(200);
/// With this much left only a fraction of `LOW_TIME_SOFT` remains of the budget.
const LOW_TIME: Duration = Duration::from_millis(50);
/// The least factor on the soft limit.
const LOW_TIME_SOFT: f64 = 0.1;
/// The least factor on the hard limit.
const LOW_TIME_HARD: f64 = 0.4;
/// The number of moves whose overhead is reserved, unless the increment covers it.
const LAG_MOVES: u32 = 10;
/// That overhead takes at most half of the time left, or this much if that is more.
const SHORT_LAG: Duration = Duration::from_secs(1);
/// The maximum number of moves to the next time control that is planned for.
const CONTROL_HORIZON: f64 = 30.0;
/// The hard limit is at most this fraction of the time left, and
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
    /// Returns the budget of a move by the clock, after `moves` moves of the game.
    ///
    /// `overhead` is the time lost per move between GUI and engine. The hard limit is at most the time left less
    /// `overhead`, but at least 1 ms. Any values of the clock are allowed.
    #[must_use]
    pub fn for_clock(clock: Clock, moves: u32, overhead: Duration, plan: &Plan) -> Budget {
        let increment = clock.increment.min(LONGEST);
        let to_go = clock.moves_to_go.filter(|&moves| moves > 0);
        let working = working_time(Clock { moves_to_go: to_go, ..clock }, overhead);
        let (fraction, last_move) = match to_go {
            Some(to_go) => {
                let to_go_f = f64::from(to_go);
                (1.0 / (to_go_f.min(CONTROL_HORIZON) + 0.5), HARD_LAST_MOVE / to_go_f)
            }
            None => (plan.fraction(moves), 0.0),
        };
        let ease = ease_of(clock.left.saturating_sub(overhead));
        let soft = working.mul_f64(fraction) + increment.mul_f64(plan.increment);
        let soft = soft.mul_f64(LOW_TIME_SOFT + (1.0 - LOW_TIME_SOFT) * ease);
        let hard_fraction = (HARD_FRACTION + last_move) * (LOW_TIME_HARD + (1.0 - LOW_TIME_HARD) * ease);
        let hard = soft.mul_f64(plan.hard).min(working.mul_f64(hard_fraction)).max(SHORTEST);
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

/// Returns how far the time left is from scarce, 0 to 1: 1 from [`ENOUGH_TIME`] on.
fn ease_of(left: Duration) -> f64 {
    let range = ENOUGH_TIME - LOW_TIME;
    left.saturating_sub(LOW_TIME).min(range).div_duration_f64(range)
}

/// Returns the time left without the overhead of this move, a reserve, and the overhead of later moves beyond the increment,
/// which takes at most half of the rest.
fn working_time(clock: Clock, overhead: Duration) -> Duration {
    let coming = clock.moves_to_go.map_or(LAG_MOVES, |moves| moves.saturating_sub(1).min(LAG_MOVES));
    let left = clock.left.saturating_sub(overhead);
    let lag = overhead.min(LONGEST).saturating_sub(clock.increment) * coming;
    let lag = lag.min(SHORT_LAG.max(left / 2));
    let reserve = RESERVE.min(clock.left / 2).max(MIN_RESERVE);
    left.saturating_sub(reserve + lag).min(LONGEST)
}

/// What an iteration says about the time that the next ones deserve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Signals {
    /// The number of consecutive iterations with the same best move.
    pub stability: u32,
    /// The changes of the best move; each counts half in every later iteration.
    pub changes: f64,
    /// The score below its mean in this search, in hundreds of internal units; negative if above.
    pub trend: f64,
    /// The number of consecutive iterations whose score was close to the mean.
    pub calm: u32,
    /// The score below that of the search before, in hundreds of internal units; negative if above, 0 if unknown.
    pub fall: f64,
    /// The fraction of all nodes spent on the best move, 0 to 1.
    pub node_fraction: f64,
}

/// The range of [`stretch`].
const STRETCH: (f64, f64) = (0.45, 2.2);

/// Returns the factor on [`Budget::soft`], from 0.45 to 2.2: more time if the best move changes, the score
/// drops, or the nodes are spread over many moves.
#[must_use]
pub fn stretch(signals: Signals, plan: &Plan) -> f64 {
    let factor = for_best_move(signals, plan) * for_score(signals, plan) * for_nodes(signals, plan);
    factor.clamp(STRETCH.0, STRETCH.1)
}

/// 1.09 for a best move that is four iterations old and has not changed.
fn for_best_move(signals: Signals, plan: &Plan) -> f64 {
    let stability = 4.0 - f64::from(signals.stability.min(8));
    1.09 + plan.stability * stability + plan.changes * (signals.changes - 0.5)
}

/// 1 if the score is the same as before. Drops count more than rises.
fn for_score(signals: Signals, plan: &Plan) -> f64 {
    let trend = 1.0 + plan.trend * signals.trend.clamp(-0.3, 0.9);
    let fall = 1.0 + plan.fall * signals.fall.clamp(-0.3, 0.9);
    let calm = 1.0 + plan.calm * (4.0 - f64::from(signals.calm.min(8)));
    trend * fall * calm
}

/// 1.1 if the best move took half of the nodes.
fn for_nodes(signals: Signals, plan: &Plan) -> f64 {
    1.1 + plan.nodes * (0.5 - signals.node_fraction.clamp(0.0, 1.0))
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "any number will do")]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    const OVERHEAD: Duration = Duration::from_millis(10);

    /// The budget of the first move.
    fn budget(clock: Clock, overhead: Duration) -> Budget {
        Budget::for_clock(clock, 0, overhead, &Plan::EXAMPLE)
    }

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
            let Budget { soft, hard } = budget(clock, overhead);
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
            let fewer = budget(clock(left, increment, Some(moves)), OVERHEAD);
            let more = budget(clock(left, increment, Some(moves + 1)), OVERHEAD);
            assert!(fewer.soft >= more.soft && fewer.hard >= more.hard, "{left} {increment} {moves}");
            for moves in [None, Some(moves)] {
                let less = budget(clock(left, increment, moves), OVERHEAD);
                let more = budget(clock(left.saturating_add(500), increment, moves), OVERHEAD);
                assert!(less.soft <= more.soft && less.hard <= more.hard, "{left} {increment} {moves:?}");
            }
        }
    }

    #[test]
    fn extreme_clocks_have_valid_budgets() {
        let one = Budget { soft: SHORTEST, hard: SHORTEST };
        for left in [0, 1, 10, 50] {
            for increment in [0, 10, 60_000] {
                assert_eq!(budget(clock(left, increment, None), OVERHEAD), one, "{left}");
            }
        }
        let last = budget(clock(10_000, 0, Some(1)), OVERHEAD);
        assert!(last.soft > ms(6_000) && last.hard > ms(9_000) && last.hard < ms(9_950), "{last:?}");
        let sudden_death = budget(clock(10_000, 0, None), OVERHEAD);
        assert_eq!(budget(clock(10_000, 0, Some(0)), OVERHEAD), sudden_death);
        let blitz = budget(clock(180_000, 2_000, None), OVERHEAD);
        assert!(blitz.soft > ms(8_000) && blitz.soft < ms(10_000) && blitz.hard > ms(40_000), "{blitz:?}");
        let rich = budget(clock(1_000, 10_000, None), OVERHEAD);
        assert!(rich.soft == rich.hard && rich.hard > ms(500) && rich.hard < ms(990), "{rich:?}");
        let extreme = budget(clock(u64::MAX, u64::MAX, Some(u32::MAX)), ms(u64::MAX));
        assert_eq!(extreme, one);
        assert!(budget(clock(u64::MAX, u64::MAX, None), OVERHEAD).hard <= LONGEST);
        assert_eq!(Budget::for_movetime(ms(1), OVERHEAD), one);
        for (movetime, overhead, hard) in [(500, 10, 490), (500, 250, 250), (500, 500, 250), (500, 5000, 250)]
        {
            assert_eq!(Budget::for_movetime(ms(movetime), ms(overhead)).hard, ms(hard));
        }
    }

    #[test]
    fn a_large_overhead_leaves_time_to_search() {
        for (left, increment, moves) in [(20_000, 1_000, None), (60_000, 0, None), (10_000, 0, Some(2))] {
            let Budget { soft, hard } = budget(clock(left, increment, moves), ms(5_000));
            assert!(soft >= ms(200) && hard >= ms(1_000), "{left}: {soft:?} {hard:?}");
        }
        // A short one is kept for all of the moves.
        assert!(budget(clock(1_200, 0, None), ms(90)).soft < ms(10));
    }

    /// Plays moves that each take the hard limit and 2 ms; returns the minimum time left after a move.
    fn least_left(mut left: Duration, increment: u64, moves: u32, overhead: Duration) -> Option<Duration> {
        let mut least = left;
        for _ in 0..moves {
            left = left.checked_sub(budget(clock_of(left, increment), overhead).hard + ms(2))?;
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
            let Budget { soft, hard } = budget(clock(left, 10, None), OVERHEAD);
            (soft.as_secs_f64() / left as f64, hard.as_secs_f64() / left as f64)
        };
        let fractions: Vec<_> = [200, 180, 160, 140, 120, 100].into_iter().map(fraction).collect();
        for pair in fractions.windows(2) {
            assert!(pair[0].1 > pair[1].1, "{fractions:?}");
        }
        let short = budget(clock(100, 10, None), OVERHEAD);
        assert!(short.soft <= ms(4) && short.hard <= ms(15), "{short:?}");
        // Blitz budgets are those of a machine without delays.
        let blitz = budget(clock(600, 80, None), OVERHEAD);
        assert_eq!((blitz.soft.as_millis(), blitz.hard.as_millis()), (80, 294));
        let bullet = budget(clock(250, 10, None), OVERHEAD);
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
                    let Budget { soft, hard } = budget(clock_of(left, increment), OVERHEAD);
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
        let with = |signals: Signals| stretch(signals, &Plan::EXAMPLE);
        for _ in 0..50_000 {
            let signals = Signals {
                stability: any(&mut random) as u32 >> 1,
                changes: random.random_range(0.0..3.0),
                trend: random.random_range(-2.0..2.0),
                calm: any(&mut random) as u32 >> 1,
                fall: random.random_range(-2.0..2.0),
                node_fraction: random.random_range(-0.5..1.5),
            };
            let factor = with(signals);
            assert!((STRETCH.0..=STRETCH.1).contains(&factor));
            assert!(with(Signals { stability: signals.stability + 1, ..signals }) <= factor);
            assert!(with(Signals { changes: signals.changes + 0.1, ..signals }) >= factor);
            assert!(with(Signals { trend: signals.trend + 0.1, ..signals }) >= factor);
            assert!(with(Signals { calm: signals.calm + 1, ..signals }) <= factor);
            assert!(with(Signals { fall: signals.fall + 0.1, ..signals }) >= factor);
            assert!(with(Signals { node_fraction: signals.node_fraction + 0.01, ..signals }) <= factor);
        }
        let mean = Signals { stability: 4, changes: 0.5, trend: 0.0, calm: 4, fall: 0.0, node_fraction: 0.5 };
        let unmoved = with(mean);
        assert!(unmoved > 0.9 && unmoved < 1.3, "{unmoved}");
        // Each signal matters, as far as it has a weight.
        for one in [
            Signals { stability: 0, ..mean },
            Signals { changes: 2.0, ..mean },
            Signals { trend: 0.5, ..mean },
            Signals { calm: 0, ..mean },
            Signals { fall: 0.5, ..mean },
            Signals { node_fraction: 0.1, ..mean },
        ] {
            assert!(with(one) > unmoved, "{one:?}");
            let neutral = Plan {
                stability: 0.0,
                changes: 0.0,
                trend: 0.0,
                calm: 0.0,
                fall: 0.0,
                nodes: 0.0,
                ..Plan::EXAMPLE
            };
            assert_eq!(stretch(one, &neutral), stretch(mean, &neutral), "{one:?}");
        }
        let stable =
            Signals { stability: 20, changes: 0.0, trend: -2.0, calm: 9, fall: -2.0, node_fraction: 0.99 };
        let unstable =
            Signals { stability: 0, changes: 3.0, trend: 2.0, calm: 0, fall: 2.0, node_fraction: 0.1 };
        assert_eq!((with(stable), with(unstable)), STRETCH);
    }

    #[test]
    fn fractions_change_evenly_from_the_first_to_the_last() {
        let plan = Plan { first_fraction: 0.02, last_fraction: 0.06, ..Plan::EXAMPLE };
        let fractions = [0, 10, 20, 40, 90, u32::MAX].map(|moves| plan.fraction(moves));
        let wanted = [0.02, 0.03, 0.04, 0.06, 0.06, 0.06];
        assert!(
            fractions.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-9),
            "{fractions:?}"
        );
        let soft = |moves| Budget::for_clock(clock(60_000, 0, None), moves, OVERHEAD, &plan).soft;
        assert!(soft(0) < soft(10) && soft(10) < soft(40) && soft(40) == soft(41));
        // With moves to go the fractions follow from them.
        let control = |moves| Budget::for_clock(clock(60_000, 0, Some(10)), moves, OVERHEAD, &plan);
        assert_eq!(control(0), control(30));
    }
}
