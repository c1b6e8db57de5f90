//! Connect Four: the best move of any position, by any algorithm of the laboratory.
//!
//! Run `cargo run --release -p lancet-lab --no-default-features --example connect_four -- [MOVES] [DEPTH] [ALGORITHM...]`.
//! MOVES are columns from 1, such as `44435`, or `-` for the empty board; DEPTH is in plies (8). Without algorithms,
//! those that need few leaves search the position.
#![allow(clippy::print_stdout, reason = "a program for students")]

use std::error::Error;
use std::fmt;

use lancet_lab::algorithm::{Algorithm, Parameters};
use lancet_lab::tree::splitmix64;
use lancet_lab::{Counters, GameTree, Value};

/// The game from a position.
struct ConnectFour(Board);

/// The stones of each side. Each column has seven bits, from the bottom up; the seventh stays empty.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Board {
    to_move: u64,
    opponent: u64,
}

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
/// Columns in the order in which they are searched: the middle first.
const ORDER: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];
/// The score of a win, less the number of stones on the board.
const WIN: Value = 1000;

impl Board {
    fn stones(self) -> u64 {
        self.to_move | self.opponent
    }

    /// Whether the side that moved last has four in a row.
    fn is_lost(self) -> bool {
        [1, 7, 6, 8].into_iter().any(|step| {
            let pairs = self.opponent & self.opponent >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    fn has_room(self, column: u32) -> bool {
        self.stones() >> (column * 7 + ROWS - 1) & 1 == 0
    }

    fn play(self, column: u32) -> Board {
        let lowest = (self.stones() + (1 << (column * 7))) & (0x3f << (column * 7));
        Board { to_move: self.opponent, opponent: self.to_move | lowest }
    }

    /// The columns that can be played, if the game goes on.
    fn columns(self) -> Vec<u32> {
        let is_over = self.is_lost();
        ORDER.into_iter().filter(|column| !is_over && self.has_room(*column)).collect()
    }

    /// The board after these moves, columns from 1.
    fn after(moves: &str) -> Result<Board, String> {
        moves.chars().try_fold(Board::default(), |board, digit| {
            let column = digit.to_digit(10).and_then(|digit| digit.checked_sub(1)).filter(|c| *c < COLUMNS);
            let column = column.filter(|column| board.columns().contains(column));
            column.map(|column| board.play(column)).ok_or(format!("invalid move '{digit}' in '{moves}'"))
        })
    }
}

impl GameTree for ConnectFour {
    type Node = Board;
    type Moves = Vec<u32>;

    fn root(&self) -> Board {
        self.0
    }

    fn moves(&self, node: &Board) -> Vec<u32> {
        node.columns()
    }

    fn len(&self, moves: &Vec<u32>) -> usize {
        moves.len()
    }

    fn child(&self, node: &Board, moves: &Vec<u32>, index: usize) -> Board {
        node.play(moves[index])
    }

    /// Wins count most, a full board is a draw; else stones in and near the middle column, which are part of more rows of four.
    fn evaluate(&self, node: &Board) -> Value {
        if node.is_lost() {
            return node.stones().count_ones().cast_signed() - WIN;
        }
        if node.stones().count_ones() == COLUMNS * ROWS {
            return 0;
        }
        let middle = |stones: u64| -> Value {
            let weight = |column: u32| 3 - (column.cast_signed() - 3).abs();
            let count = |column: u32| (stones >> (column * 7) & 0x7f).count_ones().cast_signed();
            (0..COLUMNS).map(|column| weight(column) * count(column)).sum()
        };
        middle(node.to_move) - middle(node.opponent)
    }

    fn key(&self, node: &Board) -> u64 {
        splitmix64(node.to_move ^ splitmix64(node.opponent))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x_moves = self.stones().count_ones().is_multiple_of(2);
        let (x, o) = if x_moves { (self.to_move, self.opponent) } else { (self.opponent, self.to_move) };
        for row in (0..ROWS).rev() {
            let square = |column: u32| match (x >> (column * 7 + row) & 1, o >> (column * 7 + row) & 1) {
                (1, _) => "X",
                (_, 1) => "O",
                _ => ".",
            };
            writeln!(f, "{}", (0..COLUMNS).map(square).collect::<Vec<&str>>().join(" "))?;
        }
        writeln!(f, "1 2 3 4 5 6 7")
    }
}

/// Returns the value and the best line of a board, in columns from 1.
fn best_line(algorithm: Algorithm, board: Board, depth: u32) -> Result<(Value, String), Box<dyn Error>> {
    let solution = algorithm.solve(&ConnectFour(board), depth)?;
    let (mut after, mut columns) = (board, String::new());
    for index in solution.line {
        let column = after.columns()[index];
        columns += &(column + 1).to_string();
        after = after.play(column);
    }
    Ok((solution.value, columns))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let moves = arguments.next().filter(|moves| moves != "-").unwrap_or_default();
    let depth = arguments.next().map_or(Ok(8), |depth| depth.parse::<u32>())?;
    let mut algorithms = arguments.map(|name| name.parse()).collect::<Result<Vec<Algorithm>, _>>()?;
    if algorithms.is_empty() {
        algorithms = vec![
            Algorithm::AlphaBetaFailSoft,
            Algorithm::NegaScout,
            Algorithm::Ins,
            Algorithm::RecSssStar,
            Algorithm::MtdF,
        ];
    }
    let board = Board::after(&moves)?;
    println!("{board}\n{:32} {:>6} {:>10}  best line", "algorithm", "value", "leaves");
    for algorithm in algorithms {
        let mut counters = Counters::default();
        algorithm.search(&ConnectFour(board), &mut counters, depth, &Parameters::default())?;
        let (value, line) = best_line(algorithm, board, depth)?;
        println!("{:32} {value:>6} {:>10}  {line}", algorithm.name(), counters.leaves);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value and the first column of the best line, which must be the same by every algorithm.
    fn best(moves: &str, depth: u32) -> (Value, char) {
        let board = Board::after(moves).expect("legal moves");
        let all = Algorithm::ALL.map(|algorithm| best_line(algorithm, board, depth).expect("a small tree"));
        let value = all[0].0;
        assert!(all.iter().all(|(other, line)| *other == value && line.len() <= depth as usize), "{all:?}");
        (value, all[0].1.chars().next().expect("a move"))
    }

    #[test]
    fn four_in_a_row_are_found() {
        for moves in ["1122334", "1213141", "12233434474", "4334225111"] {
            assert_eq!(Board::after(moves).map(Board::is_lost), Ok(moves != "4334225111"), "{moves}");
        }
        assert_eq!(Board::after("1111111"), Err("invalid move '1' in '1111111'".into()));
        assert_eq!(Board::after("8"), Err("invalid move '8' in '8'".into()));
    }

    #[test]
    fn wins_and_defences_are_found() {
        // X has 4, 3 and 2 at the bottom and wins at either end.
        assert_eq!(best("443322", 3).0, WIN - 7);
        let (value, column) = best("414243", 1);
        assert_eq!((value, column), (WIN - 7, '4'));
        let (_, column) = best("41424", 2);
        assert_eq!(column, '4', "O stops four in the middle column");
    }

    #[test]
    fn an_open_row_of_three_wins() {
        // X has 4 and 3 at the bottom: 2 or 5 makes an open row of three, which O cannot stop.
        let (value, column) = best("4433", 5);
        assert!(value == WIN - 7 && "25".contains(column), "{value} {column}");
    }
}
