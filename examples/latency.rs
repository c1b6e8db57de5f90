//! The time that a searching engine takes to answer `isready` and `stop`.
//!
//! Run `cargo run --release --example latency [ENGINE]`; the default is the `lancet` of the same build.
#![allow(clippy::expect_used, clippy::print_stdout)]

use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

const ROUNDS: u64 = 100;

struct Engine {
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn send(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.input, "{line}")?;
        self.input.flush()
    }

    /// Returns the time from sending a line to an answer that begins with `word`, in milliseconds.
    fn answer(&mut self, line: &str, word: &str) -> Result<f64, Box<dyn Error>> {
        let start = Instant::now();
        self.send(line)?;
        for answer in self.output.by_ref() {
            if answer?.starts_with(word) {
                return Ok(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        Err("the engine has exited".into())
    }
}

fn print(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
    println!("{name:<8} median {median:7.3} ms   worst {worst:7.3} ms   of {}", times.len());
}

fn main() -> Result<(), Box<dyn Error>> {
    let beside = || Some(std::env::current_exe().ok()?.parent()?.parent()?.join("lancet"));
    let path = std::env::args_os().nth(1).map(PathBuf::from).or_else(beside).ok_or("no engine")?;
    let mut child = Command::new(path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut engine = Engine {
        input: child.stdin.take().ok_or("no pipe")?,
        output: BufReader::new(child.stdout.take().ok_or("no pipe")?).lines(),
    };
    engine.answer("uci", "uciok")?;
    for threads in [1, 2] {
        engine.send(&format!("setoption name Threads value {threads}"))?;
        let (mut ready, mut stop) = (Vec::new(), Vec::new());
        for round in 0..ROUNDS {
            engine.send("go infinite")?;
            // Another moment of the search in each round.
            sleep(Duration::from_millis(10 + round * 37 % 60));
            ready.push(engine.answer("isready", "readyok")?);
            stop.push(engine.answer("stop", "bestmove")?);
        }
        println!("{threads} threads");
        print("isready", ready);
        print("stop", stop);
    }
    engine.send("quit")?;
    child.wait()?;
    Ok(())
}
