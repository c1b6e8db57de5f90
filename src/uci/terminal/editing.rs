//! Editing: the lines of a terminal where a person edits them.

use std::time::Instant;

use crate::console::{LineEditor, TypedLine};
use crate::uci::shared_session::Reader;
use crate::uci::stdin::clean;

/// Reads lines until the end of the input or of the session, or until the terminal is closed. Returns whether more lines
/// are wanted, as after `uci`.
pub(in crate::uci) fn read_lines(mut editor: LineEditor, reader: &Reader) -> bool {
    let screen = editor.screen();
    while !screen.is_closed() {
        let wants_more = match editor.read() {
            TypedLine::Line(text) => {
                // What is pasted may be several lines.
                text.split('\n').all(|line| {
                    let line = clean(line.as_bytes());
                    editor.remember(&line);
                    reader.handle_line(Ok(&line), Instant::now())
                })
            }
            TypedLine::Interrupt => reader.interrupt(),
            TypedLine::End => false,
        };
        if !wants_more {
            return false;
        }
    }
    true
}
