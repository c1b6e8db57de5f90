//! The progress and the result of a match, for display.

use std::io::{self, Write};

use lancet::console::warn;

use crate::runner::MatchResult;
use crate::statistics::{Sprt, SprtDecision, Tally};

/// Returns the state of a match as a line.
#[must_use]
pub fn status_line(tally: &Tally, sprt: Option<Sprt>) -> String {
    let [losses, draws, wins] = tally.games;
    let games = losses + draws + wins;
    let mut line = format!("{games} games: +{wins} ={draws} -{losses}");
    if let Some(elo) = tally.elo() {
        line += &format!(", Elo {elo}");
    }
    if let Some(sprt) = sprt {
        line += &format!(", LLR {:.2}", tally.llr(sprt));
    }
    line
}

/// Warns that one more game is played than was requested, if `games` is odd.
pub fn warn_if_odd(games: u64) {
    if let Some(message) = rounding_of(games) {
        warn(message);
    }
}

/// Returns the message about an odd number of games, of which one more is played; `None` for an even number.
fn rounding_of(games: u64) -> Option<String> {
    let played = u128::from(games) + 1;
    let is_odd = !games.is_multiple_of(2);
    is_odd.then(|| format!("playing {played} games instead of {games}: they come in pairs"))
}

/// Writes the result of a match.
///
/// # Errors
/// Those of `out`.
pub fn write_result(result: &MatchResult, sprt: Option<Sprt>, out: &mut dyn Write) -> io::Result<()> {
    let MatchResult { tally, decision, elapsed, .. } = result;
    let [losses, draws, wins] = tally.games;
    let games = losses + draws + wins;
    let state = if result.complete { "" } else { " (interrupted)" };
    write!(out, "games   {games}{state}: {wins} won, {draws} drawn, {losses} lost, ")?;
    if games > 0 {
        write!(out, "{:.1} %, ", 100.0 * tally.score())?;
    }
    writeln!(out, "{:.1} s", elapsed.as_secs_f64())?;
    let [none, half, one, more, both] = tally.pairs;
    writeln!(
        out,
        "pairs   {none}, {half}, {one}, {more}, {both} with 0, 1/2, 1, 3/2, 2 points (Ptnml(0-2))"
    )?;
    match (tally.elo(), tally.normalized_elo()) {
        (Some(elo), Some((value, error))) => {
            let los = 100.0 * tally.los();
            writeln!(out, "Elo     {elo} (95 %), normalized {value:+.1} ± {error:.1}, LOS {los:.1} %")?;
        }
        (Some(elo), None) if tally.pair_count() < Tally::MIN_PAIRS => {
            writeln!(out, "Elo     {elo}, without error from fewer than {} pairs", Tally::MIN_PAIRS)?;
        }
        (Some(elo), None) => writeln!(out, "Elo     {elo}, without error from pairs with one result")?,
        (None, _) => {}
    }
    if let Some(sprt) = sprt {
        let (llr, bound) = (tally.llr(sprt), Sprt::BOUND);
        let Sprt { elo0, elo1 } = sprt;
        let decision = match decision {
            Some(SprtDecision::AcceptH1) => "H1 accepted",
            Some(SprtDecision::AcceptH0) => "H0 accepted",
            None => "no decision",
        };
        writeln!(out, "SPRT    LLR {llr:.2} (-{bound:.2}, {bound:.2}) [{elo0}, {elo1}] nElo: {decision}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_number_of_games_is_rounded_up() {
        assert_eq!((rounding_of(2), rounding_of(u64::MAX - 1)), (None, None));
        for (games, played) in [(3, "4"), (u64::MAX, "18446744073709551616")] {
            let expected = format!("playing {played} games instead of {games}: they come in pairs");
            assert_eq!(rounding_of(games), Some(expected));
        }
    }
}
