//! Known values: results, distances and moves of positions.

use std::collections::BTreeSet;

use lancet::position::{Game, Position, parse_move};
use lancet::syzygy::{Dtz, RankOptions, Tablebases, Wdl};
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Role, Setup, Square};

use super::common::boards;
use super::{known, number, tables};

#[test]
fn all_files_of_the_folder_are_found() {
    let tables = tables();
    assert_eq!(tables.to_string(), "36 WDL and 36 DTZ tablebase files (up to 5 pieces)");
    assert_eq!(tables.max_pieces(), 5);
}

#[test]
fn results_and_distances_equal_the_known_ones() {
    let tables = tables();
    let known = known();
    assert!(known.len() > 2_000, "{}", known.len());
    for known in known {
        let position = known.position();
        let wdl = tables.wdl(&position).unwrap_or_else(|| panic!("{}: unknown", known.id));
        assert_eq!(number(wdl), known.wdl, "{}: {}", known.id, known.fen);
        let Dtz(dtz) = tables.dtz(&position).expect("a distance").ignore_rounding();
        assert_eq!(dtz.signum(), known.wdl.signum(), "{}", known.id);
        // Rounded distances may differ by one ply between programs.
        let wanted = known.dtz.unwrap_or(dtz);
        assert!((dtz - wanted).abs() <= 1, "{}: {dtz}, not {wanted}: {}", known.id, known.fen);
    }
}

#[test]
fn moves_that_keep_the_result_are_ranked_best() {
    let tables = tables();
    for known in known() {
        let (position, game) = (known.position(), known.game());
        let ranking = tables.rank(&position, game.path(), RankOptions::default()).expect("in the tablebases");
        assert!(ranking.makes_progress, "{}", known.id);
        let best = ranking.moves.iter().map(|ranked| ranked.rank).max().expect("moves");
        let keeps = |ranked: &&lancet::syzygy::RankedMove| number(ranked.outcome) == known.wdl;
        let kept: BTreeSet<String> =
            ranking.moves.iter().filter(keeps).map(|ranked| position.move_text(ranked.m)).collect();
        let wanted: BTreeSet<String> = known.keep.iter().map(|m| (*m).to_owned()).collect();
        assert_eq!(kept, wanted, "{}: {}", known.id, known.fen);
        let recommended = ranking.moves.iter().filter(|ranked| ranked.rank == best);
        let mut texts = recommended.map(|ranked| position.move_text(ranked.m));
        assert!(texts.all(|text| wanted.contains(&text)), "{}: {}", known.id, known.fen);
    }
}

#[test]
fn mutual_zugzwang_depends_on_whose_move_it_is() {
    let tables = tables();
    let mut seen = 0;
    for line in include_str!("../data/exact/kpk_mutual_zugzwang.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let wdl = |fen: &str| tables.wdl(&boards::position(fen));
        assert_eq!(wdl(fields[1]), Some(Wdl::Draw), "{}", fields[0]);
        assert_eq!(wdl(fields[2]), Some(Wdl::Loss), "{}", fields[0]);
        seen += 1;
    }
    assert_eq!(seen, 80);
}

/// Probes every position of king and pawn against king.
#[test]
fn results_of_king_and_pawn_against_king_are_counted() {
    let tables = tables();
    let counted = [Color::White, Color::Black].map(|turn| count_kpk(|position| tables.wdl(position), turn));
    let wanted: Vec<[u32; 3]> = include_str!("../data/exact/kpk_counts.csv")
        .lines()
        .skip(1)
        .map(|line| {
            let numbers: Vec<u32> = line.split(',').filter_map(|field| field.parse().ok()).collect();
            [numbers[0], numbers[1], numbers[2]]
        })
        .collect();
    assert_eq!(counted.to_vec(), wanted);
}

