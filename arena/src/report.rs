//! Show: how a match is told of, while it goes on and afterwards.

use std::io::{self, IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::runner::{Contest, Ended};
use crate::statistics::{Sprt, Tally, Verdict};

/// Time between two pictures, and between two lines where there is no terminal.
const PICTURES: Duration = Duration::from_millis(200);
const LINES: Duration = Duration::from_secs(60);

/// The progress of a match: a bar on a terminal, a line now and then elsewhere.
pub struct Progress {
    sprt: Option<Sprt>,
    shown: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Begins with a match.
    #[must_use]
    pub fn new(contest: &Contest) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(contest.pairs);
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {msg}, {eta} left") {
                bar.set_style(style);
            }
            bar
        });
        Progress { sprt: contest.sprt, shown: Instant::now(), bar }
    }

    /// Shows the state if it is time to.
    pub fn show(&mut self, tally: &Tally) {
        let due = if self.bar.is_some() { PICTURES } else { LINES };
        if self.shown.elapsed() < due {
            return;
        }
        self.shown = Instant::now();
        let line = line(tally, self.sprt);
        match &self.bar {
            Some(bar) => {
                bar.set_position(tally.count());
                bar.set_message(line);
            }
            // A log that cannot be written is no reason to end.
            None => {
                let _ = writeln!(stderr(), "{line}");
            }
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The state in a line.
fn line(tally: &Tally, sprt: Option<Sprt>) -> String {
    let [losses, draws, wins] = tally.games;
    let games = losses + draws + wins;
    let mut line = format!("{games} games: +{wins} ={draws} -{losses}");
    if let Some(elo) = tally.elo() {
        line += &format!(", Elo {elo}");
    }
    if let Some(sprt) = sprt {
        line += &format!(", LLR {:.2}", tally.likelihood(sprt));
    }
    line
}

/// Tells how a match went.
///
/// # Errors
/// Those of `out`.
pub fn tell(ended: &Ended, sprt: Option<Sprt>, out: &mut dyn Write) -> io::Result<()> {
    let Ended { tally, verdict, elapsed, .. } = ended;
    let [losses, draws, wins] = tally.games;
    let games = losses + draws + wins;
    let how = if ended.complete { "" } else { " (broken off)" };
    let (points, seconds) = (100.0 * tally.score(), elapsed.as_secs_f64());
    writeln!(
        out,
        "games   {games}{how}: {wins} won, {draws} drawn, {losses} lost, {points:.1} %, {seconds:.1} s"
    )?;
    let [none, half, one, more, both] = tally.pairs;
    writeln!(out, "pairs   {none}, {half}, {one}, {more}, {both} with 0, 1/2, 1, 3/2, 2 points")?;
    if let Some(elo) = tally.elo() {
        writeln!(out, "Elo     {elo} (95 %), superior with {:.1} %", 100.0 * tally.superiority())?;
    }
    if let Some(sprt) = sprt {
        let (ratio, bound) = (tally.likelihood(sprt), Sprt::BOUND);
        let Sprt { low, high } = sprt;
        let says = match verdict {
            Some(Verdict::High) => format!("rather {high}"),
            Some(Verdict::Low) => format!("rather {low}"),
            None => "open".into(),
        };
        writeln!(
            out,
            "SPRT    LLR {ratio:.2} of -{bound:.2} to {bound:.2} for {low} or {high} nElo: {says}"
        )?;
    }
    Ok(())
}
