//! Draws: the facts of the rules, repetitions against brute force, and a search that knows them.

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
/// Enough to see each trap.
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

#[test]
fn facts_of_the_rules() {
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
fn twice_in_the_search_is_as_three_times_in_the_game() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let start = Position::default().fen();
    // The root comes again: once in the game is not enough.
    let before = game(&start, &[]);
    assert!(!repeats(&before, &shuffle));
    // The position after the first move comes again, and both times are in the search.
    assert!(repeats(&before, &[&shuffle[..], &shuffle[..1]].concat()));
    // The root was there twice in the game already.
    assert!(repeats(&game(&start, &shuffle), &shuffle));
    // The first repetition is in the game, the second in the search.
    let once = game(&start, &shuffle[..2]);
    assert!(!repeats(&once, &shuffle[2..]));
    assert!(repeats(&once, &[&shuffle[2..], &shuffle].concat()));
    // A pawn move between makes all new.
    assert!(!repeats(&before, &["g1f3", "g8f6", "e2e3", "f6g8", "f3g1", "g8f6"]));
    // So does the loss of a right.
    assert!(!repeats(&game(&start, &["g1f3", "g8f6"]), &["h1g1", "h8g8", "g1h1", "g8h8"]));
}

/// The search line `moves` after `game` ends in a repetition.
fn repeats(game: &Game, moves: &[&str]) -> bool {
    let (mut path, mut position) = (game.path().clone(), game.position().clone());
    for text in moves {
        position = position.play(parse_move(&position, text).expect("a legal move"));
        path.push(&position);
    }
    path.is_repetition()
}

/// A position of a walk, as the rules know it: without clocks, but with every right.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    position: String,
}

impl Place {
    fn new(position: &Position) -> Place {
        // As in a Polyglot key, en passant counts where a pawn stands ready.
        let fen = Fen::from_position(position.chess(), EnPassantMode::PseudoLegal).to_string();
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        Place { position: fields.join(" ") }
    }
}

/// A walk with its path, and what a plain memory of it knows.
struct Walk {
    position: Position,
    path: Path,
    /// Since the last move or pass that cannot be undone.
    places: Vec<Place>,
    /// Of `places`, those of the game: the last of them is the root.
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
            self.forget();
        }
        self.places.push(Place::new(&self.position));
    }

    fn pass(&mut self) {
        if let Some(passed) = self.position.null_move() {
            self.position = passed;
            self.path.push_null_move(&self.position);
            self.forget();
            self.places.push(Place::new(&self.position));
        }
    }

    fn forget(&mut self) {
        self.places.clear();
        self.game = 0;
    }

    fn is_repetition(&self) -> bool {
        let Some((last, before)) = self.places.split_last() else { return false };
        let same = |places: &[Place]| places.iter().filter(|place| *place == last).count();
        let game = self.game.min(before.len());
        same(&before[game..]) >= 1 || same(&before[..game]) >= 2
    }

    /// Some position has come twice since the last move or pass that cannot be undone.
    fn has_repeated(&self) -> bool {
        (1..self.places.len()).any(|index| self.places[..index].contains(&self.places[index]))
    }

    /// Some legal move leads to an earlier position of the search line.
    fn has_upcoming_repetition(&self) -> bool {
        self.position.legal_moves().into_iter().any(|m| {
            let after = self.position.play(m);
            let line = &self.places[self.game..];
            after.halfmoves() > 0 && line.contains(&Place::new(&after))
        })
    }
}

/// Mostly takes back what was played two plies ago, so that positions come again.
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
    // Small endings shuffle best.
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
                walk.pass();
            }
            seen += 1;
            let fen = walk.position.fen();
            let (repetition, claim) = (walk.is_repetition(), walk.has_upcoming_repetition());
            assert_eq!(walk.path.is_repetition(), repetition, "repetition in {fen} after {played:?}");
            let found = walk.path.has_upcoming_repetition(&walk.position);
            assert_eq!(found, claim, "upcoming repetition in {fen} after {played:?}");
            assert_eq!(walk.path.has_repeated(), walk.has_repeated(), "repeated in {fen} after {played:?}");
            repeated += usize::from(repetition);
            upcoming += usize::from(claim);
            let Some(m) = next_move(&walk, &played, &mut rng) else { break };
            walk.play(m);
            played.push(m);
        }
    }
    assert!(repeated > 10_000 && upcoming > 10_000, "{repeated} {upcoming}");
}

