//! Matches between players, such as search drivers, with results that can be resumed.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use lancet::console::{Status, TableFormat, append_games_alone, keep_apart, warn};
use lancet::files::{self, PathSet};
use lancet::search::params::Parameters;

use crate::adjudication::Adjudication;
use crate::driver_config::{DriverConfig, switch_off_rules};
use crate::error::ArenaError;
use crate::game_settings::GameSettings;
use crate::openings::Openings;
use crate::pair_row::{MatchKey, MatchSummary, PairRow, csv_table, table};
use crate::pgn::pgn_games;
use crate::player::{Player, check_results, evaluation_name};
use crate::report::{status_line, write_result};
use crate::results_file::ResultsFile;
use crate::runner::{Match, MatchResult, Pair};
use crate::statistics::{Sprt, Tally};
use crate::time_control::TimeControl;

/// Matches of some players against the first of them.
#[derive(Clone, Debug)]
pub struct DriverMatches {
    /// The players; the first is the opponent of the others.
    pub drivers: Vec<DriverConfig>,
    /// The number of games of each match, rounded up to pairs; without it [`DriverMatches::GAMES`], with a sequential test
    /// at most [`Match::SPRT_GAMES`], or as many as the openings allow.
    pub games: Option<u64>,
    /// What the games share.
    pub settings: GameSettings,
    /// The rules that are switched off.
    pub without: Vec<String>,
    /// A sequential test that may end a match early.
    pub sprt: Option<Sprt>,
    /// A results file; pairs that it holds are not played again.
    pub csv: Option<PathBuf>,
    /// A PGN file to which the games are appended.
    pub pgn: Option<PathBuf>,
    /// The form of the table of all matches.
    pub format: TableFormat,
}

impl DriverMatches {
    /// The games of a match without a sequential test where nothing else is given.
    pub const GAMES: u64 = 2000;

