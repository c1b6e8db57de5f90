//! Searching: the search under way, and what is written about it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::Sender;

use super::Event;
use super::output::Output;
use super::report;
use super::setup::Setup;
use crate::engine::Report;
use crate::position::Position;
use crate::search::{Control, Info, Outcome};

/// A search under way.
pub(super) struct Searching {
    pub control: Arc<Control>,
    infinite: bool,
    /// A person at the terminal has started it by a word that is not of UCI.
    is_typed: bool,
    ended: Arc<AtomicBool>,
}

impl Searching {
    /// The search with `control`, whose last line sets `ended`.
    pub fn new(control: Arc<Control>, infinite: bool, ended: Arc<AtomicBool>) -> Searching {
        Searching { control, infinite, is_typed: false, ended }
    }

    /// The same for a person at the terminal.
    pub fn typed(control: Arc<Control>, infinite: bool, ended: Arc<AtomicBool>) -> Searching {
        Searching { is_typed: true, ..Searching::new(control, infinite, ended) }
    }

    /// Reports whether the next line that a person types ends the search.
    pub fn ends_with_line(&self) -> bool {
        self.is_typed && self.infinite
    }

    /// Returns the control while options may change the search: it is one of UCI and was not stopped.
    pub fn changeable(&self) -> Option<Arc<Control>> {
        (!self.is_typed && !self.control.is_stopped()).then(|| Arc::clone(&self.control))
    }

    /// Reports whether the search runs until it is stopped.
    pub fn is_endless(&self) -> bool {
        self.infinite || self.control.is_pondering()
    }

    /// Reports whether the best move is written, or is being written.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::Acquire)
    }
}

/// Writes the reports of a search. It does so on the search thread: on a busy machine, to wake another thread for the
/// best move may take longer than the move.
pub(super) struct SearchWriter {
    out: Output,
    events: Sender<Event>,
    position: Position,
    ended: Arc<AtomicBool>,
    debug: bool,
    minimal: bool,
    show_wdl: bool,
    /// Whether the expected reply is written, for a GUI that lets the engine ponder.
    expects_reply: bool,
    /// The last line of each rank, which `Minimal` holds back.
    held_back: Vec<Info>,
}

impl SearchWriter {
    /// Writes about a search of `position` as `setup` says now, and sets `ended` with the best move.
    pub fn new(setup: &Setup, position: Position, ended: Arc<AtomicBool>) -> SearchWriter {
        SearchWriter {
            out: setup.out.clone(),
            events: setup.events.clone(),
            position,
            ended,
            debug: setup.debug,
            minimal: setup.minimal,
            show_wdl: setup.show_wdl,
            expects_reply: true,
            held_back: Vec::new(),
        }
    }

    /// Writes no expected reply: with `ponder` the engine would search instead of playing the next move of the book.
    pub fn without_reply(self) -> SearchWriter {
        SearchWriter { expects_reply: false, ..self }
    }

    /// Writes a report of the search. The session is notified of the end and of a broken pipe.
    pub fn write(&mut self, report: Report) {
        let is_last = report.is_last();
        match report {
            Report::Info(info) if self.minimal => {
                // Fewer lines may have been requested since the last iteration.
                let is_new = info.is_finished && info.multi_pv == 1;
                self.held_back.retain(|old| !is_new && old.multi_pv != info.multi_pv);
                self.held_back.push(info);
            }
            Report::Info(info) => self.info(&info),
            Report::CurrentMove { .. } if self.minimal => {}
            Report::CurrentMove { depth, m, number } => {
                self.out.line(report::current_move(&self.position, depth, m, number));
            }
            Report::Done(outcome) => self.best_move(&outcome),
            Report::Failed(error) => {
                self.out.error(error.to_string());
                self.out.last_line(&report::best_move(&self.position, None, None), &self.ended);
            }
        }
        if is_last || self.out.is_broken() {
            // The session may have ended.
            let _ = self.events.send(Event::WorkEnded);
        }
    }

    fn info(&self, info: &Info) {
        self.out.line(report::info(&self.position, info, self.show_wdl));
    }

