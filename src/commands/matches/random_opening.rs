//! Random opening: random moves, none of them a gross blunder.

use shakmaty::Move;

use super::rules::{RANDOM_LOSS, RANDOM_PLIES};
use crate::commands::random::Random;
use crate::position::Position;

/// Draws random moves from the start position; `None` where the game is over before there are enough.
#[must_use]
pub fn draw(random: &mut Random) -> Option<Vec<Move>> {
    let plies = RANDOM_PLIES + random.below(2);
    walk(&Position::default(), plies, random)
}

/// Draws so many random moves from `start`; `None` where the game is over before or after them.
#[must_use]
pub fn walk(start: &Position, plies: usize, random: &mut Random) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let m = sound_move(&position, random)?;
        position = position.play(m);
        moves.push(m);
    }
    (position.has_legal_move() && !position.is_dead()).then_some(moves)
}

/// One of the moves that lose little at once, or any where all lose much.
fn sound_move(position: &Position, random: &mut Random) -> Option<Move> {
    let mut moves = position.legal_moves();
    // The order must be nobody's choice but ours: games have to come out the same.
    moves.sort_unstable_by_key(|m| (m.from(), m.to(), m.promotion()));
    let sound: Vec<Move> =
        moves.iter().copied().filter(|m| position.wins_exchange(*m, -RANDOM_LOSS)).collect();
    let choice = if sound.is_empty() { &moves[..] } else { &sound };
    if choice.is_empty() { None } else { Some(choice[random.below(choice.len())]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_and_of_both_lengths() {
        let mut lengths = [0; 2];
        for number in 0..300 {
            let Some(moves) = draw(&mut Random::of_game(1, number)) else { continue };
            lengths[moves.len() - RANDOM_PLIES] += 1;
            let mut position = Position::default();
            for m in moves {
                assert!(position.legal_moves().contains(&m));
                position = position.play(m);
            }
        }
        assert!(lengths.iter().all(|count| *count > 100), "{lengths:?}");
    }
}
