//! The binary `lancet-lab`, run as a process.

use std::fs;
use std::process::{Command, Output};

use crate::common::TempDir;

pub fn lancet_lab(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lancet-lab")).args(arguments).output().expect("the binary runs")
}

pub fn stdout_of(arguments: &[&str]) -> String {
    let output = lancet_lab(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Asserts that a command ends with this error before it prints anything.
#[track_caller]
fn refuses(words: &[&str], message: &str) {
    let output = lancet_lab(words);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{words:?}: {error}");
    assert_eq!(error, format!("error: {message}\n"), "{words:?}");
}

/// The error of a command that ends with exit code 2: one line, without output before it.
#[track_caller]
fn error_of(words: &str) -> String {
    let output = lancet_lab(&words.split(' ').collect::<Vec<&str>>());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{words}: {error}");
    assert!(output.stdout.is_empty(), "{words}");
    assert!(error.starts_with("error: ") && error.lines().count() == 1, "{words}: {error}");
    error
}

#[test]
fn golden_rows_of_all_kinds_of_trees() {
    let words = "golden --tree td -p 0.6 -w 5 -d 5 --range 1000000 --seed 17";
    let row = stdout_of(&words.split(' ').collect::<Vec<&str>>());
    let row = row.lines().last().expect("a row");
    // The value of a top-down tree is 0, which two passes prove.
    assert!(row.starts_with("td w=5 d=5 range=1000000 p=0.6 seed=17 | 0 | "), "{row}");
    assert_eq!(row.split(" | ").count(), 12, "{row}");
    assert!(row.split(" | ").nth(10).is_some_and(|mtd| mtd.ends_with("(2)")), "{row}");
    for kind in ["iid", "incr", "dag"] {
        assert!(stdout_of(&["golden", "--tree", kind, "-d", "4"]).contains(&format!("{kind} w=5 d=4")));
    }
}

#[test]
fn a_figure_writes_its_files() {
    let folder = TempDir::new();
    let (csv, svg) = (folder.path().join("figure.csv"), folder.path().join("figure.svg"));
    let files = ["--csv", csv.to_str().unwrap(), "--svg", svg.to_str().unwrap()];
    let words = ["figure", "-w", "5", "-o", "strong", "-d", "2..4", "-r", "10"];
    let text = stdout_of(&[&words[..], &files].concat());
    assert!(text.contains("AB") && text.contains("DUAL*"), "{text}");
    let csv = fs::read_to_string(csv).unwrap();
    assert!(csv.starts_with("depth,AB,AB: standard error,NS,"), "{csv}");
    assert!(csv.lines().any(|line| line.starts_with("4,")), "{csv}");
    let svg = fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("depth in plies"));
    assert_eq!(text, stdout_of(&words), "runs are reproducible");
}

#[test]
fn errors_are_one_line_with_exit_code_2() {
    for (words, message) in [
        ("golden --tree iid -w 20 -d 12", "--huge allows it"),
        ("golden --tree iid -w 1000000 -d 2", "--huge allows it"),
        ("golden --tree iid -w 1900 -d 3", "--huge allows it"),
        ("figure -w 5 -d ==2..3 -r 2", "invalid value '==2..3'"),
        ("golden --tree iid -w 1 -d 20000", "expected an integer from 1 to 64"),
        ("trace --generate iid -w 1 -d 20000", "expected an integer from 1 to 64"),
        ("golden --tree iid --range 0", "expected an integer of at least 1"),
        ("trace --generate iid --range 0", "expected an integer of at least 1"),
        ("expected-ab -w 0", "expected an integer of at least 1"),
        (
            "golden --tree iid -w 3 -d 4 --range 4000000000",
            "invalid range 4000000000: expected at most 536870912",
        ),
        (
            "golden --tree td -w 3 -d 4 --range 2000000000",
            "invalid range 2000000000: expected at most 268435455",
        ),
        ("trace --generate incr --range 2000000000", "invalid range 2000000000: expected at most "),
        ("figure -w 20 -o iid -d 8", "--huge allows it"),
        ("figure -w 0 -d 3", "width and depth must be at least 1"),
        ("model -w 1", "invalid width 1: must be at least 2"),
        ("average-case --q 1 --b 3 2", "--q has 1 values and --b has 2"),
        ("average-case -q 1 1 1 1 1 1 1 1 1 1 -b 30 30 30 30 30 30 30 30 30 30 -r 2", "reduce --runs or --b"),
        ("expected-ab -w 3 -d 3 -r 10", "expected an integer of at least 20"),
        ("figure -w 5 -d 2 -r 1", "expected an integer of at least 2"),
        ("ordering -r 1", "expected an integer of at least 2"),
        ("variants -r 1", "expected an integer of at least 2"),
        ("mtd-start -r 1", "expected an integer of at least 2"),
        ("aspiration -r 1", "expected an integer of at least 2"),
        ("best-node -r 1", "expected an integer of at least 2"),
        ("branch-size -r 1", "expected an integer of at least 2"),
        ("deepening -r 1", "expected an integer of at least 2"),
        ("distinct-leaves -r 1", "expected an integer of at least 2"),
        ("etc -r 1", "expected an integer of at least 2"),
        ("fail-soft -r 1", "expected an integer of at least 2"),
        ("parallel -r 1", "expected an integer of at least 2"),
        ("table-size -r 1", "expected an integer of at least 2"),
        ("two-bounds -r 1", "expected an integer of at least 2"),
        ("without-memory -r 1", "expected an integer of at least 2"),
        ("chess --epd no-such-file", "cannot read 'no-such-file'"),
        ("chess --depth 9", "--huge allows more than 7"),
        // Graphs have the leaves of independent values, and a bad order has many more than a good one.
        ("golden --tree dag -w 20 -d 8", "--huge allows it"),
        ("golden --tree td -w 2 -d 28 -p 0", "--huge allows it"),
        ("golden --tree incr -w 2 -d 38", "--huge allows it"),
    ] {
        let error = error_of(words);
        assert!(error.contains(message), "{words}: {error}");
    }
    for words in ["figure -d 8..2", "figure -r 0", "figure -o weak"] {
        error_of(words);
    }
}

#[test]
fn chess_positions_from_a_file() {
    let folder = TempDir::new();
    let file = folder.path().join("positions.epd");
    fs::write(
        &file,
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n8/8/4k3/8/4P3/4K3/8/8 w - -\n",
    )
    .unwrap();
    for leaf in ["static", "qs"] {
        let text = stdout_of(&["chess", "--epd", file.to_str().unwrap(), "--depth", "3", "--leaf", leaf]);
        assert!(text.contains("note: all drivers find the same value in every position"), "{text}");
        assert!(!text.contains("pass: "), "{text}");
    }
    let text = stdout_of(&["chess", "--epd", file.to_str().unwrap(), "--depth", "3", "--no-table"]);
    assert!(text.contains("aspiration NS") && !text.contains("MTD"), "{text}");
    // A repeated position counts once, and one without moves not at all.
    let once = stdout_of(&["chess", "--epd", file.to_str().unwrap(), "--depth", "2"]);
    let lines = fs::read_to_string(&file).unwrap();
    let later = lines.replace(" -\n", " - hmvc 5; fmvn 9;\n");
    fs::write(&file, format!("{lines}{lines}{later}8/8/8/8/8/5k2/6q1/7K w - -\n")).unwrap();
    let twice = stdout_of(&["chess", "--epd", file.to_str().unwrap(), "--depth", "2"]);
    // Without the seconds.
    let rows = |text: &str| {
        let rows = text.lines().filter_map(|line| line.strip_suffix('|')?.rsplit_once('|'));
        rows.map(|(cells, _)| cells.to_owned()).collect::<Vec<_>>()
    };
    assert!(rows(&once).len() > 12 && !twice.contains("NaN"), "{twice}");
    assert_eq!(rows(&twice), rows(&once));
    fs::write(&file, "# nothing\n").unwrap();
    let file = file.to_str().unwrap();
    for words in [&["chess", "--epd", file][..], &["drivers", "--epd", file, "PVS"]] {
        let output = lancet_lab(words);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), &*error),
            (Some(2), &*format!("error: cannot read '{file}': no positions in it\n"))
        );
    }
}

