//! Draws: positions with known facts, repetitions against brute force, and searches of drawn and tricky
//! positions.

use std::collections::HashSet;

use crate::common::boards::{self, game};
use lancet::position::{Game, Path, Position, parse_move};
use lancet::search::{Limits, Searcher, Settings};
use lancet::types::Score;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde::Deserialize;
use shakmaty::{CastlingMode, EnPassantMode, Move, fen::Fen};

const FACTS: &str = include_str!("../data/exact/rule_facts.jsonl");
/// Enough nodes to see each trap.
const NODES: u64 = 150_000;
const TRAPS: &str = include_str!("../data/exact/draw_and_win_traps.csv");

#[derive(Deserialize)]
struct Fact {
    id: String,
    fen: String,
    moves: Vec<String>,
    expect: Expected,
}

#[derive(Deserialize)]
struct Expected {
    final_fen: String,
    legal_moves: usize,
    in_check: bool,
    checkmate: bool,
    stalemate: bool,
    insufficient_material: bool,
    halfmove_clock: u32,
    threefold: bool,
}

/// A move that stalemates at once is not a win, at any depth.
#[test]
fn a_stalemate_at_depth_1_is_a_draw() {
    for (fen, stalemate) in
        [("7k/5p2/8/1K6/8/4R3/8/5Q2 w - - 0 1", "f1f7"), ("k7/8/8/8/3Q2K1/8/3P4/8 w - - 0 1", "d4b6")]
    {
        let limits = |search_moves| Limits { depth: Some(1), search_moves, ..Limits::default() };
        let game = game(fen, &[]);
        let m = parse_move(game.position(), stalemate).expect("a move");
        for (limits, is_draw) in [(limits(vec![]), false), (limits(vec![m]), true)] {
            let mut searcher = Searcher::new(1).expect("a small table");
            let outcome = boards::search(&mut searcher, &game, &limits, &Settings::default(), &mut ());
            assert_eq!(outcome.info.score == Score::DRAW, is_draw, "{fen} {outcome:?}");
            assert_eq!(outcome.best == Some(m), is_draw, "{fen} {outcome:?}");
        }
    }
}

#[test]
fn positions_match_known_facts() {
    for line in FACTS.lines() {
        let fact: Fact = serde_json::from_str(line).expect("a fact");
        let moves: Vec<&str> = fact.moves.iter().map(String::as_str).collect();
        let (game, id, expect) = (game(&fact.fen, &moves), &fact.id, &fact.expect);
        let position = game.position();
        let legal = position.legal_moves();
        let final_fen: Fen = expect.final_fen.parse().expect("a FEN");
        let final_fen: shakmaty::Chess = final_fen.into_position(CastlingMode::Standard).expect("legal");
        assert_eq!(position.fen(), Fen::from_position(&final_fen, EnPassantMode::Legal).to_string(), "{id}");
        assert_eq!(legal.len(), expect.legal_moves, "{id}");
        assert_eq!(position.in_check(), expect.in_check, "{id}");
        assert_eq!(legal.is_empty() && position.in_check(), expect.checkmate, "{id}");
        assert_eq!(legal.is_empty() && !position.in_check(), expect.stalemate, "{id}");
        assert_eq!(position.is_dead(), expect.insufficient_material, "{id}");
        assert_eq!(position.halfmoves(), expect.halfmove_clock, "{id}");
        assert_eq!(game.path().is_repetition(), expect.threefold, "{id}");
    }
}

#[test]
fn twofold_in_search_counts_as_threefold_in_game() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let start = Position::default().fen();
    // The root repeats, but was in the game only once.
    let new_game = game(&start, &[]);
    assert!(!repeats(&new_game, &shuffle));
    // The position after the first move repeats within the search.
    assert!(repeats(&new_game, &[&shuffle[..], &shuffle[..1]].concat()));
    // The root was in the game twice before.
    assert!(repeats(&game(&start, &shuffle), &shuffle));
    // The first occurrence is in the game, the others in the search.
    let once = game(&start, &shuffle[..2]);
    assert!(!repeats(&once, &shuffle[2..]));
    assert!(repeats(&once, &[&shuffle[2..], &shuffle].concat()));
    // A pawn move in between prevents a repetition.
    assert!(!repeats(&new_game, &["g1f3", "g8f6", "e2e3", "f6g8", "f3g1", "g8f6"]));
    // So does the loss of castling rights.
    assert!(!repeats(&game(&start, &["g1f3", "g8f6"]), &["h1g1", "h8g8", "g1h1", "g8h8"]));
}

