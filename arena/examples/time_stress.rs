//! Time safety: games between UCI engines beside busy loops, with the time of each move by the wall clock.
//!
//! Run `cargo run --release -p lancet-arena --example time_stress -- ENGINE [OPPONENT...]`: the engine plays against
//! each opponent in rotation, under the same load; without opponents it plays itself. Options: `--games N` (40),
//! `--clock BASE+INCREMENT` in seconds (1+0.01), `--parallel N` (2), `--busy N` busy loops (4), `--openings FILE`
//! (random ones). No game is adjudicated. An engine that exits or plays an illegal move ends the games, whose times are
//! printed all the same.
#![allow(
    clippy::expect_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "a program for developers"
)]

use std::collections::VecDeque;
use std::error::Error;
use std::hint;
use std::io::{self, BufRead, BufReader, Write};
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use shakmaty::Color;

use lancet::openings::Assessment;
use lancet::position::{Game, parse_move};
use lancet::rng::Rng;
use lancet::search::Outcome;
use lancet_arena::adjudication::Adjudication;
use lancet_arena::game::GameRules;
use lancet_arena::openings::{Opening, Openings};
use lancet_arena::report::warn_if_odd;
use lancet_arena::termination::{GameResult, Termination};
use lancet_arena::time_control::TimeControl;

type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// Upper ends of the bands of time left, in milliseconds.
const BANDS: [u128; 6] = [25, 50, 100, 200, 400, u128::MAX];

/// Plays games beside busy loops and counts late moves
#[derive(Parser, Debug)]
struct Args {
    /// UCI engine
    engine: PathBuf,
    /// UCI engines that it plays against
    opponents: Vec<PathBuf>,
    /// Games against each opponent
    #[arg(long, default_value = "40")]
    games: u64,
    /// Base time and increment in seconds
    #[arg(long, default_value = "1+0.01")]
    clock: TimeControl,
    /// Games at once
    #[arg(long, default_value = "2")]
    parallel: NonZeroUsize,
    /// Threads that do nothing but use a processor
    #[arg(long, default_value = "4")]
    busy: usize,
    /// EPD or PGN file with openings, instead of random ones
    #[arg(long)]
    openings: Option<PathBuf>,
}

/// How long an engine may take to answer beyond the time that it has.
const PATIENCE: Duration = Duration::from_secs(60);

/// A UCI engine in a child process.
struct Engine {
    path: PathBuf,
    child: Child,
    input: ChildStdin,
    /// The lines that it writes, read by a thread so that one that does not come ends the games.
    output: Receiver<io::Result<String>>,
}

impl Engine {
    fn start(path: &Path) -> Result<Engine> {
        let started = Engine::spawn(path);
        let mut engine =
            started.map_err(|error| format!("cannot start engine '{}': {error}", path.display()))?;
        engine.answer("uci\n", "uciok", Duration::ZERO)?;
        Ok(engine)
    }

    fn spawn(path: &Path) -> Result<Engine> {
        let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("no pipe")?;
        let lines = BufReader::new(child.stdout.take().ok_or("no pipe")?).lines();
        let (sender, output) = channel();
        thread::Builder::new().spawn(move || lines.for_each(|line| drop(sender.send(line))))?;
        Ok(Engine { path: path.to_owned(), child, input, output })
    }

    /// Sends `lines` and returns the first answer that begins with `word`; `time` is what the engine may use. Errors name
    /// the engine.
    fn answer(&mut self, lines: &str, word: &str, time: Duration) -> Result<String> {
        let found = self.first_line(lines, word, time);
        found.map_err(|error| format!("engine '{}': {error}", self.path.display()).into())
    }

