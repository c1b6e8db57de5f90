//! The speedup of several search threads: time to a depth, over the positions of the bench.
//!
//! Run `cargo run --release --example speedup [THREADS [SECONDS [POSITIONS]]]`. For each position it takes the
//! first depth that one thread completes after SECONDS (10), and times it with THREADS (2). It skips
//! positions that take more than six times SECONDS. That one thread chooses the depth flatters several: an iteration that
//! happened to take it long is chosen more often.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::error::Error;
use std::str::FromStr;
use std::time::Duration;

use lancet::commands::bench::POSITIONS;
use lancet::position::{Game, Position, parse_fen};
use lancet::search::{Limits, Settings};
use lancet::types::{Bound, Depth};
use lancet::{Engine, Report};

const HASH_MB: usize = 256;

/// Returns the first iteration that ends after `least`, or the iteration `depth`, and its time.
fn time_to_depth(
    engine: &mut Engine,
    game: &Game,
    threads: usize,
    (least, depth): (Duration, Option<Depth>),
) -> Option<(Depth, Duration)> {
    engine.clear(threads).expect("the engine runs");
    let limits = Limits { depth, movetime: Some(6 * least.max(Duration::from_secs(1))), ..Limits::default() };
    let settings = Settings { threads, ..Settings::default() };
    let search = engine.search(game.clone(), limits, settings);
    for report in search.reports() {
        match report {
            Report::Info(info) if info.bound == Bound::Exact && !info.score.is_decisive() => {
                let reached = depth.map_or(info.elapsed >= least, |depth| info.depth == depth);
                if reached {
                    search.stop();
                    let _ = search.wait();
                    return Some((info.depth, info.elapsed));
                }
            }
            Report::Done(_) | Report::Failed(_) => break,
            _ => {}
        }
    }
    None
}

fn argument<T: FromStr>(place: usize, default: T) -> Result<T, T::Err> {
    std::env::args().nth(place).map_or(Ok(default), |text| text.parse())
}

fn main() -> Result<(), Box<dyn Error>> {
    let threads: usize = argument(1, 2)?;
    let least = Duration::from_secs(argument(2, 10)?);
    let positions: usize = argument(3, POSITIONS.len())?;
    let mut engine = Engine::new(HASH_MB)?;
    let (mut sum, mut count) = (0.0, 0);
    for fen in POSITIONS.iter().take(positions) {
        let game = Game::new(Position::new(parse_fen(fen).map_err(|error| format!("{fen}: {error}"))?.chess));
        let Some((depth, alone)) = time_to_depth(&mut engine, &game, 1, (least, None)) else {
            println!("skipped: {fen}");
            continue;
        };
        let Some((_, together)) = time_to_depth(&mut engine, &game, threads, (6 * least, Some(depth))) else {
            println!("skipped: {fen}");
            continue;
        };
        let ratio = alone.as_secs_f64() / together.as_secs_f64();
        (sum, count) = (sum + ratio.ln(), count + 1);
        println!(
            "depth {depth:2}: {:6.2} s, {:6.2} s with {threads}: {ratio:5.2}; mean of {count}: {:.3}   {fen}",
            alone.as_secs_f64(),
            together.as_secs_f64(),
            (sum / f64::from(count)).exp()
        );
    }
    Ok(())
}
