//! The learning curve, as CSV and as SVG.

use std::fmt::Write as _;
use std::path::Path;

use plotters::prelude::*;
use serde::{Deserialize, Serialize};

use crate::LearnError;
use lancet::console;

/// A point of the learning curve: the results of an epoch.
// Checkpoints contain the points: a name that changes stays as an alias.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The mean training loss during the epoch.
    pub train: f64,
    /// The held-out loss at the end of the epoch; `None` if nothing is held out.
    pub held_out: Option<f64>,
    /// The learning rate at the end of the epoch.
    pub rate: f64,
    /// The duration in seconds.
    pub seconds: f64,
}

/// Writes the curve as comma-separated values.
///
/// # Errors
/// [`LearnError`] if it cannot be written.
pub fn write_csv(path: &Path, points: &[CurvePoint]) -> Result<(), LearnError> {
    let mut text = String::from("epoch,train_loss,held_out_loss,rate,seconds\n");
    for point in points {
        let held_out = point.held_out.map_or_else(String::new, |loss| format!("{loss:.7}"));
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{},{:.7},{held_out},{:.3e},{:.2}",
            point.epoch, point.train, point.rate, point.seconds
        );
    }
    Ok(console::write_atomic(path, |file| std::io::Write::write_all(file, text.as_bytes()))?)
}

/// Draws the curve.
///
/// # Errors
/// [`LearnError`] if there are no points or the file cannot be written.
pub fn write_svg(path: &Path, points: &[CurvePoint], title: &str) -> Result<(), LearnError> {
    let mut svg = String::new();
    draw(&mut svg, points, title).map_err(|error| LearnError::Curve(error.to_string()))?;
    Ok(console::write_atomic(path, |file| std::io::Write::write_all(file, svg.as_bytes()))?)
}

fn draw(svg: &mut String, points: &[CurvePoint], title: &str) -> Result<(), Box<dyn std::error::Error>> {
    let train: Vec<(f64, f64)> = points.iter().map(|point| (point.epoch.into(), point.train)).collect();
    let held_out: Vec<(f64, f64)> =
        points.iter().filter_map(|point| Some((point.epoch.into(), point.held_out?))).collect();
    let values = train.iter().chain(&held_out).map(|(_, loss)| *loss);
    let (lowest, highest) =
        values.fold((f64::MAX, 0.0), |(a, b): (f64, f64), loss| (a.min(loss), b.max(loss)));
    let margin = ((highest - lowest) * 0.05).max(highest * 0.001);
    let area = SVGBackend::with_string(svg, (800, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let last = points.last().map_or(1, |point| point.epoch).max(2);
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(1.0..f64::from(last), (lowest - margin)..(highest + margin))?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("loss")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .draw()?;
    let series = [("training", BLUE, train), ("held out", RED, held_out)];
    for (name, color, points) in series.into_iter().filter(|(_, _, points)| !points.is_empty()) {
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}