/// Returns the number of positions with `turn` to move, of White's wins, and of draws.
fn count_kpk(wdl: impl Fn(&Position) -> Option<Wdl>, turn: Color) -> [u32; 3] {
    let [mut all, mut wins, mut draws] = [0; 3];
    for pawn in Square::ALL {
        for king in Square::ALL {
            for lone in Square::ALL {
                let Some(position) = kpk(pawn, king, lone, turn) else { continue };
                all += 1;
                match wdl(&position).expect("a result") {
                    Wdl::Draw => draws += 1,
                    Wdl::Win if turn.is_white() => wins += 1,
                    Wdl::Loss if turn.is_black() => wins += 1,
                    odd => panic!("{odd:?}: {}", position.fen()),
                }
            }
        }
    }
    [all, wins, draws]
}

fn kpk(pawn: Square, king: Square, lone: Square, turn: Color) -> Option<Position> {
    if pawn == king || pawn == lone || king == lone {
        return None;
    }
    let mut setup = Setup::empty();
    setup.board.set_piece_at(pawn, Role::Pawn.of(Color::White));
    setup.board.set_piece_at(king, Role::King.of(Color::White));
    setup.board.set_piece_at(lone, Role::King.of(Color::Black));
    setup.turn = turn;
    Chess::from_setup(setup, CastlingMode::Standard).ok().map(Position::from)
}

/// Returns the result of the best move of a position.
fn outcome(tables: &Tablebases, fen: &str) -> Wdl {
    let position = boards::position(fen);
    let ranking = tables.rank(&position, Game::new(position.clone()).path(), RankOptions::default());
    let moves = ranking.expect("in the tablebases").moves;
    moves.iter().max_by_key(|ranked| ranked.rank).expect("moves").outcome
}

/// In queen or rook against king only mate is a zeroing move, so the distance is known exactly. A win is one up
/// to the last ply of the fifty-move rule, even if the tablebase rounds.
#[test]
fn the_fifty_move_rule_is_exact() {
    let (tables, mut seen) = (tables(), 0);
    for known in known().iter().filter(|known| ["KQvK", "KRvK"].contains(&known.material)) {
        let Some(plies) = known.plies_to_mate.filter(|plies| *plies != 0) else { continue };
        let at = |clock: i32| outcome(&tables, &known.fen.replace(" 0 1", &format!(" {clock} 90")));
        let last = 100 - plies.abs();
        let (in_time, too_late) =
            if plies > 0 { (Wdl::Win, Wdl::CursedWin) } else { (Wdl::Loss, Wdl::BlessedLoss) };
        assert_eq!(at(last), in_time, "{} {last}", known.fen);
        // The move to ply 100 draws unless it mates.
        let too_late = if last == 98 && plies < 0 { Wdl::Draw } else { too_late };
        if last < 99 {
            assert_eq!(at(last + 1), too_late, "{} {}", known.fen, last + 1);
        }
        seen += 1;
    }
    assert!(seen > 400, "{seen}");
}

#[test]
fn a_pawn_move_resets_the_halfmove_clock() {
    assert_eq!(outcome(&tables(), "K7/8/k7/5P1Q/8/8/8/8 w - - 99 99"), Wdl::Win);
}

/// A threefold repetition is a draw; after a repetition the shortest win ranks first.
#[test]
fn repetitions_of_the_game_count() {
    let shuffle = ["g5g2", "b1c1", "g2g5", "c1b1"];
    let mut game = Game::new(boards::position("8/8/8/6Q1/8/7K/8/1k6 w - - 0 60"));
    for text in [&shuffle[..], &["g5g2", "b1c1"], &["g2g8", "c1b1"]].concat() {
        game.play_unchecked(parse_move(game.position(), text).expect("a legal move"));
    }
    let ranking =
        tables().rank(game.position(), game.path(), RankOptions::default()).expect("in the tablebases");
    let of = |text: &str| {
        let m = parse_move(game.position(), text).expect("a legal move");
        *ranking.moves.iter().find(|ranked| ranked.m == m).expect("ranked")
    };
    assert_eq!(of("g8g2").outcome, Wdl::Draw);
    assert_eq!(of("g8g7").outcome, Wdl::Win);
    assert!(of("g8g7").rank > of("g8g2").rank);
}
