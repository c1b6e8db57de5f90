//! Forest: values with their intervals, a row each, against a line that stands for no difference.

use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::chart::{FONT, Trouble, color, log_marks, mark};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

const WIDTH: u32 = 880;
/// Room for the names of the rows, left of them.
const NAMES: u32 = 150;
const ROW: u32 = 26;
const HEAD: u32 = 60;
/// Room for the names of the series, above the rows, where there are several.
const SERIES: u32 = 24;
const FOOT: u32 = 56;

/// A value with the ends of its interval.
pub type Value = (f64, f64, f64);

/// A picture of values with their intervals.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Forest {
    /// What it shows.
    pub title: String,
    /// The quantity from left to right.
    pub x: String,
    /// Whether it is shown by its logarithm.
    pub log: bool,
    /// Where there is no difference.
    pub reference: f64,
    /// What is shown of each row.
    pub series: Vec<String>,
    /// The rows: a name, and a value for each of the series.
    pub rows: Vec<(String, Vec<Value>)>,
}

impl Forest {
    /// Draws it.
    ///
    /// # Errors
    /// A sentence where it has no values or cannot be drawn.
    pub fn draw(&self) -> Result<String, String> {
        let mut picture = String::new();
        self.draw_into(&mut picture).map_err(|error| format!("{} cannot be drawn: {error}", self.title))?;
        Ok(picture)
    }

    fn draw_into(&self, picture: &mut String) -> Result<(), Trouble> {
        let ends = || {
            self.rows.iter().flat_map(|(_, values)| values).flat_map(|(value, low, high)| [value, low, high])
        };
        let finite = || ends().copied().filter(|end| end.is_finite()).chain([self.reference]);
        if ends().next().is_none() {
            return Err("it has no values".into());
        }
        let from = finite().fold(f64::INFINITY, f64::min);
        let to = finite().fold(f64::NEG_INFINITY, f64::max);
        let height = HEAD + self.series_room() + FOOT + ROW * self.rows.len() as u32;
        let area = SVGBackend::with_string(picture, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let area = area.titled(&self.title, (FONT, 19))?;
        if self.log {
            let (from, to) = (from / 1.05, to * 1.05);
            self.plot(&area, (from..to).log_scale().with_key_points(log_marks(from, to)))?;
        } else {
            let margin = (0.04 * (to - from)).max(0.01);
            self.plot(&area, from - margin..to + margin)?;
        }
        area.present()?;
        Ok(())
    }

    /// Room for the names of the series, none where there is only one.
    fn series_room(&self) -> u32 {
        if self.series.len() < 2 { 0 } else { SERIES }
    }

    fn plot<X>(&self, area: &Area, x: X) -> Result<(), Trouble>
    where
        X: AsRangedCoord<Value = f64>,
        X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
    {
        let rows = self.rows.len() as f64;
        let mut context = ChartBuilder::on(area)
            .margin_right(24)
            .margin_top(self.series_room())
            .x_label_area_size(46)
            .y_label_area_size(NAMES)
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
                let share = (number as f64 + 1.0) / (values.len() as f64 + 1.0);
                let y = f64::from(row) + 0.15 + 0.7 * share;
                let ends = [(*low, y), (*high, y)].into_iter().filter(|(end, _)| end.is_finite());
                context.draw_series(LineSeries::new(ends, color(number + 1).stroke_width(2)))?;
                if value.is_finite() {
                    let pixel = context.backend_coord(&(*value, y));
                    mark(area, (pixel.0 - left, pixel.1 - top), number + 1)?;
                }
            }
            let middle = context.backend_coord(&(self.reference, f64::from(row) + 0.5)).1 - top;
            let style = (FONT, 15).into_text_style(area).pos(Pos::new(HPos::Right, VPos::Center));
            area.draw(&Text::new(name.clone(), (NAMES as i32 - 10, middle), style))?;
        }
        self.name_series(area)
    }

    /// The names of the series, above the rows at the right, where there are several.
    fn name_series(&self, area: &Area) -> Result<(), Trouble> {
        let room = self.series_room() as i32;
        if room == 0 {
            return Ok(());
        }
        for (number, name) in self.series.iter().enumerate() {
            let (x, y) = (WIDTH as i32 - 130 * (self.series.len() - number) as i32, room / 2);
            mark(area, (x, y), number + 1)?;
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
    fn a_forest_names_all_that_it_shows() {
        let forest = Forest {
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
            let svg = Forest { log, ..forest.clone() }.draw().expect("a picture");
            for text in ["Nodes and time", "ratio", "C*", "SSS*", "nodes", "time"] {
                assert!(svg.contains(text), "{text}");
            }
            assert!(!svg.contains("inf") && !svg.contains("NaN"), "{svg}");
        }
        assert!(Forest::default().draw().unwrap_err().contains("no values"));
    }
}
