//! Searches: what the paper says of nodes and time to a depth.

use std::collections::BTreeMap;

use lancet_arena::driver_config::DriverConfig;
use lancet_arena::results_file::distinct;
use lancet_arena::statistics::{Interval, geometric_mean};

use super::{BASELINE, Items, UNMEASURED};
use crate::drivers::{Conditions, SearchRow, SearchSummary, paired, summarise_searches};
use crate::report::{Forest, draw};
use crate::section::{Chart, Line, Sheet};

/// Positions of the full measurement; with fewer it is a trial.
const POSITIONS: usize = 200;

/// Adds all that these rows say.
pub fn add(items: &mut Items, rows: &[SearchRow]) -> Result<(), String> {
    for (name, plain) in [("plain", true), ("full", false)] {
        for (driver, what) in drivers().flat_map(|driver| [(driver, "nodes"), (driver, "time")]) {
            items.text(&format!("{name} {what} {driver}"), UNMEASURED);
        }
        match Level::of(rows, plain) {
            Some(level) => level.add(items, name)?,
            None => add_nothing(items, name),
        }
    }
    Ok(())
}

/// Says that a level was not measured.
fn add_nothing(items: &mut Items, name: &str) {
    for what in ["caption", "factors", "agreement"] {
        items.text(&format!("{name} {what}"), UNMEASURED);
    }
    items.text(&format!("{name} table"), "");
    for figure in [name.to_owned(), format!("{name}-by-depth")] {
        items.text(&format!("figure {figure}"), "");
    }
}

/// The searches of one kind.
struct Level<'a> {
    rows: &'a [SearchRow],
    /// With everything as it is played.
    base: Conditions,
}

impl<'a> Level<'a> {
    fn of(rows: &'a [SearchRow], plain: bool) -> Option<Level<'a>> {
        let usual = |row: &&SearchRow| {
            row.plain == plain
                && row.without.is_empty()
                && (row.hash, row.bounds, row.granularity) == (16, 1, 1)
        };
        let deepest = rows.iter().filter(usual).max_by_key(|row| row.depth)?;
        Some(Level { rows, base: deepest.conditions() })
    }

    fn rows_of(&self, setting: &Conditions) -> Vec<&'a SearchRow> {
        self.rows.iter().filter(|row| row.conditions() == *setting).collect()
    }

    fn add(&self, items: &mut Items, name: &str) -> Result<(), String> {
        let rows = self.rows_of(&self.base);
        let summaries = in_order(summarise_searches(&rows, BASELINE));
        let positions = summaries.first().map_or(0, |summary| summary.positions);
        items.text(&format!("{name} caption"), self.caption(positions));
        items.text(
            &format!("{name} table"),
            if self.base.plain { plain_table(&summaries) } else { full_table(&summaries) },
        );
        items.text(&format!("{name} factors"), self.factors());
        for summary in &summaries {
            items.text(&format!("{name} nodes {}", summary.driver), short(summary.nodes));
            items.text(&format!("{name} time {}", summary.driver), short(summary.time));
        }
        if self.base.plain {
            items.text("plain agreement", agreement(&rows));
        }
        let title = if self.base.plain { "Plain searches" } else { "The whole engine" };
        let title = format!("{title}, depth {}, {positions} positions", self.base.depth);
        items.picture(name, &title, forest(&title, &summaries, !self.base.plain)?);
        let title = format!("{title}: nodes by depth");
        items.picture(&format!("{name}-by-depth"), &title, draw(&self.by_depth(&title, &rows))?);
        Ok(())
    }

    fn caption(&self, positions: usize) -> String {
        let Conditions { hash, depth, .. } = self.base;
        let kind = if self.base.plain { "plain searches" } else { "searches" };
        let trial = if positions < POSITIONS {
            format!(" **A trial: the full measurement has {POSITIONS}.**")
        } else {
            String::new()
        };
        format!(
            "{positions} positions, {kind} to depth {depth}, {hash} MiB, one bound a position; by those of PVS with \
             aspiration, geometric means, with 95 % intervals by the bootstrap.{trial}"
        )
    }

