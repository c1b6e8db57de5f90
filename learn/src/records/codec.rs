//! The coding of games as bits; the same code writes and reads.

use lancet::position::Position;
use shakmaty::Move;

use super::coder::{BitModel, Coder, Decoder, Encoder, IntegerModel};
use super::rank::Ranking;
use super::{DecodedGames, Game, GameResult, RecordError, ScoredMove, Termination, WinProbability};

/// The most random and searched plies of a recorded game.
const MAX_PLIES: usize = 60_000;

/// The plies of all openings of a block, at most: a hostile file could encode any number of forced moves in few bytes.
const MAX_OPENING_PLIES: usize = 1 << 24;

/// Encodes the games of a block.
#[derive(Default, Debug)]
pub(super) struct GameEncoder {
    coder: Encoder,
    models: Models,
}

impl GameEncoder {
    /// Adds a game.
    ///
    /// # Errors
    /// [`RecordError`] if the game is too long or inconsistent or a move is illegal; nothing is added then.
    pub fn push(&mut self, game: &Game) -> Result<(), RecordError> {
        check(game)?;
        self.models.code_game(&mut self.coder, Some(game), (usize::MAX, usize::MAX));
        Ok(())
    }

    /// Returns the bytes.
    pub fn finish(self) -> Vec<u8> {
        self.coder.finish()
    }
}

/// Reports whether a game cannot have both: a draw has no winner.
fn contradict(result: GameResult, termination: Termination) -> bool {
    termination.is_decisive() == (result == GameResult::Draw)
}

fn check(game: &Game) -> Result<(), RecordError> {
    let plies = game.opening.len() + game.moves.len();
    if plies > MAX_PLIES {
        return Err(RecordError::TooLong { plies, limit: MAX_PLIES });
    }
    if contradict(game.result, game.termination) {
        return Err(RecordError::Result(game.result, game.termination));
    }
    let mut position = Position::default();
    for m in game.all_moves() {
        if !position.legal_moves().contains(&m) {
            return Err(RecordError::IllegalMove { mv: format!("{m:?}"), fen: position.fen() });
        }
        position = position.play(m);
    }
    Ok(())
}

/// Decodes `games` games with `positions` searched positions in total. Returns `None` if the bytes do not
/// contain them.
pub(super) fn read_games(bytes: &[u8], games: usize, positions: usize) -> Option<DecodedGames> {
    let mut coder = Decoder::new(bytes);
    let mut models = Models::default();
    let mut decoded = DecodedGames::default();
    let (mut left, mut opening_left) = (positions, MAX_OPENING_PLIES);
    for index in 0..games {
        let game = models.code_game(&mut coder, None, (opening_left, left));
        let Some(game) = game.filter(|_| !coder.is_beyond()) else {
            // The following games depend on this one and are lost with it.
            decoded.dropped = (games - index) as u64;
            return Some(decoded);
        };
        left -= game.moves.len();
        opening_left -= game.opening.len();
        decoded.games.push(game);
    }
    (left == 0 && coder.is_at_end()).then_some(decoded)
}

/// The adaptive models of a block.
#[derive(Default, Debug)]
struct Models {
    random: IntegerModel,
    searched: IntegerModel,
    ending: IntegerModel,
    opening: MoveModel,
    moves: MoveModel,
    scores: ScoreModel,
}

impl Models {
    /// Codes a game; `given` is `None` when decoding. Returns `None` if the decoded data is not a game of at
    /// most `max_random` plies of the opening and `max_searched` searched ones.
    fn code_game(
        &mut self,
        coder: &mut impl Coder,
        given: Option<&Game>,
        (max_random, max_searched): (usize, usize),
    ) -> Option<Game> {
        let mut number = |model: &mut IntegerModel, given: Option<usize>| {
            model.code(coder, given.unwrap_or_default() as u32) as usize
        };
        let random = number(&mut self.random, given.map(|game| game.opening.len()));
        let searched = number(&mut self.searched, given.map(|game| game.moves.len()));
        let ending =
            number(&mut self.ending, given.map(|game| game.termination as usize * 3 + game.result as usize));
        if searched > max_searched || random > max_random.min(MAX_PLIES) {
            return None;
        }
        let result = *GameResult::ALL.get(ending % 3)?;
        let termination = *Termination::ALL.get(ending / 3)?;
        if contradict(result, termination) {
            return None;
        }
        let mut line = Line::default();
        let mut game = Game { result, termination, ..Game::default() };
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
            game.moves.push(ScoredMove { played, score });
        }
        Some(game)
    }
}

/// A position and the two moves that led to it, the last one first.
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

/// The resolution of predicted probabilities.
const RESOLUTION: u32 = 4096;

/// Classes of predicted probabilities: half octaves from either end.
const CLASSES: usize = 46;

/// Codes, for one ranked move after the other, whether it was played.
#[derive(Debug)]
struct MoveModel {
    /// For the first ranked move and for the others, by the predicted probability among the remaining moves.
    played: [[BitModel; CLASSES]; 2],
}

