//! Reader: the games of a PGN file, one after another.
//!
//! An invalid move ends its line with a warning, an invalid start skips the game; the rest of the file is
//! read.

use std::io::{self, Read};

use pgn_reader::Reader;
use shakmaty::san::San;
use shakmaty::{CastlingMode, Move};

use super::language::{LANGUAGES, Language};
use super::normalize::{NOVELTY, Normalizer};
use super::tokens::{GameVisitor, Token};
use super::{PgnError, PgnGame, PgnLine, PgnMove, PgnWarning, RESULTS, move_number};
use crate::position::{Position, SanError, parse_fen, parse_fen_mode, parse_san};

/// The maximum depth of nested variations; deeper ones are skipped.
const MAX_DEPTH: usize = 64;

/// The supported length of a tag line in bytes.
const MAX_TAG_LENGTH: usize = 1 << 16;

/// The names of standard chess in the tag `Variant`, without spaces and dashes.
const STANDARD: [&str; 6] = ["", "standard", "chess", "normal", "fromposition", "classical"];

/// The names of Chess960 in the tag `Variant`.
const CHESS960: [&str; 3] = ["chess960", "fischerandom", "fischerrandom"];

/// An iterator over the games of a PGN file; a game that cannot be read is a [`PgnError`].
pub struct PgnReader<R> {
    reader: Reader<Normalizer<R>>,
}

impl<R: Read> PgnReader<R> {
    /// Returns a reader of `source`.
    pub fn new(source: R) -> PgnReader<R> {
        let reader = Reader::build(Normalizer::new(source))
            .set_supported_tag_line_length(MAX_TAG_LENGTH)
            .set_supported_comment_length(1 << 16)
            .finish();
        PgnReader { reader }
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = io::Result<Result<PgnGame, PgnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.reader.read_game(&mut GameVisitor).transpose()? {
                Ok(Ok(game)) if is_prose(&game) => {}
                game => return Some(game),
            }
        }
    }
}

/// Reports whether what was read is a text that happens to begin with a move.
fn is_prose(game: &PgnGame) -> bool {
    let has_word =
        |warning: &PgnWarning| matches!(warning, PgnWarning::Move { reason: SanError::Syntax, .. });
    game.tags.is_empty()
        && game.result == "*"
        && game.line.moves.len() < 2
        && game.warnings.iter().any(has_word)
}

/// A game that is being read.
struct Draft<'a> {
    game: PgnGame,
    language: &'a Language,
    /// The main line and the open variations, the innermost last.
    open: Vec<Open>,
    /// The number of open variations that are skipped.
    skipped: usize,
    /// The difference between the numbers in the text and those of the positions; `None` before the first number of
    /// a game that starts from a FEN.
    offset: Option<i64>,
    /// The number before the next move.
    number: Option<(u32, bool)>,
}

/// A line that is being read.
struct Open {
    line: PgnLine,
    /// The position before the last move.
    before: Position,
    /// The position after the last move; `None` after an invalid move.
    after: Option<Position>,
    /// The number of the next move in plies, null moves included.
    ply: u32,
}

/// Reads the tokens of a game, in English or else in the one language in which all its moves are legal.
pub(super) fn read_tokens(start: &PgnGame, tokens: &[Token]) -> PgnGame {
    let (english, is_whole) = Draft::read(start, tokens, &Language::ENGLISH);
    if is_whole {
        return english;
    }
    let words =
        || tokens.iter().filter_map(|token| if let Token::Word(word) = token { Some(word) } else { None });
    let mut found: Option<PgnGame> = None;
    for language in LANGUAGES.iter().filter(|language| words().any(|word| language.has_foreign_letter(word)))
    {
        let (game, is_whole) = Draft::read(start, tokens, language);
        if is_whole {
            let is_other = |other: &PgnGame| {
                !other.line.moves.iter().map(|m| m.m).eq(game.line.moves.iter().map(|m| m.m))
            };
            // The letters do not decide.
            if found.as_ref().is_some_and(is_other) {
                return english;
            }
            found.get_or_insert(game);
        }
    }
    found.unwrap_or(english)
}

