//! Stream: commands that read items one after another and write each as soon as it is done.
//!
//! An output is a `Document`, which is complete whenever its foot is written: at the end, after an interrupt and after an
//! error. A `Session` keeps beside its first file how far it came (`State`), so that the same command goes on from
//! there; `Remaining` then skips the items that are done.

mod digest;
mod document;
mod session;
mod source;
mod state;

pub(crate) use digest::DigestWriter;
pub use document::Destination;
pub(crate) use document::Form;
pub(crate) use session::{Plan, Session, model_option, tables_option};
pub(crate) use source::{Items, Numbered, Remaining, read_ahead};
pub(crate) use state::State;