    /// Plays the remaining pairs of all matches and writes their results.
    ///
    /// # Errors
    /// Fewer than two players or one twice, too few openings, an unknown rule, or files that cannot be used;
    /// [`ArenaError::Interrupted`] after an interrupt, with the results so far.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), ArenaError> {
        self.check_drivers()?;
        switch_off_rules(&mut Parameters::default(), &self.without)?;
        self.settings.warn_of_idle_settings(&self.drivers, &self.without);
        self.keep_apart()?;
        let openings = self.settings.read_openings(Openings::BALANCED)?;
        let pairs = openings.pairs(self.games, self.default_games())?;
        // Signatures are those of the complete engine.
        let players = Player::load_all(&self.drivers, &self.settings.model)?;
        let mut writer = self.open_files(&players)?;
        let (mut played, mut is_complete) = (Vec::new(), true);
        for player in &players[1..] {
            let players = [player, &players[0]];
            let openings = openings.clone().balanced_for(evaluators(players.map(|player| &player.driver)));
            let (key, time_control) = (self.key(players, &openings), self.settings.time_control);
            let pairing = Pairing { players, key, time_control };
            let result = self.play(&pairing, (openings, pairs), &mut writer)?;
            let summary = MatchSummary::of(&writer.results.rows, &pairing.key);
            self.write_result(&summary, &result, out)?;
            played.push(summary);
            is_complete = result.complete;
            if !is_complete {
                break;
            }
        }
        played.retain(|summary| summary.tally.pair_count() > 0);
        let table = if self.format == TableFormat::Csv { csv_table(&played) } else { table(&played) };
        table.write(self.format, out)?;
        if is_complete { Ok(()) } else { Err(ArenaError::Interrupted) }
    }

    /// Opens the results file and the file of games, and checks that the results are of these players.
    fn open_files(&self, players: &[Player]) -> Result<PairWriter, ArenaError> {
        let results = ResultsFile::open(self.csv.as_deref())?;
        let played = results.rows.iter().flat_map(PairRow::played);
        check_results(self.csv.as_deref(), played, players, &self.settings.model)?;
        let games = self.pgn.as_deref().map(open_games).transpose()?;
        Ok(PairWriter { time_control: self.settings.time_control, results, games })
    }

    /// Refuses a single player, and one that is named twice as an opponent of the first.
    fn check_drivers(&self) -> Result<(), ArenaError> {
        let names: Vec<&str> = self.drivers.iter().skip(1).map(DriverConfig::name).collect();
        match names.iter().zip(1..).find(|(name, next)| names[*next..].contains(name)) {
            Some((name, _)) => Err(ArenaError::RepeatedDriver((*name).to_owned())),
            None if names.is_empty() => Err(ArenaError::TooFewDrivers),
            None => Ok(()),
        }
    }

    fn default_games(&self) -> u64 {
        if self.sprt.is_some() { Match::SPRT_GAMES } else { Self::GAMES }
    }

    /// Writes the result of a match. A table for programs stands alone: with it the result goes to the standard error.
    fn write_result(
        &self,
        summary: &MatchSummary,
        result: &MatchResult,
        out: &mut dyn Write,
    ) -> Result<(), ArenaError> {
        if self.format != TableFormat::Csv {
            return self.write_result_to(summary, result, out);
        }
        // A closed stderr must not end the matches.
        let _ = self.write_result_to(summary, result, &mut files::stderr());
        Ok(())
    }

    /// Writes who has played, and the result.
    fn write_result_to(
        &self,
        summary: &MatchSummary,
        result: &MatchResult,
        out: &mut dyn Write,
    ) -> Result<(), ArenaError> {
        let MatchKey { driver, opponent, .. } = &summary.key;
        writeln!(out, "{driver} against {opponent}: {}", self.settings.time_control.rate())?;
        write_result(result, self.sprt, out)?;
        let [own, other] = summary.time_losses;
        if own + other > 0 {
            writeln!(out, "time    {own} lost on time by {driver}, {other} by {opponent}")?;
        }
        Ok(writeln!(out)?)
    }

    /// Refuses a results file or a file of games that is the other one, the openings or a network.
    fn keep_apart(&self) -> Result<(), ArenaError> {
        let networks = self.drivers.iter().filter_map(|driver| driver.network.as_ref());
        let inputs = self.settings.openings.iter().chain(networks).cloned().collect();
        let outputs = self.csv.iter().chain(&self.pgn).cloned().collect();
        Ok(keep_apart(&PathSet { inputs, outputs, ..PathSet::default() })?)
    }

    fn key(&self, players: [&Player; 2], openings: &Openings) -> MatchKey {
        let [driver, opponent] = players.map(|player| player.driver.name().to_owned());
        let [own, other] = players.map(|player| evaluation_name(&player.model));
        MatchKey {
            driver,
            opponent,
            time_control: self.settings.time_control.to_string(),
            openings: openings.name(self.settings.time_control),
            seed: self.settings.seed,
            hash: self.settings.hash_mb,
            without: self.words_without().join(" "),
            evaluation: if own == other { own } else { format!("{own} {other}") },
        }
    }

    /// The rules that are switched off: of the search, in one order however they are named, and of the games. An adjudication
    /// by other numbers than the standard counts too.
    fn words_without(&self) -> Vec<String> {
        let adjudication = self.settings.adjudication;
        let by_rules = (adjudication == Adjudication::BY_RULES).then(|| "adjudication".to_owned());
        let custom = adjudication.custom_rules().map(|numbers| format!("adjudication={numbers}"));
        let of_search: BTreeSet<&String> = self.without.iter().collect();
        of_search.into_iter().cloned().chain(by_rules).chain(custom).collect()
    }

    /// Plays the remaining ones of `pairs` pairs of one match.
    fn play(
        &self,
        pairing: &Pairing,
        (openings, pairs): (Openings, u64),
        writer: &mut PairWriter,
    ) -> Result<MatchResult, ArenaError> {
        let before = pairing.results(self.csv.as_deref(), &writer.results.rows)?;
        if before.pair_count() > pairs {
            let MatchKey { driver, opponent, .. } = &pairing.key;
            let (found, requested) = (2 * before.pair_count(), 2 * pairs);
            warn(format_args!(
                "{driver} against {opponent}: the results have {found} games instead of {requested}"
            ));
        }
        let [engine, opponent] = pairing.players.map(|player| player.engine(&self.without));
        let of_match =
            Match { sprt: self.sprt, ..self.settings.match_between([engine?, opponent?], openings, pairs) };
        let mut status = Status::new(of_match.pairs, before.pair_count());
        let result = of_match.play(before, |tally, pair| {
            if let Some(pair) = pair {
                writer.add(pairing, pair)?;
            }
            status.update(tally.pair_count(), || status_line(tally, self.sprt));
            Ok::<_, ArenaError>(())
        });
        status.finish();
        result
    }
}

