//! Small experiments: their results, resuming, and independence of the number of threads.

use std::fs;
use std::path::Path;

use crate::command::stdout_of;
use crate::common::TempDir;
use lancet_arena::statistics::Mean;
use lancet_lab::algorithm::{
    Fail, Options, Table, alpha_beta_fail_soft, alpha_beta_table, negamax, negascout,
};
use lancet_lab::cache::Cache;
use lancet_lab::experiment::aspiration::Aspiration;
use lancet_lab::experiment::best_node::BestNodeSearch;
use lancet_lab::experiment::branch_size::BranchSize;
use lancet_lab::experiment::counts::{Counts, ROWS};
use lancet_lab::experiment::deepening::Deepening;
use lancet_lab::experiment::distinct_leaves::DistinctLeaves;
use lancet_lab::experiment::etc::Etc;
use lancet_lab::experiment::examples::Examples;
use lancet_lab::experiment::figure::{Depths, Figure};
use lancet_lab::experiment::model::Model as ModelExperiment;
use lancet_lab::experiment::no_convergence::NoConvergence;
use lancet_lab::experiment::node_types::NodeTypes;
use lancet_lab::experiment::parallel::Parallel;
use lancet_lab::experiment::slide_loop::SlideLoop;
use lancet_lab::experiment::table_size::TableSize;
use lancet_lab::experiment::two_bounds::TwoBounds;
use lancet_lab::experiment::window_levels::WindowLevels;
use lancet_lab::experiment::without_memory::WithoutMemory;
use lancet_lab::experiment::{Experiment, Output, Runner, TreeOrder};
use lancet_lab::theory::{Model, NodeType, Reading, average_case, count_critical, expected_alpha_beta};
use lancet_lab::tree::{Commuting, Iid, RandomShape, Shape, WinLoss};
use lancet_lab::{Counters, GameTree, INFINITY};

fn figure(runs: u64) -> Figure {
    Figure {
        width: 5,
        order: TreeOrder::Strong,
        depth: Depths(2, 4),
        runs,
        huge: false,
        output: Output::default(),
    }
}

#[test]
fn figures_agree_with_the_prototype() {
    let section = figure(200).section(&Runner::default()).unwrap();
    let broken: Vec<_> = section.checks.iter().filter(|check| !check.holds).collect();
    assert!(section.checks.len() >= 3 && broken.is_empty(), "{broken:?}");
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| figure(60).section(&Runner::default()).unwrap())
    };
    assert_eq!(on(1), on(3));
}

#[test]
fn an_interrupted_run_resumes_from_the_cache() {
    let folder = TempDir::new();
    let runner = Runner { cache: Cache::in_directory(folder.path()).unwrap() };
    let whole = figure(120).section(&runner).unwrap();
    let mut files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 9, "three depths of 50, 50 and 20 runs: {files:?}");
    // One file is missing and one is damaged: both are computed again. A falsified one shows that files are used.
    fs::remove_file(&files[0]).unwrap();
    fs::write(&files[4], "[[1,2").unwrap();
    assert_eq!(figure(120).section(&runner).unwrap(), whole);
    falsify(&files[8]);
    assert_ne!(figure(120).section(&runner).unwrap(), whole);
}

/// Changes the first number of a stored result of a figure.
fn falsify(file: &Path) {
    let text = fs::read_to_string(file).unwrap();
    let other = text.replacen("\"result\":[[", "\"result\":[[999", 1);
    assert_ne!(other, text);
    fs::write(file, other).unwrap();
}

