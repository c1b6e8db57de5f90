//! Games: the drivers in matches against one of them.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::driver_config::Contestant;
use crate::driver_config::{evaluation, other_engine, switch_off};
use crate::game::Pair;
use crate::openings::Openings;
use crate::pair_row::{Match, PairRow, summarise_matches, write_table};
use crate::params::Player;
use crate::pgn::notate;
use crate::report::{Progress, tell};
use crate::results_file::Ledger;
use crate::runner::Contest;
use crate::statistics::{Sprt, Tally};
use crate::time_control::Pace;
use lancet::Error;
use lancet::eval::nnue::Model;

/// The most that one side may be ahead after a random opening, in the eyes of the first contestant.
const BALANCE: i32 = 100;

/// Matches of all contestants but the first against the first.
#[derive(Clone, Debug)]
pub struct Games {
    /// Who plays; the first is whom the others play against.
    pub contestants: Vec<Contestant>,
    /// Games of each match, which come in pairs.
    pub games: u64,
    /// How long a move is thought about.
    pub pace: Pace,
    /// A file with openings, in place of random ones.
    pub openings: Option<PathBuf>,
    /// The number that all chance follows from.
    pub seed: u64,
    /// Pairs played side by side.
    pub threads: usize,
    /// MiB of the table of each.
    pub hash_mb: usize,
    /// Rules that are switched off.
    pub without: Vec<String>,
    /// What evaluates.
    pub model: Arc<Model>,
    /// Ends a match early.
    pub sprt: Option<Sprt>,
    /// A file for every pair of games; pairs that it has already are not played again.
    pub csv: Option<PathBuf>,
    /// A file to which the games are added.
    pub pgn: Option<PathBuf>,
}

impl Games {
    /// Plays what is not yet played and tells how each match went.
    ///
    /// # Errors
    /// A sentence for what cannot be done; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let [baseline, others @ ..] = &self.contestants[..] else {
            return Err(Error::sentence("a match needs somebody to play against"));
        };
        if others.is_empty() {
            return Err(Error::sentence("a match needs two; the first is whom the others play against"));
        }
        let openings = self.read_openings()?;
        let mut scribe = Scribe {
            pace: self.pace,
            ledger: Ledger::open(self.csv.as_deref())?,
            games: self.pgn.as_deref().map(open_games).transpose()?,
        };
        // Before anything is switched off.
        let signature = |one: &Contestant| one.signature(&self.model);
        let signatures: Vec<u64> = self.contestants.iter().map(signature).collect::<Result<_, Error>>()?;
        switch_off(&self.without)?;
        let mut played = Vec::new();
        for (driver, signature) in others.iter().zip(&signatures[1..]) {
            let bout = Bout {
                players: [driver, baseline],
                signatures: [*signature, signatures[0]],
                of_match: self.match_of(driver, baseline, &openings),
            };
            writeln!(out, "{driver} against {baseline}: {} a move", self.pace)?;
            self.play(&bout, &openings, &mut scribe, out)?;
            writeln!(out)?;
            played.push(bout.of_match);
        }
        let summaries = summarise_matches(&scribe.ledger.rows);
        let of_these: Vec<_> =
            summaries.into_iter().filter(|summary| played.contains(&summary.of_match)).collect();
        write_table(&of_these, out)?;
        Ok(())
    }

    fn read_openings(&self) -> Result<Openings, Error> {
        let Some(path) = &self.openings else {
            return Ok(Openings::Random { balance: BALANCE, judges: &[1] });
        };
        let openings = Openings::read(path, self.seed)?;
        match openings.pairs() {
            Some(most) if most < self.pairs() => Err(Error::Sentence(format!(
                "the openings are enough for {} games: from each come two",
                2 * most
            ))),
            _ => Ok(openings),
        }
    }

    fn pairs(&self) -> u64 {
        self.games.div_ceil(2)
    }

    fn match_of(&self, driver: &Contestant, against: &Contestant, openings: &Openings) -> Match {
        Match {
            driver: driver.name().to_owned(),
            against: against.name().to_owned(),
            pace: self.pace.to_string(),
            openings: openings.name().to_owned(),
            seed: self.seed,
            hash: self.hash_mb,
            without: self.without.join(" "),
            evaluation: evaluation(&self.model),
        }
    }

    /// Plays what is left of one match.
    fn play(
        &self,
        bout: &Bout,
        openings: &Openings,
        scribe: &mut Scribe,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let before = bout.results(&scribe.ledger.rows)?;
        let player = |one: &Contestant| Player { model: self.model.clone(), settings: one.settings() };
        let contest = Contest {
            hash_mb: self.hash_mb,
            openings: openings.clone(),
            seed: self.seed,
            threads: self.threads,
            sprt: self.sprt,
            ..Contest::new(bout.players.map(player), self.pace, self.pairs())
        };
        let mut progress = Progress::new(&contest);
        let ended = contest.play(before, |tally, pair| {
            if let Some(pair) = pair {
                scribe.add(bout, pair)?;
            }
            progress.show(tally);
            Ok::<_, Error>(())
        });
        progress.end();
        tell(&ended?, self.sprt, out)?;
        Ok(())
    }
}

