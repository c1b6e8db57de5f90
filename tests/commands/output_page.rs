//! `docs/output.md` names every field that the commands write.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::common::folder::Folder;
use crate::common::process::stdout_of;

/// Adds the names of all fields of `value`, except for the tags of games.
fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                names.insert(name.clone());
                if name != "tags" {
                    collect(value, names);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}

#[test]
fn every_field_is_documented() {
    let folder = Folder::new();
    let suite = folder.write("mate.epd", "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8; c0 \"Re8#=10\";\n");
    let games = folder.write("games.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 *\n");
    let page = include_str!("../../docs/output.md");
    let page: BTreeSet<&str> = page.split('`').skip(1).step_by(2).collect();
    let quoted = |name: &str| page.iter().any(|text| text.split(['"', ' ']).any(|word| word == name));
    for arguments in [
        &["go", "--depth", "3", "--json"][..],
        &["go", "--fen", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--json"],
        &["suite", &suite, "--depth", "3", "--json"],
        &["analyse", &games, "--depth", "3", "--format", "json"],
    ] {
        let text = stdout_of(arguments);
        let mut names = BTreeSet::new();
        collect(&serde_json::from_str(&text).expect("JSON"), &mut names);
        let missing: Vec<_> = names.iter().filter(|name| !quoted(name)).collect();
        assert!(names.len() > 3 && missing.is_empty(), "{arguments:?}: {missing:?}");
    }
    let csv = stdout_of(&["analyse", &games, "--depth", "1", "--format", "csv"]);
    let header = csv.lines().next().expect("a header");
    let missing: Vec<_> = header.split(',').filter(|name| !quoted(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
