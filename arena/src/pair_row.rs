//! The rows of results files of matches: one for each pair of games.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the float is a sum of integers"
)]

use lancet::console::Table;
use serde::{Deserialize, Deserializer, Serialize};

use crate::driver_config::DriverConfig;
use crate::player::Played;
use crate::results_file::{Row, distinct, micros};
use crate::runner::Pair;
use crate::statistics::Tally;
use crate::termination::Termination;
use crate::time_control::TimeControl;

/// What identifies a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct MatchKey {
    /// The player whose results are counted.
    pub driver: String,
    /// The opponent.
    pub opponent: String,
    /// The time control.
    pub time_control: String,
    /// The name of the openings.
    pub openings: String,
    /// The RNG seed.
    pub seed: u64,
    /// MiB of hash of each player.
    pub hash: usize,
    /// The rules that are switched off, separated by spaces, and an adjudication by other numbers than the standard.
    pub without: String,
    /// The name of the evaluation; if the opponent has another one, both, separated by a space.
    pub evaluation: String,
}

/// The results of a pair of games. The first eight fields are those of [`MatchKey`].
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct PairRow {
    /// The player whose results are counted.
    pub driver: String,
    /// The opponent.
    pub opponent: String,
    /// The time control.
    pub time_control: String,
    /// The name of the openings.
    pub openings: String,
    /// The RNG seed.
    pub seed: u64,
    /// MiB of hash of each player.
    pub hash: usize,
    /// The rules that are switched off, separated by spaces.
    pub without: String,
    /// The name of the evaluation; if the opponent has another one, both, separated by a space.
    pub evaluation: String,
    /// Nodes of a small bench by the player, which change with the way it plays; in games with a clock combined with a hash
    /// of its time plan.
    pub signature: u64,
    /// The same for the opponent.
    pub opponent_signature: u64,
    /// The number of the pair, from 0.
    pub pair: u64,
    /// The player's result with White: 0, 1 or 2 for a loss, a draw or a win.
    pub white: usize,
    /// The player's result with Black.
    pub black: usize,
    /// The termination of the game with White.
    #[serde(deserialize_with = "read_termination")]
    pub white_termination: String,
    /// The termination of the game with Black.
    #[serde(deserialize_with = "read_termination")]
    pub black_termination: String,
    /// Plies of the game with White, those of the opening included.
    pub white_plies: usize,
    /// Plies of the game with Black.
    pub black_plies: usize,
    /// The number of searches of the player.
    pub searches: u64,
    /// The sum of their depths; an iteration that a limit interrupted counts if it has a score.
    pub depths: u64,
    /// The sum of their nodes.
    pub nodes: u64,
    /// The sum of their times, if time ended them.
    pub microseconds: Option<u64>,
    /// Passes: searches of the root that ended.
    pub passes: u64,
    /// Scores that were not found within the pass limit.
    pub pass_limit_hits: u64,
    /// The number of searches of the opponent.
    pub opponent_searches: u64,
    /// The sum of their depths.
    pub opponent_depths: u64,
    /// The sum of their nodes.
    pub opponent_nodes: u64,
    /// The sum of their times, if time ended them.
    pub opponent_microseconds: Option<u64>,
}

impl Row for PairRow {
    const FORMER_COLUMNS: &'static [(&'static str, &'static str)] = &[
        ("against", "opponent"),
        ("pace", "time_control"),
        ("against_signature", "opponent_signature"),
        ("white_end", "white_termination"),
        ("black_end", "black_termination"),
        ("capped", "pass_limit_hits"),
        ("against_searches", "opponent_searches"),
        ("against_depths", "opponent_depths"),
        ("against_nodes", "opponent_nodes"),
        ("against_microseconds", "opponent_microseconds"),
    ];

    fn invalid_value(&self) -> Option<String> {
        let results = [("white", self.white), ("black", self.black)];
        let (name, value) = results.into_iter().find(|(_, result)| *result > 2)?;
        Some(format!("{name} is {value}; expected 0, 1 or 2 for a loss, a draw or a win"))
    }
}

impl PairRow {
    /// Returns the key of its match.
    #[must_use]
    pub fn key(&self) -> MatchKey {
        MatchKey {
            driver: self.driver.clone(),
            opponent: self.opponent.clone(),
            time_control: self.time_control.clone(),
            openings: self.openings.clone(),
            seed: self.seed,
            hash: self.hash,
            without: self.without.clone(),
            evaluation: self.evaluation.clone(),
        }
    }

