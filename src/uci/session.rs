//! Session: what was asked, what is under way, what waits.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use shakmaty::{CastlingMode, Color};

use super::Event;
use super::command::{Command, Go, Placed, Show, parse, shorten};
use super::options::{self, Id, Options, Value};
use super::output::Output;
use super::report;
use crate::engine::{Engine, Report};
use crate::eval;
use crate::position::{Game, Position, parse_fen, parse_fen_mode, parse_move};
use crate::search::{Control, Info, Limits};
use crate::time::Clock;
use crate::tools::{bench, perft};
use crate::types::{Depth, MAX_DEPTH};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Time beyond this is as good as no limit.
const MAX_TIME: Duration = Duration::from_secs(1_000_000_000);

/// What the engine is doing.
enum Work {
    /// Searching the position.
    Search { control: Arc<Control>, position: Box<Position>, last: Vec<Info> },
    /// Counting moves or running the bench, on a thread of its own.
    Count,
}

/// One conversation.
pub(super) struct Session<W: Write> {
    out: Output<W>,
    events: Sender<Event>,
    engine: Engine,
    options: Options,
    /// The game to search; `None` after a position was refused.
    game: Option<Game>,
    work: Option<Work>,
    /// Commands that wait for the end of the work.
    queue: VecDeque<Command>,
    debug: bool,
    /// No more input comes.
    ended: bool,
}

impl<W: Write> Session<W> {
    /// A session that writes to `out`; `events` is the sending side of what it will be run on.
    pub fn new(out: W, events: Sender<Event>) -> Result<Session<W>, String> {
        let options = Options::default();
        Ok(Session {
            out: Output::new(out),
            events,
            engine: Engine::new(options.hash_mb)?,
            options,
            game: Some(Game::default()),
            work: None,
            queue: VecDeque::new(),
            debug: false,
            ended: false,
        })
    }

    /// Reacts to events until it is over.
    pub fn run(&mut self, events: &Receiver<Event>) {
        for event in events {
            let quit = match event {
                Event::Line(line) => self.hear(&line),
                Event::Eof => {
                    self.ended = true;
                    self.stop();
                    false
                }
                Event::Report(report) => {
                    self.told(*report);
                    false
                }
                Event::Counted(text) => {
                    self.work = None;
                    String::from_utf8_lossy(&text).lines().for_each(|line| self.out.line(line));
                    false
                }
            };
            while self.work.is_none()
                && let Some(command) = self.queue.pop_front()
            {
                self.execute(command);
            }
            let done = self.ended && self.work.is_none();
            if quit || done || self.out.is_broken() {
                break;
            }
        }
        self.finish(events);
    }

    /// Ends the work under way; a search still gives its move.
    fn finish(&mut self, events: &Receiver<Event>) {
        self.stop();
        if !matches!(self.work, Some(Work::Search { .. })) {
            return;
        }
        for event in events {
            if let Event::Report(report) = event {
                self.told(*report);
            }
            if self.work.is_none() {
                break;
            }
        }
    }

    /// Reacts to a line; true if it ends the session.
    fn hear(&mut self, line: &str) -> bool {
        self.out.heard(line);
        let command = match parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return false,
            Err(sentence) => {
                self.out.error(sentence);
                return false;
            }
        };
        let idle = self.work.is_none() && self.queue.is_empty();
        match command {
            Command::Quit => return true,
            Command::Uci => self.introduce(),
            Command::IsReady => self.out.line("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Stop => self.stop_next(),
            Command::PonderHit => self.hit_next(),
            command if idle => self.execute(command),
            command => self.queue.push_back(command),
        }
        false
    }

    /// The search that runs and was not stopped yet.
    fn running(&self) -> Option<&Control> {
        match &self.work {
            Some(Work::Search { control, .. }) if !control.is_stopped() => Some(control),
            _ => None,
        }
    }

    /// The first search that waits and was not stopped yet.
    fn waiting(&mut self) -> Option<&mut Go> {
        self.queue.iter_mut().find_map(|command| match command {
            Command::Go(go) if go.perft.is_none() && !go.stopped => Some(go),
            _ => None,
        })
    }

    /// Stops the first search that is not stopped yet: each `stop` is for one `go`.
    fn stop_next(&mut self) {
        if let Some(control) = self.running() {
            control.stop();
        } else if let Some(go) = self.waiting() {
            go.stopped = true;
        }
    }

    /// Tells the first search that is not stopped yet that the expected move was played.
    fn hit_next(&mut self) {
        if let Some(control) = self.running() {
            control.ponder_hit();
        } else if let Some(go) = self.waiting() {
            go.hit = true;
        }
    }

    fn stop(&mut self) {
        if let Some(control) = self.running() {
            control.stop();
        }
    }

