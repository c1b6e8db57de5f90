//! Go: one search, shown as a table or as a JSON object.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::iterations::{Iterations, san_words};
use super::own_book::{ChosenBookMove, OwnBook};
use super::threads::{new_searcher, on_search_stack};
use crate::console::Screen;
use crate::error::Error;
use crate::eval::nnue::Model;
use crate::eval::wdl::DisplayScore;
use crate::position::{Game, Position};
use crate::search::{Control, Info, Limits, Outcome, Reporter, Settings};
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
    /// The network.
    pub model: Arc<Model>,
    /// The book whose move is taken if it has one.
    pub book: Option<OwnBook>,
    /// Writes one JSON object instead of a table.
    pub json: bool,
    /// What the output can show.
    pub screen: Screen,
}

impl Go {
    /// Searches and writes a line for each finished iteration, and the best move last; or one object at the end.
    ///
    /// The search ends early once a mate is proved that deeper iterations cannot be expected to shorten.
    ///
    /// # Errors
    /// An error if memory or a thread is missing, before anything is written; those of `out`.
    pub fn run(&self, out: &mut (dyn Write + Send)) -> Result<(), Error> {
        // Missing memory or threads are an error before the header.
        let mut searcher = new_searcher(self.hash_mb, self.settings.threads, &self.model)?;
        let position = self.game.position();
        let mut limits = self.limits.clone();
        let book_move = self.book.as_ref().and_then(|book| book.restrict(&self.game, &mut limits));
        let mut found = Iterations::new(position, self.settings.multi_pv, self.screen);
        if !self.json {
            self.write_start(&found, book_move, out)?;
        }
        if !position.has_legal_move() {
            return if self.json { self.write_json(&found, None, None, out) } else { Ok(()) };
        }
        let outcome = on_search_stack(|| {
            let control = Control::new(false);
            let (found, is_silent) = (&mut found, self.json);
            let mut table = Table { found, is_silent, out: &mut *out, written: Ok(()) };
            let outcome = searcher.search(&self.game, &limits, &self.settings, &control, &mut table);
            table.written.map(|()| outcome)
        })??;
        found.finish(&outcome);
        if self.json {
            return self.write_json(&found, Some(&outcome), book_move, out);
        }
        for line in found.last_lines() {
            writeln!(out, "{line}")?;
        }
        let best = outcome.best.map_or("none".into(), |m| position.san(m));
        let uci = outcome.best.map_or(String::new(), |m| format!(" ({})", position.move_text(m)));
        writeln!(out, "\nNodes/second: {}", outcome.info.nps())?;
        writeln!(out, "Best move: {best}{uci}")?;
        Ok(())
    }

    /// Writes what comes before the iterations; without a legal move also the result.
    fn write_start(
        &self,
        found: &Iterations,
        book_move: Option<ChosenBookMove>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let position = self.game.position();
        writeln!(out, "Position: {}", position.fen())?;
        if let Some(end) = end(position) {
            return writeln!(out, "Best move: none ({end})");
        }
        writeln!(out, "To move: {:?}", position.turn())?;
        if let Some(ChosenBookMove { m, percent, moves }) = book_move {
            writeln!(out, "Book: {}, {percent} % of the weight of {moves} moves", position.san(m))?;
        }
        writeln!(out, "\n{}", found.header())
    }

    fn write_json(
        &self,
        found: &Iterations,
        outcome: Option<&Outcome>,
        book_move: Option<ChosenBookMove>,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let position = self.game.position();
        let named = |m| JsonMove { san: position.san(m), uci: position.move_text(m) };
        let best = outcome.and_then(|outcome| outcome.best);
        let reply = outcome.and_then(|outcome| Some(position.play(best?)).zip(outcome.ponder));
        let object = JsonSearch {
            fen: position.fen(),
            end: end(position),
            best_move: best.map(named),
            expected_reply: reply.map(|(next, m)| JsonMove { san: next.san(m), uci: next.move_text(m) }),
            book_move: book_move.is_some(),
            nodes: outcome.map_or(0, |outcome| outcome.info.nodes),
            time_ms: outcome.map_or(0, |outcome| outcome.info.elapsed.as_millis()),
            nodes_per_second: outcome.map_or(0, |outcome| outcome.info.nps()),
            lines: found.all().iter().map(|info| JsonLine::of(position, info)).collect(),
        };
        serde_json::to_writer_pretty(&mut *out, &object).map_err(io::Error::from)?;
        Ok(writeln!(out)?)
    }
}

/// Returns why there is no move; `None` if there is one.
fn end(position: &Position) -> Option<&'static str> {
    match (position.has_legal_move(), position.in_check()) {
        (true, _) => None,
        (false, true) => Some("checkmate"),
        (false, false) => Some("stalemate"),
    }
}

/// Takes the reports of a search, and writes a line for each finished iteration. Ends the search if that fails or a mate
/// is final.
struct Table<'a> {
    found: &'a mut Iterations,
    /// Writes nothing.
    is_silent: bool,
    out: &'a mut (dyn Write + Send),
    written: io::Result<()>,
}

impl Reporter for Table<'_> {
    fn info(&mut self, info: &Info) {
        let line = self.found.add(info);
        if let Some(line) = line.filter(|_| !self.is_silent && self.written.is_ok()) {
            self.written = writeln!(self.out, "{line}");
        }
    }

    fn is_enough(&mut self) -> bool {
        self.written.is_err() || self.found.is_final()
    }
}

