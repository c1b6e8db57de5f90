//! Seeds: inputs to begin with, made from the project's own files.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use lancet::book::Entry;
use lancet::eval::nnue::{
    Architecture, KingBuckets, MiddleParameters, Model, Network, NetworkParameters, OutputPrecision, SCALE,
};
use lancet::position::{Position, parse_fen};
use lancet::rng::Rng;
use lancet_learn::records::{
    BlockBuilder, Game, GameResult, Generator, ScoredMove, Termination, WinProbability,
};

/// The tables of the target `syzygy`, each small.
pub(crate) const TABLES: [&str; 12] = [
    "KQvK.rtbw",
    "KRvK.rtbw",
    "KPvK.rtbw",
    "KBvK.rtbw",
    "KNvKN.rtbw",
    "KRBvK.rtbw",
    "KQvKB.rtbw",
    "KQvK.rtbz",
    "KPvK.rtbz",
    "KRvKR.rtbz",
    "KQvKQ.rtbz",
    "KNNvK.rtbz",
];

/// Returns the bytes of a file of the project.
pub(crate) fn read(path: &str) -> Vec<u8> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn text(path: &str) -> String {
    String::from_utf8(read(path)).expect("UTF-8")
}

/// Returns the string after `"field": "` in a line of JSON, unescaped as far as FENs need it.
fn field(line: &str, name: &str) -> Option<String> {
    let (_, rest) = line.split_once(&format!("\"{name}\": \""))?;
    let end = rest.match_indices('"').find(|(at, _)| !rest[..*at].ends_with('\\'))?.0;
    Some(rest[..end].replace("\\\"", "\"").replace("\\\\", "\\"))
}

/// Returns FENs, valid and not.
pub(crate) fn fens() -> Vec<Vec<u8>> {
    let mut all: Vec<String> =
        text("tests/data/robustness/fens.jsonl").lines().filter_map(|line| field(line, "fen")).collect();
    for suite in ["famous", "chess960_part1", "dfrc", "double_check", "en_passant_and_checks"] {
        let suite = text(&format!("perft/{suite}.epd"));
        let first = suite.lines().step_by(4).filter_map(|line| line.split(" ;").next());
        all.extend(first.map(str::to_owned));
    }
    all.into_iter().map(String::into_bytes).collect()
}

/// Returns short games with every kind of annotation.
pub(crate) fn pgns() -> Vec<Vec<u8>> {
    let mut all: Vec<String> =
        text("examples/games.pgn").split("\n\n[").map(|game| format!("[{game}\n\n")).collect();
    all.push(ANNOTATED.into());
    all.push(FROM_POSITION.into());
    all.into_iter().map(String::into_bytes).chain(cases("pgn")).collect()
}

const ANNOTATED: &str = "[Event \"a \\\"b\\\"\"]\n[Result \"1/2-1/2\"]\n\n{first} 1. e4! {good} {and [%eval 0.3]} (1. d4 {solid} d5 \
    (1... Nf6 $6)) (1. c4 $1) {after} 1... e5 2. Nf3 Nc6 ; the rest\n3. Bb5 a6 4. Bxc6 dxc6 5. O-O 1/2-1/2\n\n1. Nf3 *\n";
const FROM_POSITION: &str = "[SetUp \"1\"]\n[FEN \"r3k2r/2P3pp/8/8/8/8/8/R3K2R w KQkq - 0 40\"]\n\n40. c8=Q+ Rxc8 41. O-O-O \
    (41. Kf2?? O-O+ ) 41... -- 42. -- 0-1\n\n[Variant \"Chess960\"]\n[FEN \"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w \
    HFhf - 0 1\"]\n\n1. g3 g6 2. f4 f5 *\n";

/// Returns the files of reported inputs with this extension.
fn cases(extension: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/cases");
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("the cases").map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort(); // the order of directory entries differs between machines
    paths.into_iter().map(|path| fs::read(path).expect("a case")).collect()
}

/// Returns lines with operations.
pub(crate) fn epds() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for file in [
        "examples/bratko_kopec.epd",
        "examples/openings.epd",
        "perft/famous.epd",
        "tests/data/exact/mates.epd",
    ] {
        all.extend(text(file).lines().step_by(3).map(|line| line.as_bytes().to_vec()));
    }
    all.push(
        b"4k3/8/8/8/8/8/8/4K2R w K - hmvc 12; fmvn 34; id \"a \\\"b\\\"\"; ce -35; x 1.5; pv O-O Kd7; noop;"
            .to_vec(),
    );
    // In double Chess960 the letters KQkq may mean standard chess.
    all.push(b"r4k1r/8/8/8/8/8/8/R3K2R b HAha - bm O-O; pv O-O O-O-O;".to_vec());
    all.extend(cases("epd"));
    all
}

/// Returns positions for books and networks, among them checks, castling rights of Chess960 and en passant.
pub(crate) fn positions() -> &'static [Position] {
    static POSITIONS: OnceLock<Vec<Position>> = OnceLock::new();
    let read = |fen: &&str| Position::new(parse_fen(fen).expect("a valid FEN").chess);
    POSITIONS.get_or_init(|| FENS.iter().map(read).collect())
}

const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "rkb1rbq1/pnpBppp1/6n1/1p5p/4P3/6P1/PPPP1P1P/RNQKR1BN w EAea - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/2P1P1k1/8/8/8/2K5/8/3r4 w - - 0 1",
    "4k3/8/8/8/7b/8/8/4K3 w - - 99 80",
];

