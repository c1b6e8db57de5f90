//! Curve: how the loss fell, as numbers and as a picture.

use std::fmt::Write as _;
use std::path::Path;

use plotters::prelude::*;
use serde::{Deserialize, Serialize};

use crate::whole;

/// What an epoch came to.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Its number, from 1.
    pub epoch: u32,
    /// The mean loss while it was learned.
    pub train: f64,
    /// The mean loss on what is held out, at its end; none where nothing is.
    pub held_out: Option<f64>,
    /// The rate at its end.
    pub rate: f64,
    /// How long it took.
    pub seconds: f64,
}

/// Writes the points as comma-separated values.
///
/// # Errors
/// A sentence where the file cannot be written.
pub fn write_csv(path: &Path, points: &[Point]) -> Result<(), String> {
    let mut text = String::from("epoch,train_loss,held_out_loss,rate,seconds\n");
    for point in points {
        let held_out = point.held_out.map_or_else(String::new, |loss| format!("{loss:.7}"));
        // Writing into a string does not fail.
        let _ = writeln!(
            text,
            "{},{:.7},{held_out},{:.3e},{:.2}",
            point.epoch, point.train, point.rate, point.seconds
        );
    }
    whole::write(path, |file| std::io::Write::write_all(file, text.as_bytes()))
}

/// Draws the points.
///
/// # Errors
/// A sentence where there are none or the file cannot be written.
pub fn write_svg(path: &Path, points: &[Point], title: &str) -> Result<(), String> {
    let mut picture = String::new();
    draw(&mut picture, points, title).map_err(|error| format!("the curve cannot be drawn: {error}"))?;
    whole::write(path, |file| std::io::Write::write_all(file, picture.as_bytes()))
}

fn draw(picture: &mut String, points: &[Point], title: &str) -> Result<(), Box<dyn std::error::Error>> {
    let train: Vec<(f64, f64)> = points.iter().map(|point| (point.epoch.into(), point.train)).collect();
    let held_out: Vec<(f64, f64)> =
        points.iter().filter_map(|point| Some((point.epoch.into(), point.held_out?))).collect();
    let values = train.iter().chain(&held_out).map(|(_, loss)| *loss);
    let (least, most) = values.fold((f64::MAX, 0.0), |(a, b): (f64, f64), loss| (a.min(loss), b.max(loss)));
    let margin = ((most - least) * 0.05).max(most * 0.001);
    let area = SVGBackend::with_string(picture, (800, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let last = points.last().map_or(1, |point| point.epoch).max(2);
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(80)
        .build_cartesian_2d(1.0..f64::from(last), (least - margin)..(most + margin))?;
    chart
        .configure_mesh()
        .x_desc("epoch")
        .y_desc("loss")
        .x_label_formatter(&|epoch| format!("{epoch:.0}"))
        .y_label_formatter(&|loss| format!("{loss:.5}"))
        .draw()?;
    let series = [("learned from", BLUE, train), ("held out", RED, held_out)];
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
