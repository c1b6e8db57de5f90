//! Words: what the words and lines of a game look like.

use std::borrow::Cow;

use shakmaty::san::SanPlus;

/// Replaces figurines by the letters of the pieces.
pub(super) fn without_figurines(token: &str) -> Cow<'_, str> {
    if token.is_ascii() {
        return token.into();
    }
    let letter = |c: char| match c {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => None,
        c => Some(c),
    };
    token.chars().filter_map(letter).collect::<String>().into()
}

/// Reports whether a number is that of the first move of a game, not of the reply.
pub(super) fn is_first_of_white(number: &str) -> bool {
    matches!(number.strip_prefix('1'), Some("" | "."))
}

/// Reports whether a line is a tag and nothing else.
pub(super) fn is_tag_line(line: &str) -> bool {
    line.starts_with("[Event \"")
        || line.starts_with('[')
            && line.trim_end().ends_with("\"]")
            && line.as_bytes().get(1).is_some_and(u8::is_ascii_uppercase)
}

/// Reports whether what follows `<` is a tag of HTML.
pub(super) fn is_html(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c)) || text.starts_with("?xml")
}

/// Reports whether a word may be meant as a move, in whatever notation.
pub(super) fn is_movelike(word: &str) -> bool {
    let is_short =
        |word: &str| matches!(word.as_bytes(), [b'a'..=b'h', b'a'..=b'h'] | [b'a'..=b'h', b'x', b'a'..=b'h']);
    let is_descriptive = || {
        let bytes = word.as_bytes();
        (3..=9).contains(&bytes.len())
            && matches!(bytes, [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P', ..])
            && bytes[1..].iter().all(|byte| b"KQRBNPx-12345678()+".contains(byte))
            && (word.contains('-') || word.contains('x'))
    };
    has_square(word)
        || is_san(word)
        || is_short(word)
        || word.starts_with("O-O")
        || word.starts_with("0-0")
        || is_descriptive()
}

pub(super) fn ends_token(c: char) -> bool {
    c.is_whitespace() || "{}();!?$*[".contains(c)
}

pub(super) fn is_san(token: &str) -> bool {
    token.parse::<SanPlus>().is_ok()
}

/// Reports whether a token contains a square, as moves do.
pub(super) fn has_square(token: &str) -> bool {
    token.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']))
}

/// Returns the normalized tag at the beginning of a line, and the rest of the line.
pub(super) fn tag(line: &str) -> Option<(String, &str)> {
    let text = line.trim_start().strip_prefix('[')?.trim_start();
    // Only the name is searched for its end, or a line of brackets would take quadratic time.
    let (name, text) = text.split_at(text.find(|c: char| ends_token(c) || "\"]%".contains(c))?);
    let text = text.trim_start().strip_prefix('"').filter(|_| !name.is_empty())?;
    let (value, after) = value(text);
    let mut quoted = String::new();
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some('\\' | '"')) => {
                quoted.push(c);
                quoted.extend(chars.next());
            }
            ('\\' | '"', _) => quoted.extend(['\\', c]),
            _ => quoted.push(c),
        }
    }
    Some((format!("[{name} \"{quoted}\"]"), after))
}

/// Splits a tag value from the rest of the line at its closing quote and bracket, or at the end of a line
/// without them.
pub(super) fn value(text: &str) -> (&str, &str) {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if c == '"'
            && !escaped
            && let Some(after) = text[at + 1..].trim_start().strip_prefix(']')
        {
            return (&text[..at], after.trim_start());
        }
        escaped = c == '\\' && !escaped;
    }
    let whole = text.trim_end();
    let whole = whole.strip_suffix(']').unwrap_or(whole);
    (whole.strip_suffix('"').unwrap_or(whole), "")
}
