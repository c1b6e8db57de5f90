//! The command `all`: every experiment, its files, and the report.

use std::io::Write;

use clap::Args;
use lancet::console::{progress_bar, write_atomic};
use lancet::files::OutputFolder;

use super::plan::{Planned, plan, speed};
use super::{DataTable, Section, draw, page};
use crate::cache::Cache;
use crate::command_line::command_line;
use crate::error::LabError;
use crate::experiment::Runner;
use crate::golden::{COLUMNS, GOLDEN_ROWS};
use crate::verify::{Findings, Verify, verify_trees};

/// Run all experiments and write numbers, charts and one report
///
/// Finished parts are stored in the directory; the same command resumes from them. Parts that another build of the
/// program stored are computed again.
#[derive(Args, Clone, PartialEq, Debug)]
pub struct All {
    /// Directory for all files
    #[arg(long, value_name = "DIR")]
    pub out: OutputFolder,
    /// Use fewer trees: rough results in about a minute
    #[arg(long)]
    pub quick: bool,
    /// Omit the measurement of speed, which needs an idle machine
    #[arg(long)]
    pub no_speed: bool,
}

impl All {
    /// Runs all experiments, writes their files, and prints the expectations that do not hold.
    ///
    /// # Errors
    /// [`lancet::Error::Failed`] if an expectation does not hold; those of the experiments, and if a file cannot be
    /// written; those of `out`.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), LabError> {
        let directory = if self.quick { "pieces-quick" } else { "pieces" };
        let runner = Runner { cache: Cache::in_directory(&self.out.join(directory))? };
        let mut sections = vec![self.verified(&runner)?];
        for planned in plan(self.quick) {
            let section = planned.experiment.section(&runner)?;
            sections.push(self.finish(section, &planned, out)?);
        }
        if !self.no_speed {
            let planned = speed(self.quick);
            let section = runner.cache.get_or_compute("speed", || planned.experiment.section(&runner))?;
            sections.push(self.finish(section, &planned, out)?);
        }
        self.write("report.html", page(&sections)?.as_bytes())?;
        let checks = || sections.iter().flat_map(|section| &section.checks);
        let failed: Vec<&str> =
            checks().filter(|check| !check.holds).map(|check| check.statement.as_str()).collect();
        failed.iter().try_for_each(|statement| writeln!(out, "FAIL: {statement}"))?;
        writeln!(out, "{} of {} expectations hold", checks().count() - failed.len(), checks().count())?;
        if failed.is_empty() { Ok(()) } else { Err(lancet::Error::Failed.into()) }
    }

    /// Completes a section with the texts of the plan, and writes its files.
    fn finish(
        &self,
        mut section: Section,
        planned: &Planned,
        out: &mut dyn Write,
    ) -> Result<Section, LabError> {
        section.claim = planned.claim.into();
        section.finding = [planned.finding, &section.finding].join(" ").trim().into();
        section.command = command_line(&planned.experiment.to_words());
        writeln!(out, "{}", section.title)?;
        let suffix = |number: usize| if number == 0 { String::new() } else { format!("-{}", number + 1) };
        for (number, table) in section.tables.iter().enumerate() {
            let mut csv = Vec::new();
            table.write_csv(&mut csv)?;
            self.write(&format!("{}{}.csv", section.id, suffix(number)), &csv)?;
        }
        for (number, chart) in section.charts.iter().enumerate() {
            self.write(&format!("{}{}.svg", section.id, suffix(number)), draw(chart)?.as_bytes())?;
        }
        Ok(section)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), LabError> {
        Ok(write_atomic(&self.out.join(name), |file| file.write_all(bytes))?)
    }

    /// The first section: the golden rows and the properties.
    fn verified(&self, runner: &Runner) -> Result<Section, LabError> {
        let verify = Verify { trees: if self.quick { 500 } else { 10_000 }, ..Verify::default() };
        let mut section = Section {
            id: "verified".into(),
            title: "Properties that hold on every tree".into(),
            finding: "Before any measurement: on given trees every algorithm visits exactly as many leaves as that of \
                the prototype, and the properties that must always hold are verified on random trees of four kinds. The \
                properties begin with the numbers of the claims."
                .into(),
            command: command_line(&verify.to_words()),
            ..Section::default()
        };
        let golden = golden_rows(runner, &mut section)?;
        let progress = progress_bar(verify.trees, "trees");
        let findings: Findings = runner.cache.get_or_compute(&format!("verify-{}", verify.trees), || {
            Ok(verify_trees(verify.trees, verify.seed, &progress))
        })?;
        progress.finish_and_clear();
        let title = format!("Properties verified on {} trees", verify.trees);
        let mut trials = DataTable::new(title, ["property", "trials", "failures"]);
        for (property, count) in &findings.trials {
            let quoted = format!("'{property}'");
            let failures = findings.failures.iter().filter(|failure| failure.starts_with(&quoted)).count();
            trials.push([property.clone(), count.to_string(), failures.to_string()]);
        }
        let failure = findings.failures.first().map_or_else(String::new, |first| format!("; {first}"));
        section.check(
            findings.failures.is_empty(),
            format!("all properties hold on {} trees{failure}", verify.trees),
        );
        section.tables = vec![golden.folded(), trials.folded()];
        Ok(section)
    }
}

/// Counts the golden rows, and checks each of them.
fn golden_rows(runner: &Runner, section: &mut Section) -> Result<DataTable, LabError> {
    let columns = std::iter::once("tree").chain(COLUMNS);
    let mut table = DataTable::new("Trees with seed 17: value and leaves (passes, re-searches)", columns);
    for row in &GOLDEN_ROWS {
        let name = format!("golden-{}", row.name().replace([' ', '='], "-"));
        let (counts, is_correct): (String, bool) = runner.cache.get_or_compute(&name, || {
            let golden = row.count()?;
            Ok((golden.to_string(), golden == row.counts))
        })?;
        table.push(std::iter::once(row.name()).chain(counts.split(" | ").map(String::from)));
        section.check(is_correct, format!("{}: every count equals that of the prototype", row.name()));
    }
    Ok(table)
}
