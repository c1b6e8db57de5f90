//! Session: the outputs of a command from its beginning, or from where it was stopped, to its end.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::digest::DigestWriter;
use super::document::{Destination, Document, Form};
use super::state::{Done, Options, State, counted};
use crate::commands::bench::Bench;
use crate::console::warn;
use crate::error::Error;
use crate::eval::nnue::Model;
use crate::files::{self, FileKind};
use crate::syzygy::Tablebases;
use crate::types::Depth;

/// The depth of the bench by which an engine is recognized. Singular extensions begin at seven plies.
const SIGNATURE_DEPTH: Depth = 8;

/// The least time between two writes of the state.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);

/// An output of a command, as its options name it.
#[derive(Clone, Debug)]
struct PlannedOutput<'a> {
    option: &'static str,
    destination: &'a Destination,
    /// Whether a resumed command writes only what is new.
    is_view: bool,
}

/// Returns tablebases as the value of an option.
pub(crate) fn tables_option(tables: &Tablebases) -> String {
    let mut digest = DigestWriter::default();
    tables.names().for_each(|name| digest.update(format!("{name}\n").as_bytes()));
    format!("{tables}, {}", &digest.hex()[..8])
}

/// Returns the network of a command as the value of an option; `None` for the built-in one.
pub(crate) fn model_option(model: &Model) -> Option<String> {
    (model.id() != Model::built_in().id()).then(|| format!("{:016x}", model.id()))
}

/// What a command is going to write.
#[derive(Clone, Debug)]
pub(crate) struct Plan<'a> {
    command: &'static str,
    /// What the items are, in the plural.
    unit: &'static str,
    options: Options,
    outputs: Vec<PlannedOutput<'a>>,
}

