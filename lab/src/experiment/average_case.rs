//! Average case: critical positions of trees of random shape, computed and counted (source 003).

use clap::Args;

use super::{Experiment, Lab, Output};
use crate::GameTree;
use crate::section::{Chart, Line, Section, Sheet};
use crate::theory::{NodeType, average_case, count_critical};
use crate::tree::{RandomShape, Shape};
use lancet_arena::statistics::Mean;

/// Count the critical positions of perfectly ordered trees of random shape, beside what theory expects
#[derive(Args, Clone, Debug)]
pub struct AverageCase {
    /// The probability that a node has sons, for each level from the root
    #[arg(short, long, value_name = "Q", num_args = 1.., default_values_t = [1.0, 0.9, 0.8, 0.9, 0.7, 0.9])]
    pub q: Vec<f64>,
    /// The mean number of sons of a node, those without sons counted in, for each level
    #[arg(short, long, value_name = "B", num_args = 1.., default_values_t = [3.0, 2.7, 2.4, 3.15, 2.1, 2.7])]
    pub b: Vec<f64>,
    /// Trees
    #[arg(short, long, value_name = "N", default_value_t = 40_000, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// Where the results go
    #[command(flatten)]
    pub output: Output,
}

impl AverageCase {
    fn shape(&self) -> Result<Shape, String> {
        if self.q.len() != self.b.len() {
            return Err(format!("there are {} numbers in --q and {} in --b", self.q.len(), self.b.len()));
        }
        for (q, b) in self.q.iter().zip(&self.b) {
            if !(*q > 0.0 && *q <= 1.0 && *b >= *q && *b <= 1000.0) {
                return Err(format!("q = {q} with b = {b}: q is above 0 and at most 1, and b at least q"));
            }
        }
        Ok(Shape { interior: self.q.clone(), sons: self.b.clone() })
    }
}

impl Experiment for AverageCase {
    fn section(&self, lab: &Lab) -> Result<Section, String> {
        let shape = self.shape()?;
        let expected = average_case(&shape);
        let size: f64 = expected.iter().map(|level| level.critical).sum();
        if size * self.runs as f64 > 1e10 {
            return Err(format!(
                "{} trees of {size:.0} critical positions are too many; ask for fewer runs",
                self.runs
            ));
        }
        let counts = lab.runs(&format!("average-case-{:?}-{:?}", self.q, self.b), self.runs, |seed| {
            let tree = RandomShape::new(shape.clone(), 1.0, 1000, seed);
            let mut levels = vec![0; expected.len()];
            count_critical(&tree, &tree.root(), NodeType::Principal, &mut levels);
            Ok(levels)
        })?;
        let mut section = Section {
            id: "average-case".into(),
            title: "Critical positions in the average case".into(),
            ..Section::default()
        };
        let mut sheet = Sheet::new(
            format!("Critical positions of a level, {} trees", self.runs),
            ["level", "expected", "counted", "distance in standard errors", "all positions, expected"],
        );
        let (mut computed, mut counted) = (Vec::new(), Vec::new());
        let mut worst = 0.0f64;
        for (level, expectation) in expected.iter().enumerate() {
            let found = Mean::of(&counts.iter().map(|levels| levels[level] as f64).collect::<Vec<f64>>());
            let distance = found.distance(Mean { mean: expectation.critical, error: 0.0 }, 1e-9);
            worst = worst.max(distance);
            sheet.add([
                level.to_string(),
                format!("{:.3}", expectation.critical),
                found.show(3),
                format!("{distance:.1}"),
                format!("{:.2}", expectation.positions),
            ]);
            computed.push((level as f64, expectation.critical, 0.0));
            counted.push((level as f64, found.mean, found.error));
        }
        section.sheets.push(sheet);
        section.charts.push(Chart {
            title: "Critical positions, expected and counted".into(),
            x: "level".into(),
            y: "critical positions".into(),
            log: false,
            lines: vec![
                Line { name: "expected".into(), points: computed },
                Line { name: "counted".into(), points: counted },
            ],
        });
        section.check(
            worst <= 4.0,
            format!("the counts lie within 4 standard errors of theory; the farthest at {worst:.1}"),
        );
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }
}
