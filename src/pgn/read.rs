//! Reader: the games of a PGN file, one after another.
//!
//! An invalid move ends its line with a warning, an invalid start skips the game; the rest of the file is
//! read.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};

use pgn_reader::Reader;
use shakmaty::CastlingMode;

use super::normalize::{GameText, Normalizer};
use super::tokens::GameVisitor;
use super::{PgnError, PgnGame, PgnLine, PgnWarning, RESULTS};
use crate::position::{Position, SanError, parse_fen, parse_fen_mode};

/// The maximum length of a tag in bytes.
const MAX_TAG_LENGTH: usize = 1 << 16;

/// The names of standard chess in the tag `Variant`, without spaces and dashes.
const STANDARD: [&str; 6] = ["", "standard", "chess", "normal", "fromposition", "classical"];

/// The names of Chess960 in the tag `Variant`.
const CHESS960: [&str; 3] = ["chess960", "fischerandom", "fischerrandom"];

/// An iterator over the games of a PGN file; a game that cannot be read is a [`PgnError`]. A game is returned as soon as
/// the source has the empty line or the tag that ends it.
pub struct PgnReader<R> {
    /// `None` after the end.
    source: Option<Normalizer<R>>,
    /// The games that are read and not returned yet.
    ready: VecDeque<Result<PgnGame, PgnError>>,
}

impl<R> fmt::Debug for PgnReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PgnReader").field("ready", &self.ready).finish_non_exhaustive()
    }
}

impl<R: Read> PgnReader<R> {
    /// Returns a reader of `source`.
    pub fn new(source: R) -> PgnReader<R> {
        PgnReader { source: Some(Normalizer::new(source)), ready: VecDeque::new() }
    }
}

impl<R: Read> Iterator for PgnReader<R> {
    type Item = io::Result<Result<PgnGame, PgnError>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Some(Ok(game));
            }
            match self.source.as_mut()?.next_game() {
                Ok(Some(text)) => self.ready.extend(parse(&text)),
                Ok(None) => self.source = None,
                Err(error) => {
                    self.source = None;
                    return Some(Err(error));
                }
            }
        }
    }
}

