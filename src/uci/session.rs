//! Session: the conversation, with the work under way and the commands that wait for its end.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crossbeam_channel::Sender;

use super::Event;
use super::command::{Command, parse};
use super::go::Go;
use super::options;
use super::output::Output;
use super::queue::Queue;
use super::searching::{self, SearchWriter, Searching};
use super::setup::Setup;
use super::show::show;
use super::stdin::LongLine;
use super::task::Task;
use super::terminal::{Route, Terminal, TypedSearch, TypedWriter, as_command, end_process, route};
use crate::commands::bench::{self, Bench};
use crate::commands::perft;
use crate::engine::EngineError;
use crate::error::Error;
use crate::search::{Control, Settings};
use crate::types::Depth;

/// Time that work may go on after the end of the input, so that `echo go depth 8 | lancet` answers.
const GRACE: Duration = Duration::from_millis(300);

/// Time that the last answers may take after all work was stopped.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(700);

/// `quit`, or the end of the input, that comes within this time after the start of a bench or perft was
/// written together with it, as in `printf 'bench\nquit\n' | lancet`: the bench ends first.
const AT_ONCE: Duration = Duration::from_millis(250);

/// What the engine is doing.
enum Work {
    Search(Box<Searching>),
    /// A perft or a bench.
    Task(Task),
}

/// A conversation. It never waits: each event is handled at once, or kept until the work under way has ended.
pub(super) struct Session {
    setup: Setup,
    /// The terminal of a person who types; without it the session speaks UCI alone.
    terminal: Option<Terminal>,
    work: Option<Work>,
    /// Commands that wait for the end of the work.
    queue: Queue,
    /// `quit` waits in the queue for the end of a bench or perft.
    is_quitting: bool,
    /// The input has ended.
    is_input_over: bool,
    /// An endless search was stopped for the work behind it.
    has_cut_short: bool,
    /// The input has ended: work is stopped at this time.
    grace: Option<Instant>,
    /// Work was stopped: the session ends at this time even if it is not answered.
    end: Option<Instant>,
    /// Work goes on beyond `end`.
    is_abandoned: bool,
}

impl Session {
    /// Starts a session that writes to `out`. Its work sends to `events`.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started.
    pub fn new(out: impl Write + Send + 'static, events: Sender<Event>) -> Result<Session, EngineError> {
        let setup = Setup::new(Output::new(out), events)?;
        Ok(Session {
            setup,
            terminal: None,
            work: None,
            queue: Queue::default(),
            is_quitting: false,
            is_input_over: false,
            has_cut_short: false,
            grace: None,
            end: None,
            is_abandoned: false,
        })
    }

    /// Talks to a person at a terminal, until the line `uci`.
    #[cfg(feature = "cli")]
    pub fn set_terminal(&mut self, terminal: impl FnOnce(&Output) -> Terminal) {
        self.setup.out.set_terminal(true);
        self.terminal = Some(terminal(&self.setup.out));
        self.prompt();
    }

    /// Handles a line of the input, read at `read_at`.
    pub fn handle_line(&mut self, line: &str, read_at: Instant) {
        self.handle_with(|session| session.read_line(line, read_at));
    }

    /// Handles a line that is too long.
    pub fn handle_long_line(&mut self, line: &LongLine) {
        self.handle_with(|session| session.refuse_line(line));
    }

    fn handle_with(&mut self, read: impl FnOnce(&mut Session)) {
        // The line that answers a best move may come before the event of the end.
        self.end_work();
        self.execute_queue();
        if self.end.is_none() && !self.has_ended() {
            if let Some(terminal) = &mut self.terminal {
                terminal.note_line();
            }
            read(self);
            self.execute_queue();
        }
        self.prompt();
    }

    /// Prompts a person at the terminal for a line if nothing is running.
    fn prompt(&mut self) {
        let is_idle = self.work.is_none() && self.queue.is_empty() && self.deadline().is_none();
        if let Some(terminal) = self.terminal.as_mut().filter(|_| is_idle) {
            terminal.prompt(&self.setup);
        }
    }

