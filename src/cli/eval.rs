//! Eval: the command line of `eval`.

use std::io::Write;

use clap::Args;

use super::args::{PositionArgs, load_model};
use lancet::Error;
use lancet::eval::trace;
use lancet::files::InputFile;

#[derive(Args, Debug)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Network to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    eval_file: Option<InputFile>,
}

impl EvalArgs {
    /// Writes the evaluation with the value of each piece.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        let game = self.position.game()?;
        let model = load_model(self.eval_file.as_deref())?;
        Ok(write!(out, "{}", trace(&model, game.position()))?)
    }
}
