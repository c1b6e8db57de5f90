//! The parameters of limited players by rating.

use super::ability::Ability;

/// A player whose rating was measured.
struct RatedPlayer {
    elo: f64,
    ability: Ability,
}

const fn rated(
    elo: f64,
    nodes: f64,
    lines: f64,
    noise: f64,
    oversight: f64,
    temperature: f64,
) -> RatedPlayer {
    RatedPlayer { elo, ability: Ability { nodes, lines, noise, oversight, temperature } }
}

/// The rated players, the weakest first. `docs/strength.md` describes how the ratings were measured.
#[rustfmt::skip]
const PLAYERS: [RatedPlayer; 8] = [
    //       elo      nodes  lines   noise  oversight  temperature
    rated( 997.0,      97.0, 256.0, 28.75, 0.1225,   32.5),
    rated(1175.0,   1_500.0, 256.0, 25.0,  0.100,    28.0),
    rated(1454.0,   4_000.0, 128.0, 18.0,  0.060,    20.0),
    rated(1786.0,  10_000.0,  64.0, 12.0,  0.040,    14.0),
    rated(2242.0,  30_000.0,  24.0,  8.0,  0.020,     9.0),
    rated(2583.0,  90_000.0,  10.0,  5.0,  0.010,     6.0),
    rated(2766.0, 150_000.0,   5.0,  2.5,  0.004,     3.0),
    rated(2950.0, 250_000.0,   3.0,  0.5,  0.001,     1.0),
];

/// Returns the parameters for a rating, interpolated between two rated players.
pub(super) fn ability(elo: u32) -> Ability {
    let elo = f64::from(elo);
    let above = PLAYERS.partition_point(|player| player.elo < elo).clamp(1, PLAYERS.len() - 1);
    let [low, high] = [&PLAYERS[above - 1], &PLAYERS[above]];
    let fraction = (elo - low.elo) / (high.elo - low.elo);
    low.ability.interpolate(&high.ability, fraction.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::StrengthLimit;

    #[test]
    fn parameters_are_monotonic_and_cover_the_range() {
        for pair in PLAYERS.windows(2) {
            let [low, high] = [&pair[0], &pair[1]];
            assert!(low.elo < high.elo && low.ability.nodes < high.ability.nodes, "{}", high.elo);
            assert!(low.ability.lines >= high.ability.lines && low.ability.noise > high.ability.noise);
            assert!(low.ability.oversight > high.ability.oversight);
            assert!(low.ability.temperature > high.ability.temperature);
        }
        assert!(PLAYERS[0].elo <= f64::from(StrengthLimit::MIN_ELO));
        assert!(PLAYERS[PLAYERS.len() - 1].elo >= f64::from(StrengthLimit::MAX_ELO));
    }

    #[test]
    fn ratings_between_players_are_interpolated() {
        let (at, player) = (ability(PLAYERS[3].elo as u32), &PLAYERS[3].ability);
        assert_eq!((at.nodes.round(), at.lines.round()), (player.nodes, player.lines));
        assert_eq!(
            (at.noise, at.oversight, at.temperature),
            (player.noise, player.oversight, player.temperature)
        );
        let middle = ability(((PLAYERS[3].elo + PLAYERS[4].elo) / 2.0) as u32);
        assert!(middle.oversight < PLAYERS[3].ability.oversight);
        assert!(middle.oversight > PLAYERS[4].ability.oversight);
        let mut ratings = StrengthLimit::MIN_ELO..StrengthLimit::MAX_ELO;
        assert!(ratings.all(|elo| ability(elo).nodes <= ability(elo + 1).nodes));
    }
}
