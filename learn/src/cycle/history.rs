//! The history of a cycle, in Markdown.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use super::state::{Generation, State, TrainedModel};
use super::steps::{self, Amount};
use super::words::{ToWords, command_line};
use crate::LearnError;
use lancet::console;

const TABLE_HEAD: &str = "\
| generation | played by | positions | in total | nodes | seeds | best model | architecture | result weight | held-out loss | Elo over the player | promoted | CPU minutes |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// Writes `history.md` in the folder of a cycle.
///
/// # Errors
/// [`LearnError`] if it cannot be written.
pub fn write(folder: &Path, state: &State) -> Result<(), LearnError> {
    let text = text(folder, state);
    Ok(console::write_atomic(&folder.join("history.md"), |file| file.write_all(text.as_bytes()))?)
}

fn text(folder: &Path, state: &State) -> String {
    let settings = &state.settings;
    let mut text = format!(
        "# Generations\n\nStarted with seed {} and scale {}, on {} threads. Nodes are the soft limit of a move in \
         self-play; Elo is measured at fixed nodes, with its 95 % confidence interval.\n\n{TABLE_HEAD}",
        settings.seed, settings.scale, settings.threads
    );
    let mut stored = 0;
    for (number, generation) in state.generations.iter().enumerate() {
        stored += generation.positions();
        text += &table_row(number, generation, stored);
    }
    for number in 0..state.generations.len() {
        text += &commands(folder, state, number);
    }
    text
}

/// Returns the table row of a generation; unknown cells are `-`.
fn table_row(number: usize, generation: &Generation, stored: u64) -> String {
    let Generation { player, soft, games, best, promoted, .. } = generation;
    let seeds: Vec<String> = games.iter().map(|games| games.seed.to_string()).collect();
    let model = generation.models.iter().find(|model| Some(&model.file) == best.as_ref());
    let cell = |of: &dyn Fn(&TrainedModel) -> String| model.map_or_else(|| "-".to_string(), of);
    let played = best.as_ref().and_then(|best| generation.played(best, player));
    let elo = played.and_then(|played| played.tally.elo()).map_or("-".into(), |elo| elo.to_string());
    let promoted = match promoted {
        Some(true) => "yes",
        Some(false) => "no",
        None => "-",
    };
    format!(
        "| {number} | {player} | {} | {stored} | {soft} | {} | {} | {} | {} | {} | {elo} | {promoted} | {:.1} |\n",
        generation.positions(),
        seeds.join(", "),
        best.as_deref().unwrap_or("-"),
        cell(&|model| model.recipe.architecture.to_string()),
        cell(&|model| model.recipe.result_weight.to_string()),
        cell(&|model| model.loss.map_or("-".into(), |loss| format!("{loss:.6}"))),
        generation.cpu() / 60.0,
    )
}

/// Returns the section of a generation: each step with its result and its command line.
fn commands(folder: &Path, state: &State, number: usize) -> String {
    let generation = &state.generations[number];
    let mut text = format!("\n## Generation {number}, by hand\n\n```sh\n");
    for games in generation.games.iter().filter(|games| games.games > 0) {
        let command = steps::play(folder, generation, games, Amount::Games(games.games));
        let result = format!("{} positions in {} games", games.positions, games.games);
        add_step(&mut text, &command, &result, true, games.cpu);
    }
    for games in &generation.games {
        if let Some(rescored) = &games.rescored {
            let command = steps::rescore(folder, games, rescored);
            let result = format!("rescored by {}", rescored.by);
            add_step(&mut text, &command, &result, rescored.complete, rescored.cpu);
        }
    }
    for model in &generation.models {
        let command = steps::train(folder, state, number, model, false);
        let loss = model.loss.map_or("no loss yet".into(), |loss| format!("held-out loss {loss:.6}"));
        let rejected = if model.rejected { ", rejected" } else { "" };
        let result = format!("{}: {loss}{rejected}", model.recipe.architecture);
        add_step(&mut text, &command, &result, model.complete, model.cpu);
    }
    for played in &generation.matches {
        let command = steps::play_match(folder, state, number, played);
        let [losses, draws, wins] = played.tally.games;
        let elo = played.tally.elo().map_or("unknown".into(), |elo| elo.to_string());
        let result = format!("+{wins} ={draws} -{losses}, Elo {elo}");
        add_step(&mut text, &command, &result, played.complete, played.cpu);
    }
    text + "```\n"
}

fn add_step(text: &mut String, command: &impl ToWords, result: &str, is_complete: bool, cpu: f64) {
    let progress = if is_complete { "" } else { ", incomplete" };
    let minutes = cpu / 60.0;
    // Writing to a string does not fail.
    let _ = writeln!(text, "# {result}{progress} ({minutes:.1} CPU minutes)\n{}", command_line(command));
}
