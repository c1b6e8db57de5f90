//! Search: searching the positions of a game.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Color, Move};

use super::Analyse;
use crate::commands::inputs::InputGame;
use crate::commands::stream::Numbered;
use crate::eval::wdl::{Curve, DisplayScore};
use crate::pgn::{PgnGame, PgnMove};
use crate::position::{Ending, Game};
use crate::search::{Control, Searcher, Settings};
use crate::types::{Depth, Score};

/// Positions of a segment.
const SEGMENT_LENGTH: usize = 8;

/// The result of the search of a position.
#[derive(Clone, Debug)]
pub(super) struct SearchResult {
    /// The score from the side to move.
    pub score: Score,
    /// The win-draw-loss curve of the position.
    pub curve: Curve,
    /// The principal variation.
    pub line: Vec<Move>,
    /// The depth of the last iteration.
    pub depth: Depth,
    /// The nodes searched.
    pub nodes: u64,
}

impl SearchResult {
    /// Returns the score for display.
    pub fn display_score(&self) -> DisplayScore {
        self.curve.display_score(self.score)
    }
}

/// Consecutive positions of a game, counted by the moves that lead to them.
pub(super) struct Segment {
    /// The game.
    pub game: Arc<Numbered<InputGame>>,
    /// The game up to the first position, from the last irreversible move on.
    start: Game,
    /// The first position.
    from: usize,
    /// The position after the last.
    to: usize,
}

/// Returns the segments of a game. Each begins with the position that the moves of those before it lead to, so that the
/// time is linear in the length of the game.
pub(super) fn segments(game: Numbered<InputGame>) -> impl Iterator<Item = Segment> {
    let game = Arc::new(game);
    let pgn = &game.item.game;
    let positions = pgn.line.moves.len() + 1;
    let mut next = Game::new(pgn.start.clone());
    (0..positions).step_by(SEGMENT_LENGTH).map(move |from| {
        let to = (from + SEGMENT_LENGTH).min(positions);
        let segment = Segment { game: Arc::clone(&game), start: next.clone(), from, to };
        if !segment.is_last() {
            game.item.game.line.moves[from..to].iter().for_each(|step| play(&mut next, step));
            next = next.since_irreversible_move();
        }
        segment
    })
}

/// Plays a move of the main line.
fn play(game: &mut Game, step: &PgnMove) {
    match step.m {
        Some(m) => game.play_unchecked(m),
        // The PGN reader accepts null moves only where they are possible.
        None => _ = game.play_null_move(),
    }
}

impl Segment {
    /// Returns the number of its positions.
    pub fn len(&self) -> usize {
        self.to - self.from
    }

    /// Reports whether it is the last one of its game.
    pub fn is_last(&self) -> bool {
        self.to > self.game.item.game.line.moves.len()
    }
}

/// Reports whether `pgn` has ended with the last position of `game` by repetition or the fifty-move rule. A player has to
/// claim such a draw: another result shows that nobody has.
fn is_drawn_by_moves(game: &Game, pgn: &PgnGame) -> bool {
    let may_be_drawn = pgn.is_whole() && pgn.points(Color::White).is_none_or(|points| points == 1);
    may_be_drawn && matches!(Ending::of(game), Some(Ending::Repetition | Ending::FiftyMoves))
}

/// Searches the positions of a segment from the last to the first; `None` if the search is stopped.
pub(super) fn search_segment(
    command: &Analyse,
    searcher: &mut Searcher,
    control: &Control,
    segment: &Segment,
) -> Option<Vec<SearchResult>> {
    searcher.clear(1);
    let pgn = &segment.game.item.game;
    let mut played = segment.start.clone();
    let mut games = Vec::new();
    for step in &pgn.line.moves[segment.from..segment.to - 1] {
        games.push(played.clone());
        play(&mut played, step);
    }
    games.push(played);
    let last = games.len() - 1;
    let settings =
        Settings { syzygy: command.syzygy.clone(), move_overhead: Duration::ZERO, ..Settings::default() };
    let search = |(number, game): (usize, &Game)| {
        let info = searcher.search(game, &command.limits, &settings, control, &mut ()).info;
        // A search takes only positions below the root for draws by the moves of the game.
        let is_drawn = segment.is_last() && number == last && is_drawn_by_moves(game, pgn);
        let result = SearchResult {
            score: if is_drawn { Score::DRAW } else { info.score },
            curve: info.curve,
            line: info.line.moves().to_vec(),
            depth: info.depth,
            nodes: info.nodes,
        };
        (!control.is_stopped()).then_some(result)
    };
    let mut results: Vec<SearchResult> = games.iter().enumerate().rev().map(search).collect::<Option<_>>()?;
    results.reverse();
    Some(results)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::PgnReader;

    /// What a segment holds does not grow with the game before it, only with the moves since the last irreversible one.
    #[test]
    fn segments_begin_where_those_before_them_end() {
        let part = |pawns: &str| format!("{}{pawns} ", "Nf3 Nf6 Ng1 Ng8 ".repeat(3));
        let parts = ["a3 a6", "b3 b6", "c3 c6", "d3 d6", "e3 e6", "f4 f5", "g3 g6", "h3 h6"].map(part);
        let text = format!("[Event \"a\"]\n\n{}*\n", parts.concat());
        let game = PgnReader::new(text.as_bytes()).next().unwrap().unwrap().unwrap();
        let moves = game.line.moves.clone();
        assert_eq!(moves.len(), 8 * 14);
        let (mut played, mut number) = (Game::new(game.start.clone()), 0);
        for segment in segments(Numbered::alone(InputGame { number: 1, game })) {
            moves[number..segment.from].iter().for_each(|step| play(&mut played, step));
            number = segment.from;
            let start = &segment.start;
            assert_eq!(start.position().fen(), played.position().fen());
            assert_eq!(Ending::of(start), Ending::of(&played), "{number}");
            assert_eq!(start.path().has_repeated(), played.path().has_repeated(), "{number}");
            assert!(start.path().len() <= start.position().halfmoves() as usize + 1, "{number}");
        }
        assert_eq!(number, moves.len());
    }
}
