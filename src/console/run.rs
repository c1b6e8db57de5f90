//! Run: from the arguments of a program to its exit code.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command, Id, Parser};

use super::files::{check_output, keep_apart};
use super::interrupt;
use super::signals::let_large_writes_fail;
use super::usage::usage_error;
use crate::error::Error;
use crate::files::{
    self, FileKind, InputFile, InputFolder, InputFolders, InputStream, OutputFile, OutputFolder,
    OutputStream, PathSet, check_output_folder, is_standard_output,
};

/// How a program exits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The command could not be carried out: a message on stderr and exit code 2.
    Error,
    /// The command reported that a check failed: exit code 1.
    CheckFailed,
    /// The result is not as required: a message on stderr and exit code 1.
    WrongResult,
    /// The reader of the output has closed it: exit code 0.
    OutputClosed,
    /// The command was interrupted: a message on stderr and exit code 130.
    Interrupted,
}

/// An error that ends a command.
pub trait CommandError: std::error::Error {
    /// Returns how the program exits.
    fn exit(&self) -> Exit;
}

impl CommandError for Error {
    fn exit(&self) -> Exit {
        match self {
            Error::Failed => Exit::CheckFailed,
            Error::Interrupted(_) => Exit::Interrupted,
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::OutputClosed,
            _ => Exit::Error,
        }
    }
}

/// Parses the arguments, the first of which is the program, and runs the command, unless it would overwrite
/// what it reads. Prints help, the version and errors.
pub fn run<C: Parser, E: CommandError>(
    arguments: impl IntoIterator<Item = OsString>,
    execute: impl FnOnce(C) -> Result<(), E>,
) -> ExitCode {
    let_large_writes_fail();
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let stderr = &mut files::stderr();
    let matches = command::<C>().try_get_matches_from(&arguments);
    let paths = matches.as_ref().map(declared_paths).unwrap_or_default();
    match matches.and_then(|mut matches| C::from_arg_matches_mut(&mut matches)) {
        Ok(cli) => match check_paths(&paths) {
            Ok(()) => conclude_command(execute(cli), &paths, stderr),
            conflict => conclude(conflict, stderr),
        },
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => conclude(display(&error), stderr),
            _ => conclude(Err(usage_error(&error, &command::<C>(), &arguments)), stderr),
        },
    }
}

/// Returns the definition of a program in which `-5` is the value of an option or argument, not another option: the
/// parser of the value then says what it expects.
#[must_use]
pub fn command<C: Parser>() -> Command {
    fn with_negative_numbers(command: Command) -> Command {
        command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
    }
    with_negative_numbers(C::command())
}

/// Concludes a command that writes to `paths` and to the standard output.
fn conclude_command<E: CommandError>(
    result: Result<(), E>,
    paths: &PathSet,
    stderr: &mut dyn Write,
) -> ExitCode {
    match &result {
        // What is left in the buffer would be lost without a message.
        Ok(()) => conclude(files::stdout().flush().map_err(Error::Output), stderr),
        // Ctrl-C in a pipeline ends the reader of the output too.
        Err(error) if error.exit() == Exit::OutputClosed && interrupt::is_set() => {
            conclude(Err(Error::Interrupted("interrupted".into())), stderr)
        }
        Err(error) if error.exit() == Exit::OutputClosed => {
            conclude(first_file(paths).map_or(Ok(()), |file| Err(Error::Incomplete(file))), stderr)
        }
        Err(_) => conclude(result, stderr),
    }
}

/// Returns the first output that stays behind: no pipe and not the null device.
fn first_file(paths: &PathSet) -> Option<PathBuf> {
    let is_stream = |path: &PathBuf| matches!(FileKind::at(path), Ok(Some(FileKind::Pipe | FileKind::Null)));
    paths.outputs.iter().chain(&paths.output_folders).find(|path| !is_stream(path)).cloned()
}

