//! Tests of the normalizer: what the parser is given.

use super::*;

/// The normalized text without move numbers, with `#` for [`MARK`] and an empty line between games.
fn normalized(text: impl AsRef<[u8]>) -> String {
    let mut source = Normalizer::new(text.as_ref());
    let games = std::iter::from_fn(|| source.next_game().expect("no I/O error"));
    let games: Vec<String> = games.map(|game| String::from_utf8(game.bytes).expect("UTF-8")).collect();
    let found = games.join("\n\n");
    let mark = format!("{{{MARK}");
    let mut parts = found.split(&mark);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('}') {
            Some((number, after)) if number.starts_with(|c: char| c.is_ascii_digit() || c == '.') => {
                text += after;
            }
            _ => text += &format!("{{#{part}"),
        }
    }
    text
}

/// The normalized games, separated by bars, with single spaces.
fn normalized_games(text: &str) -> String {
    let games = normalized(text);
    let games = games.split("\n\n").map(|game| game.split_whitespace().collect::<Vec<_>>().join(" "));
    games.filter(|game| !game.is_empty()).collect::<Vec<_>>().join(" | ")
}

#[test]
fn invalid_utf8_is_decoded_as_windows_1252() {
    assert_eq!(normalized(b"1. e4 {M\xfcller, M\xc3\xbcller\0}\n"), "e4 {Müller, Müller } \n");
    // Castling and a result with dashes, and words with quotation marks.
    let text = b"1. 0\x960 {\x93so\x94\x85} 0\x960\x960 \xbd\x96\xbd\n";
    assert_eq!(normalized(text), "O-O {“so”…} O-O-O 1/2-1/2 \n");
    assert_eq!(normalized_games("\u{feff}[White \"A\"]\r\n\r\n1. e4 *\r\n"), "[White \"A\"] e4 *");
}

#[test]
fn all_line_endings_are_recognised() {
    let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 ; good\ne5 *\n\n1. d4 *\n";
    let two = "[White \"A\"] [Black \"B\"] e4 { good} e5 * | d4 *";
    for end in ["\n", "\r\n", "\r"] {
        assert_eq!(normalized_games(&text.replace('\n', end)), two, "{end:?}");
    }
}

#[test]
fn unclosed_comments_are_closed() {
    assert_eq!(normalized_games("1. e4 ; good {or} bad\ne5 *"), "e4 { good {or) bad} e5 *");
    assert_eq!(normalized_games("1. e4 {never\nclosed"), "e4 {never closed } {#{}");
    let two = "[Event \"a\"]\n\n1. e4 {never closed\n\n[Event \"b\"]\n\n1. d4 *\n";
    assert_eq!(normalized_games(two), "[Event \"a\"] e4 {never closed | } {#{} | [Event \"b\"] d4 *");
    assert_eq!(normalized_games("{a\n% b\n} 1. e4\n% for others\n*"), "{a % b } e4 *");
}

#[test]
fn nothing_held_grows_with_the_input() {
    let mut comments = Normalizer::new(&b""[..]);
    comments.line("[White \"A\"]");
    let mut dots = Normalizer::new(&b""[..]);
    dots.line("1. e4 e5 2.");
    for _ in 0..20 {
        comments.line(&"{}".repeat(1 << 17));
        dots.line(&"...".repeat(1 << 10));
    }
    assert!(comments.held.len() <= MAX_HELD + 8, "{}", comments.held.len());
    assert_eq!(comments.held.matches('{').count(), comments.held.matches('}').count());
    assert!(dots.number.is_some_and(|number| number.len() <= 2 * MAX_NUMBER + (3 << 10)));
}

#[test]
fn games_are_separated() {
    assert_eq!(normalized_games("1. e4\n\ne5\n\n2. Nf3\n\n1... c5 *"), "e4 e5 Nf3 c5 *");
    assert_eq!(
        normalized_games("1. e4 e5 1-0 1. d4 d5 0-1 {so} (1... Nf6)\n\n{c} 1. c4"),
        "e4 e5 1-0 | d4 d5 0-1 {so} (Nf6 ) | {c} c4"
    );
    assert_eq!(normalized_games("1e4 e5 2Nf3 3 0-1"), "e4 e5 Nf3 0-1");
    assert_eq!(normalized_games("1. e4 e5\n\n1. d4 d5\n"), "e4 e5 | d4 d5");
    assert_eq!(
        normalized_games("[Event \"a\"]\n\n[Event \"b\"]\n\n*\n"),
        "[Event \"a\"] {} | [Event \"b\"] *"
    );
    assert_eq!(normalized_games("1. e4 (1. d4 1-0 d5 0-1) *)"), "e4 (d4 d5 ) *");
}

#[test]
fn tags_are_closed_and_quoted() {
    for (line, wanted) in [
        (r#"[Event "a"#, r#"[Event "a"]"#),
        (r#"[Event "a]"#, r#"[Event "a"]"#),
        (r#"[Event "a""#, r#"[Event "a"]"#),
        (r#"[Event "C:\"]"#, r#"[Event "C:\\"]"#),
        (r#"[Event "the "big" \"one\""]"#, r#"[Event "the \"big\" \"one\""]"#),
        (r#"[Event "a"] [Site "b"] 1. e4"#, r#"[Event "a"] [Site "b"] e4"#),
        ("[Event]", ""),
    ] {
        assert_eq!(normalized_games(line), wanted, "{line}");
    }
}

#[test]
fn symbols_become_glyphs() {
    assert_eq!(
        normalized_games("1. e4 ± ∓ +- -+ += ⩲ =+ ⩱ +/- -/+ = ∞ N □ ½–½"),
        "e4 $16 $17 $18 $19 $14 $14 $15 $15 $16 $17 $10 $13 {#N} $7 1/2-1/2"
    );
    assert_eq!(
        normalized_games("1.e4+- e5= 2.Nf3+/-!? $146 12...exd6e.p. exd6 e.p. exd6ep ep"),
        "e4 $18 e5 $10 Nf3 $16 !? $146 exd6 exd6 exd6"
    );
}

#[test]
fn unknown_tokens_are_marked() {
    assert_eq!(
        normalized_games("1. Sf3 zugzwang! 1...0-0+ 2.0–0–0 e8Q e7e8q -- Z0 }"),
        "{#Sf3} {#zugzwang} ! O-O+ O-O-O {#e8Q} {#e7e8q} -- --"
    );
    assert_eq!(normalized_games("1. e4 1-0 resigned 1. d4"), "e4 1-0 | d4");
}