/// Parses the text of a game. The result is empty if the text is only prose.
fn parse(text: &GameText) -> Vec<Result<PgnGame, PgnError>> {
    if text.is_too_long {
        return vec![Err(PgnError::TooLong)];
    }
    let mut reader = Reader::build(text.bytes.as_slice())
        .set_supported_tag_line_length(text.bytes.len().min(MAX_TAG_LENGTH))
        .finish();
    let mut games = Vec::new();
    loop {
        match reader.read_game(&mut GameVisitor) {
            Ok(Some(Ok(game))) if is_prose(&game) => {}
            Ok(Some(game)) => games.push(game),
            Ok(None) => return games,
            // The normalizer closes tags and comments.
            Err(_) => {
                games.push(Err(PgnError::LongTag));
                return games;
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

/// Returns the game with its tags and start, and without moves.
pub(super) fn begin(tags: Vec<(String, String)>) -> Result<PgnGame, PgnError> {
    let value = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let variant = value("Variant").unwrap_or_default();
    let name = variant.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    let is_chess960 = CHESS960.contains(&name.as_str());
    if !is_chess960 && !STANDARD.contains(&name.as_str()) {
        return Err(PgnError::Variant(variant.to_owned()));
    }
    let (start, warnings) = match value("FEN").filter(|fen| !fen.trim().is_empty()) {
        None if !is_chess960 => (Position::default(), Vec::new()),
        fen => {
            let fen = fen.map_or_else(|| Position::default().fen(), str::to_owned);
            let parsed =
                if is_chess960 { parse_fen_mode(&fen, CastlingMode::Chess960) } else { parse_fen(&fen) };
            let parsed = parsed.map_err(|reason| PgnError::Fen { fen, reason })?;
            (Position::new(parsed.chess), parsed.warnings)
        }
    };
    let result = value("Result").filter(|result| RESULTS.contains(result)).unwrap_or("*").to_owned();
    let warnings = warnings.into_iter().map(PgnWarning::from).collect();
    Ok(PgnGame { tags, start, line: PgnLine::default(), result, warnings })
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
    fn the_first_result_ends_a_game() {
        for text in ["1. e4 e5 0-1\n{c} 1-0\n", "1. e4 e5 0-1 1-0\n", "[Result \"1-0\"]\n\n1. e4 e5 0-1\n"] {
            assert_eq!(read(text)[0].as_ref().map(|game| game.result.as_str()), Ok("0-1"), "{text}");
        }
    }

    #[test]
    fn variations_that_are_nested_too_deep_are_skipped_with_a_warning() {
        let nested =
            |depth: usize| format!("1. e4 {}{} e5 2. Nf3 *\n", "(1. d4 ".repeat(depth), ")".repeat(depth));
        assert_eq!(first(&nested(64)), ("e4 e5 Nf3".to_owned(), Vec::new()));
        let warning = "variations nested deeper than 64 levels; skipping them".to_owned();
        assert_eq!(first(&nested(65)), ("e4 e5 Nf3".to_owned(), vec![warning]));
    }

    #[test]
    fn variations_of_no_move_are_skipped_with_a_warning() {
        let warning = "variation before the first move; skipping it".to_owned();
        for text in ["[Event \"a\"]\n\n(1. d4 d5 {better}) 1. e4 e5 *", "1. e4 ((1. c4) 1. d4) e5 *"] {
            assert_eq!(first(text), ("e4 e5".to_owned(), vec![warning.clone()]), "{text}");
        }
        // A line that has ended has its warning.
        assert_eq!(first("1. e4 e5 2. Ke5 (2. Nf3) *").1.len(), 1);
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
            // What of the rest is a move?
            ("1. e4 [a remark\nd5 here] e5", "e4", "'1... ['"),
            ("1. e4 <b e5\n2. Nf3", "e4", "'1... <'"),
            ("1. e4 [a remark] e5 <b>2. Nf3</b>", "e4 e5 Nf3", ""),
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
            ("1. e4 e5 2... Nf3 Nc6 3. d4", "e4 e5 Nf3 Nc6 d4", ""),
            ("1. e4 e5 3. ... Nc6 4. d4", "e4 e5", "move number '3...' where '2.'"),
            ("1. e4 e5 2. Nf3 Nc6 4. Ba4", "e4 e5 Nf3 Nc6", "move number '4.' where '3.'"),
            ("1. e4 e5 2.", "e4 e5", ""),
            ("1. e4 e5 3.", "e4 e5", "move number '3.' where '2.'"),
            ("1. e4 2.", "e4", "move number '2.' where '1...'"),
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
    fn no_move_is_kept_that_may_be_that_of_the_other_side() {
        let fen = "[FEN \"3r2k1/8/8/8/8/8/8/3R2K1 w - - 0 1\"]\n\n";
        for (moves, played, hint) in [
            // Either side can play the rook.
            ("1. Kg2 Kg7 2. Rd3 3. Kf3 Kf7", "Kg2 Kg7", "'3.' where '2...'"),
            ("1. Kg2 Kg7 2. Rd3 3.", "Kg2 Kg7", "'3.' where '2...'"),
            ("1. Kg2 Kg7 2. Rxd8 3. Kf3 Kf7", "Kg2 Kg7 Rxd8", "'3.' where '2...'"),
            ("1. Kg2 1... Kg7 2. Kf2 2... Rd2+ 4. Kf3", "Kg2 Kg7 Kf2 Rd2+", "'4.' where '3.'"),
            ("1. Kg2 1... Kg7 Kf2 3. Kf3", "Kg2 Kg7", "'3.' where '2...'"),
            // Anything may be missing.
            ("1. Kg2 Kg7 2. Kf2 Kf7 Rd3 4. Rd4", "Kg2 Kg7", "'4.' where '3...'"),
            ("1... Rd3 2. Kf2", "", "'1...' where '1.'"),
            (
                "1. Kg2 (1. Rd3 2. Kf2) Kg7",
                "Kg2 Kg7",
                "'2.' where '1...' is expected; skipping the rest of the var",
            ),
        ] {
            expect(&format!("{fen}{moves} *\n"), played, hint);
        }
    }

    /// The number of moves of each game.
    fn lengths(text: &str) -> Vec<usize> {
        read(text).iter().flatten().map(|game| game.line.moves.len()).collect()
    }

    #[test]
    fn number_1_after_an_empty_line_starts_a_game() {
        for (text, games) in [
            ("1. e4 e5\n\n1. d4 d5\n", &[2, 2][..]),
            ("1 e4 e5\n\n1 d4 d5\n", &[2, 2]),
            ("1 e4 e5\n\n1 . d4 d5\n", &[2, 2]),
            ("[Event \"a\"]\n\n1. e4\n\n1. ... e5 2. Nf3 *\n", &[3]),
            ("1. e4\n\n1... e5 2. Nf3 *\n", &[3]),
            ("1. e4\n\n1. \n... e5 2. Nf3 *\n", &[3]),
            ("1. e4 e5\n\n11. d4 d5\n", &[2]),
        ] {
            assert_eq!(lengths(text), games, "{text}");
        }
    }

    #[test]
    fn a_game_may_start_after_a_result_and_words() {
        for (text, games) in [
            ("1. e4 1-0 resigned 1. d4 d5 *", &[1, 2][..]),
            ("1. e4 e5 1-0 White won. 1.d4 0-1 lost 1. c4 c5 2. Nc3 *", &[2, 1, 3]),
            ("1. e4 1-0 d4 is better", &[1]),
            ("1. e4 1-0 in 1. d4 games", &[1]),
            ("1. e4 1-0 (or 1. d4 d5) 24. Nf3", &[1]),
            ("1. e4 1-0\nAlso 1. d4 d5 is good", &[1]),
        ] {
            assert_eq!(lengths(text), games, "{text}");
        }
    }

    #[test]
    fn games_before_an_error_are_read() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut reader = PgnReader::new("1. e4 *\n\n1. d4 *\n\n1. c4".as_bytes().chain(Failing));
        for _ in 0..2 {
            assert!(matches!(reader.next(), Some(Ok(Ok(_)))));
        }
        assert!(matches!(reader.next(), Some(Err(error)) if error.to_string() == "broken"));
        assert!(reader.next().is_none());
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
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 aufgegeben *";
        expect(text, "e4 e5 Nf3 Nc6 Bb5", "'3... aufgegeben'");
        expect(&text.replace("Lb5", "Sb5"), "e4 e5", "'2. Sf3'");
        // The pawn or a knight in Dutch: nothing decides.
        expect("[Event \"a\"]\n\n1. Pf3 Pf6 *", "", "'1. Pf3'");
        expect("[Event \"a\"]\n\n1. Pe4 Pe5 *", "e4 e5", "");
        expect("[Event \"a\"]\n\n1. ♘︎f3 ♞️f6 2. ♙e4 *", "Nf3 Nf6 e4", "");
    }

    #[test]
    fn bytes_of_windows_1252_are_read() {
        let moves = b"1. e4 {so\x85} e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0\x960 \xbd\x96\xbd\n";
        let text = [&b"[White \"\x8aevi\xe6, O\x92Neill\"]\n\n"[..], moves].concat();
        let game = PgnReader::new(&text[..]).next().and_then(Result::ok).and_then(Result::ok).unwrap();
        assert_eq!((game.tag("White"), game.result.as_str()), (Some("Ševiæ, O’Neill"), "1/2-1/2"));
        assert_eq!((&game.line.moves[0].comments[..], game.line.moves.len()), (&["so…".to_owned()][..], 7));
        assert!(game.warnings.is_empty(), "{:?}", game.warnings);
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
            format!("| {}\n", format!("{one}\n{two}").replace('\n', "\n| ")),
            format!("<p>{}</p>", format!("{one}\n{two}").replace(". ", ".&nbsp;").replace('\n', "<br>\n")),
            format!("{one}\n{two}").replace("\"]\n", "\"]<br\n/>\n[White \"A\"]<br>\n"),
            format!("* * *\n{one}\n*\n\n***\n{two}[Event \"three\"]\n\n*\n")
                .replace("[Event \"three\"]\n\n*\n", ""),
            format!("{}{two}", one.trim_end()),
            // Nothing closes these.
            format!("The games (1970\n\n{one}\n:-(\n\n{two}"),
            format!("<a\nhref=\"e4.html\"\n>Games</a>\n<body text=\n\"#a1b2c3\">{one}\n{two}"),
            format!("<!-- not yet\n1. e4 e5 *\n-->\n{one}\n<img src=\n{two}"),
            // Signatures, and words that are null moves elsewhere.
            format!("{one}\n-- \nA\n\n{two}\n\n--\n"),
            format!("{one}\n--\n\n{two}\n\nnull\n\n<>\n\n0000\n\nZ0\n"),
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
    fn tags_are_read_over_several_lines() {
        for text in [
            "[White \"A\nB\"]",
            "[White\n\"A B\"]",
            "[White \"A\nB\"]\n",
            "[White\n\"A\nB\"\n]",
            "[\nWhite\n\"A B\"]",
            "[White \"A B\"\n]",
            "> [White \"A\n> B\"]",
        ] {
            for end in ["\n", "\r\n", "\r"] {
                let text = format!("[Event \"a\"]\n{text}\n[Black \"C\"]\n\n1. e4 *\n").replace('\n', end);
                let game = read(&text).remove(0).expect("a game");
                assert_eq!((game.tag("White"), game.tag("Black")), (Some("A B"), Some("C")), "{text}");
                assert_eq!((game.line.moves.len(), game.warnings.len()), (1, 0), "{text}");
            }
        }
        let long = format!("[White \"A{}\"]\n[Black \"C\"]\n\n1. e4 *\n", "\nB".repeat(19));
        assert_eq!(read(&long)[0].as_ref().map(|game| game.tag("White").map(str::len)), Ok(Some(39)));
    }

    #[test]
    fn comments_among_tags_are_read() {
        for comment in ["; a comment", "{ a comment }", "{ a\n\n comment }", "% for others", "{ a ]"] {
            let text =
                format!("[Event \"a\"]\n{comment}\n[White \"A\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n");
            let games: Vec<_> = read(&text).into_iter().map(|game| game.expect("a game")).collect();
            let [one, two] = &games[..] else { panic!("{comment}: {games:?}") };
            assert_eq!(
                (one.tag("Event"), one.tag("White"), two.tag("Event")),
                (Some("a"), Some("A"), Some("b"))
            );
            assert_eq!((one.line.moves.len(), two.line.moves.len()), (1, 1), "{comment}");
            let is_read = one.line.before.iter().any(|text| text.contains("comment") || text.contains("a ]"));
            assert_eq!(is_read, !comment.starts_with('%'), "{comment}: {one:?}");
        }
        let long = format!("[Event \"a\"]\n{{{}}}\n[White \"A\"]\n\n1. e4 *\n", "x".repeat(2 << 20));
        let game = read(&long).remove(0).expect("a game");
        assert_eq!((game.tag("White"), game.line.moves.len(), game.warnings.len()), (Some("A"), 1, 0));
    }

    #[test]
    fn a_tag_without_its_end_is_one_line() {
        for (text, value) in [
            ("[White \"A\n[Black \"C\"]", Some("A")),
            ("[White \"A\"\n[Black \"C\"]", Some("A")),
            ("[White\n[Black \"C\"]", None),
            ("[Black \"C\"]\n[White \"A", Some("A")),
            ("[Black \"C\"]\n[White \"A\"", Some("A")),
        ] {
            for gap in ["\n", "\n\n"] {
                let text = format!("{text}{gap}1. e4 e5 [D]\n2. Nf3 *\n\n1. d4 *\n");
                let games: Vec<_> = read(&text).into_iter().map(|game| game.expect("a game")).collect();
                assert_eq!((games[0].tag("White"), games[0].tag("Black")), (value, Some("C")), "{text}");
                assert_eq!((games[0].line.moves.len(), games.len()), (3, 2), "{text}");
            }
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

    /// A line that takes quadratic time would take hours.
    #[test]
    fn long_lines_take_linear_time() {
        for part in ["[x]", "<b>", "{x}", "1.", "(1. e4 ", "[x\n", "e4.", "<a\n", "> "] {
            let games = read(&format!("1. e4 e5 {} *", part.repeat((4 << 20) / part.len())));
            assert!(!games.is_empty(), "{part}");
        }
        // Variations that are skipped with one warning, after many others.
        let count = 1 << 19;
        let (moves, warnings) =
            first(&format!("1. e4 {}{}e5 *", "(Ke4) ".repeat(count), "(()) ".repeat(count)));
        assert_eq!((moves.as_str(), warnings.len()), ("e4 e5", count + 1));
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
