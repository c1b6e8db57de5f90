//! The parameters of the model of source 002 in chess: in the search of the laboratory, and in the engine.

use lancet::commands::on_search_stack;
use lancet::position::{Game, Position};
use lancet::search::{Control, Limits, SearchStats, Searcher as Engine};
use lancet_arena::driver_config::DriverConfig;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Runner;
use super::chess::Chess;
use crate::INFINITY;
use crate::algorithm::Fail;
use crate::chess::{LeafEvaluation, LeafKind, SearchCounts, SearchOptions, Searcher};
use crate::error::LabError;
use crate::report::{DataTable, Section};
use crate::theory::{Model, Reading};

/// The depth of the searches of the laboratory, in plies.
const DEPTH: u32 = 5;

/// The depth of the searches of the engine, in plies.
const ENGINE_DEPTH: i32 = 10;

/// The size of the engine's table in MiB.
const ENGINE_HASH: usize = 16;

/// The parameters of the model as measured in searches of chess positions.
#[derive(Clone, Copy, Serialize, Deserialize, Debug)]
struct Measured {
    depth: u32,
    /// The mean number of legal moves.
    width: f64,
    g: f64,
    r: f64,
    /// `r` in first searches and in re-searches, if they are counted apart.
    r_by_search: Option<[f64; 2]>,
    /// The nodes visited in re-searches, as a part of all nodes, if they are counted.
    research_nodes: Option<f64>,
    /// The leaves of NegaScout relative to alpha-beta, or the nodes in the engine.
    counted: f64,
}

fn ratio(above: u64, below: u64) -> f64 {
    above as f64 / below.max(1) as f64
}

/// Searches all positions with the search of the laboratory.
fn laboratory(positions: &[Position], table: bool) -> Measured {
    let counts = |scout: bool| {
        let options = SearchOptions {
            fail: Fail::Soft,
            scout,
            informed: false,
            depth_rule: false,
            table,
            history: true,
        };
        let leaves = LeafEvaluation { kind: LeafKind::Qs, granularity: 1 };
        let one = |position: &Position| {
            let mut searcher = Searcher::new(leaves, options, 18);
            for depth in 1..=DEPTH {
                searcher.counts = SearchCounts::default();
                searcher.search_root(position, -INFINITY, INFINITY, depth);
            }
            searcher.counts
        };
        positions.par_iter().map(one).reduce(SearchCounts::default, SearchCounts::plus)
    };
    let (scout, plain) = (counts(true), counts(false));
    let SearchCounts { changes, wide_nodes, .. } = scout;
    let r = ratio(changes.iter().sum(), wide_nodes.iter().sum());
    Measured {
        depth: DEPTH,
        width: ratio(scout.moves, scout.interior),
        g: ratio(scout.cutoff_indices, scout.cutoffs),
        r,
        r_by_search: Some([0, 1].map(|kind| ratio(changes[kind], wide_nodes[kind]))),
        research_nodes: Some(ratio(scout.research_nodes, scout.nodes)),
        counted: ratio(scout.leaves, plain.leaves),
    }
}

/// Searches all positions with the engine; `width` is the number of moves.
fn engine(positions: &[Position], width: f64) -> Result<Measured, LabError> {
    let sums = |driver: &str| -> Result<(u64, SearchStats), LabError> {
        let settings = driver.parse::<DriverConfig>().map_err(lancet::Error::other)?.settings();
        let limits = Limits { depth: Some(ENGINE_DEPTH), ..Limits::default() };
        let mut engine = Engine::new(ENGINE_HASH)?;
        let (mut nodes, mut sum) = (0, SearchStats::default());
        for position in positions {
            engine.clear(1);
            let game = Game::new(position.clone());
            let outcome = engine.search(&game, &limits, &settings, &Control::new(false), &mut ());
            nodes += outcome.info.nodes;
            sum += outcome.stats;
        }
        Ok((nodes, sum))
    };
    on_search_stack(|| {
        let ((scout, stats), (plain, _)) = (sums("NegaScout-full")?, sums("AlphaBeta-full")?);
        Ok(Measured {
            depth: ENGINE_DEPTH as u32,
            width,
            g: ratio(stats.late_cutoffs, stats.cutoffs),
            r: ratio(stats.pv_changes, stats.pv_nodes),
            r_by_search: None,
            research_nodes: None,
            counted: ratio(scout, plain),
        })
    })?
}

/// Adds a table of the model with g and r as measured in chess.
pub(super) fn measured(runner: &Runner, section: &mut Section) -> Result<(), LabError> {
    let positions = Chess::default().positions()?;
    let with_table = runner
        .cache
        .get_or_compute(&format!("model-chess-d{DEPTH}-table"), || Ok(laboratory(&positions, true)))?;
    let without = runner
        .cache
        .get_or_compute(&format!("model-chess-d{DEPTH}-plain"), || Ok(laboratory(&positions, false)))?;
    let engine = runner
        .cache
        .get_or_compute(&format!("model-engine-d{ENGINE_DEPTH}"), || engine(&positions, without.width))?;
    let title = format!(
        "The model with g and r as measured in chess: the laboratory's full-width search to depth {DEPTH}, and the engine to depth \
         {ENGINE_DEPTH}, {} positions",
        positions.len()
    );
    let columns = [
        "search",
        "w",
        "g",
        "r",
        "r, first searches",
        "r, re-searches",
        "NS / AB, one r",
        "two r",
        "counted",
        "nodes in re-searches",
    ];
    let mut table = DataTable::new(title, columns);
    let mut agree = true;
    let rows = [("laboratory, table", with_table), ("laboratory, no table", without), ("engine", engine)];
    for (name, measured) in rows {
        let Measured { depth, width, g, r, r_by_search, research_nodes, counted } = measured;
        let predicted = |r: f64, r_research: f64| {
            let model = Model { width, r_research, ..Reading::Nested.leaves(2, g, r) };
            let cost = model.cost(depth);
            cost.negascout / cost.alpha_beta
        };
        let two = r_by_search.map(|[first, research]| (first, research, predicted(first, research)));
        let show = |number: Option<f64>| number.map_or("-".to_string(), |number| format!("{number:.2}"));
        let cells = [
            Some(width),
            Some(g),
            Some(r),
            two.map(|two| two.0),
            two.map(|two| two.1),
            Some(predicted(r, r)),
            two.map(|two| two.2),
            Some(counted),
        ];
        let fraction =
            research_nodes.map_or("-".to_string(), |fraction| format!("{:.1} %", 100.0 * fraction));
        table.push(std::iter::once(name.to_string()).chain(cells.map(show)).chain([fraction]));
        agree &= name == "engine" || (predicted(r, r) < 1.0) == (counted < 1.0);
    }
    section.tables.push(table);
    section.check(
        agree,
        "in the laboratory's chess the model and the counted leaves agree which of NegaScout and alpha-beta costs less",
    );
    Ok(())
}
