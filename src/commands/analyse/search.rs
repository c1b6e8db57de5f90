//! Search: searching the positions of a game.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::Move;

use super::Analyse;
use crate::commands::stream::Numbered;
use crate::eval::wdl::{Curve, DisplayScore};
use crate::pgn::PgnGame;
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
    pub game: Arc<Numbered<PgnGame>>,
    /// The first position.
    pub from: usize,
    /// The position after the last.
    pub to: usize,
}

/// Returns the segments of a game.
pub(super) fn segments(game: Numbered<PgnGame>) -> impl Iterator<Item = Segment> {
    let game = Arc::new(game);
    let positions = game.item.line.moves.len() + 1;
    (0..positions).step_by(SEGMENT_LENGTH).map(move |from| Segment {
        game: Arc::clone(&game),
        from,
        to: (from + SEGMENT_LENGTH).min(positions),
    })
}

impl Segment {
    /// Returns the number of its positions.
    pub fn len(&self) -> usize {
        self.to - self.from
    }

    /// Reports whether it is the last one of its game.
    pub fn is_last(&self) -> bool {
        self.to > self.game.item.line.moves.len()
    }
}

/// Reports whether a game has ended by repetition or the fifty-move rule.
fn is_drawn_by_moves(game: &Game) -> bool {
    matches!(Ending::of(game), Some(Ending::Repetition | Ending::FiftyMoves))
}

/// Searches the positions of a segment from the last to the first; `None` if the search is stopped.
pub(super) fn search_segment(
    command: &Analyse,
    searcher: &mut Searcher,
    control: &Control,
    segment: &Segment,
) -> Option<Vec<SearchResult>> {
    searcher.clear(1);
    let mut played = Game::new(segment.game.item.start.clone());
    let mut games = Vec::new();
    for (number, step) in segment.game.item.line.moves[..segment.to - 1].iter().enumerate() {
        if number >= segment.from {
            games.push(played.clone());
        }
        match step.m {
            Some(m) => played.play(m),
            // The PGN reader accepts null moves only where they are possible.
            None => _ = played.play_null_move(),
        }
    }
    games.push(played);
    let last = games.len() - 1;
    let settings =
        Settings { syzygy: command.syzygy.clone(), move_overhead: Duration::ZERO, ..Settings::default() };
    let search = |(number, game): (usize, &Game)| {
        let info = searcher.search(game, &command.limits, &settings, control, &mut ()).info;
        // A search takes only positions below the root for draws by the moves of the game.
        let is_drawn = segment.is_last() && number == last && is_drawn_by_moves(game);
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
