//! Charts of curves with error bars as SVG, distinguishable without colours.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::section::{Chart, Curve, XAxis};
use crate::error::LabError;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// The errors of plotters, which have no common type.
pub(super) type DrawError = Box<dyn std::error::Error>;

const WIDTH: u32 = 880;
const HEIGHT: u32 = 500;
/// The width of the legend right of the curves, in pixels.
const LEGEND: u32 = 190;
pub(super) const FONT: &str = "sans-serif";

/// The palette of Okabe and Ito for colour-blind readers, without yellow.
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

/// Draws a chart as SVG.
///
/// # Errors
/// [`LabError::Plot`] if it has no points or cannot be drawn.
pub fn draw(chart: &Chart) -> Result<String, LabError> {
    let mut svg = String::new();
    let drawn = draw_into(&mut svg, chart);
    drawn.map_err(|error| LabError::Plot { title: chart.title.clone(), reason: error.to_string() })?;
    Ok(svg)
}

fn draw_into(svg: &mut String, chart: &Chart) -> Result<(), DrawError> {
    let scaled = chart.scaled();
    let chart = &scaled;
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    let least = |a: f64, b: f64| a.min(b);
    let x_from = points().map(|point| point.0).fold(f64::INFINITY, least);
    let x_to = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
    let level = chart.level.into_iter();
    let y_from = points().map(|point| point.1 - point.2).chain(level.clone()).fold(f64::INFINITY, least);
    let y_to = points().map(|point| point.1 + point.2).chain(level).fold(f64::NEG_INFINITY, f64::max);
    if !x_from.is_finite() || !y_from.is_finite() {
        return Err("no points".into());
    }
    let x_margin = ((x_to - x_from) * 0.03).max(0.01);
    let x = (x_from - x_margin)..(x_to + x_margin);
    let area = SVGBackend::with_string(svg, (WIDTH, HEIGHT)).into_drawing_area();
    area.fill(&WHITE)?;
    let area = area.titled(&chart.title, (FONT, 19))?;
    let (curves, legend) = area.split_horizontally(WIDTH - LEGEND);
    if chart.log {
        let (from, to) = (y_from * 0.9, y_to * 1.15);
        plot(&curves, chart, x, (from..to).log_scale().with_key_points(log_ticks(from, to)))?;
    } else {
        let margin = ((y_to - y_from) * 0.06).max(y_to.abs() * 0.01);
        // Around points that are all 0 the axis goes from -1 to 1.
        let margin = if margin > 1e-6 { margin } else { 1.0 };
        // An axis that would start near 0 starts at 0.
        let from = if y_from > 0.0 && y_from < 0.35 * y_to { 0.0 } else { y_from - margin };
        plot(&curves, chart, x, from..(y_to + margin))?;
    }
    draw_legend(&legend, &chart.curves)?;
    area.present()?;
    Ok(())
}

fn plot<Y>(area: &Area, chart: &Chart, x: std::ops::Range<f64>, y: Y) -> Result<(), DrawError>
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let (from, to) = (x.start, x.end);
    let mut context = ChartBuilder::on(area)
        .margin(10)
        .x_label_area_size(46)
        .y_label_area_size(64)
        .build_cartesian_2d(x, y)?;
    let label = |number: &f64| axis_label(*number, if chart.log { f64::MAX } else { 10.0 });
    context
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(RGBColor(220, 220, 220))
        .x_labels(if matches!(chart.x_axis, XAxis::Integers | XAxis::Doublings) {
            integers(to - from)
        } else {
            9
        })
        .y_labels(9)
        .x_desc(chart.x.as_str())
        .y_desc(chart.y.as_str())
        .x_label_formatter(&|number| x_label(*number, to - from, chart.x_axis))
        .y_label_formatter(&label)
        .label_style((FONT, 14))
        .axis_desc_style((FONT, 15))
        .draw()?;
    if let Some(level) = chart.level {
        context.draw_series(LineSeries::new([(from, level), (to, level)], BLACK.mix(0.5).stroke_width(1)))?;
    }
    for (number, curve) in chart.curves.iter().enumerate() {
        let color = color(number);
        let points = curve.points.iter().map(|(x, y, _)| (*x, *y));
        context.draw_series(LineSeries::new(points.clone(), color.stroke_width(2)))?;
        let bars = curve.points.iter().filter(|point| point.2 > 0.0);
        context.draw_series(
            bars.map(|(x, y, e)| ErrorBar::new_vertical(*x, y - e, *y, y + e, color.stroke_width(1), 6)),
        )?;
        for point in points.step_by(curve.points.len().div_ceil(20).max(1)) {
            let pixel = context.backend_coord(&point);
            let (left, top) = area.get_base_pixel();
            draw_marker(area, (pixel.0 - left, pixel.1 - top), number)?;
        }
    }
    Ok(())
}

