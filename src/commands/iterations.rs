//! Iterations: a search as people read it, one line for each finished iteration.

use std::iter;
use std::time::Duration;

use shakmaty::Color;

use crate::console::{Screen, fit_words};
use crate::eval::wdl::DisplayScore;
use crate::position::Position;
use crate::search::{Info, Outcome};
use crate::types::Bound;

/// The columns of a line before its moves, with those of a rank.
const COLUMNS: usize = 37;
const RANK_COLUMNS: usize = 6;

/// The lines of a search of one position.
#[derive(Clone, Debug)]
pub struct Iterations {
    position: Position,
    screen: Screen,
    /// The principal variations of an iteration.
    ranks: usize,
    /// The last report of each rank.
    last: Vec<Info>,
    /// Those of the last finished iteration.
    finished: Vec<Info>,
    is_final: bool,
}

impl Iterations {
    /// Shows a search of `position` with `multi_pv` principal variations on `screen`.
    #[must_use]
    pub fn new(position: &Position, multi_pv: usize, screen: Screen) -> Iterations {
        let ranks = multi_pv.clamp(1, position.legal_moves().len().max(1));
        Iterations {
            position: position.clone(),
            screen,
            ranks,
            last: Vec::new(),
            finished: Vec::new(),
            is_final: false,
        }
    }

    /// Returns the header of the table.
    #[must_use]
    pub fn header(&self) -> String {
        let rank = if self.ranks > 1 { "  rank" } else { "" };
        format!("depth{rank}    White     nodes       time  line")
    }

    /// Takes a report; returns the line to print if it ends an iteration. Reports of a deeper iteration after a final
    /// mate, before the search has stopped, do not count here.
    pub fn add(&mut self, info: &Info) -> Option<String> {
        let is_deeper = self.finished.first().is_some_and(|finished| info.depth > finished.depth);
        if self.is_final && is_deeper {
            return None;
        }
        replace(&mut self.last, info);
        if self.is_final || !info.is_finished {
            return None;
        }
        replace(&mut self.finished, info);
        self.is_final = self.has_final_mate();
        Some(self.line(info))
    }

    /// Takes the outcome of the search. If a deeper iteration after a final mate has changed the best move, its lines are the
    /// last reports.
    pub fn finish(&mut self, outcome: &Outcome) {
        let shown = self.last.first().and_then(|info| info.line.first());
        if shown != outcome.best {
            self.last = iter::once(&outcome.info).chain(&outcome.others).cloned().collect();
        }
    }

    /// Returns the lines of the last reports whose moves no printed line of their rank shows: the search has ended in an
    /// iteration that found a better one, or a limited player prefers others.
    #[must_use]
    pub fn last_lines(&self) -> Vec<String> {
        let shows = |shown: &Info, last: &Info| {
            shown.multi_pv == last.multi_pv && shown.line.first() == last.line.first()
        };
        let is_new = |last: &&Info| !self.finished.iter().any(|shown| shows(shown, last));
        self.last.iter().filter(is_new).map(|last| self.line(last)).collect()
    }

    /// Returns the last report of the best line.
    #[must_use]
    pub fn best(&self) -> Option<&Info> {
        self.last.first()
    }

    /// Returns the last report of each rank.
    #[must_use]
    pub fn all(&self) -> &[Info] {
        &self.last
    }

    /// Reports whether the finished iteration has proved a mate in every line, and deeper ones cannot be expected to
    /// shorten it: a mate is searched to twice its distance, as by the clock of a game.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.is_final
    }

    fn has_final_mate(&self) -> bool {
        let is_final = |info: &Info| {
            let plies = info.display_score().mate_plies().filter(|_| info.bound == Bound::Exact);
            plies.is_some_and(|plies| plies.abs() <= 1 || 2 * plies.abs() < info.depth)
        };
        let depth = self.finished.first().map(|info| info.depth);
        self.finished.len() == self.ranks
            && self.finished.iter().all(|info| Some(info.depth) == depth && is_final(info))
    }

    fn line(&self, info: &Info) -> String {
        let score = white_score(info, self.position.turn());
        let (nodes, time) = (short_count(info.nodes), short_time(info.elapsed));
        let rank = if self.ranks > 1 { format!("  {:>4}", info.multi_pv) } else { String::new() };
        let start = format!("{:>5}{rank}  {score:>7}  {nodes:>8}  {time:>9}  ", info.depth);
        let columns = if self.ranks > 1 { COLUMNS + RANK_COLUMNS } else { COLUMNS };
        let room = self.screen.width.map_or(usize::MAX, |width| width.saturating_sub(columns));
        format!("{start}{}", fit_words(&san_words(&self.position, info), room, self.screen))
            .trim_end()
            .to_owned()
    }
}