/// Returns the players that must find a random opening balanced: the common opponent, so that all matches have the same
/// openings; both, if their networks differ, since a network may find an opening balanced that another does not.
fn evaluators(players: [&DriverConfig; 2]) -> &'static [usize] {
    if players[0].network == players[1].network { &[1] } else { &[0, 1] }
}

/// One of the matches.
struct Pairing<'a> {
    players: [&'a Player; 2],
    key: MatchKey,
    time_control: TimeControl,
}

impl Pairing<'_> {
    fn signatures(&self) -> [u64; 2] {
        self.players.map(|player| player.signature_in(self.time_control))
    }

    /// The results of the pairs that are in the file, which must be the first ones in their order.
    fn results(&self, path: Option<&Path>, rows: &[PairRow]) -> Result<Tally, ArenaError> {
        let (mut tally, signatures) = (Tally::default(), self.signatures());
        for row in rows.iter().filter(|row| row.key() == self.key) {
            if [row.signature, row.opponent_signature] != signatures {
                return Err(ArenaError::other_engine(path, &row.driver));
            }
            if row.pair != tally.pair_count() {
                let (path, driver) = (path.map(Path::to_path_buf), row.driver.clone());
                let (found, expected) = (row.pair.saturating_add(1), tally.pair_count() + 1);
                return Err(ArenaError::UnexpectedPair { path, driver, found, expected });
            }
            tally.add([row.white, row.black]);
        }
        Ok(tally)
    }
}

/// Writes pairs to the results file and the PGN file.
struct PairWriter {
    time_control: TimeControl,
    results: ResultsFile<PairRow>,
    games: Option<(PathBuf, File)>,
}

/// Opens a file of games for this process alone: after an error a part of the file is cut off.
fn open_games(path: &Path) -> Result<(PathBuf, File), ArenaError> {
    Ok((path.to_owned(), append_games_alone(path)?))
}

