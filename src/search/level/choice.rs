//! Choice: which move a limited player takes, by what it has seen and what not.

use shakmaty::Move;

use super::Chosen;
use super::ability::Ability;
use super::chance::{Chance, Question};
use super::look::{Look, Seen};
use crate::position::Position;
use crate::types::{Line, Score};

/// No score counts as more.
const MOST: i32 = 4000;

/// Up to about here differences between scores are felt in full; the further beyond, the less.
const FELT: f64 = 600.0;

/// Takes the move that seems the best to the player.
pub(super) fn choose(mut look: Look, position: &Position, ability: &Ability, chance: &Chance) -> Chosen {
    let compared: Vec<Move> = look.iterations.last().map_or(vec![look.first], |seen| moves(seen));
    let thought_of: Vec<Move> =
        compared.iter().copied().filter(|m| !ability.forgets(chance, position, *m)).collect();
    // Something has to be played.
    let candidates = if thought_of.is_empty() { compared } else { thought_of };
    let liking = |seen: &Seen| felt(seen.score) + ability.unsure * chance.gumbel(Question::Liking, seen.m);
    let judged = candidates.into_iter().map(|m| judge(&mut look, position, ability, chance, m));
    let judged: Vec<Seen> = judged.collect();
    let first = || Seen { m: look.first, score: Score::DRAW, line: of_one(look.first) };
    let best = judged.into_iter().max_by(|a, b| liking(a).total_cmp(&liking(b))).unwrap_or_else(first);
    Chosen { m: best.m, score: best.score, line: best.line, nodes: look.nodes }
}

fn moves(seen: &[Seen]) -> Vec<Move> {
    seen.iter().map(|seen| seen.m).collect()
}

/// What the player thinks of a move: what the deepest iteration says of it whose reply was not
/// overlooked, or else what the board after it looks like.
fn judge(look: &mut Look, position: &Position, ability: &Ability, chance: &Chance, m: Move) -> Seen {
    let after = position.play(m);
    let is_believed = |seen: &&Seen| {
        let reply = seen.line.moves().get(1);
        seen.m == m && reply.is_none_or(|reply| !ability.overlooks(chance, &after, m, *reply))
    };
    let found = look.iterations.iter().rev().find_map(|seen| seen.iter().find(is_believed)).cloned();
    found.unwrap_or_else(|| Seen { m, score: look.at_rest(position, m), line: of_one(m) })
}

fn of_one(m: Move) -> Line {
    let mut line = Line::new();
    line.push(m);
    line
}

/// A score as it is felt: who is a queen up cares less for another pawn.
fn felt(score: Score) -> f64 {
    let units = f64::from(score.units().clamp(-MOST, MOST));
    FELT * (units / FELT).asinh()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_far_ahead_is_felt_less_but_felt() {
        let felt = |units: i32| felt(Score::new(units));
        assert!((felt(50) - 50.0).abs() < 0.1 && felt(-300) == -felt(300));
        assert!(felt(900) - felt(800) < 60.0 && felt(900) - felt(800) > 30.0);
        assert!(super::felt(Score::mate_in(3)) > felt(1500) + 300.0);
    }
}
