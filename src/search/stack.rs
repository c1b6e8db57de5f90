//! The search stack: what a thread keeps for each ply of the line it is searching.

use shakmaty::{Bitboard, Move};

use super::experiment;
use super::history::{CONTINUATIONS, Context, Histories, NO_CONTEXT, context};
use super::params::Parameters;
use crate::eval::{Evaluator, faded};
use crate::memory::{AllocError, try_filled};
use crate::position::{Game, Path, Position, Threats};
use crate::tt::TtEntry;
use crate::types::{Depth, Line, MAX_PLY, PackedMove, Score};

/// One ply of the line.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The corrected static evaluation; `None` in check.
    pub eval: Option<Score>,
    /// The move under search; `None` for a null move.
    pub current: Option<Move>,
    /// Its place among the moves of the node, from 1.
    pub move_count: usize,
    /// Its piece and target square.
    pub context: Context,
    /// The quiet move that last caused a beta cutoff at this ply since the parent was entered.
    pub killer: PackedMove,
    /// The move that a singular search excludes.
    pub excluded: Option<Move>,
    /// Double extensions on the line so far.
    pub double_extensions: i32,
    /// The squares that the opponent attacks; set before moves are searched.
    pub attacked: Bitboard,
    /// The reduction of the child under search, in plies.
    pub reduction: Depth,
    /// Beta cutoffs at this ply since the grandparent was entered.
    pub cutoffs: u32,
}

impl Frame {
    fn new() -> Frame {
        Frame {
            eval: None,
            current: None,
            move_count: 0,
            context: NO_CONTEXT,
            killer: PackedMove::NONE,
            excluded: None,
            double_extensions: 0,
            attacked: Bitboard::EMPTY,
            reduction: 0,
            cutoffs: 0,
        }
    }
}

/// The static evaluation of a node.
pub(super) struct StaticEval {
    /// As if the halfmove clock were 0, and without correction; `None` in check and in a singular search.
    pub unfaded: Option<Score>,
    /// With both; below all scores in check.
    pub eval: Score,
    /// The size of the correction; 0 where `unfaded` is `None`.
    pub correction: i32,
}

/// Empty frames before the root.
const MARGIN: usize = 4;

/// The line under search, from the root to the current node.
pub(super) struct SearchStack {
    /// By ply, with [`MARGIN`] empty frames before the root.
    frames: Box<[Frame]>,
    /// By ply: the principal variation from there. Apart from the frames, since lines are long and seldom
    /// read.
    lines: Box<[Line]>,
    path: Path,
    evaluator: Evaluator,
    seldepth: usize,
    /// The first ply at which null moves are allowed; above 0 while a null-move cutoff is verified.
    null_move_min_ply: usize,
}

impl SearchStack {
    /// An empty stack that evaluates with `evaluator`.
    ///
    /// # Errors
    /// An [`AllocError`] if the memory is missing.
    pub fn new(evaluator: Evaluator) -> Result<SearchStack, AllocError> {
        Ok(SearchStack {
            frames: try_filled(MARGIN + MAX_PLY + 2, Frame::new())?,
            lines: try_filled(MAX_PLY + 2, Line::new())?,
            path: Path::new(),
            evaluator,
            seldepth: 0,
            null_move_min_ply: 0,
        })
    }

    /// Evaluates with `evaluator` from now on.
    pub fn set_evaluator(&mut self, evaluator: Evaluator) {
        self.evaluator = evaluator;
    }

    /// Prepares a search of `game`.
    pub fn start(&mut self, game: &Game) {
        self.frames.fill(Frame::new());
        self.lines.iter_mut().for_each(Line::clear);
        self.unwind(game);
        self.seldepth = 0;
        self.null_move_min_ply = 0;
    }

    /// Takes back the moves of a line that the search was stopped in.
    pub fn unwind(&mut self, game: &Game) {
        self.path.clone_from(game.path());
        self.evaluator.set_root(game.position());
    }

    /// Returns the evaluator, for use after the search.
    pub fn into_evaluator(self) -> Evaluator {
        self.evaluator
    }

