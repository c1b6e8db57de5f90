//! Codec: games as decisions of the coder, the same code for writing and reading.

use lancet::position::Position;
use shakmaty::Move;

use super::coder::{Bit, Coder, Decoder, Encoder, Number};
use super::rank::Ranking;
use super::{Chance, Decoded, End, Game, Outcome, Scored};

/// Random and searched plies of a game that can be recorded.
const MAX_PLIES: usize = 60_000;

/// Games on their way into a block.
#[derive(Default)]
pub(super) struct GameEncoder {
    coder: Encoder,
    models: Models,
}

impl GameEncoder {
    /// Adds a game.
    ///
    /// # Errors
    /// A sentence if the game is too long or a move is not legal; nothing is added then.
    pub fn push(&mut self, game: &Game) -> Result<(), String> {
        check(game)?;
        self.models.code_game(&mut self.coder, Some(game), usize::MAX);
        Ok(())
    }

    /// The bytes.
    pub fn finish(self) -> Vec<u8> {
        self.coder.finish()
    }
}

fn check(game: &Game) -> Result<(), String> {
    let plies = game.opening.len() + game.moves.len();
    if plies > MAX_PLIES {
        return Err(format!("a game of {plies} plies is too long to record"));
    }
    if game.end.is_decisive() == (game.result == Outcome::Draw) {
        return Err(format!("a game cannot end as {} by {}", game.result.name(), game.end.name()));
    }
    let mut position = Position::default();
    for m in game.all_moves() {
        if !position.legal_moves().contains(&m) {
            return Err(format!("{m:?} is not legal in {}", position.fen()));
        }
        position = position.play(m);
    }
    Ok(())
}

/// Reads games with so many searched positions in all; `None` where the bytes are not such games.
pub(super) fn read_games(bytes: &[u8], games: usize, positions: usize) -> Option<Decoded> {
    let mut coder = Decoder::new(bytes);
    let mut models = Models::default();
    let mut decoded = Decoded::default();
    let mut left = positions;
    for index in 0..games {
        let Some(game) = models.code_game(&mut coder, None, left).filter(|_| !coder.is_beyond()) else {
            // Where one game cannot be read, those behind it cannot either.
            decoded.dropped = (games - index) as u64;
            return Some(decoded);
        };
        left -= game.moves.len();
        decoded.games.push(game);
    }
    (left == 0 && coder.is_at_end()).then_some(decoded)
}

/// All that is learned from game to game within a block.
#[derive(Default)]
struct Models {
    random: Number,
    searched: Number,
    ending: Number,
    opening: MoveModel,
    moves: MoveModel,
    scores: ScoreModel,
}

impl Models {
    /// Codes a game; a reader is given none. `None` where what is read is no game with at most
    /// `most` searched plies.
    fn code_game(&mut self, coder: &mut impl Coder, given: Option<&Game>, most: usize) -> Option<Game> {
        let mut number = |model: &mut Number, given: Option<usize>| {
            model.code(coder, given.unwrap_or_default() as u32) as usize
        };
        let random = number(&mut self.random, given.map(|game| game.opening.len()));
        let searched = number(&mut self.searched, given.map(|game| game.moves.len()));
        let ending = number(&mut self.ending, given.map(|game| game.end as usize * 3 + game.result as usize));
        if searched > most || random > MAX_PLIES {
            return None;
        }
        let result = *Outcome::ALL.get(ending % 3)?;
        let end = *End::ALL.get(ending / 3)?;
        let mut line = Line::default();
        let mut game = Game { result, end, ..Game::default() };
        for ply in 0..random {
            let m = self.opening.code(coder, &line, given.map(|game| game.opening[ply]))?;
            line.play(m);
            game.opening.push(m);
        }
        for ply in 0..searched {
            let given = given.map(|game| game.moves[ply]);
            let score = self.scores.code(coder, &game.moves, given.map(|scored| scored.score))?;
            let played = self.moves.code(coder, &line, given.map(|scored| scored.played))?;
            line.play(played);
            game.moves.push(Scored { played, score });
        }
        Some(game)
    }
}

/// A position and the two moves before it.
#[derive(Default)]
struct Line {
    position: Position,
    last: [Option<Move>; 2],
}

impl Line {
    fn play(&mut self, m: Move) {
        self.position = self.position.play(m);
        self.last = [Some(m), self.last[0]];
    }
}

/// Chances are told apart by so many steps.
const STEPS: u32 = 4096;

/// Classes of chances: half octaves from either end.
const CLASSES: usize = 46;

/// Asks of one move after the other whether it was played, the likely ones first.
struct MoveModel {
    /// For the first that is asked for and for the others, by how likely it is among what is left.
    played: [[Bit; CLASSES]; 2],
}

