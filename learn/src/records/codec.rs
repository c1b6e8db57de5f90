//! Codec: games as rows of bytes.

use lancet::position::Position;
use shakmaty::Move;

use super::{Chance, Decoded, End, Game, Outcome, Scored, ranked_moves};

/// Bytes that each game takes in the first row.
const HEAD_BYTES: usize = 4;

/// Means that the score itself follows.
const ESCAPE: u8 = 255;

/// The rows of a body, before compression.
#[derive(Default)]
pub(super) struct Rows {
    heads: Vec<u8>,
    openings: Vec<u8>,
    moves: Vec<u8>,
    scores: Vec<u8>,
}

impl Rows {
    /// Adds a game.
    ///
    /// # Errors
    /// A sentence if the game is too long or a move is not legal; nothing is added then.
    pub fn push(&mut self, game: &Game) -> Result<(), String> {
        let too_long = |_| format!("a game of {} plies is too long to record", game.moves.len());
        let random = u8::try_from(game.opening.len()).map_err(too_long)?;
        let searched = u16::try_from(game.moves.len()).map_err(too_long)?;
        let mut position = Position::default();
        let mut places = Vec::with_capacity(game.opening.len() + game.moves.len());
        for m in game.all_moves() {
            places.push(place(&position, m)?);
            position = position.play(m);
        }
        let (opening, moves) = places.split_at(game.opening.len());
        self.heads.push(random);
        self.heads.extend(searched.to_le_bytes());
        self.heads.push(game.result as u8 | (game.end as u8) << 2);
        self.openings.extend(opening);
        self.moves.extend(moves);
        let mut before = Chance::EVEN;
        for scored in &game.moves {
            write_score(&mut self.scores, before, scored.score);
            before = scored.score;
        }
        Ok(())
    }

    /// The rows one after the other.
    pub fn join(&self) -> Vec<u8> {
        [&self.heads[..], &self.openings, &self.moves, &self.scores].concat()
    }
}

/// The place of a move among the ranked legal ones.
fn place(position: &Position, m: Move) -> Result<u8, String> {
    let place = ranked_moves(position).iter().position(|legal| *legal == m);
    let place = place.ok_or_else(|| format!("{m:?} is not legal in {}", position.fen()))?;
    u8::try_from(place).map_err(|_| format!("{m:?} is out of reach in {}", position.fen()))
}

fn write_score(row: &mut Vec<u8>, before: Chance, score: Chance) {
    let sum = i32::from(score.steps()) + i32::from(before.steps());
    let folded = if sum < 0 { -2 * sum - 1 } else { 2 * sum };
    match u8::try_from(folded) {
        Ok(byte) if byte != ESCAPE => row.push(byte),
        _ => row.extend([ESCAPE, (i16::from(score.steps()) + i16::from(Chance::STEPS)) as u8]),
    }
}

/// Reads `count` games out of joined rows; `None` where the rows do not hold so many.
pub(super) fn read_games(rows: &[u8], count: usize) -> Option<Decoded> {
    let (heads, rest) = rows.split_at_checked(count.checked_mul(HEAD_BYTES)?)?;
    let heads: Vec<Head> = heads.chunks_exact(HEAD_BYTES).map(Head::read).collect();
    let (openings, rest) = rest.split_at_checked(heads.iter().map(|head| head.random).sum())?;
    let (moves, scores) = rest.split_at_checked(heads.iter().map(|head| head.searched).sum())?;
    let (mut openings, mut moves, mut scores) = (openings, moves, scores.iter());
    let mut content = Decoded { games: Vec::with_capacity(count), dropped: 0 };
    for head in heads {
        let opening = openings.split_off(..head.random)?;
        let places = moves.split_off(..head.searched)?;
        let scores = read_scores(&mut scores, head.searched)?;
        match head.replay(opening, places, &scores) {
            Some(game) => content.games.push(game),
            None => content.dropped += 1,
        }
    }
    scores.next().is_none().then_some(content)
}

/// What is known of a game before it is replayed.
struct Head {
    random: usize,
    searched: usize,
    ending: u8,
}

impl Head {
    fn read(bytes: &[u8]) -> Head {
        let searched = usize::from(u16::from_le_bytes([bytes[1], bytes[2]]));
        Head { random: bytes[0].into(), searched, ending: bytes[3] }
    }

    fn replay(&self, opening: &[u8], places: &[u8], scores: &[Option<Chance>]) -> Option<Game> {
        let result = *Outcome::ALL.get(usize::from(self.ending & 3))?;
        let end = *End::ALL.get(usize::from(self.ending >> 2))?;
        if end.is_decisive() == (result == Outcome::Draw) {
            return None;
        }
        let mut position = Position::default();
        let mut next = |place: &u8| {
            let m = *ranked_moves(&position).get(usize::from(*place))?;
            position = position.play(m);
            Some(m)
        };
        let opening = opening.iter().map(&mut next).collect::<Option<_>>()?;
        let scored =
            |(place, score): (&u8, &Option<Chance>)| Some(Scored { played: next(place)?, score: (*score)? });
        let moves = places.iter().zip(scores).map(scored).collect::<Option<_>>()?;
        Some(Game { opening, moves, result, end })
    }
}

/// The scores of a game, `None` for those that cannot be; `None` at all where the row ends early.
fn read_scores(row: &mut std::slice::Iter<u8>, count: usize) -> Option<Vec<Option<Chance>>> {
    let mut scores = Vec::with_capacity(count.min(row.len()));
    let mut before = Chance::EVEN;
    for _ in 0..count {
        let steps = match *row.next()? {
            ESCAPE => i32::from(*row.next()?) - i32::from(Chance::STEPS),
            folded => {
                let half = i32::from(folded >> 1);
                (if folded & 1 == 1 { -half - 1 } else { half }) - i32::from(before.steps())
            }
        };
        let score = i8::try_from(steps).ok().and_then(Chance::from_steps);
        before = score.unwrap_or_default();
        scores.push(score);
    }
    Some(scores)
}