/// A position where a rule of drawing decides what to play.
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

fn nodes(number: u64) -> Limits {
    Limits { nodes: Some(number), ..Limits::default() }
}

/// What a search plays, and the score it gives.
fn search(trap: &Trap, searcher: &mut Searcher, limits: &Limits) -> (String, Score) {
    let game = game(trap.fen, &trap.moves);
    searcher.clear(1);
    let outcome = boards::search(searcher, &game, limits, &Settings::default(), &mut ());
    let best = outcome.best.unwrap_or_else(|| panic!("{}: no move", trap.id));
    (game.position().move_text(best), outcome.info.score)
}

/// A score that a drawn position may have: draws may be blurred by a few units.
fn is_level(score: Score) -> bool {
    score.units().abs() <= 10
}

#[test]
fn a_search_mates_before_the_clock_runs_out() {
    let mut searcher = Searcher::new(16).expect("a small table");
    for trap in traps().iter().filter(|trap| trap.kind == "clock_win") {
        let Trap { id, result, keep, .. } = trap;
        let moves: u32 = result.strip_prefix("mate in ").and_then(|moves| moves.parse().ok()).expect("moves");
        if moves <= 5 {
            let limits = Limits { mate: Some(moves), nodes: Some(300 * NODES), ..Limits::default() };
            let (best, score) = search(trap, &mut searcher, &limits);
            assert!(keep.contains(best.as_str()), "{id}: {best} {score:?} is not the fastest mate");
            assert_eq!(score.mate_moves(), Some(moves.cast_signed()), "{id}");
        } else {
            // One way in thousands, far off: a selective search may overlook it, but not dream of
            // a shorter one, nor think that the other side wins.
            let (best, score) = search(trap, &mut searcher, &nodes(NODES));
            let dreams = score.mate_moves().is_some_and(|claim| claim != moves.cast_signed());
            assert!(!dreams && score.units() > -10, "{id}: {best} {score:?}, but it is {result}");
        }
    }
}

#[test]
fn a_search_claims_no_mate_behind_the_clock() {
    let mut searcher = Searcher::new(16).expect("a small table");
    for trap in traps().iter().filter(|trap| trap.kind == "clock_draw") {
        let left = 100 - boards::position(trap.fen).halfmoves();
        let (best, score) = search(trap, &mut searcher, &nodes(NODES));
        // A draw that is many moves away may look like an advantage, but never like a win.
        let holds = if left <= 6 { is_level(score) } else { !score.is_decisive() };
        assert!(holds, "{}: {best} {score:?} though all is drawn", trap.id);
    }
}

#[test]
fn a_search_resets_the_clock_in_time() {
    let mut searcher = Searcher::new(16).expect("a small table");
    for trap in traps().iter().filter(|trap| trap.kind == "zeroing_move_now") {
        let (best, score) = search(trap, &mut searcher, &nodes(NODES));
        assert!(trap.keep.contains(best.as_str()), "{}: {best} {score:?} lets the win go", trap.id);
        assert!(score.units() > 10, "{}: {score:?}", trap.id);
    }
}

#[test]
fn a_search_seeks_and_shuns_the_third_time() {
    let mut searcher = Searcher::new(16).expect("a small table");
    for trap in traps().iter().filter(|trap| trap.kind.ends_with("third_repetition")) {
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
fn a_search_sees_stalemate_and_underpromotion() {
    let mut searcher = Searcher::new(16).expect("a small table");
    let kinds = ["stalemate_trap", "underpromotion"];
    for trap in traps().iter().filter(|trap| kinds.contains(&trap.kind)) {
        let (best, score) = search(trap, &mut searcher, &nodes(NODES));
        let keeps = trap.keep.is_empty() || trap.keep.contains(best.as_str());
        assert!(keeps && !trap.spoil.contains(best.as_str()), "{}: {best} {score:?}", trap.id);
    }
}