    /// Returns what the row says of both engines.
    #[must_use]
    pub fn played(&self) -> [Played<'_>; 2] {
        let evaluation = &*self.evaluation;
        let (own, other) = evaluation.split_once(' ').unwrap_or((evaluation, evaluation));
        let has_clock = TimeControl::is_clock(&self.time_control);
        let of = |driver, signature: u64, evaluation| {
            let plan = if has_clock { time_plan_of(driver) } else { 0 };
            Played { driver, signature: signature ^ plan, evaluation }
        };
        [of(&*self.driver, self.signature, own), of(&*self.opponent, self.opponent_signature, other)]
    }

    /// Returns the player's result and the termination of both games.
    fn games(&self) -> [(usize, &str); 2] {
        [(self.white, &self.white_termination), (self.black, &self.black_termination)]
    }

    /// Returns the row of a pair. Only a `timed` match stores times: others are the same in every run.
    #[must_use]
    pub fn new(key: &MatchKey, signatures: [u64; 2], pair: &Pair, timed: bool) -> PairRow {
        let MatchKey { driver, opponent, time_control, openings, seed, hash, without, evaluation } =
            key.clone();
        let [white, black] = &pair.games;
        let [own, other] = pair.usage();
        let results = pair.results();
        PairRow {
            driver,
            opponent,
            time_control,
            openings,
            seed,
            hash,
            without,
            evaluation,
            signature: signatures[0],
            opponent_signature: signatures[1],
            pair: pair.number,
            white: results[0],
            black: results[1],
            white_termination: white.termination.name().to_owned(),
            black_termination: black.termination.name().to_owned(),
            white_plies: white.plies(),
            black_plies: black.plies(),
            searches: own.searches,
            depths: own.depths,
            nodes: own.nodes,
            microseconds: timed.then(|| micros(own.elapsed)),
            passes: own.stats.passes,
            pass_limit_hits: own.stats.pass_limit_hits,
            opponent_searches: other.searches,
            opponent_depths: other.depths,
            opponent_nodes: other.nodes,
            opponent_microseconds: timed.then(|| micros(other.elapsed)),
        }
    }
}

/// Reads the name of a termination; earlier versions had other names for some of them.
fn read_termination<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    Ok(Termination::present_name(&name).to_owned())
}

/// Returns the hash of the time plan that the player of this name has in this version; 0 for an unknown name.
fn time_plan_of(name: &str) -> u64 {
    name.parse::<DriverConfig>().map_or(0, |driver| driver.time_plan())
}

/// The summary of a match.
#[derive(Clone, Debug)]
pub struct MatchSummary {
    /// The match.
    pub key: MatchKey,
    /// The results.
    pub tally: Tally,
    /// The mean depth of the player's searches.
    pub depth: f64,
    /// The mean depth of the opponent's searches.
    pub opponent_depth: f64,
    /// The passes that ended, for each ply of depth: a little less than 1 for a driver with one window, because
    /// the limit interrupts the last iteration.
    pub passes: f64,
    /// Scores that were not found within the pass limit.
    pub pass_limit_hits: u64,
    /// Nodes per second relative to the opponent's, in a timed match.
    pub speed: Option<f64>,
    /// Time per move relative to the opponent's, in a timed match.
    pub time: Option<f64>,
    /// Games that the player and the opponent lost on time.
    pub time_losses: [u64; 2],
}

impl MatchSummary {
    /// Summarizes the rows of the match with this key.
    #[must_use]
    pub fn of(rows: &[PairRow], key: &MatchKey) -> MatchSummary {
        let of_match: Vec<&PairRow> = rows.iter().filter(|row| row.key() == *key).collect();
        summarize(&of_match, key.clone())
    }
}

/// Returns a summary of each match, in the order of their first rows.
#[must_use]
pub fn summarize_matches(rows: &[PairRow]) -> Vec<MatchSummary> {
    let keys = distinct(rows.iter().map(PairRow::key)).into_iter();
    keys.map(|key| MatchSummary::of(rows, &key)).collect()
}