/// Replaces the report of a rank.
fn replace(reports: &mut Vec<Info>, info: &Info) {
    match reports.iter_mut().find(|old| old.multi_pv == info.multi_pv) {
        Some(old) => *old = info.clone(),
        None => reports.push(info.clone()),
    }
}

/// Returns the moves of a line in algebraic notation.
#[must_use]
pub fn san_words(position: &Position, info: &Info) -> Vec<String> {
    position.san_line(info.line.moves()).split_whitespace().map(str::to_owned).collect()
}

/// Describes what a search of `position` suggests: its score, and as much of its line as the screen has room for.
#[must_use]
pub fn hint(position: &Position, outcome: &Outcome, screen: Screen) -> String {
    let Outcome { info, best, .. } = outcome;
    let start = format!("Hint ({} for White, depth {}): ", white_score(info, position.turn()), info.depth);
    let room = screen.width.map_or(usize::MAX, |width| width.saturating_sub(start.len()));
    // A search that was stopped at once has a move and no line.
    let line = Some(san_words(position, info)).filter(|line| !line.is_empty());
    let move_alone = || best.map(|m| position.san(m)).into_iter().collect();
    start + &fit_words(&line.unwrap_or_else(move_alone), room, screen)
}

/// Formats the score of a report from White's point of view: pawns with two decimals, or `#3` for mate in 3 moves;
/// `>` and `<` mark bounds.
#[must_use]
pub fn white_score(info: &Info, turn: Color) -> String {
    let score = info.display_score();
    match (turn, info.bound) {
        (Color::White, bound) => score_text(score, bound),
        (Color::Black, Bound::Exact) => score_text(-score, Bound::Exact),
        (Color::Black, Bound::Lower) => score_text(-score, Bound::Upper),
        (Color::Black, Bound::Upper) => score_text(-score, Bound::Lower),
    }
}

fn score_text(score: DisplayScore, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    format!("{sign}{}", signed_score(score))
}

/// Formats a score: pawns with sign and two decimals, or `#3` for mate in 3 moves and `#-3` for being mated.
pub(super) fn signed_score(score: DisplayScore) -> String {
    match score.pawns() {
        Some(pawns) => format!("{pawns:+.2}"),
        None => format!("#{}", score.mate_moves().unwrap_or_default()),
    }
}

