//! No line editor: the console of Windows edits lines itself, and has a history.

use std::convert::Infallible;
use std::io::{self, Write};

use super::typed_line::TypedLine;

/// An editor, of which there is none.
#[derive(Debug)]
pub struct LineEditor(Infallible);

/// The screen of an editor, of which there is none.
#[derive(Clone, Debug)]
pub struct EditedScreen(Infallible);

impl LineEditor {
    /// Returns no editor.
    #[must_use]
    pub fn open() -> Option<LineEditor> {
        None
    }

    #[expect(missing_docs, reason = "as on Unix")]
    #[must_use]
    pub fn screen(&self) -> EditedScreen {
        match self.0 {}
    }

    #[expect(missing_docs, reason = "as on Unix")]
    pub fn read(&mut self) -> TypedLine {
        match self.0 {}
    }

    #[expect(missing_docs, reason = "as on Unix")]
    pub fn remember(&mut self, _: &str) {
        match self.0 {}
    }
}

#[expect(missing_docs, reason = "as on Unix")]
impl EditedScreen {
    pub fn set_prompt(&self, _: &str, _: Vec<String>) {
        match self.0 {}
    }

    #[must_use]
    pub fn typed(&self) -> String {
        match self.0 {}
    }

    pub fn close(&self) {
        match self.0 {}
    }

    #[must_use]
    pub fn is_closed(&self) -> bool {
        match self.0 {}
    }
}

impl Write for EditedScreen {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0 {}
    }
}
