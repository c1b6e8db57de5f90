//! Frame: what the search keeps for each ply of the current line.

use shakmaty::{Bitboard, Move};

use super::history::{CONTINUATIONS, Context, NO_CONTEXT};
use crate::types::{Depth, Line, MAX_PLY, PackedMove, Score};

/// One ply of the current line.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move under search here; `None` for a pass.
    pub current: Option<Move>,
    /// Its piece and target.
    pub context: Context,
    /// A quiet move that cut off here lately.
    pub killer: PackedMove,
    /// The move that a singular search leaves out.
    pub excluded: Option<Move>,
    /// Double extensions on the line so far.
    pub doubles: i32,
    /// Squares the other side attacks, once moves are looked at.
    pub attacked: Bitboard,
    /// By how many plies less deep the child is searched at first.
    pub reduction: Depth,
    /// Cut-offs among the children.
    pub cutoffs: u32,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            eval: None,
            current: None,
            context: NO_CONTEXT,
            killer: PackedMove::NONE,
            excluded: None,
            doubles: 0,
            attacked: Bitboard::EMPTY,
            reduction: 0,
            cutoffs: 0,
        }
    }
}

/// Plies before the root that may be looked at.
const MARGIN: usize = 4;

/// What is kept for the plies of a line.
#[derive(Debug)]
pub(super) struct Frames {
    /// By ply, with empty ones before the root.
    frames: Box<[Frame]>,
    /// By ply: the best line from there, where the window is open. Apart, since they are long and seldom
    /// looked at.
    lines: Box<[Line]>,
}

impl Frames {
    pub fn new() -> Frames {
        Frames {
            frames: vec![Frame::new(); MARGIN + MAX_PLY + 2].into(),
            lines: vec![Line::new(); MAX_PLY + 2].into(),
        }
    }

    /// Forgets the last search.
    pub fn clear(&mut self) {
        self.frames.fill(Frame::new());
        self.lines.iter_mut().for_each(Line::clear);
    }

    /// The frame `back` plies before `ply`; before the root all are empty.
    #[inline]
    pub fn back(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + MARGIN - back]
    }

    /// The moves 1, 2 and 4 plies before `ply`.
    #[inline]
    pub fn contexts(&self, ply: usize) -> [Context; 3] {
        CONTINUATIONS.map(|back| self.back(ply, back).context)
    }

    /// The last two moves.
    #[inline]
    pub fn last_two(&self, ply: usize) -> [Context; 2] {
        [self.back(ply, 1).context, self.back(ply, 2).context]
    }

    /// The node at `ply` was cut off, as its parent counts.
    #[inline]
    pub fn cut_at(&mut self, ply: usize) {
        self[ply].cutoffs += 1;
    }

    /// The best line from `ply` on.
    #[inline]
    pub fn line(&self, ply: usize) -> &Line {
        &self.lines[ply]
    }

    /// Nothing is known of the line at `ply`.
    #[inline]
    pub fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// The line at `ply` becomes `m` and the line after it.
    pub fn extend_line(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].set(m, &tail[0]);
    }
}

impl std::ops::Index<usize> for Frames {
    type Output = Frame;
    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.frames[ply + MARGIN]
    }
}

impl std::ops::IndexMut<usize> for Frames {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + MARGIN]
    }
}
