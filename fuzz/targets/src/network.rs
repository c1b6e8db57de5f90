//! Network files: a file is refused, or its network evaluates in range, the same with every kernel.

use std::sync::Arc;

use lancet::eval::evaluate;
use lancet::eval::nnue::{Kernel, Model, Runner};
use xxhash_rust::xxh3::xxh3_64;

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "network",
    check,
    seeds: seeds::networks,
    tokens: &["LANCETNN"],
    max_len: 1 << 18,
    inputs: 8_000,
    max_memory: 4 << 20,
};

fn check(input: &[u8]) {
    check_model(input);
    // Few inputs have the right checksum.
    if let Some((contents, _)) = input.split_last_chunk::<8>() {
        check_model(&[contents, &xxh3_64(contents).to_le_bytes()].concat());
    }
}

fn check_model(bytes: &[u8]) {
    let Ok(model) = Model::read(bytes) else { return };
    assert_eq!(model.to_bytes(model.description()), bytes, "the file written again");
    let model = Arc::new(model);
    for position in seeds::positions() {
        let value = model.evaluate(position);
        let evaluation = evaluate(&model, position);
        assert!(!evaluation.score.is_decisive(), "{evaluation:?}");
        let mut runner = Runner::new(Arc::clone(&model));
        runner.set_root(position);
        assert_eq!(runner.evaluate(position), value);
        if let Some(m) = position.legal_moves().first() {
            let next = position.play(*m);
            runner.enter(position, *m);
            assert_eq!(runner.evaluate(&next), model.evaluate(&next), "after a move in {}", position.fen());
        }
    }
    let position = &seeds::positions()[0];
    for kernel in Kernel::all() {
        let other = Model::clone(&model).with_kernel(kernel);
        assert_eq!(other.evaluate(position), model.evaluate(position), "{kernel:?}");
    }
}
