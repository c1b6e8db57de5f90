//! Source: a Rust file as tokens, without comments, the insides of literals, and test code.

use std::fs;
use std::path::Path;

/// One word or mark of Rust, and the line it stands on, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// A file of `src/`, as the rules see it.
pub struct Source {
    /// Path below `src/`, such as `search/node.rs`.
    pub path: String,
    pub text: String,
    /// What remains once the items marked `#[cfg(test)]` are gone.
    pub tokens: Vec<Token>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Source {
        Source { path: path.into(), text: text.into(), tokens: without_tests(&tokens(text)) }
    }

    /// Every Rust file below `folder`, in the order of their paths.
    pub fn all_below(folder: &Path) -> Vec<Source> {
        let mut found = Vec::new();
        collect(folder, folder, &mut found);
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    /// The path of the module that this file is: `["search", "node"]`, empty for the roots.
    pub fn module(&self) -> Vec<String> {
        let stem = self.path.trim_end_matches(".rs");
        let stem = stem.strip_suffix("/mod").unwrap_or(stem);
        match stem {
            "lib" | "main" => Vec::new(),
            _ => stem.split('/').map(String::from).collect(),
        }
    }

    /// The tokens from `index` on read as `words`.
    pub fn reads(&self, index: usize, words: &[&str]) -> bool {
        reads(&self.tokens, index, words)
    }
}

fn collect(folder: &Path, root: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, root, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let below = path.strip_prefix(root).expect("a path below the root");
            let below = below.to_str().expect("a name in UTF-8").replace('\\', "/");
            found.push(Source::new(&below, &fs::read_to_string(&path).expect("a source file")));
        }
    }
}

pub fn reads(tokens: &[Token], index: usize, words: &[&str]) -> bool {
    let found = tokens.iter().skip(index).map(|token| token.text.as_str());
    found.take(words.len()).eq(words.iter().copied())
}

/// Splits Rust into words, lifetimes, `::` and single marks. Literals become `""`.
pub fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < chars.len() {
        let (end, kind) = next(&chars, at);
        let text = match kind {
            Kind::Blank => None,
            Kind::Literal => Some("\"\"".to_string()),
            Kind::Code => Some(chars[at..end].iter().collect()),
        };
        found.extend(text.map(|text| Token { text, line }));
        line += chars[at..end].iter().filter(|c| **c == '\n').count();
        at = end;
    }
    found
}

enum Kind {
    Blank,
    Literal,
    Code,
}

