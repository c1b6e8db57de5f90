//! Critical positions of trees of random shape, expected and counted (source 003).

use clap::Args;

use super::{Experiment, MIN_RUNS, Output, Runner};
use crate::GameTree;
use crate::command_line::Words;
use crate::error::LabError;
use crate::report::{Chart, Curve, DataTable, Section, XAxis};
use crate::size_limit::MAX_DEPTH;
use crate::theory::{Level, NodeType, average_case, count_critical};
use crate::tree::{RandomShape, Shape};
use lancet_arena::statistics::Mean;

/// Count the critical positions of perfectly ordered trees of random shape and compare them with theory
#[derive(Args, Clone, PartialEq, Debug)]
pub struct AverageCase {
    /// Probability of an interior node, for each level from the root
    #[arg(short, long, value_name = "Q", num_args = 1.., default_values_t = AverageCase::default().q)]
    pub q: Vec<f64>,
    /// Mean number of children of a node, terminal nodes included, for each level
    #[arg(short, long, value_name = "B", num_args = 1.., default_values_t = AverageCase::default().b)]
    pub b: Vec<f64>,
    /// Number of trees
    #[arg(short, long, value_name = "N", default_value_t = AverageCase::default().runs, value_parser = clap::value_parser!(u64).range(2..))]
    pub runs: u64,
    /// The files for the results
    #[command(flatten)]
    pub output: Output,
}

impl Default for AverageCase {
    fn default() -> AverageCase {
        AverageCase {
            q: vec![1.0, 0.9, 0.8, 0.9, 0.7, 0.9],
            b: vec![3.0, 2.7, 2.4, 3.15, 2.1, 2.7],
            runs: 40_000,
            output: Output::default(),
        }
    }
}

/// The largest number of positions to count in all trees together.
const MAX_POSITIONS: f64 = 1e10;

/// Adds the number of positions of each level to `levels`, whose length limits the depth.
fn count_positions<T: GameTree>(tree: &T, node: &T::Node, levels: &mut [u64]) {
    let Some((first, below)) = levels.split_first_mut() else { return };
    *first += 1;
    if below.is_empty() {
        return;
    }
    let moves = tree.moves(node);
    for index in 0..tree.len(&moves) {
        count_positions(tree, &tree.child(node, &moves, index), below);
    }
}

impl AverageCase {
    fn shape(&self) -> Result<Shape, LabError> {
        if self.q.len() != self.b.len() {
            return Err(LabError::LevelCounts { q: self.q.len(), b: self.b.len() });
        }
        if self.q.len() > MAX_DEPTH as usize {
            return Err(LabError::TooManyLevels { levels: self.q.len(), limit: MAX_DEPTH });
        }
        for (&q, &b) in self.q.iter().zip(&self.b) {
            if !(q > 0.0 && q <= 1.0 && b >= q && b <= 1000.0) {
                return Err(LabError::InvalidLevel { q, b });
            }
        }
        Ok(Shape { interior: self.q.clone(), children: self.b.clone() })
    }

    /// Counts the critical positions, and all positions, of each level of each tree.
    fn count(&self, shape: &Shape, levels: usize, runner: &Runner) -> Result<Vec<[Vec<u64>; 2]>, LabError> {
        runner.runs(&format!("average-case-all-{:?}-{:?}", self.q, self.b), self.runs, |seed| {
            let tree = RandomShape::new(shape.clone(), 1.0, 1000, seed);
            let mut counts = [vec![0; levels], vec![0; levels]];
            count_critical(&tree, &tree.root(), NodeType::Principal, &mut counts[0]);
            count_positions(&tree, &tree.root(), &mut counts[1]);
            Ok(counts)
        })
    }

    /// Adds the table and the chart, and returns the largest distance of a mean in standard errors.
    fn compare(&self, expected: &[Level], counts: &[[Vec<u64>; 2]], section: &mut Section) -> f64 {
        let mut table = DataTable::new(
            format!("Critical positions of a level, {} trees", self.runs),
            [
                "level",
                "expected",
                "counted",
                "distance in standard errors",
                "all positions, expected",
                "all positions, counted",
            ],
        );
        let mut differences = Vec::new();
        let mut worst = 0.0f64;
        for (level, expectation) in expected.iter().enumerate() {
            let mean = |which: usize| {
                Mean::of(&counts.iter().map(|levels| levels[which][level] as f64).collect::<Vec<f64>>())
            };
            let (found, all) = (mean(0), mean(1));
            let distance = found.distance(Mean { mean: expectation.critical, error: 0.0 }, 1e-9);
            worst =
                worst.max(distance).max(all.distance(Mean { mean: expectation.positions, error: 0.0 }, 1e-9));
            table.push([
                level.to_string(),
                format!("{:.3}", expectation.critical),
                found.show(3),
                format!("{distance:.1}"),
                format!("{:.3}", expectation.positions),
                all.show(3),
            ]);
            // A count that never varies has no place in standard errors, unless it is the expected one.
            if distance.is_finite() {
                differences.push((level as f64, distance.copysign(found.mean - expectation.critical), 0.0));
            }
        }
        section.tables.push(table);
        section.charts.push(Chart {
            title: "Critical positions: counted minus expected".into(),
            x: "level".into(),
            y: "difference in standard errors".into(),
            log: false,
            x_axis: XAxis::Integers,
            level: Some(0.0),
            curves: vec![Curve { name: "difference".into(), points: differences }],
        });
        worst
    }
}

impl Experiment for AverageCase {
    fn section(&self, runner: &Runner) -> Result<Section, LabError> {
        let shape = self.shape()?;
        let expected = average_case(&shape);
        let positions: f64 = expected.iter().map(|level| level.positions).sum();
        if positions * self.runs as f64 > MAX_POSITIONS {
            return Err(LabError::TooManyPositions { runs: self.runs, positions, limit: MAX_POSITIONS });
        }
        let counts = self.count(&shape, expected.len(), runner)?;
        let mut section = Section {
            id: "average-case".into(),
            title: "Critical positions in the average case".into(),
            ..Section::default()
        };
        let worst = self.compare(&expected, &counts, &mut section);
        if self.runs >= MIN_RUNS {
            section.check(
                worst <= 4.0,
                format!(
                    "all counts lie within 4 standard errors of theory; the largest distance is {worst:.1}"
                ),
            );
        }
        Ok(section)
    }

    fn output(&self) -> &Output {
        &self.output
    }

    fn to_words(&self) -> Vec<String> {
        let words = Words::new("average-case").options("q", &self.q).options("b", &self.b);
        self.output.add_words(words.option("runs", self.runs))
    }
}