fn summarize(rows: &[&PairRow], key: MatchKey) -> MatchSummary {
    let mut tally = Tally::default();
    rows.iter().for_each(|row| tally.add([row.white, row.black]));
    // Integers of a damaged file may overflow.
    let sum = |of: fn(&PairRow) -> u64| rows.iter().map(|row| of(row) as f64).sum::<f64>();
    let time = |of: fn(&PairRow) -> Option<u64>| -> Option<f64> {
        rows.iter()
            .map(|row| of(row).map(|micros| micros as f64))
            .sum::<Option<f64>>()
            .filter(|sum| *sum > 0.0)
    };
    let (own, other) = (time(|row| row.microseconds), time(|row| row.opponent_microseconds));
    let (nodes, opponent_nodes) = (sum(|row| row.nodes), sum(|row| row.opponent_nodes));
    let (searches, others) = (sum(|row| row.searches).max(1.0), sum(|row| row.opponent_searches).max(1.0));
    let time_losses = |result: usize| {
        let games = rows.iter().flat_map(|row| row.games());
        games.filter(|game| *game == (result, Termination::Time.name())).count() as u64
    };
    MatchSummary {
        key,
        tally,
        depth: sum(|row| row.depths) / searches,
        opponent_depth: sum(|row| row.opponent_depths) / others,
        passes: sum(|row| row.passes) / sum(|row| row.depths).max(1.0),
        pass_limit_hits: sum(|row| row.pass_limit_hits) as u64,
        speed: own.zip(other).map(|(own, other)| nodes / own / (opponent_nodes / other)),
        time: own.zip(other).map(|(own, other)| own / searches / (other / others)),
        time_losses: [time_losses(0), time_losses(2)],
    }
}

/// Returns the summaries as a table for people, one row per match.
#[must_use]
pub fn table(summaries: &[MatchSummary]) -> Table {
    let mut table = Table::new([
        "driver",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "Elo",
        "depth",
        "opponent's",
        "passes",
        "pass limit hits",
    ]);
    for summary in summaries {
        let MatchSummary { key, tally, depth, opponent_depth, passes, pass_limit_hits, .. } = summary;
        let [lost, drawn, won] = tally.games;
        table.push([
            key.driver.clone(),
            (won + drawn + lost).to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            format!("{:.1} %", 100.0 * tally.score()),
            tally.elo().map_or_else(String::new, |elo| elo.to_string()),
            format!("{depth:.2}"),
            format!("{opponent_depth:.2}"),
            format!("{passes:.2}"),
            pass_limit_hits.to_string(),
        ]);
    }
    table
}