/// Where the token that begins at `at` ends, and what it is.
fn next(chars: &[char], at: usize) -> (usize, Kind) {
    let peek = |offset: usize| chars.get(at + offset).copied().unwrap_or('\0');
    let first = chars[at];
    if first.is_whitespace() {
        (at + 1, Kind::Blank)
    } else if first == '/' && peek(1) == '/' {
        (skip_while(chars, at, |c| c != '\n'), Kind::Blank)
    } else if first == '/' && peek(1) == '*' {
        (end_of_block_comment(chars, at), Kind::Blank)
    } else if first == '"' {
        (end_of_string(chars, at), Kind::Literal)
    } else if let Some(end) = end_of_prefixed_literal(chars, at) {
        (end, Kind::Literal)
    } else if first == '\'' {
        quote(chars, at)
    } else if is_word(first) {
        (skip_while(chars, at, is_word), Kind::Code)
    } else if first == ':' && peek(1) == ':' {
        (at + 2, Kind::Code)
    } else {
        (at + 1, Kind::Code)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn skip_while(chars: &[char], at: usize, holds: impl Fn(char) -> bool) -> usize {
    chars[at..].iter().position(|c| !holds(*c)).map_or(chars.len(), |length| at + length)
}

fn end_of_block_comment(chars: &[char], at: usize) -> usize {
    let (mut depth, mut at) = (0, at);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (depth, at) = (depth + 1, at + 2),
            ('*', Some('/')) => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at.min(chars.len())
}

fn end_of_string(chars: &[char], quote: usize) -> usize {
    let mut at = quote + 1;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// `b"..."`, `c"..."`, `b'.'`, `r"..."`, `r#"..."#`, `br#"..."#` and their like.
fn end_of_prefixed_literal(chars: &[char], at: usize) -> Option<usize> {
    let prefix = skip_while(chars, at, |c| matches!(c, 'b' | 'c' | 'r'));
    if prefix == at || prefix - at > 2 {
        return None;
    }
    let raw = chars[prefix - 1] == 'r';
    let body = if raw { skip_while(chars, prefix, |c| c == '#') } else { prefix };
    match chars.get(body) {
        Some('"') if raw => {
            let hashes = body - prefix;
            let closes = |end: usize| {
                chars[end] == '"' && chars[end + 1..].iter().take_while(|c| **c == '#').count() >= hashes
            };
            let end = (body + 1..chars.len()).find(|end| closes(*end));
            Some(end.map_or(chars.len(), |end| end + 1 + hashes))
        }
        Some('"') => Some(end_of_string(chars, body)),
        Some('\'') if chars[prefix - 1] == 'b' => Some(quote(chars, body).0),
        _ => None,
    }
}

/// A character literal or a lifetime.
fn quote(chars: &[char], at: usize) -> (usize, Kind) {
    match (chars.get(at + 1), chars.get(at + 2)) {
        (Some('\\'), _) => {
            let close = (at + 3..chars.len()).find(|end| chars[*end] == '\'');
            (close.map_or(chars.len(), |end| end + 1), Kind::Literal)
        }
        (Some(_), Some('\'')) => (at + 3, Kind::Literal),
        _ => (skip_while(chars, at + 1, is_word).max(at + 1), Kind::Code),
    }
}

/// Leaves out every item marked `#[cfg(test)]` and every function marked `#[test]`.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let marked = reads(tokens, at, &["#", "[", "cfg", "(", "test", ")", "]"])
            || reads(tokens, at, &["#", "[", "test", "]"]);
        if marked {
            at = end_of_item(tokens, at);
        } else {
            kept.push(tokens[at].clone());
            at += 1;
        }
    }
    kept
}

/// Past the item that begins at `at`, with its attributes: past its `;` or its closing brace.
fn end_of_item(tokens: &[Token], mut at: usize) -> usize {
    while reads(tokens, at, &["#"]) {
        at = end_of_group(tokens, at + 1);
    }
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            ";" => return at + 1,
            "{" => return end_of_group(tokens, at),
            "(" | "[" => at = end_of_group(tokens, at),
            _ => at += 1,
        }
    }
    at
}

/// Past the bracket that closes the one at `open`.
pub fn end_of_group(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth <= 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// A function with a body: its name, and its first and last line.
#[derive(Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    pub first: usize,
    pub last: usize,
}

impl Function {
    pub fn lines(&self) -> usize {
        self.last - self.first + 1
    }

    /// Every function of `tokens` that has a body.
    pub fn all_of(tokens: &[Token]) -> Vec<Function> {
        let named = |at: &usize| {
            let name = tokens.get(at + 1).and_then(|token| token.text.chars().next());
            tokens[*at].text == "fn" && name.is_some_and(|c| c.is_alphabetic() || c == '_')
        };
        (0..tokens.len())
            .filter(named)
            .filter_map(|at| {
                let end = end_of_item(tokens, at) - 1;
                let has_body = tokens.get(end)?.text == "}";
                let name = tokens[at + 1].text.clone();
                has_body.then(|| Function { name, first: tokens[at].line, last: tokens[end].line })
            })
            .collect()
    }
}

/// Every path written in `tokens` that begins with one of `roots`, groups spread out:
/// `a::{b, c::d}` gives `a::b` and `a::c::d`. Each comes with the place of its first token.
pub fn paths(tokens: &[Token], roots: &[&str]) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let continues = at > 0 && tokens[at - 1].text == "::";
        if roots.contains(&tokens[at].text.as_str()) && !continues && reads(tokens, at + 1, &["::"]) {
            let mut all = Vec::new();
            spread(tokens, at, &[], &mut all);
            found.extend(all.into_iter().map(|path| (at, path)));
        }
    }
    found
}

/// Reads one path with its groups; gives the place after it.
fn spread(tokens: &[Token], mut at: usize, prefix: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = prefix.to_vec();
    loop {
        match tokens.get(at).map(|token| token.text.as_str()) {
            Some("{") => {
                at += 1;
                while at < tokens.len() && tokens[at].text != "}" {
                    at = spread(tokens, at, &path, found);
                    while at < tokens.len() && !matches!(tokens[at].text.as_str(), "," | "}") {
                        at += 1; // `as name`
                    }
                    at += usize::from(reads(tokens, at, &[","]));
                }
                return at + 1;
            }
            Some(word) if word == "*" || word.chars().all(is_word) => path.push(word.into()),
            _ => {}
        }
        at += 1;
        if !reads(tokens, at, &["::"]) {
            found.push(path);
            return at;
        }
        at += 1;
    }
}