/// Returns small books: pieces of files, and books with many moves of a position.
pub(crate) fn books() -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = Vec::new();
    for file in ["tests/data/polyglot/test_book.bin", "book/lancet.bin"] {
        let bytes = read(file);
        all.extend(
            (0..4).map(|part| bytes[part * 64 * Entry::SIZE..][..(1 + part * 20) * Entry::SIZE].to_vec()),
        );
    }
    for file in [
        "all_illegal",
        "high_bit_move",
        "learn_bits",
        "little_endian",
        "max_weights",
        "truncated_tail",
        "zero_weights",
    ] {
        all.push(read(&format!("tests/data/polyglot/hostile/{file}.bin")));
    }
    for position in positions() {
        let moves = position.legal_moves();
        let entries = moves
            .iter()
            .enumerate()
            .map(|(index, m)| Entry::new(position, *m, [0, 1, 300, u16::MAX][index % 4]));
        all.push(entries.flat_map(Entry::to_bytes).collect());
    }
    all
}

/// Returns a weight in 8 bits.
fn small(weight: i16) -> i8 {
    i8::try_from(weight).expect("a small weight")
}

/// Returns small networks: linear ones, and some with one block of hidden units, without and with a middle layer.
pub(crate) fn networks() -> Vec<Vec<u8>> {
    let mut all = vec![read("nets/g0-linear-r10.lnn"), Model::material().to_bytes("material")];
    let linear = matches!(Model::material().architecture(), Architecture::Linear(_));
    assert!(linear, "the material model is linear");
    let cases = [
        (1, OutputPrecision::Coarse, KingBuckets::One, 0),
        (2, OutputPrecision::Fine, KingBuckets::One, 0),
        (8, OutputPrecision::Fine, KingBuckets::One, 0),
        (4, OutputPrecision::Fine, KingBuckets::Four, 0),
        (2, OutputPrecision::Fine, KingBuckets::One, 8),
        (4, OutputPrecision::Fine, KingBuckets::Four, 16),
    ];
    for (buckets, precision, king_buckets, units) in cases {
        let mut rng = Rng::new(buckets as u64);
        let mut weights = |count: usize, size: i16| -> Vec<i16> {
            let width = usize::from(size.unsigned_abs()) * 2 + 1;
            (0..count).map(|_| i16::try_from(rng.below(width)).expect("small") - size).collect()
        };
        let parameters = NetworkParameters {
            hidden: 32,
            buckets,
            scale: SCALE,
            king_buckets,
            feature_weights: weights(king_buckets.count() * 768 * 32, 60),
            feature_bias: weights(32, 60),
            middle: (units > 0).then(|| MiddleParameters {
                units,
                weights: weights(64 * buckets * units, 60).into_iter().map(small).collect(),
                bias: vec![9000; buckets * units],
            }),
            precision,
            output_weights: weights(2 * buckets * if units > 0 { units } else { 32 }, 100),
            output_bias: vec![7; buckets],
            material: (units > 8).then_some([9000; 5]),
        };
        all.push(Model::from(Network::new(&parameters).expect("a network")).to_bytes("random"));
    }
    all
}

/// Returns files of one to three small blocks.
pub(crate) fn records() -> Vec<Vec<u8>> {
    (1..=8)
        .map(|number| (0..=number % 3).flat_map(|block| block_of(&mut Rng::of_game(number, block))).collect())
        .collect()
}

fn block_of(rng: &mut Rng) -> Vec<u8> {
    let mut builder = BlockBuilder::new(Generator::default(), 0);
    for _ in 0..=rng.below(4) {
        builder.push(&random_game(rng)).expect("a legal game");
    }
    builder.take().expect("a block").expect("games").to_bytes()
}

fn random_game(rng: &mut Rng) -> Game {
    let mut position = Position::default();
    let mut game = Game { result: GameResult::Draw, termination: Termination::ALL[0], ..Game::default() };
    game.termination =
        Termination::ALL.into_iter().find(|termination| !termination.is_decisive()).expect("a draw");
    for ply in 0..rng.below(60) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = moves[rng.below(moves.len())];
        position = position.play(played);
        if ply < 8 {
            game.opening.push(played);
        } else {
            let level = i8::try_from(rng.below(41)).expect("small") - 20;
            game.moves
                .push(ScoredMove { played, score: WinProbability::from_level(level).expect("a level") });
        }
    }
    game
}

/// Returns the contents of tables after a byte that selects the table, and reported inputs.
pub(crate) fn tables() -> Vec<Vec<u8>> {
    let table = |(number, name): (u8, &&str)| {
        let bytes = read(&format!("tests/data/syzygy/{name}"));
        [&[number], &bytes[..bytes.len() - 16]].concat()
    };
    (0..).zip(&TABLES).map(table).chain(cases("table")).collect()
}

/// Returns the lines of sessions.
pub(crate) fn sessions() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for line in text("tests/data/robustness/uci_sessions.jsonl").lines().filter(|line| line.len() < 3000) {
        let sent = line.split("\"send\": \"").skip(1).filter_map(|rest| rest.split_once('"'));
        all.push(sent.map(|(line, _)| format!("{line}\n")).collect::<String>().into_bytes());
    }
    for file in
        ["crlf", "everything_at_once", "quit_prefix_words", "utf16_le", "utf8_bom", "no_final_newline"]
    {
        all.push(read(&format!("tests/data/robustness/uci_raw/{file}.bin")));
    }
    all.extend(cases("uci"));
    all
}