/// A search in JSON.
#[derive(Serialize)]
struct JsonSearch {
    fen: String,
    /// `checkmate` or `stalemate`, without a legal move.
    #[serde(skip_serializing_if = "Option::is_none")]
    end: Option<&'static str>,
    best_move: Option<JsonMove>,
    expected_reply: Option<JsonMove>,
    /// The move is one of the book.
    book_move: bool,
    nodes: u64,
    time_ms: u128,
    nodes_per_second: u64,
    lines: Vec<JsonLine>,
}

#[derive(Serialize)]
struct JsonMove {
    san: String,
    uci: String,
}

/// A principal variation; scores and probabilities are those of the side to move.
#[derive(Serialize)]
struct JsonLine {
    rank: usize,
    depth: i32,
    seldepth: usize,
    score: DisplayScore,
    bound: &'static str,
    /// In permille.
    win: u32,
    draw: u32,
    loss: u32,
    san: Vec<String>,
    uci: Vec<String>,
}

impl JsonLine {
    fn of(position: &Position, info: &Info) -> JsonLine {
        let wdl = info.win_draw_loss();
        JsonLine {
            rank: info.multi_pv,
            depth: info.depth,
            seldepth: info.seldepth,
            score: info.display_score(),
            bound: match info.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            win: wdl.win,
            draw: wdl.draw,
            loss: wdl.loss,
            san: san_words(position, info),
            uci: info.line.moves().iter().map(|m| position.move_text(*m)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    fn go(fen: &str, limits: Limits) -> Go {
        Go {
            game: Game::new(Position::new(parse_fen(fen).unwrap().chess)),
            limits,
            settings: Settings::default(),
            hash_mb: 1,
            model: Model::built_in(),
            book: None,
            json: false,
            screen: Screen::PLAIN,
        }
    }

    fn run(go: &Go) -> String {
        let mut out = Vec::new();
        go.run(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn depth(depth: i32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    #[test]
    fn each_iteration_has_one_line_and_the_best_move_comes_last() {
        let text = run(&go("7k/8/8/8/8/8/5PPP/6K1 w - - 0 1", depth(6)));
        let (start, table) = text.split_once("\ndepth    White  ").expect("a header");
        assert!(start.ends_with("To move: White\n"), "{text}");
        let depths: Vec<&str> = table.lines().skip(1).map_while(|line| line.get(..5)).collect();
        assert_eq!(&depths[..6], ["    1", "    2", "    3", "    4", "    5", "    6"], "{text}");
        assert!(text.lines().last().unwrap().starts_with("Best move: "), "{text}");
    }

    #[test]
    fn a_final_mate_ends_the_search() {
        // Mate in one, and mate in three at its distance of five plies.
        for (fen, mate, last) in [
            ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", "#1", 1),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1", "#-3", 11),
        ] {
            let text = run(&go(fen, Limits::default()));
            let lines: Vec<&str> = text.lines().filter(|line| line.contains(mate)).collect();
            assert_eq!(lines.last().and_then(|line| line[..5].trim().parse().ok()), Some(last), "{text}");
        }
    }

    #[test]
    fn checkmate_and_stalemate_have_no_best_move() {
        for (fen, end) in
            [("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"), ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate")]
        {
            let mut go = go(fen, Limits::default());
            assert!(run(&go).ends_with(&format!("Best move: none ({end})\n")), "{fen}");
            go.json = true;
            let json: serde_json::Value = serde_json::from_str(&run(&go)).unwrap();
            assert!(json["end"] == end && json["best_move"].is_null(), "{json}");
        }
    }

    #[test]
    fn json_has_every_line() {
        let mut go = go("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", depth(4));
        (go.json, go.settings.multi_pv) = (true, 2);
        let json: serde_json::Value = serde_json::from_str(&run(&go)).unwrap();
        assert_eq!((&json["best_move"]["san"], &json["best_move"]["uci"]), (&"Re8#".into(), &"e1e8".into()));
        let lines = json["lines"].as_array().unwrap();
        assert_eq!((lines.len(), &lines[0]["score"]["mate"], &lines[1]["rank"]), (2, &1.into(), &2.into()));
        assert_eq!(lines[0]["san"], serde_json::json!(["Re8#"]));
        assert!(lines[1]["score"]["cp"].is_i64() && lines[1]["bound"] == "exact", "{json}");
        assert!(json.get("end").is_none() && json["nodes"].as_u64() > Some(0), "{json}");
    }

    #[test]
    fn a_book_move_is_taken_and_named() {
        let mut go = go("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", depth(9));
        go.book = Some(OwnBook { is_on: true, ..OwnBook::default() });
        let text = run(&go);
        let book = text.lines().find_map(|line| line.strip_prefix("Book: ")).expect("a book move");
        let chosen = book.split(',').next().expect("a move");
        assert!(text.contains(&format!("\nBest move: {chosen} (")), "{text}");
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // The first iteration fails.
            if bytes.starts_with(b"    1") { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(bytes.len()) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_output_stops_the_search() {
        let go = go("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Limits::default());
        assert!(matches!(go.run(&mut Closed), Err(Error::Output(_))));
    }
}