/// Chooses the tick labels of a logarithmic axis: the coarsest set of round numbers with at least four in the range.
pub(super) fn log_ticks(from: f64, to: f64) -> Vec<f64> {
    const MIN_TICKS: usize = 4;
    const STEPS: [&[f64]; 4] = [
        &[1.0],
        &[1.0, 2.0, 5.0],
        &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
        &[1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0],
    ];
    let decades = from.log10().floor() as i32..=to.log10().ceil() as i32;
    let ticks = |steps: &[f64]| -> Vec<f64> {
        let all = decades.clone().flat_map(|decade| steps.iter().map(move |step| step * 10f64.powi(decade)));
        all.filter(|tick| (from..=to).contains(tick)).collect()
    };
    let all = STEPS.map(ticks);
    all.iter().find(|ticks| ticks.len() >= MIN_TICKS).unwrap_or(&all[STEPS.len() - 1]).clone()
}

pub(super) fn color(number: usize) -> RGBColor {
    COLORS[number % COLORS.len()]
}

/// Formats a tick label of an axis with the given span, without unnecessary decimals.
fn axis_label(number: f64, span: f64) -> String {
    let number = if number.abs() < 1e-9 { 0.0 } else { number };
    if span < 3.0 { format!("{number:.2}") } else { format!("{}", (number * 1000.0).round() / 1000.0) }
}

/// Formats a tick label of the horizontal axis; empty where the axis has none.
fn x_label(number: f64, span: f64, axis: XAxis) -> String {
    let is_integer = (number - number.round()).abs() < 1e-6;
    match axis {
        XAxis::Linear => axis_label(number, span),
        XAxis::Integers | XAxis::Doublings | XAxis::SymmetricLog if !is_integer => String::new(),
        XAxis::Integers => format!("{}", number.round()),
        XAxis::Doublings => format!("{}", number.exp2().round()),
        XAxis::SymmetricLog if number.abs() < 0.5 => "0".into(),
        XAxis::SymmetricLog => {
            let sign = if number < 0.0 { "-" } else { "" };
            format!("{sign}{}", LINEAR * 10f64.powi(number.abs().round() as i32 - 1))
        }
    }
}

/// The most integers that an axis with the given span has.
fn integers(span: f64) -> usize {
    1 + (1..).take_while(|step| f64::from(*step) <= span).count()
}

/// A symmetric logarithmic axis is linear up to this distance from 0.
const LINEAR: f64 = 10.0;

/// The place of a number on a symmetric logarithmic axis: 0, 1 for [`LINEAR`], and one more for each power of ten.
fn symmetric_log(number: f64) -> f64 {
    let distance = number.abs() / LINEAR;
    number.signum() * if distance <= 1.0 { distance } else { 1.0 + distance.log10() }
}

impl Chart {
    /// The chart with the places of its points on the horizontal axis.
    fn scaled(&self) -> Chart {
        let mut scaled = self.clone();
        let place: fn(f64) -> f64 = match self.x_axis {
            XAxis::Linear | XAxis::Integers => return scaled,
            XAxis::Doublings => f64::log2,
            XAxis::SymmetricLog => symmetric_log,
        };
        let points = scaled.curves.iter_mut().flat_map(|curve| &mut curve.points);
        points.for_each(|point| point.0 = place(point.0));
        scaled
    }
}

