//! The command `trace`.

use std::fs;

use crate::command::{lancet_lab, stdout_of};
use crate::common::TempDir;

/// The standard output of a command whose words have no blanks.
#[track_caller]
fn printed(line: &str) -> String {
    stdout_of(&line.split(' ').collect::<Vec<&str>>())
}

#[test]
fn trees_are_typed_in_generated_or_printed() {
    let text = stdout_of(&["trace", "--tree", "[[3,5],[2,[6,7]]]", "--algorithms", "negascout,sss"]);
    assert!(
        text.contains("NegaScout: ") && text.contains("SSS*: ") && text.contains("best line 1.1"),
        "{text}"
    );
    let text = stdout_of(&["trace", "--generate", "td", "--width", "2", "--depth", "3", "--seed", "4"]);
    assert!(text.starts_with("td: td, width 2, depth 3, range 50, p 0.6, seed 4\n"), "{text}");
    let again = stdout_of(&["trace", "--generate", "td", "-w", "2", "-d", "3", "--seed", "4"]);
    assert_eq!(text, again, "the same seed gives the same tree");
    let text = stdout_of(&["trace"]);
    assert!(text.starts_with("hsu-complete: ") && text.contains("value 7, 8 leaves"), "{text}");
    let list = stdout_of(&["trace", "--list"]);
    for name in ["hsu-complete", "stockman", "sss-misled"] {
        assert!(list.contains(name), "{list}");
    }
}

#[test]
fn parameters_reach_the_searches() {
    // The value is 7; F1 returns the end of the window.
    assert!(printed("trace --algorithms f1 --window 8 10").contains("\nvalue at most 8, "));
    assert!(printed("trace --algorithms f1 --window 2 5").contains("\nvalue at least 5, "));
    assert!(printed("trace --algorithms f1 --window 6 8").contains("\nvalue 7, "));
    assert!(printed("trace --tree [[4,1],[2,3]] --window 5 6").contains("\nvalue at most 4, "));
    assert!(printed("trace --tree [[9,[8,5,9]]] -a bns --bisect 1 9").contains("\nvalue 9, "));
    assert!(printed("trace --algorithms mtd --guess 7").contains(", 2 passes,"));
    assert!(printed("trace --algorithms mtd --guess -5").contains("pass 1 begins: does the root reach -5?"));
    assert!(
        printed("trace --algorithms c-star --bisect -100 100")
            .contains("pass 1 begins: does the root reach 1?")
    );
    assert!(printed("trace --negamax").contains("(-∞, -1)"));
}

#[test]
fn files_hold_the_recordings() {
    let folder = TempDir::new();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let [html, svg, dot, tikz] = ["a.html", "a.svg", "a.dot", "a.tex"].map(path);
    let files = ["--html", &html, "--svg", &svg, "--dot", &dot, "--tikz", &tikz];
    let words = ["trace", "--preset", "hsu-complete", "--algorithms", "negascout,sss"];
    let text = stdout_of(&[&words[..], &files].concat());
    assert!(text.contains("NegaScout") && text.lines().count() == 3, "{text}");
    let read = |name: &str| fs::read_to_string(name).unwrap();
    assert!(read(&svg).starts_with("<svg") && read(&dot).matches("digraph").count() == 2);
    assert_eq!(read(&tikz).matches("\\begin{tikzpicture}").count(), 2);
    let page = read(&html);
    // The page is one file: nothing is loaded, and the only address is the name of the SVG format.
    assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count());
    for forbidden in ["src=", "@import", "url(", "<link", "import("] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let tree = &data["trees"][0];
    assert_eq!((tree["name"].as_str(), tree["critical"].as_u64()), (Some("hsu-complete"), Some(6)));
    let leaves = |run: usize| {
        let events = tree["runs"][run]["events"].as_array().unwrap();
        events.iter().filter(|event| event["t"] == "leaf").count()
    };
    assert_eq!((leaves(0), leaves(1)), (11, 5));
    let sss = tree["runs"][1]["events"].as_array().unwrap();
    assert!(sss.iter().any(|event| event["t"] == "open"));
    assert!(tree["exercises"]["returns"].as_array().unwrap().len() >= 8);
    assert_eq!(tree["exercises"]["passes"].as_array().unwrap().len(), 6);
}