#[test]
fn numbers_outside_their_range_are_errors() {
    for (words, expected) in [
        ("speed --seconds nan", "expected a number from 0 to 10000"),
        ("golden --tree td -w 3 -d 4 -p nan", "expected a number from 0 to 1"),
        ("golden --tree td -w 3 -d 4 -p 1.5", "expected a number from 0 to 1"),
        ("golden --tree td -w 3 -d 4 --quarter -1", "expected a number from 0 to 1"),
        ("golden --tree td -w 3 -d 4 --quarter 0.3", "invalid --quarter 0.3: expected at least 0.6"),
        ("golden --tree iid -w 3 -d 4 --quarter 0.7", "--quarter needs --tree td"),
        ("golden --quarter 0.7", "--tree"),
        ("golden -w 7", "--tree"),
        ("golden --seed 99", "--tree"),
        ("golden --tree iid -p 0.9", "-p needs trees of the kind td or incr"),
        ("trace -w 7", "--generate"),
        ("trace --seed 3", "--generate"),
        ("trace --generate dag -p 0.9", "-p needs trees of the kind td or incr"),
        ("trace -a scout --window 8 10", "--window has no effect"),
        ("trace --guess 5", "--guess has no effect"),
        ("trace -a mtd --margin 5", "--margin has no effect"),
        ("trace -a mtd --step 5", "--step has no effect"),
        ("trace -a negascout --bisect 7 9", "--bisect has no effect"),
        ("trace --list --svg tree.svg", "cannot be used with"),
        ("chess --no-table --log-buckets 24", "cannot be used with"),
        ("model -w 18446744073709551615", "expected an integer from 0 to 1000000"),
        ("verify --trees 0", "expected an integer of at least 1"),
        ("trace --generate td -p -1", "expected a number from 0 to 1"),
        ("model -w 20 -r nan", "expected a number from 0 to 1000000"),
        ("model -w 20 -g -1", "expected a number from 0 to 1000000"),
        ("model -w 20 -g 30", "invalid g = 30 at width 20: expected a number from 0 to 19"),
        ("model -w 40 20 -r 20", "invalid r = 20 at width 20: expected a number from 0 to 19"),
        (
            "model -w 20 --r-research 20",
            "invalid r-research = 20 at width 20: expected a number from 0 to 19",
        ),
        (
            "model -w 20 -e 0",
            "invalid costs k = 0 and e = 0: expected non-negative numbers, one of them positive",
        ),
    ] {
        let output = lancet_lab(&words.split(' ').collect::<Vec<&str>>());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(2), true), "{words}: {error}");
        assert!(error.starts_with("error: ") && error.contains(expected), "{words}: {error}");
    }
    assert!(
        stdout_of(&["model", "-w", "2", "-r", "1", "-g", "1", "-e", "0", "-k", "1"]).contains("alpha-beta")
    );
}

