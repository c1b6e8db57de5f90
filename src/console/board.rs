//! Board: a chess board for a terminal.

use anstyle::{Ansi256Color, Style};
use shakmaty::{Color, File, Move, Piece, Rank, Role, Square};

use super::screen::Screen;
use crate::position::Position;

/// The columns that a drawn board takes.
pub const BOARD_WIDTH: usize = 27;

/// The backgrounds of light and dark squares, from the table of 256 colours: white and black pieces are to be read on
/// each of them.
const SQUARES: [u8; 2] = [103, 60];
const LAST_MOVE: [u8; 2] = [136, 94];
const CHECK: u8 = 160;
const WHITE: u8 = 231;
const BLACK: u8 = 16;

/// A position as it is drawn.
#[derive(Clone, Copy, Debug)]
pub struct BoardView<'a> {
    /// The position.
    pub position: &'a Position,
    /// The move that led to it, which is marked.
    pub last: Option<Move>,
    /// The side at the bottom.
    pub bottom: Color,
}

impl BoardView<'_> {
    /// Draws the board with its coordinates, [`BOARD_WIDTH`] columns wide: eight lines for the ranks and one for the
    /// files.
    ///
    /// The squares of the last move and a king in check have colours of their own. Without colours, brackets mark the
    /// last move and angle brackets the king in check.
    #[must_use]
    pub fn lines(&self, screen: Screen) -> Vec<String> {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        if self.bottom.is_white() {
            ranks.reverse();
        } else {
            files.reverse();
        }
        let row = |rank: Rank| {
            let cells = files.iter().map(|file| self.cell(Square::from_coords(*file, rank), screen));
            format!(" {} {}", rank.char(), cells.collect::<String>())
        };
        let names: String = files.iter().map(|file| format!(" {} ", file.char())).collect();
        ranks.iter().map(|rank| row(*rank)).chain([format!("   {names}")]).collect()
    }

    /// Draws a square in three columns.
    fn cell(&self, square: Square, screen: Screen) -> String {
        let piece = self.position.board().piece_at(square);
        let is_checked = self.position.in_check() && square == self.position.king(self.position.turn());
        let is_last = self.last_squares().contains(&Some(square));
        if screen.has_colours {
            let shade = usize::from(square.is_dark());
            let background = match () {
                () if is_checked => CHECK,
                () if is_last => LAST_MOVE[shade],
                () => SQUARES[shade],
            };
            let foreground = if piece.is_some_and(|piece| piece.color.is_black()) { BLACK } else { WHITE };
            let style = Style::new()
                .fg_color(Some(Ansi256Color(foreground).into()))
                .bg_color(Some(Ansi256Color(background).into()));
            let sign = match piece {
                // Outlined pieces are hard to see on a coloured square; the colour shows the side.
                Some(piece) if screen.has_unicode => figurine(Piece { color: Color::Black, ..piece }),
                Some(piece) => piece.char(),
                None => ' ',
            };
            return format!("{style} {sign} {style:#}");
        }
        let sign = match piece {
            Some(piece) if screen.has_unicode => figurine(piece),
            Some(piece) => piece.char(),
            None if screen.has_unicode => '·',
            None => '.',
        };
        match () {
            () if is_checked => format!("<{sign}>"),
            () if is_last => format!("[{sign}]"),
            () => format!(" {sign} "),
        }
    }

    /// The squares that the last move has changed; of castling those of the king.
    fn last_squares(&self) -> [Option<Square>; 2] {
        let mover = self.position.turn().other();
        let to = |m: Move| m.castling_side().map_or(m.to(), |side| side.king_to(mover));
        [self.last.and_then(Move::from), self.last.map(to)]
    }
}

/// Returns the sign of a piece: outlined for White, filled for Black.
fn figurine(piece: Piece) -> char {
    let signs = match piece.role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
    };
    signs[usize::from(piece.color.is_black())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse_fen, parse_san};

    /// The position after a move in `fen`, drawn.
    fn draw(fen: &str, san: &str, bottom: Color, screen: Screen) -> Vec<String> {
        let before = Position::new(parse_fen(fen).unwrap().chess);
        let m = parse_san(&before, san).unwrap();
        BoardView { position: &before.play(m), last: Some(m), bottom }.lines(screen)
    }

    const CASTLING: &str = "5k2/8/8/8/8/8/8/R3K2R w KQ - 0 1";

    #[test]
    fn ascii_marks_the_last_move_and_check() {
        let lines = draw(CASTLING, "O-O", Color::White, Screen::PLAIN);
        assert_eq!(lines[0], " 8  .  .  .  .  . <k> .  . ");
        assert_eq!(lines[7], " 1  R  .  .  . [.] R [K] . ");
        assert_eq!(lines[8], "    a  b  c  d  e  f  g  h ");
        let flipped = draw(CASTLING, "O-O-O", Color::Black, Screen::PLAIN);
        assert_eq!(flipped[0], " 1  R  .  . [.] R [K] .  . ");
        assert_eq!((flipped.len(), flipped[8].as_str()), (9, "    h  g  f  e  d  c  b  a "));
        assert!(lines.iter().chain(&flipped).all(|line| line.len() == BOARD_WIDTH), "{lines:?}");
    }

    #[test]
    fn colours_mark_them_instead() {
        let screen = Screen { has_colours: true, has_unicode: true, width: Some(80) };
        let lines = draw(CASTLING, "O-O", Color::White, screen);
        assert!(lines[0].contains("48;5;160m ♚ ") && lines[7].contains("48;5;94m ♚ "), "{lines:?}");
        let plain = draw(CASTLING, "O-O", Color::White, Screen { has_colours: false, ..screen });
        assert_eq!(plain[7], " 1  ♖  ·  ·  · [·] ♖ [♔] · ");
    }
}
