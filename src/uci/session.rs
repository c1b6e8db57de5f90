//! Session: what was asked, what is under way, what waits.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};
use shakmaty::CastlingMode;

use super::Event;
use super::command::{Command, Go, Placed, Show, parse, shorten};
use super::limits::limits;
use super::opening::Opening;
use super::options::{self, Id, Options, Value};
use super::output::Output;
use super::report;
use super::show::{HELP, LICENSE, board, version};
use super::tables;
use super::task::Task;
use crate::commands::bench::{self, Bench};
use crate::commands::perft;
use crate::engine::{Engine, Report};
use crate::eval::{nnue::Model, trace};
use crate::position::{Game, Position, parse_fen, parse_fen_mode, parse_move};
use crate::search::{Control, Info, Outcome};
use crate::types::Depth;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// How long work may go on after the end of the input, so that `echo go depth 8 | lancet` answers.
const GRACE: Duration = Duration::from_millis(300);

/// How long the end waits for the last answers.
const PATIENCE: Duration = Duration::from_millis(700);

/// What the engine is doing.
enum Work {
    /// Searching the position.
    Search(Box<Searching>),
    /// Counting moves or running the bench.
    Count(Task),
}

/// A search under way.
struct Searching {
    control: Arc<Control>,
    position: Position,
    infinite: bool,
    /// The last of each rank, where no more is to be told.
    last: Vec<Info>,
}

impl Searching {
    /// It does not end by itself.
    fn is_endless(&self) -> bool {
        self.infinite || self.control.is_pondering()
    }
}

/// One conversation.
pub(super) struct Session<W: Write> {
    out: Output<W>,
    events: Sender<Event>,
    engine: Engine,
    options: Options,
    /// What evaluates.
    model: Arc<Model>,
    opening: Opening,
    /// The last position that was taken up.
    placed: Placed,
    /// The game to search; `None` after a position was refused.
    game: Option<Game>,
    work: Option<Work>,
    /// Commands that wait for the end of the work.
    queue: VecDeque<Command>,
    debug: bool,
    /// The input has ended; what goes on at this time is stopped.
    grace: Option<Instant>,
    /// All is stopped; what is not answered by this time is left.
    end: Option<Instant>,
}

impl<W: Write> Session<W> {
    /// A session that writes to `out`; `events` is the sending side of what it will be run on.
    pub fn new(out: W, events: Sender<Event>) -> Result<Session<W>, String> {
        let options = Options::default();
        Ok(Session {
            out: Output::new(out),
            events,
            engine: Engine::new(options.hash_mb).map_err(|error| error.to_string())?,
            options,
            model: Model::built_in(),
            opening: Opening::default(),
            placed: Placed { fen: None, moves: Vec::new() },
            game: Some(Game::default()),
            work: None,
            queue: VecDeque::new(),
            debug: false,
            grace: None,
            end: None,
        })
    }

    /// Reacts to events until it is over.
    pub fn run(mut self, events: &Receiver<Event>) {
        while let Some(event) = self.next(events) {
            self.react(event);
            while self.work.is_none()
                && let Some(command) = self.queue.pop_front()
            {
                self.execute(command);
            }
            let ending = self.grace.is_some() || self.end.is_some();
            let done = ending && self.work.is_none();
            if done || self.out.is_broken() {
                break;
            }
        }
        if self.work.is_some() && self.end.is_some() {
            // Its thread may never end, and the engine would wait for it.
            mem::forget(self.engine);
        }
    }

    /// The next event; `None` where none comes in time.
    fn next(&mut self, events: &Receiver<Event>) -> Option<Event> {
        if let Some(grace) = self.grace {
            if let Ok(event) = events.recv_deadline(grace) {
                return Some(event);
            }
            self.leave();
        }
        match self.end {
            None => events.recv().ok(),
            Some(end) => events.recv_deadline(end).ok(),
        }
    }

    fn react(&mut self, event: Event) {
        match event {
            Event::Line(_) if self.end.is_some() => {}
            Event::Line(line) => self.hear(&line),
            Event::Eof => self.grace = Some(Instant::now() + GRACE),
            Event::Report(report) => self.told(*report),
            Event::Told(line) => self.out.line(line),
            Event::Counted(result) => {
                self.work = None;
                if let Err(sentence) = result {
                    self.out.error(sentence);
                }
            }
        }
    }

