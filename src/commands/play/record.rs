//! Record: the moves of a game, how it ended, and the game as PGN.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use shakmaty::{Color, Move};

use super::Play;
use super::clock::{GameClock, Times, pgn_clock};
use crate::pgn::{PgnGame, PgnLine, PgnMove, start_tags};
use crate::position::{Ending, Game, Position};

/// A game so far.
pub(super) struct GameRecord {
    start: Position,
    game: Game,
    moves: Vec<PlayedMove>,
    /// The time left now.
    pub times: Option<Times>,
}

struct PlayedMove {
    before: Position,
    m: Move,
    /// The times before the move, which a take-back restores.
    times: Option<Times>,
    /// The time left of the side that moved, after the move.
    left: Option<Duration>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GameEnd {
    Rules(Ending),
    /// This side resigned.
    Resignation(Color),
    Agreement,
    /// This side has run out of time; a draw if the other one has only its king.
    Time {
        loser: Color,
        is_draw: bool,
    },
    /// The person has left.
    Left,
}

impl GameEnd {
    /// Returns the result as PGN has it.
    pub fn result(self) -> &'static str {
        let win = |winner: Color| if winner.is_white() { "1-0" } else { "0-1" };
        match self {
            GameEnd::Rules(ending) => ending.winner().map_or("1/2-1/2", win),
            GameEnd::Resignation(loser) | GameEnd::Time { loser, is_draw: false } => win(loser.other()),
            GameEnd::Agreement | GameEnd::Time { is_draw: true, .. } => "1/2-1/2",
            GameEnd::Left => "*",
        }
    }

    /// Returns a sentence about the end.
    pub fn sentence(self) -> String {
        match self {
            GameEnd::Rules(ending) => format!("{ending}."),
            GameEnd::Resignation(loser) => format!("{loser:?} resigns: {:?} wins.", loser.other()),
            GameEnd::Agreement => "Draw by agreement.".to_owned(),
            GameEnd::Time { loser, is_draw: false } => {
                format!("{loser:?} has run out of time: {:?} wins.", loser.other())
            }
            GameEnd::Time { loser, is_draw: true } => {
                format!("{loser:?} has run out of time, and {:?} cannot mate: a draw.", loser.other())
            }
            GameEnd::Left => "The game is not finished.".to_owned(),
        }
    }

    /// Returns the value of the PGN tag `Termination`.
    fn termination(self) -> &'static str {
        match self {
            GameEnd::Time { .. } => "time forfeit",
            GameEnd::Left => "unterminated",
            _ => "normal",
        }
    }
}

impl GameRecord {
    /// Begins a game.
    pub fn new(start: Position, clock: Option<GameClock>) -> GameRecord {
        let times = clock.map(Times::new);
        GameRecord { game: Game::new(start.clone()), start, moves: Vec::new(), times }
    }

    /// Returns the game with its repetitions.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// Returns the number of moves of both sides.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the last move.
    pub fn last(&self) -> Option<Move> {
        self.moves.last().map(|played| played.m)
    }

    /// Returns the plies from the start of the game, each with its move in algebraic notation.
    pub fn san_moves(&self) -> Vec<(u32, String)> {
        self.moves.iter().map(|played| (played.before.game_ply(), played.before.san(played.m))).collect()
    }

    /// Plays a move that took `time`. Returns whether the side had the time for it.
    pub fn play(&mut self, m: Move, time: Duration) -> bool {
        let (before, times) = (self.position().clone(), self.times);
        let side = before.turn();
        let had_time = self.times.as_mut().is_none_or(|times| times.spend(side, time));
        if had_time {
            let left = self.times.map(|times| times.left(side));
            self.moves.push(PlayedMove { before, m, times, left });
            self.game.play_unchecked(m);
        }
        had_time
    }

