//! The items of the paper about nodes and time to a depth.

use std::collections::BTreeMap;

use lancet_arena::driver_config::DriverConfig;
use lancet_arena::results_file::distinct;
use lancet_arena::statistics::{Interval, geometric_mean};

use super::{BASELINE, Items, UNMEASURED};
use crate::drivers::{Conditions, SearchRow, SearchSummary, paired, summarize_searches};
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, ForestPlot, XAxis, draw};

/// The number of positions in the complete measurement; with fewer the results are preliminary.
const POSITIONS: usize = 200;

/// Adds the items about searches.
pub fn add(items: &mut Items, rows: &[SearchRow]) -> Result<(), LabError> {
    for (name, plain) in [("plain", true), ("full", false)] {
        for (driver, what) in
            drivers().flat_map(|driver| ["nodes", "total", "tail", "time"].map(|what| (driver, what)))
        {
            items.text(&format!("{name} {what} {driver}"), UNMEASURED);
        }
        match Measurement::of(rows, plain) {
            Some(measurement) => measurement.add(items, name)?,
            None => add_unmeasured(items, name),
        }
    }
    Ok(())
}

/// Marks the items of one kind of search as not measured.
fn add_unmeasured(items: &mut Items, name: &str) {
    for what in ["caption", "factors", "agreement"] {
        items.text(&format!("{name} {what}"), UNMEASURED);
    }
    items.text(&format!("{name} table"), "");
    for figure in [name.to_owned(), format!("{name}-by-depth")] {
        items.text(&format!("figure {figure}"), "");
    }
}

/// The searches of one kind: plain, or by the complete engine.
struct Measurement<'a> {
    rows: &'a [SearchRow],
    /// The default conditions.
    base: Conditions,
}

impl<'a> Measurement<'a> {
    fn of(rows: &'a [SearchRow], plain: bool) -> Option<Measurement<'a>> {
        let is_default = |row: &&SearchRow| {
            row.plain == plain
                && row.without.is_empty()
                && (row.hash, row.bounds, row.granularity) == (16, 1, 1)
        };
        let deepest = rows.iter().filter(is_default).max_by_key(|row| row.depth)?;
        Some(Measurement { rows, base: deepest.conditions() })
    }

    fn rows_of(&self, conditions: &Conditions) -> Vec<&'a SearchRow> {
        self.rows.iter().filter(|row| row.conditions() == *conditions).collect()
    }

    fn add(&self, items: &mut Items, name: &str) -> Result<(), LabError> {
        let rows = self.rows_of(&self.base);
        let summaries = in_order(summarize_searches(&rows, BASELINE));
        let positions = summaries.first().map_or(0, |summary| summary.positions);
        items.text(&format!("{name} caption"), self.caption(positions));
        items.text(
            &format!("{name} table"),
            if self.base.plain { plain_table(&summaries) } else { full_table(&summaries) },
        );
        items.text(&format!("{name} factors"), self.factors());
        for summary in &summaries {
            items.text(&format!("{name} nodes {}", summary.driver), short(summary.nodes));
            items.text(&format!("{name} total {}", summary.driver), format!("{:.2}", summary.total_nodes));
            items.text(&format!("{name} tail {}", summary.driver), format!("{:.1}", summary.nodes_95));
            items.text(&format!("{name} time {}", summary.driver), short(summary.time));
        }
        if self.base.plain {
            items.text("plain agreement", agreement(&rows));
        }
        let title = if self.base.plain { "Plain searches" } else { "The complete engine" };
        let title = format!("{title}, depth {}, {positions} positions", self.base.depth);
        items.figure(name, &title, forest_plot(&title, &summaries, !self.base.plain)?);
        let title = format!("{title}: nodes by depth");
        items.figure(&format!("{name}-by-depth"), &title, draw(&self.by_depth(&title, &rows))?);
        Ok(())
    }

    fn caption(&self, positions: usize) -> String {
        let Conditions { hash, depth, .. } = self.base;
        let kind = if self.base.plain { "plain searches" } else { "searches" };
        let preliminary = if positions < POSITIONS {
            format!(" **Preliminary: the complete measurement has {POSITIONS} positions.**")
        } else {
            String::new()
        };
        format!(
            "{positions} positions, {kind} to depth {depth}, {hash} MiB, one bound per position; relative to PVS with \
             aspiration, geometric means with 95 % bootstrap intervals. Total: the nodes in all positions together; one position \
             in twenty exceeds \"1 in 20\".{preliminary}"
        )
    }