    /// Ends the work under way; a search still gives its move, and so do those that wait.
    fn leave(&mut self) {
        self.grace = None;
        self.end.get_or_insert_with(|| Instant::now() + PATIENCE);
        match &self.work {
            Some(Work::Search(search)) => search.control.stop(),
            Some(Work::Count(task)) => task.stop(),
            None => {}
        }
    }

    /// Reacts to a line.
    fn hear(&mut self, line: &str) {
        self.out.heard(line);
        let command = match parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return,
            Err(sentence) => return self.out.error(sentence),
        };
        let idle = self.work.is_none() && self.queue.is_empty();
        match command {
            Command::Quit => {
                self.queue.clear();
                self.leave();
            }
            Command::Uci => self.introduce(),
            Command::IsReady => self.out.line("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Stop => self.stop_next(),
            Command::PonderHit => self.hit_next(),
            command if idle => self.execute(command),
            command => self.queue.push_back(command),
        }
    }

    /// The search that runs and was not stopped yet.
    fn running(&self) -> Option<&Control> {
        match &self.work {
            Some(Work::Search(search)) if !search.control.is_stopped() => Some(&search.control),
            _ => None,
        }
    }

    /// The searches that wait and were not stopped yet.
    fn waiting(&mut self) -> impl Iterator<Item = &mut Go> {
        self.queue.iter_mut().filter_map(|command| match command {
            Command::Go(go) if go.perft.is_none() && !go.stopped => Some(go),
            _ => None,
        })
    }

    /// Stops the first search that is not stopped yet: each `stop` is for one `go`. Where what runs
    /// would have ended by itself, the stop may be for the first that waits, and ends that too.
    fn stop_next(&mut self) {
        let is_spent = match &self.work {
            Some(Work::Search(search)) if !search.control.is_stopped() => {
                let is_endless = search.is_endless();
                search.control.stop();
                is_endless
            }
            Some(Work::Count(task)) => {
                task.stop();
                false
            }
            _ => false,
        };
        if !is_spent && let Some(go) = self.waiting().next() {
            go.stopped = true;
        }
    }

    /// Tells the first search that ponders and is not stopped yet that the expected move was played.
    fn hit_next(&mut self) {
        if let Some(control) = self.running().filter(|control| control.is_pondering()) {
            control.ponderhit();
        } else if let Some(go) = self.waiting().find(|go| go.ponder && !go.hit) {
            go.hit = true;
        }
    }

    /// Does what needs an idle engine.
    fn execute(&mut self, command: Command) {
        match command {
            Command::Position(placed) => self.place(placed),
            Command::Go(go) => self.go(go),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::UciNewGame => self.engine.clear(self.options.settings.threads),
            Command::Bench(depth) => self.bench(depth),
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
            Err(sentence) => return self.out.error(sentence),
        }
        if spec.id == Id::Chess960 && self.game.is_some() {
            // The position came before the word how to read it.
            self.place(Ok(self.placed.clone()));
        }
    }

    /// What an option does besides changing how searches are set up.
    fn apply(&mut self, id: Id, value: &Value) -> Result<(), String> {
        let threads = self.options.settings.threads;
        match (id, value) {
            (Id::Hash, Value::Number(mb)) if *mb as usize != self.options.hash_mb => {
                self.engine.resize(*mb as usize, threads).map_err(|error| error.to_string())
            }
            (Id::ClearHash, _) => {
                self.engine.clear(threads);
                Ok(())
            }
            // What is remembered of endings was found out by the other rule.
            (Id::Syzygy50MoveRule, Value::Check(on))
                if *on != self.options.settings.syzygy.fifty_move_rule =>
            {
                self.engine.clear(threads);
                Ok(())
            }
            (Id::EvalFile, Value::Text(path)) => self.load_model(path),
            (Id::SyzygyPath, Value::Text(folders)) => {
                self.options.settings.syzygy.tables = tables::open(folders, &mut self.out, &self.events);
                Ok(())
            }
            (Id::LogFile, Value::Text(path)) => {
                let path = Some(path.as_str()).filter(|path| !path.is_empty());
                self.out.set_log(path).map_err(|error| {
                    format!("the log file '{}' cannot be written: {error}", shorten(path.unwrap_or_default()))
                })
            }
            _ => self.opening.set(id, value),
        }
    }

    /// Takes up the model in the file at `path`, or the built-in one; silent if that is in use.
    fn load_model(&mut self, path: &str) -> Result<(), String> {
        let model = match path {
            "" | options::BUILT_IN => Model::built_in(),
            path => {
                let refused = |error| format!("the evaluation file '{}' is refused: {error}", shorten(path));
                Arc::new(Model::load(Path::new(path)).map_err(refused)?)
            }
        };
        if model.id() == self.model.id() {
            return Ok(());
        }
        self.out.say(format!("evaluation by a {model}"));
        self.engine.set_model(model.clone());
        self.model = model;
        Ok(())
    }

