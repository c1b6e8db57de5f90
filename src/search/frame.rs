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
    /// The best line from here, where the window is open.
    pub line: Line,
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
            line: Line::new(),
        }
    }
}

/// Plies before the root that may be looked at.
const MARGIN: usize = 4;

/// The frames of a line, by ply, with empty ones before the root.
#[derive(Debug)]
pub(super) struct Frames(Box<[Frame]>);

impl Frames {
    pub fn new() -> Frames {
        Frames(vec![Frame::new(); MARGIN + MAX_PLY + 2].into_boxed_slice())
    }

    /// Forgets the last search.
    pub fn clear(&mut self) {
        self.0.fill(Frame::new());
    }

    /// The frame `back` plies before `ply`; before the root all are empty.
    #[inline]
    pub fn back(&self, ply: usize, back: usize) -> &Frame {
        &self.0[ply + MARGIN - back]
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

    /// The line at `ply` becomes `m` and the line after it.
    pub fn extend_line(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.0.split_at_mut(ply + MARGIN + 1);
        head[ply + MARGIN].line.set(m, &tail[0].line);
    }
}

impl std::ops::Index<usize> for Frames {
    type Output = Frame;
    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply + MARGIN]
    }
}

impl std::ops::IndexMut<usize> for Frames {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + MARGIN]
    }
}