    /// Does what needs an idle engine.
    fn execute(&mut self, command: Command) {
        match command {
            Command::Position(placed) => self.place(placed),
            Command::Go(go) => self.go(go),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::UciNewGame => self.engine.clear(self.options.settings.threads),
            Command::Bench(depth) => self.count(move |out| bench::run(depth, out)),
            Command::Perft(depth) => self.perft(depth),
            Command::Show(show) => self.show(show),
            Command::Flip => self.flip(),
            // The rest is answered when it is heard.
            Command::Stop
            | Command::PonderHit
            | Command::Uci
            | Command::IsReady
            | Command::Debug(_)
            | Command::Quit => {}
        }
    }

    fn introduce(&mut self) {
        self.out.line(concat!("id name Lancet ", env!("CARGO_PKG_VERSION")));
        self.out.line("id author the Lancet authors");
        for spec in options::TABLE {
            self.out.line(spec.listing());
        }
        options::tunables().iter().for_each(|line| self.out.line(line));
        self.out.line("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Some(spec) = options::find(name) else {
            if !options::set_tunable(name, value.unwrap_or_default()) {
                self.out.error(format!("there is no option '{}'; 'uci' lists them", shorten(name)));
            }
            return;
        };
        let value = match spec.read(value) {
            Ok((value, warning)) => {
                warning.into_iter().for_each(|warning| self.out.say(format!("warning: {warning}")));
                value
            }
            Err(sentence) => return self.out.error(sentence),
        };
        match self.apply(spec.id, &value) {
            Ok(()) => self.options.set(spec.id, &value),
            Err(sentence) => self.out.error(sentence),
        }
    }

    /// What an option does besides changing how searches are set up.
    fn apply(&mut self, id: Id, value: &Value) -> Result<(), String> {
        let threads = self.options.settings.threads;
        match (id, value) {
            (Id::Hash, Value::Number(mb)) if *mb as usize != self.options.hash_mb => {
                self.engine.resize(*mb as usize, threads)
            }
            (Id::ClearHash, _) => {
                self.engine.clear(threads);
                Ok(())
            }
            (Id::LogFile, Value::Text(path)) => {
                let path = Some(path.as_str()).filter(|path| !path.is_empty());
                self.out.set_log(path).map_err(|error| {
                    format!("the log file '{}' cannot be written: {error}", shorten(path.unwrap_or_default()))
                })
            }
            _ => Ok(()),
        }
    }

    fn place(&mut self, placed: Result<Placed, String>) {
        match placed.and_then(|placed| self.read_game(&placed)) {
            Ok(game) => self.game = Some(game),
            Err(sentence) => {
                self.game = None;
                self.out.error(sentence);
            }
        }
    }

    fn read_game(&mut self, placed: &Placed) -> Result<Game, String> {
        let fen = placed.fen.as_deref().unwrap_or(START);
        let parsed =
            if self.options.chess960 { parse_fen_mode(fen, CastlingMode::Chess960) } else { parse_fen(fen) }
                .map_err(|error| format!("the FEN '{}' is refused: {error}", shorten(fen)))?;
        for warning in &parsed.warnings {
            self.out.say(format!("warning: {warning}"));
        }
        let mut game = Game::from(parsed.chess);
        for (number, text) in placed.moves.iter().enumerate() {
            let m = parse_move(game.position(), text).map_err(|error| {
                format!("move {} of the list, '{}', is refused: {error}", number + 1, shorten(text))
            })?;
            game.play(m);
        }
        Ok(game)
    }

    fn go(&mut self, go: Go) {
        for complaint in &go.complaints {
            self.out.error(complaint);
        }
        let Some(game) = self.game.clone() else {
            self.out.say("no position to search: the last one was refused, send another");
            return self.out.line("bestmove (none)");
        };
        if let Some(depth) = go.perft {
            return self.perft(depth.min(99) as u32);
        }
        let limits = self.limits(&go, game.position());
        let position = Box::new(game.position().clone());
        let events = self.events.clone();
        let control = self.engine.search_with(game, limits, self.options.settings.clone(), move |report| {
            // A session that has gone does not want to know.
            let _ = events.send(Event::Report(Box::new(report)));
        });
        if go.hit {
            control.ponder_hit();
        }
        if go.stopped || self.ended {
            control.stop();
        }
        self.work = Some(Work::Search { control, position, last: Vec::new() });
    }

    /// The limits of the search, with what cannot be used told and left out.
    fn limits(&mut self, go: &Go, position: &Position) -> Limits {
        let mut search_moves = Vec::new();
        for text in &go.search_moves {
            match parse_move(position, text) {
                Ok(m) => search_moves.push(m),
                Err(error) => {
                    self.out.error(format!("the search move '{}' is skipped: {error}", shorten(text)))
                }
            }
        }
        if search_moves.is_empty() && !go.search_moves.is_empty() {
            self.out.say("no search move is left: all moves are searched");
        }
        let side = usize::from(position.turn() == Color::Black);
        let clock = go.left[side].map(|left| Clock {
            left: left.min(MAX_TIME),
            increment: go.increment[side].unwrap_or_default().min(MAX_TIME),
            moves_to_go: go.moves_to_go.map(|moves| moves.clamp(1, 1000) as u32),
        });
        Limits {
            depth: go.depth.map(|depth| depth.clamp(1, MAX_DEPTH as u64) as Depth),
            nodes: go.nodes.map(|nodes| nodes.max(1)),
            soft_nodes: None,
            mate: go.mate.map(|moves| moves.clamp(1, 1000) as u32),
            movetime: go.movetime.map(|time| time.clamp(Duration::from_millis(1), MAX_TIME)),
            clock,
            infinite: go.infinite,
            ponder: go.ponder,
            search_moves,
        }
    }