/// Draws the marker of a curve; consecutive curves have different shapes.
pub(super) fn draw_marker(area: &Area, (x, y): (i32, i32), number: usize) -> Result<(), DrawError> {
    let (color, size) = (color(number), 4);
    let polygon = |corners: &[(i32, i32)]| {
        let corners: Vec<(i32, i32)> = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        Polygon::new(corners, color.filled())
    };
    match number % 6 {
        0 => area.draw(&Circle::new((x, y), size, color.filled()))?,
        1 => area.draw(&polygon(&[(-4, -4), (4, -4), (4, 4), (-4, 4)]))?,
        2 => area.draw(&polygon(&[(0, -6), (5, 4), (-5, 4)]))?,
        3 => area.draw(&polygon(&[(0, -6), (6, 0), (0, 6), (-6, 0)]))?,
        4 => area.draw(&polygon(&[(0, 6), (5, -4), (-5, -4)]))?,
        _ => {
            area.draw(&Circle::new((x, y), size + 1, WHITE.filled()))?;
            area.draw(&Circle::new((x, y), size + 1, color.stroke_width(2)))?;
        }
    }
    Ok(())
}

/// Draws the legend, in the order of the last points of the curves.
fn draw_legend(area: &Area, curves: &[Curve]) -> Result<(), DrawError> {
    let end = |curve: &Curve| curve.points.last().map_or(0.0, |point| point.1);
    let mut order: Vec<usize> = (0..curves.len()).collect();
    order.sort_by(|a, b| end(&curves[*b]).total_cmp(&end(&curves[*a])));
    for (row, number) in order.into_iter().enumerate() {
        let y = 30 + 26 * row as i32;
        area.draw(&PathElement::new([(6, y), (42, y)], color(number).stroke_width(2)))?;
        draw_marker(area, (24, y), number)?;
        let style = (FONT, 15).into_text_style(area).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(curves[number].name.clone(), (50, y), style))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_label_axes_and_curves() {
        let curve = |name: &str, y: f64| Curve {
            name: name.into(),
            points: (2..=8).map(|x| (f64::from(x), y * f64::from(x), 0.1)).collect(),
        };
        let chart = Chart {
            title: "Leaves".into(),
            x: "depth in plies".into(),
            y: "leaves / minimal".into(),
            curves: vec![curve("one", 1.0), curve("two", 2.0)],
            ..Chart::default()
        };
        for log in [false, true] {
            let svg = draw(&Chart { log, ..chart.clone() }).expect("a chart");
            for text in ["Leaves", "depth in plies", "leaves / minimal", "one", "two"] {
                assert!(svg.contains(text), "{text}");
            }
        }
        assert!(draw(&Chart::default()).unwrap_err().to_string().contains("no points"));
    }

    #[test]
    fn integers_and_powers_of_ten_are_labels() {
        let labels = |axis, numbers: [f64; 4]| numbers.map(|number| x_label(number, 5.0, axis));
        assert_eq!(labels(XAxis::Integers, [2.0, 2.5, 3.0, 8.0]), ["2", "", "3", "8"]);
        assert_eq!(labels(XAxis::Doublings, [0.0, 0.5, 3.0, 6.0]), ["1", "", "8", "64"]);
        assert_eq!(labels(XAxis::SymmetricLog, [-3.0, 0.0, 1.0, 5.0]), ["-1000", "0", "10", "100000"]);
        let places = [-1000.0, -10.0, 0.0, 5.0, 100_000.0].map(symmetric_log);
        assert_eq!(places, [-3.0, -1.0, 0.0, 0.5, 5.0]);
        let points = [-1000.0, 0.0, 1000.0].map(|x| (x, 1.0, 0.0)).to_vec();
        let curves = vec![Curve { name: "one".into(), points }];
        let chart = Chart { x_axis: XAxis::SymmetricLog, level: Some(3.0), curves, ..Chart::default() };
        let svg = draw(&chart).expect("a chart");
        assert!(svg.contains("\n-1000\n") && svg.contains("\n100\n"), "{svg}");
    }

    #[test]
    fn logarithmic_axes_have_a_few_round_labels() {
        assert_eq!(log_ticks(0.5, 20_000.0), [1.0, 10.0, 100.0, 1000.0, 10_000.0]);
        assert_eq!(log_ticks(0.9, 30.0), [1.0, 2.0, 5.0, 10.0, 20.0]);
        assert_eq!(log_ticks(0.8, 3.1), [1.0, 1.5, 2.0, 3.0]);
        assert!(log_ticks(0.95, 1.3).len() >= 3);
    }
}