/// Reports whether the search line `moves` after `game` ends in a repetition.
fn repeats(game: &Game, moves: &[&str]) -> bool {
    let (mut path, mut position) = (game.path().clone(), game.position().clone());
    for text in moves {
        position = position.play(parse_move(&position, text).expect("a legal move"));
        path.push(&position);
    }
    path.is_repetition()
}

/// A position as the repetition rule compares it: without clocks, with all rights.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    position: String,
}

impl Place {
    fn new(position: &Position) -> Place {
        let fen = Fen::from_position(position.chess(), EnPassantMode::Legal).to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        Place { position: fields.join(" ") }
    }
}

/// A walk with its path, and the list of its positions.
struct Walk {
    position: Position,
    path: Path,
    /// Since the last irreversible move or null move.
    places: Vec<Place>,
    /// How many of `places` belong to the game; the last of these is the root.
    game: usize,
}

impl Walk {
    fn new(position: Position) -> Walk {
        let mut path = Path::new();
        path.push(&position);
        Walk { places: vec![Place::new(&position)], position, path, game: 0 }
    }

    fn set_root(&mut self) {
        self.path.set_root();
        self.game = self.places.len();
    }

    fn play(&mut self, m: Move) {
        self.position = self.position.play(m);
        self.path.push(&self.position);
        if self.position.halfmoves() == 0 {
            self.clear();
        }
        self.places.push(Place::new(&self.position));
    }

    fn play_null_move(&mut self) {
        if let Some(child) = self.position.null_move() {
            self.position = child;
            self.path.push_null_move(&self.position);
            self.clear();
            self.places.push(Place::new(&self.position));
        }
    }

    fn clear(&mut self) {
        self.places.clear();
        self.game = 0;
    }

    fn is_repetition(&self) -> bool {
        let Some((last, earlier)) = self.places.split_last() else { return false };
        let same = |places: &[Place]| places.iter().filter(|place| *place == last).count();
        let game = self.game.min(earlier.len());
        same(&earlier[game..]) >= 1 || same(&earlier[..game]) >= 2
    }

    /// Reports whether a position has occurred twice since the last irreversible move or null move.
    fn has_repeated(&self) -> bool {
        (1..self.places.len()).any(|index| self.places[..index].contains(&self.places[index]))
    }

    /// Reports whether a legal move leads to an earlier position of the search line.
    fn has_upcoming_repetition(&self) -> bool {
        self.position.legal_moves().into_iter().any(|m| {
            let after = self.position.play(m);
            let line = &self.places[self.game..];
            after.halfmoves() > 0 && line.contains(&Place::new(&after))
        })
    }
}

/// Mostly takes back the move of two plies ago, so that positions repeat.
fn next_move(walk: &Walk, played: &[Move], rng: &mut StdRng) -> Option<Move> {
    let legal = walk.position.legal_moves();
    let back = played.len().checked_sub(2).map(|index| played[index]);
    let undo = back.and_then(|m| legal.iter().find(|u| u.from() == Some(m.to()) && Some(u.to()) == m.from()));
    let quiet: Vec<Move> = legal.iter().copied().filter(|m| !m.is_zeroing()).collect();
    match rng.random_range(0..20) {
        0..9 if undo.is_some() => undo.copied(),
        9 if !legal.is_empty() => Some(legal[rng.random_range(0..legal.len())]),
        _ if !quiet.is_empty() => Some(quiet[rng.random_range(0..quiet.len())]),
        _ => None,
    }
}

