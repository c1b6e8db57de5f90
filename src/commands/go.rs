//! Go: one search, shown as a table.

use std::io::{self, Write};

use shakmaty::Color;

use super::{on_search_stack, seconds};
use crate::error::Error;
use crate::eval::wdl::DisplayScore;
use crate::position::{Game, Position};
use crate::search::{Control, Info, Limits, Outcome, Reporter, Searcher, Settings};
use crate::types::Bound;

/// One search.
#[derive(Clone, Debug)]
pub struct Go {
    /// The position, with the moves that led to it.
    pub game: Game,
    /// What ends the search.
    pub limits: Limits,
    /// The settings of the search.
    pub settings: Settings,
    /// Size of the transposition table in MiB.
    pub hash_mb: usize,
}

impl Go {
    /// Searches and writes a line for each iteration, and the best move last.
    ///
    /// # Errors
    /// An error if memory or a thread is missing; those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        let position = self.game.position();
        writeln!(out, "Position: {} ({:?} to move)", position.fen(), position.turn())?;
        if !position.has_legal_move() {
            let end = if position.in_check() { "checkmate" } else { "stalemate" };
            writeln!(out, "Best move: none ({end})")?;
            return Ok(());
        }
        writeln!(out, "\n{HEADER}")?;
        let outcome = on_search_stack(|| self.search(&mut *out))??;
        let best = outcome.best.map_or("none".into(), |m| position.san(m));
        let uci = outcome.best.map_or(String::new(), |m| format!(" ({})", position.move_text(m)));
        writeln!(out, "\nNodes/second: {}", outcome.info.nps())?;
        writeln!(out, "Best move: {best}{uci}")?;
        Ok(())
    }

    fn search(&self, out: &mut (dyn Write + Send)) -> Result<Outcome, Error> {
        let mut searcher = Searcher::new(self.hash_mb)?;
        let control = Control::new(false);
        let position = self.game.position();
        let mut table = Table { last: Vec::new(), position, control: &control, out, written: Ok(()) };
        let outcome = searcher.search(&self.game, &self.limits, &self.settings, &control, &mut table);
        table.written?;
        Ok(outcome)
    }
}

const HEADER: &str = "depth  rank    White  to move         nodes       time  line";

/// Writes a line for each report and stops the search if that fails. Skips a report that repeats the last
/// one, such as that at the end of the search.
struct Table<'a> {
    last: Vec<Info>,
    position: &'a Position,
    control: &'a Control,
    out: &'a mut (dyn Write + Send),
    written: io::Result<()>,
}

impl Reporter for Table<'_> {
    fn info(&mut self, info: &Info) {
        if self.written.is_ok() && !self.repeats_last(info) {
            self.written = self.write(info);
        }
        if self.written.is_err() {
            self.control.stop();
        }
    }
}

impl Table<'_> {
    fn repeats_last(&mut self, info: &Info) -> bool {
        let of = |info: &Info| (info.depth, info.score, info.bound, info.line.clone());
        let index = self.last.iter().position(|last| last.multi_pv == info.multi_pv);
        let before = index.map(|index| self.last.swap_remove(index));
        self.last.push(info.clone());
        before.is_some_and(|before| of(&before) == of(info))
    }

    fn write(&mut self, info: &Info) -> io::Result<()> {
        let Info { depth, multi_pv, bound, nodes, elapsed, line, .. } = info;
        let score = info.display_score();
        let mover = score_text(score, *bound);
        let white = match (self.position.turn(), bound) {
            (Color::White, _) => mover.clone(),
            (Color::Black, Bound::Exact) => score_text(-score, Bound::Exact),
            (Color::Black, Bound::Lower) => score_text(-score, Bound::Upper),
            (Color::Black, Bound::Upper) => score_text(-score, Bound::Lower),
        };
        let (time, line) = (seconds(*elapsed), self.position.san_line(line.moves()));
        writeln!(
            self.out,
            "{depth:>5}  {multi_pv:>4}  {white:>7}  {mover:>7}  {nodes:>12}  {time:>9}  {line}"
        )
    }
}

/// Formats a score in pawns with two decimals, or as `#3` for mate in 3; `>` and `<` mark bounds.
fn score_text(score: DisplayScore, bound: Bound) -> String {
    let sign = match bound {
        Bound::Exact => "",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    match score.centipawns() {
        Some(centipawns) => format!("{sign}{:+.2}", f64::from(centipawns) / 100.0),
        None => format!("{sign}#{}", score.mate_moves().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::wdl::Curve;
    use crate::position::parse_fen;
    use crate::types::Score;

    fn run(fen: &str) -> String {
        let go = Go {
            game: Game::new(Position::new(parse_fen(fen).unwrap().chess)),
            limits: Limits { depth: Some(3), ..Limits::default() },
            settings: Settings::default(),
            hash_mb: 1,
        };
        let mut out = Vec::new();
        go.run(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn scores_are_pawns_or_moves_to_mate() {
        assert_eq!(score_text(DisplayScore::new(35), Bound::Exact), "+0.35");
        assert_eq!(score_text(DisplayScore::new(-120), Bound::Lower), ">-1.20");
        let curve = Curve::of(&Position::default());
        assert_eq!(score_text(curve.display_score(Score::mate_in(3)), Bound::Exact), "#2");
        assert_eq!(score_text(-curve.display_score(Score::mate_in(2)), Bound::Upper), "<#-1");
    }

    #[test]
    fn the_best_move_comes_last() {
        let text = run("7k/8/8/8/8/8/5PPP/6K1 w - - 0 1");
        assert!(text.contains("(White to move)") && text.contains(HEADER), "{text}");
        assert!(text.lines().last().unwrap().starts_with("Best move: "), "{text}");
    }

    #[test]
    fn checkmate_and_stalemate_have_no_best_move() {
        assert!(run("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").ends_with("Best move: none (stalemate)\n"));
        assert!(run("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").ends_with("Best move: none (checkmate)\n"));
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_output_stops_the_search() {
        let game = Game::default();
        let go = Go { game, limits: Limits::default(), settings: Settings::default(), hash_mb: 1 };
        assert!(matches!(go.search(&mut Closed), Err(Error::Output(_))));
    }
}