impl PairWriter {
    /// Writes a pair to both files. If that fails neither has it, and a resumed match plays it again. A process that is
    /// killed between the two leaves it in the games alone, to which the resumed match adds it again.
    fn add(&mut self, pairing: &Pairing, pair: &Pair) -> Result<(), ArenaError> {
        let row = PairRow::new(&pairing.key, pairing.signatures(), pair, self.time_control.is_timed());
        let Some((path, file)) = &mut self.games else { return self.results.append(vec![row]) };
        let MatchKey { driver, opponent, without, .. } = &pairing.key;
        let without = if without.is_empty() { String::new() } else { format!(" without {without}") };
        let title = format!("{driver} against {opponent}, {}{without}", self.time_control.rate());
        let mut text = Vec::new();
        for game in pgn_games(&title, pair, [driver, opponent], self.time_control) {
            game.write(&mut text)?;
        }
        let unwritable = |error| ArenaError::unwritable(path, error);
        let before = file.metadata().map_err(unwritable)?.len();
        let written = file.write_all(&text).map_err(unwritable).and_then(|()| self.results.append(vec![row]));
        if written.is_err() {
            // The first error is reported.
            let _ = file.set_len(before);
        }
        written
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::openings::MATCH_BALANCE;
    use lancet::eval::nnue::Model;

    fn matches(drivers: [&str; 2]) -> DriverMatches {
        DriverMatches {
            drivers: drivers.iter().map(|name| name.parse().expect("a name")).collect(),
            games: None,
            settings: GameSettings::new(TimeControl::Nodes(10)),
            without: Vec::new(),
            sprt: None,
            csv: None,
            pgn: None,
            format: TableFormat::Markdown,
        }
    }

    #[test]
    fn both_networks_see_whether_an_opening_is_balanced() {
        for (names, expected) in
            [(["PVS", "C*"], &[1][..]), (["PVS", "PVS:net=a"], &[0, 1]), (["PVS:net=a", "C*:net=a"], &[1])]
        {
            let drivers = names.map(|name| name.parse::<DriverConfig>().expect("a name"));
            let found = evaluators(drivers.each_ref());
            assert_eq!(found, expected, "{names:?}");
            let random = Openings::BALANCED.balanced_for(found);
            assert!(
                matches!(random, Openings::Random { balance: MATCH_BALANCE, evaluators } if evaluators == expected)
            );
        }
    }

    #[test]
    fn drivers_are_at_least_two_and_play_once() {
        let of = |names: &[&str]| {
            let drivers = names.iter().map(|name| name.parse().expect("a name")).collect();
            DriverMatches { drivers, ..matches(["PVS", "C*"]) }
                .check_drivers()
                .map_err(|error| error.to_string())
        };
        assert_eq!((of(&["PVS", "C*", "SSS*"]), of(&["PVS", "PVS"])), (Ok(()), Ok(())));
        assert!(of(&["PVS"]).is_err_and(|error| error.contains("at least two")));
        assert!(of(&["PVS", "C*", "SSS*", "C*"]).is_err_and(|error| error.contains("'C*' is named twice")));
    }

    #[test]
    fn rules_that_are_switched_off_have_one_order() {
        let of = |rules: &[&str], adjudication| {
            let mut of_match = matches(["PVS", "C*"]);
            of_match.without = rules.iter().map(|rule| (*rule).to_owned()).collect();
            of_match.settings.adjudication = adjudication;
            of_match.words_without().join(" ")
        };
        let rules = ["use_razoring", "use_mate_distance", "use_razoring"];
        assert_eq!(of(&rules, Adjudication::STANDARD), "use_mate_distance use_razoring");
        assert_eq!(of(&rules, Adjudication::BY_RULES), "use_mate_distance use_razoring adjudication");
        let shorter = Adjudication { max_ply: 300, ..Adjudication::STANDARD };
        assert_eq!(of(&[], shorter), "adjudication=1500/4/10/12/80/300");
    }

    #[test]
    fn a_sequential_test_has_more_games() {
        let of_match = matches(["PVS", "C*"]);
        let sprt = "0,5".parse().ok();
        assert!(sprt.is_some());
        let games =
            [&of_match, &DriverMatches { sprt, ..of_match.clone() }].map(DriverMatches::default_games);
        assert_eq!(games, [2_000, 40_000]);
    }

    #[test]
    fn only_the_first_pairs_of_the_same_match_are_resumed() {
        let driver: DriverConfig = "C*".parse().expect("a name");
        let key = MatchKey { driver: "C*".into(), seed: 3, ..MatchKey::default() };
        let player = |signature| Player { driver: driver.clone(), model: Model::built_in(), signature };
        let players = [&player(7), &player(9)];
        let pairing = Pairing { players, key: key.clone(), time_control: TimeControl::Nodes(10) };
        let row = |pair| PairRow {
            driver: "C*".into(),
            seed: 3,
            signature: 7,
            opponent_signature: 9,
            pair,
            white: 2,
            ..PairRow::default()
        };
        let other = PairRow { seed: 4, pair: 17, ..row(0) };
        let tally = pairing.results(None, &[row(0), other, row(1)]).expect("results");
        assert_eq!((tally.games, tally.pair_count()), ([2, 0, 2], 2));
        let rejected = |path: Option<&str>, rows: &[PairRow]| {
            pairing.results(path.map(Path::new), rows).expect_err("an error").to_string()
        };
        let other_engine = [PairRow { opponent_signature: 8, ..row(0) }];
        for (path, file) in [(None, ""), (Some("m.csv"), " in 'm.csv'")] {
            let resume = format!("cannot resume the results of 'C*'{file}: ");
            let differs = format!("{resume}they are of an engine that plays differently");
            assert!(rejected(path, &other_engine).starts_with(&differs), "{differs}");
            for (pair, found) in [(2, "3"), (u64::MAX, "18446744073709551615")] {
                let error = rejected(path, &[row(0), row(pair)]);
                assert_eq!(error, format!("{resume}found pair {found}, expected pair 2"));
            }
        }
        // On a clock an engine with another time plan plays differently.
        let timed = Pairing { players, key, time_control: "8+0.08".parse().expect("a clock") };
        assert!(timed.results(None, &[row(0)]).is_err());
        let [signature, opponent_signature] = timed.signatures();
        let of_plan = PairRow { signature, opponent_signature, ..row(0) };
        assert!(signature != 7 && timed.results(None, &[of_plan]).is_ok());
    }
}