#[test]
fn repetitions_agree_with_brute_force() {
    let mut rng = StdRng::seed_from_u64(100);
    let mut roots = boards::roots();
    // Small endgames repeat most.
    let traps = traps().into_iter().map(|trap| boards::position(trap.fen));
    roots.extend(std::iter::repeat_n(traps.collect::<Vec<_>>(), 5).flatten());
    let (mut seen, mut repeated, mut upcoming) = (0, 0, 0);
    while seen < 100_000 {
        let mut walk = Walk::new(roots[rng.random_range(0..roots.len())].clone());
        let (root, mut played) = (rng.random_range(0..12), Vec::new());
        for ply in 0..60 {
            if ply <= root {
                walk.set_root();
            } else if rng.random_range(0..30) == 0 {
                walk.play_null_move();
            }
            seen += 1;
            let fen = walk.position.fen();
            let (repetition, claim) = (walk.is_repetition(), walk.has_upcoming_repetition());
            assert_eq!(walk.path.is_repetition(), repetition, "repetition in {fen} after {played:?}");
            let found = walk.path.has_upcoming_repetition(&walk.position);
            assert_eq!(found, claim, "upcoming repetition in {fen} after {played:?}");
            assert_eq!(walk.path.has_repeated(), walk.has_repeated(), "repeated in {fen} after {played:?}");
            // Nothing depends on the positions before the last irreversible move.
            let short = walk.path.since_irreversible_move();
            let found = (short.is_repetition(), short.has_upcoming_repetition(&walk.position));
            assert_eq!(found, (repetition, claim), "{fen} after {played:?}");
            assert_eq!(short.has_repeated(), walk.path.has_repeated(), "{fen} after {played:?}");
            repeated += usize::from(repetition);
            upcoming += usize::from(claim);
            let Some(m) = next_move(&walk, &played, &mut rng) else { break };
            walk.play(m);
            played.push(m);
        }
    }
    assert!(repeated > 10_000 && upcoming > 10_000, "{repeated} {upcoming}");
}

/// The first occurrence has an en passant square, after a double push or in the FEN, but no legal capture.
#[test]
fn an_illegal_en_passant_capture_makes_no_other_position() {
    let text = include_str!("../data/cases/en_passant_threefold.csv");
    let cases: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(cases.len(), 3);
    for case in cases {
        let mut game = game(case[1], &case[2].split(' ').collect::<Vec<_>>());
        assert!(game.path().has_repeated() && !game.path().is_repetition(), "{case:?}");
        game.play(parse_move(game.position(), case[3]).expect("a move")).expect("a legal move");
        assert!(game.path().is_repetition(), "{case:?}");
    }
}