    /// Handles an event, and the commands that have waited for it.
    pub fn handle(&mut self, event: Event) {
        self.end_work();
        if let (Event::Eof, Some(terminal)) = (&event, &mut self.terminal) {
            terminal.end(&self.setup.out);
        }
        match event {
            Event::Eof if self.is_quitting => {}
            Event::Eof => {
                self.is_input_over = true;
                self.set_grace();
            }
            Event::OutputClosed => self.setup.out.set_closed(),
            Event::Interrupted => self.interrupt(),
            Event::WorkEnded | Event::Ending => {}
        }
        self.execute_queue();
        self.prompt();
    }

    /// Handles that the time of [`Session::deadline`] is over.
    pub fn handle_timeout(&mut self) {
        if self.grace.is_none() {
            self.is_abandoned = true;
        } else if self.queue.has_work() && self.running().is_some() {
            // What waits behind an endless search has its own time.
            self.has_cut_short = true;
            self.grace = Some(Instant::now() + SHUTDOWN_TIMEOUT);
            self.stop_work();
        } else {
            self.shut_down();
        }
    }

    /// Returns the time at which the work under way is stopped, or is no longer waited for.
    pub fn deadline(&self) -> Option<Instant> {
        self.grace.or(self.end)
    }

    /// Reports whether nothing more is to be read or written.
    pub fn has_ended(&self) -> bool {
        self.deadline().is_some() && self.work.is_none() || self.is_abandoned || self.setup.out.is_broken()
    }

    /// Reports whether work goes on although the session has ended.
    pub fn is_abandoned(&self) -> bool {
        self.is_abandoned
    }

    /// Returns why the output is broken, if it is.
    ///
    /// # Errors
    /// The first failure of a write.
    pub fn output_result(&self) -> io::Result<()> {
        self.setup.out.result()
    }

    fn execute_queue(&mut self) {
        let waited = !self.queue.is_empty();
        while self.work.is_none()
            && let Some(command) = self.queue.pop()
        {
            self.execute(command);
        }
        if self.is_input_over && self.end.is_none() && (waited || self.work.is_none()) {
            self.set_grace();
        }
        if self.work.is_none()
            && let Some(lost) = self.queue.reopen()
        {
            // The GUI goes on from a position that was lost, and waits for the answer to each search.
            if lost.position {
                self.setup.game.reject();
            }
            (0..lost.searches).for_each(|_| self.setup.out.line("bestmove (none)"));
        }
    }

    /// Notes that the work has ended, if it has.
    fn end_work(&mut self) {
        let has_ended = match &self.work {
            Some(Work::Search(search)) => search.has_ended(),
            Some(Work::Task(task)) => task.has_ended(),
            None => false,
        };
        if has_ended {
            self.work = None;
            if let Some(terminal) = &mut self.terminal {
                terminal.end_search(&mut self.setup);
            }
        }
    }

    /// Reports whether a bench or perft has just begun.
    fn has_new_task(&self) -> bool {
        matches!(&self.work, Some(Work::Task(task)) if task.is_younger_than(AT_ONCE))
    }

    /// Ends the session once the bench or perft and the commands behind it are done.
    fn quit_after_queue(&mut self) {
        self.is_quitting = true;
        self.queue.push_quit();
    }

    /// After the end of the input, gives the last search some more time. What was written before it ends by itself, and so
    /// does a bench or perft that was written together with the end.
    fn set_grace(&mut self) {
        let is_finite = matches!(&self.work, Some(Work::Search(search)) if !search.is_endless());
        let ends_by_itself = is_finite && self.queue.has_work() || self.has_new_task();
        self.grace = (!ends_by_itself).then(|| Instant::now() + GRACE);
    }

    /// Stops the work; a search still answers, and so do those in the queue.
    fn shut_down(&mut self) {
        self.grace = None;
        self.end.get_or_insert_with(|| Instant::now() + SHUTDOWN_TIMEOUT);
        self.stop_work();
    }

    fn stop_work(&self) {
        match &self.work {
            Some(Work::Search(search)) => search.control.stop(),
            Some(Work::Task(task)) => task.stop(),
            None => {}
        }
    }

    /// Reports whether something runs that was not stopped.
    fn is_running(&self) -> bool {
        match &self.work {
            Some(Work::Search(search)) => !search.control.is_stopped(),
            Some(Work::Task(task)) => !task.is_stopped(),
            None => false,
        }
    }

