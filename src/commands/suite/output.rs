//! Output: writes the results of a suite as a table or as JSON, and the positions with their results.

use std::io::{self, Write};

use super::{PositionResult, Suite, SuiteTotals, with_results};
use crate::commands::stream::{Destination, Form, Plan, Session, State};
use crate::epd::Epd;
use crate::error::Error;
use crate::search::Info;

/// One of the outputs of a suite.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Table,
    Json,
    Positions,
}

/// Writes the results in the order of the positions, one after another.
pub(super) struct SuiteWriter<'a> {
    kinds: Vec<Kind>,
    session: Session<'a>,
    totals: SuiteTotals,
}

/// Returns the outputs of a suite in their order.
fn outputs(command: &Suite) -> Vec<(Kind, &Destination)> {
    let kind = if command.json { Kind::Json } else { Kind::Table };
    let results = command.output.iter().map(|to| (kind, to));
    results.chain(command.write.iter().map(|to| (Kind::Positions, to))).collect()
}

/// Adds the outputs of a suite to a plan.
pub(super) fn add_outputs<'a>(command: &'a Suite, plan: &mut Plan<'a>) {
    for (kind, destination) in outputs(command) {
        match kind {
            Kind::Table => plan.view("--output", destination),
            Kind::Json => plan.output("--output", destination),
            Kind::Positions => plan.output("--write", destination),
        }
    }
}

impl<'a> SuiteWriter<'a> {
    /// Opens the outputs of a command that goes on from `state`, or from its beginning.
    ///
    /// # Errors
    /// [`Error::File`] if an output cannot be opened or continued.
    pub fn open(
        command: &Suite,
        plan: &Plan<'a>,
        state: Option<State>,
        out: &'a mut dyn Write,
    ) -> Result<SuiteWriter<'a>, Error> {
        let kinds: Vec<Kind> = outputs(command).into_iter().map(|(kind, _)| kind).collect();
        let totals = match &state {
            Some(state) if state.done > 0 => {
                serde_json::from_value(state.totals.clone()).map_err(Error::other)?
            }
            _ => SuiteTotals::default(),
        };
        let session = plan.open(state, kinds.iter().map(|kind| kind.form()).collect(), out)?;
        Ok(SuiteWriter { kinds, session, totals })
    }

    /// Writes the result of the next position.
    ///
    /// # Errors
    /// Those of the outputs.
    pub fn add(
        &mut self,
        epd: &Epd,
        digest: &str,
        result: &PositionResult,
        info: &Info,
    ) -> Result<(), Error> {
        let number = self.session.done() + 1;
        let items = self.kinds.iter().map(|kind| kind.item(number, epd, result, info));
        self.session.add(&items.collect::<io::Result<Vec<_>>>()?)?;
        self.totals.add(result);
        // Without a value there is nothing to go on from, which is reported then.
        self.session.advance(digest, || serde_json::to_value(&self.totals).unwrap_or_default());
        Ok(())
    }

    /// Finishes the outputs after the last position, an interrupt or an error; `skipped` lines were invalid.
    ///
    /// # Errors
    /// That of `result`, or else those of the outputs.
    pub fn end(mut self, result: Result<(), Error>, skipped: usize) -> Result<(), Error> {
        self.totals.counts.skipped = skipped as u64;
        let feet = self.kinds.iter().map(|kind| kind.foot(&self.totals));
        let feet = feet.collect::<io::Result<Vec<_>>>()?;
        self.session.end(result, &feet)
    }
}

impl Kind {
    fn form(self) -> Form {
        match self {
            Kind::Table => Form { head: format!("{}\n", PositionResult::HEADER).into(), separator: "" },
            Kind::Json => Form { head: "{\"positions\":[\n".into(), separator: ",\n" },
            Kind::Positions => Form::default(),
        }
    }

    /// Returns what is written for a position, which is counted from 1.
    fn item(self, number: u64, epd: &Epd, result: &PositionResult, info: &Info) -> io::Result<Vec<u8>> {
        let mut item = Vec::new();
        match self {
            Kind::Table => result.write(number, &mut item)?,
            Kind::Json => serde_json::to_writer(&mut item, result)?,
            Kind::Positions => writeln!(item, "{}", with_results(epd, info))?,
        }
        Ok(item)
    }

    fn foot(self, totals: &SuiteTotals) -> io::Result<String> {
        let mut text = Vec::new();
        match self {
            Kind::Table => totals.write(&mut text)?,
            Kind::Json => {
                let object = serde_json::to_string(&totals.counts)?;
                writeln!(text, "\n],{}", object.trim_start_matches('{'))?;
            }
            Kind::Positions => {}
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}
