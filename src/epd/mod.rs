//! EPD: positions in extended position description, such as those of test suites.
//!
//! A line is the first four fields of a FEN (or all six), then operations: an opcode, its operand, a
//! semicolon. Deviations of real files are accepted: no semicolon after the last operation or after a
//! string, commas between moves, moves without their `+`. The kinds of operands are those of python-chess.

mod write;

use std::num::IntErrorKind;
use std::str::FromStr;

use shakmaty::Move;
use thiserror::Error;

use crate::files::quoted;
use crate::position::{FenError, FenWarning, Position, SanError, is_check_counter, parse_fen, parse_san};

/// A position with operations.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position; its clocks are those of the operations `hmvc` and `fmvn`, else of the fields, if it has any.
    pub position: Position,
    /// The operations in their order, without `hmvc` and `fmvn`.
    pub operations: Vec<Operation>,
    /// The fields that were dropped because they do not fit the board.
    pub warnings: Vec<FenWarning>,
}

/// An operation of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Operation {
    /// The opcode, such as `bm`.
    pub opcode: String,
    /// The operand.
    pub operand: Operand,
}

/// The operand of an operation.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// No operand.
    None,
    /// An integer.
    Integer(i64),
    /// A real number.
    Real(f64),
    /// A quoted string.
    Text(String),
    /// An unquoted string.
    Word(String),
    /// Alternative moves of the position, or with the opcode `pv` a line of moves.
    Moves(Vec<Move>),
}

/// Why a position in EPD is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EpdError {
    /// The fields of the position are invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An opcode does not begin with a letter.
    #[error("invalid opcode '{}': must begin with a letter", quoted(.0))]
    Opcode(String),
    /// The operand of a clock is not a number.
    #[error("invalid operand '{}' of {opcode}: must be a number", quoted(.operand))]
    Clock {
        /// The opcode, `hmvc` or `fmvn`.
        opcode: &'static str,
        /// The operand as written.
        operand: String,
    },
    /// A move is invalid.
    #[error("invalid move '{}' of {opcode}: {reason}", quoted(.text))]
    Move {
        /// The opcode.
        opcode: String,
        /// The move as written.
        text: String,
        /// Why it is invalid.
        reason: SanError,
    },
}

/// Why a line of an EPD file is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {error}")]
pub struct EpdLineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// Why it is invalid.
    pub error: EpdError,
}

/// Opcodes whose operands are moves.
const MOVE_OPCODES: [&str; 5] = ["bm", "am", "pv", "pm", "sm"];

/// Opcodes whose operands are numbers.
const NUMBER_OPCODES: [&str; 7] = ["acd", "acn", "acs", "ce", "dm", "fmvn", "hmvc"];

/// Opcodes that may follow moves or a number without a semicolon.
const OTHER_OPCODES: [&str; 3] = ["id", "eco", "noop"];

impl Epd {
    /// Returns the operand of an opcode, the last one if there are several.
    #[must_use]
    pub fn get(&self, opcode: &str) -> Option<&Operand> {
        self.operations.iter().rev().find(|operation| operation.opcode == opcode).map(|o| &o.operand)
    }

    /// Returns the moves of an opcode, empty if it is missing.
    #[must_use]
    pub fn moves(&self, opcode: &str) -> &[Move] {
        match self.get(opcode) {
            Some(Operand::Moves(moves)) => moves,
            _ => &[],
        }
    }

    /// Returns the string of an opcode, quoted or not.
    #[must_use]
    pub fn text(&self, opcode: &str) -> Option<&str> {
        match self.get(opcode) {
            Some(Operand::Text(text) | Operand::Word(text)) => Some(text),
            _ => None,
        }
    }

    /// Returns the integer of an opcode.
    #[must_use]
    pub fn integer(&self, opcode: &str) -> Option<i64> {
        match self.get(opcode) {
            Some(Operand::Integer(number)) => Some(*number),
            _ => None,
        }
    }
}

/// Parses the lines of an EPD file, and returns the positions with their line numbers. Empty lines and lines
/// that begin with `#` are skipped.
///
/// # Errors
/// An [`EpdLineError`] for the first invalid line.
pub fn read_lines(text: &str) -> Result<Vec<(usize, Epd)>, EpdLineError> {
    lines(text).collect()
}

/// Parses the lines of an EPD file as [`read_lines`], and goes on after an invalid one.
pub fn lines(text: &str) -> impl Iterator<Item = Result<(usize, Epd), EpdLineError>> {
    text_lines(text).map(|(number, line)| match line.parse() {
        Ok(epd) => Ok((number, epd)),
        Err(error) => Err(EpdLineError { line: number, error }),
    })
}