/// The point of view is that of the option until another one is chosen on the page.
#[test]
fn a_page_begins_with_the_point_of_view_of_the_option() {
    let folder = TempDir::new();
    let html = folder.path().join("page.html");
    for (words, is_of_mover) in [(&[][..], false), (&["--negamax"], true)] {
        stdout_of(&[&["trace", "--html", html.to_str().unwrap()], words].concat());
        let page = fs::read_to_string(&html).unwrap();
        assert!(page.contains(&format!("\"ofMover\":{is_of_mover}")), "{words:?}");
    }
}

/// A tree is named with all that it depends on.
#[test]
fn generated_trees_have_their_order_in_their_names() {
    assert!(printed("trace --generate td -p 0.5").contains("range 50, p 0.5, seed 17\n"));
    assert!(printed("trace --generate iid").contains("range 50, seed 17\n"));
    assert!(printed("golden --tree td -w 2 -d 2 --quarter 0.7").contains(" p=0.6 quarter=0.7 seed=17 | "));
}

#[test]
fn a_page_can_show_all_trees_and_algorithms() {
    let folder = TempDir::new();
    let html = folder.path().join("all.html");
    let text = stdout_of(&["trace", "--preset", "all", "--html", html.to_str().unwrap()]);
    assert!(text.contains("stockman: "), "{text}");
    let page = fs::read_to_string(html).unwrap();
    assert!(page.len() < 4_000_000, "{} bytes", page.len());
}

/// Algorithms that are limited to smaller trees are left out of a page for all.
#[test]
fn a_page_of_a_deep_tree_has_the_algorithms_that_can_search_it() {
    let folder = TempDir::new();
    let html = folder.path().join("deep.html");
    let deep = ["trace", "--generate", "iid", "-w", "1", "-d", "17", "--html", html.to_str().unwrap()];
    let text = stdout_of(&deep);
    assert!(text.contains("Recursive SSS*") && !text.contains("\nSSS*"), "{text}");
}

#[test]
fn a_tree_with_markup_is_refused() {
    let folder = TempDir::new();
    let html = folder.path().join("page.html");
    // White space is allowed between the tokens of a tree; nothing else is.
    let output = lancet_lab(&["trace", "--tree", "[1,</script>]", "--html", html.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(!html.exists());
}

#[test]
fn errors_name_their_place() {
    let error_of = |words: &[&str]| {
        let output = lancet_lab(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let error = error_of(&["trace", "--tree", "[[3,5],[2,x]]"]);
    let expected = "error: invalid tree: unexpected 'x' at byte 10; expected e.g. [[1,5],[2,7]]\n  [[3,5],[2,x]]\n            ^\n";
    assert_eq!(error, expected);
    for (words, message) in [
        ("trace --tree [[3,5]", "unexpected end; expected ']'"),
        ("trace --tree [3,99999999999]", "leaf '99999999999' is not an integer from -536870910 to 536870910"),
        ("trace --preset oak", "unknown preset 'oak': expected all or one of hsu-complete, "),
        ("trace --window 5 5", "invalid window (5, 5)"),
        (
            "trace --tree [[9,[8,5,9]]] -a bns --bisect 1 4",
            "invalid range (1, 4): expected one that contains the value of the root, 9",
        ),
        ("trace -a bns --bisect 9 1", "invalid range 9 to 1: the first number must not be larger"),
        ("trace --preset all,oak", "unknown preset 'oak'"),
        ("trace -a aspiration --margin 0", "expected an integer from 1 to 536870910"),
        ("trace -a mtd-step --step -3", "expected an integer from 1 to 536870910"),
        ("trace --preset all --svg all.svg", "--svg, --dot and --tikz need one tree"),
        ("trace --generate iid -w 9 -d 9", "tree too large to show: it has more than 4000 nodes"),
        (
            "trace --generate iid -w 3 -d 7 --html a.html",
            "tree too large to show: it has more than 1000 nodes",
        ),
        ("trace --generate iid -w 0", "width and depth must be at least 1"),
        ("trace --generate iid -w 1 -d 17 -a sss", "depth 17 is too large for SSS* with a list"),
        ("trace --algorithms chess", "invalid value 'chess'"),
        ("trace --guess 999999999", "invalid value '999999999'"),
    ] {
        let error = error_of(&words.split(' ').collect::<Vec<&str>>());
        assert!(error.starts_with("error: ") && error.contains(message), "{words}: {error}");
    }
}
