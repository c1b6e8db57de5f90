//! History: what a cycle has done, in Markdown.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use super::state::{Generation, Learned, State};
use super::steps::{self, Amount, typed};
use crate::whole;

const HEAD: &str = "\
| generation | played by | positions | in all | nodes | seeds | model | shape | weight of results | held-out loss | Elo over the player | takes over | CPU minutes |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
";

/// Writes `history.md` into the folder.
///
/// # Errors
/// A sentence where it cannot be written.
pub fn write(folder: &Path, state: &State) -> Result<(), String> {
    let text = text(folder, state);
    whole::write(&folder.join("history.md"), |file| file.write_all(text.as_bytes()))
}

fn text(folder: &Path, state: &State) -> String {
    let settings = &state.settings;
    let mut text = format!(
        "# Generations\n\nBegun with seed {} and scale {}, on {} threads. Nodes are the soft limit of a move in \
         self-play; Elo is measured at fixed nodes, with its 95 % error.\n\n{HEAD}",
        settings.seed, settings.scale, settings.threads
    );
    let mut stored = 0;
    for (number, generation) in state.generations.iter().enumerate() {
        stored += generation.positions();
        text += &row(number, generation, stored);
    }
    for number in 0..state.generations.len() {
        text += &commands(folder, state, number);
    }
    text
}

/// The line of a generation: what came of it, as far as it is known.
fn row(number: usize, generation: &Generation, stored: u64) -> String {
    let Generation { player, soft, games, best, promoted, .. } = generation;
    let seeds: Vec<String> = games.iter().map(|games| games.seed.to_string()).collect();
    let chosen = generation.models.iter().find(|model| Some(&model.file) == best.as_ref());
    let about = |of: &dyn Fn(&Learned) -> String| chosen.map_or_else(|| "-".to_string(), of);
    let played = best.as_ref().and_then(|best| generation.played(best, player));
    let elo = played.and_then(|played| played.tally.elo()).map_or("-".into(), |elo| elo.to_string());
    let verdict = match promoted {
        Some(true) => "yes",
        Some(false) => "no",
        None => "-",
    };
    format!(
        "| {number} | {player} | {} | {stored} | {soft} | {} | {} | {} | {} | {} | {elo} | {verdict} | {:.1} |\n",
        generation.positions(),
        seeds.join(", "),
        best.as_deref().unwrap_or("-"),
        about(&|model| model.learner.shape.name()),
        about(&|model| model.learner.result.to_string()),
        about(&|model| model.loss.map_or("-".into(), |loss| format!("{loss:.6}"))),
        generation.cpu() / 60.0,
    )
}

/// What was done in a generation, each step with what came of it and the command that does it.
fn commands(folder: &Path, state: &State, number: usize) -> String {
    let generation = &state.generations[number];
    let mut text = format!("\n## Generation {number}, by hand\n\n```sh\n");
    // Writing into a string does not fail.
    let mut step = |words: &[String], result: String, cpu: f64| {
        let _ = writeln!(text, "# {result} ({:.1} CPU minutes)\n{}", cpu / 60.0, typed(words));
    };
    for games in generation.games.iter().filter(|games| games.games > 0) {
        let words = steps::play(folder, generation, games, Amount::Games(games.games));
        step(&words, format!("{} positions in {} games", games.positions, games.games), games.cpu);
    }
    for games in &generation.games {
        if let Some(judged) = &games.judged {
            let how = if judged.complete { "" } else { ", under way" };
            step(&steps::rescore(folder, games, judged), format!("judged by {}{how}", judged.by), judged.cpu);
        }
    }
    for model in &generation.models {
        let words = steps::train(folder, state, number, model, false);
        let loss = model.loss.map_or("no loss yet".into(), |loss| format!("held-out loss {loss:.6}"));
        let how = if model.complete { "" } else { ", under way" };
        step(&words, format!("{}: {loss}{how}", model.learner.shape.name()), model.cpu);
    }
    for played in &generation.matches {
        let words = steps::contest(folder, state, number, played);
        let [losses, draws, wins] = played.tally.games;
        let elo = played.tally.elo().map_or("nothing yet".into(), |elo| elo.to_string());
        let how = if played.complete { "" } else { ", under way" };
        step(&words, format!("+{wins} ={draws} -{losses}, Elo {elo}{how}"), played.cpu);
    }
    text + "```\n"
}