    /// The positions from the start of the game to the current node.
    #[inline]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The frame `back` plies before `ply`; empty before the root.
    #[inline]
    pub fn back(&self, ply: usize, back: usize) -> &Frame {
        &self.frames[ply + MARGIN - back]
    }

    /// The moves 1, 2 and 4 plies before `ply`.
    #[inline]
    pub fn contexts(&self, ply: usize) -> [Context; 3] {
        CONTINUATIONS.map(|back| self.back(ply, back).context)
    }

    /// The last two moves before `ply`.
    #[inline]
    pub fn last_two(&self, ply: usize) -> [Context; 2] {
        [self.back(ply, 1).context, self.back(ply, 2).context]
    }

    /// The previous move, unless it was a null move.
    #[inline]
    pub fn last_move(&self, ply: usize) -> Option<Move> {
        if ply == 0 { None } else { self.back(ply, 1).current }
    }

    /// Prepares the frames for a node at `ply`. Its children begin without the killer of their cousins.
    #[inline]
    pub fn begin_node(&mut self, ply: usize) {
        if self[ply].excluded.is_none() {
            self.clear_line(ply);
        }
        self[ply].double_extensions = self.double_extensions_before(ply);
        self[ply + 1].killer = PackedMove::NONE;
        self[ply + 2].cutoffs = 0;
    }

    fn double_extensions_before(&self, ply: usize) -> i32 {
        if ply == 0 { 0 } else { self.back(ply, 1).double_extensions }
    }

    /// Counts a double extension on the line if the next child is extended by more than one ply.
    #[inline]
    pub fn count_extension(&mut self, ply: usize, extension: Depth) {
        self[ply].double_extensions = self.double_extensions_before(ply) + i32::from(extension > 1);
    }

    /// Counts a beta cutoff at `ply`.
    #[inline]
    pub fn count_cutoff(&mut self, ply: usize) {
        self[ply].cutoffs += 1;
    }

    /// The opponent's threats, whose attacks the frame keeps for history updates.
    #[inline]
    pub fn threats(&mut self, position: &Position, ply: usize) -> Threats {
        let threats = position.threats(!position.turn());
        self[ply].attacked = threats.attacked;
        threats
    }

    /// Plays `m` at `ply` and returns the child.
    #[inline]
    pub fn enter(&mut self, position: &Position, m: Move, ply: usize) -> Position {
        let frame = &mut self[ply];
        frame.current = Some(m);
        frame.context = context(m, position.turn());
        self.evaluator.enter(position, m);
        let child = position.play(m);
        self.path.push(&child);
        child
    }

    /// Takes the last move back.
    #[inline]
    pub fn leave(&mut self) {
        self.evaluator.leave();
        self.path.pop();
    }

    /// Plays a null move at `ply`, which leads to `child`.
    pub fn enter_null_move(&mut self, child: &Position, ply: usize) {
        let frame = &mut self[ply];
        frame.current = None;
        frame.context = NO_CONTEXT;
        self.path.push_null_move(child);
    }

    /// Takes the null move back.
    pub fn leave_null_move(&mut self) {
        self.path.pop();
    }

    /// Reports whether a null move may be tried at `ply`: not after another one, nor in the first plies of a search that
    /// verifies one.
    pub fn allows_null_move(&self, ply: usize) -> bool {
        (ply == 0 || self.back(ply, 1).current.is_some()) && ply >= self.null_move_min_ply
    }

    /// Reports whether a null-move cutoff is being verified.
    pub fn is_verifying(&self) -> bool {
        self.null_move_min_ply > 0
    }

    /// Forbids null moves before `ply` while a null-move cutoff is verified; 0 allows them again.
    pub fn set_null_move_min_ply(&mut self, ply: usize) {
        self.null_move_min_ply = ply;
    }