/// Returns the summaries as a table for programs: numbers without units. Scores are points per game; Elo, its 95 %
/// interval and the LOS are empty where they are not known.
#[must_use]
pub fn csv_table(summaries: &[MatchSummary]) -> Table {
    let mut table = Table::new([
        "driver",
        "opponent",
        "time_control",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "elo",
        "elo_low",
        "elo_high",
        "los",
        "depth",
        "opponent_depth",
        "passes",
        "pass_limit_hits",
        "lost_on_time",
        "opponent_lost_on_time",
    ]);
    let known = |number: Option<f64>| {
        number.filter(|number| number.is_finite()).map_or_else(String::new, |number| format!("{number:.3}"))
    };
    for summary in summaries {
        let MatchSummary { key, tally, depth, opponent_depth, passes, pass_limit_hits, time_losses, .. } =
            summary;
        let [lost, drawn, won] = tally.games;
        let elo = tally.elo();
        let interval = elo.and_then(|elo| elo.interval);
        table.push([
            key.driver.clone(),
            key.opponent.clone(),
            key.time_control.clone(),
            (won + drawn + lost).to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            format!("{:.4}", tally.score()),
            known(elo.map(|elo| elo.value)),
            known(interval.map(|interval| interval.low)),
            known(interval.map(|interval| interval.high)),
            known(Some(tally.los()).filter(|_| tally.has_error())),
            format!("{depth:.3}"),
            format!("{opponent_depth:.3}"),
            format!("{passes:.3}"),
            pass_limit_hits.to_string(),
            time_losses[0].to_string(),
            time_losses[1].to_string(),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results_file::{ResultsFile, read_rows};
    use std::fs;

    #[test]
    fn matches_are_separated_and_summed() {
        let row = |driver: &str, white, black| PairRow {
            driver: driver.into(),
            white,
            black,
            searches: 10,
            depths: 50,
            passes: 150,
            nodes: 2000,
            microseconds: Some(1000),
            opponent_searches: 20,
            opponent_depths: 60,
            opponent_nodes: 1000,
            opponent_microseconds: Some(1000),
            white_termination: "time".into(),
            ..PairRow::default()
        };
        let rows = [row("A", 2, 1), row("B", 0, 0), row("A", 1, 1)];
        let summaries = summarize_matches(&rows);
        assert_eq!(summaries.len(), 2);
        let first = &summaries[0];
        assert_eq!((first.tally.games, first.tally.pairs), ([0, 3, 1], [0, 0, 1, 1, 0]));
        assert_eq!((first.depth, first.opponent_depth, first.passes), (5.0, 3.0, 3.0));
        assert_eq!((first.speed, first.time), (Some(2.0), Some(2.0)));
        // The opponent's loss in the first row; a draw is not a loss.
        assert_eq!((first.time_losses, summaries[1].time_losses), ([0, 1], [1, 0]));
        let untimed = summarize_matches(&[PairRow { microseconds: None, ..row("A", 2, 2) }]);
        assert_eq!((untimed[0].speed, untimed[0].time), (None, None));
        let huge = PairRow { depths: u64::MAX, pass_limit_hits: u64::MAX, ..row("A", 2, 2) };
        let summaries = summarize_matches(&[huge.clone(), huge]);
        assert_eq!((summaries[0].pass_limit_hits, summaries[0].depth > 1e18), (u64::MAX, true));
    }

    /// The header and a row of a file of an earlier version.
    const FORMER: &str = "driver,against,pace,openings,seed,hash,without,evaluation,signature,against_signature,pair,white,\
                          black,white_end,black_end,white_plies,black_plies,searches,depths,nodes,microseconds,passes,\
                          capped,against_searches,against_depths,against_nodes,against_microseconds\n\
                          PVS-full,PVS,10000 nodes,random,1,16,,f204dbf9aff33ff6,17829,17365,0,2,1,agreed win,too little material,\
                          147,112,121,1329,1210000,,1208,3,120,1319,1200000,\n";

    #[test]
    fn files_of_earlier_versions_are_read_and_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.csv");
        fs::write(&path, FORMER).expect("a write");
        let mut file = ResultsFile::<PairRow>::open(Some(&path)).expect("a results file");
        let row = file.rows[0].clone();
        assert_eq!((&*row.opponent, &*row.time_control, row.pass_limit_hits), ("PVS", "10000 nodes", 3));
        assert_eq!(
            [&*row.white_termination, &*row.black_termination],
            ["adjudicated win", "insufficient material"]
        );
        assert_eq!((row.opponent_signature, row.opponent_searches), (17365, 120));
        assert_eq!((row.opponent_depths, row.opponent_nodes), (1319, 1_200_000));
        assert_eq!(row.opponent_microseconds, None);
        file.append(vec![PairRow { pair: 1, ..row.clone() }]).expect("a write");
        drop(file);
        assert!(fs::read_to_string(&path).expect("a file").starts_with(FORMER));
        let rows = read_rows::<PairRow>(&path).expect("rows");
        assert_eq!(rows, [row.clone(), PairRow { pair: 1, ..row }]);
    }

    #[test]
    fn an_impossible_result_is_described() {
        let of = |white, black| PairRow { white, black, ..PairRow::default() }.invalid_value();
        assert_eq!((of(0, 2), of(2, 1)), (None, None));
        let expected = |cell: &str| Some(format!("{cell}; expected 0, 1 or 2 for a loss, a draw or a win"));
        assert_eq!((of(3, 4), of(0, 9)), (expected("white is 3"), expected("black is 9")));
    }

    #[test]
    fn signatures_are_those_without_a_clock() {
        let row = |time_control: &str| PairRow {
            driver: "C*".into(),
            opponent: "no such driver".into(),
            time_control: time_control.into(),
            signature: 7,
            opponent_signature: 9,
            ..PairRow::default()
        };
        let signatures = |time_control: &str| row(time_control).played().map(|played| played.signature);
        assert_eq!(signatures("10000 nodes"), [7, 9]);
        let plan = "C*".parse::<DriverConfig>().expect("a name").time_plan();
        for clock in ["8+0.08 s", "8+0 s of 25 nodes/ms"] {
            assert_eq!(signatures(clock), [7 ^ plan, 9]);
        }
    }
}
