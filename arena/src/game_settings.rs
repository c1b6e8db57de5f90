//! What all games of a command share, whether it plays matches or tunes parameters.

use std::path::PathBuf;
use std::sync::Arc;

use lancet::console::warn;
use lancet::eval::nnue::Model;
use lancet::tt::Tt;

use crate::adjudication::Adjudication;
use crate::driver_config::{DriverConfig, NEEDING_TABLES};
use crate::engine_config::EngineConfig;
use crate::error::ArenaError;
use crate::openings::Openings;
use crate::runner::Match;
use crate::time_control::TimeControl;

/// What all games of a command share.
#[derive(Clone, Debug)]
pub struct GameSettings {
    /// What ends the search of a move.
    pub time_control: TimeControl,
    /// An EPD or PGN file with openings, in place of random ones.
    pub openings: Option<PathBuf>,
    /// The RNG seed.
    pub seed: u64,
    /// The number of pairs that are played in parallel.
    pub threads: usize,
    /// When a game is adjudicated.
    pub adjudication: Adjudication,
    /// MiB of hash of each engine.
    pub hash_mb: usize,
    /// The network of the players that have none of their own.
    pub model: Arc<Model>,
    /// Reports whether the command was interrupted, as by Ctrl-C.
    pub interrupted: fn() -> bool,
}

impl GameSettings {
    /// Settings with the built-in network, random openings and one thread, never interrupted.
    #[must_use]
    pub fn new(time_control: TimeControl) -> GameSettings {
        GameSettings {
            time_control,
            openings: None,
            seed: 1,
            threads: 1,
            adjudication: Adjudication::STANDARD,
            hash_mb: Tt::DEFAULT_MB,
            model: Model::built_in(),
            interrupted: || false,
        }
    }

    /// Warns of settings of the players, and of rules that are switched off for all of them, without effect in these games.
    pub(crate) fn warn_of_idle_settings(&self, players: &[DriverConfig], without: &[String]) {
        self.idle_settings(players, without).into_iter().for_each(warn);
    }

    /// Returns a message for each player with settings that need a clock where there is none, or tablebases, which the games
    /// never have; and one for the rules that are switched off for all.
    fn idle_settings(&self, players: &[DriverConfig], without: &[String]) -> Vec<String> {
        let has_clock = self.time_control.has_clock();
        let mut messages = Vec::new();
        for player in players {
            let of_clock: Vec<&str> = player.needing_clock().filter(|_| !has_clock).collect();
            let of_tables: Vec<&str> = player.needing_tables().collect();
            messages.extend(idle_message(player.name(), "a clock", &of_clock));
            messages.extend(idle_message(player.name(), "tablebases", &of_tables));
        }
        let is_off = |rule: &&str| without.iter().any(|name| name == *rule);
        let of_all: Vec<&str> = NEEDING_TABLES.into_iter().filter(is_off).collect();
        messages.extend(idle_message("--without", "tablebases", &of_all));
        messages
    }

    /// Reads the openings; `random` stands for those without a file.
    ///
    /// # Errors
    /// The file cannot be read or has a bad opening.
    pub fn read_openings(&self, random: Openings) -> Result<Openings, ArenaError> {
        Openings::read_or(self.openings.as_deref(), self.seed, random)
    }

    /// Returns a match of `pairs` pairs between two engines.
    #[must_use]
    pub fn match_between(&self, engines: [EngineConfig; 2], openings: Openings, pairs: u64) -> Match {
        Match {
            openings,
            adjudication: self.adjudication,
            hash_mb: self.hash_mb,
            seed: self.seed,
            threads: self.threads,
            interrupted: self.interrupted,
            ..Match::new(engines, self.time_control, pairs)
        }
    }
}

/// Returns the message about settings without effect in games that lack something; `None` if there are none.
fn idle_message(player: &str, missing: &str, settings: &[&str]) -> Option<String> {
    let settings = Some(settings.join(", ")).filter(|settings| !settings.is_empty())?;
    Some(format!("{player}: without effect in games without {missing}: {settings}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_without_effect_are_reported() {
        let clock: TimeControl = "8+0.08".parse().expect("a clock");
        let without = ["use_razoring", "use_syzygy"].map(String::from);
        let of_all = "--without: without effect in games without tablebases: use_syzygy";
        for control in [TimeControl::Nodes(10), clock] {
            let settings = GameSettings::new(control);
            assert_eq!(settings.idle_settings(&[], &without), [of_all]);
            assert_eq!(settings.idle_settings(&[], &without[..1]), [""; 0]);
        }
    }

    #[cfg(feature = "tune")]
    #[test]
    fn settings_of_players_without_effect_are_reported() {
        let name = "PVS:time_hard=30,use_syzygy=false";
        let players = ["PVS", name].map(|name| name.parse::<DriverConfig>().expect(name));
        let of = |control| GameSettings::new(control).idle_settings(&players, &[]);
        let message = |missing: &str, setting: &str| {
            format!("{name}: without effect in games without {missing}: {setting}")
        };
        let (of_clock, of_tables) = (message("a clock", "time_hard"), message("tablebases", "use_syzygy"));
        assert_eq!(of(TimeControl::Nodes(10)), [of_clock, of_tables.clone()]);
        assert_eq!(of("8+0.08".parse().expect("a clock")), [of_tables]);
    }
}
