//! The signature: the node count of `lancet bench` is the one that the newest commit tells.

use std::process::Command;

/// The node count that `lancet bench` tells last: `N nodes N nps`.
fn bench() -> u64 {
    let output = Command::new(env!("CARGO_BIN_EXE_lancet")).arg("bench").output().expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let last = text.lines().last().expect("a line");
    let words: Vec<&str> = last.split_ascii_whitespace().collect();
    match words[..] {
        [nodes, "nodes", nps, "nps"] if nps.parse::<u64>().is_ok() => nodes.parse().expect("a number"),
        _ => panic!("the last line is {last:?}"),
    }
}

/// The number of the newest commit that tells one, or why there is none.
fn told() -> Result<u64, String> {
    let root = env!("CARGO_MANIFEST_DIR");
    if !std::path::Path::new(root).join(".git").exists() {
        return Err("this is no checkout of a repository".into());
    }
    let log = Command::new("git").args(["-C", root, "log", "--format=%B"]).output();
    let log = log.map_err(|error| format!("git does not run: {error}"))?;
    let text = String::from_utf8_lossy(&log.stdout);
    let number = text.lines().find_map(|line| line.strip_prefix("Bench: "));
    number.and_then(|number| number.trim().parse().ok()).ok_or("no commit tells a number".into())
}

#[test]
fn bench_counts_the_nodes_that_the_last_commit_tells() {
    let first = bench();
    assert_eq!(first, bench(), "two runs of bench differ");
    match told() {
        Ok(nodes) => {
            assert_eq!(first, nodes, "bench counts {first} nodes, the last `Bench:` line says {nodes}")
        }
        Err(reason) => eprintln!("not compared: {reason}"),
    }
}