    /// Takes back plies, with the times that they took. Returns whether there were enough.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(kept) = self.moves.len().checked_sub(plies) else { return false };
        if let Some(first) = self.moves.drain(kept..).next() {
            self.times = first.times;
        }
        self.game = Game::new(self.start.clone());
        self.moves.iter().for_each(|played| self.game.play_unchecked(played.m));
        true
    }

    /// Returns why the game ends when this side has no time left.
    pub fn time_forfeit(&self, loser: Color) -> GameEnd {
        let is_draw = self.position().board().by_color(loser.other()).count() == 1;
        GameEnd::Time { loser, is_draw }
    }

    /// Returns the game as PGN.
    pub fn to_pgn(&self, play: &Play, end: GameEnd) -> PgnGame {
        let lancet = match play.settings.strength {
            Some(limit) => format!("Lancet {} ({} Elo)", env!("CARGO_PKG_VERSION"), limit.elo()),
            None => concat!("Lancet ", env!("CARGO_PKG_VERSION")).to_owned(),
        };
        let person = "Player".to_owned();
        let (white, black) = if play.side.is_white() { (person, lancet) } else { (lancet, person) };
        let mut tags = vec![
            ("Event", "Game on the terminal".to_owned()),
            ("Site", "?".to_owned()),
            ("Date", date(SystemTime::now())),
            ("Round", "-".to_owned()),
            ("White", white),
            ("Black", black),
            ("Result", end.result().to_owned()),
        ];
        tags.extend(start_tags(&self.start));
        tags.push(("TimeControl", play.clock.map_or("-".to_owned(), GameClock::pgn_tag)));
        tags.push(("Termination", end.termination().to_owned()));
        let moves = self.moves.iter().map(|played| PgnMove {
            comments: played.left.map(pgn_clock).into_iter().collect(),
            ..PgnMove::new(Some(played.m))
        });
        PgnGame {
            tags: tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            start: self.start.clone(),
            line: PgnLine { before: Vec::new(), moves: moves.collect() },
            result: end.result().to_owned(),
            warnings: Vec::new(),
        }
    }
}

/// Returns the date of a time in UTC, as PGN has it.
fn date(time: SystemTime) -> String {
    let days = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / 86_400);
    // Years that begin in March have the leap day at their end (H. Hinnant, "chrono-compatible low-level date
    // algorithms").
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{parse_fen, parse_san};

    #[test]
    fn dates_are_those_of_the_calendar() {
        let day = |number: u64| date(UNIX_EPOCH + Duration::from_secs(number * 86_400 + 86_399));
        for (number, text) in [
            (0, "1970.01.01"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (20_782, "2026.11.25"),
        ] {
            assert_eq!(day(number), text);
        }
    }

    fn record(moves: &str) -> GameRecord {
        let clock = GameClock { base: Duration::from_secs(60), increment: Duration::from_secs(1) };
        let mut record = GameRecord::new(Position::default(), Some(clock));
        for text in moves.split_whitespace() {
            let m = parse_san(record.position(), text).unwrap();
            assert!(record.play(m, Duration::from_secs(5)));
        }
        record
    }

    #[test]
    fn a_take_back_restores_moves_and_times() {
        let mut record = record("e4 e5 Nf3 Nc6");
        assert_eq!(record.times.unwrap().left(Color::White), Duration::from_secs(52));
        assert!(record.take_back(3));
        let times = record.times.unwrap();
        let seconds = [Color::White, Color::Black].map(|side| times.left(side).as_secs());
        assert_eq!((record.san_moves(), seconds), (vec![(0, "e4".to_owned())], [56, 60]));
        assert!(!record.take_back(2));
    }

    #[test]
    fn a_move_after_the_time_is_not_played() {
        let mut record = record("e4");
        let m = parse_san(record.position(), "e5").unwrap();
        assert!(!record.play(m, Duration::from_secs(61)));
        assert_eq!(record.len(), 1);
        assert_eq!(record.time_forfeit(Color::Black).result(), "1-0");
        let bare = Position::new(parse_fen("4k3/8/8/8/8/8/8/4K2Q w - - 0 1").unwrap().chess);
        assert_eq!(GameRecord::new(bare, None).time_forfeit(Color::White).result(), "1/2-1/2");
    }
}