    /// Hears what the search tells.
    fn told(&mut self, told: Report) {
        let Some(Work::Search { position, last, .. }) = &mut self.work else { return };
        match told {
            Report::Info(info) if self.options.minimal => {
                last.retain(|old| old.multi_pv != info.multi_pv);
                last.push(info);
            }
            Report::Info(info) => self.out.line(report::info(position, &info)),
            Report::CurrentMove { .. } if self.options.minimal => {}
            Report::CurrentMove { depth, m, number } => {
                self.out.line(report::current_move(position, depth, m, number));
            }
            Report::Done(outcome) => {
                last.sort_by_key(|info| info.multi_pv);
                for info in last {
                    self.out.line(report::info(position, info));
                }
                if self.debug {
                    self.out.say(format!("{} nodes in {:?}", outcome.info.nodes, outcome.info.elapsed));
                }
                self.out.line(report::best_move(position, &outcome));
                self.work = None;
            }
        }
    }

    fn perft(&mut self, depth: u32) {
        let Some(game) = self.game.clone() else {
            return self.out.error("no position to count: the last one was refused, send another");
        };
        self.count(move |out| perft::divide(game.position(), depth, out));
    }

    /// Runs a long count on a thread of its own.
    fn count(&mut self, work: impl FnOnce(&mut dyn Write) -> std::io::Result<()> + Send + 'static) {
        let events = self.events.clone();
        let counting = move || {
            let mut text = Vec::new();
            // Writing to memory does not fail.
            let _ = work(&mut text);
            let _ = events.send(Event::Counted(text));
        };
        match thread::Builder::new().name("count".into()).spawn(counting) {
            Ok(_) => self.work = Some(Work::Count),
            Err(error) => self.out.error(format!("a thread for it cannot be started: {error}")),
        }
    }

    fn show(&mut self, show: Show) {
        match show {
            Show::Help => {
                HELP.lines().for_each(|line| self.out.line(line));
                return options::TABLE
                    .iter()
                    .for_each(|spec| self.out.line(format!("   {}: {}", spec.name, spec.about)));
            }
            Show::Version => {
                let arch = std::env::consts::ARCH;
                return self
                    .out
                    .line(format!("Lancet {} ({arch}), built with Rust", env!("CARGO_PKG_VERSION")));
            }
            Show::License => {
                return self.out.line(
                    "Lancet is free software under the GNU General Public License, version 3 or later.",
                );
            }
            Show::Board | Show::Fen | Show::Eval => {}
        }
        let Some(game) = &self.game else {
            return self.out.error("no position to show: the last one was refused, send another");
        };
        let position = game.position();
        let text = match show {
            Show::Board => board(position),
            Show::Eval => eval::explain(position),
            _ => position.fen(),
        };
        text.lines().for_each(|line| self.out.line(line));
    }

    fn flip(&mut self) {
        let flipped = self.game.as_ref().and_then(|game| game.position().flipped());
        match flipped {
            Some(position) => self.game = Some(Game::new(position)),
            None => self.out.error("there is no position to flip"),
        }
    }
}

/// The board with its FEN, key and checkers.
fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in shakmaty::Rank::ALL.into_iter().rev() {
        text.push(rank.char());
        for file in shakmaty::File::ALL {
            let square = shakmaty::Square::from_coords(file, rank);
            text.push(' ');
            text.push(position.board().piece_at(square).map_or('.', shakmaty::Piece::char));
        }
        text.push('\n');
    }
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    text + &format!(
        "  a b c d e f g h\nFen: {}\nKey: {:016X}\nCheckers: {}\n",
        position.fen(),
        position.key(),
        checkers.join(" ")
    )
}

const HELP: &str = "\
uci, isready, ucinewgame, position, go, stop, ponderhit, setoption, debug, quit: as UCI has them
go depth N | nodes N | movetime MS | mate N | wtime MS btime MS winc MS binc MS movestogo N | infinite
   with ponder and searchmoves MOVE..., in any order
go perft N, perft N: count the moves behind each move
d: show the board    fen: its FEN    eval: what it is worth and why    flip: exchange the colours
bench [N]: search a fixed set of positions
version, license, help
The command line has more: lancet --help
Options, by setoption name NAME value VALUE:";