impl Default for MoveModel {
    fn default() -> MoveModel {
        let mut played = [[Bit::default(); CLASSES]; 2];
        for chance in 1..STEPS {
            // The last of a class stays; it is near enough.
            let bit = Bit::new((chance * (65_536 / STEPS)) as u16);
            played.iter_mut().for_each(|classes| classes[class(chance)] = bit);
        }
        MoveModel { played }
    }
}

/// The class of a chance in 1/4096, neither none nor all.
fn class(chance: u32) -> usize {
    let half_octaves = |n: u32| (2 * n.ilog2() + if n > 1 { n >> (n.ilog2() - 1) & 1 } else { 0 }) as usize;
    if chance <= STEPS / 2 { half_octaves(chance) } else { CLASSES - 1 - half_octaves(STEPS - chance) }
}

impl MoveModel {
    /// `None` where there is no legal move.
    fn code(&mut self, coder: &mut impl Coder, line: &Line, given: Option<Move>) -> Option<Move> {
        let mut ranking = Ranking::new(&line.position, line.last);
        let mut classes = &mut self.played[0];
        while ranking.len() > 1 {
            let (m, share, total) = ranking.take()?;
            let chance = (share * u64::from(STEPS) / total) as u32;
            if coder.decide(&mut classes[class(chance.clamp(1, STEPS - 1))], given == Some(m)) {
                return Some(m);
            }
            classes = &mut self.played[1];
        }
        ranking.take().map(|(m, ..)| m)
    }
}

/// Scores as what they add to the one before, which is seen from the other side.
struct ScoreModel {
    same: [[Bit; 12]; 8],
    sign: [[Bit; 3]; 3],
    size: Vec<[Bit; 64]>,
}

impl Default for ScoreModel {
    fn default() -> ScoreModel {
        ScoreModel {
            same: Default::default(),
            sign: Default::default(),
            size: vec![[Bit::default(); 64]; 96],
        }
    }
}

impl ScoreModel {
    /// `None` where what is read is no score.
    fn code(&mut self, coder: &mut impl Coder, before: &[Scored], given: Option<Chance>) -> Option<Chance> {
        let steps =
            |back: usize| before.len().checked_sub(back).map_or(0, |at| i32::from(before[at].score.steps()));
        let expected = -steps(1);
        let unrest = (steps(1) + steps(2)).abs() + (steps(2) + steps(3)).abs();
        let restless = (unrest + 1).ilog2().min(7) as usize;
        let outside = 127 - expected.abs();
        let level = (outside / 11).min(11) as usize;
        let change = i32::from(given.unwrap_or_default().steps()) - expected;
        if coder.decide(&mut self.same[restless][level], change == 0) {
            return Chance::from_steps(expected as i8);
        }
        let trend = (1 + (steps(1) + steps(2)).signum()) as usize;
        let side = (1 + expected.signum()) as usize;
        let up = coder.decide(&mut self.sign[trend][side], change > 0);
        let sizes = &mut self.size[restless * 12 + level];
        let size = code_size(sizes, coder, change.unsigned_abs());
        let change = if up { size as i32 } else { -(size as i32) };
        i8::try_from(expected + change).ok().and_then(Chance::from_steps)
    }
}

/// Codes a number from 1 on: small ones one by one, larger ones by their digits.
fn code_size(bits: &mut [Bit; 64], coder: &mut impl Coder, size: u32) -> u32 {
    const SINGLE: u32 = 12;
    for n in 1..=SINGLE {
        if !coder.decide(&mut bits[n as usize], size > n) {
            return n;
        }
    }
    let given = size.wrapping_sub(SINGLE); // from 1 on
    let mut length = 0;
    while length < 8 && coder.decide(&mut bits[(SINGLE + 1 + length) as usize], given >> (length + 1) > 0) {
        length += 1;
    }
    let mut found = 1;
    for place in (0..length).rev() {
        let top = place + 1 == length;
        let bit = &mut bits[if top { 32 + length as usize } else { 48 + place as usize }];
        found = found << 1 | u32::from(coder.decide(bit, given >> place & 1 == 1));
    }
    SINGLE + found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_games_are_told_and_cost_little() {
        let mut state = 1u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| random()).collect();
            match read_games(&bytes, 1000, 10_000) {
                None => {}
                Some(decoded) => {
                    assert_eq!(decoded.games.len() as u64 + decoded.dropped, 1000);
                    assert!(decoded.dropped > 0);
                    let plies: usize = decoded.games.iter().map(|game| game.moves.len()).sum();
                    assert!(plies <= 10_000);
                }
            }
        }
        assert_eq!(read_games(&[255; 4], 0, 0).map(|decoded| decoded.games.len()), Some(0));
        assert!(read_games(&[255; 4], 0, 1).is_none());
    }

    #[test]
    fn classes_of_chances_rise() {
        let classes: Vec<usize> = (1..STEPS).map(class).collect();
        assert!(classes.is_sorted());
        assert_eq!((classes[0], classes.last()), (0, Some(&(CLASSES - 1))));
    }
}
