//! Typed line: what a person has typed at a terminal.

/// What a person has typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TypedLine {
    /// A line; text that was pasted may have line ends.
    Line(String),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-D on an empty line, or the end of the input.
    End,
}