/// One of the matches.
struct Bout<'a> {
    players: [&'a Contestant; 2],
    signatures: [u64; 2],
    of_match: Match,
}

impl Bout<'_> {
    /// The results of the pairs that were played before: the first ones, in their order.
    fn results(&self, rows: &[PairRow]) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        for row in rows.iter().filter(|row| row.of_match() == self.of_match) {
            if [row.signature, row.against_signature] != self.signatures {
                return Err(other_engine(&row.driver));
            }
            if row.pair != tally.count() || row.white > 2 || row.black > 2 {
                let text = "is not the pair that should come next in the file, or has no result";
                return Err(Error::Sentence(format!("{}: pair {} {text}", row.driver, row.pair)));
            }
            tally.add([row.white, row.black]);
        }
        Ok(tally)
    }
}

/// Puts down what was played.
struct Scribe {
    pace: Pace,
    ledger: Ledger<PairRow>,
    games: Option<(PathBuf, File)>,
}

fn open_games(path: &Path) -> Result<(PathBuf, File), Error> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    Ok((path.to_owned(), file.map_err(|error| Error::unwritable(path, error))?))
}

impl Scribe {
    fn add(&mut self, bout: &Bout, pair: &Pair) -> Result<(), Error> {
        let Bout { of_match, signatures, .. } = bout;
        self.ledger.append(vec![PairRow::of(of_match, *signatures, pair, self.pace.is_timed())])?;
        let Some((path, file)) = &mut self.games else { return Ok(()) };
        let Match { driver, against, pace, without, .. } = of_match;
        let without = if without.is_empty() { String::new() } else { format!(" without {without}") };
        let title = format!("{driver} against {against}, {pace} a move{without}");
        let mut text = Vec::new();
        for game in notate(&title, pair, [driver, against], self.pace) {
            game.write(&mut text)?;
        }
        file.write_all(&text).map_err(|error| Error::unwritable(path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_pairs_of_the_same_match_are_gone_on_with() {
        let player: Contestant = "C*".parse().expect("a name");
        let of_match = Match { driver: "C*".into(), seed: 3, ..Match::default() };
        let bout = Bout { players: [&player, &player], signatures: [7, 9], of_match };
        let row = |pair| PairRow {
            driver: "C*".into(),
            seed: 3,
            signature: 7,
            against_signature: 9,
            pair,
            white: 2,
            ..PairRow::default()
        };
        let other = PairRow { seed: 4, pair: 17, ..row(0) };
        let tally = bout.results(&[row(0), other, row(1)]).expect("results");
        assert_eq!((tally.games, tally.count()), ([2, 0, 2], 2));
        let refused = |rows: &[PairRow]| bout.results(rows).unwrap_err().to_string();
        assert!(refused(&[PairRow { against_signature: 8, ..row(0) }]).contains("plays differently"));
        assert!(refused(&[row(0), row(2)]).contains("pair 2"));
        assert!(refused(&[PairRow { white: 3, ..row(0) }]).contains("pair 0"));
    }
}
