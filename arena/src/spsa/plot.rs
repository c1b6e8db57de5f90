//! The plot of the trajectory of each parameter, a panel for each of them.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::checkpoint::Checkpoint;

/// What a plot begins with.
pub const BEGINNING: &str = "<svg";

const COLUMNS: usize = 3;
const PANEL: (u32, u32) = (340, 210);
const FONT: &str = "sans-serif";
const TRAJECTORY: RGBColor = RGBColor(0, 114, 178);
const START: RGBColor = RGBColor(150, 150, 150);
const GRID: RGBColor = RGBColor(225, 225, 225);

/// The errors of plotters, which have no common type.
pub type DrawError = Box<dyn std::error::Error>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws the trajectory of each parameter as SVG. A grey line is its value before the first iteration.
///
/// # Errors
/// Those of the plotting library.
pub fn draw(checkpoint: &Checkpoint) -> Result<String, DrawError> {
    let mut svg = String::new();
    draw_into(&mut svg, checkpoint)?;
    Ok(svg)
}

fn draw_into(svg: &mut String, checkpoint: &Checkpoint) -> Result<(), DrawError> {
    let names = &checkpoint.key.parameters;
    let columns = COLUMNS.min(names.len()).max(1);
    let rows = names.len().div_ceil(columns).max(1);
    let size = (PANEL.0 * u32::try_from(columns)?, PANEL.1 * u32::try_from(rows)?);
    let area = SVGBackend::with_string(svg, size).into_drawing_area();
    area.fill(&WHITE)?;
    let panels = area.split_evenly((rows, columns));
    for ((panel, name), index) in panels.iter().zip(names).zip(0..) {
        draw_panel(panel, checkpoint, name, index)?;
    }
    area.present()?;
    Ok(())
}

/// Returns the label of an axis, with as many decimals as it needs.
fn label(number: f64) -> String {
    format!("{}", (number * 1000.0).round() / 1000.0)
}

fn draw_panel(area: &Area, checkpoint: &Checkpoint, name: &str, index: usize) -> Result<(), DrawError> {
    let key = &checkpoint.key;
    let start = key.start.get(index).map_or(0.0, |start| f64::from(*start));
    let c_end = key.c_end.get(index).copied().unwrap_or(1.0);
    let points = checkpoint.trajectory.iter();
    let points: Vec<(f64, f64)> =
        points.filter_map(|point| Some((point.iteration as f64, *point.values.get(index)?))).collect();
    let low = points.iter().map(|point| point.1).fold(start, f64::min) - c_end;
    let high = points.iter().map(|point| point.1).fold(start, f64::max) + c_end;
    let end = key.iterations as f64;
    let mut chart = ChartBuilder::on(area)
        .caption(name, (FONT, 14))
        .margin(8)
        .x_label_area_size(24)
        .y_label_area_size(44)
        .build_cartesian_2d(0.0..end, low..high)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(GRID)
        .x_labels(4)
        .y_labels(5)
        .x_label_formatter(&|number| label(*number))
        .y_label_formatter(&|number| label(*number))
        .label_style((FONT, 11))
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, start), (end, start)], &START))?;
    chart.draw_series(LineSeries::new(points, TRAJECTORY.stroke_width(2)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spsa::checkpoint::{Point, TuningKey};

    #[test]
    fn every_parameter_has_a_panel() {
        let names = ["null_base", "razoring_base", "razoring_slope", "futility_base"];
        let key = TuningKey {
            player: "PVS".into(),
            signature: 1,
            evaluation: String::new(),
            parameters: names.map(String::from).to_vec(),
            start: vec![4, 250, 200, 110],
            min: Vec::new(),
            max: Vec::new(),
            c_end: vec![1.0, 15.0, 15.0, 15.0],
            r_end: 0.002,
            iterations: 100,
            lag: 8,
            pairs: 1,
            time_control: String::new(),
            openings: String::new(),
            seed: 1,
            hash: 1,
            adjudication: true,
            custom_adjudication: None,
        };
        let point = |iteration, by| Point { iteration, values: vec![4.0 + by, 250.0, 200.0 - by, 110.0] };
        let trajectory = vec![point(0, 0.0), point(50, 0.5), point(100, 1.0)];
        let checkpoint = Checkpoint { key, applied: 100, recent: Vec::new(), games: [0; 3], trajectory };
        let svg = draw(&checkpoint).expect("a plot");
        assert!(svg.starts_with("<svg") && names.iter().all(|name| svg.contains(name)));
        assert_eq!(svg.matches("#0072B2").count(), names.len(), "a trajectory each");
    }
}