/// Returns the lines of a text with their numbers, without those that are empty or begin with `#`.
pub(crate) fn text_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..)
        .zip(text.split('\n').flat_map(|line| line.trim_end_matches('\r').split('\r')))
        .filter_map(|(number, line)| Some((number, line_text(line)?)))
}

/// Returns a line without the blanks around it; `None` if it is empty or begins with `#`.
pub(crate) fn line_text(line: &str) -> Option<&str> {
    // A blank is what separates lines, or what stands at the beginning or the end of the texts of other systems.
    let is_blank = |c: char| c.is_whitespace() || matches!(c, '\0' | '\u{1a}' | '\u{feff}');
    // A tab may begin a table.
    let line = line.trim_end_matches(is_blank).trim_start_matches(|c| c != '\t' && is_blank(c));
    (!line.is_empty() && !line.trim_start().starts_with('#')).then_some(line)
}

impl FromStr for Epd {
    type Err = EpdError;

    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (fields, rest) = split_fields(line);
        if rest.split([' ', '\t', ';']).next().is_some_and(is_check_counter) {
            return Err(FenError::CheckCounter.into());
        }
        let mut raw = split_operations(rest)?;
        let halfmoves = take_clock(&mut raw, "hmvc")?;
        let fullmoves = take_clock(&mut raw, "fmvn")?;
        let field = |index: usize, default| fields.get(index).map_or(default, |field| (*field).to_owned());
        let halfmoves = halfmoves.map_or_else(|| field(4, "0".into()), |number| number.to_string());
        let fullmoves = fullmoves.map_or_else(|| field(5, "1".into()), |number| number.to_string());
        let parsed = match &fields[..] {
            [board, turn, castling, en_passant, ..] => {
                parse_fen(&format!("{board} {turn} {castling} {en_passant} {halfmoves} {fullmoves}"))
            }
            too_few => parse_fen(&too_few.join(" ")),
        }?;
        let position = Position::new(parsed.chess);
        let operations = raw.into_iter().map(|raw| raw.interpreted(&position)).collect::<Result<_, _>>()?;
        Ok(Epd { position, operations, warnings: parsed.warnings })
    }
}

/// Splits a line into the fields of the FEN, four or six, and the operations.
fn split_fields(line: &str) -> (Vec<&str>, &str) {
    let mut fields = Vec::new();
    let mut rest = line.trim_start();
    while fields.len() < 6 {
        let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
        let field = &rest[..end];
        let is_clock = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
        if field.is_empty() || fields.len() >= 4 && !is_clock {
            break;
        }
        fields.push(field);
        rest = rest[end..].trim_start();
    }
    (fields, rest)
}

/// Removes the operations of a clock and returns the operand, the last one if there are several.
fn take_clock(raw: &mut Vec<Raw>, opcode: &'static str) -> Result<Option<u32>, EpdError> {
    let mut clock = None;
    for Raw { operand, .. } in raw.extract_if(.., |raw| raw.opcode == opcode) {
        clock = match operand.parse::<u32>() {
            Ok(number) => Some(number),
            // Beyond all rules, as a field may be too.
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u32::MAX),
            Err(_) => return Err(EpdError::Clock { opcode, operand }),
        };
    }
    Ok(clock)
}

/// An operation as written.
#[derive(Default)]
struct Raw {
    opcode: String,
    operand: String,
    quoted: bool,
}

/// The state of the parser of operations.
enum State {
    Opcode,
    Gap,
    Bare,
    Quoted,
    Escaped,
}

fn split_operations(text: &str) -> Result<Vec<Raw>, EpdError> {
    let mut found = Vec::new();
    let mut raw = Raw::default();
    let mut state = State::Opcode;
    for (at, c) in text.char_indices() {
        state = match (state, c) {
            (State::Opcode | State::Gap | State::Bare, ';') => {
                finish(&mut found, &mut raw)?;
                State::Opcode
            }
            (State::Opcode, c) if c.is_whitespace() => {
                // A lone minus is a missing field.
                if raw.opcode == "-" {
                    raw.opcode.clear();
                }
                if raw.opcode.is_empty() { State::Opcode } else { State::Gap }
            }
            (State::Opcode, c) => {
                raw.opcode.push(c);
                State::Opcode
            }
            (State::Gap, c) if c.is_whitespace() => State::Gap,
            (State::Gap, '"') => {
                raw.quoted = true;
                State::Quoted
            }
            // Only the first blank of several, since what follows is searched for a word.
            (State::Bare, c)
                if c.is_whitespace()
                    && !raw.operand.ends_with(char::is_whitespace)
                    && is_complete(&raw)
                    && begins_operation(&text[at..]) =>
            {
                finish(&mut found, &mut raw)?;
                State::Opcode
            }
            (State::Gap | State::Bare, c) => {
                raw.operand.push(c);
                State::Bare
            }
            (State::Quoted, '"') => {
                finish(&mut found, &mut raw)?;
                State::Opcode
            }
            (State::Quoted, '\\') => State::Escaped,
            (State::Quoted | State::Escaped, c) => {
                raw.operand.push(c);
                State::Quoted
            }
        };
    }
    finish(&mut found, &mut raw)?;
    Ok(found)
}

