//! Malformed and hostile input: every FEN and every session of `tests/data/robustness`.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use crate::common;
use crate::common::process::{Lancet, count};
use crate::errors;
use lancet::position::{Position, parse_fen, parse_fen_mode};
use serde_json::Value;
use shakmaty::CastlingMode;

/// Factor for the timeouts in the data, which are for an idle machine.
const SLACK: u64 = 10;

/// The FEN that is read as it is: a position of double Fischer random chess, whose kings start on different files.
const DOUBLE_FISCHER: &str = "F082";

fn data(name: &str) -> PathBuf {
    common::data("robustness").join(name)
}

fn rows(path: PathBuf) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("the data");
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

fn text<'a>(row: &'a Value, key: &str) -> &'a str {
    row[key].as_str().unwrap_or_else(|| panic!("no {key} in {row}"))
}

#[test]
fn every_fen_is_accepted_or_rejected_as_expected() {
    let (mut accepted, mut compared) = (0, 0);
    let mut failures = Vec::new();
    let rows = rows(data("fens.jsonl"));
    assert_eq!(rows.len(), 170);
    for row in &rows {
        let read = parse_fen(text(row, "fen")).map(|parsed| Position::new(parsed.chess));
        let about = format!("{} {}: {:.120}", text(row, "id"), text(row, "note"), text(row, "fen"));
        let read = match read {
            Ok(position) => Some(position),
            Err(error) => {
                assert!(!error.to_string().is_empty(), "{about}");
                None
            }
        };
        let legal = read.as_ref().map(|position| position.legal_moves().len() as u64);
        accepted += u32::from(legal.is_some());
        let expected = row["legal_moves"].as_u64();
        let right = match text(row, "verdict") {
            "accept" => legal == expected,
            "reject" => legal.is_none(),
            "sanitise_or_reject" | "lenient" => legal.is_none() || legal == expected,
            "reject_or_sanitise_field" => read.as_ref().is_none_or(|position| is_sanitised(row, position)),
            other => panic!("verdict {other}"),
        };
        if !right {
            failures.push(format!("{about}: {legal:?}, expected {} {expected:?}", text(row, "verdict")));
        }
        if let (Some(position), Some(form)) = (&read, row["reads_as"].as_str()) {
            compared += 1;
            if text(row, "id") != DOUBLE_FISCHER && !is_form(position, form) {
                failures.push(format!("{about}: reads as {}, expected {form}", position.fen()));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(accepted > 40, "only {accepted} were accepted");
    assert!(compared > 50, "only {compared} were compared with the form that they read as");
}

/// Whether a position is that of a FEN in the standard form, with the castling rights and the numbers.
fn is_form(position: &Position, form: &str) -> bool {
    let fen = position.fen();
    let fields = |fen: &str| fen.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let (is, should) = (fields(&fen), fields(form));
    // Rights may be written by the files of the rooks, and an en passant square only if it can be captured on.
    let has_letters = should[2].chars().all(|letter| "KQkq-".contains(letter));
    is[..2] == should[..2]
        && (is[2] == should[2] || !has_letters)
        && (is[3] == should[3] || is[3] == "-")
        && parse_fen(form).is_ok_and(|parsed| Position::new(parsed.chess).fen() == fen)
}

/// Whether a FEN with a bad side field was accepted with its board, and with a valid field for the bad one.
fn is_sanitised(row: &Value, position: &Position) -> bool {
    let fen = position.fen();
    let same_board = fen.split(' ').next() == text(row, "fen").split_whitespace().next();
    let again = parse_fen(&fen).map(|parsed| (parsed.warnings.len(), Position::new(parsed.chess).fen()));
    same_board && again == Ok((0, fen))
}

#[test]
fn every_session_exits_cleanly() {
    let sessions = rows(data("uci_sessions.jsonl"));
    assert_eq!(sessions.len(), 186);
    converse_all(sessions);
}

/// Devices, pipes and the engine's own input as files, a bench that is stopped, a position of another game.
#[cfg(unix)]
#[test]
fn every_reported_session_exits_cleanly() {
    let sessions = rows(common::data("cases/sessions.jsonl"));
    assert_eq!(sessions.len(), 6);
    converse_all(sessions);
}

fn converse_all(mut sessions: Vec<Value>) {
    sessions.reverse();
    let queue = Mutex::new(sessions);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(session) = queue.lock().expect("the queue").pop() else { break };
                    if let Err(message) = converse(&session) {
                        let failure =
                            format!("{} {}: {message}", text(&session, "id"), text(&session, "title"));
                        failures.lock().expect("the failures").push(failure);
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("the failures");
    assert!(failures.is_empty(), "{} sessions failed:\n{}", failures.len(), failures.join("\n"));
}

/// Times of the last `go`, of its answer, and of the first `stop` after it.
#[derive(Default)]
struct Times {
    go: Option<Instant>,
    answer: Option<Instant>,
    stop: Option<Instant>,
}

fn converse(session: &Value) -> Result<(), String> {
    let mut lancet = Lancet::start();
    let mut times = Times::default();
    if let Some(file) = session["stdin_file"].as_str() {
        lancet.send_bytes(&fs::read(data(file)).expect("the bytes")).close_stdin();
        end(&mut lancet, session["expect"]["exit_within_ms"].as_u64().unwrap_or(10_000))?;
    } else {
        for step in session["steps"].as_array().expect("steps") {
            follow(&mut lancet, step, &mut times)?;
        }
    }
    check_lines(&lancet.received, &session["expect"])?;
    if session["cat"] == "special file" && errors(&lancet.received).len() != 1 {
        return Err(format!("not one error in {:?}", lancet.received));
    }
    check_answer_time(&times, session["expect"]["answer_within_ms"].as_u64())
}

fn follow(lancet: &mut Lancet, step: &Value, times: &mut Times) -> Result<(), String> {
    if let Some(line) = step["send"].as_str() {
        match line.split_whitespace().next() {
            Some("go") => *times = Times { go: Some(Instant::now()), ..Times::default() },
            Some("stop") if times.stop.is_none() => times.stop = Some(Instant::now()),
            _ => {}
        }
        lancet.send(line);
    } else if let Some(word) = step["wait"].as_str() {
        let timeout = Duration::from_millis(SLACK * step["timeout_ms"].as_u64().expect("a timeout"));
        lancet.wait_within(word, timeout).ok_or_else(|| format!("no {word} after {:?}", lancet.tail()))?;
        if word == "bestmove" {
            times.answer = Some(lancet.received_at);
        }
    } else if let Some(ms) = step["sleep_ms"].as_u64() {
        thread::sleep(Duration::from_millis(ms));
    } else if let Some(ms) = step["wait_exit_ms"].as_u64() {
        end(lancet, ms)?;
    } else {
        assert_eq!(step["close_stdin"], true, "an unknown step: {step}");
        lancet.close_stdin();
    }
    Ok(())
}

fn end(lancet: &mut Lancet, ms: u64) -> Result<(), String> {
    let status = lancet
        .wait_exit(Duration::from_millis(SLACK * ms))
        .ok_or_else(|| format!("no exit after {:?}", lancet.tail()))?;
    let stderr = lancet.stderr();
    if status.code() != Some(0) || !stderr.is_empty() {
        return Err(format!("{status}, standard error '{stderr}', after {:?}", lancet.tail()));
    }
    Ok(())
}

/// Checks that an answer with a deadline came in time and before any `stop`.
fn check_answer_time(times: &Times, within: Option<u64>) -> Result<(), String> {
    let (Some(ms), Some(go)) = (within, times.go) else { return Ok(()) };
    match times.answer {
        Some(answer) if times.stop.is_some_and(|stop| stop < answer) => Err("no answer before stop".into()),
        Some(answer) if answer - go > Duration::from_millis(SLACK * ms) => {
            Err(format!("the answer took {:?}", answer - go))
        }
        Some(_) => Ok(()),
        None => Err("no answer".into()),
    }
}

/// Checks the lines of a session.
fn check_lines(lines: &[String], expect: &Value) -> Result<(), String> {
    if let Some(range) = expect["bestmoves"].as_array() {
        let moves = count(lines, "bestmove") as u64;
        let bound = |index: usize| range[index].as_u64().expect("a number");
        if !(bound(0)..=bound(1)).contains(&moves) {
            return Err(format!("{moves} best moves, not {range:?}"));
        }
    }
    for word in ["uciok", "readyok"] {
        let number = count(lines, word) as u64;
        let right = match &expect[word] {
            Value::Null => true,
            Value::Array(range) => {
                range[0].as_u64().is_some_and(|least| least <= number)
                    && range[1].as_u64().is_some_and(|most| number <= most)
            }
            exact => exact.as_u64() == Some(number),
        };
        if !right {
            return Err(format!("{number} of {word}, not {}", expect[word]));
        }
    }
    let last = lines.iter().rev().find_map(|line| line.strip_prefix("bestmove "));
    last.map_or(Ok(()), |line| best_move_is_right(line.split(' ').next().unwrap_or_default(), expect))
}

fn best_move_is_right(best: &str, expect: &Value) -> Result<(), String> {
    let is_set = |key: &str| expect[key] == true;
    if is_set("rejected") {
        return if best == "(none)" { Ok(()) } else { Err(format!("{best} after a wrong position")) };
    }
    if best == "(none)" && (is_set("no_move_answer_ok") || is_set("none_ok")) {
        return Ok(());
    }
    if let Some(moves) = expect["last_bestmove_is"].as_array()
        && !moves.iter().any(|m| m == best)
    {
        return Err(format!("{best} is not one of {moves:?}"));
    }
    let Some(fens) = expect["last_bestmove_legal_in"].as_array() else { return Ok(()) };
    let mode = if is_set("chess960") { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let legal = fens.iter().any(|fen| {
        let chess = parse_fen_mode(fen.as_str().expect("a FEN"), mode).expect("a good FEN").chess;
        let position = Position::new(chess);
        position.legal_moves().iter().any(|m| position.move_text(*m) == best)
    });
    if legal { Ok(()) } else { Err(format!("{best} is legal in none of {fens:?}")) }
}
