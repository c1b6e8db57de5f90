//! Ability: the parameters of a limited player.

use shakmaty::{Move, Role, Square};

use super::random::{Purpose, Random};
use crate::eval::EvalNoise;
use crate::position::Position;

/// The parameters of a limited player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ability {
    /// Nodes after which no iteration starts.
    pub nodes: f64,
    /// Moves that are compared.
    pub lines: f64,
    /// Standard deviation of the error of a piece on a square, in evaluation units.
    pub noise: f64,
    /// Probability of overlooking the replies that are hardest to see; others are overlooked less often.
    pub oversight: f64,
    /// Temperature of the softmax over the scores, in evaluation units.
    pub temperature: f64,
}

impl Ability {
    /// Interpolates to `other`: `fraction` 0 gives this ability, 1 the other; nodes and lines by ratio.
    pub fn interpolate(&self, other: &Ability, fraction: f64) -> Ability {
        let between = |from: f64, to: f64| from + (to - from) * fraction;
        Ability {
            nodes: between(self.nodes.ln(), other.nodes.ln()).exp(),
            lines: between(self.lines.ln(), other.lines.ln()).exp(),
            noise: between(self.noise, other.noise),
            oversight: between(self.oversight, other.oversight),
            temperature: between(self.temperature, other.temperature),
        }
    }

    /// The errors of its evaluation.
    pub fn eval_noise(&self, random: &Random) -> EvalNoise {
        EvalNoise::new(|role: Role, square: Square| {
            let index = (role as u16) << 6 | u16::from(u8::from(square));
            (self.noise * random.normal(index)).round() as i32
        })
    }

    /// Reports whether it overlooks that it could play `m`.
    pub fn overlooks_move(&self, random: &Random, position: &Position, m: Move) -> bool {
        // In check every reply is considered.
        let difficulty = if position.in_check() { 0.0 } else { 0.5 * difficulty(position, m, None) };
        random.uniform(Purpose::OwnMove, m) < self.oversight * difficulty
    }

    /// Reports whether it overlooks that `reply` answers `m`, which leads to `position`.
    pub fn overlooks_reply(&self, random: &Random, position: &Position, m: Move, reply: Move) -> bool {
        random.uniform(Purpose::Reply, reply) < self.oversight * difficulty(position, reply, Some(m.to()))
    }
}

/// How hard a move is to see, from 0 to 1, with attention on the square `focus`.
///
/// Captures there are easy, other captures and checks harder, quiet moves harder still, long and backward
/// moves the hardest.
fn difficulty(position: &Position, m: Move, focus: Option<Square>) -> f64 {
    if m.is_capture() && focus == Some(m.to()) {
        return 0.05;
    }
    let is_forcing = m.is_capture() || m.is_promotion() || position.gives_check(m, &position.checks());
    let base = if is_forcing { 0.4 } else { 0.8 };
    let from = m.from().unwrap_or(m.to());
    let forward = position.turn().fold_wb(1, -1) * (m.to().rank() as i32 - from.rank() as i32);
    let is_far = from.distance(m.to()) >= 4;
    if is_far || forward < 0 { base * 1.25 } else { base }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse_fen, parse_san};

    #[test]
    fn distant_and_backward_moves_are_hardest_to_see() {
        let position = Position::new(
            parse_fen("r1bqk2r/ppp2ppp/2n2n2/3pp3/1b2P3/2N2N2/PPPPBPPP/R1BQR1K1 w kq - 0 1").unwrap().chess,
        );
        let of = |san: &str, focus: Option<Square>| {
            difficulty(&position, parse_san(&position, san).unwrap(), focus)
        };
        let order = [
            of("exd5", Some(Square::D5)),
            of("exd5", None),
            of("h3", None),
            of("Nh4", None),
            of("Bf1", None),
        ];
        assert_eq!(order, [0.05, 0.4, 0.8, 0.8, 1.0]);
    }
}
