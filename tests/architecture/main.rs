//! The order of the modules in every crate: each file imports only from modules of lower layers.
//!
//! Clippy's lints in `Cargo.toml` hold the rest: printing, panics, `unsafe`, the length of functions.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr,
    clippy::unreachable,
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a test may panic"
)]

mod cases;
mod files;
mod imports;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use imports::{module_of, origins, paths, rust_files};

/// A folder whose modules are ordered: the lowest layer first. A module may import those of lower layers; modules of one
/// layer do not import each other. `lib.rs`, `main.rs` and `mod.rs` of the folder itself stand above all layers.
struct Plan {
    folder: &'static str,
    layers: &'static [&'static [&'static str]],
    /// Imports against the order: from, to, and why; `*` is any module.
    exceptions: &'static [(&'static str, &'static str, &'static str)],
}

#[rustfmt::skip]
const PLANS: &[Plan] = &[
    Plan {
        folder: "src",
        layers: &[
            &["types", "cpu", "files", "memory", "rng"],
            &["position", "time", "tt"],
            &["error", "eval", "book", "pgn", "epd", "syzygy", "openings"],
            &["search", "console", "build_info"],
            &["engine", "workers"],
            &["commands"],
            &["uci"],
            &["cli"],
        ],
        exceptions: &[],
    },
    Plan {
        folder: "src/search",
        layers: &[
            &["searched_moves"],
            &["algorithm", "args", "control", "params", "report", "strength_limit", "syzygy", "threads"],
            &["experiment", "limits"],
            &["history", "root", "reporting", "timing"],
            &["stack", "shared"],
            &["polling"],
            &["worker"],
            &["facts"],
            &["order"],
            &["policy", "state"],
            &["rules"],
            &["quiesce", "mate_finder", "syzygy_line"],
            &["mate_line", "mate_search"],
            &["node", "lines"],
            &["driver"],
            &["iterate"],
            &["strength", "pool"],
        ],
        exceptions: &[
            ("rules", "node", "a rule may search a node of smaller depth"),
            ("rules", "quiesce", "razoring and ProbCut start with a quiescence search"),
        ],
    },
    Plan {
        folder: "arena/src",
        layers: &[
            &["engine_config", "termination"],
            &["error"],
            &["adjudication", "driver_config", "results_file", "statistics", "time_control"],
            &["openings", "player"],
            &["game"],
            &["runner"],
            &["game_settings", "pair_row", "pgn", "report"],
            &["driver_match", "spsa"],
            &["cli"],
        ],
        exceptions: &[],
    },
    Plan {
        folder: "lab/src",
        layers: &[
            &["error", "command_line", "game_tree"],
            &["cache", "drivers", "observer", "tree"],
            &["algorithm"],
            &["chess", "golden", "parallel", "theory"],
            &["size_limit", "trace", "verify"],
            &["printed"],
            &["report"],
            &["experiment", "paper"],
            &["cli"],
        ],
        exceptions: &[
            ("error", "*", "wraps the errors of the modules"),
            ("report", "experiment", "the full report runs every experiment"),
        ],
    },
    Plan {
        folder: "learn/src",
        layers: &[
            &["duration", "error"],
            &["records"],
            &["export", "info", "samples"],
            &["play", "train"],
            &["matches", "parts", "rescore", "wdl"],
            &["cycle", "manifest", "merge"],
            &["cli"],
        ],
        exceptions: &[
            ("error", "*", "wraps the errors of the modules"),
            ("*", "load_network", "stands in lib.rs"),
        ],
    },
];

/// The most lines of a file, and the files that may be longer, each with a reason.
const MAX_LINES: usize = 600;
const LONGER: &[(&str, &str)] = &[];