#[test]
fn trees_without_branches_are_counted() {
    let text = stdout_of(&["figure", "-w", "1", "-o", "iid", "-d", "2", "-r", "3"]);
    assert!(text.contains("1.000 ± 0.000"), "{text}");
    let text = stdout_of(&["expected-ab", "-w", "1", "-d", "2", "-r", "20"]);
    assert!(text.contains("pass: "), "{text}");
    let levels = [&["average-case", "-q"][..], &["1"; 65], &["-b"], &["1"; 65]].concat();
    let error = String::from_utf8(lancet_lab(&levels).stderr).unwrap();
    assert_eq!(error, "error: --q and --b have 65 values: expected at most 64\n");
}

#[test]
fn few_runs_give_no_verdict() {
    let verdicts = |runs: &str| {
        let text = stdout_of(&["figure", "-w", "5", "-o", "strong", "-d", "2..4", "-r", runs]);
        text.lines().filter(|line| line.starts_with("pass: ") || line.starts_with("FAIL: ")).count()
    };
    assert_eq!((verdicts("2"), verdicts("20")), (0, 1));
    // Trees that are too large to be counted give no verdict either.
    assert!(!stdout_of(&["expected-ab", "-w", "100000", "-d", "2"]).contains("pass"));
}

#[test]
fn experiments_without_a_chart_refuse_svg_before_they_run() {
    let folder = TempDir::new();
    let svg = folder.path().join("chart.svg");
    for words in [
        "branch-size",
        "counts",
        "deepening",
        "distinct-leaves",
        "examples",
        "model -g 1",
        "no-convergence",
        "slide-loop",
        "speed",
        "two-bounds",
        "window-levels",
        "without-memory",
    ] {
        let words: Vec<&str> = words.split(' ').chain(["--svg", svg.to_str().unwrap()]).collect();
        refuses(&words, "cannot write an SVG file: the experiment has no chart");
    }
    assert!(!svg.exists());
}

