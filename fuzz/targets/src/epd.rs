//! EPD: positions and operations survive writing.

use lancet::epd::{Epd, Operand, read_lines};

use crate::{Target, seeds};

pub(crate) const TARGET: Target = Target {
    name: "epd",
    check,
    seeds: seeds::epds,
    tokens: &[
        "bm ", "am ", "pv ", "id \"", "\";", ";", "hmvc ", "fmvn ", "dm 3;", "ce ", "c0 \"", "\\\"", "\\",
        "1e308", "nan", "-0.0", "- -", "#", "\n", "D1 20;", "0 1", "\u{feff}",
    ],
    max_len: 1024,
    inputs: 80_000,
    max_memory: 2 << 20,
};

fn check(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    // A carriage return in a string is written as a space.
    text.split(['\n', '\r']).filter_map(|line| line.parse().ok()).for_each(|epd| check_epd(&epd));
    drop(read_lines(&text));
}

fn check_epd(epd: &Epd) {
    for operation in epd.operations.iter().filter(|operation| operation.opcode != "pv") {
        if let Operand::Moves(moves) = &operation.operand {
            let legal = epd.position.legal_moves();
            assert!(moves.iter().all(|m| legal.contains(m)), "{operation:?}");
        }
    }
    let written = epd.to_string();
    let again: Epd = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.position.fen(), epd.position.fen(), "{written}");
    assert_eq!(again.operations, epd.operations, "{written}");
    assert_eq!(again.to_string(), written);
}
