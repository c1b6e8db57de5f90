//! Manual: manual pages and shell completions, generated from the definition of the command line.

use std::io::Write;
use std::path::Path;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use lancet::Error;
use lancet::console::write_atomic;
use lancet::files::{OutputFolder, create_folder};

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// Folder for a page for each command [default: the main page on standard output]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<OutputFolder>,
}

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

impl ManArgs {
    /// Writes the pages.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        // The pages are the same for all builds.
        let command = Cli::command().long_version(None);
        match self.dir {
            None => Ok(clap_mangen::Man::new(command).render(out)?),
            Some(dir) => {
                create_folder(&dir).map_err(|error| Error::unwritable(&dir, error))?;
                write_pages(command, &dir)
            }
        }
    }
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(mut program: clap::Command, dir: &Path) -> Result<(), Error> {
    program.build();
    let mut commands = vec![program];
    while let Some(command) = commands.pop() {
        commands.extend(command.get_subcommands().filter(|command| !command.is_hide_set()).cloned());
        let page = clap_mangen::Man::new(command);
        write_atomic(&dir.join(page.get_filename()), |file| page.render(file))?;
    }
    Ok(())
}

impl CompletionsArgs {
    /// Writes the script.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        // clap_complete panics on a writer that fails.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "lancet", &mut script);
        Ok(out.write_all(&script)?)
    }
}