/// Returns the game with its tags and start, and without moves.
pub(super) fn begin(tags: Vec<(String, String)>) -> Result<PgnGame, PgnError> {
    let value = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let variant = value("Variant").unwrap_or_default();
    let name = variant.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let is_chess960 = CHESS960.contains(&name.as_str());
    if !is_chess960 && !STANDARD.contains(&name.as_str()) {
        return Err(PgnError::Variant(variant.to_owned()));
    }
    let initial = Position::default().fen();
    let fen = value("FEN").filter(|fen| !fen.trim().is_empty()).unwrap_or(&initial);
    let parsed = if is_chess960 { parse_fen_mode(fen, CastlingMode::Chess960) } else { parse_fen(fen) };
    let parsed = parsed.map_err(|reason| PgnError::Fen { fen: fen.to_owned(), reason })?;
    let (start, warnings) = (Position::new(parsed.chess), parsed.warnings);
    let result = value("Result").filter(|result| RESULTS.contains(result)).unwrap_or("*").to_owned();
    let warnings = warnings.into_iter().map(PgnWarning::from).collect();
    Ok(PgnGame { tags, start, line: PgnLine::default(), result, warnings })
}

impl Draft<'_> {
    /// Reads the tokens of a game in a language. Returns the game, and whether its main line is whole.
    fn read(start: &PgnGame, tokens: &[Token], language: &Language) -> (PgnGame, bool) {
        let at = start.start.clone();
        let ply = at.game_ply();
        let main = Open { line: PgnLine::default(), before: at.clone(), after: Some(at), ply };
        let offset = if start.tag("FEN").is_some() { None } else { Some(0) };
        let mut draft =
            Draft { game: start.clone(), language, open: vec![main], skipped: 0, offset, number: None };
        for (index, token) in tokens.iter().enumerate() {
            draft.token(token, &tokens[index + 1..]);
        }
        draft.end()
    }

    fn end(mut self) -> (PgnGame, bool) {
        if self.open.len() > 1 || self.skipped > 0 {
            self.game.warnings.push(PgnWarning::Variation);
        }
        self.skipped = 0;
        while self.open.len() > 1 {
            self.close_variation();
        }
        let Some(main) = self.open.pop() else { return (self.game, false) };
        (PgnGame { line: main.line, ..self.game }, main.after.is_some())
    }

    fn token(&mut self, token: &Token, rest: &[Token]) {
        match token {
            Token::Open => self.open_variation(),
            Token::Close => self.close_variation(),
            _ if self.skipped > 0 => {}
            Token::Number(number, is_black) => self.number = Some((*number, *is_black)),
            Token::San(san) => self.san(san, rest),
            // A novelty, unless a move follows: then it is the first part of that.
            Token::Word(word)
                if word == NOVELTY && self.number.is_none() && !rest.first().is_some_and(Token::is_move) =>
            {
                self.last_move().into_iter().for_each(|m| m.nags.push(146));
            }
            Token::Word(word) => self.word(word, rest),
            Token::Nag(nag) => self.last_move().into_iter().for_each(|m| m.nags.push(*nag)),
            Token::Comment(text) => self.comment(text),
            Token::Unclosed => self.game.warnings.push(PgnWarning::Comment),
        }
    }

    fn san(&mut self, san: &San, rest: &[Token]) {
        let language = self.language;
        self.play(&san.to_string(), rest, |position| match san {
            San::Null => Ok(None),
            // The parser takes `g1f3` for a pawn move.
            san if language.is_english() => {
                san.to_move(position.chess()).or_else(|_| parse_san(position, &san.to_string())).map(Some)
            }
            san => {
                parse_san(position, &language.to_english(&san.to_string()).ok_or(SanError::Syntax)?).map(Some)
            }
        });
    }

    /// Handles a word that the parser does not know: a move in another notation, or else the end of the line.
    fn word(&mut self, word: &str, rest: &[Token]) {
        let language = self.language;
        self.play(&format!("{word:.40}"), rest, |position| {
            parse_san(position, &language.to_english(word).ok_or(SanError::Syntax)?).map(Some)
        });
    }

    /// Plays in the innermost line the move that `read` makes of `text`.
    fn play(
        &mut self,
        text: &str,
        rest: &[Token],
        read: impl FnOnce(&Position) -> Result<Option<Move>, SanError>,
    ) {
        let in_variation = self.open.len() > 1;
        let number = self.number.take();
        let Some(open) = self.open.last_mut() else { return };
        let Some(position) = open.after.take() else { return };
        if let Some(warning) =
            number.and_then(|number| check_number(&mut self.offset, number, open.ply, rest, in_variation))
        {
            self.game.warnings.push(warning);
            return;
        }
        let played = read(&position).map(PgnMove::new);
        match played.and_then(|m| Ok((m.play(&position).ok_or(SanError::Illegal)?, m))) {
            Ok((after, m)) => {
                open.line.moves.push(m);
                open.after = Some(after);
                open.before = position;
                open.ply += 1;
            }
            Err(reason) => {
                let (number, text) = (move_number(open.ply), text.to_owned());
                self.game.warnings.push(PgnWarning::Move { number, text, reason, in_variation });
            }
        }
    }

    /// Returns the last move of the innermost line, unless it ended with an invalid move.
    fn last_move(&mut self) -> Option<&mut PgnMove> {
        let open = self.open.last_mut()?;
        open.after.is_some().then(|| open.line.moves.last_mut()).flatten()
    }

    fn comment(&mut self, text: &str) {
        let Some(open) = self.open.last_mut() else { return };
        let Open { line: PgnLine { before, moves }, after, .. } = open;
        if text.is_empty() || after.is_none() {
            return;
        }
        moves.last_mut().map_or(before, PgnMove::last_comments).push(text.to_owned());
    }

    /// Opens a variation of the last move, or skips it.
    fn open_variation(&mut self) {
        self.number = None;
        let Some(open) = self.open.last() else { return };
        let is_possible = self.open.len() < MAX_DEPTH && open.after.is_some() && !open.line.moves.is_empty();
        if self.skipped > 0 || !is_possible {
            self.skipped += 1;
            return;
        }
        let before = open.before.clone();
        let ply = open.ply.saturating_sub(1);
        self.open.push(Open { line: PgnLine::default(), after: Some(before.clone()), before, ply });
    }

    fn close_variation(&mut self) {
        self.number = None;
        if self.skipped > 0 {
            self.skipped -= 1;
            return;
        }
        if self.open.len() < 2 {
            return;
        }
        let variation = self.open.pop().map(|open| open.line).unwrap_or_default();
        let Some(m) = self.open.last_mut().and_then(|open| open.line.moves.last_mut()) else { return };
        // A variation without moves cannot be written, but its comments can.
        if variation.moves.is_empty() {
            m.last_comments().extend(variation.before);
        } else {
            m.variations.push(variation);
        }
    }
}

