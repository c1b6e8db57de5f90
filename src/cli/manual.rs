//! Manual: manual pages and shell completions, generated from the definition of the command line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use lancet::Error;

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// Folder for a page for each command [default: the main page on standard output]
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// Shell
    shell: Shell,
}

impl ManArgs {
    /// Writes the pages.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        let command = Cli::command();
        match self.dir {
            None => Ok(clap_mangen::Man::new(command).render(out)?),
            Some(dir) => {
                let pages = fs::create_dir_all(&dir).and_then(|()| clap_mangen::generate_to(command, &dir));
                pages.map_err(|error| Error::unwritable(&dir, error))
            }
        }
    }
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