    /// Nodes in every other setting of the same depth, by those of PVS in the same setting; those of PVS by its own
    /// in the usual one.
    fn factors(&self) -> String {
        let alike = |row: &&SearchRow| (row.plain, row.depth) == (self.base.plain, self.base.depth);
        let mut settings = distinct(self.rows.iter().filter(alike).map(SearchRow::conditions));
        let order = |setting: &Conditions| {
            (
                *setting != self.base,
                setting.without.clone(),
                setting.hash,
                setting.bounds,
                setting.granularity,
            )
        };
        settings.sort_by_key(order);
        let heads = settings.iter().map(|setting| difference(setting, &self.base));
        let mut sheet = Sheet::new("", std::iter::once("driver".to_owned()).chain(heads));
        if settings.len() > 1 {
            let cells = settings.iter().map(|setting| short(self.baseline_in(setting)));
            sheet.add(std::iter::once(format!("{BASELINE}, by itself")).chain(cells));
        }
        let columns: Vec<Vec<SearchSummary>> =
            settings.iter().map(|setting| summarise_searches(&self.rows_of(setting), BASELINE)).collect();
        for driver in drivers().filter(|driver| *driver != BASELINE) {
            let cell = |column: &Vec<SearchSummary>| {
                column
                    .iter()
                    .find(|summary| summary.driver == driver)
                    .map_or("".into(), |summary| short(summary.nodes))
            };
            let cells: Vec<String> = columns.iter().map(cell).collect();
            let others = usize::from(settings.len() > 1);
            if cells.iter().skip(others).any(|cell| !cell.is_empty()) {
                sheet.add(std::iter::once(driver.to_owned()).chain(cells));
            }
        }
        table(&sheet)
    }

    /// Nodes of PVS in a setting, by those in the usual one.
    fn baseline_in(&self, setting: &Conditions) -> Interval {
        let nodes = |setting: &Conditions| -> BTreeMap<&str, f64> {
            let rows = self.rows_of(setting).into_iter().filter(|row| row.driver == BASELINE);
            rows.map(|row| (row.fen.as_str(), row.nodes.max(1) as f64)).collect()
        };
        let usual = nodes(&self.base);
        geometric_mean(nodes(setting).iter().filter_map(|(fen, nodes)| Some(nodes / usual.get(fen)?)))
    }

    fn by_depth(&self, title: &str, rows: &[&SearchRow]) -> Chart {
        let lines = DriverConfig::PLAYERS.iter().filter(|driver| **driver != BASELINE).map(|driver| {
            let pairs = paired(rows, driver, BASELINE);
            let at = |depth: i32| {
                let ratio = |(row, base): &(&SearchRow, &SearchRow)| {
                    Some(row.nodes_at(depth)?.max(1) as f64 / base.nodes_at(depth)?.max(1) as f64)
                };
                let mean = geometric_mean(pairs.iter().filter_map(ratio)).value;
                mean.is_finite().then_some((f64::from(depth), mean, 0.0))
            };
            Line { name: (*driver).into(), points: (1..=self.base.depth).filter_map(at).collect() }
        });
        Chart {
            title: title.into(),
            x: "depth".into(),
            y: "nodes by those of PVS with aspiration".into(),
            log: true,
            lines: lines.filter(|line| !line.points.is_empty()).collect(),
        }
    }
}

/// All contestants, in the order in which they are known.
fn drivers() -> impl Iterator<Item = &'static str> {
    DriverConfig::ALL.into_iter()
}

fn in_order(mut summaries: Vec<SearchSummary>) -> Vec<SearchSummary> {
    summaries.sort_by_key(|summary| drivers().position(|driver| driver == summary.driver));
    summaries
}

/// In what a setting differs from the usual one.
fn difference(setting: &Conditions, base: &Conditions) -> String {
    let mut words = Vec::new();
    if setting.hash != base.hash {
        words.push(format!("{} MiB", setting.hash));
    }
    if setting.bounds != base.bounds {
        words.push(format!("{} bounds", setting.bounds));
    }
    if setting.granularity != base.granularity {
        words.push(format!("grain {}", setting.granularity));
    }
    if setting.without != base.without {
        words.push(format!("without `{}`", setting.without));
    }
    if words.is_empty() { format!("{} MiB, one bound, grain 1", base.hash) } else { words.join(", ") }
}

fn plain_table(summaries: &[SearchSummary]) -> String {
    let heads = ["driver", "nodes", "95 %", "passes", "asked again", "first move cuts", "g"];
    let mut sheet = Sheet::new("", heads);
    for summary in summaries {
        sheet.add([
            summary.driver.clone(),
            format!("{:.3}", summary.nodes.value),
            interval(summary.nodes),
            format!("{:.2}", summary.passes),
            format!("{:.2}", summary.researches),
            percent(summary.first_cutoffs),
            format!("{:.2}", summary.late_cutoffs),
        ]);
    }
    table(&sheet)
}

fn full_table(summaries: &[SearchSummary]) -> String {
    let heads = [
        "driver",
        "nodes",
        "95 %",
        "time",
        "95 %",
        "passes",
        "asked again",
        "capped",
        "contradictions",
        "first move cuts",
        "g",
        "line",
    ];
    let mut sheet = Sheet::new("", heads);
    for summary in summaries {
        sheet.add([
            summary.driver.clone(),
            format!("{:.3}", summary.nodes.value),
            interval(summary.nodes),
            format!("{:.3}", summary.time.value),
            interval(summary.time),
            format!("{:.2}", summary.passes),
            format!("{:.2}", summary.researches),
            summary.pass_limit_hits.to_string(),
            percent(summary.disagreements),
            percent(summary.first_cutoffs),
            format!("{:.2}", summary.late_cutoffs),
            format!("{:.1}", summary.line),
        ]);
    }
    table(&sheet)
}