    /// Returns the static evaluation before and after correction, and keeps the latter in the frame.
    ///
    /// In check there is none. With `keep` an evaluation that the frame has is returned as it is.
    #[inline]
    pub fn static_eval(
        &mut self,
        params: &Parameters,
        histories: &Histories,
        position: &Position,
        ply: usize,
        tt_entry: Option<TtEntry>,
        keep: bool,
    ) -> StaticEval {
        if position.in_check() {
            self[ply].eval = None;
            return StaticEval { unfaded: None, eval: -Score::INFINITE, correction: 0 };
        }
        if keep && let Some(eval) = self[ply].eval {
            return StaticEval { unfaded: None, eval, correction: 0 };
        }
        let stored = tt_entry.and_then(|entry| entry.static_eval());
        let unfaded = stored.unwrap_or_else(|| self.evaluator.evaluate_unfaded(position));
        let raw_eval = faded(position, unfaded);
        let correction = histories.correction(params, position, self.last_two(ply));
        let eval = experiment::rounded(params, raw_eval + correction).clamp_estimate();
        self[ply].eval = Some(eval);
        StaticEval { unfaded: Some(unfaded), eval, correction: (eval - raw_eval).abs() }
    }

    /// The evaluation of a node at the maximum ply, which is not searched.
    pub fn max_ply_eval(&mut self, params: &Parameters, position: &Position) -> Score {
        if position.in_check() {
            Score::DRAW
        } else {
            experiment::rounded(params, self.evaluator.evaluate(position))
        }
    }

    /// The static evaluation of the root, without correction; a draw in check.
    pub fn root_eval(&mut self, root: &Position) -> Score {
        if root.in_check() { Score::DRAW } else { self.evaluator.evaluate(root) }
    }

    /// The principal variation from `ply` on.
    #[inline]
    pub fn line(&self, ply: usize) -> &Line {
        &self.lines[ply]
    }

    /// Empties the line at `ply`.
    #[inline]
    pub fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Sets the line at `ply` to `m` followed by the line at the next ply.
    pub fn extend_line(&mut self, ply: usize, m: Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].set(m, &tail[0]);
    }

    /// The nodes of the longest line of PV nodes in this iteration, the root included.
    pub fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// Notes that a line of PV nodes has reached `ply`.
    #[inline]
    pub fn reach(&mut self, ply: usize) {
        self.seldepth = self.seldepth.max(ply + 1);
    }

    /// Starts a new iteration.
    pub fn reset_seldepth(&mut self) {
        self.seldepth = 0;
    }
}

impl std::ops::Index<usize> for SearchStack {
    type Output = Frame;
    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.frames[ply + MARGIN]
    }
}

impl std::ops::IndexMut<usize> for SearchStack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + MARGIN]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;
    use crate::types::Bound;

    #[test]
    fn children_of_a_node_begin_without_the_killer_of_their_cousins() {
        let mut stack = SearchStack::new(Evaluator::default()).unwrap();
        let killer = PackedMove::new(
            "e2e4".parse::<shakmaty::uci::UciMove>().unwrap().to_move(&shakmaty::Chess::default()).unwrap(),
        );
        for ply in 3..=5 {
            stack[ply].killer = killer;
        }
        stack.begin_node(3);
        let killers = [3, 4, 5].map(|ply| stack[ply].killer);
        assert_eq!(killers, [killer, PackedMove::NONE, killer]);
    }

    #[test]
    fn stored_evaluations_fade_with_the_clock_of_the_position_that_meets_them() {
        let mut stack = SearchStack::new(Evaluator::default()).unwrap();
        let (parameters, histories) = (Parameters::default(), Histories::new().unwrap());
        let mut eval = |clock: u32, tt_entry: Option<TtEntry>| {
            let fen = format!("4k3/pp6/8/8/8/8/PP6/R3K3 w - - {clock} 80");
            let game = Game::new(Position::new(parse_fen(&fen).unwrap().chess));
            stack.start(&game);
            stack.static_eval(&parameters, &histories, game.position(), 0, tt_entry, false)
        };
        let unfaded = eval(0, None).unfaded.unwrap();
        let entry = TtEntry {
            best: PackedMove::NONE,
            score: 0,
            eval: TtEntry::stored_eval(Some(unfaded)),
            depth: 1,
            bound: Bound::Upper,
            pv: false,
        };
        assert_eq!(eval(0, Some(entry)).eval, unfaded);
        assert_eq!(eval(80, Some(entry)).eval, eval(80, None).eval);
        assert!(eval(80, Some(entry)).eval < unfaded);
        assert_eq!(eval(80, None).unfaded, Some(unfaded));
    }
}