/// Returns the paths that the arguments of a command declare by their types.
fn declared_paths(matches: &ArgMatches) -> PathSet {
    let mut paths = matches.subcommand().map(|(_, matches)| declared_paths(matches)).unwrap_or_default();
    for id in matches.ids() {
        paths.inputs.extend(values::<InputFile>(matches, id));
        paths.inputs.extend(values::<InputStream>(matches, id));
        paths.folders.extend(values::<InputFolder>(matches, id));
        paths.outputs.extend(values::<OutputFile>(matches, id));
        paths.output_folders.extend(values::<OutputFolder>(matches, id));
        let streams = values::<OutputStream>(matches, id).into_iter();
        paths.outputs.extend(streams.filter(|path| !is_standard_output(path)));
        if let Ok(Some(lists)) = matches.try_get_many::<InputFolders>(id.as_str()) {
            paths.folders.extend(lists.flat_map(InputFolders::folders));
        }
    }
    paths
}

/// Checks that outputs can be written, and overwrite nothing that is read or written.
fn check_paths(paths: &PathSet) -> Result<(), Error> {
    for path in &paths.outputs {
        check_output(path)?;
    }
    for path in &paths.output_folders {
        check_output_folder(path).map_err(|error| Error::unwritable(path, error))?;
    }
    keep_apart(paths)
}

/// Returns the values of an argument if they are paths of type `P`.
fn values<P: Clone + Into<PathBuf> + Send + Sync + 'static>(matches: &ArgMatches, id: &Id) -> Vec<PathBuf> {
    match matches.try_get_many::<P>(id.as_str()) {
        Ok(Some(values)) => values.cloned().map(P::into).collect(),
        _ => Vec::new(),
    }
}

fn display(help: &clap::Error) -> Result<(), Error> {
    let rendered = help.render();
    let plain = !io::stdout().is_terminal();
    let text = if plain { rendered.to_string() } else { rendered.ansi().to_string() };
    let mut out = files::stdout();
    Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?)
}

/// Reports the error of a command as `error: ...` and returns the exit code.
#[must_use]
pub fn conclude<E: CommandError>(result: Result<(), E>, stderr: &mut dyn Write) -> ExitCode {
    let Err(error) = result else { return ExitCode::SUCCESS };
    match error.exit() {
        Exit::OutputClosed => ExitCode::SUCCESS,
        Exit::CheckFailed => ExitCode::FAILURE,
        Exit::Interrupted => {
            let _ = writeln!(stderr, "{error}");
            ExitCode::from(interrupt::EXIT_CODE)
        }
        exit @ (Exit::WrongResult | Exit::Error) => {
            // Nothing is left to do if stderr is closed.
            let _ = writeln!(stderr, "error: {error}");
            if exit == Exit::WrongResult { ExitCode::FAILURE } else { ExitCode::from(2) }
        }
    }
}

/// Writes `warning: ...` to stderr.
pub fn warn(message: impl fmt::Display) {
    // A warning that cannot be written changes nothing.
    let _ = writeln!(files::stderr(), "warning: {message}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_and_messages_of_errors() {
        let failed = |kind: io::ErrorKind| Error::Output(kind.into());
        for (result, code, message) in [
            (Ok(()), 0, ""),
            (Err(Error::Usage("no".into())), 2, "error: no\n"),
            (Err(Error::Failed), 1, ""),
            (Err(Error::Interrupted("stopped".into())), 130, "stopped\n"),
            (Err(failed(io::ErrorKind::BrokenPipe)), 0, ""),
            (
                Err(failed(io::ErrorKind::StorageFull)),
                2,
                "error: cannot write the output: no storage space\n",
            ),
        ] {
            let mut stderr = Vec::new();
            assert_eq!(conclude(result, &mut stderr), ExitCode::from(code), "{message}");
            assert_eq!(String::from_utf8_lossy(&stderr), message);
        }
    }
}
