//! Board: a position with arrows, as SVG.

use std::fmt::Write;

use shakmaty::{Color, Move, Role, Square};

use crate::position::Position;
use crate::types::landing_square;

/// Units of the side of a square.
const SIDE: f64 = 45.0;

/// The outlines of the pieces, in a square of 45 units; drawn for this project.
pub(super) const fn outline(role: Role) -> &'static str {
    match role {
        Role::Pawn => {
            "M22.5 9a5.5 5.5 0 0 1 3.6 9.7c3.4 1.8 4.6 6 5 12.3H13.9c.4-6.3 1.6-10.5 5-12.3A5.5 5.5 0 0 1 22.5 9z\
             M11 33h23v5H11z"
        }
        Role::Knight => {
            "M13 38c0-7 4.5-10.5 8-14.5-3 .5-5 1.5-6.5 3.5-1.2 1.5-3.8 1.2-4.5-.8-.6-1.8.5-3 1.5-4.7 2-3.4 \
             2.5-7.5 6-10.3L17 6.5l4.2 2.8L23 6l3 3.8C32.5 12.5 35 20 34.5 38z"
        }
        Role::Bishop => {
            "M22.5 6a2.6 2.6 0 0 1 1.6 4.7c4.6 3.2 7 6.9 7 10.8 0 3-1.5 5.3-3.6 6.8l1.5 4.2H16l1.5-4.2c-2.1-1.5\
             -3.6-3.8-3.6-6.8 0-3.9 2.4-7.6 7-10.8A2.6 2.6 0 0 1 22.5 6zM10 34h25v5H10z"
        }
        Role::Rook => "M11 8h5v4h4V8h5v4h4V8h5v9l-3.5 3v9l2.5 3H12l2.5-3v-9L11 17zM9.5 33.5h26V39h-26z",
        Role::Queen => {
            "M8 10.5a2.2 2.2 0 0 1 1.4 3.9l5.1 7.1L15.3 11a2.2 2.2 0 1 1 1.6-.1l5.6 9.6 5.6-9.6a2.2 2.2 0 1 1 \
             1.6.1l.8 10.5 5.1-7.1A2.2 2.2 0 1 1 37 14.6L33 30.5H12L8 14.9a2.2 2.2 0 0 1 0-4.4zM11 32.5h23V39H11z"
        }
        Role::King => {
            "M21 5h3v3h3v3h-3v3.5c6.5-3 13 .5 12 6.5-.6 4-4 6.5-5 9.5H14c-1-3-4.4-5.5-5-9.5-1-6 5.5-9.5 \
             12-6.5V11h-3V8h3zM12 32.5h21V39H12z"
        }
    }
}

/// Returns the centre of a square, with White at the bottom.
fn middle(square: Square) -> (f64, f64) {
    let (file, rank) = (f64::from(u32::from(square.file())), f64::from(u32::from(square.rank())));
    ((file + 0.5) * SIDE, (7.5 - rank) * SIDE)
}

/// Returns the position as an SVG element with an arrow of the given colour for each move.
pub(super) fn board(position: &Position, arrows: &[(Move, &str)]) -> String {
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 360 360\" class=\"board\" role=\"img\" \
         aria-label=\"{}\">",
        position.fen()
    );
    for square in Square::ALL {
        let (x, y) = middle(square);
        let colour = if square.is_light() { "#eedfc4" } else { "#b58d6b" };
        let (left, top) = (x - SIDE / 2.0, y - SIDE / 2.0);
        let _ = write!(text, "<rect x=\"{left}\" y=\"{top}\" width=\"45\" height=\"45\" fill=\"{colour}\"/>");
    }
    label(&mut text);
    for (square, piece) in position.board() {
        let (x, y) = middle(square);
        let (fill, stroke) = match piece.color {
            Color::White => ("#fffdf8", "#2b2b2b"),
            Color::Black => ("#2f2f33", "#111"),
        };
        let _ = write!(
            text,
            "<path transform=\"translate({} {})\" d=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" \
             stroke-width=\"1.4\" stroke-linejoin=\"round\"/>",
            x - SIDE / 2.0,
            y - SIDE / 2.0,
            outline(piece.role)
        );
    }
    for (m, colour) in arrows {
        arrow(&mut text, position.turn(), *m, colour);
    }
    text + "</svg>"
}

/// Labels the files at the bottom and the ranks at the left.
fn label(text: &mut String) {
    for (index, file) in ('a'..='h').enumerate() {
        let x = index as f64 * SIDE + 38.0;
        let _ = write!(text, "<text x=\"{x}\" y=\"357\" class=\"label\">{file}</text>");
        let y = (7 - index) as f64 * SIDE + 10.0;
        let _ = write!(text, "<text x=\"2\" y=\"{y}\" class=\"label\">{}</text>", index + 1);
    }
}

fn arrow(text: &mut String, turn: Color, m: Move, colour: &str) {
    let Some(from) = m.from() else { return };
    let to = landing_square(m, turn);
    let ((x, y), (to_x, to_y)) = (middle(from), middle(to));
    let (dx, dy) = (to_x - x, to_y - y);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // The head is 16 units long and about as wide; the shaft ends where it begins.
    let (neck_x, neck_y) = (to_x - 16.0 * ux, to_y - 16.0 * uy);
    let _ = write!(
        text,
        "<g fill=\"{colour}\" stroke=\"{colour}\" opacity=\"0.8\"><line x1=\"{x}\" y1=\"{y}\" x2=\"{neck_x:.1}\" \
         y2=\"{neck_y:.1}\" stroke-width=\"7\" stroke-linecap=\"round\"/><path stroke=\"none\" \
         d=\"M{to_x} {to_y}L{:.1} {:.1}L{:.1} {:.1}z\"/></g>",
        neck_x - 9.0 * uy,
        neck_y + 9.0 * ux,
        neck_x + 9.0 * uy,
        neck_y - 9.0 * ux
    );
}