/// A table without the title that stands above it elsewhere.
pub(super) fn table(sheet: &Sheet) -> String {
    sheet.markdown().trim_start().to_owned()
}

fn interval(mean: Interval) -> String {
    format!("{:.3} to {:.3}", mean.low, mean.high)
}

fn short(mean: Interval) -> String {
    format!("{:.2} ({:.2} to {:.2})", mean.value, mean.low, mean.high)
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Whether all drivers have found the same score in each position.
fn agreement(rows: &[&SearchRow]) -> String {
    let mut scores = BTreeMap::new();
    let (mut positions, mut differ) = (0, 0);
    for row in rows {
        match scores.insert(row.fen.as_str(), row.score) {
            None => positions += 1,
            Some(score) => differ += usize::from(score != row.score),
        }
    }
    if differ == 0 {
        format!("all drivers found the same score in each of the {positions} positions")
    } else {
        format!("{differ} of {} scores differ from another driver's", rows.len())
    }
}

fn forest(title: &str, summaries: &[SearchSummary], timed: bool) -> Result<String, String> {
    let value = |mean: Interval| (mean.value, mean.low, mean.high);
    let others = summaries.iter().filter(|summary| summary.driver != BASELINE);
    let row = |summary: &SearchSummary| {
        let mut values = vec![value(summary.nodes)];
        if timed {
            values.push(value(summary.time));
        }
        (summary.driver.clone(), values)
    };
    let forest = Forest {
        title: title.into(),
        x: "by those of PVS with aspiration (95 %)".into(),
        log: true,
        reference: 1.0,
        series: if timed { vec!["nodes".into(), "time".into()] } else { vec!["nodes".into()] },
        rows: others.map(row).collect(),
    };
    forest.draw()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(driver: &str, fen: &str, plain: bool, hash: usize, nodes: u64) -> SearchRow {
        SearchRow {
            plain,
            hash,
            bounds: 1,
            granularity: 1,
            depth: 2,
            driver: driver.into(),
            fen: fen.into(),
            nodes,
            microseconds: 3 * nodes,
            passes: 4,
            iterations: format!("{} {nodes}", nodes / 2),
            ..SearchRow::default()
        }
    }

    #[test]
    fn tables_say_what_the_rows_say() {
        let mut rows = Vec::new();
        for plain in [true, false] {
            for fen in ["x", "y"] {
                rows.extend([row("C*", fen, plain, 16, 150), row("PVS", fen, plain, 16, 100)]);
                rows.extend([row("PVS", fen, plain, 1, 80), row("C*", fen, plain, 1, 240)]);
            }
        }
        let mut items = Items::default();
        add(&mut items, &rows).expect("items");
        let text = |name: &str| items.texts.get(name).unwrap_or_else(|| panic!("no {name}"));
        assert!(text("plain caption").contains("A trial"), "{}", text("plain caption"));
        assert_eq!(text("full nodes C*"), "1.50 (1.50 to 1.50)");
        assert_eq!(text("full time SSS*"), UNMEASURED);
        assert!(text("plain agreement").starts_with("all drivers found the same"));
        let lines: Vec<&str> = text("plain table").lines().collect();
        assert!(lines[2].contains(" PVS | 1.000 | 1.000 to 1.000 |"), "{lines:?}");
        assert!(lines[3].contains("  C* | 1.500 | 1.500 to 1.500 |   2.00 |"), "{lines:?}");
        let factors = text("full factors");
        assert!(factors.contains("16 MiB, one bound, grain 1 |               1 MiB |"), "{factors}");
        assert!(
            factors.contains("PVS, by itself |        1.00 (1.00 to 1.00) | 0.80 (0.80 to 0.80)"),
            "{factors}"
        );
        assert!(factors.contains("1.50 (1.50 to 1.50) | 3.00 (3.00 to 3.00)"), "{factors}");
        assert!(items.pictures.contains_key("plain-by-depth.svg") && items.pictures.contains_key("full.svg"));
        let mut half = Items::default();
        add(&mut half, &rows[..8]).expect("items");
        assert_eq!(half.texts["full caption"], UNMEASURED);
        assert_eq!(half.texts["plain table"], items.texts["plain table"]);
        assert!(half.pictures.contains_key("plain.svg") && !half.pictures.contains_key("full.svg"));
        let names = |items: &Items| items.texts.keys().cloned().collect::<Vec<_>>();
        assert!(names(&items).iter().all(|name| half.texts.contains_key(name)), "every place can be filled");
    }
}
