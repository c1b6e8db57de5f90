//! Open tag: a tag over several lines.

/// The maximum number of lines of a tag.
const MAX_LINES: usize = 20;

/// The maximum length of each line of a tag in bytes.
const MAX_LENGTH: usize = 1 << 11;

/// The lines of a tag whose end is not read yet; empty if there is none.
#[derive(Default)]
pub(super) struct OpenTag(Vec<String>);

impl OpenTag {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Begins a tag with its first line, if that has no end. Returns whether it did.
    pub fn begin(&mut self, line: &str) -> bool {
        let begins = line.len() <= MAX_LENGTH && is_open(line);
        if begins {
            self.0.push(line.to_owned());
        }
        begins
    }

    /// Reports whether the tag cannot go on with `line`.
    pub fn is_broken_by(&self, line: &str) -> bool {
        line.trim().is_empty()
            || line.starts_with('[')
            || line.len() > MAX_LENGTH
            || self.0.len() == MAX_LINES
    }

    /// Adds a line and returns the text of all lines if the tag is complete.
    pub fn add(&mut self, line: &str) -> Option<String> {
        self.0.push(line.to_owned());
        let whole = self.0.join(" ");
        let ends = |text: &str| {
            text.trim_end().strip_suffix(']').is_some_and(|value| value.trim_end().ends_with('"'))
        };
        (whole.contains("\"]") || ends(&whole)).then_some(whole)
    }

    /// Returns the lines.
    pub fn into_lines(self) -> Vec<String> {
        self.0
    }
}

/// Reports whether a text is a tag that may be continued on the next line.
fn is_open(text: &str) -> bool {
    let Some(text) = text.strip_prefix('[').map(str::trim_start) else { return false };
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    match text[end..].trim() {
        "" => true,
        value => end > 0 && value.starts_with('"') && !value.contains("\"]") && !value.ends_with(']'),
    }
}
