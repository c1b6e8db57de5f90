//! Syzygy: the command line of `tablebase`, and the option `--syzygy` of other commands.

use std::io::Write;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::args::position;
use lancet::Error;
use lancet::commands::syzygy::{check, open, show};
use lancet::files::InputFolders;
use lancet::search::SyzygyOptions;

/// Endgame tablebases of a search
#[derive(Args, Debug)]
pub(super) struct SyzygyArgs {
    /// Folders with Syzygy tablebases, separated by a colon (a semicolon on Windows)
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<InputFolders>,
}

impl SyzygyArgs {
    /// Returns the settings of tablebase probes, with no tablebases without the option.
    pub fn options(&self) -> Result<SyzygyOptions, Error> {
        let tables = self.syzygy.as_deref().map(open).transpose()?.map(Arc::new);
        Ok(SyzygyOptions { tables, ..SyzygyOptions::default() })
    }
}

/// The subcommands of `tablebase`.
#[derive(Subcommand, Debug)]
pub(super) enum TablebaseCommand {
    /// Show the tablebase result of a position and its moves
    Show {
        /// Folders with Syzygy tablebases, separated by a colon (a semicolon on Windows)
        folders: InputFolders,
        /// Position
        #[arg(long)]
        fen: String,
    },
    /// Compare every file with its checksum
    Check {
        /// Folders with Syzygy tablebases, separated by a colon (a semicolon on Windows)
        folders: InputFolders,
    },
}

impl TablebaseCommand {
    /// Runs the subcommand.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        match self {
            TablebaseCommand::Show { folders, fen } => show(&folders, &position(Some(&fen))?, out),
            TablebaseCommand::Check { folders } => check(&folders, out),
        }
    }
}
