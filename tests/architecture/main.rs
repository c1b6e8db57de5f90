//! The plan of the house, held: who imports whom, what is unsafe, who prints, how long things are.

mod rules;
mod source;

use std::collections::BTreeSet;
use std::path::Path;

use rules::{FLOORS, broken};
use source::{Function, Source, tokens};

#[test]
fn the_house_is_as_planned() {
    let sources = Source::all_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(sources.len() > 20, "only {} files found", sources.len());
    let found: Vec<String> = sources.iter().flat_map(broken).collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The words of a text that are marked as code.
fn marked(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_readme_tells_of_every_floor() {
    let readme = include_str!("../../README.md");
    let (_, house) = readme.split_once("## The house").expect("the table of the house");
    let mut told = BTreeSet::new();
    for row in house.lines().filter(|row| row.starts_with("| `src/")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [places, _, may_use] = cells[..] else { panic!("not three cells: {row}") };
        let is_list = may_use.split(", ").all(|word| word.starts_with('`') && word.ends_with('`'));
        for place in marked(places) {
            let name = place.trim_start_matches("src/").trim_end_matches(".rs");
            told.insert(name);
            let Some((_, below)) = FLOORS.iter().find(|(floor, _)| *floor == name) else {
                assert_eq!(name, "main", "{place} is in the table and not in the plan");
                continue;
            };
            if is_list || may_use == "nothing of ours" {
                assert_eq!(marked(may_use), below.iter().copied().collect(), "{place} may use others");
            }
        }
    }
    let missing: Vec<_> = FLOORS.iter().filter(|(floor, _)| !told.contains(floor)).collect();
    assert!(missing.is_empty(), "not in the table: {missing:?}");
}

#[test]
fn the_search_has_a_spine() {
    let sources = Source::all_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/search"));
    let node = sources.iter().find(|source| source.path == "node.rs").expect("src/search/node.rs");
    let functions = Function::all_of(&node.tokens);
    let spine = functions.iter().find(|function| function.name == "node").expect("the function `node`");
    assert!(spine.lines() <= 120, "the spine has {} lines", spine.lines());
}

// What follows shows that the rules can be broken: each is fed a house that does.

fn check(path: &str, code: &str) -> Vec<String> {
    broken(&Source::new(path, &format!("//! A file for a test.\n{code}")))
}

#[track_caller]
fn refused(path: &str, code: &str, why: &str) {
    let found = check(path, code);
    assert!(found.iter().any(|sentence| sentence.contains(why)), "{path}: {code}\n{found:?}");
}

#[track_caller]
fn fine(path: &str, code: &str) {
    assert_eq!(check(path, code), Vec::<String>::new(), "{path}: {code}");
}

fn words(code: &str) -> Vec<String> {
    tokens(code).into_iter().map(|token| token.text).collect()
}

#[test]
fn imports_go_down() {
    fine("search/node.rs", "use crate::position::Position;\nuse super::frame::Frame;");
    fine("search/driver/pvs.rs", "use super::super::node; use crate::{tt::Tt, types::{Score, Window}};");
    fine("uci/session.rs", "use crate::{Engine, Report};\nuse crate::commands::bench;");
    fine("types/score.rs", "use super::MAX_PLY;\npub(crate) fn f() {}\npub(super) fn g() {}");
    fine("main.rs", "fn main() { lancet::cli::run() }");
    refused("types/score.rs", "use crate::position::Position;", "`types` may not import `crate::position");
    refused("position/mod.rs", "use crate::{types::Score, search::{Limits, Info}};", "crate::search::Info");
    refused("tt/mod.rs", "use super::position::Position;", "`super::position::Position`");
    refused("tt/entry.rs", "fn f() -> super::super::eval::Net { todo() }", "super::super::eval::Net");
    refused("tt/entry.rs", "mod a { use super::super::super::eval::Net; }", "eval::Net");
    refused("search/mod.rs", "use crate::uci as x;", "`search` may not import `crate::uci`");
    refused("search/mod.rs", "use crate::Engine;", "`crate::Engine`");
    refused("engine.rs", "use super::uci;", "`engine` may not import");
    refused("commands/bench.rs", "use crate::cli::Args;", "`commands` may not import");
    refused("attic.rs", "", "not in the plan");
    refused("attic/mod.rs", "", "not in the plan");
}

#[test]
fn a_module_inside_a_file_is_one_floor_further_down() {
    fine("tt/entry.rs", "mod a { use super::super::Tt; }");
    fine("tt/entry.rs", "mod a { mod b { use super::super::super::Tt; } }");
    refused("tt/mod.rs", "mod a { } use super::eval::Net;", "super::eval::Net");
}

#[test]
fn the_rules_of_chess_stay_in_their_rooms() {
    fine("position/mod.rs", "use shakmaty::{Chess, Position as _};");
    fine("eval/mod.rs", "use shakmaty::{Color, Role, attacks};\n/// Takes a `shakmaty::Chess`.\nfn f() {}");
    fine("eval/mod.rs", "use crate::position::Position;");
    fine("syzygy/mod.rs", "use shakmaty::Chess;");
    refused("eval/mod.rs", "use shakmaty::{Color, Position as _};", "shakmaty::Position");
    refused("engine.rs", "fn f(chess: &shakmaty::Chess) {}", "shakmaty::Chess");
    refused("search/mod.rs", "use shakmaty::*;", "shakmaty::*");
}

#[test]
fn unsafe_has_its_places_and_reasons() {
    fine("memory.rs", "fn f() {\n// SAFETY: it holds,\n// as one sees.\nunsafe { g() }\n}");
    fine("memory.rs", "// SAFETY: two words.\n#[inline]\nunsafe impl Send for A {}");
    fine("memory.rs", "/// # Safety\n/// It must hold.\npub unsafe fn f() {}");
    fine("memory.rs", "fn f() {\n// SAFETY: it holds.\nlet x =\nunsafe { g() };\n}");
    fine("eval/nnue/kernel/avx2.rs", "fn f() {\n// SAFETY: it holds.\nunsafe { g() }\n}");
    fine("eval/mod.rs", "fn f() { let s = \"unsafe\"; } // unsafe");
    refused("eval/mod.rs", "// SAFETY: it holds.\nunsafe fn f() {}", "outside memory.rs");
    refused("memory.rs", "fn f() {\nunsafe { g() }\n}", "without a SAFETY");
    refused("memory.rs", "// SAFETY: it holds.\nfn f() {\nunsafe { g() }\n}", "without a SAFETY");
    refused("memory.rs", "// SAFETY: one.\nunsafe impl Send for A {}\nunsafe impl Sync for A {}", "without");
    refused("memory.rs", "static mut COUNT: u64 = 0;", "static mut");
    fine("memory.rs", "fn f(a: &'static mut u8) {}");
}

#[test]
fn only_the_outer_rooms_print() {
    fine("uci/session.rs", "fn f() { println!(\"x\"); }");
    fine("cli/mod.rs", "fn f() { eprintln!(\"x\"); }");
    fine("search/mod.rs", "#[cfg(test)]\nmod tests { fn f() { println!(\"{}\", '}'); } }\nfn g() {}");
    refused("search/mod.rs", "fn f() { eprint!(\"x\"); }", "prints");
    refused(
        "engine.rs",
        "#[cfg(test)]\nmod tests { fn f() { \"}\"; '{'; } }\nfn g() { println!() }",
        "prints",
    );
}

#[test]
fn nothing_ends_the_program() {
    fine("tt/mod.rs", "#[cfg(test)]\n#[rustfmt::skip]\nmod tests { fn f() { x.unwrap(); } }");
    fine("tt/mod.rs", "#[cfg(test)]\nuse a::b;\nfn f() { x.unwrap_or(1); assert!(true); }");
    fine("tt/mod.rs", "#[test]\nfn f() { x.unwrap(); }");
    fine("tt/mod.rs", "fn f() { r#\"\".unwrap() panic!\"#; /* x.unwrap() /* */ todo!() */ }");
    refused("tt/mod.rs", "fn f() { x\n.unwrap(); }", "src/tt/mod.rs:3: may end");
    refused("tt/mod.rs", "fn f() { x.expect(\"y\"); }", "may end");
    for name in ["panic", "todo", "unimplemented"] {
        refused("cli/mod.rs", &format!("fn f() {{ {name}!(); }}"), "may end");
    }
}

#[test]
fn functions_and_files_are_short() {
    let body = |lines: usize| format!("fn node(x: [u8; 2]) -> u8 {{\n{}}}", "x;\n".repeat(lines - 2));
    fine("tt/mod.rs", &body(90));
    refused("tt/mod.rs", &body(91), "`node` has 91 lines, at most 90");
    fine("search/node.rs", &body(120));
    refused("search/node.rs", &body(121), "`node` has 121 lines, at most 120");
    refused("search/node.rs", &body(91).replace("node", "edge"), "`edge` has 91 lines");
    fine("tt/mod.rs", &"//\n".repeat(499));
    refused("tt/mod.rs", &"//\n".repeat(500), "501 lines, at most 500");
    fine("tt/mod.rs", "trait A { fn f(&self) -> u8; }\ntype F = fn(u8) -> u8;");
}

#[test]
fn the_first_line_says_what_a_file_is() {
    assert!(broken(&Source::new("tt/mod.rs", "//! The table.\n")).is_empty());
    assert_eq!(broken(&Source::new("tt/mod.rs", "// The table.\n")).len(), 1);
    assert_eq!(broken(&Source::new("tt/mod.rs", "")).len(), 1);
}

#[test]
fn literals_and_comments_are_no_code() {
    assert_eq!(words("a // b \" {\nc"), ["a", "c"]);
    assert_eq!(words("/* /* x */ y */ z"), ["z"]);
    assert_eq!(
        words(r#"f("a \" }", '"', b'\'', '\u{7d}')"#),
        ["f", "(", "\"\"", ",", "\"\"", ",", "\"\"", ",", "\"\"", ")"]
    );
    assert_eq!(words("r#\"a\"b\"# br\"\\\" c\"x\" bracket"), ["\"\"", "\"\"", "\"\"", "bracket"]);
    assert_eq!(words("&'a str 'x' r#type"), ["&", "'a", "str", "\"\"", "r", "#", "type"]);
    assert_eq!(words("a::b: c"), ["a", "::", "b", ":", "c"]);
}
