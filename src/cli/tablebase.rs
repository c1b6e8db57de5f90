//! Tablebase: the command line of endgame tables.

use std::ffi::OsString;
use std::io::Write;
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::position;
use lancet::Error;
use lancet::commands::tablebase::{check, open, show};
use lancet::search::SyzygyOptions;

/// Endgame tables for a search
#[derive(Args, Debug)]
pub(super) struct Tables {
    /// Folders with Syzygy endgame tables, between them a colon, or a semicolon on Windows
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<OsString>,
}

impl Tables {
    /// The tables, if there are to be any.
    pub fn syzygy(&self) -> Result<SyzygyOptions, Error> {
        let tables = self.syzygy.as_deref().map(open).transpose()?.map(Arc::new);
        Ok(SyzygyOptions { tables, ..SyzygyOptions::default() })
    }
}

/// What to do with endgame tables.
#[derive(Subcommand, Debug)]
pub(super) enum TablebaseCommand {
    /// Show what the tables know of a position and its moves
    Show {
        /// Folders with tables, between them a colon, or a semicolon on Windows
        folders: OsString,
        /// The position
        #[arg(long)]
        fen: String,
    },
    /// Read every file and compare it with its checksum
    Check {
        /// Folders with tables, between them a colon, or a semicolon on Windows
        folders: OsString,
    },
}

impl TablebaseCommand {
    /// Does it.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        match self {
            TablebaseCommand::Show { folders, fen } => show(&folders, &position(Some(&fen))?, out),
            TablebaseCommand::Check { folders } => check(&folders, out),
        }
    }
}
