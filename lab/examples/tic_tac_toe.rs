//! Tic-tac-toe, played by any algorithm of the laboratory.
//!
//! Run `cargo run --release -p lancet-lab --no-default-features --example tic_tac_toe -- [ALGORITHM]`: every algorithm
//! finds the value of the empty board, then ALGORITHM (negascout) plays both sides and prints the best line of each
//! position.
//!
//! The implementation of `GameTree` is all that a game needs; about forty lines here.
#![allow(clippy::print_stdout, reason = "a program for students")]

use std::error::Error;
use std::fmt;

use lancet_lab::algorithm::{Algorithm, Parameters};
use lancet_lab::tree::splitmix64;
use lancet_lab::{Counters, GameTree, Value};

/// The game from the empty board, or from another position.
struct TicTacToe(Board);

/// The squares of each side, one bit for each square from the upper left to the lower right corner.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Board {
    to_move: u16,
    opponent: u16,
}

const FULL: u16 = 0x1ff;
const ROWS: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

impl Board {
    fn stones(self) -> u32 {
        (self.to_move | self.opponent).count_ones()
    }

    /// Whether the side that moved last has three in a row.
    fn is_lost(self) -> bool {
        ROWS.iter().any(|row| self.opponent & row == *row)
    }

    /// The empty squares, if the game goes on.
    fn squares(self) -> Vec<u16> {
        let taken = self.to_move | self.opponent;
        let is_over = self.is_lost() || taken == FULL;
        (0..9).filter(|square| !is_over && taken >> square & 1 == 0).collect()
    }

    fn play(self, square: u16) -> Board {
        Board { to_move: self.opponent, opponent: self.to_move | 1 << square }
    }
}

impl GameTree for TicTacToe {
    type Node = Board;
    type Moves = Vec<u16>;

    fn root(&self) -> Board {
        self.0
    }

    fn moves(&self, node: &Board) -> Vec<u16> {
        node.squares()
    }

    fn len(&self, moves: &Vec<u16>) -> usize {
        moves.len()
    }

    fn child(&self, node: &Board, moves: &Vec<u16>, index: usize) -> Board {
        node.play(moves[index])
    }

    fn evaluate(&self, node: &Board) -> Value {
        // A loss is worse the earlier it comes.
        if node.is_lost() { node.stones().cast_signed() - 10 } else { 0 }
    }

    fn key(&self, node: &Board) -> u64 {
        splitmix64(u64::from(node.to_move) << 16 | u64::from(node.opponent))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x_moves = self.stones().is_multiple_of(2);
        let (x, o) = if x_moves { (self.to_move, self.opponent) } else { (self.opponent, self.to_move) };
        let square = |index: u16| match (x >> index & 1, o >> index & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        (0..3).try_for_each(|row| {
            writeln!(f, "{} {} {}", square(3 * row), square(3 * row + 1), square(3 * row + 2))
        })
    }
}

/// The number of plies until the board is full.
const DEPTH: u32 = 9;

/// The squares, from 1, of the moves with these indices.
fn squares(mut board: Board, line: &[usize]) -> Vec<u16> {
    let mut squares = Vec::new();
    for index in line {
        let square = board.squares()[*index];
        squares.push(square + 1);
        board = board.play(square);
    }
    squares
}

/// A board of a game, its value and its best line, in squares from 1.
type Turn = (Board, Value, Vec<u16>);

/// Plays a game from the empty board.
fn game(algorithm: Algorithm) -> Result<Vec<Turn>, Box<dyn Error>> {
    let (mut board, mut game) = (Board::default(), Vec::new());
    loop {
        let solution = algorithm.solve(&TicTacToe(board), DEPTH)?;
        let line = squares(board, &solution.line);
        let first = line.first().copied();
        game.push((board, solution.value, line));
        match first {
            Some(square) => board = board.play(square - 1),
            None => return Ok(game),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let player = std::env::args().nth(1).map_or(Ok(Algorithm::NegaScout), |name| name.parse())?;
    println!("{:32} {:>6} {:>8} {:>8}  best line", "algorithm", "value", "leaves", "nodes");
    for algorithm in Algorithm::ALL {
        let (tree, mut counters) = (TicTacToe(Board::default()), Counters::default());
        let value = algorithm.search(&tree, &mut counters, DEPTH, &Parameters::default())?;
        let line = squares(tree.0, &algorithm.solve(&tree, DEPTH)?.line);
        println!(
            "{:32} {value:>6} {:>8} {:>8}  {line:?}",
            algorithm.name(),
            counters.leaves,
            counters.nodes()
        );
    }
    println!("\n{} plays both sides:\n", player.name());
    for (board, value, line) in game(player)? {
        println!("{board}value {value}, best line {line:?}\n");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_a_draw_by_every_algorithm() {
        let tree = TicTacToe(Board::default());
        for algorithm in Algorithm::ALL {
            let solution = algorithm.solve(&tree, DEPTH).expect("a small tree");
            assert_eq!((solution.value, solution.line.len()), (0, 9), "{algorithm}");
            let mut counters = Counters::default();
            assert_eq!(algorithm.search(&tree, &mut counters, DEPTH, &Parameters::default()), Ok(0));
            if algorithm == Algorithm::Minimax {
                assert_eq!((counters.leaves, counters.nodes()), (255_168, 549_946), "the known numbers");
            }
        }
    }

    #[test]
    fn every_algorithm_plays_a_drawn_game() {
        for algorithm in Algorithm::ALL {
            let game = game(algorithm).expect("a small tree");
            let (last, value, line) = game.last().expect("a position");
            assert_eq!((game.len(), last.stones(), *value, line.len()), (10, 9, 0, 0), "{algorithm}");
        }
    }

    #[test]
    fn a_win_is_found() {
        // X at 1 and 2, O at 4 and 5, X to move: 3 wins at once.
        let board = [0, 3, 1, 4].into_iter().fold(Board::default(), Board::play);
        for algorithm in Algorithm::ALL {
            let solution = algorithm.solve(&TicTacToe(board), DEPTH).expect("a small tree");
            assert_eq!((solution.value, board.squares()[solution.line[0]]), (5, 2), "{algorithm}");
        }
    }
}
