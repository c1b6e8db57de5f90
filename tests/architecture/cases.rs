//! Cases: every reported input is in the table of its folder and is read by a test.

use std::fs;

use super::root;

/// Cases that a test does not name, and why.
const EXCEPTIONS: &[(&str, &str)] =
    &[("syzygy-symbol-overflow.table", "all files of the folder are seeds of the fuzz targets")];

#[test]
fn every_reported_input_is_read_by_a_test() {
    let folder = root().join("tests/data/cases");
    let table = fs::read_to_string(folder.join("README.md")).expect("the table");
    let mut cases = 0;
    for entry in fs::read_dir(&folder).expect("the folder") {
        let name = entry.expect("a file").file_name().into_string().expect("UTF-8");
        if name == "README.md" || EXCEPTIONS.iter().any(|(other, _)| *other == name) {
            continue;
        }
        let row = table.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("{name} is not in the table"));
        let mut tests = row.split('`').filter(|word| word.ends_with(".rs"));
        let reads = |test: &str| {
            let code = fs::read_to_string(root().join(test)).unwrap_or_default();
            let is_code = |line: &&str| !line.trim_start().starts_with("//");
            code.lines().filter(is_code).any(|line| line.contains(&name))
        };
        assert!(tests.clone().count() > 0 && tests.all(reads), "a test in this row does not read {name}");
        cases += 1;
    }
    assert!(cases >= 14, "only {cases}");
}
