//! Table: how much ability makes which rating.

use super::ability::Ability;

/// A level whose rating was measured.
struct Rung {
    elo: f64,
    ability: Ability,
}

const fn rung(elo: f64, nodes: f64, lines: f64, awry: f64, blind: f64, unsure: f64) -> Rung {
    Rung { elo, ability: Ability { nodes, lines, awry, blind, unsure } }
}

/// The ladder. `docs/levels.md` tells how the ratings were measured.
#[rustfmt::skip]
const LADDER: [Rung; 8] = [
    //      elo      nodes  lines   awry   blind  unsure
    rung( 997.0,      97.0, 256.0, 28.75, 0.1225,   32.5),
    rung(1175.0,   1_500.0, 256.0, 25.0,  0.100,    28.0),
    rung(1454.0,   4_000.0, 128.0, 18.0,  0.060,    20.0),
    rung(1786.0,  10_000.0,  64.0, 12.0,  0.040,    14.0),
    rung(2242.0,  30_000.0,  24.0,  8.0,  0.020,     9.0),
    rung(2583.0,  90_000.0,  10.0,  5.0,  0.010,     6.0),
    rung(2766.0, 150_000.0,   5.0,  2.5,  0.004,     3.0),
    rung(2950.0, 250_000.0,   3.0,  0.5,  0.001,     1.0),
];

/// The ability of a rating: that of a rung, or what lies between two.
pub(super) fn ability(elo: u32) -> Ability {
    let elo = f64::from(elo);
    let above = LADDER.partition_point(|rung| rung.elo < elo).clamp(1, LADDER.len() - 1);
    let [low, high] = [&LADDER[above - 1], &LADDER[above]];
    let share = (elo - low.elo) / (high.elo - low.elo);
    low.ability.towards(&high.ability, share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StrengthLimit;

    #[test]
    fn the_ladder_rises_and_holds_every_rating() {
        for pair in LADDER.windows(2) {
            let [low, high] = [&pair[0], &pair[1]];
            assert!(low.elo < high.elo && low.ability.nodes < high.ability.nodes, "{}", high.elo);
            assert!(low.ability.lines >= high.ability.lines && low.ability.awry > high.ability.awry);
            assert!(low.ability.blind > high.ability.blind && low.ability.unsure > high.ability.unsure);
        }
        assert!(LADDER[0].elo <= f64::from(StrengthLimit::MIN_ELO));
        assert!(LADDER[LADDER.len() - 1].elo >= f64::from(StrengthLimit::MAX_ELO));
    }

    #[test]
    fn between_two_rungs_lies_what_is_between() {
        let (at, rung) = (ability(LADDER[3].elo as u32), &LADDER[3].ability);
        assert_eq!((at.nodes.round(), at.lines.round()), (rung.nodes, rung.lines));
        assert_eq!((at.awry, at.blind, at.unsure), (rung.awry, rung.blind, rung.unsure));
        let middle = ability(((LADDER[3].elo + LADDER[4].elo) / 2.0) as u32);
        assert!(middle.blind < LADDER[3].ability.blind && middle.blind > LADDER[4].ability.blind);
        assert!(
            (StrengthLimit::MIN_ELO..StrengthLimit::MAX_ELO)
                .all(|elo| ability(elo).nodes <= ability(elo + 1).nodes)
        );
    }
}
