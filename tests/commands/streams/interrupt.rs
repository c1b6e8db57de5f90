//! Interrupts: the first ends the command in order, the second at once.

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use super::{GAMES, begin, end, outputs, program, signal, stopped, wait_until, words};
use crate::common::folder::Folder;
use crate::common::interrupt::wait_until_caught;
use crate::common::process::run_in;

#[test]
fn an_interrupt_ends_a_long_search_at_once() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES.concat());
    folder.write("in.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n");
    for line in [
        "analyse in.pgn --movetime 3600000 --hash 1 -o out --html page.html",
        "suite in.epd --movetime 3600000 --hash 1 -o out",
    ] {
        let child = program(&folder, line);
        // The outputs are opened right before the searches.
        wait_until("the output", || folder.file("out").exists());
        signal(&child, "INT");
        let finished = end(child);
        assert_eq!(finished.code, Some(130), "{finished:?}");
        assert!(finished.stderr.starts_with("stopped after 0 "), "{finished:?}");
        // Nothing was done, so there is nothing that could differ.
        let resumed = line.replace("3600000", "1") + " --resume";
        let finished = run_in(folder.path(), &words(&resumed));
        assert!(
            finished.stderr.contains("with --movetime 3600000 and cannot go on with --movetime 1"),
            "{finished:?}"
        );
        fs::remove_file(folder.file("out")).expect("a file");
        fs::remove_file(folder.file("out.resume")).expect("a file");
    }
    // Where nothing goes to a file, nothing can be resumed.
    let (child, stdin) = begin(&folder, "analyse - --depth 1", &[]);
    wait_until_caught(&child);
    signal(&child, "INT");
    let finished = end(child);
    drop(stdin);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(130), "stopped after 0 games\n"));
}

/// What an earlier command has left stays as it is, and can be continued.
#[test]
fn an_interrupt_before_the_first_item_keeps_older_outputs_and_their_state() {
    let line = "analyse in.pgn --depth 2 --hash 1 --format json -o out.json";
    let folder = stopped(line);
    let older = outputs(&folder);
    assert_eq!(older.len(), 2, "an output and its state");
    let child = program(&folder, &(line.replace("--depth 2", "--movetime 3600000") + " --html page.html"));
    wait_until("the outputs", || folder.file("page.html").exists());
    signal(&child, "INT");
    let finished = end(child);
    assert_eq!((finished.code, finished.stderr.as_str()), (Some(130), "stopped after 0 games\n"));
    let page = folder.read("page.html");
    assert!(page.is_empty() || page.ends_with("</html>\n"), "{page}");
    fs::remove_file(folder.file("page.html")).expect("a file");
    assert!(outputs(&folder) == older);
    let resumed = run_in(folder.path(), &words(&line.replace("in.pgn", "in.pgn --resume")));
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
}

/// The first signal waits for an output that nobody reads; the second one does not.
#[test]
fn a_second_interrupt_ends_the_process_at_once() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES.concat().repeat(200));
    let mut child = program(&folder, "analyse in.pgn --nodes 1 --hash 1 --format json");
    // The pipe is full once the program waits for its reader.
    let stat = format!("/proc/{}/stat", child.id());
    let times = || fs::read_to_string(&stat).map(|text| text.split(' ').skip(13).take(2).collect::<String>());
    if cfg!(target_os = "linux") {
        let mut last = (String::new(), Instant::now());
        wait_until("a full pipe", || {
            let now = times().expect("the process");
            if now != last.0 {
                last = (now, Instant::now());
            }
            last.1.elapsed() > Duration::from_secs(1)
        });
    } else {
        thread::sleep(Duration::from_secs(3));
    }
    signal(&child, "INT");
    thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().expect("a status").is_none(), "it waits for its reader");
    signal(&child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}
