//! Pair row: what came of a pair of games, and of all pairs of a match.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::game::{MatchGame, Pair};
use crate::results_file::{distinct, micros};
use crate::statistics::Tally;
use crate::termination::End;

/// What tells a match from others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Match {
    /// Whose results are counted.
    pub driver: String,
    /// Whom it plays against.
    pub against: String,
    /// How long a move is thought about.
    pub pace: String,
    /// Where the games begin.
    pub openings: String,
    /// The number that all chance follows from.
    pub seed: u64,
    /// MiB of the table of each.
    pub hash: usize,
    /// Rules that are switched off, with blanks between them.
    pub without: String,
    /// The identity of the model.
    pub evaluation: String,
}

/// What came of a pair of games: a row of the file.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct PairRow {
    /// As in [`Match`].
    pub driver: String,
    /// As in [`Match`].
    pub against: String,
    /// As in [`Match`].
    pub pace: String,
    /// As in [`Match`].
    pub openings: String,
    /// As in [`Match`].
    pub seed: u64,
    /// As in [`Match`].
    pub hash: usize,
    /// As in [`Match`].
    pub without: String,
    /// As in [`Match`].
    pub evaluation: String,
    /// Nodes of a small bench by the driver: another number is another engine.
    pub signature: u64,
    /// The same of whom it plays against.
    pub against_signature: u64,
    /// The number of the pair, from 0.
    pub pair: u64,
    /// The driver's result with White: 0, 1 or 2 for lost, drawn or won.
    pub white: usize,
    /// The driver's result with Black.
    pub black: usize,
    /// How the game with White ended.
    pub white_end: String,
    /// How the game with Black ended.
    pub black_end: String,
    /// Plies of the game with White, with those of the opening.
    pub white_plies: usize,
    /// Plies of the game with Black.
    pub black_plies: usize,
    /// Searches of the driver.
    pub searches: u64,
    /// The sum of their depths.
    pub depths: u64,
    /// Nodes of all of them.
    pub nodes: u64,
    /// Time of all of them, where time is what ends them.
    pub microseconds: Option<u64>,
    /// Searches of the root.
    pub passes: u64,
    /// Values that were not found within the pass limit.
    pub capped: u64,
    /// Searches of whom it plays against.
    pub against_searches: u64,
    /// The sum of their depths.
    pub against_depths: u64,
    /// Nodes of all of them.
    pub against_nodes: u64,
    /// Time of all of them.
    pub against_microseconds: Option<u64>,
}

impl PairRow {
    /// The match it belongs to.
    #[must_use]
    pub fn of_match(&self) -> Match {
        Match {
            driver: self.driver.clone(),
            against: self.against.clone(),
            pace: self.pace.clone(),
            openings: self.openings.clone(),
            seed: self.seed,
            hash: self.hash,
            without: self.without.clone(),
            evaluation: self.evaluation.clone(),
        }
    }

    /// The row of a pair. Times are told only where they decide: then no two runs are the same.
    #[must_use]
    pub fn of(whole: &Match, signatures: [u64; 2], pair: &Pair, timed: bool) -> PairRow {
        let Match { driver, against, pace, openings, seed, hash, without, evaluation } = whole.clone();
        let [white, black] = &pair.games;
        let plies = |game: &MatchGame| game.opening.moves.len() + game.moves.len();
        let mut spent = white.spent;
        spent.iter_mut().zip(black.spent).for_each(|(sum, more)| *sum += more);
        let [own, other] = spent;
        let results = pair.results();
        PairRow {
            driver,
            against,
            pace,
            openings,
            seed,
            hash,
            without,
            evaluation,
            signature: signatures[0],
            against_signature: signatures[1],
            pair: pair.number,
            white: results[0],
            black: results[1],
            white_end: white.end.name().to_owned(),
            black_end: black.end.name().to_owned(),
            white_plies: plies(white),
            black_plies: plies(black),
            searches: own.searches,
            depths: own.depths,
            nodes: own.nodes,
            microseconds: timed.then(|| micros(own.elapsed)),
            passes: own.stats.passes,
            capped: own.stats.pass_limit_hits,
            against_searches: other.searches,
            against_depths: other.depths,
            against_nodes: other.nodes,
            against_microseconds: timed.then(|| micros(other.elapsed)),
        }
    }
}

