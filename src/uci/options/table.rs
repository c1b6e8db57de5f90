//! Table: every option with its default, its range, its help and what it does.

use std::time::Duration;

use super::{Apply, Kind, OptionError, Spec};
use crate::book::BookChoice;
use crate::commands::own_book::OwnBook;
use crate::search::{Algorithm, DriverOptions, MtdGuess, Settings, StrengthLimit};
use crate::syzygy::Tablebases;
use crate::tt::Tt;
use crate::types::Depth;
use crate::uci::setup::BUILT_IN;
use crate::uci::syzygy;

const MAX_ELO: i64 = StrengthLimit::MAX_ELO as i64;
const FULL_SKILL: i64 = StrengthLimit::FULL_SKILL as i64;

const ABOUT: &str = concat!(
    "Lancet ",
    env!("CARGO_PKG_VERSION"),
    ", a chess engine of the narrow-window search family, GPL-3.0-or-later"
);

/// All options, in the order in which they are listed.
#[rustfmt::skip]
pub(in crate::uci) const TABLE: &[Spec] = &[
    Spec {
        name: "Hash",
        kind: Kind::Spin {
            default: Tt::DEFAULT_MB as i64, min: 1, max: Tt::MAX_MB as i64,
            apply: Apply::Try(|setup, mb| setup.resize(*mb as usize).map_err(OptionError::Hash)),
        },
        help: "Size of the transposition table in MiB",
    },
    Spec {
        name: "Clear Hash",
        kind: Kind::Button { apply: Apply::Set(|setup, ()| setup.clear_memory()) },
        help: "Clear the transposition table and the histories",
    },
    Spec {
        name: "Threads",
        kind: Kind::Spin {
            default: 1, min: 1, max: Settings::MAX_THREADS as i64,
            apply: Apply::Try(|setup, threads| setup.set_threads(*threads as usize).map_err(OptionError::Threads)),
        },
        help: "Number of search threads",
    },
    Spec {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1, min: 1, max: Settings::MAX_MULTI_PV as i64,
            apply: Apply::Live(|setup, lines| {
                setup.settings.multi_pv = *lines as usize;
                if let Some(search) = &setup.search {
                    search.set_multi_pv(*lines as usize);
                }
            }),
        },
        help: "Number of principal variations (PVs) to search and print",
    },
    Spec {
        name: "Ponder",
        kind: Kind::Check {
            default: false,
            apply: Apply::Ignore("only announces that the GUI may send `go ponder`"),
        },
        help: "The GUI may let the engine think on the opponent's time",
    },
    Spec {
        name: "UCI_Chess960",
        kind: Kind::Check {
            default: false,
            apply: Apply::Set(|setup, on| setup.game.set_chess960(*on, &setup.out)),
        },
        help: "Play Chess960; castling is written as king takes rook",
    },
    Spec {
        name: "UCI_AnalyseMode",
        kind: Kind::Check { default: false, apply: Apply::Set(|setup, on| setup.analyse_mode = *on) },
        help: "Analyse: use no book and play at full strength",
    },
    Spec {
        name: "UCI_Opponent",
        kind: Kind::Text {
            default: "",
            apply: Apply::Ignore("the play does not depend on the opponent; the log has the line anyway"),
        },
        help: "Title, rating, type and name of the opponent; only written to the log",
    },
    Spec {
        name: "UCI_EngineAbout",
        kind: Kind::Text { default: ABOUT, apply: Apply::Ignore("read-only by the protocol") },
        help: "About Lancet; read-only",
    },
    Spec {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10, min: 0, max: 5000,
            apply: Apply::Set(|setup, ms| setup.settings.move_overhead = Duration::from_millis(*ms as u64)),
        },
        help: "Time reserved per move for GUI and network latency, in milliseconds",
    },
    Spec {
        name: "nodestime",
        kind: Kind::Spin {
            default: 0, min: 0, max: 10_000,
            apply: Apply::Set(|setup, nodes| setup.settings.nodes_per_ms = *nodes as u64),
        },
        help: "Nodes per millisecond of clock time; 0 uses real time",
    },
    Spec {
        name: "Algorithm",
        kind: Kind::Combo {
            default: "PVS", values: || Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect(),
            apply: Apply::Set(|setup, name| setup.settings.algorithm = name.parse().unwrap_or_default()),
        },
        help: "Search algorithm of the narrow-window family",
    },
    Spec {
        name: "Aspiration",
        kind: Kind::Check { default: true, apply: Apply::Set(|setup, on| setup.settings.driver.aspiration = *on) },
        help: "Start all but the first iterations with an aspiration window; ignored by MTD(f), SSS* and DUAL*",
    },
    Spec {
        name: "MTD Guess",
        kind: Kind::Combo {
            default: "Last", values: || MtdGuess::ALL.iter().map(|guess| guess.name()).collect(),
            apply: Apply::Set(|setup, name| setup.settings.driver.guess = name.parse().unwrap_or_default()),
        },
        help: "First guess of MTD(f): score of the last iteration, of two iterations before, or their mean",
    },
    Spec {
        name: "MTD Step",
        kind: Kind::Spin {
            default: 0, min: 0, max: DriverOptions::MAX_STEP as i64,
            apply: Apply::Set(|setup, step| setup.settings.driver.step = *step as i32),
        },
        help: "Extra step of MTD(f) in evaluation units while passes move the same bound: taken once at the second pass, then 3, 7 and so on, at most 63 times",
    },
    Spec {
        name: "Passes",
        kind: Kind::Spin {
            default: 250, min: 1, max: DriverOptions::MAX_PASSES as i64,
            apply: Apply::Set(|setup, passes| setup.settings.driver.max_passes = *passes as u32),
        },
        help: "Maximum zero-window passes per score; then MTD(f), SSS*, DUAL* and C* open the window",
    },
    Spec {
        name: "Minimal",
        kind: Kind::Check { default: false, apply: Apply::Set(|setup, on| setup.minimal = *on) },
        help: "Print only the last line of each PV, before the best move",
    },
    Spec {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, apply: Apply::Set(|setup, on| setup.show_wdl = *on) },
        help: "Print win, draw and loss probabilities per mille with each score",
    },
    Spec {
        name: "UCI_LimitStrength",
        kind: Kind::Check { default: false, apply: Apply::Set(|setup, on| setup.strength.is_limited = *on) },
        help: "Limit the playing strength to UCI_Elo; analysis is not limited",
    },
    Spec {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: MAX_ELO, min: StrengthLimit::MIN_ELO as i64, max: MAX_ELO,
            apply: Apply::Set(|setup, elo| setup.strength.elo = *elo as u32),
        },
        help: "Playing strength in Elo on the CCRL Blitz scale, with UCI_LimitStrength",
    },
    Spec {
        name: "Skill Level",
        kind: Kind::Spin {
            default: FULL_SKILL, min: 0, max: FULL_SKILL,
            apply: Apply::Set(|setup, skill| setup.strength.skill = *skill as u32),
        },
        help: "Skill from 0 to 19, 20 is full strength; overridden by UCI_LimitStrength",
    },
    Spec {
        name: "Skill Seed",
        kind: Kind::Spin {
            default: 0, min: 0, max: i32::MAX as i64,
            apply: Apply::Set(|setup, seed| setup.strength.seed = *seed as u64),
        },
        help: "Seed of the random numbers at limited strength; 0 uses another one in each game",
    },
    Spec {
        name: "EvalFile",
        kind: Kind::Text {
            default: BUILT_IN,
            apply: Apply::Try(|setup, path| {
                setup.load_model(path).map_err(|error| OptionError::Model { path: path.to_owned(), error })
            }),
        },
        help: "File of the evaluation network; `<default>` is the built-in network",
    },
    Spec {
        name: "OwnBook",
        kind: Kind::Check { default: false, apply: Apply::Set(|setup, on| setup.book.is_on = *on) },
        help: "Play moves from the opening book, but not in analysis and while pondering",
    },
    Spec {
        name: "Book File",
        kind: Kind::Text {
            default: BUILT_IN,
            apply: Apply::Try(|setup, path| {
                setup.load_book(path).map_err(|error| OptionError::Book { path: path.to_owned(), error })
            }),
        },
        help: "Opening book in the Polyglot format; `<default>` is the built-in book",
    },
    Spec {
        name: "Book Depth",
        kind: Kind::Spin {
            default: OwnBook::DEFAULT_MAX_PLY as i64, min: 0, max: 1000,
            apply: Apply::Set(|setup, plies| setup.book.max_ply = *plies as u32),
        },
        help: "Number of plies of a game for which the book is used",
    },
    Spec {
        name: "Book Choice",
        kind: Kind::Combo {
            default: "Weighted", values: || BookChoice::ALL.iter().map(|choice| choice.name()).collect(),
            apply: Apply::Set(|setup, name| {
                setup.book.choice =
                    BookChoice::ALL.into_iter().find(|choice| choice.name() == name).unwrap_or_default();
            }),
        },
        help: "Play the book move with the highest weight, a random one in proportion to the weights, or any one alike",
    },
    Spec {
        name: "SyzygyPath",
        kind: Kind::Text {
            default: "",
            apply: Apply::Set(|setup, folders| {
                syzygy::open(folders, &mut setup.settings.syzygy.tables, &setup.out);
            }),
        },
        help: "Folders with Syzygy tablebases, separated by a colon (a semicolon on Windows)",
    },
    Spec {
        name: "SyzygyProbeDepth",
        kind: Kind::Spin {
            default: 1, min: 1, max: 100,
            apply: Apply::Set(|setup, depth| setup.settings.syzygy.probe_depth = *depth as Depth),
        },
        help: "Minimum depth at which positions with as many pieces as the largest tables are probed",
    },
    Spec {
        name: "SyzygyProbeLimit",
        kind: Kind::Spin {
            default: 7, min: 0, max: Tablebases::MAX_PIECES as i64,
            apply: Apply::Set(|setup, pieces| setup.settings.syzygy.probe_limit = *pieces as usize),
        },
        help: "Maximum number of pieces, with kings and pawns, of positions that are probed",
    },
    Spec {
        name: "Syzygy50MoveRule",
        kind: Kind::Check {
            default: true,
            apply: Apply::Set(|setup, on| {
                // The hash table holds scores by the other rule.
                if *on != setup.settings.syzygy.fifty_move_rule {
                    setup.clear_memory();
                }
                setup.settings.syzygy.fifty_move_rule = *on;
            }),
        },
        help: "Count wins that the fifty-move rule prevents as draws",
    },
    Spec {
        name: "Debug Log File",
        kind: Kind::Text {
            default: "",
            apply: Apply::Try(|setup, path| {
                let file = Some(path).filter(|path| !path.is_empty());
                setup.out.set_log(file).map_err(|error| OptionError::Log { path: path.to_owned(), error })
            }),
        },
        help: "File to which all lines of input and output are appended",
    },
];
