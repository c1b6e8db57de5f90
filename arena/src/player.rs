//! Players with their networks, and the check that the results in a file are theirs.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use lancet::console::warn;
use lancet::eval::nnue::Model;
use lancet::files::display;

use crate::driver_config::{DriverConfig, switch_off_rules};
use crate::engine_config::EngineConfig;
use crate::error::ArenaError;
use crate::time_control::TimeControl;

/// A player with its network.
#[derive(Clone, Debug)]
pub struct Player {
    /// The configuration.
    pub driver: DriverConfig,
    /// Its network.
    pub model: Arc<Model>,
    /// Nodes of a small bench, which change with the way it plays in games without a clock.
    pub signature: u64,
}

impl Player {
    /// Loads the networks of players, each file once; those without a file of their own evaluate with `model`.
    ///
    /// # Errors
    /// A file that is not a network; those of the bench.
    pub fn load_all(drivers: &[DriverConfig], model: &Arc<Model>) -> Result<Vec<Player>, ArenaError> {
        let mut networks = HashMap::new();
        let load = |driver: &DriverConfig| {
            let model = match &driver.network {
                None => Arc::clone(model),
                Some(path) => match networks.get(path) {
                    Some(model) => Arc::clone(model),
                    None => Arc::clone(networks.entry(path.clone()).or_insert(load_model(path)?)),
                },
            };
            let signature = driver.signature(&model)?;
            Ok(Player { driver: driver.clone(), model, signature })
        };
        drivers.iter().map(load).collect()
    }

    /// Returns the signature that results of games with this time control keep. With a clock it changes with the time plan
    /// too.
    #[must_use]
    pub fn signature_in(&self, time_control: TimeControl) -> u64 {
        if time_control.has_clock() { self.signature ^ self.driver.time_plan() } else { self.signature }
    }

    /// Returns the engine that plays, with these rules switched off.
    ///
    /// # Errors
    /// Those of [`switch_off_rules`].
    pub fn engine(&self, without: &[String]) -> Result<EngineConfig, ArenaError> {
        let mut settings = self.driver.settings();
        switch_off_rules(&mut settings.parameters, without)?;
        Ok(EngineConfig { model: Arc::clone(&self.model), settings })
    }
}

/// Loads a network.
///
/// # Errors
/// A file that is not a network.
pub fn load_model(path: &Path) -> Result<Arc<Model>, ArenaError> {
    let model = Model::load(path).map_err(|error| lancet::Error::file("load network", path, error))?;
    Ok(Arc::new(model))
}

/// Returns the name under which results files keep an evaluation.
#[must_use]
pub fn evaluation_name(model: &Model) -> String {
    format!("{:016x}", model.id())
}

/// The part of a result in a file that identifies the engine that has played.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// The name of the player.
    pub driver: &'a str,
    /// Its signature in games without a clock.
    pub signature: u64,
    /// The name of its evaluation.
    pub evaluation: &'a str,
}

/// Checks that the results in a file are of this engine, whether of these players or of others that evaluate with
/// `model`. Warns of results with another network, which are not counted.
///
/// # Errors
/// [`ArenaError::OtherEngine`] for the first player that plays differently; those of the bench.
pub fn check_results<'a>(
    path: Option<&Path>,
    results: impl IntoIterator<Item = Played<'a>>,
    players: &[Player],
    model: &Arc<Model>,
) -> Result<(), ArenaError> {
    let own = |player: &Player| (player.signature, evaluation_name(&player.model));
    let mut known: HashMap<&str, Option<(u64, String)>> =
        players.iter().map(|player| (player.driver.name(), Some(own(player)))).collect();
    let mut other_evaluation = None;
    for Played { driver, signature, evaluation } in results {
        if !known.contains_key(driver) {
            // A player with an unknown name is of another version; its rows are not continued.
            let config = driver.parse::<DriverConfig>().ok().filter(|config| config.network.is_none());
            let own = config.map(|config| config.signature(model)).transpose()?;
            known.insert(driver, own.map(|signature| (signature, evaluation_name(model))));
        }
        let Some(Some((own_signature, own_evaluation))) = known.get(driver) else { continue };
        if evaluation != own_evaluation {
            other_evaluation.get_or_insert(evaluation);
        } else if signature != *own_signature {
            return Err(ArenaError::other_engine(path, driver));
        }
    }
    if let (Some(other), Some(path)) = (other_evaluation, path) {
        let path = display(path);
        warn(format_args!("'{path}' has results with another network, {other}; they are not counted"));
    }
    Ok(())
}
