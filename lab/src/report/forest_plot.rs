//! Forest plots: estimates with their intervals, one row each, against a reference line of no difference.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::chart::{DrawError, FONT, color, draw_marker, log_ticks};
use crate::error::LabError;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const WIDTH: u32 = 880;
/// The width of the row labels, in pixels.
const LABELS: u32 = 150;
const ROW: u32 = 26;
const HEADER: u32 = 60;
/// The height of the legend, which is drawn if there are several series.
const LEGEND: u32 = 24;
const FOOTER: u32 = 56;

/// An estimate with the ends of its interval.
pub type Interval = (f64, f64, f64);

/// A forest plot.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct ForestPlot {
    /// The heading.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: String,
    /// Whether the horizontal axis is logarithmic.
    pub log: bool,
    /// The value of no difference.
    pub reference: f64,
    /// The names of the series.
    pub series: Vec<String>,
    /// The rows: a label, and one estimate per series.
    pub rows: Vec<(String, Vec<Interval>)>,
}

impl ForestPlot {
    /// Draws the plot as SVG.
    ///
    /// # Errors
    /// [`LabError::Plot`] if it has no values or cannot be drawn.
    pub fn draw(&self) -> Result<String, LabError> {
        let mut svg = String::new();
        let drawn = self.draw_into(&mut svg);
        drawn.map_err(|error| LabError::Plot { title: self.title.clone(), reason: error.to_string() })?;
        Ok(svg)
    }

    fn draw_into(&self, svg: &mut String) -> Result<(), DrawError> {
        let ends = || {
            self.rows.iter().flat_map(|(_, values)| values).flat_map(|(value, low, high)| [value, low, high])
        };
        let finite = || ends().copied().filter(|end| end.is_finite()).chain([self.reference]);
        if ends().next().is_none() {
            return Err("no values".into());
        }
        let from = finite().fold(f64::INFINITY, f64::min);
        let to = finite().fold(f64::NEG_INFINITY, f64::max);
        let height = HEADER + self.legend_height() + FOOTER + ROW * self.rows.len() as u32;
        let area = SVGBackend::with_string(svg, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let area = area.titled(&self.title, (FONT, 19))?;
        if self.log {
            let (from, to) = (from / 1.05, to * 1.05);
            self.plot(&area, (from..to).log_scale().with_key_points(log_ticks(from, to)))?;
        } else {
            let margin = (0.04 * (to - from)).max(0.01);
            self.plot(&area, from - margin..to + margin)?;
        }
        area.present()?;
        Ok(())
    }

    /// The height of the legend; 0 if there is only one series.
    fn legend_height(&self) -> u32 {
        if self.series.len() < 2 { 0 } else { LEGEND }
    }

    fn plot<X>(&self, area: &Area, x: X) -> Result<(), DrawError>
    where
        X: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let rows = self.rows.len() as f64;
        let mut context = ChartBuilder::on(area)
            .margin_right(24)
            .margin_top(self.legend_height())
            .x_label_area_size(46)
            .y_label_area_size(LABELS)
            .build_cartesian_2d(x, rows..0.0)?;
        context
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(WHITE)
            .bold_line_style(RGBColor(220, 220, 220))
            .x_labels(9)
            .y_labels(0)
            .x_desc(self.x.as_str())
            .x_label_formatter(&|number| format!("{}", (number * 1000.0).round() / 1000.0))
            .label_style((FONT, 14))
            .axis_desc_style((FONT, 15))
            .draw()?;
        let black = BLACK.stroke_width(1);
        context.draw_series(LineSeries::new([(self.reference, 0.0), (self.reference, rows)], black))?;
        let (left, top) = area.get_base_pixel();
        for ((name, values), row) in self.rows.iter().zip(0..) {
            for (number, (value, low, high)) in values.iter().enumerate() {
                let fraction = (number as f64 + 1.0) / (values.len() as f64 + 1.0);
                let y = f64::from(row) + 0.15 + 0.7 * fraction;
                let ends = [(*low, y), (*high, y)].into_iter().filter(|(end, _)| end.is_finite());
                context.draw_series(LineSeries::new(ends, color(number + 1).stroke_width(2)))?;
                if value.is_finite() {
                    let pixel = context.backend_coord(&(*value, y));
                    draw_marker(area, (pixel.0 - left, pixel.1 - top), number + 1)?;
                }
            }
            let middle = context.backend_coord(&(self.reference, f64::from(row) + 0.5)).1 - top;
            let style = (FONT, 15).into_text_style(area).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw(&Text::new(name.clone(), (LABELS as i32 - 10, middle), style))?;
        }
        self.draw_legend(area)
    }

    /// Draws the legend above the rows if there are several series.
    fn draw_legend(&self, area: &Area) -> Result<(), DrawError> {
        let height = self.legend_height() as i32;
        if height == 0 {
            return Ok(());
        }
        for (number, name) in self.series.iter().enumerate() {
            let (x, y) = (WIDTH as i32 - 130 * (self.series.len() - number) as i32, height / 2);
            draw_marker(area, (x, y), number + 1)?;
            let style = (FONT, 14).into_text_style(area).pos(Pos::new(HPos::Left, VPos::Center));
            area.draw(&Text::new(name.clone(), (x + 12, y), style))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forest_plots_label_rows_and_series() {
        let plot = ForestPlot {
            title: "Nodes and time".into(),
            x: "ratio".into(),
            log: true,
            reference: 1.0,
            series: vec!["nodes".into(), "time".into()],
            rows: vec![
                ("C*".into(), vec![(1.2, 1.1, 1.3), (1.1, 0.9, 1.4)]),
                ("SSS*".into(), vec![(30.0, 20.0, f64::INFINITY), (12.0, 8.0, 16.0)]),
            ],
        };
        for log in [false, true] {
            let svg = ForestPlot { log, ..plot.clone() }.draw().expect("a plot");
            for text in ["Nodes and time", "ratio", "C*", "SSS*", "nodes", "time"] {
                assert!(svg.contains(text), "{text}");
            }
            assert!(!svg.contains("inf") && !svg.contains("NaN"), "{svg}");
        }
        assert!(ForestPlot::default().draw().unwrap_err().to_string().contains("no values"));
    }
}
