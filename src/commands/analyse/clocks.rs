//! Clocks: the times of the moves of a game, from the comments `[%clk ...]` and `[%emt ...]`, and their graph.

use std::fmt::Write;

use super::graph::{HEIGHT, LEFT, RIGHT, WIDTH, step_x};
use super::review::Review;
use super::text::escape;
use crate::pgn::PgnGame;

/// The height of the graph and of its lower edge, in units.
const CLOCKS_HEIGHT: f64 = HEIGHT / 2.0;
const BOTTOM: f64 = 8.0;

/// The clocks of a game.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Clocks {
    /// The time on the clock at the start, in seconds, if the time control says so.
    pub start: Option<f64>,
    /// The clock of each move.
    pub moves: Vec<Clock>,
}

/// The clock of a move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Clock {
    /// The time left after the move, in seconds.
    pub left: Option<f64>,
    /// The time used for the move, in seconds.
    pub used: Option<f64>,
}

/// The time control of a game, as far as the times of its moves depend on it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct TimeControl {
    /// The time at the start, in seconds, if it is known.
    start: Option<f64>,
    /// The time that each move adds, in seconds.
    increment: f64,
    /// Whether each move has the time of the start, as in correspondence games.
    is_per_move: bool,
}

impl Clocks {
    /// Reads the clocks of a game; `None` if its comments have none.
    pub fn of(game: &PgnGame) -> Option<Clocks> {
        let control = TimeControl::read(game.tag("TimeControl").unwrap_or_default());
        let mut before = [control.start; 2];
        let mut moves = Vec::new();
        for (played, side) in game.line.moves.iter().zip([0, 1].into_iter().cycle()) {
            let text =
                |name| played.comments.iter().chain(&played.after).find_map(|text| command(text, name));
            let left = text("[%clk ").and_then(seconds);
            let difference = before[side].zip(left).map(|(before, left)| before + control.increment - left);
            // More time than before shows a time control with periods.
            let used = text("[%emt ").and_then(seconds).or(difference).filter(|used| *used >= 0.0);
            if !control.is_per_move {
                before[side] = left.or(before[side]);
            }
            moves.push(Clock { left, used });
        }
        let is_known = moves.iter().any(|clock| clock.left.is_some() || clock.used.is_some());
        is_known.then_some(Clocks { start: control.start, moves })
    }

    /// Returns the time used for each move as bars, White's upwards, as HTML with the width of the other graph; `None` if
    /// no time is known.
    pub fn graph(&self, review: &Review) -> Option<String> {
        let longest = self.moves.iter().filter_map(|clock| clock.used).fold(0.0, f64::max);
        if longest <= 0.0 {
            return None;
        }
        let steps = self.moves.len();
        let middle = (CLOCKS_HEIGHT - BOTTOM) / 2.0;
        let width = ((WIDTH - LEFT - RIGHT) / steps as f64 * 0.8).clamp(0.5, 14.0);
        let mut text = format!(
            "<p class=\"about\">Time used, White upwards, Black downwards; at most {} for a move.</p><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {CLOCKS_HEIGHT}\" class=\"graph clocks\" \
             role=\"img\" aria-label=\"Time used, move by move\" data-left=\"{LEFT}\" data-right=\"{}\" \
             data-steps=\"{steps}\"><path d=\"M{LEFT} {middle}H{}\" stroke=\"#8888\"/>\
             <text x=\"{}\" y=\"12\" text-anchor=\"end\" class=\"axis\">{}</text>",
            short_time(longest),
            WIDTH - RIGHT,
            WIDTH - RIGHT,
            LEFT - 5.0,
            short_time(longest)
        );
        for ((clock, m), step) in self.moves.iter().zip(&review.moves).zip(1..) {
            let Some(used) = clock.used else { continue };
            let height = used / longest * (middle - 4.0);
            let is_white = m.before.turn().is_white();
            let (class, y) = if is_white { ("white", middle - height) } else { ("black", middle) };
            let left = clock.left.map_or(String::new(), |left| format!(", {} left", short_time(left)));
            let _ = write!(
                text,
                "<rect class=\"time {class}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\">\
                 <title>{} {}: {}{left}</title></rect>",
                step_x(step, steps) - width / 2.0,
                m.number,
                escape(&m.san()),
                short_time(used)
            );
        }
        Some(text + "</svg>")
    }
}

/// Returns what follows `name` in a comment, up to the closing bracket.
fn command<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    comment.split_once(name)?.1.split_once(']').map(|(value, _)| value.trim())
}

