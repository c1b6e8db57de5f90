//! All: every experiment, its files, and the report.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Parser};
use lancet::Error;

use super::{draw, page};
use crate::experiment::{
    Experiment, Lab, average_case::AverageCase, chess::Chess, expected_ab::ExpectedAb, fail_soft::FailSoft,
    figure::Figure, model::Model, mtd_start::MtdStart, ordering::Ordering, speed::Speed, variants::Variants,
};
use crate::golden;
use crate::progress::Progress;
use crate::section::{Section, Sheet};
use crate::store::{Store, write_whole};
use crate::verify::try_trees;

/// Make everything: numbers, plots and one report
///
/// What is finished is kept in the folder; the same command again goes on where it was stopped.
#[derive(Args, Clone, Debug)]
pub struct All {
    /// The folder for everything
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Fewer trees: rough, and done in a few minutes
    #[arg(long)]
    pub quick: bool,
    /// Leave the speed of the algorithms out, which needs a machine that does nothing else
    #[arg(long)]
    pub no_speed: bool,
}

/// The options of an experiment from words, as on the command line.
fn options<E: Args>(words: &str) -> Result<E, String> {
    #[derive(Parser)]
    struct Wrapped<E: Args> {
        #[command(flatten)]
        inner: E,
    }
    let words = std::iter::once("lancet-lab").chain(words.split_ascii_whitespace());
    Wrapped::<E>::try_parse_from(words).map(|wrapped| wrapped.inner).map_err(|error| error.to_string())
}

/// An experiment with what the papers claim about it, and what is found here.
struct Planned {
    experiment: Box<dyn Experiment>,
    claim: &'static str,
    finding: &'static str,
}

fn planned<E: Experiment + Args + 'static>(
    words: &str,
    claim: &'static str,
    finding: &'static str,
) -> Result<Planned, String> {
    Ok(Planned { experiment: Box::new(options::<E>(words)?), claim, finding })
}

const FIGURES_CLAIM: &str = "Source 000, figures 4 and 5: NegaScout, PNS, INS and SSS* on trees of width 5 and 20, 20 runs \
     each. The curves swing with the parity of the depth, that of SSS* least; at even depths SSS* visits fewer leaves \
     than INS, at odd depths INS often fewer than SSS*; in strongly ordered trees even PNS does.";
const FIGURES_FINDING: &str = "Trees whose values are handed down from the root, so that the probability that the first \
     son is best is exact at every node; the generator of source 000 is not known. Error bars are standard errors. \
     DUAL*, which the source does not have, is the best of all at odd depths.";
const IID_FINDING: &str = "Independent leaves are often called random too, but they are not what source 000 calls so: \
     a node is cut off far less easily, and all algorithms visit more.";

fn plan(quick: bool) -> Result<Vec<Planned>, String> {
    let runs = |full: u32| if quick { 20 } else { full };
    let last = |full: u32| if quick { full.min(6) } else { full };
    let figure = |width: u32, order: &str, deepest: u32, full: u32| {
        let words = format!("-w {width} -o {order} -d 2..{} -r {}", last(deepest), runs(full));
        let finding = if order == "iid" { IID_FINDING } else { FIGURES_FINDING };
        planned::<Figure>(&words, FIGURES_CLAIM, finding)
    };
    let many = |full: u32| format!("-r {}", runs(full));
    let depth = if quick { 5 } else { 6 };
    Ok(vec![
        figure(5, "random", 8, 1000)?,
        figure(5, "strong", 8, 1000)?,
        figure(20, "random", 8, 100)?,
        figure(20, "strong", 8, 200)?,
        figure(20, "campbell", 7, 100)?,
        figure(5, "iid", 8, 200)?,
        figure(20, "iid", if quick { 4 } else { 6 }, 50)?,
        planned::<Ordering>(
            &many(200),
            "Source 002 asks for which trees minimal windows are made; source 000 says that strong ordering favours \
             Scout and NegaScout.",
            "Below 1 NegaScout is ahead. Wide trees and odd depths favour it; at even depths it is a draw. In perfect \
             order both visit the minimal tree.",
        )?,
        planned::<Variants>(
            if quick { "-r 20" } else { "" },
            "NegaScout is printed in several forms: with the rule that nothing is searched again within two plies of \
             the leaves or without, with second searches from the value found or from alpha.",
            "The form of figure 1 is the best of them on trees whose leaves are exact. Leaves seen by a node above them \
             are never evaluated twice here.",
        )?,
        planned::<Model>(
            "",
            "Source 002, figure 5 (depth 7, r = 2): at small g both forms of NegaScout beat alpha-beta, NegaScout beats \
             NSab up to about 20 % of the width, above that alpha-beta wins; wide trees favour NegaScout.",
            "A reconstruction: the readable copy of the paper has lost its equations. For widths from 40 up it says \
             what the text says.",
        )?,
        planned::<AverageCase>(
            if quick { "-r 4000" } else { "" },
            "Source 003: the expected number of critical positions of a level is a sum of three products.",
            "",
        )?,
        planned::<ExpectedAb>(
            if quick { "-d 5 -r 100" } else { "" },
            "Not in the sources: the expected leaves of alpha-beta on independent leaves, exactly (after an idea of \
             Fuller, Gaschnig and Gillogly, and Baudet).",
            "Where a tree has too many leaves to be counted often enough, the expectation stands alone.",
        )?,
        planned::<MtdStart>(
            "",
            "Source 001: MTD(f) finds the value from every guess, the sooner the better the guess; from plus or minus \
             infinity it is SSS* or DUAL*.",
            "A guess that is off by a thousandth of the range costs nothing. C* finds the value at once where it is in \
             the middle of its range, which says little; elsewhere it needs more.",
        )?,
        planned::<FailSoft>(
            &many(100),
            "Source 003, after Fishburn: with a table fail-soft alpha-beta searches about 7 % fewer nodes.",
            "On graphs in which the order of a side's moves does not matter. Narrow and deep graphs gain most.",
        )?,
        planned::<Chess>(
            &format!("-d {depth}"),
            "Source 001: MTD(f) needs 3 to 5 passes in chess and 5 to 15 % fewer nodes; SSS* by MTD is no longer of \
             interest once there is a table.",
            "",
        )?,
        planned::<Chess>(&format!("-d {depth} --grain 10"), "The same with values of a coarser grain.", "")?,
        planned::<Chess>(
            &format!("-d {depth} --leaf static"),
            "The same without a quiescence search: the value swings from ply to ply.",
            "",
        )?,
    ])
}