/// Returns a warning if the number before a move shows that moves are missing.
///
/// The first number of a game that starts from a FEN is taken as it is. A number that is wrong alone, with a right
/// one after it, is a misprint.
fn check_number(
    offset: &mut Option<i64>,
    (number, is_black): (u32, bool),
    next: u32,
    rest: &[Token],
    in_variation: bool,
) -> Option<PgnWarning> {
    let ply = i64::from(next);
    let is_first = offset.is_none();
    let offset = *offset.get_or_insert(i64::from(number) - (ply / 2 + 1));
    let is_right = |number: u32, ply: i64| i64::from(number) == ply / 2 + 1 + offset;
    // Dots for Black before a move of White.
    let is_gap = is_black && next.is_multiple_of(2) && !is_first;
    if !is_gap && (is_right(number, ply) || has_right_number(rest, ply, is_right)) {
        return None;
    }
    let found = format!("{number}{}", if is_black { "..." } else { "." });
    Some(PgnWarning::Number { found, expected: move_number(next), in_variation })
}

/// Reports whether the next number in the same line, before whose move `ply` plies and that of the first token
/// are played, is right.
fn has_right_number(rest: &[Token], ply: i64, is_right: impl Fn(u32, i64) -> bool) -> bool {
    let (mut depth, mut ply) = (0, ply + 1);
    for token in rest {
        match token {
            Token::Open => depth += 1,
            Token::Close if depth == 0 => return false,
            Token::Close => depth -= 1,
            Token::Number(number, _) if depth == 0 => return is_right(*number, ply),
            token if depth == 0 && token.is_move() => ply += 1,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
        PgnReader::new(text.as_bytes()).map(|game| game.expect("no I/O error")).collect()
    }

    #[test]
    fn variations_comments_and_glyphs_are_read() {
        let text = "[Event \"a \\\"b\\\"\"]\n\n{first} 1. e4! $14 {good} (1. d4 {solid} d5 (1... Nf6)) e5 2. Nf3 1-0\n";
        let games = read(text);
        let game = games[0].as_ref().expect("a game");
        assert_eq!((game.tag("Event"), game.result.as_str()), (Some("a \"b\""), "1-0"));
        assert_eq!((game.line.before.len(), game.line.moves.len()), (1, 3));
        let first = &game.line.moves[0];
        assert_eq!((&first.nags[..], &first.comments[..]), (&[1, 14][..], &["good".to_owned()][..]));
        assert_eq!(first.variations[0].moves.len(), 2);
        assert_eq!(first.variations[0].moves[1].variations[0].moves.len(), 1);
        assert!(game.warnings.is_empty());
    }

    #[test]
    fn invalid_games_and_moves_are_skipped_with_a_warning() {
        let games = read(
            "[FEN \"nonsense\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n[Round \"3\"]\n\n\
             1. e4 e5 (1... Ke4 2. d4) 2. Ke5 {lost} Nc6 *\n\n1. d4 -- 2. c4 *\n",
        );
        assert!(
            games[0].as_ref().is_err_and(|error| error.to_string().starts_with("invalid FEN 'nonsense': "))
        );
        assert!(games[1].as_ref().is_err_and(|error| error.to_string() == "unsupported variant 'Atomic'"));
        let third = games[2].as_ref().expect("a game");
        assert_eq!((third.line.moves.len(), third.warnings.len()), (2, 2));
        let text = "invalid move '2. Ke5': not a legal move; skipping the rest of the game";
        assert_eq!(third.warnings[1].to_string(), text);
        assert_eq!(games[3].as_ref().map(|game| game.line.moves.len()), Ok(3));
    }

    /// The moves and warnings of the first game.
    fn first(text: &str) -> (String, Vec<String>) {
        let game = read(text).remove(0).expect("a game");
        let moves: Vec<_> = game.line.moves.iter().filter_map(|played| played.m).collect();
        (game.start.san_line(&moves), game.warnings.iter().map(PgnWarning::to_string).collect())
    }

    #[test]
    fn comments_after_variations_stay_there() {
        let game = read("1. e4 {a} ({b}) (1. d4) {c} ({d}) (1. c4) e5 *").remove(0).expect("a game");
        let m = &game.line.moves[0];
        assert_eq!(
            (m.comments.join(""), m.after.join(""), m.variations.len()),
            ("ab".into(), "cd".into(), 2)
        );
    }

    #[test]
    fn variants_are_recognised_by_all_their_names() {
        let mode =
            |tags: &str| read(&format!("{tags}\n1. e4 *\n")).remove(0).map(|game| game.start.castling_mode());
        let fen = "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n";
        for (variant, wanted) in [
            ("", Ok(CastlingMode::Standard)),
            ("From Position", Ok(CastlingMode::Standard)),
            ("Classical", Ok(CastlingMode::Standard)),
            ("Chess 960", Ok(CastlingMode::Chess960)),
            ("fischer-random", Ok(CastlingMode::Chess960)),
            ("King of the Hill", Err(PgnError::Variant("King of the Hill".into()))),
            ("?!", Ok(CastlingMode::Standard)),
        ] {
            let variant = format!("[Variant \"{variant}\"]\n");
            for tags in [format!("{variant}{fen}"), format!("{variant}[FEN \"\"]\n"), variant] {
                assert_eq!(mode(&tags), wanted, "{tags}");
            }
        }
    }

    #[test]
    fn moves_in_other_notations_are_read() {
        for (text, moves) in [
            ("g1f3 e7e5 2. e2-e4 Ng8-f6 Nf3xe5", "Nf3 e5 e4 Nf6 Nxe5"),
            ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.0-0 Nf6", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"),
            ("1. e4 d5 2. exd5 c5 3. dxc6 e.p. a6 cxb7 Nf6 bxa8Q", "e4 d5 exd5 c5 dxc6 a6 cxb7 Nf6 bxa8=Q"),
        ] {
            assert_eq!(first(text), (moves.to_owned(), Vec::new()), "{text}");
        }
    }

    /// Checks the moves of the first game, and that its only warning contains a hint; none without a hint.
    #[track_caller]
    fn expect(text: &str, moves: &str, hint: &str) {
        let (found, warnings) = first(text);
        let is_right = match &warnings[..] {
            [] => hint.is_empty(),
            [warning] => !hint.is_empty() && warning.contains(hint),
            _ => false,
        };
        assert!(found == moves && is_right, "{text}: {found}, {warnings:?}");
    }

    #[test]
    fn a_word_where_a_move_is_due_ends_the_game() {
        for (moves, played, hint) in [
            ("1. e4 a6 2. e5 d5 3. ed cd 4. d4 Nc6", "e4 a6 e5 d5 exd6 cxd6 d4 Nc6", ""),
            ("1. e4 d5 2. ed e6 3. de fe", "e4 d5 exd5 e6 dxe6 fxe6", ""),
            ("1. d4 d5 2. xx yy 3. c4 e6", "d4 d5", "'2. xx': not a move"),
            ("1. e4 zugzwang e5 2. Nf3", "e4", "'1... zugzwang'"),
            ("1. P-K4 P-K4 2. N-KB3", "", "'1. P-K4'"),
            ("1. e4 e5 2. N-KB3 N-QB3", "e4 e5", "'2. N-KB3'"),
            ("1. e4 e5 2. - - Nc6", "e4 e5", "'2. -'"),
            ("1. e4 e5 2. ?? Nc6 3. d4", "e4 e5", "'2. ??'"),
            ("1. e4 ?? e5 2. Nf3", "e4 e5 Nf3", ""),
            ("1. e4 ?? 2. Nf3 Nc6", "e4", "move number '2.' where '1...' is expected"),
            ("1. e4 N f6 2. d4", "e4", "'1... N'"),
            ("1. e4 e5 N 2. Nf3", "e4 e5 Nf3", ""),
            ("1. e2 - e4 e5", "", "'1. e2'"),
            ("1. N.f3 d5", "", "'1. N.f3'"),
            ("1. e4 resigns", "e4", "'1... resigns'"),
            ("1. e4 e5 2. Sf3 Nc6", "e4 e5", "'2. Sf3'"),
            ("1. Nf3 d5 2. d3 d4 3. Nd2", "Nf3 d5 d3 d4", "'3. Nd2': ambiguous move"),
        ] {
            expect(&format!("[Event \"a\"]\n\n{moves} *\n"), played, hint);
        }
    }

    #[test]
    fn the_number_before_a_move_shows_missing_moves() {
        for (moves, played, hint) in [
            ("1. e4 e5 3. Nf3 Nc6", "e4 e5", "move number '3.' where '2.' is expected"),
            ("2. e4 e5", "", "move number '2.' where '1.'"),
            ("1... e5 2. Nf3", "", "move number '2.' where '1...'"),
            ("1. e4 e5 2... Nc6 3. d4", "e4 e5", "move number '2...' where '2.'"),
            ("1. e4 1. e5 2. Nf3 2... Nc6", "e4 e5 Nf3 Nc6", ""),
            ("1. e4 e5 22. Nf3 Nc6 3. d4", "e4 e5 Nf3 Nc6 d4", ""),
            ("1 e4 e5 2 Nf3 Nc6 3d4", "e4 e5 Nf3 Nc6 d4", ""),
            ("1. e4 ... e5 2.Nf3", "e4 e5 Nf3", ""),
            ("1. e4 e5 2.\nNf3 Nc6", "e4 e5 Nf3 Nc6", ""),
            ("1.e4,e5 2.Nf3", "e4", "'1... e4,e5'"),
        ] {
            if moves.starts_with("1... ") || moves.starts_with("1.e4,") {
                let (found, warnings) = first(&format!("[Event \"a\"]\n\n{moves} *\n"));
                assert!(found.is_empty() && warnings.len() == 1, "{moves}: {found} {warnings:?}");
                continue;
            }
            expect(&format!("[Event \"a\"]\n\n{moves} *\n"), played, hint);
        }
        // The start of a fragment has the number that the text gives it.
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n";
        expect(&format!("{fen}34... Kd7 35. e4 *"), "Kd7 e4", "");
        expect(&format!("{fen}34... Kd7 36. e4 *"), "Kd7", "move number '36.'");
    }

    #[test]
    fn letters_of_other_languages_are_read() {
        for moves in [
            "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O Qe2 Kh8",
            "e4 d5 exd5 Qxd5 Nc3 Qa5 b4 Qxb4 Rb1 Qd6 Be2 b6 Nb5 Ba6 Nxc7+ Kd8 Nxa8",
        ] {
            let tags = "[Event \"a\"]\n\n";
            for letters in ["KDTLS", "RDTFC", "RDTAC", "KDTLP", "KHWGS", "♔♕♖♗♘", "♚♛♜♝♞"]
            {
                let letter = |c| "KQRBN".find(c).and_then(|at| letters.chars().nth(at)).unwrap_or(c);
                let text: String = moves.chars().map(letter).collect();
                expect(&format!("{tags}{text} *"), moves, "");
            }
        }
        // The pawn or a knight in Dutch: nothing decides.
        expect("[Event \"a\"]\n\n1. Pf3 Pf6 *", "", "'1. Pf3'");
        expect("[Event \"a\"]\n\n1. Pe4 Pe5 *", "e4 e5", "");
        expect("[Event \"a\"]\n\n1. ♘︎f3 ♞️f6 2. ♙e4 *", "Nf3 Nf6 e4", "");
    }

    #[test]
    fn null_moves_have_many_forms() {
        for null in ["--", "Z0", "@@@@", "<>", "null", "0000"] {
            let game = read(&format!("1. d4 {null} 2. c4 *\n")).remove(0).expect("a game");
            assert!(game.line.moves.len() == 3 && game.line.moves[1].m.is_none(), "{null}");
        }
    }

    #[test]
    fn text_around_games_makes_no_game() {
        let one = "[Event \"one\"]\n\n1. e4 e5 *\n";
        let two = "[Event \"two\"]\n\n1. d4 d5 1-0";
        for text in [
            format!("{one}\n-----------\n\n{two}\n\nMade by a program, 2 games\n"),
            format!("{one}\n\u{1a}{two}\n\n\u{1a}"),
            format!("From: a@b.org\nSubject: 1. e4 and more\n\nHello,\n\n{one}\n{two}\n\nBye\n"),
            format!("<html><body><pre>\n{one}\n{two}\n</pre></body></html>\n"),
            format!("<pre>{one}<hr>\n{two}</pre>"),
            format!("> {}\n", format!("{one}\n{two}").replace('\n', "\n> ")),
            format!("* * *\n{one}\n*\n\n***\n{two}[Event \"three\"]\n\n*\n")
                .replace("[Event \"three\"]\n\n*\n", ""),
            format!("{}{two}", one.trim_end()),
        ] {
            let games: Vec<_> = read(&text).into_iter().map(|game| game.expect("a game")).collect();
            let found: Vec<_> = games.iter().map(|game| (game.tag("Event"), game.line.moves.len())).collect();
            assert_eq!(found, [(Some("one"), 2), (Some("two"), 2)], "{text}");
            assert!(games.iter().all(|game| game.warnings.is_empty()), "{text}");
        }
        for text in [
            "",
            "\u{1a}",
            "nonsense",
            "1. Introduction\n2. The end\n",
            "1. e4 is the best move\n",
            "*\n",
            "<p>*</p>",
        ] {
            assert!(read(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn tags_are_read_over_two_lines() {
        for text in ["[White \"A\nB\"]", "[White\n\"A B\"]", "[White \"A\nB\"]\n"] {
            let game = read(&format!("[Event \"a\"]\n{text}\n1. e4 *\n")).remove(0).expect("a game");
            assert_eq!((game.tag("White"), game.line.moves.len()), (Some("A B"), 1), "{text}");
        }
    }

    #[test]
    fn what_is_unclosed_is_reported() {
        let two = "[Event \"a\"]\n\n1. e4 OPEN\n\n[Event \"b\"]\n\n1. d4 *\n";
        for (open, hint) in [("{never closed", "unclosed comment"), ("(1. d4 d5", "unclosed variation")] {
            let text = two.replace("OPEN", open);
            expect(&text, "e4", hint);
            assert_eq!(read(&text).len(), 2, "{open}");
        }
    }

    #[test]
    fn a_skipped_variation_does_not_end_the_enclosing_one() {
        for text in ["1. e4 ((1. c4) 1. d4 d5) e5", "1. e4 (1. d4 d5 2. Ke5 (2. c4) 2... e6 (2... c6)) e5"] {
            let game = read(text).remove(0).expect("a game");
            assert_eq!(
                (game.line.moves.len(), game.line.moves[0].variations[0].moves.len()),
                (2, 2),
                "{text}"
            );
        }
    }

    #[test]
    fn a_broken_game_does_not_affect_the_others() {
        let games = read(
            "[White \"A\n\n1. e4\n\ne5 {open\n\n[Event \"b\"]\n\n1. d4 (1. c4 0-1) 1-0\n1. c4\n\n1. b3 $999 $1",
        );
        let games: Vec<PgnGame> = games.into_iter().map(|game| game.expect("a game")).collect();
        let found: Vec<_> = games.iter().map(|game| (game.line.moves.len(), game.result.as_str())).collect();
        assert_eq!(found, [(2, "*"), (1, "1-0"), (1, "*"), (1, "*")]);
        assert_eq!((games[0].tag("White"), &games[3].line.moves[0].nags), (Some("A"), &vec![1]));
    }

    #[test]
    fn deep_variations_and_long_comments_are_read() {
        let text = format!("1. e4 {} *", "(1. d4 ".repeat(10_000));
        assert_eq!(read(&text)[0].as_ref().map(|game| game.line.moves.len()), Ok(1));
        let comment = format!("1. e4 {{{}}} *", "x".repeat(1_000_000));
        assert_eq!(
            read(&comment)[0].as_ref().map(|game| game.line.moves[0].comments[0].len()),
            Ok(1_000_000)
        );
    }
}
