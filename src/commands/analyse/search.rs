//! Search: searching the positions of a game.

use shakmaty::Move;

use super::Analyse;
use crate::eval::wdl::{Curve, DisplayScore};
use crate::pgn::PgnGame;
use crate::position::Game;
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
    /// The index of the game.
    pub game: usize,
    /// The first position.
    pub from: usize,
    /// The position after the last.
    pub to: usize,
}

/// Returns the segments of a game.
pub(super) fn segments(number: usize, game: &PgnGame) -> impl Iterator<Item = Segment> {
    let positions = game.line.moves.len() + 1;
    (0..positions).step_by(SEGMENT_LENGTH).map(move |from| Segment {
        game: number,
        from,
        to: (from + SEGMENT_LENGTH).min(positions),
    })
}

/// Searches the positions of a segment from the last to the first; `None` if the search is stopped.
pub(super) fn search_segment(
    command: &Analyse,
    searcher: &mut Searcher,
    control: &Control,
    game: &PgnGame,
    segment: &Segment,
) -> Option<Vec<SearchResult>> {
    searcher.clear(1);
    let mut played = Game::new(game.start.clone());
    let mut games = vec![played.clone()];
    for step in &game.line.moves[..segment.to - 1] {
        match step.m {
            Some(m) => played.play(m),
            // The PGN reader accepts null moves only where they are possible.
            None => _ = played.play_null_move(),
        }
        games.push(played.clone());
    }
    let settings = Settings { syzygy: command.syzygy.clone(), ..Settings::default() };
    let search = |game: &Game| {
        let info = searcher.search(game, &command.limits, &settings, control, &mut ()).info;
        let result = SearchResult {
            score: info.score,
            curve: info.curve,
            line: info.line.moves().to_vec(),
            depth: info.depth,
            nodes: info.nodes,
        };
        (!control.is_stopped()).then_some(result)
    };
    let backwards = games[segment.from..segment.to].iter().rev();
    let mut results: Vec<SearchResult> = backwards.map(search).collect::<Option<_>>()?;
    results.reverse();
    Some(results)
}
