//! Drivers: the narrow-window family compared, every member in the same engine.
//!
//! Each position is searched to the same depth by every contestant in turn, all else forgotten
//! before; what is told is how many nodes and how much time each needs by that of PVS with
//! aspiration, as geometric means over the positions. Plain searches, in a tuning build, have no
//! unsound rule, and then all contestants must find the same score.

mod contestant;
mod positions;
mod record;
mod statistics;

pub use contestant::Contestant;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use super::{on_search_stack, progress_bar, read_epds};
use crate::error::Error;
use crate::position::{Game, Position};
use crate::search::{Control, Limits, Searcher, Settings, params};
use crate::types::Depth;
use record::{Record, write_table};

/// What is compared, and where.
#[derive(Clone, Debug)]
pub struct Drivers {
    /// Files of positions; if there are none, positions from games of Lancet against itself.
    pub files: Vec<PathBuf>,
    /// How many positions at most.
    pub positions: usize,
    /// To which depth each is searched.
    pub depth: Depth,
    /// What competes; the first is what the others are measured by.
    pub contestants: Vec<Contestant>,
    /// Sizes of the table in MiB.
    pub hash_mb: Vec<usize>,
    /// Bounds that the table keeps for a position.
    pub bounds: Vec<i32>,
    /// Evaluations are multiples of it.
    pub grains: Vec<i32>,
    /// No rule but the table at equal depth.
    pub plain: bool,
    /// A file for every single result.
    pub csv: Option<PathBuf>,
}

/// One setting of the factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Setting {
    hash_mb: usize,
    bounds: i32,
    grain: i32,
}

impl Drivers {
    /// Compares and writes a table for each setting.
    ///
    /// # Errors
    /// A sentence for what cannot be done; [`Error::Failed`] where plain searches do not agree;
    /// those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let tuned = self.plain || self.bounds != [1] || self.grains != [1];
        if tuned && !cfg!(feature = "tune") {
            let text = "plain searches, grains and two bounds need a build with --features tune";
            return Err(Error::sentence(text));
        }
        let mut csv = self.csv.as_ref().map(File::create).transpose()?.map(BufWriter::new);
        if let Some(csv) = &mut csv {
            writeln!(csv, "{}", Record::CSV_HEADER)?;
        }
        let positions = self.read_positions()?;
        let mut agree = true;
        for setting in self.settings() {
            let records = on_search_stack(|| self.compare(&positions, setting))??;
            writeln!(out, "{}", self.heading(positions.len(), setting))?;
            write_table(&self.contestants, self.depth, &records, out)?;
            if self.plain {
                agree &= self.tell_disagreements(&positions, &records, out)?;
            }
            if let Some(csv) = &mut csv {
                for (position, row) in positions.iter().zip(&records) {
                    for (contestant, record) in self.contestants.iter().zip(row) {
                        let Setting { hash_mb, bounds, grain } = setting;
                        write!(csv, "{hash_mb},{bounds},{grain},{},{contestant},", self.depth)?;
                        record.write_csv(&position.fen(), csv)?;
                    }
                }
                csv.flush()?;
            }
        }
        if agree { Ok(()) } else { Err(Error::Failed) }
    }

    fn settings(&self) -> Vec<Setting> {
        let mut settings = Vec::new();
        for &hash_mb in &self.hash_mb {
            for &bounds in &self.bounds {
                settings.extend(self.grains.iter().map(|&grain| Setting { hash_mb, bounds, grain }));
            }
        }
        settings
    }

    fn heading(&self, positions: usize, setting: Setting) -> String {
        let Setting { hash_mb, bounds, grain } = setting;
        let kind = if self.plain { "plain searches" } else { "searches" };
        format!(
            "\n{positions} positions, {kind} to depth {}, {hash_mb} MiB, bounds kept: {bounds}, grain {grain}\n",
            self.depth
        )
    }

    fn read_positions(&self) -> Result<Vec<Position>, Error> {
        if self.files.is_empty() {
            return on_search_stack(|| {
                let mut searcher = Searcher::new(1).map_err(Error::Sentence)?;
                Ok(positions::positions(self.positions, &mut searcher))
            })?;
        }
        let mut found = Vec::new();
        for path in &self.files {
            found.extend(read_epds(path)?.into_iter().map(|(_, epd)| epd.position));
        }
        found.retain(Position::has_legal_move);
        found.truncate(self.positions);
        if found.is_empty() { Err(Error::sentence("there is no position to search")) } else { Ok(found) }
    }

    /// What each contestant did in each position.
    fn compare(&self, positions: &[Position], setting: Setting) -> Result<Vec<Vec<Record>>, Error> {
        self.set_up(setting);
        let mut searcher = Searcher::new(setting.hash_mb).map_err(Error::Sentence)?;
        let bar = progress_bar(positions.len() as u64, "positions");
        let mut records = Vec::new();
        for position in positions {
            let game = Game::new(position.clone());
            records.push(self.contestants.iter().map(|one| self.search(&mut searcher, &game, one)).collect());
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(records)
    }

    fn search(&self, searcher: &mut Searcher, game: &Game, contestant: &Contestant) -> Record {
        let limits = Limits { depth: Some(self.depth), ..Limits::default() };
        let Contestant { algorithm, parameters, .. } = *contestant;
        let settings = Settings { algorithm, driver: parameters, ..Settings::default() };
        searcher.clear(1);
        Record::from(searcher.search(game, &limits, &settings, &Control::new(false), &mut ()))
    }

    #[cfg(feature = "tune")]
    fn set_up(&self, setting: Setting) {
        params::set("table_bounds", setting.bounds);
        params::set("score_grain", setting.grain);
        if self.plain {
            params::make_plain();
        }
    }

    #[cfg(not(feature = "tune"))]
    fn set_up(&self, setting: Setting) {
        debug_assert_eq!((setting.bounds, setting.grain), (params::table_bounds(), params::score_grain()));
    }

    /// Tells where plain searches have found different scores; true if nowhere.
    fn tell_disagreements(
        &self,
        positions: &[Position],
        records: &[Vec<Record>],
        out: &mut dyn Write,
    ) -> Result<bool, Error> {
        let mut agree = true;
        for (position, row) in positions.iter().zip(records) {
            for (contestant, record) in self.contestants.iter().zip(row) {
                if record.score != row[0].score {
                    agree = false;
                    let (found, first) = (record.score, row[0].score);
                    writeln!(out, "{contestant} finds {found} and not {first}: {}", position.fen())?;
                }
            }
        }
        if agree {
            writeln!(out, "All find the same score in every position.")?;
        }
        Ok(agree)
    }
}
