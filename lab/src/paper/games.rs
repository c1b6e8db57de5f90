//! The items of the paper about games.

use lancet_arena::driver_config::DriverConfig;
use lancet_arena::pair_row::{MatchSummary, PairRow, summarize_matches};
use lancet_arena::results_file::distinct;
use lancet_arena::statistics::{Elo, EloInterval};
use lancet_arena::time_control::TimeControl;

use super::searches::markdown;
use super::{BASELINE, Items, UNMEASURED};
use crate::error::LabError;
use crate::report::{DataTable, ForestPlot};

/// The number of games per match in the complete measurement; with fewer the results are preliminary.
const GAMES: u64 = 2000;

/// Adds the items about games.
pub fn add(items: &mut Items, rows: &[PairRow]) -> Result<(), LabError> {
    let mut all = summarize_matches(rows);
    all.retain(|summary| summary.key.opponent == BASELINE);
    let order = |summary: &MatchSummary| {
        DriverConfig::ALL.iter().position(|driver| *driver == summary.key.driver).unwrap_or(usize::MAX)
    };
    all.sort_by_key(|summary| {
        (summary.key.time_control.clone(), summary.key.without.clone(), order(summary))
    });
    let (timed, counted): (Vec<_>, Vec<_>) = all.into_iter().partition(is_timed);
    for (name, summaries) in [("games", counted), ("timed", timed)] {
        let item = |what: &str| format!("{name} {what}");
        DriverConfig::ALL.iter().for_each(|driver| items.text(&item(driver), UNMEASURED));
        for summary in summaries.iter().filter(|summary| summary.key.without.is_empty()) {
            items.text(&item(&summary.key.driver), elo(summary));
        }
        if summaries.is_empty() {
            items.text(&item("caption"), UNMEASURED);
            ["table", "verdict"].iter().for_each(|what| items.text(&item(what), ""));
            items.text(&format!("figure {name}"), "");
        } else {
            items.text(&item("caption"), caption(&summaries));
            items.text(&item("table"), match_table(&summaries));
            items.text(&item("verdict"), verdict(&summaries));
            items.figure(name, &title(&summaries), forest_plot(&summaries)?);
        }
    }
    Ok(())
}

/// Reports whether a time control, as results files store it, is a clock for the game.
fn is_clock(time_control: &str) -> bool {
    let clock = time_control.split_once(" s").map(|(clock, _)| clock.parse::<TimeControl>());
    matches!(clock, Some(Ok(TimeControl::Clock { .. })))
}

/// Reports whether a match was played by time: real time, or a clock that counts nodes as time.
fn is_timed(summary: &MatchSummary) -> bool {
    summary.time.is_some() || is_clock(&summary.key.time_control)
}

/// Returns a time control with its unit, as [`TimeControl::rate`].
fn rate(time_control: &str) -> String {
    format!("{time_control} per {}", if is_clock(time_control) { "game" } else { "move" })
}

fn games(summary: &MatchSummary) -> u64 {
    summary.tally.games.iter().sum()
}

fn elo(summary: &MatchSummary) -> String {
    summary.tally.elo().map_or_else(String::new, |elo| elo.to_string())
}

fn los(summary: &MatchSummary) -> String {
    let los = Some(summary.tally.los()).filter(|_| summary.tally.has_error());
    los.map_or_else(String::new, |los| format!("{:.1} %", 100.0 * los))
}

/// Joins the distinct texts of a list.
fn join_distinct(texts: impl Iterator<Item = String>) -> String {
    distinct(texts).join(", ")
}

fn caption(summaries: &[MatchSummary]) -> String {
    let least = summaries.iter().map(games).min().unwrap_or_default();
    let time_controls = join_distinct(summaries.iter().map(|summary| rate(&summary.key.time_control)));
    let openings = join_distinct(summaries.iter().map(|summary| summary.key.openings.clone()));
    let hash = join_distinct(summaries.iter().map(|summary| summary.key.hash.to_string()));
    let preliminary = if least < GAMES && !summaries.iter().any(is_timed) {
        format!(" **Preliminary: the complete measurement has {GAMES} games per match.**")
    } else {
        String::new()
    };
    format!(
        "Against PVS with aspiration, {time_controls}, {hash} MiB each, openings: {openings}; at least {least} games \
         per match. Elo with 95 % intervals from the pairs of games.{preliminary}"
    )
}