    /// Writes the best move, and before it what was held back.
    fn best_move(&mut self, outcome: &Outcome) {
        // Fewer lines may have been requested since the last iteration.
        self.held_back.retain(|info| info.multi_pv <= 1 + outcome.others.len());
        self.held_back.sort_by_key(|info| info.multi_pv);
        let Info { nodes, elapsed, hashfull, tb_hits, .. } = outcome.info;
        for held_back in std::mem::take(&mut self.held_back) {
            self.info(&Info { nodes, elapsed, hashfull, tb_hits, ..held_back });
        }
        if self.debug {
            self.out.info(format!("{} nodes in {:?}", outcome.info.nodes, outcome.info.elapsed));
        }
        if outcome.stats.pass_limit_hits > 0 {
            self.out.info(report::pass_limit(outcome.stats));
        }
        let reply = outcome.ponder.filter(|_| self.expects_reply);
        self.out.last_line(&report::best_move(&self.position, outcome.best, reply), &self.ended);
    }
}

/// Answers a search of a position that was rejected: there is no move, which an infinite or ponder search reports no
/// earlier than any other.
pub(super) fn refuse(setup: &Setup, control: Arc<Control>, infinite: bool, ended: Arc<AtomicBool>) {
    let (out, events) = (setup.out.clone(), setup.events.clone());
    let answer = move || {
        out.last_line("bestmove (none)", &ended);
        // The session may have ended.
        let _ = events.send(Event::WorkEnded);
    };
    if !(infinite || control.is_pondering()) || control.is_stopped() {
        return answer();
    }
    let late = answer.clone();
    let wait = move || {
        control.wait_for_release(infinite);
        late();
    };
    if thread::Builder::new().name("refusal".into()).spawn(wait).is_err() {
        answer();
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use crossbeam_channel::unbounded;

    use super::*;
    use crate::position::Game;
    use crate::search::{Limits, Searcher, Settings};

    /// Sends what is written, and whether the search counted as ended then.
    struct Witness(crossbeam_channel::Sender<(String, bool)>, Arc<AtomicBool>);

    impl Write for Witness {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let line = String::from_utf8_lossy(bytes).into_owned();
            self.0.send((line, self.1.load(Ordering::Acquire))).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// After four lines of an iteration, the search ends with two.
    #[test]
    fn minimal_writes_no_lines_that_are_no_longer_wanted() {
        let (ended, (sent, lines), (events, _inbox)) = (Arc::default(), unbounded(), unbounded());
        let mut setup = Setup::new(Output::new(Witness(sent, Arc::clone(&ended))), events).expect("a setup");
        setup.minimal = true;
        let game = Game::default();
        let mut writer = SearchWriter::new(&setup, game.position().clone(), ended);
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let settings = Settings { multi_pv: 2, ..Settings::default() };
        let mut searcher = Searcher::new(1).expect("a searcher");
        let outcome = searcher.search(&game, &limits, &settings, &Control::new(false), &mut ());
        for multi_pv in 1..=4 {
            let info = Info { is_finished: true, multi_pv, ..outcome.info.clone() };
            writer.write(Report::Info(info));
        }
        writer.write(Report::Done(outcome));
        let lines: Vec<String> = lines.try_iter().map(|(line, _)| line).collect();
        let has = |line: &String, words: &str| line.contains(words);
        assert!(
            lines.len() == 3
                && has(&lines[0], " multipv 1 ")
                && has(&lines[1], " multipv 2 ")
                && lines[2].starts_with("bestmove "),
            "{lines:?}"
        );
    }

    #[test]
    fn the_search_ends_with_the_best_move_before_its_event() {
        let (ended, (sent, lines), (events, inbox)) = (Arc::default(), unbounded(), unbounded());
        let setup = Setup::new(Output::new(Witness(sent, Arc::clone(&ended))), events).expect("a setup");
        let game = Game::default();
        let mut writer = SearchWriter::new(&setup, game.position().clone(), ended);
        let limits = Limits { depth: Some(2), ..Limits::default() };
        let control = Control::new(false);
        let mut searcher = Searcher::new(1).expect("a searcher");
        let outcome = searcher.search(&game, &limits, &Settings::default(), &control, &mut ());
        writer.write(Report::Info(outcome.info.clone()));
        assert!(inbox.try_recv().is_err());
        writer.write(Report::Done(outcome));
        assert!(matches!(inbox.try_recv(), Ok(Event::WorkEnded)));
        let lines: Vec<(String, bool)> = lines.try_iter().collect();
        // Each line is one write.
        assert!(lines.len() == 2 && lines.iter().all(|(line, _)| line.ends_with('\n')), "{lines:?}");
        assert!(!lines[0].1 && lines[1].1 && lines[1].0.starts_with("bestmove "), "{lines:?}");
    }
}