/// The modules that know the rules of chess; elsewhere shakmaty is used for its plain types only.
const RULES: &[&str] = &["position", "syzygy"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of a plan: its path inside the crate, and the modules that names at its root come from.
struct Folder {
    plan: &'static Plan,
    path: Vec<String>,
    origins: Vec<(String, String)>,
}

impl Folder {
    fn new(plan: &'static Plan, root_file: &str) -> Folder {
        let code = syn::parse_file(root_file).expect("Rust");
        let (_, inside) = plan.folder.split_once("src").expect("a folder below src");
        let path = inside.split('/').filter(|name| !name.is_empty()).map(String::from).collect();
        Folder { plan, path, origins: origins(&code, &plan.layers.concat()) }
    }

    fn layer(&self, module: &str) -> Option<usize> {
        self.plan.layers.iter().position(|layer| layer.contains(&module))
    }

    /// What is wrong with the imports of a file, whose path is relative to the folder.
    fn broken(&self, file: &str, text: &str) -> Vec<String> {
        let code = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        let local = module_of(file);
        let Some(own) = local.first() else { return Vec::new() };
        let Some(layer) = self.layer(own) else { return vec![format!("`{own}` is in no layer")] };
        let mut found = Vec::new();
        for path in paths(&[self.path.as_slice(), &local].concat(), &code) {
            let rules_of_chess =
                path[0] == "shakmaty" && matches!(path[1].as_str(), "Chess" | "Position" | "*");
            let Some(name) = path.strip_prefix(self.path.as_slice()).and_then(|rest| rest.first()) else {
                continue;
            };
            let origin =
                self.origins.iter().find(|(item, _)| item == name).map_or(name, |(_, module)| module);
            let allowed = match path[0].as_str() {
                "shakmaty" => !rules_of_chess || self.plan.folder != "src" || RULES.contains(&own.as_str()),
                _ => origin == own || self.layer(origin).is_some_and(|other| other < layer),
            };
            let excepted = self
                .plan
                .exceptions
                .iter()
                .any(|(from, to, _)| (from == own || *from == "*") && (to == origin || *to == "*"));
            if !allowed && !excepted {
                found.push(format!("{}/{file} may not import `{}`", self.plan.folder, path.join("::")));
            }
        }
        found
    }
}

#[test]
fn imports_go_down() {
    let mut found = Vec::new();
    for plan in PLANS {
        let folder = root().join(plan.folder);
        let root_file =
            ["lib.rs", "mod.rs"].map(|name| folder.join(name)).into_iter().find(|path| path.exists());
        let root_file = fs::read_to_string(root_file.expect("lib.rs or mod.rs")).expect("UTF-8");
        let ordered = Folder::new(plan, &root_file);
        let mut seen = BTreeSet::new();
        for path in rust_files(&folder) {
            let file = path.strip_prefix(&folder).expect("below").to_str().expect("UTF-8").replace('\\', "/");
            seen.extend(module_of(&file).into_iter().next());
            found.extend(ordered.broken(&file, &fs::read_to_string(path).expect("UTF-8")));
        }
        let planned = plan.layers.concat();
        let missing = planned.iter().filter(|name| !seen.contains(**name));
        found.extend(missing.map(|name| format!("{}: there is no module `{name}`", plan.folder)));
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut found = Vec::new();
    for path in
        ["src", "arena/src", "lab/src", "learn/src"].iter().flat_map(|name| rust_files(&root().join(name)))
    {
        let text = fs::read_to_string(&path).expect("UTF-8");
        let name = path.strip_prefix(root()).expect("below").display().to_string();
        if text.lines().count() > MAX_LINES && !LONGER.iter().any(|(longer, _)| *longer == name) {
            found.push(format!("{name} has more than {MAX_LINES} lines"));
        }
        if !text.starts_with("//! ") {
            found.push(format!("{name} does not begin with a sentence (`//! ...`)"));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

/// The laboratory's pages need no other crate, so each package has the palette.
#[test]
fn the_pages_share_a_palette() {
    let palette =
        |folder: &str| fs::read_to_string(root().join(folder).join("palette.css")).expect("a palette");
    assert_eq!(palette("src/commands/analyse/page"), palette("lab/src/trace/page"));
}

/// The words of a text that are marked as code.
fn marked(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_readme_lists_every_module() {
    let readme = include_str!("../../README.md");
    let (_, house) = readme.split_once("## Source layout").expect("the source layout");
    let planned: BTreeSet<&str> = PLANS[0].layers.concat().into_iter().chain(["main"]).collect();
    let places = house.lines().filter_map(|row| row.split('|').nth(2)).flat_map(marked);
    let listed: BTreeSet<&str> = places
        .filter_map(|place| place.strip_prefix("src/"))
        .map(|place| place.trim_end_matches(".rs"))
        .collect();
    assert_eq!(listed, planned, "the modules of the README's table and of the plan");
}

/// The test can fail: a small crate with one error in each file.
#[test]
fn mistakes_are_found() {
    const PLAN: Plan = Plan {
        folder: "src",
        layers: &[&["types"], &["tt", "position"], &["search"]],
        exceptions: &[("tt", "search", "")],
    };
    let folder = Folder::new(&PLAN, "mod types; pub use search::{Info, Limits as L}; fn own() {}");
    let broken = |file: &str, code: &str| folder.broken(file, code).len();
    assert_eq!(broken("search/node.rs", "use crate::types::{A, B as C}; use super::frame::F;"), 0);
    assert_eq!(
        broken("search/deep/er.rs", "use super::super::node; fn f() { crate::tt::g(); self::h() }"),
        0
    );
    assert_eq!(broken("types/score.rs", "pub(in crate::search) fn f() {} use super::MAX;"), 0);
    assert_eq!(broken("types.rs", "mod tests { use crate::search::node; }"), 0);
    assert_eq!(broken("tt.rs", "use crate::Info;"), 0, "an exception");
    assert_eq!(broken("types/score.rs", "use crate::tt::Tt;"), 1);
    assert_eq!(broken("tt.rs", "use {crate::position, crate::types::{A, b::C}};"), 1);
    assert_eq!(broken("tt/entry.rs", "mod a { fn f() -> super::super::super::position::P { todo!() } }"), 1);
    assert_eq!(broken("position.rs", "use crate::{Info, L}; fn f() { assert!(g(crate::own())) }"), 3);
    assert_eq!(broken("position.rs", "use shakmaty::{Chess, Color};"), 0);
    assert_eq!(broken("search.rs", "use shakmaty::{Chess, Color};"), 1);
    assert_eq!(broken("attic.rs", ""), 1);
}