/// Reports whether an operand of moves or a number may end without a semicolon.
fn is_complete(raw: &Raw) -> bool {
    MOVE_OPCODES.contains(&raw.opcode.as_str()) || NUMBER_OPCODES.contains(&raw.opcode.as_str())
}

/// Reports whether the first word of `text` is a usual opcode, which is not a move.
fn begins_operation(text: &str) -> bool {
    let text = text.trim_start();
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let is_numbered = match word.as_bytes() {
        // Pawns move to the other ranks of the c-file: there the text of a comment shows that it is one.
        [b'c', b'2'..=b'7'] => rest.trim_start().starts_with('"'),
        [b'c', b'0'..=b'9'] | [b'D', b'0'..=b'9'] => true,
        _ => false,
    };
    is_numbered
        || [&MOVE_OPCODES[..], &NUMBER_OPCODES, &OTHER_OPCODES].iter().any(|opcodes| opcodes.contains(&word))
}

fn finish(found: &mut Vec<Raw>, raw: &mut Raw) -> Result<(), EpdError> {
    let mut raw = std::mem::take(raw);
    let Some(first) = raw.opcode.chars().next() else { return Ok(()) };
    if raw.opcode == "-" {
        return Ok(());
    }
    if !first.is_ascii_alphabetic() {
        return Err(EpdError::Opcode(raw.opcode));
    }
    if !raw.quoted {
        raw.operand.truncate(raw.operand.trim_end().len());
    }
    found.push(raw);
    Ok(())
}

impl Raw {
    fn interpreted(self, position: &Position) -> Result<Operation, EpdError> {
        // `bm #3` is a mate to be found, as `dm 3`.
        let mate =
            self.operand.strip_prefix(['#', 'M']).filter(|_| ["bm", "dm"].contains(&self.opcode.as_str()));
        if let Some(moves) = mate.and_then(|digits| digits.trim().parse().ok()) {
            return Ok(Operation { opcode: "dm".into(), operand: Operand::Integer(moves) });
        }
        let operand = if MOVE_OPCODES.contains(&self.opcode.as_str()) {
            Operand::Moves(self.moves(position)?)
        } else if self.quoted {
            Operand::Text(self.operand)
        } else if self.operand.is_empty() {
            Operand::None
        } else if is_text_opcode(&self.opcode) {
            Operand::Word(self.operand)
        } else {
            number(&self.operand).unwrap_or(Operand::Word(self.operand))
        };
        Ok(Operation { opcode: self.opcode, operand })
    }

    fn moves(&self, position: &Position) -> Result<Vec<Move>, EpdError> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        for word in self.operand.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            // Some write lines with move numbers.
            let word = without_number(word);
            if word.is_empty() {
                continue;
            }
            let m = parse_san(&position, word).map_err(|reason| EpdError::Move {
                opcode: self.opcode.clone(),
                text: word.to_owned(),
                reason,
            })?;
            moves.push(m);
            if self.opcode == "pv" {
                position = position.play(m);
            }
        }
        Ok(moves)
    }
}

/// Returns a word of a line without the move number and its dots at the beginning, as in `1.`, `1...` and `1.e4`.
fn without_number(word: &str) -> &str {
    let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < word.len() && after.starts_with('.') { after.trim_start_matches('.') } else { word }
}

/// Reports whether the operand of an opcode is a text even if it looks like a number.
fn is_text_opcode(opcode: &str) -> bool {
    matches!(opcode.as_bytes(), b"id" | b"eco" | [b'c', b'0'..=b'9'])
}