/// What came of a match.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// The match.
    pub of_match: Match,
    /// The results.
    pub tally: Tally,
    /// The depth of the driver's searches, on the mean.
    pub depth: f64,
    /// The depth of the other's.
    pub against_depth: f64,
    /// Passes of an iteration, on the mean.
    pub passes: f64,
    /// Values that were not found within the pass limit.
    pub capped: u64,
    /// Nodes a second by those of the other, where time was counted.
    pub speed: Option<f64>,
    /// Time of a move by that of the other, where it was counted.
    pub time: Option<f64>,
    /// Plies of a game, on the mean.
    pub plies: f64,
    /// Games that ended by a clock.
    pub on_time: u64,
}

/// What came of each match, in the order in which they were begun.
#[must_use]
pub fn summarise_matches(rows: &[PairRow]) -> Vec<MatchSummary> {
    let rows_of = |wanted: &Match| rows.iter().filter(|row| row.of_match() == *wanted).collect::<Vec<_>>();
    let matches = distinct(rows.iter().map(PairRow::of_match)).into_iter();
    matches.map(|of_match| summarise(&rows_of(&of_match), of_match.clone())).collect()
}

fn summarise(rows: &[&PairRow], of_match: Match) -> MatchSummary {
    let mut tally = Tally::default();
    rows.iter().for_each(|row| tally.add([row.white, row.black]));
    let sum = |of: fn(&PairRow) -> u64| rows.iter().map(|row| of(row)).sum::<u64>() as f64;
    let time = |of: fn(&PairRow) -> Option<u64>| -> Option<f64> {
        rows.iter()
            .map(|row| of(row).map(|micros| micros as f64))
            .sum::<Option<f64>>()
            .filter(|sum| *sum > 0.0)
    };
    let (own, other) = (time(|row| row.microseconds), time(|row| row.against_microseconds));
    let (nodes, against) = (sum(|row| row.nodes), sum(|row| row.against_nodes));
    let (searches, others) = (sum(|row| row.searches).max(1.0), sum(|row| row.against_searches).max(1.0));
    let on_time = |row: &PairRow| {
        [&row.white_end, &row.black_end].into_iter().filter(|end| *end == End::Clock.name()).count()
    };
    MatchSummary {
        of_match,
        tally,
        depth: sum(|row| row.depths) / searches,
        against_depth: sum(|row| row.against_depths) / others,
        passes: sum(|row| row.passes) / sum(|row| row.depths).max(1.0),
        capped: sum(|row| row.capped) as u64,
        speed: own.zip(other).map(|(own, other)| nodes / own / (against / other)),
        time: own.zip(other).map(|(own, other)| own / searches / (other / others)),
        plies: sum(|row| (row.white_plies + row.black_plies) as u64) / (2 * rows.len().max(1)) as f64,
        on_time: rows.iter().map(|row| on_time(row) as u64).sum(),
    }
}

/// Writes the table: a row for each match.
///
/// # Errors
/// Those of `out`.
pub fn write_table(summaries: &[MatchSummary], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "| driver | games | won | drawn | lost | points | Elo | depth | against | passes | capped |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|---|---|---|")?;
    for summary in summaries {
        let MatchSummary { of_match, tally, depth, against_depth, passes, capped, .. } = summary;
        let [lost, drawn, won] = tally.games;
        let elo = tally.elo().map_or_else(String::new, |elo| elo.to_string());
        writeln!(
            out,
            "| {} | {} | {won} | {drawn} | {lost} | {:.1} % | {elo} | {depth:.2} | {against_depth:.2} | {passes:.2} | {capped} |",
            of_match.driver,
            won + drawn + lost,
            100.0 * tally.score(),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_are_told_apart_and_summed() {
        let row = |driver: &str, white, black| PairRow {
            driver: driver.into(),
            white,
            black,
            searches: 10,
            depths: 50,
            passes: 150,
            nodes: 2000,
            microseconds: Some(1000),
            against_searches: 20,
            against_depths: 60,
            against_nodes: 1000,
            against_microseconds: Some(1000),
            white_end: "time".into(),
            ..PairRow::default()
        };
        let rows = [row("A", 2, 1), row("B", 0, 0), row("A", 1, 1)];
        let summaries = summarise_matches(&rows);
        assert_eq!(summaries.len(), 2);
        let first = &summaries[0];
        assert_eq!((first.tally.games, first.tally.pairs), ([0, 3, 1], [0, 0, 1, 1, 0]));
        assert_eq!((first.depth, first.against_depth, first.passes), (5.0, 3.0, 3.0));
        assert_eq!((first.speed, first.time, first.on_time), (Some(2.0), Some(2.0), 2));
        let untimed = summarise_matches(&[PairRow { microseconds: None, ..row("A", 2, 2) }]);
        assert_eq!((untimed[0].speed, untimed[0].time), (None, None));
    }
}