impl<'a> Plan<'a> {
    /// Returns the plan of a command whose items are called `unit`, with the options on which its output depends.
    pub fn new(command: &'static str, unit: &'static str, options: Vec<(&str, Option<String>)>) -> Plan<'a> {
        let options = options.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Plan { command, unit, options, outputs: Vec::new() }
    }

    /// Adds an output.
    pub fn output(&mut self, option: &'static str, destination: &'a Destination) {
        self.outputs.push(PlannedOutput { option, destination, is_view: false });
    }

    /// Adds an output for reading, of which a resumed command writes only what is new if it goes to standard output.
    pub fn view(&mut self, option: &'static str, destination: &'a Destination) {
        let is_view = *destination == Destination::Standard;
        self.outputs.push(PlannedOutput { option, destination, is_view });
    }

    /// Returns the files that are written, with that of the state.
    pub fn files(&self) -> Vec<PathBuf> {
        let named = self.outputs.iter().filter_map(|output| output.destination.path());
        named.map(Path::to_owned).chain(self.state_path().ok()).collect()
    }

    /// Returns where the state is kept: beside the first output that is a regular file.
    ///
    /// # Errors
    /// [`Error::Usage`] or [`Error::File`] with the reason why the command cannot be resumed.
    fn state_path(&self) -> Result<PathBuf, Error> {
        let mut first = None;
        for PlannedOutput { option, destination, is_view } in &self.outputs {
            match destination.path() {
                None if *is_view => {}
                None => {
                    let message = format!(
                        "cannot resume: what goes to standard output ({option}) cannot be continued; expected a file"
                    );
                    return Err(Error::Usage(message));
                }
                Some(path) => match FileKind::at(path) {
                    Ok(None | Some(FileKind::File)) => _ = first.get_or_insert(path),
                    Ok(Some(FileKind::Null)) => {}
                    Ok(Some(_)) => return Err(Error::file("resume", path, "not a regular file")),
                    Err(error) => return Err(Error::file("resume", path, error)),
                },
            }
        }
        let none = || Error::Usage("cannot resume: no output that can be continued is a file".into());
        first.map(State::path_beside).ok_or_else(none)
    }

    /// Returns the outputs that are continued, by their options.
    fn continued(&self) -> impl Iterator<Item = (&'static str, &'a Path)> {
        let kept = self.outputs.iter().filter_map(|output| Some((output.option, output.destination.path()?)));
        kept.filter(|(_, path)| !matches!(FileKind::at(path), Ok(Some(FileKind::Null))))
    }

    /// Returns the state of a command before its first item.
    ///
    /// # Errors
    /// Those of the bench.
    fn fresh(&self) -> Result<State, Error> {
        let empty = |form: Form| Document::to_standard(&mut std::io::sink(), form).extent();
        // Another engine of this version would give other results.
        let bench = match self.state_path() {
            Ok(_) => Bench { depth: SIGNATURE_DEPTH, hash_mb: 1, ..Bench::default() }.measure()?.nodes,
            Err(_) => 0,
        };
        Ok(State {
            lancet: format!("lancet {} {} (bench {bench})", env!("CARGO_PKG_VERSION"), self.command),
            options: self.options.clone(),
            done: 0,
            input: String::new(),
            outputs: self
                .continued()
                .map(|(option, _)| (option.to_owned(), empty(Form::default())))
                .collect(),
            totals: Value::Null,
        })
    }

    /// Returns from where the command goes on: `None` is its beginning.
    ///
    /// # Errors
    /// An error that says why it cannot go on, if it is to be resumed; [`Error::File`] if another file is where its
    /// state is kept.
    pub fn start(&self, resume: bool) -> Result<Option<State>, Error> {
        let path = match self.state_path() {
            Ok(path) => path,
            Err(error) if resume => return Err(error),
            Err(_) => return Ok(None),
        };
        let state = State::read(&path)?;
        if !resume {
            return Ok(None);
        }
        let refused = |reason: String| Err(Error::file("resume", &self.first_file(), reason));
        let Some(state) = state else {
            let size = |path: &Path| files::open(path, files::UNLIMITED).map_or(0, |input| input.size());
            if self.continued().all(|(_, path)| size(path) == 0) {
                return Ok(None);
            }
            let state = files::display(&path);
            return refused(format!(
                "'{state}' is missing, so it is finished or not of a command that was stopped"
            ));
        };
        match state.mismatch(&self.fresh()?) {
            Some(reason) => refused(reason),
            None => Ok(Some(state)),
        }
    }

    /// Returns the items that are done.
    pub fn done(&self, state: &State) -> Option<Done> {
        let done =
            Done { count: state.done, digest: state.input.clone(), unit: self.unit, path: self.first_file() };
        (done.count > 0).then_some(done)
    }

    fn first_file(&self) -> PathBuf {
        self.continued().next().map_or_else(PathBuf::new, |(_, path)| path.to_owned())
    }

    /// Opens the outputs, each in its form, in the order in which they were added. Nothing is written yet.
    ///
    /// # Errors
    /// [`Error::File`] if an output cannot be opened, or is not what the stopped command has left.
    pub fn open(
        &self,
        state: Option<State>,
        forms: Vec<Form>,
        out: &'a mut dyn Write,
    ) -> Result<Session<'a>, Error> {
        let mut standard = Some(out);
        let mut documents = Vec::new();
        for (output, form) in self.outputs.iter().zip(forms) {
            let extent = state.as_ref().and_then(|state| state.outputs.get(output.option));
            documents.push(match (output.destination, extent) {
                (Destination::Standard, _) => {
                    let twice = || {
                        Error::Usage(format!("{} is not the only output to standard output", output.option))
                    };
                    Document::to_standard(standard.take().ok_or_else(twice)?, form)
                }
                (Destination::File(path), Some(extent)) => Document::reopen(path, form, extent)?,
                (Destination::File(path), None) => Document::create(path, form)?,
            });
        }
        if state.is_some() {
            documents.iter_mut().try_for_each(Document::cut)?;
        }
        let options = self.outputs.iter().map(|output| output.option);
        Ok(Session {
            documents: options.zip(documents).collect(),
            unit: self.unit,
            path: self.state_path().ok(),
            is_resumed: state.is_some(),
            state: state.map_or_else(|| self.fresh(), Ok)?,
            saved: None,
        })
    }

    /// Returns how a command ends that is interrupted before anything is written.
    pub fn interrupted(&self, state: Option<&State>) -> Error {
        stopped(state.map_or(0, |state| state.done), self.unit, state.is_some())
    }
}