fn number(text: &str) -> Option<Operand> {
    if !text.starts_with(|c: char| "+-.0123456789".contains(c)) {
        return None;
    }
    let integer = text.parse().ok().map(Operand::Integer);
    integer.or_else(|| text.parse().ok().filter(|real: &f64| real.is_finite()).map(Operand::Real))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq -";

    fn read(operations: &str) -> Epd {
        format!("{BOARD} {operations}").parse().unwrap_or_else(|error| panic!("{operations}: {error}"))
    }

    fn san(epd: &Epd, opcode: &str) -> Vec<String> {
        epd.moves(opcode).iter().map(|m| epd.position.san(*m)).collect()
    }

    #[test]
    fn errors_quote_what_a_terminal_can_print() {
        let long = format!("bm {};", "x".repeat(1000));
        for operations in ["bm \x1b[31mX;", "\x1b]0;x\x07 3;", "hmvc \x1b[2J;", &long] {
            let error = format!("{BOARD} {operations}").parse::<Epd>().expect_err("an error").to_string();
            assert!(error.len() < 200 && !error.contains(char::is_control), "{error:?}");
        }
    }

    #[test]
    fn all_kinds_of_operands_are_parsed() {
        let epd = read(
            r#"bm Nh6; am Ncxe5 Ngxe5; id "K;\"3\" \\"; ce -35; x 1.5; dm 4; c0 two words ; noop; pv Nh6 Nb3"#,
        );
        assert_eq!(san(&epd, "bm"), ["Nh6"]);
        assert_eq!(san(&epd, "am"), ["Ncxe5", "Ngxe5"]);
        assert_eq!(epd.get("id"), Some(&Operand::Text("K;\"3\" \\".into())));
        assert_eq!(epd.integer("ce"), Some(-35));
        assert_eq!(epd.get("x"), Some(&Operand::Real(1.5)));
        assert_eq!(epd.integer("dm"), Some(4));
        assert_eq!(epd.get("c0"), Some(&Operand::Word("two words".into())));
        assert_eq!(epd.get("noop"), Some(&Operand::None));
        assert_eq!(epd.moves("pv").len(), 2);
        assert_eq!(epd.get("bx"), None);
        let numbered = read("bm 12...Nh6; pv 12... Nh6 13.Nb3 13... O-O 14. ;");
        assert_eq!((san(&numbered, "bm"), numbered.moves("pv").len()), (vec!["Nh6".to_owned()], 3));
    }

    #[test]
    fn pawn_moves_on_the_c_file_are_no_comments_and_identifiers_no_numbers() {
        let line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 c4 Nf3 c3 c2 \"a comment\"; \
                    pv c4 c5 c0 \"x\"; id 12.10; c1 007; eco 1e4;";
        let epd: Epd = line.parse().expect("an EPD");
        assert_eq!((san(&epd, "bm").len(), epd.text("c2")), (4, Some("a comment")));
        assert_eq!((epd.moves("pv").len(), epd.text("c0")), (2, Some("x")));
        let words = ["id", "c1", "eco"].map(|opcode| epd.get(opcode).cloned());
        assert_eq!(words, ["12.10", "007", "1e4"].map(|word| Some(Operand::Word(word.into()))));
        assert_eq!(epd.to_string().parse::<Epd>().map(|again| again.operations), Ok(epd.operations));
    }

    #[test]
    fn long_runs_of_blanks_take_no_quadratic_time() {
        let blanks = " ".repeat(1 << 20);
        assert_eq!(san(&read(&format!("bm Nh6{blanks}O-O{blanks}id \"x\";")), "bm"), ["Nh6", "O-O"]);
        assert_eq!(read(&format!("acd 1{blanks}acn 2{blanks};")).integer("acn"), Some(2));
    }

    #[test]
    fn deviations_of_real_files_are_parsed() {
        let epd = read("bm Nh6, O-O ;; - id \"no semicolon\" c0 \"next\"; D1 38 ;am Bd7");
        assert_eq!(san(&epd, "bm"), ["Nh6", "O-O"]);
        assert_eq!(epd.text("id"), Some("no semicolon"));
        assert_eq!(epd.text("c0"), Some("next"));
        assert_eq!(epd.integer("D1"), Some(38));
        assert_eq!(san(&read("id \"open"), "bm"), Vec::<String>::new());
        assert_eq!(san(&read("am g4h6;"), "am"), ["Nh6"]);
        let epd = read("bm Nh6 O-O id \"K; 1\"; ce -3 acd 7 c0 \"x\" am Bd7+ c1 \"y\"");
        assert_eq!(
            (san(&epd, "bm"), san(&epd, "am")),
            (vec!["Nh6".into(), "O-O".into()], vec!["Bd7".into()])
        );
        assert_eq!(
            (epd.text("id"), epd.integer("ce"), epd.integer("acd")),
            (Some("K; 1"), Some(-3), Some(7))
        );
        assert_eq!((epd.text("c0"), epd.text("c1")), (Some("x"), Some("y")));
        for mate in ["bm #3", "bm # 3", "bm M3", "bm \"#3\"", "dm #3", "dm 3", "dm M3"] {
            let epd = read(&format!("{mate}; id \"mate\";"));
            assert_eq!(
                (epd.integer("dm"), epd.get("bm"), epd.text("id")),
                (Some(3), None, Some("mate")),
                "{mate}"
            );
        }
    }

    #[test]
    fn lines_after_an_invalid_one_are_parsed() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["4k3/8/8/8/8/8/8/4K3 w - -", "", "nonsense", "4k3/8/8/8/8/8/8/4K3 b - -", "\u{1a}"]
                .join(end);
            let found: Vec<_> =
                lines(&text).map(|line| line.map_or_else(|error| error.line, |line| line.0)).collect();
            assert_eq!((found.len(), lines(&text).filter(Result::is_ok).count()), (3, 2), "{end:?}");
        }
        // Files with byte order marks, one after the other.
        let text = "\u{feff}# remark\n4k3/8/8/8/8/8/8/4K3 w - -\n".repeat(2);
        assert_eq!(read_lines(&text).map(|lines| lines.len()), Ok(2));
    }

    #[test]
    fn clocks_are_parsed_from_fields_or_operations() {
        for line in [
            "- - 12 34",
            "- - hmvc 12; fmvn 34;",
            "- - 12 34; bm Kd2",
            "- - 12; fmvn 34;",
            "- - fmvn 7; hmvc 1; fmvn 34; hmvc 12;",
            "- - 1 2 hmvc 12; fmvn 34;",
            "- - 1 34 hmvc 12;",
            "- - 1 fmvn 34; hmvc 12;",
        ] {
            let epd: Epd = format!("4k3/8/8/8/8/8/8/4K3 w {line}").parse().unwrap();
            assert_eq!((epd.position.halfmoves(), epd.position.game_ply()), (12, 66), "{line}");
            assert!(epd.moves("bm").len() == epd.operations.len(), "{:?}", epd.operations);
        }
        // As large as any number, like a field.
        let epd: Epd = "4k3/8/8/8/8/8/8/4K3 w - - hmvc 99999999999; fmvn 4294967296;".parse().unwrap();
        assert_eq!(epd.position.fen(), "4k3/8/8/8/8/8/8/4K3 w - - 1000 1000000");
    }

    #[test]
    fn positions_survive_a_round_trip() {
        for operations in [
            "",
            "bm Nh6; am Ncxe5 Ngxe5; id \"a \\\"quote\\\" and \\\\;\";",
            "ce -35; x 1.5; dm 4; c0 two words; noop; bm; pv Nh6 Nb3;",
            "id \"clocks\"; hmvc 3; fmvn 9;",
        ] {
            let first = read(operations);
            let text = first.to_string();
            assert_eq!(text, format!("{BOARD} {operations}").trim_end());
            let second: Epd = text.parse().unwrap();
            assert_eq!(first.operations, second.operations);
            assert_eq!(first.position.fen(), second.position.fen());
        }
    }

    #[test]
    fn chess960_positions_survive_a_round_trip() {
        for line in [
            "rkb1rbq1/pnpBppp1/6n1/1p5p/4P3/6P1/PPPP1P1P/RNQKR1BN w EAea - bm e5; id \"dfrc\";",
            // The letters of X-FEN would be read as standard chess.
            "r4k1r/8/8/8/8/8/8/R3K2R w HAha - bm O-O;",
            "r4k1r/8/8/8/8/8/8/R3K2R b HAha - bm O-O; pv O-O O-O-O;",
            "r4k1r/8/8/8/8/8/8/R3K2R w Ah -",
        ] {
            let epd: Epd = line.parse().unwrap();
            let again: Epd = epd.to_string().parse().unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(epd.position.fen(), again.position.fen());
            assert_eq!(epd.operations, again.operations);
            assert!(epd.position.castling_mode().is_chess960());
        }
    }

    #[test]
    fn errors_have_a_line_number_and_a_reason() {
        let cases = [
            (
                "\n# remark\n8/8 w - -",
                "line 3: the board must have 8 ranks of 8 squares, pieces KQRBNP and kqrbnp, and no digit after another",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w -", "line 1: a FEN has 4 to 6 fields"),
            ("4k3/8/8/8/8/8/8/4K3 w - - bm Kd4;", "line 1: invalid move 'Kd4' of bm: not a legal move"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 7up x;", "line 1: invalid opcode '7up': must begin with a letter"),
            ("4k3/8/8/8/8/8/8/4K3 w - - hmvc x;", "line 1: invalid operand 'x' of hmvc: must be a number"),
        ];
        for (text, message) in cases {
            let error = read_lines(text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }
}