    /// Answers a line at once, or queues its command if it needs an idle engine.
    fn read_line(&mut self, line: &str, read_at: Instant) {
        self.setup.out.log_input(line);
        let typed;
        let line = if self.terminal.is_none() {
            line
        } else {
            let Some(command) = self.read_typed(line) else { return };
            typed = command;
            &typed
        };
        let command = match parse(line) {
            Ok(Some(command)) => command,
            Ok(None) => return,
            Err(message) => return self.setup.out.error(message),
        };
        match command {
            Command::Quit if !self.is_quitting && self.has_new_task() => self.quit_after_queue(),
            Command::Quit => {
                let searches = self.queue.searches();
                if searches > 0 {
                    self.setup.out.warning(format!("queued searches dropped: {searches}"));
                }
                self.queue.clear();
                self.shut_down();
            }
            Command::Stop => self.stop(),
            // After `quit` only commands that end the work at once have an effect.
            _ if self.is_quitting => {}
            Command::Uci => {
                if let Some(terminal) = self.terminal.take() {
                    terminal.close();
                }
                self.setup.out.set_terminal(false);
                self.identify();
            }
            Command::IsReady => self.setup.out.line("readyok"),
            command @ Command::Debug(_) => configure(command, &mut self.setup),
            // If a search waits in the queue, the option is for that search.
            Command::SetOption { ref name, .. } if options::is_live(name) && !self.queue.has_search() => {
                self.set_live_option(command);
            }
            Command::PonderHit => self.ponderhit(read_at),
            Command::Go(go) => {
                self.execute_or_queue(Command::Go(Go { read_at: Some(read_at), ..go }), line.len());
            }
            command => self.execute_or_queue(command, line.len()),
        }
    }

    /// Reads a line of a person at the terminal; returns it as a command if it is one of UCI.
    fn read_typed(&mut self, line: &str) -> Option<String> {
        if let Some(Work::Search(search)) = &self.work
            && search.ends_with_line()
        {
            search.control.stop();
        }
        match route(line) {
            Route::Uci => return Some(as_command(line)),
            Route::Quit => return Some("quit".to_owned()),
            Route::Nothing => self.stop(),
            Route::Typed if self.is_quitting => {}
            Route::Typed => self.execute_or_queue(Command::Typed(line.to_owned()), line.len()),
        }
        None
    }

    /// Ends what runs for a person at the terminal and what waits behind it, or else the program.
    fn interrupt(&mut self) {
        match &self.terminal {
            Some(terminal) if self.is_running() => {
                self.queue.clear();
                terminal.end_interrupted_line(&self.setup.out);
                self.stop();
                // A `quit` may have waited for the end.
                if self.is_quitting {
                    self.shut_down();
                }
            }
            Some(terminal) => {
                terminal.close();
                end_process();
            }
            None => end_process(),
        }
    }

    /// Refuses a line that is too long.
    fn refuse_line(&mut self, line: &LongLine) {
        self.setup.out.log_input(&line.beginning);
        match parse(&line.beginning) {
            _ if self.is_quitting => {}
            // It replaces the position before.
            Ok(Some(Command::Position(_))) => {
                self.execute_or_queue(Command::Position(Err(line.to_string())), line.beginning.len());
            }
            // It is answered all the same.
            Ok(Some(Command::Go(go))) => {
                let go = Go { errors: vec![line.to_string()], is_refused: true, perft: None, ..go };
                self.execute_or_queue(Command::Go(go), line.beginning.len());
            }
            _ => self.setup.out.error(line.to_string()),
        }
    }

    /// Executes a command that was read from a line of `length` bytes, or queues it. What the queue does not hold is
    /// lost, with one error.
    fn execute_or_queue(&mut self, mut command: Command, length: usize) {
        if self.work.is_none() && self.queue.is_empty() {
            return self.execute(command);
        }
        // The clock of a game runs while its search waits for another one, but `movetime` is for this search.
        if let Command::Go(go) = &mut command
            && !go.is_clocked()
        {
            go.read_at = None;
        }
        if self.queue.push(command, length).is_err_and(|full| full.is_first) {
            self.setup.out.error(
                "too many commands wait for the end of the search: ignoring further ones until all of them are \
                 executed, except for 'stop', 'ponderhit', 'isready' and 'quit'",
            );
        }
    }