/// The outputs of a command that is running.
pub(crate) struct Session<'a> {
    documents: Vec<(&'static str, Document<'a>)>,
    unit: &'static str,
    /// Where the state is kept; `None` if the command cannot be resumed.
    path: Option<PathBuf>,
    is_resumed: bool,
    state: State,
    /// The time of the last write of the state.
    saved: Option<Instant>,
}

impl Session<'_> {
    /// Returns the number of items that are done.
    pub fn done(&self) -> u64 {
        self.state.done
    }

    /// Writes the next item to each output.
    ///
    /// # Errors
    /// Those of the outputs.
    pub fn add(&mut self, items: &[Vec<u8>]) -> Result<(), Error> {
        self.documents.iter_mut().zip(items).try_for_each(|((_, document), item)| document.add(item))
    }

    /// Marks the item as done. `input` is the digest of the items up to it, `totals` what has to be known to go on.
    pub fn advance(&mut self, input: &str, totals: impl FnOnce() -> Value) {
        if self.state.done == 0
            && !self.is_resumed
            && let Some(path) = &self.path
        {
            // It belongs to the outputs that are overwritten now.
            files::remove(path);
        }
        self.state.done += 1;
        input.clone_into(&mut self.state.input);
        for (option, document) in &self.documents {
            if let Some(extent) = self.state.outputs.get_mut(*option) {
                *extent = document.extent();
            }
        }
        self.state.totals = totals();
        if self.saved.is_none_or(|saved| saved.elapsed() >= SAVE_INTERVAL)
            && let Err(error) = self.save()
        {
            warn(format_args!("{error}; the command cannot be resumed"));
            // An older state no longer matches the outputs.
            self.path.take().iter().for_each(|path| files::remove(path));
        }
    }

    /// Writes the state. Returns whether the command can be resumed.
    fn save(&mut self) -> Result<bool, Error> {
        let Some(path) = &self.path else { return Ok(false) };
        self.state.write(path)?;
        self.saved = Some(Instant::now());
        Ok(true)
    }

    /// Finishes the outputs with their feet, and keeps the state unless the command has come to its end. After an interrupt
    /// before the first item, older outputs stay as they are, and so does the state with which they are continued.
    ///
    /// # Errors
    /// That of `result`, or else those of the outputs; [`Error::Interrupted`] after an interrupt.
    pub fn end(&mut self, result: Result<(), Error>, feet: &[String]) -> Result<(), Error> {
        let is_interrupt = matches!(result, Err(Error::Stopped));
        let is_begun = self.is_resumed || self.state.done > 0;
        let keeps_older =
            is_interrupt && !is_begun && self.documents.iter().any(|(_, output)| output.has_older());
        let is_finished = result.is_ok() || is_interrupt || is_begun;
        let finished = if is_finished { self.finish(feet, keeps_older) } else { Ok(()) };
        let is_saved = match (&result, &finished) {
            (Ok(()), Ok(())) => {
                self.path.iter().for_each(|path| files::remove(path));
                false
            }
            // The first error is reported. A state that cannot be written does not count as saved.
            _ => (is_interrupt || is_begun) && !keeps_older && self.save().unwrap_or(false),
        };
        let done = self.state.done;
        match result {
            Err(Error::Stopped) => finished.and(Err(stopped(done, self.unit, is_saved))),
            result => {
                if is_saved {
                    warn(stopped(done, self.unit, true));
                }
                result.and(finished)
            }
        }
    }

    /// Writes the foot of every output, also after one has failed; not to older ones that are to be kept.
    fn finish(&mut self, feet: &[String], keeps_older: bool) -> Result<(), Error> {
        let documents = self.documents.iter_mut().zip(feet);
        let documents = documents.filter(|((_, document), _)| !(keeps_older && document.has_older()));
        let finished: Vec<_> = documents.map(|((_, document), foot)| document.finish(foot)).collect();
        finished.into_iter().collect()
    }
}

/// Says how far a command came, and how it goes on.
fn stopped(done: u64, unit: &str, is_saved: bool) -> Error {
    let hint = if is_saved { "; the same command with --resume goes on from there" } else { "" };
    Error::Interrupted(format!("stopped after {}{hint}", counted(done, unit)))
}
