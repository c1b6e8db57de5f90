//! Rules: what the house allows. Each rule gives one sentence for every place that breaks it.

use super::source::{Function, Source, Token, paths};

/// Lines of a file, of a function, and of the spine of the search.
const MAX_FILE: usize = 500;
const MAX_FUNCTION: usize = 90;
const MAX_SPINE: usize = 120;

/// Each floor and those it may build on. Names that are no floor are what the facade exports.
#[rustfmt::skip]
pub const FLOORS: &[(&str, &[&str])] = &[
    ("types", &[]),
    ("cpu", &[]),
    ("rng", &[]),
    ("memory", &[]),
    ("position", &["types"]),
    ("eval", &["types", "position", "cpu"]),
    ("tt", &["types", "memory"]),
    ("time", &["types"]),
    ("search", &["types", "position", "syzygy", "eval", "tt", "time", "memory"]),
    ("book", &["types", "position"]),
    ("pgn", &["types", "position"]),
    ("syzygy", &["types", "position"]),
    ("epd", &["types", "position"]),
    ("error", &["types"]),
    ("openings", &["types", "position", "rng"]),
    ("workers", &["search", "error"]),
    ("engine", &["types", "position", "syzygy", "eval", "tt", "time", "search"]),
    ("console", &["error"]),
    ("commands", &["console", "types", "position", "eval", "tt", "time", "search", "engine", "book", "pgn", "syzygy", "epd",
        "cpu", "error", "rng", "openings", "workers"]),
    ("uci", &["types", "position", "eval", "tt", "time", "search", "engine", "book", "pgn", "syzygy", "epd",
        "cpu", "error", "commands"]),
    ("cli", &["console", "types", "position", "eval", "tt", "time", "search", "engine", "book", "pgn", "syzygy", "epd",
        "cpu", "error", "commands", "uci"]),
];

/// Places that may print.
const PRINTERS: &[&str] = &["uci/", "commands/", "console/", "cli/", "main.rs"];

/// Places that may be unsafe.
const UNSAFE: &[&str] = &["memory.rs", "eval/nnue/kernel/", "eval/nnue/kernel.rs"];

/// Calls that end the program, each with a file in which it may stand and why. None is needed.
const MAY_PANIC: &[(&str, &str, &str)] = &[];

/// Every broken rule of a file.
pub fn broken(source: &Source) -> Vec<String> {
    let rules = [imports, rules_of_chess, unsafety, printing, panicking, lengths, opening];
    rules.iter().flat_map(|rule| rule(source)).collect()
}

fn at(source: &Source, token: &Token, what: &str) -> String {
    format!("src/{}:{}: {what}", source.path, token.line)
}

fn stands_in(source: &Source, places: &[&str]) -> bool {
    places.iter().any(|place| source.path.starts_with(place))
}

/// A floor imports only from those below it.
pub fn imports(source: &Source) -> Vec<String> {
    let module = source.module();
    let Some(own) = module.first() else { return Vec::new() };
    let Some((_, below)) = FLOORS.iter().find(|(name, _)| name == own) else {
        return vec![format!("src/{}: the floor `{own}` is not in the plan of the house", source.path)];
    };
    let mut found = Vec::new();
    for (place, path) in paths(&source.tokens, &["crate", "super", "lancet"]) {
        let Some(target) = floor_of(&module, inline_depth(&source.tokens, place), &path) else { continue };
        if target != *own && !below.contains(&target.as_str()) {
            let written = path.join("::");
            found.push(at(source, &source.tokens[place], &format!("`{own}` may not import `{written}`")));
        }
    }
    found
}

/// How many modules written inside the file enclose the token at `place`.
fn inline_depth(tokens: &[Token], place: usize) -> usize {
    let mut open = Vec::new();
    for at in 0..place {
        match tokens[at].text.as_str() {
            "{" => open.push(at >= 2 && tokens[at - 2].text == "mod"),
            "}" => {
                open.pop();
            }
            _ => {}
        }
    }
    open.into_iter().filter(|is_module| *is_module).count()
}

/// The floor that a path from `module` leads to; `None` where it stays inside the module itself.
fn floor_of(module: &[String], inline: usize, path: &[String]) -> Option<String> {
    let ups = path.iter().take_while(|word| *word == "super").count();
    let rest = if ups > 0 { &path[ups..] } else { &path[1..] };
    let above = ups.saturating_sub(inline);
    let stays = ups > 0 && above < module.len();
    if stays {
        return module.first().cloned();
    }
    let name = rest.first()?;
    let is_floor = FLOORS.iter().any(|(floor, _)| floor == name);
    Some(if is_floor { name.clone() } else { "engine".into() })
}

