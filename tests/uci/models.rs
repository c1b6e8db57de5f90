//! Models: which files `EvalFile` accepts and rejects, and what `eval` prints.

use lancet::eval::nnue::{KingBuckets, Model, Network, NetworkParameters, OutputPrecision, features};
use lancet::eval::wdl::Curve;
use lancet::types::Score;

use crate::common::process::Lancet;
use crate::{START, best, errors, is_legal, place, position};

const QUEEN_UP: &str = "3qk3/8/8/8/8/8/8/Q2QK3 w - - 0 1";

/// A network that gives every position the same value, in a file of `description`.
fn network(description: &str) -> (Model, Vec<u8>) {
    let (hidden, buckets) = (32, 4);
    let network = Network::new(&NetworkParameters {
        hidden,
        buckets,
        scale: 400,
        king_buckets: KingBuckets::One,
        feature_weights: vec![0; features::COUNT * hidden],
        feature_bias: vec![0; hidden],
        middle: None,
        precision: OutputPrecision::Coarse,
        output_weights: vec![0; 2 * buckets * hidden],
        output_bias: vec![255 * 64; buckets],
        material: None,
    });
    let bytes = Model::from(network.expect("a sound network")).to_bytes(description);
    (Model::read(&bytes).expect("a sound file"), bytes)
}

/// The last line of `eval` for a position in which White is a queen up.
fn total(lancet: &mut Lancet) -> String {
    lancet.send(&place(QUEEN_UP)).send("eval");
    lancet.until_ready().last().expect("a line").clone()
}

/// The line for a score of White's in that position.
fn total_of(units: i32) -> String {
    format!("Final evaluation, White's view: {:+.2}", f64::from(centipawns(QUEEN_UP, units)) / 100.0)
}

fn centipawns(fen: &str, units: i32) -> i32 {
    Curve::of(&position(fen)).display_score(Score::new(units)).centipawns().expect("no mate")
}

#[test]
fn evalfile_loads_a_model_and_returns_to_the_default() {
    let mut lancet = Lancet::start();
    let at_first = total(&mut lancet);
    lancet.folder.write("of material.lnn", Model::material().to_bytes(""));
    let (model, bytes) = network("for a test");
    lancet.folder.write("even.lnn", bytes);

    lancet.send("setoption name EvalFile value of material.lnn");
    let lines = lancet.until_ready();
    let id = Model::material().id();
    assert_eq!(lines, [format!("info string evaluation: linear model {id:016x}")]);
    assert_eq!(total(&mut lancet), total_of(950));
    let (answer, _) = lancet.go("go depth 5");
    assert!(is_legal(&position(QUEEN_UP), best(&answer)), "{answer}");

    lancet.send("setoption name evalfile value even.lnn");
    let lines = lancet.until_ready();
    let name = format!("network of 32 units and 4 buckets {:016x}", model.id());
    assert_eq!(lines, [format!("info string evaluation: {name}")]);
    assert_eq!(total(&mut lancet), total_of(400));
    // Every position is four pawns better for the other side, less a little for the halfmove clock.
    let (_, lines) = lancet.send("position startpos").go("go depth 1 searchmoves b1a3");
    let score = format!("score cp {} ", centipawns(START, -398));
    assert!(lines.iter().any(|line| line.contains(&score)), "{lines:?}");

    lancet.send("setoption name EvalFile value <default>");
    let built_in = Model::built_in();
    assert_eq!(lancet.until_ready(), [format!("info string evaluation: {built_in}")]);
    assert_eq!(total(&mut lancet), at_first);
    lancet.quit();
}

#[test]
fn evalfile_rejects_an_invalid_file_and_keeps_the_old_model() {
    let mut lancet = Lancet::start();
    let (_, bytes) = network("");
    let mut damaged = bytes.clone();
    damaged[1_000] ^= 4;
    for (name, bytes) in [
        ("even.lnn", &bytes[..]),
        ("short.lnn", &bytes[..bytes.len() / 2]),
        ("damaged.lnn", &damaged),
        ("empty.lnn", b""),
        ("foreign.lnn", b"1. e4 e5 2. Nf3 Nc6"),
    ] {
        lancet.folder.write(name, bytes);
    }
    lancet.send("setoption name EvalFile value even.lnn").until_ready();
    for (name, why) in [
        ("short.lnn", "truncated: "),
        ("damaged.lnn", "checksum mismatch"),
        ("empty.lnn", "not a Lancet network file"),
        ("foreign.lnn", "not a Lancet network file"),
        (".", "not a regular file"),
        ("no such file.lnn", "No such file"),
    ] {
        lancet.send(&format!("setoption name EvalFile value {name}"));
        let lines = lancet.until_ready();
        assert_eq!((lines.len(), errors(&lines).len()), (1, 1), "{name}: {lines:?}");
        assert!(lines[0].contains("evaluation file") && lines[0].contains(why), "{name}: {lines:?}");
        assert_eq!(total(&mut lancet), total_of(400), "{name}");
    }
    lancet.quit();
}

#[test]
fn evalfile_waits_for_the_end_of_the_search() {
    let mut lancet = Lancet::start();
    lancet.folder.write("a.lnn", Model::material().to_bytes(""));
    lancet.send_all(&["position startpos", "go infinite", "setoption name EvalFile value a.lnn"]);
    assert_eq!(lancet.until_ready().iter().filter(|line| line.contains("evaluation: ")).count(), 0);
    let answer = lancet.send("stop").wait("bestmove");
    let best = answer.split(' ').nth(1).expect("a move");
    assert!(is_legal(&position(START), best), "{answer}");
    let lines = lancet.until_ready();
    assert!(lines.iter().any(|line| line.contains("evaluation: linear model")), "{lines:?}");
    lancet.quit();
}