    fn first_line(&mut self, lines: &str, word: &str, time: Duration) -> Result<String> {
        self.input.write_all(lines.as_bytes())?;
        self.input.flush()?;
        let end = Instant::now() + time + PATIENCE;
        loop {
            match self.output.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let line = line?;
                    if line.starts_with(word) {
                        return Ok(line);
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Err(format!("no answer '{word}'").into()),
                Err(RecvTimeoutError::Disconnected) => return Err(format!("exited before '{word}'").into()),
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.input.write_all(b"quit\n");
        // Its output ends when it does.
        let end = Instant::now() + PATIENCE;
        while self.output.recv_timeout(end.saturating_duration_since(Instant::now())).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The moves of an engine: milliseconds left before the move and seconds used.
#[derive(Default)]
struct Record {
    moves: Vec<(u128, f64)>,
    losses: u64,
}

/// The records of all engines, in the order of the command line.
type Records = Mutex<Vec<(PathBuf, Record)>>;

/// A game to be played.
struct Pairing {
    opening: Opening,
    /// The indices of the engines with the white and the black pieces.
    sides: [usize; 2],
}

/// Plays a game and adds its moves to `records`.
fn play(args: &Args, Pairing { opening, sides }: Pairing, records: &Records) -> Result<()> {
    // An engine takes long to start, and the lock belongs to the games under way.
    let path = |side: usize| locked(records)[sides[side]].0.clone();
    let mut engines = [Engine::start(&path(0))?, Engine::start(&path(1))?];
    for engine in &mut engines {
        engine.answer("ucinewgame\nisready\n", "readyok", Duration::ZERO)?;
    }
    let rules = GameRules {
        time_control: args.clock,
        adjudication: Adjudication { by_score: None, ..Adjudication::STANDARD },
    };
    let TimeControl::Clock { base, increment, .. } = args.clock else { return Err("no clock".into()) };
    let start = opening.start.fen();
    let mut shadow = Game::new(opening.start.clone());
    let mut moves = String::new();
    for m in &opening.moves {
        moves = moves + " " + &shadow.position().move_text(*m);
        shadow.play_unchecked(*m);
    }
    // The time left of White and Black, as the last search of each saw it.
    let mut left = [base; 2];
    let (mut last, mut failure) = (None, None::<String>);
    let played = rules.play(opening, |game, clock| {
        if let Some(text) = last.take() {
            moves = format!("{moves} {text}");
        }
        let side = usize::from(game.position().turn() == Color::Black);
        left[side] = clock;
        let lines = format!(
            "position fen {start} moves{moves}\ngo wtime {} btime {} winc {inc} binc {inc}\n",
            left[0].as_millis(),
            left[1].as_millis(),
            inc = increment.as_millis()
        );
        let begin = Instant::now();
        let answer = engines[side].answer(&lines, "bestmove", clock);
        let used = begin.elapsed();
        locked(records)[sides[side]].1.moves.push((clock.as_millis(), used.as_secs_f64()));
        left[side] = clock.saturating_sub(used) + increment;
        let text = answer.map(|text| text.split_whitespace().nth(1).unwrap_or_default().to_owned());
        let outcome = text.and_then(|text| {
            last = Some(text.clone());
            outcome(game, &text, used).ok_or_else(|| illegal_move(&path(side), game, &text))
        });
        outcome.map_err(|error| failure = Some(error.to_string())).ok()
    });
    let Some(game) = played else { return Err(failure.unwrap_or_default().into()) };
    if game.termination == Termination::Time {
        println!("{} on time after {} plies", game.result.name(), game.plies());
        let loser = usize::from(game.result == GameResult::White);
        locked(records)[sides[loser]].1.losses += 1;
    }
    Ok(())
}

fn illegal_move(engine: &Path, game: &Game, text: &str) -> Box<dyn Error + Send + Sync> {
    format!("engine '{}': illegal move '{text}' in {}", engine.display(), game.position().fen()).into()
}

/// Returns the outcome of a search of which only the move is known.
fn outcome(game: &Game, text: &str, elapsed: Duration) -> Option<Outcome> {
    let best = parse_move(game.position(), text).ok()?;
    let mut outcome = Outcome::unsearched(game.position(), Some(best));
    (outcome.info.depth, outcome.info.elapsed) = (1, elapsed);
    Some(outcome)
}

fn print(name: &Path, record: &Record) {
    println!("{}: {} moves, {} lost on time", name.display(), record.moves.len(), record.losses);
    println!("  ms left     moves   used ms: median      p99      max   least left ms");
    let mut low = 0;
    for high in BANDS {
        let band: Vec<_> = record.moves.iter().filter(|(left, _)| (low..high).contains(left)).collect();
        let mut used: Vec<f64> = band.iter().map(|(_, used)| used * 1e3).collect();
        used.sort_by(f64::total_cmp);
        let least = band.iter().map(|(left, used)| *left as f64 - used * 1e3).fold(f64::INFINITY, f64::min);
        if let (Some(median), Some(p99), Some(max)) =
            (used.get(used.len() / 2), used.get(used.len() * 99 / 100), used.last())
        {
            println!("  {low:>4} on {:>9} {median:>18.1} {p99:>8.1} {max:>8.1} {least:>15.1}", used.len());
        }
        low = high;
    }
}

/// The games with each opponent in rotation, two for each opening.
fn pairings(args: &Args) -> Result<VecDeque<Pairing>> {
    warn_if_odd(args.games);
    let rounds = args.games.div_ceil(2);
    let listed = match &args.openings {
        Some(path) => match Openings::read(path, 1)? {
            Openings::Listed { openings, .. } => openings,
            Openings::Random { .. } => Vec::new(),
        },
        None => (0..rounds).filter_map(random_opening).collect(),
    };
    let mut pairings = VecDeque::new();
    for opening in listed.into_iter().cycle().take(usize::try_from(rounds)?) {
        for opponent in 1..=args.opponents.len().max(1) {
            for sides in [[0, opponent], [opponent, 0]] {
                pairings.push_back(Pairing { opening: opening.clone(), sides });
            }
        }
    }
    Ok(pairings)
}

/// Returns an opening of random moves.
fn random_opening(number: u64) -> Option<Opening> {
    let mut rng = Rng::of_game(1, number);
    Opening::draw(&mut rng, |_| Assessment::Accept)
}

/// Ends the busy loops at the end of its scope, and leaves no game to be played.
struct EndOnDrop<'a> {
    is_over: &'a AtomicBool,
    queue: &'a Mutex<VecDeque<Pairing>>,
}

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        locked(self.queue).clear();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<()> {
    let queue = Mutex::new(pairings(args)?);
    let opponents =
        if args.opponents.is_empty() { vec![args.engine.clone()] } else { args.opponents.clone() };
    let engines = iter::once(args.engine.clone()).chain(opponents);
    let records = Mutex::new(engines.map(|engine| (engine, Record::default())).collect());
    let (is_over, finished) = (AtomicBool::new(false), AtomicU64::new(0));
    let next = || locked(&queue).pop_front();
    let work = || -> Result<()> {
        while let Some(pairing) = next() {
            let played = play(args, pairing, &records);
            if played.is_err() {
                // The other games under way are the last.
                locked(&queue).clear();
            }
            played?;
            finished.fetch_add(1, Relaxed);
        }
        Ok(())
    };
    let spin = || {
        while !is_over.load(Relaxed) {
            hint::spin_loop();
        }
    };
    let played = thread::scope(|scope| -> Result<()> {
        // A thread that is refused ends the others too, players after their game.
        let _end = EndOnDrop { is_over: &is_over, queue: &queue };
        for _ in 0..args.busy {
            thread::Builder::new().spawn_scoped(scope, spin)?;
        }
        let players = (0..args.parallel.get()).map(|_| thread::Builder::new().spawn_scoped(scope, work));
        let players = players.collect::<io::Result<Vec<_>>>()?;
        let results: Vec<_> = players.into_iter().map(|player| player.join().expect("no panic")).collect();
        results.into_iter().collect()
    });
    println!(
        "{} games at {}, {} at once, {} busy loops",
        finished.load(Relaxed),
        args.clock,
        args.parallel,
        args.busy
    );
    locked(&records).iter().for_each(|(engine, record)| print(engine, record));
    played
}
