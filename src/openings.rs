//! Random balanced openings, as self-play, matches and `genfens` begin with.

use shakmaty::Move;

use crate::position::{Game, Position};
use crate::rng::Rng;

/// Random plies of an opening from the start position; one more in half of the openings.
pub const RANDOM_PLIES: usize = 8;

/// The largest score, in evaluation units, that counts as balanced.
pub const BALANCE: i32 = 400;

/// Openings that are drawn before an unbalanced one is accepted.
const MAX_DRAWS: usize = 100;

/// A random move may lose this much by exchanges, where a pawn is 100.
const MAX_LOSS: i32 = 100;

/// The position in which a game starts and the moves that are played from there before the players take over.
#[derive(Clone, Debug, Default)]
pub struct Opening {
    /// The position before the first move.
    pub start: Position,
    /// The moves from there.
    pub moves: Vec<Move>,
}

/// What becomes of an opening that was drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assessment {
    /// It is played.
    Accept,
    /// Another is drawn; it is played if none is accepted.
    Unbalanced,
    /// Another is drawn; it is never played.
    Reject,
    /// The drawing ends without an opening.
    Stop,
}

impl Opening {
    /// Returns the game after the opening.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        self.moves.iter().for_each(|m| game.play_unchecked(*m));
        game
    }

    /// Draws openings of `plies` or one more random plies until `assess` accepts one.
    ///
    /// `start` returns the position from which an opening is drawn. If none of 100 openings is accepted, the
    /// last unbalanced one is returned; `None` if there is none, or if the drawing was stopped.
    ///
    /// # Errors
    /// Those of `start`.
    pub fn draw_from<E>(
        rng: &mut Rng,
        plies: usize,
        mut start: impl FnMut(&mut Rng) -> Result<Position, E>,
        mut assess: impl FnMut(&Opening) -> Assessment,
    ) -> Result<Option<Opening>, E> {
        let mut fallback = None;
        for _ in 0..MAX_DRAWS {
            let start = start(rng)?;
            let plies = plies + rng.below(2);
            let Some(moves) = random_moves(&start, plies, rng) else { continue };
            let opening = Opening { start, moves };
            match assess(&opening) {
                Assessment::Accept => return Ok(Some(opening)),
                Assessment::Unbalanced => fallback = Some(opening),
                Assessment::Reject => {}
                Assessment::Stop => return Ok(None),
            }
        }
        Ok(fallback)
    }

    /// Draws openings from the start position until `assess` accepts one, as [`Opening::draw_from`].
    pub fn draw(rng: &mut Rng, assess: impl FnMut(&Opening) -> Assessment) -> Option<Opening> {
        let start = |_: &mut Rng| Ok::<_, std::convert::Infallible>(Position::default());
        let Ok(opening) = Opening::draw_from(rng, RANDOM_PLIES, start, assess);
        opening
    }
}

/// Draws `plies` random moves from `start`; `None` if the game ends before or after them.
fn random_moves(start: &Position, plies: usize, rng: &mut Rng) -> Option<Vec<Move>> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let m = random_move(&position, rng)?;
        position = position.play(m);
        moves.push(m);
    }
    (position.has_legal_move() && !position.is_dead()).then_some(moves)
}

/// Draws one of the moves that lose little by exchanges, or any legal move if all lose much.
fn random_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut moves = position.legal_moves();
    // The order of the move generator may change; the move of a seed may not.
    moves.sort_unstable_by_key(|m| (m.from(), m.to(), m.promotion()));
    let sound: Vec<Move> = moves.iter().copied().filter(|m| position.wins_exchange(*m, -MAX_LOSS)).collect();
    let choice = if sound.is_empty() { &moves[..] } else { &sound };
    if choice.is_empty() { None } else { Some(choice[rng.below(choice.len())]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_legal_and_of_both_lengths() {
        let mut lengths = [0; 2];
        for number in 0..300 {
            let opening = Opening::draw(&mut Rng::of_game(1, number), |_| Assessment::Accept);
            let moves = opening.expect("an opening").moves;
            lengths[moves.len() - RANDOM_PLIES] += 1;
            let mut position = Position::default();
            for m in moves {
                assert!(position.legal_moves().contains(&m));
                position = position.play(m);
            }
        }
        assert!(lengths.iter().all(|count| *count > 100), "{lengths:?}");
    }

    #[test]
    fn an_unbalanced_opening_is_a_fallback_and_a_rejected_one_is_none() {
        let draw = |assessment| {
            let mut draws = 0;
            let opening = Opening::draw(&mut Rng::new(3), |_| {
                draws += 1;
                assessment
            });
            (opening.is_some(), draws)
        };
        assert_eq!(draw(Assessment::Accept), (true, 1));
        assert_eq!(draw(Assessment::Unbalanced), (true, MAX_DRAWS));
        assert_eq!(draw(Assessment::Reject), (false, MAX_DRAWS));
        assert_eq!(draw(Assessment::Stop), (false, 1));
    }
}