/// Reads `1:02:03.4` as seconds; hours and minutes may be missing.
fn seconds(text: &str) -> Option<f64> {
    let mut total = 0.0;
    for part in text.split(':') {
        let number: f64 = part.parse().ok()?;
        // Correspondence games have weeks for a move.
        if !(0.0..1e8).contains(&number) {
            return None;
        }
        total = total * 60.0 + number;
    }
    Some(total)
}

impl TimeControl {
    /// Reads the PGN tag `TimeControl`, such as `300+3`, `40/7200` or `1/86400`. The start is unknown in other forms.
    fn read(text: &str) -> TimeControl {
        let first = text.split(':').next().unwrap_or_default();
        let (moves, period) = first.split_once('/').unwrap_or(("", first));
        let (start, increment) = period.split_once('+').unwrap_or((period, "0"));
        match (seconds(start), seconds(increment)) {
            (Some(start), Some(increment)) => {
                TimeControl { start: Some(start), increment, is_per_move: moves == "1" }
            }
            _ => TimeControl::default(),
        }
    }
}

/// Formats a time for people: `4.2 s`, `38 s` or `2:05`.
fn short_time(seconds: f64) -> String {
    let whole = seconds.round();
    match seconds {
        seconds if seconds < 9.95 => format!("{seconds:.1} s"),
        _ if whole < 60.0 => format!("{whole} s"),
        _ if whole < 3600.0 => format!("{}:{:02}", (whole / 60.0).floor(), whole % 60.0),
        _ => format!("{}:{:02}:{:02}", (whole / 3600.0).floor(), (whole / 60.0).floor() % 60.0, whole % 60.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::PgnReader;

    fn clocks(pgn: &str) -> Option<Clocks> {
        Clocks::of(&PgnReader::new(pgn.as_bytes()).next().unwrap().unwrap().unwrap())
    }

    #[test]
    fn times_are_differences_of_clocks_with_the_increment() {
        let found = clocks(
            "[TimeControl \"300+3\"]\n\n1. e4 { [%clk 0:04:58] } e5 { [%clk 0:05:03] [%eval 0.2] } \
             2. Nf3 { [%clk 0:03:01.5] } Nc6 3. Bc4 { [%clk 0:10:00] } a6 { [%emt 0:00:07] } *",
        )
        .expect("clocks");
        let used: Vec<_> = found.moves.iter().map(|clock| clock.used).collect();
        assert_eq!(used, [Some(5.0), Some(0.0), Some(119.5), None, None, Some(7.0)]);
        assert_eq!((found.start, found.moves[2].left, found.moves[3].left), (Some(300.0), Some(181.5), None));
        assert_eq!(clocks("1. e4 { [%clk soon] } e5 { [%eval 0.2] } *"), None);
    }

    #[test]
    fn each_move_of_a_daily_game_has_the_whole_time() {
        let found = clocks(
            "[TimeControl \"1/86400\"]\n\n1. e4 { [%clk 23:00:00] } e5 { [%clk 22:00:00] } \
             2. Nf3 { [%clk 22:00:00] } Nc6 { [%clk 23:59:30] } *",
        )
        .expect("clocks");
        let used: Vec<_> = found.moves.iter().map(|clock| clock.used).collect();
        assert_eq!(used, [Some(3600.0), Some(7200.0), Some(7200.0), Some(30.0)]);
        assert_eq!((found.start, found.moves[2].left), (Some(86_400.0), Some(79_200.0)));
    }

    #[test]
    fn time_controls_and_times_are_read_and_written() {
        for (text, start, increment, is_per_move) in [
            ("300+3", Some(300.0), 3.0, false),
            ("40/7200:1800", Some(7200.0), 0.0, false),
            ("600", Some(600.0), 0.0, false),
            ("1/86400", Some(86_400.0), 0.0, true),
            ("1/1209600", Some(1_209_600.0), 0.0, true),
            ("1/x", None, 0.0, false),
            ("-", None, 0.0, false),
            ("", None, 0.0, false),
        ] {
            let expected = TimeControl { start, increment, is_per_move };
            assert_eq!(TimeControl::read(text), expected, "{text}");
        }
        for (seconds, text) in
            [(4.2, "4.2 s"), (38.4, "38 s"), (59.7, "1:00"), (125.0, "2:05"), (3661.0, "1:01:01")]
        {
            assert_eq!(short_time(seconds), text);
        }
        assert_eq!((seconds("1:02:03.5"), seconds("-1"), seconds("x")), (Some(3723.5), None, None));
    }
}
