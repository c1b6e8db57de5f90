//! The choice of a limited player's move from what its search saw.

use shakmaty::Move;

use super::ability::Ability;
use super::probe::{Probe, Seen};
use super::random::{Purpose, Random};
use crate::position::Position;
use crate::search::strength_limit::ChosenMove;
use crate::types::{Line, Score};

/// Scores are clamped to this.
const MAX_UNITS: i32 = 4000;

/// Up to about here differences between scores count in full; beyond, they are compressed.
const SATURATION: f64 = 600.0;

/// Chooses the move with the highest score as the player sees it, plus noise.
pub(super) fn choose(
    mut probe: Probe,
    position: &Position,
    ability: &Ability,
    random: &Random,
) -> ChosenMove {
    let compared: Vec<Move> = probe.iterations.last().map_or(vec![probe.first], |seen| moves(seen));
    let considered: Vec<Move> =
        compared.iter().copied().filter(|m| !ability.overlooks_move(random, position, *m)).collect();
    let candidates = if considered.is_empty() { compared } else { considered };
    let preference =
        |seen: &Seen| saturated(seen.score) + ability.temperature * random.gumbel(Purpose::Choice, seen.m);
    let evaluated: Vec<Seen> =
        candidates.into_iter().map(|m| evaluate(&mut probe, position, ability, random, m)).collect();
    let fallback = || Seen { m: probe.first, score: Score::DRAW, line: single(probe.first), depth: 1 };
    let best =
        evaluated.into_iter().max_by(|a, b| preference(a).total_cmp(&preference(b))).unwrap_or_else(fallback);
    ChosenMove { m: best.m, score: best.score, line: best.line, depth: best.depth, nodes: probe.nodes }
}

fn moves(seen: &[Seen]) -> Vec<Move> {
    seen.iter().map(|seen| seen.m).collect()
}

/// Evaluates a move as the player sees it: by the deepest iteration whose reply it does not overlook, or else
/// by the position after the move.
fn evaluate(probe: &mut Probe, position: &Position, ability: &Ability, random: &Random, m: Move) -> Seen {
    let after = position.play(m);
    let is_seen = |seen: &&Seen| {
        let reply = seen.line.moves().get(1);
        seen.m == m && reply.is_none_or(|reply| !ability.overlooks_reply(random, &after, m, *reply))
    };
    let found = probe.iterations.iter().rev().find_map(|seen| seen.iter().find(is_seen)).cloned();
    found.unwrap_or_else(|| Seen { m, score: probe.static_score(position, m), line: single(m), depth: 1 })
}

fn single(m: Move) -> Line {
    let mut line = Line::new();
    line.push(m);
    line
}

/// Compresses large scores: a player who is a queen up cares less for another pawn.
fn saturated(score: Score) -> f64 {
    let units = f64::from(score.units().clamp(-MAX_UNITS, MAX_UNITS));
    SATURATION * (units / SATURATION).asinh()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_scores_are_compressed_but_ordered() {
        let saturated = |units: i32| saturated(Score::new(units));
        assert!((saturated(50) - 50.0).abs() < 0.1 && saturated(-300) == -saturated(300));
        assert!(saturated(900) - saturated(800) < 60.0 && saturated(900) - saturated(800) > 30.0);
        assert!(super::saturated(Score::mate_in(3)) > saturated(1500) + 300.0);
    }
}