#[test]
fn wrong_results_are_reported_with_exit_code_1() {
    let folder = TempDir::new();
    let [file, keep] = ["positions.epd", "results"].map(|name| folder.path().join(name));
    fs::write(&file, "8/8/4k3/8/4P3/4K3/8/8 w - -\n").unwrap();
    let words = ["chess", "--depth", "1", "--leaf", "static", "--epd", file.to_str().unwrap(), "--keep"];
    let words = [&words[..], &[keep.to_str().unwrap()]].concat();
    stdout_of(&words);
    // Another value for one of the drivers.
    let mut files = fs::read_dir(&keep).unwrap().map(|file| file.unwrap().path());
    let negascout =
        files.find(|file| file.to_string_lossy().contains("-NS-")).expect("the results of NegaScout");
    let text = fs::read_to_string(&negascout).unwrap();
    fs::write(&negascout, text.replacen("\"values\":[", "\"values\":[77777,", 1)).unwrap();
    let output = lancet_lab(&words);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{error}");
    assert!(error.starts_with("error: values differ in position 1: [77777, "), "{error}");
    assert!(error.ends_with(" by AB F2\n") && error.lines().count() == 1, "{error}");
}

#[test]
fn experiments_without_partial_results_refuse_keep_before_they_run() {
    let folder = TempDir::new();
    let keep = folder.path().join("results");
    for words in ["examples", "model", "model -g 1", "node-types", "speed"] {
        let words: Vec<&str> = words.split(' ').chain(["--keep", keep.to_str().unwrap()]).collect();
        refuses(&words, "cannot keep partial results: the experiment has none");
    }
    assert!(!keep.exists());
}

#[test]
fn repeated_values_of_a_list_count_once() {
    let of = |words: &str| stdout_of(&words.split(' ').collect::<Vec<&str>>());
    for (repeated, once) in [
        ("model -w 40 20 40 -g 1", "model -w 40 20 -g 1"),
        ("expected-ab -w 3 2 3 -d 2 -r 20", "expected-ab -w 3 2 -d 2 -r 20"),
        ("trace --preset stockman,hsu-complete,stockman", "trace --preset stockman,hsu-complete"),
        ("trace -a negascout,sss,negascout", "trace -a negascout,sss"),
    ] {
        assert_eq!(of(repeated), of(once), "{repeated}");
    }
}

/// Where no count varies, all differences are 0.
#[test]
fn a_chart_of_counts_without_errors_has_points() {
    let folder = TempDir::new();
    let svg = folder.path().join("chart.svg");
    for (words, points) in [("-q 1 -b 1", 2), ("-q 1 1 -b 1 1", 3)] {
        let words = format!("average-case {words} -r 2 --svg");
        stdout_of(&words.split(' ').chain([svg.to_str().unwrap()]).collect::<Vec<&str>>());
        let drawn = fs::read_to_string(&svg).unwrap();
        // One more marks the curve in the legend.
        assert_eq!(drawn.matches("<circle").count(), points + 1, "{drawn}");
        assert!(drawn.contains("\n-1\n") && drawn.contains("\n1\n"), "{drawn}");
    }
}
