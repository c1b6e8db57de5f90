//! The engine inside another program: three lines of analysis until it is stopped, then a game by a clock.
//!
//! `cargo run --release --example embed`; `docs/embedding.md` has the same as a program of its own.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::Duration;

use lancet::position::Game;
use lancet::search::{Limits, Settings};
use lancet::time::Clock;
use lancet::{Engine, Report};

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::new(16)?; // MiB of hash
    let mut game = Game::default();

    let settings = Settings { multi_pv: 3, ..Settings::default() };
    let search = engine.search(game.clone(), Limits { infinite: true, ..Limits::default() }, settings);
    for report in search.reports() {
        let Report::Info(info) = report else { continue };
        println!("depth {:>2} line {}: {}", info.depth, info.multi_pv, info.display_score());
        if (info.depth, info.multi_pv) == (10, 3) {
            break;
        }
    }
    search.stop();

    let mut left = [Duration::from_secs(3); 2];
    while game.position().has_legal_move() && game.position().game_ply() < 20 {
        let side = game.position().game_ply() as usize % 2;
        let clock = Clock { left: left[side], increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let outcome = engine.search(game.clone(), limits, Settings::default()).wait()?;
        let Some(best) = outcome.best else { break };
        println!(
            "{} {} at depth {}",
            game.position().san(best),
            outcome.info.display_score(),
            outcome.info.depth
        );
        left[side] = left[side].saturating_sub(outcome.info.elapsed);
        game.play(best)?;
    }
    Ok(())
}
