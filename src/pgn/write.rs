//! Writer: games in the export format of PGN.

use std::io::{self, Write};
use std::mem;

use super::{PgnGame, PgnLine, move_number, start_tags};
use crate::position::Position;

/// The maximum width of a movetext line, less than 80 to leave room for closing brackets.
const WIDTH: usize = 76;

impl PgnGame {
    /// Writes the game, followed by an empty line. A start that no tag `FEN` names gets one.
    ///
    /// # Errors
    /// An I/O error of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.tags.is_empty() {
            writeln!(out, "[Event \"?\"]")?;
        }
        for (name, value) in &self.tags {
            // A value ends with its line.
            let value = value.replace(['\r', '\n'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(out, "[{name} \"{value}\"]")?;
        }
        let unnamed = if self.tag("FEN").is_none() { start_tags(&self.start) } else { Vec::new() };
        for (name, value) in unnamed.iter().filter(|(name, _)| self.tag(name).is_none()) {
            writeln!(out, "[{name} \"{value}\"]")?;
        }
        let mut movetext = Movetext::default();
        movetext.line(&self.line, &self.start, self.start.game_ply());
        movetext.add(self.result.clone());
        movetext.finish();
        writeln!(out, "\n{}\n", movetext.lines.join("\n"))
    }
}

/// Movetext, wrapped into lines. Comments are not wrapped.
#[derive(Default)]
struct Movetext {
    lines: Vec<String>,
    current: String,
    /// The bracket before the next token, without a space.
    opening: &'static str,
}

impl Movetext {
    fn add(&mut self, token: impl AsRef<str>) {
        let (token, opening) = (token.as_ref(), mem::take(&mut self.opening));
        if !self.current.is_empty() {
            let length = self.current.chars().count() + 1 + opening.len() + token.chars().count();
            if length > WIDTH {
                self.lines.push(mem::take(&mut self.current));
            } else {
                self.current.push(' ');
            }
        }
        self.current.push_str(opening);
        self.current.push_str(token);
    }

    fn comment(&mut self, text: &str) {
        // A comment ends at its first closing brace.
        self.add(format!("{{ {} }}", text.replace('}', ")")));
    }

    fn line(&mut self, line: &PgnLine, start: &Position, first_ply: u32) {
        line.before.iter().for_each(|text| self.comment(text));
        let mut position = start.clone();
        let mut numbered = false;
        for (played, ply) in line.moves.iter().zip(first_ply..) {
            if ply.is_multiple_of(2) || !numbered {
                self.add(move_number(ply));
            }
            self.add(played.m.map_or("--".into(), |m| position.san(m)));
            played.nags.iter().for_each(|nag| self.add(format!("${nag}")));
            played.comments.iter().for_each(|text| self.comment(text));
            for variation in &played.variations {
                // One without moves cannot be written, but its comments can.
                if variation.moves.is_empty() {
                    variation.before.iter().for_each(|text| self.comment(text));
                    continue;
                }
                self.opening = "(";
                self.line(variation, &position, ply);
                self.current.push(')');
            }
            played.after.iter().for_each(|text| self.comment(text));
            numbered = played.comments.is_empty() && played.variations.is_empty() && played.after.is_empty();
            let Some(next) = played.play(&position) else { return };
            position = next;
        }
    }

    fn finish(&mut self) {
        self.lines.push(mem::take(&mut self.current));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PgnMove, PgnReader};
    use super::*;
    use crate::position::{parse_fen, parse_san};

    #[test]
    fn what_a_program_builds_is_read_as_it_was() {
        let start = Position::new(parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 30").expect("a FEN").chess);
        let e4 = parse_san(&start, "e4").expect("a move");
        let after = start.play(e4);
        let empty = PgnLine { before: vec!["better?".into()], moves: Vec::new() };
        let first = PgnMove { variations: vec![PgnLine::default(), empty], ..PgnMove::new(Some(e4)) };
        let second = PgnMove::new(Some(parse_san(&after, "Kd7").expect("a move")));
        let game = PgnGame {
            tags: vec![("Event".into(), "two\nlines \\ \"".into())],
            start: start.clone(),
            line: PgnLine { before: Vec::new(), moves: vec![first, second] },
            result: "*".into(),
            warnings: Vec::new(),
        };
        let mut written = Vec::new();
        game.write(&mut written).expect("a write");
        let mut games = PgnReader::new(&written[..]).map(|game| game.expect("no I/O error").expect("a game"));
        let same = games.next().expect("a game");
        assert_eq!((same.start.fen(), &same.warnings[..]), (start.fen(), &[][..]));
        assert_eq!(same.tag("Event"), Some("two lines \\ \""));
        let moves = |game: &PgnGame| game.line.moves.iter().map(|m| m.m).collect::<Vec<_>>();
        assert_eq!(moves(&same), moves(&game));
        assert_eq!((&same.line.moves[0].comments[..], games.count()), (&["better?".to_owned()][..], 0));
    }

    #[test]
    fn games_survive_a_round_trip() {
        let text = "[Event \"a \\\\ \\\"b\\\"\"]\n\n{first} 1. e4! {good} {and more} (1. d4 {solid} d5 (1... Nf6 $6)) \
            (1. c4 $1) {after} e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 1/2-1/2\n\n\
            [FEN \"8/4P1k1/8/8/8/8/8/4K3 b - - 0 40\"]\n\n40... Kf7 ({idle} 40... --) 41. e8=Q+ *\n";
        let read = |text: &str| -> Vec<_> {
            PgnReader::new(text.as_bytes()).map(|game| game.expect("no I/O error").expect("a game")).collect()
        };
        let games = read(text);
        let mut written = Vec::new();
        games.iter().for_each(|game| game.write(&mut written).expect("a write"));
        let written = String::from_utf8(written).expect("UTF-8");
        let reread = read(&written);
        assert_eq!((games.len(), reread.len()), (2, 2));
        for (game, same) in games.iter().zip(&reread) {
            assert_eq!((&game.tags, &game.line, &game.result), (&same.tags, &same.line, &same.result));
        }
        let whole = written.replace('\n', " ");
        let wanted = "1. e4 $1 { good } { and more } (1. d4 { solid } 1... d5 (1... Nf6 $6)) (1. c4 $1) { after } 1... e5";
        assert!(whole.contains(wanted), "{written}");
        assert!(written.contains("\n40... Kf7 ({ idle } 40... --) 41. e8=Q+ *\n"), "{written}");
        assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    }
}