    /// The table of nodes under all conditions of the same depth, relative to PVS under the same conditions. The row of
    /// PVS is relative to its own nodes under the default conditions.
    fn factors(&self) -> String {
        let is_comparable = |row: &&SearchRow| (row.plain, row.depth) == (self.base.plain, self.base.depth);
        let mut all = distinct(self.rows.iter().filter(is_comparable).map(SearchRow::conditions));
        let order = |conditions: &Conditions| {
            (
                *conditions != self.base,
                conditions.without.clone(),
                conditions.hash,
                conditions.bounds,
                conditions.granularity,
            )
        };
        all.sort_by_key(order);
        let columns = all.iter().map(|conditions| difference(conditions, &self.base));
        let mut table = DataTable::new("", std::iter::once("driver".to_owned()).chain(columns));
        if all.len() > 1 {
            let cells = all.iter().map(|conditions| short(self.baseline_in(conditions)));
            table.push(std::iter::once(format!("{BASELINE}, relative to default")).chain(cells));
        }
        let summaries: Vec<Vec<SearchSummary>> =
            all.iter().map(|conditions| summarize_searches(&self.rows_of(conditions), BASELINE)).collect();
        for driver in drivers().filter(|driver| *driver != BASELINE) {
            let cell = |column: &Vec<SearchSummary>| {
                column
                    .iter()
                    .find(|summary| summary.driver == driver)
                    .map_or("".into(), |summary| short(summary.nodes))
            };
            let cells: Vec<String> = summaries.iter().map(cell).collect();
            let others = usize::from(all.len() > 1);
            if cells.iter().skip(others).any(|cell| !cell.is_empty()) {
                table.push(std::iter::once(driver.to_owned()).chain(cells));
            }
        }
        markdown(&table)
    }

    /// Nodes of PVS under some conditions, relative to the default ones.
    fn baseline_in(&self, conditions: &Conditions) -> Interval {
        let nodes = |conditions: &Conditions| -> BTreeMap<&str, f64> {
            let rows = self.rows_of(conditions).into_iter().filter(|row| row.driver == BASELINE);
            rows.map(|row| (row.fen.as_str(), row.nodes.max(1) as f64)).collect()
        };
        let default = nodes(&self.base);
        geometric_mean(nodes(conditions).iter().filter_map(|(fen, nodes)| Some(nodes / default.get(fen)?)))
    }

    fn by_depth(&self, title: &str, rows: &[&SearchRow]) -> Chart {
        let curves = DriverConfig::PLAYERS.iter().filter(|driver| **driver != BASELINE).map(|driver| {
            let pairs = paired(rows, driver, BASELINE);
            let at = |depth: i32| {
                let ratio = |(row, base): &(&SearchRow, &SearchRow)| {
                    Some(row.nodes_at(depth)?.max(1) as f64 / base.nodes_at(depth)?.max(1) as f64)
                };
                let mean = geometric_mean(pairs.iter().filter_map(ratio)).value;
                mean.is_finite().then_some((f64::from(depth), mean, 0.0))
            };
            Curve { name: (*driver).into(), points: (1..=self.base.depth).filter_map(at).collect() }
        });
        Chart {
            title: title.into(),
            x: "depth".into(),
            y: "nodes relative to PVS with aspiration".into(),
            log: true,
            x_axis: XAxis::Linear,
            level: None,
            curves: curves.filter(|curve| !curve.points.is_empty()).collect(),
        }
    }
}

/// All drivers in their usual order.
fn drivers() -> impl Iterator<Item = &'static str> {
    DriverConfig::ALL.into_iter()
}

fn in_order(mut summaries: Vec<SearchSummary>) -> Vec<SearchSummary> {
    summaries.sort_by_key(|summary| drivers().position(|driver| driver == summary.driver));
    summaries
}

/// Describes how conditions differ from the default ones.
fn difference(conditions: &Conditions, base: &Conditions) -> String {
    let mut words = Vec::new();
    if conditions.hash != base.hash {
        words.push(format!("{} MiB", conditions.hash));
    }
    if conditions.bounds != base.bounds {
        words.push(format!("{} bounds", conditions.bounds));
    }
    if conditions.granularity != base.granularity {
        words.push(format!("granularity {}", conditions.granularity));
    }
    if conditions.without != base.without {
        words.push(format!("without `{}`", conditions.without));
    }
    if words.is_empty() { format!("{} MiB, one bound, granularity 1", base.hash) } else { words.join(", ") }
}

fn plain_table(summaries: &[SearchSummary]) -> String {
    let columns =
        ["driver", "nodes", "95 %", "total", "1 in 20", "passes", "re-searches", "first move cutoffs", "g"];
    let mut table = DataTable::new("", columns);
    for summary in summaries {
        table.push([
            summary.driver.clone(),
            format!("{:.3}", summary.nodes.value),
            interval(summary.nodes),
            format!("{:.2}", summary.total_nodes),
            format!("{:.2}", summary.nodes_95),
            format!("{:.2}", summary.passes),
            format!("{:.2}", summary.researches),
            percent(summary.first_cutoffs),
            format!("{:.2}", summary.late_cutoffs),
        ]);
    }
    markdown(&table)
}