#[test]
fn results_of_another_program_are_computed_again_and_replaced() {
    let folder = TempDir::new();
    let cache = Cache::in_directory(folder.path()).unwrap();
    let compute = |value: u64| cache.get_or_compute("leaves", || Ok(value)).unwrap();
    assert_eq!([compute(1), compute(2)], [1, 1]);
    let file = folder.path().join("leaves.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("\"program\":\"", "\"program\":\"0.0.0 ", 1)).unwrap();
    assert_eq!([compute(3), compute(4)], [3, 3]);
    // Without a program.
    fs::write(&file, "5").unwrap();
    assert_eq!([compute(1), compute(7)], [1, 1]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

/// The binary and the program of these tests are two builds of the same sources.
#[test]
fn each_program_resumes_from_its_own_results() {
    let folder = TempDir::new();
    let words = ["figure", "-w", "5", "-o", "strong", "-d", "2..4", "-r", "2", "--keep"];
    let words = [&words[..], &[folder.path().to_str().unwrap()]].concat();
    let printed = stdout_of(&words);
    fs::read_dir(folder.path()).unwrap().for_each(|file| falsify(&file.unwrap().path()));
    assert_ne!(stdout_of(&words), printed, "the binary uses its own results");
    let runner = Runner { cache: Cache::in_directory(folder.path()).unwrap() };
    let section = figure(2).section(&runner).unwrap();
    assert_eq!(section, figure(2).section(&Runner::default()).unwrap(), "another program does not");
    assert_eq!(stdout_of(&words), printed);
}

/// A name with the numbers of many levels is longer than a file name may be.
#[test]
fn long_names_are_cached_too() {
    let folder = TempDir::new();
    let cache = Cache::in_directory(folder.path()).unwrap();
    let [one, other] = ["a", "b"].map(|end| format!("{}{end}", "0.95, ".repeat(60)));
    let compute = |name: &str, value: u64| cache.get_or_compute(name, || Ok(value)).unwrap();
    assert_eq!([compute(&one, 1), compute(&other, 2), compute(&one, 3), compute(&other, 4)], [1, 2, 1, 2]);
}

#[test]
fn alpha_beta_visits_the_expected_number_of_leaves() {
    for (width, depth) in [(2, 6), (3, 5), (5, 4), (20, 2)] {
        let leaves: Vec<f64> = (0..2000)
            .map(|seed| {
                let mut counters = Counters::default();
                let tree = Iid::new(width, 500_000_000, seed);
                alpha_beta_fail_soft(&tree, &mut counters, &tree.root(), -INFINITY, INFINITY, depth);
                counters.leaves as f64
            })
            .collect();
        let expected = Mean { mean: expected_alpha_beta(width, depth), error: 0.0 };
        let distance = Mean::of(&leaves).distance(expected, 0.0);
        assert!(distance < 4.0, "w={width} d={depth}: {distance} standard errors off");
    }
}

#[test]
fn the_model_is_exact_on_its_own_trees() {
    for (width, g, depth) in [(2, 1, 7), (3, 2, 6), (5, 0, 5), (5, 3, 6), (8, 3, 5)] {
        let (tree, mut counters) = (WinLoss::new(width, g), Counters::default());
        negascout(&tree, &mut counters, &tree.root(), (-INFINITY, INFINITY), depth, Options::FIGURE_1);
        let cost = Model::leaves(width, g as f64, 0.0).cost(depth);
        assert_eq!(counters.leaves as f64, cost.negascout, "w={width} g={g} d={depth}");
    }
}

#[test]
fn critical_positions_match_their_expected_number() {
    let shape = Shape { interior: vec![1.0, 0.9, 0.8, 0.9], children: vec![3.0, 2.7, 2.4, 3.15] };
    let mut counts = vec![Vec::new(); 5];
    for seed in 0..4000 {
        let tree = RandomShape::new(shape.clone(), 1.0, 100, seed);
        let mut levels = [0; 5];
        count_critical(&tree, &tree.root(), NodeType::Principal, &mut levels);
        counts.iter_mut().zip(levels).for_each(|(all, count)| all.push(count as f64));
    }
    for (counts, level) in counts.iter().zip(average_case(&shape)) {
        let distance = Mean::of(counts).distance(Mean { mean: level.critical, error: 0.0 }, 1e-9);
        assert!(distance < 4.0, "{level:?}: {distance} standard errors off");
    }
}

#[test]
fn on_a_graph_a_table_saves_nodes_and_keeps_the_value() {
    let tree = Commuting::new(4, 1000, 3);
    let (root, full) = (tree.root(), (-INFINITY, INFINITY));
    let value = negamax(&tree, &mut (), &root, 7);
    let nodes = |fail: Fail| {
        let (mut table, mut counters) = (Table::default(), Counters::default());
        let found = alpha_beta_table(&tree, &mut counters, &mut table, &root, full, 7, fail);
        assert_eq!(found, value);
        counters.nodes()
    };
    let mut plain = Counters::default();
    alpha_beta_fail_soft(&tree, &mut plain, &root, full.0, full.1, 7);
    assert!(nodes(Fail::Soft) <= nodes(Fail::Hard) && nodes(Fail::Hard) < plain.nodes());
}

/// The first table of an experiment whose expectations all hold.
fn table_of(experiment: &dyn Experiment) -> lancet_lab::report::DataTable {
    let section = experiment.section(&Runner::default()).unwrap();
    let broken: Vec<_> = section.checks.iter().filter(|check| !check.holds).collect();
    assert!(broken.is_empty(), "{broken:?}");
    assert_eq!(experiment.has_chart(), !section.charts.is_empty(), "{experiment:?}");
    section.tables[0].clone()
}

#[test]
fn counts_have_a_row_for_every_statement() {
    let table = table_of(&Counts { runs: 3, output: Output::default() });
    assert_eq!(table.rows.len(), ROWS.len());
    let number = |row: usize, column: &str| table.number(ROWS[row].0, column).unwrap();
    // After a cutoff by a leaf F2 and F3 always agree, after others they need not.
    assert_eq!(number(0, "holds"), number(0, "out of"));
    assert!(number(1, "holds") < number(1, "out of"));
    // The loop as printed is detected in most runs, the corrected one in none.
    assert!(number(3, "holds") > 0.0);
    assert_eq!((number(4, "holds"), number(4, "out of")), (18.0, 18.0));
}

#[test]
fn the_minimal_tree_has_the_known_kinds() {
    let table = table_of(&NodeTypes { width: 3, depth: 5, output: Output::default() });
    assert_eq!(table.rows[5][1..7], ["1", "2", "24", "2", "6", "35"]);
    let huge = NodeTypes { width: 20, depth: 9, output: Output::default() };
    let error = huge.section(&Runner::default()).unwrap_err().to_string();
    assert!(error.starts_with("tree too large: width 20 and depth 9 give "), "{error}");
}

#[test]
fn every_printed_example_is_as_printed() {
    let table = table_of(&Examples::default());
    let printed = table.rows.iter().filter(|row| !row[5].is_empty()).count();
    assert!(table.rows.iter().all(|row| row[7] == "found"), "{table:?}");
    assert_eq!((printed, table.rows.len()), (26, 36));
}

#[test]
fn the_limits_of_the_model_are_those_of_a_second_program() {
    let section = ModelExperiment::default().section(&Runner::default()).unwrap();
    let limits = &section.tables[1];
    let row = |width: &str| limits.rows.iter().find(|row| row[0] == width).unwrap()[1..].to_vec();
    assert_eq!(row("20"), ["0.099", "0.130", "none", "none"]);
    assert_eq!(row("40"), ["0.167", "0.172", "0.022", "0.130"]);
    assert_eq!(row("80"), ["0.194", "0.195", "0.009", "0.184"]);
    // A limit at the start of the scan is 0 and not "none"; a range that reaches the end of the scan goes on.
    let model = |model: ModelExperiment| {
        let limits = model.section(&Runner::default()).unwrap().tables[1].clone();
        limits.rows.into_iter().next().unwrap()
    };
    let always = model(ModelExperiment { width: vec![20], r: 4.0, ..ModelExperiment::default() });
    assert_eq!(always[1], "0.000");
    let flat =
        model(ModelExperiment { width: vec![20], reading: Reading::Flat, ..ModelExperiment::default() });
    assert_eq!(flat[4], "0.600 or more");
    // Four of these limits are larger by a thousandth in the second program.
    let overtaken = |reading: Reading| {
        let model = ModelExperiment { reading, ..ModelExperiment::default() };
        let limits = model.section(&Runner::default()).unwrap().tables[1].clone();
        limits.rows.iter().map(|row| [row[1].clone(), row[2].clone()]).collect::<Vec<_>>()
    };
    let pairs = [["0.191", "0.130"], ["0.208", "0.172"], ["0.213", "0.187"], ["0.215", "0.195"]];
    assert_eq!(overtaken(Reading::Flat), pairs);
    let pairs = [["0.154", "0.176"], ["0.251", "0.253"], ["0.279", "0.280"], ["0.293", "0.293"]];
    assert_eq!(overtaken(Reading::AlphaBeta), pairs);
}

#[test]
fn only_the_flat_reading_satisfies_every_sentence() {
    let measured = ModelExperiment { measure: true, ..ModelExperiment::default() };
    let section = measured.section(&Runner::default()).unwrap();
    assert_eq!((section.tables.len(), section.checks.len()), (5, 5));
    assert!(section.checks.iter().all(|check| check.holds), "{:?}", section.checks);
    let sentences = &section.tables[3];
    assert_eq!(sentences.columns[1..], ["nested", "flat", "alpha-beta"]);
    assert!(
        sentences.rows.len() == 5 && sentences.rows.iter().all(|row| row[2] == "20, 40, 60, 80"),
        "{sentences:?}"
    );
    for column in [1, 3] {
        assert!(sentences.rows.iter().any(|row| row[column] != "20, 40, 60, 80"), "{sentences:?}");
    }
}

#[test]
fn the_model_is_compared_when_asked_and_with_its_own_parameters_only() {
    let of = |model: ModelExperiment| model.section(&Runner::default()).unwrap();
    let plain = of(ModelExperiment::default());
    assert_eq!((plain.tables.len(), plain.checks.len(), plain.notes.len()), (3, 0, 0));
    let nodes = of(ModelExperiment { k: 1.0, measure: true, ..ModelExperiment::default() });
    assert_eq!((nodes.tables.len(), nodes.checks.len(), nodes.notes.len()), (3, 0, 1));
}

#[test]
fn a_window_around_the_value_saves_half_and_one_beside_it_costs_more() {
    let table = table_of(&Aspiration { runs: 20, ..Aspiration::default() });
    let ratio = |margin: &str, error: &str| table.number(margin, error).unwrap();
    assert!(ratio("101", "error 100") < 0.7 && ratio("101", "error 100000") > 1.0);
    assert!(ratio("1000001", "error 0") > 0.9);
}

#[test]
fn a_larger_table_leaves_fewer_leaves_between_negascout_and_ins() {
    // That the ends are NegaScout, INS and PNS is an expectation of the experiment.
    let table = table_of(&TableSize { runs: 4, ..TableSize::default() });
    for column in ["INS, random, w 5, d 7", "PNS, random, w 5, d 7"] {
        let ratio = |slots: &str| table.number(slots, column).unwrap();
        assert_eq!(ratio("0"), 1.0);
        assert!(
            ratio("64") < 1.0 && ratio("4096") < ratio("64") && ratio("all") <= ratio("4096"),
            "{column}"
        );
    }
}

#[test]
fn passes_without_a_memory_visit_their_leaves_again() {
    let experiment = WithoutMemory { runs: 5, ..WithoutMemory::default() };
    let table = table_of(&experiment);
    let number = |row: &str, column: &str| table.number(row, column).unwrap();
    assert!(number("SSS*", "without") > 5.0 * number("SSS*", "with a memory"));
    assert_eq!(number("MTD(f), f = v", "passes without"), 2.0);
    // With few values too, each guess is another search than SSS* and DUAL*.
    let few = experiment.section(&Runner::default()).unwrap().tables[3].clone();
    assert!(few.title.contains("100 values"), "{}", few.title);
    let rows: std::collections::HashSet<&[String]> = few.rows.iter().map(|row| &row[1..]).collect();
    assert_eq!(rows.len(), few.rows.len(), "{few:?}");
}

#[test]
fn the_loop_of_the_slide_never_ends_from_a_guess_below_the_value() {
    let table = table_of(&SlideLoop { runs: 10, ..SlideLoop::default() });
    for row in ["v", "v-1", "v-10", "v-1000"] {
        assert!(table.columns[1..].iter().all(|column| table.number(row, column) == Some(100.0)), "{row}");
    }
    let fine = table.number("v+1", "strong, w 5, d 5");
    assert!(fine < table.number("v+1", "iid, w 3, d 6, 20 values"), "{fine:?}");
}

#[test]
fn distinct_leaves_are_fewer_than_evaluations() {
    let table = table_of(&DistinctLeaves { runs: 10, ..DistinctLeaves::default() });
    let number = |row: &str, column: &str| table.number(row, column).unwrap();
    assert_eq!(number("strong, w 5, d 2", "NS"), number("strong, w 5, d 2", "NS, distinct"));
    let row = "random, w 5, d 7";
    assert!(
        number(row, "NS, distinct") < number(row, "NS") && number(row, "INS, distinct") < number(row, "INS")
    );
    assert!(number(row, "most evaluations of a leaf by NS") > number(row, "by INS"));
}

#[test]
fn iterative_deepening_pays_on_incremental_trees() {
    let section = Deepening { runs: 20, ..Deepening::default() }.section(&Runner::default()).unwrap();
    assert!(
        section.checks.len() == 2 && section.checks.iter().all(|check| check.holds),
        "{:?}",
        section.checks
    );
    let (costs, errors) = (&section.tables[0], &section.tables[1]);
    let cost = |column: &str| costs.number("alpha-beta", column).unwrap();
    assert_eq!(cost("without deepening"), 1.0);
    assert!(cost("last iteration") < cost("all iterations") && cost("all iterations") < 0.6);
    // The value oscillates with the parity of the depth.
    assert!(
        errors.number("8", "value of two iterations ago") < errors.number("8", "value of the last iteration")
    );
}

#[test]
fn wrong_bounds_and_depths_keep_mtd_from_its_value_and_lost_entries_do_not() {
    let table = table_of(&NoConvergence { runs: 20, ..NoConvergence::default() });
    let number = |fault: &str, column: &str| table.number(fault, column).unwrap();
    for fault in ["no fault", "a table of 64 entries", "no table", "no fault, graph"] {
        assert_eq!(number(fault, "at the value"), 100.0, "{fault}");
    }
    for fault in [
        "a bug: bounds stored as values",
        "a bug: bounds too tight",
        "a bug: entries one ply too shallow",
        "deeper entries accepted, graph",
    ] {
        assert!(number(fault, "at the value") < 100.0, "{fault}");
    }
    assert!(number("a bug: bounds too tight", "bounds cross") > 10.0);
}

#[test]
fn alpha_saves_leaves_below_children_and_beta_below_grandchildren() {
    let table = table_of(&WindowLevels { runs: 5, ..WindowLevels::default() });
    for trees in ["strong, w 5, d 6", "iid, w 5, d 6", "strong, w 20, d 4"] {
        let saved = |level: &str, bound: &str| table.number(level, &format!("{trees}, {bound}")).unwrap();
        assert!(saved("1", "alpha") > 0.0 && saved("2", "beta") > 0.0 && saved("3", "alpha") > 0.0);
        for (level, bound) in [("0", "alpha"), ("0", "beta"), ("1", "beta"), ("2", "alpha"), ("3", "beta")] {
            assert_eq!(saved(level, bound), 0.0, "{trees}, {bound} at level {level}");
        }
    }
}

#[test]
fn cutting_off_the_larger_of_equal_branches_saves_nodes() {
    let table = table_of(&BranchSize { runs: 20, ..BranchSize::default() });
    for trees in ["4 children, d 6, 2 values", "8 children, d 4, 10 values"] {
        let ratio = |order: &str| table.number(order, trees).unwrap();
        assert!(ratio("best first, of equals the smallest") < 1.0 && ratio("smallest first") < 1.0);
        assert!(ratio("best first, of equals the largest") > 1.0 && ratio("largest first") > 1.0);
    }
    // Children are hardly ever equal: there is nothing to choose.
    assert_eq!(table.number("best first, of equals the largest", "8 children, d 4, 1000 values"), Some(1.0));
}

#[test]
fn best_node_search_is_near_to_mtd() {
    let experiment = BestNodeSearch { runs: 20, ..BestNodeSearch::default() };
    let table = table_of(&experiment);
    let number = |row: &str| table.number(row, "strong, w 20, d 4").unwrap();
    assert!(number("BNS, range 100") <= number("BNS, then the value, range 100"));
    assert!(number("BNS, range 100000") < 1.0 && number("BNS without memory, range 100000") > 1.0);
    let against = experiment.section(&Runner::default()).unwrap().tables[1].clone();
    assert!((0.9..1.05).contains(&against.number("1000", "iid, w 5, d 6").unwrap()));
}

#[test]
fn transposition_cutoffs_need_transpositions() {
    let experiment = Etc { runs: 5, chess: 3, ..Etc::default() };
    let section = experiment.section(&Runner::default()).unwrap();
    let [saved, looked_up, kept] = &section.tables[..] else { panic!("{:?}", section.tables) };
    let number = |table: &lancet_lab::report::DataTable, row: &str, depth: u32| {
        table.number(row, &format!("NegaScout, depth {depth}")).unwrap()
    };
    assert_eq!(number(saved, "tree: strong, w 5, d 6", 2), 1.0);
    let graph = "unordered graph, w 5, d 8";
    assert!(number(saved, graph, 1) < 0.95 && number(saved, graph, 1) < number(saved, graph, 4));
    assert!(number(looked_up, graph, 1) > number(looked_up, graph, 2));
    assert!(kept.mean(graph, "NegaScout").is_some_and(|part| part.mean < 1.0));
    assert!(section.checks.iter().all(|check| check.holds));
}

#[test]
fn a_second_bound_is_of_use_where_passes_change_their_direction() {
    let table = table_of(&TwoBounds { runs: 5, chess: 3, ..TwoBounds::default() });
    let graph = |search: &str| table.number("unordered graph, w 5, d 8", search).unwrap();
    assert_eq!(graph("SSS* by MTD"), 1.0);
    assert!(graph("NegaScout") > 1.0 && graph("C*") > 1.0, "{table:?}");
}

#[test]
fn parallel_searches_divide_the_time() {
    let experiment = Parallel { runs: 2, shallower: 2, ..Parallel::default() };
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| experiment.section(&Runner::default()).unwrap())
    };
    let section = on(1);
    assert_eq!(section, on(3));
    assert!(section.checks.iter().all(|check| check.holds) && section.tables.len() == 10);
    for table in section.tables.iter().step_by(2) {
        for method in ["PV splitting", "young brothers wait", "ABDADA", "lazy shared table"] {
            let number = |row: &str, what: &str| table.number(row, &format!("{method}, {what}")).unwrap();
            assert_eq!(
                (number("1", "speedup"), number("1", "overhead (%)"), number("1", "idle (%)")),
                (1.0, 0.0, 0.0)
            );
            let (overhead, idle) = (number("4", "overhead (%)") / 100.0, number("4", "idle (%)") / 100.0);
            let speedup = 4.0 * (1.0 - idle) / (1.0 + overhead);
            assert!((number("4", "speedup") - speedup).abs() < 0.02, "{method} {}", table.title);
        }
    }
}