impl All {
    /// Makes everything, and tells what it is about.
    ///
    /// # Errors
    /// A sentence where something cannot be made or written; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Error> {
        let folder = if self.quick { "pieces-quick" } else { "pieces" };
        let lab = Lab { store: Store::in_folder(&self.out.join(folder)).map_err(Error::Sentence)? };
        let mut sections = vec![self.verified(&lab).map_err(Error::Sentence)?];
        for Planned { experiment, claim, finding } in plan(self.quick).map_err(Error::Sentence)? {
            let mut section = experiment.section(&lab).map_err(Error::Sentence)?;
            section.claim = claim.into();
            section.finding = [finding, &section.finding].join(" ").trim().into();
            self.finished(&section, &mut sections, out)?;
        }
        if !self.no_speed {
            let speed =
                options::<Speed>(if self.quick { "--seconds 0.1" } else { "" }).map_err(Error::Sentence)?;
            let mut section = lab.store.piece("speed", || speed.section(&lab)).map_err(Error::Sentence)?;
            section.claim =
                "Source 000: INS costs about twice as much as NegaScout for a leaf, SSS* ten times as much \
                as INS; INS needs less memory than SSS*."
                    .into();
            section.finding =
                "Times depend on the machine; what matters is what they are against each other.".into();
            self.finished(&section, &mut sections, out)?;
        }
        let html = page(&sections).map_err(Error::Sentence)?;
        self.write("report.html", &html).map_err(Error::Sentence)?;
        let checks = || sections.iter().flat_map(|section| &section.checks);
        let broken: Vec<&str> =
            checks().filter(|check| !check.holds).map(|check| check.sentence.as_str()).collect();
        broken.iter().try_for_each(|sentence| writeln!(out, "NO: {sentence}"))?;
        writeln!(out, "{} of {} expectations hold", checks().count() - broken.len(), checks().count())?;
        Ok(())
    }

    /// Writes the files of a section.
    fn finished(
        &self,
        section: &Section,
        sections: &mut Vec<Section>,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        writeln!(out, "{}", section.title)?;
        let files = || -> Result<(), String> {
            let name = |number: usize| if number == 0 { String::new() } else { format!("-{}", number + 1) };
            for (number, sheet) in section.sheets.iter().enumerate() {
                self.write(&format!("{}{}.csv", section.id, name(number)), &sheet.csv())?;
            }
            for (number, chart) in section.charts.iter().enumerate() {
                self.write(&format!("{}{}.svg", section.id, name(number)), &draw(chart)?)?;
            }
            Ok(())
        };
        files().map_err(Error::Sentence)?;
        sections.push(section.clone());
        Ok(())
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        write_whole(&self.out.join(name), text.as_bytes())
    }

    /// The golden rows and the properties, as the first section.
    fn verified(&self, lab: &Lab) -> Result<Section, String> {
        let mut section = Section {
            id: "verified".into(),
            title: "What holds on every tree".into(),
            finding: "Before anything is measured: on given trees every algorithm visits exactly as many leaves as the \
                prototype's, and what must hold always is tried on random trees of four kinds. The numbers in \
                front are those of the claims below."
                .into(),
            ..Section::default()
        };
        let mut rows =
            Sheet::new("Trees of seed 17: value and leaves (passes, second searches)", golden::heads());
        for known in &golden::KNOWN {
            let counted =
                lab.store.piece(&format!("golden-{}", known.name().replace([' ', '='], "-")), || {
                    known.count().map(|golden| (golden.to_string(), golden == known.counts))
                })?;
            let cells = counted.0.split(" | ").map(String::from);
            rows.add(std::iter::once(known.name()).chain(cells));
            section.check(counted.1, format!("{}: every count is the prototype's", known.name()));
        }
        let trees = if self.quick { 500 } else { 10_000 };
        let progress = Progress::new(trees, "trees");
        let findings = lab.store.piece(&format!("verify-{trees}"), || Ok(try_trees(trees, 1, &progress)))?;
        progress.end();
        let mut tried = Sheet::new(format!("Properties tried on {trees} trees"), ["property", "trials"]);
        for (property, count) in &findings.tried {
            tried.add([property.clone(), count.to_string()]);
        }
        let broken = findings.broken.first().map_or_else(String::new, |first| format!("; {first}"));
        section.check(findings.broken.is_empty(), format!("all properties hold on {trees} trees{broken}"));
        section.sheets = vec![rows, tried];
        Ok(section)
    }
}
