//! Writing: a position and its operations as a line.

use std::fmt;

use super::{Epd, Operand, Operation};

/// One line: four fields, the operations, and the clocks as `hmvc` and `fmvn` unless they are initial.
impl fmt::Display for Epd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (halfmoves, fullmoves) = (self.position.halfmoves(), self.position.game_ply() / 2 + 1);
        let fen = self.position.fen();
        f.write_str(&fen.split(' ').take(4).collect::<Vec<_>>().join(" "))?;
        for operation in &self.operations {
            write!(f, " {}", operation.opcode)?;
            self.write_operand(f, operation)?;
        }
        if halfmoves != 0 {
            write!(f, " hmvc {halfmoves};")?;
        }
        if fullmoves != 1 {
            write!(f, " fmvn {fullmoves};")?;
        }
        Ok(())
    }
}

impl Epd {
    fn write_operand(&self, f: &mut fmt::Formatter<'_>, operation: &Operation) -> fmt::Result {
        match &operation.operand {
            Operand::None => f.write_str(";"),
            Operand::Integer(number) => write!(f, " {number};"),
            Operand::Real(number) => write!(f, " {number:?};"),
            Operand::Text(text) => write!(f, " \"{}\";", escaped(text)),
            Operand::Word(word) => write!(f, " {word};"),
            Operand::Moves(moves) if operation.opcode == "pv" => {
                write!(f, " {};", self.position.san_line(moves))
            }
            Operand::Moves(moves) => {
                moves.iter().try_for_each(|m| write!(f, " {}", self.position.san(*m)))?;
                f.write_str(";")
            }
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"")
}