    fn place(&mut self, placed: Result<Placed, String>) {
        match placed.and_then(|placed| Ok((self.read_game(&placed)?, placed))) {
            Ok((game, placed)) => {
                self.game = Some(game);
                self.placed = placed;
            }
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
            // What python-chess and others send for a pass in an analysis.
            if text == "0000" && game.play_null_move() {
                continue;
            }
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
        if let Some(depth) = go.perft {
            return self.perft(depth.min(99) as u32);
        }
        let Some(game) = self.game.clone() else {
            self.out.say("no position to search: the last one was refused, send another");
            return self.out.line("bestmove (none)");
        };
        let mut limits = limits(&go, game.position(), &mut self.out);
        if let Some(sentence) = self.opening.narrow(&game, &mut limits) {
            self.out.say(sentence);
        }
        let infinite = limits.infinite;
        let position = game.position().clone();
        let events = self.events.clone();
        let control = self.engine.search_with(game, limits, self.options.settings.clone(), move |report| {
            // A session that has gone does not want to know.
            let _ = events.send(Event::Report(Box::new(report)));
        });
        if go.hit {
            control.ponderhit();
        }
        if go.stopped || self.end.is_some() {
            control.stop();
        }
        let search = Searching { control, position, infinite, last: Vec::new() };
        self.work = Some(Work::Search(Box::new(search)));
    }

    /// Hears what the search tells.
    fn told(&mut self, told: Report) {
        let Some(Work::Search(search)) = &mut self.work else { return };
        match told {
            Report::Info(info) => {
                if self.options.minimal {
                    search.last.retain(|old| old.multi_pv != info.multi_pv);
                    search.last.push(info);
                } else {
                    self.out.line(report::info(&search.position, &info, self.options.show_wdl));
                }
            }
            Report::CurrentMove { .. } if self.options.minimal => {}
            Report::CurrentMove { depth, m, number } => {
                self.out.line(report::current_move(&search.position, depth, m, number));
            }
            Report::Done(outcome) => self.answer(&outcome),
        }
    }

    /// Tells the move that a search has come to.
    fn answer(&mut self, outcome: &Outcome) {
        let Some(Work::Search(mut search)) = self.work.take() else { return };
        search.last.sort_by_key(|info| info.multi_pv);
        for info in &search.last {
            self.out.line(report::info(&search.position, info, self.options.show_wdl));
        }
        if self.debug {
            self.out.say(format!("{} nodes in {:?}", outcome.info.nodes, outcome.info.elapsed));
        }
        if outcome.stats.pass_limit_hits > 0 {
            self.out.say(report::pass_limit_hits(outcome.stats));
        }
        self.out.line(report::best_move(&search.position, outcome));
    }

    fn perft(&mut self, depth: u32) {
        let Some(game) = self.game.clone() else {
            return self.out.error("no position to count: the last one was refused, send another");
        };
        self.count(move |out| perft::divide(game.position(), depth, out));
    }

    fn bench(&mut self, depth: Option<Depth>) {
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        let bench = Bench { depth, model: self.model.clone(), ..Bench::default() };
        self.count(move |out| bench.run(out).map_err(io::Error::other));
    }

    /// Runs a long count on a thread of its own.
    fn count(&mut self, work: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static) {
        if self.end.is_some() {
            return;
        }
        match Task::start(self.events.clone(), work) {
            Ok(task) => self.work = Some(Work::Count(task)),
            Err(sentence) => self.out.error(sentence),
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
            Show::Version => return self.out.line(version()),
            Show::License => return self.out.line(LICENSE),
            Show::Board | Show::Fen | Show::Eval => {}
        }
        let Some(game) = &self.game else {
            return self.out.error("no position to show: the last one was refused, send another");
        };
        let position = game.position();
        let text = match show {
            Show::Board => board(position),
            Show::Eval => trace(&self.model, position),
            _ => position.fen(),
        };
        text.lines().for_each(|line| self.out.line(line));
    }

    fn flip(&mut self) {
        let flipped = self.game.as_ref().and_then(|game| game.position().flipped());
        match flipped {
            Some(position) => self.place(Ok(Placed { fen: Some(position.fen()), moves: Vec::new() })),
            None => self.out.error("there is no position to flip"),
        }
    }
}
