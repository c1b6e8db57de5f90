//! Ability: what a limited player can do.

use shakmaty::{Move, Role, Square};

use super::chance::{Chance, Question};
use crate::eval::EvalNoise;
use crate::position::Position;

/// What a limited player can do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Ability {
    /// Nodes after which it looks no deeper.
    pub nodes: f64,
    /// Moves that it compares.
    pub lines: f64,
    /// By how much it misjudges a piece on a square, a standard deviation in units of the evaluation.
    pub awry: f64,
    /// How often it does not see a quiet reply.
    pub blind: f64,
    /// By how much moves may differ without its being sure which is better, in units of the evaluation.
    pub unsure: f64,
}

impl Ability {
    /// What lies at `share` of the way to `other`; nodes by equal factors.
    pub fn towards(&self, other: &Ability, share: f64) -> Ability {
        let between = |from: f64, to: f64| from + (to - from) * share;
        Ability {
            nodes: between(self.nodes.ln(), other.nodes.ln()).exp(),
            lines: between(self.lines.ln(), other.lines.ln()).exp(),
            awry: between(self.awry, other.awry),
            blind: between(self.blind, other.blind),
            unsure: between(self.unsure, other.unsure),
        }
    }

    /// How it misjudges positions.
    pub fn noise(&self, chance: &Chance) -> EvalNoise {
        EvalNoise::new(|role: Role, square: Square| {
            let place = (role as u16) << 6 | u16::from(u8::from(square));
            (self.awry * chance.normal(place)).round() as i32
        })
    }

    /// It does not think of playing `m`.
    pub fn forgets(&self, chance: &Chance, position: &Position, m: Move) -> bool {
        // Who is in check looks at everything that can be done about it.
        let share = if position.in_check() { 0.0 } else { 0.5 * hiddenness(position, m, None) };
        chance.about(Question::Thought, m) < self.blind * share
    }

    /// It does not see that `reply` answers `m`, which leads to `position`.
    pub fn overlooks(&self, chance: &Chance, position: &Position, m: Move, reply: Move) -> bool {
        chance.about(Question::Seen, reply) < self.blind * hiddenness(position, reply, Some(m.to()))
    }
}

/// How hard a move is to see, from 0 to 1, for who looks at the square `at`: taking there is easy, other
/// captures and checks are less so, then quiet moves, and those over half of the board or backwards most.
fn hiddenness(position: &Position, m: Move, at: Option<Square>) -> f64 {
    if m.is_capture() && at == Some(m.to()) {
        return 0.05;
    }
    let is_loud = m.is_capture() || m.is_promotion() || position.gives_check(m, &position.checks());
    let kind = if is_loud { 0.4 } else { 0.8 };
    let from = m.from().unwrap_or(m.to());
    let forward = position.turn().fold_wb(1, -1) * (m.to().rank() as i32 - from.rank() as i32);
    let is_far = from.distance(m.to()) >= 4;
    if is_far || forward < 0 { kind * 1.25 } else { kind }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse_fen, parse_san};

    #[test]
    fn what_is_far_from_the_action_is_harder_to_see() {
        let position = Position::new(
            parse_fen("r1bqk2r/ppp2ppp/2n2n2/3pp3/1b2P3/2N2N2/PPPPBPPP/R1BQR1K1 w kq - 0 1").unwrap().chess,
        );
        let hidden =
            |san: &str, at: Option<Square>| hiddenness(&position, parse_san(&position, san).unwrap(), at);
        let order = [
            hidden("exd5", Some(Square::D5)),
            hidden("exd5", None),
            hidden("h3", None),
            hidden("Nh4", None),
            hidden("Bf1", None),
        ];
        assert_eq!(order, [0.05, 0.4, 0.8, 0.8, 1.0]);
    }
}