/// shakmaty's `Chess` and `Position` stay in the rooms that know the rules, and in that of the tables,
/// whose crate asks for them.
pub fn rules_of_chess(source: &Source) -> Vec<String> {
    if stands_in(source, &["position/", "syzygy/"]) {
        return Vec::new();
    }
    paths(&source.tokens, &["shakmaty"])
        .into_iter()
        .filter(|(_, path)| matches!(path[1].as_str(), "Chess" | "Position" | "*"))
        .map(|(place, path)| {
            let what = format!("`{}` belongs to position/ and syzygy/ alone", path.join("::"));
            at(source, &source.tokens[place], &what)
        })
        .collect()
}

/// `unsafe` has its places and its reasons; there is no `static mut` anywhere.
pub fn unsafety(source: &Source) -> Vec<String> {
    let lines: Vec<&str> = source.text.lines().collect();
    let mut found = Vec::new();
    for (place, token) in source.tokens.iter().enumerate() {
        if source.reads(place, &["static", "mut"]) {
            found.push(at(source, token, "`static mut`"));
        }
        if token.text != "unsafe" {
            continue;
        }
        if !stands_in(source, UNSAFE) {
            found.push(at(source, token, "`unsafe` outside memory.rs and eval/nnue/kernel/"));
        }
        if !is_explained(&lines, token.line - 1) {
            found.push(at(source, token, "`unsafe` without a SAFETY comment"));
        }
    }
    found
}

/// A comment that speaks of safety stands above line `index`; attributes, and the beginning of the
/// same statement, may stand between.
fn is_explained(lines: &[&str], index: usize) -> bool {
    let mut in_comment = false;
    for line in lines[..index].iter().rev().map(|line| line.trim()) {
        let is_comment = line.starts_with("//");
        if is_comment && (line.contains("SAFETY:") || line.contains("# Safety")) {
            return true;
        }
        let ends_statement = line.is_empty() || line.ends_with([';', '{', '}']);
        if !is_comment && (in_comment || ends_statement) {
            return false;
        }
        in_comment = is_comment;
    }
    false
}

/// Only the outer rooms print.
pub fn printing(source: &Source) -> Vec<String> {
    if stands_in(source, PRINTERS) {
        return Vec::new();
    }
    let print = |place: usize| {
        ["println", "eprintln", "print", "eprint", "dbg"].iter().any(|name| source.reads(place, &[name, "!"]))
    };
    places(source, print, "prints; only uci/, commands/, cli/ and main.rs may")
}

/// Nothing outside the tests ends the program.
pub fn panicking(source: &Source) -> Vec<String> {
    let ends = |place: usize| {
        let call = ["unwrap", "expect", "unwrap_err", "expect_err"];
        let macros = ["panic", "todo", "unimplemented"];
        let allowed = MAY_PANIC.iter().any(|(file, what, _)| {
            source.path == *file && source.tokens.get(place + 1).is_some_and(|token| token.text == *what)
        });
        !allowed
            && (call.iter().any(|name| source.reads(place, &[".", name, "("]))
                || macros.iter().any(|name| source.reads(place, &[name, "!"])))
    };
    places(source, ends, "may end the program: unwrap, expect, panic and their like are for tests")
}

fn places(source: &Source, holds: impl Fn(usize) -> bool, what: &str) -> Vec<String> {
    let all = 0..source.tokens.len();
    all.filter(|place| holds(*place)).map(|place| at(source, &source.tokens[place], what)).collect()
}

/// A function fits on a screen, a file in a head.
pub fn lengths(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let lines = source.text.lines().count();
    if lines > MAX_FILE {
        found.push(format!("src/{}: {lines} lines, at most {MAX_FILE}", source.path));
    }
    for function in Function::all_of(&source.tokens) {
        let is_spine = source.path == "search/node.rs" && function.name == "node";
        let most = if is_spine { MAX_SPINE } else { MAX_FUNCTION };
        if function.lines() > most {
            let (path, name, lines) = (&source.path, &function.name, function.lines());
            found.push(format!("src/{path}:{}: `{name}` has {lines} lines, at most {most}", function.first));
        }
    }
    found
}

/// The first line says what the file is.
pub fn opening(source: &Source) -> Vec<String> {
    let first = source.text.lines().next().unwrap_or_default();
    let says = first.strip_prefix("//! ").is_some_and(|sentence| sentence.len() > 8);
    if says { Vec::new() } else { vec![format!("src/{}: the first line is no `//! ` sentence", source.path)] }
}