/// Positions that differ for the rules differ in their keys, the others do not.
#[test]
fn keys_contain_the_rights_that_a_side_has() {
    let key = |fen: &str| boards::position(fen).key();
    // A capture that is legal, none that is beside, one of a pinned pawn, and one that leaves a check.
    let same = |fen: &str, square: &str| key(fen) == key(&fen.replace(" - 0", &format!(" {square} 0")));
    assert!(!same("4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1", "e3"));
    assert!(same("4k3/8/8/8/4P2p/8/8/4K3 b - - 0 1", "e3"));
    assert!(same("8/8/8/8/R3Pp1k/8/8/4K3 b - - 0 1", "e3"));
    assert!(same("5k2/8/8/8/4Pp2/8/8/4KR2 b - - 0 1", "e3"));
    // A right of each rook.
    let [outer, inner, none] =
        ["A", "B", "-"].map(|rights| key(&format!("4k3/8/8/8/8/8/8/RR2K3 w {rights} - 0 1")));
    assert!(outer != inner && outer != none && inner != none);
    // A right that does not fit the board does not count.
    assert_eq!(key("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"), key("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
}

/// A position in which a drawing rule decides the best move.
struct Trap {
    id: &'static str,
    kind: &'static str,
    fen: &'static str,
    moves: Vec<&'static str>,
    result: &'static str,
    keep: HashSet<&'static str>,
    spoil: HashSet<&'static str>,
}

fn traps() -> Vec<Trap> {
    let read = |line: &'static str| {
        let fields: Vec<&str> = line.split(',').collect();
        let words = |index: usize| fields[index].split_ascii_whitespace();
        Trap {
            id: fields[0],
            kind: fields[1],
            fen: fields[2],
            moves: words(3).collect(),
            result: fields[4],
            keep: words(5).collect(),
            spoil: words(6).collect(),
        }
    };
    TRAPS.lines().skip(1).map(read).collect()
}

/// The traps of a kind; panics if there are fewer than `at_least`.
fn traps_of(kind: &str, at_least: usize) -> Vec<Trap> {
    let traps: Vec<Trap> = traps().into_iter().filter(|trap| trap.kind == kind).collect();
    assert!(traps.len() >= at_least, "only {} traps of kind {kind}", traps.len());
    traps
}

fn nodes(number: u64) -> Limits {
    Limits { nodes: Some(number), ..Limits::default() }
}

/// The best move of a search, and its score.
fn search(trap: &Trap, searcher: &mut Searcher, limits: &Limits) -> (String, Score) {
    let game = game(trap.fen, &trap.moves);
    searcher.clear(1);
    let outcome = boards::search(searcher, &game, limits, &Settings::default(), &mut ());
    let best = outcome.best.unwrap_or_else(|| panic!("{}: no move", trap.id));
    (game.position().move_text(best), outcome.info.score)
}

/// Reports whether a score is that of a draw, give or take a few units.
fn is_level(score: Score) -> bool {
    score.units().abs() <= 10
}

#[test]
fn search_mates_before_the_fifty_move_rule() {
    let mut searcher = Searcher::new(16).expect("a small table");
    for trap in &traps_of("clock_win", 21) {
        let Trap { id, result, keep, .. } = trap;
        let moves: u32 = result.strip_prefix("mate in ").and_then(|moves| moves.parse().ok()).expect("moves");
        if moves <= 5 {
            let limits = Limits { mate: Some(moves), nodes: Some(300 * NODES), ..Limits::default() };
            let (best, score) = search(trap, &mut searcher, &limits);
            assert!(keep.contains(best.as_str()), "{id}: {best} {score:?} is not the fastest mate");
            assert_eq!(score.mate_moves(), Some(moves.cast_signed()), "{id}");
        } else {
            // The only win is deep: a selective search may miss it, but must not claim another mate or a
            // loss.
            let (best, score) = search(trap, &mut searcher, &nodes(NODES));
            let claims_other = score.mate_moves().is_some_and(|claim| claim != moves.cast_signed());
            assert!(!claims_other && score.units() > -10, "{id}: {best} {score:?}, but it is {result}");
        }
    }
}

#[test]
fn search_claims_no_mate_beyond_the_fifty_move_rule() {
    let mut searcher = Searcher::new(16).expect("a small table");
    for trap in &traps_of("clock_draw", 20) {
        let left = 100 - boards::position(trap.fen).halfmoves();
        // At the end of an iteration: within one, bounds of searches of less depth come and go.
        let limits = Limits { soft_nodes: Some(NODES), ..nodes(10 * NODES) };
        let (best, score) = search(trap, &mut searcher, &limits);
        // A distant draw may score as an advantage, but not as a win.
        let holds = if left <= 6 { is_level(score) } else { !score.is_decisive() };
        assert!(holds, "{}: {best} {score:?} in a drawn position", trap.id);
    }
}

#[test]
fn search_resets_the_fifty_move_clock_in_time() {
    let mut searcher = Searcher::new(16).expect("a small table");
    for trap in &traps_of("zeroing_move_now", 60) {
        let (best, score) = search(trap, &mut searcher, &nodes(NODES));
        assert!(trap.keep.contains(best.as_str()), "{}: {best} {score:?} gives the win away", trap.id);
        assert!(score.units() > 10, "{}: {score:?}", trap.id);
    }
}

#[test]
fn search_seeks_or_avoids_threefold_repetition() {
    let mut searcher = Searcher::new(16).expect("a small table");
    let (seek, avoid) = (traps_of("seek_third_repetition", 16), traps_of("avoid_third_repetition", 24));
    for trap in seek.iter().chain(&avoid) {
        let (best, score) = search(trap, &mut searcher, &nodes(NODES));
        let id = trap.id;
        if trap.result == "draw" {
            assert!(trap.keep.contains(best.as_str()) && is_level(score), "{id}: {best} {score:?}");
        } else {
            assert!(!trap.spoil.contains(best.as_str()) && score.units() > 10, "{id}: {best} {score:?}");
        }
    }
}

#[test]
fn search_sees_stalemate_and_underpromotion() {
    let mut searcher = Searcher::new(16).expect("a small table");
    let (stalemates, promotions) = (traps_of("stalemate_trap", 60), traps_of("underpromotion", 30));
    for trap in stalemates.iter().chain(&promotions) {
        let (best, score) = search(trap, &mut searcher, &nodes(NODES));
        let keeps = trap.keep.is_empty() || trap.keep.contains(best.as_str());
        assert!(keeps && !trap.spoil.contains(best.as_str()), "{}: {best} {score:?}", trap.id);
    }
}
