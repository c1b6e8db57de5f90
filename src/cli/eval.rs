//! Eval: the command line of `eval`.

use std::io::Write;

use clap::Args;

use super::args::{NetworkArgs, PositionArgs};
use lancet::Error;
use lancet::eval::trace;

#[derive(Args, Debug)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    network: NetworkArgs,
}

impl EvalArgs {
    /// Writes the evaluation with the value of each piece.
    pub fn run(self, out: &mut dyn Write) -> Result<(), Error> {
        let game = self.position.game()?;
        let model = self.network.model()?;
        Ok(write!(out, "{}", trace(&model, game.position()))?)
    }
}