    /// Sets an option that changes the search under way as well.
    fn set_live_option(&mut self, command: Command) {
        self.setup.search = match &self.work {
            Some(Work::Search(search)) => search.changeable(),
            _ => None,
        };
        configure(command, &mut self.setup);
        self.setup.search = None;
    }

    /// Returns the control of the search that runs and was not stopped yet.
    fn running(&self) -> Option<&Control> {
        match &self.work {
            Some(Work::Search(search)) if !search.control.is_stopped() => Some(&search.control),
            _ => None,
        }
    }

    /// Returns the searches in the queue that were not stopped yet.
    fn queued_searches(&mut self) -> impl Iterator<Item = &mut Go> {
        self.queue.iter_mut().filter_map(|command| match command {
            Command::Go(go) if go.perft.is_none() && !go.stopped => Some(go),
            _ => None,
        })
    }

    /// Stops the first search that was not stopped yet: each `stop` belongs to one `go`. A search that
    /// would have ended by itself may have done so when the GUI sent the `stop`, which then belongs to the
    /// next one in the queue and stops that too.
    fn stop(&mut self) {
        let is_spent = match &self.work {
            Some(Work::Search(search)) if !search.control.is_stopped() => {
                let is_endless = search.is_endless();
                search.control.stop();
                is_endless
            }
            Some(Work::Task(task)) => {
                task.stop();
                false
            }
            _ => false,
        };
        if !is_spent && let Some(go) = self.queued_searches().next() {
            go.stopped = true;
        }
    }

    /// Passes a ponderhit to the first search that ponders and was not stopped yet.
    fn ponderhit(&mut self, read_at: Instant) {
        if let Some(control) = self.running().filter(|control| control.is_pondering()) {
            control.ponderhit_since(read_at);
        } else if let Some(go) = self.queued_searches().find(|go| go.ponder && go.ponderhit.is_none()) {
            go.ponderhit = Some(read_at);
        }
    }

    /// Executes a command that needs an idle engine.
    fn execute(&mut self, command: Command) {
        match command {
            Command::Go(go) => self.go(&go),
            Command::UciNewGame => self.setup.clear(),
            Command::Bench(depth) => self.bench(depth),
            Command::Perft(depth) => self.perft(depth),
            Command::Typed(line) => {
                if let Some(terminal) = &mut self.terminal
                    && let Some(search) = terminal.execute(&line, &mut self.setup)
                {
                    self.start_typed(search);
                }
            }
            // It waited for a bench.
            Command::Quit => self.shut_down(),
            // `read_line` answers these.
            Command::Stop | Command::PonderHit | Command::Uci | Command::IsReady => {}
            Command::Position(position) if self.terminal.is_some() => {
                self.setup.game.try_set(position, &self.setup.out);
            }
            command @ (Command::Position(_)
            | Command::SetOption { .. }
            | Command::Debug(_)
            | Command::Show(_)
            | Command::Flip) => configure(command, &mut self.setup),
        }
    }

    fn identify(&mut self) {
        let out = &self.setup.out;
        out.line(concat!("id name Lancet ", env!("CARGO_PKG_VERSION")));
        out.line("id author the Lancet authors");
        options::TABLE.iter().for_each(|spec| out.line(spec.listing()));
        options::tunables().iter().for_each(|line| out.line(line));
        out.line("uciok");
    }

    fn go(&mut self, go: &Go) {
        for error in &go.errors {
            self.setup.out.error(error);
        }
        if go.is_refused {
            return self.refuse(go);
        }
        if let Some(depth) = go.perft {
            return self.perft(depth.min(perft::MAX_DEPTH.into()) as u32);
        }
        let Some(game) = self.setup.game.get().cloned() else {
            self.setup.out.info("no position to search: the last one was rejected");
            return self.refuse(go);
        };
        let mut limits = go.limits(game.position(), &self.setup.out);
        let book_move = self.setup.book_move(&game, &mut limits);
        if let Some(chosen) = &book_move {
            let (text, percent) = (game.position().move_text(chosen.m), chosen.percent);
            self.setup.out.info(format!("book: {text}, {percent} % of the weight of {} moves", chosen.moves));
        }
        limits.start.get_or_insert_with(Instant::now);
        let infinite = limits.infinite;
        let ended = Arc::new(AtomicBool::new(false));
        let writer = SearchWriter::new(&self.setup, game.position().clone(), Arc::clone(&ended));
        let mut writer = if book_move.is_some() { writer.without_reply() } else { writer };
        let settings = self.setup.search_settings();
        let control =
            self.setup.engine.search_with(game, limits, settings, move |report| writer.write(report));
        self.watch(go, Searching::new(control, infinite, ended));
    }

