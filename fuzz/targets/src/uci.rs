//! UCI lines: every line is read, values are clamped to their ranges, and each line of output has a form.

use std::cell::RefCell;
use std::time::Duration;

use lancet::search::Settings;
use lancet::uci::FuzzSession;

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "uci",
    check,
    seeds: seeds::sessions,
    tokens: &[
        "position startpos",
        "position fen ",
        " moves ",
        "go ",
        "depth ",
        "nodes ",
        "mate ",
        "movetime ",
        "wtime ",
        "btime ",
        "winc ",
        "binc ",
        "movestogo ",
        "infinite",
        "ponder",
        "searchmoves ",
        "perft ",
        "setoption name ",
        " value ",
        "Threads",
        "MultiPV",
        "Move Overhead",
        "nodestime",
        "Skill Level",
        "UCI_Elo",
        "UCI_Chess960",
        "MTD Step",
        "Passes",
        "SyzygyProbeDepth",
        "SyzygyProbeLimit",
        "Algorithm",
        "true",
        "false",
        "e2e4",
        "e1g1",
        "e7e8q",
        "0000",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "debug on",
        "flip",
        "d\n",
        "eval\n",
        "\n",
        "\r\n",
        "\u{2603}",
        "\u{feff}",
    ],
    max_len: 4096,
    inputs: 20_000,
    max_memory: 8 << 20,
};

thread_local! {
    /// A session takes milliseconds to make.
    static SESSION: RefCell<Option<FuzzSession>> = const { RefCell::new(None) };
}

fn check(input: &[u8]) {
    SESSION.with_borrow_mut(|slot| {
        let session = slot.get_or_insert_with(|| FuzzSession::new().expect("a session"));
        let read = session.read(input);
        for line in read.output.lines() {
            assert!(!line.chars().any(char::is_control), "{line:?}");
        }
        for limits in &read.limits {
            assert!(limits.depth.is_none_or(|depth| depth >= 1), "{limits:?}");
            assert!(limits.nodes.is_none_or(|nodes| nodes >= 1), "{limits:?}");
            assert!(limits.mate.is_none_or(|mate| (1..=1000).contains(&mate)), "{limits:?}");
            assert!(limits.movetime.is_none_or(|time| time >= Duration::from_millis(1)), "{limits:?}");
        }
        check_settings(session.settings());
    });
}

fn check_settings(settings: &Settings) {
    assert!((1..=Settings::MAX_THREADS).contains(&settings.threads), "{settings:?}");
    assert!((1..=Settings::MAX_MULTI_PV).contains(&settings.multi_pv), "{settings:?}");
    assert!(settings.move_overhead <= Duration::from_secs(5), "{settings:?}");
    assert!(settings.nodes_per_ms <= 10_000, "{settings:?}");
    assert!((1..=100).contains(&settings.syzygy.probe_depth), "{settings:?}");
    assert!(settings.syzygy.probe_limit <= 7, "{settings:?}");
}
