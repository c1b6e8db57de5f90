//! Lancet inside a program that speaks shakmaty: it plays a short game against itself.
//!
//! `cargo run --release --example embed`
#![allow(clippy::print_stdout)]

use std::time::Duration;

use lancet::Engine;
use lancet::position::Game;
use lancet::search::{Limits, Settings};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

fn main() -> Result<(), lancet::EngineError> {
    let mut engine = Engine::new(16)?;
    let mut position = Chess::default();
    let mut game = Game::from(position.clone());
    for _ in 0..20 {
        let limits = Limits { movetime: Some(Duration::from_millis(100)), ..Limits::default() };
        let search = engine.search(game.clone(), limits, Settings::default());
        let Some(outcome) = search.wait() else { break };
        let Some(best) = outcome.best else { break };
        let number = position.fullmoves();
        let san = SanPlus::from_move_and_play_unchecked(&mut position, best);
        game.play(best);
        println!("{number:>3}. {san:<8} {} at depth {}", outcome.info.display_score(), outcome.info.depth);
    }
    Ok(())
}