/// Which drivers differ from PVS by more than the error.
fn verdict(summaries: &[MatchSummary]) -> String {
    let of = |which: fn(&EloInterval) -> bool| {
        let interval = |summary: &MatchSummary| summary.tally.elo().and_then(|elo| elo.interval);
        let is_one = |summary: &&MatchSummary| interval(summary).is_some_and(|interval| which(&interval));
        let names: Vec<String> = summaries.iter().filter(is_one).map(name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    format!(
        "Better than PVS with aspiration by more than the error: {}. Worse: {}. Within the error: {}.",
        of(|elo| elo.low > 0.0),
        of(|elo| elo.high < 0.0),
        of(|elo| elo.low <= 0.0 && elo.high >= 0.0)
    )
}

fn title(summaries: &[MatchSummary]) -> String {
    let time_controls = join_distinct(summaries.iter().map(|summary| rate(&summary.key.time_control)));
    format!("Elo against PVS with aspiration, {time_controls}")
}

fn name(summary: &MatchSummary) -> String {
    let key = &summary.key;
    if key.without.is_empty() {
        key.driver.clone()
    } else {
        format!("{} without `{}`", key.driver, key.without)
    }
}

fn match_table(summaries: &[MatchSummary]) -> String {
    let timed = summaries.iter().any(is_timed);
    let mut columns = vec![
        "driver",
        "games",
        "won",
        "drawn",
        "lost",
        "Elo",
        "LOS",
        "depth",
        "depth of PVS",
        "passes",
        "pass limit hits",
    ];
    if timed {
        columns.extend(["nodes/s", "time"]);
    }
    // A fixed time per move has no clock that could run out.
    let by_clock = summaries.iter().any(|summary| is_clock(&summary.key.time_control));
    if by_clock {
        columns.extend(["lost on time", "PVS lost on time"]);
    }
    let mut table = DataTable::new("", columns);
    for summary in summaries {
        let [lost, drawn, won] = summary.tally.games;
        let mut cells = vec![
            name(summary),
            games(summary).to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            elo(summary),
            los(summary),
            format!("{:.2}", summary.depth),
            format!("{:.2}", summary.opponent_depth),
            format!("{:.2}", summary.passes),
            summary.pass_limit_hits.to_string(),
        ];
        if timed {
            let ratio = |of: Option<f64>| of.map_or_else(String::new, |ratio| format!("{ratio:.3}"));
            cells.extend([ratio(summary.speed), ratio(summary.time)]);
        }
        if by_clock {
            cells.extend(summary.time_losses.map(|games| games.to_string()));
        }
        table.push(cells);
    }
    markdown(&table)
}

fn forest_plot(summaries: &[MatchSummary]) -> Result<String, LabError> {
    let row = |summary: &MatchSummary| {
        let Elo { value, interval } = summary.tally.elo()?;
        // From few pairs a point without error bars.
        let EloInterval { low, high } = interval.unwrap_or(EloInterval { low: value, high: value });
        Some((name(summary).replace('`', ""), vec![(value, low, high)]))
    };
    let plot = ForestPlot {
        title: title(summaries),
        x: "Elo (95 %)".into(),
        log: false,
        reference: 0.0,
        series: vec!["Elo".into()],
        rows: summaries.iter().filter_map(row).collect(),
    };
    plot.draw()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn tables_summarize_the_pairs() {
        let row = |driver: &str, time: Option<u64>, white, black| PairRow {
            driver: driver.into(),
            opponent: "PVS".into(),
            time_control: if time.is_some() { "100 ms" } else { "10 nodes" }.into(),
            openings: "random".into(),
            hash: 16,
            white,
            black,
            searches: 2,
            depths: 9,
            nodes: 8,
            opponent_nodes: 4,
            opponent_searches: 1,
            passes: 27,
            microseconds: time,
            opponent_microseconds: time,
            ..PairRow::default()
        };
        let ten =
            |driver, white| (0..10).map(move |pair| row(driver, None, if pair < 5 { white } else { 1 }, 1));
        let mut rows: Vec<PairRow> = ten("SSS*", 0).chain(ten("C*", 2)).collect();
        let by_nodes = rows.len();
        rows.push(row("C*", Some(9), 1, 1));
        let mut items = Items::default();
        add(&mut items, &rows).expect("items");
        let lines: Vec<&str> = items.texts["games table"].lines().collect();
        // A score of five eighths is 400 log10(5/3) Elo.
        assert!(lines[2].contains(" C* |    20 |   5 |    15 |    0 | +88.7 ± 58.1 |"), "{lines:?}");
        assert!(lines[3].contains("SSS* |    20 |   0 |    15 |    5 | -88.7 ± 58.1 |"), "{lines:?}");
        assert!(lines[3].contains("|  4.50 |") && lines[3].contains("|   3.00 |"), "{lines:?}");
        assert_eq!((&*items.texts["games C*"], &*items.texts["games Scout"]), ("+88.7 ± 58.1", UNMEASURED));
        assert!(
            items.texts["games caption"].contains("Preliminary")
                && items.texts["games caption"].contains("at least 20 games")
        );
        assert!(!items.texts["timed caption"].contains("Preliminary"), "{}", items.texts["timed caption"]);
        assert!(items.texts["timed table"].contains("|   2.000 | 0.500 |"), "{}", items.texts["timed table"]);
        // A single pair has no error.
        assert!(items.texts["timed table"].contains("| +0.0 |     |"), "{}", items.texts["timed table"]);
        // Only a clock can run out.
        assert!(!items.texts["timed table"].contains("lost on time"), "{}", items.texts["timed table"]);
        let clock = PairRow { time_control: "8+0.08 s".into(), ..row("C*", Some(9), 0, 2) };
        let lost = PairRow { white_termination: "time".into(), ..clock };
        assert!(match_table(&summarize_matches(&[lost])).contains("|            1 |                0 |"));
        assert!(items.figures.contains_key("games.svg") && items.figures.contains_key("timed.svg"));
        let verdict = "Better than PVS with aspiration by more than the error: C*. Worse: SSS*. Within the error: none.";
        assert_eq!(items.texts["games verdict"], verdict);
        let mut untimed = Items::default();
        add(&mut untimed, &rows[..by_nodes]).expect("items");
        assert_eq!(untimed.texts["timed caption"], UNMEASURED);
        assert!(!untimed.figures.contains_key("timed.svg"));
    }

    #[test]
    fn time_controls_have_their_own_units() {
        let clock = |nodes_per_ms: u32| TimeControl::Clock {
            base: Duration::from_secs(8),
            increment: Duration::from_millis(80),
            nodes_per_ms,
        };
        let time_controls = [
            TimeControl::Nodes(10_000),
            TimeControl::SoftNodes { soft: 100, hard: 500 },
            TimeControl::MoveTime(Duration::from_millis(20)),
            clock(0),
            clock(50),
        ];
        for time_control in time_controls {
            assert_eq!(rate(&time_control.to_string()), time_control.rate());
        }
        // A clock of nodes stores no times, but is none of the games with fixed nodes per move.
        let row = |time_control: TimeControl| PairRow {
            driver: "C*".into(),
            opponent: "PVS".into(),
            time_control: time_control.to_string(),
            hash: 16,
            white: 1,
            black: 1,
            searches: 1,
            ..PairRow::default()
        };
        let mut items = Items::default();
        add(&mut items, &[row(time_controls[0]), row(time_controls[4])]).expect("items");
        let caption = |name: &str| items.texts[&format!("{name} caption")].clone();
        assert!(caption("games").starts_with("Against PVS with aspiration, 10000 nodes per move, 16 MiB"));
        assert!(caption("timed").contains(", 8+0.08 s of 50 nodes/ms per game, "), "{}", caption("timed"));
        assert!(
            !caption("timed").contains("Preliminary") && items.texts["timed table"].contains("lost on time")
        );
        let figure = "![Elo against PVS with aspiration, 8+0.08 s of 50 nodes/ms per game](timed.svg)";
        assert_eq!(items.texts["figure timed"], figure);
    }
}