fn full_table(summaries: &[SearchSummary]) -> String {
    let columns = [
        "driver",
        "nodes",
        "95 %",
        "total",
        "1 in 20",
        "time",
        "95 %",
        "passes",
        "re-searches",
        "pass limit hits",
        "contradictions",
        "first move cutoffs",
        "g",
        "PV length",
    ];
    let mut table = DataTable::new("", columns);
    for summary in summaries {
        table.push([
            summary.driver.clone(),
            format!("{:.3}", summary.nodes.value),
            interval(summary.nodes),
            format!("{:.2}", summary.total_nodes),
            format!("{:.2}", summary.nodes_95),
            format!("{:.3}", summary.time.value),
            interval(summary.time),
            format!("{:.2}", summary.passes),
            format!("{:.2}", summary.researches),
            summary.pass_limit_hits.to_string(),
            percent(summary.disagreements),
            percent(summary.first_cutoffs),
            format!("{:.2}", summary.late_cutoffs),
            format!("{:.1}", summary.pv_length),
        ]);
    }
    markdown(&table)
}

/// Formats a table without a title.
pub(super) fn markdown(table: &DataTable) -> String {
    table.markdown().trim_start().to_owned()
}

fn interval(mean: Interval) -> String {
    format!("{:.3} to {:.3}", mean.low, mean.high)
}

fn short(mean: Interval) -> String {
    format!("{:.2} ({:.2} to {:.2})", mean.value, mean.low, mean.high)
}

fn percent(fraction: f64) -> String {
    format!("{:.1} %", 100.0 * fraction)
}

/// Reports whether all drivers found the same score in each position.
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
        format!("{differ} of {} scores differ from that of another driver", rows.len())
    }
}

fn forest_plot(title: &str, summaries: &[SearchSummary], timed: bool) -> Result<String, LabError> {
    let value = |mean: Interval| (mean.value, mean.low, mean.high);
    let others = summaries.iter().filter(|summary| summary.driver != BASELINE);
    let row = |summary: &SearchSummary| {
        let mut values = vec![value(summary.nodes)];
        if timed {
            values.push(value(summary.time));
        }
        (summary.driver.clone(), values)
    };
    let plot = ForestPlot {
        title: title.into(),
        x: "relative to PVS with aspiration (95 %)".into(),
        log: true,
        reference: 1.0,
        series: if timed { vec!["nodes".into(), "time".into()] } else { vec!["nodes".into()] },
        rows: others.map(row).collect(),
    };
    plot.draw()
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
    fn tables_summarize_the_rows() {
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
        assert!(text("plain caption").contains("Preliminary"), "{}", text("plain caption"));
        assert_eq!(text("full nodes C*"), "1.50 (1.50 to 1.50)");
        assert_eq!(text("full time SSS*"), UNMEASURED);
        assert!(text("plain agreement").starts_with("all drivers found the same"));
        let lines: Vec<&str> = text("plain table").lines().collect();
        assert!(lines[2].contains(" PVS | 1.000 | 1.000 to 1.000 |  1.00 |    1.00 |"), "{lines:?}");
        assert!(lines[3].contains("  C* | 1.500 | 1.500 to 1.500 |  1.50 |    1.50 |   2.00 |"), "{lines:?}");
        let factors = text("full factors");
        assert!(factors.contains("16 MiB, one bound, granularity 1 |               1 MiB |"), "{factors}");
        assert!(
            factors.contains(
                "PVS, relative to default |              1.00 (1.00 to 1.00) | 0.80 (0.80 to 0.80)"
            ),
            "{factors}"
        );
        assert!(factors.contains("1.50 (1.50 to 1.50) | 3.00 (3.00 to 3.00)"), "{factors}");
        assert!(items.figures.contains_key("plain-by-depth.svg") && items.figures.contains_key("full.svg"));
        let mut half = Items::default();
        add(&mut half, &rows[..8]).expect("items");
        assert_eq!(half.texts["full caption"], UNMEASURED);
        assert_eq!(half.texts["plain table"], items.texts["plain table"]);
        assert!(half.figures.contains_key("plain.svg") && !half.figures.contains_key("full.svg"));
        let names = |items: &Items| items.texts.keys().cloned().collect::<Vec<_>>();
        assert!(names(&items).iter().all(|name| half.texts.contains_key(name)), "every item is defined");
    }
}