    /// Answers a search of a position that was rejected, or whose line is too long.
    fn refuse(&mut self, go: &Go) {
        let (control, ended) = (Arc::new(Control::new(go.ponder)), Arc::new(AtomicBool::new(false)));
        let infinite = go.is_infinite();
        self.watch(go, Searching::new(Arc::clone(&control), infinite, Arc::clone(&ended)));
        searching::refuse(&self.setup, control, infinite, ended);
    }

    /// Notes that a search has begun, and passes on what came while it waited in the queue.
    fn watch(&mut self, go: &Go, search: Searching) {
        if let Some(read_at) = go.ponderhit {
            // As with `go`, the clock of a game has run since then.
            search.control.ponderhit_since(if go.is_clocked() { read_at } else { Instant::now() });
        }
        let is_late = self.has_cut_short && search.is_endless() && self.queue.has_work();
        if go.stopped || self.is_quitting || self.end.is_some() || is_late {
            search.control.stop();
        }
        self.work = Some(Work::Search(Box::new(search)));
    }

    /// Starts a search for a person at the terminal.
    fn start_typed(&mut self, search: TypedSearch) {
        let Some(game) = self.setup.game.get().cloned() else { return };
        let ended = Arc::new(AtomicBool::new(false));
        let (mut limits, settings) = (search.limits.clone(), search.settings.clone());
        limits.start.get_or_insert_with(Instant::now);
        let is_endless = search.is_endless;
        let mut writer = TypedWriter::new(&self.setup, game.position().clone(), search, Arc::clone(&ended));
        let stopper = writer.stopper();
        let control =
            self.setup.engine.search_with(game, limits, settings, move |report| writer.write(report));
        stopper.set(&control);
        if self.is_quitting || self.end.is_some() {
            control.stop();
        }
        self.work = Some(Work::Search(Box::new(Searching::typed(control, is_endless, ended))));
    }

    fn perft(&mut self, depth: u32) {
        let Some(position) = self.setup.game.position().cloned() else {
            return self.setup.out.error("no position for perft: the last one was rejected");
        };
        self.start_task("perft", move |_, out| Ok(perft::divide(&position, depth, out)?));
    }

    fn bench(&mut self, depth: Option<Depth>) {
        let depth = depth.unwrap_or(bench::DEFAULT_DEPTH);
        let parameters = self.setup.settings.parameters.clone();
        let settings = Settings { parameters, ..Settings::default() };
        let bench = Bench { depth, settings, model: self.setup.model.clone(), ..Bench::default() };
        self.start_task("bench", move |control, out| bench.run_until(control, out));
    }

    /// Starts long work on a thread of its own.
    fn start_task(
        &mut self,
        name: &'static str,
        work: impl FnOnce(&Control, &mut dyn Write) -> Result<(), Error> + Send + 'static,
    ) {
        if self.end.is_some() {
            return;
        }
        match Task::start(name, self.setup.out.clone(), self.setup.events.clone(), work) {
            Ok(task) => self.work = Some(Work::Task(task)),
            Err(message) => self.setup.out.error(message),
        }
    }
}

/// Executes a command that only shows or changes the setup; does nothing for others.
pub(super) fn configure(command: Command, setup: &mut Setup) {
    match command {
        Command::Position(position) => setup.game.set(position, &setup.out),
        Command::SetOption { name, value } => {
            if let Err(error) = options::set(setup, &name, value.as_deref()) {
                setup.out.error(error.to_string());
            }
        }
        Command::Debug(on) => setup.debug = on,
        Command::Show(what) => show(what, setup),
        Command::Flip => setup.game.flip(&setup.out),
        _ => {}
    }
}