impl Default for MoveModel {
    fn default() -> MoveModel {
        let mut played = [[BitModel::default(); CLASSES]; 2];
        for probability in 1..RESOLUTION {
            // The last probability of a class initializes it.
            let model = BitModel::new((probability * (65_536 / RESOLUTION)) as u16);
            played.iter_mut().for_each(|classes| classes[class(probability)] = model);
        }
        MoveModel { played }
    }
}

/// Returns the class of a probability in 1/4096, other than 0 and 1.
fn class(probability: u32) -> usize {
    let half_octaves = |n: u32| (2 * n.ilog2() + if n > 1 { n >> (n.ilog2() - 1) & 1 } else { 0 }) as usize;
    if probability <= RESOLUTION / 2 {
        half_octaves(probability)
    } else {
        CLASSES - 1 - half_octaves(RESOLUTION - probability)
    }
}

impl MoveModel {
    /// Returns `None` if there is no legal move.
    fn code(&mut self, coder: &mut impl Coder, line: &Line, given: Option<Move>) -> Option<Move> {
        let mut ranking = Ranking::new(&line.position, line.last);
        let mut classes = &mut self.played[0];
        while ranking.len() > 1 {
            let (m, weight, total) = ranking.take()?;
            let probability = (weight * u64::from(RESOLUTION) / total) as u32;
            let model = &mut classes[class(probability.clamp(1, RESOLUTION - 1))];
            if coder.code(model, given == Some(m)) {
                return Some(m);
            }
            classes = &mut self.played[1];
        }
        ranking.take().map(|(m, ..)| m)
    }
}

/// Codes a score as its difference from the negated score of the previous ply.
#[derive(Debug)]
struct ScoreModel {
    same: [[BitModel; 12]; 8],
    sign: [[BitModel; 3]; 3],
    size: Vec<[BitModel; 64]>,
}

impl Default for ScoreModel {
    fn default() -> ScoreModel {
        ScoreModel {
            same: Default::default(),
            sign: Default::default(),
            size: vec![[BitModel::default(); 64]; 96],
        }
    }
}

impl ScoreModel {
    /// Returns `None` if the decoded data is not a score.
    fn code(
        &mut self,
        coder: &mut impl Coder,
        before: &[ScoredMove],
        given: Option<WinProbability>,
    ) -> Option<WinProbability> {
        let level =
            |back: usize| before.len().checked_sub(back).map_or(0, |at| i32::from(before[at].score.level()));
        let expected = -level(1);
        let changes = (level(1) + level(2)).abs() + (level(2) + level(3)).abs();
        let volatility = (changes + 1).ilog2().min(7) as usize;
        let margin = ((127 - expected.abs()) / 11).min(11) as usize;
        let change = i32::from(given.unwrap_or_default().level()) - expected;
        if coder.code(&mut self.same[volatility][margin], change == 0) {
            return WinProbability::from_level(expected as i8);
        }
        let trend = (1 + (level(1) + level(2)).signum()) as usize;
        let side = (1 + expected.signum()) as usize;
        let up = coder.code(&mut self.sign[trend][side], change > 0);
        let sizes = &mut self.size[volatility * 12 + margin];
        let size = code_size(sizes, coder, change.unsigned_abs());
        let change = if up { size as i32 } else { -(size as i32) };
        i8::try_from(expected + change).ok().and_then(WinProbability::from_level)
    }
}

/// Codes a positive integer: small ones in unary, larger ones by their bits.
fn code_size(models: &mut [BitModel; 64], coder: &mut impl Coder, size: u32) -> u32 {
    const UNARY: u32 = 12;
    for n in 1..=UNARY {
        if !coder.code(&mut models[n as usize], size > n) {
            return n;
        }
    }
    let given = size.wrapping_sub(UNARY);
    let mut length = 0;
    while length < 8 && coder.code(&mut models[(UNARY + 1 + length) as usize], given >> (length + 1) > 0) {
        length += 1;
    }
    let mut found = 1;
    for place in (0..length).rev() {
        let top = place + 1 == length;
        let model = &mut models[if top { 32 + length as usize } else { 48 + place as usize }];
        found = found << 1 | u32::from(coder.code(model, given >> place & 1 == 1));
    }
    UNARY + found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_bytes_are_rejected_within_the_announced_size() {
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

    /// Such games cannot be recorded again: they are as invalid as illegal moves.
    #[test]
    fn a_result_that_contradicts_the_termination_is_rejected() {
        let mut encoder = GameEncoder::default();
        for (result, is_valid) in [(GameResult::White, true), (GameResult::Draw, false)] {
            let game = Game { result, termination: Termination::Mate, ..Game::default() };
            encoder.models.code_game(&mut encoder.coder, Some(&game), (0, 0));
            assert_eq!(check(&game).is_ok(), is_valid);
        }
        let decoded = read_games(&encoder.finish(), 2, 0).expect("games");
        assert_eq!((decoded.games.len(), decoded.dropped), (1, 1));
    }

    #[test]
    fn classes_rise_with_the_probability() {
        let classes: Vec<usize> = (1..RESOLUTION).map(class).collect();
        assert!(classes.is_sorted());
        assert_eq!((classes[0], classes.last()), (0, Some(&(CLASSES - 1))));
    }
}