/// Formats a count in at most 7 characters: whole up to a million, then with a unit.
fn short_count(count: u64) -> String {
    let units = [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M")];
    match units.into_iter().find(|(size, _)| count >= *size) {
        Some((size, unit)) => format!("{:.2}{unit}", count as f64 / size as f64),
        None => count.to_string(),
    }
}

/// Formats a time in at most 9 characters: seconds, or minutes and seconds from 100 s on.
fn short_time(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 100 {
        format!("{:.3} s", time.as_secs_f64())
    } else {
        format!("{}:{:02} min", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::parse_fen;
    use crate::search::{Control, Limits, Reporter, SearchStats, Searcher, Settings};
    use crate::types::{Line, Score};

    #[test]
    fn scores_are_pawns_or_moves_to_mate() {
        assert_eq!(score_text(DisplayScore::new(35), Bound::Exact), "+0.35");
        assert_eq!(score_text(DisplayScore::new(-120), Bound::Lower), ">-1.20");
        let curve = Curve::of(&Position::default());
        assert_eq!(score_text(curve.display_score(Score::mate_in(3)), Bound::Exact), "#2");
        assert_eq!(score_text(-curve.display_score(Score::mate_in(2)), Bound::Upper), "<#-1");
    }

    #[test]
    fn counts_and_times_have_a_limited_width() {
        for (count, text) in [(0, "0"), (999_999, "999999"), (1_234_567, "1.23M"), (u64::MAX, "18446744.07T")]
        {
            assert_eq!(short_count(count), text);
        }
        assert_eq!(short_time(Duration::from_millis(1234)), "1.234 s");
        assert_eq!(short_time(Duration::from_secs(3725)), "62:05 min");
    }

    fn info(depth: i32, multi_pv: usize, score: Score, is_finished: bool) -> Info {
        let position = Position::default();
        let mut line = Line::new();
        line.push(position.legal_moves()[multi_pv]);
        Info {
            depth,
            seldepth: 1,
            multi_pv,
            score,
            curve: Curve::of(&position),
            bound: Bound::Exact,
            is_finished,
            nodes: 1,
            elapsed: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            is_drawn: false,
            line,
        }
    }

    #[test]
    fn a_mate_is_final_at_twice_its_distance_in_all_lines() {
        let is_final = |reports: &[Info], multi_pv| {
            let mut iterations = Iterations::new(&Position::default(), multi_pv, Screen::PLAIN);
            reports.iter().for_each(|report| drop(iterations.add(report)));
            iterations.is_final()
        };
        let mate = Score::mate_in;
        assert!(is_final(&[info(1, 1, mate(1), true)], 1));
        assert!(!is_final(&[info(6, 1, mate(3), true)], 1) && is_final(&[info(7, 1, mate(3), true)], 1));
        assert!(
            !is_final(&[info(7, 1, mate(3), false)], 1)
                && !is_final(&[info(90, 1, Score::new(900), true)], 1)
        );
        let second = info(20, 2, Score::mated_in(8), true);
        assert!(is_final(&[info(20, 1, mate(3), true), second.clone()], 2));
        // The second line is still that of the iteration before.
        assert!(!is_final(&[info(21, 1, mate(3), true), second], 2));
        assert!(!is_final(&[info(20, 1, mate(3), true)], 2));
    }

    #[test]
    fn an_unfinished_iteration_shows_only_if_it_changes_the_move() {
        let mut iterations = Iterations::new(&Position::default(), 1, Screen::PLAIN);
        assert!(iterations.add(&info(3, 1, Score::new(10), true)).is_some());
        assert_eq!(iterations.add(&info(4, 1, Score::new(20), false)), None);
        assert_eq!(iterations.last_lines(), [""; 0]);
        let mut other = info(4, 1, Score::new(20), false);
        other.line = info(4, 2, Score::new(20), false).line;
        assert_eq!(iterations.add(&other), None);
        let lines = iterations.last_lines();
        assert!(lines.len() == 1 && lines[0].starts_with("    4  "), "{lines:?}");
    }

    #[test]
    fn a_best_move_found_after_a_final_mate_comes_with_its_line() {
        let mut iterations = Iterations::new(&Position::default(), 1, Screen::PLAIN);
        iterations.add(&info(9, 1, Score::mated_in(4), true));
        let line = info(10, 2, Score::DRAW, true).line;
        let deeper = Info { line, ..info(10, 1, Score::mated_in(4), true) };
        assert!(iterations.is_final() && iterations.add(&deeper).is_none());
        let (best, stats) = (deeper.line.first(), SearchStats::default());
        let completed = deeper.depth;
        let outcome =
            Outcome { info: deeper, others: Vec::new(), best, ponder: None, stats, threads: 1, completed };
        iterations.finish(&outcome);
        assert_eq!(iterations.best().and_then(|info| info.line.first()), best);
        let lines = iterations.last_lines();
        assert!(lines.len() == 1 && lines[0].starts_with("   10  "), "{lines:?}");
    }

    #[test]
    fn lines_in_another_order_show_at_the_end() {
        let mut iterations = Iterations::new(&Position::default(), 3, Screen::PLAIN);
        for rank in 1..=3 {
            iterations.add(&info(5, rank, Score::DRAW, true));
        }
        for rank in 2..=3 {
            let other = info(5, 5 - rank, Score::DRAW, false).line;
            iterations.add(&Info { line: other, ..info(5, rank, Score::DRAW, false) });
        }
        let ranks: Vec<String> = iterations.last_lines().iter().map(|line| line[..11].to_owned()).collect();
        assert_eq!(ranks, ["    5     2", "    5     3"]);
    }

    struct Lines(Iterations, Vec<String>);

    impl Reporter for Lines {
        fn info(&mut self, info: &Info) {
            self.1.extend(self.0.add(info));
        }
    }

    #[test]
    fn every_line_fits_the_screen_and_moves_are_whole() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let game = crate::position::Game::from(parse_fen(fen).unwrap().chess);
        for (width, multi_pv) in [(50, 1), (80, 1), (80, 3)] {
            let screen = Screen { width: Some(width), ..Screen::PLAIN };
            let mut lines = Lines(Iterations::new(game.position(), multi_pv, screen), Vec::new());
            let limits = Limits { depth: Some(8), ..Limits::default() };
            let settings = Settings { multi_pv, ..Settings::default() };
            Searcher::new(1).unwrap().search(&game, &limits, &settings, &Control::new(false), &mut lines);
            assert_eq!(lines.1.len(), 8 * multi_pv, "{:?}", lines.1);
            for line in &lines.1 {
                assert!(line.chars().count() <= width, "{line}");
                let moves = line.rsplit("  ").next().unwrap_or_default();
                assert!(moves.ends_with("...") || moves.split(' ').count() <= 8 + 20, "{line}");
            }
            assert!(width > 50 || lines.1.iter().any(|line| line.ends_with(" ...")), "{:?}", lines.1);
        }
    }
}
