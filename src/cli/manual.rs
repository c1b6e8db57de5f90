//! Manual: the man pages and what shells complete, made from the definition of the command line.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::Cli;
use lancet::Error;

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// A folder for a page for each command; without it the first page goes to the standard output
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell
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
                pages
                    .map_err(|error| Error::Sentence(format!("{} cannot be written: {error}", dir.display())))
            }
        }
    }
}

impl CompletionsArgs {
    /// Writes what the shell is to read.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        // What is made up here first can fail to be written without a panic.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "lancet", &mut script);
        Ok(out.write_all(&script)?)
    }
}
